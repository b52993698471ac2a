//! The integration tests, linked once: the library against independent oracles, and the binary as a user drives it. Tests that
//! need a browser or a sandbox are binaries of their own.

mod architecture;
mod arm_assembler;
mod arm_causes;
mod arm_encodings;
mod arm_gnu;
mod assembler_mistakes;
mod budget;
mod cli;
mod combined;
mod computer_players;
mod conformance;
mod coverage;
mod diagnoses;
mod effort;
mod endings;
mod findings;
mod fixed_cases;
mod fuzz;
mod junk;
mod machine_oracle;
#[cfg(target_os = "linux")]
mod memory;
mod missing_boards;
mod own_mistakes;
mod own_words;
mod patches;
mod planted;
mod repair;
mod repair_arm;
mod rules_and_reference;
mod sentences;
mod several_files;
mod twins;
mod untagged;
