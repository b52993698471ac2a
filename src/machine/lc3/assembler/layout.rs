//! First pass over the statements: addresses, blocks, labels.

use std::collections::{HashMap, HashSet};

use super::mnemonic;
use super::statement::{Body, Code, Statement, Value};
use super::symbols::Symbols;
use super::{advice, instruction};
use crate::diagnostic::{Diagnostic, Source, Span};
use crate::machine::assembly::Log;
use crate::machine::lc3::program::Symbol;

/// Words that memory has.
const MEMORY: u32 = 0x1_0000;
/// First address of the device page.
const DEVICES: u32 = 0xFE00;

/// A block as it will lie in memory.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) origin: u16,
    /// Whether the source names the origin.
    known: bool,
    /// Words in it; may pass the end of memory.
    pub(super) size: u32,
    /// Its `.ORIG`.
    pub(super) span: Span,
    /// Its statements.
    pub(super) statements: std::ops::Range<usize>,
}

/// Settles what was open in the statements, gives labels their addresses and blocks their sizes.
pub(super) fn lay_out(source: &Source, statements: &mut [Statement], log: &mut Log) -> (Vec<Draft>, Symbols) {
    settle(source, statements, log);
    let mut symbols = Symbols::default();
    let mut spans = Vec::new();
    let mut drafts: Vec<Draft> = Vec::new();
    let mut open = false;
    let origin = |statement: &Statement| match statement.body {
        Body::Origin(origin) => origin,
        _ => None,
    };

    let first = statements.iter().find_map(origin).unwrap_or(0x3000);
    for (index, statement) in statements.iter().enumerate() {
        if let Body::External(span) = statement.body {
            symbols.add_external(&source.text[span.start..span.end]);
        }
        if let Body::Origin(origin) = statement.body {
            if open {
                report_nested(statement.span, drafts.last(), log);
            }
            open = true;
            let after = drafts
                .last()
                .map_or(0x3000, |last| u32::from(last.origin).saturating_add(last.size));
            drafts.push(Draft {
                // A wrong address must not make everything after it wrong as well.
                origin: origin.unwrap_or(after as u16),
                known: origin.is_some(),
                size: 0,
                span: statement.span,
                statements: index..index,
            });
        }
        let Some(draft) = drafts.last_mut() else {
            // Reported already; that the label is in reach keeps what refers to it from being reported too.
            for label in &statement.labels {
                spans.push(*label);
                define(source, *label, first, statement.line, &spans, &mut symbols, log);
            }
            continue;
        };
        let address = (u32::from(draft.origin) + draft.size) as u16;
        for label in &statement.labels {
            spans.push(*label);
            define(source, *label, address, statement.line, &spans, &mut symbols, log);
        }
        if matches!(statement.body, Body::End) {
            open = false;
        }
        let before = draft.size;
        draft.size = draft.size.saturating_add(size(&statement.body));
        draft.statements.end = index + 1;
        report_growth(draft, before, statement.span, log);
    }

    report_overlaps(&drafts, log);
    (drafts, symbols)
}

/// Words that a statement puts into memory.
pub(super) fn size(body: &Body) -> u32 {
    match body {
        Body::None | Body::Origin(_) | Body::End | Body::External(_) | Body::Loose(_) => 0,
        Body::Fill(_) | Body::Code(_) | Body::Either { .. } | Body::Broken => 1,
        Body::Block { count, .. } => u32::from(*count),
        Body::Text(words) => words.len() as u32,
    }
}

