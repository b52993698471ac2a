//! Cases of games that restart, are left, fall in view or have a computer.

use std::collections::BTreeSet;

use super::*;
use crate::assignment::Frames;
use crate::connect4::Player;
use crate::connect4::computer::Demand;

/// A folder with a bundled ARM assignment, without its rubric, and one case file.
fn arm(package: &str, cases: &str) -> Folder {
    let folder = Folder::new(cases);
    let text = String::from_utf8_lossy(bundled::assignment_file(package).expect("bundled"));
    let (head, _) = text.split_once("rubric:").expect("the package has a rubric");
    folder.write("assignment.yaml", head);
    folder
}

fn loaded(package: &str, cases: &str) -> Suite {
    arm(package, cases).load().unwrap_or_else(|error| panic!("{error}"))
}

fn reported(package: &str, cases: &str) -> String {
    arm(package, cases).complaint()
}

#[test]
fn a_program_that_restarts_waits_unless_the_case_says_otherwise() {
    let cases = "- {name: a, moves: 1 2 1 2 1 2 1}\n- {name: b, moves: 1 q}\n- {name: c, moves: 1, ends: waiting}\n";
    for case in loaded("arm-falling", cases).cases {
        assert_eq!(case.ends, Ending::Waiting, "{}", case.name);
    }

    let wrong = reported("arm-falling", "- {name: a, moves: 1 2 1 2 1 2 1, ends: halted}\n");
    assert!(
        wrong.contains("a new game follows each game, so the program waits for a key and does not halt"),
        "{wrong}"
    );

    assert!(
        wrong.contains("write `ends: waiting`, or leave the field out"),
        "{wrong}"
    );
}

#[test]
fn a_program_that_was_left_halts() {
    let suite = loaded("arm-redfirst", "- {name: a, moves: 1 2 q}\n");
    assert_eq!(
        (suite.cases[0].ends, suite.cases[0].expected.outcome),
        (Ending::Halted, None)
    );

    let wrong = reported("arm-redfirst", "- {name: a, moves: 1 2 q, ends: waiting}\n");
    assert!(
        wrong.contains("the player quits after 3 moves, so the program halts and does not wait"),
        "{wrong}"
    );

    // Leaving arm-scan begins a new game.
    let wrong = reported("arm-scan", "- {name: a, moves: 1 2 q}\n");
    assert!(wrong.contains("the script stops before the end of the game"), "{wrong}");
}

#[test]
fn transcripts_with_lf_cr_are_written_with_plain_lines() {
    let lines =
        "    Let's play Connect4!!\n    1 2 3 4 5 6 7\n{ROWS}    RED: choose a column for your next move (1-7, q to \
                 restart): \n"
            .replace("{ROWS}", &"    0 0 0 0 0 0 0 \n".repeat(6));
    let text = format!("- name: a\n  moves: \"\"\n  ends: waiting\n  transcript: |\n{lines}");
    let folder = arm("arm-scan", &text);
    let suite = folder.load().unwrap_or_else(|error| panic!("{error}"));

    assert!(
        suite.cases[0]
            .transcript()
            .starts_with(b"Let's play Connect4!!\n\r1 2 3 4 5 6 7\n\r0 0")
    );

    let source = Source::new("cases.yaml", text.as_str());
    assert!(bless::bless(&source, &folder.assignment()).unwrap().changed.is_empty());
    let waiting = "- name: a\n  moves: \"\"\n  ends: waiting\n  transcript:\n";
    let blessed = bless::bless(&Source::new("cases.yaml", waiting), &folder.assignment()).unwrap();
    assert_eq!(blessed.text, text);

    let wrong = reported("arm-scan", &text.replacen("0 0 0 0 0 0 0 ", "0 0 0 0 0 0 0", 1));
    assert!(
        wrong.contains("line 3 of this transcript contradicts the rules"),
        "{wrong}"
    );

    assert!(wrong.contains("expected `0 0 0 0 0 0 0 `"), "{wrong}");
}

