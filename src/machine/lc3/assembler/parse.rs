//! Lines to statements: what is label, what is instruction, and where the program begins and ends.

use super::context::Context;
use super::lex::{self, Token, TokenKind};
use super::mnemonic::{self, Mnemonic, Named};
use super::operands::Operands;
use super::statement::{Body, Statement};
use super::word::{is_directive, is_dotless, is_identifier, is_known_directive, is_numeral, may_be_name};
use super::{advice, directive, instruction, number};
use crate::diagnostic::{Diagnostic, Source, Span};
use crate::machine::assembly::Log;

/// Where in the file the parser is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Region {
    /// No `.ORIG` yet.
    Before,
    /// In a block.
    Inside,
    /// After an `.END`.
    After,
}

/// Reads a whole source.
#[derive(Debug)]
pub(super) struct Parser<'a> {
    context: Context<'a>,
    region: Region,
    stray: Option<(Span, usize)>,
    /// What is to be said about lines before `.ORIG`.
    early: Log,
    /// Whether an `ORIG` without its dot was reported.
    dotless: bool,
    statements: Vec<Statement>,
}

impl<'a> Parser<'a> {
    /// A parser at the start of a source.
    pub(super) fn new(source: &'a Source, log: &'a mut Log) -> Self {
        Self {
            context: Context { source, log, line: 1 },
            region: Region::Before,
            stray: None,
            early: Log::default(),
            dotless: false,
            statements: Vec::new(),
        }
    }

    /// All statements of the blocks, in order.
    pub(super) fn run(mut self) -> Vec<Statement> {
        while let Some((start, end)) = self.context.source.line_range(self.context.line) {
            let number = self.context.line as u32;
            self.read_line(number, start, end);
            self.context.line += 1;
        }
        self.say_region_faults();
        self.statements
    }

