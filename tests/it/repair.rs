//! A single mistake planted in a reference program is found again at its line, by an edit that mends the program.

use std::fmt::Write as _;

use c4grade::assignment;
use c4grade::case;
use c4grade::grade::Grader;
use c4grade::machine::Target;
use c4grade::machine::edits::{Edit, edits};
use c4grade::result::StudentReport;
use c4grade::submission::from_memory;

const STARTER: &str = include_str!("../../reference/lc3-starter/connect4.asm");
const SCRATCH: &str = include_str!("../../reference/lc3-scratch/connect4.asm");

fn grader(name: &str) -> Grader {
    let assignment = assignment::find(name).expect("bundled");
    let suite = case::load(&assignment, None).expect("it is right");
    Grader::new(assignment, suite.cases, suite.has_rubric, false).with_contracts(suite.contracts)
}

fn graded(grader: &Grader, text: &str) -> StudentReport {
    let found = from_memory([("ada".to_owned(), "connect4.asm".to_owned(), text.as_bytes().to_vec())]);
    grader.grade(&found.submissions[0]).report
}

/// What became of the planted mistakes.
#[derive(Default)]
struct Found {
    planted: usize,
    at_line: usize,
    near: usize,
    elsewhere: usize,
    nowhere: usize,
    log: String,
}

/// Plants one in `every` edits and looks for each.
fn look(name: &str, source: &str, (every, from): (usize, usize)) -> Found {
    let grader = grader(name);
    let mut found = Found::default();
    for edit in edits(Target::Lc3, source).iter().skip(from).step_by(every) {
        let report = graded(&grader, &edit.apply(source));
        if report.faults.is_empty() {
            continue;
        }
        found.planted += 1;
        let (fate, said) = fate(edit, &report);
        match fate {
            "line" => found.at_line += 1,
            "near" => found.near += 1,
            "elsewhere" => found.elsewhere += 1,
            _ => found.nowhere += 1,
        }
        let Edit {
            line, before, after, ..
        } = edit;
        let _ = writeln!(found.log, "{fate:9} {line:4} {before:24} > {after:24} {said}");
    }
    found
}

fn fate(edit: &Edit, report: &StudentReport) -> (&'static str, String) {
    let Some(repair) = report.faults.iter().find_map(|fault| fault.repair.as_ref()) else {
        return ("nowhere", report.summary.clone());
    };
    let lines: Vec<usize> = repair
        .places
        .iter()
        .filter_map(|place| place.line)
        .map(|line| line as usize)
        .collect();
    let said = format!(
        "{lines:?} {} ({} cases, whole {})",
        repair.edit, repair.cases, repair.is_whole
    );
    let fate = if lines.first() == Some(&edit.line) {
        "line"
    } else if lines.iter().any(|line| line.abs_diff(edit.line) <= 3) {
        "near"
    } else {
        "elsewhere"
    };
    (fate, said)
}

#[test]
fn the_line_of_a_planted_mistake_is_named() {
    let planted = [
        (
            "        ADD     R2, R2, #6              ; one further to the left",
            426,
            "CHECK_D2",
        ),
        ("        BRp     CV_INVALID", 314, "CHECK_VALID"),
        ("        LDR     R3, R0, #0", 460, "CHECK_LINE"),
    ];
    let wrong = [
        "        ADD     R2, R2, #7",
        "        BRzp    CV_INVALID",
        "        LDR     R3, R3, #0",
    ];
    let grader = grader("lc3-starter");
    for ((line, number, subroutine), wrong) in planted.into_iter().zip(wrong) {
        assert_eq!(STARTER.lines().nth(number - 1), Some(line), "the reference has changed");
        let report = graded(&grader, &STARTER.replace(line, wrong));
        let repair = report.faults[0].repair.as_ref().expect("it is found");
        let found = repair.places[0].line.expect("a line") as usize;
        assert!(found.abs_diff(number) <= 1, "{number}: {found}: {}", repair.edit);
        assert_eq!(repair.subroutine.as_deref(), Some(subroutine));
        assert!(repair.is_whole, "{}", repair.edit);
    }
}

#[test]
fn subroutines_that_must_be_replaced_are_named_and_the_others_are_right() {
    let text = STARTER
        .replace(
            "ADD     R2, R2, #6              ; one further to the left",
            "ADD R2, R2, #7",
        )
        .replace("        BRz     GO_TIE", "        BRp     GO_TIE");
    let report = graded(&grader("lc3-starter"), &text);
    let components = report.components.expect("they are known");
    let broken: Vec<&str> = components.broken.iter().map(|part| &part.name[..]).collect();
    assert_eq!(broken, ["CHECK_D2", "GAME_OVER"]);
    assert_eq!(components.right.len(), 6, "{:?}", components.right);
    let worth: Vec<usize> = components.broken.iter().map(|part| part.passed).collect();
    assert!(
        worth[0] > worth[1],
        "a lost diagonal costs less than every result: {worth:?}"
    );
}

#[test]
fn nothing_is_looked_for_where_it_is_switched_off() {
    let text = STARTER.replace("        BRp     CV_INVALID\n", "        BRzp    CV_INVALID\n");
    let report = graded(&grader("lc3-starter").with_repair(0), &text);
    assert!(report.faults.iter().all(|fault| fault.repair.is_none()));
}

#[test]
#[ignore = "takes minutes; `.ci/run` does"]
fn planted_mistakes_are_found() {
    let every = std::env::var("EVERY").ok().and_then(|every| every.parse().ok());
    let every = every.unwrap_or(60);
    let packages = [("lc3-starter", STARTER), ("lc3-scratch", SCRATCH)];
    for (name, source) in packages {
        let found = look(name, source, (every, 0));
        println!("{}", found.log);
        println!(
            "{name}: {} planted, {} at the line, {} near it, {} elsewhere, {} not found",
            found.planted, found.at_line, found.near, found.elsewhere, found.nowhere
        );
        let right = found.at_line + found.near;
        assert!(
            right * 10 >= found.planted * 7,
            "{name}: {right} of {} are found",
            found.planted
        );
        assert!(
            found.elsewhere * 20 <= found.planted,
            "{name}: {} are misleading",
            found.elsewhere
        );
    }
}
