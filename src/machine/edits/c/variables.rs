//! Edits that are tried where a program is wrong, beside those that a right one is changed by: another variable, another sign, two
//! indices or arguments exchanged, another index, another comparison, and a `break` more. There are many of them, and few change
//! what a right program does.

use std::collections::BTreeSet;
use std::ops::Range;

use super::structure::{OF_DECLARATIONS, Structure, closing, is_keyword};
use super::{EditKind, Replacement, Source, TokenKind, Word, code};

/// A function: its name, and its words from its parameters to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Function<'t> {
    pub name: &'t str,
    pub words: Range<usize>,
}

/// The functions that are defined.
pub(super) fn functions<'t>(words: &[Word<'t>]) -> Vec<Function<'t>> {
    let closing = closing(words);
    let mut functions = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let end = closing[at].unwrap_or(at);
        let brace = brace_after(words, end + 1);
        let body = brace.and_then(|brace| closing.get(brace));
        if words[at].text == "("
            && at > 0
            && words[at - 1].kind == TokenKind::Name
            && let Some(Some(last)) = body
        {
            functions.push(Function {
                name: words[at - 1].text,
                words: at..last + 1,
            });
            at = last + 1;
        } else {
            at = end.max(at) + 1;
        }
    }
    functions
}

/// The brace with which the body begins after the parameters of a function. The oldest style declares parameters between both.
fn brace_after(words: &[Word], at: usize) -> Option<usize> {
    let is_of_declaration =
        |word: &&Word| word.kind == TokenKind::Name || ["*", ",", ";", "[", "]"].contains(&word.text);
    let declared = words.get(at..)?.iter().take_while(is_of_declaration).count();
    let brace = at + declared;
    let is_whole = declared == 0 || words[at].kind == TokenKind::Name && words[brace - 1].text == ";";
    (is_whole && words.get(brace)?.text == "{").then_some(brace)
}

/// The edits of all functions.
pub(super) fn replacements(source: &Source, structure: &Structure) -> Vec<Replacement> {
    let mut found = Vec::new();
    for function in functions(&source.code) {
        of_names(source, &function, &mut found);
        of_indices(source, &function, &mut found);
        of_signs(source, &function, &mut found);
        of_pairs(source, &function, &mut found);
    }
    found.extend(
        structure
            .statements
            .iter()
            .filter_map(|statement| with_break(source, statement)),
    );
    of_comparisons(source, structure, &mut found);
    found.sort_by_key(|found| found.range.start);
    found
}

/// A variable that holds one value, and is no pointer.
pub(super) struct Variable<'t> {
    pub name: &'t str,
    /// The words in which it is known.
    pub scope: Range<usize>,
    is_const: bool,
}

/// The comparisons of which a character is missing or another one, where a condition assigns something or compares for equality:
/// `if (row = 0)` for `if (row >= 0)`. With `==` and `!=` it is an edit of any program.
fn of_comparisons(source: &Source, structure: &Structure, found: &mut Vec<Replacement>) {
    for at in structure.conditions.iter().cloned().flatten() {
        let word = &source.code[at];
        let others: &[&str] = match word.text {
            "=" => &[">=", "<=", "!="],
            "==" => &[">=", "<="],
            _ => &[],
        };
        let others = others.iter();
        found.extend(others.map(|other| source.edit(EditKind::Operator, word.range.clone(), other)));
    }
}

/// The index that something else has in place of one that is a number: `wins[0]` for `wins[player - 1]`.
fn of_indices(source: &Source, function: &Function, found: &mut Vec<Replacement>) {
    let words = &source.code;
    let closing = closing(words);
    let variables = variables(words, function);
    let index = |at: usize| Some(at + 1..closing[at].filter(|_| words[at].text == "[")?);
    let has_name = |index: &Range<usize>| index.clone().any(|at| is_name(words, at));
    let indices: Vec<Range<usize>> = (0..words.len()).filter_map(index).filter(has_name).collect();

    for at in function.words.clone() {
        let own = index(at).filter(|own| own.len() == 1 && words[own.start].kind == TokenKind::Number);
        let before = at.checked_sub(2).map(|before| &words[before]);
        let is_declared = before.is_some_and(|before| before.kind == TokenKind::Name && before.text != "return");
        let Some(own) = own.filter(|_| !is_declared) else {
            continue;
        };
        let known = variables.iter().filter(|variable| variable.scope.contains(&at));
        let known: BTreeSet<&str> = known.map(|variable| variable.name).collect();
        let is_known = |word: &Word| word.kind != TokenKind::Name || known.contains(word.text);
        let others = indices
            .iter()
            .filter(|other| words[(*other).clone()].iter().all(is_known));
        let others: BTreeSet<&str> = others.map(|other| &source.text[source.range(other.clone())]).collect();
        let range = source.range(own);
        found.extend(
            others
                .iter()
                .map(|other| source.edit(EditKind::Name, range.clone(), other)),
        );
    }
}

