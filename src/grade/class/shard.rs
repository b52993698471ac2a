//! A part of a class that is graded by itself, and the class that the parts are together.
//!
//! Takes the submissions of a class and which part is wanted; gives the submissions of the part, the record of what became of
//! them, and of the records of all parts the class report that one grading would have given. Knows no folder: who writes the
//! record puts it beside the reports of the part.

use std::fmt;
use std::str::FromStr;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::identical::Candidate;
use super::{Class, Entry, Keys};
use crate::grade::fingerprint::hex;
use crate::machine::Likeness;
use crate::result::{ClassReport, Sameness, StudentRow};
use crate::submission::Submission;

mod merge;

pub use merge::{MergeError, Merged, StudentFiles, merge};

/// The number of the record's shape.
const FORMAT: u32 = 2;
/// The most parts of a class.
pub const MOST_PARTS: u32 = 10_000;

/// A part of a class, such as the third of seven: `3/7`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Part {
    /// Which part, from 1.
    pub number: u32,
    /// How many parts there are.
    pub count: u32,
}

impl Part {
    /// Whether a submission with this key is in the part.
    fn has(self, key: &[u8; 32]) -> bool {
        let first = key[..8].iter();
        let number = first.fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        number % u64::from(self.count) == u64::from(self.number - 1)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        let is_part = |(number, count): &(u32, u32)| (1..=*count).contains(number) && *count <= MOST_PARTS;
        let (number, count) = numbers.filter(is_part).ok_or_else(|| {
            format!(
                "expected K/N, such as 3/7 for the third of seven parts, with K from 1 to N and N up to {MOST_PARTS}"
            )
        })?;
        Ok(Self { number, count })
    }
}

impl TryFrom<String> for Part {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Part> for String {
    fn from(part: Part) -> Self {
        part.to_string()
    }
}

impl fmt::Display for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.number, self.count)
    }
}

/// The submissions of a part.
#[derive(Debug)]
pub struct Division {
    part: Part,
    /// The place of each in the class.
    places: Vec<usize>,
    /// How many submissions the class has.
    class: usize,
    /// A hash of all submissions of the class.
    digest: String,
}

impl Division {
    /// Leaves of a class what is in a part.
    ///
    /// A submission's part follows from the SHA-256 of its program alone: its first eight bytes, as a number with the most
    /// significant byte first, modulo the number of parts. Where there is no program it follows from the student's name.
    pub fn of(part: Part, submissions: &mut Vec<Submission>) -> Self {
        let keys: Vec<[u8; 32]> = submissions.par_iter().map(key).collect();
        let mut digest = Sha256::new();
        for (submission, key) in submissions.iter().zip(&keys) {
            let Submission {
                student,
                slug,
                file,
                content: _,
                doubt,
                called,
                origin,
            } = submission;
            digest.update(format!("{:?}", (student, slug, file, doubt, called, origin)));
            digest.update(key);
        }

        let class = submissions.len();
        let places: Vec<usize> = (0..class).filter(|place| part.has(&keys[*place])).collect();
        let mut keys = keys.iter();
        submissions.retain(|_| keys.next().is_some_and(|key| part.has(key)));
        Self {
            part,
            places,
            class,
            digest: hex(&digest.finalize()[..8]),
        }
    }

    /// The part.
    pub fn part(&self) -> Part {
        self.part
    }

    /// How many submissions the whole class has.
    pub fn class(&self) -> usize {
        self.class
    }
}

/// By what a submission is in its part.
pub(super) fn key(submission: &Submission) -> [u8; 32] {
    match submission.read() {
        Ok(bytes) => Sha256::digest(bytes).into(),
        Err(_) => Sha256::digest(&submission.student).into(),
    }
}

