//! Programs of several files are linked, and what is wrong with them is said at its file and line.

use crate::diagnostic::{Severity, bundle};
use crate::machine::arm::assembler::{assemble, link, listing};
use crate::machine::{Build, Program};

fn files(files: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
    let owned = files
        .iter()
        .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
    owned.collect()
}

fn built(parts: &[(&str, &str)]) -> Build {
    assemble("ada/main.s", &bundle::join(&files(parts)))
}

/// The words of flash.
#[track_caller]
fn words(parts: &[(&str, &str)]) -> Vec<u32> {
    let build = built(parts);
    let Some(Program::Arm(program)) = &build.program else {
        panic!("{:?}", errors(parts));
    };
    let words = program.flash.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect()
}

/// Errors as `file:line: message`.
fn errors(parts: &[(&str, &str)]) -> Vec<String> {
    let build = built(parts);
    let errors = build.diagnostics.iter().filter(|one| one.severity == Severity::Error);
    errors
        .map(|one| {
            let located = one.locate(&build.source);
            let file = located.file.unwrap_or_else(|| "main.s".to_owned());
            format!("{file}:{}: {}", located.line.unwrap_or_default(), located.message)
        })
        .collect()
}

const MAIN: &str = " AREA m, CODE, READONLY\n ENTRY\n IMPORT f\nloop BL f\n B loop\n END\n";

#[test]
fn symbols_are_resolved_across_files_and_names_that_are_not_exported_stay_apart() {
    // `loop` and the literals are each file's own; the area `a` would go before `m` in one file.
    let other = " AREA a, CODE, READONLY\n EXPORT f\nf LDR R0, =text\nloop B loop\ntext DCB 1\n END\n";
    assert_eq!(
        words(&[("main.s", MAIN), ("f.s", other)]),
        [
            0xEB00_0000,
            0xEAFF_FFFD,
            0xE59F_0004,
            0xEAFF_FFFE,
            0x0000_0001,
            0x0000_0010
        ]
    );

    // Areas of one name, numeric labels and register names, too.
    let one = " AREA x, CODE, READONLY\n ENTRY\n EXTERN two\nreg RN 4\n1 BL two\n B %B1\n LDR reg, =value\nvalue EQU 0x12345678\n END\n";
    let two =
        " AREA x, CODE, READONLY\n GLOBAL two\nreg RN 5\n1\ntwo LDR reg, =value\n B %B1\nvalue EQU 0x87654321\n END\n";
    assert_eq!(
        words(&[("main.s", one), ("two.s", two)]),
        [
            0xEB00_0002,
            0xEAFF_FFFD,
            0xE51F_4004,
            0x1234_5678,
            0xE59F_5000,
            0xEAFF_FFFD,
            0x8765_4321
        ]
    );
}

#[test]
fn included_files_are_read_in_their_place() {
    let main =
        " GET defs.inc\n AREA m, CODE, READONLY\n ENTRY\n MOV R0, #ONE\n INCLUDE \".\\Rest.s\"\n MOV R0, #3\n END\n";
    let defs = "ONE EQU 1\n END\nONE EQU 2\n";
    let parts = [("main.s", main), ("defs.inc", defs), ("rest.s", " MOV R0, #2")];
    assert_eq!(words(&parts), [0xE3A0_0001, 0xE3A0_0002, 0xE3A0_0003]);

    // Two files may include a third.
    let other = " GET defs.inc\n AREA o, CODE, READONLY\n EXPORT f\nf MOV R0, #ONE\n END\n";
    let main = " GET defs.inc\n AREA m, CODE, READONLY\n ENTRY\n IMPORT f\n ADD R0, R0, #ONE\n BL f\n END\n";
    let parts = [("main.s", main), ("defs.inc", defs), ("f.s", other)];
    assert_eq!(words(&parts), [0xE280_0001, 0xEBFF_FFFF, 0xE3A0_0001]);
}

#[test]
fn what_cannot_be_linked_is_an_error_at_its_file_and_line() {
    assert_eq!(
        errors(&[
            ("main.s", MAIN),
            ("f.s", " AREA a, CODE, READONLY\n\nf MOV R77, #1\n END\n")
        ]),
        [
            "main.s:4: `f` is imported, but f.s does not export it",
            "f.s:3: `R77` is not a register"
        ]
    );
    assert_eq!(
        errors(&[
            ("main.s", &MAIN.replace(" IMPORT f\n", "")),
            ("f.s", " AREA a, CODE\n EXPORT f\nf MOV R7, #1\n END\n")
        ]),
        ["main.s:3: label or symbol `f` is not defined"]
    );
    assert_eq!(
        errors(&[("main.s", MAIN)]),
        ["main.s:4: `f` is imported, but no other file defines it"]
    );

    let f = " AREA a, CODE, READONLY\n EXPORT f\nf MOV R7, #1\n END\n";
    assert_eq!(
        errors(&[("main.s", MAIN), ("f.s", f), ("g.s", f)]),
        ["g.s:3: `f` is exported by f.s and by g.s"]
    );
}

