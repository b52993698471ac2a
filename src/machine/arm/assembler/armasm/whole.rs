//! All files of a program, one after the other, and what they offer each other.

use super::{Reader, Reading, columns};
use crate::diagnostic::{Diagnostic, Source, Span};
use crate::machine::arm::assembler::dialect::{self, Directive};
use crate::machine::arm::assembler::files::Files;
use crate::machine::arm::assembler::statement::{Body, Statement};
use crate::machine::arm::assembler::string;
use crate::machine::arm::assembler::symbols::{Entry, Symbols};
use crate::machine::assembly::Log;

/// Reads all files of a program.
pub(in crate::machine::arm::assembler) fn read(files: &Files, log: &mut Log) -> Reading {
    let source = &*files.source;
    let mut read = Reading {
        statements: Vec::new(),
        symbols: Symbols::default(),
        thumb: None,
    };
    let mut routine = 0;

    for (index, unit) in files.units.iter().enumerate() {
        if index > 0 {
            let (line, start) = (unit.rows.start as u32, unit.bytes.start);
            read.statements.push(Statement {
                line,
                label: None,
                body: Body::File,
                span: Span { start, end: start },
            });
        }

        let mut symbols = std::mem::take(&mut read.symbols);
        symbols.open_file(unit.bytes.start);
        let mut reader = Reader::new(files, unit, symbols, log);
        reader.context.routine = routine;
        reader.run();

        routine = reader.context.routine + 1;
        read.statements.append(&mut reader.statements);
        read.symbols = reader.symbols;
        read.thumb = read.thumb.or(reader.thumb);
    }

    for (first, second) in read.symbols.link() {
        log.push(defined_twice(&read.symbols.list, first, second, source));
    }
    read
}

/// One name that two files offer.
fn defined_twice(list: &[Entry], first: usize, second: usize, source: &Source) -> Diagnostic {
    let (first, second) = (&list[first], &list[second]);
    let name = |entry: &Entry| source.other_file(entry.span.start).unwrap_or(&source.name).to_owned();
    let (one, other) = (name(first), name(second));
    Diagnostic::error(
        "duplicate-label",
        format!("`{}` is exported by {one} and by {other}", second.name),
    )
    .at(second.span)
    .label("defined again here")
    .related(first.span, "first defined here")
    .help("give one of them another name, or remove its `EXPORT`")
}

/// The file that a line includes, as the line calls it: `GET board.s`.
pub(in crate::machine::arm::assembler) fn included_name(text: &str) -> Option<String> {
    let end = string::code_end(text, ';');
    let columns = columns::columns(text, end);
    let operation = text.get(columns.operation)?;
    if dialect::directive(operation) != Some(Directive::Include) || operation.eq_ignore_ascii_case("INCBIN") {
        return None;
    }
    let name = text.get(columns.rest)?.trim().trim_matches(['"', '<', '>']).trim();
    (!name.is_empty()).then(|| name.to_owned())
}
