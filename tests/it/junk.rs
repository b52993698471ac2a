//! Programs that play no game earn next to nothing, whatever they print.

use c4grade::assignment::{self, Assignment, MachineSpec};
use c4grade::case::{self, Case};
use c4grade::connect4::{Expected, Outcome, Protocol, Script};
use c4grade::grade::Grader;
use c4grade::result::{StudentReport, Verdict};
use c4grade::submission::from_memory;

use crate::cli::command::C4grade;

/// The most of 100 points that such a program may earn.
const MOST: f64 = 3.0;

/// What is tried where programs run slowly.
const QUICK: [&str; 9] = [
    "nothing",
    "an echo",
    "the first win, move by move",
    "the first tie, reading its keys",
    "the first tie, move by move",
    "2 games, at once",
    "3 games, move by move",
    "an unfinished game, reading nothing",
    "an unfinished game, move by move",
];

/// What a program does that knows no rules: it prints a text byte by byte, in which these bytes are orders.
struct Junk {
    name: String,
    text: Vec<u8>,
}

/// The end of the text.
const END: u8 = 0;
/// Reads a key; at the end of the input that is one too.
const READ: u8 = 1;
/// Reads a key and shows it; the end of the input is the end of the program.
const ECHO: u8 = 2;
/// Where [`AGAIN`] goes back to.
const LOOP: u8 = 3;
const AGAIN: u8 = 4;
/// Reads a key and keeps it.
const KEEP: u8 = 5;
/// Comes before a key and a mark: where another key is kept, goes on behind the next such mark.
const IF: u8 = 6;
const FI: u8 = 7;
const OUTER_FI: u8 = 8;

/// Reads so many keys, then prints.
fn printing(name: &str, keys: usize, text: &str) -> Junk {
    Junk {
        name: name.to_owned(),
        text: [&vec![READ; keys], text.as_bytes()].concat(),
    }
}

/// Prints a text, then another one after each key.
fn repeating(name: &str, first: &str, text: &str) -> Junk {
    Junk {
        name: name.to_owned(),
        text: [first.as_bytes(), &[LOOP, ECHO], text.as_bytes(), &[AGAIN]].concat(),
    }
}

/// Prints a case's transcript up to the next prompt after each move, whatever the move is.
fn pacing(name: &str, assignment: &Assignment, case: &Case) -> Junk {
    let prompts = &assignment.game.wording.prompts;
    let keys = |number: usize| {
        let first = |number: usize| {
            let attempt = case.script.attempts.get(number);
            attempt.map_or(case.script.keys.len(), |attempt| attempt.first_key)
        };
        first(number + 1) - first(number)
    };

    let (mut text, mut asked) = (Vec::new(), 0);
    for byte in case.transcript() {
        text.push(*byte);
        if prompts.iter().any(|prompt| text.ends_with(prompt.as_bytes())) {
            text.extend(vec![READ; keys(asked)]);
            asked += 1;
        }
    }
    Junk {
        name: name.to_owned(),
        text,
    }
}

/// Games that the first key chooses, each printed to its end: at once, or move by move.
fn chosen(name: &str, assignment: &Assignment, games: &[&Case], is_paced: bool) -> Junk {
    let mut text = Vec::new();
    for game in games {
        let paced = pacing(name, assignment, game).text;
        let first = paced.iter().position(|byte| *byte == READ).expect("it reads a key");
        if text.is_empty() {
            text.extend([&paced[..first], &[KEEP]].concat());
        }
        let rest = paced[first + 1..].iter().copied();
        text.extend([IF, game.script.keys[0], FI]);
        text.extend(rest.filter(|byte| is_paced || *byte != READ));
        text.extend([END, FI]);
    }
    let name = format!("{name}, {}", if is_paced { "move by move" } else { "at once" });
    Junk { name, text }
}

/// Whole games with other first keys and other tags.
fn different(cases: &[Case], count: usize) -> Vec<&Case> {
    let mut found: Vec<&Case> = Vec::new();
    for case in cases.iter().filter(|case| case.expected.outcome.is_some()) {
        let is_new = |known: &&Case| known.script.keys[0] != case.script.keys[0] && known.tags != case.tags;
        if found.len() < count && found.iter().all(is_new) {
            found.push(case);
        }
    }
    found
}

