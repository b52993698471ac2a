//! Damaged and invented images: nothing panics, and what is loaded is whole.

use proptest::prelude::*;

use super::super::{elf, load};
use super::{Axf, ELF};
use crate::fixed_cases::fixed_cases;
use crate::machine;

/// Whatever was loaded keeps what [`Program`] promises.
fn check(build: Option<machine::Build>) {
    let Some(build) = build else { return };
    assert!(build.program.is_some() || !build.diagnostics.is_empty());
    let Some(machine::Program::Arm(program)) = build.program else {
        return;
    };

    assert!(program.flash.len() <= 0x8_0000);
    let mut end = 0;
    for piece in &program.pieces {
        assert!(
            piece.address >= end && piece.length > 0,
            "pieces overlap at {:x}",
            piece.address
        );
        end = piece.address + piece.length;
    }
}

/// Found by chance: a header that points past the end of the file.
#[test]
fn a_damaged_header_never_panics() {
    let mut file = ELF.to_vec();
    file[84] = 2;
    file[496] = 0;
    check(load("a.axf", &file));
}

proptest! {
    #![proptest_config(fixed_cases(256))]

    #[test]
    fn damaged_images_never_panic(changes in prop::collection::vec((0..ELF.len(), any::<u8>()), 0..6), cut in 0..ELF.len()) {
        let mut file = ELF.to_vec();
        for (at, byte) in changes {
            file[at] = byte;
        }
        check(load("a.axf", &file));
        check(load("a.axf", &file[..cut]));
    }

    #[test]
    fn hostile_headers_never_panic(words in prop::collection::vec(prop_oneof![0..100_u32, any::<u32>(), Just(0x4000_0000_u32)], 60)) {
        let mut file = Axf::new().bytes();
        file.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        let at = words[0] as usize % (file.len() / 4);
        file[at * 4..at * 4 + 4].copy_from_slice(&words[1].to_le_bytes());
        let other = words[2] as usize % (file.len() / 4);
        file[other * 4..other * 4 + 4].copy_from_slice(&words[3].to_le_bytes());
        check(load("a.axf", &file));
    }

    #[test]
    fn garbage_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(load("a.bin", &bytes));
        check(load("a.hex", &[b":00000000000\n", &bytes[..]].concat()));
        check(load("a.axf", &[elf::MAGIC, &bytes].concat()));
    }
}