#[test]
fn frames_are_checked_as_the_case_or_else_the_assignment_says() {
    let suite = loaded(
        "arm-falling",
        "- {name: a, moves: 1}\n- {name: b, moves: 2, frames: checked}\n",
    );
    let frames: Vec<Frames> = suite.cases.iter().map(|case| case.frames).collect();
    assert_eq!(frames, [Frames::Skipped, Frames::Checked]);

    let wrong = reported("arm-scan", "- {name: a, moves: 1, ends: waiting, frames: checked}\n");
    assert!(
        wrong.starts_with("cases.yaml:1:38: `frames` requires a game with falling pieces"),
        "{wrong}"
    );

    let wrong = reported("arm-falling", "- {name: a, moves: 1, frames: both}\n");
    assert!(wrong.contains("`both` is not a value of `frames`"), "{wrong}");
}

#[test]
fn demands_are_made_of_a_computer_where_something_is_to_be_done() {
    let block = "- {name: a, moves: 7 7 7, ends: waiting, demands: [block]}\n";
    assert_eq!(loaded("arm-scan-computer", block).cases[0].demands, [Demand::Block]);
    for (package, cases, expected) in [
        ("arm-scan", block, "`demands` requires a computer player"),
        (
            "arm-scan-computer",
            "- {name: a, moves: 7 7, ends: waiting, demands: [block]}\n",
            "this game never contains a threat to block",
        ),
        (
            "arm-falling-computer",
            "- {name: a, moves: 1, demands: [win]}\n",
            "this game never gives the computer a win to take",
        ),
        (
            "arm-falling-computer",
            "- {name: a, moves: 1, demands: [block]}\n",
            "must be `win`, once: the document demands nothing else",
        ),
        (
            "arm-scan-computer",
            "- {name: a, moves: 7 7 7, ends: waiting, demands: [block, block]}\n",
            "must be `block`, once",
        ),
        (
            "arm-scan-computer",
            "- {name: a, moves: 1, ends: waiting, demands: [loose]}\n",
            "`loose` is not a value of `demands`",
        ),
        (
            "arm-scan-computer",
            "- {name: a, generate: winning-lines, demands: [block]}\n",
            "`demands` cannot be combined with `generate`",
        ),
    ] {
        let reported = reported(package, cases);
        assert!(reported.contains(expected), "{cases}{reported}");
    }

    // It lays 1, 2, 3 in the lowest row, and then a fourth.
    let win = "- {name: a, moves: 6 7 6 7, demands: [win]}\n";
    assert_eq!(loaded("arm-falling-computer", win).cases[0].demands, [Demand::Win]);
}

#[test]
fn subroutines_of_arm_programs_are_not_called() {
    let wrong = reported("arm-scan", "- {name: a, call: MOVE, before: {R0: 1}, after: {R0: 1}}\n");
    assert!(
        wrong.starts_with("cases.yaml:1:13: `call` is not available for ARM programs"),
        "{wrong}"
    );
    assert!(wrong.contains("write `moves` that exercise it instead"), "{wrong}");
}

#[test]
fn the_family_of_a_game_that_restarts_ends_with_the_winning_move() {
    let suite = loaded("arm-falling", "- {name: lines, generate: winning-lines, points: 10}\n");
    assert_eq!((suite.cases.len(), suite.impossible), (426, 0));
    for case in &suite.cases {
        let step = case.expected.steps.last().unwrap();
        let won = step
            .events
            .iter()
            .any(|event| matches!(event, Event::Result(Outcome::Win(_))));
        assert!(won && case.ends == Ending::Waiting, "{}", case.name);
        assert_eq!(case.expected.steps.len(), case.script.attempts.len() + 1);
    }
}

