//! Whole games at random: legal moves, and some keys that must be refused.

use std::collections::BTreeSet;

use super::board::{Board, Player};
use super::computer::Opponent;
use super::rules::{Game, Then};
use crate::splitmix::SplitMix64;

/// Keys that are no move on any board, and that nobody takes for the key that leaves a game.
const STRANGE: [u8; 8] = *b"0x-Q#.z@";
/// One key in so many is to be refused.
const REFUSED: usize = 8;
/// If a key restarts the game, one key in so many is that key.
const LEFT: usize = 40;
/// Where a new game follows, at most so many keys of it.
const MORE: usize = 8;

/// So many games in a row begin like the first of them.
const IN_A_ROW: usize = 8;
/// So often another game is looked for where there is one of the same keys.
const TRIES: usize = 8;

/// How long games at random are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// As it happens: most end early, by a win.
    Any,
    /// Nobody wins as long as another move is left, so that most boards are nearly full.
    Long,
}

/// The keys of one game from its beginning to its end. If a new game follows, some of its keys come after. The same
/// numbers always give the same keys.
pub fn keys(game: &Game, length: Length, numbers: &mut SplitMix64) -> Vec<u8> {
    Course::new(game).play(length, numbers).keys
}

/// The keys of so many games. Those of a few in a row begin like the first of them, and part from it in the second half of its
/// first game: what they have in common is played once. The same numbers always give the same games.
pub fn games(game: &Game, length: Length, count: usize, numbers: &mut SplitMix64) -> Vec<Vec<u8>> {
    let mut games: Vec<Vec<u8>> = Vec::with_capacity(count);
    let mut seen = BTreeSet::new();
    let mut first = Course::new(game);
    while games.len() < count {
        let is_first = games.len().is_multiple_of(IN_A_ROW);
        if is_first {
            first = Course::new(game);
        }
        let mut course = first.beginning(numbers).play(length, numbers);
        // On a small board there may be no other.
        for _ in 0..TRIES {
            if !seen.contains(&course.keys) {
                break;
            }
            course = first.beginning(numbers).play(length, numbers);
        }

        seen.insert(course.keys.clone());
        games.push(course.keys.clone());
        if is_first {
            first = course;
        }
    }
    games
}

/// A game so far, by its keys.
struct Course<'a> {
    game: &'a Game,
    table: Table<'a>,
    keys: Vec<u8>,
    /// How many of the keys are those of the first game, once it is over.
    first: Option<usize>,
}

impl<'a> Course<'a> {
    fn new(game: &'a Game) -> Self {
        Self {
            game,
            table: Table::new(game),
            keys: Vec::new(),
            first: None,
        }
    }

    /// The first half of this one at least, but not the key with which its first game ends.
    fn beginning(&self, numbers: &mut SplitMix64) -> Self {
        let most = self.first.unwrap_or_default();
        let shared = match most {
            0 => 0,
            _ => most / 2 + numbers.below(most - most / 2),
        };
        let mut course = Self::new(self.game);
        for key in &self.keys[..shared] {
            course.type_again(*key);
        }
        course
    }

    /// Types a key of another course that goes like this one so far, and does not end a game by a win or a tie.
    fn type_again(&mut self, key: u8) {
        self.keys.push(key);
        let columns = self.table.board.columns();
        let column = usize::from(key)
            .checked_sub(usize::from(b'1'))
            .filter(|column| *column < columns);
        if self.restarts(key) {
            self.table = Table::new(self.game);
        } else if let Some(column) = column.filter(|column| self.table.board.landing(*column).is_some()) {
            self.table.is_over_after(column);
        }
    }

    fn restarts(&self, key: u8) -> bool {
        let quit = self.game.flow.quit;
        quit.is_some_and(|quit| quit.then == Then::Restart && quit.key == key)
    }

