//! The same fault, planted in the reference programs in many ways, has the same key.

use super::bench::{BOTH, SCRATCH, STARTER, cause, diagnose, key, with, without};
use c4grade::machine::lc3::Traps;

/// A game that player 1 wins in column 1, after a refused key.
const GAME: &str = "9121212188";
/// Subroutines of the starter by the prefix of their places to save in; whether they call others with JSR.
const SUBROUTINES: [(&str, &str, bool); 12] = [
    ("DT", "DISPLAY_TURN", false),
    ("GM", "GET_MOVE", true),
    ("CW", "CHECK_WINNER", true),
    ("US", "UPDATE_STATE", true),
    ("DB", "DISPLAY_BOARD", false),
    ("CH", "CHECK_HORIZONTAL", true),
    ("CVE", "CHECK_VERTICAL", true),
    ("CD", "CHECK_DIAGONALS", true),
    ("CD1", "CHECK_D1", true),
    ("CD2", "CHECK_D2", true),
    ("CL", "CHECK_LINE", true),
    ("GO", "GAME_OVER", false),
];

#[test]
fn r7_that_is_never_saved() {
    for (prefix, name, calls) in SUBROUTINES {
        let (save, load) = (format!("ST R7, {prefix}_R7"), format!("LD R7, {prefix}_R7"));
        let source = without(STARTER, &[&save, &load]);
        let found = cause(&source, Traps::OverwriteR7, GAME).unwrap_or_else(|| panic!("{name}: no cause"));
        assert_eq!(found.key, "r7-overwritten", "{name}: {}", found.sentence);
        assert!(
            found.sentence.contains(&format!("at the beginning of {name},")),
            "{}",
            found.sentence
        );
        assert_eq!(
            found.sentence.contains("by the JSR"),
            calls && name != "GET_MOVE",
            "{}",
            found.sentence
        );
        let kept = key(&source, Traps::KeepR7, GAME);
        assert_eq!(
            kept,
            if calls { "r7-overwritten" } else { "" },
            "{name}, where TRAP keeps R7"
        );
    }
}

#[test]
fn r7_that_is_saved_too_late() {
    for (old, new) in [
        (
            "        ST      R7, DT_R7\n",
            "        OUT\n        ST      R7, DT_R7\n",
        ),
        (
            "        ST      R7, CW_R7\n",
            "        JSR     CHANGE_TURN\n        ST      R7, CW_R7\n",
        ),
        (
            "        ST      R7, GO_R7\n",
            "        TRAP    x21\n        ST      R7, GO_R7\n",
        ),
    ] {
        let source = with(STARTER, &[(old, new)]);
        let found = cause(&source, Traps::OverwriteR7, GAME).expect(new);
        assert_eq!(found.key, "r7-overwritten", "{}", found.sentence);
        assert!(found.sentence.contains("before the ST at line"), "{}", found.sentence);
    }
}

#[test]
fn r7_that_is_saved_and_not_loaded() {
    for (prefix, name, calls) in SUBROUTINES {
        let source = without(STARTER, &[&format!("LD R7, {prefix}_R7")]);
        assert_eq!(key(&source, Traps::OverwriteR7, GAME), "r7-not-loaded", "{name}");
        if calls {
            assert_eq!(key(&source, Traps::KeepR7, GAME), "r7-not-loaded", "{name}");
        }
    }
}

#[test]
fn r7_that_is_loaded_and_was_never_saved() {
    for (prefix, name, _) in SUBROUTINES {
        let source = without(STARTER, &[&format!("ST R7, {prefix}_R7")]);
        let filled = source.replace(".BLKW   1", ".FILL   0");
        for traps in BOTH {
            for source in [&source, &filled] {
                let found = cause(source, traps, GAME).unwrap_or_else(|| panic!("{name}: no cause"));
                assert_eq!(found.key, "unwritten-read", "{name}: {}", found.sentence);
                assert!(found.sentence.contains(&format!("{prefix}_R7")), "{}", found.sentence);
            }
        }
    }
}

