//! Words that a program stored and then executed: its own code overwritten, or data that is taken for code.

use super::architecture::Trace;
use super::image::Directive;
use super::notes::OverwrittenCode;
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::value::{Origin, Value};
use crate::machine::lc3::isa::{self, Instruction};
use crate::machine::lc3::op::{Code, Op};

impl Trace<'_> {
    /// Notes an instruction that runs though the program has overwritten it.
    pub(super) fn notice_overwritten(&mut self, at: u16, word: u16) {
        if self.notes.overwritten.is_none()
            && let Some(was) = self.image.word(at).filter(|was| was.bits != word)
            && let cell = self.cell(at)
            && let Some(by) = cell.writer
            && (is_wild(word, cell.value) || cell.base.is_some_and(|base| self.image.is_data(base)))
        {
            self.notes.overwritten = Some(OverwrittenCode {
                step: self.step,
                at,
                by,
                was: was.bits,
                is: word,
            });
        }
    }

    /// Whether to execute this data word cannot have been meant.
    pub(super) fn is_harmful_data(&self, at: u16, word: u16, op: Op) -> bool {
        let does_nothing = op.code == Code::Br && op.a == 0;
        let cell = self.cell(at);

        match self.image.directive(at) {
            Some(Directive::Block | Directive::Fill) if cell.writer.is_some() => {
                is_wild(word, cell.value) || stores(op)
            }
            Some(Directive::Text | Directive::Block) => !does_nothing,
            _ => !does_nothing && !is_canonical(word),
        }
    }
}

/// Whether an instruction writes to memory.
fn stores(op: Op) -> bool {
    matches!(op.code, Code::St | Code::Sti | Code::Str)
}

/// Whether a word that a program stored cannot have been meant as an instruction.
fn is_wild(word: u16, value: Value<u16>) -> bool {
    word < 0x0200 || !is_canonical(word) || matches!(value.origin, Origin::Link { .. })
}

/// Whether a student could have written this word as an instruction.
fn is_canonical(word: u16) -> bool {
    let instruction = isa::decode(word);
    instruction.encode() == word && !matches!(instruction, Instruction::Illegal(_) | Instruction::Rti)
}
