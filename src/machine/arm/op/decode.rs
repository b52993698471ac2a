//! Words to operations that are ready to be executed.

use std::sync::Arc;

use super::{Code, Op, may_be_skipped};
use crate::machine::arm::isa::{
    Condition, DataOperation, Indexing, Instruction, Offset, Operand, Operation, Shift, ShiftKind, Unit,
};
use crate::machine::arm::program::{Kind, Program};

/// What the words of an image decode to.
pub fn decode_image(program: &Program, flash: &[u32]) -> Arc<[Op]> {
    let mut ops = Vec::with_capacity(flash.len());
    for (at, word) in flash.iter().enumerate() {
        let address = at as u32 * 4;
        let is_code = program.pieces.is_empty() || program.piece(address).is_some_and(|piece| piece.kind == Kind::Code);
        ops.push(if is_code {
            decode(*word, address, flash)
        } else {
            Op::DATA
        });
    }

    for at in 0..ops.len() {
        if ops[at].code == Code::Branch && may_be_skipped(&ops, at) {
            ops[at].code = Code::LoopBranch;
        }
    }

    ops.into()
}

/// What a word decodes to at an address. Literals come from `flash`, which never changes.
pub fn decode(word: u32, address: u32, flash: &[u32]) -> Op {
    let Some(instruction) = Instruction::decode(word) else {
        return Op::OTHER;
    };

    let op = match instruction.operation {
        Operation::Data {
            operation,
            flags,
            rd,
            rn,
            operand,
        } if rd != 15 => data(operation, flags, [rd, rn], operand, address),
        Operation::Data {
            operation: DataOperation::Mov,
            flags: false,
            operand: Operand::Register(rm, Shift::Amount(ShiftKind::Lsl, 0)),
            ..
        } if rm != 15 => Some(op(Code::Jump, 0, 0, rm, 0)),
        Operation::Multiply {
            flags: false,
            rd,
            rm,
            rs,
            accumulate: None,
        } if ![rd, rm, rs].contains(&15) => Some(op(Code::Mul, rd, rm, rs, 0)),
        Operation::Multiply {
            flags: false,
            rd,
            rm,
            rs,
            accumulate: Some(rn),
        } if ![rd, rm, rs, rn].contains(&15) => Some(op(Code::MulAdd, rd, rm, rs, rn.into())),
        Operation::Transfer { load: true, rn: 15, .. } => literal(instruction.operation, address, flash),
        Operation::Transfer {
            load: true,
            unit: Unit::Word,
            rd: 15,
            rn,
            up,
            offset: Offset::Immediate(distance),
            indexing: Indexing::Post { .. },
        } if rn != 15 => Some(op(Code::LoadThenJump, 0, rn, 0, distant(0, up, u32::from(distance)))),
        Operation::Transfer { rd, rn, .. } if rd != 15 && rn != 15 => transfer(instruction.operation),
        Operation::Block { user: false, .. } => block(instruction.operation),
        Operation::Branch { link, offset } if offset != -8 => {
            let code = if link { Code::BranchLink } else { Code::Branch };
            let target = address.wrapping_add(8).wrapping_add_signed(offset);
            Some(op(code, 0, 0, 0, target))
        }
        Operation::BranchExchange { rm } if rm != 15 => Some(op(Code::BranchExchange, 0, 0, rm, 0)),
        _ => None,
    };

    let mut op = op.unwrap_or(Op::OTHER);
    op.condition = instruction.condition;
    op
}

const fn op(code: Code, a: u8, b: u8, c: u8, value: u32) -> Op {
    Op {
        code,
        condition: Condition::Al,
        a,
        b,
        c,
        value,
    }
}

