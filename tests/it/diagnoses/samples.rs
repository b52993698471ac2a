//! What is said of the sample class, as it was planted.

use super::bench::player;
use c4grade::machine::Limits;
use c4grade::machine::lc3::Traps;
use c4grade::result::Ending;
use std::path::Path;

/// Student, linkage, keys, key of the cause, the line to change first.
const KNOWN: [(&str, Traps, &str, &str, u32); 17] = [
    ("hana-sato", Traps::OverwriteR7, "", "r7-overwritten", 281),
    ("tomas-novotny", Traps::OverwriteR7, "1", "r7-overwritten", 385),
    ("tomas-novotny", Traps::KeepR7, "1", "r7-overwritten", 385),
    ("noemi-fischer", Traps::OverwriteR7, "1212121", "ret-into-itself", 32),
    ("noemi-fischer", Traps::KeepR7, "1212121", "ret-into-itself", 32),
    ("sofia-garcia", Traps::OverwriteR7, "1212121", "runs-into-data", 544),
    ("wanda-kowalska", Traps::KeepR7, "", "runs-into-data", 22),
    ("rahul-gupta", Traps::KeepR7, "1212121", "missing-halt", 31),
    ("oscar-nilsson", Traps::OverwriteR7, "1", "branch-to-next-line", 282),
    ("oscar-nilsson", Traps::KeepR7, "1", "branch-to-next-line", 282),
    ("paula-santos", Traps::OverwriteR7, "1212121", "string-without-end", 557),
    ("ravi-iyer", Traps::KeepR7, "12", "store-into-code", 261),
    ("selma-arslan", Traps::OverwriteR7, "1", "unwritten-read", 400),
    ("selma-arslan", Traps::KeepR7, "1", "unwritten-read", 400),
    ("viktor-horvat", Traps::OverwriteR7, "", "counter-set-anew", 285),
    ("viktor-horvat", Traps::KeepR7, "1", "counter-set-anew", 285),
    ("usha-reddy", Traps::OverwriteR7, "", "wrong-device-address", 298),
];

#[test]
fn each_known_cause_has_a_sample() {
    for (student, traps, keys, key, line) in KNOWN {
        let cause = player(&source(student), traps)
            .diagnose(keys.as_bytes(), Limits::default())
            .cause
            .unwrap_or_else(|| panic!("{student}: no cause"));
        let said = (cause.key.as_str(), cause.places[0].line);
        assert_eq!(said, (key, Some(line)), "{student} {traps:?}: {}", cause.sentence);
    }
}

#[test]
fn where_a_flood_is_stopped_makes_no_difference_to_its_cause() {
    let mut player = player(&source("viktor-horvat"), Traps::OverwriteR7);
    for output in 3_000..3_030 {
        let limits = Limits {
            output,
            ..Limits::default()
        };
        let cause = player.diagnose(b"", limits).cause;
        let key = cause.map(|cause| cause.key);
        assert_eq!(key.as_deref(), Some("counter-set-anew"), "stopped after {output} bytes");
    }
}

/// Most samples have faults of another kind, in the game: nothing is said of how they stop.
#[test]
fn nothing_is_said_of_the_others() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference/lc3-starter/submissions");
    let mut silent = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let student = entry.unwrap().file_name().into_string().unwrap();
        let is_known = KNOWN.iter().any(|(known, ..)| *known == student);
        if is_known || student == "expected.yaml" {
            continue;
        }
        let Some(c4grade::machine::Program::Lc3(program)) =
            c4grade::machine::lc3::build("test.asm", &source(&student)).program
        else {
            continue;
        };
        let mut player = c4grade::machine::lc3::Session::new(program, c4grade::machine::lc3::Settings::default());
        for keys in ["1212121", "9112233"] {
            let run = player.play(keys.as_bytes(), Limits::default());
            let diagnosis = player.diagnose(keys.as_bytes(), Limits::default());
            assert_eq!(diagnosis.cause, None, "{student}, {:?}", run.stop.ending);
            assert!(!diagnosis.steps.is_empty());
            if run.stop.ending != Ending::Halted {
                silent += 1;
            }
        }
    }
    assert!(silent > 5, "{silent}");
}

fn source(student: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference/lc3-starter/submissions");
    std::fs::read(folder.join(student).join("connect4.asm")).unwrap()
}
