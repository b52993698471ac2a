//! LC-3 source bytes to [`Program`] and diagnostics.
//!
//! Students write for different assemblers, and the grader must not be stricter than the one a student used. So this
//! one accepts what any of the common assemblers accepts and warns where they disagree; `tests/conformance.rs` holds
//! the measured answers of eight of them. It reads bytes, not UTF-8, reports every fault of a file at once, and takes
//! linear time on any input.
//!
//! The stages: `intake` looks at the bytes as a whole; lines become tokens, tokens statements; a first pass
//! gives them addresses, a second one words. It knows nothing of running programs.

use std::sync::Arc;

use crate::diagnostic::Source;
use crate::machine::assembly::{self, Log, report_encoding};
use crate::machine::lc3::Program;
use crate::machine::{self, Build};

mod advice;
mod context;
mod directive;
mod format;
mod instruction;
mod intake;
mod layout;
mod lex;
pub mod listing;
mod mnemonic;
mod number;
pub mod object;
mod operands;
pub mod outline;
mod parse;
mod resolve;
mod statement;
mod symbols;
mod text;
mod word;

use parse::Parser;
use resolve::Resolver;

/// Assembles a source, or takes a classic object file. Never fails: what was understood and every diagnostic come back
/// together.
pub fn assemble(name: &str, bytes: &[u8]) -> Build {
    if let Some(build) = intake::object(name, bytes) {
        return build;
    }

    let source = Arc::new(Source::read(name, assembly::readable(bytes)));
    let mut log = Log::default();
    let program = match assembly::refuse(&source, bytes, &intake::LANGUAGE) {
        Some(diagnostic) => {
            log.push(diagnostic);
            None
        }
        None => translate(&source, &mut log),
    };

    Build {
        source,
        program: program.map(|program| machine::Program::Lc3(Arc::new(program))),
        diagnostics: log.finish(),
    }
}

/// All stages on a text.
fn translate(source: &Arc<Source>, log: &mut Log) -> Option<Program> {
    report_encoding(source, log);
    let mut statements = Parser::new(source, log).run();
    let (drafts, mut symbols) = layout::lay_out(source, &mut statements, log);
    let total: u64 = drafts.iter().map(|draft| u64::from(draft.size)).sum();

    // Blocks that together exceed memory overlap, which is reported; there is no use in writing them out.
    let blocks = if total <= 0x1_0000 {
        let mut resolver = Resolver {
            source,
            symbols: &mut symbols,
            log,
        };
        resolver.blocks(&drafts, &statements)
    } else {
        Vec::new()
    };

    symbols.report_suspects(source, &statements, log);
    if log.errors() > 0 {
        return None;
    }

    Some(Program {
        source: Arc::clone(source),
        blocks,
        symbols: symbols.list,
    })
}