    /// Goes on to the end.
    fn play(mut self, length: Length, numbers: &mut SplitMix64) -> Self {
        let quit = self.game.flow.quit;
        let can_restart = quit.filter(|quit| quit.then == Then::Restart);
        let mut more = None;

        loop {
            if more == Some(0) {
                return self;
            }
            more = more.map(|keys: usize| keys - 1);
            let columns = self.table.board.columns();
            if let Some(quit) = can_restart.filter(|_| numbers.below(LEFT) == 0) {
                self.keys.push(quit.key);
                self.table = Table::new(self.game);
            } else if numbers.below(REFUSED) == 0 {
                let strange = STRANGE[numbers.below(STRANGE.len())];
                let full = (0..columns).find(|column| self.table.board.landing(*column).is_none());
                let key = full.map_or(strange, digit);
                if quit.is_none_or(|quit| quit.key != key) {
                    self.keys.push(key);
                }
            } else {
                let column = self.table.column(length, numbers);
                self.keys.push(digit(column));
                if self.table.is_over_after(column) {
                    self.first.get_or_insert(self.keys.len());
                    if self.game.flow.over == Then::Stop {
                        return self;
                    }
                    self.table = Table::new(self.game);
                    more = Some(more.unwrap_or(numbers.below(MORE)));
                }
            }
        }
    }
}

fn digit(column: usize) -> u8 {
    b'1' + column as u8
}

/// One game, without its output.
#[derive(Clone)]
struct Table<'a> {
    game: &'a Game,
    board: Board,
    player: Player,
    opponent: Option<Opponent>,
}

impl<'a> Table<'a> {
    fn new(game: &'a Game) -> Self {
        Self {
            game,
            board: Board::new(game.rules.rows, game.rules.columns),
            player: Player::One,
            opponent: game.flow.computer.map(Opponent::new),
        }
    }

    /// A column that is not full.
    fn column(&self, length: Length, numbers: &mut SplitMix64) -> usize {
        let columns = 0..self.board.columns();
        let mut open: Vec<usize> = columns.filter(|column| self.board.landing(*column).is_some()).collect();
        if length == Length::Long {
            let mut tried = self.clone();
            let mut ends = |column: usize| tried.would_be_over_after(self, column);
            let quiet: Vec<usize> = open.iter().copied().filter(|column| !ends(*column)).collect();
            if !quiet.is_empty() {
                open = quiet;
            }
        }
        open[numbers.below(open.len())]
    }

    /// Plays a column, and the computer's reply.
    fn is_over_after(&mut self, column: usize) -> bool {
        if self.ends_with(column).is_none_or(|(_, is_over)| is_over) {
            return true;
        }

        let line = self.game.rules.line;
        let Some(reply) = self
            .opponent
            .as_mut()
            .and_then(|opponent| opponent.choose(&self.board, line))
        else {
            return false;
        };
        let Some((cell, is_over)) = self.ends_with(reply) else {
            return true;
        };

        if let Some(opponent) = &mut self.opponent {
            opponent.took(cell);
        }

        is_over
    }

    /// Whether the game is over after a column and the computer's reply. This is a copy of `table`, and is one again afterwards.
    fn would_be_over_after(&mut self, table: &Self, column: usize) -> bool {
        if self.opponent.is_some() {
            let is_over = self.is_over_after(column);
            self.clone_from(table);
            return is_over;
        }

        let Some(row) = self.board.drop_piece(column, self.player) else {
            return true;
        };
        let is_over = self.board.wins_at(row, column, self.game.rules.line) || self.board.is_full();
        self.board.set(row, column, None);
        is_over
    }