    fn text(&self, span: Span) -> &'a str {
        self.context.text(span)
    }

    fn read_line(&mut self, number: u32, start: usize, end: usize) {
        if self.region == Region::After {
            return self.read_after_end(number, start, end);
        }

        let tokens = lex::line(&self.context.source.text, start, end, self.context.log);
        if tokens.is_empty() {
            return;
        }

        let opens = tokens.iter().take(3).any(|token| self.is_orig(*token));
        let external = self.text(tokens[0].span).eq_ignore_ascii_case(".external");
        if self.region == Region::Before && !opens && !external {
            let (_, count) = self.stray.get_or_insert((tokens[0].span, 0));
            *count += 1;
        }

        let early = self.region == Region::Before && !opens;
        if early {
            std::mem::swap(self.context.log, &mut self.early);
        }

        let statement = self.statement(number, &tokens);
        if early {
            std::mem::swap(self.context.log, &mut self.early);
        }

        match statement.body {
            Body::Origin(_) => self.region = Region::Inside,
            Body::End if self.region == Region::Inside => self.region = Region::After,
            _ => {}
        }

        self.statements.push(statement);
    }

    /// After `.END` only another `.ORIG` counts; the rest is notes to oneself, or code that was left behind.
    fn read_after_end(&mut self, number: u32, start: usize, end: usize) {
        let mut aside = Log::default();
        let tokens = lex::line(&self.context.source.text, start, end, &mut aside);
        let Some(first) = tokens.first() else { return };
        let opening = tokens.iter().take(2).position(|token| self.is_orig(*token));

        if opening.is_some() {
            let statement = self.statement(number, &tokens);
            self.region = Region::Inside;
            self.statements.push(statement);
            return;
        }

        let code = tokens
            .iter()
            .take(2)
            .any(|token| self.is_operation(*token) && !self.text(token.span).eq_ignore_ascii_case(".end"));
        if code {
            self.context
                .log
                .repeat("code-after-end", String::new(), first.span, || {
                    Diagnostic::warning(
                        "code-after-end",
                        "this looks like code, but it comes after `.END` and is ignored",
                    )
                    .help("`.END` ends the program text; move `.END` below the last line")
                });
        }
    }

    fn is_orig(&self, token: Token) -> bool {
        token.kind == TokenKind::Word && self.text(token.span).eq_ignore_ascii_case(".orig")
    }

    /// Whether a token is a mnemonic or a directive.
    fn is_operation(&self, token: Token) -> bool {
        let word = self.text(token.span);
        token.kind == TokenKind::Word && (is_directive(word) || mnemonic::mnemonic(word).is_some())
    }

    /// One line's statement.
    fn statement(&mut self, line: u32, tokens: &[Token]) -> Statement {
        let mut labels = Vec::new();
        let mut at = 0;
        let before_code = tokens.get(1).is_none_or(|next| self.is_operation(*next));
        if tokens[0].kind == TokenKind::Word && !may_be_name(self.text(tokens[0].span)) && !before_code {
            let diagnostic = advice::unknown_instruction(self.context.source, tokens[0], &tokens[1..]);
            self.context.log.push(diagnostic);
            return Statement {
                line,
                labels,
                body: Body::Broken,
                span: tokens[0].span,
            };
        }

        while let Some(end) = self.label_at(tokens, at) {
            self.check_label(tokens[at].span, tokens.get(end).copied());
            labels.push(tokens[at].span);
            at = end;
        }

        self.check_company(&labels);
        let rest = &tokens[at..];
        let span = rest.first().unwrap_or(&tokens[0]).span;
        let body = self.body(rest, labels.is_empty());

        Statement {
            line,
            labels,
            body,
            span,
        }
    }

    /// When a label is at `at`: the index of the token after it and its colon.
    fn label_at(&self, tokens: &[Token], at: usize) -> Option<usize> {
        let token = tokens.get(at).filter(|token| token.kind == TokenKind::Word)?;
        let word = self.text(token.span);
        if is_directive(word) {
            return None;
        }

        let colons = tokens[at + 1..]
            .iter()
            .take_while(|token| token.kind == TokenKind::Colon)
            .count();
        if colons > 0 {
            // `ADD: R0, R0, R1`: to the tools that accept it the colon is a blank. Alone, `body` decides.
            let after = tokens.get(at + 1 + colons);
            let instruction = mnemonic::mnemonic(word).is_some()
                && after.is_none_or(|next| {
                    !self.is_operation(*next) && !self.leads_to_operation(&tokens[at + 1 + colons..])
                });
            return (!instruction).then_some(at + 1 + colons);
        }

        let Some(next) = tokens.get(at + 1) else {
            // Alone: a label, unless it is an instruction (or may be one, which `body` decides).
            return (mnemonic::mnemonic(word).is_none() && !is_numeral(word)).then_some(at + 1);
        };

        let label = match mnemonic::mnemonic(word) {
            // `IN .FILL 5`: nothing but a label can be before a directive.
            Some(_) if next.kind == TokenKind::Word && is_known_directive(self.text(next.span)) => true,
            // `NOP ADD R0, R0, #1`: a label to the tools that do not know the name. `BRpz OUT` has an operand.
            Some(Named { mnemonic, rare: true }) => {
                let last = tokens.len() == at + 2;
                self.is_operation(*next) && !(last && matches!(mnemonic, Mnemonic::Br(_)))
            }
            Some(_) => false,
            None => self.leads_to_operation(&tokens[at + 1..]),
        };
        label.then_some(at + 1)
    }

    /// Whether these tokens are labels and then an operation.
    fn leads_to_operation(&self, tokens: &[Token]) -> bool {
        for token in tokens.iter().take(8) {
            match token.kind {
                TokenKind::Comma => {}
                TokenKind::Word if self.is_operation(*token) => return true,
                TokenKind::Word => {
                    let word = self.text(token.span);
                    if mnemonic::register(word).is_some() || is_numeral(word) {
                        return false;
                    }
                }
                TokenKind::Colon => return true,
                TokenKind::Text { .. } => return false,
            }
        }
        false
    }

    /// Several labels on one line are taken by the tools that know no label but letters, digits and underscores.
    fn check_company(&mut self, labels: &[Span]) {
        let odd = labels.iter().find(|span| !is_identifier(self.text(**span)));
        if let Some(span) = odd.filter(|_| labels.len() > 1) {
            let word = self.text(*span);
            self.context.log.push(
                Diagnostic::error("unknown-instruction", format!("`{word}` is not an LC-3 instruction"))
                    .at(*span)
                    .help("a comment starts with `;`; a label is alone on its line or comes before an instruction"),
            );
        }
    }

    fn check_label(&mut self, span: Span, next: Option<Token>) {
        let word = self.text(span);
        if mnemonic::register(word).is_some() {
            self.context.log.push(
                Diagnostic::error(
                    "label-is-register",
                    format!("`{word}` is a register and cannot be a label"),
                )
                .at(span)
                .help(format!("choose another name, such as `{word}_`")),
            );
        } else if is_numeral(word) {
            self.context.log.push(
                Diagnostic::error("label-is-number", format!("`{word}` is a number and cannot be a label"))
                    .at(span)
                    .help("start the name of a label with a letter"),
            );
        } else if number::parse(word).is_some() {
            self.context.log.push(
                Diagnostic::warning(
                    "label-looks-like-number",
                    format!("the label `{word}` can be read as a number"),
                )
                .at(span)
                .label("read as a label wherever an address is expected")
                .help("some assemblers reject it, others read it as a number; choose another name"),
            );
        } else if mnemonic::mnemonic(word).is_some() {
            let after = next.map_or(String::new(), |token| format!(" before `{}`", self.text(token.span)));
            self.context.log.push(
                Diagnostic::warning(
                    "label-is-instruction",
                    format!("`{word}` is an instruction, but is used here as a label{after}"),
                )
                .at(span)
                .help("most assemblers reject it; choose another name"),
            );
        } else if !is_identifier(word) {
            self.context.log.push(advice::unusual_label(word).at(span));
        }
    }

    /// What follows the labels. `bare` when there were none.
    fn body(&mut self, rest: &[Token], bare: bool) -> Body {
        let separates = |token: &&Token| matches!(token.kind, TokenKind::Comma | TokenKind::Colon);
        let skipped = rest.iter().take_while(separates).count();
        if let Some(spare) = rest[..skipped].first() {
            self.context.log.repeat("spare-comma", String::new(), spare.span, || {
                Diagnostic::warning("spare-comma", "a comma or colon that separates nothing")
                    .help("some assemblers reject this; remove it")
            });
        }

        let Some((first, operands)) = rest[skipped..].split_first() else {
            return Body::None;
        };

        let word = self.text(first.span);
        if first.kind == TokenKind::Word && is_directive(word) {
            return directive::parse(&mut self.context, first.span, operands);
        }

        if first.kind == TokenKind::Word
            && let Some(named) = mnemonic::mnemonic(word)
        {
            let operands = Operands::new(&self.context, operands);
            if (named.rare || operands.has_colon()) && operands.list.is_empty() && bare {
                return instruction::alone(&mut self.context, first.span, named);
            }
            return instruction::parse(&mut self.context, first.span, named, &operands);
        }
        let words = rest.iter().all(|token| {
            let word = self.text(token.span);
            token.kind == TokenKind::Word
                && mnemonic::register(word).is_none()
                && is_identifier(word)
                && !is_dotless(word)
        });

        if words && bare {
            return Body::Loose(rest.iter().map(|token| token.span).collect());
        }

        self.dotless |= word.eq_ignore_ascii_case("orig");
        let diagnostic = advice::unknown_instruction(self.context.source, *first, operands);
        self.context.log.push(diagnostic);
        Body::Broken
    }

    fn say_region_faults(&mut self) {
        let opened = self
            .statements
            .iter()
            .any(|statement| matches!(statement.body, Body::Origin(_)));
        if !opened && !self.dotless {
            self.context.log.push(
                Diagnostic::error(
                    "missing-orig",
                    "`.ORIG` is missing: nothing says where the program goes in memory",
                )
                .help("write `.ORIG x3000` above the first instruction"),
            );
        }

        if !opened {
            // Their own faults are reported only where a missing `.ORIG` does not explain them all.
            self.context.log.append(std::mem::take(&mut self.early));
        } else if let Some((span, count)) = self.stray {
            let message = if count == 1 {
                "this line comes before `.ORIG` and has no address"
            } else {
                "these lines come before `.ORIG` and have no address"
            };
            let mut diagnostic = Diagnostic::error("before-orig", message)
                .at(span)
                .help("move `.ORIG` above the first label, instruction or directive; start comments with `;`");
            if count > 1 {
                diagnostic = diagnostic.label(format!("the first of {count} lines"));
            }
            self.context.log.push(diagnostic);
        }

        if opened && self.region == Region::Inside {
            let end = self.context.source.text.trim_end().len();
            self.context.log.push(
                Diagnostic::warning("missing-end", "the program has no `.END`")
                    .at(Span { start: end, end })
                    .help("write `.END` on a line of its own below the last line; some assemblers reject a file without it"),
            );
        }
    }
}
