//! Images as the GNU tools made them (`tests/data/arm-images`), images laid out as armlink does, and hostile ones.

mod hostile;

use std::sync::Arc;

use super::super::program::{Kind, Program};
use super::{is_image, load};
use crate::diagnostic::Severity;
use crate::machine;

const ELF: &[u8] = include_bytes!("../../../../tests/data/arm-images/echo.elf");
const HEX: &[u8] = include_bytes!("../../../../tests/data/arm-images/echo.hex");
const BIN: &[u8] = include_bytes!("../../../../tests/data/arm-images/echo.bin");
const OBJECT: &[u8] = include_bytes!("../../../../tests/data/arm-images/echo.o");
const ELSEWHERE: &[u8] = include_bytes!("../../../../tests/data/arm-images/elsewhere.elf");

/// `MOV R0, #1`, and a branch to itself.
const CODE: [u8; 8] = [0x01, 0x00, 0xA0, 0xE3, 0xFE, 0xFF, 0xFF, 0xEA];

fn program(name: &str, bytes: &[u8]) -> (Arc<Program>, Vec<String>) {
    let build = load(name, bytes).expect("an image");
    let said = build
        .diagnostics
        .iter()
        .map(|one| format!("{}: {}", one.code, one.message))
        .collect();
    let Some(machine::Program::Arm(program)) = build.program else {
        panic!("{said:?}");
    };
    (program, said)
}

fn refused(name: &str, bytes: &[u8]) -> String {
    let build = load(name, bytes).expect("an answer");
    assert!(build.program.is_none(), "{name} was taken");
    let [diagnostic] = &build.diagnostics[..] else {
        panic!("{:?}", build.diagnostics);
    };
    assert!(["bad-image", "object-file", "damaged-file"].contains(&diagnostic.code));
    assert_eq!(diagnostic.severity, Severity::Error);
    assert!(diagnostic.help.is_some());
    diagnostic.message.clone().into_owned()
}

/// An executable as armlink lays it out: one segment that holds the code and, after it, the initial data of RAM.
struct Axf {
    code: Vec<u8>,
    initial: Vec<u8>,
    symbols: Vec<(&'static str, u32, u16, u8)>,
    load: u32,
    entry: u32,
}

impl Axf {
    fn new() -> Self {
        Self {
            code: CODE.to_vec(),
            initial: Vec::new(),
            symbols: Vec::new(),
            load: 0,
            entry: 0,
        }
    }

    fn bytes(&self) -> Vec<u8> {
        const SEGMENT: u32 = 52;
        let contents = SEGMENT + 32;
        let initial = contents + self.code.len() as u32;
        let symbols = initial + self.initial.len() as u32;
        let mut table = vec![0; 16];
        let mut names = vec![0];

        for (name, value, section, kind) in &self.symbols {
            table.extend((names.len() as u32).to_le_bytes());
            table.extend(value.to_le_bytes());
            table.extend([0, 0, 0, 0, *kind, 0]);
            table.extend(section.to_le_bytes());
            names.extend(name.bytes());
            names.push(0);
        }

        let strings = symbols + table.len() as u32;
        let sections = strings + names.len() as u32;
        let mut file = b"\x7FELF\x01\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x28\0\x01\0\0\0".to_vec();
        for word in [self.entry, SEGMENT, sections, 0x0500_0000] {
            file.extend(word.to_le_bytes());
        }

        for half in [52, 32, 1, 40, 6, 5_u16] {
            file.extend(half.to_le_bytes());
        }

        let (code, data) = (self.code.len() as u32, self.initial.len() as u32);
        for word in [1, contents, self.load, self.load, code + data, code + data + 42, 7, 4] {
            file.extend(word.to_le_bytes());
        }

        file.extend(&self.code);
        file.extend(&self.initial);
        file.extend(&table);
        file.extend(&names);
        let ram = 0x4000_0000;

        for section in [
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 1, 6, self.load, contents, code, 0, 0, 4, 0],
            [0, 1, 3, ram, initial, data, 0, 0, 4, 0],
            [0, 8, 3, ram + data, symbols, 42, 0, 0, 4, 0],
            [0, 2, 0, 0, symbols, table.len() as u32, 5, 1, 4, 16],
            [0, 3, 0, 0, strings, names.len() as u32, 0, 0, 1, 0_u32],
        ] {
            for word in section {
                file.extend(word.to_le_bytes());
            }
        }

        file
    }
}

fn kinds(program: &Program) -> Vec<(u32, u32, Kind)> {
    let pieces = program.pieces.iter();
    pieces.map(|piece| (piece.address, piece.length, piece.kind)).collect()
}

