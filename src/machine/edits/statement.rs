//! A line of an assembly program as far as edits need it: labels, mnemonic, operands, texts.

use crate::machine::Target;
use crate::machine::assembly::code;

/// Conditions of the ARM, each beside its opposite.
pub(super) const CONDITIONS: [&str; 16] = [
    "EQ", "NE", "CS", "CC", "MI", "PL", "HI", "LS", "GE", "LT", "GT", "LE", "VS", "VC", "HS", "LO",
];

/// A word of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Where it is in the statement.
    at: usize,
}

impl Word {
    /// The number that it is, and the `#` or `=` before it.
    pub fn number(&self, target: Target) -> Option<(&str, i64)> {
        let digits = self.text.trim_start_matches(['#', '=']);
        let prefix = &self.text[..self.text.len() - digits.len()];
        let (sign, unsigned) = digits.strip_prefix('-').map_or((1, digits), |unsigned| (-1, unsigned));
        let hexadecimal = match target {
            Target::Lc3 => unsigned.strip_prefix(['x', 'X']),
            Target::Arm | Target::Native => unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")),
        };
        let (digits, radix) = hexadecimal.map_or((unsigned, 10), |digits| (digits, 16));
        // GNU as reads what begins with a zero as octal.
        let is_plain = digits.chars().all(|digit| digit.is_digit(radix)) && (radix == 16 || !is_octal(target, digits));
        let value = i64::from_str_radix(digits, radix)
            .ok()
            .filter(|value| is_plain && *value <= u32::MAX.into())?;
        Some((prefix, sign * value))
    }

    /// The character between quotes that it is, and the `#` or `=` before it.
    pub fn character(&self) -> Option<(&str, u8)> {
        let (prefix, quoted) = self.text.split_at(self.text.find('\'')?);
        match quoted.as_bytes() {
            [b'\'', letter, b'\''] if is_plain(*letter) && ["", "#", "="].contains(&prefix) => Some((prefix, *letter)),
            _ => None,
        }
    }
}

fn is_octal(target: Target, digits: &str) -> bool {
    target == Target::Arm && digits.len() > 1 && digits.starts_with('0')
}

/// Whether a character is written between quotes as itself.
fn is_plain(letter: u8) -> bool {
    matches!(letter, b' '..=b'~') && !matches!(letter, b'\'' | b'\\' | b'"' | b';')
}

/// Characters that are taken for one: the next, the one before it, and the other case of a letter.
pub fn other_characters(letter: u8) -> impl Iterator<Item = u8> {
    const CASE: u8 = 0x20;
    let case = letter.is_ascii_alphabetic().then_some(letter ^ CASE);
    let beside = [letter + 1, letter - 1].into_iter();
    beside.chain(case).filter(|other| is_plain(*other))
}

/// A line's statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The line, from 1.
    pub line: usize,
    /// Its labels, as they are written.
    pub label: String,
    /// The statement, without labels and comment.
    pub text: String,
    /// The instruction or directive.
    pub mnemonic: Word,
    /// The words after it.
    pub operands: Vec<Word>,
    /// The texts in double quotes after it.
    pub strings: Vec<Word>,
    /// Whether it is data or a directive.
    pub is_directive: bool,
}

impl Statement {
    /// The line with another statement.
    pub fn with(&self, statement: &str) -> String {
        let line = match &self.label[..] {
            "" => format!("        {statement}"),
            label => format!("{label} {statement}"),
        };
        line.trim_end().to_owned()
    }

    /// Whether it gives a number a name: `ROWS EQU 6`.
    pub fn names_number(&self) -> bool {
        ARM_NAMES
            .iter()
            .any(|known| known.eq_ignore_ascii_case(&self.mnemonic.text))
    }

    /// The name that it gives to a number, and the word that is the number; `None` where that is calculated.
    pub fn named_number(&self) -> Option<(&str, &Word)> {
        let is_infix = self.mnemonic.text.eq_ignore_ascii_case("EQU");
        let words = self.names_number().then_some(&self.operands[..])?;
        let written = self.text[self.mnemonic.text.len()..].trim();
        match words {
            [number] if is_infix && written == number.text => Some((self.label.trim_end_matches(':'), number)),
            [name, number] if !is_infix => {
                let value = written.strip_prefix(&name.text[..])?.trim_start().strip_prefix(',')?;
                (value.trim() == number.text).then_some((&name.text, number))
            }
            _ => None,
        }
    }

    /// Its words, in their order.
    pub fn words(&self) -> Vec<&Word> {
        let mut words: Vec<&Word> = self.operands.iter().chain(&self.strings).collect();
        words.sort_by_key(|word| word.at);
        words
    }

