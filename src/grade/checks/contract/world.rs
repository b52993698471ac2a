//! A program's memory as the starter lays it out: where the board and the labelled words are, what a call sets before it
//! begins, and which words are not a subroutine's to write.
//!
//! The starter keeps the board in rows of words, `ROW1` at the top, each row followed by a zero word, and the address of
//! the first cell in `BOARD_PTR`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::empty;
use crate::assignment::{Assignment, Starter};
use crate::case::Contract;
use crate::case::contract::{Call, Target};
use crate::connect4::{Board, Game, Player};
use crate::machine::lc3::program::Kind;
use crate::machine::{self, lc3};

/// Words of the given part that are known where there is no starter file to read them from.
const GIVEN: [&str; 4] = ["BOARD_PTR", "TURN", "WINNER", "CHECKERS"];
/// How many trap vectors there are, from address 0 on.
const VECTORS: u32 = 0x100;
/// Below it lie the vector tables and the system.
const USER_START: u32 = 0x3000;
/// From here on lie the device registers.
const DEVICES: u32 = 0xFE00;
/// Room for the words that a call usually sets.
const WORDS: usize = 48;
/// Registers that a call may set.
pub const REGISTERS: usize = 7;

/// What a register holds that a call says nothing about: values that nothing else works with.
pub fn mark(register: usize) -> u16 {
    0x1110 * (register as u16 + 1)
}

/// Sets a word, once.
pub fn set(words: &mut Vec<(u32, u32)>, address: u32, value: u32) {
    match words.iter_mut().find(|(other, _)| *other == address) {
        Some((_, known)) => *known = value,
        None => words.push((address, value)),
    }
}

/// A program's memory.
#[derive(Debug)]
pub struct World {
    image: Arc<lc3::Program>,
    game: Game,
    /// The address of the first cell, or why the board cannot be set.
    board: Result<u16, String>,
    /// Where that address is kept.
    board_pointer: Option<u16>,
    /// For each address whether it is not a subroutine's to write.
    guarded: Vec<bool>,
}

/// A contract's place in a program.
#[derive(Debug)]
pub struct Scene<'a> {
    /// The contract.
    pub contract: &'a Contract,
    /// The label that is called.
    pub label: &'a str,
    /// The program's memory.
    pub world: &'a World,
    entry: u16,
    words: BTreeMap<&'a str, u16>,
}

/// Whose a word is that a call changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// A cell of the board: row and column from 0.
    Cell(usize, usize),
    /// The zero after a row, from 0.
    RowEnd(usize),
    /// An instruction.
    Code,
    /// The operating system's, or a device's.
    System,
    /// Data of the given part.
    Given,
}

impl World {
    /// The memory of a program.
    pub fn of(assignment: &Assignment, image: &Arc<lc3::Program>) -> Self {
        let mut world = Self {
            image: Arc::clone(image),
            game: assignment.game.clone(),
            board: board(image, &assignment.game),
            board_pointer: image.address_of("BOARD_PTR"),
            guarded: Vec::new(),
        };
        world.guarded = world.guard(assignment.starter.as_ref());
        world
    }

    /// The address of a label.
    pub fn address(&self, label: &str) -> Option<u16> {
        self.image.address_of(label)
    }

    /// An address in the words of the source.
    pub fn place(&self, address: u32) -> machine::Place {
        self.image.place(address as u16)
    }

    /// Whether the subroutine at a label only returns.
    pub fn is_empty(&self, label: &str) -> bool {
        self.address(label)
            .is_some_and(|entry| empty::only_returns(&self.image, entry))
    }

    /// Whether the program has none of these labels.
    pub fn has_no(&self, labels: &[String]) -> bool {
        labels.iter().all(|label| self.address(label).is_none())
    }

    /// A contract's place in this program; or why there is none, as sentences.
    pub fn scene<'a>(&'a self, contract: &'a Contract) -> Result<Scene<'a>, String> {
        let mut labels = contract.labels.iter();
        let found = labels.find_map(|label| Some((label.as_str(), self.address(label)?)));
        let Some((label, entry)) = found else {
            let spellings = contract.labels.join(" or ");
            return Err(format!(
                "There is no label {spellings} in the program, so it could not be called."
            ));
        };

        if contract.calls.iter().any(|call| call.board.is_some())
            && let Err(reason) = &self.board
        {
            return Err(format!(
                "The board is stored differently from the starter file ({reason}), so {label} could not be called in isolation."
            ));
        }

        let mut words = BTreeMap::new();
        for call in contract.calls.iter() {
            for (target, _) in call.before.iter().chain(call.after.iter().flatten()) {
                let (Target::Word(word) | Target::Optional(word)) = target else {
                    continue;
                };
                let Some(address) = words.get(&**word).copied().or_else(|| self.address(word)) else {
                    if matches!(target, Target::Optional(_)) {
                        continue;
                    }
                    return Err(format!(
                        "There is no label {word} in the program, as the starter has it, so {label} could not be called \
                         in isolation."
                    ));
                };

                words.insert(&**word, address);
            }
        }

        Ok(Scene {
            contract,
            label,
            world: self,
            entry,
            words,
        })
    }

