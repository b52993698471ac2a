//! The edits of a C source, token by token.

use std::ops::Range;

use super::{Edit, EditKind};
use crate::machine::native::tokens::{Token, TokenKind, tokens};

mod blocks;
pub mod combined;
mod conditions;
mod digits;
pub mod forks;
mod lvalues;
mod missing;
mod structure;
mod tables;
mod units;
mod variables;
mod written;

use structure::{Structure, is_keyword};

/// Operators, and those that are taken for them.
const OPERATORS: [(EditKind, &str, &[&str]); 25] = [
    (EditKind::Condition, "<", &["<=", ">="]),
    (EditKind::Condition, "<=", &["<", ">"]),
    (EditKind::Condition, ">", &[">=", "<="]),
    (EditKind::Condition, ">=", &[">", "<"]),
    (EditKind::Condition, "==", &["!="]),
    (EditKind::Condition, "!=", &["=="]),
    (EditKind::Condition, "&&", &["||"]),
    (EditKind::Condition, "||", &["&&"]),
    (EditKind::Operator, "==", &["="]),
    (EditKind::Operator, "=", &["=="]),
    (EditKind::Operator, "+", &["-"]),
    (EditKind::Operator, "-", &["+"]),
    (EditKind::Operator, "*", &["/"]),
    (EditKind::Operator, "/", &["*"]),
    (EditKind::Operator, "%", &["/"]),
    (EditKind::Operator, "&", &["|"]),
    (EditKind::Operator, "|", &["&"]),
    (EditKind::Operator, "<<", &[">>"]),
    (EditKind::Operator, ">>", &["<<"]),
    (EditKind::Operator, "++", &["--"]),
    (EditKind::Operator, "--", &["++"]),
    (EditKind::Operator, "+=", &["-="]),
    (EditKind::Operator, "-=", &["+="]),
    (EditKind::Operator, "*=", &["/="]),
    (EditKind::Operator, "/=", &["*="]),
];

/// What may end a number.
const SUFFIXES: [char; 4] = ['u', 'U', 'l', 'L'];

/// All edits of a source, in its order. None of them changes a comment, nor a line for the preprocessor but the text of a
/// `#define`.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let source = Source::of(text);
    let found = source.replacements(&Structure::of(&source.code));
    found.into_iter().map(|found| found.edit).collect()
}

/// An edit as another text in one place.
#[derive(Debug, Clone)]
struct Replacement {
    /// What is replaced, in bytes of the source.
    range: Range<usize>,
    new: String,
    edit: Edit,
    way: Way,
}

/// How another text can be chosen when the program starts.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Way {
    /// In place of a part of a statement, a condition or a value.
    Within,
    /// As a statement more where one can be.
    Gap,
    /// As the `else` of an `if` that has none.
    Else,
    /// By going on with the second of two statements; what is between them is in this range.
    Swap(Range<usize>),
}

/// A token that is neither a comment nor white space.
#[derive(Debug, Clone)]
struct Word<'t> {
    kind: TokenKind,
    text: &'t str,
    range: Range<usize>,
}

impl Word<'_> {
    /// Whether an operator after it has a value on its left.
    fn is_value(&self) -> bool {
        match self.kind {
            TokenKind::Name => !is_keyword(self.text),
            TokenKind::Mark => [")", "]"].contains(&self.text),
            _ => true,
        }
    }
}

