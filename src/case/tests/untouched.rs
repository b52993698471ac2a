//! What no case touches: a whole suite, from which everything of one kind is taken.

use super::*;
use crate::connect4::Player;
use crate::connect4::board::Board;

/// What is said of a package's suite without the cases that are like this.
fn without(package: &str, is_gone: impl Fn(&Case) -> bool) -> String {
    let assignment = assignment::find(package).expect("bundled");
    let mut suite = load(&assignment, None).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(coverage::untouched(&assignment, &suite), "", "{package} as a whole");
    let before = suite.cases.len();
    suite.cases.retain(|case| !is_gone(case));
    assert!(suite.cases.len() < before, "{package}: no case is like this");
    // Groups that lost all their cases are another matter.
    suite.has_rubric = false;
    coverage::untouched(&assignment, &suite)
}

/// Whether the last piece of a game completes a line in a direction: whose it is, and whether pieces of the line come before and
/// after it.
fn line(case: &Case, (down, right): (isize, isize)) -> Option<(Player, bool, bool)> {
    case.expected.steps.iter().find_map(|step| {
        let end = step.end()?;
        let (row, column) = end.last?;
        let winner = end.board.cell(row, column)?;
        let is_own = |sign: isize| {
            let next = row
                .checked_add_signed(sign * down)
                .zip(column.checked_add_signed(sign * right));
            let next = next.filter(|(row, column)| *row < end.board.rows() && *column < end.board.columns());
            next.is_some_and(|(row, column)| end.board.cell(row, column) == Some(winner))
        };
        let is_line = end.board.run_length(row, column, (down, right)) >= 4;
        is_line.then(|| (winner, is_own(-1), is_own(1)))
    })
}

fn refuses(case: &Case, is_meant: impl Fn(&[u8]) -> bool) -> bool {
    let answers = case.expected.steps.iter().skip(1).zip(case.script.attempts.iter());
    let mut refused = answers.filter(|(step, _)| step.events.contains(&Event::Refusal));
    refused.any(|(_, attempt)| is_meant(&attempt.typed))
}

#[test]
fn directions_and_players_that_never_win_are_named() {
    let directions = [
        ("horizontal", (0, 1)),
        ("vertical", (1, 0)),
        ("rising", (-1, 1)),
        ("falling", (1, 1)),
    ];
    for (name, direction) in directions {
        let is_so = |case: &Case| line(case, direction).is_some();
        assert_eq!(without("lc3-scratch", is_so), format!("a {name} win"));
        for player in [Player::One, Player::Two] {
            let is_theirs = |case: &Case| line(case, direction).is_some_and(|(winner, ..)| winner == player);
            let missing = format!("a {name} win of player {}", player.number());
            assert_eq!(without("lc3-scratch", is_theirs), missing);
        }
    }
}

#[test]
fn places_of_the_last_piece_that_never_win_are_named() {
    let places = [
        ("at the left end", false, true),
        ("inside", true, true),
        ("at the right end", true, false),
    ];
    for (name, direction) in [("horizontal", (0, 1)), ("rising", (-1, 1)), ("falling", (1, 1))] {
        for (words, before, after) in places {
            let is_so = |case: &Case| {
                let line = line(case, direction);
                line.is_some_and(|(_, is_before, is_after)| (is_before, is_after) == (before, after))
            };
            let missing = format!("a {name} line whose last piece lies {words}");
            assert_eq!(without("lc3-scratch", is_so), missing);
        }
    }
}

#[test]
fn columns_and_ties_that_never_come_are_named() {
    let boards = |case: &Case, is_so: fn(&Board) -> bool| case.expected.steps.iter().any(|step| is_so(&step.board));
    let is_full = |case: &Case| boards(case, |board| board.landing(2).is_none());
    // No board is full then.
    assert_eq!(without("lc3-scratch", is_full), "a tie or a full column 3");
    let is_played = |case: &Case| boards(case, |board| board.cell(board.rows() - 1, 5).is_some());
    assert_eq!(
        without("lc3-scratch", is_played),
        "a tie, a piece in column 6 or a full column 6"
    );
    let is_tie = |case: &Case| case.expected.outcome == Some(Outcome::Tie);
    assert_eq!(without("lc3-scratch", is_tie), "a tie");
}

/// Whether what is typed is of a kind, and the kind's words.
type Kind = (fn(&[u8]) -> bool, &'static str);

#[test]
fn keys_that_are_never_refused_are_named() {
    let kinds: [Kind; 7] = [
        (|typed| matches!(typed, [b'1'..=b'6']), "a move in a full column"),
        (|typed| typed == b"0", "the key 0"),
        (|typed| matches!(typed, [b'7'..=b'9']), "a digit beyond the last column"),
        (
            |typed| matches!(typed, [key] if key.is_ascii_alphabetic()),
            "a letter as a move",
        ),
        (
            |typed| matches!(typed, [key] if key.is_ascii_punctuation()),
            "a punctuation mark as a move",
        ),
        (<[u8]>::is_empty, "an empty line as a move"),
        (|typed| typed.len() > 1, "a line of several characters as a move"),
    ];
    for (is_meant, missing) in kinds {
        assert_eq!(without("lc3-scratch", |case| refuses(case, is_meant)), missing);
    }
}

#[test]
fn leaving_a_game_and_moves_after_its_end_that_never_come_are_named() {
    let quits = |case: &Case| case.script.keys.contains(&b'q');
    assert_eq!(without("arm-redfirst", quits), "the key `q`, which leaves the game");
    let goes_on = |case: &Case| {
        let end = case.expected.steps.iter().position(|step| step.end().is_some());
        let mut later = case.expected.steps.iter().skip(end.map_or(usize::MAX, |end| end + 1));
        later.any(|step| step.placed.is_some())
    };
    assert_eq!(without("arm-falling", goes_on), "a move after the end of a game");
}

#[test]
fn points_that_do_not_add_up_are_named() {
    let mut assignment = assignment::find("lc3-scratch").expect("bundled");
    let mut suite = load(&assignment, None).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(coverage::odd_total(&assignment), None);
    assignment.rubric[0].points -= 1.0;
    assert_eq!(
        coverage::odd_total(&assignment).as_deref(),
        Some("the groups of the rubric are worth 99 points together, not 100")
    );

    let (name, tags) = (assignment.rubric[0].name.clone(), assignment.rubric[0].tags.clone());
    for case in &mut suite.cases {
        if case.tags.iter().any(|tag| tags.contains(tag)) {
            case.points = 0.0;
        }
    }
    assert_eq!(
        coverage::untouched(&assignment, &suite),
        format!("points in the rubric group `{name}`")
    );
}
