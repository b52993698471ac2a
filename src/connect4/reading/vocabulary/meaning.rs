//! What a line means by the situations in which it was printed.

use std::collections::BTreeMap;

use super::names::{named_in, of_lines};
use super::{Context, Counts, Occurrences};
use crate::connect4::board::Player;
use crate::connect4::expected::{Event, Outcome};
use crate::connect4::reading::free::{Names, Words as Said};

/// A line that means something is printed in most steps that mean it: so many percent.
const MOST: u32 = 60;

/// What a line says; nothing by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::connect4::reading) struct Meaning {
    /// It refuses a move.
    pub refuses: bool,
    /// It announces how the game ended, or only that it did.
    pub result: Option<Named<Outcome>>,
    /// It prompts somebody for a move.
    pub prompt: Option<Named<Player>>,
    /// It is known to say nothing in the game's terms.
    pub says_nothing: bool,
    /// It says what was played.
    pub reports_move: bool,
}

impl Meaning {
    /// It prompts nobody.
    fn forget_prompt(&mut self) {
        self.prompt = None;
        self.says_nothing = !self.refuses && self.result.is_none();
    }
}

/// What a line names; or that it leaves it open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::connect4::reading) enum Named<T> {
    /// This one.
    Known(T),
    /// It does not say which.
    Unnamed,
    /// It names another.
    Wrong,
    /// Games are too short to know whom it names.
    Anybody,
}

/// How the program prompts for moves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::connect4::reading) enum Prompts {
    /// Before each key.
    #[default]
    InTime,
    /// Before each key, with the same words for both players.
    Nameless,
    /// After the key is read.
    Late,
    /// Not at all.
    Never,
}

/// What is known when meanings are decided.
pub(super) struct Inference<'a> {
    pub all: &'a Counts,
    pub names: Names,
    pub has_computer: bool,
}

