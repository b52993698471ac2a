//! Instructions as the source writes them.

use super::{Aimed, Patches, aim, target};
use crate::machine::arm::isa::{Instruction, Operation, disassemble};
use crate::machine::arm::program::Symbol;
use crate::machine::edits::Statement;

impl Patches<'_> {
    /// The words of an instruction at an address, and its text written as that statement is. A literal that is in no pool within
    /// reach is placed after the program. `None` where the target is too far away or has no name.
    pub(super) fn word(&self, aimed: Aimed, address: u32, statement: &Statement) -> Option<(Vec<(u32, u32)>, String)> {
        if let Some(literal) = aimed.literal {
            return self.load_of(aimed, literal, address, statement);
        }

        let word = aimed.instruction.encode();
        if let Some(target) = target(aimed.instruction, address) {
            self.labels.get(&target)?;
        }
        let name = |at| self.labels.get(&at).map(|name| (*name).to_owned());
        let text = disassemble(word, address, name);
        let text = self.with_name(aimed.instruction, address, statement, text);
        (!text.starts_with("DCD")).then(|| (vec![(address, word)], in_manner_of(statement, &text)))
    }

    /// The text of an instruction with a name for its number, where the source writes one there: of several the one that is given
    /// closest to that.
    fn with_name(&self, new: Instruction, address: u32, statement: &Statement, text: String) -> String {
        let Some((cell, (before, _))) = self.code.get(&address).zip(text.rsplit_once('#')) else {
            return text;
        };
        if !self.names_number(address) {
            return text;
        }
        let written = statement.text.split('#').nth(1).unwrap_or_default();
        let is_own = |symbol: &&Symbol| written.starts_with(&symbol.name[..]);
        let own = self.names_of(cell.instruction).find(is_own);
        let line = own.map_or(0, |symbol| symbol.line);
        let name = self.names_of(new).min_by_key(|symbol| symbol.line.abs_diff(line));
        name.map_or(text.clone(), |symbol| format!("{before}#{}", symbol.name))
    }

    /// A load of a literal.
    fn load_of(
        &self,
        aimed: Aimed,
        literal: u32,
        address: u32,
        statement: &Statement,
    ) -> Option<(Vec<(u32, u32)>, String)> {
        let Operation::Transfer { rd, .. } = aimed.instruction.operation else {
            return None;
        };
        let own = target(aimed.instruction, address).filter(|from| self.word_at(*from) == Some(literal));
        let behind = (self.program.flash.len() as u32).next_multiple_of(4);
        let from = own.unwrap_or(behind);
        let word = aim(aimed.instruction, address, from)?.encode();
        let mut words = vec![(address, word)];
        words.extend((from == behind).then_some((behind, literal)));

        let written = self.literals.get(&literal)?;
        let condition = aimed.instruction.condition.suffix();
        Some((
            words,
            in_manner_of(statement, &format!("LDR{condition} r{rd}, ={written}")),
        ))
    }
}

/// A text with registers and mnemonics spelt as a statement has them.
fn in_manner_of(statement: &Statement, text: &str) -> String {
    let mnemonic = &statement.mnemonic.text;
    let is_small = mnemonic.chars().all(|letter| !letter.is_ascii_uppercase());
    let registers = statement.text[mnemonic.len()..].split(|letter: char| !letter.is_alphanumeric());
    let is_register = |word: &&str| is_register(word);
    let are_small = registers.into_iter().find(is_register).map_or(is_small, |register| {
        register.starts_with(|letter: char| letter.is_ascii_lowercase())
    });

    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut rest = rest.to_owned();
    let mut first = first.to_owned();
    let on_stack = [("PUSH", "STMFD"), ("POP", "LDMFD")];
    for (short, long) in on_stack {
        if mnemonic.len() > 4 && first.starts_with(short) {
            first = first.replacen(short, long, 1);
            rest = format!("sp!, {rest}");
        }
    }
    if is_small {
        first = first.to_ascii_lowercase();
    }
    if !are_small {
        rest = with_large_registers(&rest);
    }
    format!("{first} {rest}").trim_end().to_owned()
}

fn is_register(word: &str) -> bool {
    let small = word.to_ascii_lowercase();
    let number = small.strip_prefix('r').and_then(|digits| digits.parse::<u8>().ok());
    number.is_some_and(|number| number < 16) || ["sp", "lr", "pc"].contains(&&small[..])
}

fn with_large_registers(text: &str) -> String {
    let mut large = String::new();
    for part in text.split_inclusive(|letter: char| !letter.is_alphanumeric() && letter != '_') {
        let word = part.trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != '_');
        if is_register(word) && !large.ends_with('=') {
            large += &part.to_ascii_uppercase();
        } else {
            large += part;
        }
    }
    large
}
