//! The same instruction with something else in one place.

use super::constants::beyond_zero;
use super::{Aimed, Patches, aim, checked};
use crate::machine::arm::isa::{
    Condition, DataOperation, Indexing, Instruction, Offset, Operand, Operation, Register, Shift, ShiftKind, Unit,
};
use crate::machine::edits::EditKind;
use crate::machine::patch::lines_away;

/// How many labels are tried in place of that of a branch.
const JUMPS: usize = 10;
/// How far away a number is tried in place of another one.
const NEAR: u32 = 2;

/// Operations that are taken for each other.
const CALCULATIONS: [DataOperation; 7] = [
    DataOperation::Add,
    DataOperation::Sub,
    DataOperation::Rsb,
    DataOperation::And,
    DataOperation::Orr,
    DataOperation::Eor,
    DataOperation::Bic,
];
const COMPARISONS: [DataOperation; 4] = [
    DataOperation::Cmp,
    DataOperation::Cmn,
    DataOperation::Tst,
    DataOperation::Teq,
];
const MOVES: [DataOperation; 2] = [DataOperation::Mov, DataOperation::Mvn];

/// What is tried in place of one operation.
struct Others<'r> {
    /// The registers that it may be about.
    registers: &'r [Register],
    /// Whether the source writes a name for its number.
    is_named: bool,
    found: Vec<(EditKind, Operation)>,
}

impl Others<'_> {
    fn add(&mut self, kind: EditKind, operation: Operation) {
        self.found.push((kind, operation));
    }

    /// Each of the registers.
    fn each(&mut self, with: impl Fn(Register) -> Operation) {
        let others = self
            .registers
            .iter()
            .map(|register| (EditKind::Register, with(*register)));
        self.found.extend(others);
    }
}