#[test]
fn hostile_includes_end_in_an_error() {
    let includes = |name: &str| format!(" AREA a, CODE, READONLY\n GET {name}\n END\n");
    for (name, message) in [
        ("main.s", "`main.s` includes itself"),
        ("MAIN.S", "`MAIN.S` includes itself"),
        ("../f.s", "`../f.s` is not in the folder of the program"),
        ("/etc/passwd", "`/etc/passwd` is not in the folder of the program"),
        ("C:f.s", "`C:f.s` is not in the folder of the program"),
        ("..", "`..` is not in the folder of the program"),
        ("g.s", "there is no file `g.s` beside the program"),
    ] {
        let said = errors(&[("main.s", &includes(name)), ("f.s", "")]);
        assert_eq!(said, [format!("main.s:2: {message}")]);
    }

    let circle = errors(&[
        ("main.s", &includes("f.s")),
        ("f.s", " GET g.s\n"),
        ("g.s", "\n GET f.s\n"),
    ]);
    assert_eq!(circle, ["g.s:2: `f.s` includes itself"]);

    // Each file includes the next one twice.
    let names: Vec<String> = (0..30).map(|number| format!("f{number}.s")).collect();
    let texts: Vec<String> = (1..31)
        .map(|next| format!(" GET f{next}.s\n GET f{next}.s\n"))
        .collect();
    let mut parts = vec![("main.s", " GET f0.s\n GET f0.s\n")];
    parts.extend(
        names
            .iter()
            .zip(&texts)
            .map(|(name, text)| (name.as_str(), text.as_str())),
    );
    let many = errors(&parts);
    assert!(
        many.iter().any(|error| error.ends_with("become too many here")),
        "{many:?}"
    );

    // In a macro there is no file to go on in.
    let main = " MACRO\n TAKE\n GET f.s\n MEND\n AREA a, CODE, READONLY\n TAKE\n END\n";
    assert_eq!(
        errors(&[("main.s", main), ("f.s", "")]),
        ["main.s:6: `GET` names no file, or is in a macro or a loop"]
    );
}

#[test]
fn a_listing_names_each_file_with_its_own_lines() {
    let f = " AREA a, CODE, READONLY\n EXPORT f\nf BX LR\n END\n";
    let build = built(&[("main.s", MAIN), ("f.s", f)]);
    let Some(Program::Arm(program)) = &build.program else {
        panic!("it is right");
    };
    let listing = listing::listing(program);
    assert!(listing.contains("0x00000000  EB000000     4  loop BL f\n"), "{listing}");
    assert!(listing.contains("\n                            f.s\n"), "{listing}");
    assert!(listing.contains("0x00000008  E12FFF1E     3  f BX LR\n"), "{listing}");

    let place = program.place(8);
    assert_eq!(place.line_words().as_deref(), Some("line 3 of f.s"));
    assert_eq!(program.place(0).line_words().as_deref(), Some("line 4"));
}

#[test]
fn files_that_refer_to_each_other_are_one_program() {
    let f = " AREA a, CODE, READONLY\n EXPORT f\nf BX LR\n END\n";
    let alone = " AREA m, CODE, READONLY\n ENTRY\n B {PC}\n END\n";
    let gnu = "f: bx lr\n.global f\n";
    let all = files(&[
        ("a.s", f),
        ("alone.s", alone),
        ("g.inc", "X EQU 1\n"),
        ("gnu.s", gnu),
        ("image.axf", "\u{7f}ELF\0 EXPORT f"),
        ("main.s", &MAIN.replace(" END", " GET G.INC\n END")),
    ]);
    assert_eq!(link::linked(&all, Some(5)), Some(vec![5, 0, 2]));
    assert_eq!(link::linked(&all, Some(0)), Some(vec![5, 0, 2]));
    assert_eq!(link::linked(&all, Some(1)), Some(vec![1]));
    assert_eq!(link::linked(&all, None), None);
    assert_eq!(link::linked(&all[2..], Some(0)), Some(vec![3, 0]));
}
