//! Hostile and broken input: refused with its reason, and the batch goes on.

use std::collections::BTreeSet;
use std::process::Command;

use crate::cli::C4grade;
use crate::cli::command::project;

#[test]
fn files_that_are_no_files_are_refused_and_the_batch_goes_on() {
    let desk = C4grade::new()
        .file("class/ada/connect4.asm", project("reference/lc3-starter/connect4.asm"))
        .file("class/zeros/connect4.asm", vec![0u8; 10_000_000])
        .file("class/noise/connect4.asm", noise(1_000_000))
        .file("class/dir/connect4.asm/inner.txt", "x")
        .file("class/fifo/readme.txt", "x")
        .file("class/link/readme.txt", "x");
    let fifo = Command::new("mkfifo")
        .arg(desk.path("class/fifo/connect4.asm"))
        .status();
    assert!(fifo.is_ok_and(|status| status.success()));
    std::os::unix::fs::symlink("/etc/passwd", desk.path("class/link/connect4.asm")).expect("a link");
    desk.run("grade class").code(5);
    let scores = desk.read("reports/lc3-starter/scores.csv");
    assert!(scores.contains("ada,"), "{scores}");
    for (student, reason) in [
        ("fifo", "named pipe"),
        ("link", "symbolic link"),
        ("dir", "a folder"),
        ("zeros", "1 MiB"),
    ] {
        let text = desk.read(&format!("reports/lc3-starter/{student}.txt"));
        let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(reason), "{student}: {text}");
    }
    assert!(desk.read("reports/lc3-starter/ada.txt").contains("100"));
}

fn noise(length: usize) -> Vec<u8> {
    let mut state = 1u64;
    let next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u8
    };
    std::iter::repeat_with(next).take(length).collect()
}

#[test]
fn names_cannot_leave_the_reports_folder_or_break_a_page() {
    let desk = C4grade::new();
    let names = [
        "CON",
        "x..",
        "<script>alert(1)</script>",
        "a\nb",
        "\u{202E}evil",
        "Ann",
        "ann",
        "=SUM(1)",
        &"long".repeat(60),
    ];
    let desk = names.iter().fold(desk, |desk, name| {
        desk.file(&format!("class/{name}/connect4.asm"), ".ORIG x3000\nHALT\n.END\n")
    });
    desk.run("grade class").code(0);
    let folder = desk.path("reports/lc3-starter");
    let entries = std::fs::read_dir(&folder).expect("written").flatten();
    let entries: BTreeSet<String> = entries
        .map(|entry| entry.file_name().into_string().expect("plain"))
        .collect();
    let stems: BTreeSet<&str> = entries
        .iter()
        .map(|name| name.rsplit_once('.').map_or(&name[..], |(stem, _)| stem))
        .collect();
    let of_class = ["cases", "class", "identical", "index", "scores", "submissions"];
    assert_eq!(stems.len(), names.len() + of_class.len(), "{entries:?}");
    for stem in stems.iter().filter(|stem| !of_class.contains(*stem)) {
        for extension in ["html", "json", "txt"] {
            assert!(entries.contains(&format!("{stem}.{extension}")), "{stem}.{extension}");
        }
    }
    let copies = std::fs::read_dir(folder.join("submissions")).expect("written").count();
    assert_eq!(copies, names.len());
    assert!(!desk.read("reports/lc3-starter/index.html").contains("<script>alert"));
    let scores = desk.read("reports/lc3-starter/scores.csv");
    assert!(scores.contains("'=SUM(1)"), "{scores}");
}

#[test]
fn a_program_that_prints_markup_and_escapes_is_shown_and_not_obeyed() {
    let program =
        ".ORIG x3000\nLEA R0,S\nPUTS\nHALT\nS .STRINGZ \"</pre><script>alert(1)</script>\\e[31m::error::x\"\n.END\n";
    let desk = C4grade::new().file("class/mallory/connect4.asm", program);
    desk.run("grade class").code(0);
    let page = desk.read("reports/lc3-starter/mallory.html");
    assert!(!page.contains("<script>alert"));
    let text = desk.read("reports/lc3-starter/mallory.txt");
    assert!(!text.contains('\u{1b}'));
    assert!(!text.lines().any(|line| line.starts_with("::")));
}
