//! Second pass: words, with the offsets to labels.

use super::advice;
use super::format::Slot;
use super::instruction::fitted;
use super::layout::Draft;
use super::mnemonic::mnemonic;
use super::number::{self, Fit};
use super::statement::{Body, Code, Statement, Target, Value};
use super::symbols::Symbols;
use crate::diagnostic::{Diagnostic, Source, Span};
use crate::machine::assembly::{DASH, Log, quoted_character};
use crate::machine::lc3::program::{Block, Kind, Word};

/// Fills in words and reports what cannot be reached.
#[derive(Debug)]
pub(super) struct Resolver<'a> {
    pub(super) source: &'a Source,
    pub(super) symbols: &'a mut Symbols,
    pub(super) log: &'a mut Log,
}

impl Resolver<'_> {
    /// The blocks of the program. Call only when they fit into memory.
    pub(super) fn blocks(&mut self, drafts: &[Draft], statements: &[Statement]) -> Vec<Block> {
        let mut blocks = Vec::new();
        for draft in drafts {
            let mut words = Vec::with_capacity(draft.size as usize);
            for statement in &statements[draft.statements.clone()] {
                self.statement(draft.origin, statement, &mut words);
            }
            let room = 0x1_0000 - usize::from(draft.origin);
            let rest = if words.len() > room {
                words.split_off(room)
            } else {
                Vec::new()
            };
            blocks.push(Block {
                origin: draft.origin,
                words,
            });
            if !rest.is_empty() {
                blocks.push(Block { origin: 0, words: rest });
            }
        }

        blocks
    }

    fn statement(&mut self, origin: u16, statement: &Statement, words: &mut Vec<Word>) {
        let word = |bits, kind| Word {
            bits,
            kind,
            line: statement.line,
        };
        let address = origin.wrapping_add(words.len() as u16);

        match &statement.body {
            Body::None | Body::Origin(_) | Body::End | Body::External(_) | Body::Loose(_) => {}
            Body::Fill(value) => words.push(word(self.value(*value), Kind::Data)),
            Body::Block { count, value } => {
                let filled = match value {
                    Some(value) => word(self.value(*value), Kind::Data),
                    None => word(0, Kind::Reserved),
                };
                words.extend(std::iter::repeat_n(filled, usize::from(*count)));
            }
            Body::Text(text) => words.extend(text.iter().map(|bits| word(*bits, Kind::Data))),
            Body::Code(code) | Body::Either { code, .. } => words.push(word(self.code(*code, address), Kind::Code)),
            Body::Broken => words.push(word(0, Kind::Code)),
        }
    }

    fn value(&mut self, value: Value) -> u16 {
        match value {
            Value::Number(bits) => bits,
            Value::Label(span) if self.symbols.is_external(text(self.source, span)) => 0,
            Value::Label(span) => self.address(span).unwrap_or(0),
        }
    }

    fn code(&mut self, code: Code, address: u16) -> u16 {
        let Some(target) = code.target else { return code.bits };
        code.bits | self.offset(target, address).unwrap_or(0)
    }

    /// The offset field of an instruction at `address`.
    fn offset(&mut self, target: Target, address: u16) -> Option<u16> {
        let word = text(self.source, target.span);
        if let Some(number) = target.number
            && self.symbols.find(word).is_none()
        {
            return match fitted(self.log, Slot::Target(target.width), number, word, target.span) {
                Ok(bits) => Some(bits),
                Err(diagnostic) => {
                    self.log.push(*diagnostic);
                    None
                }
            };
        }

        let goal = self.address(target.span)?;
        let next = i64::from(address) + 1;
        let range = number::signed(target.width);

        // Addresses wrap, and so may the distance.
        let distance = i64::from(goal.wrapping_sub(next as u16) as i16);
        if let Fit::Exact(bits) = number::fit(distance, target.width, range.clone()) {
            return Some(bits);
        }

        self.log.push(too_far(word, target, distance, &range));
        None
    }

    /// A label's address, with a word about its spelling, or the error that there is none.
    fn address(&mut self, span: Span) -> Option<u16> {
        let word = text(self.source, span);
        let Some(found) = self.symbols.find(word) else {
            if self.log.full() {
                self.log
                    .push(Diagnostic::error("undefined-label", "a label that is not defined"));
            } else {
                let diagnostic = self.undefined(word).at(span);
                self.log.push(diagnostic);
            }
            return None;
        };

        let symbol = &self.symbols.list[found.index];
        if found.folded {
            self.log.push(
                Diagnostic::warning(
                    "label-case",
                    format!("`{word}` is read as `{}`, which differs in case", symbol.name),
                )
                .at(span)
                .help("some assemblers distinguish the two; spell a label the same way everywhere")
                .replace_with(symbol.name.clone()),
            );
        }

        Some(symbol.address)
    }

    fn undefined(&self, word: &str) -> Diagnostic {
        let diagnostic = Diagnostic::error("undefined-label", format!("there is no label `{word}`"));
        if self.symbols.is_external(word) {
            return diagnostic.help("it is external, and nothing is linked to this program; define it in this file");
        }

        if mnemonic(word).is_some_and(|named| !named.rare) {
            return diagnostic.help(format!(
                "`{word}` is the name of an instruction in any case, so that no label has it; call the label something else"
            ));
        }

        if let Some(code) = quoted_character(word).map(u32::from) {
            return diagnostic.help(if word.is_ascii() {
                format!("write a character as its code: {word} is x{code:02X}")
            } else {
                format!(
                    "these are typographic quotes, and a character is written as its code anyway: {word} is x{code:02X}"
                )
            });
        }

        if let Some(near) = self.symbols.nearest(word) {
            return diagnostic
                .help(format!("did you mean `{near}`?"))
                .replace_with(near.to_owned());
        }

        if let Some(plain) = advice::undashed(word) {
            return diagnostic.help(DASH).replace_with(plain);
        }

        let base = word.split(['+', '-']).next().unwrap_or(word);
        let help = if base != word && !base.is_empty() {
            "LC-3 assemblers do not calculate with labels; define a label at the address itself"
        } else {
            "define it, or correct the spelling"
        };

        diagnostic.help(help)
    }
}

fn text(source: &Source, span: Span) -> &str {
    source.text.get(span.start..span.end).unwrap_or("")
}

fn too_far(word: &str, target: Target, distance: i64, range: &std::ops::RangeInclusive<i64>) -> Diagnostic {
    let help = if target.width == 9 {
        format!(
            "move `{word}` closer; or put its address close by (`PTR .FILL {word}`), load that with `LD`, and go \
             through the register with `LDR`, `STR` or `JMP`"
        )
    } else {
        format!("put the address close by (`PTR .FILL {word}`), load it with `LD` and call it with `JSRR`")
    };
    Diagnostic::error(
        "offset-out-of-range",
        format!("`{word}` is too far away: {distance} words"),
    )
    .at(target.span)
    .label(format!("reaches from {} to {} words", range.start(), range.end()))
    .help(help)
}
