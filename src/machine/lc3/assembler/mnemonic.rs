//! The words with a meaning: instructions, trap services, registers.

use crate::machine::lc3::isa::{Instruction, TRAPS};

/// An instruction by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mnemonic {
    Add,
    And,
    Not,
    /// With its flags: 4 negative, 2 zero, 1 positive.
    Br(u8),
    Jmp,
    Jsr,
    Jsrr,
    Ld,
    Ldi,
    Ldr,
    Lea,
    St,
    Sti,
    Str,
    Trap,
    Nop,
    Jmpt,
    /// An instruction without operands, complete.
    Fixed(u16),
}

/// A word as an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) mnemonic: Mnemonic,
    /// Only some assemblers know the name; the others take it for a label.
    pub(super) rare: bool,
}

/// Looks a word up, in any case.
pub(super) fn mnemonic(word: &str) -> Option<Named> {
    let upper = word.to_ascii_uppercase();
    let known = |mnemonic| Some(Named { mnemonic, rare: false });
    let rare = |mnemonic| Some(Named { mnemonic, rare: true });
    match upper.as_str() {
        "ADD" => known(Mnemonic::Add),
        "AND" => known(Mnemonic::And),
        "NOT" => known(Mnemonic::Not),
        "JMP" => known(Mnemonic::Jmp),
        "JSR" => known(Mnemonic::Jsr),
        "JSRR" => known(Mnemonic::Jsrr),
        "LD" => known(Mnemonic::Ld),
        "LDI" => known(Mnemonic::Ldi),
        "LDR" => known(Mnemonic::Ldr),
        "LEA" => known(Mnemonic::Lea),
        "ST" => known(Mnemonic::St),
        "STI" => known(Mnemonic::Sti),
        "STR" => known(Mnemonic::Str),
        "TRAP" => known(Mnemonic::Trap),
        "RET" => known(Mnemonic::Fixed(Instruction::Jmp { base: 7 }.encode())),
        "RTI" => known(Mnemonic::Fixed(Instruction::Rti.encode())),
        "NOP" => rare(Mnemonic::Nop),
        "JMPT" => rare(Mnemonic::Jmpt),
        "RTT" => rare(Mnemonic::Fixed(0xC1C1)),
        "PUTC" => rare(Mnemonic::Fixed(Instruction::Trap { vector: 0x21 }.encode())),
        _ => branch(&upper).or_else(|| {
            let (_, vector) = TRAPS.iter().find(|(name, _)| *name == upper)?;
            known(Mnemonic::Fixed(Instruction::Trap { vector: *vector }.encode()))
        }),
    }
}

/// `BR` with its flags, each at most once. Every tool knows them in the order n, z, p.
fn branch(upper: &str) -> Option<Named> {
    let letters = upper.strip_prefix("BR")?;
    let mut flags = 0;
    let mut ordered = true;
    for letter in letters.bytes() {
        let flag = match letter {
            b'N' => 4,
            b'Z' => 2,
            b'P' => 1,
            _ => return None,
        };
        if flags & flag != 0 {
            return None;
        }
        ordered &= flags & (flag - 1) == 0;
        flags |= flag;
    }

    Some(Named {
        mnemonic: Mnemonic::Br(if flags == 0 { 7 } else { flags }),
        rare: !ordered,
    })
}

/// A register's number.
pub(super) fn register(word: &str) -> Option<u8> {
    match word.as_bytes() {
        [b'R' | b'r', digit @ b'0'..=b'7'] => Some(digit - b'0'),
        _ => None,
    }
}

/// The spelling to recommend for a branch with these flags.
pub(super) fn branch_name(flags: u8) -> &'static str {
    ["NOP", "BRp", "BRz", "BRzp", "BRn", "BRnp", "BRnz", "BRnzp"][usize::from(flags & 7)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branch_flags_come_in_any_order_but_once() {
        let flags = |word| match mnemonic(word) {
            Some(Named {
                mnemonic: Mnemonic::Br(flags),
                rare,
            }) => Some((flags, rare)),
            _ => None,
        };
        assert_eq!(flags("BR"), Some((7, false)));
        assert_eq!(flags("brNzP"), Some((7, false)));

        assert_eq!(flags("BRzp"), Some((3, false)));
        assert_eq!(flags("BRpz"), Some((3, true)));
        assert_eq!(flags("BRpn"), Some((5, true)));
        assert_eq!(flags("BRnn"), None);
        assert_eq!(flags("BRK"), None);
    }
}