/// The game that is not played to its end and from which most cases are taken.
fn unfinished(cases: &[Case]) -> Option<&Case> {
    let open = cases
        .iter()
        .filter(|case| case.expected.outcome.is_none() && case.goal.is_none());
    open.max_by_key(|case| {
        let begins = |other: &&Case| case.transcript().starts_with(other.transcript());
        (cases.iter().filter(begins).count(), case.transcript().len())
    })
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

    let is_win = |case: &&Case| matches!(case.expected.outcome, Some(Outcome::Win(_)));
    let is_tie = |case: &&Case| case.expected.outcome == Some(Outcome::Tie);
    let is_from_column_1 = |case: &&Case| is_win(case) && case.script.keys.first() == Some(&b'1');
    let games = [
        ("the first win", cases.iter().find(is_win)),
        ("a win from column 1", cases.iter().rfind(is_from_column_1)),
        ("the first tie", cases.iter().find(is_tie)),
        ("the last tie", cases.iter().rfind(is_tie)),
        (
            "the longest game",
            cases
                .iter()
                .max_by_key(|case| (case.expected.outcome.is_some(), case.transcript().len())),
        ),
    ];
    for (name, case) in games {
        let Some(case) = case else { continue };
        let text = String::from_utf8_lossy(case.transcript());
        let keys = case.script.keys.len();
        all.push(printing(&format!("{name}, reading nothing"), 0, &text));
        all.push(printing(&format!("{name}, reading its keys"), keys, &text));
        all.push(pacing(&format!("{name}, move by move"), assignment, case));
    }

    for count in [2, 3] {
        let games = different(cases, count);
        for is_paced in [true, false] {
            all.push(chosen(&format!("{count} games"), assignment, &games, is_paced));
        }
    }
    if let Some(case) = unfinished(cases) {
        let text = String::from_utf8_lossy(case.transcript());
        all.push(printing("an unfinished game, reading nothing", 0, &text));
        all.push(pacing("an unfinished game, move by move", assignment, case));
    }
    all
}

/// Programs that play, as far as they go.
fn honest(assignment: &Assignment) -> Vec<Junk> {
    let played = |moves: &[usize]| {
        let moves: Vec<String> = moves.iter().map(|column| (column + 1).to_string()).collect();
        let script = Script::from_moves(&moves.join(" "), assignment.protocol);
        Expected::play(&assignment.game, &script).transcript()
    };
    let enter: &[u8] = if assignment.protocol == Protocol::Enter {
        &[READ]
    } else {
        &[]
    };
    let columns = 0..assignment.game.rules.columns;
    let key = |column: usize| b'1' + u8::try_from(column).expect("a digit");
    let start = played(&[]);

    let mut one = [&start[..], &[KEEP], enter].concat();
    let mut two = one.clone();
    for first in columns.clone() {
        let after_one = played(&[first]);
        one.extend([&[IF, key(first), FI], &after_one[start.len()..], &[END, FI]].concat());
        two.extend([&[IF, key(first), OUTER_FI], &after_one[start.len()..], &[KEEP], enter].concat());
        for second in columns.clone() {
            let after_two = &played(&[first, second])[after_one.len()..];
            two.extend([&[IF, key(second), FI], after_two, &[END, FI]].concat());
        }
        two.extend([END, OUTER_FI]);
    }
    let program = |name: &str, text: Vec<u8>| Junk {
        name: name.to_owned(),
        text,
    };
    vec![
        program("the first board, then a crash", [&start[..], &[KEEP, END]].concat()),
        program("one move, then a crash", one),
        program("two moves, then a crash", two),
    ]
}

