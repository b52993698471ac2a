//! Numbers that have a name, with another value wherever the program uses it, and the numbers of literals.

use std::collections::{BTreeMap, HashMap};

use super::data::{offsets, others, size};
use super::{Patches, target};
use crate::machine::arm::isa::{DataOperation, Instruction, Offset, Operand, Operation};
use crate::machine::arm::program::{Kind, Piece, Program, Symbol};
use crate::machine::edits::{Edit, EditKind, Statement, Word};
use crate::machine::patch::{LIKELY, ODD, Patch, distance};
use crate::machine::{Place, Target};

/// Names that are looked at, and statements that use one, at most.
const MOST_NAMES: usize = 256;
const MOST_USES: usize = 64;

/// A number that has a name.
#[derive(Debug)]
pub(super) struct Constant {
    /// The line that gives it its name.
    line: u32,
    value: i64,
    /// The instructions that use it, with how their number grows when it does: by as much, or the other way.
    instructions: Vec<(u32, i64)>,
    /// Where data has it, with the size in bytes.
    data: Vec<(u32, u32)>,
}

impl Patches<'_> {
    /// The named numbers of which each use is known: in no other one, and in calculations only added or subtracted.
    pub(super) fn find_constants(&self) -> Vec<Constant> {
        let users = self.users_of_names();
        let pieces = self.first_pieces();
        let names = self.statements.values().filter(|statement| statement.names_number());
        let named = names.take(MOST_NAMES).filter_map(|statement| {
            let (name, word) = statement.named_number()?;
            let mut constant = Constant {
                line: statement.line as u32,
                value: value(word)?,
                instructions: Vec::new(),
                data: Vec::new(),
            };
            let users = users.get(name).filter(|users| users.len() <= MOST_USES)?;
            for user in users.iter().filter(|user| user.line != statement.line) {
                match occurrences(&user.text, name)?[..] {
                    [] => {}
                    ref signs => {
                        let piece = *pieces.get(&(user.line as u32))?;
                        self.add_uses(&mut constant, (user, piece), (name, signs))?;
                    }
                }
            }
            Some(constant)
        });
        let used = named.filter(|constant| !constant.instructions.is_empty() || !constant.data.is_empty());
        used.collect()
    }

    /// What each line places in memory first.
    fn first_pieces(&self) -> HashMap<u32, Piece> {
        let mut first = HashMap::new();
        let pieces = self.program.pieces.iter().filter(|piece| piece.kind != Kind::Literal);
        for piece in pieces {
            first.entry(piece.line).or_insert(*piece);
        }
        first
    }

    /// The statements in which each name is written, more often than wanted where it is in a text.
    fn users_of_names(&self) -> HashMap<&str, Vec<&Statement>> {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let mut users: HashMap<&str, Vec<&Statement>> = HashMap::new();
        for statement in self.statements.values() {
            for name in statement.text.split(|letter| !is_part(letter)) {
                let users = users.entry(name).or_default();
                if users.len() <= MOST_USES && users.last().is_none_or(|last| last.line != statement.line) {
                    users.push(statement);
                }
            }
        }
        users
    }

    /// Adds what a statement places in memory that uses a number by its name; `None` where that is not known.
    fn add_uses(
        &self,
        constant: &mut Constant,
        (user, piece): (&Statement, Piece),
        (name, signs): (&str, &[i64]),
    ) -> Option<()> {
        match piece.kind {
            Kind::Code => {
                self.written(piece.address)?;
                let [sign] = signs else { return None };
                constant.instructions.push((piece.address, *sign));
            }
            Kind::Data => {
                let size = size(user)?;
                let offsets = offsets(user, size);
                let words = user.words().into_iter().zip(&offsets);
                let own = words.filter(|(word, _)| word.text == name);
                let own: Vec<(u32, u32)> = own.map(|(_, offset)| (piece.address + offset, size)).collect();
                let is_all = own.len() == signs.len() && offsets.last() == Some(&piece.length);
                constant.data.extend(is_all.then_some(own)?);
            }
            Kind::Literal | Kind::Reserved => return None,
        }
        Some(())
    }

    /// Another value of each number that the instruction at an address, or data there, uses by its name.
    pub(super) fn other_constants(&self, address: u32) -> Vec<Patch> {
        let is_used = |constant: &&Constant| {
            let of_data = constant.data.iter().any(|(at, _)| at & !3 == address & !3);
            constant.instructions.iter().any(|(at, _)| *at == address) || of_data
        };
        self.constants
            .iter()
            .filter(is_used)
            .flat_map(|constant| self.with_values(constant))
            .collect()
    }

    fn with_values(&self, constant: &Constant) -> Vec<Patch> {
        let Some(statement) = self.statements.get(&constant.line) else {
            return Vec::new();
        };
        let Some((_, word)) = statement.named_number() else {
            return Vec::new();
        };

        let readers = constant.data.iter().flat_map(|(at, _)| self.readers(*at));
        let own = constant.instructions.iter().map(|(at, _)| *at);
        let reached_at: Vec<u32> = own.chain(readers).collect();
        let patches = others(word).into_iter().filter_map(|(other, written)| {
            Some(Patch {
                edit: Edit::of(EditKind::Number, statement, statement.replacing(word, &written)),
                reached_at: reached_at.clone(),
                words: self.words_with(constant, other)?,
                inserted: Vec::new(),
                rank: 0,
            })
        });
        patches.collect()
    }

    /// The words of the image that are others with another value.
    fn words_with(&self, constant: &Constant, other: i64) -> Option<Vec<(u32, u32)>> {
        let readers: Vec<u32> = constant.instructions.iter().map(|(at, _)| *at).collect();
        let mut words = BTreeMap::new();
        for (address, sign) in &constant.instructions {
            let (cell, statement) = self.written(*address)?;
            let grown = sign * (other - constant.value);
            let (at, word) = if let Some(literal) = self.literal(cell.instruction, *address) {
                let at = target(cell.instruction, *address)?;
                let is_own = self.is_read_by(at, &readers);
                is_own.then_some((at, literal.wrapping_add(grown as u32)))?
            } else {
                let written = statement.mnemonic.text.to_ascii_uppercase();
                (*address, with_number(cell.instruction, &written, grown)?.encode())
            };
            words.insert(at, word);
        }
        for (at, size) in &constant.data {
            let (whole, word) = self.with_data((*at, *size), other)?;
            // Another number in the same word may have been changed with it.
            let lanes = if *size == 4 {
                u32::MAX
            } else {
                ((1 << (size * 8)) - 1) << (at % 4 * 8)
            };
            let known = words.get(&whole).copied().unwrap_or(self.word_at(whole)?);
            words.insert(whole, known & !lanes | word & lanes);
        }
        Some(words.into_iter().collect())
    }

    /// Whether no other instructions load the literal at an address.
    fn is_read_by(&self, literal: u32, readers: &[u32]) -> bool {
        let mut code = self.code.iter();
        code.all(|(at, cell)| target(cell.instruction, *at) != Some(literal) || readers.contains(at))
    }

    /// Another number in place of the literal that the instruction at an address loads, where it alone does.
    pub(super) fn other_literals(&self, address: u32, statement: &Statement) -> Vec<Patch> {
        let at = self.code.get(&address).and_then(|cell| {
            self.literal(cell.instruction, address)?;
            target(cell.instruction, address)
        });
        let Some(at) = at.filter(|at| self.is_read_by(*at, &[address])) else {
            return Vec::new();
        };
        let literals = statement.operands.iter().filter(|word| word.text.starts_with('='));
        let others = literals.flat_map(|word| others(word).into_iter().map(move |other| (word, other)));
        others
            .map(|(word, (other, written))| Patch {
                edit: Edit::of(EditKind::Number, statement, statement.replacing(word, &written)),
                reached_at: vec![address],
                words: vec![(at, other as u32)],
                inserted: Vec::new(),
                rank: 0,
            })
            .collect()
    }

    /// How odd a patch is that gives a name another value, the more so where other places use it; `None` for others.
    pub(super) fn oddity_of_constant(&self, patch: &Patch) -> Option<usize> {
        let line = u32::try_from(patch.edit.line).ok()?;
        let constant = self.constants.iter().find(|constant| constant.line == line)?;
        let is_shared = constant.instructions.len() + constant.data.len() > 1;
        let written = patch.edit.after.rsplit([' ', '\t', ',']).next()?;
        if written.ends_with('\'') {
            return Some(LIKELY + usize::from(is_shared));
        }

        let digits = written.strip_prefix("0x");
        let other = digits.map_or_else(|| written.parse().ok(), |digits| i64::from_str_radix(digits, 16).ok());
        let oddity = other.map_or(ODD, |other: i64| match constant.value {
            ..-1 | 2.. if other == -constant.value => ODD,
            own => distance(own as i32, other as i32),
        });
        Some(oddity + usize::from(is_shared))
    }

    /// Where the name is that a patch gives another value.
    pub fn place_of_name(&self, patch: &Patch) -> Option<Place> {
        let line = u32::try_from(patch.edit.line).ok()?;
        let statement = self.statements.get(&line)?;
        let (name, _) = statement.named_number()?;
        let (file, line) = self.program.source.written(statement.line);
        Some(Place {
            address: None,
            label: Some(name.to_owned()),
            file: file.map(str::to_owned),
            line: Some(line as u32),
            text: Some(statement.text.clone()),
        })
    }
}