impl Patches<'_> {
    /// The same instruction with something else in one place.
    pub(super) fn alternatives(&self, own: Aimed, address: u32) -> Vec<(EditKind, Aimed)> {
        let Instruction { condition, operation } = own.instruction;
        let mut found: Vec<(EditKind, Aimed)> = Vec::new();
        if condition != Condition::Al || self.has_flags(address) {
            for other in Condition::ALL.into_iter().filter(|other| *other != condition) {
                let instruction = Instruction {
                    condition: other,
                    operation,
                };
                found.push((EditKind::Condition, Aimed { instruction, ..own }));
            }
        }

        for (kind, other) in self.operations(operation, address) {
            let instruction = checked(Instruction {
                condition,
                operation: other,
            });
            let literal = own.literal.filter(|_| is_load_of_word(other));
            found.extend(instruction.map(|instruction| (kind, Aimed { instruction, literal })));
        }

        if own.literal.is_some() {
            let literals = self.literals.keys().filter(|literal| Some(**literal) != own.literal);
            found.extend(literals.map(|literal| {
                let literal = Some(*literal);
                (EditKind::Target, Aimed { literal, ..own })
            }));
        }
        if let Operation::Branch { link, .. } = operation {
            let targets = if link {
                self.called.iter().copied().collect()
            } else {
                self.labels_near(address, JUMPS)
            };
            let others = targets
                .into_iter()
                .filter_map(|target| aim(own.instruction, address, target));
            found.extend(others.map(|instruction| (EditKind::Target, Aimed { instruction, ..own })));
        }
        found
    }

    /// The same operation with something else in one place, but for its target.
    fn operations(&self, operation: Operation, address: u32) -> Vec<(EditKind, Operation)> {
        let registers: Vec<Register> = self.registers_around(address).into_iter().collect();
        let mut others = Others {
            registers: &registers,
            is_named: self.names_number(address),
            found: Vec::new(),
        };
        match operation {
            Operation::Data { .. } => self.data(operation, &mut others),
            Operation::Multiply { .. } => multiply(operation, &mut others),
            Operation::Transfer { rn: 15, .. } => others.each(|register| with_register(operation, register)),
            Operation::Transfer { .. } => self.transfer(operation, &mut others),
            Operation::Block { .. } => block(operation, &mut others),
            Operation::Branch { link, offset } => {
                others.add(EditKind::Opcode, Operation::Branch { link: !link, offset });
            }
            Operation::BranchExchange { .. } => {
                others.each(|rm| Operation::BranchExchange { rm });
                others.add(EditKind::Register, Operation::BranchExchange { rm: 14 });
            }
            _ => {}
        }
        others.found
    }

    /// AND to MVN.
    fn data(&self, own: Operation, others: &mut Others) {
        let Operation::Data {
            operation,
            flags,
            rd,
            rn,
            operand,
        } = own
        else {
            return;
        };
        let with = |operation, flags, rd, rn, operand| Operation::Data {
            operation,
            flags,
            rd,
            rn,
            operand,
        };

        let classes: [&[DataOperation]; 3] = [&CALCULATIONS, &COMPARISONS, &MOVES];
        let class = classes.into_iter().find(|class| class.contains(&operation));
        for other in class.unwrap_or_default() {
            others.add(EditKind::Opcode, with(*other, flags, rd, rn, operand));
        }
        for (other, operand) in operand
            .number()
            .into_iter()
            .flat_map(|number| beyond_zero(operation, number))
        {
            others.add(EditKind::Number, with(other, flags, rd, rn, operand));
        }
        if operation.has_destination() {
            others.add(EditKind::Opcode, with(operation, !flags, rd, rn, operand));
            others.each(|rd| with(operation, flags, rd, rn, operand));
        }
        if operation.has_first() {
            others.each(|rn| with(operation, flags, rd, rn, operand));
        }
        if operation.has_destination() && operation.has_first() {
            others.add(EditKind::Register, with(operation, flags, rn, rd, operand));
        }
        if let (true, Operand::Register(rm, shift)) = (operation.has_first(), operand) {
            let exchanged = with(operation, flags, rd, rm, Operand::Register(rn, shift));
            others.add(EditKind::Register, exchanged);
        }
        for (kind, other) in self.operands(operand, others.registers) {
            others.add(kind, with(operation, flags, rd, rn, other));
        }
        if others.is_named && operand.number().is_some() {
            for operand in self.constants().filter_map(Operand::of) {
                others.add(EditKind::Number, with(operation, flags, rd, rn, operand));
            }
        }
    }

    /// Another second operand.
    fn operands(&self, operand: Operand, registers: &[Register]) -> Vec<(EditKind, Operand)> {
        let plain = Shift::Amount(ShiftKind::Lsl, 0);
        match operand {
            Operand::Immediate { .. } => {
                let numbers = self.likely(operand.number().unwrap_or_default());
                let numbers = numbers.into_iter().filter_map(Operand::of);
                let numbers = numbers.map(|other| (EditKind::Number, other));
                let registers = registers.iter();
                let registers = registers.map(|rm| (EditKind::Opcode, Operand::Register(*rm, plain)));
                numbers.chain(registers).collect()
            }
            Operand::Register(rm, shift) => {
                let registers = registers.iter();
                let mut others: Vec<(EditKind, Operand)> = registers
                    .map(|rm| (EditKind::Register, Operand::Register(*rm, shift)))
                    .collect();
                let numbers = [0, 1, 2].into_iter().filter_map(Operand::of);
                others.extend(numbers.map(|number| (EditKind::Opcode, number)));
                let shifts = shifts(shift).into_iter();
                others.extend(shifts.map(|shift| (EditKind::Number, Operand::Register(rm, shift))));
                others
            }
        }
    }

    /// Numbers that may be meant in place of one: near it, and those of other instructions.
    fn likely(&self, number: u32) -> Vec<u32> {
        let near = (1..=NEAR).flat_map(|distance| [number.wrapping_add(distance), number.wrapping_sub(distance)]);
        let twice = [number.wrapping_mul(2), number / 2, number.wrapping_neg()];
        let lines = lines_away(number as i32).map(|other| other as u32);
        let near = near.chain(twice).chain(lines);
        near.chain(self.numbers.iter().copied()).collect()
    }

    /// LDR, STR and their variants.
    fn transfer(&self, own: Operation, others: &mut Others) {
        let Operation::Transfer {
            load,
            unit,
            rd,
            rn,
            up,
            offset,
            indexing,
        } = own
        else {
            return;
        };
        let with = |load, unit, rd, rn, up, offset, indexing| Operation::Transfer {
            load,
            unit,
            rd,
            rn,
            up,
            offset,
            indexing,
        };

        others.each(|rd| with(load, unit, rd, rn, up, offset, indexing));
        others.each(|rn| with(load, unit, rd, rn, up, offset, indexing));
        others.add(EditKind::Register, with(load, unit, rn, rd, up, offset, indexing));
        others.add(EditKind::Opcode, with(!load, unit, rd, rn, up, offset, indexing));
        for unit in [Unit::Word, Unit::Byte, Unit::Half, Unit::SignedByte, Unit::SignedHalf] {
            others.add(EditKind::Opcode, with(load, unit, rd, rn, up, offset, indexing));
        }
        for indexing in [Indexing::Offset, Indexing::Pre, Indexing::Post { translate: false }] {
            others.add(EditKind::Opcode, with(load, unit, rd, rn, up, offset, indexing));
        }
        others.add(EditKind::Opcode, with(load, unit, rd, rn, !up, offset, indexing));

        match offset {
            Offset::Immediate(distance) => {
                let near = [1, 2, 4].into_iter();
                let near = near.flat_map(|by: u16| [distance.checked_add(by), distance.checked_sub(by)]);
                for distance in near.flatten().chain(self.offsets.iter().copied()) {
                    let offset = Offset::Immediate(distance);
                    others.add(EditKind::Number, with(load, unit, rd, rn, up, offset, indexing));
                }
                // The smallest on the other side of the base.
                for distance in [1, 4] {
                    let offset = Offset::Immediate(distance);
                    others.add(EditKind::Number, with(load, unit, rd, rn, !up, offset, indexing));
                }
            }
            Offset::Register(rm, shift) => {
                others.each(|rm| with(load, unit, rd, rn, up, Offset::Register(rm, shift), indexing));
                let exchanged = Offset::Register(rn, shift);
                others.add(EditKind::Register, with(load, unit, rd, rm, up, exchanged, indexing));
                for shift in shifts(shift) {
                    let offset = Offset::Register(rm, shift);
                    others.add(EditKind::Number, with(load, unit, rd, rn, up, offset, indexing));
                }
            }
        }
    }
}

