//! The summary on standard output: how wide it is, its order, and how much it says.

use std::path::Path;

use unicode_width::UnicodeWidthStr as _;

use crate::cli::C4grade;
use crate::cli::command::project;

const SHORT: &str = ".ORIG x3000\nHALT\n.END\n";

fn class() -> C4grade {
    let good = project("reference/lc3-starter/connect4.asm");
    C4grade::new()
        .file("class/ada/connect4.asm", &good)
        .file("class/bob/connect4.asm", SHORT)
        .file("class/\u{674e}\u{96f7}/connect4.asm", &good)
        .file("class/zoe/connect4.zip", "PK\x03\x04 and so on")
}

/// The students of the table, in its order.
fn students(out: &str) -> Vec<&str> {
    let table = out.lines().skip_while(|line| !line.starts_with("student "));
    let rows = table.skip(1).take_while(|line| !line.is_empty());
    let rows = rows.filter(|line| !line.starts_with(' '));
    rows.filter_map(|line| line.split_whitespace().next()).collect()
}

#[test]
fn the_order_is_what_was_asked_for() {
    let desk = class();
    for (option, order) in [
        ("", ["zoe", "bob", "ada", "\u{674e}\u{96f7}"]),
        ("--sort name", ["ada", "bob", "zoe", "\u{674e}\u{96f7}"]),
        ("--sort score", ["ada", "\u{674e}\u{96f7}", "bob", "zoe"]),
        ("--sort verdict", ["zoe", "bob", "ada", "\u{674e}\u{96f7}"]),
    ] {
        let out = desk.run(&format!("grade class {option}")).code(5).out();
        assert_eq!(students(&out), order, "{option}");
    }
}

#[test]
fn quiet_says_what_needs_attention_and_nothing_else() {
    let desk = class();
    let outcome = desk.run("grade class --quiet --fail-under 50").code(5);
    let out = outcome.out();
    assert!(out.starts_with("Needs attention: 1 submission has no score"), "{out}");
    assert!(out.contains("\n  zoe: "), "{out}");
    assert!(out.ends_with("\nBelow 50 % of the points: bob\n"), "{out}");

    let outcome = desk.run("grade class/ada --quiet --reports one").code(0);
    assert_eq!((outcome.out(), outcome.stderr), (String::new(), String::new()));
}

#[test]
fn a_pipe_gets_80_columns_whatever_the_jobs_and_an_e_mail_71() {
    let desk = C4grade::new();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference/lc3-starter/submissions");
    let sample = sample.display();
    let grade = |options: &str| {
        desk.run(&format!("grade {sample} --repair 0 --reports reports {options}"))
            .out()
    };
    assert_eq!(grade("--jobs 1"), grade("--jobs 3"));

    for options in ["", "--verbose --fail-under 90", "--quiet"] {
        let out = grade(&format!("--resume {options}"));
        let wide = out.lines().find(|line| line.width() > 80);
        assert_eq!(wide, None, "{options}");
    }

    let texts = std::fs::read_dir(desk.path("reports")).expect("reports").flatten();
    let texts = texts.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "txt"));
    let texts: Vec<String> = texts
        .map(|entry| std::fs::read_to_string(entry.path()).expect("text"))
        .collect();
    assert!(texts.len() > 50);
    for text in texts {
        let wide = text.lines().find(|line| line.width() >= 72);
        assert_eq!(wide, None, "{text}");
        assert!(text.lines().count() < 120, "{text}");
    }
}

#[test]
fn text_reports_are_short_and_with_full_they_are_not() {
    let desk = C4grade::new().file("class/bob/connect4.asm", SHORT);
    desk.run("grade class --reports r").code(0);
    let brief = desk.read("r/bob.txt");
    assert!(brief.ends_with("The page shows more: bob.html\n"), "{brief}");

    desk.run("grade class --reports r --full --resume")
        .code(0)
        .says("0 of 1 reports are up to date");
    let full = desk.read("r/bob.txt");
    assert!(full.contains("How your program was run"), "{full}");
    desk.run("report rescore r").code(0);
    assert_eq!(desk.read("r/bob.txt"), brief);
    desk.run("report rescore r --full").code(0);
    assert_eq!(desk.read("r/bob.txt"), full);
}
