//! The instructions in the order of suspicion.
//!
//! By Ochiai's formula: an instruction that runs in failing games before the first wrong byte, and in few passing ones, comes
//! first. Of the formulas in use it needs no weights, and it ranks best where there is one fault. Where instructions run in the
//! same games, the one comes first that ran last before the wrong byte: what prints it, and what it was computed from.
//!
//! In turn with these come the instructions that the first wrong byte was computed from, the nearest first: what gave it its
//! value, which branch led to what printed it, and what that branch decided by. In a long game almost everything runs, and few
//! instructions have a share in the one decision that is wrong.

use std::collections::BTreeSet;

use super::telling::Game;
use crate::machine::slice::Slice;

/// The addresses that may be wrong, the most suspicious first: those that ran in every game before it went wrong, where that is
/// known.
pub fn order(games: &[Game], passing: &[Game], slice: &Slice) -> Vec<u32> {
    let Some((first, others)) = games.split_first() else {
        return Vec::new();
    };
    let ran = |games: &[Game]| -> Vec<BTreeSet<u32>> {
        let followed = games.iter().filter(|game| game.is_followed());
        followed.map(|game| game.ran_last_first().collect()).collect()
    };
    let (others, passing) = (ran(others), ran(passing));
    let mut suspects: Vec<(u64, usize, u32)> = first
        .ran_last_first()
        .enumerate()
        .filter(|(_, address)| others.iter().all(|ran| ran.contains(address)))
        .map(|(recency, address)| {
            let passed = passing.iter().filter(|ran| ran.contains(&address)).count();
            // All games fail that run it here, so that the formula falls with the passing ones alone.
            let failed = games.len() as f64;
            let ochiai = failed / (failed * (failed + passed as f64)).sqrt();
            ((ochiai * 1e6) as u64, recency, address)
        })
        .collect();

    suspects.sort_by_key(|(ochiai, recency, _)| (u64::MAX - ochiai, *recency));
    let suspects: Vec<u32> = suspects.into_iter().map(|(_, _, address)| address).collect();
    in_turn(&suspects, &slice.addresses)
}

/// Suspects in turn with those of them that are in a list of another order.
fn in_turn(suspects: &[u32], others: &[u32]) -> Vec<u32> {
    let known: BTreeSet<u32> = suspects.iter().copied().collect();
    let mut others = others.iter().copied().filter(|address| known.contains(address));
    let mut seen = BTreeSet::new();
    let mut order = Vec::new();
    for suspect in suspects {
        for address in [Some(*suspect), others.next()].into_iter().flatten() {
            if seen.insert(address) {
                order.push(address);
            }
        }
    }
    order
}
