//! A word as the assembly text that gives it back, in armasm's notation.

use super::{
    DataOperation, Encoding, Indexing, Instruction, Offset, Operand, Operation, Register, Shift, ShiftKind, Slot, Unit,
};

/// The text of a word at an address. `name` names addresses: targets of branches and of loads relative to PC; where it has
/// no name, a branch goes to a number and a load keeps `[pc, #distance]`. What no text encodes exactly comes out as `DCD`,
/// so that assembling the text at the same address always gives the same word, but for an offset of `#-0`: the assembler
/// drops its sign.
pub fn disassemble(word: u32, address: u32, name: impl Fn(u32) -> Option<String>) -> String {
    Instruction::decode(word)
        .filter(|instruction| instruction.encode() == word)
        .and_then(|instruction| text(instruction, address.wrapping_add(8), name))
        .unwrap_or_else(|| format!("DCD 0x{word:08X}"))
}

/// The text of an instruction, if the notation has one. `pc` is what it reads from PC.
fn text(instruction: Instruction, pc: u32, name: impl Fn(u32) -> Option<String>) -> Option<String> {
    let (encoding, word) = instruction.operation.encoded()?;
    let operands = match instruction.operation {
        Operation::Data {
            operation,
            rd,
            rn,
            operand,
            ..
        } => data(operation, [rd, rn], operand),
        Operation::Branch { offset, .. } => {
            let target = pc.wrapping_add_signed(offset);
            name(target).unwrap_or_else(|| format!("0x{target:08X}"))
        }
        Operation::Transfer { .. } => return transfer(instruction, pc, name),
        Operation::Block { .. } => return block(instruction),
        Operation::ReadStatus { rd, saved } => format!("{}, {}", register(rd), status(saved)),
        Operation::WriteStatus { saved, fields, operand } => write_status(saved, fields, operand)?,
        Operation::Interrupt { comment } => format!("0x{comment:X}"),
        _ => listed_slots(encoding, word),
    };

    let sets_flags = match instruction.operation {
        Operation::Data { operation, flags, .. } => flags && operation.has_destination(),
        _ => encoding.takes_flags() && word & Encoding::FLAGS != 0,
    };
    let flags = if sets_flags { "S" } else { "" };
    let (mnemonic, condition) = (instruction.operation.name(), instruction.condition.suffix());
    Some(format!("{mnemonic}{flags}{condition} {operands}"))
}

impl Operation {
    /// The mnemonic in capital letters, without unit, direction, S and condition.
    fn name(self) -> &'static str {
        match self {
            Self::Data { operation, .. } => operation.name(),
            _ => self.encoded().map_or("", |(encoding, _)| encoding.name),
        }
    }
}

/// Operands that are registers alone.
fn listed_slots(encoding: &Encoding, word: u32) -> String {
    let slots = encoding.slots.iter().map(|slot| {
        let register = register((word >> slot.lowest() & 15) as Register);
        match slot {
            Slot::Base(_) => format!("[{register}]"),
            _ => register.to_owned(),
        }
    });
    slots.collect::<Vec<_>>().join(", ")
}

/// The operands of MSR.
fn write_status(saved: bool, fields: u8, operand: Operand) -> Option<String> {
    // Only data processing has a notation for a byte and its rotation.
    if fields == 0 || !is_chosen(operand) {
        return None;
    }

    let all = ['c', 'x', 's', 'f'].into_iter().enumerate();
    let letters: String = all.filter(|(bit, _)| fields >> bit & 1 != 0).map(|(_, c)| c).collect();
    Some(format!("{}_{letters}, {}", status(saved), second(operand)))
}

/// The operands of AND to MVN.
fn data(operation: DataOperation, [rd, rn]: [Register; 2], operand: Operand) -> String {
    let mut text = String::new();
    if operation.has_destination() {
        text += &format!("{}, ", register(rd));
    }
    if operation.has_first() {
        text += &format!("{}, ", register(rn));
    }
    text + &second(operand)
}

