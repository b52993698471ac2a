//! What eight assemblers made of small sources, and what this one makes of them.
//!
//! The rule: accept what any of the classic tools, the newer C++ tools (strict or liberal), lc3-ensemble or `PennSim`
//! accepts. Where those that accept agree on the words, their words; where they differ, what a student most likely
//! meant, with a warning; where all eight refuse, refuse. [`CHOICES`] keeps every decision that the rule leaves open,
//! and every one where a better reason goes before it.

use std::collections::BTreeMap;

use c4grade::diagnostic::Severity;
use c4grade::machine::{Build, Program, lc3};
use serde::Deserialize;

#[derive(Deserialize)]
struct Table {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    /// Bytes as Latin-1.
    source: String,
    results: Vec<Answer>,
}

#[derive(Deserialize)]
struct Answer {
    tools: Vec<String>,
    words: Option<Vec<(String, Vec<String>)>>,
}

type Words = Vec<(u16, Vec<u16>)>;

/// What is expected of a case.
#[derive(Debug, PartialEq, Eq)]
enum Expected {
    Refused,
    Accepted(Words),
}

/// The tools whose acceptance counts.
const COUNTING: [&str; 5] = ["classic", "lc3tools", "lc3tools-liberal", "ensemble", "pennsim"];

/// A decision: the case, its words from x3000 on (`None`: refused), and why.
type Choice = (&'static str, Option<&'static [u16]>, &'static str);

/// Cases where the counting tools differ, or where a better reason goes before them.
const CHOICES: &[Choice] = &[
    (
        "str-bs",
        Some(&[0x5C, 0]),
        "`\\\\` is one backslash; the C++ tools mishandle it",
    ),
    ("str-dblbs-end", Some(&[0x61, 0x62, 0x63, 0x5C, 0]), "as above"),
    ("str-0", Some(&[0x61, 0, 0x62, 0]), "`\\0` is a zero, as in C"),
    (
        "str-e",
        Some(&[0x1B, 0]),
        "`\\e` is an escape character: programs that colour their board use it",
    ),
    (
        "str-q",
        Some(&[0x5C, 0x71, 0]),
        "an unknown escape keeps both characters, as three of four tools have it",
    ),
    (
        "str-trailing-bs-q",
        Some(&[0x61, 0x62, 0x63, 0x22, 0]),
        "the string ends with its line",
    ),
    (
        "str-multiline",
        Some(&[0x61, 0x62, 0x0A, 0x63, 0x64, 0]),
        "the quote on the next line closes the string",
    ),
    ("str-no-space", Some(&[0x61, 0x62, 0]), "the string is meant"),
    (
        "str-utf8-box",
        Some(&[0xE2, 0x94, 0x82, 0]),
        "the file's bytes, zero-extended, print as they were written",
    ),
    ("vtab", Some(&[0x1021, 0xF025]), "what cannot be seen is a blank"),
    ("instr-after-end", Some(&[0xF025]), "`.END` ends the program"),
    (
        "dup-label-case",
        Some(&[0x1021, 0xF025, 0x0FFD]),
        "labels match exactly first: real programs have such pairs",
    ),
    (
        "label-xA",
        Some(&[0x1021, 0x0FFE]),
        "a label that is defined goes before a number in a branch",
    ),
    ("label-x1", Some(&[0x1021, 0x0FFE]), "as above"),
    ("label-b1", Some(&[0x1021, 0x0FFE]), "as above"),
    (
        "label-xface-fill",
        Some(&[0x0001, 0x21FE]),
        "as above; a label like any other",
    ),
    ("nop", Some(&[0x0000]), "an instruction must not vanish"),
    ("rtt", Some(&[0xC1C1]), "an instruction must not vanish"),
    (
        "br-order",
        Some(&[0x0600, 0xF025]),
        "flags in any order; the one tool that accepts it drops the branch",
    ),
    (
        "no-orig",
        None,
        "the one tool that accepts it takes the first instruction for the origin",
    ),
    ("bom", Some(&[0xF025]), "the mark is invisible to its author"),
    ("fill-neg-hex2", Some(&[0xFFD0]), "the meaning is beyond doubt"),
    ("imm-plus", Some(&[0x1DA1]), "the meaning is beyond doubt"),
];

/// Choices about more than one block.
fn blocks_chosen(name: &str) -> Option<Words> {
    match name {
        "nested-orig" => Some(vec![(0x3000, vec![0xF025]), (0x4000, vec![0xF025])]),
        // Memory wraps; a block never does.
        "wrap" => Some(vec![(0xFFFE, vec![0, 0]), (0x0000, vec![0, 0])]),
        _ => None,
    }
}

fn cases() -> Vec<Case> {
    let table: Table = serde_json::from_str(include_str!("../data/lc3-conformance.json")).expect("the table is JSON");
    table.cases
}

fn words(blocks: &[(String, Vec<String>)]) -> Words {
    let hex = |text: &String| u16::from_str_radix(text.trim_start_matches('x'), 16).expect("hexadecimal");
    blocks
        .iter()
        .map(|(origin, words)| (hex(origin), words.iter().map(hex).collect()))
        .collect()
}

impl Case {
    fn build(&self) -> Build {
        let bytes: Vec<u8> = self.source.chars().map(|letter| letter as u8).collect();
        lc3::build(&self.name, &bytes)
    }

    /// The distinct words of the counting tools that accept.
    fn answers(&self) -> Vec<Words> {
        let mut answers = Vec::new();
        for answer in &self.results {
            let counts = answer.tools.iter().any(|tool| COUNTING.contains(&tool.as_str()));
            if let (true, Some(blocks)) = (counts, &answer.words) {
                let words = words(blocks);
                if !answers.contains(&words) {
                    answers.push(words);
                }
            }
        }
        answers
    }

    fn expected(&self) -> Expected {
        if let Some((_, chosen, _)) = CHOICES.iter().find(|(name, ..)| *name == self.name) {
            return chosen.map_or(Expected::Refused, |words| {
                Expected::Accepted(vec![(0x3000, words.to_vec())])
            });
        }
        if let Some(blocks) = blocks_chosen(&self.name) {
            return Expected::Accepted(blocks);
        }
        let mut answers = self.answers();
        assert!(
            answers.len() <= 1,
            "{}: the tools differ; choose, and keep the choice in CHOICES",
            self.name
        );
        answers.pop().map_or(Expected::Refused, Expected::Accepted)
    }
}

fn outcome(build: &Build) -> Expected {
    match &build.program {
        Some(Program::Arm(_) | Program::Native(_)) => unreachable!("it was built for the LC-3"),
        None => Expected::Refused,
        Some(Program::Lc3(program)) => Expected::Accepted(
            program
                .blocks
                .iter()
                .map(|block| (block.origin, block.words.iter().map(|word| word.bits).collect()))
                .collect(),
        ),
    }
}

#[test]
fn every_measured_source_has_its_answer() {
    let cases = cases();
    assert!(cases.len() >= 121);
    let mut wrong = BTreeMap::new();
    for case in &cases {
        let (found, expected) = (outcome(&case.build()), case.expected());
        if found != expected {
            wrong.insert(
                &case.name,
                format!("{:?}\n   found {found:04X?}\n   not {expected:04X?}", case.source),
            );
        }
    }
    let list: Vec<String> = wrong.iter().map(|(name, what)| format!("{name}: {what}")).collect();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        list.join("\n")
    );
}

