//! Whole games at random: legal moves, and some keys that must be refused.

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
    let quit = game.flow.quit;
    let can_restart = quit.filter(|quit| quit.then == Then::Restart);
    let mut table = Table::new(game);
    let mut keys = Vec::new();
    let mut more = None;

    loop {
        if more == Some(0) {
            return keys;
        }
        more = more.map(|keys: usize| keys - 1);
        let columns = table.board.columns();
        if let Some(quit) = can_restart.filter(|_| numbers.below(LEFT) == 0) {
            keys.push(quit.key);
            table = Table::new(game);
        } else if numbers.below(REFUSED) == 0 {
            let strange = STRANGE[numbers.below(STRANGE.len())];
            let full = (0..columns).find(|column| table.board.landing(*column).is_none());
            let key = full.map_or(strange, digit);
            if quit.is_none_or(|quit| quit.key != key) {
                keys.push(key);
            }
        } else {
            let mut open: Vec<usize> = (0..columns)
                .filter(|column| table.board.landing(*column).is_some())
                .collect();
            if length == Length::Long {
                let mut tried = table.clone();
                let mut ends = |column: usize| tried.would_be_over_after(&table, column);
                let quiet: Vec<usize> = open.iter().copied().filter(|column| !ends(*column)).collect();
                if !quiet.is_empty() {
                    open = quiet;
                }
            }
            let column = open[numbers.below(open.len())];
            keys.push(digit(column));
            if table.is_over_after(column) {
                if game.flow.over == Then::Stop {
                    return keys;
                }
                table = Table::new(game);
                more = Some(more.unwrap_or(numbers.below(MORE)));
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
    fn the_same_numbers_give_the_same_games() {
        let game = game(Then::Restart, Some(Computer::Extender));
        let of = |seed| keys(&game, Length::Any, &mut SplitMix64::new(seed));
        assert_eq!(of(7), of(7));
        assert_ne!(of(7), of(8));
    }
}
