//! The changes that are tried: on which games, and which of those that mend them are held to the suite first.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::Proved;
use super::proof::Passing;
use super::telling::{Extent, Game};
use crate::machine::Target;
use crate::machine::edits::{Edit, EditKind, statements};
use crate::machine::patch::{Inserted, Likelihood, Patch};
use crate::machine::patches::Patches;

/// From how odd an edit is, it is less likely than a larger one, and it is asked whether an instruction is missing instead.
pub const ODD: usize = 3;
/// The instructions that playing the games may take.
const GAMES: u64 = 450_000;

/// A game, how much of it is played, and a change.
pub type Tried = ((usize, bool), Extent, Vec<(u32, u32)>, Vec<Inserted>);

/// A change that is tried.
#[derive(Debug, Clone)]
pub struct Change {
    pub patch: Patch,
    /// The place of its instruction in the order of suspicion.
    pub order: usize,
}

impl Change {
    /// How likely it is as what somebody meant: its size, and how odd what it makes is. The lower, the likelier.
    pub fn likelihood(&self, patches: &Patches) -> (usize, usize) {
        let Likelihood { is_subtle, strangeness } = patches.likelihood(&self.patch);
        if !is_subtle {
            return (0, 0);
        }
        let (size, oddity) = likelihood(&self.patch.edit);
        let oddity = strangeness + oddity;
        (size + if oddity >= ODD { 2 } else { 0 }, oddity)
    }

    /// When it is tried, among others: those first that are suspected most, and are neither unlikely nor odd.
    pub fn turn(&self, patches: &Patches, is_idle: bool) -> usize {
        let Likelihood { is_subtle, strangeness } = patches.likelihood(&self.patch);
        let odd = if is_subtle {
            [1, 2, 6, 12][strangeness.min(3)]
        } else {
            1
        };
        (self.order + 3) * odd * (self.patch.rank + 1) * if is_idle { 4 } else { 1 }
    }
}

/// A change with which the first failing game goes wrong later: by so many keys, and so many bytes. Of both it is the most there
/// is where that game is right, and another one is not.
#[derive(Debug, Clone)]
pub struct Later {
    pub change: Change,
    pub keys: usize,
    pub bytes: usize,
}

/// An edit with which games that show a fault go wrong later, or not at all.
#[derive(Debug, Clone)]
pub struct First {
    pub edit: Proved,
    pub gain: Gain,
    /// The cases of the suite that pass with it and not without, where that is known.
    pub mended: Option<Vec<usize>>,
}

impl First {
    /// Those come first with which the most games are right, then those with which the most go wrong later.
    pub fn rank(&self) -> (Reverse<Gain>, (usize, usize), usize) {
        (Reverse(self.gain), self.edit.likelihood, self.edit.edit.line)
    }
}

/// What is gained by an edit, of some games that show a fault.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gain {
    /// How many are right.
    pub right: usize,
    /// How many go wrong later.
    pub later: usize,
    /// By how many bytes together.
    pub bytes: usize,
}

/// An instruction more, or several, for which a program has no room.
#[derive(Debug)]
pub struct Crowded {
    pub edit: Proved,
    pub patch: Patch,
    /// How many lines it adds.
    pub lines: usize,
    /// The line of the instruction that would no longer reach what it refers to, and the name of that.
    pub unreached: (usize, String),
}

/// The first failing game, and of the others the shortest of both kinds that together take little enough work.
pub fn affordable(failing: Vec<Game>, passing: Vec<Game>) -> Vec<Game> {
    let mut others: Vec<Game> = failing.into_iter().chain(passing).collect();
    let first = others.remove(0);
    others.sort_by_key(Game::work);
    let mut work = first.work();
    let mut games = vec![first];
    for fails in [true, false] {
        let (own, rest): (Vec<Game>, Vec<Game>) = others.into_iter().partition(|game| game.fails() == fails);
        others = rest;
        let share = if fails { GAMES / 2 } else { GAMES };
        for game in own {
            work += game.work();
            if work > share && games.iter().any(|known| known.fails() == fails) {
                break;
            }
            games.push(game);
        }
    }
    games
}

/// The changes by line: the likeliest first, then the lines at which most of them are, and which are suspected most.
pub fn by_likelihood(survivors: Vec<Change>, patches: &Patches) -> Vec<Vec<Change>> {
    let likelihood = |change: &Change| change.likelihood(patches);
    let mut lines: BTreeMap<usize, Vec<Change>> = BTreeMap::new();
    for change in survivors {
        lines.entry(change.patch.edit.line).or_default().push(change);
    }
    let mut lines: Vec<Vec<Change>> = lines.into_values().collect();
    for line in &mut lines {
        line.sort_by_key(likelihood);
        mix_kinds(line);
    }
    lines.sort_by_key(|line| {
        let first = &line[0];
        (likelihood(first), Reverse(line.len()), first.order)
    });
    lines
}

