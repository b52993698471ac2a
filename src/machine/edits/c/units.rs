//! The parts of a source that are written once for each edit within them.

use std::ops::Range;

use super::structure::{OF_DECLARATIONS, Structure, closing, end_of_value, is_keyword};
use super::tables::Table;
use super::variables::Function;
use super::{Replacement, Source, TokenKind, Way, Word};

/// How the alternatives of a unit are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Statement,
    Condition,
    /// An expression whose value nothing uses.
    Clause,
    /// An expression whose value a variable gets.
    Value,
    /// A place where a statement more can be.
    Gap,
    /// The place of an `else` after an `if` that has none.
    Else,
    /// The place after the declaration of a table in a function, by its position.
    Table(usize),
}

impl Form {
    /// Which comes first of those that begin at the same place.
    pub fn rank(self) -> usize {
        match self {
            Self::Table(_) => 0,
            Self::Else => 1,
            Self::Gap => GAP,
            _ => GAP + 1,
        }
    }
}

/// The rank of gaps. The parts of what is swapped come before it: the end of a pair, its middle and its beginning.
pub(super) const GAP: usize = 5;

/// A part of the source with the edits within it.
#[derive(Debug)]
pub(super) struct Unit {
    pub form: Form,
    /// Where it is in the source, in bytes.
    pub range: Range<usize>,
    /// The positions of the edits within it.
    pub edits: Vec<usize>,
}

/// All units of a source, in its order, with the edits of each.
pub(super) fn all(
    source: &Source,
    structure: &Structure,
    (functions, tables): (&[Function], &[Table]),
    edits: &[Replacement],
) -> Vec<Unit> {
    let mut all = units(source, structure, functions);
    all.extend(places(source, tables, edits));
    let mut all = apart(all);
    for unit in &mut all {
        let within = match unit.form {
            Form::Table(table) => source.range(tables[table].value.clone()),
            _ => unit.range.clone(),
        };
        let first = edits.partition_point(|edit| edit.range.start < within.start);
        let near = edits.iter().enumerate().skip(first);
        let near = near.take_while(|(_, edit)| edit.range.start < within.end.max(within.start + 1));
        let own = near.filter(|(_, edit)| match edit.way {
            Way::Within => !within.is_empty() && edit.range.end <= within.end,
            Way::Gap => unit.form == Form::Gap && edit.range == within,
            Way::Else => unit.form == Form::Else && edit.range == within,
            Way::Swap(_) => false,
        });
        unit.edits = own.map(|(edit, _)| edit).collect();
    }
    all
}

/// The places where statements can be inserted, and those after the declarations of tables in functions.
fn places(source: &Source, tables: &[Table], edits: &[Replacement]) -> Vec<Unit> {
    let place = |form, at: usize| Unit {
        form,
        range: at..at,
        edits: Vec::new(),
    };
    let after_tables = tables.iter().enumerate().filter_map(|(number, table)| {
        let semicolon = &source.code[table.declared?];
        Some(place(Form::Table(number), semicolon.range.end))
    });
    let inserted = edits.iter().filter_map(|edit| match edit.way {
        Way::Gap => Some(place(Form::Gap, edit.range.start)),
        Way::Else => Some(place(Form::Else, edit.range.start)),
        Way::Within | Way::Swap(_) => None,
    });
    after_tables.chain(inserted).collect()
}

/// The units in the order of the source, each once. A unit within another one is a part of it.
fn apart(mut units: Vec<Unit>) -> Vec<Unit> {
    units.sort_by_key(|unit| (unit.range.start, unit.form.rank(), std::cmp::Reverse(unit.range.end)));
    units.dedup_by(|one, other| one.range == other.range && one.form == other.form);
    let mut end = 0;
    units.retain(|unit| {
        let is_apart = unit.range.start >= end;
        end = end.max(unit.range.end);
        is_apart
    });
    units
}

/// The units of all functions.
fn units(source: &Source, structure: &Structure, functions: &[Function]) -> Vec<Unit> {
    let conditions = structure
        .conditions
        .iter()
        .map(|words| (Form::Condition, words.clone()));
    let statements = structure
        .statements
        .iter()
        .map(|words| (Form::Statement, words.clone()));
    let mut all: Vec<(Form, Range<usize>)> = conditions.chain(statements).collect();
    for function in functions {
        all.extend(clauses(&source.code, function));
        all.extend(values(&source.code, function));
    }

    let is_in_function = |words: &Range<usize>| functions.iter().any(|own| own.words.contains(&words.start));
    let has_directive = |range: &Range<usize>| {
        let mut tokens = source.tokens.iter().filter(|token| range.contains(&token.range.start));
        tokens.any(|token| token.is_directive)
    };
    let all = all
        .into_iter()
        .filter(|(_, words)| !words.is_empty() && is_in_function(words));
    let units = all.map(|(form, words)| Unit {
        form,
        range: source.range(words),
        edits: Vec::new(),
    });
    units.filter(|unit| !has_directive(&unit.range)).collect()
}

/// What a `for` does before the first pass and after each.
fn clauses(words: &[Word], function: &Function) -> Vec<(Form, Range<usize>)> {
    let closing = closing(words);
    let mut clauses = Vec::new();
    for at in function.words.clone() {
        let Some(Some(close)) = closing.get(at + 1).filter(|_| words[at].text == "for") else {
            continue;
        };
        let mut semicolons = (at + 2..*close).filter(|index| words[*index].text == ";");
        if let (Some(first), Some(second)) = (semicolons.next(), semicolons.next()) {
            if !is_declaration(&words[at + 2..first]) {
                clauses.push((Form::Clause, at + 2..first));
            }
            clauses.push((Form::Clause, second + 1..*close));
        }
    }
    clauses
}

/// What variables are set to where they are declared.
fn values(words: &[Word], function: &Function) -> Vec<(Form, Range<usize>)> {
    let closing = closing(words);
    let mut values = Vec::new();
    let mut begin = function.words.start;
    let mut at = begin;
    while at < function.words.end {
        let word = &words[at];
        match word.text {
            ";" | "{" | "}" => begin = at + 1,
            "(" if at > 0 && words[at - 1].text == "for" => begin = at + 1,
            "=" if is_declaration(&words[begin..at]) && words.get(at + 1).is_some_and(|next| next.text != "{") => {
                let end = end_of_value(words, &closing, at + 1);
                let is_kept = words[begin..at].iter().any(|word| word.text == "static");
                if !is_kept {
                    values.push((Form::Value, at + 1..end));
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    values
}

/// Whether a statement that begins with these words declares variables.
fn is_declaration(words: &[Word]) -> bool {
    let is_name = |word: &Word| word.kind == TokenKind::Name && !is_keyword(word.text);
    match words {
        [first, ..] if OF_DECLARATIONS.contains(&first.text) => true,
        [first, second, ..] => is_name(first) && is_name(second),
        _ => false,
    }
}
