//! The values that tables and variables begin with where no statement gives them: those outside of functions, static ones, and lists
//! in braces. Such a value is changed when the program starts, or after the declaration.

use std::ops::Range;

use super::structure::{closing, end_of_value};
use super::variables::{Function, functions, of_signs};
use super::{EditKind, Replacement, Source, TokenKind, Word};

/// A variable and the value that it begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table<'t> {
    pub name: &'t str,
    /// The words of the value.
    pub value: Range<usize>,
    /// The semicolon of its declaration, where that is in a function.
    pub declared: Option<usize>,
    /// Whether it keeps its value from call to call.
    pub is_static: bool,
}

/// All tables, in the order of the source.
pub(super) fn tables<'t>(words: &[Word<'t>]) -> Vec<Table<'t>> {
    let closing = closing(words);
    let functions = functions(words);
    let function_of = |at: usize| functions.iter().find(|function| function.words.contains(&at));
    let (mut tables, mut begin, mut at) = (Vec::new(), 0, 0);
    while at < words.len() {
        let word = &words[at];
        let function = function_of(at);
        match word.text {
            // What is in braces outside of functions declares members or constants.
            "{" | "(" | "[" if function.is_none() => {
                at = closing[at].unwrap_or(at) + 1;
                continue;
            }
            ";" | "{" | "}" | ":" if word.kind == TokenKind::Mark => begin = at + 1,
            "=" if word.kind == TokenKind::Mark => {
                let end = end_of_value(words, &closing, at + 1);
                let has = |text: &str| words[begin..at].iter().any(|word| word.text == text);
                let is_list = words.get(at + 1).is_some_and(|next| next.text == "{");
                let is_kept = has("static") || function.is_none();
                let semicolon = (end..words.len()).find(|at| words[*at].text == ";");
                let is_in_parentheses = has("(") || has(")");
                if let Some(name) = declared(words, begin..at).filter(|_| is_list || is_kept)
                    && let Some(semicolon) = semicolon.filter(|_| end > at + 1 && !is_in_parentheses)
                {
                    tables.push(Table {
                        name,
                        value: at + 1..end,
                        declared: function.map(|_| semicolon),
                        is_static: has("static"),
                    });
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    tables
}

/// The name that words before a `=` declare, if they do.
fn declared<'t>(words: &[Word<'t>], range: Range<usize>) -> Option<&'t str> {
    let mut end = range.end;
    while end > range.start && words[end - 1].text == "]" {
        end = (range.start..end).rev().find(|at| words[*at].text == "[")?;
    }
    let name = end.checked_sub(1).filter(|at| *at > range.start)?;
    let before = &words[name - 1];
    let is_declared = before.kind == TokenKind::Name || ["*", ","].contains(&before.text);
    let begins = words[range.start].kind == TokenKind::Name;
    (words[name].kind == TokenKind::Name && is_declared && begins).then(|| words[name].text)
}

/// Other signs in tables, and neighbours in a list exchanged.
pub(super) fn replacements(source: &Source) -> Vec<Replacement> {
    let words = &source.code;
    let mut found = Vec::new();
    for table in tables(words) {
        // Within functions signs are changed everywhere.
        if table.declared.is_none() {
            let value = Function {
                name: "",
                words: table.value.start - 1..table.value.end,
            };
            of_signs(source, &value, &mut found);
        }
        for at in table.value.clone() {
            let is_between = at > table.value.start && words[at].text == "," && at + 1 < table.value.end;
            let is_alone = |at: usize| [TokenKind::Number, TokenKind::Name].contains(&words[at].kind);
            if !is_between {
                continue;
            }

            let left = if at > 1 && words[at - 2].text == "-" {
                at - 2..at
            } else {
                at - 1..at
            };
            let right = if words[at + 1].text == "-" {
                at + 1..at + 3
            } else {
                at + 1..at + 2
            };
            if right.end > table.value.end || !is_alone(left.end - 1) || !is_alone(right.end - 1) {
                continue;
            }
            found.extend(source.exchanging(EditKind::Exchanged, left, right));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_what_no_statement_gives_a_value() {
        let text = "enum { A = 1 };\nint a = 2, b[] = {1, 2};\nint f(int c);\nvoid g(void) {\n    static char *d = 0;\n    \
                    int e = 1, h[2] = {3, 4};\n    e = 5;\n    for (int i = 0; i < 2; i++) h[i] = e;\n}\n";
        let source = Source::of(text);
        let found: Vec<(&str, bool, bool)> = tables(&source.code)
            .into_iter()
            .map(|table| (table.name, table.declared.is_some(), table.is_static))
            .collect();
        assert_eq!(
            found,
            [
                ("a", false, false),
                ("b", false, false),
                ("d", true, true),
                ("h", true, false)
            ]
        );
    }

    #[test]
    fn signs_and_neighbours_of_a_table_are_changed() {
        let text = "static const int steps[][2] = {{0, 1}, {1, -2}};\n";
        let found: Vec<String> = replacements(&Source::of(text))
            .into_iter()
            .map(|found| found.edit.after)
            .collect();
        for after in [
            "static const int steps[][2] = {{1, 0}, {1, -2}};",
            "static const int steps[][2] = {{0, 1}, {1, 2}};",
            "static const int steps[][2] = {{0, 1}, {-1, -2}};",
            "static const int steps[][2] = {{0, 1}, {-2, 1}};",
        ] {
            assert!(found.iter().any(|found| found == after), "{after} is not in {found:?}");
        }
    }
}
