//! One mistake in each of many rewritten programs.

#![expect(clippy::disallowed_methods, reason = "kept programs are for looking at")]

use std::fmt::Write as _;
use std::ops::Range;

use c4grade::machine::Target;
use c4grade::machine::edits::edits;

use super::rewrite::{Kept, Random, rewritten};
use super::{Found, SCRATCH, STARTER, fate, graded, grader, is_in_subroutine, is_of_structure, number};

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

/// Programs of one package, each with one mistake: of a word or a statement, or of structure.
fn look((name, source, kept): (&str, &str, &Kept), seeds: Range<u64>, of_structure: bool) -> Found {
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

        let mut all = edits(Target::Lc3, &text);
        all.retain(|edit| is_of_structure(edit) == of_structure);
        let edit = loop {
            let edit = &all[random.below(all.len())];
            if !graded(&playing, &edit.apply(&text)).faults.is_empty() {
                break edit;
            }
        };
        let wrong = edit.apply(&text);
        let report = graded(&grader, &wrong);
        let (fate, said) = fate(Target::Lc3, edit, &report, [&text, &wrong]);
        found.count(fate, is_in_subroutine(edit, &report, &text));
        if let Ok(folder) = std::env::var("KEEP") {
            let kind = if of_structure { "structure" } else { "words" };
            let file = format!("{folder}/{name}-{kind}-{seed}.asm");
            std::fs::write(file, &wrong).expect("it can be written");
        }
        let _ = writeln!(
            found.log,
            "{fate:9} {seed:3} {:4} {:60} {said}",
            edit.line,
            edit.words()
        );
    }
    found
}

/// The programs of some seeds of each package.
fn look_into(seeds: &Range<u64>) {
    for (name, source, kept) in [
        ("lc3-starter", STARTER, OF_STARTER),
        ("lc3-scratch", SCRATCH, OF_SCRATCH),
    ] {
        for (of_structure, kind) in [(false, "words and statements"), (true, "structure")] {
            let found = look((name, source, &kept), seeds.clone(), of_structure);
            println!("{}", found.log);
            println!("{name}, rewritten, {kind}: {}", found.words());
            assert!(
                found.at_line * 100 >= found.planted * 70,
                "{name}, {kind}: {} of {} are at their line",
                found.at_line,
                found.planted
            );
            // An order that is wrong is more often made up for elsewhere.
            let most = if of_structure { 10 } else { 5 };
            assert!(
                found.elsewhere * 100 <= found.planted * most,
                "{name}, {kind}: {} are misleading",
                found.elsewhere
            );
        }
    }
}

#[test]
#[ignore = "takes minutes; `.ci/long` does"]
fn rewritten_programs_planted_mistakes_are_found() {
    let from = number("FROM", 0);
    look_into(&(from..from + number("PROGRAMS", 100)));
}

#[test]
#[ignore = "takes half a minute; `.ci/run` does"]
fn some_rewritten_programs_mistakes_are_found() {
    look_into(&(100..110));
}

#[test]
fn a_rewritten_program_is_another_one_and_perfect() {
    let texts = [1, 2].map(|seed| rewritten(STARTER, &OF_STARTER, &mut Random::new(seed)));
    assert_ne!(texts[0], texts[1]);
    assert!(!super::equal::are_equal(&texts[0], STARTER));
    assert_eq!(
        texts[0],
        rewritten(STARTER, &OF_STARTER, &mut Random::new(1)),
        "a seed is one program"
    );
    let report = graded(&grader("lc3-starter"), &texts[0]);
    assert_eq!(report.score, Some(report.max), "{}", report.summary);
}
