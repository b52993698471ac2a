//! A single mistake planted in a reference program is found again at its line, by an edit that mends the program.

use std::fmt::Write as _;

use c4grade::assignment;
use c4grade::case;
use c4grade::grade::Grader;
use c4grade::machine::edits::{Edit, EditKind, edits, statements};
use c4grade::machine::{Machine, Program, Target, arm, lc3};
use c4grade::result::{Fault, Place, Repair, StudentReport, Verdict};
use c4grade::submission::from_memory;

mod equal;
mod hands;
mod missing;
mod own_format;
mod rewrite;
mod rewritten;

const STARTER: &str = include_str!("../../reference/lc3-starter/connect4.asm");
const SCRATCH: &str = include_str!("../../reference/lc3-scratch/connect4.asm");

pub(super) fn grader(name: &str) -> Grader {
    let assignment = assignment::find(name).expect("bundled");
    let suite = case::load(&assignment, None).expect("it is right");
    Grader::new(assignment, suite.cases, suite.has_rubric, false).with_contracts(suite.contracts)
}

fn graded(grader: &Grader, text: &str) -> StudentReport {
    graded_for(Target::Lc3, grader, text)
}

pub(super) fn graded_for(target: Target, grader: &Grader, text: &str) -> StudentReport {
    let file = if target == Target::Arm {
        "connect4.s"
    } else {
        "connect4.asm"
    };
    let found = from_memory([("ada".to_owned(), file.to_owned(), text.as_bytes().to_vec())]);
    grader.grade(&found.submissions[0]).report
}

/// Whether a mistake is in the structure of a program: in what a statement refers to, or in the order of statements.
fn is_of_structure(edit: &Edit) -> bool {
    [
        EditKind::Target,
        EditKind::Exchanged,
        EditKind::Moved,
        EditKind::Unsaved,
    ]
    .contains(&edit.kind)
}

/// What became of the planted mistakes.
#[derive(Default)]
pub(super) struct Found {
    pub planted: usize,
    pub at_line: usize,
    pub tie: usize,
    pub near: usize,
    pub elsewhere: usize,
    nowhere: usize,
    /// Where the subroutine is named, with the line or without it, or the line is.
    subroutine: usize,
    pub log: String,
}

impl Found {
    fn count(&mut self, fate: &str, is_in_subroutine: bool) {
        self.planted += 1;
        self.subroutine += usize::from(is_in_subroutine || ["line", "same", "tie", "near"].contains(&fate));
        match fate {
            "line" | "same" => self.at_line += 1,
            "tie" => self.tie += 1,
            "near" => self.near += 1,
            "elsewhere" => self.elsewhere += 1,
            _ => self.nowhere += 1,
        }
    }

    pub fn words(&self) -> String {
        format!(
            "{} planted, {} at the line, {} at one of several, {} near it, {} elsewhere, {} not found; {} in the subroutine",
            self.planted, self.at_line, self.tie, self.near, self.elsewhere, self.nowhere, self.subroutine
        )
    }
}

/// A number from the environment, or another one.
pub(super) fn number(name: &str, other: u64) -> u64 {
    let given = std::env::var(name).ok().and_then(|number| number.parse().ok());
    given.unwrap_or(other)
}

/// Plants one in `every` edits and looks for each.
pub(super) fn look(target: Target, name: &str, source: &str, (every, from): (usize, usize)) -> Found {
    let grader = grader(name);
    let mut found = Found::default();
    let kind = std::env::var("KIND").unwrap_or_default();
    let all = edits(target, source);
    let of_kind = all.iter().filter(|edit| edit.kind.words().contains(&kind));
    for edit in of_kind.skip(from).step_by(every) {
        let text = edit.apply(source);
        let report = graded_for(target, &grader, &text);
        if report.faults.is_empty() {
            continue;
        }
        let (fate, said) = fate(target, edit, &report, [source, &text]);
        found.count(fate, is_in_subroutine(edit, &report, source));
        let _ = writeln!(found.log, "{fate:9} {:4} {:60} {said}", edit.line, edit.words());
    }
    found
}

/// Whether the subroutine of a planted mistake is named: by an edit, or as one of those that are wrong, or that these share.
fn is_in_subroutine(edit: &Edit, report: &StudentReport, source: &str) -> bool {
    let own = subroutines(source)[edit.line - 1];
    let repair = report.faults.iter().find_map(|fault| fault.repair.as_ref());
    let named = repair.and_then(|repair| repair.subroutine.as_deref());
    let components = report.components.iter();
    let wrong = components.flat_map(|known| known.broken.iter().map(|part| &part.name).chain(&known.shared));
    named == Some(own) || wrong.into_iter().any(|name| *name == own)
}

/// Where a planted mistake is located: at its `line`, which an edit is as well that gives the `same` program as before; at a line
/// that does as well as it, `near` it, or `elsewhere`.
fn fate(target: Target, edit: &Edit, report: &StudentReport, [source, text]: [&str; 2]) -> (&'static str, String) {
    let located = |fault: &'_ Fault| fault.repair.clone().map(|repair| (fault.key.clone(), repair));
    let Some((key, repair)) = report.faults.iter().find_map(located) else {
        return ("nowhere", report.summary.clone());
    };
    let lines: Vec<usize> = repair
        .places
        .iter()
        .filter_map(|place| place.line)
        .map(|line| line as usize)
        .collect();
    let said = format!(
        "{lines:?} {} ({} cases of {key}, whole {})",
        repair.edit, repair.cases, repair.is_whole
    );
    // Either of two equal statements is one too many, and what is moved is missing where it was and too many where it is.
    let is_wide = [EditKind::Doubled, EditKind::Moved, EditKind::Unsaved].contains(&edit.kind);
    let is_own = |line: &usize| *line == edit.line || is_wide && edit.touches(*line);
    let fate = if lines.first().is_some_and(is_own) {
        "line"
    } else if repaired(target, text, &repair).is_some_and(|repaired| is_same(target, &repaired, source)) {
        "same"
    } else if lines.contains(&edit.line) {
        "tie"
    } else if lines.iter().any(|line| line.abs_diff(edit.line) <= 3) {
        "near"
    } else {
        "elsewhere"
    };
    (fate, said)
}