/// What became of a part of a class.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    format: u32,
    /// Which part it is.
    pub part: Part,
    /// What all parts of a grading have in common: its name in words, and what it is.
    basis: Vec<(String, String)>,
    /// How many submissions the whole class has.
    class: usize,
    /// The class report without students.
    empty: ClassReport,
    /// In what way programs with the same hash are the same.
    exactly: Sameness,
    has_copies: bool,
    members: Vec<Member>,
}

/// A student of a part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Member {
    /// The place of the submission in the class.
    place: usize,
    row: StudentRow,
    faults: Keys,
    findings: Keys,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    program: Option<Program>,
}

/// A program that is compared with others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Program {
    exact: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    form: Option<String>,
    size: usize,
    is_starter: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    /// The length of its source in bytes. The sources of a part are kept together, in the order of its students.
    source: u64,
}

/// What a shard is of, in addition to what its class knows.
#[derive(Debug)]
pub struct Basis {
    /// The hash of everything that the reports follow from but the submissions.
    pub fingerprint: String,
    /// Whether copies of the submissions are saved.
    pub has_copies: bool,
    /// Other options that change the files: their names in words, and their values.
    pub options: Vec<(String, String)>,
}

impl Class {
    /// The record of a part of which everybody is graded, and the sources of its programs. `report` is the class report of the
    /// part.
    pub fn shard(&self, division: &Division, report: &ClassReport, basis: Basis) -> (Shard, Vec<u8>) {
        let empty = ClassReport {
            remarks: report
                .remarks
                .iter()
                .filter(|remark| *remark != crate::grade::UNSAFE)
                .cloned()
                .collect(),
            cases_from: report.cases_from.clone(),
            ..self.empty.clone()
        };

        let mut programs = Vec::new();
        let mut members = Vec::new();
        for (place, entry) in division.places.iter().zip(self.entries().iter()) {
            let Some(entry) = entry else { continue };
            let source = entry.source.as_ref().and_then(|kept| self.sources.read(kept));
            let source = source.unwrap_or_default();
            programs.extend(source.as_bytes());
            members.push(Member {
                place: *place,
                ..Member::of(entry, source.len())
            });
        }

        let shard = Shard {
            format: FORMAT,
            part: division.part,
            has_copies: basis.has_copies,
            basis: common(division, &empty, basis),
            class: division.class,
            empty,
            exactly: self.comparison.exactly(),
            members,
        };
        (shard, programs)
    }
}

