//! Assembles, plays and diagnoses programs for the tests.

use c4grade::machine::Limits;
use c4grade::machine::lc3::{self, Banner, Settings, Traps, UnwrittenRead};
use c4grade::result::{Cause, Diagnosis, Ending};

pub const STARTER: &str = include_str!("../../../reference/lc3-starter/connect4.asm");
pub const SCRATCH: &str = include_str!("../../../reference/lc3-scratch/connect4.asm");
pub const BOTH: [Traps; 2] = [Traps::OverwriteR7, Traps::KeepR7];

pub fn player(source: &[u8], traps: Traps) -> lc3::Session {
    let build = lc3::build("test.asm", source);
    let Some(c4grade::machine::Program::Lc3(program)) = build.program else {
        panic!("does not assemble: {:?}", build.diagnostics);
    };
    let settings = Settings {
        traps,
        banner: Banner::None,
        ..Settings::default()
    };
    lc3::Session::new(program, settings)
}

pub fn diagnose(source: &str, traps: Traps, keys: &str) -> (Ending, Diagnosis) {
    let mut player = player(source.as_bytes(), traps);
    let run = player.play(keys.as_bytes(), Limits::default());
    let diagnosis = player.diagnose(keys.as_bytes(), Limits::default());
    let again = player.play(keys.as_bytes(), Limits::default());
    assert_eq!(run, again, "a diagnosis leaves no trace on the next run");
    (run.stop.ending, diagnosis)
}

pub fn cause(source: &str, traps: Traps, keys: &str) -> Option<Cause> {
    diagnose(source, traps, keys).1.cause
}

/// The key of the cause, or the empty text.
pub fn key(source: &str, traps: Traps, keys: &str) -> String {
    cause(source, traps, keys).map(|cause| cause.key).unwrap_or_default()
}

pub fn unwritten(source: &[u8], traps: Traps, keys: &str) -> Option<UnwrittenRead> {
    player(source, traps).first_unwritten_read(keys.as_bytes(), Limits::default())
}

/// The source with texts replaced; each must be there.
pub fn with(source: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(source.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "not in the source: {old}");
        text.replacen(old, new, 1)
    })
}

/// The source without the lines that are one of these, blanks aside.
pub fn without(source: &str, lines: &[&str]) -> String {
    let plain = |line: &str| {
        line.split(';')
            .next()
            .unwrap_or("")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    for line in lines {
        assert!(
            source.lines().any(|one| plain(one) == **line),
            "not in the source: {line}"
        );
    }
    let kept: Vec<&str> = source
        .lines()
        .filter(|line| !lines.contains(&plain(line).as_str()))
        .collect();
    kept.join("\n")
}