    /// The statement with another word in place of one of its own.
    pub fn replacing(&self, word: &Word, other: &str) -> String {
        let after = &self.text[word.at + word.text.len()..];
        format!("{}{other}{after}", &self.text[..word.at])
    }

    /// The statement with two of its words in each other's place, the first of them first.
    pub fn exchanging(&self, one: &Word, other: &Word) -> String {
        let between = &self.text[one.at + one.text.len()..other.at];
        let after = &self.text[other.at + other.text.len()..];
        format!("{}{}{between}{}{after}", &self.text[..one.at], other.text, one.text)
    }
}

const LC3: [&str; 20] = [
    "ADD", "AND", "NOT", "LD", "LDI", "LDR", "LEA", "ST", "STI", "STR", "JMP", "JSR", "JSRR", "RET", "RTI", "TRAP",
    "GETC", "OUT", "PUTS", "IN",
];
const LC3_MORE: [&str; 7] = ["PUTSP", "HALT", ".FILL", ".BLKW", ".STRINGZ", ".ORIG", ".END"];
const ARM: [&str; 61] = [
    "ADD", "ADC", "SUB", "SBC", "RSB", "RSC", "AND", "ORR", "EOR", "BIC", "MOV", "MVN", "CMP", "CMN", "TST", "TEQ",
    "MUL", "MLA", "UMULL", "SMULL", "LDR", "LDRB", "LDRH", "LDRSB", "LDRSH", "STR", "STRB", "STRH", "LDM", "LDMFD",
    "LDMED", "LDMFA", "LDMEA", "LDMIA", "LDMIB", "LDMDA", "LDMDB", "STM", "STMFD", "STMED", "STMFA", "STMEA", "STMIA",
    "STMIB", "STMDA", "STMDB", "PUSH", "POP", "B", "BL", "BX", "SWI", "SVC", "NOP", "LSL", "ASL", "LSR", "ASR", "ROR",
    "ADR", "ADRL",
];
/// The letters of a load or store before its condition, where that is inside its name.
const STEM: usize = 3;
const ARM_DATA: [&str; 9] = [
    "DCB", "DCD", "DCW", ".WORD", ".BYTE", ".ASCIZ", ".ASCII", ".STRING", "SPACE",
];
/// What gives a number a name.
const ARM_NAMES: [&str; 3] = ["EQU", ".EQU", ".SET"];

/// The statements of a text that can be edited, in the order of the lines.
pub fn statements(target: Target, text: &str) -> Vec<Statement> {
    let lines = text.lines().enumerate();
    lines
        .filter_map(|(index, line)| statement(target, index + 1, line))
        .collect()
}

/// The labels of a line, in capitals, without their colons.
pub fn labels(target: Target, line: &str) -> Vec<String> {
    let written = labels_as_written(target, line);
    written.into_iter().map(|name| name.to_ascii_uppercase()).collect()
}

/// The labels of a line as they are written, without their colons.
pub(super) fn labels_as_written(target: Target, line: &str) -> Vec<String> {
    let words = words(code(target, line));
    let names = words.iter().take_while(|word| !is_mnemonic(target, &word.text));
    let is_name = |word: &&Word| {
        word.text
            .starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
    };
    names.filter(is_name).map(|word| word.text.clone()).collect()
}

fn statement(target: Target, line: usize, written: &str) -> Option<Statement> {
    let code = code(target, written);
    let words = words(code);
    let position = words.iter().position(|word| is_mnemonic(target, &word.text))?;
    let mnemonic = &words[position];
    let text = code[mnemonic.at..].trim_end().to_owned();

    let moved = |word: &Word| Word {
        text: word.text.clone(),
        at: word.at - mnemonic.at,
    };
    let (strings, operands): (Vec<Word>, Vec<Word>) = words[position + 1..]
        .iter()
        .map(moved)
        .partition(|word| word.text.starts_with('"'));
    Some(Statement {
        line,
        label: code[..mnemonic.at].trim().to_owned(),
        text,
        mnemonic: moved(mnemonic),
        operands,
        strings: strings
            .into_iter()
            .filter(|word| word.text.len() > 2 && word.text.ends_with('"'))
            .collect(),
        is_directive: is_directive(target, &mnemonic.text),
    })
}

fn is_directive(target: Target, word: &str) -> bool {
    match target {
        Target::Lc3 => word.starts_with('.'),
        Target::Arm | Target::Native => {
            let mut known = ARM_DATA.iter().chain(&ARM_NAMES);
            known.any(|known| known.eq_ignore_ascii_case(word))
        }
    }
}

