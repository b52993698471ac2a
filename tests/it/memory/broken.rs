//! A thousand submissions that are no programs, or none that should be run.

use std::path::Path;

use c4grade::splitmix::SplitMix64;
use c4grade::submission::{Content, Submission, from_memory};

use super::REFERENCE;

const COUNT: usize = 1000;

/// The same ones each time, but for a text that is at the end of those that have one. `folder` is one without programs.
pub(super) fn submissions(folder: &Path, mark: &str) -> Vec<Submission> {
    let names = (0..COUNT).map(|number| (format!("broken-{number:04}"), "connect4.asm".to_owned(), Vec::new()));
    let mut submissions = from_memory(names).submissions;
    for (number, submission) in submissions.iter_mut().enumerate() {
        submission.content = content(number, folder, mark);
    }
    submissions
}

fn content(number: usize, folder: &Path, mark: &str) -> Content {
    let random = &mut SplitMix64::new(number as u64);
    let mut lines: Vec<&str> = REFERENCE.lines().collect();
    let text = match number % 14 {
        0 => return without_program(random.below(5), folder),
        1 => return Content::Bytes([bytes(random, 5000), mark.into()].concat()),
        2 => {
            // What a download or another program begins like.
            let starts: [&[u8]; 5] = [
                b"PK\x03\x04",
                b"%PDF-1.7\n",
                b"\x7fELF\x02\x01\x01",
                b"\x1f\x8b\x08",
                b"{\\rtf1\\ansi ",
            ];
            let start = starts[random.below(starts.len())].to_vec();
            return Content::Bytes([start, bytes(random, 5000), mark.into()].concat());
        }
        3 => return Content::Bytes(utf_16(&(REFERENCE.to_owned() + mark), random.below(2) == 0)),
        4 => return Content::Bytes([sprinkled(random), mark.into()].concat()),
        5 => REFERENCE[..random.below(REFERENCE.len())].to_owned(),
        6 => with_errors(random, &lines),
        7 => {
            let huge = random.below(200_000);
            let line = match random.below(4) {
                0 => format!("; {}", "x".repeat(huge)),
                1 => format!("LONG .STRINGZ \"{}\"", "x".repeat(huge)),
                2 => "L".repeat(huge),
                _ => format!("ADD R0, R0, {}", "-".repeat(huge)),
            };
            inserted(random, &lines, &line)
        }
        8 => {
            for _ in 0..random.below(40) {
                let (one, other) = (random.below(lines.len()), random.below(lines.len()));
                lines.swap(one, other);
            }
            lines.join("\n")
        }
        9 => REFERENCE.repeat(2 + random.below(3)),
        10 => format!("        .ORIG x3000\n{}        .END\n", words(random)),
        11 => {
            let block = format!("        .BLKW x{:X}", random.below(0x10000));
            inserted(random, &lines, &block)
        }
        12 => inserted(random, &lines, "HERE    BRnzp HERE"),
        _ => lines[random.below(lines.len())..].join("\n"),
    };
    Content::Bytes((text + mark).into_bytes())
}

fn without_program(kind: usize, folder: &Path) -> Content {
    match kind {
        0 => Content::Missing,
        1 => Content::Refused("connect4.asm is a symbolic link".to_owned()),
        2 => Content::Path(folder.join("nobody/connect4.asm")),
        3 => Content::Bytes(Vec::new()),
        _ => Content::Bytes(b" \r\n\t\n".to_vec()),
    }
}

fn bytes(random: &mut SplitMix64, most: usize) -> Vec<u8> {
    let count = 1 + random.below(most);
    (0..count).map(|_| random.next_u64() as u8).collect()
}

fn utf_16(text: &str, is_little: bool) -> Vec<u8> {
    let units = format!("\u{feff}{text}").encode_utf16().collect::<Vec<u16>>();
    let bytes = |unit: u16| {
        if is_little {
            unit.to_le_bytes()
        } else {
            unit.to_be_bytes()
        }
    };
    units.into_iter().flat_map(bytes).collect()
}

/// The reference with some bytes that are others.
fn sprinkled(random: &mut SplitMix64) -> Vec<u8> {
    let mut program = REFERENCE.as_bytes().to_vec();
    for _ in 0..=random.below(30) {
        let place = random.below(program.len());
        program[place] = random.next_u64() as u8;
    }
    program
}

/// The reference with some lines that begin in other ways than the language knows, or lack an operand.
fn with_errors(random: &mut SplitMix64, lines: &[&str]) -> String {
    let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    for _ in 0..=random.below(300) {
        let place = random.below(lines.len());
        let line = &mut lines[place];
        match random.below(3) {
            0 => line.insert_str(0, "MOV R0, "),
            1 => line.truncate(line.rfind(',').unwrap_or(0)),
            _ => line.push_str(", #99999 \""),
        }
    }
    lines.join("\n")
}

fn inserted(random: &mut SplitMix64, lines: &[&str], line: &str) -> String {
    let mut lines = lines.to_vec();
    lines.insert(random.below(lines.len()), line);
    lines.join("\n")
}

/// Machine code by chance.
fn words(random: &mut SplitMix64) -> String {
    let word = |_| format!("        .FILL x{:04X}\n", random.next_u64() & 0xFFFF);
    (0..400).map(word).collect()
}