/// A source as its words.
#[derive(Debug)]
struct Source<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    code: Vec<Word<'t>>,
    /// The text that each `#define` gives.
    definitions: Vec<Vec<Word<'t>>>,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl<'t> Source<'t> {
    fn of(text: &'t str) -> Self {
        let tokens = tokens(text.as_bytes());
        let (mut code, mut definitions, mut directive) = (Vec::new(), Vec::new(), Vec::new());
        for token in &tokens {
            let word = Word {
                kind: token.kind,
                text: &text[token.range.clone()],
                range: token.range.clone(),
            };
            match token.kind {
                TokenKind::Blank | TokenKind::Comment => {}
                TokenKind::LineEnd => {
                    definitions.extend(defined(&directive));
                    directive.clear();
                }
                _ if token.is_directive => directive.push(word),
                _ => code.push(word),
            }
        }
        definitions.extend(defined(&directive));

        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Self {
            text,
            tokens,
            code,
            definitions,
            lines: std::iter::once(0).chain(ends).collect(),
        }
    }

    /// All edits, in the order of the source.
    fn replacements(&self, structure: &Structure) -> Vec<Replacement> {
        let mut found = Vec::new();
        for words in std::iter::once(&self.code).chain(&self.definitions) {
            for index in 0..words.len() {
                self.of_word(words, index, &mut found);
            }
        }
        for condition in &structure.conditions {
            self.of_condition(self.range(condition.clone()), &mut found);
        }
        for statement in &structure.statements {
            found.push(self.without(self.range(statement.clone())));
        }
        found.sort_by_key(|found| found.range.start);
        found
    }

    /// Where some words of the code are.
    fn range(&self, words: Range<usize>) -> Range<usize> {
        self.code[words.start].range.start..self.code[words.end - 1].range.end
    }

    /// What can be taken for one word.
    fn of_word(&self, words: &[Word], index: usize, found: &mut Vec<Replacement>) {
        let word = &words[index];
        let (before, after) = (&self.text[..word.range.start], &self.text[word.range.end..]);
        if let Some(sum) = added(words, index) {
            let last = before.trim_end().len();
            let is_last = words[index - 1].range.end == last;
            let begin = if is_last { last } else { sum.start };
            found.push(self.edit(EditKind::Number, begin..sum.end, ""));
        }
        let mut with = |kind, new: &str| {
            let around = before
                .chars()
                .next_back()
                .into_iter()
                .chain(new.chars())
                .chain(after.chars().next());
            let around: String = around.collect();
            let begins_comment = kind != EditKind::Text && (around.contains("//") || around.contains("/*"));
            if !begins_comment {
                found.push(self.edit(kind, word.range.clone(), new));
            }
        };

        match word.kind {
            TokenKind::Number => {
                let is_added = added(words, index - index.min(1)).is_some();
                let neighbours = neighbours(word.text).into_iter();
                // Nothing added is the same as no sum.
                for other in neighbours.filter(|other| !is_added || other.trim_end_matches(SUFFIXES) != "0") {
                    // Two signs would be an operator.
                    let is_sign_twice = before.ends_with('-') && other.starts_with('-');
                    with(
                        EditKind::Number,
                        &[if is_sign_twice { " " } else { "" }, &other].concat(),
                    );
                }
            }
            TokenKind::Text | TokenKind::Character => with(EditKind::Text, &misspelt(word.text)),
            TokenKind::Mark if word.text == "!" => with(EditKind::Condition, ""),
            TokenKind::Mark => {
                let has_left = index.checked_sub(1).is_some_and(|left| words[left].is_value());
                let computes = has_left || !["*", "&"].contains(&word.text);
                for (kind, _, others) in OPERATORS
                    .iter()
                    .filter(|(_, operator, _)| *operator == word.text && computes)
                {
                    others.iter().for_each(|other| with(*kind, other));
                }
            }
            _ => {}
        }
    }

    /// A condition negated, and one that always or never holds.
    fn of_condition(&self, range: Range<usize>, found: &mut Vec<Replacement>) {
        let remarks = self.remarks(range.clone());
        let negated = format!("!({})", &self.text[range.clone()]);
        for new in [negated, format!("1{remarks}"), format!("0{remarks}")] {
            found.push(self.edit(EditKind::Condition, range.clone(), &new));
        }
    }

    /// A statement left out.
    fn without(&self, range: Range<usize>) -> Replacement {
        let remarks = format!("{};", self.remarks(range.clone()));
        let mut dropped = self.edit(EditKind::Dropped, range.clone(), &remarks);
        dropped.edit.before = code(&self.text[range]);
        dropped.edit.after = String::new();
        dropped
    }

    /// The comments and the lines for the preprocessor among the words of a range, with the white space around them.
    fn remarks(&self, range: Range<usize>) -> String {
        let first = self.tokens.partition_point(|token| token.range.start < range.start);
        let inside = self.tokens[first..]
            .iter()
            .take_while(|token| token.range.end <= range.end);
        let is_kept = |token: &&Token| {
            let is_white = matches!(token.kind, TokenKind::Blank | TokenKind::LineEnd);
            is_white || token.is_directive || token.kind == TokenKind::Comment
        };
        let kept: String = inside
            .filter(is_kept)
            .map(|token| &self.text[token.range.clone()])
            .collect();
        if kept.trim().is_empty() { String::new() } else { kept }
    }

    /// Another text in place of the one in a range.
    fn edit(&self, kind: EditKind, range: Range<usize>, new: &str) -> Replacement {
        let line_of = |at: usize| self.lines.partition_point(|begin| *begin <= at);
        let (first, last) = (line_of(range.start), line_of(range.end));
        let begin = self.lines[first - 1];
        let end = self.lines.get(last).map_or(self.text.len(), |next| next - 1);

        let after = [&self.text[begin..range.start], new, &self.text[range.end..end]].concat();
        let lines = after.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        let words = (code(&self.text[begin..end]), code(&after));
        let edit = Edit::replacing(kind, first..last + 1, words, lines.map(str::to_owned).collect());
        Replacement {
            range,
            new: new.to_owned(),
            edit,
            way: Way::Within,
        }
    }

    /// Some words and others after them in each other's place. `None` where they are equal but for comments.
    fn exchanging(&self, kind: EditKind, one: Range<usize>, other: Range<usize>) -> Option<Replacement> {
        let [one, other] = [self.range(one), self.range(other)];
        let text = |range: &Range<usize>| &self.text[range.clone()];
        let new = [text(&other), &self.text[one.end..other.start], text(&one)].concat();
        (code(text(&one)) != code(text(&other))).then(|| self.edit(kind, one.start..other.end, &new))
    }

    /// A statement more on a line before what begins at a place, which `next` is in words.
    fn line_before(&self, at: usize, next: String, new: &str) -> Edit {
        let (line, written) = self.line_around(at);
        let (before, after) = written.split_at(at - self.lines[line - 1]);
        let first = if before.trim().is_empty() {
            format!("{before}{new}")
        } else {
            format!("{} {new}", before.trim_end())
        };
        let lines = vec![first, format!("{}{after}", indentation(written))];
        Edit::replacing(EditKind::Inserted, line..line + 1, (next, new.to_owned()), lines)
    }

    /// A statement more on a line after what ends at a place, which `last` is in words. `None` where something else comes after that
    /// on its line.
    fn line_after(&self, at: usize, last: String, new: &str) -> Option<Edit> {
        let (line, written) = self.line_around(at);
        let rest = &written[at - self.lines[line - 1]..];
        let is_last = code(rest).is_empty() && rest.matches("/*").count() == rest.matches("*/").count();
        let lines = vec![written.to_owned(), format!("{}{new}", indentation(written))];
        is_last.then(|| Edit::replacing(EditKind::Inserted, line..line + 1, (last, new.to_owned()), lines))
    }

    /// The number and the text of the line that a place is in.
    fn line_around(&self, at: usize) -> (usize, &'t str) {
        let line = self.lines.partition_point(|begin| *begin <= at);
        let end = self.lines.get(line).map_or(self.text.len(), |next| next - 1);
        let written = &self.text[self.lines[line - 1]..end.max(at)];
        (line, written.strip_suffix('\r').unwrap_or(written))
    }
}