#[test]
fn an_image_of_gnu_ld_has_flash_labels_and_kinds() {
    let (program, said) = program("echo.elf", ELF);
    assert_eq!(program.flash[..BIN.len()], *BIN);
    assert_eq!(
        program.flash[BIN.len()..],
        [7, 0, 0, 0],
        "the initial data of RAM, at its load address"
    );
    assert_eq!(
        kinds(&program),
        [
            (0x00, 0x74, Kind::Code),
            (0x74, 0x0C, Kind::Literal),
            (0x80, 0x0C, Kind::Data),
            (0x4000_0000, 4, Kind::Reserved),
            (0x4000_0004, 42, Kind::Reserved),
        ]
    );

    assert_eq!(program.address_of("get"), Some(0x44));
    assert_eq!(program.place(0x24).label.as_deref(), Some("puts+4"));
    assert_eq!(program.place(0x4000_0005).label.as_deref(), Some("board+1"));
    assert_eq!(
        said,
        [
            "ram-data-not-loaded: the initial data of RAM at 0x40000000 (4 bytes) stays in flash at 0x00000088: nothing copies \
          it, and RAM starts as zero"
        ]
    );
}

#[test]
fn hex_and_raw_images_are_the_same_flash() {
    let (elf, _) = program("echo.elf", ELF);
    let (hex, said) = program("echo.hex", HEX);
    assert_eq!((&hex.flash, said.len()), (&elf.flash, 0));
    let (raw, said) = program("echo.bin", BIN);
    assert_eq!((&raw.flash[..], said.len()), (BIN, 0));
    assert_eq!(program("submission", BIN).0.flash, BIN, "whatever its name");
}

#[test]
fn an_image_of_armlink_is_one_segment_with_initial_data_after_the_code() {
    let axf = Axf {
        initial: vec![0x55; 4],
        symbols: vec![
            ("$a", 0, 1, 0),
            ("BuildAttributes$$THM_ISAv4", 0, 0xFFF1, 0),
            ("connect4.s", 0, 0xFFF1, 4),
            ("start", 0, 1, 0),
            ("ROWS", 6, 0xFFF1, 0),
            ("Image$$ER_IROM1$$Base", 0, 1, 0),
            ("board", 0x4000_0000, 2, 0),
        ],
        ..Axf::new()
    };
    let (program, said) = program("connect4.axf", &axf.bytes());
    assert_eq!(program.flash, [&CODE[..], &[0x55; 4]].concat());

    assert_eq!(
        kinds(&program),
        [
            (0, 8, Kind::Code),
            (8, 4, Kind::Data),
            (0x4000_0000, 4, Kind::Reserved),
            (0x4000_0004, 42, Kind::Reserved)
        ]
    );
    let names: Vec<_> = program
        .symbols
        .iter()
        .map(|one| (one.name.as_str(), one.value, one.is_label))
        .collect();
    assert_eq!(
        names,
        [("start", 0, true), ("ROWS", 6, false), ("board", 0x4000_0000, true)]
    );

    assert_eq!(said.len(), 1);
    assert!(said[0].starts_with("ram-data-not-loaded"), "{said:?}");
}

#[test]
fn initial_data_that_the_c_library_copies_or_that_is_zero_is_not_mentioned() {
    let copied = Axf {
        initial: vec![0x55; 4],
        symbols: vec![("__scatterload", 0, 1, 2)],
        ..Axf::new()
    };
    assert_eq!(program("connect4.axf", &copied.bytes()).1, [""; 0]);

    let zero = Axf {
        initial: vec![0; 4],
        ..Axf::new()
    };

    assert_eq!(program("connect4.axf", &zero.bytes()).1, [""; 0]);
}

#[test]
fn an_entry_point_elsewhere_is_reported_and_not_followed() {
    let axf = Axf {
        entry: 4,
        symbols: vec![("main", 4, 1, 0)],
        ..Axf::new()
    };

    let (_, said) = program("connect4.axf", &axf.bytes());
    assert_eq!(
        said,
        [
            "entry-not-at-zero: the image names 0x00000004 (main) as its entry point; the board starts at address 0 all the same"
        ]
    );
}

#[test]
fn what_cannot_run_is_refused_by_name() {
    let patched = |at: usize, bytes: &[u8]| {
        let mut file = Axf::new().bytes();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        file
    };
    for (file, said) in [
        (OBJECT.to_vec(), "an object file (`.o`)"),
        (
            ELSEWHERE.to_vec(),
            "nothing at address 0, where the board starts; its lowest address is 0x00008000",
        ),
        (patched(18, &[62, 0]), "for x86-64 (a PC), not for ARM"),
        (patched(18, &[183, 0]), "64-bit ARM"),
        (patched(18, &[0xCD, 0xAB]), "another machine (number 43981)"),
        (patched(4, &[2]), "64-bit ELF"),
        (patched(16, &[3, 0]), "a shared library"),
        (Axf { entry: 1, ..Axf::new() }.bytes(), "Thumb code"),
        (
            Axf {
                load: 0x10_0000,
                ..Axf::new()
            }
            .bytes(),
            "0x8 bytes at 0x00100000, where the board has no flash",
        ),
        (
            Axf {
                load: 0x7_FFFC,
                ..Axf::new()
            }
            .bytes(),
            "0x8 bytes at 0x0007FFFC, where the board has no flash",
        ),
        (ELF[..60].to_vec(), "its table of segments would extend past the end"),
        (ELF[..120].to_vec(), "its contents would extend past the end"),
        (ELF[..20].to_vec(), "its header would extend past the end"),
        (b"!<arch>\nmain.o/".to_vec(), "a library of object files"),
    ] {
        let message = refused("connect4.axf", &file);
        assert!(message.contains(said), "{message:?} does not say {said:?}");
    }

    let big = [&b"\x7FELF\x01\x02\x01\0\0\0\0\0\0\0\0\0\0\x02\0\x28"[..], &[0; 60]].concat();
    assert!(refused("connect4.axf", &big).contains("big-endian"));
}

