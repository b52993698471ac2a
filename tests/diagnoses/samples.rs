//! What is said of the sample class.

use super::bench::player;
use c4grade::machine::lc3::Traps;
use c4grade::machine::{Ending, Limits};
use std::path::Path;

const GAMES: [&str; 4] = ["1212121", "9121212188", "112233", ""];

#[test]
fn dump() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference/lc3-starter/submissions");
    let mut students: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    students.sort();
    for student in students {
        let Ok(source) = std::fs::read(folder.join(&student).join("connect4.asm")) else {
            continue;
        };
        if c4grade::machine::lc3::build("x", &source).program.is_none() {
            continue;
        }
        for traps in [Traps::OverwriteR7, Traps::KeepR7] {
            let mut player = player(&source, traps);
            for keys in GAMES {
                let ending = player.play(keys.as_bytes(), Limits::default()).stop.ending;
                let start = std::time::Instant::now();
                let diagnosis = player.diagnose(keys.as_bytes(), Limits::default());
                let read = player.first_unwritten_read(keys.as_bytes(), Limits::default());
                if !matches!(ending, Ending::Halted | Ending::Waiting) || diagnosis.cause.is_some() || read.is_some() {
                    println!(
                        "@{student} {traps:?} {keys:?} {ending:?} {:?} {:?} | {:?}",
                        start.elapsed(),
                        diagnosis.cause.map(|c| c.sentence),
                        read.map(|r| r.cause.sentence)
                    );
                }
            }
        }
    }
}