/// Another variable in place of one.
fn of_names(source: &Source, function: &Function, found: &mut Vec<Replacement>) {
    let words = &source.code;
    let variables = variables(words, function);
    let is_known = |at: usize| move |variable: &&Variable| variable.scope.contains(&at);
    let used = function
        .words
        .clone()
        .filter(|at| [".", "->"].contains(&text(words, at + 1)));
    let structures: BTreeSet<&str> = used.map(|at| words[at].text).collect();
    for at in function.words.clone() {
        let word = &words[at];
        let is_of_member = |at: usize| [".", "->"].contains(&text(words, at));
        let is_member = at > 0 && is_of_member(at - 1) || is_of_member(at + 1);
        let mut known = variables.iter().filter(is_known(at));
        if is_member || !known.any(|variable| variable.name == word.text) {
            continue;
        }

        let is_set = is_set(words, at);
        let others = variables.iter().filter(is_known(at));
        let others = others.filter(|variable| {
            let is_constant = is_set && variable.is_const;
            let is_other = variable.name != word.text && !structures.contains(variable.name);
            is_other && !is_constant && !is_set_to_itself(words, at, variable.name)
        });
        let names: BTreeSet<&str> = others.map(|variable| variable.name).collect();
        found.extend(
            names
                .into_iter()
                .map(|name| source.edit(EditKind::Name, word.range.clone(), name)),
        );
    }
}

/// Whether another name in place of a word leaves a statement that sets a variable to itself: without the statement is what is
/// meant then.
fn is_set_to_itself(words: &[Word], at: usize, name: &str) -> bool {
    let is_whole = |from: usize, end: usize| {
        let begins = from == 0 || [";", "{", "}", ")", "(", ",", "else", "do", ":"].contains(&text(words, from - 1));
        begins && [";", ")", ","].contains(&text(words, end))
    };
    let is_left = text(words, at + 1) == "=" && text(words, at + 2) == name && is_whole(at, at + 3);
    let is_right = at >= 2 && text(words, at - 1) == "=" && text(words, at - 2) == name && is_whole(at - 2, at + 1);
    is_left || is_right
}

/// Whether something is assigned to the variable that a word is.
fn is_set(words: &[Word], at: usize) -> bool {
    let changes = |word: Option<&Word>| word.is_some_and(|word| ["++", "--"].contains(&word.text));
    let is_assigned = words.get(at + 1).is_some_and(|next| {
        next.text == "=" || next.text.ends_with('=') && !["==", "!=", "<=", ">="].contains(&next.text)
    });
    is_assigned || changes(words.get(at + 1)) || changes(at.checked_sub(1).map(|before| &words[before]))
}

/// The variables of a function, each known after it is declared.
pub(super) fn variables<'t>(words: &[Word<'t>], function: &Function) -> Vec<Variable<'t>> {
    let closing = closing(words);
    let mut variables = Vec::new();
    let mut at = function.words.start;
    while at < function.words.end {
        let is_type = OF_DECLARATIONS.contains(&text(words, at)) || is_name(words, at);
        if !(is_type && is_name(words, at + 1) && [",", ";", "=", ")"].contains(&text(words, at + 2))) {
            at += 1;
            continue;
        }
        let end = end_of_scope(words, &closing, function, at);
        let is_const = (function.words.start..=at).rev().map(|at| text(words, at));
        let is_const = is_const
            .take_while(|text| ![";", "{", "}", "(", ","].contains(text))
            .any(|text| text == "const");
        let mut declare = |at: usize| {
            variables.push(Variable {
                name: words[at].text,
                scope: at + 1..end,
                is_const,
            });
        };
        declare(at + 1);
        at += 2;

        // The others of the same declaration, unless it is of a parameter.
        while at < function.words.end && ![";", ")"].contains(&text(words, at)) {
            if text(words, at) == "," && is_name(words, at + 1) && [",", ";", "="].contains(&text(words, at + 2)) {
                declare(at + 1);
            } else if text(words, at) == "," {
                break;
            }
            at = closing[at].unwrap_or(at) + 1;
        }
    }
    variables
}

