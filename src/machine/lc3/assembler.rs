//! LC-3 source bytes to [`Program`](super::Program) and diagnostics.

use std::sync::Arc;

use crate::diagnostic::Source;
use crate::machine::Build;

/// Assembles a source. Never fails: what was understood and every diagnostic come back together.
pub fn assemble(name: &str, bytes: &[u8]) -> Build {
    let source = Arc::new(Source::read(name, bytes));
    Build {
        source,
        program: None,
        diagnostics: Vec::new(),
    }
}
