//! What to say where an expression comes to nothing, or to a value that does not fit.

use super::expression::Fault;
use super::symbols::Symbols;
use crate::diagnostic::{Diagnostic, Source, Span};
use crate::machine::arm::isa::Operand;

/// Why an expression comes to nothing.
pub(super) fn fault(source: &Source, symbols: &Symbols, fault: &Fault) -> Diagnostic {
    match fault {
        Fault::Undefined(name, span) => undefined(source, symbols, name, *span),
        Fault::NoLocal(key, span) => {
            let text = source.text.get(span.start..span.end).unwrap_or("");
            let back = text.starts_with("%B") || text.starts_with("%b");
            let side = if back { "before" } else { "after" };
            Diagnostic::error(
                "undefined-label",
                format!("there is no label `{}` {side} this line", key.number),
            )
            .at(*span)
            .help("`%F1` leads to the next label `1`, `%B1` to the last one; `ROUT` begins a new set of them")
        }
        Fault::Imported(name, span) => imported(source, symbols, name, *span),
        Fault::Later(name, span) => Diagnostic::error(
            "not-known-yet",
            format!("`{name}` must be known on this line, and is defined further down"),
        )
        .at(*span)
        .help("move its definition up"),
        Fault::Address(span) => Diagnostic::error(
            "address-in-expression",
            "an address cannot be calculated with like this",
        )
        .at(*span)
        .help("a number can be added to a label, and two labels of one area subtracted; the rest is up to the program"),
        Fault::Zero(span) => Diagnostic::error("division-by-zero", "a division by zero").at(*span),
        Fault::Text(span) => Diagnostic::error("string-as-number", "expected a number, found a string")
            .at(*span)
            .help("one character makes a number: `'A'`; a string goes into memory with `DCB`"),
        Fault::Circle(span) => Diagnostic::error(
            "circular-symbol",
            "this cannot be worked out: symbols are defined by each other, or there are too many of them",
        )
        .at(*span),
    }
}

/// What another file would have to offer.
fn imported(source: &Source, symbols: &Symbols, name: &str, span: Span) -> Diagnostic {
    let error = |message| Diagnostic::error("undefined-label", message).at(span);
    match symbols.elsewhere(name, span) {
        Some(entry) => {
            let file = source.other_file(entry.span.start).unwrap_or(&source.name);
            error(format!("`{name}` is imported, but {file} does not export it"))
                .related(entry.span, "defined here")
                .help(format!("write `    EXPORT {name}` in {file}"))
        }
        None => error(format!("`{name}` is imported, but no other file defines it"))
            .help("hand in the file that defines it, in the same folder, with an `EXPORT` for it"),
    }
}

fn undefined(source: &Source, symbols: &Symbols, name: &str, span: Span) -> Diagnostic {
    let error = Diagnostic::error("undefined-label", format!("label or symbol `{name}` is not defined")).at(span);
    if let Some(entry) = symbols.elsewhere(name, span) {
        let file = source.other_file(entry.span.start).unwrap_or(&source.name);
        return error.related(entry.span, "defined here").help(format!(
            "write `    IMPORT {name}` in this file, and `    EXPORT {name}` in {file}"
        ));
    }

    match symbols.meant(name, span) {
        Some(near) if near.eq_ignore_ascii_case(name) => error
            .help(format!("did you mean `{near}`? armasm is case-sensitive"))
            .replace_with(near),
        Some(near) => error.help(format!("did you mean `{near}`?")).replace_with(near),
        None if matches!(name, "O" | "o") => error.help("this is the letter O; write the digit zero"),
        None => error.help("define it, or correct the spelling; a label starts in the first column of its line"),
    }
}

/// A number that no rotated byte makes.
pub(super) fn immediate(value: u32, text: &str, span: Span, destination: Option<u8>) -> Diagnostic {
    let near = nearest_immediates(value);
    let near = match near {
        (Some(below), Some(above)) => {
            format!("the nearest that can are {below} (0x{below:X}) and {above} (0x{above:X})")
        }
        (Some(one), None) | (None, Some(one)) => format!("the nearest that can is {one} (0x{one:X})"),
        (None, None) => "none near it can".to_owned(),
    };
    let help = match destination {
        Some(rd) => format!("write `LDR {}, ={}`", register_name(rd), text.trim_start_matches('#')),
        None => format!(
            "load it into a register first, `LDR Rx, ={}`, and use that",
            text.trim_start_matches('#')
        ),
    };

    Diagnostic::error(
        "immediate-not-encodable",
        format!("{} (0x{value:X}) does not fit into an instruction", value as i32),
    )
    .at(span)
    .label("only 8 bits, rotated by an even distance, fit")
    .help(format!("{help}; {near}"))
}

/// `R0` to `R12`, `SP`, `LR`, `PC`.
pub(super) fn register_name(register: u8) -> String {
    match register {
        13 => "SP".to_owned(),
        14 => "LR".to_owned(),
        15 => "PC".to_owned(),
        number => format!("R{number}"),
    }
}

/// The numbers closest to this one that some rotation of a byte makes, below and above.
fn nearest_immediates(value: u32) -> (Option<u32>, Option<u32>) {
    let all = || (0..16_u32).flat_map(|rotation| (0..=255_u32).map(move |byte| byte.rotate_right(2 * rotation)));
    debug_assert!(Operand::of(value).is_none(), "only for numbers that need it");
    (
        all().filter(|one| *one < value).max(),
        all().filter(|one| *one > value).min(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_numbers_that_fit_are_found() {
        assert_eq!(nearest_immediates(257), (Some(256), Some(260)));
        assert_eq!(nearest_immediates(0x1234), (Some(0x1200), Some(0x1240)));
    }
}
