//! Directives by name.

use super::super::cursor::Parsed;
use super::super::line::Line;
use super::super::statement::Body;
use super::data::Alignment;
use super::{Range, Reader, Span};
use crate::diagnostic::Diagnostic;
use crate::machine::assembly::nearest;

/// Directives that say nothing about what the program does, without their point.
const SILENT: [&str; 33] = [
    "global",
    "globl",
    "extern",
    "weak",
    "hidden",
    "local",
    "internal",
    "protected",
    "type",
    "size",
    "func",
    "endfunc",
    "arm",
    "fpu",
    "eabi_attribute",
    "ident",
    "file",
    "loc",
    "fnstart",
    "fnend",
    "cantunwind",
    "save",
    "pad",
    "setfp",
    "title",
    "sbttl",
    "list",
    "nolist",
    "eject",
    "psize",
    "print",
    "warning",
    "object_arch",
];

/// Directives with a meaning of their own, for finding what a misspelt one was meant to be.
const KNOWN: [&str; 47] = [
    ".text", ".data", ".bss", ".section", ".word", ".long", ".int", ".short", ".hword", ".byte", ".ascii", ".asciz",
    ".string", ".space", ".skip", ".zero", ".fill", ".align", ".balign", ".p2align", ".equ", ".set", ".global",
    ".globl", ".extern", ".arm", ".code", ".type", ".size", ".ltorg", ".pool", ".end", ".if", ".else", ".endif",
    ".ifdef", ".ifndef", ".cpu", ".arch", ".syntax", ".macro", ".endm", ".exitm", ".rept", ".irp", ".irpc", ".endr",
];

impl<'a> Reader<'a> {
    /// Does what a directive says. `word` is its name with the point.
    pub(super) fn directive(&mut self, line: &Line<'a>, word: Range<usize>) -> Parsed<()> {
        let name = line.part(word.clone())[1..].to_ascii_lowercase();
        let span = line.span(word.clone());
        if self.choose(line, &name, word.clone())? || self.conditions.skips() {
            return Ok(());
        }

        match name.as_str() {
            "text" | "data" | "bss" => self.plain_section(line, word),
            "section" => self.section(line, word),
            "comm" | "lcomm" => self.common(line, word),
            "word" | "long" | "int" | "4byte" => self.numbers(line, word, 4),
            "short" | "hword" | "half" | "2byte" => self.numbers(line, word, 2),
            "byte" => self.numbers(line, word, 1),
            "ascii" => self.strings(line, word, false),
            "asciz" | "string" => self.strings(line, word, true),
            "space" | "skip" | "zero" => self.space(line, word),
            "fill" => self.fill(line, word),
            "align" => self.align(line, word, Alignment::WordOrPower),
            "p2align" => self.align(line, word, Alignment::Power),
            "balign" => self.align(line, word, Alignment::Bytes),
            "even" => {
                self.push_even(line, word);
                Ok(())
            }
            "equ" | "set" | "equiv" | "eqv" => self.named(line, word),
            "ltorg" | "pool" => {
                self.push(line, None, Body::Pool, word);
                Ok(())
            }
            "end" => {
                self.ended = true;
                Ok(())
            }
            "syntax" => self.syntax(line, word),
            "code" if line.part(word.end..line.text.len()).trim() == "32" => Ok(()),
            "thumb" | "thumb_func" | "thumb_set" | "force_thumb" | "code" => {
                self.thumb.get_or_insert(span);
                Ok(())
            }
            "cpu" | "arch" | "arch_extension" => processor(line, word),
            "err" | "error" => Err(Box::new(
                Diagnostic::error("source-error", "the source itself requests an error here").at(span),
            )),
            "macro" => self.define_macro(line, word),
            "purgem" => {
                self.purge_macro(line, word);
                Ok(())
            }
            "exitm" => {
                self.exit_macro(span);
                Ok(())
            }
            "rept" | "rep" => self.repeat(line, word),
            "irp" | "irep" => self.repeat_with(line, word, false),
            "irpc" | "irepc" => self.repeat_with(line, word, true),
            "endm" | "endr" => {
                self.say_unopened(&name, span);
                Ok(())
            }
            _ if SILENT.contains(&name.as_str()) || name.starts_with("cfi_") => Ok(()),
            _ => match self.macro_of(line.part(word.clone())) {
                Some(found) => self.call(&found, line, word),
                None => Err(unknown(&name, span)),
            },
        }
    }

