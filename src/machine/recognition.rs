//! Which machine a program is for, as far as its file shows.
//!
//! Takes a file's name and bytes. Images and directives that only one machine's assemblers have decide; else the name does;
//! what shows nothing is taken for LC-3, whose assembler says best what a text is that is no program at all.

use super::Target;
use super::arm::loader;
use super::native::Recipe;
use crate::diagnostic::Source;

/// More of a text is not looked at.
const LONGEST: usize = 1 << 20;

/// Words that only LC-3 sources have, and such as name a service or instruction of it.
const LC3: [&str; 22] = [
    ".FILL", ".BLKW", ".STRINGZ", "BRN", "BRZ", "BRP", "BRNZ", "BRNP", "BRZP", "BRNZP", "BR", "JSR", "JSRR", "LEA",
    "LDI", "STI", "ST", "LD", "GETC", "OUT", "PUTS", "HALT",
];

/// Words that only ARM sources have.
const ARM: [&str; 49] = [
    "AREA",
    "ENTRY",
    "DCB",
    "DCD",
    "DCW",
    "EQU",
    "SPACE",
    "LTORG",
    "EXPORT",
    "IMPORT",
    "PRESERVE8",
    ".TEXT",
    ".GLOBAL",
    ".GLOBL",
    ".WORD",
    ".ASCIZ",
    ".BYTE",
    ".ARM",
    ".CPU",
    ".EQU",
    "MOV",
    "MVN",
    "CMP",
    "CMN",
    "SUB",
    "RSB",
    "ORR",
    "EOR",
    "BIC",
    "TST",
    "LDRB",
    "STRB",
    "LDRH",
    "STRH",
    "BL",
    "B",
    "BX",
    "BEQ",
    "BNE",
    "BGT",
    "BLT",
    "BGE",
    "BLE",
    "LDMFD",
    "STMFD",
    "LDMIA",
    "STMIA",
    "PUSH",
    "POP",
];

impl Target {
    /// The machine that the program in a file is for.
    pub fn of(name: &str, bytes: &[u8]) -> Self {
        let extension = name
            .rsplit_once('.')
            .map(|(_, extension)| extension.to_ascii_lowercase());
        let extension = extension.as_deref().unwrap_or_default();
        if extension == "obj" {
            return Self::Lc3;
        }
        if bytes.starts_with(b"#!") || is_native_image(bytes) || Recipe::is_source(name) {
            return Self::Native;
        }

        if loader::is_image(bytes) || matches!(extension, "axf" | "elf" | "hex" | "bin") {
            return Self::Arm;
        }

        let by_name = if extension == "s" { Self::Arm } else { Self::Lc3 };
        by_text(&Source::read(name, &bytes[..bytes.len().min(LONGEST)]).text).unwrap_or(by_name)
    }
}

/// Whether a file is an ELF executable for a processor of today (`e_machine` in the ELF specification): not for ARM's
/// old ones, whose images the board takes.
fn is_native_image(bytes: &[u8]) -> bool {
    const X86: u8 = 3;
    const X86_64: u8 = 62;
    const AARCH64: u8 = 183;
    const RISC_V: u8 = 243;
    bytes.starts_with(b"\x7fELF")
        && bytes
            .get(18)
            .is_some_and(|machine| [X86, X86_64, AARCH64, RISC_V].contains(machine))
}

/// The machine whose words a text has, if it has more of the one's than of the other's.
fn by_text(text: &str) -> Option<Target> {
    let (mut lc3, mut arm) = (0, 0);
    for line in text.split(['\n', '\r']) {
        let code = line.split([';', '@']).next().unwrap_or_default();
        let words = code.split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ':'));
        // A label, and what follows it.
        for word in words.filter(|word| !word.is_empty()).take(2) {
            let is = |known: &&str| known.eq_ignore_ascii_case(word);
            if word.eq_ignore_ascii_case(".ORIG") {
                return Some(Target::Lc3);
            }
            lc3 += usize::from(LC3.iter().any(&is));
            arm += usize::from(ARM.iter().any(is));
        }
    }

    match lc3.cmp(&arm) {
        std::cmp::Ordering::Greater => Some(Target::Lc3),
        std::cmp::Ordering::Less => Some(Target::Arm),
        std::cmp::Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Target;

    const ARMASM: &[u8] =
        b"        AREA a, CODE, READONLY\n        ENTRY\nstart   MOV R0, #1\nstop    B stop\n        END\n";
    const LC3: &[u8] = b"; a program\n  .ORIG x3000\nSTART ADD R0, R0, #1\n BRnzp START\n .END\n";

    #[test]
    fn images_are_for_arm_whatever_their_name() {
        let elf = include_bytes!("../../tests/data/arm-images/echo.elf");
        assert_eq!(Target::of("submission", elf), Target::Arm);
        assert_eq!(Target::of("connect4.axf", b""), Target::Arm);
        assert_eq!(Target::of("connect4.obj", &[0x30, 0x00, 0xF0, 0x25]), Target::Lc3);
    }

    #[test]
    fn the_text_decides_before_the_name() {
        for name in ["connect4.s", "connect4.asm", "connect4.txt", "-"] {
            assert_eq!(Target::of(name, ARMASM), Target::Arm, "{name}");
            assert_eq!(Target::of(name, LC3), Target::Lc3, "{name}");
        }
        let part = b"LOOP LDR R0, R1, #0\n BRz DONE\n LEA R0, TEXT\n PUTS\n ADD R1, R1, #1\n";
        assert_eq!(Target::of("connect4.asm", part), Target::Lc3);
        let gnu = b"@ .ORIG\n.text\n.global _start\n_start: ldr r0, =1\n add r0, r0, r1\n";
        assert_eq!(Target::of("connect4.asm", gnu), Target::Arm);
        let utf16: Vec<u8> = ARMASM.iter().flat_map(|byte| [*byte, 0]).collect();
        assert_eq!(Target::of("connect4.asm", &utf16), Target::Arm);
    }

    #[test]
    fn where_the_text_tells_nothing_the_name_does() {
        assert_eq!(Target::of("connect4.S", b"hello\n"), Target::Arm);
        assert_eq!(Target::of("connect4.asm", b"hello\n"), Target::Lc3);
        assert_eq!(Target::of("", b""), Target::Lc3);
    }
}
