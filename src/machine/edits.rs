//! Every single edit of a program, line by line: the small mistakes that people make.
//!
//! Takes the text of a program; gives edits of one statement each, always in the same order. An edit need not assemble or
//! compile, and need not change what the program does.
//!
//! | module | what it is for |
//! |---|---|
//! | `assembly` | the edits of a program for the LC-3 or for ARM |
//! | `statement` | a line of such a program as its words |
//! | `c` | the edits of a program in C |

use super::Target;

mod assembly;
mod c;
mod statement;

pub use statement::{Statement, labels, statements};

/// What an edit changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EditKind {
    /// The condition of a branch or of an instruction.
    Condition,
    /// One instruction for another of its class.
    Opcode,
    /// An operator that computes or assigns.
    Operator,
    /// A register.
    Register,
    /// A number: an immediate value, an offset, a constant.
    Number,
    /// The label that is referred to.
    Target,
    /// A character of a text.
    Text,
    /// A statement is left out.
    Dropped,
    /// A statement is there twice.
    Doubled,
    /// Two neighbouring instructions change places.
    Swapped,
    /// A statement more.
    Inserted,
}

impl EditKind {
    /// Those of [`edits`].
    pub const ALL: [Self; 9] = [
        Self::Condition,
        Self::Opcode,
        Self::Operator,
        Self::Register,
        Self::Number,
        Self::Text,
        Self::Dropped,
        Self::Doubled,
        Self::Swapped,
    ];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Condition => "another condition",
            Self::Opcode => "another opcode",
            Self::Operator => "another operator",
            Self::Register => "another register",
            Self::Number => "another number",
            Self::Target => "another label",
            Self::Text => "another text",
            Self::Dropped => "statement dropped",
            Self::Doubled => "statement doubled",
            Self::Swapped => "neighbours swapped",
            Self::Inserted => "statement inserted",
        }
    }
}

/// One edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What it changes.
    pub kind: EditKind,
    /// The line, from 1.
    pub line: usize,
    /// The statement as it was, without labels and comment; in C its lines.
    pub before: String,
    /// The statement as it is; empty where it is dropped.
    pub after: String,
    /// What replaces the line, and the next one where two change places.
    lines: Vec<String>,
    /// How many lines are replaced.
    replaced: usize,
}

impl Edit {
    /// Another statement in place of one; an empty one drops it.
    pub fn of(kind: EditKind, statement: &Statement, after: String) -> Self {
        Self {
            kind,
            line: statement.line,
            before: statement.text.clone(),
            lines: vec![statement.with(&after)],
            after,
            replaced: 1,
        }
    }

    /// A statement more before one, which keeps its label.
    pub fn before(statement: &Statement, new: &str) -> Self {
        Self::inserting(
            statement,
            new,
            vec![statement.with(new), format!("        {}", statement.text)],
        )
    }

    /// A statement more after one.
    pub fn after(statement: &Statement, new: &str) -> Self {
        Self::inserting(
            statement,
            new,
            vec![statement.with(&statement.text), format!("        {new}")],
        )
    }

    fn inserting(statement: &Statement, new: &str, lines: Vec<String>) -> Self {
        Self {
            kind: EditKind::Inserted,
            line: statement.line,
            before: statement.text.clone(),
            after: new.to_owned(),
            lines,
            replaced: 1,
        }
    }

    /// Whether the statement that is inserted comes after the one of its line.
    pub fn is_after(&self) -> bool {
        self.lines.last().is_some_and(|last| last.trim() == self.after)
    }

    /// Whether the statement calls a subroutine.
    pub fn is_of_call(&self) -> bool {
        let mnemonic = self.before.split_whitespace().next().unwrap_or_default();
        ["JSR", "BL"].iter().any(|call| call.eq_ignore_ascii_case(mnemonic))
    }

    /// The same edit of a text in which the statement has another line.
    pub fn moved_to(&self, line: usize) -> Self {
        Self { line, ..self.clone() }
    }

    /// Whether the edit changes a line of the text that it gives.
    pub fn touches(&self, line: usize) -> bool {
        (self.line..self.line + self.lines.len()).contains(&line)
    }

    /// The line of the text before the edit that a line after it is.
    pub fn line_before(&self, line: usize) -> usize {
        if line < self.line + self.lines.len() {
            return line;
        }
        line + self.replaced - self.lines.len()
    }

    /// Two neighbours in the other order. Labels stay where they are.
    pub fn swapping(statement: &Statement, next: &Statement) -> Self {
        Self {
            kind: EditKind::Swapped,
            line: statement.line,
            before: format!("{}; {}", statement.text, next.text),
            after: format!("{}; {}", next.text, statement.text),
            lines: vec![statement.with(&next.text), next.with(&statement.text)],
            replaced: 2,
        }
    }

    /// The text with the edit.
    pub fn apply(&self, text: &str) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let first = self.line - 1;
        let new = self.lines.iter().map(String::as_str);
        let before = lines[..first.min(lines.len())].iter().copied();
        let after = lines[(first + self.replaced).min(lines.len())..].iter().copied();
        let edited: Vec<&str> = before.chain(new).chain(after).collect();
        edited.join("\n") + "\n"
    }
}

/// All edits of a program, in the order of its lines. Native programs are in C.
pub fn edits(target: Target, text: &str) -> Vec<Edit> {
    match target {
        Target::Lc3 | Target::Arm => assembly::edits(target, text),
        Target::Native => c::edits(text),
    }
}
