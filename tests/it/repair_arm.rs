//! A single mistake planted in a program for ARM is found again at its line, by an edit that mends the program.

use std::fmt::Write as _;

use c4grade::assignment;
use c4grade::case;
use c4grade::grade::Grader;
use c4grade::machine::edits::{Edit, EditKind, edits, statements};
use c4grade::machine::{Machine, Program, Target, arm};
use c4grade::result::{Repair, StudentReport};
use c4grade::submission::from_memory;

const REDFIRST: &str = include_str!("../../reference/arm-redfirst/connect4.s");
const SCAN: &str = include_str!("../../reference/arm-scan/connect4.s");
const FALLING: &str = include_str!("../../reference/arm-falling/connect4.s");

fn grader(name: &str) -> Grader {
    let assignment = assignment::find(name).expect("bundled");
    let suite = case::load(&assignment, None).expect("it is right");
    Grader::new(assignment, suite.cases, suite.has_rubric, false)
}

fn graded(grader: &Grader, text: &str) -> StudentReport {
    let found = from_memory([("ada".to_owned(), "connect4.s".to_owned(), text.as_bytes().to_vec())]);
    grader.grade(&found.submissions[0]).report
}

/// What became of the planted mistakes.
#[derive(Default)]
struct Found {
    planted: usize,
    at_line: usize,
    tie: usize,
    near: usize,
    elsewhere: usize,
    nowhere: usize,
    log: String,
}

impl Found {
    fn words(&self) -> String {
        format!(
            "{} planted, {} at the line, {} at one of several, {} near it, {} elsewhere, {} not found",
            self.planted, self.at_line, self.tie, self.near, self.elsewhere, self.nowhere
        )
    }
}

/// Plants one in `every` edits and looks for each.
fn look(name: &str, source: &str, (every, from): (usize, usize)) -> Found {
    let grader = grader(name);
    let mut found = Found::default();
    for edit in edits(Target::Arm, source).iter().skip(from).step_by(every) {
        let text = edit.apply(source);
        let report = graded(&grader, &text);
        if report.faults.is_empty() {
            continue;
        }
        found.planted += 1;
        let (fate, said) = fate(edit, &report, [source, &text]);
        match fate {
            "line" | "same" => found.at_line += 1,
            "tie" => found.tie += 1,
            "near" => found.near += 1,
            "elsewhere" => found.elsewhere += 1,
            _ => found.nowhere += 1,
        }
        let Edit {
            line, before, after, ..
        } = edit;
        let _ = writeln!(found.log, "{fate:9} {line:4} {before:30} > {after:30} {said}");
    }
    found
}

/// Where a planted mistake is located: at its `line`, which an edit is as well that gives the `same` program as before; at a line
/// that does as well as it, `near` it, or `elsewhere`.
fn fate(edit: &Edit, report: &StudentReport, [source, text]: [&str; 2]) -> (&'static str, String) {
    let Some(repair) = report.faults.iter().find_map(|fault| fault.repair.as_ref()) else {
        return ("nowhere", report.summary.clone());
    };
    let lines = repair.places.iter().filter_map(|place| place.line);
    let lines: Vec<usize> = lines.map(|line| line as usize).collect();
    let said = format!(
        "{lines:?} {} ({} cases, whole {})",
        repair.edit, repair.cases, repair.is_whole
    );
    // Either of two equal statements is one too many.
    let second = edit.line + usize::from(edit.kind == EditKind::Doubled);
    let fate = if lines.first().is_some_and(|line| [edit.line, second].contains(line)) {
        "line"
    } else if repaired(text, repair).is_some_and(|repaired| image(&repaired) == image(source)) {
        "same"
    } else if lines.contains(&edit.line) {
        "tie"
    } else if lines.iter().any(|line| line.abs_diff(edit.line) <= 3) {
        "near"
    } else {
        "elsewhere"
    };
    (fate, said)
}