/// What the shards of a grading have in common, the plainest first.
fn common(division: &Division, empty: &ClassReport, basis: Basis) -> Vec<(String, String)> {
    let cases = empty.cases_from.clone().unwrap_or_else(|| "its own".to_owned());
    let repair = empty
        .repair
        .map_or_else(|| "the usual one".to_owned(), |repair| repair.to_string());
    let mut common = vec![
        ("the number of shards", division.part.count.to_string()),
        ("the version of c4grade", empty.version.clone()),
        ("the assignment", empty.assignment.clone()),
        ("the folder of the assignment", empty.loaded_from.clone()),
        ("the folder or file of the cases", cases),
        ("--strict", yes_or_no(empty.strict)),
        ("--repair", repair),
        (
            "the class",
            format!("{} submissions with the hash {}", division.class, division.digest),
        ),
        (
            "the hash of the assignment, the cases and the options",
            basis.fingerprint,
        ),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect::<Vec<_>>();
    common.push(("--no-copies".to_owned(), yes_or_no(!basis.has_copies)));
    common.extend(basis.options);
    common
}

/// A switch in words.
pub fn yes_or_no(is_on: bool) -> String {
    if is_on { "on" } else { "off" }.to_owned()
}

impl Member {
    /// The record of a student whose source has so many bytes, without the place.
    fn of(entry: &Entry, source: usize) -> Self {
        let program = entry.program.as_ref().map(|program| Program {
            exact: hex(&program.likeness.exact),
            form: program.likeness.form.as_ref().map(|form| hex(form)),
            size: program.likeness.size,
            is_starter: program.is_starter,
            group: program.group.clone(),
            source: source as u64,
        });
        Self {
            place: 0,
            row: entry.row.clone(),
            faults: entry.faults.clone(),
            findings: entry.findings.clone(),
            program,
        }
    }

    /// The entry again, but for the source of the program; `None` where a hash is none.
    fn entry(&self) -> Option<Entry> {
        let program = match &self.program {
            None => None,
            Some(program) => Some(Candidate {
                likeness: Likeness {
                    exact: from_hex(&program.exact)?,
                    form: match &program.form {
                        None => None,
                        Some(form) => Some(from_hex(form)?),
                    },
                    size: program.size,
                },
                is_starter: program.is_starter,
                group: program.group.clone(),
            }),
        };
        Some(Entry {
            row: self.row.clone(),
            faults: self.faults.clone(),
            findings: self.findings.clone(),
            program,
            source: None,
        })
    }
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let is_hex = text.len() == 64 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    for (at, byte) in bytes.iter_mut().enumerate().filter(|_| is_hex) {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    is_hex.then_some(bytes)
}

/// Why a record cannot be used; it completes "cannot use FILE: ".
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// It is of another version, whose record may be different.
    #[error("it was written by c4grade {0}, and this is {own}: merge with the version that graded", own = env!("CARGO_PKG_VERSION"))]
    Version(String),
    /// It is no such record.
    #[error("it is damaged ({0}): grade this part again")]
    Damaged(String),
}

impl Shard {
    /// Whether copies of the submissions were saved.
    pub fn has_copies(&self) -> bool {
        self.has_copies
    }

    /// The bytes of the record.
    ///
    /// # Errors
    /// Only where there is no memory.
    pub fn encode(&self) -> serde_json::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec(self)?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// A record from its bytes, which may come from anywhere.
    ///
    /// # Errors
    /// Why it is none.
    pub fn decode(bytes: &[u8]) -> Result<Self, ShardError> {
        #[derive(Deserialize)]
        struct Versioned {
            empty: Version,
        }
        #[derive(Deserialize)]
        struct Version {
            version: String,
        }
        let damaged = |error: serde_json::Error| ShardError::Damaged(error.to_string());
        let Versioned {
            empty: Version { version },
        } = serde_json::from_slice(bytes).map_err(damaged)?;
        if version != env!("CARGO_PKG_VERSION") {
            return Err(ShardError::Version(version));
        }

        let shard: Self = serde_json::from_slice(bytes).map_err(damaged)?;
        let is_ordered = shard.members.is_sorted_by(|one, other| one.place < other.place);
        let is_within = shard.members.last().is_none_or(|last| last.place < shard.class);
        let has_hashes = shard.members.iter().all(|member| member.entry().is_some());
        if shard.format != FORMAT || !is_ordered || !is_within || !has_hashes {
            return Err(ShardError::Damaged("it contradicts itself".to_owned()));
        }
        Ok(shard)
    }
}

#[cfg(test)]
mod tests {
    use super::{Division, Part};
    use crate::submission::from_memory;

    #[test]
    fn every_submission_is_in_one_part_and_parts_are_about_as_large() {
        let program = |number: u32| {
            let student = format!("student-{number}");
            (student, "connect4.asm".to_owned(), number.to_string().into_bytes())
        };
        let class = from_memory((0..1000).map(program)).submissions;
        let mut students = Vec::new();
        for number in 1..=8 {
            let mut part = class.clone();
            let division = Division::of(Part { number, count: 8 }, &mut part);
            assert!((90..=160).contains(&part.len()), "{} in part {number}", part.len());
            assert_eq!((division.class(), division.places.len()), (1000, part.len()));
            students.extend(part.into_iter().map(|submission| submission.student));
        }

        students.sort();
        let mut all: Vec<String> = class.into_iter().map(|submission| submission.student).collect();
        all.sort();
        assert_eq!(students, all);
    }
}
