//! The golden results that the tests of all writers share: one student with every feature and hostile text in every
//! place, one without a fault, and a class.

#[path = "fixture/class.rs"]
pub mod class;
#[path = "fixture/faults.rs"]
pub mod faults;

use crate::diagnostic::{Located, Severity};
use crate::result::{
    BoardPicture, CaseGroup, CaseInfo, CaseList, CaseResult, CaseVerdict, Cell, Coverage, DiffLine, DiffPart, FORMAT,
    Failure, FormatDifference, GroupResult, Listing, Ran, Side, StudentReport, Verdict,
};
use crate::result::{Diagnosis, Ending, Place, Stop, Visibility};

pub use class::class;

/// Text that must never reach a reader as it is.
pub const HOSTILE: [&str; 6] = [
    "<script>",
    "</style>",
    "\u{202e}",
    "\x1b[",
    "\0",
    "<img src=x onerror=alert(1)>",
];

fn board(rows: &[&str], marked: &[(usize, usize)]) -> BoardPicture {
    BoardPicture {
        rows: rows.iter().map(|row| (*row).to_owned()).collect(),
        marked: marked.iter().copied().map(Cell::from).collect(),
    }
}

fn diff(side: Side, parts: &[(&str, bool)]) -> DiffLine {
    let parts = parts.iter().map(|(text, changed)| DiffPart {
        text: (*text).to_owned(),
        changed: *changed,
    });
    DiffLine {
        side,
        parts: parts.collect(),
    }
}

fn case(number: usize, name: &str, moves: &str, verdict: CaseVerdict) -> CaseResult {
    CaseResult {
        number,
        name: name.to_owned(),
        moves: moves.split(' ').map(str::to_owned).collect(),
        verdict,
        points: match verdict {
            CaseVerdict::Pass => 5.0,
            CaseVerdict::Format => 2.5,
            _ => 0.0,
        },
        max: 5.0,
        ending: Ending::Halted,
        instructions: 21_437,
        calls: None,
        failure: None,
        command: format!("c4grade run connect4.asm --moves '{moves}'"),
    }
}

fn trailing_space() -> FormatDifference {
    FormatDifference {
        kind: "trailing-space".to_owned(),
        message: "rows end in a space".to_owned(),
        count: 1_242,
        printed: "- - - - - - ".to_owned(),
        expected: "- - - - - -".to_owned(),
        deducted: 0.0,
        repair: None,
    }
}

fn missed_win() -> CaseResult {
    let mut case = case(
        3,
        "diagonal up, last piece lowest",
        "1 2 2 3 3 4 3 4 4 6 4",
        CaseVerdict::Wrong,
    );

    let rows = ["......", "......", "...1..", "..12..", ".121..", "1222.2"];
    let mut printed = rows;
    printed[2] = "...1.?";
    case.ending = Ending::Waiting;
    case.failure = Some(Failure {
        at_move: Some(10),
        expected_board: Some(board(&rows, &[(5, 0), (4, 1), (3, 2), (2, 3)])),
        printed_board: Some(board(&printed, &[(2, 5)])),
        diff: vec![
            diff(Side::Gap, &[("38 lines as expected", false)]),
            diff(Side::Both, &[("O X X X - X\n", false)]),
            diff(Side::Expected, &[("Player 1 ", false), ("Wins.", true), ("\n", false)]),
            diff(Side::Printed, &[("Player ", false), ("2, choose a column: ", true)]),
            diff(
                Side::Printed,
                &[("<script>window.hacked = 1</script>\u{202e}\x1b[31m\0\r\n", true)],
            ),
            diff(
                Side::Expected,
                &[("- - - -", false), (" ", true), ("- -", false), ("\n", false)],
            ),
            diff(Side::Printed, &[("- - - -", false), ("- - ", true), ("\r\n", true)]),
        ],
        ..Failure::new("Player 1 wins with move 11, but the program asks player 2 for a move.")
    });

    case
}

/// A case that crashes, with its diagnosis.
fn crash() -> CaseResult {
    let mut case = case(
        8,
        "<img src=x onerror=alert(1)> \u{202e}\x1b[2J",
        "1 x 7 ␛",
        CaseVerdict::Crash,
    );

    case.ending = Ending::Crashed;
    case.instructions = 402;
    case.failure = Some(Failure {
        at_move: Some(1),
        stop: Some(Stop {
            ending: Ending::Crashed,
            place: Some(Place {
                address: Some(0x3042),
                label: Some("GET_MOVE+3".to_owned()),
                file: None,
                line: Some(233),
                text: Some("RET ; </style><script>window.hacked = 2</script>\x1b[0m".to_owned()),
            }),
            reason: "illegal opcode xD000".to_owned(),
        }),
        diagnosis: Some(Diagnosis {
            cause: None,
            ..faults::diagnosis()
        }),
        ..Failure::new("The program crashes when an invalid key is typed.")
    });

    case
}

