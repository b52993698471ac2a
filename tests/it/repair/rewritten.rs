//! One mistake in each of many rewritten programs.

use std::fmt::Write as _;
use std::ops::Range;

use c4grade::machine::Target;
use c4grade::machine::edits::edits;

use super::rewrite::{Kept, Random, rewritten};
use super::{Found, SCRATCH, STARTER, fate, graded, grader, number};

/// What contracts of `lc3-starter` name, and its data.
const OF_STARTER: Kept = Kept {
    labels: &[
        "BOARD_PTR",
        "TURN",
        "WINNER",
        "CHECKERS",
        "ROW1",
        "NEXT_TURN",
        "PLAYER_TEXT",
        "CHOOSE_TEXT",
        "INVALID_TEXT",
    ],
    entries: true,
    registers: &["R1", "R2", "R3"],
    from: "DISPLAY_BOARD",
};

const OF_SCRATCH: Kept = Kept {
    labels: &[],
    entries: false,
    registers: &["R1", "R2", "R3", "R4", "R5", "R6"],
    from: "PRINT_PLAYER",
};

/// Programs of one package, each with one mistake.
fn look(name: &str, source: &str, kept: &Kept, seeds: Range<u64>) -> Found {
    let grader = grader(name);
    let playing = super::grader(name).with_repair(0);
    let mut found = Found::default();
    for seed in seeds {
        let mut random = Random::new(seed);
        let text = rewritten(source, kept, &mut random);
        let report = graded(&playing, &text);
        assert_eq!(
            report.score,
            Some(report.max),
            "{name}, {seed}: {}\n{text}",
            report.summary
        );

        let all = edits(Target::Lc3, &text);
        let edit = loop {
            let edit = &all[random.below(all.len())];
            if !graded(&playing, &edit.apply(&text)).faults.is_empty() {
                break edit;
            }
        };
        let wrong = edit.apply(&text);
        let (fate, said) = fate(edit, &graded(&grader, &wrong), [&text, &wrong]);
        found.count(fate);
        let _ = writeln!(
            found.log,
            "{fate:9} {seed:3} {:4} {:24} > {:24} {said}",
            edit.line, edit.before, edit.after
        );
    }
    found
}

/// So many programs of each package.
fn look_into(most: u64) {
    for (name, source, kept) in [
        ("lc3-starter", STARTER, OF_STARTER),
        ("lc3-scratch", SCRATCH, OF_SCRATCH),
    ] {
        let found = look(name, source, &kept, number("FROM", 0)..number("FROM", 0) + most);
        println!("{}", found.log);
        println!("{name}, rewritten: {}", found.words());
    }
}

#[test]
#[ignore = "takes minutes; `.ci/long` does"]
fn rewritten_programs_planted_mistakes_are_found() {
    look_into(number("PROGRAMS", 100));
}
