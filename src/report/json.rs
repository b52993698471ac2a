//! Results as JSON, for programs.

use serde::Serialize;

use super::record::record;
use super::writer::{RECORD, Writer};
use crate::diagnostic::json;

/// The whole result model, for each student and the class; of a student's what is not in `cases.json`.
pub(super) const WRITER: Writer = Writer {
    student: Some((RECORD, |seen| Ok(compact_json(&record(seen.report, seen.cases))?))),
    class: Some(("class.json", |class| Ok(json(class)?))),
};

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
