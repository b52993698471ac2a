//! `reports/sample/` shows what reports look like: a good submission and a faulty one of the sample class. It must be
//! what the program writes today; `BLESS=1 cargo test --test it sample` renews it.

use std::io::Write as _;
use std::path::Path;

use crate::cli::C4grade;
use crate::cli::command::project;

const STUDENTS: [&str; 2] = ["ada-adams", "yara-hassan"];
const KINDS: [&str; 3] = ["html", "txt", "json"];

#[test]
fn the_sample_reports_are_what_is_written_today() {
    let desk = STUDENTS.iter().fold(C4grade::new(), |desk, student| {
        let file = format!("{student}/connect4.asm");
        let program = project(&format!("reference/lc3-starter/submissions/{file}"));
        desk.file(&format!("class/{file}"), program)
    });
    desk.run("grade class --reports sample").code(0);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports/sample");
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(&folder).expect("a folder");
    }
    let of_students = STUDENTS
        .iter()
        .flat_map(|student| KINDS.map(|kind| format!("{student}.{kind}")));
    for name in of_students.chain(["cases.json".to_owned()]) {
        let written = without_fingerprint(desk.read(&format!("sample/{name}")));
        let kept = folder.join(&name);
        if std::env::var_os("BLESS").is_some() {
            let mut file = std::fs::File::create(&kept).expect("a file");
            file.write_all(written.as_bytes()).expect("renewed");
        }
        let known = std::fs::read_to_string(&kept).unwrap_or_default();
        assert!(
            known == written,
            "{} is out of date: BLESS=1 cargo test --test it sample",
            kept.display()
        );
    }
}

/// A report's fingerprint follows from every case of the package: the sample does without.
fn without_fingerprint(text: String) -> String {
    let field = "\"fingerprint\":\"";
    let Some(start) = text.find(field).filter(|start| *start < 100) else {
        return text;
    };
    let value = start + field.len();
    let end = text[value..].find("\",").map_or(value, |length| value + length + 2);
    text[..start].to_owned() + &text[end..]
}
