//! Numbers that have a name, with another value wherever the program uses it, and the numbers of literals.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::data::{offsets, others, size};
use super::{Patches, checked, target};
use crate::machine::arm::isa::{DataOperation, Instruction, Offset, Operand, Operation};
use crate::machine::arm::program::{Kind, Piece, Program, Symbol};
use crate::machine::assembly::code;
use crate::machine::edits::{Edit, EditKind, Statement, Word};
use crate::machine::patch::{ODD, Patch, distance};
use crate::machine::{Place, Target};

/// Names that are looked at, and statements that use one, at most.
const MOST_NAMES: usize = 128;
const MOST_USES: usize = 64;
/// Of these uses, literals and data at most: of each it is looked up what else reads it.
const MOST_READ: usize = 16;

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
    /// The patches that give it another value.
    patches: Vec<Patch>,
}

impl Patches<'_> {
    /// The named numbers of which each use is known: no other one is computed from them, and they are only added or subtracted.
    pub(super) fn find_constants(&self) -> Vec<Constant> {
        let users = self.users_of_names();
        let pieces = self.only_pieces();
        let names = self.statements.values().filter(|statement| statement.names_number());
        let named = names.take(MOST_NAMES).filter_map(|statement| {
            let (name, word) = statement.named_number()?;
            let value = value(word)?;
            let line = statement.line as u32;
            let mut same = self.names.get(&(value as u32))?.iter();
            same.find(|symbol| symbol.name == name && symbol.line == line)?;
            let mut constant = Constant {
                line,
                value,
                instructions: Vec::new(),
                data: Vec::new(),
                patches: Vec::new(),
            };
            let (users, is_all) = users.get(name)?;
            (*is_all && users.len() <= MOST_USES).then_some(())?;
            for user in users.iter().filter(|user| user.line != statement.line) {
                match occurrences(&user.text, name)?[..] {
                    [] => {}
                    ref signs => {
                        let piece = (*pieces.get(&(user.line as u32))?)?;
                        self.add_uses(&mut constant, (user, piece), (name, signs))?;
                    }
                }
            }
            constant.patches = self.with_values(&constant, statement, word)?;
            Some(constant)
        });
        named.collect()
    }

    /// What each line places in memory, where it does so once.
    fn only_pieces(&self) -> HashMap<u32, Option<Piece>> {
        let mut only = HashMap::new();
        let pieces = self.program.pieces.iter().filter(|piece| piece.kind != Kind::Literal);
        for piece in pieces {
            let known = only.entry(piece.line);
            known.and_modify(|piece| *piece = None).or_insert(Some(*piece));
        }
        only
    }

    /// The statements in which each name is written, and whether these are all the lines that write it.
    fn users_of_names(&self) -> HashMap<&str, (Vec<&Statement>, bool)> {
        let mut users: HashMap<&str, (Vec<&Statement>, bool)> = HashMap::new();
        for (line, text) in (1..).zip(self.program.source.text.lines()) {
            let statement = self.statements.get(&line);
            let written = statement.map_or_else(|| code(Target::Arm, text), |statement| &statement.text);
            for name in written.split(|letter| !is_part(letter)) {
                let (users, is_all) = users.entry(name).or_insert((Vec::new(), true));
                match statement {
                    None => *is_all = false,
                    Some(_) if users.len() > MOST_USES => {}
                    Some(own) if users.last().is_some_and(|last| last.line == own.line) => {}
                    Some(own) => users.push(own),
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
        let used = self.constants.iter().filter(is_used);
        used.flat_map(|constant| constant.patches.iter().cloned()).collect()
    }

    /// The patches that give a number another value; `None` where something else reads one of its literals.
    fn with_values(&self, constant: &Constant, statement: &Statement, word: &Word) -> Option<Vec<Patch>> {
        let own: Vec<u32> = constant.instructions.iter().map(|(at, _)| *at).collect();
        let literals = own.iter().filter_map(|at| {
            let instruction = self.code.get(at)?.instruction;
            self.literal(instruction, *at).and_then(|_| target(instruction, *at))
        });
        let literals: BTreeSet<u32> = literals.collect();
        let are_few = literals.len() + constant.data.len() <= MOST_READ;
        if !are_few || !literals.iter().all(|literal| self.is_read_by(*literal, &own)) {
            return None;
        }

        let readers = constant.data.iter().flat_map(|(at, _)| self.readers(*at));
        let reached_at: Vec<u32> = own.iter().copied().chain(readers).collect();
        let patches = others(word).into_iter().filter_map(|(other, written)| {
            Some(Patch {
                edit: Edit::of(EditKind::Number, statement, statement.replacing(word, &written)),
                reached_at: reached_at.clone(),
                words: self.words_with(constant, other)?,
                inserted: Vec::new(),
                rank: 0,
            })
        });
        Some(patches.collect())
    }

    /// The words of the image that are others with another value.
    fn words_with(&self, constant: &Constant, other: i64) -> Option<Vec<(u32, u32)>> {
        let mut words = BTreeMap::new();
        for (address, sign) in &constant.instructions {
            let (cell, statement) = self.written(*address)?;
            let grown = sign * (other - constant.value);
            let (at, word) = if let Some(literal) = self.literal(cell.instruction, *address) {
                (target(cell.instruction, *address)?, literal.wrapping_add(grown as u32))
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
        let is_literal = |word: &&Word| word.text.starts_with('=') && statement.text.ends_with(&word.text);
        let Some(word) = statement.operands.last().filter(is_literal) else {
            return Vec::new();
        };
        let others = others(word);
        let at = self.code.get(&address).filter(|_| !others.is_empty()).and_then(|cell| {
            self.literal(cell.instruction, address)?;
            target(cell.instruction, address)
        });
        let Some(at) = at.filter(|at| self.is_read_by(*at, &[address])) else {
            return Vec::new();
        };
        others
            .into_iter()
            .map(|(other, written)| Patch {
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
            return Some(usize::from(is_shared));
        }

        let digits = written.strip_prefix("0x");
        let other = digits.map_or_else(|| written.parse().ok(), |digits| i64::from_str_radix(digits, 16).ok());
        let oddity = other.map_or(ODD, |other: i64| match constant.value {
            ..-1 | 2.. if other == -constant.value => ODD,
            own => distance(own as i32, other as i32),
        });
        Some(oddity + usize::from(is_shared && oddity != 1))
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
    const MOST: usize = 32;
    let mut names: BTreeMap<u32, Vec<&Symbol>> = BTreeMap::new();
    for symbol in program.symbols.iter().filter(|symbol| !symbol.is_label) {
        let same = names.entry(symbol.value).or_default();
        if same.len() < MOST {
            same.push(symbol);
        }
    }
    names
}

/// The names that are written as offsets from a register, as in `[R0, #NAME]`, and after no other `#`: registers of peripherals, and
/// fields. What an instruction counts or compares is none of these, whatever its value.
pub(super) fn offsets_only(text: &str) -> BTreeSet<&str> {
    let (mut offsets, mut others) = (BTreeSet::new(), BTreeSet::new());
    for line in text.lines() {
        let mut is_access = false;
        for (at, letter) in line.char_indices() {
            match letter {
                '[' => is_access = true,
                ']' => is_access = false,
                '#' => {
                    let name = &line[at + 1..];
                    let name = &name[..name.find(|letter| !is_part(letter)).unwrap_or(name.len())];
                    let names = if is_access { &mut offsets } else { &mut others };
                    names.insert(name);
                }
                _ => {}
            }
        }
    }
    &offsets - &others
}

/// The number that a word is, or that of its character.
fn value(word: &Word) -> Option<i64> {
    let character = word.character().map(|(_, letter)| i64::from(letter));
    character.or_else(|| word.number(Target::Arm).map(|(_, value)| value))
}

/// Where a statement has a name outside of its texts and characters: for each whether it is added or subtracted there, as 1 or -1.
/// `None` where something else is calculated from it.
fn occurrences(text: &str, name: &str) -> Option<Vec<i64>> {
    const CALCULATES: [char; 14] = ['*', '/', '<', '>', '%', '(', ')', '&', '|', '^', '~', ':', '!', '='];

    let mut signs = Vec::new();
    for operand in bare(text).split(',') {
        let operand = operand.trim().trim_start_matches(['#', '=']);
        for (at, _) in operand.match_indices(name) {
            let (before, after) = (operand[..at].trim_end(), &operand[at + name.len()..]);
            if operand[..at].ends_with(is_part) || after.starts_with(is_part) {
                continue;
            }
            let unsigned = before.strip_suffix(['-', '+']).map(str::trim_end);
            if operand.contains(CALCULATES) || unsigned.is_some_and(|before| before.ends_with(['-', '+'])) {
                return None;
            }
            signs.push(if before.ends_with('-') { -1 } else { 1 });
        }
    }
    Some(signs)
}

fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// What is written outside of texts and characters.
fn bare(text: &str) -> String {
    let mut bare = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let quoted = match rest.as_bytes() {
            [b'\'', inner, b'\'', ..] if inner.is_ascii() => Some(3),
            [b'"', ..] => Some(rest[1..].find('"').map_or(rest.len(), |end| end + 2)),
            _ => None,
        };
        if quoted.is_none() {
            bare.push(letter);
        }
        rest = &rest[quoted.unwrap_or(letter.len_utf8())..];
    }
    bare
}

/// The instruction with a number that is so much greater than the one that is written.
fn with_number(mut instruction: Instruction, written: &str, grown: i64) -> Option<Instruction> {
    match &mut instruction.operation {
        Operation::Data { operation, operand, .. } => {
            let own = operand.number()?;
            // A negative number is encoded as that of the opposite operation.
            let is_loaded = written.starts_with("LDR") && *operation == DataOperation::Mov;
            let is_as_written = is_loaded || written.starts_with(operation.name());
            let (meant, number) = if is_as_written {
                (*operation, own)
            } else {
                opposite(*operation, own)?
            };
            (*operation, *operand) = encoded(meant, number.wrapping_add(grown as u32))?;
        }
        Operation::Transfer {
            rn,
            up,
            offset: Offset::Immediate(distance),
            ..
        } if *rn != 15 => {
            let own = if *up {
                i64::from(*distance)
            } else {
                -i64::from(*distance)
            };
            let new = own + grown;
            *up = new >= 0;
            *distance = u16::try_from(new.unsigned_abs()).ok()?;
        }
        _ => return None,
    }
    checked(instruction)
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
    use DataOperation::{Add, Cmn, Cmp, Mov, Mvn, Sub};

    let (meant, value) = match operation {
        Mov | Add | Cmp => (operation, number),
        Mvn => (Mov, !number),
        Sub => (Add, number.wrapping_neg()),
        Cmn => (Cmp, number.wrapping_neg()),
        _ => return Vec::new(),
    };
    let near = [value.wrapping_neg(), value.wrapping_add(1), value.wrapping_sub(1)];
    let near = near.into_iter().filter(|other| *other != value);
    let encoded = near.filter_map(|other| encoded(meant, other));
    encoded.filter(|(other, _)| *other != operation).collect()
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
        assert_eq!(found("CMP R0, #'R'"), Some(vec![]));
        assert_eq!(occurrences("CMP R0, #'X'", "X"), Some(vec![]));
        assert_eq!(found("DCB '\"', ROW, 0"), Some(vec![1]));
        for calculated in ["MOV R0, #ROW*2", "MOV R0, #ROW :SHL: 2", "MOV R0, #4--ROW"] {
            assert_eq!(found(calculated), None, "{calculated}");
        }
    }

    #[test]
    fn the_other_sign_is_another_operation() {
        use DataOperation::{And, Cmn, Cmp, Mov, Mvn};

        let found = |operation, number| -> Vec<(DataOperation, Option<u32>)> {
            let found = beyond_zero(operation, number).into_iter();
            found.map(|(other, operand)| (other, operand.number())).collect()
        };
        assert_eq!(found(Mov, 1), [(Mvn, Some(0))]);
        assert_eq!(found(Mvn, 0), [(Mov, Some(1)), (Mov, Some(0))]);
        assert_eq!(found(Cmp, 0), [(Cmn, Some(1))]);
        assert_eq!(found(And, 2), []);
    }
}