/// Decides what only the whole file shows: whether `PUTC` alone on a line is the trap or a subroutine's label, and
/// whether several words on a line are labels or a misspelt instruction.
fn settle(source: &Source, statements: &mut [Statement], log: &mut Log) {
    let undecided = |statement: &Statement| matches!(statement.body, Body::Either { .. } | Body::Loose(_));
    if !statements.iter().any(undecided) {
        return;
    }

    let names = Names::of(source, statements);
    for statement in statements {
        match &statement.body {
            Body::Either { name, code } => {
                let (name, code) = (*name, *code);
                if names.is_wanted(name) {
                    statement.labels.push(name);
                    statement.body = Body::None;
                } else {
                    report_instruction(source, name, log);
                    statement.body = Body::Code(code);
                }
            }
            Body::Loose(words) if names.is_misspelt(words) => {
                log.push(unknown(source, words));
                statement.body = Body::Broken;
            }
            Body::Loose(words) => {
                if words.len() > 1 {
                    log.push(several_labels(source, words));
                }
                let words = words.clone();
                statement.labels.extend(words);
                statement.body = Body::None;
            }
            _ => {}
        }
    }
}

/// How the names of a whole source are used, in lower case.
struct Names<'a> {
    source: &'a Source,
    /// Those that are labels for certain.
    defined: HashSet<String>,
    /// Those that an instruction refers to.
    referred: HashSet<String>,
    /// How often each is among the words of a line without an instruction.
    loose: HashMap<String, usize>,
}

impl<'a> Names<'a> {
    fn of(source: &'a Source, statements: &[Statement]) -> Self {
        let word = |span: Span| in_lower_case(source, span);
        let labels = statements.iter().flat_map(|statement| &statement.labels);
        let mut loose: HashMap<String, usize> = HashMap::new();
        for statement in statements {
            if let Body::Loose(words) = &statement.body {
                for span in words {
                    *loose.entry(word(*span)).or_default() += 1;
                }
            }
        }

        Self {
            source,
            defined: labels.map(|span| word(*span)).collect(),
            referred: statements.iter().filter_map(reference).map(word).collect(),
            loose,
        }
    }

    /// Whether something refers to a name that no label has yet.
    fn is_wanted(&self, name: Span) -> bool {
        let name = in_lower_case(self.source, name);
        self.referred.contains(&name) && !self.defined.contains(&name)
    }

    /// Whether several words on a line cannot be labels: tools that take several refuse one that is defined twice.
    fn is_misspelt(&self, words: &[Span]) -> bool {
        let is_defined_twice = |span: &Span| {
            let name = in_lower_case(self.source, *span);
            self.defined.contains(&name) || self.loose.get(&name).is_some_and(|count| *count > 1)
        };
        words.len() > 1 && words.iter().any(is_defined_twice)
    }
}

fn in_lower_case(source: &Source, span: Span) -> String {
    source.text[span.start..span.end].to_ascii_lowercase()
}

/// Says that a name which may be a label is read as an instruction.
fn report_instruction(source: &Source, name: Span, log: &mut Log) {
    let text = &source.text[name.start..name.end];
    match mnemonic::mnemonic(text) {
        Some(named) if named.rare => log.push(instruction::rare(text, named.mnemonic).at(name)),
        _ => log.push(colon_after(text).at(name)),
    }
}

fn colon_after(word: &str) -> Diagnostic {
    Diagnostic::warning("spare-colon", format!("`{word}:` is read as the instruction `{word}`"))
        .label("other assemblers treat it as a label, or reject it")
        .help("remove the colon, or choose another name for a label")
}

fn several_labels(source: &Source, words: &[Span]) -> Diagnostic {
    let first = &source.text[words[0].start..words[0].end];
    let comment = "start a comment with `;`";
    let advice =
        advice::foreign(first).map(|advice| format!("{comment}; if `{first}` is meant as an instruction: {advice}"));
    let near = || advice::near_instruction(first).map(|near| format!("did you mean `{near}`?"));

    Diagnostic::warning(
        "several-labels",
        format!(
            "this line is taken for {} labels; nothing is put into memory here",
            words.len()
        ),
    )
    .at(Span {
        start: words[0].start,
        end: words[words.len() - 1].end,
    })
    .help(
        advice
            .or_else(near)
            .unwrap_or_else(|| "start a comment with `;`; write one label a line".to_owned()),
    )
}

fn unknown(source: &Source, words: &[Span]) -> Diagnostic {
    let token = |span: &Span| super::lex::Token {
        kind: super::lex::TokenKind::Word,
        span: *span,
    };
    let rest: Vec<_> = words[1..].iter().map(token).collect();
    advice::unknown_instruction(source, token(&words[0]), &rest)
}

