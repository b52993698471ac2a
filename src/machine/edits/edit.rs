//! One edit: which lines it replaces, and what it is in words.

use std::ops::Range;

use super::statement::Statement;

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
    /// A variable.
    Name,
    /// Two operands change places, of one statement or of two.
    Exchanged,
    /// A character of a text.
    Text,
    /// A statement is left out.
    Dropped,
    /// A statement is there twice.
    Doubled,
    /// Two neighbouring instructions change places.
    Swapped,
    /// A statement is somewhere else among its neighbours.
    Moved,
    /// A register is neither saved nor restored.
    Unsaved,
    /// A statement more.
    Inserted,
    /// A register is saved before a call and restored after it.
    Saved,
    /// A register is saved where a subroutine begins and restored where it returns.
    Kept,
    /// A register is tested after a call, with a branch.
    Tested,
}

impl EditKind {
    /// Those of [`edits`](super::edits).
    pub const ALL: [Self; 13] = [
        Self::Condition,
        Self::Opcode,
        Self::Operator,
        Self::Register,
        Self::Number,
        Self::Target,
        Self::Exchanged,
        Self::Text,
        Self::Dropped,
        Self::Doubled,
        Self::Swapped,
        Self::Moved,
        Self::Unsaved,
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
            Self::Name => "another variable",
            Self::Exchanged => "operands exchanged",
            Self::Text => "another text",
            Self::Dropped => "statement dropped",
            Self::Doubled => "statement doubled",
            Self::Swapped => "neighbours swapped",
            Self::Moved => "statement moved",
            Self::Unsaved => "register not saved",
            Self::Inserted => "statement inserted",
            Self::Saved => "register saved around a call",
            Self::Kept => "register kept by a subroutine",
            Self::Tested => "result of a call tested",
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
    /// What replaces which lines, in their order.
    parts: Vec<Part>,
}

/// Lines that replace others.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    /// The first that is replaced, from 1.
    line: usize,
    /// How many are replaced.
    replaced: usize,
    lines: Vec<String>,
}

impl Part {
    /// Whether all lines that it replaces come before those of another one.
    fn is_before(&self, other: &Self) -> bool {
        self.line + self.replaced <= other.line
    }
}

/// A statement with others before and after it. The first of them has its label.
#[derive(Debug)]
pub struct Around<'s> {
    /// The statement.
    pub statement: &'s Statement,
    /// The statements before it.
    pub before: Vec<String>,
    /// The statements after it, which may have labels of their own.
    pub after: Vec<String>,
}

impl Around<'_> {
    fn part(&self) -> Part {
        let own = std::iter::once(&self.statement.text);
        let mut all = self.before.iter().chain(own).chain(&self.after);
        let first = all.next().map(|first| self.statement.with(first));
        Part {
            line: self.statement.line,
            replaced: 1,
            lines: first
                .into_iter()
                .chain(all.map(|statement| indented(statement)))
                .collect(),
        }
    }
}

fn indented(statement: &str) -> String {
    format!("        {statement}")
}

impl Edit {
    /// Another statement in place of one; an empty one drops it.
    pub fn of(kind: EditKind, statement: &Statement, after: String) -> Self {
        let lines = vec![statement.with(&after)];
        let words = (statement.text.clone(), after);
        Self::replacing(kind, statement.line..statement.line + 1, words, lines)
    }

    /// Another statement in place of each of some, the first of which gives the line; an empty one drops it.
    pub fn of_several(kind: EditKind, changed: &[(&Statement, String)]) -> Self {
        let parts = changed.iter().map(|(statement, after)| Part {
            line: statement.line,
            replaced: 1,
            lines: vec![statement.with(after)],
        });
        let before: Vec<&str> = changed.iter().map(|(statement, _)| &statement.text[..]).collect();
        let after = changed.iter().map(|(_, after)| &after[..]);
        let after: Vec<&str> = after.filter(|after| !after.is_empty()).collect();
        Self {
            kind,
            line: changed.first().map_or(1, |(statement, _)| statement.line),
            before: before.join("; "),
            after: after.join("; "),
            parts: parts.collect(),
        }
    }

    /// Other lines in place of some, which are counted from 1, with what was and what is in words.
    pub fn replacing(
        kind: EditKind,
        range: Range<usize>,
        (before, after): (String, String),
        lines: Vec<String>,
    ) -> Self {
        Self {
            kind,
            line: range.start,
            before,
            after,
            parts: vec![Part {
                line: range.start,
                replaced: range.len(),
                lines,
            }],
        }
    }

