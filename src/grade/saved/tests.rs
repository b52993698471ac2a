use std::io::Write as _;
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::{FileError, decode, encode, unpack};
use super::{KeyedRuns, SavedSubmission};
use crate::grade::run::RunCache;
use crate::grade::run::cache::{BUDGET, LARGE};
use crate::machine::{Machine, Output, Run, Service, lc3};
use crate::result::{Ending, Stop};
use crate::submission::{Content, Origin, Submission};

const MACHINE: Machine = Machine::Lc3(lc3::Settings {
    traps: lc3::Traps::KeepR7,
    banner: lc3::Banner::Lc3edit,
    fill: lc3::Fill::Random(7),
    routines: lc3::Routines::Native,
});

fn run(bytes: Vec<u8>, key_marks: Vec<usize>, reason: &str) -> Run {
    let end = bytes.len();
    Run {
        output: Arc::new(Output {
            bytes,
            key_marks,
            banners: vec![(end - 1..end, Service::Halt)],
        }),
        stop: Stop {
            ending: Ending::Crashed,
            place: None,
            reason: reason.to_owned(),
        },
        instructions: 42,
        keys_left: 1,
        piped: None,
    }
}

fn saved(content: Content, cache: RunCache) -> SavedSubmission {
    SavedSubmission {
        submission: Submission {
            doubt: Some("lab4.asm was taken".to_owned()),
            called: Some("lab4.asm".to_owned()),
            origin: Origin {
                name: Some("Ada Lovelace".to_owned()),
                id: Some("1234".to_owned()),
                email: Some("ada@example.org".to_owned()),
                login: Some("ada".to_owned()),
                late: true,
                earlier: 2,
                ..Origin::default()
            },
            student: "Ada \u{202e} <b>".to_owned(),
            slug: "ada".to_owned(),
            file: "ada/connect4.asm".to_owned(),
            content,
        },
        runs: Some(KeyedRuns {
            key: "5a".to_owned(),
            cache,
        }),
    }
}

/// A file with this JSON in it.
fn packed(json: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(json.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(unpack(bytes, 1 << 20).unwrap()).unwrap()
}

fn some_runs() -> Vec<(&'static [u8], Run)> {
    let all: Vec<u8> = (0..=255).collect();
    let flood = run(vec![b'x'; LARGE + 1], vec![3], "flood");
    vec![
        (b"1", run(all.clone(), vec![5], "one")),
        (b"12", run([&all[..100], b"other"].concat(), vec![5, 50], "other")),
        (b"13\xff", run([&all[..], b"more"].concat(), vec![5, 200], "one")),
        (b"2", flood.clone()),
        (b"21", flood),
        (b"3", run(b"-".to_vec(), vec![], "one")),
    ]
}

#[test]
fn every_run_comes_back_as_it_was() {
    let mut runs = RunCache::default();
    for (keys, run) in &some_runs() {
        runs.keep_run(MACHINE, keys, run);
    }

    runs.keep_diagnosis(MACHINE, b"12", crate::result::Diagnosis::default());
    runs.keep_observation("calls", serde_json::json!([1, "two"]));
    let program: Vec<u8> = (0..=255).rev().collect();
    let before = saved(Content::Bytes(program), runs);
    let bytes = encode(&before, "lc3-starter").unwrap();
    let (after, assignment) = decode(&bytes).unwrap();
    let mut restored = after.runs.clone().unwrap();

    assert_eq!(assignment, "lc3-starter");
    assert_eq!(after.submission, before.submission);
    assert_eq!(restored.key, "5a");
    for (keys, run) in some_runs() {
        assert_eq!(restored.cache.run(MACHINE, keys), Some(run));
    }

    assert_eq!(restored.cache.run(MACHINE, b"4"), None);
    assert!(restored.cache.diagnosis(MACHINE, b"12").is_some());
    assert_eq!(
        restored.cache.observation("calls"),
        Some(&serde_json::json!([1, "two"]))
    );

    assert_eq!(
        encode(&after, "lc3-starter").unwrap(),
        bytes,
        "written again it is the same"
    );
}

#[test]
fn what_was_not_run_is_saved_with_its_reason() {
    for content in [
        Content::Missing,
        Content::Refused("a link".to_owned()),
        Content::Unreadable("no permission".to_owned()),
    ] {
        let bytes = encode(&saved(content.clone(), RunCache::default()), "x").unwrap();
        assert_eq!(decode(&bytes).unwrap().0.submission.content, content);
    }
}

// A flood after each of 400 games must not fill the disk.
#[test]
fn floods_and_shared_beginnings_are_small() {
    let mut runs = RunCache::default();
    for game in 0..400_usize {
        let keys = game.to_string();
        let begins = vec![b'-'; 2000];
        runs.keep_run(
            MACHINE,
            keys.as_bytes(),
            &run([&begins[..], keys.as_bytes()].concat(), vec![], ""),
        );

        let flood = [keys.as_bytes(), &b"- - - -\n".repeat(8192)].concat();
        runs.keep_run(MACHINE, format!("f{keys}").as_bytes(), &run(flood, vec![], ""));
    }

    let bytes = encode(&saved(Content::Missing, runs), "x").unwrap();
    assert!(bytes.len() < 200_000, "{}", bytes.len());
}

#[test]
fn beyond_the_room_for_runs_nothing_is_cached() {
    let mut runs = RunCache::default();
    for number in 0..=(BUDGET / LARGE) {
        runs.keep_run(MACHINE, number.to_string().as_bytes(), &run(vec![0; LARGE], vec![], ""));
    }
    assert!(runs.run(MACHINE, b"0").is_some());
    assert!(runs.run(MACHINE, (BUDGET / LARGE).to_string().as_bytes()).is_none());
}

#[test]
fn a_damaged_file_is_reported_as_one() {
    let mut runs = RunCache::default();
    for (keys, run) in &some_runs() {
        runs.keep_run(MACHINE, keys, run);
    }

    let bytes = encode(&saved(Content::Missing, runs), "x").unwrap();
    for length in 0..bytes.len() {
        let error = decode(&bytes[..length]).unwrap_err();
        assert!(matches!(error, FileError::Damaged(_)), "{length}: {error}");
    }

    let json = text(&bytes);
    for at in 20..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        // Some bits mean nothing: those that fill up the last byte, and codes that no byte has.
        let is_unchanged = || text(&changed) == json;
        assert!(decode(&changed).is_err() || is_unchanged(), "a changed byte at {at}");
    }
}

