//! Small variations of the reference program: what is the student's own affair, and what is not.

use std::sync::LazyLock;

use super::{MISSING, check, given_lines as lines_given};
use crate::assignment::{Assignment, bundled, find};
use crate::machine::lc3;
use crate::result::Finding;

static ASSIGNMENT: LazyLock<Assignment> = LazyLock::new(|| find("lc3-starter").expect("it is bundled"));
static REFERENCE: LazyLock<String> = LazyLock::new(|| {
    let bytes = bundled::beside_reference("lc3-starter", "connect4.asm").expect("it is bundled");
    String::from_utf8(bytes.to_vec()).expect("it is plain text")
});

#[track_caller]
fn finding(bytes: impl AsRef<[u8]>) -> Option<Finding> {
    let build = lc3::build("connect4", bytes.as_ref());
    let errors: Vec<&str> = build.diagnostics.iter().map(|one| &*one.message).collect();
    let program = build.program.unwrap_or_else(|| panic!("{errors:?}"));
    check(&ASSIGNMENT, &program)
}

/// The reference program with a piece replaced that is in it once.
#[track_caller]
fn edited(from: &str, to: &str) -> String {
    assert_eq!(REFERENCE.matches(from).count(), 1, "{from:?}");
    REFERENCE.replace(from, to)
}

/// The sentences after the first one, which is always the same.
#[track_caller]
fn message(program: impl AsRef<[u8]>) -> String {
    let finding = finding(program).expect("something was changed");
    assert_eq!(finding.key, "starter-changed");
    let rest = finding
        .message
        .strip_prefix("The given part of the starter file was modified. ");
    rest.expect("the heading").to_owned()
}

/// A subroutine of the reference program with its data: from its label's line to the line of the next comment block.
fn piece(label: &str) -> &'static str {
    let start = REFERENCE.find(&format!("\n{label}\n")).expect("the label") + 1;
    let length = REFERENCE[start..].find("\n; ").expect("the next subroutine") + 1;
    &REFERENCE[start..start + length]
}

#[test]
fn the_reference_and_the_bare_starter_are_as_given() {
    assert_eq!(finding(&*REFERENCE), None);
    let starter = ASSIGNMENT.starter.as_ref().expect("there is one");
    assert_eq!(finding(&starter.text), None);
    assert_eq!(starter.given().expect("a given part").len(), 154);
}

