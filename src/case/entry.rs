//! A file's entries as they are written, each field checked for itself.

use super::contract::read::{self as contract, Written};
use crate::assignment::{Assignment, FRAMES, Frames, MAX_POINTS, MachineSpec, no_frames, tags};
use crate::connect4::computer::Demand;
use crate::connect4::goals::Goal;
use crate::connect4::random::Length;
use crate::connect4::{Protocol, Script};
use crate::diagnostic::Diagnostic;
use crate::result::Ending;
use crate::yaml::{At, Fields, Reader, Spot, Value};

pub(super) mod generate;

/// Fields whose text is taken as it is written.
pub const LITERAL: [&str; 7] = ["name", "moves", "input", "transcript", "board", "prints", "then"];
pub(super) const KNOWN: [&str; 21] = [
    "name",
    "moves",
    "input",
    "points",
    "tags",
    "transcript",
    "ends",
    "frames",
    "demands",
    "generate",
    "goal",
    "then",
    "count",
    "seed",
    "call",
    "before",
    "after",
    "prints",
    "calls",
    "instead",
    "direction",
];
/// Fields that no contract has.
const GAME_ONLY: [&str; 6] = ["frames", "demands", "count", "seed", "goal", "then"];
pub(super) const DEMANDS: [(&str, Demand); 2] = [("block", Demand::Block), ("win", Demand::Win)];
pub(super) const ENDS: [(&str, Ending); 2] = [("halted", Ending::Halted), ("waiting", Ending::Waiting)];

/// An entry of a case file.
#[derive(Debug)]
pub struct Entry<'a> {
    /// Its fields, for messages.
    pub fields: Fields<'a>,
    /// Its line, from 1.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// Its points, shared over a family.
    pub points: f64,
    /// Its tags.
    pub tags: Vec<String>,
    /// Whether the boards of a falling piece are checked: as it says itself, or else as the assignment does.
    pub frames: Frames,
    /// What is demanded of the computer.
    pub demands: Vec<Demand>,
    /// What it plays.
    pub play: Play,
}

/// What an entry plays.
#[derive(Debug)]
pub enum Play {
    /// One script.
    Script(Played),
    /// A game for each way to complete each line.
    WinningLines,
    /// Whole games of legal and refused keys.
    RandomGames(Wish),
    /// Games of another family.
    Games(Games),
    /// Games in which a goal is reached.
    Goal(Aim),
    /// Calls of a subroutine.
    Contract(Written),
}

/// One script and what is said of it.
#[derive(Debug)]
pub struct Played {
    /// The keys.
    pub script: Script,
    /// Whether they were given as raw text.
    pub raw: bool,
    /// The transcript in the file, if there is one.
    pub transcript: Option<String>,
    /// How the run must end, if that is said.
    pub ends: Option<Ending>,
}

/// How many games are made at random, and from which seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wish {
    /// How many.
    pub count: usize,
    /// The same seed always gives the same games.
    pub seed: u64,
    /// How long they are.
    pub length: Length,
}

/// Games that all show the same, and make the promise of its tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Games {
    /// What they show.
    pub show: Show,
    /// How many there are at most.
    pub count: usize,
    /// The same seed always gives the same games.
    pub seed: u64,
}

/// What the games of a family show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// Positions that are almost a line.
    NearMisses,
    /// Lines that are longer than they must be.
    LongLines,
    /// Moves in full columns.
    FullColumns,
    /// Keys that name no column.
    InvalidKeys,
    /// Lines that are not one character.
    Lines,
    /// Full boards that nobody wins.
    Ties,
    /// Full boards that the last piece wins.
    LastCell,
}

impl Show {
    /// The tag of its cases; lines have that of their direction.
    pub fn tag(self) -> Option<&'static str> {
        match self {
            Self::NearMisses => Some("no-win"),
            Self::LongLines => None,
            Self::FullColumns => Some("full-column"),
            Self::InvalidKeys => Some("invalid"),
            Self::Lines => Some("line"),
            Self::Ties => Some("tie"),
            Self::LastCell => Some("full-board"),
        }
    }

    /// Whether its games are found on every board that has one.
    pub fn finds_all(self) -> bool {
        matches!(self, Self::NearMisses | Self::Ties | Self::LastCell)
    }
}

/// What is to be reached, in how many games, and how they go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aim {
    /// The goal.
    pub goal: Goal,
    /// How many games.
    pub count: usize,
    /// Moves that are typed once it is reached.
    pub then: String,
}

/// Reads every valid entry of a file. Errors are reported to the reader.
pub fn entries<'v>(reader: &mut Reader, root: &'v Value, assignment: &Assignment) -> Vec<Entry<'v>> {
    let root = Reader::root(root);
    let list = match root.value {
        Value::List(_) => reader.list(&root).unwrap_or_default(),
        Value::Null => Vec::new(),
        _ => vec![root],
    };

    let lines = reader.entry_lines(&list);
    list.iter()
        .zip(lines)
        .filter_map(|(at, line)| entry(reader, at, line, assignment))
        .collect()
}

fn entry<'v>(reader: &mut Reader, at: &At<'v>, line: usize, assignment: &Assignment) -> Option<Entry<'v>> {
    let fields = reader.fields(at, &KNOWN)?;
    let name = reader
        .required(&fields, "name", "vertical win in column 1")
        .and_then(|at| name(reader, &at));
    let points = match fields.get("points") {
        Some(at) => reader.number(&at, 0.0..=MAX_POINTS),
        None => Some(1.0),
    };
    let tags = match fields.get("tags") {
        Some(at) => tags(reader, &at),
        None => Some(Vec::new()),
    };
    let frames = frames(reader, &fields, assignment);
    let demands = match fields.get("demands") {
        Some(at) => demands(reader, &at, assignment),
        None => Some(Vec::new()),
    };
    let play = play(reader, &fields, assignment);

    Some(Entry {
        line,
        name: name?,
        points: points?,
        tags: tags?,
        frames: frames?,
        demands: demands?,
        play: play?,
        fields,
    })
}

