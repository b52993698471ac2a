//! Which edits are suspected, by the units that run in failing games and in others.

use crate::grade::repair::LIKELY;
use crate::machine::edits::{Combined, EditKind};

/// When an edit is tried: those that are compiled with all others first, the most suspicious of them first, and of these the
/// likeliest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turn {
    /// Whether it is compiled by itself.
    pub by_itself: bool,
    pub innocence: u64,
    pub oddity: usize,
    pub edit: usize,
}

/// Puts second, of all that mends a fault, that the line is left out which the first edit changes.
pub fn left_out_second(mending: &mut [Turn], edits: &Combined) {
    let Some(first) = mending.first() else { return };
    let line = edits.edit(first.edit).line;
    let is_left_out = |turn: &Turn| {
        let edit = edits.edit(turn.edit);
        edit.kind == EditKind::Dropped && edit.line == line
    };
    if let Some(at) = mending.iter().position(is_left_out).filter(|at| *at > 1) {
        mending[1..=at].rotate_right(1);
    }
}

/// A fault: its cases, games on which edits are tried, so many failing ones first, and the edits with which these are right.
pub struct Group {
    pub cases: Vec<usize>,
    pub games: Vec<usize>,
    pub failing: usize,
    pub suspicion: Suspicion,
    pub mending: Vec<Turn>,
}

impl Group {
    /// Whether an edit that mends its cases is likely to be no accident.
    pub fn is_large(&self) -> bool {
        self.cases.len() >= LIKELY
    }

    pub fn mends(&self, edit: usize) -> bool {
        self.mending.iter().any(|turn| turn.edit == edit)
    }
}

/// How suspicious the units of a program are.
pub struct Suspicion {
    pub units: Vec<u64>,
    /// Whether each runs in all games that fail.
    pub always: Vec<bool>,
    /// What runs in every game.
    pub of_all: u64,
}

impl Suspicion {
    /// By the units that ran in games that fail, and in others. `None` where nothing is known of either.
    pub fn of(failed: &[Vec<bool>], passed: &[Vec<bool>]) -> Option<Self> {
        let units = failed.iter().chain(passed).map(Vec::len).max()?;
        let (all_failed, all_passed) = (failed.len() as f64, passed.len() as f64);
        let ochiai = |failed: f64, passed: f64| {
            let product = all_failed * (failed + passed);
            if product > 0.0 {
                (failed / product.sqrt() * 1e6) as u64
            } else {
                0
            }
        };
        let ran = |runs: &[Vec<bool>], unit: usize| runs.iter().filter(|ran| ran.get(unit) == Some(&true)).count();
        Some(Self {
            always: (0..units).map(|unit| ran(failed, unit) == failed.len()).collect(),
            units: (0..units)
                .map(|unit| ochiai(ran(failed, unit) as f64, ran(passed, unit) as f64))
                .collect(),
            of_all: ochiai(all_failed, all_passed),
        })
    }
}