/// The program for a machine, in a file of this name.
fn program(junk: &Junk, machine: &MachineSpec) -> (&'static str, String) {
    let text = [&junk.text[..], &[END]].concat();
    let lines = |before: &str, many: usize, after: &str| {
        let line = |bytes: &[u8]| {
            let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
            format!("{before}{}{after}\n", bytes.join(", "))
        };
        text.chunks(many).map(line).collect::<String>()
    };
    match machine {
        MachineSpec::Lc3 { .. } => (
            "connect4.asm",
            format!(
                "        .ORIG x3000\n        LD R2, AT_TEXT\nNEXT    LDR R0, R2, #0\n        BRz DONE\n        ADD R2, R2, #1\n        \
                 ADD R1, R0, #-{READ}\n        BRz READ\n        ADD R1, R0, #-{ECHO}\n        BRz ECHO\n        ADD R1, R0, \
                 #-{LOOP}\n        BRz LOOP\n        ADD R1, R0, #-{AGAIN}\n        BRz AGAIN\n        ADD R1, R0, #-{KEEP}\n        \
                 BRz KEEP\n        ADD R1, R0, #-{IF}\n        BRz IF\n        OUT\n        BRnzp NEXT\nREAD    \
                 GETC\n        BRnzp NEXT\nECHO    GETC\n        OUT\n        BRnzp NEXT\nLOOP    ADD R3, R2, #0\n        BRnzp \
                 NEXT\nAGAIN   ADD R2, R3, #0\n        BRnzp NEXT\nKEEP    GETC\n        ADD R4, R0, #0\n        BRnzp \
                 NEXT\nIF      LDR R0, R2, #0\n        LDR R5, R2, #1\n        ADD R2, R2, #2\n        NOT R0, R0\n        ADD R0, R0, \
                 #1\n        ADD R0, R0, R4\n        BRz NEXT\n        NOT R5, R5\n        ADD R5, R5, #1\nSKIP    LDR R0, R2, #0\n        \
                 ADD R2, R2, #1\n        ADD R0, R0, R5\n        BRnp SKIP\n        BRnzp NEXT\nDONE    HALT\nAT_TEXT .FILL TEXT\nTEXT\n{}        .END\n",
                lines("        .FILL ", 1, "")
            ),
        ),
        MachineSpec::Arm { .. } => (
            "connect4.s",
            format!(
                "        AREA junk, CODE, READONLY\n        ENTRY\n        LDR R4, =0xE000C000\n        LDR R5, =text\nnext    LDRB R0, \
                 [R5], #1\n        CMP R0, #{END}\nstop    BEQ stop\n        CMP R0, #{LOOP}\n        MOVEQ R6, R5\n        BEQ next\n        \
                 CMP R0, #{AGAIN}\n        MOVEQ R5, R6\n        BEQ next\n        CMP R0, #{KEEP}\n        BEQ wait\n        CMP R0, #{IF}\n        BEQ if\n        CMP R0, \
                 #{ECHO}\n        BLS wait\nready   LDRB R1, \
                 [R4, #0x14]\n        TST R1, #0x20\n        BEQ ready\n        STRB R0, [R4]\n        B next\nwait    LDRB R1, [R4, \
                 #0x14]\n        TST R1, #1\n        BEQ wait\n        LDRB R1, [R4]\n        CMP R0, #{ECHO}\n        STREQB R1, [R4]\n        CMP R0, #{KEEP}\n        \
                 MOVEQ R7, R1\n        B next\nif      LDRB R0, [R5], #1\n        LDRB R1, [R5], #1\n        CMP R0, R7\n        BEQ \
                 next\nskip    LDRB R0, [R5], #1\n        CMP R0, R1\n        BNE skip\n        B next\n        LTORG\ntext\n{}        ALIGN\n        END\n",
                lines("        DCB ", 16, "")
            ),
        ),
        MachineSpec::Native { .. } => (
            "connect4.c",
            format!(
                "#include <stdio.h>\n#include <stdlib.h>\nstatic const unsigned char text[] = {{\n{}}};\nint main(void)\n{{\n    const unsigned \
                 char *next = text, *again = text;\n    int key, kept = 0;\n    for (;;) switch (*next++) {{\n    case {END}: return 0;\n    case {READ}: \
                 getchar(); fflush(stdout); break;\n    case {ECHO}: key = getchar(); if (key == EOF) exit(0); putchar(key); break;\n    case \
                 {LOOP}: again = next; break;\n    case {AGAIN}: next = again; break;\n    case {KEEP}: kept = getchar(); fflush(stdout); break;\n    case {IF}: key = next[1]; if (next[0] == \
                 kept) {{ next += 2; break; }} next += 2; while (*next++ != key) {{}} break;\n    default: putchar(next[-1]);\n    }}\n}}\n",
                lines("", 16, ",")
            ),
        ),
    }
}

/// Grades a class of such programs.
fn earns_next_to_nothing(mut desk: C4grade, name: &str) {
    let path = desk.path(name);
    let assignment = if path.exists() {
        path.display().to_string()
    } else {
        name.to_owned()
    };
    let loaded = assignment::find(&assignment).expect("a package");
    let suite = case::load(&loaded, None).expect("it is right");
    let mut all = junk(&loaded, &suite.cases);
    assert!(all.len() >= 12, "{name} has hardly a game");
    if let MachineSpec::Native { .. } = loaded.machine {
        // Each run of a native program is a process.
        all.retain(|junk| QUICK.contains(&junk.name.as_str()));
    }

    let honest = honest(&loaded);
    for (number, junk) in all.iter().chain(&honest).enumerate() {
        let (file, text) = program(junk, &loaded.machine);
        desk = desk.file(&format!("class/{number:02}/{file}"), text);
    }

    let out = desk.run_args(&[
        "grade",
        "class",
        "--assignment",
        &assignment,
        "--reports",
        "found",
        "--repair",
        "0",
    ]);
    // In CI a missing sandbox is a failure.
    if out.code == 6 && std::env::var_os("CI").is_none() {
        eprintln!("left out: {}", out.stderr);
        return;
    }
    out.code(0);
    for (number, junk) in all.iter().enumerate() {
        let report = desk.report(&format!("found/{number:02}.json"));
        let score = report.score.expect("it was graded");
        println!("{name}: {}: {score}", junk.name);
        assert!(
            score <= MOST,
            "{name}: {} earns {score}: {}: {:?}",
            junk.name,
            report.summary,
            report.diagnostics
        );
        assert_eq!(
            report.verdict,
            Verdict::Wrong,
            "{name}: {}: {}",
            junk.name,
            report.summary
        );
    }
    for (number, program) in (all.len()..).zip(&honest) {
        let report = desk.report(&format!("found/{number:02}.json"));
        println!("{name}: {}: {:?}", program.name, report.score);
        plays_no_fixed_game(&report, &program.name);
    }
}

