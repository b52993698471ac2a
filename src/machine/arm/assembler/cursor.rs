//! Reads the operands of one line from left to right. What a front end and the lines before have settled comes with it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::expression::{LocalKey, Value};
use super::lex::{self, Token, TokenKind};
use super::line::Line;
use super::mnemonic;
use super::notation::Notation;
use super::string::{self, Remark};
use crate::diagnostic::{Diagnostic, Severity, Source, Span};
use crate::machine::arm::isa::Register;
use crate::machine::assembly::{DASH, Log, SMART_QUOTES, plain_dashes};

/// What is read, or the error that says why not.
pub(super) type Parsed<T> = Result<T, Box<Diagnostic>>;

/// What the lines before have settled.
#[derive(Debug, Default)]
pub(super) struct Context {
    /// Names of registers (`RN`).
    pub(super) registers: HashMap<String, Register>,
    /// Names of offsets from a register (`MAP 0, R9` and `FIELD`), with that register.
    pub(super) relative: HashMap<Rc<str>, Register>,
    /// Variables (`SETA`, `SETL`, `SETS`), with their value at this line.
    pub(super) variables: HashMap<String, Value>,
    /// Symbols that some expression names.
    pub(super) used: HashSet<Rc<str>>,
    /// The ROUT that the line is in.
    pub(super) routine: u32,
    /// What the source is written in.
    pub(super) notation: Notation,
    /// Whether a number may be without its `#`.
    pub(super) bare_numbers: bool,
    /// How many numeric labels of each number there were in this ROUT.
    pub(super) locals: HashMap<u32, u32>,
}

impl Context {
    /// The key of the next numeric label of this number.
    pub(super) fn next_local(&mut self, number: u32) -> LocalKey {
        let count = self.locals.entry(number).or_default();
        *count += 1;
        LocalKey {
            number,
            routine: self.routine,
            nth: *count,
        }
    }

    /// Numeric labels from here on are others.
    pub(super) fn open_routine(&mut self) {
        self.routine += 1;
        self.locals.clear();
    }

    /// A register by one of its own names or by one that RN gave.
    pub(super) fn register(&self, word: &str) -> Option<Register> {
        self.registers.get(word).copied().or_else(|| mnemonic::register(word))
    }
}

/// A place among the operands of a line.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    pub(super) source: &'a Source,
    pub(super) line: &'a Line<'a>,
    pub(super) context: &'a mut Context,
    pub(super) log: &'a mut Log,
    tokens: Vec<Token>,
    at: usize,
    /// Where the line's code ends.
    end: usize,
}

impl<'a> Cursor<'a> {
    /// At the start of a part of a line.
    pub(super) fn new(
        source: &'a Source,
        line: &'a Line<'a>,
        part: Range<usize>,
        context: &'a mut Context,
        log: &'a mut Log,
    ) -> Self {
        let tokens = lex::tokens(&line.text, part.clone());
        Self::of_tokens(source, line, tokens, part.start, context, log)
    }

    /// At the first of some tokens. `start` is where the operands begin, should there be none.
    pub(super) fn of_tokens(
        source: &'a Source,
        line: &'a Line<'a>,
        tokens: Vec<Token>,
        start: usize,
        context: &'a mut Context,
        log: &'a mut Log,
    ) -> Self {
        let end = tokens.last().map_or(start, |token| token.range.end);
        Self {
            source,
            line,
            context,
            log,
            tokens,
            at: 0,
            end,
        }
    }

    /// The kind of the next token.
    pub(super) fn peek(&self) -> Option<TokenKind> {
        self.peek_at(0)
    }

    /// The kind of a token further on.
    pub(super) fn peek_at(&self, ahead: usize) -> Option<TokenKind> {
        self.tokens.get(self.at + ahead).map(|token| token.kind)
    }

