//! How a program wants to be played where that is not how the assignment has it, and the keys that it is sent then.
//!
//! Scripts are always written as the assignment has them. [`Adaptation::typed`] gives the keys that the program is sent for
//! a script, and [`Adaptation::as_in_script`] gives the run back as if the script had been typed: keys that the script does
//! not have are gone, with the questions that they answer, and keys that stand for others are shown as those.

use std::borrow::Cow;
use std::ops::{Deref, Range};

use crate::connect4::{Protocol, Rules};
use crate::machine::{Output, Run};

mod columns;
mod landings;

pub use columns::ColumnKeys;
use landings::Landings;

/// How a program is played where that is not how the assignment has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Adaptation {
    /// What is typed before the first move of each run: "Press any key", "1: two players, 2: computer".
    pub opening: FewKeys,
    /// Which keys stand for the columns.
    pub columns: ColumnKeys,
    /// What is typed after each move: "Are you sure? (y/n)".
    pub confirmation: FewKeys,
    /// How many columns there are, where only moves into one of them are confirmed; else every move is.
    pub confirmed_columns: Option<u8>,
    /// The games, where moves are confirmed once the board is shown: each piece that lands is, unless the game is over.
    pub continued: Option<Games>,
    /// The row that is typed with each column.
    pub row: Option<RowKeys>,
    /// What is exchanged between the players as the program is judged.
    pub exchanged: Exchanged,
}

/// What the program exchanges between the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Exchanged {
    /// Nothing.
    #[default]
    Nothing,
    /// The players: the second one makes the first move.
    Players,
    /// The prompts: each names the other player.
    Prompts,
}

/// A few keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FewKeys {
    keys: [u8; Self::MOST],
    count: usize,
}

impl FewKeys {
    /// So many at most.
    pub const MOST: usize = 8;

    /// These keys; those beyond [`FewKeys::MOST`] are left out.
    pub fn new(keys: &[u8]) -> Self {
        let count = keys.len().min(Self::MOST);
        let mut few = Self {
            keys: [0; Self::MOST],
            count,
        };
        few.keys[..count].copy_from_slice(&keys[..count]);
        few
    }

    /// In words: `'1'`, `Enter`, `'y' and Enter`, `'A' and Enter, then 'B' and Enter`. Enter is LF, unless it is said to be CR.
    pub fn words(self) -> String {
        let lines: Vec<&[u8]> = self.split_inclusive(|byte| is_line_end(*byte)).collect();
        if matches!(lines[..], [b"\n", b"\n"]) {
            return "Enter twice".to_owned();
        }
        let words: Vec<String> = lines.into_iter().map(line_words).collect();
        words.join(", then ")
    }
}

/// Keys of one line in words.
fn line_words(line: &[u8]) -> String {
    match line {
        b"\n" => "Enter".to_owned(),
        b" " => "the space bar".to_owned(),
        b"\r" => "Enter (CR)".to_owned(),
        [keys @ .., b'\n'] => format!("'{}' and Enter", keys.escape_ascii()),
        [keys @ .., b'\r'] => format!("'{}' and Enter (CR)", keys.escape_ascii()),
        keys => format!("'{}'", keys.escape_ascii()),
    }
}

impl Deref for FewKeys {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.keys[..self.count]
    }
}

/// The games that a script plays, one after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Games {
    /// The size of the board, and how many pieces in a line win.
    pub rules: Rules,
    /// Whether a new game begins after each.
    pub restarts: bool,
    /// The key with which a new game begins at once.
    pub restart_key: Option<u8>,
}

/// Rows that are typed with the columns, numbered as the columns are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowKeys {
    /// The games.
    pub games: Games,
    /// Whether the row is typed before the column.
    pub comes_first: bool,
    /// Whether the lowest row has the lowest number.
    pub from_below: bool,
}

/// The keys that are sent for a script.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Typed {
    /// All of them.
    pub keys: Vec<u8>,
    roles: Vec<Role>,
}

