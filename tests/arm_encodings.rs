//! Encodings against GNU as: `arm_encodings/expected.txt` has random instructions with the words it gives them
//! (see `arm_encodings/make.py`).

use std::fmt::Write as _;

use c4grade::machine::arm::isa::{Instruction, disassemble};

/// One instruction.
struct Line {
    word: u32,
    text: &'static str,
}

/// The parts of the file by their names.
fn parts() -> Vec<(&'static str, Vec<Line>)> {
    let mut parts: Vec<(&str, Vec<Line>)> = Vec::new();
    for line in include_str!("arm_encodings/expected.txt").lines() {
        if let Some(name) = line.strip_prefix('[') {
            parts.push((name.trim_end_matches(']'), Vec::new()));
        } else if let Some((word, text)) = line.split_once("  ") {
            let word = u32::from_str_radix(word, 16).expect("a word in hex");
            parts.last_mut().expect("a part has begun").1.push(Line { word, text });
        }
    }
    let total: usize = parts.iter().map(|(_, lines)| lines.len()).sum();
    assert!(total >= 6_000, "{total} instructions are too few");
    parts
}

/// Asserts that a list of faults is empty, and shows the first of them.
fn none(faults: &[String]) {
    let mut text = String::new();
    for fault in faults.iter().take(20) {
        let _ = writeln!(text, "{fault}");
    }
    assert!(faults.is_empty(), "{} faults:\n{text}", faults.len());
}

#[test]
fn every_word_is_decoded_and_gives_itself_back() {
    let mut faults = Vec::new();
    for (_, lines) in parts() {
        for Line { word, text } in lines {
            let instruction = Instruction::decode(word);
            if instruction.is_none_or(|instruction| instruction.encode() != word) {
                faults.push(format!("{word:08X} {text}: {instruction:?}"));
            }
            if disassemble(word, 0, |_| None).starts_with("DCD") {
                faults.push(format!("{word:08X} {text}: no text"));
            }
        }
    }
    none(&faults);
}