/// Puts the third and later edits of a kind behind the first two of every other kind: where two of a kind do not hold, a third
/// rarely does.
fn mix_kinds(line: &mut Vec<Change>) {
    const OF_KIND: usize = 2;
    let mut seen: HashMap<EditKind, usize> = HashMap::new();
    let ranked = std::mem::take(line).into_iter().map(|change| {
        let before = seen.entry(change.patch.edit.kind).or_default();
        *before += 1;
        ((*before - 1) / OF_KIND, change)
    });
    let mut ranked: Vec<(usize, Change)> = ranked.collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    line.extend(ranked.into_iter().map(|(_, change)| change));
}

/// The likeliest edits first: the smallest, and of these one after which a register is changed in place, as in
/// `ADD R1, R1, #1`. One after which it no longer is hides more often what another line does.
fn likelihood(edit: &Edit) -> (usize, usize) {
    let is_of_operands = matches!(edit.kind, EditKind::Opcode | EditKind::Register | EditKind::Number);
    let strangeness = match (is_in_place(&edit.before), is_in_place(&edit.after)) {
        (false, true) if is_of_operands => 0,
        (true, false) if is_of_operands => 2,
        _ => 1,
    };
    (size(edit), strangeness)
}

/// Whether a statement writes the register that it reads first.
fn is_in_place(statement: &str) -> bool {
    let words = statement.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    let operands: Vec<&str> = words.skip(1).take(2).collect();
    matches!(operands[..], [one, other] if one.eq_ignore_ascii_case(other))
}

/// How much an edit changes. Another subroutine is called by mistake as seldom as a statement is left out.
pub fn size(edit: &Edit) -> usize {
    match edit.kind {
        EditKind::Target if edit.is_of_call() => 2,
        EditKind::Condition | EditKind::Register | EditKind::Number | EditKind::Target | EditKind::Text => 0,
        EditKind::Opcode | EditKind::Operator | EditKind::Exchanged | EditKind::Name => 1,
        EditKind::Swapped | EditKind::Moved | EditKind::Dropped | EditKind::Doubled => 2,
        EditKind::Inserted => 3,
        EditKind::Saved | EditKind::Kept | EditKind::Unsaved | EditKind::Tested => 4,
    }
}

/// Puts the likeliest first. A program that is right as a whole with an edit has its fault there; and of a line the likeliest edit may
/// not have held.
pub fn likeliest_first(proved: &mut [Proved], text: &str) {
    proved.sort_by_key(|proved| (!proved.is_whole(), proved.likelihood));
    named_first(proved, text);
    left_out_first(proved);
}

/// Puts another number in an instruction behind one that does as well where it has its name, unless the source has the new number
/// with the same register elsewhere.
fn named_first(proved: &mut [Proved], text: &str) {
    let is_number = |proved: &Proved| proved.edit.kind == EditKind::Number;
    let Some(first) = proved.first().filter(|first| is_number(first)) else {
        return;
    };

    let rank = |proved: &Proved| (proved.is_whole(), proved.likelihood);
    let same = proved.iter().take_while(|other| rank(other) == rank(first)).enumerate();
    let mut named = same.filter(|(_, other)| is_number(other) && other.place.address.is_none());
    if let Some((at, _)) = named.next()
        && !is_elsewhere(&first.edit, text)
    {
        proved[..=at].rotate_right(1);
    }
}

/// Whether another statement of an ARM source has the register and the last operand of the one that an edit makes.
fn is_elsewhere(edit: &Edit, text: &str) -> bool {
    let words = |statement: &str| -> Vec<String> {
        let words = statement.split([' ', ',', '\t']).filter(|word| !word.is_empty());
        words.map(str::to_ascii_uppercase).collect()
    };
    let own = words(&edit.after);
    let [_, register, .., number] = &own[..] else {
        return false;
    };
    let others = statements(Target::Arm, text).into_iter();
    let others = others.filter(|other| other.line != edit.line);
    let mut others = others.map(|other| words(&other.text));
    others.any(|other| other.contains(register) && other.last() == Some(number))
}

/// Puts first that a statement is left out, where as much passes with that as with the first edit, which changes it: everything, or
/// many cases where not all were played.
fn left_out_first(proved: &mut [Proved]) {
    const MANY: usize = 20;
    let passes = |proved: &Proved| match proved.passing {
        Passing::Some { mended, .. } => mended >= MANY,
        passing => passing == Passing::All,
    };
    let Some(first) = proved.first().filter(|first| passes(first)) else {
        return;
    };
    let is_same = |other: &Proved| other.edit.line == first.edit.line && other.is_whole() == first.is_whole();
    let mut all = proved.iter();
    if let Some(at) = all.position(|other| other.edit.kind == EditKind::Dropped && is_same(other)) {
        proved[..=at].rotate_right(1);
    }
}
