//! Tags: each promise broken once, and the tag that a game gets.

use super::*;
use crate::connect4::full_boards::{LastPiece, full_board};

fn assignment() -> Assignment {
    assignment::find("lc3-starter").expect("bundled")
}

/// A case of lc3-starter with tags, however its game ends.
fn tagged(tags: &str, moves: &str) -> Suite {
    tagged_of(&assignment(), tags, moves)
}

fn tagged_of(assignment: &Assignment, tags: &str, moves: &str) -> Suite {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ending = |ends| {
        let case = format!("- name: a\n  tags: [{tags}]\n  moves: {moves}\n  ends: {ends}\n");
        let path = folder.path().join("cases.yaml");
        fs::write(&path, case).expect("a temporary folder can be written to");
        load(assignment, Some(&path))
    };
    ending("waiting")
        .or_else(|_| ending("halted"))
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_tag_whose_promise_does_not_hold_is_found() {
    // Each of these games is right by the rules, and not what its tag says. `9` is a column nowhere, `6` is one here.
    let broken = [
        ("invalid", "1 6 2"),
        ("full-column", "1 1 1 1 1 1 2"),
        ("win-horizontal", "1 2 1 2 1 2 1"),
        ("win-vertical", "1 1 2 2 3 3 4"),
        ("win-diagonal", "1 1 2 2 3 3 4"),
        ("win-rising", "1 1 2 1 1 2 2 3 3 1 4"),
        ("win-falling", "1 2 2 3 3 4 3 4 4 6 4"),
        ("tie", "1 2 3"),
        ("no-win", "1 2 1 2 1 2 1"),
        ("quit", "1 2 x"),
    ];
    assert!(
        promise::promised_tags().eq(broken.map(|(tag, _)| tag)),
        "a broken promise of every tag"
    );
    for (tag, moves) in broken {
        let suite = tagged(tag, moves);
        let found = check(&assignment(), &suite);
        assert_eq!(found.len(), 1, "{tag}: {found:?}");
        assert_eq!(found[0].code, "promise", "{tag}");
        assert!(
            found[0].message.contains(&format!("has the tag `{tag}`, but")),
            "{}",
            found[0].message
        );
    }

    let kept = [
        ("invalid", "1 7 2"),
        ("full-column", "1 1 1 1 1 1 1"),
        ("win-horizontal", "1 1 2 2 3 3 4"),
        ("win-vertical", "1 2 1 2 1 2 1"),
        ("win-diagonal", "1 1 2 1 1 2 2 3 3 1 4"),
        ("win-falling", "1 1 2 1 1 2 2 3 3 1 4"),
        ("win-rising", "1 2 2 3 3 4 3 4 4 6 4"),
        ("no-win", "1 2 3"),
    ];
    for (tag, moves) in kept {
        let suite = tagged(tag, moves);
        assert_eq!(check(&assignment(), &suite), [], "{tag}");
    }
    let tie = full_board(assignment().game.rules, LastPiece::Ties, 1).expect("a tie");
    let moves: Vec<String> = tie.iter().map(|column| (column + 1).to_string()).collect();
    assert_eq!(check(&assignment(), &tagged("tie", &moves.join(" "))), []);
    let with_quit = assignment::find("arm-redfirst").expect("bundled");
    assert_eq!(check(&with_quit, &tagged_of(&with_quit, "quit", "1 2 q")), []);
}

#[test]
fn a_game_gets_the_tag_of_what_it_shows() {
    let fitting = |package: &str, moves: &str| {
        let assignment = assignment::find(package).expect("bundled");
        let script = Script::from_moves(moves, assignment.protocol);
        let expected = Expected::play(&assignment.game, &script);
        fitting_tag(&assignment, &script, &expected).unwrap_or_default()
    };
    for (moves, tag) in [
        ("1 7", "invalid"),
        ("1 1 1 1 1 1 1", "full-column"),
        ("1 1 1 1 1 1 1 x", "invalid"),
        ("1 1 2 2 3 3 4", "win-horizontal"),
        ("1 2 1 2 1 2 1", "win-vertical"),
        ("1 2 2 3 3 4 3 4 4 6 4", "win-diagonal"),
        ("1 2 3", "game"),
    ] {
        assert_eq!(fitting("lc3-starter", moves), tag, "{moves}");
    }
    assert_eq!(fitting("lc3-scratch", "12"), "line");
    assert_eq!(fitting("arm-falling", "1 x q"), "quit");
    assert_eq!(fitting("arm-falling-computer", "1 2 8"), "invalid");
}

#[test]
fn a_misspelt_tag_is_found() {
    // The last two have as many letters as the tag that is meant.
    for misspelt in ["invald", "invlaid", "Invalid"] {
        let suite = tagged(&format!("{misspelt}, mine"), "1 7 2");
        let found = check(&assignment(), &suite);
        assert_eq!(found.len(), 1, "{found:?}");
        let message = format!("has the tag `{misspelt}`: did you mean `invalid`?");
        assert_eq!(found[0].message, message);
    }
}
