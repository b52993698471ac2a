//! Files that a command writes: never over what it reads, nor two in the same place; a link stays one.

use std::fs;

use crate::cli::C4grade;

const SOURCE: &str = ".ORIG x3000\nL ADD R0,R0,#1\nBR L\n.END\n";

#[test]
fn asm_does_not_write_over_its_source() {
    let desk = C4grade::new().file("add.asm", SOURCE).file("folder/empty", "");
    let mut names = vec!["add.asm", "./folder/../add.asm"];
    if cfg!(unix) {
        fs::hard_link(desk.path("add.asm"), desk.path("other.name")).expect("a link");
        names.push("other.name");
    }
    for option in ["--object", "--listing", "--symbols", "--words"] {
        for name in &names {
            desk.run(&format!("asm add.asm {option} {name}")).code(2).says(&format!(
                "{option} {name} would replace the source add.asm: name another file"
            ));
        }
    }
    assert_eq!(desk.read("add.asm"), SOURCE);
}

#[test]
fn asm_does_not_write_over_a_file_that_belongs_to_the_program() {
    let desk = C4grade::new()
        .file(
            "main.s",
            "        AREA m, CODE\n        IMPORT f\n        EXPORT __main\n__main  BL f\nl       B l\n        END\n",
        )
        .file(
            "f.s",
            "        AREA f, CODE\n        EXPORT f\nf       BX LR\n        END\n",
        );
    let before = desk.read("f.s");
    desk.run("asm main.s --machine arm --listing f.s")
        .code(2)
        .says("--listing f.s would replace the source");
    assert_eq!(desk.read("f.s"), before);
}

#[test]
fn asm_does_not_write_two_outputs_into_one_file() {
    let desk = C4grade::new().file("add.asm", SOURCE).file("there", "before");
    for (one, other) in [("out", "out"), ("out", "./out"), ("there", "./there")] {
        desk.run(&format!("asm add.asm --listing {one} --object {other}"))
            .code(2)
            .says(&format!(
                "--listing {one} and --object {other} are the same file: name two files"
            ));
    }
    assert!(!desk.path("out").exists());
    assert_eq!(desk.read("there"), "before");
    desk.run("asm add.asm --listing - --words -")
        .code(0)
        .prints("x3000 1021");
}

#[cfg(unix)]
#[test]
fn a_link_stays_one_and_its_target_is_written() {
    let desk = C4grade::new().file("add.asm", SOURCE).file("real/old", "before");
    let link = |target: &str, name: &str| std::os::unix::fs::symlink(target, desk.path(name)).expect("a link");
    link("real/old", "to-old");
    link("real/new", "to-new");
    link("to-old", "to-link");
    link("round", "round");
    link("add.asm", "to-source");

    for (name, target) in [("to-old", "real/old"), ("to-new", "real/new"), ("to-link", "real/old")] {
        desk.run(&format!("asm add.asm --words {name}")).code(0);
        assert!(desk.path(name).is_symlink(), "{name}");
        assert_eq!(desk.read(target), "x3000 1021\nx3001 0FFE\n", "{name}");
        fs::remove_file(desk.path(target)).expect("removed");
    }

    desk.run("asm add.asm --words round")
        .code(2)
        .says("failed to write round: its links lead to each other, and to no file");
    desk.run("asm add.asm --words to-source")
        .code(2)
        .says("would replace the source");
    desk.run("asm add.asm --words to-new --listing real/new")
        .code(2)
        .says("are the same file");
}
