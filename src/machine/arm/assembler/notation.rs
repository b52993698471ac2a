//! Which of two notations a source is written in: armasm's or that of the GNU assembler.
//!
//! Nothing in a file says so, and single lines fit both. So every line is a witness. Directives weigh most: those with a point
//! speak for the GNU assembler, `AREA`, `DCD`, `EQU` and the like for armasm. Where both have as many, or none, other signs
//! decide: a name with a colon and a comment after `@`, `//` or within `/* */` speak for the GNU assembler, a comment after
//! `;` for armasm, which also has it when all is even. Directives of the other side are then reported once, at the first:
//! mixing is a fault that is worth one message, not one for every line. Where they are few beside the others, they are slips,
//! and the front end says for each what to write instead. Nothing after `END` or `.end` is heard.

use crate::diagnostic::{Diagnostic, Source, Span};
use crate::machine::Target;
use crate::machine::assembly::code;

/// A notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Notation {
    /// armasm, as in Keil uVision.
    #[default]
    Armasm,
    /// The GNU assembler.
    Gnu,
}

/// With at least so many directives of its own to one of the other notation, a source has slips and does not mix.
const SLIPS: u32 = 3;

impl Notation {
    /// What a comment starts with.
    pub(super) fn comment(self) -> char {
        match self {
            Self::Armasm => ';',
            Self::Gnu => '@',
        }
    }
}

/// armasm's directives that can open a line.
const OPENING: [&str; 18] = [
    "AREA",
    "END",
    "ENTRY",
    "DCB",
    "DCD",
    "DCW",
    "DCDU",
    "SPACE",
    "LTORG",
    "EXPORT",
    "IMPORT",
    "PRESERVE8",
    "THUMB",
    "GET",
    "ENDP",
    "ENDFUNC",
    "MEND",
    "ALIGN",
];
/// armasm's directives that follow a name.
const SECOND: [&str; 11] = [
    "EQU", "DCB", "DCD", "DCW", "DCDU", "SPACE", "RN", "PROC", "FUNCTION", "SETA", "FILL",
];
/// What one line says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Witness {
    /// A sign of each side.
    signs: [u32; 2],
    /// Whether a comment opens that goes on after the line.
    open: bool,
    /// A directive of one side that the other cannot have, by its place in the line.
    directive: Option<(Notation, usize, usize)>,
}

/// Decides, and says where the source mixes both.
pub(super) fn detect(source: &Source) -> (Notation, Option<Diagnostic>) {
    let mut signs = [0_u32; 2];
    let mut directives = [0_u32; 2];
    let mut first = [None; 2];
    let mut comment = false;
    for number in 1..=source.line_count() {
        let Some((start, end)) = source.line_range(number) else {
            break;
        };

        let line = &source.text[start..end];
        if comment {
            // The rest of a comment over several lines says nothing.
            comment = !line.contains("*/");
            continue;
        }

        let witness = witness(line);
        comment = witness.open;
        for (sum, more) in signs.iter_mut().zip(witness.signs) {
            *sum += more;
        }

        if let Some((notation, from, to)) = witness.directive {
            directives[notation as usize] += 1;
            first[notation as usize].get_or_insert(Span {
                start: start + from,
                end: start + to,
            });

            if line[from..to].trim_start_matches('.').eq_ignore_ascii_case("END") {
                break;
            }
        }
    }

    let weight = |notation: Notation| (directives[notation as usize], signs[notation as usize]);
    let notation = if weight(Notation::Gnu) > weight(Notation::Armasm) {
        Notation::Gnu
    } else {
        Notation::Armasm
    };

    let (other, own, foreign) = match notation {
        Notation::Armasm => (Notation::Gnu, "armasm", "the GNU assembler"),
        Notation::Gnu => (Notation::Armasm, "the GNU assembler", "armasm"),
    };
    let few = directives[other as usize].saturating_mul(SLIPS) <= directives[notation as usize];
    let mixed = first[other as usize].filter(|_| !few).map(|span| {
        let word = source.text.get(span.start..span.end).unwrap_or("");
        Diagnostic::error("mixed-notation", format!("`{word}` is a directive of {foreign}"))
            .at(span)
            .label(format!("the file as a whole is written for {own}"))
            .help("write the whole file for one assembler")
    });

    (notation, mixed)
}