/// The text with an edit that is given in words.
fn repaired(target: Target, text: &str, repair: &Repair) -> Option<String> {
    let line = repair.places.first()?.line? as usize;
    let statements = statements(target, text);
    let at = statements.iter().position(|statement| statement.line == line)?;
    let parts: Vec<&str> = repair.edit.split('`').collect();
    let edit = match parts[..] {
        ["without ", ..] => Edit::of(EditKind::Dropped, &statements[at], String::new()),
        ["with ", new, " before ", ..] => Edit::before(&statements[at], new),
        ["with ", new, " after ", ..] => Edit::after(&statements[at], new),
        ["with ", _, " in place of ", both, _] if both.contains("; ") => {
            Edit::swapping(&statements[at], statements.get(at + 1)?)
        }
        ["with ", new, " in place of ", ..] => Edit::of(EditKind::Opcode, &statements[at], new.to_owned()),
        _ => return None,
    };
    Some(edit.apply(text))
}

/// Whether two programs are certainly the same.
fn is_same(target: Target, one: &str, other: &str) -> bool {
    image(target, one) == image(target, other) || target == Target::Lc3 && equal::are_equal(one, other)
}

/// The words or bytes that a program assembles to.
fn image(target: Target, text: &str) -> Option<Vec<u16>> {
    let machine = match target {
        Target::Arm => Machine::Arm(arm::Settings::default()),
        _ => Machine::Lc3(lc3::settings::Settings::default()),
    };
    match machine.build("connect4", text.as_bytes(), None).ok()?.program? {
        Program::Lc3(program) => {
            let words = program.blocks.iter().flat_map(|block| &block.words);
            Some(words.map(|word| word.bits).collect())
        }
        Program::Arm(program) => Some(program.flash.iter().copied().map(u16::from).collect()),
        Program::Native(_) => None,
    }
}

#[test]
fn the_line_of_a_planted_mistake_is_named() {
    let planted = [
        (
            "        ADD     R2, R2, #6              ; one further to the left",
            426,
            "CHECK_D2",
        ),
        ("        BRp     CV_INVALID", 314, "CHECK_VALID"),
        ("        LDR     R3, R0, #0", 460, "CHECK_LINE"),
    ];
    let wrong = [
        "        ADD     R2, R2, #7",
        "        BRzp    CV_INVALID",
        "        LDR     R3, R3, #0",
    ];
    let grader = grader("lc3-starter");
    for ((line, number, subroutine), wrong) in planted.into_iter().zip(wrong) {
        assert_eq!(STARTER.lines().nth(number - 1), Some(line), "the reference has changed");
        let report = graded(&grader, &STARTER.replace(line, wrong));
        let repair = report.faults[0].repair.as_ref().expect("it is found");
        let found = repair.places[0].line.expect("a line") as usize;
        assert!(found.abs_diff(number) <= 1, "{number}: {found}: {}", repair.edit);
        assert_eq!(repair.subroutine.as_deref(), Some(subroutine));
        assert!(repair.is_whole, "{}", repair.edit);
    }
}

#[test]
fn a_program_without_a_line_feed_at_the_end_is_repaired_like_any_other() {
    let last = "        PUTS\n        LD      R0, GO_NEWLINE\n        OUT\n";
    assert!(STARTER.contains(last), "the reference has changed");
    let right = STARTER.replace(last, "        PUTS\n");
    let grader = grader("lc3-starter");
    assert_eq!(graded(&grader, &right).verdict, Verdict::Pass);

    let line = "ADD     R2, R2, #6              ; one further to the left";
    let report = graded(&grader, &right.replace(line, "ADD R2, R2, #7"));
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    assert_eq!(repair.places[0].line, Some(426), "{}", repair.edit);
    assert!(repair.is_whole, "{}", repair.edit);
}

#[test]
fn a_program_that_needs_memory_to_be_zero_is_repaired_like_any_other() {
    // After each move, but not before the first one, it reads a word that nothing wrote.
    let [turn, player] = [
        "        ST      R0, PLAYER\n        BRnzp   TURN\n",
        "PLAYER      .FILL   #1",
    ];
    let reads = "        ST      R0, PLAYER\n        LDI     R0, SPARE\n        BRz     TURN\n        HALT\n";
    let [right, wrong] = ["ADD", "AND"].map(|name| {
        format!(
            "        {name}     R2, R2, #6\n        JSR     SCAN\n        ADD     R0, R0, #0\n        BRp     FL_DONE\n\n        \
             LEA     R1, GRID                ; the column"
        )
    });
    for part in [turn, player, &right] {
        assert!(SCRATCH.contains(part), "the reference has changed: {part}");
    }
    let wrong = SCRATCH
        .replace(&right, &wrong)
        .replace(turn, reads)
        .replace(player, &format!("SPARE .FILL x5000\n{player}"));

    let report = graded(&grader("lc3-scratch"), &wrong);
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    assert_eq!(repair.places[0].line, Some(244), "{}", repair.edit);
    assert!(repair.is_whole, "{}", repair.edit);
}

/// The edit that is reported of the starter's reference program with lines of it in place of others.
fn edit_reported(changed: &[(&str, &str)]) -> (u32, String) {
    edit_reported_by(&grader("lc3-starter"), changed)
}

fn edit_reported_by(grader: &Grader, changed: &[(&str, &str)]) -> (u32, String) {
    let text = changed.iter().fold(STARTER.to_owned(), |text, (right, wrong)| {
        assert!(text.contains(right), "the reference has changed: {right}");
        text.replacen(right, wrong, 1)
    });
    let report = graded(grader, &text);
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    assert!(repair.is_whole, "{}", repair.edit);
    (repair.places[0].line.expect("a line"), repair.edit.clone())
}

#[test]
fn what_became_of_the_given_part_is_the_first_thing_that_is_put_back() {
    let call = "        JSR     CHANGE_TURN\n";
    let counted = "        LD      R0, CHECKERS\n        ADD     R0, R0, #1\n";
    let planted = [
        (call, "", 202, "with `JSR CHANGE_TURN` before `AND     R6, R6, #0`"),
        (
            counted,
            "        LD      R0, CHECKERS\n        ADD     R0, R0, #2\n",
            192,
            "with `ADD R0, R0, #1` in place of `ADD     R0, R0, #2`",
        ),
        (
            call,
            "        JSR     CHANGE_TURN\n        JSR     CHANGE_TURN\n",
            203,
            "without `JSR     CHANGE_TURN`",
        ),
    ];

    let grader = grader("lc3-starter");
    for (right, wrong, line, edit) in planted {
        assert!(STARTER.contains(right), "the reference has changed");
        let report = graded(&grader, &STARTER.replacen(right, wrong, 1));
        let repair = report.faults[0].repair.as_ref().expect("it is found");
        assert_eq!((repair.places[0].line, &repair.edit[..]), (Some(line), edit));
        assert!(repair.is_whole && repair.places.len() == 1, "{edit}");
    }
}