/// The text with an edit that is given in words.
fn repaired(text: &str, repair: &Repair) -> Option<String> {
    let line = repair.places.first()?.line? as usize;
    let statements = statements(Target::Arm, text);
    let at = statements.iter().position(|statement| statement.line == line)?;
    let parts: Vec<&str> = repair.edit.split('`').collect();
    let edit = match parts[..] {
        ["without ", ..] => Edit::of(EditKind::Dropped, &statements[at], String::new()),
        ["with ", new, " before ", ..] => Edit::before(&statements[at], new),
        ["with ", new, " after ", ..] => Edit::after(&statements[at], new),
        ["with ", _, " in place of ", both, _] if both.contains("; ") => {
            Edit::swapping(&statements[at], statements.get(at + 1)?)
        }
        ["with ", new, " in place of ", ..] => Edit::of(EditKind::Opcode, &statements[at], new.to_owned()),
        _ => return None,
    };
    Some(edit.apply(text))
}

/// The bytes that a program assembles to.
fn image(text: &str) -> Option<Vec<u8>> {
    let machine = Machine::Arm(arm::Settings::default());
    let Program::Arm(program) = machine.build("connect4", text.as_bytes(), None).ok()?.program? else {
        return None;
    };
    Some(program.flash.clone())
}

/// What is reported of a program with one line in place of another: the lines, the edit, the subroutine and the sentence.
fn reported(name: &str, source: &str, [right, wrong]: [&str; 2]) -> (Vec<usize>, Repair) {
    assert!(source.contains(right), "the reference has changed: {right}");
    let report = graded(&grader(name), &source.replacen(right, wrong, 1));
    let repair = report.faults.iter().find_map(|fault| fault.repair.clone());
    let repair = repair.expect("it is found");
    let lines = repair.places.iter().filter_map(|place| place.line);
    (lines.map(|line| line as usize).collect(), repair)
}

#[test]
fn the_line_of_a_planted_mistake_is_named() {
    let right = "        MOV     R2, #ROWS\n        MOV     R3, #START_COLUMNS\n        MOV     R4, #CELL\n";
    let wrong = right.replace("R4, #CELL", "R7, #CELL");
    let (lines, repair) = reported("arm-redfirst", REDFIRST, [right, &wrong]);
    assert_eq!(lines, [234]);
    assert_eq!(repair.edit, "with `MOV R4, #4` in place of `MOV     R7, #CELL`");
    assert_eq!(repair.subroutine.as_deref(), Some("HORIZONTAL_CHECK"));

    let (lines, repair) = reported(
        "arm-scan",
        SCAN,
        ["        SUBS    R6, R6, #1", "        SUBS    R6, R6, #0"],
    );
    assert_eq!(lines, [138]);
    assert_eq!(repair.edit, "with `SUBS R6, R6, #1` in place of `SUBS    R6, R6, #0`");
    assert!(repair.cases >= 12, "{} cases", repair.cases);
}

#[test]
#[ignore = "takes a minute; `.ci/run` does"]
fn planted_mistakes_are_found() {
    let number = |name| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let sample = (number("EVERY").unwrap_or(60), number("FROM").unwrap_or(0));
    let only = std::env::var("ONLY").unwrap_or_default();
    // The last number: of so many in a hundred the line is found.
    let packages = [
        ("arm-redfirst", REDFIRST, 60),
        ("arm-scan", SCAN, 60),
        ("arm-falling", FALLING, 10),
    ];
    for (name, source, share) in packages.into_iter().filter(|(name, ..)| name.contains(&only)) {
        let found = look(name, source, sample);
        println!("{}", found.log);
        println!("{name}: {}", found.words());
        assert_eq!(found.elsewhere, 0, "{name}: misleading");
        let right = found.at_line + found.tie + found.near;
        assert!(
            right * 100 >= found.planted * share,
            "{name}: {right} of {} are found",
            found.planted
        );
    }
}
