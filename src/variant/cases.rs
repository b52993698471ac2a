//! The case files of a new assignment, and how the points are shared.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::Variant;
use crate::assignment::{Assignment, InputProtocol};
use crate::case::write::{self, NewCase};
use crate::case::{self, ending, transcript};
use crate::connect4::board::Player;
use crate::connect4::full_boards::{LastPiece, full_board};
use crate::connect4::lines::{Direction, LineGame, winning_games};
use crate::connect4::{Expected, Protocol, Script, Then};
use crate::diagnostic::Source;

/// The cases of a new assignment.
pub(super) struct Written {
    /// The case files.
    pub files: Vec<(PathBuf, String)>,
    /// The groups of the rubric that have cases.
    pub groups: Vec<Group>,
    /// The families and tags that the cases have.
    pub shows: BTreeSet<&'static str>,
    /// What there is not on this board, each in a sentence.
    pub left_out: Vec<String>,
}

/// A group of the rubric.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    /// Its heading.
    pub name: &'static str,
    /// The tag of its cases; that of its wins has a second spelling.
    pub tag: &'static str,
    /// What it is worth.
    pub points: u32,
}

/// The groups where all have cases. Their points add up to 100 without the lines.
const GROUPS: [Group; 13] = [
    group("Board and prompts", "display", 14),
    group("Invalid keys", "invalid", 10),
    group("Full columns", "full-column", 8),
    group("Horizontal wins", "horizontal", 12),
    group("Vertical wins", "vertical", 8),
    group("Diagonal wins", "diagonal", 20),
    group("Ties", "tie", 8),
    group("The last cell", "full-board", 4),
    group("No false wins", "no-win", 10),
    group("Whole games", "game", 6),
    group("Lines that are not one character", "line", 6),
    group("Leaving the game", "quit", 6),
    group("A new game after each game", "restart", 6),
];

const fn group(name: &'static str, tag: &'static str, points: u32) -> Group {
    Group { name, tag, points }
}

/// Generated games: the file, the family with its other fields, its tag, and what the entry is called.
const FAMILIES: [(usize, &str, &str, &str); 10] = [
    (1, "invalid-keys", "invalid", "invalid keys"),
    (2, "full-columns", "full-column", "full columns"),
    (3, "lines", "line", "lines that are not one character"),
    (4, "winning-lines", "", "every winning line"),
    (4, "long-lines", "", "lines that are longer than they must be"),
    (5, "ties", "tie", "full boards that nobody wins"),
    (5, "last-cell", "full-board", "full boards that the last piece wins"),
    (6, "near-misses", "no-win", "positions that are almost a line"),
    (7, "random-games\n  count: 30\n  seed: 4", "game", "games at random"),
    (7, "long-games\n  count: 12\n  seed: 4", "game", "long games at random"),
];

const FILES: [(&str, &str); 9] = [
    (
        "10-board-and-prompts.yaml",
        "What is on the screen: the empty board, the prompts, a piece in each column.",
    ),
    (
        "20-invalid-keys.yaml",
        "Keys that name no column: the message, then the same player's prompt again, and no new board.",
    ),
    (
        "21-full-columns.yaml",
        "Moves in full columns: the message, then the same player's prompt again, and no new board.",
    ),
    (
        "25-lines.yaml",
        "Lines that are not one character. Each is one invalid move, and all of it is shown.",
    ),
    (
        "30-wins.yaml",
        "Wins: some written out, then every line of the board, completed by each of its cells and by each player.",
    ),
    (
        "40-full-boards.yaml",
        "Full boards: games that nobody wins, and games that the last piece wins.",
    ),
    (
        "50-no-false-wins.yaml",
        "Positions that are almost a line: a gap, a piece of the opponent, pieces that go around the edge of the board.",
    ),
    (
        "60-whole-games.yaml",
        "Games from the first board to the result, with some keys that are refused.",
    ),
    (
        "65-end-of-a-game.yaml",
        "What follows a game: the key that leaves it, and the next game.",
    ),
];