#[test]
fn nested_subroutines_that_save_in_one_place() {
    for (inner, outer) in [
        ("DT", "GM"),
        ("CL", "CH"),
        ("CL", "CVE"),
        ("CD2", "CD"),
        ("CH", "CW"),
        ("CW", "US"),
        ("CL", "CD1"),
    ] {
        let source = STARTER.replace(&format!(", {inner}_R7"), &format!(", {outer}_R7"));
        for traps in BOTH {
            assert_eq!(key(&source, traps, GAME), "save-place-shared", "{inner} in {outer}");
        }
    }
}

#[test]
fn a_missing_ret_before_data() {
    let mut planted = 0;
    for (index, _) in STARTER.match_indices("        RET\n") {
        let mut source = STARTER.to_owned();
        source.replace_range(index..index + 12, "");
        // One RET is the target of no data: every subroutine of the starter keeps data behind it.
        for traps in BOTH {
            if let Some(found) = cause(&source, traps, GAME) {
                assert_eq!(found.key, "runs-into-data", "{}", found.sentence);
                planted += 1;
            }
        }
    }
    assert!(planted >= 10, "{planted}");
}

#[test]
fn a_missing_halt_before_a_subroutine() {
    let gone = with(STARTER, &[("        HALT\n", "")]);
    let loose = with(STARTER, &[("        HALT\n", "        ADD     R0, R0, #0\n")]);
    let other = with(
        STARTER,
        &[("        HALT\n", "        LD      R0, TURN\nEND_OF_GAME\n")],
    );
    for source in [gone, loose, other] {
        for traps in BOTH {
            let found = cause(&source, traps, GAME).expect("a cause");
            assert_eq!(found.key, "missing-halt", "{}", found.sentence);
        }
    }
}

#[test]
fn a_missing_halt_before_data_or_the_end() {
    for data in [
        "TEXT_A .STRINGZ \"over\"\n",
        "A_WORD .FILL xD123\n",
        "SOME .BLKW 3\nMORE .FILL #-36\n",
    ] {
        let source = with(STARTER, &[("        HALT\n", data)]);
        for traps in BOTH {
            let found = cause(&source, traps, GAME).expect("a cause");
            assert_eq!(found.key, "missing-halt", "{data}{}", found.sentence);
        }
    }
    let moved = with(
        STARTER,
        &[
            (
                "        BRz     NEXT_TURN\n",
                "        BRz     NEXT_TURN\n        JSR     DISPLAY_BOARD\n        LD      R0, TO_LAST\n        JMP     R0\nTO_LAST .FILL   LAST\n",
            ),
            ("        .END", "LAST    JSR     GAME_OVER\n        .END"),
        ],
    );
    for traps in BOTH {
        assert_eq!(key(&moved, traps, GAME), "missing-halt");
    }
}

#[test]
fn a_ret_instead_of_halt() {
    for old in ["        HALT\n", "        JSR     GAME_OVER\n        HALT\n"] {
        let source = with(STARTER, &[(old, "        RET\n")]);
        for traps in BOTH {
            assert_eq!(key(&source, traps, GAME), "ret-into-itself", "{old}");
        }
    }
}

#[test]
fn a_store_into_code() {
    // A label of a place to save in whose `.BLKW` is missing is the label of what follows.
    for (name, follows) in [
        ("INIT_R0", "DISPLAY_TURN"),
        ("DT_R7", "GET_MOVE"),
        ("GM_R7", "UPDATE_BOARD"),
        ("UB_R2", "CHANGE_TURN"),
        ("DB_R7", "CHECK_VALID"),
        ("CH_R7", "CHECK_VERTICAL"),
        ("CD_R7", "CHECK_D1"),
        ("CL_R7", "COUNT_SIDE"),
        ("CS_R6", "GAME_OVER"),
    ] {
        let gone = without(STARTER, &[&format!("{name} .BLKW 1")]);
        let source = with(&gone, &[(&format!("\n{follows}\n"), &format!("\n{name}\n{follows}\n"))]);
        for traps in BOTH {
            let found = cause(&source, traps, GAME).unwrap_or_else(|| panic!("{name}: no cause"));
            assert_eq!(found.key, "store-into-code", "{name}: {}", found.sentence);
            let text = found.places[0].text.clone().unwrap_or_default();
            assert!(text.contains(name), "{name}: {}", found.sentence);
        }
    }
}

