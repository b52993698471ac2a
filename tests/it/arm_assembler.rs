//! The ARM assembler as a user sees it: words of whole programs, the rules of the dialect, what is said about mistakes,
//! and what hostile files can do.

use c4grade::diagnostic::{Diagnostic, Severity};
use c4grade::machine::arm::Program;
use c4grade::machine::arm::assembler::assemble;
use c4grade::machine::{self, Build};

mod hostile;
mod mistakes;
mod programs;
mod refusals;
mod rules;
mod work;

/// The program of a source that assembles.
fn program(source: &str) -> std::sync::Arc<Program> {
    let build = assemble("test.s", source.as_bytes());
    let Some(machine::Program::Arm(program)) = build.program else {
        panic!("the source of this test assembles: {:#?}", build.diagnostics);
    };
    program
}

/// What is said about a source, with `AREA`, `ENTRY` and `END` around these lines.
fn diagnostics(lines: &str) -> Vec<Diagnostic> {
    inside(lines).diagnostics
}

/// These lines, with `AREA`, `ENTRY` and `END` around them.
fn inside(lines: &str) -> Build {
    let source = format!("\tAREA test, CODE, READONLY\n\tENTRY\n{lines}\n\tEND\n");
    assemble("test.s", source.as_bytes())
}

/// The words of these lines.
fn words(lines: &str) -> Vec<u32> {
    let source = format!("\tAREA test, CODE, READONLY\n\tENTRY\n{lines}\n\tEND\n");
    let program = program(&source);
    let words = program.flash.chunks(4).map(|bytes| {
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        u32::from_le_bytes(word)
    });
    words.collect()
}

fn errors(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    diagnostics
        .iter()
        .filter(|one| one.severity == Severity::Error)
        .collect()
}

/// Everything that is said at one place, for looking a part up.
fn told(diagnostic: &Diagnostic) -> String {
    let part = |part: &Option<String>| part.clone().unwrap_or_default();
    format!(
        "{} | {} | {} | {}",
        diagnostic.message,
        part(&diagnostic.label),
        part(&diagnostic.help),
        part(&diagnostic.replacement)
    )
}