#[test]
fn a_register_that_a_subroutine_neither_saves_nor_restores_is_named() {
    let (line, edit) = edit_reported(&[
        ("        ST      R7, CW_R7\n", "\n"),
        ("        LD      R7, CW_R7\n", "\n"),
    ]);
    assert_eq!(
        edit,
        "with R7 saved at the start of CHECK_WINNER and restored before it returns"
    );
    assert_eq!(line, 167, "its first instruction");
}

#[test]
fn a_result_that_is_not_tested_is_named() {
    let test = "        ADD     R4, R4, #0\n        BRp     CW_DONE\n        JSR     CHECK_VERTICAL";
    let (line, edit) = edit_reported(&[(test, "\n\n        JSR     CHECK_VERTICAL")]);
    assert_eq!(
        edit,
        "with `ADD R4, R4, #0` and `BRp CW_DONE` after `JSR     CHECK_HORIZONTAL`"
    );
    assert_eq!(line, 168, "the call");
}

#[test]
fn a_return_that_is_missing_before_data_is_named() {
    let (line, edit) = edit_reported(&[(
        "        LD      R7, US_R7\n        RET\n",
        "        LD      R7, US_R7\n\n",
    )]);
    assert_eq!(edit, "with `RET` after `LD      R7, US_R7`");
    assert_eq!(line, 219);
}

/// A program without the subroutines of the starter file.
const OWN: &str = include_str!("../../reference/lc3-starter/submissions/chidi-okafor/connect4.asm");

#[test]
fn a_return_that_is_missing_before_a_subroutine_is_named() {
    let end = "        RET\n\n; drops a piece";
    let (line, before) = OWN
        .split_once(end)
        .map(|(before, _)| (before.lines().count(), before))
        .expect("it is there");
    let report = graded(&grader("lc3-starter"), &OWN.replacen(end, "\n\n; drops a piece", 1));
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    let last = before.lines().last().unwrap_or_default().trim();
    assert_eq!(
        (repair.places[0].line, &repair.edit),
        (Some(line as u32), &format!("with `RET` after `{last}`"))
    );
    assert!(repair.is_whole && !repair.is_odd);
}

#[test]
fn a_program_without_the_named_subroutines_is_repaired_as_a_whole() {
    let right = "        NOT     R0, R0\n";
    assert!(OWN.contains(right), "the program has changed");
    let report = graded(
        &grader("lc3-starter"),
        &OWN.replacen(right, "        NOT     R3, R0\n", 1),
    );
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    assert_eq!(repair.edit, "with `NOT R0, R0` in place of `NOT     R3, R0`");
    assert!(
        repair.is_whole,
        "contracts of subroutines that it does not have are no reason"
    );
}

#[test]
fn a_statement_in_the_wrong_place_is_named() {
    let (line, edit) = edit_reported(&[(
        "        LEA     R0, PLAYER_TEXT\n        PUTS\n        LD      R0, TURN\n",
        "        PUTS\n        LD      R0, TURN\n        LEA     R0, PLAYER_TEXT\n",
    )]);
    assert_eq!(edit, "with `LEA     R0, PLAYER_TEXT` moved before `PUTS`");
    assert_eq!(line, 55, "where it is");
}

#[test]
fn a_statement_on_the_wrong_side_of_a_branch_is_named() {
    // That the final board is not shown is a fault where the assignment says so.
    let mut assignment = assignment::find("lc3-starter").expect("bundled");
    assignment.comparison.tolerate.missing_board = false;
    let suite = case::load(&assignment, None).expect("it is right");
    let insisting = Grader::new(assignment, suite.cases, suite.has_rubric, false).with_contracts(suite.contracts);
    let late = (
        "        JSR     DISPLAY_BOARD\n        JSR     GAME_OVER\n        HALT\n",
        "        JSR     GAME_OVER\n        HALT\n        JSR     DISPLAY_BOARD\n",
    );
    let (line, edit) = edit_reported_by(&insisting, &[late]);
    assert_eq!(edit, "with `JSR     DISPLAY_BOARD` moved before `JSR     GAME_OVER`");
    assert_eq!(line, 32, "where it is, and never runs");

    let sum = "        LD      R4, NEG_CELLS\n        ADD     R0, R0, R4\n";
    let (line, edit) = edit_reported(&[(
        &format!("{sum}        BRz     US_TIE\n"),
        &format!("        BRz     US_TIE\n{sum}"),
    )]);
    assert_eq!(edit, "with `BRz     US_TIE` moved after `ADD     R0, R0, R4`");
    assert_eq!(line, 199, "where it is");
}

#[test]
fn a_label_that_nothing_uses_and_one_that_is_reached_through_a_pointer_are_what_was_meant() {
    // The subroutine that is no longer called could be called from several places.
    let (line, edit) = edit_reported(&[("        JSR     CHANGE_TURN\n", "        JSR     CHECK_WINNER\n")]);
    assert_eq!(edit, "with `JSR CHANGE_TURN` in place of `JSR     CHECK_WINNER`");
    assert_eq!(line, 202);

    // Only GAME_OVER still reads what is stored, by its address.
    let (line, edit) = edit_reported(&[("        ST      R0, WINNER\n", "        ST      R0, CHECKER_1\n")]);
    assert_eq!(edit, "with `ST R0, WINNER` in place of `ST      R0, CHECKER_1`");
    assert_eq!(line, 212);
}

#[test]
fn a_pointer_to_where_a_program_ends_is_no_target() {
    let last = "        .END";
    let text = STARTER.replacen(last, &format!("FREE .FILL PAST\nPAST\n{last}"), 1);
    let text = text.replacen("        ST      R0, WINNER\n", "        ST      R0, CHECKER_1\n", 1);
    let report = graded(&grader("lc3-starter"), &text);
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    assert_eq!(repair.edit, "with `ST R0, WINNER` in place of `ST      R0, CHECKER_1`");
}