    /// Drops a piece; where it lands, and whether it ends the game.
    fn ends_with(&mut self, column: usize) -> Option<((usize, usize), bool)> {
        let row = self.board.drop_piece(column, self.player)?;
        self.player = self.player.other();
        let is_over = self.board.wins_at(row, column, self.game.rules.line) || self.board.is_full();
        Some(((row, column), is_over))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::rules::{Computer, Flow, Protocol, Quit, Rules, Wording};
    use crate::connect4::{Event, Expected, Script};

    fn game(over: Then, computer: Option<Computer>) -> Game {
        Game {
            rules: Rules {
                rows: 6,
                columns: 7,
                line: 4,
            },
            wording: Wording {
                wins: ["one".into(), "two".into()],
                tie: "tie".into(),
                ..Wording::default()
            },
            flow: Flow {
                over,
                quit: Some(Quit { key: b'q', then: over }),
                computer,
                ..Flow::default()
            },
        }
    }

    fn counts(expected: &Expected, wanted: fn(&Event) -> bool) -> usize {
        let events = expected.steps.iter().flat_map(|step| &step.events);
        events.filter(|event| wanted(event)).count()
    }

    #[test]
    fn games_are_whole_and_hold_some_refused_keys() {
        for computer in [None, Some(Computer::Blocker), Some(Computer::Extender)] {
            for over in [Then::Stop, Then::Restart] {
                let game = game(over, computer);
                let (mut refused, mut left) = (0, 0);
                for seed in 0..200 {
                    let length = if seed % 2 == 0 { Length::Any } else { Length::Long };
                    let keys = keys(&game, length, &mut SplitMix64::new(seed));
                    let expected = Expected::play(&game, &Script::from_input(&keys, Protocol::Key));
                    assert_eq!(expected.attempts_played(), keys.len(), "every key is read");
                    assert_eq!(expected.halts, over == Then::Stop);
                    assert_eq!(expected.outcome.is_some(), over == Then::Stop);
                    assert!(
                        counts(&expected, |event| matches!(event, Event::Result(_))) > 0,
                        "seed {seed}"
                    );
                    refused += counts(&expected, |event| *event == Event::Refusal);

                    left += keys.split(|key| *key == b'q').count() - 1;
                }

                assert!(refused > 100, "{refused}");
                assert_eq!(left > 20, over == Then::Restart, "{left}");
            }
        }
    }

    #[test]
    fn long_games_fill_most_of_the_board() {
        let game = game(Then::Stop, None);
        let pieces = |length| -> usize {
            let of = |seed| {
                let keys = keys(&game, length, &mut SplitMix64::new(seed));
                let expected = Expected::play(&game, &Script::from_input(&keys, Protocol::Key));
                expected.steps.last().map_or(0, |step| step.board.pieces())
            };
            (0..50).map(of).sum()
        };

        assert!(pieces(Length::Long) > 50 * 36, "{}", pieces(Length::Long));
        assert!(pieces(Length::Any) < 50 * 28, "{}", pieces(Length::Any));
    }

    #[test]
    fn games_in_a_row_share_a_beginning_and_no_two_are_the_same() {
        for computer in [None, Some(Computer::Blocker)] {
            for (over, length) in [(Then::Stop, Length::Any), (Then::Restart, Length::Long)] {
                let game = game(over, computer);
                let games = games(&game, length, 3 * IN_A_ROW, &mut SplitMix64::new(1));
                assert_eq!(games.iter().collect::<BTreeSet<_>>().len(), games.len());
                for keys in &games {
                    let expected = Expected::play(&game, &Script::from_input(keys, Protocol::Key));
                    assert_eq!(expected.attempts_played(), keys.len(), "every key is read");
                    assert_eq!(expected.halts, over == Then::Stop);
                }

                for row in games.chunks(IN_A_ROW) {
                    let shared =
                        |keys: &Vec<u8>| row[0].iter().zip(keys).take_while(|(one, other)| one == other).count();
                    let own: usize = row.iter().map(|keys| keys.len() - shared(keys)).sum();
                    let all: usize = row[1..].iter().map(Vec::len).sum();
                    assert!(own * 3 < all * 2, "{own} of {all} keys are their own");
                }
            }
        }
    }

    #[test]
    fn the_same_numbers_give_the_same_games() {
        let game = game(Then::Restart, Some(Computer::Extender));
        let of = |seed| keys(&game, Length::Any, &mut SplitMix64::new(seed));
        assert_eq!(of(7), of(7));
        assert_ne!(of(7), of(8));
    }
}