#[test]
fn comments_blanks_case_and_line_ends_are_the_students_own() {
    let without: Vec<&str> = REFERENCE
        .lines()
        .map(|line| line.split(';').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(finding(without.join("\r\n")), None);

    // Texts keep their case: they are what the game prints.
    let lower: Vec<String> = REFERENCE
        .lines()
        .map(|line| {
            if line.contains('"') {
                line.to_owned()
            } else {
                line.to_lowercase()
            }
        })
        .collect();

    assert_eq!(finding(lower.join("\n")), None);
    assert_eq!(finding(REFERENCE.replace("\n        ", "\n; more\n\t \t")), None);
}

#[test]
fn commas_numbers_and_names_of_instructions_are_the_students_own() {
    assert_eq!(finding(REFERENCE.replace(", #", " #").replace(", R", " R")), None);
    let numbers = REFERENCE
        .replace("#-36", "x-24")
        .replace("x004F", "79")
        .replace("#7 ", "x7 ")
        .replace("#-45", "xFFD3");

    assert_eq!(finding(numbers), None);
    let names = REFERENCE
        .replace("BRnzp", "BR")
        .replace("        RET", "        JMP R7")
        .replace("HALT", "TRAP x25")
        .replace("GETC", "trap 32")
        .replace("BRnp", "BRpn");

    assert_eq!(finding(names), None);
    assert_eq!(finding(REFERENCE.replace("_R7   .BLKW   1", "_R7   .FILL   0")), None);
}

#[test]
fn code_and_data_may_stand_elsewhere() {
    for label in [
        "INIT",
        "DISPLAY_TURN",
        "GET_MOVE",
        "UPDATE_BOARD",
        "CHANGE_TURN",
        "CHECK_WINNER",
        "UPDATE_STATE",
    ] {
        let piece = piece(label);
        let moved = edited(piece, "").replace("\n        .END", &format!("\n{piece}\n        .END"));
        // What is far away may be out of reach, which is another story.
        if lc3::build("connect4.asm", moved.as_bytes()).program.is_some() {
            assert_eq!(finding(moved), None, "{label}");
        }
    }

    let line = "WINNER          .FILL   #0              ; 0 for a tie, or 1 or 2\n";
    let moved = edited(line, "").replace("INIT_R0 .BLKW   1\n", &format!("INIT_R0 .BLKW 1\n{line}"));
    assert_eq!(finding(moved), None);
}

#[test]
fn own_code_and_data_may_stand_between_given_pieces() {
    let own = "MY_TURN .FILL TURN\nMINE .BLKW 3\nHELP\n AND R0, R0, #0\n RET\n";
    for before in [
        "INIT_R0 .BLKW",
        "DT_R1   .BLKW",
        "ROW1     ",
        "TURN     ",
        "\nDISPLAY_TURN\n",
        "\nUB_LAND\n",
    ] {
        let text = edited(before, &format!("\n{own}{before}"));
        assert_eq!(finding(text), None, "{before}");
    }

    let aliases = edited("\nGM_READ\n", "\nAGAIN GM_READ\n").replace("BRnzp   GM_READ", "BRnzp AGAIN");
    assert_eq!(finding(aliases), None);
    assert_eq!(
        finding(edited("        JSR     INIT\n", "MAIN    JSR     INIT\n")),
        None
    );
}

#[test]
fn a_changed_instruction_is_named_with_both_lines() {
    let finding = finding(edited("BRp     GM_DONE", "BRz     GM_DONE")).expect("it was changed");
    assert_eq!(
        finding.message,
        "The given part of the starter file was modified. Line 87: `BRz GM_DONE` was `BRp GM_DONE` in the starter (line 87)."
    );

    let places: Vec<_> = finding
        .places
        .iter()
        .map(|place| (place.line, place.label.as_deref()))
        .collect();
    assert_eq!(places, [(Some(87), Some("GM_READ+7"))]);

    assert_eq!(
        message(edited("BRp     GM_DONE", "BRp     GM_READ")),
        "Line 87: `BRp GM_READ` was `BRp GM_DONE` in the starter (line 87)."
    );
}

#[test]
fn a_changed_value_or_text_is_named_with_its_label() {
    assert_eq!(
        message(edited("TURN            .FILL   #1", "TURN .FILL x2")),
        "Line 243: `TURN .FILL x2` was `TURN .FILL #1` in the starter (line 243)."
    );
    assert_eq!(
        message(edited(".STRINGZ \"Player \"\nCH", ".STRINGZ \"player \"\nCH")),
        "Line 229: `PLAYER_TEXT .STRINGZ \"player \"` was `PLAYER_TEXT .STRINGZ \"Player \"` in the starter (line 229)."
    );
}

#[test]
fn an_insertion_is_reported_as_an_insertion() {
    let added = edited(
        "        JSR     CHECK_VALID\n",
        "        OUT\n        JSR     CHECK_VALID\n",
    );
    assert_eq!(message(added), "Line 83: `OUT` was added.");

    let several = edited(
        "        BRp     GM_DONE\n",
        " BRn GM_DONE\n NOT R0, R0\n PUTS\n        BRp     GM_DONE\n",
    );
    assert_eq!(
        message(several),
        "Lines 87 to 89 were added, from `BRn GM_DONE` to `PUTS`."
    );

    // At the start of the program, and of a subroutine.
    let first = edited("        JSR     INIT\n", " LD R6, NEWLINE\n        JSR     INIT\n");
    assert_eq!(message(first), "Line 19: `LD R6, NEWLINE` was added.");
    let first = edited(
        "        ST      R0, CT_R0\n",
        " NOT R6, R6\n        ST      R0, CT_R0\n",
    );
    assert_eq!(message(first), "Line 151: `NOT R6, R6` was added.");

    // Behind a branch that is always taken nothing is run into.
    let idle = edited("\nGM_DONE\n", "\nMINE LD R0, NEWLINE\n RET\nGM_DONE\n");
    assert_eq!(finding(idle), None);
}

#[test]
fn a_removed_line_is_named_with_its_place() {
    assert_eq!(
        message(edited("        HALT\n", "")),
        "After line 31: `HALT` is missing (line 32 of the starter)."
    );
    let subroutine = edited(piece("CHANGE_TURN"), "").replace("JSR     CHANGE_TURN", "JSR     INIT");
    assert_eq!(
        message(subroutine),
        "After line 146: 8 given lines are missing, from `ST R0, CT_R0` to `CT_R0 .BLKW 1` (lines 151 to 159 of the \
         starter). Line 191: `JSR INIT` was `JSR CHANGE_TURN` in the starter (line 202)."
    );
}

#[test]
fn a_subroutine_rewritten_under_another_name_is_missing() {
    let own =
        "OTHER\n LD R0, TURN\n ADD R0, R0, #-1\n BRz O2\n AND R0, R0, #0\nO2 ADD R0, R0, #1\n ST R0, TURN\n RET\n";
    let text = edited(piece("CHANGE_TURN"), own).replace("JSR     CHANGE_TURN", "JSR     OTHER");
    assert_eq!(
        message(text),
        "After line 146: 8 given lines are missing, from `ST R0, CT_R0` to `CT_R0 .BLKW 1` (lines 151 to 159 of the \
         starter). Line 199: `JSR OTHER` was `JSR CHANGE_TURN` in the starter (line 202)."
    );
}

#[test]
fn a_renamed_label_is_one_change_wherever_it_is_used() {
    assert_eq!(
        message(REFERENCE.replace("GM_DONE", "GM_END")),
        "Line 97: the label `GM_END` was `GM_DONE` in the starter (line 97)."
    );
    assert_eq!(
        message(REFERENCE.replace("NEG_EMPTY", "MINUS")),
        "Line 249: the label `MINUS` was `NEG_EMPTY` in the starter (line 249)."
    );
}

#[test]
fn pieces_that_run_into_one_another_must_stay_together() {
    // GM_READ stands elsewhere now, so what GET_MOVE begins with runs into other code.
    let start = REFERENCE.find("\nGM_READ\n").expect("the label");
    let end = REFERENCE.find("\nGM_DONE\n").expect("the label");
    let moved = REFERENCE[start..end].to_owned();
    let text = edited(&moved, "").replace("\nGM_R7   .BLKW   1\n", &format!("\nGM_R7 .BLKW 1\n{moved}\n"));
    assert_eq!(
        message(text),
        "After line 77: the starter continues with `GETC` (line 80 of the starter), but your program does not."
    );
}

#[test]
fn labels_that_differ_in_case_or_are_defined_twice_are_no_change() {
    assert_eq!(finding(REFERENCE.replace("UB_LAND", "ub_Land")), None);
    let both = edited("TURN            .FILL   #1", "turn .FILL #5\nTURN .FILL #1");
    assert_eq!(finding(both), None);
    let twice = edited("\nDB_R7", "\nUS_DONE RET\nDB_R7");
    assert_eq!(finding(twice), None);
}

#[test]
fn another_program_is_reported_in_a_sentence() {
    let scratch = bundled::beside_reference("lc3-scratch", "connect4.asm").expect("it is bundled");
    let found = finding(scratch).expect("it is another one");
    assert_eq!((found.key.as_str(), found.places.len()), (MISSING, 0));
    assert!(
        found
            .message
            .ends_with("of the 154 given instructions and values, so they are not compared one by one."),
        "{}",
        found.message
    );

    let found = finding(".ORIG x3000\nHALT\n.END\n").expect("it is another one");
    assert!(found.message.contains("none of the 154"), "{}", found.message);
}

#[test]
fn an_object_file_and_an_assignment_without_starter_have_no_finding() {
    assert_eq!(finding([0x30, 0, 0xF0, 0x25]), None);
    let scratch = find("lc3-scratch").expect("it is bundled");
    let build = lc3::build("connect4.asm", b".ORIG x3000\nHALT\n.END\n");
    assert_eq!(check(&scratch, &build.program.expect("it assembles")), None);
}

#[test]
fn given_lines_are_beyond_doubt_where_none_is_changed() {
    let given: Vec<usize> = given_lines().into_iter().map(|(number, _)| number).collect();
    let known = |text: &str| lines_given(&ASSIGNMENT, text).into_iter().collect::<Vec<_>>();
    assert_eq!(known(&REFERENCE), given);
    assert!(known(&with_line(87, "        BRz GM_DONE")).is_empty());
}

/// Each given line of the starter, with its number, as it stands in the reference program too.
fn given_lines() -> Vec<(usize, &'static str)> {
    let given = ASSIGNMENT
        .starter
        .as_ref()
        .expect("there is one")
        .given()
        .expect("a given part");
    let line = |number: usize| REFERENCE.lines().nth(number - 1).expect("the line");
    given.iter().map(|item| (item.line, line(item.line))).collect()
}

/// The reference program with other text for one line.
fn with_line(number: usize, text: &str) -> String {
    let lines = REFERENCE.lines().enumerate();
    let lines: Vec<&str> = lines
        .map(|(index, line)| if index + 1 == number { text } else { line })
        .collect();
    lines.join("\n")
}

#[test]
fn whichever_line_is_taken_out_put_in_twice_or_replaced_is_reported_and_no_other() {
    for (number, line) in given_lines() {
        let is_labelled = !line.starts_with(' ');
        let without = with_line(number, "");
        if !is_labelled {
            let gone = message(&without);
            assert_eq!(gone.matches("is missing").count(), 1, "{number}: {gone}");
            assert!(
                gone.contains(" of the starter)") && !gone.contains("was"),
                "{number}: {gone}"
            );

            let replaced = message(with_line(number, "        NOT     R3, R5"));
            assert!(
                replaced.starts_with(&format!("Line {number}: `NOT R3, R5` was `")),
                "{number}: {replaced}"
            );
            assert!(
                replaced.ends_with(&format!("in the starter (line {number}).")),
                "{number}: {replaced}"
            );

            assert_eq!(replaced.matches("Line ").count(), 1, "{number}: {replaced}");
        }

        if let Some(finding) = finding(with_line(number, &format!("        NOT     R3, R5\n{line}"))) {
            let added =
                format!("The given part of the starter file was modified. Line {number}: `NOT R3, R5` was added.");
            assert_eq!(finding.message, added);
        } else {
            // Nothing runs into it: it stands before data, or at the very start of a piece.
            assert!(is_labelled, "{number}");
        }
    }
}

#[test]
fn shuffled_programs_are_compared_without_a_failure() {
    let mut numbers = crate::splitmix::SplitMix64::new(4);
    let lines: Vec<&str> = REFERENCE.lines().collect();
    let mut assembled = 0;
    for _ in 0..60 {
        let mut shuffled = lines.clone();
        for _ in 0..6 {
            let (from, to) = (numbers.below(lines.len()), numbers.below(lines.len()));
            let line = shuffled.remove(from);
            shuffled.insert(to, line);
        }

        let build = lc3::build("connect4.asm", shuffled.join("\n").as_bytes());
        if let Some(program) = build.program {
            assembled += 1;
            let _ = check(&ASSIGNMENT, &program);
        }
    }

    assert!(assembled > 10, "{assembled}");
}

#[test]
fn programs_made_to_hurt_are_compared_in_time() {
    let labels = "TURN NOT R0, R0\n".repeat(20_000);
    let idle = "NOT R0, R0\n".repeat(40_000);
    let wraps = "INIT .BLKW 40\nTURN NOT R0, R0\n";
    for (origin, body) in [("x3000", labels.as_str()), ("x3000", idle.as_str()), ("xFFF0", wraps)] {
        let found = finding(format!(".ORIG {origin}\n{body}.END\n")).expect("another program");
        assert_eq!(found.key, MISSING, "{origin}");
    }
}
