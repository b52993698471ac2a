//! Instructions and registers by name: what `LDRNEB`, `LDRBNE` and `BLS` say.

use crate::machine::arm::isa::{Condition, DataOperation, Encoding, Register, ShiftKind, Unit};

/// What an instruction does, without its condition and flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    Data(DataOperation),
    /// `LSL Rd, Rm, Rs`: MOV with a shift.
    Shift(ShiftKind),
    /// `RRX Rd, Rm`
    ExtendedRotate,
    /// `NEG Rd, Rm`: RSB with 0.
    Negate,
    /// What takes registers alone.
    Plain(&'static Encoding),
    Branch {
        link: bool,
    },
    Transfer {
        load: bool,
        unit: Unit,
        translate: bool,
    },
    Block {
        load: bool,
        before: bool,
        up: bool,
    },
    /// `PUSH`, and with `load` `POP`.
    Stack {
        load: bool,
    },
    ReadStatus,
    WriteStatus,
    Interrupt,
    Nop,
    Adr {
        long: bool,
    },
}

/// A word as an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) family: Family,
    pub(super) condition: Condition,
    /// Whether an S asks for the flags.
    pub(super) flags: bool,
}

/// Names before condition and suffixes, and whether an S may follow, where there is more to the operands than registers.
const BASES: [(&str, Family, bool); 23] = {
    const fn transfer(load: bool, unit: Unit) -> Family {
        Family::Transfer {
            load,
            unit,
            translate: false,
        }
    }
    const fn block(load: bool) -> Family {
        Family::Block {
            load,
            before: false,
            up: true,
        }
    }
    [
        ("CPY", Family::Data(DataOperation::Mov), false),
        ("LSL", Family::Shift(ShiftKind::Lsl), true),
        ("ASL", Family::Shift(ShiftKind::Lsl), true),
        ("LSR", Family::Shift(ShiftKind::Lsr), true),
        ("ASR", Family::Shift(ShiftKind::Asr), true),
        ("ROR", Family::Shift(ShiftKind::Ror), true),
        ("RRX", Family::ExtendedRotate, true),
        ("NEG", Family::Negate, true),
        ("B", Family::Branch { link: false }, false),
        ("BL", Family::Branch { link: true }, false),
        ("LDR", transfer(true, Unit::Word), false),
        ("STR", transfer(false, Unit::Word), false),
        ("LDM", block(true), false),
        ("STM", block(false), false),
        ("PUSH", Family::Stack { load: false }, false),
        ("POP", Family::Stack { load: true }, false),
        ("MRS", Family::ReadStatus, false),
        ("MSR", Family::WriteStatus, false),
        ("SWI", Family::Interrupt, false),
        ("SVC", Family::Interrupt, false),
        ("NOP", Family::Nop, false),
        ("ADR", Family::Adr { long: false }, false),
        ("ADRL", Family::Adr { long: true }, false),
    ]
};

/// All names likewise.
fn bases() -> impl Iterator<Item = (&'static str, Family, bool)> {
    let plain = Encoding::plain().map(|encoding| (encoding.name, Family::Plain(encoding), encoding.takes_flags()));
    let data = DataOperation::ALL.map(|operation| (operation.name(), Family::Data(operation), true));
    data.into_iter().chain(BASES.iter().copied()).chain(plain)
}

/// Looks a word up, in any case. Condition and suffix are in either order: `ADDNES` and `ADDSNE`.
pub(super) fn mnemonic(word: &str) -> Option<Named> {
    if !(1..=9).contains(&word.len()) || !word.is_ascii() {
        return None;
    }

    let upper = word.to_ascii_uppercase();
    bases().find_map(|(base, family, flags)| {
        let rest = upper.strip_prefix(base)?;
        let plain = Named {
            family,
            condition: Condition::Al,
            flags: false,
        };
        if rest.is_empty() {
            return Some(plain);
        }
        let whole = suffixed(plain, rest, flags);
        let after = || {
            let (head, tail) = rest.split_at_checked(2)?;
            let condition = condition(head)?;
            let named = Named { condition, ..plain };
            if tail.is_empty() {
                return Some(named);
            }
            suffixed(named, tail, flags)
        };
        let before = || {
            let (head, tail) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
            let condition = condition(tail)?;
            suffixed(Named { condition, ..plain }, head, flags)
        };
        whole.or_else(after).or_else(before)
    })
}

