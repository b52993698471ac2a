//! The runs of one submission: raw, without verdicts or points.
//!
//! [`file`](mod@file) is the form in which they are saved. It knows no cases.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::machine::{Machine, Output, Piped, Run};
use crate::result::{Diagnosis, Stop};

pub mod file;
mod packed;

use packed::Packed;

/// Outputs of more bytes are held compressed: they are floods.
pub(in crate::grade) const LARGE: usize = 16 << 10;

/// Bytes of output held for one submission, in the form in which they are held. A class-room program needs some two
/// million; a program that floods with noise is not allowed to fill the disk.
pub(in crate::grade) const BUDGET: usize = 16 << 20;

/// The runs of one submission.
#[derive(Debug, Clone, Default)]
pub struct RunCache {
    machines: Vec<(Machine, OfMachine)>,
    observations: BTreeMap<String, serde_json::Value>,
    held: usize,
}

/// The runs on one machine, by their keys.
#[derive(Debug, Clone, Default)]
struct OfMachine {
    runs: BTreeMap<Vec<u8>, Record>,
    diagnoses: BTreeMap<Vec<u8>, Diagnosis>,
    /// The output that was kept or unpacked last: runs that settled early share theirs.
    last: Option<(Arc<Output>, Held)>,
}

/// One run.
#[derive(Debug, Clone)]
struct Record {
    output: Held,
    stop: Stop,
    instructions: u64,
    keys_left: usize,
    piped: Option<Piped>,
}

/// An output as it is held.
#[derive(Debug, Clone)]
enum Held {
    Whole(Arc<Output>),
    Packed(Arc<Packed>),
}

impl Held {
    fn of(output: &Arc<Output>) -> Self {
        if output.bytes.len() <= LARGE {
            Self::Whole(Arc::clone(output))
        } else {
            Self::Packed(Arc::new(Packed::of(output)))
        }
    }

    fn size(&self) -> usize {
        match self {
            Self::Whole(output) => output.bytes.len(),
            Self::Packed(packed) => packed.size(),
        }
    }
}

impl RunCache {
    /// The run with these keys.
    pub fn run(&mut self, machine: Machine, keys: &[u8]) -> Option<Run> {
        let of = self.machines.iter_mut().find(|(of, _)| *of == machine);
        let OfMachine { runs, last, .. } = &mut of?.1;
        let record = runs.get(keys)?;
        let output = match (&record.output, &last) {
            (Held::Whole(output), _) => Arc::clone(output),
            (Held::Packed(packed), Some((output, Held::Packed(of_last)))) if Arc::ptr_eq(packed, of_last) => {
                Arc::clone(output)
            }
            (Held::Packed(packed), _) => {
                let output = Arc::new(packed.unpack()?);
                *last = Some((Arc::clone(&output), record.output.clone()));
                output
            }
        };

        Some(Run {
            output,
            stop: record.stop.clone(),
            instructions: record.instructions,
            keys_left: record.keys_left,
            piped: record.piped,
        })
    }

    /// Why the run with these keys ended as it did.
    pub fn diagnosis(&self, machine: Machine, keys: &[u8]) -> Option<&Diagnosis> {
        self.of(machine)?.diagnoses.get(keys)
    }

    /// What else was observed, by name.
    pub fn observation(&self, name: &str) -> Option<&serde_json::Value> {
        self.observations.get(name)
    }

    /// Keeps a run. One that would take too much room is not kept, and is made again when it is needed again.
    pub fn keep_run(&mut self, machine: Machine, keys: &[u8], run: &Run) {
        let held = self.held;
        let of_machine = self.of_mut(machine);
        let known = of_machine
            .last
            .as_ref()
            .filter(|(last, _)| Arc::ptr_eq(last, &run.output));
        let (output, further) = if let Some((_, held)) = known {
            (held.clone(), 0)
        } else {
            let output = Held::of(&run.output);
            let size = output.size();
            (output, size)
        };

        if held + further > BUDGET {
            return;
        }

        of_machine.last = Some((Arc::clone(&run.output), output.clone()));
        let record = Record {
            output,
            stop: run.stop.clone(),
            instructions: run.instructions,
            keys_left: run.keys_left,
            piped: run.piped,
        };

        of_machine.runs.insert(keys.to_vec(), record);
        self.held += further;
    }

    /// Keeps a diagnosis.
    pub fn keep_diagnosis(&mut self, machine: Machine, keys: &[u8], diagnosis: Diagnosis) {
        self.of_mut(machine).diagnoses.insert(keys.to_vec(), diagnosis);
    }

    /// Keeps an observation.
    pub fn keep_observation(&mut self, name: &str, value: serde_json::Value) {
        self.observations.insert(name.to_owned(), value);
    }

    fn of(&self, machine: Machine) -> Option<&OfMachine> {
        let mut machines = self.machines.iter();
        machines.find(|(of, _)| *of == machine).map(|(_, runs)| runs)
    }

    fn of_mut(&mut self, machine: Machine) -> &mut OfMachine {
        let known = self.machines.iter().position(|(of, _)| *of == machine);
        let position = known.unwrap_or_else(|| {
            self.machines.push((machine, OfMachine::default()));
            self.machines.len() - 1
        });
        &mut self.machines[position].1
    }
}
