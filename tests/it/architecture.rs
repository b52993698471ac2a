//! Checks the architecture: which module may import which, that modules do not import each other in a circle, how long a
//! file may be, and which words must not return.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

mod circles;
mod scan;
mod words;

use scan::{Mention, mentions};

/// What each module of the library may import in addition to itself.
const ALLOWED: [(&str, &[&str]); 14] = [
    ("splitmix", &[]),
    ("diagnostic", &[]),
    ("people", &[]),
    ("yaml", &["diagnostic"]),
    ("connect4", &["splitmix"]),
    ("result", &["diagnostic"]),
    ("sandbox", &[]),
    ("machine", &["splitmix", "diagnostic", "result", "sandbox"]),
    ("submission", &["diagnostic", "people"]),
    (
        "assignment",
        &[
            "connect4",
            "machine",
            "sandbox",
            "diagnostic",
            "splitmix",
            "yaml",
            "result",
        ],
    ),
    (
        "case",
        &[
            "assignment",
            "connect4",
            "machine",
            "diagnostic",
            "splitmix",
            "yaml",
            "result",
        ],
    ),
    (
        "grade",
        &[
            "assignment",
            "case",
            "connect4",
            "machine",
            "sandbox",
            "diagnostic",
            "submission",
            "splitmix",
            "result",
        ],
    ),
    ("variant", &["assignment", "case", "connect4", "diagnostic", "yaml"]),
    ("report", &["result", "diagnostic", "people"]),
];

/// Modules within a module that must not import each other: machines share only the modules next to them.
const APART: [(&str, &str); 9] = [
    ("machine::lc3", "machine::arm"),
    ("machine::arm", "machine::lc3"),
    ("machine::lc3", "machine::native"),
    ("machine::arm", "machine::native"),
    ("machine::native", "machine::lc3"),
    ("machine::native", "machine::arm"),
    ("machine::assembly", "machine::lc3"),
    ("machine::assembly", "machine::arm"),
    ("connect4::reading", "connect4::referee"),
];

/// Files that are over the limit, with their greatest length; they may shrink, and then leave this list.
const LONG: [(&str, usize); 0] = [];

/// Modules that only unit tests use.
const OF_TESTS: [&str; 2] = ["effort", "fixed_cases"];

/// The binary's own modules: they may import everything, and nothing in the library may import them.
const BINARY: [&str; 3] = ["main", "cli", "commands"];

#[test]
fn arrows_run_one_way() {
    let mut forbidden = String::new();
    for (file, text) in sources() {
        for mention in mentions(&text, &module_of(&file)) {
            let from = top(&file);
            if !is_allowed(&from, &mention.path) {
                let path = mention.path.join("::");
                let _ = writeln!(
                    forbidden,
                    "{}:{}: {from} must not import {path}",
                    file.display(),
                    mention.line
                );
            }
        }
    }
    assert!(forbidden.is_empty(), "forbidden arrows:\n{forbidden}");
}

#[test]
fn separate_modules_do_not_import_each_other() {
    let mut forbidden = String::new();
    for (file, text) in sources() {
        let module = module_of(&file);
        for mention in mentions(&text, &module) {
            for (one, other) in APART {
                if is_in(&module, one) && is_in(&mention.path, other) {
                    let _ = writeln!(
                        forbidden,
                        "{}:{}: {one} must not import {other}",
                        file.display(),
                        mention.line
                    );
                }
            }
        }
    }
    assert!(forbidden.is_empty(), "forbidden arrows:\n{forbidden}");
}

#[test]
fn every_module_has_its_rule() {
    for (file, _) in sources() {
        let top = top(&file);
        let known = top == "lib" || BINARY.contains(&top.as_str()) || ALLOWED.iter().any(|(name, _)| *name == top);
        assert!(known, "{}: say in ALLOWED what `{top}` may import", file.display());
    }
}

#[test]
fn long_files_have_a_reason() {
    const LONGEST: usize = 400;
    let mut long = String::new();
    for (file, text) in sources() {
        // Tests at the end of a file do not make what they test longer.
        let own = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        // Blank lines between paragraphs cost nothing.
        let lines = own.lines().filter(|line| !line.trim().is_empty()).count();
        let known = LONG.iter().find(|(name, _)| file == Path::new(name));
        if lines > known.map_or(LONGEST, |(_, most)| *most) && !text.contains("//! Long because ") {
            let _ = writeln!(long, "{}: {lines} lines", file.display());
        }
    }
    assert!(
        long.is_empty(),
        "over {LONGEST} lines: split them, or give the reason in a line `//! Long because ...`\n{long}"
    );
}

