//! Each lint is reported where it is certain, and nowhere else.

use super::lint;
use crate::assignment::{Assignment, find};
use crate::grade::Grader;
use crate::machine::lc3;
use crate::result::{Finding, FormatDifference, StudentReport, Verdict};
use crate::submission::{Submission, from_memory};

fn submission(student: &str, file: &str) -> Submission {
    let one = (student.to_owned(), file.to_owned(), Vec::new());
    from_memory([one]).submissions.remove(0)
}

fn report(assignment: &Assignment, submission: &Submission, verdict: Verdict) -> StudentReport {
    let grader = Grader::new(assignment.clone(), Vec::new(), false, false);
    grader.ungraded(submission, verdict, "").report
}

/// The lints of a program that is handed in as it should be, with a verdict.
fn lints_of(text: &str, verdict: Verdict, format: &[&str]) -> Vec<Finding> {
    let assignment = find("lc3-starter").expect("it is bundled");
    let submission = submission("ada", "ada/connect4.asm");
    let build = lc3::build("connect4.asm", text.as_bytes());
    let mut report = report(&assignment, &submission, verdict);
    report.diagnostics = build.diagnostics.iter().map(|one| one.locate(&build.source)).collect();
    report.format_differences = format
        .iter()
        .map(|kind| FormatDifference {
            kind: (*kind).to_owned(),
            message: String::new(),
            count: 1,
            printed: String::new(),
            expected: String::new(),
            deducted: 0.0,
            repair: None,
        })
        .collect();

    lint(&assignment, &submission, &build.program.expect("it assembles"), &report)
}

fn messages(text: &str, verdict: Verdict, format: &[&str]) -> Vec<String> {
    lints_of(text, verdict, format)
        .into_iter()
        .map(|lint| lint.message)
        .collect()
}

fn lines(text: &str, verdict: Verdict) -> Vec<(String, Vec<Option<u32>>)> {
    let places = |lint: Finding| (lint.key, lint.places.iter().map(|place| place.line).collect());
    lints_of(text, verdict, &[]).into_iter().map(places).collect()
}

#[test]
fn a_program_that_starts_elsewhere() {
    assert_eq!(
        messages(".ORIG x3100\nHALT\n.END", Verdict::Pass, &[]),
        ["The program must start at x3000 (`.ORIG x3000`), not at x3100."]
    );
    assert_eq!(
        messages(
            ".ORIG x4000\n.FILL 1\n.END\n.ORIG x3000\nHALT\n.END",
            Verdict::Crash,
            &[]
        ),
        [
            "The program must start at x3000, but its first `.ORIG` is x4000, and execution starts at the first one. Put \
             the block of x3000 first."
        ]
    );
    // The assembler warns of it.
    assert_eq!(
        messages(".ORIG 3000\nHALT\n.END", Verdict::Pass, &[]),
        Vec::<String>::new()
    );

    // Data in a block of its own is a way to write programs.
    let blocks = ".ORIG x3000\nLD R0, A\nHALT\nA .FILL x4000\n.END\n.ORIG x4000\n.FILL 1\n.END";
    assert_eq!(messages(blocks, Verdict::Wrong, &[]), Vec::<String>::new());
}

#[test]
fn keys_read_with_in() {
    let text = ".ORIG x3000\nL IN\nTRAP x23\nBRz L\nHALT\nA .FILL xF023\n.END";
    assert_eq!(
        lines(text, Verdict::Format),
        [("reads-with-in".to_owned(), vec![Some(2), Some(3)])]
    );
    assert_eq!(
        messages(text, Verdict::Wrong, &[]),
        [
            "IN prints a prompt of its own, which the game does not have (lines 2 and 3). Read a key with GETC and show it \
             with OUT."
        ]
    );
    // What it prints is nobody's business where every case passes.
    assert_eq!(lines(text, Verdict::Pass), []);

    // Left behind where nothing leads, it prints nothing.
    assert_eq!(lines(".ORIG x3000\nHALT\nIN\n.END", Verdict::Wrong), []);
}

#[test]
fn keys_that_are_not_shown() {
    let text = ".ORIG x3000\nL GETC\nADD R1, R0, #0\nADD R1, R1, #0\nBRz L\nNOT R0, R0\nOUT\nHALT\n.END";
    assert_eq!(
        messages(text, Verdict::Format, &["missing-echo"]),
        ["GETC reads a key but does not show it (line 2). Add OUT after it, so that players see what they typed."]
    );
    assert_eq!(
        messages(text, Verdict::Format, &["trailing-space"]),
        Vec::<String>::new()
    );

    // With an OUT near, another one is the culprit.
    let shown = ".ORIG x3000\nL GETC\nADD R1, R0, #0\nOUT\nBRz L\nHALT\n.END";
    assert_eq!(
        messages(shown, Verdict::Format, &["missing-echo"]),
        Vec::<String>::new()
    );
}

