//! Reads entries whose games are generated.

use super::{Aim, Games, Play, Show, Wish, keys, only_beside};
use crate::assignment::{Assignment, MachineSpec};
use crate::connect4::computer::Demand;
use crate::connect4::goals::Goal;
use crate::connect4::lines::Direction;
use crate::connect4::random::Length;
use crate::connect4::{Player, Protocol};
use crate::diagnostic::Diagnostic;
use crate::yaml::{At, Fields, Reader, Spot};

/// The most games that are made at random for one entry.
pub(in crate::case) const MOST_GAMES: u64 = 1_000;
/// Fields of generated games.
pub(super) const FIELDS: [&str; 4] = ["count", "seed", "goal", "then"];
/// The most games for one goal.
const MOST_GOALS: u64 = 24;
/// How many near misses there are where the entry does not say.
const NEAR_MISSES: usize = 200;
/// The same of games that fill the board.
const FULL_BOARDS: usize = 6;
const FAMILIES: [(&str, Family); 11] = [
    ("winning-lines", Family::WinningLines),
    ("long-lines", Family::Games(Show::LongLines)),
    ("near-misses", Family::Games(Show::NearMisses)),
    ("full-columns", Family::Games(Show::FullColumns)),
    ("invalid-keys", Family::Games(Show::InvalidKeys)),
    ("lines", Family::Games(Show::Lines)),
    ("ties", Family::Games(Show::Ties)),
    ("last-cell", Family::Games(Show::LastCell)),
    ("random-games", Family::RandomGames(Length::Any)),
    ("long-games", Family::RandomGames(Length::Long)),
    ("goals", Family::Goals),
];
/// The goal that depends on the computer.
const DEMAND: &str = "demand";
/// The goals by name; what the document demands of the computer is one more.
const GOALS: [(&str, Goal); 12] = [
    ("player-wins-horizontal", Goal::Win(Player::One, Direction::Horizontal)),
    ("player-wins-vertical", Goal::Win(Player::One, Direction::Vertical)),
    ("player-wins-falling", Goal::Win(Player::One, Direction::DiagonalDown)),
    ("player-wins-rising", Goal::Win(Player::One, Direction::DiagonalUp)),
    (
        "computer-wins-horizontal",
        Goal::Win(Player::Two, Direction::Horizontal),
    ),
    ("computer-wins-vertical", Goal::Win(Player::Two, Direction::Vertical)),
    ("computer-wins-falling", Goal::Win(Player::Two, Direction::DiagonalDown)),
    ("computer-wins-rising", Goal::Win(Player::Two, Direction::DiagonalUp)),
    ("tie", Goal::Tie),
    ("full-column", Goal::FullColumn),
    ("no-line", Goal::NoLine),
    ("long-game", Goal::LongGame),
];

/// The words of `generate`: the families of games, and those of calls.
pub(in crate::case) fn names() -> Vec<&'static str> {
    let games = FAMILIES.iter().map(|(name, _)| *name);
    games
        .chain(crate::case::contract::read::KINDS.map(|(name, _)| name))
        .collect()
}

/// The words of `goal`.
pub(in crate::case) fn goal_names() -> Vec<&'static str> {
    GOALS.iter().map(|(name, _)| *name).chain([DEMAND]).collect()
}

/// How games are generated.
#[derive(Debug, Clone, Copy)]
enum Family {
    WinningLines,
    RandomGames(Length),
    Games(Show),
    Goals,
}

pub(super) fn family(reader: &mut Reader, fields: &Fields, at: &At, assignment: &Assignment) -> Option<Play> {
    for (field, reason) in [
        ("moves", "the moves are generated"),
        ("input", "the moves are generated"),
        ("transcript", "the rules model writes the transcripts"),
        ("ends", "every game is played to its end"),
        ("demands", "only single games are held to a demand"),
    ] {
        if let Some(at) = fields.get(field) {
            let diagnostic = Diagnostic::error(
                "conflicting-fields",
                format!("`{field}` cannot be combined with `generate`"),
            )
            .help(format!("remove `{field}`: {reason}"));
            reader.problem(&at, Spot::Key, diagnostic);
        }
    }

    match reader.choice(at, &FAMILIES)? {
        Family::WinningLines => {
            two_players(reader, at, assignment)?;
            let reason = "there is a game for each line";
            only_beside(reader, fields, &FIELDS[..2], "generate: random-games", reason);
            only_beside(reader, fields, &FIELDS[2..], "generate: goals", reason);
            Some(Play::WinningLines)
        }
        Family::RandomGames(length) => {
            let reason = "these games are made at random";
            only_beside(reader, fields, &FIELDS[2..], "generate: goals", reason);
            random_games(reader, fields, length)
        }
        Family::Games(show) => {
            let reason = "these games are not looked for";
            only_beside(reader, fields, &FIELDS[2..], "generate: goals", reason);
            games(reader, fields, at, show, assignment).map(Play::Games)
        }
        Family::Goals => {
            let reason = "the same computer always gives the same games";
            only_beside(reader, fields, &["seed"], "generate: random-games", reason);
            goals(reader, fields, at, assignment).map(Play::Goal)
        }
    }
}

