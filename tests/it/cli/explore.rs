//! `c4grade explore`: every game to a depth against the rules.

use std::collections::BTreeSet;

use c4grade::diagnostic::wording::format_count;

use super::command::{C4grade, project};

/// A program that misses the wins on one of the diagonals.
const DIAGONAL: &str = "reference/lc3-starter/submissions/wei-chen/connect4.asm";

/// The reference program with one change.
fn changed(from: &str, to: &str) -> C4grade {
    let program = String::from_utf8(project("reference/lc3-starter/connect4.asm")).expect("text");
    assert_eq!(program.matches(from).count(), 1, "{from}");
    C4grade::new().file("connect4.asm", program.replace(from, to))
}

/// Different positions that at most so many pieces reach where nobody can win yet: what lies in each column says all.
fn positions(columns: usize, pieces: usize) -> usize {
    let mut reached = BTreeSet::from([vec![String::new(); columns]]);
    let mut layer = reached.clone();
    for piece in 0..pieces {
        let mut next = BTreeSet::new();
        for position in &layer {
            for column in 0..columns {
                let mut after = position.clone();
                after[column].push(if piece % 2 == 0 { 'X' } else { 'O' });
                next.insert(after);
            }
        }
        reached.extend(next.iter().cloned());
        layer = next;
    }
    reached.len()
}

#[test]
fn on_a_perfect_program_it_is_a_proof_to_that_depth() {
    for (assignment, columns, plies) in [("lc3-starter", 6, 4), ("lc3-scratch", 6, 3), ("arm-redfirst", 7, 3)] {
        C4grade::new()
            .run(&format!("explore --assignment {assignment} --plies {plies} --games 0"))
            .code(0)
            .prints(&format!("{} different", format_count(positions(columns, plies) as u64)))
            .prints(&format!("all {} of", format_count(columns.pow(plies as u32) as u64)))
            .prints("No game differs from the rules.");
    }
}

#[test]
fn a_refused_key_that_costs_a_turn_is_found() {
    let refusal = "        LEA     R0, INVALID_TEXT\n        PUTS\n";
    let passes = "        LD R0, TURN\n        NOT R0, R0\n        ADD R0, R0, #4\n        ST R0, TURN\n";
    changed(refusal, &format!("{refusal}{passes}"))
        .run("explore connect4.asm --plies 1 --games 0")
        .code(1)
        .prints("Shortest game: 0\n");
}

#[test]
fn the_result_is_the_same_for_any_number_of_jobs() {
    let desk = C4grade::new().file("connect4.asm", project(DIAGONAL));
    let one = desk.run("explore connect4.asm --plies 3 --games 40 --jobs 1");
    let many = desk.run("explore connect4.asm --plies 3 --games 40 --jobs 7");
    assert_eq!(one.stdout, many.stdout);
}

#[test]
fn each_kind_of_difference_is_shown_by_its_shortest_game() {
    C4grade::new()
        .file("connect4.asm", project(DIAGONAL))
        .run("explore connect4.asm --plies 2 --games 20")
        .code(1)
        .prints("The program missed a diagonal win")
        .prints("Shortest game found: ")
        .prints("what follows a difference");
}

#[test]
fn another_format_is_no_difference() {
    let program = String::from_utf8(project("reference/lc3-starter/connect4.asm")).expect("text");
    let program = program.replace("\", choose a column: \"", "\", choose a column:  \"");
    C4grade::new()
        .file("connect4.asm", program)
        .run("explore connect4.asm --plies 2 --games 5")
        .code(0)
        .prints("formatted differently")
        .prints("No game differs from the rules.");
}

#[test]
fn what_cannot_be_explored_is_no_difference() {
    let desk = C4grade::new().file("connect4.asm", ".ORIG x3000\nADD R0\n.END\n");
    desk.run("explore connect4.asm")
        .code(14)
        .says("connect4.asm:2:")
        .says("1 error\n")
        .says("connect4.asm does not build, so no game was played");
    desk.run("explore nowhere.asm").code(2);
    desk.run("explore connect4.asm --plies 0")
        .code(2)
        .says("0 is not in 1..=42");
}