#[test]
fn an_instruction_more_without_room_is_said_with_what_stands_in_its_way() {
    let (count, far) = (
        "        ADD     R1, R1, #1\n        ADD     R3, R3, #-1\n",
        "        LEA     R0, FAR\n",
    );
    assert!(STARTER.contains(count), "the reference has changed");
    // Nothing runs this, but it has to reach the end of the program, which is as far away as can be.
    let wrong = STARTER.replacen(count, "        ADD     R3, R3, #-1\n", 1);
    let wrong = wrong.replacen("\nDISPLAY_BOARD\n", &format!("{far}\nDISPLAY_BOARD\n"), 1);
    let with_gap = |gap: usize| {
        wrong.replacen(
            "        .END",
            &format!("GAP .BLKW {gap}\nFAR .FILL #0\n        .END"),
            1,
        )
    };
    let reaches = |gap: &usize| image(Target::Lc3, &with_gap(*gap)).is_some();
    let widest = (1..256).rev().find(reaches).expect("the end is near enough");

    let text = with_gap(widest);
    let line = |of: &str| text[..text.find(of).expect("it is there")].lines().count() + 1;
    let report = graded(&grader("lc3-starter"), &text);
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    assert_eq!(repair.edit, "with `ADD R1, R1, #1` before `ADD     R3, R3, #-1`");
    assert_eq!(repair.places[0].line, Some(line("        ADD     R3, R3, #-1") as u32));
    let obstacle = repair.obstacle.as_deref();
    assert_eq!(
        obstacle,
        Some(&format!("with one more line, line {} no longer reaches `FAR`", line(far))[..])
    );
    assert!(!repair.is_whole, "it is no edit of the source");
    assert!(report.components.is_none(), "it is known where the fault is");

    let roomy = graded(&grader("lc3-starter"), &with_gap(1));
    let repair = roomy.faults[0].repair.as_ref().expect("it is found");
    assert!(repair.is_whole && repair.obstacle.is_none(), "{}", repair.edit);
}

#[test]
fn subroutines_that_must_be_replaced_are_named() {
    let text = STARTER
        .replace(
            "ADD     R2, R2, #6              ; one further to the left",
            "ADD R2, R2, #7",
        )
        .replace("        BRz     GO_TIE", "        BRp     GO_TIE")
        .replace("        LD      R0, GO_NEWLINE", "        LD      R0, GO_ZERO");
    let report = graded(&grader("lc3-starter"), &text);
    let components = report.components.expect("no two edits mend them");
    let broken: Vec<&str> = components.broken.iter().map(|part| &part.name[..]).collect();
    assert_eq!(broken, ["CHECK_D2", "GAME_OVER"]);
    assert_eq!(components.right.len(), 6, "{:?}", components.right);
    assert!(!components.is_rest_right, "CHECK_D1 calls CHECK_LINE as well");
    let worth: Vec<usize> = components.broken.iter().map(|part| part.passed).collect();
    assert!(
        worth[0] > worth[1],
        "a lost diagonal costs less than every result: {worth:?}"
    );
}

#[test]
fn everything_else_is_right_unless_a_text_is_misspelt() {
    // Columns are counted from the right.
    let digit = "        ADD     R6, R0, R1              ; the digit's value\n";
    let seven_less = "        NOT R1, R6\n        AND R6, R6, #0\n        ADD R6, R6, #8\n        ADD R6, R6, R1\n        AND R1, R1, #0\n";
    let from_the_right = format!("{digit}{seven_less}");
    let wrong = STARTER.replace(digit, &from_the_right);
    let misspelt = wrong.replace("\"Tie Game.\"", "\"Tie game.\"");
    for (text, is_rest_right) in [(wrong, true), (misspelt, false)] {
        let report = graded(&grader("lc3-starter"), &text);
        let components = report.components.expect("they are known");
        let broken: Vec<&str> = components.broken.iter().map(|part| &part.name[..]).collect();
        assert_eq!(broken, ["CHECK_VALID"]);
        assert_eq!(components.is_rest_right, is_rest_right);
    }
}

/// The repair of the first fault of the starter's reference program without some of its lines.
fn repair_without(lines: &str) -> Repair {
    repair_with(lines, "")
}

/// The same with other lines in place of some.
fn repair_with(lines: &str, others: &str) -> Repair {
    assert_eq!(STARTER.matches(lines).count(), 1, "the reference has changed: {lines}");
    let report = graded(&grader("lc3-starter"), &STARTER.replace(lines, others));
    report.faults[0].repair.clone().expect("it is found")
}

// The call moved further down mends the diagonals, and leaves the columns.
#[test]
fn a_result_that_is_not_tested_is_named_at_the_branch_after_the_call() {
    let call = "        JSR     CHECK_HORIZONTAL\n";
    let repair = repair_with(&format!("{call}        ADD     R4, R4, #0\n"), call);
    assert!(repair.is_whole && !repair.is_odd, "{}", repair.edit);
    let lines: Vec<&str> = repair.places.iter().filter_map(|place| place.text.as_deref()).collect();
    assert!(matches!(lines[0], "BRp     CW_DONE"), "{lines:?}");
}

#[test]
fn an_odd_edit_makes_no_place_certain() {
    // A branch that happens to end the row stands for the two lines that count its cells.
    let counted = "        ADD     R3, R3, #-1\n        BRn     DB_ROW_END              ; no space after the sixth\n";
    let odd = repair_without(counted);
    assert!(odd.is_whole && odd.is_odd, "{}", odd.edit);

    let plain = repair_without("        LD      R1, CV_MINUS_ZERO\n");
    assert!(plain.is_whole && !plain.is_odd, "{}", plain.edit);
}

#[test]
fn no_line_of_the_given_part_is_named() {
    let part = STARTER.find("= THE STUDENT'S PART").expect("the reference has changed");
    let given = STARTER[..part].lines().count();
    let repair = repair_without("        LD      R1, CV_MINUS_ZERO\n");
    let lines: Vec<usize> = repair
        .places
        .iter()
        .filter_map(|place| place.line)
        .map(|line| line as usize)
        .collect();
    assert!(lines.len() > 1 && lines.iter().all(|line| *line > given), "{lines:?}");
}

