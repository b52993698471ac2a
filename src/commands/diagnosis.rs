//! Why a program stopped, for a terminal: the cause, the registers, and the last instructions with their source lines.

use std::fmt::Write as _;

use c4grade::machine::Target;
use c4grade::result::{Diagnosis, Place, Step};

use super::program::visible;

/// Directives of ARM assemblers that define data.
const ARM_DATA: [&str; 14] = [
    "DCB", "DCD", "DCW", "DCDU", "DCWU", "SPACE", "FILL", "%", "=", "&", ".WORD", ".BYTE", ".ASCII", ".ASCIZ",
];

/// Source text longer than this is cut.
const WIDEST: usize = 60;

/// A diagnosis in lines, without a line feed at the end.
pub fn text(diagnosis: &Diagnosis, target: Target) -> String {
    let mut text = String::new();
    if let Some(cause) = &diagnosis.cause {
        let _ = writeln!(text, "\nWhy: {}", visible(&cause.sentence));
        let widest = widest(cause.places.iter(), target);
        for place in &cause.places {
            let (address, label, source) = shown(place, target);
            let _ = writeln!(text, "  {} {address}  {label:<widest$}{source}", line(place));
        }
    }

    if !diagnosis.registers.is_empty() {
        text += "\nRegisters:\n";
        for register in &diagnosis.registers {
            let value = match register.name.as_str() {
                "CC" => "     ".to_owned(),
                _ => target.address(register.value),
            };
            let _ = writeln!(text, "  {:<3}{value}  {}", register.name, visible(&register.meaning));
        }
    }

    if !diagnosis.steps.is_empty() {
        text += "\nThe last instructions (repetitions are shown once):\n";
        let widest = widest(diagnosis.steps.iter().map(|step| &step.place), target);
        for step in &diagnosis.steps {
            text += &row(step, widest, target);
        }
    }

    text.truncate(text.trim_end().len());
    text
}

/// One instruction: its source line if there is one, else its disassembly.
fn row(step: &Step, widest: usize, target: Target) -> String {
    let (address, label, source) = shown(&step.place, target);
    let what = if step.place.text.is_none() || differs(step, target) {
        format!("{source}   [ran as {}]", visible(&step.instruction))
    } else {
        source
    };
    let row = format!("  {} {address}  {label:<widest$}{what}", line(&step.place));
    format!("{}\n", row.trim_end())
}

/// The width of the longest label.
fn widest<'a>(places: impl Iterator<Item = &'a Place>, target: Target) -> usize {
    places
        .map(|place| shown(place, target).1.chars().count())
        .max()
        .unwrap_or(0)
}

/// Whether the instruction differs from the source line, as in executed data and overwritten code.
fn differs(step: &Step, target: Target) -> bool {
    let source = step.place.text.as_deref().unwrap_or_default().to_ascii_uppercase();
    if target == Target::Arm {
        // Code is in flash, which no program changes, so only executed data differs.
        let words = source.split(|letter: char| letter.is_whitespace() || letter == ':');
        return words.take(3).any(|word| ARM_DATA.contains(&word));
    }

    let code = source.split(';').next().unwrap_or_default();
    let first = step
        .instruction
        .split(' ')
        .next()
        .unwrap_or_default()
        .to_ascii_uppercase();
    let branches = first.starts_with("BR") && code.contains("BR");
    let alias = match first.as_str() {
        "RET" => "JMP",
        "GETC" | "OUT" | "PUTS" | "IN" | "PUTSP" | "HALT" => "TRAP",
        "JMP" => "RET",
        _ => first.as_str(),
    };

    let is_data = code.contains(".FILL") || code.contains(".STRINGZ") || code.contains(".BLKW");
    is_data || !(branches || code.contains(&first) || code.contains(alias))
}

fn line(place: &Place) -> String {
    let words = place.line_words().unwrap_or_default();
    format!("{:<9}", visible(&words))
}

/// Address, label and source of a place.
fn shown(place: &Place, target: Target) -> (String, String, String) {
    let label = place.label.as_deref().map(visible).unwrap_or_default();
    let mut source = place.text.as_deref().map(visible).unwrap_or_default();
    if source.chars().count() > WIDEST {
        source = source.chars().take(WIDEST).collect::<String>() + " ...";
    }
    let address = place.address.map(|address| target.address(address)).unwrap_or_default();
    (address, label + "  ", source)
}

#[cfg(test)]
mod tests {
    use super::text;
    use c4grade::machine::Target;
    use c4grade::result::{Cause, Diagnosis, Place, Register, Step};

    fn place(address: u32, label: &str, line: u32, text: &str) -> Place {
        Place {
            address: Some(address),
            label: Some(label.to_owned()),
            file: None,
            line: Some(line),
            text: Some(text.to_owned()),
        }
    }

    #[test]
    fn a_diagnosis_reads_from_cause_to_steps() {
        let step = |place, instruction: &str| Step {
            place,
            instruction: instruction.to_owned(),
        };
        let diagnosis = Diagnosis {
            registers: vec![Register {
                name: "R7".to_owned(),
                value: 0x3004,
                meaning: "the return address into SHOW (line 5)".to_owned(),
            }],
            steps: vec![
                step(place(0x3003, "SHOW", 4, "PUTS ; \u{1b}[2J"), "PUTS"),
                step(place(0x3004, "SHOW+1", 5, "RET"), "RET"),
                step(place(0x3005, "TEXT", 6, "TEXT .FILL x4F"), "NOP #79"),
            ],
            cause: Some(Cause {
                key: "r7-overwritten".to_owned(),
                common: "R7 is overwritten".to_owned(),
                sentence: "The RET at line 5 jumps back to itself.".to_owned(),
                places: vec![place(0x3003, "SHOW", 4, "PUTS")],
            }),
            printed: None,
        };

        assert_eq!(
            text(&diagnosis, Target::Lc3),
            "\nWhy: The RET at line 5 jumps back to itself.\n  line 4    x3003  SHOW  PUTS\n\nRegisters:\n  \
             R7 x3004  the return address into SHOW (line 5)\n\nThe last instructions (repetitions are shown once):\n  \
             line 4    x3003  SHOW    PUTS ; \\u{1b}[2J\n  line 5    x3004  SHOW+1  RET\n  \
             line 6    x3005  TEXT    TEXT .FILL x4F   [ran as NOP #79]"
        );
    }
    #[test]
    fn a_diagnosis_of_an_arm_program_has_its_addresses() {
        let step = |address, text: &str, instruction: &str| Step {
            place: place(address, "text", 6, text),
            instruction: instruction.to_owned(),
        };
        let diagnosis = Diagnosis {
            registers: vec![Register {
                name: "LR".to_owned(),
                value: 0x44,
                meaning: "the return address into get (line 5)".to_owned(),
            }],
            steps: vec![
                step(0x40, "PUSH {r4, lr}", "STMFD SP!, {R4, LR}"),
                step(0x44, "text DCB \"Hi\"", "LDRBTVS R6, [R9], #0"),
            ],
            cause: None,
            printed: None,
        };

        assert_eq!(
            text(&diagnosis, Target::Arm),
            "\nRegisters:\n  LR 0x00000044  the return address into get (line 5)\n\n\
             The last instructions (repetitions are shown once):\n  line 6    0x00000040  text  PUSH {r4, lr}\n  \
             line 6    0x00000044  text  text DCB \"Hi\"   [ran as LDRBTVS R6, [R9], #0]"
        );
    }
}
