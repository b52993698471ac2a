//! Property tests try the same cases on every day and every machine, so that what passed yesterday passes today.
//!
//! Exploration with other seeds is asked for by proptest's own variables, `PROPTEST_RNG_SEED=7 PROPTEST_CASES=100000`; what it
//! finds becomes a test of its own. Nothing is written to disk.

use proptest::test_runner::{Config, RngSeed};

const SEED: u64 = 0xC4;

/// At least so many cases, the same ones each time.
pub(crate) fn fixed_cases(cases: u32) -> Config {
    let asked = Config::default();
    Config {
        cases: cases.max(asked.cases),
        rng_seed: match asked.rng_seed {
            RngSeed::Random => RngSeed::Fixed(SEED),
            given @ RngSeed::Fixed(_) => given,
        },
        failure_persistence: None,
        ..asked
    }
}
