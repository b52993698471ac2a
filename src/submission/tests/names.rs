//! File names that are not quite the required one.

use super::{class, read, search};

#[test]
fn a_copy_of_the_requested_name_is_taken_and_named_and_another_name_needs_to_be_the_only_one() {
    let class = class(&[
        "ada/connect4 (1).asm",
        "ada/helper.asm",
        "bob/connect4 - Copy.ASM",
        "cyd/Connect4.asm.txt",
        "dee/connect4 (1).asm",
        "dee/connect4 (2).asm",
        "eve/connect4.asm",
        "eve/connect4 (1).asm",
        "flo_connect4 (3).asm",
        "gus.asm.txt",
        "hal/lab4.asm.txt",
    ]);
    let found = search(class.path()).unwrap();
    let submissions = found.submissions.iter();
    let called: Vec<_> = submissions.map(|one| one.called.as_deref().unwrap_or("-")).collect();
    assert_eq!(
        read(&found),
        [
            "ada | ada/connect4 (1).asm | ok",
            "bob | bob/connect4 - Copy.ASM | ok",
            "cyd | cyd/Connect4.asm.txt | ok",
            "dee | dee/ | 2 files may be the program: connect4 (1).asm, connect4 (2).asm; keep one of them, or rename \
             the right one to connect4.asm",
            "eve | eve/connect4.asm | ok",
            "flo | flo_connect4 (3).asm | ok",
            "gus | gus.asm.txt | ok",
            "hal | hal/lab4.asm.txt | ok",
        ]
    );
    let copies = [
        "connect4 (1).asm",
        "connect4 - Copy.ASM",
        "Connect4.asm.txt",
        "-",
        "-",
        "-",
        "-",
        "-",
    ];
    assert_eq!(called, copies);
    assert!(
        found.submissions[7].doubt.is_some(),
        "a file by another name never earns a zero"
    );
}
