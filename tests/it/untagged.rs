//! What a program printed is compared, judged and told alike where its key marks are thrown away and found in its text.
//!
//! The embedded machines give the marks; so every program of the sample classes is its own oracle.

use std::collections::BTreeMap;

use c4grade::assignment::{self, Assignment, By, bundled};
use c4grade::case::{self, Case};
use c4grade::connect4::reading::{self, UNKNOWN, Words};
use c4grade::connect4::{Protocol, Script};
use c4grade::grade::explain::story::tell;
use c4grade::grade::judge::compare::{Comparison, Transcripts, without_banners};
use c4grade::grade::judge::judge;
use c4grade::grade::run::{RunConfig, Runner};
use c4grade::grade::suite::CaseRunner;
use c4grade::machine::{Limits, Output, Run, Service};
use c4grade::result::CaseVerdict;
use c4grade::result::Ending;

/// What a run is found to be.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    comparison: &'static str,
    step: Option<usize>,
    verdict: CaseVerdict,
    story: String,
}

/// The run of a case, and its text without the banners of the operating system.
struct Sample<'a> {
    assignment: &'a Assignment,
    case: &'a Case,
    script: Script,
    run: Run,
}

impl Sample<'_> {
    fn words(&self) -> Words {
        match self.assignment.comparison.by {
            By::Bytes => Words::Fixed,
            By::Events => Words::Free,
        }
    }

    /// What is found where this was printed and these keys were read.
    fn found(&self, bytes: &[u8], marks: &[usize]) -> (Found, Comparison) {
        let run = Run {
            output: Output {
                bytes: bytes.to_vec(),
                key_marks: marks.to_vec(),
                banners: Vec::new(),
            }
            .into(),
            ..self.run.clone()
        };
        let config = RunConfig::all(self.assignment)[0];
        let config = RunConfig {
            protocol: self.assignment.protocol,
            ..config
        };
        let outcome = judge(
            self.assignment,
            &mut Transcripts::new(&UNKNOWN),
            config,
            self.case,
            self.script.clone(),
            &run,
            |_| None,
        )
        .outcome;
        let (comparison, step) = match &outcome.comparison {
            Comparison::Exact => ("exact", None),
            Comparison::Format(_) => ("format", None),
            Comparison::Unforgiven(_) => ("unforgiven", None),
            Comparison::Unread => ("unread", None),
            Comparison::Game(difference, _) => ("game", Some(difference.step)),
        };
        let story = if outcome.verdict == CaseVerdict::Pass {
            String::new()
        } else {
            tell(&self.assignment.game, &outcome).key
        };
        let found = Found {
            comparison,
            step,
            verdict: outcome.verdict,
            story,
        };
        (found, outcome.comparison)
    }

    /// The text with the places of its keys; without what shows the keys where `echoes` is false.
    fn printed(&self, echoes: bool) -> (Vec<u8>, Vec<usize>) {
        let printed = without_banners(&self.run.output, &[Service::Halt, Service::In]);
        if echoes {
            return (printed.bytes.to_vec(), printed.marks.to_vec());
        }
        let (mut bytes, mut marks) = (Vec::new(), Vec::new());
        let mut from = 0;
        for (index, mark) in printed.marks.iter().enumerate() {
            bytes.extend_from_slice(&printed.bytes[from.min(*mark)..*mark]);
            marks.push(bytes.len());
            from = *mark;
            let key = self.script.keys[index];
            if printed.bytes.get(from) == Some(&key) {
                from += 1;
            }
        }
        bytes.extend_from_slice(&printed.bytes[from.min(printed.bytes.len())..]);
        (bytes, marks)
    }

    fn waits(&self) -> bool {
        self.run.stop.ending == Ending::Waiting
    }

    /// Texts that programs print when they are told that there are no more keys.
    fn reactions(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let last_line = bytes.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let refusal = self.assignment.game.wording.invalid.as_bytes();
        let board = &bytes[..bytes.len().min(72)];
        vec![
            Vec::new(),
            b"\n".to_vec(),
            b"EOF\n".to_vec(),
            b"\nBye\n".to_vec(),
            [refusal, b"\n", last_line].concat().repeat(500),
            [b"\n", refusal, b"\n", board, last_line].concat().repeat(100),
            last_line.repeat(1000),
            [refusal, b"\n"].concat().repeat(1000),
        ]
    }
}

/// How many runs were compared, how many were found alike, and samples of the others.
#[derive(Default)]
struct Tally {
    runs: usize,
    alike: usize,
    same: usize,
    others: BTreeMap<String, (usize, Vec<String>)>,
}