/// Why a key is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Opening,
    /// It is typed in place of a key of the script.
    Script,
    /// It comes before the keys of the script that make a move.
    Before,
    /// It comes after them.
    After,
    /// It comes once the board is shown.
    Continuing,
}

impl Typed {
    fn add(&mut self, role: Role, keys: &[u8]) {
        self.keys.extend_from_slice(keys);
        self.roles.resize(self.keys.len(), role);
    }

    /// Where the keys that stand for those of the script are.
    fn of_script(&self) -> impl Iterator<Item = usize> {
        let roles = self.roles.iter().enumerate();
        roles.filter(|(_, role)| **role == Role::Script).map(|(key, _)| key)
    }
}

impl Adaptation {
    /// Whether scripts are typed as they are.
    pub fn types_script(&self) -> bool {
        *self
            == Self {
                exchanged: self.exchanged,
                ..Self::default()
            }
    }

    /// The keys that the program is sent for those of a script. The row of a column that is full is the topmost, and each
    /// piece is taken to be accepted.
    pub fn typed(&self, keys: &[u8], protocol: Protocol) -> Typed {
        let mut typed = Typed::default();
        if self.types_script() {
            typed.add(Role::Script, keys);
            return typed;
        }
        typed.add(Role::Opening, &self.opening);

        let games = self.row.map(|row| row.games).or(self.continued);
        let mut landings = games.map(Landings::new);
        let attempts: Vec<&[u8]> = match protocol {
            Protocol::Key => keys.chunks(1).collect(),
            Protocol::Enter => keys.split_inclusive(|key| *key == b'\n').collect(),
        };
        for attempt in attempts {
            self.type_attempt(attempt, protocol, landings.as_mut(), &mut typed);
        }
        typed
    }

    /// Types one attempt, Enter included. A line whose Enter is still to come gets no keys beside its own.
    fn type_attempt(&self, attempt: &[u8], protocol: Protocol, landings: Option<&mut Landings>, typed: &mut Typed) {
        let (keys, end) = match attempt.strip_suffix(b"\n") {
            Some(keys) if protocol == Protocol::Enter => (keys, &b"\n"[..]),
            _ => (attempt, &b""[..]),
        };
        let is_whole = protocol == Protocol::Key || !end.is_empty();
        let landed = landings.filter(|_| is_whole).and_then(|landings| landings.play(keys));
        let row = self.row.filter(|_| is_whole).map(|way| {
            // That of a column that is full is the topmost.
            let key = self.row_key(way, landed.as_ref().map_or(0, |landed| landed.row));
            let role = if way.comes_first { Role::Before } else { Role::After };
            (role, [&[key], end].concat())
        });

        if let Some((Role::Before, row)) = &row {
            typed.add(Role::Before, row);
        }
        let own: Vec<u8> = attempt.iter().map(|key| self.columns.typed(*key)).collect();
        typed.add(Role::Script, &own);
        if let Some((Role::After, row)) = &row {
            typed.add(Role::After, row);
        }

        if self.continued.is_some() {
            if landed.is_some_and(|landed| !landed.is_over) {
                typed.add(Role::Continuing, &self.confirmation);
            }
        } else if is_whole && self.confirmed_columns.is_none_or(|columns| is_column(keys, columns)) {
            typed.add(Role::After, &self.confirmation);
        }
    }

    /// The key of a row that is counted from the top.
    fn row_key(&self, way: RowKeys, row: usize) -> u8 {
        let number = if way.from_below {
            way.games.rules.rows.saturating_sub(row + 1)
        } else {
            row
        };
        let first = if self.columns == ColumnKeys::FromZero {
            b'0'
        } else {
            b'1'
        };
        first + number as u8
    }

