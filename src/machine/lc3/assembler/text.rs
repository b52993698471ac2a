//! `.STRINGZ`: a string in the source to words in memory.

use super::context::Context;
use super::lex::{self, Token, TokenKind};
use super::mnemonic;
use super::number;
use super::statement::Body;
use super::word::is_directive;
use crate::diagnostic::{Diagnostic, Span};
use crate::machine::assembly::{SMART_QUOTES, SMART_SINGLE_QUOTES, is_blank};

/// How many lines a string may run on over: a missing quote must not swallow a program.
const LONGEST: usize = 20;

/// `.STRINGZ` with what follows it.
pub(super) fn directive(context: &mut Context<'_>, name: Span, rest: &[Token]) -> Body {
    let mut rest = rest;
    while let Some((spare, others)) = spare(rest) {
        report_spare(context, spare.span);
        rest = others;
    }

    match rest {
        [] => refuse(context, name, "`.STRINGZ` needs a string after it"),
        [string] if string.kind == (TokenKind::Text { closed: true }) => {
            if string.span.start == name.end {
                context.log.push(
                    Diagnostic::warning("string-glued", "a space is missing between `.STRINGZ` and its string")
                        .at(name)
                        .help("some assemblers reject or ignore the line because of it"),
                );
            }
            Body::Text(words(context, inside(string.span, true)))
        }
        [string] if string.kind == (TokenKind::Text { closed: false }) => open(context, string.span),
        [string, extra, ..] if matches!(string.kind, TokenKind::Text { .. }) => {
            let word = context.text(extra.span);
            context.log.push(
                Diagnostic::error("extra-operand", format!("`{word}` comes after the end of the string"))
                    .at(extra.span)
                    .related(string.span, "the string ends here")
                    .help("write a quote inside a string as `\\\"`; start a comment with `;`"),
            );
            Body::Broken
        }
        _ => bare(context, name, rest),
    }
}

/// A comma or colon at one of the ends, and the rest.
fn spare(tokens: &[Token]) -> Option<(Token, &[Token])> {
    let separates = |token: &Token| matches!(token.kind, TokenKind::Comma | TokenKind::Colon);
    match tokens {
        [first, rest @ ..] if separates(first) => Some((*first, rest)),
        [rest @ .., last] if separates(last) => Some((*last, rest)),
        _ => None,
    }
}

fn report_spare(context: &mut Context<'_>, at: Span) {
    context.log.repeat("spare-comma", String::new(), at, || {
        Diagnostic::warning("spare-comma", "a comma or colon that separates nothing")
            .help("some assemblers reject this; remove it")
    });
}

fn refuse(context: &mut Context<'_>, at: Span, message: &'static str) -> Body {
    context.log.push(
        Diagnostic::error("missing-string", message)
            .at(at)
            .help("write it like `.STRINGZ \"text\"`"),
    );
    Body::Broken
}

fn inside(quoted: Span, closed: bool) -> Span {
    Span {
        start: quoted.start + 1,
        end: quoted.end - usize::from(closed),
    }
}

/// A string whose closing quote is not on its line: on one of the next, or nowhere.
fn open(context: &mut Context<'_>, string: Span) -> Body {
    if let Some((end, line)) = continued(context, string) {
        let span = Span {
            start: string.start,
            end,
        };
        context.line = line;
        context.log.push(
            Diagnostic::warning("multi-line-string", "this string continues on the next line")
                .at(string)
                .label("the line ends are part of the string")
                .help("few assemblers accept this; write `\\n` for a line end, and one `.STRINGZ` a line"),
        );
        return Body::Text(words(context, inside(span, true)));
    }

    let text = context.text(string).trim_end();
    let end = string.start + text.len();
    context.log.push(
        Diagnostic::warning("unterminated-string", "this string has no closing quote")
            .at(Span {
                start: string.start,
                end,
            })
            .label("taken to the end of the line")
            .help("write `\"` at its end; most assemblers reject it without")
            .replace_with(format!("{text}\"")),
    );

    Body::Text(words(
        context,
        inside(
            Span {
                start: string.start,
                end,
            },
            false,
        ),
    ))
}

/// Where a string that is open at the end of its line closes, and in which line: only when what is between looks
/// like text, and nothing but a comment follows the quote.
fn continued(context: &Context<'_>, string: Span) -> Option<(usize, usize)> {
    let text = &context.source.text;
    for number in context.line + 1..=context.line + LONGEST {
        let (start, end) = context.source.line_range(number)?;
        let line = &text[start..end];
        let quote = line.find('"');
        let before = &line[..quote.unwrap_or(line.len())];
        let code = before
            .split(is_blank)
            .filter(|word| !word.is_empty())
            .take(2)
            .any(|word| is_directive(word) || mnemonic::mnemonic(word).is_some_and(|_| quote.is_none()));
        if code {
            return None;
        }
        if quote.is_some() {
            let close = lex::string_end(text, string.start, end)?;
            let after = text[close..end].trim_start();
            return (after.is_empty() || after.starts_with(';')).then_some((close, number));
        }
    }

    None
}

