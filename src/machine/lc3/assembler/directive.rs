//! `.ORIG`, `.END`, `.FILL`, `.BLKW`, `.STRINGZ`, `.EXTERNAL`.

use super::advice;
use super::lex::{Token, TokenKind};
use super::number::{self, Fit, Number};
use super::operands::{Operand, OperandKind, Operands, report_form};
use super::parse::Parser;
use super::statement::{Body, Value};
use super::text;
use crate::diagnostic::{Diagnostic, Span};

/// A directive with what follows it.
pub(super) fn parse(parser: &mut Parser<'_>, name: Span, rest: &[Token]) -> Body {
    let word = parser.text(name).to_ascii_lowercase();
    match word.as_str() {
        ".orig" => origin(parser, name, rest),
        ".end" => end(parser, rest),
        ".fill" => fill(parser, name, rest),
        ".blkw" => block(parser, name, rest),
        ".external" => external(parser, name, rest),
        ".stringz" => text::directive(parser, name, rest),
        _ => {
            let diagnostic = advice::unknown_directive(parser.text(name)).at(name);
            parser.log.push(diagnostic);
            Body::None
        }
    }
}

/// The operands, when there are as many as `count` allows; else what to write.
fn operands(
    parser: &mut Parser<'_>,
    name: Span,
    rest: &[Token],
    count: std::ops::RangeInclusive<usize>,
    form: &str,
) -> Option<Vec<Operand>> {
    let operands = Operands::new(parser, rest);
    if count.contains(&operands.list.len()) {
        operands.report_commas(parser.log);
        return Some(operands.list);
    }

    let word = parser.text(name);
    let diagnostic = match operands.list.get(*count.end()) {
        None => Diagnostic::error("missing-operand", format!("`{word}` needs a value after it")).at(name),
        Some(extra) => {
            let text = parser.text(extra.span);
            Diagnostic::error("extra-operand", format!("`{text}` is unexpected after `{word}`"))
                .at(extra.span)
                .label("nothing can follow here; start a comment with `;`")
        }
    };
    parser.log.push(diagnostic.help(format!("write it like `{form}`")));

    None
}

/// A 16-bit number.
fn sixteen(parser: &mut Parser<'_>, number: Number, span: Span) -> Option<u16> {
    let word = parser.text(span);
    if let Fit::Exact(bits) = number::fit(number.value, 16, -0x8000..=0xFFFF) {
        report_form(parser.log, number, word, span);
        return Some(bits);
    }

    parser.log.push(
        Diagnostic::error("value-out-of-range", format!("`{word}` does not fit into a word"))
            .at(span)
            .label("16 bits hold -32768 to 65535 (x0000 to xFFFF)"),
    );

    None
}

fn origin(parser: &mut Parser<'_>, name: Span, rest: &[Token]) -> Body {
    let Some(list) = operands(parser, name, rest, 1..=1, ".ORIG x3000") else {
        return Body::Origin(None);
    };

    let address = if let OperandKind::Number(number) = list[0].kind {
        report_decimal(parser, number, list[0].span);
        sixteen(parser, number, list[0].span)
    } else {
        let word = parser.text(list[0].span);
        parser.log.push(
            Diagnostic::error("wrong-operand", format!("`.ORIG` takes an address, not `{word}`"))
                .at(list[0].span)
                .help("write a number, such as `.ORIG x3000`"),
        );
        None
    };

    Body::Origin(address)
}

/// `.ORIG 3000`: nobody starts a program at 3000 = x0BB8.
fn report_decimal(parser: &mut Parser<'_>, number: Number, span: Span) {
    let word = parser.text(span);
    let digits = word.trim_start_matches('#');
    if digits.len() == 4 && digits.ends_with("000") && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        parser.log.push(
            Diagnostic::warning(
                "decimal-address",
                format!("`{word}` is decimal: the block starts at x{:04X}", number.value),
            )
            .at(span)
            .help(format!("did you mean `x{digits}`?"))
            .replace_with(format!("x{digits}")),
        );
    }
}