fn text<'t>(words: &[Word<'t>], at: usize) -> &'t str {
    words.get(at).map_or("", |word| word.text)
}

fn is_name(words: &[Word], at: usize) -> bool {
    words
        .get(at)
        .is_some_and(|word| word.kind == TokenKind::Name && !is_keyword(word.text))
}

/// Where what is declared at a word is no longer known: at the end of its block, or of its loop.
fn end_of_scope(words: &[Word], closing: &[Option<usize>], function: &Function, at: usize) -> usize {
    let opened = (function.words.start + 1..at)
        .rev()
        .find(|before| closing[*before].is_some_and(|end| end > at));
    let Some(opened) = opened else {
        return function.words.end;
    };
    let end = closing[opened].unwrap_or(function.words.end);
    if text(words, opened) == "{" {
        return end;
    }
    match text(words, end + 1) {
        "{" => closing[end + 1].unwrap_or(end),
        _ => (end..function.words.end)
            .find(|at| text(words, *at) == ";")
            .unwrap_or(end),
    }
}

/// The other sign before a number or a variable that an operator, a comma or a parenthesis comes before, and none in place of one.
pub(super) fn of_signs(source: &Source, function: &Function, found: &mut Vec<Replacement>) {
    let words = &source.code;
    let begins_value =
        |before: &str| ["(", ",", "=", "{", "+=", "-=", "*", "==", "!=", "<", ">", "<=", ">="].contains(&before);
    for at in function.words.start + 1..function.words.end {
        let (before, word) = (words[at - 1].text, &words[at]);
        if !begins_value(before) && before != "return" {
            continue;
        }
        let is_operand = word.kind == TokenKind::Number || is_name(words, at) && text(words, at + 1) != "(";
        if word.text == "-" {
            found.push(source.edit(EditKind::Operator, word.range.clone(), ""));
        } else if is_operand && is_name_or_number_alone(words, at) {
            found.push(source.edit(EditKind::Operator, word.range.clone(), &format!("-{}", word.text)));
        }
    }
}

/// Whether an operand ends with its word.
fn is_name_or_number_alone(words: &[Word], at: usize) -> bool {
    [")", ",", ";", "}"].contains(&text(words, at + 1)) && text(words, at) != "0"
}

/// Two indices of an array exchanged, and two neighbouring arguments of a call.
fn of_pairs(source: &Source, function: &Function, found: &mut Vec<Replacement>) {
    let words = &source.code;
    let closing = closing(words);
    let mut exchanged = |one: Range<usize>, other: Range<usize>| {
        if one.is_empty() || other.is_empty() {
            return;
        }
        found.extend(source.exchanging(EditKind::Exchanged, one, other));
    };

    for at in function.words.clone() {
        let Some(end) = closing[at] else { continue };
        let before = at.checked_sub(1).map(|before| &words[before]);
        match words[at].text {
            "[" => {
                let next = words
                    .get(end + 1)
                    .filter(|next| next.text == "[")
                    .and(closing.get(end + 1));
                if let Some(Some(last)) = next {
                    exchanged(at + 1..end, end + 2..*last);
                }
            }
            "(" if before.is_some_and(|name| name.kind == TokenKind::Name && !is_keyword(name.text)) => {
                let arguments = arguments(words, &closing, at + 1..end);
                for pair in arguments.windows(2).filter(|_| at > function.words.start) {
                    exchanged(pair[0].clone(), pair[1].clone());
                }
            }
            _ => {}
        }
    }
}

/// The parts of a list that is separated by commas.
fn arguments(words: &[Word], closing: &[Option<usize>], inside: Range<usize>) -> Vec<Range<usize>> {
    let mut arguments = Vec::new();
    let (mut begin, mut at) = (inside.start, inside.start);
    while at < inside.end {
        if words[at].text == "," {
            arguments.push(begin..at);
            begin = at + 1;
        }
        at = closing[at].unwrap_or(at) + 1;
    }
    arguments.push(begin..inside.end);
    arguments
}