    /// The text of the next token; empty at the end.
    pub(super) fn word(&self) -> &'a str {
        self.word_at(0)
    }

    /// The text of a token further on.
    pub(super) fn word_at(&self, ahead: usize) -> &'a str {
        let token = self.tokens.get(self.at + ahead);
        token.map_or("", |token| self.line.part(token.range.clone()))
    }

    /// The register that the next name is an offset from, as `MAP` said.
    pub(super) fn relative_base(&self) -> Option<Register> {
        let name = self.word().trim_matches('|');
        self.context.relative.get(name).copied()
    }

    /// The place of the next token, or after the last one.
    pub(super) fn span(&self) -> Span {
        let range = self.tokens.get(self.at).map(|token| token.range.clone());
        self.line.span(range.unwrap_or(self.end..self.end))
    }

    /// From the token at index `from` to the last one taken.
    pub(super) fn span_from(&self, from: usize) -> Span {
        let start = self.tokens.get(from).map_or(self.end, |token| token.range.start);
        let last = self.at.checked_sub(1).and_then(|last| self.tokens.get(last));
        let end = last.map_or(start, |token| token.range.end);
        self.line.span(start..end.max(start))
    }

    /// The index of the next token.
    pub(super) fn index(&self) -> usize {
        self.at
    }

    /// Goes on.
    pub(super) fn advance(&mut self) {
        self.at += 1;
    }

    /// Takes a sign, if it is next.
    pub(super) fn take(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(TokenKind::Sign(sign));
        self.at += usize::from(found);
        found
    }

    /// Whether all tokens are taken.
    pub(super) fn is_done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Takes everything that is left.
    pub(super) fn skip_all(&mut self) {
        self.at = self.tokens.len();
    }

    /// An error about the next token: something else belongs there.
    pub(super) fn expected(&self, what: &str) -> Box<Diagnostic> {
        let found = self.word();
        let (code, message) = if self.is_done() {
            ("missing-operand", format!("the line ends where {what} belongs"))
        } else {
            ("wrong-operand", format!("{what} belongs here, not `{found}`"))
        };

        let error = Diagnostic::error(code, message).at(self.span());
        Box::new(if plain_dashes(found).is_some() {
            error.help(DASH)
        } else if found.starts_with(SMART_QUOTES) || found.starts_with(['\u{2018}', '\u{2019}']) {
            error.help("these are typographic quotes; write plain ones: \"text\", 'c'")
        } else if found == "/" && self.word_at(1) == "/" || found == "//" {
            error.help("comments start with `;`")
        } else {
            error
        })
    }

    /// Takes a comma.
    pub(super) fn comma(&mut self) -> Parsed<()> {
        if self.take(',') {
            return Ok(());
        }
        Err(self.expected("a comma"))
    }

    /// The register that is next, without taking it.
    pub(super) fn peek_register(&self) -> Option<Register> {
        (self.peek() == Some(TokenKind::Word))
            .then(|| self.context.register(self.word()))
            .flatten()
    }

    /// Takes a register.
    pub(super) fn register(&mut self, what: &str) -> Parsed<Register> {
        let Some(register) = self.peek_register() else {
            return Err(self.no_register(what));
        };
        let (word, span) = (self.word(), self.span());
        if !mnemonic::is_one_case(word) && !self.context.registers.contains_key(word) {
            self.say_mixed(word, span);
        }
        self.advance();
        Ok(register)
    }

    /// Says that armasm wants names of instructions and registers in one case.
    pub(super) fn say_mixed(&mut self, word: &str, span: Span) {
        self.log.repeat("mixed-case", String::new(), span, || {
            Diagnostic::warning("mixed-case", format!("`{word}` mixes upper and lower case")).help(
                "assemblers accept names of instructions, directives and registers all in upper or all in lower case",
            )
        });
    }

    fn no_register(&self, what: &str) -> Box<Diagnostic> {
        let word = self.word();
        let error = self.expected(what);
        let letter_o = matches!(word, "RO" | "ro" | "Ro" | "rO");
        let numbered = word
            .strip_prefix(['R', 'r'])
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()));

        if error.help.is_some() {
            error
        } else if letter_o {
            Box::new(
                error
                    .help("this is the letter O; write the digit zero")
                    .replace_with("R0"),
            )
        } else if numbered {
            Box::new(
                Diagnostic::error("wrong-operand", format!("`{word}` is not a register"))
                    .at(self.span())
                    .help("the registers are R0 to R12, SP (R13), LR (R14) and PC (R15)"),
            )
        } else {
            error
        }
    }

    /// Says that something follows the end of what the line may have.
    pub(super) fn finish(&self) -> Parsed<()> {
        if self.is_done() {
            return Ok(());
        }

        let word = self.word();
        let error = Diagnostic::error("extra-operand", format!("`{word}` is unexpected here")).at(self.span());
        let comment = self.context.notation.comment();
        let help = if matches!(word, "/" | "@" | "#" | ";") {
            format!("comments start with `{comment}`")
        } else {
            format!("nothing can follow here; a comment starts with `{comment}`")
        };

        Err(Box::new(error.help(help)))
    }

    /// The bytes of the string or character that is next, which stays where it is.
    pub(super) fn string(&mut self) -> Parsed<Vec<u8>> {
        let text = self.word();
        let span = self.span();
        if self.peek() == Some(TokenKind::Text { closed: false }) {
            let better = format!("{}\"", text.trim_end());
            let error = Diagnostic::error("unterminated-string", "this string has no closing quote")
                .at(span)
                .help("write `\"` at its end");
            return Err(Box::new(if self.line.is_direct() {
                error.replace_with(better)
            } else {
                error
            }));
        }

        let inside = text.get(1..text.len() - 1).unwrap_or("");
        if self.peek() == Some(TokenKind::Character) {
            let plain = matches!(inside, "'" | "''" | "\\" | "\"").then(|| inside.as_bytes()[..1].to_vec());
            if let Some(bytes) = plain {
                return Ok(bytes);
            }
        }

        let (bytes, remarks) = string::bytes(self.source, inside);
        let opened = span.start + 1;
        for (part, remark) in remarks {
            let at = if self.line.is_direct() {
                Span {
                    start: opened + part.start,
                    end: opened + part.end,
                }
            } else {
                span
            };
            self.say_remark(remark, at);
        }

        Ok(bytes)
    }

    fn say_remark(&mut self, remark: Remark, at: Span) {
        let (code, key, message, help) = match remark {
            Remark::Escape(letter) => (
                "string-escape",
                format!("{letter}"),
                format!("`\\{letter}` in a string is read as one byte"),
                "older assemblers print the backslash; write the number after the string to be safe: `\"text\", 10, 0`",
            ),
            Remark::NoEscape(letter) => (
                "string-escape",
                format!("no {letter}"),
                format!("`\\{letter}` in a string is not an escape sequence; both characters are printed"),
                "write `\\\\` for a backslash",
            ),
            Remark::Beyond => (
                "string-bytes",
                String::new(),
                "a non-ASCII character in a string".to_owned(),
                "it occupies as many bytes as in the file, and a terminal may show something else",
            ),
        };
        self.log.repeat(code, key, at, || {
            let severity = if matches!(remark, Remark::Escape(_)) {
                Severity::Note
            } else {
                Severity::Warning
            };
            Diagnostic::new(severity, code, message).help(help)
        });
    }
}