impl Inference<'_> {
    /// What a line means by when it was printed, without regard to the other lines.
    pub fn meaning(&self, text: &[u8], seen: &Occurrences) -> Meaning {
        let counts = &seen.counts;
        let is_prompt = self.prompt(text, seen);
        let opening = counts.in_context(Context::Opening);
        let accepted = counts.in_context(Context::Accepted);
        let refused = counts.in_context(Context::Refused);
        let ended = counts.won(Player::One) + counts.won(Player::Two) + counts.in_context(Context::Tied);

        let refuses = refused >= 2 && opening == 0 && (accepted + ended) * 20 <= refused;
        let is_end = (ended >= 2 || counts.in_context(Context::Tied) == ended && ended > 0)
            && (opening + accepted + refused + counts.in_context(Context::Left)) * 10 <= ended;
        let is_usual = |context| {
            let all = self.all.in_context(context);
            all > 0 && counts.in_context(context) * 2 >= all
        };

        // "You win!" says so wherever it is printed.
        let says_win = || {
            let said = Said::of(&self.names, text);
            said.is_some_and(|said| said.announces_win() && !said.names_anybody())
        };
        let is_win = !self.has_computer && opening + refused == 0 && says_win();

        Meaning {
            refuses,
            result: if is_end {
                self.result(text, counts)
            } else {
                is_win.then_some(Named::Unnamed)
            },
            prompt: is_prompt,
            says_nothing: is_prompt.is_none()
                && !refuses
                && (is_usual(Context::Opening) || is_usual(Context::Accepted)),
            reports_move: false,
        }
    }

    /// Whom a line prompts: the players take turns, and so do the lines that name them.
    fn prompt(&self, text: &[u8], seen: &Occurrences) -> Option<Named<Player>> {
        let counts = &seen.counts;
        let is_most = |part: u32, of: u32| of >= 2 && part * 100 >= of * MOST;
        let comes_last = seen.comes_last();
        let [one, two] = [Player::One, Player::Two];
        if self.has_computer {
            let is_usual = is_most(
                counts.in_context(Context::Accepted),
                self.all.in_context(Context::Accepted),
            );
            return (is_usual && comes_last).then_some(Named::Known(one));
        }

        let takes_turns = |player: Player| {
            let (own, other) = (counts.asked(player), counts.asked(player.other()));
            let again = (counts.refused(player), counts.refused(player.other()));
            let is_usual =
                is_most(own, self.all.asked(player)) && other * 10 <= own && self.all.asked(player.other()) >= 2;
            let is_repeated = own + other == 0
                && comes_last
                && is_most(again.0, self.all.refused(player))
                && again.1 == 0
                && self.all.refused(player.other()) >= 2;
            is_usual || is_repeated
        };

        let named = [one, two].into_iter().find(|player| takes_turns(*player));
        if let Some(player) = named {
            return Some(Named::Known(player));
        }
        if self.are_games_too_short() {
            return self.early_prompt(text, seen);
        }
        let is_for_both = [one, two]
            .into_iter()
            .all(|player| is_most(counts.asked(player), self.all.asked(player)));
        let names_one = Said::of(&self.names, text).is_some_and(|said| said.names_anybody() && said.asked().is_some());
        let named = if names_one { Named::Wrong } else { Named::Unnamed };
        (is_for_both && comes_last).then_some(named)
    }

    /// Whether every game is wrong before each player has moved twice, as where the players are never switched, or once only: then
    /// no line can be seen to take turns.
    fn are_games_too_short(&self) -> bool {
        let openings = self.all.in_context(Context::Opening);
        let games = openings + self.all.in_context(Context::Left);
        let [one, two] = [Player::One, Player::Two].map(|player| self.all.asked(player));
        !self.has_computer && openings >= 2 && (one == 0 || two <= games)
    }

    /// Whom a line prompts where games are too short to see it: a line that comes before the first or the second move.
    fn early_prompt(&self, text: &[u8], seen: &Occurrences) -> Option<Named<Player>> {
        let counts = &seen.counts;
        let is_most = |part: u32, of: u32| of > 0 && part * 100 >= of * MOST;
        let is_before_move = is_most(
            counts.in_context(Context::Opening),
            self.all.in_context(Context::Opening),
        ) || is_most(counts.asked(Player::Two), self.all.asked(Player::Two));
        if !is_before_move || !seen.comes_last() {
            return None;
        }

        let said = Said::of(&self.names, text).filter(Said::names_anybody);
        Some(said.and_then(|said| said.asked()).map_or(Named::Anybody, Named::Known))
    }

    /// Which result a line announces that is printed at ends only.
    fn result(&self, text: &[u8], counts: &Counts) -> Option<Named<Outcome>> {
        let [one, two] = [Player::One, Player::Two].map(|player| counts.won(player));
        let [all_one, all_two] = [Player::One, Player::Two].map(|player| self.all.won(player));
        let tied = counts.in_context(Context::Tied);
        // Shares are compared, not counts: one player may win in many more games than the other.
        let is_rarer = |part: u32, of: u32, than: u32, of_that: u32| {
            u64::from(part) * u64::from(of_that) * 3 <= u64::from(than) * u64::from(of.max(1))
        };

        // The last cell is always the same player's: what is said of ties may be said there, too.
        let all_tied = self.all.in_context(Context::Tied);
        if tied > 0 && is_rarer(one + two, all_one + all_two, tied, all_tied) {
            return (all_one + all_two > 0).then_some(Named::Known(Outcome::Tie));
        }
        if one >= 2 && all_two > 0 && is_rarer(two, all_two, one, all_one) {
            return Some(Named::Known(Outcome::Win(Player::One)));
        }
        if two >= 2 && all_one > 0 && is_rarer(one, all_one, two, all_two) {
            return Some(Named::Known(Outcome::Win(Player::Two)));
        }

        let names_one = Said::of(&self.names, text).is_some_and(|said| said.names_anybody());
        (one > 0 && two > 0 && !names_one).then_some(Named::Unnamed)
    }

    /// Gives each win to the player whom its line names: as the assignment calls the players, or as the program's own prompts
    /// do. A line that is always printed for the other player's win announces the wrong winner, and one that is printed where
    /// nobody has won announces a false win.
    ///
    /// Where the players have each other's names there, too, those of the prompts count.
    pub fn settle_winners(
        &self,
        lines: &BTreeMap<Vec<u8>, Occurrences>,
        meanings: &mut BTreeMap<Vec<u8>, Meaning>,
        renames_winners: bool,
    ) {
        let own = names(meanings, |meaning, player| meaning.prompt == Some(Named::Known(player)));
        let named = |line: &[u8]| -> Option<Player> {
            let by_assignment = || self.named_player(line);
            let by_prompts = || named_in(line, own.as_ref(), 1);
            if renames_winners {
                by_prompts()
            } else {
                by_assignment().or_else(by_prompts)
            }
        };

        for (line, meaning) in meanings.iter_mut() {
            // What is printed after every end may be "The end", but not what says that it is a tie.
            if meaning.result == Some(Named::Unnamed) && self.said_result(line) == Some(Outcome::Tie) {
                meaning.result = Some(Named::Known(Outcome::Tie));
                continue;
            }
            let winner = match meaning.result {
                Some(Named::Known(Outcome::Win(_)) | Named::Unnamed) => named(line),
                // A line for ties that says who has won, or names one of the players only, is no line for ties.
                Some(Named::Known(Outcome::Tie)) => match self.said_result(line) {
                    Some(Outcome::Tie) => None,
                    Some(Outcome::Win(player)) => Some(player),
                    None => named_in(line, own.as_ref(), 2),
                },
                None if meaning.prompt.is_none() && !meaning.says_nothing && self.is_false_win(line, lines) => {
                    named(line)
                }
                _ => None,
            };
            if let Some(player) = winner {
                meaning.result = Some(Named::Known(Outcome::Win(player)));
            }
        }
    }

    /// Whether a line says that somebody has won, and is printed after moves alone.
    fn is_false_win(&self, line: &[u8], lines: &BTreeMap<Vec<u8>, Occurrences>) -> bool {
        let is_elsewhere = |seen: &Occurrences| {
            let counts = &seen.counts;
            counts.in_context(Context::Opening) + counts.in_context(Context::Refused) > 0
        };
        let says_win = || Said::of(&self.names, line).is_some_and(|said| said.announces_win());
        !self.has_computer && lines.get(line).is_some_and(|seen| !is_elsewhere(seen)) && says_win()
    }

    /// Whom a line names as the assignment calls the players.
    fn named_player(&self, line: &[u8]) -> Option<Player> {
        let said = Said::of(&self.names, line).filter(Said::names_anybody);
        said.and_then(|said| said.player(&[]))
    }

    /// Whether the prompts for one player name the other as the assignment does, and those for the other nobody: players
    /// numbered from 0.
    pub fn renames_players(&self, meanings: &BTreeMap<Vec<u8>, Meaning>) -> bool {
        let prompts = meanings.iter().filter_map(|(line, meaning)| match meaning.prompt {
            Some(Named::Known(player)) => Some((self.named_player(line), player)),
            _ => None,
        });
        let (named, nameless): (Vec<_>, Vec<_>) = prompts.partition(|(named, _)| named.is_some());
        let names_other = |(named, player): &(Option<Player>, Player)| *named == Some(player.other());

        named.iter().all(names_other)
            && named
                .iter()
                .any(|(_, one)| nameless.iter().any(|(_, other)| *other == one.other()))
    }

    /// Whether wins are announced by the assignment's own names, each mostly where that player has won: then it does not matter
    /// what the prompts call the players.
    pub fn names_winners(&self, lines: &BTreeMap<Vec<u8>, Occurrences>) -> bool {
        let names_winner = |player: Player| {
            lines.iter().any(|(line, seen)| {
                let (own, other) = (seen.counts.won(player), seen.counts.won(player.other()));
                own > other && self.said_result(line) == Some(Outcome::Win(player))
            })
        };
        names_winner(Player::One) && names_winner(Player::Two)
    }

    /// How a game has ended by the words of a line.
    fn said_result(&self, line: &[u8]) -> Option<Outcome> {
        match Said::of(&self.names, line)?.event(true, &|_| false)? {
            Event::Result(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Lines that take turns prompt nobody where they are printed after accepted moves alone, and name who has moved, or hold a
    /// number that varies: they say what was played.
    fn forget_reports(&self, lines: &BTreeMap<Vec<u8>, Occurrences>, meanings: &mut BTreeMap<Vec<u8>, Meaning>) {
        if self.all.in_context(Context::Opening) == 0 || self.all.in_context(Context::Refused) < 2 {
            return;
        }
        for (line, meaning) in meanings.iter_mut() {
            let (Some(Named::Known(asked)), Some(seen)) = (meaning.prompt, lines.get(line)) else {
                continue;
            };
            let elsewhere = seen.counts.in_context(Context::Opening) + seen.counts.in_context(Context::Refused);
            let names_mover = match self.named_player(line) {
                Some(named) => named != asked,
                None => line.contains(&b'#') && !seen.comes_last(),
            };
            if elsewhere == 0 && names_mover {
                meaning.forget_prompt();
                meaning.reports_move = true;
            }
        }
    }

    /// Decides between prompts before and after the key, and finds names that contradict the assignment's own.
    pub fn settle_prompts(
        &self,
        lines: &BTreeMap<Vec<u8>, Occurrences>,
        meanings: &mut BTreeMap<Vec<u8>, Meaning>,
        understood: u32,
    ) -> Prompts {
        self.forget_reports(lines, meanings);
        forget_movers(lines, meanings);
        let named: Vec<(&Vec<u8>, Player)> = meanings
            .iter()
            .filter_map(|(line, meaning)| match meaning.prompt {
                Some(Named::Known(player)) => Some((line, player)),
                _ => None,
            })
            .collect();
        let is_late = !self.has_computer && are_late(lines, &named);

        if meanings.values().any(|meaning| meaning.prompt == Some(Named::Anybody)) {
            return Prompts::InTime;
        }

        // The assignment's own names, consistently exchanged, are no wording but a fault.
        let contradicts = |(line, player): &(&Vec<u8>, Player)| {
            let player = if is_late { player.other() } else { *player };
            self.named_player(line).is_some_and(|named| named != player)
        };
        let wrong: Vec<Vec<u8>> = named
            .iter()
            .filter(|prompt| contradicts(prompt))
            .map(|(line, _)| (*line).clone())
            .collect();
        let are_exchanged = !wrong.is_empty() && wrong.len() == named.len();
        if are_exchanged {
            for line in &wrong {
                meanings.entry(line.clone()).or_default().prompt = Some(Named::Wrong);
            }
            return if is_late { Prompts::Late } else { Prompts::InTime };
        }

        if is_late {
            for meaning in meanings.values_mut() {
                if let Some(Named::Known(player)) = &mut meaning.prompt {
                    *player = player.other();
                }
            }
            return Prompts::Late;
        }

        let asked = self.all.of(|situation| situation.asked != 0);
        let mut prompts = meanings
            .values()
            .filter_map(|meaning| meaning.prompt.as_ref())
            .peekable();
        if understood * 2 >= asked {
            Prompts::InTime
        } else if prompts.peek().is_none() {
            Prompts::Never
        } else if prompts.all(|prompt| matches!(prompt, Named::Unnamed)) {
            Prompts::Nameless
        } else {
            Prompts::InTime
        }
    }
}

/// Where both players are prompted by lines after which a key is read, other lines that take turns prompt nobody: they name the
/// player who has just moved.
fn forget_movers(lines: &BTreeMap<Vec<u8>, Occurrences>, meanings: &mut BTreeMap<Vec<u8>, Meaning>) {
    let comes_last = |line: &Vec<u8>| lines.get(line).is_some_and(Occurrences::comes_last);
    let are_last = [Player::One, Player::Two].iter().all(|player| {
        let mut prompts = meanings.iter();
        prompts.any(|(line, meaning)| meaning.prompt == Some(Named::Known(*player)) && comes_last(line))
    });
    if !are_last {
        return;
    }

    for (line, meaning) in meanings.iter_mut() {
        if matches!(meaning.prompt, Some(Named::Known(_))) && !comes_last(line) {
            meaning.forget_prompt();
        }
    }
}

/// Whether the lines that name players are printed after the key: not before the first one, and after a refused key
/// they name the other player than after an accepted move.
fn are_late(lines: &BTreeMap<Vec<u8>, Occurrences>, named: &[(&Vec<u8>, Player)]) -> bool {
    let sum = |count: &dyn Fn(&Counts, Player) -> u32| -> u32 {
        let counts = named
            .iter()
            .filter_map(|(line, player)| Some((&lines.get(*line)?.counts, *player)));
        counts.map(|(counts, player)| count(counts, player)).sum()
    };
    let opening = sum(&|counts, _| counts.in_context(Context::Opening));
    let in_time = sum(&|counts, player| counts.refused(player));
    let late = sum(&|counts, player| counts.refused(player.other()));

    opening == 0 && late > in_time
}

/// The words in which two lines for the players differ, where they tell the players apart.
pub(super) fn names(
    meanings: &BTreeMap<Vec<u8>, Meaning>,
    is_for: impl Fn(&Meaning, Player) -> bool,
) -> Option<[String; 2]> {
    let lines = |player: Player| {
        let lines = meanings.iter().filter(|(_, meaning)| is_for(meaning, player));
        lines.map(|(line, _)| line).collect::<Vec<_>>()
    };
    of_lines(&lines(Player::One), &lines(Player::Two))
}