#[test]
fn a_file_that_contradicts_itself_is_refused() {
    let mut runs = RunCache::default();
    for (keys, run) in &some_runs() {
        runs.keep_run(MACHINE, keys, run);
    }

    let json = text(&encode(&saved(Content::Missing, runs), "x").unwrap());
    for (from, to, said) in [
        ("\"bytes\":[100,", "\"bytes\":[999,", "shares more"),
        ("\"key_marks\":[1,[50]]", "\"key_marks\":[1,[4]]", "marks"),
        ("\"key_marks\":[1,[50]]", "\"key_marks\":[1,[5000]]", "marks"),
        ("[104,105,\"halt\"]", "[105,104,\"halt\"]", "marks"),
        ("[104,105,\"halt\"]", "[104,106,\"halt\"]", "marks"),
        ("\"stop\":1", "\"stop\":9", "ending"),
        ("\"large\":0", "\"large\":1", "large output"),
        (
            "\"length\":16385,\"key_marks\":[3]",
            "\"length\":2,\"key_marks\":[3]",
            "large output",
        ),
        ("\"keys\":\"12\"", "\"keys\":\"\u{100}\"", "character"),
        ("\"format\":2", "\"format\":3", "format 3"),
        ("\"format\":2", "\"format\":3,\"new\":0", "format 3"),
        ("\"slug\"", "\"slag\"", "slag"),
    ] {
        let changed = json.replacen(from, to, 1);
        assert_ne!(changed, json, "{from} is not there: {json}");
        let error = decode(&packed(&changed)).unwrap_err().to_string();
        assert!(error.contains(said), "{to}: {error}");
    }
}

#[test]
fn a_bomb_is_not_unpacked() {
    let bomb = packed(&"0".repeat(1 << 20));
    assert!(bomb.len() < 5000);
    assert!(matches!(unpack(&bomb, (1 << 20) - 1), Err(FileError::TooLarge)));
    assert!(unpack(&bomb, 1 << 20).is_ok());
    // The length that a large output claims is not believed.
    let mut runs = RunCache::default();
    runs.keep_run(MACHINE, b"2", &run(vec![b'x'; LARGE + 1], vec![3], ""));
    let json = text(&encode(&saved(Content::Missing, runs), "x").unwrap());
    let (after, _) = decode(&packed(&json.replace("\"length\":16385", "\"length\":99999999"))).unwrap();
    assert_eq!(after.runs.unwrap().cache.run(MACHINE, b"2"), None);
}
