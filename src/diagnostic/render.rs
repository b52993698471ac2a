//! Diagnostics as text for a terminal.

use super::{Diagnostic, Source};

/// All diagnostics of one source in rustc's look; `color` adds ANSI styles.
pub fn terminal(diagnostics: &[Diagnostic], source: &Source, color: bool) -> String {
    let _ = (diagnostics, source, color);
    String::new()
}