/// The label that a statement refers to.
fn reference(statement: &Statement) -> Option<Span> {
    match &statement.body {
        Body::Code(Code { target, .. }) => target.map(|target| target.span),
        Body::Fill(Value::Label(span))
        | Body::Block {
            value: Some(Value::Label(span)),
            ..
        } => Some(*span),
        _ => None,
    }
}

fn define(source: &Source, span: Span, address: u16, line: u32, spans: &[Span], symbols: &mut Symbols, log: &mut Log) {
    let name = source.text[span.start..span.end].to_owned();
    let symbol = Symbol { name, address, line };
    let Some(earlier) = symbols.add(symbol) else { return };

    let name = &source.text[span.start..span.end];
    log.push(
        Diagnostic::warning(
            "duplicate-label",
            format!("the label `{name}` is defined twice; the last one counts"),
        )
        .at(span)
        .label("defined again here")
        .related(spans[earlier], "first defined here")
        .help("give one of them another name; most assemblers reject the file"),
    );
}

fn report_nested(span: Span, before: Option<&Draft>, log: &mut Log) {
    let mut diagnostic = Diagnostic::warning("nested-orig", "`.ORIG` inside a block starts another block")
        .at(span)
        .help("write `.END` before it; some assemblers ignore this line or reject the file");
    if let Some(before) = before {
        diagnostic = diagnostic.related(before.span, "this block has no `.END`");
    }
    log.push(diagnostic);
}

/// Says when a block grows over a border, once for each.
fn report_growth(draft: &Draft, before: u32, span: Span, log: &mut Log) {
    let origin = u32::from(draft.origin);
    let passes = |border: u32| origin + before <= border && origin.saturating_add(draft.size) > border;
    if before <= MEMORY && draft.size > MEMORY {
        log.push(
            Diagnostic::error("too-long", "the block is longer than the whole memory")
                .at(span)
                .label("memory has 65536 words")
                .help("check the counts of `.BLKW`"),
        );
    } else if passes(MEMORY) {
        log.push(
            Diagnostic::warning("past-memory", "the block extends past xFFFF and wraps around to x0000")
                .at(span)
                .help("start the block at a lower address; most assemblers reject this"),
        );
    } else if passes(DEVICES) || before == 0 && draft.size > 0 && origin >= DEVICES {
        log.push(
            Diagnostic::warning("device-page", "the block reaches into the device page, xFE00 to xFFFF")
                .at(span)
                .help("start the block at a lower address; newer assemblers reject this"),
        );
    }
}

/// Blocks that lie on each other, by their sorted pieces.
fn report_overlaps(drafts: &[Draft], log: &mut Log) {
    let mut pieces: Vec<(u32, u32, &Draft)> = Vec::new();
    for draft in drafts.iter().filter(|draft| draft.known && draft.size > 0) {
        let start = u32::from(draft.origin);
        let end = start.saturating_add(draft.size);
        pieces.push((start, end.min(MEMORY), draft));
        if end > MEMORY {
            pieces.push((0, (end - MEMORY).min(MEMORY), draft));
        }
    }

    pieces.sort_by_key(|(start, end, _)| (*start, *end));
    let mut reach: Option<(u32, &Draft)> = None;
    for (start, end, draft) in pieces {
        if let Some((border, other)) = reach
            && start < border
            && !std::ptr::eq(draft, other)
        {
            let (first, second) = if other.span < draft.span {
                (other, draft)
            } else {
                (draft, other)
            };
            log.push(
                Diagnostic::error(
                    "blocks-overlap",
                    format!(
                        "two blocks want the memory from x{start:04X} to x{:04X}",
                        border.min(end) - 1
                    ),
                )
                .at(second.span)
                .related(first.span, "the other block")
                .help(format!("start the block at x{border:04X} or above")),
            );
        }
        if reach.is_none_or(|(border, _)| end > border) {
            reach = Some((end, draft));
        }
    }
}
