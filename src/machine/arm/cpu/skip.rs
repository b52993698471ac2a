//! Loops that only count, such as students make pauses of, and loops that print a text are not run turn by turn: what many
//! turns do is known at once.
//!
//! One turn is followed with each register as a line, a value and what it moves by from turn to turn. When every
//! register has, at the end of the turn, moved on by just that, and moves by the same again, then by induction it does so
//! in all turns that take the same way; and they take the same way until an operand of an instruction that sets flags
//! passes a point where one of its flags may change. So many turns are skipped, the last of them never: it is run, and
//! leaves the flags. Words of RAM that the loop counts in are lines as registers are.
//!
//! A turn may read one character of a text, compare it, and print it. Then the text is looked at instead: turns are the same as
//! long as each of their characters is met by the same conditions.
//!
//! What is skipped never differs from running it: registers, flags, memory, output, the serial port, and the number of
//! instructions.

use super::Machine;

mod line;
mod port;
mod text;
mod turn;

use line::{Kind, Line};
use text::letter_at;
use turn::Turn;

/// Turns after which a loop is looked at.
const HOT: i32 = 16;
/// Turns worth skipping.
const WORTH: u64 = 8;
/// Turns until a loop is looked at again that was not worth it.
const COLD: i32 = -1_000;
/// Loops that are remembered.
const KNOWN: usize = 4;
/// Characters of a text that are looked at.
const LONGEST_TEXT: u64 = 1 << 16;
/// How often a turn is followed at most to find what its values are.
const ATTEMPTS: usize = 3;

/// How often the same loop branch was taken since another was.
#[derive(Debug, Clone, Copy, Default)]
pub struct Heat {
    at: u32,
    turns: i32,
    /// The branches of loops that printed a text last: these are looked at on their first turn.
    known: [u32; KNOWN],
    /// The branches of loops that were looked at in vain last.
    cold: [u32; KNOWN],
}

/// How the values of a loop moved when it was looked at last: most likely they do so again.
#[derive(Debug)]
struct Guess {
    /// The branch and the stack pointer.
    of: (u32, u32),
    begin: Turn,
}

/// What is supposed of loops that were looked at.
#[derive(Debug, Default)]
pub struct Guesses(Vec<Guess>);

impl Heat {
    /// Counts a loop branch; whether its loop is worth a look.
    #[inline]
    pub fn rises(&mut self, at: u32) -> bool {
        if self.at != at {
            self.at = at;
            self.turns = if self.known.contains(&at) {
                HOT - 1
            } else if self.cold.contains(&at) {
                COLD
            } else {
                0
            };
        }
        self.turns += 1;
        self.turns >= HOT
    }

    /// Notes that the loop prints texts that are worth skipping.
    fn know(&mut self) {
        if !self.known.contains(&self.at) {
            self.known.rotate_right(1);
            self.known[0] = self.at;
        }
        self.cold = self.cold.map(|cold| if cold == self.at { 0 } else { cold });
    }

    /// Notes that the loop was not worth it.
    fn forget(&mut self) {
        self.turns = COLD;
        if !self.cold.contains(&self.at) {
            self.cold.rotate_right(1);
            self.cold[0] = self.at;
        }
        for known in &mut self.known {
            if *known == self.at {
                *known = 0;
            }
        }
    }
}

/// What a look at a loop has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skipped {
    /// So many instructions were skipped.
    Instructions(u64),
    /// The loop never ends.
    Endless,
}

impl Machine {
    /// Forgets what is known of loops.
    pub fn forget_loops(&mut self) {
        self.heat = Heat::default();
        self.guesses.0.clear();
    }

    /// At the first instruction of a loop whose branch is at `branch`: skips turns, as long as `fuel` lasts; of those that print
    /// a text, as many as were asked for now: `left` instructions. One step at a time, each is seen.
    #[cold]
    #[inline(never)]
    pub(super) fn skip<const WATCH: bool>(&mut self, first: u32, branch: u32, (fuel, left): (u64, u64)) -> Skipped {
        let Some(turn) = self.steady_turn(first, branch) else {
            self.heat.forget();
            return Skipped::Instructions(0);
        };
        let text = turn.letters.from.filter(|from| !self.is_one_letter(&turn, *from));
        let prints = text.is_some() || turn.port.is_used();
        if turn.reach == u64::MAX && !prints {
            return Skipped::Endless;
        }

        let fuel = if prints { fuel.min(left) } else { fuel };
        let turns = turn.reach.min(fuel / turn.instructions);
        let turns = turns.min(self.turns_at_port::<WATCH>(&turn.port));
        let mut letters = std::mem::take(&mut self.letters);
        letters.clear();
        let turns = match turn.letters.from {
            Some(from) => {
                self.collect_letters(&turn, from, turns, &mut letters);
                letters.len() as u64
            }
            None => turns,
        };
        self.letters = letters;
        if turns < WORTH {
            self.heat.forget();
            return Skipped::Instructions(0);
        }

        self.heat.turns = 0;
        if prints {
            self.heat.know();
        }
        self.pass::<WATCH>(&turn, turns);
        Skipped::Instructions(turns * turn.instructions)
    }