/// The numbers that have names in a program.
pub(super) fn names(program: &Program) -> BTreeMap<u32, Vec<&Symbol>> {
    const MOST: usize = 8;
    let mut names: BTreeMap<u32, Vec<&Symbol>> = BTreeMap::new();
    for symbol in program.symbols.iter().filter(|symbol| !symbol.is_label) {
        let same = names.entry(symbol.value).or_default();
        if same.len() < MOST {
            same.push(symbol);
        }
    }
    names
}

/// The number that a word is, or that of its character.
fn value(word: &Word) -> Option<i64> {
    let character = word.character().map(|(_, letter)| i64::from(letter));
    character.or_else(|| word.number(Target::Arm).map(|(_, value)| value))
}

/// Where a statement has a name outside of its texts: for each whether it is added or subtracted there, as 1 or -1. `None` where
/// something else is calculated from it.
fn occurrences(text: &str, name: &str) -> Option<Vec<i64>> {
    const CALCULATES: [char; 11] = ['*', '/', '<', '>', '%', '(', ')', '&', '|', '^', '~'];
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';

    let mut signs = Vec::new();
    let outside = text.split('"').step_by(2);
    for operand in outside.flat_map(|part| part.split(',')) {
        for (at, _) in operand.match_indices(name) {
            let (before, after) = (operand[..at].trim_end(), &operand[at + name.len()..]);
            if operand[..at].ends_with(is_part) || after.starts_with(is_part) {
                continue;
            }
            if operand.contains(CALCULATES) {
                return None;
            }
            signs.push(if before.ends_with('-') { -1 } else { 1 });
        }
    }
    Some(signs)
}