#[test]
fn two_mistakes_in_two_subroutines_are_both_named() {
    let wrong = [
        (
            323,
            "        AND     R6, R6, #0\nCV_DONE",
            "        AND     R1, R6, #0\nCV_DONE",
        ),
        (361, "        ST      R7, CVE_R7", "        ST      R2, CVE_R7"),
    ];
    let text = wrong.iter().fold(STARTER.to_owned(), |text, (_, right, wrong)| {
        assert!(text.contains(right), "{right}");
        text.replacen(right, wrong, 1)
    });
    let report = graded(&grader("lc3-starter"), &text);
    let repair = report.faults[0].repair.as_ref().expect("they are found");
    let second = repair.further.first().expect("there are two");
    let lines = [&repair.places, &second.places].map(|places| places[0].line.expect("a line"));
    assert_eq!(lines, wrong.map(|(line, ..)| line));
    assert_eq!(repair.edit, "with `AND R6, R6, #0` in place of `AND     R1, R6, #0`");
    assert_eq!(second.edit, "with `ST R7, CVE_R7` in place of `ST      R2, CVE_R7`");
    let subroutines = [&repair.subroutine, &second.subroutine].map(|name| name.as_deref().expect("a subroutine"));
    assert_eq!(subroutines, ["CHECK_VALID", "CHECK_VERTICAL"]);
    assert!(repair.is_whole);
}

#[test]
fn two_mistakes_in_one_subroutine_are_both_named() {
    let wrong = [
        (
            "        AND     R2, R2, #0\n        ADD     R2, R2, #1              ; the next word",
            "        AND     R5, R2, #0\n        ADD     R2, R2, #1",
        ),
        ("        LD      R7, CH_R7", "        LDI     R7, CH_R7"),
    ];
    let text = wrong.iter().fold(STARTER.to_owned(), |text, (right, wrong)| {
        assert!(text.contains(right), "the reference has changed: {right}");
        text.replacen(right, wrong, 1)
    });
    let report = graded(&grader("lc3-starter"), &text);
    let repair = report.faults[0].repair.as_ref().expect("they are found");
    let second = repair.further.first().expect("there are two");
    assert_eq!(repair.edit, "with `AND R2, R2, #0` in place of `AND     R5, R2, #0`");
    assert_eq!(second.edit, "with `LD R7, CH_R7` in place of `LDI     R7, CH_R7`");
    assert!(repair.is_whole);
}

#[test]
fn an_edit_that_mends_most_cases_is_likely_one_of_the_faults() {
    // Without the lines that recognize a tie, which no edit brings back, and with the wrong player stored.
    let tie = "        LD      R0, EMPTY_CELLS\n        ADD     R0, R0, #-1\n        ST      R0, EMPTY_CELLS\n        BRz     TIE\n";
    let turn = "        ST      R0, PLAYER\n        BRnzp   TURN";
    assert!(
        SCRATCH.contains(tie) && SCRATCH.contains(turn),
        "the reference has changed"
    );
    let wrong_turn = turn.replace("R0", "R3");
    let text = SCRATCH.replace(tie, "\n\n\n\n").replace(turn, &wrong_turn);
    let line = text
        .lines()
        .position(|line| line == wrong_turn.lines().next().expect("a line"));

    let report = graded(&grader("lc3-scratch"), &text);
    let fault = &report.faults[0];
    let repair = fault.repair.as_ref().expect("it is likely");
    assert_eq!(
        repair.places[0].line.map(|line| line as usize),
        line.map(|before| before + 1)
    );
    assert_eq!(repair.edit, "with `ST R0, PLAYER` in place of `ST      R3, PLAYER`");
    assert!(!repair.is_whole && repair.further.is_empty(), "{repair:?}");

    // The ties stay.
    let all = repair.of.expect("some cases do not pass");
    let tie_alone = graded(&grader("lc3-scratch"), &SCRATCH.replace(tie, ""));
    let ties: usize = tie_alone.faults.iter().map(|fault| fault.cases.len()).sum();
    assert!(
        ties > 0 && repair.cases + ties == all,
        "{} and {ties} of {all}",
        repair.cases
    );
}

#[test]
fn three_mistakes_that_hide_each_other_are_named_where_there_is_time() {
    let wrong = [
        (
            "        ADD     R0, R0, #-1\n        ST      R0, EMPTY_CELLS",
            "R0, R0, #-1",
            "R1, R0, #-1",
        ),
        (
            "        ST      R0, PLAYER\n        BRnzp   TURN",
            "ST      R0",
            "ST      R3",
        ),
        ("        ADD     R6, R6, #1\n        BRnzp   FL_D2", "#1", "#0"),
    ];
    let text = wrong.iter().fold(SCRATCH.to_owned(), |text, (lines, right, wrong)| {
        assert_eq!(text.matches(lines).count(), 1, "the reference has changed: {lines}");
        text.replace(lines, &lines.replacen(right, wrong, 1))
    });
    let report = graded(&grader("lc3-scratch").with_repair(1200), &text);
    let repair = report.faults[0].repair.as_ref().expect("they are found");
    let edits: Vec<&str> = [&repair.edit[..]]
        .into_iter()
        .chain(repair.further.iter().map(|edit| &edit.edit[..]))
        .collect();
    assert_eq!(
        edits,
        [
            "with `ADD R0, R0, #-1` in place of `ADD     R1, R0, #-1`",
            "with `ST R0, PLAYER` in place of `ST      R3, PLAYER`",
            "with `ADD R6, R6, #1` in place of `ADD     R6, R6, #0`",
        ]
    );
    assert!(repair.is_whole && repair.of.is_none(), "{repair:?}");
}

#[test]
fn what_all_wrong_subroutines_call_is_named() {
    let text = STARTER
        .replace("LDR     R3, R0, #0", "LDR     R4, R0, #0")
        .replace("ADD     R4, R4, #-3", "AND     R4, R4, #-3");
    let report = graded(&grader("lc3-starter"), &text);
    let components = report.components.expect("they are known");
    let broken: Vec<&str> = components.broken.iter().map(|part| &part.name[..]).collect();
    assert_eq!(broken, ["CHECK_HORIZONTAL", "CHECK_VERTICAL", "CHECK_D1", "CHECK_D2"]);
    assert_eq!(components.shared, ["CHECK_LINE", "COUNT_SIDE"]);
}