#[test]
fn forbidden_arrows_are_seen() {
    for (from, path, expected) in [
        ("connect4", "machine", false),
        ("machine", "connect4::Board", false),
        ("machine", "diagnostic::Source", true),
        ("machine", "machine::Run", true),
        ("report", "result::StudentReport", true),
        ("report", "machine::Run", false),
        ("report", "grade", false),
        ("grade", "commands::run", false),
        ("submission", "splitmix", false),
        ("commands", "grade", true),
        ("cli", "commands::run::RunArgs", true),
        ("nowhere", "machine", false),
    ] {
        let path: Vec<String> = path.split("::").map(str::to_owned).collect();
        assert_eq!(is_allowed(from, &path), expected, "{from} -> {path:?}");
    }
}

#[test]
fn files_name_their_modules() {
    assert_eq!(module_of(Path::new("src/lib.rs")), Vec::<String>::new());
    assert_eq!(module_of(Path::new("src/machine.rs")), ["machine"]);
    assert_eq!(module_of(Path::new("src/machine/lc3/vm.rs")), ["machine", "lc3", "vm"]);
}

fn is_allowed(from: &str, path: &[String]) -> bool {
    if from == "lib" || BINARY.contains(&from) || path.first().is_some_and(|first| first == from) {
        return true;
    }
    if path.first().is_some_and(|first| OF_TESTS.contains(&first.as_str())) {
        return true;
    }
    let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == from) else {
        return false;
    };
    allowed.iter().any(|rule| is_in(path, rule))
}

/// Whether a path is a module such as `machine::lc3`, or leads into it.
fn is_in(path: &[String], module: &str) -> bool {
    let module: Vec<&str> = module.split("::").collect();
    path.len() >= module.len() && path.iter().zip(&module).all(|(part, own)| part == own)
}

/// Every source file by its path from the crate's folder, in order.
fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    let mut folders = vec![root.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path.strip_prefix(root).unwrap().to_owned(), text));
            }
        }
    }
    files.sort();
    assert!(files.len() > 20, "the sources were not found");
    files
}

/// `src/machine/lc3/vm.rs` is `machine::lc3::vm`; the crate's roots are no module.
fn module_of(file: &Path) -> Vec<String> {
    let module = file.strip_prefix("src").unwrap().with_extension("");
    let parts: Vec<String> = module.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if parts == ["lib"] || parts == ["main"] {
        Vec::new()
    } else {
        parts
    }
}

/// The module right below the crate's root that a file belongs to.
fn top(file: &Path) -> String {
    let first = file.strip_prefix("src").unwrap().iter().next().unwrap();
    Path::new(first).with_extension("").to_string_lossy().into_owned()
}

/// The paths of all mentions, for the scanner's tests.
fn paths(text: &str, module: &[&str]) -> Vec<String> {
    let module: Vec<String> = module.iter().map(|part| (*part).to_owned()).collect();
    let path = |mention: Mention| format!("{}:{}", mention.line, mention.path.join("::"));
    mentions(text, &module).into_iter().map(path).collect()
}

#[test]
fn the_scanner_reads_trees_and_paths() {
    let text = "use crate::{machine::{Run, lc3::{self, Program}}, case as other};\nfn f() { crate::result::go() }\n";
    assert_eq!(
        paths(text, &["report"]),
        [
            "1:machine::Run",
            "1:machine::lc3::self",
            "1:machine::lc3::Program",
            "1:case",
            "2:result::go"
        ]
    );
    assert_eq!(
        paths("use c4grade::machine::Run;", &["commands", "run"]),
        ["1:machine::Run"]
    );
    assert_eq!(paths("use crate::connect4::*;", &["machine"]), ["1:connect4"]);
}

#[test]
fn the_scanner_reads_macros() {
    assert_eq!(
        paths(
            "fn f() { println!(\"{}\", crate::grade::judge(&[crate::case::MAX])); }",
            &["report"]
        ),
        ["1:grade::judge", "1:case::MAX"]
    );
}

#[test]
fn the_scanner_follows_super_out_of_inline_modules_too() {
    assert_eq!(
        paths("use super::vm::Cpu;", &["machine", "lc3", "os"]),
        ["1:machine::lc3::vm::Cpu"]
    );
    assert_eq!(
        paths("use super::super::super::case::Case;", &["machine", "lc3", "os"]),
        ["1:case::Case"]
    );
    let text =
        "fn f() {}\nmod tests {\n use super::super::grade;\n mod deep { use super::super::f; }\n}\nuse super::report;";
    assert_eq!(paths(text, &["case"]), ["3:grade", "4:case::f", "6:report"]);
}

#[test]
fn the_scanner_ignores_text() {
    let text = "//! [`crate::grade`]\n/* crate::case /* nested */ crate::case */\nconst A: &str = \"use crate::grade; \\\" crate::case\";\n\
                const B: &str = r#\"crate::\"grade\"#; const C: char = '\"'; fn f<'a>(x: &'a str) { crate::machine::go() }";
    assert_eq!(paths(text, &["report"]), ["4:machine::go"]);
    assert_eq!(
        paths("fn f() { mycrate::grade::x(); crate_::case::y(); }", &["report"]),
        Vec::<String>::new()
    );
}
