//! The trap service routines as real code, for [`Routines::Emulated`](super::settings::Routines).

use std::sync::Arc;

use super::Program;
use super::assembler;
use super::os::{self, TRAPS};
use super::settings::{Settings, Traps};
use crate::machine;

const SOURCE: &str = include_str!("routines.asm");

/// The routines' image, and for each trap vector that has one its routine's entry.
#[derive(Debug)]
pub struct Assembled {
    /// The image, in system memory.
    pub program: Arc<Program>,
    /// Vector and entry.
    pub vectors: Vec<(u16, u16)>,
}

/// The routines for one way to run a program.
pub fn assemble(settings: Settings) -> Assembled {
    let back = match settings.traps {
        Traps::OverwriteR7 => "RET",
        Traps::KeepR7 => "RTI",
    };
    let (before, after) = os::in_texts(settings.banner);
    let goodbye = os::halt_text(settings.banner);
    let source = SOURCE
        .replace("RETURN\n", &format!("{back}\n"))
        .replace("IN_BEFORE", &literal(before))
        .replace("IN_AFTER", &literal(after))
        .replace("HALT_TEXT", &literal(goodbye));

    let build = assembler::assemble("routines.asm", source.as_bytes());
    let Some(machine::Program::Lc3(program)) = build.program else {
        unreachable!("the routines assemble: {:?}", build.diagnostics)
    };
    let vectors = TRAPS.into_iter().map(|trap| {
        let vector = 0x20 + trap as u16;
        let entry = program.address_of(&format!("TRAP_x{vector:02X}"));
        (
            vector,
            entry.unwrap_or_else(|| unreachable!("each routine has its label")),
        )
    });
    Assembled {
        vectors: vectors.collect(),
        program,
    }
}

/// A text as a string of the assembler has it.
fn literal(text: &[u8]) -> String {
    String::from_utf8_lossy(text).replace('\n', "\\n")
}