#[test]
fn a_wrong_text_is_located_at_its_line() {
    let wrong = [
        ("\"Player \"", "\"Plyer \""),
        ("\" Wins.\"", "\" Win.\""),
        ("\"Tie Game.\"", "\"Tie  Game.\""),
        ("\", choose a column: \"", "\", choose a column:\""),
    ];
    let grader = grader("lc3-starter");
    for (right, wrong) in wrong {
        let [right, wrong] = [right, wrong].map(|text| format!(".STRINGZ {text}"));
        let mut lines = STARTER.lines();
        let line = lines.position(|line| line.contains(&right)).expect("it is there");
        let report = graded(&grader, &STARTER.replacen(&right, &wrong, 1));
        let of_faults = report.faults.iter().filter_map(|fault| fault.repair.as_ref());
        let of_texts = report.format_differences.iter().filter_map(|text| text.repair.as_ref());
        let repair = of_texts.chain(of_faults).next().expect(&wrong);
        assert_eq!(repair.places[0].line, Some(line as u32 + 1), "{wrong}: {}", repair.edit);
        assert_eq!(repair.edit, format!("with `{right}` in place of `{wrong}`"));
    }
}

#[test]
fn several_wrong_texts_are_each_located_at_their_line() {
    let wrong = [
        ("\", choose a column: \"", "\" choose a column:\""),
        ("\" Wins.\"", "\" wins!\""),
        ("\"Tie Game.\"", "\"It is a tie.\""),
    ];
    let text = wrong.iter().fold(STARTER.to_owned(), |text, (right, wrong)| {
        let [right, wrong] = [right, wrong].map(|text| format!(".STRINGZ {text}"));
        assert!(text.contains(&right), "{right}");
        text.replacen(&right, &wrong, 1)
    });
    let report = graded(&grader("lc3-starter"), &text);
    assert!(report.faults.is_empty(), "{}", report.summary);
    let repairs = report.format_differences.iter().filter_map(|one| one.repair.as_ref());
    let [repair] = &repairs.collect::<Vec<_>>()[..] else {
        panic!("one is reported, with the others as further ones");
    };

    let further = repair.further.iter().map(|edit| (&edit.places, &edit.edit));
    let edits: Vec<_> = [(&repair.places, &repair.edit)].into_iter().chain(further).collect();
    assert_eq!(edits.len(), wrong.len(), "{edits:?}");
    assert!(repair.is_whole && repair.cases == 667, "{repair:?}");
    for ((right, wrong), (places, edit)) in wrong.iter().zip(edits) {
        let mut lines = text.lines();
        let line = lines.position(|line| line.contains(wrong)).expect("it is there");
        assert_eq!(places[0].line, Some(line as u32 + 1), "{edit}");
        assert!(edit.contains(right) && edit.contains(wrong), "{edit}");
    }
}

/// The only single edit that mends this program makes it write the right instruction over the wrong one.
#[test]
fn an_edit_that_overwrites_the_wrong_instruction_is_no_repair() {
    let wrong = "\
        LEA     R2, CV_SLOT
        LD      R1, CV_GOOD
        STR     R1, R2, #0
        BRnzp   CV_BAD
CV_SLOT .FILL   #0
CV_BAD  AND     R1, R6, #5
";
    let text = STARTER
        .replace("        ADD     R1, R6, #-6\n", wrong)
        .replace("CV_R1   .BLKW   1\n", "CV_R1   .BLKW   1\nCV_GOOD .FILL   x13BA\n");
    let mended = text.replace("STR     R1, R2, #0", "STR     R1, R2, #1");
    let grader = grader("lc3-starter");
    assert!(graded(&grader, &mended).faults.is_empty(), "the edit mends everything");

    let report = graded(&grader, &text);
    assert!(!report.faults.is_empty());
    let repairs = report.faults.iter().filter_map(|fault| fault.repair.as_ref());
    for repair in repairs {
        let further = repair.further.iter().all(|edit| !edit.edit.contains("STR"));
        assert!(!repair.edit.contains("STR") && further, "{repair:?}");
    }
}

#[test]
fn nothing_is_looked_for_where_it_is_switched_off() {
    let text = STARTER.replace("        BRp     CV_INVALID\n", "        BRzp    CV_INVALID\n");
    let report = graded(&grader("lc3-starter").with_repair(0), &text);
    assert!(report.faults.iter().all(|fault| fault.repair.is_none()));
}

#[test]
#[ignore = "takes minutes; `.ci/run` does"]
fn planted_mistakes_are_found() {
    let sample = (number("EVERY", 60) as usize, number("FROM", 0) as usize);
    let packages = [("lc3-starter", STARTER), ("lc3-scratch", SCRATCH)];
    for (name, source) in packages {
        let found = look(Target::Lc3, name, source, sample);
        println!("{}", found.log);
        println!("{name}: {}", found.words());
        let right = found.at_line + found.tie + found.near;
        assert!(
            right * 10 >= found.planted * 7,
            "{name}: {right} of {} are found",
            found.planted
        );
        assert!(
            found.elsewhere * 20 <= found.planted,
            "{name}: {} are misleading",
            found.elsewhere
        );
    }
}

/// Perfect programs of other hands than the reference's.
const OTHER_HANDS: [(&str, &str); 6] = [
    ("lc3-starter", "ada-adams"),
    ("lc3-starter", "bao-nguyen"),
    ("lc3-starter", "chidi-okafor"),
    ("lc3-starter", "gita-patel"),
    ("lc3-starter", "farid-haddad"),
    ("lc3-scratch", "alma-berg"),
];

#[test]
#[ignore = "takes minutes; `.ci/long` does"]
fn other_programs_planted_mistakes_are_found() {
    let sample = (number("EVERY", 90) as usize, number("FROM", 7) as usize);
    let mut all = Found::default();
    for (name, student) in OTHER_HANDS {
        let folder = format!("{}/reference/{name}/submissions/{student}", env!("CARGO_MANIFEST_DIR"));
        let source = std::fs::read_to_string(format!("{folder}/connect4.asm")).expect("it is there");
        let found = look(Target::Lc3, name, &source, sample);
        println!("{name}, {student}\n{}", found.log);
        all.planted += found.planted;
        all.at_line += found.at_line;
        all.tie += found.tie;
        all.near += found.near;
        all.elsewhere += found.elsewhere;
        all.nowhere += found.nowhere;
        all.subroutine += found.subroutine;
    }

    println!("{}", all.words());
    assert!(all.elsewhere * 20 <= all.planted, "{} are misleading", all.elsewhere);
}

