//! Results as JSON, for programs.

use std::fmt::Write as _;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::record::record;
use super::writer::{RECORD, Writer};
use crate::diagnostic::json;
use crate::result::StudentRecord;

/// The whole result model, for each student and the class; of a student's what is not in `cases.json`.
pub(super) const WRITER: Writer = Writer {
    student: Some((RECORD, |seen| Ok(with_digest(record(seen.report, seen.cases))?))),
    class: Some(("class.json", |class| Ok(json(class)?))),
};

/// A student's record with its digest.
fn with_digest(mut record: StudentRecord) -> serde_json::Result<Vec<u8>> {
    record.groups.digest = digest(&compact_json(&record)?, b"");
    compact_json(&record)
}

/// Whether the bytes of a student's JSON are those that were written.
pub(super) fn is_as_written(bytes: &[u8]) -> bool {
    const FIELD: &[u8] = b"\"digest\":\"";
    const END: &[u8] = b"\",";
    let find = |text: &[u8], part: &[u8]| text.windows(part.len()).position(|own| own == part);
    let Some(start) = find(bytes, FIELD) else { return false };
    let (before, field) = bytes.split_at(start);
    let value = &field[FIELD.len()..];
    let Some(end) = find(value, END) else { return false };
    value[..end] == *digest(before, &value[end + END.len()..]).as_bytes()
}

/// A hash of two parts that follow each other.
fn digest(one: &[u8], other: &[u8]) -> String {
    const BYTES: usize = 16;
    let hash = Sha256::new().chain_update(one).chain_update(other).finalize();
    let mut text = String::new();
    for byte in hash.iter().take(BYTES) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A part of the result model as indented JSON with a line feed at the end.
///
/// # Errors
/// Only where the model cannot be JSON, which its types rule out.
pub fn json(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut bytes = json::pretty(value)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The same on one line, where there is much of it and nobody reads it.
///
/// # Errors
/// As [`json()`].
pub fn compact_json(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut bytes = json::compact(value)?;
    bytes.push(b'\n');
    Ok(bytes)
}
