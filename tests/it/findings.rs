//! What is found out beside the cases: portability, the input protocol, and what repeated faults cost.

#![expect(clippy::float_cmp, reason = "points are rounded to cents, and these are whole")]

use c4grade::assignment::{self, Assignment, InputProtocol, RepeatedFaults};
use c4grade::case;
use c4grade::grade::Grader;
use c4grade::result::{FindingKind, StudentReport, Verdict};
use c4grade::submission::from_memory;

fn starter() -> Assignment {
    assignment::find("lc3-starter").expect("it is bundled")
}

fn graded(assignment: Assignment, text: &[u8]) -> StudentReport {
    let suite = case::load(&assignment, None).expect("it is right");
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false);
    let found = from_memory([("ada".to_owned(), "connect4.asm".to_owned(), text.to_vec())]);
    grader.grade(&found.submissions[0]).report
}

fn sample(student: &str) -> Vec<u8> {
    let root = env!("CARGO_MANIFEST_DIR");
    let path = format!("{root}/reference/lc3-starter/submissions/{student}/connect4.asm");
    std::fs::read(path).expect("it is a sample")
}

fn portability(report: &StudentReport) -> Vec<&str> {
    let findings = report
        .findings
        .iter()
        .filter(|finding| finding.kind == FindingKind::Portability);
    findings.map(|finding| finding.key.as_str()).collect()
}

#[test]
fn a_program_that_needs_one_linkage_has_a_finding_and_loses_nothing() {
    for (student, linkage) in [("dmitri-volkov", "overwrite-r7"), ("hana-sato", "keep-r7")] {
        let report = graded(starter(), &sample(student));
        assert_eq!(report.verdict, Verdict::Pass, "{student}");
        assert_eq!(report.score, Some(100.0), "{student}");
        assert_eq!(report.linkage.as_deref(), Some(linkage), "{student}");
        assert_eq!(portability(&report), [format!("needs-{linkage}")], "{student}");
    }
}

#[test]
fn portability_costs_what_the_assignment_says() {
    let mut assignment = starter();
    assignment.deductions.portability = 7.0;
    let report = graded(assignment, &sample("hana-sato"));
    assert_eq!(report.findings[0].deducted, 7.0);
    assert_eq!(
        (report.score, report.exact_score, report.game_score),
        (Some(93.0), Some(93.0), Some(93.0))
    );
}

#[test]
fn the_reference_program_is_portable_and_uses_the_required_protocol() {
    for (name, protocol) in [("lc3-starter", "key"), ("lc3-scratch", "line")] {
        let assignment = assignment::find(name).expect("it is bundled");
        let program = assignment.reference().expect("readable").expect("bundled");
        let report = graded(assignment, &program);
        assert_eq!(report.findings, [], "{name}");
        assert_eq!(report.faults, [], "{name}");
        assert_eq!(report.linkage.as_deref(), Some("any"), "{name}");
        assert_eq!(report.protocol.as_deref(), Some(protocol), "{name}");
    }
}

#[test]
fn a_tolerated_protocol_earns_what_the_assignment_says() {
    let share = |share| {
        let mut assignment = starter();
        assignment.input.share = share;
        let program = assignment::find("lc3-scratch").map(|scratch| scratch.reference().expect("readable"));
        graded(assignment, &program.expect("bundled").expect("there"))
    };
    let half = share(0.5);
    assert_eq!(half.verdict, Verdict::Format);
    assert_eq!(half.protocol.as_deref(), Some("line"));
    assert_eq!(
        (half.score, half.exact_score, half.game_score),
        (Some(50.0), Some(0.0), Some(100.0))
    );
    assert_eq!(share(1.0).score, Some(100.0));
    // Then the demanded protocol earns more.
    assert!(share(0.0).score < Some(5.0));
}

#[test]
fn a_repeated_fault_is_deducted_once_where_the_assignment_says_so() {
    // Every game that a horizontal line wins is wrong, in several groups of the rubric.
    let each = graded(starter(), &sample("uma-krishnan"));
    let mut assignment = starter();
    assignment.repeated_faults = RepeatedFaults::Once;
    let once = graded(assignment, &sample("uma-krishnan"));
    assert!(
        each.score < once.score && once.score < Some(100.0),
        "{:?} {:?}",
        each.score,
        once.score
    );
    assert_eq!(each.faults[0].cases, once.faults[0].cases);
    let group = once.groups.iter().find(|group| group.name == "Horizontal wins");
    let arithmetic = &group.expect("it has cases").arithmetic;
    assert!(
        arithmetic.contains("repeat faults and earn full points"),
        "{arithmetic}"
    );
}

#[test]
fn the_shortest_game_shows_the_fault() {
    let report = graded(starter(), &sample("fatima-zahra"));
    let fault = report
        .faults
        .iter()
        .find(|fault| fault.key == "accepted/7")
        .expect("told");
    let shortest = fault.shortest.as_ref().expect("one move is enough");
    assert_eq!(shortest.moves.len(), 1);
    assert!(shortest.command.starts_with("c4grade run connect4.asm --moves"));
    let of_cases = report.cases().filter(|case| fault.cases.contains(&case.number));
    assert!(of_cases.map(|case| case.moves.len()).min() > Some(1));
}

#[test]
fn what_in_prints_is_no_fault_where_in_is_asked_for() {
    let reference = starter().reference().expect("readable").expect("bundled");
    let text = String::from_utf8(reference).expect("text");
    let with_in = text.replace("        GETC\n        OUT\n", "        IN\n");
    assert_ne!(with_in, text);
    let lints = |report: &StudentReport| -> Vec<String> {
        let lints = report
            .findings
            .iter()
            .filter(|finding| finding.kind == FindingKind::Lint);
        lints.map(|finding| finding.key.clone()).collect()
    };
    let other = graded(starter(), with_in.as_bytes());
    assert_eq!(
        (other.verdict, other.protocol.as_deref()),
        (Verdict::Format, Some("in"))
    );
    assert_eq!(lints(&other), ["reads-with-in"]);
    let mut assignment = starter();
    assignment.input.demanded = InputProtocol::In;
    let asked = graded(assignment, with_in.as_bytes());
    assert_eq!((asked.verdict, asked.exact_score), (Verdict::Pass, Some(100.0)));
    assert_eq!(lints(&asked), [""; 0]);
}