/// LDR, STR and their variants.
fn transfer(instruction: Instruction, pc: u32, name: impl Fn(u32) -> Option<String>) -> Option<String> {
    let Operation::Transfer {
        unit,
        rd,
        rn,
        up,
        offset,
        indexing,
        ..
    } = instruction.operation
    else {
        return None;
    };
    let unit = match unit {
        Unit::Word => "",
        Unit::Byte => "B",
        Unit::Half => "H",
        Unit::SignedByte => "SB",
        Unit::SignedHalf => "SH",
    };
    let user = if indexing == (Indexing::Post { translate: true }) {
        "T"
    } else {
        ""
    };
    let mnemonic = format!(
        "{}{unit}{user}{}",
        instruction.operation.name(),
        instruction.condition.suffix()
    );

    if let (15, Indexing::Offset, Offset::Immediate(distance)) = (rn, indexing, offset) {
        let distance = u32::from(distance);
        let target = if up {
            pc.wrapping_add(distance)
        } else {
            pc.wrapping_sub(distance)
        };
        // The sign of a distance of 0 is lost with a name.
        if let Some(target) = name(target).filter(|_| up || distance != 0) {
            return Some(format!("{mnemonic} {}, {target}", register(rd)));
        }
    }

    let sign = if up { "" } else { "-" };
    let offset = match offset {
        Offset::Immediate(0) if up && matches!(indexing, Indexing::Offset | Indexing::Post { translate: true }) => {
            String::new()
        }
        Offset::Immediate(number) => format!(", #{sign}{number}"),
        Offset::Register(rm, shift) => format!(", {sign}{}{}", register(rm), shifted(shift)),
    };

    let address = match indexing {
        Indexing::Offset => format!("[{}{offset}]", register(rn)),
        Indexing::Pre => format!("[{}{offset}]!", register(rn)),
        Indexing::Post { .. } => format!("[{}]{offset}", register(rn)),
    };
    Some(format!("{mnemonic} {}, {address}", register(rd)))
}

/// LDM and STM. The stack's own names need two registers: with one they are another instruction to some assemblers.
fn block(instruction: Instruction) -> Option<String> {
    let Operation::Block {
        load,
        rn,
        before,
        up,
        writeback,
        user,
        list,
    } = instruction.operation
    else {
        return None;
    };
    if list == 0 {
        return None;
    }

    let suffix = instruction.condition.suffix();
    let list_text = format!("{{{}}}", listed(list));
    if rn == 13 && writeback && !user && list.count_ones() > 1 {
        match (load, before, up) {
            (true, false, true) => return Some(format!("POP{suffix} {list_text}")),
            (false, true, false) => return Some(format!("PUSH{suffix} {list_text}")),
            _ => {}
        }
    }

    let direction = match (before, up) {
        (false, true) => "IA",
        (true, true) => "IB",
        (false, false) => "DA",
        (true, false) => "DB",
    };
    Some(format!(
        "{}{direction}{suffix} {}{}, {list_text}{}",
        instruction.operation.name(),
        register(rn),
        if writeback { "!" } else { "" },
        if user { "^" } else { "" },
    ))
}

/// A list of registers, neighbours drawn together.
fn listed(list: u16) -> String {
    let mut runs: Vec<(Register, Register)> = Vec::new();
    for number in (0..16).filter(|number| list >> number & 1 != 0) {
        match runs.last_mut() {
            // Registers with a name of their own stand alone.
            Some((_, last)) if *last + 1 == number && number < 13 => *last = number,
            _ => runs.push((number, number)),
        }
    }

    let runs = runs.into_iter().map(|(first, last)| match last - first {
        0 => register(first).to_owned(),
        1 => format!("{}, {}", register(first), register(last)),
        _ => format!("{}-{}", register(first), register(last)),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// Whether an assembler, given the number of an immediate, makes this of it.
fn is_chosen(operand: Operand) -> bool {
    operand
        .number()
        .is_none_or(|number| Operand::of(number) == Some(operand))
}

/// The second operand.
fn second(operand: Operand) -> String {
    match operand {
        Operand::Immediate { value, rotation } => {
            let number = operand.number().unwrap_or_default();
            if !is_chosen(operand) {
                // Not the way an assembler would choose: the byte and its rotation.
                format!("#{value}, {}", 2 * rotation)
            } else if number < 0x1_0000 {
                format!("#{number}")
            } else {
                format!("#0x{number:08X}")
            }
        }
        Operand::Register(rm, shift) => format!("{}{}", register(rm), shifted(shift)),
    }
}

/// What follows a shifted register; nothing where it is not shifted.
fn shifted(shift: Shift) -> String {
    match shift {
        Shift::Amount(ShiftKind::Lsl, 0) => String::new(),
        Shift::Amount(ShiftKind::Ror, 0) => ", RRX".to_owned(),
        Shift::Amount(kind, 0) => format!(", {} #32", kind.name()),
        Shift::Amount(kind, amount) => format!(", {} #{amount}", kind.name()),
        Shift::Register(kind, rs) => format!(", {} {}", kind.name(), register(rs)),
    }
}

/// A status register.
fn status(saved: bool) -> &'static str {
    if saved { "SPSR" } else { "CPSR" }
}

/// A register's name.
fn register(number: Register) -> &'static str {
    const NAMES: [&str; 16] = [
        "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "sp", "lr", "pc",
    ];
    NAMES[usize::from(number & 15)]
}