    /// What is typed in the place of some keys of the script, for people.
    pub fn typed_moves<'k>(&self, keys: &'k [u8]) -> Cow<'k, [u8]> {
        match self.columns {
            ColumnKeys::FromOne => Cow::Borrowed(keys),
            columns => keys.iter().map(|key| columns.typed(*key)).collect::<Vec<u8>>().into(),
        }
    }

    /// Whether nothing is typed beside the keys of the script.
    pub fn adds_no_keys(&self) -> bool {
        self.opening.is_empty() && self.confirmation.is_empty() && self.row.is_none()
    }

    /// The run of the keys that were typed for those of a script, as if the script had been typed.
    pub fn as_in_script(&self, run: &Run, keys: &[u8], typed: &Typed) -> Run {
        let marks = &run.output.key_marks;
        let mut bytes = run.output.bytes.clone();
        for (key, position) in keys.iter().zip(typed.of_script()) {
            let shown = marks.get(position).and_then(|mark| bytes.get_mut(*mark));
            if let Some(shown) = shown.filter(|shown| **shown == typed.keys[position]) {
                *shown = *key;
            }
        }

        let cuts = cuts(&run.output, typed);
        let is_kept = |at: &usize| !cuts.iter().any(|cut| cut.contains(at));
        let moved = |at: usize| at - cut_before(&cuts, at);
        let of_script = typed.of_script().map_while(|position| marks.get(position));
        let banners = run.output.banners.iter().filter(|(range, _)| is_kept(&range.start));
        let output = Output {
            bytes: (0..bytes.len()).filter(is_kept).map(|at| bytes[at]).collect(),
            key_marks: of_script.map(|mark| moved(*mark)).collect(),
            banners: banners
                .map(|(range, service)| (moved(range.start)..moved(range.end), *service))
                .collect(),
        };

        let read = typed.keys.len() - run.keys_left.min(typed.keys.len());
        Run {
            output: output.into(),
            keys_left: typed.of_script().filter(|position| *position >= read).count(),
            ..run.clone()
        }
    }
}

/// Whether these keys are one of so many columns.
fn is_column(keys: &[u8], columns: u8) -> bool {
    matches!(keys, [digit] if (1..=columns).contains(&digit.wrapping_sub(b'0')))
}

/// What is printed for keys that the script does not have: all up to the opening's echo, what is between a key before a move
/// and the move, and what is between the echoes of a move and of its last key; of what asks for a key once the board is shown,
/// the last line.
fn cuts(output: &Output, typed: &Typed) -> Vec<Range<usize>> {
    let (bytes, marks) = (&output.bytes, &output.key_marks);
    // Keys that were read together are shown one after the other.
    let at = |key: usize, from: usize| marks[key].max(from);
    let echoes = |key: usize, at: usize| bytes.get(at) == Some(&typed.keys[key]);
    let after_echo = |key: usize, from: usize| at(key, from) + usize::from(echoes(key, at(key, from)));

    let mut cuts: Vec<Range<usize>> = Vec::new();
    let mut from = 0;
    for key in 0..typed.keys.len().min(marks.len()) {
        let end = after_echo(key, from);
        let cut = match typed.roles[key] {
            Role::Script => {
                from = end;
                continue;
            }
            Role::Opening => {
                // The line end of the key, or of the question.
                let line = bytes.get(from..end).unwrap_or_default();
                let is_open = line.last().is_some_and(|last| !is_line_end(*last));
                from..end + usize::from(is_open && bytes.get(end).copied().is_some_and(is_line_end))
            }
            Role::Before => at(key, from)..marks.get(key + 1).copied().unwrap_or(bytes.len()).max(at(key, from)),
            Role::Continuing if typed.roles[key - 1] != Role::Continuing => {
                let asked = bytes.get(from..at(key, from)).unwrap_or_default().trim_ascii_end();
                let line = asked
                    .iter()
                    .rposition(|byte| is_line_end(*byte))
                    .map_or(0, |line_end| line_end + 1);
                from + line..end
            }
            Role::After | Role::Continuing => from..end,
        };
        from = cut.end;
        if !cut.is_empty() {
            cuts.push(cut);
        }
    }
    cuts
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

/// How many bytes are cut before a place.
fn cut_before(cuts: &[Range<usize>], at: usize) -> usize {
    let before = cuts.iter().map(|cut| cut.end.min(at).saturating_sub(cut.start.min(at)));
    before.sum()
}

#[cfg(test)]
mod tests;