    /// A statement more before one, which keeps its label.
    pub fn before(statement: &Statement, new: &str) -> Self {
        let around = Around {
            statement,
            before: vec![new.to_owned()],
            after: Vec::new(),
        };
        Self::inserting(EditKind::Inserted, (statement.text.clone(), new.to_owned()), &[around])
    }

    /// A statement more after one.
    pub fn after(statement: &Statement, new: &str) -> Self {
        let around = Around {
            statement,
            before: Vec::new(),
            after: vec![new.to_owned()],
        };
        Self::inserting(EditKind::Inserted, (statement.text.clone(), new.to_owned()), &[around])
    }

    /// A statement more on a line of its own, before or after the line of a label, which is given with its number.
    pub fn beside_label(text: &str, (number, label): (usize, &str), new: &str, is_after: bool) -> Option<Self> {
        let line = text.lines().nth(number - 1)?;
        let mut lines = vec![line.to_owned(), format!("        {new}")];
        if !is_after {
            lines.reverse();
        }
        let words = (label.to_owned(), new.to_owned());
        Some(Self::replacing(EditKind::Inserted, number..number + 1, words, lines))
    }

    /// A statement twice.
    pub fn doubling(statement: &Statement) -> Self {
        Self {
            kind: EditKind::Doubled,
            after: format!("{}, twice", statement.text),
            ..Self::after(statement, &statement.text)
        }
    }

    /// Statements more around some, the first of which gives the line, with what was and what is in words.
    pub fn inserting(kind: EditKind, (before, after): (String, String), around: &[Around]) -> Self {
        let mut parts: Vec<Part> = around.iter().map(Around::part).collect();
        let line = parts.first().map_or(1, |part| part.line);
        parts.sort_by_key(|part| part.line);
        Self {
            kind,
            line,
            before,
            after,
            parts,
        }
    }

    /// Whether the statement that is inserted comes after the one of its line, or the one that is moved comes further down.
    pub fn is_after(&self) -> bool {
        if self.kind == EditKind::Moved {
            return self.parts.first().is_some_and(|part| part.line == self.line);
        }
        let Some(part) = self.parts.last() else { return false };
        // In C it may be on the line of the statement before it.
        let is_within = part.lines.len() == part.replaced;
        let last = part.lines.last().map_or("", |last| last.trim());
        last == self.after || is_within && last.contains(&self.after)
    }

    /// What it does, in words that complete "with" unless they begin with "without".
    pub fn words(&self) -> String {
        let Self { before, after, .. } = self;
        match self.kind {
            _ if after.is_empty() => format!("without `{before}`"),
            EditKind::Inserted if self.is_after() => format!("`{after}` after `{before}`"),
            EditKind::Inserted => format!("`{after}` before `{before}`"),
            EditKind::Moved if self.is_after() => format!("`{before}` moved after `{after}`"),
            EditKind::Moved => format!("`{before}` moved before `{after}`"),
            EditKind::Tested => format!("`{after}` after `{before}`"),
            EditKind::Saved => format!("{after} saved before `{before}` and restored after it"),
            EditKind::Kept => format!("{after} saved at the start of {before} and restored before it returns"),
            _ => format!("`{after}` in place of `{before}`"),
        }
    }

    /// Whether the statement calls a subroutine.
    pub fn is_of_call(&self) -> bool {
        let mnemonic = self.before.split_whitespace().next().unwrap_or_default();
        ["JSR", "BL"].iter().any(|call| call.eq_ignore_ascii_case(mnemonic))
    }

    /// The same edit of a text in which each line has another number; `None` where one that is replaced has none, or where two of
    /// them have the same.
    pub fn moved_to(&self, number: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        let mut edit = self.clone();
        edit.line = number(edit.line)?;
        for part in &mut edit.parts {
            part.line = number(part.line)?;
        }
        edit.parts.sort_by_key(|part| part.line);
        edit.parts
            .windows(2)
            .all(|pair| pair[0].is_before(&pair[1]))
            .then_some(edit)
    }

