//! A source as its statements, for whoever compares what was written and not what it assembles to.
//!
//! Takes a source; gives every statement that puts words into memory, in order, with its labels, its address, and the
//! labels it refers to. What is not distinguished: comments, blanks, letter case of mnemonics, commas, the notation of
//! numbers, names of one instruction (`RET` and `JMP R7`, `HALT` and `TRAP x25`). Says nothing about mistakes: that is
//! [`assemble`](super::assemble).

use super::layout::{self, Draft};
use super::lex;
use super::parse::Parser;
use super::statement::{Body, Code, Statement, Value};
use super::symbols::Symbols;
use crate::diagnostic::{Source, Span};
use crate::machine::assembly::Log;

/// Letters of a statement that are kept for showing.
const SHOWN: usize = 80;

/// A statement that puts words into memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its line, from 1.
    pub line: usize,
    /// As it is written, without labels and comment, blanks run together; a long one is cut.
    pub text: String,
    /// Address of its first word.
    pub address: u16,
    /// The labels of that address, as they are spelt.
    pub labels: Vec<String>,
    /// What it puts there.
    pub content: Content,
}

/// What a statement puts into memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// An instruction.
    Code {
        /// The word, complete but for the offset to `target`.
        bits: u16,
        /// What the offset leads to.
        target: Option<Goal>,
    },
    /// Data.
    Data {
        /// The words, where they are numbers.
        words: Vec<u16>,
        /// The label whose address each word is, where it is one.
        label: Option<Goal>,
    },
}

/// What an operand leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goal {
    /// The label, as it is spelt there; `None` where a distance is written.
    pub label: Option<String>,
    /// The address.
    pub address: u16,
}

impl Item {
    /// How many words it puts into memory.
    pub fn size(&self) -> u16 {
        match &self.content {
            Content::Code { .. } => 1,
            Content::Data { words, .. } => words.len() as u16,
        }
    }
}

/// The statements of a source that assembles; of another one, what can be made of it.
pub fn outline(source: &Source) -> Vec<Item> {
    let mut log = Log::default();
    let mut statements = Parser::new(source, &mut log).run();
    let (drafts, mut symbols) = layout::lay_out(source, &mut statements, &mut log);
    let total: u64 = drafts.iter().map(|draft| u64::from(draft.size)).sum();
    if total > 0x1_0000 {
        return Vec::new();
    }

    let mut items = Vec::new();
    for draft in &drafts {
        block(source, draft, &statements, &mut symbols, &mut items);
    }

    items
}

fn block(source: &Source, draft: &Draft, statements: &[Statement], symbols: &mut Symbols, items: &mut Vec<Item>) {
    let mut address = draft.origin;
    let mut labels = Vec::new();
    for statement in &statements[draft.statements.clone()] {
        let names = statement.labels.iter().map(|span| piece(source, *span).to_owned());
        labels.extend(names);
        let Some(content) = content(source, statement, address, symbols) else {
            continue;
        };

        let size = layout::size(&statement.body) as u16;
        items.push(Item {
            line: statement.line as usize,
            text: shown(source, statement),
            address,
            labels: std::mem::take(&mut labels),
            content,
        });

        address = address.wrapping_add(size);
    }
}

fn content(source: &Source, statement: &Statement, address: u16, symbols: &mut Symbols) -> Option<Content> {
    let mut goal = |span: Span| {
        let label = piece(source, span);
        let found = symbols.find(label).map(|found| symbols.list[found.index].address);
        Goal {
            label: Some(label.to_owned()),
            address: found.unwrap_or(0),
        }
    };
    let mut data = |value: Value, count: usize| match value {
        Value::Number(bits) => (vec![bits; count], None),
        Value::Label(span) => (vec![0; count], Some(goal(span))),
    };

    Some(match &statement.body {
        Body::None | Body::Origin(_) | Body::End | Body::External(_) | Body::Loose(_) => return None,
        Body::Fill(value) => {
            let (words, label) = data(*value, 1);
            Content::Data { words, label }
        }
        Body::Block { count, value } => {
            let (words, label) = data(value.unwrap_or(Value::Number(0)), usize::from(*count));
            Content::Data { words, label }
        }
        Body::Text(words) => Content::Data {
            words: words.clone(),
            label: None,
        },
        Body::Code(code) | Body::Either { code, .. } => instruction(source, *code, address, symbols),
        Body::Broken => Content::Data {
            words: vec![0],
            label: None,
        },
    })
}

