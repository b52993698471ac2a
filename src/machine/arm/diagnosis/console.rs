//! What goes through the console: texts that are printed byte by byte, and keys that are read before they are typed.

use super::architecture::Trace;
use super::image::Directive;
use super::notes::{EarlyReads, Printing};
use crate::machine::arm::cpu::Machine;
use crate::machine::arm::isa::{DataOperation, Operand, Operation};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::value::Value;

/// Instructions after the load of a byte among which is the test that ends a text.
const TESTED_WITHIN: u32 = 3;

impl Trace<'_> {
    /// Notes a load from the receive register when no key is there, where something was printed since the last.
    pub(super) fn note_early_read(&mut self, at: u32, machine: &Machine) {
        if machine.console.ready() || self.notes.latch.is_some() {
            return;
        }
        let printed = machine.console.output.bytes.len();
        let early = self.notes.early.filter(|early| early.at == at);

        let count = match early {
            Some(early) if early.printed == printed => early.count,
            earlier => 1 + earlier.map_or(0, |early| early.count),
        };
        self.notes.early = Some(EarlyReads { at, printed, count });
    }

    /// Notes that a byte is printed, and whether its text has run into the next.
    pub(super) fn note_printing(&mut self, value: Value<u32>) {
        let Some((load, slot)) = value.by.zip(value.slot).filter(|(_, slot)| self.image.is_data(*slot)) else {
            self.notes.printing = None;
            return;
        };
        let printing = match self.notes.printing {
            Some(printing) if printing.load == load && printing.last.wrapping_add(1) == slot => {
                Printing { last: slot, ..printing }
            }
            _ => Printing {
                load,
                start: slot,
                last: slot,
            },
        };
        self.notes.printing = Some(printing);

        if self.notes.without_end.is_none() && self.runs_on(printing) {
            self.notes.without_end = Some((self.step, printing));
        }
    }

    /// Whether a loop that stops at a zero has come to the first byte of a text that is printed by itself too, from one that
    /// has no zero.
    fn runs_on(&self, Printing { load, start, last }: Printing) -> bool {
        let image = &self.image;
        let is_text = |at: u32| image.directive(at) == Some(Directive::Bytes);
        let is_labelled = last != start && image.label(last).is_some() && is_text(last);

        is_labelled
            && image.is_pointed_at(last)
            && image.label(start).is_some()
            && (start..last).all(is_text)
            && self.is_spelt(start, last)
            && self.stops_at_zero(load)
    }

    /// Whether the bytes from `start` to `end` spell something. A line end before a text may be meant to be printed with it.
    fn is_spelt(&self, start: u32, end: u32) -> bool {
        let bytes = (start..end).filter_map(|at| self.image.byte(at));
        bytes.filter(u8::is_ascii_alphabetic).count() >= 2
    }

    /// Whether the byte that an instruction loads is tested for zero after it.
    fn stops_at_zero(&self, load: u32) -> bool {
        let Some(Operation::Transfer { rd: byte, .. }) = self.image.operation(load).map(|loads| loads.operation) else {
            return false;
        };
        let after = (1..=TESTED_WITHIN).filter_map(|distance| self.image.operation(load.wrapping_add(distance * 4)));
        after.into_iter().any(|tested| match tested.operation {
            Operation::Data {
                operation: DataOperation::Cmp | DataOperation::Teq,
                rn,
                operand,
                ..
            } => rn == byte && matches!(operand, Operand::Immediate { value: 0, .. }),
            operation => {
                let effect = operation.effect();
                effect.sets_flags && effect.reads.contains(&Some(byte))
            }
        })
    }
}
