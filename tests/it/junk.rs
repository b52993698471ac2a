//! Programs that play no game earn next to nothing, whatever they print.

use std::fmt::Write as _;

use c4grade::assignment::{self, Assignment, MachineSpec};
use c4grade::case::{self, Case};
use c4grade::connect4::{Expected, Outcome, Script};
use c4grade::grade::Grader;
use c4grade::result::Verdict;
use c4grade::submission::from_memory;

/// The most of 100 points that such a program may earn.
const MOST: f64 = 3.0;

/// What a program does that knows no rules.
struct Junk {
    name: &'static str,
    /// Printed first.
    first: String,
    /// How many keys are read before the text.
    keys: usize,
    text: String,
    /// Whether everything is done again, and each key is shown.
    repeats: bool,
}

fn printing(name: &'static str, keys: usize, text: &str) -> Junk {
    Junk {
        name,
        first: String::new(),
        keys,
        text: text.to_owned(),
        repeats: false,
    }
}

fn repeating(name: &'static str, first: &str, text: &str) -> Junk {
    Junk {
        name,
        first: first.to_owned(),
        keys: 1,
        text: text.to_owned(),
        repeats: true,
    }
}

/// Everything that a student might hand in to see what it earns.
fn junk(assignment: &Assignment, cases: &[Case]) -> Vec<Junk> {
    let game = &assignment.game;
    let start = Expected::play(game, &Script::from_moves("", assignment.protocol)).transcript();
    let start = String::from_utf8(start).expect("text");
    let win = &format!("{}\n", game.wording.wins[0]);
    let full: String = (0_usize..)
        .zip(start.chars())
        .map(|(at, letter)| {
            let pieces = [game.wording.pieces[0], game.wording.pieces[1], game.wording.empty];
            if letter == game.wording.empty {
                pieces[at * 7 % 3]
            } else {
                letter
            }
        })
        .collect();

    let mut all = vec![
        printing("nothing", 0, ""),
        printing("the first board alone", 0, &start),
        printing("a result at once", 0, win),
        printing("a result after seven keys", 7, win),
        repeating("an echo", "", ""),
        repeating("the first board, then an echo", &start, ""),
        repeating("the first board after each key", &start, &start),
        repeating("another board after each key", &full, &full),
        repeating("a result after each key", &start, win),
    ];
    let won = |case: &&Case| matches!(case.expected.outcome, Some(Outcome::Win(_)));
    let short = cases.iter().filter(|case| case.transcript.len() < 4000);
    let longest = short.max_by_key(|case| case.transcript.len());
    for case in cases.iter().find(won).into_iter().chain(longest) {
        let text = String::from_utf8_lossy(&case.transcript);
        all.push(printing("the transcript of a case, reading nothing", 0, &text));
        all.push(printing(
            "the transcript of a case, reading its keys",
            case.script.keys.len(),
            &text,
        ));
    }
    all
}

/// The program for the LC-3.
fn lc3(junk: &Junk) -> String {
    let (show, last) = if junk.repeats {
        ("        OUT\n", "BRnzp AGAIN")
    } else {
        ("", "HALT")
    };
    format!(
        "        .ORIG x3000\n        LD R0, AT_FIRST\n        PUTS\nAGAIN   LD R1, KEYS\nREAD    BRz PRINT\n        GETC\n{show}        \
         ADD R1, R1, #-1\n        BRnzp READ\nPRINT   LD R0, AT_TEXT\n        PUTS\n        {last}\nKEYS    .FILL {}\nAT_FIRST .FILL \
         FIRST\nAT_TEXT .FILL TEXT\n{}{}        .END\n",
        junk.keys,
        words("FIRST", ".FILL", &junk.first),
        words("TEXT", ".FILL", &junk.text),
    )
}

/// The program for the ARM board.
fn arm(junk: &Junk) -> String {
    let (show, last) = if junk.repeats {
        ("        STRB R0, [R4]\n", "        B again\n")
    } else {
        ("", "")
    };
    format!(
        "        AREA junk, CODE, READONLY\n        ENTRY\n        LDR R4, =0xE000C000\n        LDR R5, =first\n        BL puts\nagain   \
         LDR R6, ={}\nread    CMP R6, #0\n        BEQ print\nwait    LDRB R0, [R4, #0x14]\n        TST R0, #1\n        BEQ wait\n        \
         LDRB R0, [R4]\n{show}        SUB R6, R6, #1\n        B read\nprint   LDR R5, =text\n        BL puts\n{last}stop    B stop\nputs    \
         LDRB R0, [R5], #1\n        CMP R0, #0\n        BXEQ LR\nready   LDRB R1, [R4, #0x14]\n        TST R1, #0x20\n        BEQ ready\n        \
         STRB R0, [R4]\n        B puts\n        LTORG\n{}{}        ALIGN\n        END\n",
        junk.keys,
        words("first", "DCB", &junk.first),
        words("text", "DCB", &junk.text),
    )
}

/// A text as numbers, with a zero at its end.
fn words(label: &str, directive: &str, text: &str) -> String {
    let mut lines = format!("{label}\n");
    for byte in text.bytes().chain([0]) {
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "        {directive} {byte}");
    }
    lines
}

fn earns_next_to_nothing(name: &str) {
    let assignment = assignment::find(name).expect("bundled");
    let suite = case::load(&assignment, None).expect("it is right");
    let program = match assignment.machine {
        MachineSpec::Lc3 { .. } => lc3,
        MachineSpec::Arm { .. } => arm,
        MachineSpec::Native { .. } => unreachable!("only of embedded machines"),
    };
    let file = assignment.files[0].clone();
    let all = junk(&assignment, &suite.cases);
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false).with_contracts(suite.contracts);

    for junk in all {
        let found = from_memory([("ada".to_owned(), file.clone(), program(&junk).into_bytes())]);
        let report = grader.grade(&found.submissions[0]).report;
        assert_eq!(
            report.verdict,
            Verdict::Wrong,
            "{name}: {}: {:?}",
            junk.name,
            report.diagnostics
        );
        let score = report.score.expect("it was graded");
        assert!(score <= MOST, "{name}: {} earns {score}", junk.name);
    }
}

#[test]
fn lc3_starter() {
    earns_next_to_nothing("lc3-starter");
}

#[test]
fn lc3_scratch() {
    earns_next_to_nothing("lc3-scratch");
}

#[test]
fn arm_falling() {
    earns_next_to_nothing("arm-falling");
    earns_next_to_nothing("arm-falling-computer");
}

#[test]
fn arm_redfirst() {
    earns_next_to_nothing("arm-redfirst");
}

#[test]
fn arm_scan() {
    earns_next_to_nothing("arm-scan");
    earns_next_to_nothing("arm-scan-computer");
}

#[test]
fn the_untouched_starter_earns_nothing() {
    let assignment = assignment::find("lc3-starter").expect("bundled");
    let suite = case::load(&assignment, None).expect("it is right");
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false);
    let starter = include_bytes!("../../reference/lc3-starter/starter.asm").to_vec();
    let found = from_memory([("ada".to_owned(), "connect4.asm".to_owned(), starter)]);
    let report = grader.grade(&found.submissions[0]).report;
    assert_eq!(report.score, Some(0.0), "{}", report.summary);
}