fn differently_formatted() -> CaseResult {
    let mut case = case(5, "the initial board", "1", CaseVerdict::Format);
    case.failure = Some(Failure {
        diff: vec![
            diff(Side::Expected, &[("- - - - - -", false), ("\n", false)]),
            diff(Side::Printed, &[("- - - - - -", false), (" ", true), ("\n", false)]),
        ],
        format_differences: vec![trailing_space()],
        ..Failure::new("The game is right, but every row ends in a space.")
    });
    case
}

fn similar(number: usize, like: usize, verdict: CaseVerdict) -> CaseResult {
    let mut case = case(number, &format!("winning line {number}"), "1 2 1 2 1 2 1", verdict);
    case.failure = Some(Failure {
        like: Some(like),
        ..Failure::new("Player 1 wins, but the program goes on.")
    });
    case
}

fn findings() -> Vec<Located> {
    vec![
        Located {
            code: "unknown-character".to_owned(),
            severity: Severity::Error,
            message: "</pre><script>window.hacked = 3</script> is no operand".to_owned(),
            file: None,
            line: Some(7),
            column: Some(10),
            excerpt: Some("\tLEA R0, \u{202e}<script>\0".to_owned()),
            label: Some("here".to_owned()),
            help: Some("write a label or an offset".to_owned()),
            replacement: Some("LEA R0, FOO".to_owned()),
        },
        Located {
            code: "missing-end".to_owned(),
            severity: Severity::Warning,
            message: "the last block has no .END".to_owned(),
            file: None,
            line: None,
            column: None,
            excerpt: None,
            label: None,
            help: None,
            replacement: None,
        },
    ]
}

/// A program of four instructions and many remarks: one line is hostile, one never ran.
fn listing() -> Listing {
    let written = [
        "        .ORIG x3000",
        "LOOP    ADD R0, R0, #1 ; </pre><script>window.hacked = 9</script>\u{202e}",
        "        BRnzp LOOP",
        "        HALT",
    ];
    let lines = written.into_iter().chain(std::iter::repeat_n(";", 300));
    let mut listing = Listing::new(lines.map(|line| (None, line)));
    let ran = |count, ever| Ran { count, ever };
    let counts = [(2, ran(1_234, true)), (3, ran(1_233, true)), (4, ran(0, false))];
    listing.cover(
        Coverage {
            case: Some(2),
            first: None,
        },
        &counts.into(),
    );
    listing
}