#[test]
fn a_text_without_its_end() {
    let moved = with(
        STARTER,
        &[
            ("CHOOSE_TEXT     .STRINGZ \", choose a column: \"\n", ""),
            (
                "NEWLINE         .FILL   x000A\n",
                "NEWLINE         .FILL   x000A\nCHOOSE_TEXT .FILL x2C\n .FILL x20\n",
            ),
        ],
    );
    let into_numbers = with(
        STARTER,
        &[
            ("CHOOSE_TEXT     .STRINGZ \", choose a column: \"\n", ""),
            (
                "TURN            .FILL",
                "CHOOSE_TEXT .FILL x2C\n .FILL x20\nTURN            .FILL",
            ),
        ],
    );
    let wins = with(
        STARTER,
        &[
            ("GO_TIE_TEXT    .STRINGZ \"Tie Game.\"\n", ""),
            (
                "GO_WINS_TEXT   .STRINGZ \" Wins.\"\n",
                "GO_TIE_TEXT .STRINGZ \"Tie Game.\"\nGO_WINS_TEXT .FILL x20\n .FILL x57\n",
            ),
        ],
    );
    for source in [moved, into_numbers, wins] {
        for traps in BOTH {
            let found = cause(&source, traps, GAME).expect("a cause");
            assert_eq!(found.key, "string-without-end", "{}", found.sentence);
        }
    }
}

#[test]
fn a_branch_to_the_next_line() {
    for (old, new) in [
        (
            "        BRp     DB_ROW\n",
            "        BRz     OUT_1\nOUT_1   BRnzp   DB_ROW\n",
        ),
        (
            "        BRn     DB_ROW_END              ; no space after the sixth\n",
            "        BRn     OUT_2\nOUT_2\n",
        ),
        (
            "        BRz     NEXT_TURN\n",
            "        BRp     OUT_3\nOUT_3   BRnzp   NEXT_TURN\n",
        ),
        (
            "        BRz     NEXT_TURN\n",
            "        BRp     #0\n        BR      NEXT_TURN\n",
        ),
        ("        BRp     GM_DONE\n", "        BRp     OUT_4\nOUT_4\n"),
    ] {
        let source = with(STARTER, &[(old, new)]);
        for traps in BOTH {
            let (ending, diagnosis) = diagnose(&source, traps, GAME);
            let found = diagnosis.cause.unwrap_or_else(|| panic!("{ending:?}: no cause: {new}"));
            assert_eq!(found.key, "branch-to-next-line", "{}", found.sentence);
        }
    }
}

/// In the other reference program, which is written in another way.
#[test]
fn r7_that_is_never_saved_in_the_scratch_program() {
    let mut told = 0;
    let lines: Vec<&str> = SCRATCH.lines().collect();
    let plain = |line: &str| {
        line.split(';')
            .next()
            .unwrap_or("")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    for save in lines
        .iter()
        .map(|line| plain(line))
        .filter(|line| line.contains("ST R7,"))
    {
        let save = save[save.find("ST R7").unwrap_or(0)..].to_owned();
        let load = save.replacen("ST", "LD", 1);
        if !lines.iter().any(|line| plain(line) == load) || !lines.iter().any(|line| plain(line) == save) {
            continue;
        }
        let source = without(SCRATCH, &[&save, &load]);
        for keys in ["1\n2\n1\n2\n1\n2\n1\n", "9\n1\n"] {
            if let Some(found) = cause(&source, BOTH[0], keys) {
                assert_eq!(found.key, "r7-overwritten", "{save}: {}", found.sentence);
                told += 1;
            }
        }
    }
    assert!(told >= 6, "{told}");
}
