//! The class that shards are together.

use std::collections::BTreeMap;
use std::io;

use super::super::{Entry, filled, identical};
use super::{Part, Shard};
use crate::diagnostic::wording::all_of;
use crate::result::ClassReport;

/// Shards that are named where several are missing.
const NAMED: usize = 8;

/// Why shards are no class. Shards are named as the caller named them.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There is none.
    #[error("no shards are named: expected the folders that `c4grade grade --shard` wrote")]
    None,
    /// They are of different gradings.
    #[error("{one} and {other} are shards of different gradings: {what} is {first} in {one}, and {second} in {other}")]
    Different {
        /// A shard.
        one: String,
        /// Another one.
        other: String,
        /// What differs, in words.
        what: String,
        /// What it is in the one.
        first: String,
        /// What it is in the other.
        second: String,
    },
    /// Two have the same part, and not the same results.
    #[error("{part} is in {one} and in {other} with different results{student}: merge one of them")]
    Conflict {
        /// The part.
        part: Part,
        /// A shard.
        one: String,
        /// Another one.
        other: String,
        /// The first student for whom they differ, in words; empty where there is none.
        student: String,
    },
    /// Not every part is there.
    #[error("{0} missing: grade what is missing, then merge all")]
    Missing(String),
    /// They contradict each other.
    #[error(
        "the shards are damaged: submission {0} of the class is in none or in several of them; grade all parts again"
    )]
    Damaged(usize),
    /// The sources of programs cannot be read.
    #[error("cannot read the sources of programs beside {shard}")]
    Source {
        /// The shard.
        shard: String,
        /// Why.
        #[source]
        error: io::Error,
    },
}

/// A class that was graded in shards.
#[derive(Debug)]
pub struct Merged {
    /// The class report of one grading.
    pub report: ClassReport,
    /// Every student, by shard.
    pub students: Vec<StudentFiles>,
}

/// Where the files of a student are.
#[derive(Debug)]
pub struct StudentFiles {
    /// The place of the shard among those given.
    pub shard: usize,
    /// The safe file name made from the student's.
    pub slug: String,
}

/// The class of shards in any order, with their names in messages. `source` reads a part of the sources of a shard's programs:
/// which shard, from which byte, how many.
///
/// # Errors
/// Why they are no class; every shard is named.
pub fn merge(
    shards: &[(String, Shard)],
    source: &dyn Fn(usize, u64, u64) -> io::Result<String>,
) -> Result<Merged, MergeError> {
    let (_, first) = shards.first().ok_or(MergeError::None)?;
    for other in shards {
        same_grading(&shards[0], other)?;
    }
    let by_part = by_part(shards)?;
    let missing = (1..=first.part.count).filter(|number| !by_part.contains_key(number));
    if let Some(missing) = in_words(&missing.collect::<Vec<_>>(), first.part.count) {
        return Err(MergeError::Missing(missing));
    }
    let entries = entries(shards, &by_part)?;

    let remarks = first.empty.remarks.clone();
    let empty = ClassReport {
        remarks: Vec::new(),
        ..first.empty.clone()
    };
    let mut report = filled(empty, entries, first.exactly);
    report.remarks.extend(remarks);
    add_sources(&mut report, shards, &by_part, source)?;

    let students = by_part.values().flat_map(|shard| {
        shards[*shard].1.members.iter().map(|member| StudentFiles {
            shard: *shard,
            slug: member.row.slug.clone(),
        })
    });
    Ok(Merged {
        report,
        students: students.collect(),
    })
}

/// Whether two shards are of the same grading.
fn same_grading((one, first): &(String, Shard), (other, second): &(String, Shard)) -> Result<(), MergeError> {
    let differs = |what: &str, first: &str, second: &str| MergeError::Different {
        one: one.clone(),
        other: other.clone(),
        what: what.to_owned(),
        first: first.to_owned(),
        second: second.to_owned(),
    };
    for ((what, first), (name, second)) in first.basis.iter().zip(&second.basis) {
        if (what, first) != (name, second) {
            return Err(differs(what, first, second));
        }
    }

    let shape = |shard: &Shard| (shard.basis.len(), shard.class, shard.exactly, shard.part.count);
    if shape(first) != shape(second) || first.empty != second.empty {
        return Err(differs(
            "what was found in the folder of the class",
            "one thing",
            "another",
        ));
    }
    Ok(())
}

/// The place of a shard for each part.
fn by_part(shards: &[(String, Shard)]) -> Result<BTreeMap<u32, usize>, MergeError> {
    let mut by_part: BTreeMap<u32, usize> = BTreeMap::new();
    for (place, (name, shard)) in shards.iter().enumerate() {
        let known = *by_part.entry(shard.part.number).or_insert(place);
        let (known_name, known) = &shards[known];
        if known != shard {
            let pairs = known.members.iter().zip(&shard.members);
            let student = pairs.into_iter().find(|(one, other)| one != other);
            return Err(MergeError::Conflict {
                part: shard.part,
                one: known_name.clone(),
                other: name.clone(),
                student: student.map_or_else(String::new, |(one, _)| format!(", first for {}", one.row.slug)),
            });
        }
    }
    Ok(by_part)
}

/// The parts that are missing, in words; `None` where none is.
fn in_words(missing: &[u32], count: u32) -> Option<String> {
    let more = missing.len().saturating_sub(NAMED);
    let mut names: Vec<String> = missing
        .iter()
        .take(NAMED)
        .map(|number| format!("{number}/{count}"))
        .collect();
    if more > 0 {
        names.push(format!("{more} more"));
    }
    match missing {
        [] => None,
        [_] => Some(format!("shard {} is", all_of(&names))),
        _ => Some(format!("shards {} are", all_of(&names))),
    }
}

/// The entries of all students in the order of the class.
fn entries(shards: &[(String, Shard)], by_part: &BTreeMap<u32, usize>) -> Result<Vec<Entry>, MergeError> {
    let mut entries: Vec<Option<Entry>> = Vec::new();
    for shard in by_part.values().map(|place| &shards[*place].1) {
        entries.resize_with(shard.class, || None);
        for member in &shard.members {
            let entry = &mut entries[member.place];
            if entry.is_some() {
                return Err(MergeError::Damaged(member.place + 1));
            }
            *entry = member.entry();
        }
    }

    let numbered = entries.into_iter().enumerate();
    numbered
        .map(|(place, entry)| entry.ok_or(MergeError::Damaged(place + 1)))
        .collect()
}

/// Reads the sources of those programs that are the same.
fn add_sources(
    report: &mut ClassReport,
    shards: &[(String, Shard)],
    by_part: &BTreeMap<u32, usize>,
    source: &dyn Fn(usize, u64, u64) -> io::Result<String>,
) -> Result<(), MergeError> {
    let mut places: BTreeMap<&str, (usize, u64, u64)> = BTreeMap::new();
    for shard in by_part.values() {
        let mut start = 0;
        for member in &shards[*shard].1.members {
            let length = member.program.as_ref().map_or(0, |program| program.source);
            places.insert(&member.row.slug, (*shard, start, length));
            start = start.saturating_add(length);
        }
    }

    identical::add_sources(&mut report.identical, &|slug| {
        let Some((shard, start, length)) = places.get(slug) else {
            return Ok(None);
        };
        let read = source(*shard, *start, *length);
        read.map(Some).map_err(|error| MergeError::Source {
            shard: shards[*shard].0.clone(),
            error,
        })
    })
}