impl Tally {
    fn take(&mut self, sample: &Sample, student: &str, echoes: bool) {
        let (bytes, marks) = sample.printed(echoes);
        let truth = sample.found(&bytes, &marks);
        let reactions = if sample.waits() {
            sample.reactions(&bytes)
        } else {
            vec![Vec::new()]
        };
        for (number, reaction) in reactions.iter().enumerate() {
            let text = [&bytes[..], reaction].concat();
            let game = &sample.assignment.game;
            let tags = reading::tags(game, &sample.script, &text, sample.waits(), sample.words());
            assert!(tags.marks.is_sorted() && tags.marks.len() <= sample.script.keys.len());
            assert!(tags.marks.last().is_none_or(|last| *last <= tags.end) && tags.end <= text.len());
            let found = sample.found(&text[..tags.end], &tags.marks);
            self.runs += 1;
            self.same += usize::from(found.1 == truth.1);
            if found.0 == truth.0 {
                self.alike += 1;
                continue;
            }
            let told = |found: &Found| format!("{}/{:?}/{}", found.comparison, found.verdict, found.story);
            let kind = format!("{student} {} -> {}", told(&truth.0), told(&found.0));
            let other = self.others.entry(kind).or_default();
            other.0 += 1;
            other.1.push(format!(
                "{} (reaction {number}, echo {echoes}, steps {:?} {:?})",
                sample.case.name, truth.0.step, found.0.step
            ));
        }
    }
}

/// Programs whose words are learned from the keys' marks, that want a key before the game, or that say which column the
/// computer takes, as if it were a key: without marks there is nothing to compare.
const LEARNED: [&str; 9] = [
    "bastian-koch",
    "camila-ortiz",
    "eitan-levi",
    "esra-yilmaz",
    "qi-lin",
    "samir-haddad",
    "xenia-duarte",
    "yusuf-kilic",
    "zoe-laurent",
];

/// Plays every `each`th case on the programs of a package, under a protocol.
fn tally(name: &str, protocol: Option<Protocol>, each: usize, echoes: &[bool]) -> Tally {
    let assignment = assignment::find(name).expect("it is bundled");
    let suite = case::load(&assignment, None).expect("it is right");
    let configs = RunConfig::all(&assignment);
    let protocol = protocol.unwrap_or(assignment.protocol);
    let only = std::env::var("STUDENT").ok();
    let mut tally = Tally::default();
    let samples = bundled::submissions(name);
    let references = ["connect4.asm", "connect4.s"].map(|file| bundled::beside_reference(name, file));
    let programs = samples.iter().map(|sample| (sample.student, sample.file, sample.bytes));
    let file = |bytes| ("reference", assignment.files[0].as_str(), bytes);
    let programs = programs.chain(references.into_iter().flatten().map(file));
    for (number, (student, file, bytes)) in programs.enumerate() {
        if LEARNED.contains(&student) {
            continue;
        }
        if only.as_ref().is_some_and(|only| only != student) {
            continue;
        }
        for config in configs.iter().filter(|config| config.protocol == protocol) {
            let Some(program) = config
                .machine
                .build(file, bytes, None)
                .ok()
                .and_then(|build| build.program)
            else {
                continue;
            };
            let limits: Limits = assignment.limits;
            let mut runner = Runner::new(program, limits);
            let mut suite_runner = CaseRunner::new(&assignment, *config, &mut runner);
            // Games that are looked for are played where keys have marks, and nowhere else.
            let cases = suite.cases.iter().filter(|case| case.goal.is_none());
            for case in cases.skip(number % each).step_by(each) {
                let Some((script, run)) = suite_runner.run(case) else {
                    continue;
                };
                let sample = Sample {
                    assignment: &assignment,
                    case,
                    script,
                    run: Run::clone(&run),
                };
                for echoes in echoes {
                    tally.take(&sample, student, *echoes);
                }
            }
            // What the other linkage prints is another program's text only where the program depends on it.
            break;
        }
    }
    let all = &tally;
    println!(
        "{name} {protocol:?}: {} of {} alike, {} the same in all",
        all.alike, all.runs, all.same
    );
    for (kind, (count, cases)) in &tally.others {
        println!(
            "  {count:5} {kind}: {}",
            cases.iter().take(3).cloned().collect::<Vec<_>>().join("; ")
        );
    }
    tally
}

/// How many of a thousand runs may be found otherwise: where the text does not tell.
const OTHERWISE: [(&str, usize); 7] = [
    ("arm-falling", 1),
    ("arm-falling-computer", 1),
    ("arm-redfirst", 1),
    ("arm-scan", 4),
    ("arm-scan-computer", 1),
    ("lc3-scratch", 5),
    ("lc3-starter", 14),
];

#[test]
fn a_sample_of_runs() {
    for (name, otherwise) in OTHERWISE {
        // A game in falling pieces takes long.
        let each = if name.starts_with("arm") { 97 } else { 31 };
        let tally = tally(name, None, each, &[true, false]);
        let others = tally.runs - tally.alike;
        assert!(
            others * 1000 <= otherwise * tally.runs,
            "{name}: {others} of {}",
            tally.runs
        );
    }
}

#[test]
#[ignore = "minutes: every case on every program; .ci/run runs it on the packages of the LC-3"]
fn every_run() {
    let each = std::env::var("EACH")
        .ok()
        .and_then(|each| each.parse().ok())
        .unwrap_or(1);
    let names = std::env::var("PACKAGES").unwrap_or_else(|_| bundled::names().join(" "));
    for name in names.split_whitespace() {
        for echoes in [true, false] {
            print!("{} ", if echoes { "as printed:" } else { "keys not shown:" });
            tally(name, None, each, &[echoes]);
        }
    }
}
