//! Programs with one small change, tried in the memory of a machine that has the program loaded: thousands of them cost no
//! assembling.
//!
//! A patch does to the machine what its edit does to the source. Inserted instructions have no room in the image, so the
//! machine tries them beside the one at their address. What a patch shows is a hint: the edited source is what counts.

use std::collections::BTreeSet;

use super::edits::Edit;
use super::slice::CONDITIONS;
#[cfg(doc)]
use super::slice::Slice;

pub(in crate::machine) mod order;
pub(in crate::machine) mod similar;

/// A change of a program in memory, with the edit of its source that does the same.
#[derive(Debug, Clone)]
pub struct Patch {
    /// The edit.
    pub edit: Edit,
    /// The addresses of which one must run before the change makes a difference.
    pub reached_at: Vec<u32>,
    /// Words of the image, by their addresses, with what they are in the patch.
    pub words: Vec<(u32, u32)>,
    /// Instructions more.
    pub inserted: Vec<Inserted>,
    /// What is likelier has the lower rank.
    pub rank: usize,
}

impl Patch {
    /// A word more before the one at an address, by an edit beside a label of it.
    pub(in crate::machine) fn beside_label(edit: Edit, address: u32, word: u32, rank: usize) -> Self {
        Self {
            edit,
            reached_at: vec![address],
            words: Vec::new(),
            inserted: vec![Inserted {
                address,
                word,
                target: None,
                is_after: false,
            }],
            rank,
        }
    }

    /// The address that is changed, or where something is inserted.
    pub fn address(&self) -> u32 {
        // What is inserted may refer to a word that is placed after the program.
        let changed = self.words.first().filter(|_| self.inserted.is_empty());
        let changed = changed.map(|(address, _)| address);
        changed.or(self.reached_at.first()).copied().unwrap_or_default()
    }
}

/// An instruction that is tried beside the one at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Inserted {
    /// The address.
    pub address: u32,
    /// The instruction, encoded for that address.
    pub word: u32,
    /// What it refers to, where no offset of the instruction reaches that.
    pub target: Option<u32>,
    /// Whether it comes after the one that is there, where that one does not jump, or when what that one calls has returned; else
    /// it comes before it.
    pub is_after: bool,
}

/// A byte as it is written in a text.
pub fn escaped(byte: u8) -> Option<String> {
    match byte {
        b'\n' => Some("\\n".to_owned()),
        b'\t' => Some("\\t".to_owned()),
        b'"' => Some("\\\"".to_owned()),
        b'\\' => Some("\\\\".to_owned()),
        b' '..=b'~' => Some(char::from(byte).to_string()),
        _ => None,
    }
}

/// A text in a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Where it begins.
    pub address: u32,
    /// Its bytes, without the zero after them.
    pub bytes: Vec<u8>,
}

/// How likely a patch is as what somebody meant: the lower, the likelier.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Likelihood {
    /// False where what it changes is plainly not meant: a statement that is there twice, a register that is cleared after it is
    /// set, a word read as an address that is none.
    pub is_subtle: bool,
    /// How odd what it makes is.
    pub strangeness: usize,
}

impl Likelihood {
    /// Neither likely nor odd.
    pub const NEUTRAL: Self = Self {
        is_subtle: true,
        strangeness: 1,
    };
    /// What it changes is plainly not meant.
    pub const OBVIOUS: Self = Self {
        is_subtle: false,
        strangeness: 0,
    };
}

/// How odd what is likely is.
pub(in crate::machine) const LIKELY: usize = 0;
/// How odd what is made is at least, where it is odd.
pub const ODD: usize = 2;

/// How odd a changed number is: the nearer to what it was, the likelier.
pub(in crate::machine) fn distance(old: i32, new: i32) -> usize {
    match old.abs_diff(new) {
        _ if old == new.wrapping_neg() => LIKELY,
        0 | 1 => LIKELY,
        2 => 1,
        _ if lines_away(old).any(|other| other == new) => 1,
        _ => ODD,
    }
}

/// Numbers of cells that a row or a column more or fewer makes of one: on the boards of Connect 4 each has six or seven.
pub(in crate::machine) fn lines_away(cells: i32) -> impl Iterator<Item = i32> {
    const LENGTHS: [i32; 2] = [6, 7];
    let is_of_lines = cells.unsigned_abs() >= 12;
    let lengths = LENGTHS.into_iter().filter(move |_| is_of_lines);
    lengths.flat_map(move |length| [cells.wrapping_add(length), cells.wrapping_sub(length)])
}

/// An instruction, as one is judged that is inserted beside it.
#[derive(Debug, Clone, Copy)]
pub(in crate::machine) struct Neighbour {
    /// The registers that it sets and reads, as in [`Slice::live`].
    pub given: u32,
    pub taken: u32,
    /// Whether it calls a subroutine.
    pub calls: bool,
    /// Whether it sets the condition codes, and nothing else.
    pub tests: bool,
    /// Whether it is a branch.
    pub branches: bool,
}

/// The registers among what is given and taken.
const REGISTERS: u32 = CONDITIONS - 1;

/// How odd an instruction is between two: the least where one of them gives it what it reads, or reads what it gives, and for a call
/// beside another one. It is odd where it overwrites what the one before it sets.
pub(in crate::machine) fn oddity_between(before: Option<Neighbour>, own: Neighbour, next: Option<Neighbour>) -> usize {
    let both = |one: Option<Neighbour>, other: Option<Neighbour>| match (one, other) {
        (Some(one), Some(other)) => one.given & other.taken,
        _ => 0,
    };
    let calls = |one: Option<Neighbour>| one.is_some_and(|one| one.calls);
    let tests = |one: Option<Neighbour>| one.is_some_and(|one| one.tests);

    // A branch after a call mostly goes by what that returned.
    if calls(before) && own.tests && next.is_some_and(|next| next.branches) {
        return LIKELY;
    }

    let is_fed = both(before, Some(own)) != 0;
    let feeds = both(Some(own), next) != 0;
    let belongs = is_fed || feeds || own.calls && (tests(next) || calls(before) || calls(next));
    let is_lost = before.is_some_and(|before| !before.calls && before.given & own.given & !own.taken & REGISTERS != 0);
    let is_split = both(before, next) & !own.given != 0 || calls(before) && tests(next);
    2 - usize::from(belongs) + usize::from(is_split) + ODD * usize::from(is_lost) + usize::from(own.branches && !is_fed)
}

/// The entry of the one subroutine that runs some of a program's `own` instructions. Of several it is the last before the `address`, if
/// that is one of them.
pub(in crate::machine) fn entry_of<A: Copy + Ord>(
    called: &BTreeSet<A>,
    address: A,
    own: &[A],
    body: impl Fn(A) -> BTreeSet<A>,
) -> Option<A> {
    let runs = |entry: &A| {
        let body = body(*entry);
        own.iter().any(|address| body.contains(address))
    };
    let entries: Vec<A> = called.iter().copied().filter(runs).collect();
    let last = called.range(..=address).next_back();
    match entries[..] {
        [one] => Some(one),
        _ => last.copied().filter(|last| entries.contains(last)),
    }
}