#[test]
fn thumb_and_cortex_m_code_is_refused_at_the_start_and_reported_elsewhere() {
    let thumb = |at| Axf {
        symbols: vec![("$t", at, 1, 0)],
        ..Axf::new()
    };
    assert!(refused("a.axf", &thumb(0).bytes()).contains("Thumb code"));
    assert!(program("a.axf", &thumb(4).bytes()).1[0].starts_with("thumb-code"));

    let vectors = [0x2000_1000_u32, 0x0000_00C1, 0x0000_00C9];
    let vectors: Vec<u8> = vectors.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert!(refused("a.bin", &vectors).contains("Cortex-M"));
    let code = vectors.clone();
    assert!(refused("a.axf", &Axf { code, ..Axf::new() }.bytes()).contains("Cortex-M"));
}

#[test]
fn overlapping_segments_are_refused() {
    let mut file = Axf::new().bytes();
    let again = file[52..84].to_vec();
    let at = file.len() as u32;
    file.extend(&again);
    file.extend(&again);
    file[28..32].copy_from_slice(&at.to_le_bytes());
    file[44] = 2;
    assert!(refused("a.axf", &file).contains("overlap at 0x00000000"));
}

#[test]
fn damaged_hex_is_refused_with_its_line() {
    let text = |lines: &str| refused("a.hex", lines.as_bytes());
    let first = ":040000000100A0E378\n";
    assert!(
        text(&format!("{first}:040004000100A0E300\n:00000001FF\n"))
            .contains("line 2 of the Intel HEX file is damaged: its checksum")
    );
    assert!(text(&format!("{first}:0400040\n")).contains("a digit is missing"));
    assert!(text(&format!("{first}:020000041000EB\n")).contains("checksum"));

    assert!(text(&format!("{first}{first}:00000001FF\n")).contains("overlap at 0x00000000"));
    assert!(text(first).contains("cut short"));
    assert!(text(":0400000001ZZA0E378\n:00000001FF\n").contains("no lines of Intel HEX"));
    let high = ":020000041000EA\n:040000000100A0E378\n:00000001FF\n";
    assert!(text(high).contains("0x4 bytes at 0x10000000"));
    let ram = ":040000000100A0E378\n:020000044000BA\n:0100000005FA\n:00000001FF\n";
    assert!(program("a.hex", ram.as_bytes()).1[0].starts_with("ram-data-not-loaded"));
}

#[test]
fn sources_are_no_images() {
    for (name, bytes) in [
        ("connect4.s", &b"        AREA a, CODE, READONLY\n        ENTRY\n"[..]),
        ("connect4.s", b""),
        ("connect4.s", b"\xFF\xFE \0A\0R\0E\0A\0 \0x\0"),
        ("connect4.axf", b"        AREA a, CODE, READONLY\n"),
        ("connect4.s", b"PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0"),
        ("connect4.s", b"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n\0\0\0\0"),
    ] {
        assert!(load(name, bytes).is_none(), "{name} {bytes:?}");
        assert!(!is_image(bytes));
    }

    assert!(refused("connect4.bin", &[0; 64]).contains("named `.bin`"));
    assert!(refused("connect4.axf", b"PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0").contains("no ELF image"));
    assert!(is_image(ELF) && is_image(HEX) && is_image(BIN));
}

#[test]
fn many_long_names_cost_no_more_than_the_file() {
    let mut axf = Axf::new();
    axf.symbols = vec![("x", 4, 1, 0); 20_000];
    let mut file = axf.bytes();

    // Every symbol's name is the whole file from its first byte on.
    let long = vec![b'n'; 500_000];
    let at = file.len() as u32;
    file.extend(&long);
    let header = u32::from_le_bytes(*file[32..].first_chunk().unwrap()) as usize + 5 * 40;
    file[header + 16..header + 20].copy_from_slice(&at.to_le_bytes());
    file[header + 20..header + 24].copy_from_slice(&(long.len() as u32).to_le_bytes());
    let (program, _) = program("a.axf", &file);

    assert!(program.symbols.iter().all(|symbol| symbol.name.len() <= 128));
}