    /// `.equ name, value`
    fn named(&mut self, line: &Line<'_>, word: Range<usize>) -> Parsed<()> {
        let rest = &line.text[word.end..];
        let start = line.text.len() - rest.trim_start().len();
        let name = start..start + super::super::lex::run(&line.text[start..], super::lex::is_name);
        let mut cursor = self.cursor(line, word.end..line.text.len());
        cursor.name("a name")?;
        cursor.comma()?;
        let value = line.text[name.end..]
            .find(',')
            .map_or(line.text.len(), |comma| name.end + comma + 1);

        let body = self.equate(line, name, value)?;
        self.push(line, None, body, word);
        Ok(())
    }

    /// `.syntax unified` makes the `#` before a number needless.
    fn syntax(&mut self, line: &Line<'_>, word: Range<usize>) -> Parsed<()> {
        match line
            .part(word.end..line.text.len())
            .trim()
            .to_ascii_lowercase()
            .as_str()
        {
            "unified" => self.context.bare_numbers = true,
            "divided" => self.context.bare_numbers = false,
            _ => {
                return Err(self
                    .cursor(line, word.end..line.text.len())
                    .expected("`unified` or `divided`"));
            }
        }
        Ok(())
    }

    fn push_even(&mut self, line: &Line<'_>, word: Range<usize>) {
        let boundary = Some(super::Expression::number(2, line.span(word.clone())));
        self.push(line, None, Body::Align { boundary, offset: None }, word);
    }
}

/// `.cpu` and `.arch`: every processor that runs ARMv4T's ARM state will do.
fn processor(line: &Line<'_>, word: Range<usize>) -> Parsed<()> {
    let rest = line.part(word.end..line.text.len());
    let name = rest.trim().to_ascii_lowercase();
    let thumb_alone = [
        "cortex-m",
        "armv6-m",
        "armv6s-m",
        "armv7-m",
        "armv7e-m",
        "armv8-m",
        "armv8.1-m",
    ];

    if thumb_alone.iter().any(|start| name.starts_with(start)) {
        let start = line.text.len() - rest.trim_start().len();
        return Err(Box::new(
            Diagnostic::error(
                "not-arm",
                format!("`{name}` runs Thumb code alone; this machine is an ARM7TDMI"),
            )
            .at(line.span(start..line.text.len()))
            .help("write ARM code for `.cpu arm7tdmi`"),
        ));
    }

    Ok(())
}

/// A directive that is refused by name or not known at all.
fn unknown(name: &str, span: Span) -> Box<Diagnostic> {
    let refused = match name {
        "include" | "incbin" => Some((
            "other-file",
            "further files cannot be included: one file is handed in",
            "copy into this file what is needed of it",
        )),
        "altmacro" => Some((
            "unknown-directive",
            "the alternate macro syntax of the GNU assembler is not known here",
            "write `\\name` for a parameter, and `\\@` in a label in the place of `LOCAL`",
        )),
        _ => None,
    };

    if let Some((code, message, help)) = refused {
        return Box::new(Diagnostic::error(code, message).at(span).help(help));
    }

    let written = format!(".{name}");
    let error = Diagnostic::error("unknown-directive", format!("`{written}` is not a known directive")).at(span);
    Box::new(match nearest(&written, KNOWN.iter().copied()) {
        Some(known) => error.help(format!("did you mean `{known}`?")),
        None => error.help("remove the line, or write what it means"),
    })
}
