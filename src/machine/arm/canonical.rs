//! An ARM program for comparison with others: see [`crate::machine::assembly::canonical`].

use super::isa::{DataOperation, Indexing, Instruction, Offset, Operand, Operation, Shift};
use super::program::{Kind, Piece, Program};
use crate::machine::assembly::canonical::{Code, Line, Memory};

/// SP, LR and PC.
const FIXED: u16 = 7 << 13;
/// The direction of a load's distance, and the distance: of words and bytes, and of the others.
const UP: u32 = 1 << 23;
const LONG: u32 = 0x0FFF;
const SHORT: u32 = 0x0F0F;

/// A program's instructions and data; `None` for an image in which nothing distinguishes them.
pub(in crate::machine) fn code(program: &Program) -> Option<Code> {
    if program
        .pieces
        .iter()
        .any(|piece| piece.line == 0 && piece.kind != Kind::Literal)
    {
        return None;
    }

    let mut code = Code {
        fixed: FIXED,
        step: 4,
        ..Code::default()
    };
    let mut literals = Vec::new();
    for piece in &program.pieces {
        match piece.kind {
            Kind::Code => instructions(program, *piece, &mut code),
            // Their order is that of the lines that use them.
            Kind::Literal => literals.extend((0..piece.length).step_by(4).map(|at| word(program, piece.address + at))),
            Kind::Data | Kind::Reserved => data(program, *piece, &mut code),
        }
    }

    literals.sort_unstable();
    code.entries.extend(literals.iter().flatten());
    code.data
        .extend(literals.iter().flatten().flat_map(|literal| literal.to_le_bytes()));
    code.lines.sort_by_key(|line| line.address);
    Some(code)
}