/// Writes the cases. An assignment without a rubric says which of them its rules allow.
pub(super) fn written(variant: &Variant, rules: &Assignment) -> Written {
    let mut entries: Vec<(usize, String)> = single(variant, rules);
    let mut shows: BTreeSet<&'static str> = BTreeSet::from(["display", "invalid", "full-column"]);
    shows.extend(variant.flow.quit.map(|_| "quit"));
    shows.extend((variant.flow.over == Then::Restart).then_some("restart"));
    let mut left_out = Vec::new();
    for (file, family, tag, name) in FAMILIES {
        if family == "lines" && rules.protocol == Protocol::Key {
            continue;
        }
        let tags = if tag.is_empty() {
            String::new()
        } else {
            format!("  tags: [{tag}]\n")
        };
        let generate = family.lines().next().unwrap_or(family);
        let points = if family == "winning-lines" { 20 } else { 5 };
        let entry = format!("- name: {name}\n  generate: {family}\n  points: {points}\n{tags}");
        let place = Source::new(FILES[file].0, entry.as_str());
        if case::prove(place, rules).is_ok() {
            shows.extend([generate, tag]);
            entries.push((file, entry));
        } else {
            left_out.push(match family {
                "near-misses" | "ties" | "last-cell" => format!("There are no {name} on this board."),
                _ => format!("There are no {name} on this board, as far as a search finds."),
            });
        }
    }

    let won: BTreeSet<Direction> = winning_games(variant.rules).iter().map(|game| game.direction).collect();
    let directions = [
        (Direction::Horizontal, "horizontal"),
        (Direction::Vertical, "vertical"),
        (Direction::DiagonalUp, "diagonal"),
    ];
    shows.extend(
        directions
            .iter()
            .filter(|(direction, _)| won.contains(direction))
            .map(|(_, tag)| *tag),
    );

    let files = FILES.iter().enumerate().filter_map(|(number, (name, words))| {
        let of_file: Vec<&str> = entries
            .iter()
            .filter(|(file, _)| *file == number)
            .map(|(_, entry)| entry.as_str())
            .collect();
        let text = format!("# {words}\n\n{}", of_file.join("\n"));
        (!of_file.is_empty()).then(|| (PathBuf::from(name), text))
    });
    Written {
        files: files.collect(),
        groups: shared_out(variant, &shows),
        shows,
        left_out,
    }
}

/// The groups that have cases, with whole points that add up to 100.
fn shared_out(variant: &Variant, shows: &BTreeSet<&str>) -> Vec<Group> {
    let mut groups: Vec<Group> = GROUPS.into_iter().filter(|group| shows.contains(group.tag)).collect();
    for group in &mut groups {
        // A program that reads a key and then Enter takes a longer line apart, which is as good where Enter only ends a move.
        if group.tag == "line" && variant.protocol != InputProtocol::Line {
            group.points = 0;
        }
    }

    let total: u32 = groups.iter().map(|group| group.points).sum();
    for group in &mut groups {
        group.points = group.points * 100 / total;
    }
    let given: u32 = groups.iter().map(|group| group.points).sum();
    let worth = groups.iter_mut().filter(|group| group.points > 0);
    for group in worth.take((100 - given) as usize) {
        group.points += 1;
    }
    groups
}

