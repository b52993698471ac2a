//! Points beside a test, and files that list tests: the `autograding.json` of GitHub Classroom and its like.

use regex_lite::Regex;
use serde_json::Value;

use super::{File, Found, Test, skipped, text};

/// The points that settings or a description give a test: `points: 5`, or `vertical win (5 points)`.
pub(super) fn points(file: &File) -> Option<f64> {
    let text = text::read(&file.path).ok()?;
    let patterns = [
        r#"(?im)^\s*"?(?:points|max_score|score|weight)"?\s*[:=]\s*"?([0-9]+(?:\.[0-9]+)?)"#,
        r"(?i)([0-9]+(?:\.[0-9]+)?) *(?:points?|pts?)\b",
    ];
    patterns.iter().find_map(|pattern| {
        let found = Regex::new(pattern).ok()?.captures(&text)?;
        found.get(1)?.as_str().parse().ok()
    })
}

/// The tests that a file lists, each with `input` and `output`.
pub(super) fn tests(file: &File) -> Result<Vec<Found>, String> {
    let json: Value =
        serde_json::from_str(&text::read(&file.path)?).map_err(|error| format!("it is no JSON: {error}"))?;
    let list = json.get("tests").unwrap_or(&json).as_array();
    let list = list.ok_or("it has no list `tests`")?;
    if list.is_empty() {
        return Ok(vec![skipped(file, "it lists no tests".into())]);
    }
    Ok(list
        .iter()
        .enumerate()
        .map(|(index, test)| of_entry(file, index, test))
        .collect())
}

fn of_entry(file: &File, index: usize, test: &Value) -> Found {
    let text = |names: &[&str]| {
        let found = names.iter().find_map(|name| test.get(name)?.as_str());
        found.map(text::plain_lines)
    };
    let name = text(&["name", "title"]).unwrap_or_else(|| (index + 1).to_string());
    let from = format!("{}, test `{}`", file.path.display(), name.escape_debug());
    let output = text(&["output", "expected", "expected_output"]).filter(|output| !output.trim().is_empty());
    let Some(output) = output else {
        return Found::Refused {
            from,
            reason: "it has no expected output".into(),
        };
    };

    Found::Test(Test {
        from,
        name: super::role::name(&name.replace(['/', '\\'], " ")),
        input: text(&["input", "stdin"]).filter(|input| !input.is_empty()),
        output,
        points: test.get("points").or(test.get("max_score")).and_then(Value::as_f64),
        is_named: true,
    })
}