fn play(reader: &mut Reader, fields: &Fields, assignment: &Assignment) -> Option<Play> {
    let generate = fields.get("generate");
    if let Some(at) = fields.get("call") {
        if matches!(assignment.machine, MachineSpec::Arm { .. }) {
            let diagnostic = Diagnostic::error("cannot-call", "`call` is not available for ARM programs")
                .help("only subroutines of LC-3 programs can be called; write `moves` that exercise it instead");
            reader.problem(&at, Spot::Key, diagnostic);
            return None;
        }

        only_beside(
            reader,
            fields,
            &GAME_ONLY,
            "moves",
            "a subroutine is called in isolation, and no game is played",
        );

        return contract::contract(reader, fields, &assignment.game).map(Play::Contract);
    }

    only_beside_call(reader, fields);
    if let Some(at) = generate {
        return generate::family(reader, fields, &at, assignment);
    }

    only_beside(reader, fields, &generate::FIELDS, "generate", "nothing is generated");
    script(reader, fields, assignment.protocol)
}

/// Fields that say nothing without another one.
fn only_beside(reader: &mut Reader, fields: &Fields, own: &[&str], beside: &str, reason: &str) {
    for at in own.iter().filter_map(|field| fields.get(field)) {
        let diagnostic = Diagnostic::error("conflicting-fields", format!("`{}` requires `{beside}`", at.name))
            .help(format!("remove `{}`: {reason}", at.name));
        reader.problem(&at, Spot::Key, diagnostic);
    }
}

fn frames(reader: &mut Reader, fields: &Fields, assignment: &Assignment) -> Option<Frames> {
    let Some(at) = fields.get("frames") else {
        return Some(assignment.comparison.frames);
    };
    if !assignment.game.flow.falling {
        reader.problem(&at, Spot::Key, no_frames());
        return None;
    }
    reader.choice(&at, &FRAMES)
}

fn demands(reader: &mut Reader, at: &At, assignment: &Assignment) -> Option<Vec<Demand>> {
    let Some(computer) = assignment.game.flow.computer else {
        let diagnostic = Diagnostic::error("conflicting-fields", "`demands` requires a computer player")
            .help("remove `demands`, or name the computer in the `game` of the assignment");
        reader.problem(at, Spot::Key, diagnostic);
        return None;
    };

    let mut demands = Vec::new();
    for entry in reader.list(at)? {
        let demand = reader.choice(&entry, &DEMANDS)?;
        if demand != Demand::of(computer) || demands.contains(&demand) {
            let (only, _) = DEMANDS.iter().find(|(_, known)| *known == Demand::of(computer))?;
            reader.out_of_range(
                &entry,
                &format!("`{only}`, once: the document demands nothing else of this computer"),
            );
            return None;
        }

        demands.push(demand);
    }

    Some(demands)
}

/// Fields of a contract say nothing of a game.
fn only_beside_call(reader: &mut Reader, fields: &Fields) {
    for at in contract::OWN.iter().filter_map(|field| fields.get(field)) {
        let diagnostic = Diagnostic::error("conflicting-fields", format!("`{}` requires `call`", at.name))
            .help("name the subroutine that is called with a line like `call: CHECK_VALID`");
        reader.problem(&at, Spot::Key, diagnostic);
    }
}

fn name(reader: &mut Reader, at: &At) -> Option<String> {
    let name = reader.short_text(at, 120)?;
    if name.trim() != name || name.chars().any(char::is_control) {
        reader.out_of_range(at, "one line of text without leading or trailing spaces");
        return None;
    }
    Some(name)
}

fn script(reader: &mut Reader, fields: &Fields, protocol: Protocol) -> Option<Play> {
    let (moves, input) = (fields.get("moves"), fields.get("input"));
    let (script, raw) = match (moves, input) {
        (Some(at), None) => (Script::from_moves(&keys(reader, &at)?, protocol), false),
        (None, Some(at)) => (Script::from_input(keys(reader, &at)?.as_bytes(), protocol), true),
        (None, None) => {
            reader.required(fields, "moves", "1 2 1 2 1 2 1")?;
            return None;
        }
        (Some(_), Some(at)) => {
            let diagnostic = Diagnostic::error("conflicting-fields", "`input` cannot be combined with `moves`")
                .help("keep one: `moves` for keys separated by spaces, `input` for raw text");
            reader.problem(&at, Spot::Key, diagnostic);
            return None;
        }
    };

    let transcript = match fields.get("transcript") {
        // A transcript is never empty, so an empty field is one that waits to be filled by `case bless`.
        Some(at) => Some(reader.text(&at)?).filter(|text| !text.is_empty()),
        None => None,
    };
    let ends = match fields.get("ends") {
        Some(at) => Some(reader.choice(&at, &ENDS)?),
        None => None,
    };

    Some(Play::Script(Played {
        script,
        raw,
        transcript,
        ends,
    }))
}

fn keys(reader: &mut Reader, at: &At) -> Option<String> {
    let keys = reader.text(at)?;
    if !keys.is_ascii() || keys.len() > 10_000 {
        reader.out_of_range(
            at,
            "at most 10000 ASCII characters; write control characters as `\"\\x01\"`",
        );
        return None;
    }
    Some(keys)
}