    /// The next turn of a loop, when all that follow are like it: each value as it is at its end.
    fn steady_turn(&mut self, first: u32, branch: u32) -> Option<Turn> {
        let of = (branch, self.registers.r[13]);
        let known = self.guesses.0.iter().position(|guess| guess.of == of);
        if let Some(guess) = known.map(|at| &self.guesses.0[at]) {
            let begin = guess.begin.again(self);
            let mut end = begin.clone();
            if end.follow(self, first, branch).is_some() && begin.leads_to(&end) {
                return Some(end);
            }
        }

        let mut begin = Turn::new(self);
        let mut end = begin.clone();
        end.follow(self, first, branch)?;
        begin.aim(&end, self);

        for _ in 0..ATTEMPTS {
            end = begin.clone();
            end.follow(self, first, branch)?;
            if begin.leads_to(&end) {
                let guesses = &mut self.guesses.0;
                guesses.truncate(KNOWN - 1);
                guesses.insert(0, Guess { of, begin });
                return Some(end);
            }
            begin.doubt(&end)?;
        }

        None
    }

    /// Whether all turns read the same character, and none writes it.
    fn is_one_letter(&self, turn: &Turn, from: Line) -> bool {
        let letter = letter_at(&self.memory, from.value);
        from.step == 0 && !turn.uses(from.value) && letter.is_some_and(|letter| turn.letters.is_same(letter))
    }

    /// The characters that turns read, up to the first with which a turn goes another way, and up to so many.
    fn collect_letters(&self, turn: &Turn, from: Line, turns: u64, letters: &mut Vec<u8>) {
        let turns = turns.min(LONGEST_TEXT);
        if self.is_one_letter(turn, from) {
            let letter = letter_at(&self.memory, from.value).unwrap_or_default();
            letters.resize(turns.min(LONGEST_TEXT) as usize, letter as u8);
            return;
        }

        let is_apart = turn.is_apart(from, turns);
        if is_apart && from.step == 1 {
            let text = self.memory.bytes_from(from.value);
            let text = &text[..text.len().min(turns as usize)];
            letters.extend_from_slice(&text[..turn.letters.same(text)]);
            return;
        }

        let mut address = from.value;
        while (letters.len() as u64) < turns {
            let letter = letter_at(&self.memory, address).filter(|letter| turn.letters.is_same(*letter));
            let Some(letter) = letter.filter(|_| is_apart || !turn.uses(address)) else {
                break;
            };
            letters.push(letter as u8);
            address = address.wrapping_add(from.step);
        }
    }

    /// Does what so many turns do, which end like this and read these characters, if any.
    fn pass<const WATCH: bool>(&mut self, turn: &Turn, turns: u64) {
        let letters = &self.letters;
        let last = turns - 1;
        let value = |line: Line, number: u64| match line.kind {
            Kind::Letter => letters.get(number as usize).copied().unwrap_or_default().into(),
            Kind::Line | Kind::Unknown => line.after(number),
        };

        match turn.port.prints() {
            [] => {}
            [line] if line.kind == Kind::Letter => self.console.print_all(letters.iter().copied()),
            lines => {
                let bytes = (0..turns).flat_map(|number| lines.iter().map(move |line| value(*line, number) as u8));
                self.console.print_all(bytes);
            }
        }
        let letter = letters.last().copied().unwrap_or_default();
        for (register, line) in self.registers.r.iter_mut().zip(turn.r) {
            *register = value(line, last);
        }
        for cell in turn.cells() {
            self.memory.store::<WATCH>(cell.address, value(cell.line, last));
        }
        self.pass_at_port(&turn.port, turns);
        self.registers.flags = turn.letters.flags(turn.flags, letter.into());
    }
}

#[cfg(test)]
mod tests;