fn end(parser: &mut Parser<'_>, rest: &[Token]) -> Body {
    if let Some(extra) = rest.first() {
        let word = parser.text(extra.span);
        parser.log.push(
            Diagnostic::warning("extra-operand", format!("`{word}` comes after `.END` and is ignored"))
                .at(extra.span)
                .help("start comments with `;`"),
        );
    }
    Body::End
}

/// A name for a linker, which there is none of: its address stays zero, as lc3-ensemble leaves it.
fn external(parser: &mut Parser<'_>, name: Span, rest: &[Token]) -> Body {
    parser.log.push(
        Diagnostic::warning(
            "external-label",
            "nothing is linked to this program; the label's address stays 0",
        )
        .at(name)
        .label("most assemblers reject this directive")
        .help("define the label in this file"),
    );
    only(rest).map_or(Body::None, |token| Body::External(token.span))
}

fn fill(parser: &mut Parser<'_>, name: Span, rest: &[Token]) -> Body {
    let Some(list) = operands(parser, name, rest, 1..=1, ".FILL x0030` or `.FILL LABEL") else {
        return Body::Broken;
    };
    value(parser, list[0], ".FILL").map_or(Body::Broken, Body::Fill)
}

/// What a data word holds: a number or a label.
fn value(parser: &mut Parser<'_>, operand: Operand, directive: &str) -> Option<Value> {
    match operand.kind {
        OperandKind::Number(number) => sixteen(parser, number, operand.span).map(Value::Number),
        OperandKind::Word => Some(Value::Label(operand.span)),
        OperandKind::Register(_) | OperandKind::Text { .. } => {
            let diagnostic = advice::wrong_value(parser.text(operand.span), operand, directive);
            parser.log.push(diagnostic);
            None
        }
    }
}

fn block(parser: &mut Parser<'_>, name: Span, rest: &[Token]) -> Body {
    let Some(list) = operands(parser, name, rest, 1..=2, ".BLKW 36") else {
        return Body::Broken;
    };

    let word = parser.text(list[0].span);
    let count = match list[0].kind {
        OperandKind::Number(number) if (0..=0xFFFF).contains(&number.value) => {
            report_form(parser.log, number, word, list[0].span);
            number.value as u16
        }
        OperandKind::Number(_) => {
            parser.log.push(
                Diagnostic::error("value-out-of-range", format!("`.BLKW` cannot reserve {word} words"))
                    .at(list[0].span)
                    .label("0 to 65535 words"),
            );
            return Body::Broken;
        }
        _ => {
            parser.log.push(
                Diagnostic::error(
                    "wrong-operand",
                    format!("`.BLKW` takes a number of words, not `{word}`"),
                )
                .at(list[0].span)
                .help("write the number itself, such as `.BLKW 36`"),
            );
            return Body::Broken;
        }
    };

    let value = match list.get(1) {
        None => None,
        Some(fill) => {
            let Some(value) = value(parser, *fill, ".BLKW") else {
                return Body::Broken;
            };
            parser.log.push(
                Diagnostic::warning("blkw-value", "`.BLKW` with a value to fill the words with")
                    .at(fill.span)
                    .label("only LC3Edit accepts a value here; other assemblers reject it"),
            );
            Some(value)
        }
    };

    if count == 0 {
        parser.log.push(
            Diagnostic::warning("blkw-zero", "`.BLKW` reserves no words")
                .at(list[0].span)
                .label("some assemblers reject a count of 0"),
        );
    }

    Body::Block { count, value }
}

/// The single token after a directive.
pub(super) fn only(rest: &[Token]) -> Option<Token> {
    match rest {
        [token] if matches!(token.kind, TokenKind::Word) => Some(*token),
        _ => None,
    }
}
