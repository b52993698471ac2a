//! `.ORIG`, `.END`, `.FILL`, `.BLKW`, `.STRINGZ`, `.EXTERNAL`.

use super::advice;
use super::context::Context;
use super::lex::{self, Token};
use super::number::{self, Fit, Number};
use super::operands::{Operand, OperandKind, Operands, report_form};
use super::statement::{Body, Value};
use super::text;
use crate::diagnostic::{Diagnostic, Span};

/// A directive with what follows it.
pub(super) fn parse(context: &mut Context<'_>, name: Span, rest: &[Token]) -> Body {
    let word = context.text(name).to_ascii_lowercase();
    match word.as_str() {
        ".orig" => origin(context, name, rest),
        ".end" => end(context, rest),
        ".fill" => fill(context, name, rest),
        ".blkw" => block(context, name, rest),
        ".external" => external(context, name, rest),
        ".stringz" => text::directive(context, name, rest),
        _ => {
            let diagnostic = advice::unknown_directive(context.text(name)).at(name);
            context.log.push(diagnostic);
            Body::None
        }
    }
}

/// The operands, when there are as many as `count` allows; else what to write.
fn operands(
    context: &mut Context<'_>,
    name: Span,
    rest: &[Token],
    count: std::ops::RangeInclusive<usize>,
    form: &str,
) -> Option<Vec<Operand>> {
    let operands = Operands::new(context, rest);
    if count.contains(&operands.list.len()) {
        operands.report_commas(context.log);
        return Some(operands.list);
    }

    let word = context.text(name);
    let diagnostic = match operands.list.get(*count.end()) {
        None => Diagnostic::error("missing-operand", format!("`{word}` needs a value after it")).at(name),
        Some(extra) => {
            let text = context.text(extra.span);
            Diagnostic::error("extra-operand", format!("`{text}` is unexpected after `{word}`"))
                .at(extra.span)
                .label("nothing can follow here; start a comment with `;`")
        }
    };
    context.log.push(diagnostic.help(format!("write it like `{form}`")));

    None
}

/// A 16-bit number.
fn sixteen(context: &mut Context<'_>, number: Number, span: Span) -> Option<u16> {
    let word = context.text(span);
    if let Fit::Exact(bits) = number::fit(number.value, 16, -0x8000..=0xFFFF) {
        report_form(context.log, number, word, span);
        return Some(bits);
    }

    context.log.push(
        Diagnostic::error("value-out-of-range", format!("`{word}` does not fit into a word"))
            .at(span)
            .label("16 bits hold -32768 to 65535 (x0000 to xFFFF)"),
    );

    None
}

fn origin(context: &mut Context<'_>, name: Span, rest: &[Token]) -> Body {
    let Some(list) = operands(context, name, rest, 1..=1, ".ORIG x3000") else {
        return Body::Origin(None);
    };

    let address = if let OperandKind::Number(number) = list[0].kind {
        report_decimal(context, number, list[0].span);
        sixteen(context, number, list[0].span)
    } else {
        let word = context.text(list[0].span);
        context.log.push(
            Diagnostic::error("wrong-operand", format!("`.ORIG` takes an address, not `{word}`"))
                .at(list[0].span)
                .help("write a number, such as `.ORIG x3000`"),
        );
        None
    };

    Body::Origin(address)
}

/// `.ORIG 3000`: nobody starts a program at 3000 = x0BB8.
fn report_decimal(context: &mut Context<'_>, number: Number, span: Span) {
    let word = context.text(span);
    let digits = word.trim_start_matches('#');
    if digits.len() == 4 && digits.ends_with("000") && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        context.log.push(
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

fn end(context: &mut Context<'_>, rest: &[Token]) -> Body {
    if let Some(extra) = rest.first() {
        let word = context.text(extra.span);
        context.log.push(
            Diagnostic::warning("extra-operand", format!("`{word}` comes after `.END` and is ignored"))
                .at(extra.span)
                .help("start comments with `;`"),
        );
    }
    Body::End
}

/// A name for a linker, which there is none of: its address stays zero, as lc3-ensemble leaves it.
fn external(context: &mut Context<'_>, name: Span, rest: &[Token]) -> Body {
    context.log.push(
        Diagnostic::warning(
            "external-label",
            "nothing is linked to this program; the label's address stays 0",
        )
        .at(name)
        .label("most assemblers reject this directive")
        .help("define the label in this file"),
    );
    lex::only_word(rest).map_or(Body::None, |token| Body::External(token.span))
}

fn fill(context: &mut Context<'_>, name: Span, rest: &[Token]) -> Body {
    let Some(list) = operands(context, name, rest, 1..=1, ".FILL x0030` or `.FILL LABEL") else {
        return Body::Broken;
    };
    value(context, list[0], ".FILL").map_or(Body::Broken, Body::Fill)
}

/// What a data word holds: a number or a label.
fn value(context: &mut Context<'_>, operand: Operand, directive: &str) -> Option<Value> {
    match operand.kind {
        OperandKind::Number(number) => sixteen(context, number, operand.span).map(Value::Number),
        OperandKind::Word => Some(Value::Label(operand.span)),
        OperandKind::Register(_) | OperandKind::Text { .. } => {
            let diagnostic = advice::wrong_value(context.text(operand.span), operand, directive);
            context.log.push(diagnostic);
            None
        }
    }
}

fn block(context: &mut Context<'_>, name: Span, rest: &[Token]) -> Body {
    let Some(list) = operands(context, name, rest, 1..=2, ".BLKW 36") else {
        return Body::Broken;
    };

    let word = context.text(list[0].span);
    let count = match list[0].kind {
        OperandKind::Number(number) if (0..=0xFFFF).contains(&number.value) => {
            report_form(context.log, number, word, list[0].span);
            number.value as u16
        }
        OperandKind::Number(_) => {
            context.log.push(
                Diagnostic::error("value-out-of-range", format!("`.BLKW` cannot reserve {word} words"))
                    .at(list[0].span)
                    .label("0 to 65535 words"),
            );
            return Body::Broken;
        }
        _ => {
            context.log.push(
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
            let Some(value) = value(context, *fill, ".BLKW") else {
                return Body::Broken;
            };
            context.log.push(
                Diagnostic::warning("blkw-value", "`.BLKW` with a value to fill the words with")
                    .at(fill.span)
                    .label("only LC3Edit accepts a value here; other assemblers reject it"),
            );
            Some(value)
        }
    };

    if count == 0 {
        context.log.push(
            Diagnostic::warning("blkw-zero", "`.BLKW` reserves no words")
                .at(list[0].span)
                .label("some assemblers reject a count of 0"),
        );
    }

    Body::Block { count, value }
}
