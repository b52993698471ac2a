//! Results as JSON, for programs.

use serde::Serialize;

use crate::grade::model::StudentReport;

/// A student's report as JSON without indents: a class has a thousand of them, and most of each is blanks otherwise.
///
/// # Errors
/// Only where the model cannot be JSON, which its types rule out.
pub fn compact_json(report: &StudentReport) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(report)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// A part of the result model as indented JSON behind which a line feed stands.
///
/// # Errors
/// Only where the model cannot be JSON, which its types rule out.
pub fn json(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(value)?;
    bytes.push(b'\n');
    Ok(bytes)
}