/// Two mistakes at once: whether their subroutines are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pair {
    Same,
    Different,
}

/// What is said of programs with two planted mistakes.
#[derive(Debug, Default)]
struct Said {
    planted: usize,
    both: usize,
    one: usize,
    subroutines: usize,
    nothing: usize,
    elsewhere: usize,
    log: String,
}

/// The label before each line that a subroutine of the program begins with; empty in the main program.
fn subroutines(source: &str) -> Vec<&str> {
    let words: Vec<Vec<&str>> = source
        .lines()
        .map(|line| line.split(';').next().unwrap_or_default().split_whitespace().collect())
        .collect();
    let is_called = |label: &str| {
        words
            .iter()
            .any(|words| words.windows(2).any(|pair| pair == ["JSR", label]))
    };
    let mut current = "";
    let names = words.iter().map(|words| {
        if let Some(label) = words.first().filter(|label| is_called(label)) {
            current = label;
        }
        current
    });
    names.collect()
}

/// One in `every` mistakes that a suite notices, each with another one: the next of the sample, or one of the same subroutine.
fn pairs(grader: &Grader, source: &str, every: usize, pair: Pair) -> Vec<(Edit, Edit)> {
    let all = edits(Target::Lc3, source);
    let names = subroutines(source);
    let of = |edit: &Edit| names[edit.line - 1];
    let is_noticed = |edit: &&Edit| !graded(grader, &edit.apply(source)).faults.is_empty();
    let mut pairs = Vec::new();
    for (at, first) in all
        .iter()
        .enumerate()
        .step_by(every)
        .filter(|(_, edit)| is_noticed(edit))
    {
        let others = all[at..]
            .iter()
            .chain(&all[..at])
            .step_by(if pair == Pair::Same { 5 } else { 31 });
        let mut others = others.filter(|other| other.line.abs_diff(first.line) > 4);
        let second = others.find(|other| (of(other) == of(first)) == (pair == Pair::Same) && is_noticed(other));
        pairs.extend(second.map(|second| (first.clone(), second.clone())));
    }
    pairs
}

fn look_for_pairs(name: &str, source: &str, every: usize, pair: Pair) -> Said {
    let names = subroutines(source);
    let noticing = grader(name).with_repair(0);
    let pairs = pairs(&noticing, source, every, pair);
    let grader = grader(name).with_repair(number("REPAIR", 300));
    let mut said = Said::default();
    for (first, second) in pairs {
        let (early, late) = if first.line < second.line {
            (&first, &second)
        } else {
            (&second, &first)
        };
        let report = graded(&grader, &early.apply(&late.apply(source)));
        if report.faults.is_empty() {
            continue;
        }
        said.planted += 1;
        let planted = [early, late];
        let (fate, words) = fate_of_pair(
            &report,
            planted.map(|edit| edit.line),
            planted.map(|edit| names[edit.line - 1]),
        );
        match fate {
            "both" => said.both += 1,
            "one" => said.one += 1,
            "subroutines" => said.subroutines += 1,
            "nothing" => said.nothing += 1,
            _ => said.elsewhere += 1,
        }
        let planted = planted.map(|edit| format!("{} `{}` > `{}`", edit.line, edit.before, edit.after));
        let _ = writeln!(said.log, "{fate:11} {planted:?} {words}");
    }
    said
}

/// Which of the planted lines are said, which of their subroutines, or what else.
fn fate_of_pair(report: &StudentReport, planted: [usize; 2], subroutines: [&str; 2]) -> (&'static str, String) {
    let mut said = Vec::new();
    let mut words = Vec::new();
    for repair in report.faults.iter().filter_map(|fault| fault.repair.as_ref()) {
        let lines = |places: &[Place]| places.iter().filter_map(|place| place.line).collect::<Vec<u32>>();
        said.push(lines(&repair.places));
        for second in &repair.further {
            said.push(lines(&second.places));
            words.push(format!("{:?} {}", lines(&second.places), second.edit));
        }
        words.push(format!(
            "{:?} {} ({} cases of {:?}, whole {})",
            lines(&repair.places),
            repair.edit,
            repair.cases,
            repair.of,
            repair.is_whole
        ));
    }
    if let Some(components) = &report.components {
        let broken: Vec<&str> = components.broken.iter().map(|part| &part.name[..]).collect();
        words.push(format!("{broken:?} {:?}", components.shared));
    }
    let is_near = |lines: &Vec<u32>, line: usize| lines.iter().any(|said| line.abs_diff(*said as usize) <= 3);
    let found = planted.map(|line| said.iter().any(|lines| is_near(lines, line)));
    let is_misled = said
        .iter()
        .any(|lines| !planted.iter().any(|line| is_near(lines, *line)));
    // What several share is wrong where they all are.
    let is_proved = report.components.as_ref().is_some_and(|components| {
        let mut broken = components.broken.iter();
        let mut shared = components.shared.iter();
        broken.all(|part| subroutines.contains(&&part.name[..])) || shared.any(|name| subroutines.contains(&&name[..]))
    });
    let fate = match found {
        _ if is_misled => "elsewhere",
        [true, true] => "both",
        [true, _] | [_, true] => "one",
        _ if is_proved => "subroutines",
        _ => "nothing",
    };
    (fate, words.join("; "))
}

#[test]
#[ignore = "takes minutes; `.ci/long` does"]
fn two_planted_mistakes_are_found() {
    let every = number("EVERY", 60) as usize;
    for (name, source) in [("lc3-starter", STARTER), ("lc3-scratch", SCRATCH)] {
        for pair in [Pair::Same, Pair::Different] {
            let said = look_for_pairs(name, source, every, pair);
            println!("{}", said.log);
            println!(
                "{name}, {pair:?}: {} planted, both lines {}, one {}, subroutines {}, nothing {}, elsewhere {}",
                said.planted, said.both, said.one, said.subroutines, said.nothing, said.elsewhere
            );
            assert!(
                said.elsewhere * 10 <= said.planted,
                "{name}, {pair:?}: {} are misleading",
                said.elsewhere
            );
        }
    }
}

