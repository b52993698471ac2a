//! Whole programs, word by word. The expected words are what GNU as and ld make of the same programs in their own notation;
//! `tests/data/arm/expect.py` makes them where binutils for ARM are installed.

use c4grade::machine::arm::assembler::{assemble, listing};

use crate::arm_assembler::program;

macro_rules! case {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../../data/arm/", $name, ".s")),
            include_str!(concat!("../../data/arm/", $name, ".words")),
        )
    };
}

const PROGRAMS: [(&str, &str, &str); 6] = [
    case!("student"),
    case!("operands"),
    case!("memory"),
    case!("literals"),
    case!("branches"),
    case!("data"),
];

#[test]
fn programs_become_the_words_that_gnu_as_makes() {
    for (name, source, expected) in PROGRAMS {
        let words = listing::words(&program(source));
        for (number, (ours, theirs)) in words.lines().zip(expected.lines()).enumerate() {
            assert_eq!(ours, theirs, "{name}, word {number}");
        }
        assert_eq!(words.lines().count(), expected.lines().count(), "{name}");
    }
}

#[test]
fn a_students_program_needs_no_change_and_gives_no_warning() {
    let build = assemble("connect4.s", PROGRAMS[0].1.as_bytes());
    assert!(build.program.is_some());
    assert_eq!(build.diagnostics, []);
}

#[test]
fn line_ends_of_any_kind_are_the_same_program() {
    let unix = program(PROGRAMS[0].1);
    for end in ["\r\n", "\r"] {
        let other = program(&PROGRAMS[0].1.replace('\n', end));
        assert_eq!(unix.flash, other.flash, "{end:?}");
    }
}

#[test]
fn a_listing_shows_lines_words_and_literals() {
    let program = program(
        "\tAREA t, CODE, READONLY\n\tENTRY\nstart\tLDR R0,=text ; c\n\tB .\ntext\tDCB \"abc\",10,0\n\tAREA d, DATA, READWRITE\nroom\tSPACE 42\n\tEND\n",
    );
    let expected = "\
Address     Word      Line  Source
                         1  \tAREA t, CODE, READONLY
                         2  \tENTRY
0x00000000  E59F0008     3  start\tLDR R0,=text ; c
0x00000010  00000008
0x00000004  EAFFFFFE     4  \tB .
0x00000008  6162630a     5  text\tDCB \"abc\",10,0
0x0000000C  00
                         6  \tAREA d, DATA, READWRITE
0x40000000  (42)         7  room\tSPACE 42
                         8  \tEND
                         9
";
    assert_eq!(listing::listing(&program), expected);
    assert_eq!(
        listing::words(&program),
        "0x00000000 E59F0008\n0x00000004 EAFFFFFE\n0x00000008 0A636261\n0x0000000C 00000000\n0x00000010 00000008\n"
    );
    assert_eq!(
        listing::symbol_table(&program),
        "0x00000000 start\n0x00000008 text\n0x40000000 room\n"
    );
}