/// A `break` after a statement that goes on into the next case.
fn with_break(source: &Source, statement: &Range<usize>) -> Option<Replacement> {
    let next = source.code.get(statement.end)?;
    let range = source.range(statement.clone());
    let own = &source.text[range.clone()];
    if !["case", "default"].contains(&next.text) || own.starts_with("break") || own.starts_with("return") {
        return None;
    }
    let new = format!("{own} break;");
    let mut more = source.edit(EditKind::Inserted, range, &new);
    more.edit.before = code(own);
    "break;".clone_into(&mut more.edit.after);
    Some(more)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a line of a function becomes by the edits of one kind.
    fn afters(kind: EditKind, before: &str, line: &str) -> Vec<String> {
        let text = format!("void f(int a, const int b) {{\n{before}\n{line}\n}}\n");
        let source = Source::of(&text);
        let found = replacements(&source, &Structure::of(&source.code)).into_iter();
        let found = found.map(|found| found.edit).filter(|edit| edit.kind == kind);
        let lines = found.map(|edit| edit.apply(&text).lines().nth(2).unwrap_or_default().to_owned());
        lines.filter(|changed| changed != line).collect()
    }

    #[test]
    fn variables_are_exchanged_where_they_are_known() {
        let declared = "int c = 0, *p; for (int i = 0; i < a; i++) { int d; }";
        assert_eq!(
            afters(EditKind::Name, declared, "x = c;"),
            ["x = a;", "x = b;"],
            "i and d are not known"
        );
        assert_eq!(
            afters(EditKind::Name, declared, "a = y.a;"),
            ["c = y.a;"],
            "b is constant, y.a a member"
        );
    }

    #[test]
    fn no_variable_is_set_to_itself() {
        let declared = "int c = 0;";
        assert_eq!(afters(EditKind::Name, declared, "c = a;"), ["c = b;"]);
        assert_eq!(
            afters(EditKind::Name, declared, "if (b) c = a;").len(),
            3,
            "another condition, and b"
        );
        // These do something.
        assert!(afters(EditKind::Name, declared, "c = a + 1;").contains(&"a = a + 1;".to_owned()));
        assert!(afters(EditKind::Name, declared, "x[0] = c;").contains(&"x[0] = a;".to_owned()));
    }

    #[test]
    fn an_index_that_is_a_number_may_be_that_of_another_array() {
        let before = "h(v[a - 1], u[e], b[0]); char t[2];";
        assert_eq!(
            afters(EditKind::Name, before, "h(w[0]);"),
            ["h(w[a - 1]);"],
            "e is not known"
        );
        assert_eq!(afters(EditKind::Name, before, "char w[2];"), Vec::<String>::new());
    }

    #[test]
    fn neighbours_are_exchanged_and_signs_changed() {
        assert_eq!(
            afters(EditKind::Exchanged, "", "g(x, y[1][z]);"),
            ["g(y[1][z], x);", "g(x, y[z][1]);"]
        );
        assert_eq!(afters(EditKind::Operator, "", "g(-a, b);"), ["g(a, b);", "g(-a, -b);"]);
        assert_eq!(afters(EditKind::Operator, "", "x = z - 1;"), Vec::<String>::new());
    }

    #[test]
    fn a_condition_that_assigns_may_lack_another_character() {
        let changed = afters(EditKind::Operator, "", "if (y[0] = 2) { x = 1; }");
        for comparison in [">=", "<=", "!="] {
            let wanted = format!("if (y[0] {comparison} 2) {{ x = 1; }}");
            assert!(changed.contains(&wanted), "{changed:?}");
        }
        assert!(!changed.iter().any(|line| line.contains("x >=")), "x is set there");
        let changed = afters(EditKind::Operator, "", "if (y[0] == 2) { x = 1; }");
        for comparison in [">=", "<="] {
            let wanted = format!("if (y[0] {comparison} 2) {{ x = 1; }}");
            assert!(changed.contains(&wanted), "{changed:?}");
        }
    }

    #[test]
    fn a_break_is_missing_where_a_case_goes_on() {
        let line = "switch (a) { case 1: g(); h(); break; case 2: k(); default: l(); }";
        let with = "switch (a) { case 1: g(); h(); break; case 2: k(); break; default: l(); }";
        assert_eq!(afters(EditKind::Inserted, "", line), [with]);
        let source = format!("void f(int a) {{\n{line}\n}}\n");
        let source = Source::of(&source);
        let found = replacements(&source, &Structure::of(&source.code)).into_iter();
        let words: Vec<String> = found
            .map(|found| found.edit)
            .filter(|edit| edit.kind == EditKind::Inserted)
            .map(|edit| edit.words())
            .collect();
        assert_eq!(words, ["`break;` after `k();`"]);
    }
}