    /// Where the parts begin in the text that the edit gives.
    fn begins(&self) -> impl Iterator<Item = (usize, &Part)> {
        self.parts.iter().scan((0, 0), |(added, removed), part| {
            let begin = part.line + *added - *removed;
            *added += part.lines.len();
            *removed += part.replaced;
            Some((begin, part))
        })
    }

    /// Whether the edit changes a line of the text that it gives.
    pub fn touches(&self, line: usize) -> bool {
        let mut parts = self.begins();
        parts.any(|(begin, part)| (begin..begin + part.lines.len()).contains(&line))
    }

    /// The line of the text before the edit that a line after it is.
    pub fn line_before(&self, line: usize) -> usize {
        let last = self.begins().filter(|(begin, _)| *begin <= line).last();
        last.map_or(line, |(begin, part)| {
            let within = line - begin;
            match within.checked_sub(part.lines.len()) {
                Some(beyond) => part.line + part.replaced + beyond,
                None => part.line + within.min(part.replaced - 1),
            }
        })
    }

    /// Two neighbours in the other order. Labels stay where they are.
    pub fn swapping(statement: &Statement, next: &Statement) -> Self {
        Self {
            before: format!("{}; {}", statement.text, next.text),
            after: format!("{}; {}", next.text, statement.text),
            ..Self::reordering(EditKind::Swapped, &[statement, next], &[1, 0])
        }
    }

    /// The first of some statements after the last of them, or the last one before the first. Labels stay where they are.
    pub fn moving(statements: &[&Statement], is_down: bool) -> Self {
        let last = statements.len() - 1;
        let mut order: Vec<usize> = (0..=last).collect();
        let (moved, beside) = if is_down {
            order.rotate_left(1);
            (statements[0], statements[last])
        } else {
            order.rotate_right(1);
            (statements[last], statements[0])
        };
        Self {
            line: moved.line,
            before: moved.text.clone(),
            after: beside.text.clone(),
            ..Self::reordering(EditKind::Moved, statements, &order)
        }
    }

    fn reordering(kind: EditKind, statements: &[&Statement], order: &[usize]) -> Self {
        let parts = statements.iter().zip(order).map(|(statement, other)| Part {
            line: statement.line,
            replaced: 1,
            lines: vec![statement.with(&statements[*other].text)],
        });
        Self {
            kind,
            line: statements[0].line,
            before: String::new(),
            after: String::new(),
            parts: parts.collect(),
        }
    }

    /// The text with the edit.
    pub fn apply(&self, text: &str) -> String {
        edited(text, self.parts.iter())
    }

    /// The text with this edit and another one; `None` where both change the same line.
    pub fn apply_with(&self, other: &Self, text: &str) -> Option<String> {
        let mut parts: Vec<&Part> = self.parts.iter().chain(&other.parts).collect();
        parts.sort_by_key(|part| part.line);
        let is_apart = parts.windows(2).all(|pair| pair[0].is_before(pair[1]));
        is_apart.then(|| edited(text, parts.into_iter()))
    }
}

/// A text with other lines, which are given in their order.
fn edited<'p>(text: &'p str, parts: impl Iterator<Item = &'p Part>) -> String {
    let mut edited: Vec<&str> = Vec::new();
    let mut left = text.lines();
    let mut at = 1;
    for part in parts {
        edited.extend(left.by_ref().take(part.line - at));
        left.by_ref().take(part.replaced).for_each(drop);
        edited.extend(part.lines.iter().map(String::as_str));
        at = part.line + part.replaced;
    }
    edited.extend(left);
    edited.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::edits::statements;
    use crate::machine::target::Target;

    #[test]
    fn an_edit_is_not_moved_where_two_of_its_lines_become_one() {
        let text = "        AND R0, R0, #0\n        ADD R0, R0, #1\n        HALT\n";
        let statements = statements(Target::Lc3, text);
        let edit = Edit::swapping(&statements[0], &statements[1]);

        let moved = edit.moved_to(|line| Some(line + 1)).expect("both lines are there");
        assert_eq!(
            moved.apply(text).lines().collect::<Vec<_>>(),
            [
                "        AND R0, R0, #0",
                "        ADD R0, R0, #1",
                "        AND R0, R0, #0"
            ]
        );
        assert_eq!(edit.moved_to(|_| Some(1)), None, "of two lines one is left");
        assert_eq!(edit.moved_to(|line| (line > 1).then_some(line)), None, "one is gone");
    }
}
