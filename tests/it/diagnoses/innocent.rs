//! Programs without a fault are accused of nothing.

use super::bench::{BOTH, SCRATCH, STARTER, diagnose, player, unwritten};
use c4grade::machine::Limits;
use c4grade::machine::lc3::UnwrittenKind;
use c4grade::result::Ending;
use c4grade::splitmix::SplitMix64;
use std::path::Path;

/// Games won, tied, refused, cut short, and noise.
fn scripts(enter: bool) -> Vec<String> {
    let mut scripts: Vec<String> = [
        "",
        "1",
        "9",
        "1212121",
        "123456",
        "0a7 1212121",
        "1122334",
        "654321654321",
    ]
    .into_iter()
    .map(str::to_owned)
    .collect();
    let mut random = SplitMix64::new(3);
    for _ in 0..3 {
        let length = random.below(60);
        scripts.push((0..length).map(|_| char::from(b'0' + random.below(8) as u8)).collect());
    }
    if enter {
        for script in &mut scripts {
            *script = script.chars().flat_map(|key| [key, '\n']).collect();
        }
    }
    scripts
}

#[test]
fn the_reference_programs() {
    for (source, enter) in [(STARTER, false), (SCRATCH, true)] {
        for traps in BOTH {
            for keys in scripts(enter) {
                let (ending, diagnosis) = diagnose(source, traps, &keys);
                assert!(matches!(ending, Ending::Halted | Ending::Waiting));
                assert_eq!(diagnosis.cause, None, "keys {keys:?}");
                assert_eq!(unwritten(source.as_bytes(), traps, &keys), None, "keys {keys:?}");
                assert_eq!(diagnosis.registers.len(), 10);
            }
        }
    }
}

/// Whoever stops a faultless program in the middle learns nothing that is not so.
#[test]
fn the_reference_programs_cut_short() {
    for (source, keys) in [(STARTER, "1212121"), (SCRATCH, "1\n2\n1\n2\n1\n2\n1\n")] {
        for traps in BOTH {
            let mut player = player(source.as_bytes(), traps);
            for instructions in (1..4000).step_by(137) {
                let limits = Limits {
                    instructions,
                    ..Limits::default()
                };
                let diagnosis = player.diagnose(keys.as_bytes(), limits);
                assert_eq!(diagnosis.cause, None, "after {instructions}");
            }
        }
    }
}

/// The samples that pass, under the linkage they were written for.
#[test]
fn the_perfect_samples() {
    let mut seen = 0;
    for (assignment, enter) in [("lc3-starter", false), ("lc3-scratch", true)] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("reference")
            .join(assignment)
            .join("submissions");
        let known = std::fs::read_to_string(folder.join("expected.yaml")).unwrap();
        for entry in known
            .split("- student: ")
            .filter(|entry| entry.contains("fault: none,"))
        {
            let student = entry.lines().next().unwrap();
            let source = std::fs::read(folder.join(student).join("connect4.asm")).unwrap();
            // These two say of themselves that they work in one setting only.
            let only = match student {
                "hana-sato" => &BOTH[1..],
                "dmitri-volkov" => &BOTH[..1],
                _ => &BOTH[..],
            };
            for traps in only {
                let mut player = player(&source, *traps);
                for keys in scripts(enter) {
                    let diagnosis = player.diagnose(keys.as_bytes(), Limits::default());
                    assert_eq!(diagnosis.cause, None, "{student}, keys {keys:?}");
                    let read = player.first_unwritten_read(keys.as_bytes(), Limits::default());
                    // The words around this board are reserved and never written; it takes what is there for no piece.
                    let weak = student == "chidi-okafor";
                    let strong = read.filter(|read| !(weak && read.kind == UnwrittenKind::Reserved));
                    assert_eq!(strong, None, "{student}, keys {keys:?}");
                }
            }
            seen += 1;
        }
    }
    assert!(seen >= 9, "{seen}");
}