fn indentation(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

/// What the words of a line for the preprocessor define.
fn defined<'t>(directive: &[Word<'t>]) -> Option<Vec<Word<'t>>> {
    let [_, define, name, rest @ ..] = directive else {
        return None;
    };
    let has_parameters = rest
        .first()
        .is_some_and(|first| first.text == "(" && first.range.start == name.range.end);
    let parameters = rest.iter().take_while(|word| word.text != ")").count() + 1;
    let body = if has_parameters { rest.get(parameters..)? } else { rest };
    (define.text == "define").then(|| body.to_vec())
}

/// A text without its comments, on one line.
fn code(text: &str) -> String {
    let mut code = String::new();
    for token in tokens(text.as_bytes()) {
        match token.kind {
            TokenKind::Blank | TokenKind::LineEnd | TokenKind::Comment if code.ends_with(' ') => {}
            TokenKind::Blank | TokenKind::LineEnd | TokenKind::Comment => code.push(' '),
            _ => code += &text[token.range],
        }
    }
    code.trim().to_owned()
}

/// Where one is added to what is before it, or subtracted, by the sign at a place: the sign and the number.
fn added(words: &[Word], sign: usize) -> Option<Range<usize>> {
    let before = sign.checked_sub(1).map(|before| &words[before])?;
    let [word, number, rest @ ..] = &words[sign..] else {
        return None;
    };
    let binds = rest.first().is_some_and(|next| ["*", "/", "%"].contains(&next.text));
    let is_one = number.kind == TokenKind::Number && number.text.trim_end_matches(SUFFIXES) == "1";
    let is_sum = ["+", "-"].contains(&word.text) && before.is_value() && is_one && !binds;
    is_sum.then_some(word.range.start..number.range.end)
}

