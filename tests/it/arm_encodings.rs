//! Encodings against GNU as: `arm_encodings/expected.txt` has random instructions with the words it gives them
//! (see `arm_encodings/make.py`). Decoder, disassembler and assembler are held to it, in both notations.

use std::fmt::Write as _;

use c4grade::diagnostic::Severity;
use c4grade::machine::Program;
use c4grade::machine::arm::assembler;
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

/// The words of a program that has the label `L<n>` on its n-th line. Each notation has its own frame around the lines.
fn assemble(head: &str, colon: &str, lines: impl Iterator<Item = String>, tail: &str) -> Vec<u32> {
    let mut text = head.to_owned();
    for (number, line) in lines.enumerate() {
        let _ = writeln!(text, "L{number}{colon} {line}");
    }
    text += tail;
    let build = assembler::assemble("connect4.s", text.as_bytes());
    let errors = build
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error);
    let errors: Vec<String> = errors
        .map(|error| {
            let span = error.span.map_or(0..0, |span| span.start..span.end);
            format!("{} at `{}`", error.message, &text[span])
        })
        .collect();
    none(&errors);
    let Some(Program::Arm(program)) = build.program else {
        panic!("no program");
    };
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    program.flash.chunks(4).map(word).collect()
}

fn assemble_gnu(syntax: &str, lines: impl Iterator<Item = String>) -> Vec<u32> {
    assemble(&format!("  .syntax {syntax}\n  .text\n"), ":", lines, "")
}

fn assemble_armasm(lines: impl Iterator<Item = String>) -> Vec<u32> {
    assemble("  AREA test, CODE, READONLY\n  ENTRY\n", "", lines, "  END\n")
}

fn same_words(lines: &[Line], words: &[u32]) {
    let faults: Vec<String> = lines
        .iter()
        .zip(words)
        .filter(|(line, word)| line.word != **word)
        .map(|(line, word)| format!("{}: {:08X}, not {word:08X}", line.text, line.word))
        .collect();
    none(&faults);
    assert_eq!(lines.len(), words.len());
}

#[test]
fn the_gnu_notation_gives_every_word() {
    for (syntax, lines) in parts() {
        let words = assemble_gnu(syntax, lines.iter().map(|line| line.text.to_owned()));
        same_words(&lines, &words);
    }
}

#[test]
fn the_notation_of_armasm_gives_every_word() {
    for (_, lines) in parts() {
        let words = assemble_armasm(lines.iter().map(|line| line.text.to_owned()));
        same_words(&lines, &words);
    }
}

#[test]
fn disassembled_text_assembles_to_the_same_words() {
    for (_, lines) in parts() {
        let count = lines.len();
        let label = |address: u32| {
            let number = address as usize / 4;
            (address.is_multiple_of(4) && number < count).then(|| format!("L{number}"))
        };
        let text = |(number, line): (usize, &Line)| disassemble(line.word, 4 * number as u32, label);
        let words = assemble_armasm(lines.iter().enumerate().map(text));
        same_words(&lines, &words);
        let words = assemble_gnu("unified", lines.iter().enumerate().map(text));
        same_words(&lines, &words);
    }
}