/// A program with a mistake of more than one line: the lines that it changes, and what it is.
struct Larger {
    lines: Vec<usize>,
    text: String,
    what: String,
}

/// The program without some lines.
fn without(source: &str, lines: &[usize], what: &str) -> Larger {
    let kept = (1..).zip(source.lines());
    let kept: Vec<&str> = kept
        .map(|(number, line)| if lines.contains(&number) { "" } else { line })
        .collect();
    Larger {
        lines: lines.to_vec(),
        text: kept.join("\n") + "\n",
        what: what.to_owned(),
    }
}

/// The program without the save and the restores of a register, for each; and without each test of a result with its branch.
fn without_pairs(source: &str) -> Vec<Larger> {
    let statements = statements(Target::Lc3, source);
    let words = |statement: &c4grade::machine::edits::Statement| -> Vec<String> {
        let operands = statement.operands.iter().map(|word| word.text.clone());
        std::iter::once(statement.mnemonic.text.to_uppercase())
            .chain(operands)
            .collect()
    };
    let all: Vec<Vec<String>> = statements.iter().map(words).collect();
    let is_free = |at: usize| statements[at].label.is_empty();
    let mut larger = Vec::new();
    for (at, statement) in statements.iter().enumerate() {
        if all[at][0] == "ST" {
            let restores = (0..all.len()).filter(|other| all[*other][0] == "LD" && all[*other][1..] == all[at][1..]);
            let restores: Vec<usize> = restores.collect();
            let stores = all
                .iter()
                .filter(|words| words[0] == "ST" && words[1..] == all[at][1..])
                .count();
            if stores == 1 && !restores.is_empty() && is_free(at) && restores.iter().all(|other| is_free(*other)) {
                let lines: Vec<usize> = std::iter::once(at)
                    .chain(restores)
                    .map(|at| statements[at].line)
                    .collect();
                larger.push(without(source, &lines, &format!("{} and back", statement.text)));
            }
        }
        let is_test = all.get(at + 2).is_some_and(|branch| {
            let test = &all[at + 1];
            all[at][0] == "JSR"
                && test[0] == "ADD"
                && test[1] == test[2]
                && test[3] == "#0"
                && branch[0].starts_with("BR")
        });
        if is_test && is_free(at + 1) && is_free(at + 2) {
            let lines = [statements[at + 1].line, statements[at + 2].line];
            larger.push(without(source, &lines, &format!("test after {}", statement.text)));
        }
    }
    larger
}

/// The program with one statement some lines further down or up, in one of so many places.
fn with_moved(source: &str, every: usize) -> Vec<Larger> {
    let statements = statements(Target::Lc3, source);
    let lines: Vec<&str> = source.lines().collect();
    let leaves = |statement: &c4grade::machine::edits::Statement| {
        let mnemonic = statement.mnemonic.text.to_uppercase();
        mnemonic.starts_with("BR") || ["RET", "JMP", "HALT"].contains(&&mnemonic[..])
    };
    let mut larger = Vec::new();
    for distance in 2..=4 {
        for window in statements.windows(distance + 1) {
            let is_block = window
                .windows(2)
                .all(|pair| pair[1].line == pair[0].line + 1 && pair[1].label.is_empty());
            if !is_block
                || window
                    .iter()
                    .any(|statement| statement.is_directive || leaves(statement))
            {
                continue;
            }
            let (first, last) = (window[0].line, window[distance].line);
            for is_down in [true, false] {
                let mut edited = lines.clone();
                let part = &mut edited[first - 1..last];
                if is_down && window[0].label.is_empty() {
                    part.rotate_left(1);
                } else if !is_down && window[0].label.is_empty() {
                    part.rotate_right(1);
                } else {
                    continue;
                }
                let what = if is_down { &window[0] } else { &window[distance] };
                larger.push(Larger {
                    lines: vec![first, last],
                    text: edited.join("\n") + "\n",
                    what: format!("{} moved by {distance}, down {is_down}", what.text),
                });
            }
        }
    }
    larger.into_iter().step_by(every).collect()
}

/// What is said of programs with larger mistakes: how many there are, and how many are located there, and elsewhere.
fn look_for_larger(name: &str, kind: &str, larger: &[Larger]) -> [usize; 3] {
    let grader = grader(name);
    let mut counts = [0; 4];
    for Larger { lines, text, what } in larger {
        let report = graded(&grader, text);
        if report.faults.is_empty() {
            continue;
        }
        let repair = report.faults.iter().find_map(|fault| fault.repair.as_ref());
        let said = repair.map(|repair| {
            let places = repair.places.iter().filter_map(|place| place.line);
            (places.map(|line| line as usize).collect::<Vec<usize>>(), &repair.edit)
        });
        // A register is said to be saved at the first line of its subroutine.
        let is_near = |line: usize| lines.iter().any(|own| own.abs_diff(line) <= 4);
        let fate = match &said {
            None => 3,
            Some((places, _)) if is_near(places[0]) => 0,
            Some((places, _)) if places.iter().any(|line| is_near(*line)) => 1,
            Some(_) => 2,
        };
        counts[fate] += 1;
        println!(
            "{} {lines:?} {what} | {said:?} {:?}",
            ["there", "tie", "elsewhere", "nowhere"][fate],
            report.summary
        );
    }
    let [there, ties, elsewhere, nowhere] = counts;
    let planted = counts.iter().sum();
    println!(
        "{name}, {kind}: {planted} planted, {there} there, {ties} ties, {elsewhere} elsewhere, {nowhere} not found"
    );
    [planted, there, elsewhere]
}

#[test]
#[ignore = "takes minutes; `.ci/long` does"]
fn larger_planted_mistakes_are_found() {
    for (name, source) in [("lc3-starter", STARTER), ("lc3-scratch", SCRATCH)] {
        let [planted, there, _] = look_for_larger(name, "dropped pairs", &without_pairs(source));
        assert!(
            there * 3 >= planted,
            "{name}: {there} of {planted} dropped pairs are found"
        );

        let [planted, there, elsewhere] = look_for_larger(name, "moved", &with_moved(source, 7));
        assert!(
            there * 5 >= planted * 4,
            "{name}: {there} of {planted} moved statements are found"
        );
        assert_eq!(elsewhere, 0, "{name}: misleading");
    }
}