/// Another register that is loaded or stored.
pub(super) fn with_register(operation: Operation, rd: Register) -> Operation {
    match operation {
        Operation::Transfer {
            load,
            unit,
            rn,
            up,
            offset,
            indexing,
            ..
        } => Operation::Transfer {
            load,
            unit,
            rd,
            rn,
            up,
            offset,
            indexing,
        },
        other => other,
    }
}

/// MUL and MLA with other registers.
fn multiply(own: Operation, others: &mut Others) {
    let Operation::Multiply {
        flags,
        rd,
        rm,
        rs,
        accumulate,
    } = own
    else {
        return;
    };
    let with = |rd, rm, rs| Operation::Multiply {
        flags,
        rd,
        rm,
        rs,
        accumulate,
    };
    others.each(|rd| with(rd, rm, rs));
    others.each(|rm| with(rd, rm, rs));
    others.each(|rs| with(rd, rm, rs));
}

/// LDM and STM with another register more or less, in another direction, or the other of them.
fn block(own: Operation, others: &mut Others) {
    let Operation::Block {
        load,
        rn,
        before,
        up,
        writeback,
        user,
        list,
    } = own
    else {
        return;
    };
    let with = |load, before, up, writeback, list| Operation::Block {
        load,
        rn,
        before,
        up,
        writeback,
        user,
        list,
    };
    let registers = (0..16).filter(|register| ![13, rn].contains(register));
    for register in registers {
        others.add(
            EditKind::Register,
            with(load, before, up, writeback, list ^ 1 << register),
        );
        // Another one in place of one of them: the next but one, the third, as a slip of the pen has it.
        for own in (0..13).filter(|own| list >> own & 1 != 0 && list >> register & 1 == 0 && register < 13) {
            let exchanged = list & !(1 << own) | 1 << register;
            others.add(EditKind::Register, with(load, before, up, writeback, exchanged));
        }
    }
    if list >> 14 & 3 == 1 || list >> 14 & 3 == 2 {
        others.add(EditKind::Register, with(load, before, up, writeback, list ^ 0xC000));
    }
    for (before, up) in [(false, true), (true, true), (false, false), (true, false)] {
        others.add(EditKind::Opcode, with(load, before, up, writeback, list));
    }
    others.add(EditKind::Opcode, with(load, before, up, !writeback, list));
    others.add(EditKind::Opcode, with(!load, !before, !up, writeback, list));
}

/// Other shifts: by a little more or less, in another direction, or none.
fn shifts(shift: Shift) -> Vec<Shift> {
    let kinds = [ShiftKind::Lsl, ShiftKind::Lsr, ShiftKind::Asr];
    match shift {
        Shift::Amount(ShiftKind::Lsl, 0) => (1..=3).map(|amount| Shift::Amount(ShiftKind::Lsl, amount)).collect(),
        Shift::Amount(kind, amount) => {
            let amounts = (amount.saturating_sub(2)..=amount + 2).filter(|other| *other < 32);
            let amounts = amounts.filter(|other| kind == ShiftKind::Lsl || *other > 0);
            let amounts = amounts.map(|other| Shift::Amount(kind, other));
            let kinds = kinds.into_iter().map(|kind| Shift::Amount(kind, amount));
            amounts.chain(kinds).collect()
        }
        Shift::Register(_, rs) => kinds.into_iter().map(|kind| Shift::Register(kind, rs)).collect(),
    }
}

/// Whether an operation can load a literal.
fn is_load_of_word(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Transfer {
            load: true,
            unit: Unit::Word,
            rn: 15,
            ..
        }
    )
}