    /// The words that make a board, and what INIT sets.
    fn setting(&self, board: Option<&Board>) -> Vec<(u32, u32)> {
        let mut words = Vec::with_capacity(WORDS);
        let Ok(first) = self.board else { return words };
        if let Some(board) = board {
            let wording = &self.game.wording;
            let (rows, columns) = (board.rows(), board.columns());
            for row in 0..rows {
                let start = u32::from(first) + (row * (columns + 1)) as u32;
                words.extend((0..columns as u32).map(|column| (start + column, u32::from(wording.empty))));
            }
            for (player, letter) in [Player::One, Player::Two].into_iter().zip(wording.pieces) {
                for column in 0..columns {
                    for row in board.rows_of(player, column) {
                        words[row * columns + column].1 = u32::from(letter);
                    }
                }
            }
        }

        words.extend(self.board_pointer.map(|pointer| (u32::from(pointer), u32::from(first))));
        words
    }

    /// Whose a word is that now holds `word`; `None` where a subroutine may write it.
    pub fn owner(&self, address: u32, word: u32) -> Option<Owner> {
        // A trap service of its own goes into the vector table.
        let is_service = address < VECTORS && self.is_code(word);
        if is_service || !self.guarded.get(address as usize).copied().unwrap_or(true) {
            return None;
        }

        let (rows, columns) = (self.game.rules.rows, self.game.rules.columns);
        if let Ok(first) = self.board
            && let Some(offset) = (address as usize).checked_sub(usize::from(first))
            && offset < rows * (columns + 1)
        {
            let (row, column) = (offset / (columns + 1), offset % (columns + 1));
            return Some(if column < columns {
                Owner::Cell(row, column)
            } else {
                Owner::RowEnd(row)
            });
        }
        if !(USER_START..DEVICES).contains(&address) {
            return Some(Owner::System);
        }

        Some(if self.is_code(address) {
            Owner::Code
        } else {
            Owner::Given
        })
    }

    fn is_code(&self, address: u32) -> bool {
        let word = self.image.word(address as u16);
        word.is_some_and(|word| word.kind == Kind::Code)
    }

    fn guard(&self, starter: Option<&Starter>) -> Vec<bool> {
        let mut guarded: Vec<bool> = (0..=0xFFFF)
            .map(|address| !(USER_START..DEVICES).contains(&address))
            .collect();
        for block in &self.image.blocks {
            for (offset, word) in block.words.iter().enumerate() {
                let address = usize::from(block.origin) + offset;
                if word.kind == Kind::Code && address < guarded.len() {
                    guarded[address] = true;
                }
            }
        }

        let rules = self.game.rules;
        let board = self
            .board
            .as_ref()
            .ok()
            .map(|first| (*first, rules.rows * (rules.columns + 1)));

        let default = GIVEN.map(|label| (label.to_owned(), 1));
        let given = starter.and_then(Starter::given_data).unwrap_or(&default);
        let known = given.iter().filter_map(|(label, length)| {
            let address = self.address(label)?;
            let next = self.image.symbols.iter().map(|symbol| symbol.address);
            let room = next
                .filter(|next| *next > address)
                .map(|next| usize::from(next - address))
                .min();
            Some((address, room.map_or(*length, |room| room.min(*length))))
        });

        for (address, length) in known.chain(board) {
            let first = usize::from(address);
            guarded[first..(first + length).min(0x1_0000)].fill(true);
        }

        guarded
    }
}

impl Scene<'_> {
    /// The call as the machine makes it.
    pub fn call(&self, call: &Call) -> machine::Call {
        let mut registers: Vec<(usize, u32)> = (0..REGISTERS).map(|number| (number, u32::from(mark(number)))).collect();
        let mut words = self.world.setting(call.board.as_ref());
        for (target, value) in &call.before {
            match target {
                Target::Register(number) => registers[*number].1 = u32::from(*value),
                Target::Word(label) | Target::Optional(label) => {
                    if let Some(address) = self.words.get(&**label) {
                        set(&mut words, u32::from(*address), u32::from(*value));
                    }
                }
            }
        }

        machine::Call {
            entry: u32::from(self.entry),
            registers,
            words,
        }
    }

    /// What a target held before a call and holds after it.
    pub fn values(&self, target: &Target, made: &machine::Call, called: &machine::Called) -> (u16, u16) {
        match target {
            Target::Register(number) => (made.registers[*number].1 as u16, called.registers[*number] as u16),
            Target::Word(label) | Target::Optional(label) => {
                let Some(address) = self.words.get(&**label).map(|address| u32::from(*address)) else {
                    return (0, 0);
                };

                let set = made
                    .words
                    .iter()
                    .find(|(at, _)| *at == address)
                    .map(|(_, word)| *word as u16);
                let loaded = || self.world.image.word(address as u16).map_or(0, |word| word.bits);
                let before = set.unwrap_or_else(loaded);
                let change = called.changed.iter().find(|change| change.address == address);

                (before, change.map_or(before, |change| change.after as u16))
            }
        }
    }

    /// The address of a word that the contract names.
    pub fn word(&self, label: &str) -> Option<u32> {
        self.words.get(label).map(|address| u32::from(*address))
    }
}

/// The address of the board's first cell, when the rows are laid out as in the starter.
fn board(image: &lc3::Program, game: &Game) -> Result<u16, String> {
    let address = |row: usize| {
        let label = format!("ROW{row}");
        image
            .address_of(&label)
            .ok_or_else(|| format!("there is no label {label}"))
    };

    let first = address(1)?;
    let pitch = game.rules.columns + 1;
    for row in 2..=game.rules.rows {
        let wanted = usize::from(first) + (row - 1) * pitch;
        if usize::from(address(row)?) != wanted {
            return Err(format!("ROW{row} is not {pitch} words after ROW{}", row - 1));
        }
    }

    Ok(first)
}
