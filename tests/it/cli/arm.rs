//! `run`, `play` and `asm` on programs for ARM: sources and images, the machine told from the file.

use crate::cli::C4grade;
use crate::cli::command::project;

/// Echoes keys until `q`, which stops it.
const ECHO: &str = "        AREA  prog, CODE, READONLY
        ENTRY
start   LDR   R4, =0xE000C000
get     LDRB  R1, [R4, #0x14]
        TST   R1, #1
        BEQ   get
        LDRB  R0, [R4]
        STRB  R0, [R4]
        CMP   R0, #'q'
        BNE   get
stop    B     stop
KEYS    EQU   7
        END
";

fn image(name: &str) -> Vec<u8> {
    project(&format!("tests/data/arm-images/{name}"))
}

#[test]
fn run_tells_the_machine_from_the_file() {
    for name in ["connect4.s", "connect4.asm", "connect4"] {
        let desk = C4grade::new().file(name, ECHO).file("keys", "a1q");
        let outcome = desk
            .run(&format!("run {name} --input keys"))
            .code(0)
            .says("halted at 0x00000020 (stop), line 11");
        assert_eq!(outcome.out(), "a1q", "{name}");
    }
    let desk = C4grade::new().file("connect4.s", ECHO);
    desk.run("run connect4.s --machine lc3").code(14);
    desk.run("run connect4.s --machine arm")
        .code(10)
        .says("waiting for a key");
    desk.run("run connect4.s --max-instructions 5")
        .code(11)
        .says("at the instruction limit at 0x000000");
    desk.run("run connect4.s --call get").code(2).says("LC-3");
}

#[test]
fn images_run_as_their_sources_do() {
    for name in ["echo.elf", "echo.hex", "echo.bin"] {
        let desk = C4grade::new().file(name, image(name)).file("keys", "12q");
        let outcome = desk.run(&format!("run {name} --input keys")).code(0);
        assert_eq!(outcome.out(), "Hi!\n\r12q", "{name}");
    }
    let desk = C4grade::new()
        .file("echo.o", image("echo.o"))
        .file("bad.axf", "no image\0");
    desk.run("run echo.o")
        .code(14)
        .says("an object file (`.o`)")
        .says("the linked image (`.axf`)");
    desk.run("run bad.axf").code(14).says("the file is named `.axf`");
    C4grade::new()
        .file("far.elf", image("elsewhere.elf"))
        .run("run far.elf")
        .code(14)
        .says("nothing at address 0");
}

#[test]
fn play_types_what_is_piped_in() {
    let desk = C4grade::new().file("echo.elf", image("echo.elf")).input(b"7q");
    let outcome = desk.run("play echo.elf").code(0);
    assert_eq!(outcome.out(), "Hi!\n\r7q");
}

#[test]
fn asm_writes_words_symbols_listing_and_flash() {
    let desk = C4grade::new().file("connect4.s", ECHO);
    let words = desk.run("asm connect4.s --words -").code(0).out();
    // As GNU as encodes them.
    assert!(
        words.starts_with("0x00000000 E59F401C\n0x00000004 E5D41014\n0x00000008 E3110001\n0x0000000C 0AFFFFFC\n"),
        "{words}"
    );
    assert!(words.ends_with("0x00000020 EAFFFFFE\n0x00000024 E000C000\n"), "{words}");
    let symbols = desk.run("asm connect4.s --symbols -").code(0).out();
    assert!(
        symbols.contains("0x00000004 get\n") && symbols.contains("0x00000007 KEYS"),
        "{symbols}"
    );
    let listing = desk.run("asm connect4.s --listing -").code(0).out();
    assert!(
        listing.contains("0x00000020  EAFFFFFE    11  stop    B     stop"),
        "{listing}"
    );
    desk.run("asm connect4.s --object flash.bin").code(0);
    let flash = std::fs::read(desk.path("flash.bin")).expect("written");
    assert_eq!((flash.len(), &flash[..4]), (40, &[0x1C, 0x40, 0x9F, 0xE5][..]));
    desk.run("run flash.bin").code(10);
    desk.run("asm connect4.s --machine lc3").code(14);
}

#[test]
fn asm_reads_images_and_lists_them_disassembled() {
    let desk = C4grade::new().file("echo.elf", image("echo.elf"));
    let outcome = desk
        .run("asm echo.elf --listing -")
        .code(0)
        .says("the initial data of RAM at 0x40000000");
    outcome
        .prints("greeting\n")
        .prints("0x00000080")
        .prints("DCB 0x48, 0x69, 0x21, 0x0A")
        .prints("SPACE 42");
    let words = desk.run("asm echo.elf --words -").code(0).out();
    assert!(words.starts_with("0x00000000 E59FD06C\n"), "{words}");
}

#[test]
fn a_crash_is_told_with_its_cause_and_addresses() {
    let source = "        AREA prog, CODE, READONLY\n        ENTRY\n        LDR SP, =0x40010000\n        BL outer\nstop    B stop\n\
                  outer   BL inner\n        BX LR\ninner   BX LR\n        END\n";
    let desk = C4grade::new().file("connect4.s", source);
    desk.run("run connect4.s")
        .code(11)
        .says("Why: The BX at line 7 jumps back to itself instead of returning to line 5")
        .says("LR 0x00000010")
        .says("line 7    0x00000010");
}