/// A string without plain quotes.
fn bare(context: &mut Context<'_>, name: Span, rest: &[Token]) -> Body {
    let span = Span {
        start: rest[0].span.start,
        end: rest[rest.len() - 1].span.end,
    };
    let text = context.text(span);
    let only = lex::only_word(rest).is_some();
    if let Some(inside) = between_smart(text).filter(|_| !only) {
        return between_typographic(context, name, span, inside);
    }

    let better = in_plain_quotes(text);
    let is_smart = |letter: char| SMART_QUOTES.contains(&letter) || SMART_SINGLE_QUOTES.contains(&letter);
    let message = if text.starts_with(is_smart) || text.ends_with(is_smart) {
        "typographic quotes do not delimit a string"
    } else {
        "the string after `.STRINGZ` is not in quotes"
    };
    let help = format!("write `{} {better}` with plain quotes", context.text(name));
    if !only || number::parse(text).is_some() || mnemonic::register(text).is_some() {
        let unusable = Diagnostic::error("missing-quotes", message).at(span);
        context.log.push(unusable.help(help).replace_with(better));
        return Body::Broken;
    }

    let label = if message.starts_with("typographic") {
        "the quotes become part of the string"
    } else {
        "most assemblers reject it"
    };
    // The one family of assemblers that takes this sign-extends its bytes.
    let bytes = context.source.bytes_of(text).into_iter();
    let mut words: Vec<u16> = bytes.map(|byte| byte as i8 as u16).collect();
    words.push(0);
    let warning = Diagnostic::warning("missing-quotes", message).at(span).label(label);
    context.log.push(warning.help(help).replace_with(better));
    Body::Text(words)
}

/// A string between typographic quotes: `inside`, of the text at `span`.
fn between_typographic(context: &mut Context<'_>, name: Span, span: Span, inside: &str) -> Body {
    let text = context.text(span);
    let start = span.start + text.find(inside).unwrap_or(0);
    let within = Span {
        start,
        end: start + inside.len(),
    };

    let warning = Diagnostic::warning(
        "missing-quotes",
        "typographic quotes are read as the ends of the string",
    );
    let help = format!(
        "write `{} {}` with plain quotes; most assemblers reject these",
        context.text(name),
        in_plain_quotes(text)
    );
    context.log.push(warning.at(within).help(help));
    Body::Text(words(context, within))
}

/// A text in plain quotes, in place of whatever quotes it has.
fn in_plain_quotes(text: &str) -> String {
    let single = text.len() >= 2 && text.starts_with('\'') && text.ends_with('\'');
    let is_smart = |mark: char| SMART_QUOTES.contains(&mark) || SMART_SINGLE_QUOTES.contains(&mark);
    // The other end may have a plain quote.
    let half = text.starts_with(is_smart) != text.ends_with(is_smart);
    let text = text.trim_matches(|mark| is_smart(mark) || single && mark == '\'' || half && matches!(mark, '\'' | '"'));
    format!("\"{text}\"")
}

/// What is between typographic quotes at both ends, one of which may be plain.
fn between_smart(text: &str) -> Option<&str> {
    let quote = |letter: char| SMART_QUOTES.contains(&letter) || letter == '"';
    let inside = text.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inside.contains(quote)).then_some(inside)
}

/// The words of a string: one for each byte of the file, escapes replaced, and a zero.
fn words(context: &mut Context<'_>, span: Span) -> Vec<u16> {
    let text = context.text(span);
    let mut words = Vec::with_capacity(text.len() + 1);
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => {
                let Some((_, escape)) = characters.next() else {
                    words.push(u16::from(b'\\'));
                    continue;
                };
                let start = span.start + at;
                let end = start + 1 + escape.len_utf8();
                escaped(context, escape, Span { start, end }, &mut words);
            }
            // A line end inside a string is one line feed, however the file writes it.
            '\r' => {
                characters.next_if(|(_, next)| *next == '\n');
                words.push(u16::from(b'\n'));
            }
            _ => push(context, character, span.start + at, &mut words),
        }
    }

    words.push(0);
    words
}

fn push(context: &mut Context<'_>, character: char, at: usize, words: &mut Vec<u16>) {
    if character.is_ascii() {
        words.push(character as u16);
    } else {
        let span = Span {
            start: at,
            end: at + character.len_utf8(),
        };
        context.log.repeat("string-bytes", String::new(), span, || {
            Diagnostic::warning("string-bytes", "a non-ASCII character in a string")
                .help("it occupies as many words as it has bytes in the file; assemblers differ here")
        });

        let mut buffer = [0; 4];
        let bytes = context.source.bytes_of(character.encode_utf8(&mut buffer));
        words.extend(bytes.into_iter().map(u16::from));
    }
}

/// What a backslash and a letter mean. Assemblers agree on the first six.
fn escaped(context: &mut Context<'_>, escape: char, span: Span, words: &mut Vec<u16>) {
    let (value, remark) = match escape {
        'n' => (b'\n', None),
        't' => (b'\t', None),
        'r' => (b'\r', None),
        '"' => (b'"', None),
        '\\' => (b'\\', Some("one backslash")),
        '0' => (0, Some("a zero, which ends what is printed")),
        'e' => (0x1B, Some("an escape character (x1B)")),
        other => {
            let shown = context.text(span);
            context.log.push(
                Diagnostic::warning(
                    "string-escape",
                    format!("`{shown}` is not an escape sequence; both characters are printed"),
                )
                .at(span)
                .help(format!(
                    "write `\\\\{other}` for a backslash, or only `{other}`; assemblers differ here"
                )),
            );
            words.push(u16::from(b'\\'));
            push(context, other, span.start + 1, words);
            return;
        }
    };
    if let Some(meaning) = remark {
        let shown = context.text(span);
        context.log.repeat("string-escape", shown.to_owned(), span, || {
            Diagnostic::warning("string-escape", format!("`{shown}` is read as {meaning}"))
                .help("assemblers differ here; put the number into a `.FILL` of its own to be safe")
        });
    }

    words.push(u16::from(value));
}