/// What a line says about its notation.
fn witness(line: &str) -> Witness {
    let mut witness = Witness::default();
    let code = code(Target::Arm, line);
    match line[code.len()..].chars().next() {
        Some(';') => witness.signs[Notation::Armasm as usize] += 1,
        Some(_) => {
            witness.signs[Notation::Gnu as usize] += 1;
            let text = &line[code.len()..];
            witness.open = text.starts_with("/*") && !text.contains("*/");
        }
        None => {}
    }

    let mut words = words(code);
    let Some((mut at, mut first)) = words.next() else {
        return witness;
    };

    let (mut next_at, mut next) = words.next().unwrap_or_default();
    if let Some((name, after)) = first.split_once(':').filter(|(name, _)| is_name(name)) {
        witness.signs[Notation::Gnu as usize] += 1;
        if after.is_empty() {
            (at, first) = (next_at, next);
            (next_at, next) = words.next().unwrap_or_default();
        } else {
            (at, first) = (at + name.len() + 1, after);
        }
    }

    let is_one_of = |list: &[&str], word: &str| list.iter().any(|known| known.eq_ignore_ascii_case(word));
    let found = match first.strip_prefix('.') {
        // No directive of armasm starts with a point.
        Some(name) if name.starts_with(|letter: char| letter.is_ascii_lowercase()) => Some((Notation::Gnu, at, first)),
        // A label in the first column may be named like a directive.
        None if is_one_of(&OPENING, first) && at > 0 => Some((Notation::Armasm, at, first)),
        None if is_one_of(&SECOND, next) && is_name(first) && at == 0 => Some((Notation::Armasm, next_at, next)),
        _ => None,
    };
    witness.directive = found.map(|(notation, from, word)| (notation, from, from + word.len()));

    witness
}

/// The words of a line with their places.
fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut after = 0;
    code.split_whitespace().map(move |word| {
        let at = after + code[after..].find(word).unwrap_or(0);
        after = at + word.len();
        (at, word)
    })
}

/// Whether a word can be a name.
fn is_name(word: &str) -> bool {
    !word.is_empty()
        && word
            .chars()
            .all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '$' | '|'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(text: &str) -> (Notation, Option<Diagnostic>) {
        detect(&Source::new("a.s", text))
    }

    #[test]
    fn the_whole_text_decides() {
        for (text, notation) in [
            ("  AREA a, CODE\n  ENTRY\nx MOV R0,#1 ; one\n  END\n", Notation::Armasm),
            ("x MOV R0, #1\n  B x\n", Notation::Armasm),
            ("main mov r0, #1 ; one\n bl end\nend b end\n", Notation::Armasm),
            (".text\n_start: mov r0, #1 @ one\n b _start\n", Notation::Gnu),
            ("_start:\n mov r0, #1\n b _start\n", Notation::Gnu),
            ("/* c */\nmain: bl end\nend: b end\n", Notation::Gnu),
            ("msg DCB \"a: b @ // c\", 0\n", Notation::Armasm),
            ("x:\n  AREA a, CODE\n MOV R0,#'@'\n  LTORG\n", Notation::Armasm),
            ("/*\n   END of it\n*/\nmain: b main\n", Notation::Gnu),
            ("a:\nb:\nc: nop\n AREA x, CODE\n", Notation::Armasm),
            (" AREA x, CODE\n END\n.text\n.data\n.bss\n", Notation::Armasm),
            ("", Notation::Armasm),
        ] {
            let (found, mixed) = detected(text);
            assert_eq!(found, notation, "{text}");
            assert_eq!(mixed, None, "{text}");
        }
    }

    #[test]
    fn mixing_is_said_once_at_the_first_place() {
        let (notation, mixed) = detected(".text\nmain: nop\n b main\nx DCD 1\n.word 1\n.word 2\ny DCD 2\n");
        assert_eq!(notation, Notation::Gnu);
        let mixed = mixed.expect("it mixes");
        assert_eq!(mixed.message, "`DCD` is a directive of armasm");
        assert_eq!(mixed.span, Some(Span { start: 26, end: 29 }));

        let (_, slip) = detected(" AREA a, CODE\n ENTRY\n .word 1\n END\n");
        assert_eq!(slip, None);
        let (notation, mixed) = detected("  AREA a, CODE ; x\n ENTRY\n  .word 1\n");
        assert_eq!(notation, Notation::Armasm);
        assert_eq!(
            mixed.expect("it mixes").message,
            "`.word` is a directive of the GNU assembler"
        );
    }
}
