//! A submission as it is saved beside its report, so that it can be graded again: JSON in gzip, the same bytes for the same
//! submission on any machine.
//!
//! The runs of native programs are saved with it, because they need a sandbox and take long; embedded machines run again.
//! What is read is checked in full: the file may be cut off, come from elsewhere, or be a decompression bomb.

use std::io::{Read, Write as _};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use super::run::RunCache;
use super::run::cache::file::{Contradiction, SavedRuns, Text};
use crate::submission::{Content, Origin, Submission};

/// The number of this shape, written into every file.
pub const FORMAT: u32 = 2;

/// The most bytes a file may have when it is unpacked.
const MOST: u64 = 256 << 20;

/// A submission with the runs that need not be made again.
#[derive(Debug, Clone)]
pub struct SavedSubmission {
    /// The submission, its bytes included where they could be read.
    pub submission: Submission,
    /// Its runs, for native programs that were run.
    pub runs: Option<KeyedRuns>,
}

/// Cached runs, with a hash of everything on which they depend.
#[derive(Debug, Clone)]
pub struct KeyedRuns {
    /// The hash; runs with another one are not used.
    pub key: String,
    /// The runs.
    pub cache: RunCache,
}

/// Why a file cannot be used; it completes "cannot use FILE: ".
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
    Wrong(#[from] Contradiction),
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
    /// Why it may not be the program that was required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    doubt: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    called: Option<String>,
    #[serde(default)]
    origin: Origin,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    runs: Option<(String, SavedRuns)>,
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

/// The file of a submission that was graded under this assignment's name.
pub fn encode(saved: &SavedSubmission, assignment: &str) -> std::io::Result<Vec<u8>> {
    let submission = &saved.submission;
    let runs = saved.runs.as_ref();
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
            Content::Path(_) | Content::Files(_) => Bytes::Unreadable("its content was not saved".to_owned()),
            Content::Missing => Bytes::Missing,
        },
        doubt: submission.doubt.clone(),
        called: submission.called.clone(),
        origin: submission.origin.clone(),
        runs: runs.map(|runs| (runs.key.clone(), SavedRuns::of(&runs.cache))),
    };

    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let json = serde_json::to_vec(&saved)?;
    encoder.write_all(&json)?;
    encoder.finish()
}

/// A saved submission from its file, with the name of the assignment under which it was graded.
pub fn decode(bytes: &[u8]) -> Result<(SavedSubmission, String), FileError> {
    let json = unpack(bytes, MOST)?;
    let saved: Saved =
        serde_json::from_slice(&json).map_err(|error| other_format(&json).unwrap_or(FileError::Shape(error)))?;
    if saved.format != FORMAT {
        return Err(FileError::Format(saved.format));
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
        called: saved.called,
        origin: saved.origin,
    };
    let runs = match saved.runs {
        Some((key, runs)) => Some(KeyedRuns {
            key,
            cache: runs.restore()?,
        }),
        None => None,
    };

    Ok((SavedSubmission { submission, runs }, saved.assignment))
}

fn unpack(bytes: &[u8], most: u64) -> Result<Vec<u8>, FileError> {
    let mut json = Vec::new();
    let read = GzDecoder::new(bytes).take(most + 1).read_to_end(&mut json);
    if read.map_err(FileError::Damaged)? as u64 > most {
        return Err(FileError::TooLarge);
    }
    Ok(json)
}

/// The error of a file that is of another format, which says more than the first field that is strange.
fn other_format(json: &[u8]) -> Option<FileError> {
    #[derive(Deserialize)]
    struct Number {
        format: u32,
    }
    let number: Number = serde_json::from_slice(json).ok()?;
    (number.format != FORMAT).then_some(FileError::Format(number.format))
}

#[cfg(test)]
mod tests;