#[test]
fn games_for_goals_are_looked_for_against_the_own_computer_and_go_on_as_written() {
    let entry = "- {name: wins, generate: goals, goal: player-wins-rising, count: 4, then: 4 8, points: 10}\n\
                 - {name: loses, generate: goals, goal: computer-wins-falling, points: 3}\n\
                 - {name: fills, generate: goals, goal: tie}\n";
    let suite = loaded("arm-falling-computer", entry);
    let names: Vec<&str> = suite.cases.iter().map(|case| case.name.as_str()).collect();
    let wanted = [
        "wins, game 1",
        "wins, game 2",
        "wins, game 3",
        "wins, game 4",
        "loses, game 1",
        "fills, game 1",
    ];
    assert_eq!(names, wanted);
    assert!((suite.cases[0].points - 2.5).abs() < 1e-9);

    let results = |case: &Case| -> Vec<Outcome> {
        let events = case.expected.steps.iter().flat_map(|step| &step.events);
        let results = events.filter_map(|event| match event {
            Event::Result(outcome) => Some(*outcome),
            _ => None,
        });
        results.collect()
    };
    for case in &suite.cases[..4] {
        assert_eq!(results(case), [Outcome::Win(Player::One)], "{}", case.name);
        assert!(case.script.keys.ends_with(b"48"), "{}", case.name);
    }
    assert_eq!(results(&suite.cases[4]), [Outcome::Win(Player::Two)]);
    assert_eq!(results(&suite.cases[5]), [Outcome::Tie]);

    let keys = |suite: &Suite| -> Vec<Vec<u8>> { suite.cases.iter().map(|case| case.script.keys.clone()).collect() };
    assert_eq!(keys(&suite), keys(&loaded("arm-falling-computer", entry)));
    let different: BTreeSet<Vec<u8>> = keys(&suite).into_iter().collect();
    assert_eq!(different.len(), 6, "each game is another one");
}

#[test]
fn goals_need_a_computer_and_a_name() {
    for (package, entry, expected) in [
        (
            "arm-scan",
            "generate: goals, goal: tie",
            "`generate: goals` requires a computer player",
        ),
        ("arm-scan-computer", "generate: goals", "goal"),
        (
            "arm-scan-computer",
            "generate: goals, goal: win",
            "player-wins-horizontal",
        ),
        (
            "arm-scan-computer",
            "generate: goals, goal: tie, count: 25",
            "must be a whole number from 1 to 24",
        ),
        (
            "arm-scan-computer",
            "generate: goals, goal: tie, seed: 1",
            "`seed` requires `generate: random-games`",
        ),
        (
            "arm-scan-computer",
            "generate: random-games, goal: tie",
            "`goal` requires `generate: goals`",
        ),
        ("arm-scan-computer", "moves: 1, then: 2", "`then` requires `generate`"),
        (
            "arm-scan-computer",
            "generate: winning-lines",
            "`generate: winning-lines` requires two players",
        ),
    ] {
        let reported = reported(package, &format!("- {{name: a, {entry}}}\n"));
        assert!(reported.contains(expected), "{entry}: {reported}");
    }
}

#[test]
fn games_at_random_are_as_many_as_asked_for_and_share_the_points() {
    let entry = "- {name: chance, generate: random-games, count: 5, seed: 3, points: 10}\n";
    let suite = loaded("arm-falling-computer", entry);
    let names: Vec<&str> = suite.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names[0], "chance, game 1");
    assert_eq!(names.len(), 5);
    assert!(suite.cases.iter().all(|case| (case.points - 2.0).abs() < 1e-9));

    let keys = |cases: &str| -> Vec<Vec<u8>> {
        let suite = loaded("arm-falling-computer", cases);
        suite.cases.into_iter().map(|case| case.script.keys).collect()
    };
    assert_eq!(keys(entry), keys(entry));
    assert_ne!(keys(entry), keys(&entry.replace("seed: 3", "seed: 4")));
    assert_eq!(keys("- {name: chance, generate: random-games}\n").len(), 20);

    for (field, expected) in [
        ("count: 0", "must be a whole number from 1 to 1000"),
        ("seed: -1", "must be a whole number from 0 to"),
        ("moves: 1", "`moves` cannot be combined with `generate`"),
    ] {
        let reported = reported(
            "arm-falling",
            &format!("- {{name: a, generate: random-games, {field}}}\n"),
        );
        assert!(reported.contains(expected), "{reported}");
    }

    let stray = reported(
        "arm-falling",
        "- {name: a, moves: 1, count: 3}\n- {name: b, generate: winning-lines, seed: 1}\n",
    );
    assert!(stray.contains("`count` requires `generate`"), "{stray}");

    assert!(stray.contains("`seed` requires `generate: random-games`"), "{stray}");
}
