//! What a file of a test is for, by its name and its folder.

use std::path::Path;

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// What is typed.
    Input,
    /// What is expected, by a word that says so.
    Expected,
    /// What is printed; what is expected where no other file says so.
    Output,
    /// Points and descriptions.
    Settings,
}

const INPUTS: [&str; 6] = ["in", "inp", "input", "inputs", "stdin", "keys"];
const OUTPUTS: [&str; 4] = ["out", "output", "outputs", "stdout"];
const EXPECTED: [&str; 12] = [
    "expected",
    "exp",
    "answer",
    "answers",
    "ans",
    "ok",
    "ref",
    "reference",
    "sol",
    "solution",
    "gold",
    "correct",
];
/// Extensions of texts, which say nothing more.
const TEXTS: [&str; 7] = ["txt", "text", "log", "dat", "transcript", "test", "md"];

/// What belongs together has the same key: the path without the word that says what the file is for. `None` where no word
/// says so. `has_sibling` says whether a name is there in the same folder.
pub(super) fn role(inner: &Path, has_sibling: impl Fn(&str) -> bool) -> Option<(String, Role)> {
    let name = inner.file_name()?.to_string_lossy().into_owned();
    let folder = inner.parent().map(Path::to_string_lossy).unwrap_or_default();
    let lower = name.to_lowercase();
    let stem = lower.split('.').next().unwrap_or_default();
    if ["settings.yml", "settings.yaml"].contains(&lower.as_str()) || ["description", "cmd"].contains(&stem) {
        return Some((folder.into_owned(), Role::Settings));
    }

    if let Some((rest, role)) = of_name(&name, &has_sibling) {
        let key = if rest.is_empty() {
            folder.into_owned()
        } else {
            format!("{folder}/{rest}")
        };
        return Some((key, role));
    }

    // A folder of inputs beside one of outputs.
    let parts: Vec<&str> = folder.split('/').collect();
    let (index, role) = parts
        .iter()
        .enumerate()
        .rev()
        .find_map(|(index, part)| Some((index, of_word(part)?)))?;
    let others = parts.iter().enumerate().filter(|(other, _)| *other != index);
    let others: Vec<&str> = others.map(|(_, part)| *part).collect();
    let stem = name.split('.').next().unwrap_or_default();
    Some((format!("{}/{stem}", others.join("/")), role))
}

/// The name without the word that says what the file is for.
fn of_name(name: &str, has_sibling: impl Fn(&str) -> bool) -> Option<(String, Role)> {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let extension = extension.to_lowercase();
    if extension == "a" && has_sibling(stem) {
        return Some((stem.to_owned(), Role::Expected));
    }
    if extension.is_empty() && has_sibling(&format!("{name}.a")) {
        return Some((name.to_owned(), Role::Input));
    }
    if !stem.is_empty()
        && let Some(role) = of_word(&extension)
    {
        return Some((stem.to_owned(), role));
    }
    if !extension.is_empty() && !is_text(&extension) {
        return None;
    }

    let plain = stem
        .replace("expected_output", "expected")
        .replace("expected-output", "expected");
    let words = words(&plain);
    let index = words.iter().rposition(|word| of_word(word).is_some())?;
    let role = of_word(&words[index])?;
    let others = words.iter().enumerate().filter(|(other, _)| *other != index);
    let rest: Vec<&str> = others.map(|(_, word)| word.as_str()).collect();
    Some((rest.join(" "), role))
}

/// The words of a name: `input1` is two.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_digit = None;
    for letter in name.chars() {
        let is_digit = letter.is_ascii_digit();
        let is_sign = matches!(letter, '_' | '-' | '.' | ' ');
        if is_sign || was_digit.is_some_and(|was| was != is_digit) {
            words.push(String::new());
        }
        was_digit = (!is_sign).then_some(is_digit);
        if let Some(word) = words.last_mut().filter(|_| !is_sign) {
            word.push(letter);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn of_word(word: &str) -> Option<Role> {
    let word = word.to_lowercase();
    let is_in = |list: &[&str]| list.contains(&word.as_str());
    if is_in(&INPUTS) {
        Some(Role::Input)
    } else if is_in(&EXPECTED) {
        Some(Role::Expected)
    } else {
        is_in(&OUTPUTS).then_some(Role::Output)
    }
}

/// Whether files with an extension may be texts of a game.
pub(super) fn is_text(extension: &str) -> bool {
    TEXTS.contains(&extension) || of_word(extension).is_some()
}

/// The name of a case, made of a key: its last part, with a word where it is a number alone.
pub(super) fn name(key: &str) -> String {
    let last = key.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown = last.chars().map(|c| if c.is_control() { ' ' } else { c });
    let name: String = shown.collect::<String>().trim().chars().take(100).collect();
    match name.trim() {
        "" => "imported game".into(),
        number if number.chars().all(|c| c.is_ascii_digit()) => format!("test {number}"),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, sibling: &str) -> Option<(String, Role)> {
        role(Path::new(path), |name| name == sibling)
    }

    #[test]
    fn files_of_one_test_have_one_key() {
        for (input, output, key) in [
            ("test1.in", "test1.out", "/test1"),
            ("t/input1.txt", "t/expected1.txt", "t/1"),
            ("t/input1.txt", "t/output1.txt", "t/1"),
            ("in/01.txt", "out/01.txt", "/01"),
            ("data/input/a.dat", "data/answers/a.dat", "data/a"),
            ("up.input", "up.expected", "/up"),
            ("tests/up/input", "tests/up/expected_output", "tests/up"),
            ("win_1_input.txt", "win_1_expected_output.txt", "/win 1"),
            ("secret/1.in", "secret/1.ans", "secret/1"),
        ] {
            assert_eq!(of(input, ""), Some((key.to_owned(), Role::Input)), "{input}");
            assert_eq!(of(output, "").map(|(key, _)| key).as_deref(), Some(key), "{output}");
        }
        assert_eq!(of("01", "01.a"), Some(("/01".to_owned(), Role::Input)));
        assert_eq!(of("01.a", "01"), Some(("/01".to_owned(), Role::Expected)));
        assert_eq!(
            of("tests/up/settings.yml", ""),
            Some(("tests/up".to_owned(), Role::Settings))
        );
        for path in ["game.txt", "diagonal win.txt", "main.in.c"] {
            assert_eq!(of(path, ""), None, "{path}");
        }
    }

    #[test]
    fn names_come_from_files() {
        assert_eq!(name("tests/up"), "up");
        assert_eq!(name("in/01"), "test 01");
        assert_eq!(name(""), "imported game");
    }
}