/// The instruction with a number that is so much greater than the one that is written.
fn with_number(instruction: Instruction, written: &str, grown: i64) -> Option<Instruction> {
    let operation = match instruction.operation {
        Operation::Data {
            operation,
            flags,
            rd,
            rn,
            operand,
        } => {
            let own = (operation, operand.number()?);
            // A negative number is encoded as that of the opposite operation.
            let is_as_written =
                written.starts_with(operation.name()) || written.starts_with("LDR") && operation == DataOperation::Mov;
            let (meant, number) = if is_as_written { own } else { opposite(own.0, own.1)? };
            let (operation, operand) = encoded(meant, number.wrapping_add(grown as u32))?;
            Operation::Data {
                operation,
                flags,
                rd,
                rn,
                operand,
            }
        }
        Operation::Transfer {
            load,
            unit,
            rd,
            rn,
            up,
            offset: Offset::Immediate(distance),
            indexing,
        } if rn != 15 => {
            let own = if up { i64::from(distance) } else { -i64::from(distance) };
            let new = own + grown;
            Operation::Transfer {
                load,
                unit,
                rd,
                rn,
                up: new >= 0,
                offset: Offset::Immediate(u16::try_from(new.unsigned_abs()).ok()?),
                indexing,
            }
        }
        _ => return None,
    };
    super::checked(Instruction {
        operation,
        ..instruction
    })
}

/// The operation that does the same with the opposite or the complement of a number, with that.
fn opposite(operation: DataOperation, number: u32) -> Option<(DataOperation, u32)> {
    use DataOperation::{Add, And, Bic, Cmn, Cmp, Mov, Mvn, Sub};

    Some(match operation {
        Add => (Sub, number.wrapping_neg()),
        Sub => (Add, number.wrapping_neg()),
        Cmp => (Cmn, number.wrapping_neg()),
        Cmn => (Cmp, number.wrapping_neg()),
        Mov => (Mvn, !number),
        Mvn => (Mov, !number),
        And => (Bic, !number),
        Bic => (And, !number),
        _ => return None,
    })
}

/// An operation with a number, or the one that does the same with its opposite; `None` where neither has room for it.
fn encoded(operation: DataOperation, number: u32) -> Option<(DataOperation, Operand)> {
    let own = Operand::of(number).map(|operand| (operation, operand));
    own.or_else(|| {
        let (other, number) = opposite(operation, number)?;
        Some((other, Operand::of(number)?))
    })
}

/// The numbers near one, and its opposite, where another operation is what has room for them: `MVN r0, #0` for `MOV r0, #-1`.
pub(super) fn beyond_zero(operation: DataOperation, number: u32) -> Vec<(DataOperation, Operand)> {
    let meant = [Some((operation, number)), opposite(operation, number)];
    let likely = meant.into_iter().flatten().flat_map(|(meant, number)| {
        let near = [number.wrapping_neg(), number.wrapping_add(1), number.wrapping_sub(1)];
        near.into_iter().filter_map(move |other| encoded(meant, other))
    });
    likely.filter(|(other, _)| *other != operation).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_where_it_is_added_or_subtracted_and_not_in_texts() {
        let found = |text| occurrences(text, "ROW");
        assert_eq!(found("CMP R0, #ROW-1"), Some(vec![1]));
        assert_eq!(found("CMP R0, #LINE-ROW"), Some(vec![-1]));
        assert_eq!(found("DCB ROW, \"ROW, ROW\", ROW, ROWS"), Some(vec![1, 1]));
        assert_eq!(found("MOV R0, #ROW*2"), None);
    }
}
