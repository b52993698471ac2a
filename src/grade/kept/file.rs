//! A kept submission as a file: JSON in gzip, the same bytes for the same runs on any machine.
//!
//! Outputs of one machine's runs stand in the order of their keys, and each says how many bytes it shares with the one
//! before: games that begin alike print alike. Bytes are written as text, one character (U+0000 to U+00FF) each. What is
//! read is checked in full: the file may be cut off, come from elsewhere, or be a bomb.

use std::io::{Read, Write as _};
use std::sync::Arc;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use super::packed::Packed;
use super::{Held, Kept, OfMachine, Record, Runs};
use crate::machine::{Limits, Machine, Output, Piped, Service};
use crate::result::{Diagnosis, Stop};
use crate::submission::{Content, Submission};

/// The number of this shape, written into every file.
pub const FORMAT: u32 = 1;

/// The most bytes a file may have when it is unpacked.
const MOST: u64 = 256 << 20;

/// Why a file cannot be used; what is said completes "cannot use FILE: ".
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It is no whole gzip file.
    #[error("it is damaged or cut off ({0}); expected what `c4grade grade` wrote: grade again")]
    Damaged(std::io::Error),
    /// It is too large.
    #[error("it has more than {MOST} bytes when it is unpacked, which `c4grade grade` never writes")]
    TooLarge,
    /// It is no JSON of this shape.
    #[error("{0}; expected what `c4grade grade` wrote: grade again")]
    Shape(serde_json::Error),
    /// It is of another format.
    #[error("it has format {0}, and this c4grade reads {FORMAT}: grade again")]
    Format(u32),
    /// It contradicts itself.
    #[error("{0}; expected what `c4grade grade` wrote: grade again")]
    Wrong(&'static str),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    format: u32,
    assignment: String,
    student: String,
    slug: String,
    file: String,
    content: Bytes,
    /// Why it may not be the program that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    doubt: Option<String>,
    limits: Limits,
    /// Whether runs were left out because they would take too much room.
    #[serde(default, skip_serializing_if = "is_default")]
    cut: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    machines: Vec<MachineRuns>,
    #[serde(default, skip_serializing_if = "is_default")]
    observations: std::collections::BTreeMap<String, serde_json::Value>,
}

/// What there was to grade.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Bytes {
    Program(Text),
    Refused(String),
    Unreadable(String),
    Missing,
}

#[derive(Serialize, Deserialize)]
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
#[derive(Default, Serialize, Deserialize)]
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

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Bytes as text, one character each.
#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct Text(String);

impl Text {
    fn of(bytes: &[u8]) -> Self {
        Self(bytes.iter().map(|byte| char::from(*byte)).collect())
    }

    fn bytes(&self) -> Result<Vec<u8>, FileError> {
        if self.0.is_ascii() {
            return Ok(self.0.as_bytes().to_vec());
        }
        let bytes: Result<Vec<u8>, _> = self.0.chars().map(u8::try_from).collect();
        bytes.map_err(|_| FileError::Wrong("a character stands where a byte should"))
    }
}

/// The file of a submission that was graded under this assignment's name.
pub fn encode(kept: &Kept, assignment: &str) -> std::io::Result<Vec<u8>> {
    let submission = &kept.submission;
    let saved = Saved {
        format: FORMAT,
        assignment: assignment.to_owned(),
        student: submission.student.clone(),
        slug: submission.slug.clone(),
        file: submission.file.clone(),
        content: match &submission.content {
            Content::Bytes(bytes) => Bytes::Program(Text::of(bytes)),
            Content::Refused(reason) => Bytes::Refused(reason.clone()),
            Content::Unreadable(reason) => Bytes::Unreadable(reason.clone()),
            Content::Path(_) => Bytes::Unreadable("its bytes were not kept".to_owned()),
            Content::Missing => Bytes::Missing,
        },
        doubt: submission.doubt.clone(),
        limits: kept.limits,
        cut: kept.runs.is_cut,
        machines: kept.runs.machines.iter().map(machine_runs).collect(),
        observations: kept.runs.observations.clone(),
    };
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let json = serde_json::to_vec(&saved)?;
    encoder.write_all(&json)?;
    encoder.finish()
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

/// A kept submission from its file, with the name of the assignment under which it was graded.
pub fn decode(bytes: &[u8]) -> Result<(Kept, String), FileError> {
    let json = unpack(bytes, MOST)?;
    let saved: Saved =
        serde_json::from_slice(&json).map_err(|error| other_format(&json).unwrap_or(FileError::Shape(error)))?;
    if saved.format != FORMAT {
        return Err(FileError::Format(saved.format));
    }
    let mut runs = Runs {
        observations: saved.observations,
        is_cut: saved.cut,
        ..Runs::default()
    };
    for machine in saved.machines {
        runs.machines.push((machine.machine, of_machine(machine)?));
    }
    let submission = Submission {
        student: saved.student,
        slug: saved.slug,
        file: saved.file,
        content: match saved.content {
            Bytes::Program(text) => Content::Bytes(text.bytes()?),
            Bytes::Refused(reason) => Content::Refused(reason),
            Bytes::Unreadable(reason) => Content::Unreadable(reason),
            Bytes::Missing => Content::Missing,
        },
        doubt: saved.doubt,
    };
    let kept = Kept {
        submission,
        limits: saved.limits,
        runs,
    };
    Ok((kept, saved.assignment))
}

fn unpack(bytes: &[u8], most: u64) -> Result<Vec<u8>, FileError> {
    let mut json = Vec::new();
    let read = GzDecoder::new(bytes).take(most + 1).read_to_end(&mut json);
    if read.map_err(FileError::Damaged)? as u64 > most {
        return Err(FileError::TooLarge);
    }
    Ok(json)
}

/// What does not fit this shape may be a later one, which says more than the first field that is strange.
fn other_format(json: &[u8]) -> Option<FileError> {
    #[derive(Deserialize)]
    struct Number {
        format: u32,
    }
    let number: Number = serde_json::from_slice(json).ok()?;
    (number.format != FORMAT).then_some(FileError::Format(number.format))
}

fn of_machine(machine: MachineRuns) -> Result<OfMachine, FileError> {
    let large: Vec<Arc<Packed>> = machine.large.into_iter().map(Arc::new).collect();
    if !large.iter().all(|packed| packed.is_sound()) {
        return Err(FileError::Wrong("a large output does not hold its marks"));
    }
    let mut of = OfMachine::default();
    let mut before = Arc::new(Output::default());
    for line in machine.runs {
        let keys = line.keys.bytes()?;
        let stop = machine.stops.get(line.stop);
        let stop = stop.ok_or(FileError::Wrong("a run has an ending that is not in the list"))?;
        let output = if let Some(position) = line.large {
            let packed = large.get(position);
            let packed = packed.ok_or(FileError::Wrong("a run has a large output that is not in the list"))?;
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
fn output_of(line: &Line, before: &Output) -> Result<Output, FileError> {
    let too_much = FileError::Wrong("a run shares more with the one before than there is");
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
        Err(FileError::Wrong("an output does not hold its marks"))
    }
}

/// Whether marks and banners lie within an output of this length, in order and not overlapping.
pub(super) fn is_sound(key_marks: &[usize], banners: &[(usize, usize, Service)], length: usize) -> bool {
    let in_order = key_marks.is_sorted() && key_marks.last().is_none_or(|last| *last <= length);
    let mut end = 0;
    let banners_fit = banners.iter().all(|(start, stop, _)| {
        let fits = end <= *start && start <= stop && *stop <= length;
        end = *stop;
        fits
    });
    in_order && banners_fit
}

#[cfg(test)]
mod tests;
