//! What comes from other systems than the one that grades: line ends, byte order marks, names.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use crate::cli::C4grade;

/// Rewrites every YAML file below a folder as an editor on Windows saves it.
fn save_as_on_windows(folder: &Path, mark: &str) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            save_as_on_windows(&path, mark);
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            let text = fs::read_to_string(&path).expect("text");
            let saved = format!("{mark}{}", text.replace('\n', "\r\n"));
            let mut file = fs::File::create(&path).expect("a file");
            file.write_all(saved.as_bytes()).expect("written");
        }
    }
}

#[test]
fn a_package_with_carriage_returns_and_byte_order_marks_is_the_same_package() {
    let desk = C4grade::new();
    desk.run("assignment export lc3-scratch course").code(0);
    save_as_on_windows(&desk.path("course"), "\u{feff}");

    desk.run("case check --assignment ./course").code(0);
    desk.run("verify --assignment ./course").code(0);
}

#[test]
fn a_source_with_carriage_returns_earns_what_it_earns_without() {
    let desk = C4grade::new();
    desk.run("assignment export lc3-scratch course").code(0);
    let source = desk.read("course/reference/submissions/carmen-ortiz/connect4.asm");
    let desk = desk
        .file("unix/carmen/connect4.asm", &source)
        .file("windows/carmen/connect4.asm", source.replace('\n', "\r\n"));

    for class in ["unix", "windows"] {
        desk.run(&format!(
            "grade {class} --assignment lc3-scratch --reports reports/{class}"
        ))
        .code(0);
    }

    assert_eq!(
        desk.read("reports/windows/carmen.txt"),
        desk.read("reports/unix/carmen.txt")
    );
}

/// Adds every file and folder below a folder, by its path from the top.
fn list(folder: &Path, prefix: &str, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{prefix}{}", entry.file_name().to_str().expect("a name is text"));
        if entry.path().is_dir() {
            list(&entry.path(), &format!("{name}/"), names);
        }
        names.push(name);
    }
}

// Windows refuses some characters in names, drops dots and blanks at their end, and knows no case.
#[test]
fn every_file_of_the_project_can_be_checked_out_on_windows() {
    let mut names = Vec::new();
    for top in ["src", "tests", "cases", "reference", "reports/sample", "benches"] {
        list(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join(top),
            &format!("{top}/"),
            &mut names,
        );
    }

    for name in &names {
        let last = name.rsplit('/').next().unwrap_or_default();
        assert!(!last.ends_with(['.', ' ']), "{name}");
        assert!(!last.contains(['<', '>', ':', '"', '\\', '|', '?', '*']), "{name}");
        assert!(name.len() < 200, "{name}");
    }
    let mut folded: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
    folded.sort();
    folded.dedup();
    assert_eq!(folded.len(), names.len(), "two names differ by case alone");
}
