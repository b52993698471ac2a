//! File names that are not quite the required one.

use std::fs;

use super::super::{Layout, Options, find_with};
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

#[test]
fn reports_among_the_submissions_are_nobodys() {
    let report = r#"{ "format": 2, "assignment": "a", "loaded_from": "bundled", "title": "" }"#;
    let class = class(&[
        "ada/connect4.asm",
        "bob/connect4.asm",
        "out/class.json",
        "out/ada.html",
        "out/submissions/",
        "parts/1-of-2/class.json",
        "parts/2-of-2/class.json",
        "bob/class.json",
        "new/",
        "cyd/",
    ]);
    for folder in ["out", "parts/1-of-2", "parts/2-of-2", "bob"] {
        fs::write(class.path().join(folder).join("class.json"), report).unwrap();
    }

    let options = Options {
        reports: Some(class.path().join("new")),
        ..Options::default()
    };
    let found = find_with(class.path(), &["connect4.asm".to_owned()], None, &options).unwrap();
    assert_eq!(
        read(&found),
        [
            "ada | ada/connect4.asm | ok",
            "bob | bob/connect4.asm | ok",
            "cyd | cyd/ | missing",
        ]
    );
    assert_eq!(found.remarks, ["cyd: there is no connect4.asm; the folder is empty"]);
}

#[test]
fn an_option_that_fits_no_name_is_named() {
    let class = class(&["ada/connect4.asm"]);
    let error = |options: &Options| {
        let error = find_with(class.path(), &["connect4.asm".to_owned()], None, options).unwrap_err();
        assert!(error.is_nothing());
        error.to_string()
    };
    let flat = error(&Options {
        layout: Some(Layout::Flat),
        ..Options::default()
    });
    assert!(
        flat.contains(
            "nothing in it is named as `--layout flat` expects (a file per student); it contains folders (ada)\n"
        ),
        "{flat}"
    );
    let pattern = error(&Options {
        pattern: Some("(?<login>x+)".parse().unwrap()),
        ..Options::default()
    });
    assert!(
        pattern.contains("no name in it matches `--name-regex (?<login>x+)`; it contains folders (ada)\n"),
        "{pattern}"
    );
}