#[test]
fn carriage_returns_that_the_cases_show() {
    let text = ".ORIG x3000\nLD R0, CR\nOUT\nLEA R0, T\nPUTS\nADD R0, R1, #13\nOUT\nLD R2, CR\nHALT\nCR .FILL x0D\nT \
                .STRINGZ \"a\\r\\n\"\n.END";
    let format = ["carriage-return"];
    assert_eq!(
        messages(text, Verdict::Format, &format),
        [
            "Lines end with the single character x000A, so the carriage return x000D must not be printed (lines 6, 10 and 11)."
        ]
    );
    assert_eq!(
        messages(text, Verdict::Format, &["trailing-space"]),
        Vec::<String>::new()
    );

    // Compared with, not printed.
    let enter = ".ORIG x3000\nGETC\nLD R1, CR\nNOT R1, R1\nOUT\nHALT\nCR .FILL x0D\n.END";
    assert_eq!(messages(enter, Verdict::Format, &format), Vec::<String>::new());
}

#[test]
fn the_address_of_a_text_leads_into_no_code_behind_it() {
    let text = ".ORIG x3000\nLEA R0, T\nPUTS\nHALT\nT .STRINGZ \"ab\"\nB NOT R0, R0\nRET\n.END";
    assert_eq!(
        messages(text, Verdict::Wrong, &[]),
        ["Lines 6 to 7 (`B`) can never be reached."]
    );
}

#[test]
fn code_that_nothing_leads_to() {
    let text = ".ORIG x3000\nJSR A\nHALT\nA RET\nB NOT R0, R0\nRET\nC RET\n.END";
    assert_eq!(
        messages(text, Verdict::Wrong, &[]),
        ["Lines 5 to 7 (`B`) can never be reached."]
    );
    // Of a right game, code that is left over is nobody's business.
    assert_eq!(messages(text, Verdict::Pass, &[]), Vec::<String>::new());

    for reached in [
        // Through a table of addresses, a computed address, and data that is run into.
        ".ORIG x3000\nLDI R0, T\nHALT\nA NOT R0, R0\nRET\nT .FILL A\n.END",
        ".ORIG x3000\nLD R0, T\nJMP R0\nA NOT R0, R0\nRET\nT .FILL 5\n.END",
        ".ORIG x3000\nSTI R0, T\nHALT\nA NOT R0, R0\nRET\nT .FILL x25\n.END",
        ".ORIG x3000\nBR T\nHALT\nT .BLKW 2\nA NOT R0, R0\nHALT\n.END",
    ] {
        assert_eq!(
            messages(reached, Verdict::Wrong, &[]),
            Vec::<String>::new(),
            "{reached}"
        );
    }
}

#[test]
fn a_file_by_quite_another_name() {
    let assignment = find("lc3-starter").expect("it is bundled");
    let build = lc3::build("x", b".ORIG x3000\nHALT\n.END");
    let program = build.program.expect("it assembles");
    let keys = |student: &str, file: &str| -> Vec<String> {
        let submission = submission(student, file);
        let report = report(&assignment, &submission, Verdict::Pass);
        let lints = lint(&assignment, &submission, &program, &report).into_iter();
        lints.map(|lint| lint.message).collect()
    };

    assert_eq!(
        keys("ada", "ada/game.asm"),
        ["The file must be called `connect4.asm`, not `game.asm`."]
    );
    assert_eq!(keys("ada", "ada/src/final2b.asm"), Vec::<String>::new());

    for (student, file) in [
        ("ada", "ada/connect4.asm"),
        ("ada", "ada/Connect4.ASM"),
        ("doe", "doe_123_456_connect4.asm"),
        ("doe", "doe/doe_123_456_connect4-1.asm"),
        ("ada", "ada/connect_4 (2).asm"),
        ("ada", "ada.asm"),
        ("ada", "ada/ada.asm"),
        ("Lovelace, Ada", "Lovelace, Ada/alovelace.asm"),
        ("ada", "ada/12345.asm"),
        ("ada", "ada/submission.asm"),
        ("ada", "game.asm"),
    ] {
        assert_eq!(keys(student, file), Vec::<String>::new(), "{file}");
    }
}

#[test]
fn an_object_file_for_a_source() {
    let assignment = find("lc3-starter").expect("it is bundled");
    let build = lc3::build("connect4.obj", &[0x30, 0, 0xF0, 0x25]);
    let submission = submission("ada", "ada/connect4.obj");
    let report = report(&assignment, &submission, Verdict::Wrong);
    let lints = lint(&assignment, &submission, &build.program.expect("it is one"), &report);
    let found: Vec<_> = lints
        .iter()
        .map(|lint| (lint.key.as_str(), lint.message.as_str()))
        .collect();

    assert_eq!(
        found,
        [(
            "object-file",
            "You submitted an object file. Submit the source, `connect4.asm`."
        )]
    );
}
