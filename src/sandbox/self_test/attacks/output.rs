//! What an attack prints, and its arguments.

use std::fmt::Display;
use std::io::{self, Write as _};

/// Begins the line of an attempt that succeeded.
pub const SUCCEEDED: &str = "succeeded ";
/// Begins the line of an attempt that failed.
pub const FAILED: &str = "failed ";
/// The last line of an attack.
pub const END: &str = "end";
/// Begins the line before each of several attacks.
pub const PART: &str = "part ";

/// Prints a line, at once. If nobody reads it, the attack goes on.
pub fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Reports an attempt that succeeded.
pub fn succeeded(what: &str) {
    say(&format!("{SUCCEEDED}{}", what.escape_debug()));
}

/// Reports an attempt that failed.
pub fn failed(what: &str) {
    say(&format!("{FAILED}{}", what.escape_debug()));
}

/// Reports an attempt by its result, and returns what it gave.
pub fn tried<T, E: Display>(what: &str, result: Result<T, E>) -> Option<T> {
    match result {
        Ok(value) => {
            succeeded(what);
            Some(value)
        }
        Err(error) => {
            failed(&format!("{what}: {error}"));
            None
        }
    }
}

/// A number among the arguments, or 0.
pub fn number(arguments: &[String], index: usize) -> u64 {
    arguments
        .get(index)
        .and_then(|argument| argument.parse().ok())
        .unwrap_or(0)
}
