//! The reference program, and the sample class: the same program with one fault each.
//!
//! The templates are complete programs with `{{NAME}}` where a value goes, and `{{?NAME}}` in front of lines that only some variants
//! have. A fault is an edit of the template.

use std::collections::BTreeSet;

use super::{MachineKind, Sample, Variant};
use crate::assignment::InputProtocol;
use crate::connect4::{Protocol, Then};

mod faults;

use faults::{FAULTS_OF_ARM, FAULTS_OF_C, FAULTS_OF_LC3, Fault};

const LC3: &str = include_str!("program/connect4.asm");
const ARM: &str = include_str!("program/connect4.s");
const C: &str = include_str!("program/connect4.c");

/// The reference program.
pub(super) fn reference(variant: &Variant) -> String {
    let (template, _) = template(variant.machine);
    fill(template, &values(variant, true))
}

/// The programs of the sample class: the reference itself, and those whose fault some case shows.
pub(super) fn sample(variant: &Variant, shows: &BTreeSet<&str>) -> Vec<(Sample, String)> {
    let (template, faults) = template(variant.machine);
    let shown = faults
        .iter()
        .filter(|fault| fault.shown_by.is_empty() || shows.contains(fault.shown_by));
    let programs = shown.map(|fault| {
        let edit = |text: String, (before, after): &(&str, &str)| text.replace(before, after);
        let text = fault.edits.iter().fold(template.to_owned(), edit);
        (fault.sample, fill(&text, &values(variant, fault.has_border)))
    });
    programs.collect()
}

fn template(machine: MachineKind) -> (&'static str, &'static [Fault]) {
    match machine {
        MachineKind::Lc3 => (LC3, FAULTS_OF_LC3),
        MachineKind::Arm => (ARM, FAULTS_OF_ARM),
        MachineKind::Native => (C, FAULTS_OF_C),
    }
}

/// What goes where; `None` where lines with such a mark are left out. Without a border, row follows row with nothing between.
fn values(variant: &Variant, has_border: bool) -> Vec<(&'static str, Option<String>)> {
    let (rules, wording) = (variant.rules, &variant.wording);
    let width = rules.columns + usize::from(has_border);
    let number = |number: usize| Some(number.to_string());
    let hex = |letter: char| Some(format!("{:02X}", u32::from(letter)));
    let text = |text: &str| Some(escaped(text, variant.machine));
    let if_any = |words: &str| if words.is_empty() { None } else { text(words) };
    let letter = |letter: char| match letter {
        '\'' | '\\' => Some(format!("\\{letter}")),
        letter => Some(letter.to_string()),
    };
    let (is_key, is_in) = (
        variant.protocol.typing() == Protocol::Key,
        variant.protocol == InputProtocol::In,
    );
    let mark = |is_there: bool| is_there.then(String::new);

    let flow = variant.flow;
    let (quits, over_again) = (flow.quit.is_some(), flow.over == Then::Restart);
    let quit_again = flow.quit.is_some_and(|quit| quit.then == Then::Restart);
    let again = over_again || quit_again;
    let quit_key = flow.quit.map_or(0, |quit| quit.key);
    let farewell = if quits { if_any(&wording.farewell) } else { None };
    let labels = labels(variant);
    let has_labels = labels.is_some();
    let (labels, label_texts) = labels.unzip();
    let or_else = |is_first: bool, first: &str, second: &str| Some(if is_first { first } else { second }.to_owned());

    vec![
        ("LABELS", labels),
        ("LABEL_TEXTS", label_texts),
        ("NO_LABELS", mark(!has_labels)),
        ("QUIT", quits.then(|| quit_key.to_string())),
        ("QUIT_C", letter(char::from(quit_key))),
        ("NO_QUIT", mark(!quits)),
        ("QUIT_STOP", mark(quits && !quit_again)),
        ("QUIT_AGAIN", mark(quit_again)),
        ("QUIT_GOES_ON", or_else(quit_again, "true", "false")),
        ("QUIT_STOP_WORDS", or_else(quits && !quit_again, ", or of the game", "")),
        ("FAREWELL", farewell),
        ("OVER_STOP", mark(!over_again)),
        ("OVER_AGAIN", mark(over_again)),
        ("AGAIN", mark(again)),
        ("ONCE", mark(!again)),
        (
            "OVER",
            or_else(!again, "EXIT_SUCCESS", if over_again { "true" } else { "false" }),
        ),
        ("END", or_else(!again, "EXIT_SUCCESS", "false")),
        ("NEWLINE", Some(line_end(&wording.newline))),
        ("COLUMNS", number(rules.columns)),
        ("ONE_MORE", number(rules.columns + 1)),
        ("ROWS", number(rules.rows)),
        ("LINE", number(rules.line)),
        ("OTHERS", number(rules.line - 1)),
        ("CELLS", number(rules.rows * rules.columns)),
        ("WIDTH", number(width)),
        ("DOWN_RIGHT", number(width + 1)),
        ("DOWN_LEFT", number(width - 1)),
        ("ABOVE", number(width + 1)),
        ("UPPER", number((rules.rows - 1) * width)),
        ("WORDS", number((rules.rows + 2) * width + 1)),
        ("EMPTY", hex(wording.empty)),
        ("PIECE_1", hex(wording.pieces[0])),
        ("PIECE_2", hex(wording.pieces[1])),
        ("EMPTY_C", letter(wording.empty)),
        ("PIECE_1_C", letter(wording.pieces[0])),
        ("PIECE_2_C", letter(wording.pieces[1])),
        ("SEPARATOR", text(&wording.separator)),
        ("GREETING", if_any(&wording.greeting)),
        ("HEADER", if_any(&wording.header)),
        ("PROMPT_1", text(&wording.prompts[0])),
        ("PROMPT_2", text(&wording.prompts[1])),
        ("INVALID", text(&wording.invalid)),
        ("FULL", text(wording.refusal(true))),
        ("WIN_1", text(&wording.wins[0])),
        ("WIN_2", text(&wording.wins[1])),
        ("TIE", if_any(&wording.tie)),
        ("NO_TIE", mark(wording.tie.is_empty())),
        ("KEY_INPUT", mark(is_key)),
        ("KEY_ECHO", mark(is_key && !is_in)),
        ("IN_INPUT", mark(is_in)),
        ("LINE_INPUT", mark(!is_key)),
    ]
}

