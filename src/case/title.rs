//! What happens in a game, in a few words: the name of a case that nobody named.

use crate::assignment::Assignment;
use crate::connect4::{Event, Expected, Game, GameEnd, Outcome, Player, Protocol, Script, Step};
use crate::diagnostic::wording::plural;

/// A name leaves room for a number behind it.
const LONGEST: usize = 110;

/// What a game shows: `column 4 is full, then player 2 wins in row 6 with a piece in column 3`. The same game always has the same
/// name; another game may have it too.
pub fn title(assignment: &Assignment, script: &Script, expected: &Expected) -> String {
    let game = &assignment.game;
    let mut parts: Vec<String> = Vec::new();
    let mut last_move = None;
    let moves = script
        .attempts
        .iter()
        .zip(expected.steps.iter().zip(&expected.steps[1..]));
    for (attempt, (before, step)) in moves {
        let player = step.player.map_or(1, Player::number);
        last_move = step
            .placed
            .map(|(_, column)| format!("player {player} moves in column {}", column + 1));
        let quit = game.flow.quit.filter(|quit| attempt.typed == [quit.key]);
        let part = match (quit, step.end()) {
            (Some(quit), _) => Some(format!("player {player} leaves with {}", char::from(quit.key))),
            (None, Some(end)) => Some(result(game, end)),
            (None, None) if is_refused(step) => Some(refusal(&attempt.typed, before, script.protocol)),
            (None, None) => None,
        };
        if let Some(part) = part {
            last_move = None;
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    }

    let played = expected.attempts_played();
    match (parts.is_empty(), last_move) {
        (true, _) if played == 0 => parts.push("the empty board".to_owned()),
        (true, None) => parts.push(plural(played, "move")),
        (true, Some(words)) => parts.push(format!("{}, the last: {words}", plural(played, "move"))),
        (false, words) => parts.extend(words),
    }
    // How a game begins and how it ends says most.
    while parts.len() > 2 && joined(&parts).len() > LONGEST {
        parts.remove(parts.len() - 2);
    }
    joined(&parts)
}

fn joined(parts: &[String]) -> String {
    parts.join(", then ")
}

fn is_refused(step: &Step) -> bool {
    step.events.iter().any(|event| matches!(event, Event::Refusal))
}

fn refusal(typed: &[u8], before: &Step, protocol: Protocol) -> String {
    let text = String::from_utf8_lossy(typed);
    let column: Option<usize> = text.parse().ok().filter(|_| typed.len() == 1);
    if let Some(column) = column.filter(|column| (1..=before.board.columns()).contains(column)) {
        return format!("column {column} is full");
    }
    let is_plain = text.chars().all(|letter| letter.is_ascii_graphic());
    match (typed.len(), protocol) {
        (0, _) => "an empty line is refused".to_owned(),
        (1, _) if text == " " => "a space is refused".to_owned(),
        (1, _) if is_plain => format!("the key {text} is refused"),
        (1, Protocol::Key) => "a control character is refused".to_owned(),
        (..=10, _) if is_plain => format!("the line {text} is refused"),
        (length, _) => format!("a line of {} is refused", plural(length, "character")),
    }
}

/// Who wins and where, or that nobody does.
fn result(game: &Game, end: GameEnd) -> String {
    let Outcome::Win(winner) = end.outcome else {
        return "the board is full and nobody wins".to_owned();
    };
    let winner = match game.flow.computer {
        Some(_) if winner == Player::Two => "the computer".to_owned(),
        _ => format!("player {}", winner.number()),
    };
    let Some((row, column)) = end.last else {
        return format!("{winner} wins");
    };

    let (in_row, in_column) = (format!("in row {}", row + 1), format!("in column {}", column + 1));
    let places = [
        ((0, 1), in_row.as_str(), &in_column),
        ((1, 0), in_column.as_str(), &in_row),
        ((1, 1), "on a falling diagonal", &in_column),
        ((-1, 1), "on a rising diagonal", &in_column),
    ];
    let is_line =
        |(direction, _, _): &((isize, isize), _, _)| end.board.run_length(row, column, *direction) >= game.rules.line;
    let lines: Vec<_> = places.into_iter().filter(is_line).collect();
    let last = if end.board.is_full() {
        "the last cell"
    } else {
        "a piece"
    };
    match lines[..] {
        [(_, line, place)] => format!("{winner} wins {line} with {last} {place}"),
        _ => format!(
            "{winner} wins with {} at once, {last} {in_column}",
            plural(lines.len(), "line")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment;

    fn named(package: &str, moves: &str) -> String {
        let assignment = assignment::find(package).expect("bundled");
        let script = Script::from_moves(moves, assignment.protocol);
        let expected = Expected::play(&assignment.game, &script);
        title(&assignment, &script, &expected)
    }

    #[test]
    fn a_game_is_called_by_what_it_shows() {
        for (moves, words) in [
            ("", "the empty board"),
            ("3", "1 move, the last: player 1 moves in column 3"),
            ("1 2 1 2 1 2 1", "player 1 wins in column 1 with a piece in row 3"),
            ("1 1 2 2 3 3 4", "player 1 wins in row 6 with a piece in column 4"),
            (
                "1 2 2 3 3 4 3 4 4 6 4",
                "player 1 wins on a rising diagonal with a piece in column 4",
            ),
            ("1 1 1 1 1 1 1 2", "column 1 is full, then player 1 moves in column 2"),
            (
                "7 x 7 1",
                "the key 7 is refused, then the key x is refused, then player 1 moves in column 1",
            ),
            (
                "7 1 1 2 2 3 3 4",
                "the key 7 is refused, then player 1 wins in row 6 with a piece in column 4",
            ),
        ] {
            assert_eq!(named("lc3-starter", moves), words, "{moves}");
        }
        assert_eq!(named("lc3-scratch", "12"), "the line 12 is refused");
        assert_eq!(
            named("lc3-scratch", &"1".repeat(40)),
            "a line of 40 characters is refused"
        );
        assert_eq!(
            named("arm-scan", "1 q 2"),
            "player 2 leaves with q, then player 1 moves in column 2"
        );
    }

    #[test]
    fn a_long_story_keeps_its_beginning_and_its_end() {
        let name = named("lc3-starter", "a b c d e f g h i j k 1 1 2 2 3 3 4");
        assert!(name.starts_with("the key a is refused, then "), "{name}");
        assert!(
            name.ends_with(", then player 1 wins in row 6 with a piece in column 4"),
            "{name}"
        );
        assert!(name.len() <= LONGEST, "{name}");
    }
}
