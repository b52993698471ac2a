//! The processor: registers, and the loop that executes operations until something has to be decided outside it.

use super::memory::Memory;
use super::op::{Code, Op};
use super::os::{DEVICES, TRAPS};
use super::settings::{Settings, Traps};
use crate::machine::console::Console;
use crate::machine::replay;

/// Why the loop stopped.
pub type Exit = replay::Exit<Fault>;

/// Why a program cannot go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Opcode 1101.
    IllegalOpcode(u16),
    /// RTI without privilege.
    RtiInUserMode,
    /// A trap vector without a service.
    UndefinedTrap(u8),
    /// The program counter is where nothing was ever loaded or stored.
    NoCode(u16),
    /// The program counter is among the device registers.
    DevicePage(u16),
}

/// The registers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cpu {
    /// R0 to R7.
    pub registers: [u16; 8],
    /// The program counter.
    pub pc: u16,
    /// The last value that set the condition codes.
    pub condition: u16,
    /// Whether system code runs (3rd edition linkage only).
    pub supervisor: bool,
    /// The other mode's stack pointer.
    pub other_stack: u16,
    /// Address of the instruction that ran last.
    pub last: u16,
    /// A run of data words being executed: where it was entered and the last of them.
    pub in_data: Option<(u16, u16)>,
    /// Where instructions are tried beside another one and one of them has called: the address, and how many have run.
    pub within: Option<(u16, u16)>,
}

/// The condition codes as a BR mask (n z p), from the value that set them.
#[inline]
pub fn conditions(value: u16) -> u8 {
    if value == 0 {
        2
    } else if value & 0x8000 != 0 {
        4
    } else {
        1
    }
}

/// A value that sets the condition codes of a BR mask.
pub fn setting(conditions: u8) -> u16 {
    match conditions & 7 {
        4 => 0x8000,
        1 => 1,
        _ => 0,
    }
}

/// Everything the loop works on.
#[derive(Debug)]
pub struct Machine {
    /// Registers.
    pub cpu: Cpu,
    /// Memory.
    pub memory: Memory,
    /// Keys and output.
    pub console: Console,
    /// How this LC-3 differs from others.
    pub settings: Settings,
    /// Instructions that may still run.
    pub fuel: u64,
}

impl Machine {
    /// Runs until something has to be decided, at most `slice` instructions. With `WATCH` the state at entry is the
    /// checkpoint that is watched for.
    pub fn run<const WATCH: bool>(&mut self, slice: u64) -> Exit {
        let slice = slice.min(self.fuel);
        let start = WATCH.then(|| (self.cpu.clone(), self.console.activity()));
        let mut left = slice;
        let exit = loop {
            if left == 0 {
                break Exit::Fuel;
            }
            if WATCH
                && let Some((checkpoint, activity)) = &start
                && left != slice
            {
                if self.console.activity() != *activity {
                    break Exit::Active;
                }
                if self.cpu.pc == checkpoint.pc && self.repeats(checkpoint) {
                    break Exit::Repeats;
                }
            }
            let at = self.cpu.pc;
            left -= 1;
            let op = self.memory.op(at);
            self.cpu.pc = at.wrapping_add(1);
            if let Err(exit) = self.execute::<WATCH>(at, op) {
                if matches!(exit, Exit::KeyWanted | Exit::Starved) {
                    self.cpu.pc = at;
                    left += 1;
                }
                if matches!(exit, Exit::Crashed(Fault::NoCode(_) | Fault::DevicePage(_))) {
                    // Nothing ran: the place is the instruction that led here.
                    left += 1;
                } else {
                    self.cpu.last = at;
                }
                break exit;
            }
            self.cpu.last = at;

            match &start {
                None => left = self.run_ordinary::<WATCH>(left, None),
                Some((checkpoint, activity)) if self.console.activity() == *activity => {
                    left = self.run_ordinary::<WATCH>(left, Some(checkpoint));
                }
                Some(_) => {}
            }
        };

        self.fuel -= slice - left;
        exit
    }