fn word(program: &Program, address: u32) -> Option<u32> {
    let at = address as usize;
    let bytes = program.flash.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

fn data(program: &Program, piece: Piece, code: &mut Code) {
    let (start, length) = (piece.address as usize, piece.length as usize);
    code.data.extend(piece.address.to_le_bytes());
    code.data.extend(piece.length.to_le_bytes());
    code.data.push(u8::from(piece.kind == Kind::Reserved));
    let bytes = program.flash.get(start..start + length).unwrap_or_default();
    code.data.extend(bytes);
    // A word may be the address that a jump goes to.
    let words = bytes.chunks_exact(4).filter_map(|bytes| bytes.try_into().ok());
    code.entries.extend(words.map(u32::from_le_bytes));
}

fn instructions(program: &Program, piece: Piece, code: &mut Code) {
    for address in (piece.address..piece.address.saturating_add(piece.length)).step_by(4) {
        let Some(bits) = word(program, address) else { continue };
        let Some(instruction) = Instruction::decode(bits) else {
            code.lines.push(fixed(address, bits, None));
            continue;
        };

        let target = target(instruction.operation, address);
        code.entries
            .extend(target.or_else(|| address_of(instruction.operation, address)));
        code.lines.push(line(program, instruction, address, bits, target));
    }
}

/// The address that an instruction names by its distance.
fn target(operation: Operation, address: u32) -> Option<u32> {
    let here = address.wrapping_add(8);
    match operation {
        Operation::Branch { offset, .. } => Some(here.wrapping_add_signed(offset)),
        Operation::Transfer {
            rn: 15,
            up,
            offset: Offset::Immediate(distance),
            indexing: Indexing::Offset,
            ..
        } => Some(if up {
            here.wrapping_add(u32::from(distance))
        } else {
            here.wrapping_sub(u32::from(distance))
        }),
        _ => None,
    }
}

/// The address that ADR makes.
fn address_of(operation: Operation, address: u32) -> Option<u32> {
    let Operation::Data {
        operation,
        rn: 15,
        operand: Operand::Immediate { value, rotation },
        ..
    } = operation
    else {
        return None;
    };
    let here = address.wrapping_add(8);
    let distance = u32::from(value).rotate_right(u32::from(rotation) * 2);
    match operation {
        DataOperation::Add => Some(here.wrapping_add(distance)),
        DataOperation::Sub => Some(here.wrapping_sub(distance)),
        _ => None,
    }
}

fn line(program: &Program, instruction: Instruction, address: u32, bits: u32, target: Option<u32>) -> Line {
    let operation = instruction.operation;
    let effect = operation.effect();
    let Some(slots) = slots(operation) else {
        return fixed(address, bits, target);
    };

    let mask =
        |registers: &mut dyn Iterator<Item = u8>| registers.fold(0u16, |bits, register| bits | 1 << (register & 15));
    let mut reads = mask(&mut effect.reads.into_iter().chain(effect.addresses).flatten());
    let mut registers: Vec<u8> = slots.iter().map(|at| (bits >> at & 15) as u8).collect();
    let mut cleared = slots.iter().fold(bits, |bits, at| bits & !(15 << at));
    let mut memory = Memory::None;
    let mut is_set = false;
    let mut is_load = true;

    match operation {
        Operation::Transfer { load, rd, .. } => {
            is_load = load;
            reads |= if load { 0 } else { 1 << rd };
            memory = access(load, target);
        }
        Operation::Block { load, list, rn, .. } => {
            is_load = load;
            reads |= if load { 0 } else { list };
            memory = access(load, None);
            // The base is one of the fixed registers, or there are two kinds of registers in one set.
            if FIXED >> rn & 1 == 0 || list == 0 {
                return fixed(address, bits, None);
            }
            cleared = bits & !0xFFFF;
            registers = (0..16).filter(|register| list >> register & 1 != 0).collect();
            is_set = true;
        }
        _ => {}
    }

    // What is read from PC but as an address, and what is written to it, is a matter of where the line is.
    let is_jump = (effect.writes | reads & if target.is_some() { !(1 << 15) } else { u16::MAX }) >> 15 != 0;
    if is_jump {
        return Line {
            registers,
            is_set,
            ..fixed(address, cleared, target)
        };
    }

    let is_conditional = bits >> 28 != 14;
    let mut shape = cleared.to_le_bytes().to_vec();
    if let Some(target) = target {
        shape = named(program, cleared, target, is_load);
    }
    Line {
        address,
        shape,
        registers,
        is_set,
        reads: reads | if is_conditional { effect.writes } else { 0 },
        writes: effect.writes,
        reads_flags: is_conditional || effect.reads_flags || effect.sets_flags && effect.keeps_flags,
        sets_flags: effect.sets_flags,
        memory,
        is_fixed: false,
    }
}

fn access(load: bool, target: Option<u32>) -> Memory {
    if load {
        Memory::Load(target)
    } else {
        Memory::Store(target)
    }
}

/// What is at a target, or where it is: a literal is known by its value.
fn named(program: &Program, bits: u32, target: u32, is_load: bool) -> Vec<u8> {
    let distance = if bits >> 26 & 3 == 1 { LONG } else { SHORT };
    let mut shape = (bits & !(distance | UP)).to_le_bytes().to_vec();
    let is_literal = is_load && program.piece(target).is_some_and(|piece| piece.kind == Kind::Literal);
    match word(program, target).filter(|_| is_literal) {
        Some(value) => {
            shape.push(1);
            shape.extend(value.to_le_bytes());
        }
        None => shape.extend(target.to_le_bytes()),
    }
    shape
}

/// Where the registers of an instruction are in its word; `None` for those with which nothing changes places.
fn slots(operation: Operation) -> Option<Vec<u32>> {
    let of_operand = |operand: Operand| match operand {
        Operand::Immediate { .. } => vec![],
        Operand::Register(_, Shift::Amount(..)) => vec![0],
        Operand::Register(_, Shift::Register(..)) => vec![0, 8],
    };

    Some(match operation {
        Operation::Data { operation, operand, .. } => {
            let own = [
                operation.has_destination().then_some(12),
                operation.has_first().then_some(16),
            ];
            own.into_iter().flatten().chain(of_operand(operand)).collect()
        }
        Operation::Multiply { accumulate, .. } => {
            let added = accumulate.map(|_| 12);
            [16, 0, 8].into_iter().chain(added).collect()
        }
        Operation::MultiplyLong { .. } => vec![12, 16, 0, 8],
        Operation::Transfer { offset, .. } => match offset {
            Offset::Immediate(_) => vec![12, 16],
            Offset::Register(..) => vec![12, 16, 0],
        },
        Operation::Block { .. } => vec![16],
        Operation::BranchExchange { .. } => vec![0],
        _ => return None,
    })
}

/// A jump, a call, or whatever must stay where it is.
fn fixed(address: u32, bits: u32, target: Option<u32>) -> Line {
    let mut shape = vec![0xFF];
    let bits = if target.is_some() && bits >> 25 & 7 == 5 {
        bits & !0x00FF_FFFF
    } else {
        bits
    };
    shape.extend(bits.to_le_bytes());
    shape.extend(target.unwrap_or_default().to_le_bytes());

    Line::barrier(address, shape, Vec::new())
}
