//! The same wrong program in C and in LC-3 assembly gets the same verdict, points and explanation, case by case: though one
//! is compiled and gets all its keys through a pipe at once, and the other is interpreted and gets each when it asks.

#![allow(clippy::disallowed_methods, reason = "what a test writes is gone when it ends")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use c4grade::result::StudentReport;

use crate::cli::student_report;

/// A student of `native-scratch`, and what makes of the LC-3 reference program one with the same fault.
struct Twin {
    student: &'static str,
    edits: &'static [(&'static str, &'static str)],
}

const REFUSES: &str = "        LEA     R0, REFUSAL\n        PUTS\n        BRnzp   TURN\n";
const GOES_ON: &str =
    "        LD      R0, PLAYER\n        NOT     R0, R0\n        ADD     R0, R0, #1\n        ST      R0, PLAYER";

const TWINS: [Twin; 13] = [
    Twin {
        student: "oona-laine",
        edits: &[
            (
                REFUSES,
                "        LEA     R0, REFUSAL\n        PUTS\n        BRnzp   PASS\n",
            ),
            (
                GOES_ON,
                "PASS    LD      R0, PLAYER\n        NOT     R0, R0\n        ADD     R0, R0, #1\n        ST      R0, PLAYER",
            ),
        ],
    },
    Twin {
        student: "pavel-dvorak",
        edits: &[(
            REFUSES,
            "        LEA     R0, REFUSAL\n        PUTS\n        JSR     PRINT_GRID\n        BRnzp   TURN\n",
        )],
    },
    Twin {
        student: "tilda-holm",
        edits: &[("RL_NEXT GETC\n        OUT\n", "RL_NEXT GETC\n")],
    },
    Twin {
        student: "ewa-mazur",
        edits: &[("Try again.", "Try agian.")],
    },
    Twin {
        student: "mirela-popa",
        edits: &[("EMPTY_CELLS .FILL   #36", "EMPTY_CELLS .FILL   #42")],
    },
    Twin {
        student: "rhea-nanda",
        edits: &[("PLAYER      .FILL   #1 ", "PLAYER      .FILL   #-1 ")],
    },
    Twin {
        student: "filip-novy",
        edits: &[(
            "        ADD     R2, R2, #6\n        JSR     SCAN\n        ADD     R0, R0, #0\n        BRp     FL_DONE\n\n        LEA     \
             R1, GRID                ; the column",
            "        ADD     R2, R2, #6\n        AND     R0, R0, #0\n\n        LEA     R1, GRID                ; the column",
        )],
    },
    Twin {
        student: "gemma-doyle",
        edits: &[(
            "        ADD     R0, R0, #6\n        JSR     SCAN\n",
            "        AND     R0, R0, #0\n",
        )],
    },
    Twin {
        student: "hasan-polat",
        edits: &[(
            "        ADD     R0, R0, #7\n        JSR     SCAN\n",
            "        AND     R0, R0, #0\n",
        )],
    },
    Twin {
        student: "katya-orlova",
        edits: &[(
            "        ADD     R3, R3, #-1\n        BRzp    FC_NEXT\nFC_NONE",
            "        ADD     R3, R3, #-1\n        BRzp    FC_NEXT\n        ADD     R5, R5, #6\n        AND     R3, R3, #0\n        \
             BRnzp   FC_DONE\nFC_NONE",
        )],
    },
    Twin {
        student: "nils-aber",
        edits: &[(
            "        JSR     FOUR_IN_LINE\n        ADD     R0, R0, #0\n        BRp     WON\n        LD      R0, EMPTY_CELLS\n        \
             ADD     R0, R0, #-1\n        ST      R0, EMPTY_CELLS\n        BRz     TIE\n",
            "        LD      R0, EMPTY_CELLS\n        ADD     R0, R0, #-1\n        ST      R0, EMPTY_CELLS\n        BRz     TIE\n        \
             JSR     FOUR_IN_LINE\n        ADD     R0, R0, #0\n        BRp     WON\n",
        )],
    },
    Twin {
        student: "dilara-yildiz",
        edits: &[
            (
                "ROW_TEXT  .STRINGZ \"- - - - - -\\n\"",
                "ROW_TEXT  .STRINGZ \"------\\n\"",
            ),
            ("        ADD     R3, R3, #2\n", "        ADD     R3, R3, #1\n"),
        ],
    },
    Twin {
        student: "vito-russo",
        edits: &[
            (
                "        LEA     R0, WINS\n        BRnzp   LAST",
                "        LEA     R0, WINS\n        PUTS\n        BRnzp   AFTERWIN",
            ),
            (
                "        LD      R0, EMPTY_CELLS\n        ADD     R0, R0, #-1",
                "AFTERWIN LD      R0, EMPTY_CELLS\n        ADD     R0, R0, #-1",
            ),
        ],
    },
];

fn c4grade() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_c4grade"));
    command.env("NO_COLOR", "1");
    command
}

