//! The instructions in the order of suspicion.
//!
//! By Ochiai's formula: an instruction that runs in failing games before the first wrong byte, and in few passing ones, comes
//! first. Of the formulas in use it needs no weights, and it ranks best where there is one fault. Where instructions run in the
//! same games, the one comes first that ran last before the wrong byte: what prints it, and what it was computed from.

use std::collections::BTreeSet;

use super::telling::Game;

/// The addresses that may be wrong, the most suspicious first: those that ran in every game before it went wrong.
pub fn order(games: &[Game], passing: &[Game]) -> Vec<u32> {
    let Some((first, others)) = games.split_first() else {
        return Vec::new();
    };
    let ran = |games: &[Game]| -> Vec<BTreeSet<u32>> {
        let ran = games.iter().map(|game| game.ran_last_first().collect());
        ran.collect()
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
    suspects.into_iter().map(|(_, _, address)| address).collect()
}
