//! Reading and checking `assignment.yaml`.

use super::Assignment;
use crate::diagnostic::{Diagnostic, Source};

/// Reads an assignment from the text of its `assignment.yaml`.
pub fn load(source: &Source) -> Result<Assignment, Vec<Diagnostic>> {
    let _ = source;
    unimplemented!()
}