/// A copy of `native-scratch` without the many cases that are generated.
fn package(desk: &Path, name: &str) -> PathBuf {
    let folder = desk.join(name);
    let exported = c4grade()
        .args(["assignment", "export", "native-scratch"])
        .arg(&folder)
        .output()
        .unwrap();
    assert!(exported.status.success(), "{exported:?}");
    fs::remove_file(folder.join("70-every-winning-line.yaml")).unwrap();
    let file = folder.join("assignment.yaml");
    let text = fs::read_to_string(&file).unwrap();
    let group = "  - name: Every winning line\n    points: 10\n    tags: [every-line]\n";
    assert!(text.contains(group), "the rubric has another last group: {text}");
    fs::write(file, text.replace(group, "")).unwrap();
    folder
}

/// The same assignment for LC-3 programs.
fn for_lc3(folder: &Path) {
    let file = folder.join("assignment.yaml");
    let text = fs::read_to_string(&file).unwrap();
    let mut kept = String::new();
    let mut section = String::new();
    for line in text.lines() {
        if let Some((field, _)) = line.split_once(':')
            && line.starts_with(|first: char| first.is_ascii_lowercase())
        {
            field.clone_into(&mut section);
        }
        if !["machine", "limits", "files"].contains(&section.as_str()) {
            kept += line;
            kept += "\n";
        }
    }
    kept += "files: [connect4.asm]\nmachine: {lc3: {traps: any}}\nlimits: {instructions: 4000000}\n";
    fs::write(file, kept).unwrap();
}

/// Grades a class; gives each student's report. `None` where native programs are not run.
fn graded(desk: &Path, class: &Path, assignment: &Path, name: &str) -> Option<BTreeMap<String, StudentReport>> {
    let reports = desk.join(name);
    let output = c4grade()
        .arg("grade")
        .arg(class)
        .arg("--assignment")
        .arg(assignment)
        .arg("--reports")
        .arg(&reports)
        // Where the faults are is not compared.
        .args(["--repair", "0"])
        .output()
        .unwrap();
    // In CI a missing sandbox is a failure.
    if output.status.code() == Some(6) && std::env::var_os("CI").is_none() {
        eprintln!("left out: {}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    assert!(output.status.success(), "{output:?}");
    let report = |twin: &Twin| {
        let file = reports.join(format!("{}.json", twin.student));
        (twin.student.to_owned(), student_report(&file))
    };
    Some(TWINS.iter().map(report).collect())
}

/// What must be alike: points, faults, differences in format, and each case's verdict and sentence.
fn told(report: &StudentReport) -> Vec<String> {
    let mut told = vec![
        format!("verdict: {:?}", report.verdict),
        format!(
            "scores: {:?} {:?} {:?}",
            report.score, report.exact_score, report.game_score
        ),
        format!("summary: {}", report.summary),
    ];
    for fault in &report.faults {
        told.push(format!("fault {}: {} in {:?}", fault.key, fault.message, fault.cases));
    }
    for difference in &report.format_differences {
        told.push(format!(
            "format {}: {} times {}",
            difference.kind, difference.count, difference.message
        ));
    }
    for case in report.cases() {
        let sentence = case.failure.as_ref().map(|failure| &failure.sentence);
        told.push(format!("{}: {:?} {sentence:?}", case.name, case.verdict));
    }
    told
}

#[test]
fn the_same_fault_is_told_alike_in_c_and_in_lc3() {
    let desk = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let reference = fs::read_to_string(root.join("reference/lc3-scratch/connect4.asm")).unwrap();
    let (natives, assembled) = (desk.path().join("natives"), desk.path().join("assembled"));
    for twin in &TWINS {
        let native = natives.join(twin.student);
        fs::create_dir_all(&native).unwrap();
        let source = root.join("reference/native-scratch/submissions").join(twin.student);
        fs::copy(source.join("connect4.c"), native.join("connect4.c")).unwrap();
        let mut text = reference.clone();
        for (from, to) in twin.edits {
            assert_eq!(text.matches(from).count(), 1, "{}: {from}", twin.student);
            text = text.replace(from, to);
        }
        let folder = assembled.join(twin.student);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("connect4.asm"), text).unwrap();
    }
    let assignment = package(desk.path(), "native-scratch");
    let Some(native) = graded(desk.path(), &natives, &assignment, "native-reports") else {
        return;
    };
    let assignment = package(desk.path(), "lc3-scratch");
    for_lc3(&assignment);
    let lc3 = graded(desk.path(), &assembled, &assignment, "lc3-reports").expect("it is interpreted");
    for (student, report) in &native {
        let (one, other) = (told(report), told(&lc3[student]));
        let differing: Vec<_> = one.iter().zip(&other).filter(|(one, other)| one != other).collect();
        assert!(
            one.len() == other.len() && differing.is_empty(),
            "{student}: in C and in LC-3: {differing:#?}"
        );
    }
}