/// An instruction with its suffix.
fn suffixed(named: Named, suffix: &str, flags: bool) -> Option<Named> {
    if suffix == "S" {
        return flags.then_some(Named { flags: true, ..named });
    }

    let family = match named.family {
        Family::Transfer { load, .. } => transfer(load, suffix)?,
        Family::Block { load, .. } => block(load, suffix)?,
        Family::Plain(encoding) => plain(encoding.name, suffix)?,
        Family::Adr { .. } if suffix == "L" => Family::Adr { long: true },
        _ => return None,
    };

    Some(Named { family, ..named })
}

/// `SWP` and `B` with a condition between them.
fn plain(name: &str, suffix: &str) -> Option<Family> {
    let mut all = Encoding::plain();
    all.find(|encoding| encoding.name.strip_prefix(name) == Some(suffix))
        .map(Family::Plain)
}

fn transfer(load: bool, suffix: &str) -> Option<Family> {
    let (unit, translate) = match suffix {
        "B" => (Unit::Byte, false),
        "H" => (Unit::Half, false),
        "T" => (Unit::Word, true),
        "BT" => (Unit::Byte, true),
        "SB" if load => (Unit::SignedByte, false),
        "SH" if load => (Unit::SignedHalf, false),
        _ => return None,
    };
    Some(Family::Transfer { load, unit, translate })
}

/// How LDM and STM move: by the order of addresses, or by the kind of stack.
fn block(load: bool, suffix: &str) -> Option<Family> {
    let (before, up) = match (suffix, load) {
        ("IA", _) | ("FD", true) | ("EA", false) => (false, true),
        ("IB", _) | ("ED", true) | ("FA", false) => (true, true),
        ("DA", _) | ("FA", true) | ("ED", false) => (false, false),
        ("DB", _) | ("EA", true) | ("FD", false) => (true, false),
        _ => return None,
    };
    Some(Family::Block { load, before, up })
}

fn condition(word: &str) -> Option<Condition> {
    match word {
        "HS" => Some(Condition::Cs),
        "LO" => Some(Condition::Cc),
        "AL" => Some(Condition::Al),
        _ => Condition::ALL
            .into_iter()
            .find(|condition| *condition != Condition::Al && condition.name() == word),
    }
}

/// What may follow a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ShiftName {
    /// With an amount.
    Kind(ShiftKind),
    /// `RRX`, which has none.
    Extended,
}

/// A shift by its name, in any case.
pub(super) fn shift(word: &str) -> Option<ShiftName> {
    Some(match word.to_ascii_uppercase().as_str() {
        "LSL" | "ASL" => ShiftName::Kind(ShiftKind::Lsl),
        "LSR" => ShiftName::Kind(ShiftKind::Lsr),
        "ASR" => ShiftName::Kind(ShiftKind::Asr),
        "ROR" => ShiftName::Kind(ShiftKind::Ror),
        "RRX" => ShiftName::Extended,
        _ => return None,
    })
}

/// The register of a name that the assembler knows by itself, in any case.
pub(super) fn register(word: &str) -> Option<Register> {
    if word.len() > 3 || word.len() < 2 || !word.is_ascii() {
        return None;
    }

    let lower = word.to_ascii_lowercase();
    Some(match lower.as_str() {
        "sb" => 9,
        "sl" => 10,
        "fp" => 11,
        "ip" => 12,
        "sp" => 13,
        "lr" => 14,
        "pc" => 15,
        _ => {
            let (kind, digits) = lower.split_at(1);
            if digits.len() > 1 && digits.starts_with('0') || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
                return None;
            }

            let number: Register = digits.parse().ok()?;
            match kind {
                "r" if number <= 15 => number,
                "a" if (1..=4).contains(&number) => number - 1,
                "v" if (1..=8).contains(&number) => number + 3,
                _ => return None,
            }
        }
    })
}