/// The numbers beside an integer.
fn neighbours(number: &str) -> Vec<String> {
    let digits = number.trim_end_matches(SUFFIXES);
    let suffix = &number[digits.len()..];
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&digits[2..], 16),
        [b'0', b'b' | b'B', ..] => (&digits[2..], 2),
        [b'0', _, ..] => (&digits[1..], 8),
        _ => (digits, 10),
    };
    match i64::from_str_radix(digits, radix) {
        Ok(value) if value < i64::MAX => [value + 1, value - 1].map(|other| format!("{other}{suffix}")).into(),
        _ => Vec::new(),
    }
}

/// A text or a character with one character changed: a letter, where there is one.
fn misspelt(literal: &str) -> String {
    let quote = literal.find(['"', '\'']).unwrap_or(0) + 1;
    let inner = &literal[quote..literal.len() - 1];
    let plain = plain(inner);
    let letter = plain.iter().find(|(_, letter)| letter.is_ascii_alphanumeric());
    let (range, new) = match letter.or(plain.first()) {
        Some((at, letter)) => (*at..at + letter.len_utf8(), other(*letter).to_string()),
        None if literal.ends_with('\'') || inner.is_empty() => (0..inner.len(), "k".to_owned()),
        None => (0..inner.len(), String::new()),
    };
    let changed = [&inner[..range.start], &new, &inner[range.end..]].concat();
    format!("{}{changed}{}", &literal[..quote], &literal[literal.len() - 1..])
}

/// The characters of a text that stand for themselves, with their places: neither escaped nor part of a conversion for `printf`.
fn plain(inner: &str) -> Vec<(usize, char)> {
    let mut plain = Vec::new();
    let mut letters = inner.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '%' => {
                while letters
                    .next_if(|(_, letter)| "-+ #0123456789.*hljzt".contains(*letter))
                    .is_some()
                {}
                letters.next();
            }
            _ => plain.push((at, letter)),
        }
    }
    plain
}