#[test]
fn where_the_tools_differ_there_is_a_warning() {
    let silent: Vec<String> = cases()
        .iter()
        .filter(|case| case.answers().len() > 1)
        .filter(|case| case.build().diagnostics.is_empty())
        .map(|case| case.name.clone())
        .collect();
    assert_eq!(silent, Vec::<String>::new());
}

#[test]
fn a_program_comes_out_exactly_when_there_is_no_error() {
    for case in cases() {
        let build = case.build();
        let errors = build
            .diagnostics
            .iter()
            .filter(|one| one.severity == Severity::Error)
            .count();
        assert_eq!(build.program.is_some(), errors == 0, "{}", case.name);
        // One fault, one diagnostic: these sources have a single fault each.
        assert!(errors <= 1, "{}: {:#?}", case.name, build.diagnostics);
    }
}

/// Bytes of a source written with `\n`, `\t`, `\r`, `\\` and `\xNN`.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match (byte, byte == b'\\') {
            (plain, false) => plain,
            (_, true) => match rest.next().expect("an escape has a letter") {
                b'n' => b'\n',
                b't' => b'\t',
                b'r' => b'\r',
                b'x' => {
                    let digits = [rest.next(), rest.next()].map(|digit| char::from(digit.expect("two digits")));
                    u8::from_str_radix(&String::from_iter(digits), 16).expect("hexadecimal")
                }
                other => other,
            },
        });
    }
    bytes
}

/// The words of a build as the further table writes them; ten and more equal ones as `0000*36`.
fn told(build: &Build) -> String {
    let Expected::Accepted(blocks) = outcome(build) else {
        return "refused".to_owned();
    };
    let mut text: Vec<String> = Vec::new();
    let mut next = None;
    for (origin, words) in blocks.iter().filter(|(_, words)| !words.is_empty()) {
        if next != Some(usize::from(*origin)) {
            text.push(format!("x{origin:04X}:"));
        }
        next = Some(usize::from(*origin) + words.len());
        for run in words.chunk_by(|one, other| one == other) {
            match run.len() {
                length @ 10.. => text.push(format!("{:04X}*{length}", run[0])),
                _ => text.extend(run.iter().map(|word| format!("{word:04X}"))),
            }
        }
    }
    if text.is_empty() {
        "nothing".to_owned()
    } else {
        text.join(" ")
    }
}

#[test]
fn further_sources_have_their_answer() {
    let mut wrong = Vec::new();
    let mut count = 0;
    let table = include_str!("../data/further-conformance.txt");
    for entry in table.split("\n\n").skip(1).filter(|entry| !entry.trim().is_empty()) {
        let lines: Vec<&str> = entry.trim().lines().collect();
        let [head, source, expected] = lines[..] else {
            panic!("three lines an entry: {entry}")
        };
        let found = told(&lc3::build("further.asm", &unescaped(source)));
        if found != expected {
            wrong.push(format!("{head}\n   {source}\n   found {found}\n   not {expected}"));
        }
        count += 1;
    }
    assert!(count >= 380, "{count}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_choice_names_a_case() {
    let cases = cases();
    for (name, ..) in CHOICES {
        assert!(cases.iter().any(|case| case.name == *name), "{name}");
    }
}
