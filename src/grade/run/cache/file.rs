//! Cached runs as they are saved: the same text for the same runs on any machine.
//!
//! Outputs of one machine's runs are in the order of their keys, and each says how many bytes it shares with the one
//! before: games that begin in the same way print the same. Bytes are written as text, one character (U+0000 to U+00FF)
//! each. What is read is checked in full: it may come from elsewhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::packed::{Packed, is_sound};
use super::{Held, OfMachine, Record, RunCache};
use crate::machine::{Machine, Output, Piped, Service};
use crate::result::{Diagnosis, Stop};

/// How saved runs contradict themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Contradiction(&'static str);

/// The runs of a submission as they are saved.
#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SavedRuns {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    machines: Vec<MachineRuns>,
    #[serde(skip_serializing_if = "is_default")]
    observations: BTreeMap<String, serde_json::Value>,
}

impl SavedRuns {
    /// The saved form of cached runs.
    pub fn of(cache: &RunCache) -> Self {
        Self {
            machines: cache.machines.iter().map(machine_runs).collect(),
            observations: cache.observations.clone(),
        }
    }

    /// The cached runs again.
    pub fn restore(self) -> Result<RunCache, Contradiction> {
        let mut cache = RunCache {
            observations: self.observations,
            ..RunCache::default()
        };
        for machine in self.machines {
            cache.machines.push((machine.machine, of_machine(machine)?));
        }
        Ok(cache)
    }
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MachineRuns {
    machine: Machine,
    /// Endings, each once.
    stops: Vec<Stop>,
    /// Large outputs, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    large: Vec<Packed>,
    runs: Vec<Line>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    diagnoses: Vec<(Text, Diagnosis)>,
}

/// One run. What it shares with the one before is counted; a large output shares nothing.
#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Line {
    keys: Text,
    /// The position in `large`; else the output stands here.
    #[serde(skip_serializing_if = "Option::is_none")]
    large: Option<usize>,
    #[serde(skip_serializing_if = "is_default")]
    bytes: (usize, Text),
    #[serde(skip_serializing_if = "is_default")]
    key_marks: (usize, Vec<usize>),
    #[serde(skip_serializing_if = "is_default")]
    banners: (usize, Vec<(usize, usize, Service)>),
    stop: usize,
    instructions: u64,
    #[serde(skip_serializing_if = "is_default")]
    keys_left: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    piped: Option<Piped>,
}

/// Whether a value need not be written.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Bytes as text, one character each.
#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Text(String);

impl Text {
    /// The text of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(bytes.iter().map(|byte| char::from(*byte)).collect())
    }

    /// The bytes again.
    pub fn bytes(&self) -> Result<Vec<u8>, Contradiction> {
        if self.0.is_ascii() {
            return Ok(self.0.as_bytes().to_vec());
        }
        let bytes: Result<Vec<u8>, _> = self.0.chars().map(u8::try_from).collect();
        bytes.map_err(|_| Contradiction("it has a character that is no byte"))
    }
}

fn machine_runs((machine, of): &(Machine, OfMachine)) -> MachineRuns {
    let mut stops: Vec<Stop> = Vec::new();
    let mut packed: Vec<&Arc<Packed>> = Vec::new();
    let nothing = Output::default();
    let mut before = &nothing;
    let mut runs = Vec::with_capacity(of.runs.len());
    for (keys, record) in &of.runs {
        let stop = stops.iter().position(|stop| *stop == record.stop).unwrap_or_else(|| {
            stops.push(record.stop.clone());
            stops.len() - 1
        });
        let mut line = Line {
            keys: Text::of(keys),
            stop,
            instructions: record.instructions,
            keys_left: record.keys_left,
            piped: record.piped,
            ..Line::default()
        };

        match &record.output {
            Held::Packed(output) => {
                let known = packed.iter().position(|known| Arc::ptr_eq(known, output));
                line.large = Some(known.unwrap_or_else(|| {
                    packed.push(output);
                    packed.len() - 1
                }));
            }
            Held::Whole(output) => {
                let same = shared(&before.bytes, &output.bytes);
                line.bytes = (same, Text::of(&output.bytes[same..]));
                let same = shared(&before.key_marks, &output.key_marks);
                line.key_marks = (same, output.key_marks[same..].to_vec());

                let same = shared(&before.banners, &output.banners);
                let more = output.banners[same..].iter();
                line.banners = (same, more.map(|(range, by)| (range.start, range.end, *by)).collect());
                before = output;
            }
        }

        runs.push(line);
    }

    MachineRuns {
        machine: *machine,
        stops,
        large: packed.into_iter().map(|packed| Packed::clone(packed)).collect(),
        runs,
        diagnoses: of
            .diagnoses
            .iter()
            .map(|(keys, diagnosis)| (Text::of(keys), diagnosis.clone()))
            .collect(),
    }
}

/// How many items two lists have in common from the start.
fn shared<T: PartialEq>(one: &[T], other: &[T]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

fn of_machine(machine: MachineRuns) -> Result<OfMachine, Contradiction> {
    let large: Vec<Arc<Packed>> = machine.large.into_iter().map(Arc::new).collect();
    if !large.iter().all(|packed| packed.is_sound()) {
        return Err(Contradiction("a large output does not hold its marks"));
    }

    let mut of = OfMachine::default();
    let mut before = Arc::new(Output::default());
    for line in machine.runs {
        let keys = line.keys.bytes()?;
        let stop = machine.stops.get(line.stop);
        let stop = stop.ok_or(Contradiction("a run has an ending that is not in the list"))?;
        let output = if let Some(position) = line.large {
            let packed = large.get(position);
            let packed = packed.ok_or(Contradiction("a run has a large output that is not in the list"))?;
            Held::Packed(Arc::clone(packed))
        } else {
            before = Arc::new(output_of(&line, &before)?);
            Held::Whole(Arc::clone(&before))
        };

        let record = Record {
            output,
            stop: stop.clone(),
            instructions: line.instructions,
            keys_left: line.keys_left,
            piped: line.piped,
        };

        of.runs.insert(keys, record);
    }

    for (keys, diagnosis) in machine.diagnoses {
        of.diagnoses.insert(keys.bytes()?, diagnosis);
    }

    Ok(of)
}

/// The output of a line, given that of the line before.
fn output_of(line: &Line, before: &Output) -> Result<Output, Contradiction> {
    let too_much = Contradiction("a run shares more with the one before than there is");
    let (Some(bytes), Some(marks), Some(banners)) = (
        before.bytes.get(..line.bytes.0),
        before.key_marks.get(..line.key_marks.0),
        before.banners.get(..line.banners.0),
    ) else {
        return Err(too_much);
    };

    let own = line.banners.1.iter().map(|(start, end, by)| (*start..*end, *by));
    let output = Output {
        bytes: [bytes, &line.bytes.1.bytes()?].concat(),
        key_marks: [marks, &line.key_marks.1].concat(),
        banners: banners.iter().cloned().chain(own).collect(),
    };

    let all: Vec<_> = output
        .banners
        .iter()
        .map(|(range, by)| (range.start, range.end, *by))
        .collect();
    if is_sound(&output.key_marks, &all, output.bytes.len()) {
        Ok(output)
    } else {
        Err(Contradiction("an output does not hold its marks"))
    }
}
