//! The runs of one submission, as they were made: raw outcomes, apart from every verdict and point.
//!
//! Takes runs from the [`bench`](super::bench); gives them back by machine and keys. Must not know cases, nor what they
//! are worth.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::machine::{Diagnosis, Machine, Run};

/// The runs of one submission.
#[derive(Debug, Clone, Default)]
pub struct Runs {
    machines: Vec<(Machine, OfMachine)>,
    observations: BTreeMap<String, serde_json::Value>,
}

/// The runs on one machine, by their keys.
#[derive(Debug, Clone, Default)]
struct OfMachine {
    runs: BTreeMap<Vec<u8>, Arc<Run>>,
    diagnoses: BTreeMap<Vec<u8>, Diagnosis>,
}

impl Runs {
    /// The run with these keys.
    pub fn run(&self, machine: Machine, keys: &[u8]) -> Option<Arc<Run>> {
        self.of(machine)?.runs.get(keys).cloned()
    }

    /// Why the run with these keys ended as it did.
    pub fn diagnosis(&self, machine: Machine, keys: &[u8]) -> Option<&Diagnosis> {
        self.of(machine)?.diagnoses.get(keys)
    }

    /// What else was observed, by name.
    pub fn observation(&self, name: &str) -> Option<&serde_json::Value> {
        self.observations.get(name)
    }

    /// Keeps a run.
    pub fn keep_run(&mut self, machine: Machine, keys: &[u8], run: Arc<Run>) {
        self.of_mut(machine).runs.insert(keys.to_vec(), run);
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
