//! `run` and `asm`: the program's own output alone, and exit codes that say how it ended.

use crate::cli::C4grade;
use crate::cli::command::project;

#[test]
fn run_prints_the_programs_output_alone() {
    let desk = C4grade::new().file("connect4.asm", project("reference/lc3-starter/connect4.asm"));
    let outcome = desk
        .run_args(&["run", "connect4.asm", "--moves", "1 2 1 2 1 2 1"])
        .code(0);
    let text = outcome.out();
    assert!(text.starts_with("- - - - - -\n"), "{text}");
    assert!(text.contains("Player 1, choose a column: 1\n"));
    assert!(text.contains("Player 1 Wins.\n"));
    desk.run_args(&["run", "connect4.asm", "--moves", "1 2"])
        .code(10)
        .says("GETC");
}

#[test]
fn the_routines_of_traps_can_be_run_instruction_by_instruction() {
    let desk = C4grade::new().file("connect4.asm", project("reference/lc3-starter/connect4.asm"));
    let at_once = desk.run("run connect4.asm --moves 1212121").code(0);
    let stepped = desk
        .run("run connect4.asm --moves 1212121 --trap-routines emulated")
        .code(0);
    assert_eq!(stepped.out(), at_once.out());

    // Where it ends tells the two apart.
    desk.run("run connect4.asm --moves 12")
        .code(10)
        .says("(GM_READ), line 80");
    desk.run("run connect4.asm --moves 12 --trap-routines emulated")
        .code(10)
        .says("waiting for a key, but none is left at x0400");
}

#[test]
fn each_ending_has_its_exit_code() {
    let desk = C4grade::new()
        .file("halt.asm", ".ORIG x3000\nHALT\n.END\n")
        .file("wait.asm", ".ORIG x3000\nGETC\nHALT\n.END\n")
        .file("loop.asm", ".ORIG x3000\nL BR L\n.END\n")
        .file("crash.asm", ".ORIG x3000\nRTI\n.END\n")
        .file("flood.asm", ".ORIG x3000\nLD R0,A\nL OUT\nBR L\nA .FILL x41\n.END\n")
        .file("bad.asm", ".ORIG x3000\nADD R0\n.END\n");
    desk.run("run halt.asm").code(0);
    desk.run("run wait.asm").code(10);
    desk.run("run loop.asm")
        .code(11)
        .says("infinite loop at x3000 (L), line 2");
    desk.run("run crash.asm").code(12).says("RTI in user mode");
    desk.run("run flood.asm").code(13);
    desk.run("run bad.asm").code(14).says("bad.asm");
    desk.run("run nowhere.asm").code(2).says("nowhere.asm");
    desk.run("run loop.asm --max-instructions 100").code(11);
}

#[test]
fn asm_writes_words_and_the_object_file() {
    let desk = C4grade::new().file("add.asm", ".ORIG x3000\nL ADD R0,R0,#1\nBR L\n.END\n");
    let outcome = desk.run("asm add.asm --words -").code(0);
    assert_eq!(outcome.out(), "x3000 1021\nx3001 0FFE\n");
    desk.run("asm add.asm --object add.obj").code(0);
    assert_eq!(
        std::fs::read(desk.path("add.obj")).expect("written"),
        [0x30, 0x00, 0x10, 0x21, 0x0F, 0xFE]
    );
    desk.run("run add.obj --max-instructions 50").code(11);
}

#[test]
fn a_program_reads_its_keys_from_a_file_or_standard_input() {
    let echo = ".ORIG x3000\nL GETC\nOUT\nBR L\n.END\n";
    let desk = C4grade::new()
        .file("echo.asm", echo)
        .file("keys", "from a file")
        .input(b"piped\n");
    assert_eq!(desk.run("run echo.asm --input keys").code(10).out(), "from a file");
    assert_eq!(desk.run("run echo.asm --input -").code(10).out(), "piped\n");
}

#[test]
fn one_subroutine_is_called_by_itself() {
    let desk = C4grade::new().file("connect4.asm", project("reference/lc3-starter/connect4.asm"));
    let call =
        "run connect4.asm --call CHECK_VALID --set R0='3' --set R6=0 --board ------/------/------/------/------/O-----";
    let outcome = desk.run(call).code(0).says("CHECK_VALID returned after ");
    assert_eq!(outcome.out(), "", "it prints nothing");
    desk.run(call)
        .code(0)
        .says("R6  x0003 (3), was x0000 (0)")
        .says("CV_R1  x2220, was x0000 (0)");
    let board = "- - - - - -\n- - - - - -\n- - - - - -\n- - - - - -\n- - - - - X\nO - - - - O\n";
    let desk = desk.file("board.txt", board);
    let shown = desk
        .run("run connect4.asm --call DISPLAY_BOARD --board board.txt")
        .code(0);
    assert_eq!(shown.out(), board);
    let empty = "------/------/------/------/------";
    for (board, said) in [
        (
            "nonsense".to_owned(),
            "the board `nonsense` has 1 row, but the program has 6 rows of 6 cells",
        ),
        (
            format!("{empty}/OX---"),
            "row 6 of the board has 5 cells, but must have 6",
        ),
        (
            format!("{empty}/OXQ---"),
            "the board has the characters `O`, `Q` and `X`: expected two for the pieces, and `-` for an empty cell",
        ),
        (format!("{empty}/O\u{e9}----"), "the board has the character `\u{e9}`"),
        (".".to_owned(), "cannot read the board `.`: it is a folder, not a file"),
    ] {
        desk.run(&format!("run connect4.asm --call INIT --board {board}"))
            .code(2)
            .says(said);
    }
    desk.run("run connect4.asm --call INIT --board ------/------/------/O-----/------/OX----")
        .code(0)
        .says("warning: --board: the piece in row 4, column 1 has an empty cell below it");
    desk.run("run connect4.asm --call GET_MOVE")
        .code(10)
        .says("GET_MOVE did not return: waiting for a key");
    desk.run("run connect4.asm --call NOWHERE")
        .code(2)
        .says("no label `NOWHERE`");
    desk.run("run connect4.asm --call INIT --set R7=1")
        .code(2)
        .says("R7 holds the return address");
    desk.run("run connect4.asm --set R0=1").code(2).says("--call");
    desk.run("run connect4.asm --call INIT --moves 1")
        .code(2)
        .says("cannot be used with");
}