    fn repeats(&self, checkpoint: &Cpu) -> bool {
        let cpu = &self.cpu;
        cpu.registers == checkpoint.registers
            && conditions(cpu.condition) == conditions(checkpoint.condition)
            && cpu.supervisor == checkpoint.supervisor
            && cpu.other_stack == checkpoint.other_stack
            && cpu.within == checkpoint.within
            && self.memory.equals_checkpoint()
    }

    /// Executes any operation.
    fn execute<const WATCH: bool>(&mut self, at: u16, op: Op) -> Result<(), Exit> {
        let a = usize::from(op.a & 7);
        let b = self.cpu.registers[usize::from(op.b & 7)];
        let relative = self.cpu.pc.wrapping_add(op.value);
        let value = match op.code {
            Code::Add => b.wrapping_add(self.cpu.registers[usize::from(op.c & 7)]),
            Code::AddValue => b.wrapping_add(op.value),
            Code::And => b & self.cpu.registers[usize::from(op.c & 7)],
            Code::AndValue => b & op.value,
            Code::Not => !b,
            Code::Ld => self.load::<WATCH>(relative)?,
            Code::Ldr => self.load::<WATCH>(b.wrapping_add(op.value))?,
            Code::Ldi => {
                let pointer = self.load::<WATCH>(relative)?;
                self.load::<WATCH>(pointer)?
            }
            Code::Lea => {
                self.cpu.registers[a] = relative;
                if self.settings.traps == Traps::OverwriteR7 {
                    self.cpu.condition = relative;
                }
                return Ok(());
            }
            Code::Br => {
                if op.a & conditions(self.cpu.condition) != 0 {
                    self.cpu.pc = relative;
                }
                return Ok(());
            }
            Code::St => return self.store::<WATCH>(relative, self.cpu.registers[a]),
            Code::Str => return self.store::<WATCH>(b.wrapping_add(op.value), self.cpu.registers[a]),
            Code::Sti => {
                let pointer = self.load::<WATCH>(relative)?;
                return self.store::<WATCH>(pointer, self.cpu.registers[a]);
            }
            Code::Jmp => {
                self.cpu.pc = b;
                return Ok(());
            }
            Code::Jsr => {
                let link = self.cpu.pc;
                self.cpu.pc = relative;
                self.cpu.registers[7] = link;
                return Ok(());
            }
            Code::Jsrr => {
                let link = self.cpu.pc;
                self.cpu.pc = b;
                self.cpu.registers[7] = link;
                return Ok(());
            }
            Code::Trap => return self.trap::<WATCH>(op.value as u8),
            _ => return self.execute_rare::<WATCH>(at, op),
        };

        self.cpu.registers[a] = value;
        self.cpu.condition = value;
        Ok(())
    }

    /// Everything that is not an ordinary decoded instruction.
    fn execute_rare<const WATCH: bool>(&mut self, at: u16, op: Op) -> Result<(), Exit> {
        if at >= DEVICES {
            return Err(Exit::Crashed(Fault::DevicePage(at)));
        }
        match op.code {
            Code::Undecoded => {
                // At most one level deeper, or two: a decoded word is never `Undecoded`, and data decodes to an instruction.
                let op = self.memory.decode(at);
                self.execute::<WATCH>(at, op)
            }
            Code::Data => {
                let entered = match self.cpu.in_data {
                    Some((entered, last)) if last == at.wrapping_sub(1) && self.cpu.last == last => entered,
                    _ => at,
                };
                self.cpu.in_data = Some((entered, at));
                let op = Op::decode(self.memory.words[usize::from(at)]);
                self.execute::<WATCH>(at, op)
            }
            Code::Native => {
                self.service(TRAPS[usize::from(op.a)])?;
                match self.settings.traps {
                    Traps::OverwriteR7 => self.cpu.pc = self.cpu.registers[7],
                    Traps::KeepR7 => self.rti()?,
                }
                Ok(())
            }
            Code::Inserted => self.insert::<WATCH>(at),
            Code::Blank | Code::Undefined => Err(Exit::Crashed(Fault::NoCode(at))),
            Code::Rti => self.rti(),
            _ => Err(Exit::Crashed(Fault::IllegalOpcode(self.memory.words[usize::from(at)]))),
        }
    }

