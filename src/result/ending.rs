//! How a run ended, where, and why: what the machines report and what readers of a report are shown.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The program stopped itself.
    Halted,
    /// The program asks for a key after all keys have been typed.
    Waiting,
    /// The limit on instructions (or time) was reached.
    Limit,
    /// A proved infinite loop: nothing that could end it changes.
    Loop,
    /// The program cannot go on; the reason says why.
    Crashed,
    /// The limit on output was reached.
    Flooded,
}

/// A place in the program, for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// Address in the machine's memory, where programs have one that means anything to people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<u32>,
    /// The nearest label at or before the address, with its distance: `GET_MOVE` or `GET_MOVE+3`.
    pub label: Option<String>,
    /// The file, where a program has several and this is not its main one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line in its file, from 1.
    pub line: Option<u32>,
    /// That line's text, trimmed.
    pub text: Option<String>,
}

impl Place {
    /// The nearest label, without its distance.
    pub fn nearest_label(&self) -> Option<&str> {
        self.label.as_deref()?.split('+').next()
    }

    /// No place yet: to be filled in.
    pub fn nowhere() -> Self {
        Self {
            address: None,
            label: None,
            file: None,
            line: None,
            text: None,
        }
    }

    /// `line 12`, or `line 12 of board.s`; `None` where it has no line.
    pub fn line_words(&self) -> Option<String> {
        let line = self.line?;
        Some(match &self.file {
            Some(file) => format!("line {line} of {file}"),
            None => format!("line {line}"),
        })
    }

    /// The place as the rest of a sentence: ` at line 12 (GET_MOVE+3), "BR LOOP"`.
    pub fn at_words(&self) -> String {
        let mut words = match (self.line_words(), &self.label) {
            (Some(line), Some(label)) => format!(" at {line} ({label})"),
            (Some(line), None) => format!(" at {line}"),
            (None, Some(label)) => format!(" at {label}"),
            (None, None) => self
                .address
                .map_or_else(String::new, |address| format!(" at x{address:04X}")),
        };

        if let Some(text) = &self.text {
            words += &format!(", \"{text}\"");
        }
        words
    }
}

/// The end of a run: its kind, where, and for crashes the reason in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stop {
    /// The kind of ending.
    pub ending: Ending,
    /// The instruction at which the run ended.
    pub place: Option<Place>,
    /// What happened, as a sentence fragment: `illegal opcode xD000`. Empty where the ending says it all.
    pub reason: String,
}

impl Stop {
    /// The reason of a run that was not made.
    const NOT_RUN: &str = "it was not run: the budget for all runs of this submission was used up before";

    /// Where it was, as the rest of a sentence; empty where nobody knows.
    pub fn at_words(&self) -> String {
        self.place.as_ref().map_or_else(String::new, Place::at_words)
    }

    /// The end of a run that waits for a key.
    pub fn waiting() -> Self {
        Self {
            ending: Ending::Waiting,
            place: None,
            reason: String::new(),
        }
    }

    /// The end of a run that was not made, because the budget of its submission was used up.
    pub fn not_run() -> Self {
        Self {
            ending: Ending::Limit,
            place: None,
            reason: Self::NOT_RUN.to_owned(),
        }
    }

    /// Whether the run was not made for that reason.
    pub fn is_not_run(&self) -> bool {
        self.ending == Ending::Limit && self.reason == Self::NOT_RUN
    }
}

/// Why a run ended as it did: what the machine looked like then, what it did last, and the cause where it is known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnosis {
    /// The registers at the end.
    pub registers: Vec<Register>,
    /// The last instructions, the latest last.
    pub steps: Vec<Step>,
    /// The cause, when it is one of the known ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// How many bytes were printed when the cause came about, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<usize>,
}

/// A register with what its value means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Register {
    /// Its name: `R7`.
    pub name: String,
    /// Its value.
    pub value: u32,
    /// What that is in the program's terms: `the address of BOARD`, `'1'`, `42`.
    pub meaning: String,
}

/// An instruction that was executed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// Where it is.
    pub place: Place,
    /// What it was when it ran, as source: `ADD R0, R0, #-1`.
    pub instruction: String,
}

/// A known cause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cause {
    /// The same for all programs that have it: `r7-overwritten`.
    pub key: String,
    /// What such programs have in common, without a full stop: `R7 is overwritten and never saved`.
    pub common: String,
    /// What happened here, as sentences with full stops.
    pub sentence: String,
    /// The lines that matter, the one to change first.
    pub places: Vec<Place>,
}

impl Cause {
    /// The key of the cause that a text has no zero at its end.
    pub const STRING_WITHOUT_END: &str = "string-without-end";

    /// Whether the host saw it happen at its line, as it does with native programs: that is true, whatever else is found. Where an
    /// endless loop was interrupted says less.
    pub fn is_observed(&self) -> bool {
        self.key.starts_with("native/") && self.key != "native/endless"
    }
}
