//! A word as the assembly text that gives it back.

use super::{Instruction, TRAPS, decode};

/// The text of a word at an address. `label` names addresses; where it has no name for a target, the distance is
/// written as a number. What no instruction encodes exactly comes out as `.FILL`, so that assembling the text at the
/// same address always gives the same bits.
pub fn disassemble(bits: u16, address: u16, label: impl Fn(u16) -> Option<String>) -> String {
    let instruction = decode(bits);
    if instruction.encode() != bits {
        return format!(".FILL x{bits:04X}");
    }

    let target = |offset: i16| {
        let address = address.wrapping_add(1).wrapping_add_signed(offset);
        label(address).unwrap_or_else(|| format!("#{offset}"))
    };
    match instruction {
        Instruction::Add { dr, sr1, sr2 } => format!("ADD R{dr}, R{sr1}, R{sr2}"),
        Instruction::AddImm { dr, sr1, imm } => format!("ADD R{dr}, R{sr1}, #{imm}"),
        Instruction::And { dr, sr1, sr2 } => format!("AND R{dr}, R{sr1}, R{sr2}"),
        Instruction::AndImm { dr, sr1, imm } => format!("AND R{dr}, R{sr1}, #{imm}"),
        Instruction::Not { dr, sr } => format!("NOT R{dr}, R{sr}"),
        Instruction::Br { nzp: 0, offset: 0 } => "NOP".to_owned(),
        Instruction::Br { nzp: 0, offset } => format!("NOP #{offset}"),
        Instruction::Br { nzp, offset } => format!("BR{} {}", flags(nzp), target(offset)),
        Instruction::Jmp { base: 7 } => "RET".to_owned(),
        Instruction::Jmp { base } => format!("JMP R{base}"),
        Instruction::Jsr { offset } => format!("JSR {}", target(offset)),
        Instruction::Jsrr { base } => format!("JSRR R{base}"),
        Instruction::Ld { dr, offset } => format!("LD R{dr}, {}", target(offset)),
        Instruction::Ldi { dr, offset } => format!("LDI R{dr}, {}", target(offset)),
        Instruction::Ldr { dr, base, offset } => format!("LDR R{dr}, R{base}, #{offset}"),
        Instruction::Lea { dr, offset } => format!("LEA R{dr}, {}", target(offset)),
        Instruction::St { sr, offset } => format!("ST R{sr}, {}", target(offset)),
        Instruction::Sti { sr, offset } => format!("STI R{sr}, {}", target(offset)),
        Instruction::Str { sr, base, offset } => format!("STR R{sr}, R{base}, #{offset}"),
        Instruction::Trap { vector } => TRAPS
            .iter()
            .find(|(_, number)| *number == vector)
            .map_or_else(|| format!("TRAP x{vector:02X}"), |(name, _)| (*name).to_owned()),
        Instruction::Rti => "RTI".to_owned(),
        Instruction::Illegal(bits) => format!(".FILL x{bits:04X}"),
    }
}

/// The suffix of `BR`, in the order every assembler knows.
fn flags(nzp: u8) -> &'static str {
    ["", "p", "z", "zp", "n", "np", "nz", "nzp"][usize::from(nzp & 7)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_named_where_a_name_is_known() {
        let label = |address| (address == 0x3005).then(|| "LOOP".to_owned());
        assert_eq!(disassemble(0x0BFE, 0x3006, label), "BRnp LOOP");
        assert_eq!(disassemble(0x0BFE, 0x3007, label), "BRnp #-2");
        assert_eq!(disassemble(0x2FFF, 0x3005, label), "LD R7, LOOP");
    }

    #[test]
    fn words_that_no_instruction_writes_are_fills() {
        for bits in [0xD000, 0xC041, 0x1018, 0x9000, 0x8001, 0x4001, 0xF125] {
            assert_eq!(disassemble(bits, 0x3000, |_| None), format!(".FILL x{bits:04X}"));
        }
    }
}