fn instruction(source: &Source, code: Code, address: u16, symbols: &mut Symbols) -> Content {
    let target = code.target.map(|target| {
        let label = piece(source, target.span);
        let found = symbols.find(label).map(|found| symbols.list[found.index].address);
        // A label goes before a number of the same spelling, as it does for the assembler.
        match (found, target.number) {
            (None, Some(number)) => Goal {
                label: None,
                address: address.wrapping_add(1).wrapping_add(number.value as u16),
            },
            (found, _) => Goal {
                label: Some(label.to_owned()),
                address: found.unwrap_or(0),
            },
        }
    });
    Content::Code {
        bits: code.bits,
        target,
    }
}

fn piece(source: &Source, span: Span) -> &str {
    source.text.get(span.start..span.end).unwrap_or("")
}

/// A statement as it is written.
fn shown(source: &Source, statement: &Statement) -> String {
    let Some((start, end)) = source.line_range(statement.line as usize) else {
        return String::new();
    };

    let tokens = lex::line(&source.text, start, end, &mut Log::default());
    let end = tokens.last().map_or(end, |token| token.span.end);
    let text = source.text.get(statement.span.start..end).unwrap_or_default();

    // Blanks within a string are the string's own.
    let (operation, rest) = text
        .split_once('"')
        .map_or((text, None), |(head, tail)| (head, Some(tail)));
    let mut words = operation.split_whitespace().collect::<Vec<_>>().join(" ");

    if let Some(rest) = rest {
        words += " \"";
        words += rest;
    }

    if let Some((cut, _)) = words.char_indices().nth(SHOWN) {
        words.truncate(cut);
        words.push_str("...");
    }

    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> Vec<Item> {
        outline(&Source::new("test.asm", text))
    }

    fn contents(text: &str) -> Vec<Content> {
        items(text).into_iter().map(|item| item.content).collect()
    }

    #[test]
    fn the_same_statement_in_other_clothes_is_the_same() {
        let plain = contents(
            ".ORIG x3000\nA ADD R0, R0, #-1\nBRnzp A\nRET\nHALT\nB .FILL x000A\nC .BLKW 2\nD .STRINGZ \"a\"\n.END",
        );
        let other = contents(
            ".orig x3000\r\nA:\r\n  add r0 r0 x-1 ; less\r\n br A\r\n jmp R7\r\n trap x25\r\nB .fill 10\r\nC .blkw x2\r\nD .stringz \"a\"\r\n.end",
        );
        assert_eq!(plain, other);
        assert_eq!(plain.len(), 7);
    }

    #[test]
    fn statements_have_their_labels_addresses_and_text() {
        let items = items(".ORIG x3000\nONE\nTWO  LD  R0,  FAR ; c\nFAR .STRINGZ \"a  b\" ; c\nEND .FILL TWO\n.END");
        let found: Vec<(usize, u16, &str)> = items
            .iter()
            .map(|item| (item.line, item.address, item.text.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                (3, 0x3000, "LD R0, FAR"),
                (4, 0x3001, ".STRINGZ \"a  b\""),
                (5, 0x3006, ".FILL TWO")
            ]
        );

        assert_eq!(items[0].labels, ["ONE", "TWO"]);
        let Content::Code { target: Some(goal), .. } = &items[0].content else {
            panic!("{items:?}");
        };

        assert_eq!((goal.label.as_deref(), goal.address), (Some("FAR"), 0x3001));
    }

    #[test]
    fn distances_lead_somewhere_too() {
        let items = items(".ORIG x3000\nBRz #1\nHALT\nHALT\n.END");
        let Content::Code { target: Some(goal), .. } = &items[0].content else {
            panic!("{items:?}");
        };
        assert_eq!((goal.label.as_deref(), goal.address), (None, 0x3002));
    }
}
