//! Why a run ended as it did, as text: the cause, and what the machine looked like.

use unicode_width::UnicodeWidthStr as _;

use super::lines::Lines;
use crate::report::trace::{place_lines, registers, step_lines};
use crate::report::visible::visible;
use crate::result::{Cause, Diagnosis, Place};

/// The cause in a sentence, with the lines that matter.
pub(super) fn cause(lines: &mut Lines, cause: &Cause) {
    lines.hanging("  Cause:  ", &visible(&cause.sentence));
    source(lines, &cause.places);
}

/// Lines of the source.
pub(super) fn source(lines: &mut Lines, places: &[Place]) {
    for line in place_lines(places) {
        lines.verbatim("          > ", &line);
    }
}

/// The last instructions, and the registers with their meaning. `other` is the case they are of, where it is another than
/// the one that is told.
pub(super) fn machine(lines: &mut Lines, diagnosis: &Diagnosis, other: Option<usize>) {
    let of = other.map_or_else(String::new, |number| format!(" in case {number}"));
    let steps = step_lines(&diagnosis.steps);
    if !steps.is_empty() {
        lines.prose("  ", &format!("The last instructions{of}, the latest marked ->"));
    }
    for (index, line) in steps.iter().enumerate() {
        let mark = if index + 1 == steps.len() { "->" } else { "  " };
        lines.verbatim(&format!("       {mark} "), line);
    }
    let registers = registers(diagnosis);
    if !registers.is_empty() {
        lines.prose("  ", &format!("Registers at the end{of}"));
    }
    let width = |of: fn(&crate::report::trace::ShownRegister) -> &String| {
        registers.iter().map(|register| of(register).width()).max().unwrap_or(0)
    };
    let (name, value) = (width(|register| &register.name), width(|register| &register.value));
    for register in &registers {
        let names = format!("{:<name$}  {:<value$}", register.name, register.value);
        lines.verbatim("          ", &format!("{names}  {}", register.meaning));
    }
}
