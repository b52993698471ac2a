//! The student's program. It is packed, or it would be half of the page; the script shows it when its fold is opened.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use maud::{Markup, html};
use serde_json::{Value, json};

use crate::report::block::{Program, ProgramFile};

/// The files as JSON, packed by zlib, in base64.
pub(super) fn program(program: &Program) -> Markup {
    let files: Vec<Value> = program.files.iter().map(file).collect();
    let packed = packed(&Value::from(files).to_string());
    html! {
        div class="program" {
            @if !program.legend.is_empty() { p class="lead" { (program.legend) } }
            p class="aside" hidden { "This browser cannot show the program here." }
            noscript { p class="aside" { "Allow scripts to see the program here." } }
            pre hidden { (packed) }
        }
    }
}

/// A file: its name, its text, the counts of its lines, those that never ran, and what is said of lines.
fn file(file: &ProgramFile) -> Value {
    let texts: Vec<&str> = file.lines.iter().map(|line| line.text.as_str()).collect();
    let counts: Vec<String> = file
        .lines
        .iter()
        .map(|line| line.count.map(|count| count.to_string()).unwrap_or_default())
        .collect();
    let numbered = || (1..).zip(&file.lines);
    let idle: Vec<usize> = numbered()
        .filter(|(_, line)| line.is_idle)
        .map(|(number, _)| number)
        .collect();
    let marks: Vec<Value> = numbered()
        .flat_map(|(number, line)| line.marks.iter().map(move |(id, words)| json!([number, id, words])))
        .collect();
    json!({
        "name": file.name,
        "text": texts.join("\n"),
        "counts": counts.join(" "),
        "idle": idle,
        "marks": marks,
    })
}

fn packed(text: &str) -> String {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(text.as_bytes());
    // Writing into memory cannot fail.
    let packed = written.and_then(|()| encoder.finish()).unwrap_or_default();
    STANDARD.encode(packed)
}