/// A student with every feature, and hostile text wherever a student can put some.
pub fn hostile_student() -> StudentReport {
    let mut wins = vec![
        case(1, "win in column 1", "1 2 1 2 1 2 1", CaseVerdict::Pass),
        missed_win(),
    ];
    wins.extend([4, 6, 7].map(|number| similar(number, 3, CaseVerdict::Wrong)));

    StudentReport {
        format: FORMAT,
        fingerprint: None,
        assignment: "lc3-starter".to_owned(),
        title: "Connect 4 on the LC-3 (starter file)".to_owned(),
        student: format!("<script>window.hacked = 4</script>\u{202e}\x1b[31m {}", "é".repeat(300)),
        slug: "script-alert-3f9a".to_owned(),
        file: "::error::</title>\u{200b}/connect4.asm".to_owned(),
        verdict: Verdict::Wrong,
        summary: "4 cases fail for the same reason: no win is found when the last piece is the lowest of a diagonal."
            .to_owned(),
        score: Some(47.5),
        exact_score: Some(45.0),
        game_score: Some(55.255),
        max: 100.0,
        protocol: Some("enter".to_owned()),
        linkage: Some("keep-r7<script>".to_owned()),
        settings: vec![
            "traps overwrite R7 (2nd edition)".to_owned(),
            "one key is one move".to_owned(),
        ],
        name: None,
        id: None,
        email: None,
        login: None,
        late: false,
        attempts: 1,
        visibility: Visibility::default(),
        unsandboxed: false,
        source: Some(listing()),
        notes: vec!["::warning::the file was read as windows-1252 <b>not</b> UTF-8".to_owned()],
        format_differences: vec![
            trailing_space(),
            FormatDifference {
                kind: "misspelling".to_owned(),
                message: "'There is a tie.' where 'Tie Game.' is asked".to_owned(),
                count: 1,
                printed: "There is a <i>tie</i>.\0\r\n".to_owned(),
                expected: "Tie Game.\n".to_owned(),
                deducted: 0.0,
                repair: None,
            },
        ],
        findings: faults::findings(),
        faults: faults::faults(),
        components: Some(faults::components()),
        common: std::collections::BTreeMap::new(),
        diagnostics: findings(),
        groups: vec![
            GroupResult {
                name: "Wins".to_owned(),
                points: 18.333_333,
                max: 60.0,
                rule: "each case earns its share".to_owned(),
                arithmetic: "1 of 5 cases passes: 18.33 of 60".to_owned(),
                cases: wins,
            },
            GroupResult {
                name: "Invalid moves & </td>".to_owned(),
                points: 34.166_667,
                max: 40.0,
                rule: "each case earns its share".to_owned(),
                arithmetic: "1 of 4 cases passes, 1 earns half: 34.17 of 40".to_owned(),
                cases: vec![
                    case(2, "letters", "a b 1", CaseVerdict::Pass),
                    differently_formatted(),
                    crash(),
                    case(9, "not played", "1", CaseVerdict::Skipped),
                    faults::endless(10),
                    faults::endless(11),
                ],
            },
            faults::subroutines(),
        ],
    }
}

/// A student without a fault.
pub fn good_student() -> StudentReport {
    let mut report = StudentReport {
        protocol: Some("key".to_owned()),
        linkage: Some("any".to_owned()),
        student: "Ada Lovelace".to_owned(),
        slug: "ada-lovelace".to_owned(),
        file: "ada/connect4.asm".to_owned(),
        verdict: Verdict::Pass,
        summary: "Every case passes.".to_owned(),
        score: Some(100.0),
        exact_score: Some(100.0),
        game_score: Some(100.0),
        name: None,
        id: None,
        email: None,
        login: None,
        late: false,
        attempts: 1,
        unsandboxed: false,
        notes: Vec::new(),
        format_differences: Vec::new(),
        findings: Vec::new(),
        faults: Vec::new(),
        components: None,
        diagnostics: Vec::new(),
        ..hostile_student()
    };

    for group in &mut report.groups {
        group.points = group.max;
        group.arithmetic = format!("all cases pass: {0} of {0}", group.max);
        for case in &mut group.cases {
            case.verdict = CaseVerdict::Pass;
            case.points = case.max;
            case.ending = Ending::Halted;
            case.failure = None;
            if case.calls.is_some() {
                continue;
            }

            case.name = format!("case {}", case.number);
        }
    }

    report
}

/// A student whose cases all fail, most of them for the same reason: the size of a real page.
pub fn long_student(cases: usize) -> StudentReport {
    let mut report = hostile_student();
    report.groups.truncate(2);
    report.faults.clear();

    let mut results = vec![missed_win(), crash(), differently_formatted()];
    for number in 10..10 + cases {
        results.push(match number % 4 {
            0 => similar(number, 3, CaseVerdict::Wrong),
            1 => case(
                number,
                &format!("winning line {number}"),
                "1 2 1 2 1 2 1 2",
                CaseVerdict::Pass,
            ),
            2 if number % 16 == 2 => CaseResult { number, ..missed_win() },
            2 => similar(number, 8, CaseVerdict::Crash),
            _ => similar(number, 5, CaseVerdict::Format),
        });
    }

    report.groups[0].cases = results;
    report.groups[1].cases.clear();
    report
}

/// The cases of a class whose students have those of this report.
pub fn cases_of(report: &StudentReport) -> CaseList {
    let case = |case: &CaseResult| CaseInfo {
        number: case.number,
        name: case.name.clone(),
        moves: case.moves.clone(),
        max: case.max,
        calls: case.calls,
    };
    let group = |group: &GroupResult| CaseGroup {
        name: group.name.clone(),
        max: group.max,
        rule: group.rule.clone(),
        cases: group.cases.iter().map(case).collect(),
    };
    CaseList {
        format: FORMAT,
        suite: "0f1e2d3c".to_owned(),
        assignment: report.assignment.clone(),
        groups: report.groups.iter().map(group).collect(),
    }
}