/// Single cases with the transcript of a correct program, each with the number of its file.
fn single(variant: &Variant, rules: &Assignment) -> Vec<(usize, String)> {
    let (rows, columns) = (variant.rules.rows, variant.rules.columns);
    let middle = columns / 2;
    let mut cases: Vec<(usize, String, Vec<Vec<u8>>, &str)> = Vec::new();
    let mut add = |file: usize, name: &str, moves: &[usize], tag: &'static str| {
        cases.push((file, name.to_owned(), moves.iter().copied().map(digit).collect(), tag));
    };

    add(0, "the empty board", &[], "display");
    add(0, "the first move and the prompt for player 2", &[0], "display");
    add(0, "two moves in a column", &[middle, middle], "display");
    add(
        0,
        "a piece in every column",
        &(0..columns).rev().collect::<Vec<_>>(),
        "display",
    );
    add(0, "column 1 filled to the top", &vec![0; rows], "display");
    add(
        2,
        "a move in a full column",
        &[vec![0; rows + 1], vec![1]].concat(),
        "full-column",
    );
    for (name, game) in wins(variant) {
        add(4, &name, &game.moves, direction_tag(game.direction));
    }
    for (name, last, tag) in [
        ("a tie", LastPiece::Ties, "tie"),
        ("a win on the last cell", LastPiece::Wins, "full-board"),
    ] {
        if let Some(moves) = full_board(variant.rules, last, 77) {
            add(5, name, &moves, tag);
        }
    }
    let (wrong, name) = match columns {
        9 => (b"0".to_vec(), "column 0".to_owned()),
        _ => (digit(columns), format!("column {}", columns + 1)),
    };
    cases.push((1, name, vec![wrong, digit(columns - 1)], "invalid"));

    cases.extend(ends(variant));

    let entries = cases.into_iter().map(|(file, name, typed, tag)| {
        let script = Script::from_attempts(typed.iter().map(Vec::as_slice), rules.protocol);
        let expected = Expected::play(&rules.game, &script);
        let moves: Vec<String> = typed
            .iter()
            .map(|typed| String::from_utf8_lossy(typed).into_owned())
            .collect();
        let entry = write::entry(&NewCase {
            name,
            field: "moves",
            keys: moves.join(" "),
            points: None,
            tags: vec![tag.to_owned()],
            ends: ending(expected.halts),
            transcript: transcript::as_written(rules, &expected).unwrap_or_default(),
        });
        (file, entry)
    });
    let is_played =
        |(file, entry): &(usize, String)| case::prove(Source::new(FILES[*file].0, entry.as_str()), rules).is_ok();
    entries.filter(is_played).collect()
}

/// Games that are left, and games that others follow: with a few moves of the next one.
fn ends(variant: &Variant) -> Vec<(usize, String, Vec<Vec<u8>>, &'static str)> {
    const FILE: usize = 8;
    let last = variant.rules.columns - 1;
    let mut cases = Vec::new();
    if let Some(quit) = variant.flow.quit {
        let next = match quit.then {
            Then::Stop => &[][..],
            Then::Restart => &[last, 0],
        };
        for (name, moves) in [
            ("player 1 leaves at once", &[][..]),
            ("player 2 leaves", &[0]),
            ("player 1 leaves with pieces of both on the board", &[0, last]),
        ] {
            let mut typed: Vec<Vec<u8>> = moves.iter().copied().map(digit).collect();
            typed.push(vec![quit.key]);
            typed.extend(next.iter().copied().map(digit));
            cases.push((FILE, name.to_owned(), typed, "quit"));
        }
    }

    if variant.flow.over == Then::Restart {
        for (name, won) in wins(variant) {
            let typed = won.moves.iter().chain(&[last, 0]).copied().map(digit).collect();
            cases.push((FILE, format!("a new game after {name}"), typed, "restart"));
        }
        if let Some(moves) = full_board(variant.rules, LastPiece::Ties, 78) {
            let typed = moves.iter().chain(&[last, 0]).copied().map(digit).collect();
            cases.push((FILE, "a new game after a tie".to_owned(), typed, "restart"));
        }
    }
    cases
}

/// For each direction a game of each player, won in the middle of the line where that can be.
fn wins(variant: &Variant) -> Vec<(String, LineGame)> {
    let games = winning_games(variant.rules);
    let directions = [
        ("horizontal", Direction::Horizontal),
        ("vertical", Direction::Vertical),
        ("falling diagonal", Direction::DiagonalDown),
        ("rising diagonal", Direction::DiagonalUp),
    ];
    let wanted = directions
        .into_iter()
        .flat_map(|direction| [Player::One, Player::Two].map(|winner| (direction, winner)));
    let found = wanted.filter_map(|((words, direction), winner)| {
        let mut games = games
            .iter()
            .filter(|game| game.direction == direction && game.winner == winner);
        let in_middle = |game: &&LineGame| game.last > 0 && game.last + 1 < game.cells.len();
        let game = games.clone().find(in_middle).or_else(|| games.next())?;
        Some((format!("a {words} line of player {}", winner.number()), game.clone()))
    });
    found.collect()
}

fn direction_tag(direction: Direction) -> &'static str {
    match direction {
        Direction::Horizontal => "win-horizontal",
        Direction::Vertical => "win-vertical",
        Direction::DiagonalDown | Direction::DiagonalUp => "win-diagonal",
    }
}

/// What is typed for a column, from 0.
fn digit(column: usize) -> Vec<u8> {
    (column + 1).to_string().into_bytes()
}