/// What comes before each row, as data of the program: for assemblers a table of addresses, and the texts.
fn labels(variant: &Variant) -> Option<(String, String)> {
    let (wording, count) = (&variant.wording, variant.rules.rows);
    if wording.label.is_empty() {
        return None;
    }
    let rows = 1..=count;
    let text = |row: usize| escaped(&wording.row_label(row, count), variant.machine);
    let lines = |line: &dyn Fn(usize) -> String| rows.clone().map(line).collect::<Vec<_>>().join("\n");
    let name = |row: usize, name: &str| if row == 1 { name.to_owned() } else { String::new() };

    Some(match variant.machine {
        MachineKind::Native => {
            let texts: Vec<String> = rows.clone().map(|row| format!("\"{}\"", text(row))).collect();
            (texts.join(", "), String::new())
        }
        MachineKind::Lc3 => {
            let table = lines(&|row| format!("{:11} .FILL   LABEL_{row}", name(row, "ROW_LABELS")));
            let texts = lines(&|row| format!("{:11} .STRINGZ \"{}\"", format!("LABEL_{row}"), text(row)));
            (format!("{table}\n{texts}"), String::new())
        }
        MachineKind::Arm => (
            lines(&|row| format!("{:15} DCD     LABEL_{row}", name(row, "LABELS"))),
            lines(&|row| format!("{:15} DCB     \"{}\", 0", format!("LABEL_{row}"), text(row))),
        ),
    })
}

/// The end of a line, as bytes of an ARM program.
fn line_end(newline: &str) -> String {
    let names = newline.chars().map(|letter| if letter == '\r' { "CR" } else { "LF" });
    names.collect::<Vec<_>>().join(", ")
}

/// A text as it is written between double quotes.
fn escaped(text: &str, machine: MachineKind) -> String {
    let escaped = |quote: &str| text.replace('\\', "\\\\").replace('"', quote);
    match machine {
        MachineKind::Lc3 => escaped("\\\""),
        MachineKind::Arm => escaped("\"\""),
        // Two question marks begin a trigraph.
        MachineKind::Native => escaped("\\\"").replace("??", "?\\?"),
    }
}

/// A template with its values.
fn fill(template: &str, values: &[(&str, Option<String>)]) -> String {
    let value = |name: &str| {
        values
            .iter()
            .find(|(known, _)| *known == name)
            .and_then(|(_, value)| value.as_deref())
    };
    let mut text = String::new();
    for line in template.lines() {
        let mut rest = line;
        let mut is_left_out = false;
        while let Some((mark, marked)) = rest.strip_prefix("{{?").and_then(|line| line.split_once("}}")) {
            is_left_out |= value(mark).is_none();
            rest = marked;
        }
        if is_left_out {
            continue;
        }

        while let Some((before, behind)) = rest.split_once("{{") {
            let found = behind
                .split_once("}}")
                .and_then(|(name, after)| Some((value(name)?, after)));
            text += before;
            let (filled, after) = found.unwrap_or(("{{", behind));
            text += filled;
            rest = after;
        }
        text += rest;
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edit_of_a_fault_changes_the_template_in_one_place() {
        for machine in [MachineKind::Lc3, MachineKind::Arm, MachineKind::Native] {
            let (template, faults) = template(machine);
            for fault in faults {
                for (before, _) in fault.edits {
                    assert_eq!(
                        template.matches(before).count(),
                        1,
                        "{}: {before:?}",
                        fault.sample.fault
                    );
                }
            }
        }
    }

    #[test]
    fn the_bundled_program_in_c_is_an_instance_of_the_template() {
        let bundled = crate::assignment::find("native-scratch").expect("it is bundled");
        let variant = Variant {
            name: bundled.name,
            title: bundled.title,
            machine: MachineKind::Native,
            rules: bundled.game.rules,
            protocol: bundled.input.demanded,
            flow: bundled.game.flow,
            wording: bundled.game.wording,
            starter: None,
        };
        assert_eq!(
            reference(&variant),
            include_str!("../../reference/native-scratch/connect4.c")
        );
    }

    #[test]
    fn values_are_filled_in_and_marked_lines_stay_only_where_they_have_one() {
        let values = [("A", Some("{{B}}".to_owned())), ("B", None)];
        assert_eq!(
            fill("{{?A}}x {{A}} {{0}}\n{{?B}}y\nz {{B}}\n", &values),
            "x {{B}} {{0}}\nz {{B}}\n"
        );
    }
}