/// Nothing is deducted for games that are the same whatever is typed.
fn plays_no_fixed_game(report: &StudentReport, name: &str) {
    let fixed = ["one-game", "ignored-keys"];
    let found = report
        .findings
        .iter()
        .find(|finding| fixed.contains(&finding.key.as_str()));
    assert!(found.is_none(), "{name}: {found:?}");
}

/// The same for a package that `assignment new` makes with these options.
fn earns_next_to_nothing_in_a_new_one(options: &str) {
    let desk = C4grade::new();
    let out = desk.run(&format!("assignment new course {options}"));
    assert!(out.stderr.contains("To grade with it"), "{options}: {}", out.stderr);
    earns_next_to_nothing(desk, "course");
}

#[test]
fn lc3_starter() {
    earns_next_to_nothing(C4grade::new(), "lc3-starter");
}

#[test]
fn lc3_scratch() {
    earns_next_to_nothing(C4grade::new(), "lc3-scratch");
}

#[test]
fn native_scratch() {
    earns_next_to_nothing(C4grade::new(), "native-scratch");
}

#[test]
fn arm_falling() {
    earns_next_to_nothing(C4grade::new(), "arm-falling");
    earns_next_to_nothing(C4grade::new(), "arm-falling-computer");
}

#[test]
fn arm_redfirst() {
    earns_next_to_nothing(C4grade::new(), "arm-redfirst");
}

#[test]
fn arm_scan() {
    earns_next_to_nothing(C4grade::new(), "arm-scan");
    earns_next_to_nothing(C4grade::new(), "arm-scan-computer");
}

#[test]
fn new_packages() {
    earns_next_to_nothing_in_a_new_one("--machine lc3");
    earns_next_to_nothing_in_a_new_one("--machine lc3 --columns 4 --rows 4 --protocol key");
}

#[test]
#[ignore = "takes half a minute; `.ci/long` does"]
fn new_packages_for_other_machines() {
    earns_next_to_nothing_in_a_new_one("--machine native --columns 4 --rows 4 --first R --second Y --protocol line");
    earns_next_to_nothing_in_a_new_one("--machine arm");
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

#[test]
fn a_program_that_plays_with_a_fault_in_it_has_no_such_finding() {
    let faults = [
        ("lc3-scratch", "        ADD     R5, R5, R4\n", ""),
        (
            "lc3-scratch",
            "RL_BAD  AND     R4, R4, #0\n        ADD     R4, R4, #-1\n",
            "RL_BAD  AND     R4, R4, #0\n",
        ),
        ("lc3-scratch", "        BRp     WON\n", ""),
        ("native-scratch", "return first - '1';", "return 0;"),
        ("native-scratch", "return NO_COLUMN;", "return 0;"),
    ];
    for (name, before, after) in faults {
        let assignment = assignment::find(name).expect("bundled");
        let reference = assignment.reference().expect("readable").expect("bundled");
        let reference = String::from_utf8(reference).expect("text");
        assert!(reference.contains(before), "{name}: {before:?}");
        let faulty = reference.replacen(before, after, 1);

        let (file, text) = (assignment.files[0].clone(), faulty.into_bytes());
        if let MachineSpec::Native { .. } = assignment.machine {
            let desk = C4grade::new().file(&format!("class/ada/{file}"), text);
            let out = desk.run(&format!("grade class --assignment {name} --reports found --repair 0"));
            if out.code == 6 && std::env::var_os("CI").is_none() {
                eprintln!("left out: {}", out.stderr);
                continue;
            }
            plays_no_fixed_game(&desk.report("found/ada.json"), before);
            continue;
        }
        let suite = case::load(&assignment, None).expect("it is right");
        let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false);
        let found = from_memory([("ada".to_owned(), file, text)]);
        plays_no_fixed_game(&grader.grade(&found.submissions[0]).report, before);
    }
}