/// Reports a family whose games are made for two players where one is a computer.
fn two_players(reader: &mut Reader, at: &At, assignment: &Assignment) -> Option<()> {
    if assignment.game.flow.computer.is_none() {
        return Some(());
    }
    let family = reader.choice(at, &FAMILIES.map(|(name, _)| (name, name)))?;
    let message = format!("`generate: {family}` requires two players");
    let help = "write `generate: goals`: the games are looked for against the computer that is played";
    reader.problem(
        at,
        Spot::Value,
        Diagnostic::error("conflicting-fields", message).help(help),
    );
    None
}

/// How many games of a family are made, and from which seed, where it has these.
fn games(reader: &mut Reader, fields: &Fields, at: &At, show: Show, assignment: &Assignment) -> Option<Games> {
    two_players(reader, at, assignment)?;
    if show == Show::Lines && assignment.protocol == Protocol::Key {
        let diagnostic = Diagnostic::error("conflicting-fields", "`generate: lines` requires Enter after each move")
            .help("remove the entry, or set `protocol: enter` or `protocol: line` under `input` of the assignment");
        reader.problem(at, Spot::Value, diagnostic);
        return None;
    }

    let is_random = matches!(show, Show::Ties | Show::LastCell);
    let usual = match show {
        Show::NearMisses => NEAR_MISSES,
        _ if is_random => FULL_BOARDS,
        _ => {
            let reason = "there is a fixed number of these games";
            only_beside(reader, fields, &["count"], "generate: near-misses", reason);
            usize::MAX
        }
    };
    if !is_random {
        let reason = "these games are not made at random";
        only_beside(reader, fields, &["seed"], "generate: random-games", reason);
    }

    let count = match fields.get("count") {
        Some(at) => reader.whole(&at, 1..=MOST_GAMES)? as usize,
        None => usual,
    };
    let seed = match fields.get("seed") {
        Some(at) => reader.whole(&at, 0..=u64::MAX)?,
        None => 1,
    };
    Some(Games { show, count, seed })
}

fn random_games(reader: &mut Reader, fields: &Fields, length: Length) -> Option<Play> {
    let count = match fields.get("count") {
        Some(at) => reader.whole(&at, 1..=MOST_GAMES),
        None => Some(20),
    };
    let seed = match fields.get("seed") {
        Some(at) => reader.whole(&at, 0..=u64::MAX),
        None => Some(1),
    };

    Some(Play::RandomGames(Wish {
        count: count? as usize,
        seed: seed?,
        length,
    }))
}

fn goals(reader: &mut Reader, fields: &Fields, at: &At, assignment: &Assignment) -> Option<Aim> {
    let Some(computer) = assignment.game.flow.computer else {
        let diagnostic = Diagnostic::error("conflicting-fields", "`generate: goals` requires a computer player")
            .help("write `generate: winning-lines`, or name the computer in the `game` of the assignment");
        reader.problem(at, Spot::Value, diagnostic);
        return None;
    };
    if matches!(assignment.machine, MachineSpec::Native { .. }) {
        let diagnostic = Diagnostic::error("no-search", "`generate: goals` is not available for native programs")
            .help("games are looked for on the emulated machines alone; write `moves`, or `generate: random-games`");
        reader.problem(at, Spot::Value, diagnostic);
        return None;
    }

    let goal = reader.required(fields, "goal", "player-wins-horizontal")?;
    let named = [GOALS.as_slice(), &[(DEMAND, Goal::Demand(Demand::of(computer)))]].concat();
    let goal = reader.choice(&goal, &named)?;
    let count = match fields.get("count") {
        Some(at) => reader.whole(&at, 1..=MOST_GOALS)?,
        None => 1,
    };
    let then = match fields.get("then") {
        Some(at) => keys(reader, &at)?,
        None => String::new(),
    };
    Some(Aim {
        goal,
        count: count as usize,
        then,
    })
}
