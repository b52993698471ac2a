//! Bodies of macros and repetitions: where they end, and their lines with values in the place of names.

use super::super::input::Input;
use super::super::lex::run;
use super::super::line::Line;
use super::super::work::Work;
use super::arguments::name_length;
use super::{Range, Span, label_at, lex, scan};

/// The kinds of bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `.macro` to `.endm`.
    Macro,
    /// `.rept` and its kin to `.endr`.
    Repetition,
}

/// Whether a directive opens a body of a kind, or ends one.
fn edge(word: &str, kind: Kind) -> Option<bool> {
    let (opening, ending): (&[&str], _) = match kind {
        Kind::Macro => (&[".macro"], ".endm"),
        Kind::Repetition => (&[".rept", ".rep", ".irp", ".irep", ".irpc", ".irepc"], ".endr"),
    };
    if word.eq_ignore_ascii_case(ending) {
        return Some(false);
    }
    opening
        .iter()
        .any(|opening| word.eq_ignore_ascii_case(opening))
        .then_some(true)
}

/// The word after the labels of a line, and where the labels end.
fn operation(text: &str) -> Range<usize> {
    let mut at = 0;
    while let Some((_, next)) = label_at(text, at) {
        at = next;
    }
    at..at + run(&text[at..], lex::is_name)
}

/// Takes the lines of a body, which is open already; `None` where nothing ends it. Labels before its end belong to it.
pub(super) fn gather<'a, S: Iterator<Item = Line<'a>>>(input: &mut Input<'a, S>, kind: Kind) -> Option<Vec<Line<'a>>> {
    let mut depth = 1_usize;
    let mut last = None;
    let mut lines = input.gather(|line| {
        let word = operation(&line.text);
        match edge(line.part(word.clone()), kind) {
            Some(true) => depth += 1,
            Some(false) => depth -= 1,
            None => {}
        }
        if depth == 0 && word.start > 0 {
            last = Some(line.with_text(line.part(0..word.start).to_owned()));
        }
        depth == 0
    })?;

    lines.extend(last);
    Some(lines)
}

/// The commands of a line of a body after values were put in: they may have brought in separators and comments.
pub(super) fn commands(like: &Line<'_>, text: &str) -> Vec<Line<'static>> {
    let (commands, _) = scan::commands(text);
    commands
        .iter()
        .map(|command| like.with_text(command.text(text).to_owned()))
        .collect()
}

/// A text with values in the place of `\name` and `&name`, and the number of macros executed for `\@`; `\()` only separates.
/// `None` where that is too much work: every letter is a step.
pub(super) fn substitute<'v>(
    text: &str,
    (work, at): (&Work, Span),
    executed: u32,
    value: impl Fn(&str) -> Option<&'v str>,
) -> Option<String> {
    let mut made = String::with_capacity(text.len());
    let mut rest = text;
    if !work.take(text.len(), at) {
        return None;
    }

    while let Some(sign) = rest.find(['\\', '&']) {
        let (before, after) = rest.split_at(sign);
        made.push_str(before);
        let is_backslash = after.starts_with('\\');
        rest = &after[1..];

        if is_backslash && rest.starts_with('(') {
            let end = rest.find(')').unwrap_or(rest.len());
            made.push_str(&rest[1..end]);
            rest = rest.get(end + 1..).unwrap_or("");
        } else if is_backslash && rest.starts_with('@') {
            made.push_str(&executed.to_string());
            rest = &rest[1..];
        } else if is_backslash && rest.starts_with('&') {
            made.push_str("\\&");
            rest = &rest[1..];
        } else {
            let length = name_length(rest);
            let name = &rest[..length];
            match value(name) {
                Some(value) if !work.take(value.len() + 1, at) => return None,
                Some(value) => made.push_str(value),
                None => {
                    made.push_str(&after[..1]);
                    made.push_str(name);
                }
            }
            rest = &rest[length..];
        }
    }

    made.push_str(rest);
    Some(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts made by GNU as.
    #[test]
    fn names_are_replaced_as_the_gnu_assembler_does() {
        let work = Work::default();
        let at = Span { start: 0, end: 0 };
        for (text, expected) in [
            (r"\a.b \a\().b \ab \a\()b", r"\a.b 1.b \ab 1b"),
            (r"&a x&a 7&b", "1 x1 7&b"),
            (r"\(lit) \q \n \@", r"lit \q \n 12"),
            (r"\\a \& \(open", r"\1 \& open"),
            (r"\A a \a", r"\A a 1"),
            ("\\", "\\"),
        ] {
            let made = substitute(text, (&work, at), 12, |name| (name == "a").then_some("1"));
            assert_eq!(made.as_deref(), Some(expected), "{text}");
        }
    }
}