/// Another character: of a digit the next one.
fn other(letter: char) -> char {
    match letter {
        '0'..='8' => char::from(letter as u8 + 1),
        '9' => '0',
        'k' => 'q',
        _ => 'k',
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::*;
    use crate::fixed_cases::fixed_cases;

    /// The edits of a function's body of one line, as what the line becomes.
    fn afters(kind: EditKind, line: &str) -> Vec<String> {
        let text = format!("void f(void) {{\n{line}\n}}\n");
        let of_kind = edits(&text).into_iter().filter(|edit| edit.kind == kind);
        let lines = of_kind.map(|edit| edit.apply(&text).lines().nth(1).unwrap_or_default().to_owned());
        lines.collect()
    }

    fn comments(text: &str) -> Vec<String> {
        let comments = tokens(text.as_bytes())
            .into_iter()
            .filter(|token| token.kind == TokenKind::Comment);
        comments
            .map(|token| text[token.range].replace('\r', "").trim_end().to_owned())
            .collect()
    }

    #[test]
    fn a_comparison_gets_its_neighbour_and_its_opposite() {
        assert_eq!(
            afters(EditKind::Condition, "x = a < b;"),
            ["x = a <= b;", "x = a >= b;"]
        );
        assert_eq!(
            afters(EditKind::Condition, "x = a == b && !c;"),
            ["x = a != b && !c;", "x = a == b || !c;", "x = a == b && c;"]
        );
    }

    #[test]
    fn a_condition_is_negated_and_made_constant() {
        assert_eq!(
            afters(EditKind::Condition, "if (a) g(b); else for (;;) while (b) h();"),
            [
                "if (!(a)) g(b); else for (;;) while (b) h();",
                "if (1) g(b); else for (;;) while (b) h();",
                "if (0) g(b); else for (;;) while (b) h();",
                "if (a) g(b); else for (;;) while (!(b)) h();",
                "if (a) g(b); else for (;;) while (1) h();",
                "if (a) g(b); else for (;;) while (0) h();",
            ]
        );
        assert_eq!(
            afters(EditKind::Condition, "for (i = 0; i; i++) g();"),
            [
                "for (i = 0; !(i); i++) g();",
                "for (i = 0; 1; i++) g();",
                "for (i = 0; 0; i++) g();"
            ]
        );
    }

    #[test]
    fn operators_are_changed_where_they_compute() {
        assert_eq!(
            afters(EditKind::Operator, "x = *p * -y;"),
            ["x == *p * -y;", "x = *p / -y;", "x = *p * +y;"]
        );
        assert_eq!(afters(EditKind::Operator, "x = &y == z++;").len(), 3);
        assert!(
            afters(EditKind::Operator, "f(Board **p);").is_empty(),
            "`/*` would begin a comment"
        );
    }

    #[test]
    fn numbers_grow_and_shrink_by_one() {
        assert_eq!(
            afters(EditKind::Number, "f(0x10u, 1.5);"),
            ["f(17u, 1.5);", "f(15u, 1.5);"]
        );
        assert_eq!(afters(EditKind::Number, "x = a -0;"), ["x = a -1;", "x = a - -1;"]);
        assert_eq!(afters(EditKind::Number, "x = a - 1;"), ["x = a;", "x = a - 2;"]);
        assert_eq!(afters(EditKind::Number, "x = a - 1 * b;").len(), 2);
        let text = "#include <a1.h>\n#define ROWS 6 /* 7 */\n#define SUM(a) ((a) + 2)\n#if 3\n#endif\nint a[4];\n";
        let numbers: Vec<String> = edits(text)
            .into_iter()
            .filter(|edit| edit.kind == EditKind::Number)
            .map(|edit| edit.after)
            .collect();
        assert_eq!(
            numbers,
            [
                "#define ROWS 7",
                "#define ROWS 5",
                "#define SUM(a) ((a) + 3)",
                "#define SUM(a) ((a) + 1)",
                "int a[5];",
                "int a[3];",
            ]
        );
    }

    #[test]
    fn of_each_text_one_character_is_changed() {
        for (text, changed) in [
            (r#""\n%5.2d: Player""#, r#""\n%5.2d: klayer""#),
            (r#""kind""#, r#""qind""#),
            (r#"" | ""#, r#""k| ""#),
            (r#""\n""#, r#""""#),
            (r#""""#, r#""k""#),
            (r"'1'", r"'2'"),
            (r"'\n'", r"'k'"),
            (r"L'-'", r"L'k'"),
        ] {
            assert_eq!(
                afters(EditKind::Text, &format!("x = {text};")),
                [format!("x = {changed};")]
            );
        }
    }

    #[test]
    fn statements_are_left_out_and_declarations_are_not() {
        let text = "enum { A = 1 };\nint f(int a)\n{\n    int b = 1, c[] = {1, 2};\n    Board board;\n    if (a) return b; /* c */\n    \
                    do {\n        switch (a) { case 1: g(a); break; default: a++; }\n        a =\n            b; // d\n    } while (a);\n}\n";
        let dropped: Vec<String> = edits(text)
            .into_iter()
            .filter(|edit| edit.kind == EditKind::Dropped)
            .map(|edit| edit.before)
            .collect();
        assert_eq!(dropped, ["return b;", "g(a);", "break;", "a++;", "a = b;"]);
        assert_eq!(
            afters(EditKind::Dropped, "if (a) b = /* c */ d;"),
            ["if (a)   /* c */ ;"]
        );
    }

    const PROGRAM: &str = include_str!("../../../reference/native-scratch/connect4.c");

    #[test]
    fn each_edit_changes_one_place_and_no_comment() {
        let all = edits(PROGRAM);
        for edit in &all {
            let edited = edit.apply(PROGRAM);
            assert_ne!(edited, PROGRAM, "{edit:?}");
            assert_eq!(comments(&edited), comments(PROGRAM), "{edit:?}");
        }
        assert!(all.is_sorted_by_key(|edit| edit.line));
        assert_eq!(all, edits(PROGRAM));
    }

    proptest! {
        #![proptest_config(fixed_cases(2_000))]

        #[test]
        fn no_edit_of_any_text_touches_a_comment(
            noise in any::<String>(),
            source in "(if|while|for|case|else|[ \n;,{}()\\[\\]]|[-a1+*/!&%=<\"'\\\\#:]|/\\*|\\*/|//|\r\n|#define|é){0,60}",
        ) {
            for text in [noise, source] {
                for edit in edits(&text) {
                    assert_eq!(comments(&edit.apply(&text)), comments(&text), "{text:?}: {edit:?}");
                }
            }
        }
    }
}