/// Whether a word is all in upper or all in lower case, as armasm wants names of instructions and registers.
pub(super) fn is_one_case(word: &str) -> bool {
    !(word.contains(|letter: char| letter.is_ascii_uppercase())
        && word.contains(|letter: char| letter.is_ascii_lowercase()))
}

/// Names of instructions without condition and suffix, for finding what a misspelt one was meant to be.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    const FURTHER: [&str; 18] = [
        "LDRB", "LDRH", "LDRSB", "LDRSH", "STRB", "STRH", "LDMFD", "STMFD", "LDMIA", "STMDB", "BEQ", "BNE", "BGT",
        "BLT", "BGE", "BLE", "SUBS", "ADDS",
    ];
    bases().map(|(name, ..)| name).chain(FURTHER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(word: &str) -> (Family, Condition, bool) {
        let named = mnemonic(word).unwrap_or_else(|| panic!("{word} is an instruction"));
        (named.family, named.condition, named.flags)
    }

    #[test]
    fn branches_with_a_condition_are_not_calls() {
        for (word, condition) in [
            ("BLT", Condition::Lt),
            ("BLS", Condition::Ls),
            ("BLE", Condition::Le),
            ("BLO", Condition::Cc),
            ("BHS", Condition::Cs),
            ("bal", Condition::Al),
        ] {
            assert_eq!(
                named(word),
                (Family::Branch { link: false }, condition, false),
                "{word}"
            );
        }

        assert_eq!(named("BLEQ"), (Family::Branch { link: true }, Condition::Eq, false));
        assert_eq!(named("BLLS"), (Family::Branch { link: true }, Condition::Ls, false));
        assert_eq!(named("BICS"), (Family::Data(DataOperation::Bic), Condition::Al, true));
    }

    #[test]
    fn conditions_and_suffixes_stand_in_either_order() {
        for (one, other) in [
            ("LDRNEB", "LDRBNE"),
            ("ADDNES", "ADDSNE"),
            ("LDMNEFD", "LDMFDNE"),
            ("LDREQSH", "LDRSHEQ"),
            ("STRLTBT", "STRBTLT"),
            ("SWPALB", "SWPBAL"),
            ("ADRNEL", "ADRLNE"),
            ("UMULLHSS", "umullshs"),
        ] {
            assert_eq!(named(one), named(other), "{one} {other}");
        }

        assert_eq!(named("STRHS").1, Condition::Cs);
        assert_eq!(named("MOVLS"), (Family::Data(DataOperation::Mov), Condition::Ls, false));
        assert_eq!(named("MOVLSS"), (Family::Data(DataOperation::Mov), Condition::Ls, true));
        assert_eq!(named("ADRLS"), (Family::Adr { long: false }, Condition::Ls, false));
    }

    #[test]
    fn words_that_only_resemble_instructions_are_none() {
        for word in [
            "", "BLNEX", "ADDX", "STRSB", "LDRX", "BS", "MOVW", "LOOP", "PUSHS", "MULT",
        ] {
            assert_eq!(mnemonic(word), None, "{word}");
        }
    }

    #[test]
    fn registers_have_their_names() {
        for (word, number) in [
            ("R0", 0),
            ("r15", 15),
            ("SP", 13),
            ("lr", 14),
            ("a1", 0),
            ("V8", 11),
            ("ip", 12),
        ] {
            assert_eq!(register(word), Some(number), "{word}");
        }
        for word in ["R16", "R00", "a5", "v0", "x1", "R", "R+1", "RO"] {
            assert_eq!(register(word), None, "{word}");
        }
    }
}
