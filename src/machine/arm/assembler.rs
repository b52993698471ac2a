//! ARM source bytes to [`Program`] and diagnostics.
//!
//! The notation is armasm's, as Keil's tools take it; [`dialect`] states every rule of it. Sources for GNU as are taken too,
//! and distinguished from the others by their whole text. Like the LC-3's, this assembler
//! reads bytes and not UTF-8, reports every fault of a file at once, and takes linear time on any input.
//!
//! | stage | what it does |
//! |---|---|
//! | `armasm` | the front end: lines, columns, conditions, macros, directives, to statements |
//! | `gnu` | the same for the notation of the GNU assembler |
//! | `notation` | which of the two a source is written in |
//! | `files` | the files of a program as one text |
//! | [`link`] | which files of a folder are one program |
//! | `input` | the lines that a front end reads, with those that macros and loops make |
//! | `lex`, `cursor`, `terms`, `instruction`, `address`, `block`, `status` | operands; the same for every notation |
//! | `mnemonic` | names of instructions and registers |
//! | `statement`, `expression`, `symbols` | what was understood, free of any notation |
//! | `refuse` | whole programs that are not for this board |
//! | `layout`, `pool` | first pass: areas, addresses, literals |
//! | `resolve`, `encode`, `emit` | second pass: values, words of instructions, bytes |
//! | `advice`, `explain` | what to say about what cannot be assembled |
//! | [`listing`] | a program as text |
//!
//! It knows nothing of running programs.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Severity};
use crate::machine::arm::Program;
use crate::machine::assembly::{self, Log, report_encoding};
use crate::machine::{self, Build};

mod address;
mod advice;
mod armasm;
mod block;
mod cursor;
pub mod dialect;
mod emit;
mod encode;
mod explain;
mod expression;
mod files;
mod gnu;
mod input;
mod instruction;
mod intake;
mod layout;
mod lex;
mod line;
pub mod link;
pub mod listing;
mod mnemonic;
mod notation;
mod operand;
mod pool;
mod refuse;
mod resolve;
mod statement;
mod status;
mod string;
mod symbols;
mod terms;
mod work;

use armasm::Reading;
use files::Files;
use layout::Plan;
use notation::Notation;
use resolve::Resolver;

/// Assembles a source. Never fails: what was understood and every diagnostic come back together.
pub fn assemble(name: &str, bytes: &[u8]) -> Build {
    let files = Files::of(name, bytes, armasm::included_name);
    let source = Arc::clone(&files.source);
    let mut log = Log::default();
    let text = if files.is_several() {
        source.text.as_bytes()
    } else {
        bytes
    };
    let program = match assembly::refuse(&source, text, &intake::LANGUAGE) {
        Some(diagnostic) => {
            log.push(diagnostic);
            None
        }
        None => translate(&files, &mut log),
    };

    let diagnostics = log.finish();
    let refused = diagnostics.iter().any(|one| one.severity == Severity::Error);
    Build {
        source,
        program: program
            .filter(|_| !refused)
            .map(|program| machine::Program::Arm(Arc::new(program))),
        diagnostics,
    }
}

/// All stages on a text.
fn translate(files: &Files, log: &mut Log) -> Option<Program> {
    let source = &files.source;
    report_encoding(source, log);
    let (notation, mixed) = notation::detect(source);
    if let Some(mixed) = mixed {
        log.push(mixed);
        return None;
    }

    let Reading {
        statements,
        mut symbols,
        thumb,
    } = match notation {
        Notation::Armasm => armasm::read(files, log),
        Notation::Gnu => gnu::read(source, log),
    };
    if let Some(refusal) = refuse::refuse(&statements, &symbols, thumb) {
        // Its many other faults all follow from this one.
        *log = Log::default();
        log.push(refusal);
        return None;
    }

    let plan = layout::lay_out(source, &statements, &mut symbols, log);
    let (flash, pieces) = emit::emit(Resolver::new(source, &symbols, &plan, &statements, log));
    if let Some(refusal) = symbols.work.refusal(suspects(notation)) {
        // What else was found is about a source that was not read to its end.
        *log = Log::default();
        log.push(refusal);
        return None;
    }

    let table = emit::table(&symbols, &plan);
    match notation {
        Notation::Armasm => say_entry(&plan, log),
        Notation::Gnu => gnu::say_start(&symbols, &table, log),
    }

    Some(Program {
        source: Arc::clone(source),
        flash,
        pieces,
        symbols: table,
    })
}

/// What can make too much work in a notation.
fn suspects(notation: Notation) -> &'static str {
    match notation {
        Notation::Armasm => {
            "does a macro call itself, a `WHILE` never end, or a string variable or an argument grow each time?"
        }
        Notation::Gnu => "does a macro call itself, or an argument grow each time?",
    }
}

/// Execution starts at address 0, whatever ENTRY says.
fn say_entry(plan: &Plan, log: &mut Log) {
    let Some((place, span)) = plan.entry else {
        log.push(
            Diagnostic::new(
                Severity::Note,
                "missing-entry",
                "the program has no `ENTRY`; it starts at address 0",
            )
            .help("write `    ENTRY` before the first instruction: armlink warns without it"),
        );
        return;
    };

    let address = plan.areas.get(place.area).map_or(0, |area| area.address) + place.offset;
    if address != 0 {
        log.push(
            Diagnostic::warning(
                "entry-not-first",
                format!("`ENTRY` is at 0x{address:08X}, but the board starts at address 0"),
            )
            .at(span)
            .help("move it and the code after it to the start of the first area with `CODE`"),
        );
    }
}