fn is_mnemonic(target: Target, word: &str) -> bool {
    let upper = word.to_ascii_uppercase();
    match target {
        Target::Lc3 => {
            let mut known = LC3.iter().chain(&LC3_MORE);
            let condition = upper.strip_prefix("BR");
            known.any(|known| *known == upper)
                || condition.is_some_and(|condition| ["", "N", "Z", "P", "NZ", "NP", "ZP", "NZP"].contains(&condition))
        }
        Target::Arm => ARM_DATA.iter().chain(&ARM_NAMES).any(|known| *known == upper) || arm_mnemonic(&upper).is_some(),
        Target::Native => false,
    }
}

/// An instruction of the ARM in capitals as its name, its condition and the S that sets the flags, each of which may be empty:
/// `SUBNES` as `SUB`, `NE` and `S`. Of two names the longer: `BLEQ` is `BL` and `EQ`. The condition may be inside the name: `LDREQB`.
pub fn arm_mnemonic(upper: &str) -> Option<(&'static str, &str, &str)> {
    let split = |name: &&'static str| {
        let rest = upper.strip_prefix(*name)?;
        let (condition, sets) = match rest.strip_suffix('S').filter(|_| !CONDITIONS.contains(&rest)) {
            Some(condition) if !name.starts_with('B') || *name == "BIC" => (condition, "S"),
            _ => (rest, ""),
        };
        let is_known = condition.is_empty() || CONDITIONS.contains(&condition);
        is_known.then_some((*name, condition, sets))
    };
    let split_inside = |name: &&'static str| {
        let (stem, suffix) = name.split_at_checked(STEM).filter(|(_, suffix)| !suffix.is_empty())?;
        let condition = upper.strip_prefix(stem)?.strip_suffix(suffix)?;
        CONDITIONS.contains(&condition).then_some((*name, condition, ""))
    };
    let whole = ARM.iter().filter_map(split).max_by_key(|(name, ..)| name.len());
    whole.or_else(|| ARM.iter().find_map(split_inside))
}

/// Words, and texts with their quotes.
fn words(code: &str) -> Vec<Word> {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '#' | '.' | '-' | '=' | '\'' | '$');
    let mut words = Vec::new();
    let mut rest = code;
    while let Some(letter) = rest.chars().next() {
        let at = code.len() - rest.len();
        let length = if letter == '"' {
            rest[1..].find('"').map_or(rest.len(), |end| end + 2)
        } else if let Some(end) = character_end(rest) {
            end
        } else {
            rest.find(|letter| !is_part(letter)).unwrap_or(rest.len())
        };
        if length > 0 {
            words.push(Word {
                text: rest[..length].to_owned(),
                at,
            });
        }
        rest = &rest[length.max(letter.len_utf8())..];
    }
    words
}

/// How long a character between quotes is, with the `#` or `=` before it.
fn character_end(rest: &str) -> Option<usize> {
    let quoted = rest.trim_start_matches(['#', '=']);
    let is_character = matches!(quoted.as_bytes(), [b'\'', letter, b'\'', ..] if letter.is_ascii());
    is_character.then_some(rest.len() - quoted.len() + 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arm_instruction_is_known_with_every_condition_inside_its_name_or_after_it() {
        assert_eq!(arm_mnemonic("BLO"), Some(("B", "LO", "")));
        assert_eq!(arm_mnemonic("BHS"), Some(("B", "HS", "")));
        assert_eq!(arm_mnemonic("BLEQ"), Some(("BL", "EQ", "")));
        assert_eq!(arm_mnemonic("MOVLOS"), Some(("MOV", "LO", "S")));
        assert_eq!(arm_mnemonic("LDREQB"), Some(("LDRB", "EQ", "")));
        assert_eq!(arm_mnemonic("STMNEFD"), Some(("STMFD", "NE", "")));
        assert_eq!(arm_mnemonic("LOOP"), None);

        let named = |line| {
            let statement = &statements(Target::Arm, line)[0];
            let named = statement.named_number();
            named.map(|(name, number)| (name.to_owned(), number.text.clone()))
        };
        assert_eq!(named("ROWS: EQU 6 ; rows"), Some(("ROWS".to_owned(), "6".to_owned())));
        assert_eq!(named(" .equ ROWS, 6"), Some(("ROWS".to_owned(), "6".to_owned())));
        for calculated in [
            "GRID EQU AROUND+9",
            "CELLS EQU 6*7",
            "SIZE EQU &40",
            " .equ SIZE, ROWS*7",
        ] {
            assert_eq!(named(calculated), None, "{calculated}");
        }

        let statements = statements(Target::Arm, "row     BLO     row\nSAVE    LDRNEB  R0, [R1]\n");
        let texts: Vec<&str> = statements.iter().map(|statement| &statement.text[..]).collect();
        assert_eq!(texts, ["BLO     row", "LDRNEB  R0, [R1]"]);
    }
}
