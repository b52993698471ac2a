//! What `deductions: {ending: ...}` means.

use super::{Assignment, Grader, Verdict, assignment, case, ending, from_memory, graded, said, with};
use c4grade::assignment::load;
use c4grade::diagnostic::Source;

const REFERENCE: &str = include_str!("../../../reference/lc3-starter/connect4.asm");
const YAML: &str = include_str!("../../../cases/lc3-starter/assignment.yaml");

fn without_halt() -> String {
    with(REFERENCE, "GAME_OVER\n        HALT\n", "GAME_OVER\n")
}

/// The bundled assignment with other deductions.
fn deducting(deductions: &str) -> Result<Assignment, String> {
    let at = YAML.find("\ndeductions:").expect("it is there") + 1;
    let end = at + YAML[at..].find('\n').expect("a line");
    let text = format!("{}{deductions}{}", &YAML[..at], &YAML[end..]);
    let source = Source::read("assignment.yaml", text.as_bytes());
    load(&source, None).map_err(|problems| {
        let problem = problems[0].locate(&source);
        let line = problem.line.unwrap_or_default();
        format!("{line}: {} {}", problem.message, problem.help.unwrap_or_default())
    })
}

#[test]
fn the_assignment_says_what_it_costs_and_ten_points_are_usual() {
    for (deductions, score) in [
        ("", 90.0),
        ("deductions: {portability: 1}", 90.0),
        ("deductions: {ending: 0}", 100.0),
        ("deductions: {ending: 2.5}", 97.5),
        // Never more than these games are worth.
        ("deductions: {ending: 1000}", 35.76),
    ] {
        let assignment = deducting(deductions).expect(deductions);
        let report = graded(assignment, &without_halt());
        assert_eq!(report.score, Some(score), "{deductions}: {}", said(&report));
        assert_eq!(report.verdict, Verdict::Pass);
        assert!(ending(&report).is_some());
    }
}

#[test]
fn a_bad_value_is_an_error_at_its_place() {
    for (deductions, wanted) in [
        ("deductions: {ending: -1}", "ending"),
        ("deductions: {ending: 1001}", "ending"),
        ("deductions: {ending: lots}", "ending"),
        ("deductions: {endings: 10}", "ending"),
    ] {
        let problem = deducting(deductions).expect_err(deductions);
        assert!(problem.contains(wanted), "{deductions}: {problem}");
        let before = YAML.lines().take_while(|line| !line.starts_with("deductions:"));
        let line = before.count() + 1;
        assert!(problem.starts_with(&format!("{line}:")), "{deductions}: {problem}");
    }
}

#[test]
fn where_the_rubric_does_not_apply_it_is_the_same_share_of_all_points() {
    let assignment = assignment("lc3-starter");
    let mut suite = case::load(&assignment, None).expect("it is right");
    suite
        .cases
        .retain(|case| case.family.is_none() && case.tags.contains(&"win-vertical".to_owned()));
    let points: f64 = suite.cases.iter().map(|case| case.points).sum();
    let grader = Grader::new(assignment, suite.cases, false, false).with_repair(0);
    let file = ("ada".to_owned(), "connect4.asm".to_owned(), without_halt().into_bytes());
    let report = grader.grade(&from_memory([file]).submissions[0]).report;
    let wanted = (points * 90.0).round() / 100.0;
    assert!(
        report.score.is_some_and(|score| (score - wanted).abs() < 0.02),
        "{} of {points}: {}",
        report.score.unwrap_or_default(),
        said(&report)
    );
}