#[test]
fn a_program_in_which_the_wrong_player_begins_has_no_first_key() {
    C4grade::new()
        .file(
            "connect4.asm",
            project("reference/lc3-starter/submissions/igor-novak/connect4.asm"),
        )
        .run("explore connect4.asm --plies 3 --games 0")
        .code(1)
        .prints("games       none: the program does not get to its first key as required\nwhole games none\n\n1. ")
        .prints("Shortest game: before the first key\n");
}

#[test]
fn of_several_games_that_show_a_difference_the_shortest_is_shown() {
    // Its first game of twelve moves cannot be shortened; another one of them can.
    C4grade::new()
        .file(
            "connect4.asm",
            project("reference/lc3-starter/submissions/zainab-ali/connect4.asm"),
        )
        .run("explore connect4.asm --plies 2 --games 60")
        .code(1)
        .prints("Shortest game found: 1 3 2 1 3 1 1 2 2 1 4\n");
}

#[test]
fn what_is_no_program_is_a_wrong_path_and_nobody_waits_for_it() {
    let desk = C4grade::new()
        .file("folder/readme.txt", "nothing")
        .file("notes", "nothing");
    desk.run("explore folder").code(4);
    desk.run("explore --assignment ./notes")
        .code(2)
        .says("failed to read ./notes: it is a file, not a folder");
    #[cfg(unix)]
    {
        let made = std::process::Command::new("mkfifo").arg(desk.path("pipe")).status();
        assert!(made.is_ok_and(|status| status.success()), "mkfifo");
        desk.run("explore pipe")
            .code(2)
            .says("cannot read the program `pipe`: pipe is a named pipe, not a file");
    }
}

#[test]
fn other_replies_of_a_computer_player_are_no_other_format() {
    let program = project("reference/arm-scan-computer/submissions/pablo-reyes/connect4.s");
    let explored = C4grade::new()
        .file("connect4.s", program)
        .run("explore connect4.s --assignment arm-scan-computer --plies 2 --games 5")
        .code(0);
    let text = explored.out();
    assert!(text.contains("No game differs from the rules."), "{text}");
    assert!(!text.contains("formatted differently"), "{text}");
}

#[test]
fn what_no_explored_game_is_held_to_is_named() {
    let (computer, frames) = ("which moves the computer must make", "the boards while a piece falls");
    for (assignment, has_computer, has_frames) in [
        ("lc3-starter", false, false),
        ("arm-scan-computer", true, false),
        ("arm-falling", false, true),
        ("arm-falling-computer", true, true),
    ] {
        let explored = C4grade::new()
            .run(&format!("explore --assignment {assignment} --plies 1 --games 0"))
            .code(0);
        let text = explored.out().split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(text.contains(computer), has_computer, "{text}");
        assert_eq!(text.contains(frames), has_frames, "{text}");
    }
}

#[test]
fn more_states_than_fit_into_the_memory_cut_the_exploration_short() {
    let desk = C4grade::new();
    let run = |jobs: usize| desk.run(&format!("explore --plies 9 --games 3 --max-memory 1 --jobs {jobs}"));
    let cut = run(1)
        .code(0)
        .prints("cut short   the states of the program take more than 1 MiB: not all games of")
        .prints("--max-memory allows more")
        .prints("whole games ");
    assert_eq!(cut.stdout, run(3).stdout);

    let text = cut.out();
    let games = text.lines().find(|line| line.starts_with("games ")).expect("games");
    let complete: u32 = (1..9)
        .find(|moves| games.contains(&format!(" of {moves} move")))
        .expect("it was complete for fewer moves");
    assert!(
        games.contains(&format!("all {} of", format_count(6_u64.pow(complete)))),
        "{games}"
    );

    let whole = desk.run(&format!("explore --plies {complete} --games 0")).code(0);
    let whole = whole.prints(&format!("all {} of", format_count(6_u64.pow(complete))));
    assert!(!whole.out().contains("cut short"), "it fits into the usual memory");
}