/// Data processing with its destination and first operand.
fn data(operation: DataOperation, flags: bool, [rd, rn]: [u8; 2], operand: Operand, address: u32) -> Option<Op> {
    let flags = flags && operation.has_destination();
    let logical = operation.is_logical();
    match operand {
        Operand::Immediate { value, rotation } => {
            let number = u32::from(value).rotate_right(u32::from(rotation) * 2);
            // A rotated number leaves its top bit in C.
            if logical && rotation != 0 && (flags || !operation.has_destination()) {
                return None;
            }
            if rn == 15 {
                let pc = address.wrapping_add(8);
                return match operation {
                    DataOperation::Add if !flags => Some(op(Code::Mov, rd, 0, 0, pc.wrapping_add(number))),
                    DataOperation::Sub if !flags => Some(op(Code::Mov, rd, 0, 0, pc.wrapping_sub(number))),
                    _ => None,
                };
            }

            with_value(operation, flags, rd, rn, number)
        }
        Operand::Register(rm, _) if rm == 15 || rn == 15 => None,
        Operand::Register(rm, Shift::Amount(ShiftKind::Lsl, 0)) => {
            with_register(operation, flags).map(|code| op(code, rd, rn, rm, 0))
        }
        Operand::Register(rm, Shift::Amount(kind, amount)) if amount != 0 && !flags => {
            let code = match (operation, kind) {
                (DataOperation::Mov, ShiftKind::Lsl) => Code::MovLeft,
                (DataOperation::Mov, ShiftKind::Lsr) => Code::MovRight,
                (DataOperation::Mov, ShiftKind::Asr) => Code::MovSigned,
                (DataOperation::Add, ShiftKind::Lsl) => Code::AddLeft,
                (DataOperation::Sub, ShiftKind::Lsl) => Code::SubLeft,
                (DataOperation::Rsb, ShiftKind::Lsl) => Code::RsbLeft,
                _ => return None,
            };
            Some(op(code, rd, rn, rm, u32::from(amount)))
        }
        Operand::Register(..) => None,
    }
}

fn with_value(operation: DataOperation, flags: bool, rd: u8, rn: u8, number: u32) -> Option<Op> {
    let (code, value) = match (operation, flags) {
        (DataOperation::Mov, false) => (Code::Mov, number),
        (DataOperation::Mvn, false) => (Code::Mov, !number),
        (DataOperation::Add, false) => (Code::Add, number),
        (DataOperation::Sub, false) => (Code::Add, number.wrapping_neg()),
        (DataOperation::Rsb, false) => (Code::Rsb, number),
        (DataOperation::And, false) => (Code::And, number),
        (DataOperation::Bic, false) => (Code::And, !number),
        (DataOperation::Orr, false) => (Code::Orr, number),
        (DataOperation::Eor, false) => (Code::Eor, number),
        (DataOperation::Cmp, _) => (Code::Cmp, number),
        (DataOperation::Cmn, _) => (Code::Cmn, number),
        (DataOperation::Tst, _) => (Code::Tst, number),
        (DataOperation::Add, true) => (Code::Adds, number),
        (DataOperation::Sub, true) => (Code::Subs, number),
        (DataOperation::And, true) => (Code::Ands, number),
        (DataOperation::Bic, true) => (Code::Ands, !number),
        _ => return None,
    };
    Some(op(code, rd, rn, 0, value))
}

fn with_register(operation: DataOperation, flags: bool) -> Option<Code> {
    Some(match (operation, flags) {
        (DataOperation::Mov, false) => Code::MovRegister,
        (DataOperation::Add, false) => Code::AddRegister,
        (DataOperation::Sub, false) => Code::SubRegister,
        (DataOperation::And, false) => Code::AndRegister,
        (DataOperation::Orr, false) => Code::OrrRegister,
        (DataOperation::Eor, false) => Code::EorRegister,
        (DataOperation::Bic, false) => Code::BicRegister,
        (DataOperation::Cmp, _) => Code::CmpRegister,
        (DataOperation::Tst, _) => Code::TstRegister,
        (DataOperation::Add, true) => Code::AddsRegister,
        (DataOperation::Sub, true) => Code::SubsRegister,
        (DataOperation::Mov, true) => Code::MovsRegister,
        _ => return None,
    })
}

/// A load relative to R15: its value is known when it comes from the image.
fn literal(operation: Operation, address: u32, flash: &[u32]) -> Option<Op> {
    let Operation::Transfer {
        unit: Unit::Word,
        rd,
        up,
        offset: Offset::Immediate(distance),
        indexing: Indexing::Offset,
        ..
    } = operation
    else {
        return None;
    };

    let pc = address.wrapping_add(8);
    let from = distant(pc, up, u32::from(distance));
    let word = flash.get((from >> 2) as usize)?;
    (rd != 15).then(|| op(Code::Mov, rd, 0, 0, word.rotate_right(from % 4 * 8)))
}

