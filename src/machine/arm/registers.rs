//! The registers of an ARM7TDMI: sixteen, those that other modes have instead, and the status registers.
//!
//! Facts: ARM Architecture Reference Manual (DDI 0100), chapter A2; ARM7TDMI data sheet, chapter 3.

use std::hash::{Hash, Hasher};

use super::isa::Condition;

/// N, Z, C and V in a status register.
pub const FLAGS: u32 = 0xF000_0000;
/// The interrupt masks and the mode, which is what a control field holds in ARM state.
const CONTROL: u32 = 0xDF;
/// IRQ and FIQ masked, supervisor mode: the state after reset.
const RESET: u32 = 0xD3;
const MODE: u32 = 0x1F;

/// Whose R13, R14 and saved status are in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Bank {
    User,
    Fiq,
    Irq,
    Supervisor,
    Abort,
    Undefined,
}

impl Bank {
    /// The bank of a mode; `None` where there is no such mode.
    fn of(mode: u32) -> Option<Self> {
        Some(match mode & MODE {
            0x10 | 0x1F => Self::User,
            0x11 => Self::Fiq,
            0x12 => Self::Irq,
            0x13 => Self::Supervisor,
            0x17 => Self::Abort,
            0x1B => Self::Undefined,
            _ => return None,
        })
    }
}

/// The flags, each in the form that is cheapest to set.
#[derive(Debug, Clone, Copy)]
pub struct Flags {
    /// The lower half is zero when Z is set; N is the top bit of either half.
    pub nz: u64,
    /// C.
    pub c: bool,
    /// V.
    pub v: bool,
}

impl Flags {
    /// From the four bits at the top of a status register.
    pub fn unpack(status: u32) -> Self {
        Self {
            nz: nz(status >> 31 != 0, status >> 30 & 1 != 0),
            c: status >> 29 & 1 != 0,
            v: status >> 28 & 1 != 0,
        }
    }

    /// The four bits at the top of a status register.
    pub fn pack(self) -> u32 {
        u32::from(self.is_negative()) << 31
            | u32::from(self.is_zero()) << 30
            | u32::from(self.c) << 29
            | u32::from(self.v) << 28
    }

    /// N and Z from a result.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn result(&mut self, value: u32) {
        self.nz = value.into();
    }

    /// N and Z themselves.
    pub fn set_result(&mut self, is_negative: bool, is_zero: bool) {
        self.nz = nz(is_negative, is_zero);
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    fn is_negative(self) -> bool {
        self.nz & (1 << 63 | 1 << 31) != 0
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    fn is_zero(self) -> bool {
        self.nz as u32 == 0
    }

    /// Whether a condition is met.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn hold(&self, condition: Condition) -> bool {
        let (n, z) = (self.is_negative(), self.is_zero());
        match condition {
            Condition::Eq => z,
            Condition::Ne => !z,
            Condition::Cs => self.c,
            Condition::Cc => !self.c,
            Condition::Mi => n,
            Condition::Pl => !n,
            Condition::Vs => self.v,
            Condition::Vc => !self.v,
            Condition::Hi => self.c && !z,
            Condition::Ls => !self.c || z,
            Condition::Ge => n == self.v,
            Condition::Lt => n != self.v,
            Condition::Gt => !z && n == self.v,
            Condition::Le => z || n != self.v,
            Condition::Al => true,
        }
    }
}

fn nz(is_negative: bool, is_zero: bool) -> u64 {
    u64::from(is_negative) << 63 | u64::from(!is_zero)
}

impl PartialEq for Flags {
    fn eq(&self, other: &Self) -> bool {
        self.pack() == other.pack()
    }
}

impl Eq for Flags {}

impl Hash for Flags {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.pack().hash(hasher);
    }
}

/// All registers but the program counter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Registers {
    /// R0 to R14 of the current mode. The sixteenth is never read: what R15 reads as depends on who asks.
    pub r: [u32; 16],
    /// N, Z, C and V.
    pub flags: Flags,
    /// The rest of the current status register.
    control: u32,
    /// R13 and R14 of the banks that are not in use.
    stacks: [[u32; 2]; 6],
    /// R8 to R12 of FIQ mode while another is in use, and the other way round.
    high: [u32; 5],
    /// Saved status of each bank but the first.
    saved: [u32; 6],
}

impl Registers {
    /// The registers after reset, with what `fill` gives in each that is not defined then.
    pub fn new(mut fill: impl FnMut() -> u32) -> Self {
        let mut r: [u32; 16] = std::array::from_fn(|_| fill());
        r[15] = 0;
        Self {
            r,
            flags: Flags::unpack(0),
            control: RESET,
            stacks: std::array::from_fn(|_| [fill(), fill()]),
            high: std::array::from_fn(|_| fill()),
            saved: [0; 6],
        }
    }

    fn bank(&self) -> Bank {
        // The control field never holds a mode that there is not.
        Bank::of(self.control).unwrap_or(Bank::User)
    }

    /// The current status register.
    pub fn status(&self) -> u32 {
        self.flags.pack() | self.control
    }

    /// The saved status register of the current mode; the current one where the mode has none.
    pub fn saved(&self) -> u32 {
        match self.bank() {
            Bank::User => self.status(),
            bank => self.saved[bank as usize],
        }
    }

    /// Sets the bits of `mask` in the saved status register of the current mode, where it has one.
    pub fn set_saved(&mut self, value: u32, mask: u32) {
        let bank = self.bank();
        if bank != Bank::User {
            let kept = self.saved[bank as usize] & !mask;
            self.saved[bank as usize] = (kept | value & mask) & (FLAGS | CONTROL | THUMB);
        }
    }

    /// Sets the bits of `mask` in the current status register: the control field only in a privileged mode, and never the
    /// Thumb bit. `Err` holds the mode, when there is no such mode.
    pub fn set_status(&mut self, value: u32, mask: u32) -> Result<(), u32> {
        let is_user = self.control & MODE == 0x10;
        if mask & CONTROL != 0 && !is_user {
            let control = (self.control & !mask | value & mask) & CONTROL;
            let Some(to) = Bank::of(control) else {
                return Err(control & MODE);
            };
            self.switch(to);
            self.control = control;
        }

        if mask & FLAGS != 0 {
            self.flags = Flags::unpack(value);
        }

        Ok(())
    }

    fn switch(&mut self, to: Bank) {
        let from = self.bank();
        if from == to {
            return;
        }
        self.stacks[from as usize] = [self.r[13], self.r[14]];
        [self.r[13], self.r[14]] = self.stacks[to as usize];
        if from == Bank::Fiq || to == Bank::Fiq {
            self.r[8..13].swap_with_slice(&mut self.high);
        }
    }

    /// A register of user mode, whatever mode this is; for LDM and STM with `^`.
    pub fn user(&mut self, number: usize) -> &mut u32 {
        match (number, self.bank()) {
            (8..=12, Bank::Fiq) => &mut self.high[number - 8],
            (13 | 14, bank) if bank != Bank::User => &mut self.stacks[Bank::User as usize][number - 13],
            _ => &mut self.r[number & 15],
        }
    }
}

/// The bit of a status register that means Thumb state.
pub const THUMB: u32 = 1 << 5;