    /// Executes an instruction and those that are tried beside it. What one of them calls comes back to the same address, and
    /// the next one follows.
    fn insert<const WATCH: bool>(&mut self, at: u16) -> Result<(), Exit> {
        let next = at.wrapping_add(1);
        let resumed = self.cpu.within.take_if(|(address, _)| *address == at);
        let mut step = resumed.map_or(0, |(_, step)| step);
        loop {
            let (mut op, is_last) = self.memory.step_at(at, usize::from(step));
            if matches!(op.code, Code::Jsr | Code::Jsrr | Code::Trap) && !is_last {
                self.cpu.within = Some((at, step + 1));
                self.cpu.pc = at;
                op.value = op.value.wrapping_add(u16::from(op.code == Code::Jsr));
            }
            // A branch may lead to the next address, and then past what is tried after it.
            let is_taken = op.code == Code::Br && op.a & conditions(self.cpu.condition) != 0;
            let done = self.execute::<WATCH>(at, op);
            if done.is_err() {
                self.cpu.within = Some((at, step));
            }
            if done.is_err() || is_last || is_taken || self.cpu.pc != next {
                return done;
            }
            step += 1;
        }
    }

    fn load<const WATCH: bool>(&mut self, address: u16) -> Result<u16, Exit> {
        if address < DEVICES {
            Ok(self.memory.words[usize::from(address)])
        } else {
            self.load_device::<WATCH>(address)
        }
    }

    fn store<const WATCH: bool>(&mut self, address: u16, word: u16) -> Result<(), Exit> {
        if address < DEVICES {
            self.memory.store::<WATCH>(address, word);
            Ok(())
        } else {
            self.store_device::<WATCH>(address, word)
        }
    }

    fn trap<const WATCH: bool>(&mut self, number: u8) -> Result<(), Exit> {
        let target = self.memory.words[usize::from(number)];
        let mut op = self.memory.op(target);
        if op.code == Code::Undecoded {
            op = self.memory.decode(target);
        }

        if op.code == Code::Native {
            let link = self.cpu.pc;
            if self.settings.traps == Traps::OverwriteR7 {
                let before = std::mem::replace(&mut self.cpu.registers[7], link);
                let done = self.service(TRAPS[usize::from(op.a)]);
                if done == Err(Exit::KeyWanted) {
                    self.cpu.registers[7] = before;
                }
                return done;
            }
            return self.service(TRAPS[usize::from(op.a)]);
        }

        if op.code == Code::Undefined {
            return Err(Exit::Crashed(Fault::UndefinedTrap(number)));
        }

        match self.settings.traps {
            Traps::OverwriteR7 => self.cpu.registers[7] = self.cpu.pc,
            Traps::KeepR7 => self.enter_supervisor::<WATCH>()?,
        }

        self.cpu.pc = target;
        Ok(())
    }

    /// 3rd edition: PSR and PC go on the supervisor stack.
    fn enter_supervisor<const WATCH: bool>(&mut self) -> Result<(), Exit> {
        let user = if self.cpu.supervisor { 0 } else { 0x8000 };
        let status = user | u16::from(conditions(self.cpu.condition));
        if !self.cpu.supervisor {
            std::mem::swap(&mut self.cpu.registers[6], &mut self.cpu.other_stack);
            self.cpu.supervisor = true;
        }

        for word in [status, self.cpu.pc] {
            self.cpu.registers[6] = self.cpu.registers[6].wrapping_sub(1);
            self.store::<WATCH>(self.cpu.registers[6], word)?;
        }

        Ok(())
    }

    fn rti(&mut self) -> Result<(), Exit> {
        if !self.cpu.supervisor {
            return Err(Exit::Crashed(Fault::RtiInUserMode));
        }

        let stack = self.cpu.registers[6];
        self.cpu.pc = self.memory.words[usize::from(stack)];
        let status = self.memory.words[usize::from(stack.wrapping_add(1))];
        self.cpu.registers[6] = stack.wrapping_add(2);
        self.cpu.condition = setting(status as u8);

        if status & 0x8000 != 0 {
            std::mem::swap(&mut self.cpu.registers[6], &mut self.cpu.other_stack);
            self.cpu.supervisor = false;
        }

        Ok(())
    }
}