fn distant(base: u32, up: bool, distance: u32) -> u32 {
    if up {
        base.wrapping_add(distance)
    } else {
        base.wrapping_sub(distance)
    }
}

/// Loads and stores with their ways to an address: base and number, base and register, base alone, which then moves by a
/// number, base after it has moved, base alone, which then moves by a register.
type Ways = [Option<Code>; 5];

const WORD_LOADS: Ways = [
    Some(Code::Load),
    Some(Code::LoadAt),
    Some(Code::LoadThen),
    Some(Code::LoadFirst),
    Some(Code::LoadThenAt),
];
const BYTE_LOADS: Ways = [
    Some(Code::LoadByte),
    Some(Code::LoadByteAt),
    Some(Code::LoadByteThen),
    Some(Code::LoadByteFirst),
    Some(Code::LoadByteThenAt),
];
const SIGNED_LOADS: Ways = [
    Some(Code::LoadSigned),
    Some(Code::LoadSignedAt),
    Some(Code::LoadSignedThen),
    None,
    None,
];
const WORD_STORES: Ways = [
    Some(Code::Store),
    Some(Code::StoreAt),
    Some(Code::StoreThen),
    Some(Code::StoreFirst),
    Some(Code::StoreThenAt),
];
const BYTE_STORES: Ways = [
    Some(Code::StoreByte),
    Some(Code::StoreByteAt),
    Some(Code::StoreByteThen),
    Some(Code::StoreByteFirst),
    Some(Code::StoreByteThenAt),
];

fn transfer(operation: Operation) -> Option<Op> {
    let Operation::Transfer {
        load,
        unit,
        rd,
        rn,
        up,
        offset,
        indexing,
    } = operation
    else {
        return None;
    };

    let (c, value, place) = match (offset, indexing) {
        (Offset::Immediate(distance), Indexing::Offset) => (0, distant(0, up, u32::from(distance)), 0),
        (Offset::Register(rm, Shift::Amount(ShiftKind::Lsl, amount)), Indexing::Offset) if up && rm != 15 => {
            (rm, u32::from(amount), 1)
        }
        (Offset::Immediate(distance), Indexing::Post { .. }) if rd != rn => (0, distant(0, up, u32::from(distance)), 2),
        (Offset::Immediate(distance), Indexing::Pre) if rd != rn => (0, distant(0, up, u32::from(distance)), 3),
        (Offset::Register(rm, Shift::Amount(ShiftKind::Lsl, amount)), Indexing::Post { .. })
            if up && rm != 15 && rd != rn =>
        {
            (rm, u32::from(amount), 4)
        }
        _ => return None,
    };
    let codes = match (load, unit) {
        (true, Unit::Word) => WORD_LOADS,
        (true, Unit::Byte) => BYTE_LOADS,
        (false, Unit::Word) => WORD_STORES,
        (false, Unit::Byte) => BYTE_STORES,
        (true, Unit::SignedByte) => SIGNED_LOADS,
        (true, Unit::Half) => [Some(Code::LoadHalf), None, None, None, None],
        (false, Unit::Half) => [Some(Code::StoreHalf), None, None, None, None],
        _ => return None,
    };
    let code = codes[place]?;
    Some(op(code, rd, rn, c, value))
}

/// LDM and STM without corner cases: some registers, the base not among them.
fn block(operation: Operation) -> Option<Op> {
    let Operation::Block {
        load,
        rn,
        before,
        up,
        writeback,
        list,
        ..
    } = operation
    else {
        return None;
    };
    let jumps = list >> 15 != 0;
    if rn == 15 || list == 0 || list >> rn & 1 != 0 || jumps && !load {
        return None;
    }

    let length = list.count_ones() as i8 * 4;
    let (lowest, moves) = match (up, before) {
        (true, false) => (0, length),
        (true, true) => (4, length),
        (false, false) => (4 - length, -length),
        (false, true) => (-length, -length),
    };
    let code = match (load, jumps) {
        (true, true) => Code::LoadManyJump,
        (true, false) => Code::LoadMany,
        (false, _) => Code::StoreMany,
    };
    let moves = if writeback { moves } else { 0 };
    let registers = u32::from(list & 0x7FFF);
    let distance = (list.count_ones() - 1) * 4;
    Some(op(code, lowest as u8, rn, moves as u8, distance << 16 | registers))
}
