//! Calls of one subroutine: from the program's start state, with words and registers set, until control comes back.
//!
//! R7 holds an address where nothing is loaded, so that coming back is the one way to get there: the machine stops by
//! itself, and the loop that executes instructions knows nothing of it.

use super::super::cpu::{Exit, Fault};
use super::{Emulator, Session, start_cpu};
use crate::machine::replay::Emulator as _;
use crate::machine::{Call, Called, Change, Limits};

/// Where a subroutine may return to, the first that a program leaves free. System memory comes first: a program's own
/// stack never lies there.
const RETURNS: [u16; 4] = [0x2FF0, 0x1FF0, 0xFDF0, 0x8000];
/// The link register.
const LINK: usize = 7;

impl Session {
    /// Calls one subroutine.
    pub fn call(&mut self, call: &Call, limits: Limits) -> Called {
        // What scripts have in common does not outlive a call.
        self.0.forget(limits);
        self.0.rewind(&[]);
        let back = self.free_address();
        let Emulator { program, machine } = &mut self.0.emulator;
        let words = call.words.iter().map(|(at, word)| (*at as u16, *word as u16));
        let before = machine.memory.begin_with(words);

        machine.cpu = start_cpu(program, machine.settings);
        for (number, value) in call.registers.iter().filter(|(number, _)| *number < LINK) {
            machine.cpu.registers[*number] = *value as u16;
        }

        machine.cpu.registers[LINK] = back;
        machine.cpu.pc = call.entry as u16;
        machine.cpu.last = call.entry as u16;
        let end = self.0.drive();
        let is_back = end.exit == Exit::Crashed(Fault::NoCode(back));
        let stop = (!is_back).then(|| self.0.emulator.stop(&end));
        let machine = &mut self.0.emulator.machine;
        let registers = machine.cpu.registers.iter().map(|value| u32::from(*value));
        let changes = machine.memory.undo().into_iter();
        let changed = changes.map(|(address, before, after)| Change {
            address: address.into(),
            before: before.into(),
            after: after.into(),
        });

        let called = Called {
            stop,
            registers: registers.collect(),
            changed: changed.collect(),
            instructions: end.instructions,
            output: std::mem::take(&mut machine.console.output),
        };
        machine.memory.begin_with(before.into_iter());
        called
    }

    fn free_address(&self) -> u16 {
        let free = RETURNS
            .into_iter()
            .find(|address| self.0.emulator.machine.memory.is_blank(*address));
        free.unwrap_or(RETURNS[0])
    }
}

#[cfg(test)]
mod tests {
    use crate::machine::lc3::Session;
    use crate::machine::lc3::{Settings, Traps};
    use crate::machine::{Call, Change, Ending, Limits, Machine, Program};
    use std::sync::Arc;

    const PROGRAM: &str = "        .ORIG x3000
        HALT
DOUBLE  ST R1, SAVE
        ADD R1, R0, R0
        ST R1, OUT_WORD
        ADD R2, R1, #0
        LD R1, SAVE
        RET
SAY     ADD R5, R7, #0
        LEA R0, TEXT
        PUTS
        ADD R7, R5, #0
        RET
LOST    LEA R0, TEXT
        PUTS
        RET
ASK     GETC
        RET
STOP    HALT
WILD    JMP R3
SAVE    .BLKW 1
OUT_WORD .FILL #7
TEXT    .STRINGZ \"ok\"
        .END
";

    fn session(traps: Traps) -> (Session, impl Fn(&str) -> u32) {
        let machine = Machine::Lc3(Settings {
            traps,
            ..Settings::default()
        });
        let program = crate::machine::lc3::build("test", PROGRAM.as_bytes())
            .program
            .expect("it assembles");
        let (Machine::Lc3(settings), Program::Lc3(image)) = (machine, program) else {
            unreachable!("it was built for the LC-3")
        };

        let session = Session::new(Arc::clone(&image), settings);
        (session, move |label: &str| {
            u32::from(image.address_of(label).expect("a label"))
        })
    }

    fn ending(label: &str, traps: Traps) -> Option<Ending> {
        let (mut session, address) = session(traps);
        let call = Call {
            entry: address(label),
            registers: vec![(3, 0xFFF0)],
            ..Call::default()
        };
        session.call(&call, Limits::default()).stop.map(|stop| stop.ending)
    }

    #[test]
    fn a_call_gives_registers_and_the_words_that_changed() {
        let (mut session, address) = session(Traps::OverwriteR7);
        let call = Call {
            entry: address("DOUBLE"),
            registers: vec![(0, 21), (1, 5)],
            words: vec![(address("OUT_WORD"), 1)],
        };
        let called = session.call(&call, Limits::default());
        assert_eq!(called.stop, None);

        assert_eq!(called.registers[..3], [21, 5, 42]);
        assert_eq!(called.instructions, 6);
        let change = |label, before, after| Change {
            address: address(label),
            before,
            after,
        };
        assert_eq!(called.changed, [change("SAVE", 0, 5), change("OUT_WORD", 1, 42)]);

        // A word that was set and put back to what the image holds has changed as well.
        let call = Call {
            registers: vec![(0, 0), (1, 0)],
            words: vec![(address("OUT_WORD"), 0), (address("SAVE"), 0)],
            ..call
        };
        assert_eq!(session.call(&call, Limits::default()).changed, []);
    }

    #[test]
    fn no_call_leaves_a_trace_on_the_next_nor_on_a_game() {
        let (mut session, address) = session(Traps::OverwriteR7);
        let before = session.play(b"1", Limits::default());
        let call = |r0| Call {
            entry: address("DOUBLE"),
            registers: vec![(0, r0)],
            ..Call::default()
        };

        let first = session.call(&call(3), Limits::default());
        session.call(&call(9), Limits::default());
        assert_eq!(session.call(&call(3), Limits::default()), first);
        assert_eq!(session.play(b"1", Limits::default()), before);
    }

    #[test]
    fn coming_back_depends_on_the_link() {
        for traps in [Traps::OverwriteR7, Traps::KeepR7] {
            let (mut session, address) = session(traps);
            let call = Call {
                entry: address("SAY"),
                ..Call::default()
            };
            let called = session.call(&call, Limits::default());
            assert_eq!((called.stop, &called.output.bytes[..]), (None, &b"ok"[..]));
        }

        assert_eq!(ending("LOST", Traps::OverwriteR7), Some(Ending::Loop));
        assert_eq!(ending("LOST", Traps::KeepR7), None);
    }

    #[test]
    fn a_subroutine_that_does_not_come_back_tells_how_it_ended() {
        for traps in [Traps::OverwriteR7, Traps::KeepR7] {
            assert_eq!(ending("ASK", traps), Some(Ending::Waiting));
            assert_eq!(ending("STOP", traps), Some(Ending::Halted));
            assert_eq!(ending("WILD", traps), Some(Ending::Crashed));
        }
    }
}
