//! Limits on a process.

use serde::{Deserialize, Serialize};

/// Limits on one process and all that it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Processor time, in milliseconds.
    pub cpu: u64,
    /// Time on the clock, in milliseconds.
    pub wall: u64,
    /// Time in which all its processes sleep, in milliseconds. It is not longer on a busy machine.
    pub asleep: u64,
    /// Memory in use, in bytes.
    pub memory: u64,
    /// Address space of each process, in bytes.
    pub address_space: u64,
    /// What it may write into files, in bytes.
    pub disk: u64,
    /// Processes and threads at the same time.
    pub processes: u64,
    /// Bytes of output.
    pub output: u64,
}

const MIB: u64 = 1 << 20;

impl Default for Limits {
    fn default() -> Self {
        Self {
            cpu: 1_000,
            wall: 10_000,
            asleep: 10_000,
            memory: 256 * MIB,
            address_space: 256 * MIB,
            disk: 16 * MIB,
            processes: 16,
            output: 256 << 10,
        }
    }
}

impl Limits {
    /// Limits on a build.
    pub const BUILD: Self = Self {
        cpu: 30_000,
        wall: 120_000,
        asleep: 120_000,
        memory: 2048 * MIB,
        address_space: 16_384 * MIB,
        disk: 256 * MIB,
        processes: 128,
        output: 1 << 20,
    };
}
