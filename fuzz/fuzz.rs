//! Feeds what libFuzzer invents to one of the readers of `tests/it/fuzz/oracle.rs`: `FUZZ_TARGET` names it.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;

#[path = "../tests/it/fuzz/oracle.rs"]
mod oracle;

fn target() -> fn(&[u8]) {
    static TARGET: OnceLock<fn(&[u8])> = OnceLock::new();
    *TARGET.get_or_init(|| {
        let name = std::env::var("FUZZ_TARGET").expect("FUZZ_TARGET names what is fuzzed");
        let found = oracle::TARGETS.iter().find(|(known, _)| *known == name);
        found.expect("FUZZ_TARGET names one of oracle::TARGETS").1
    })
}

fuzz_target!(|bytes: &[u8]| target()(bytes));
