//! Differences with two possible explanations are explained as the certain ones of the same submission are.
//!
//! Three in a row that also run across the edge may be either fault; one piece in the top row may lie there, or the board
//! may be upside down. Alone, such a case says no more. Beside the other cases of the same submission it does: what they
//! show beyond doubt, and what explains this case too, is one fault and is reported once. What all cases of a fault share, the
//! key that was typed, is named.

use super::turn::Turn;
use super::win::{self, Reasons};
use super::{Story, board, silence, tell, then_broke_off};
use crate::case::Case;
use crate::connect4::reading::{Difference, Seen};
use crate::connect4::{Board, Event, Game, Outcome, Player, Protocol};
use crate::grade::explain::ExplainedCase;
use crate::grade::judge::CaseOutcome;
use crate::grade::judge::compare::Comparison;

/// The key of a move that is read as one key and the Enter.
const ONE_KEY: &str = "silence/one-key";

/// Gives the stories of a submission the same explanation where one fault explains them. They belong to the cases at the same positions.
pub fn agree(game: &Game, cases: &mut [ExplainedCase]) {
    let mut tales: Vec<Tale> = cases.iter_mut().filter_map(|case| Tale::of(game, case)).collect();
    settle_false_wins(&mut tales);
    settle_ties(&mut tales);
    settle_upside_down(&mut tales);
    settle_lost_pieces(&mut tales);
    settle_too_far(&mut tales);
    settle_lines(&mut tales);
    name_key(&mut tales, "accepted");
    name_key(&mut tales, "refused");
}

/// The story of another game that shows a fault: what explains the fault's cases, by the key of their stories, explains this one
/// too where it can.
pub fn tell_as(game: &Game, outcome: &CaseOutcome, key: &str) -> Story {
    let mut story = tell(game, outcome);
    if let Comparison::Game(difference, _) = &outcome.comparison
        && win::is_false_win(key)
        && win::is_false_win(&story.key)
    {
        let mut tale = Tale {
            game,
            outcome,
            difference,
            story: &mut story,
        };
        tale.tell_false_win(key);
    }
    story
}

/// A story with what it explains.
struct Tale<'a> {
    game: &'a Game,
    outcome: &'a CaseOutcome<'a>,
    difference: &'a Difference,
    story: &'a mut Story,
}

impl<'a> Tale<'a> {
    /// `None` where another game was not played.
    fn of(game: &'a Game, case: &'a mut ExplainedCase) -> Option<Self> {
        let Comparison::Game(difference, _) = &case.outcome.comparison else {
            return None;
        };
        Some(Self {
            game,
            outcome: case.outcome,
            difference,
            story: case.story.as_mut()?,
        })
    }

    fn is(&self, key: &str) -> bool {
        self.story.key == key
    }

    fn case(&self) -> &'a Case {
        self.outcome.compared_with()
    }

    fn turn(&self) -> Turn<'a> {
        Turn::new(self.game, self.case(), self.difference.step).announcing(!self.difference.is_nameless)
    }

    /// The player whose win was announced.
    fn announced(&self) -> Option<Player> {
        match self.difference.seen {
            Some(Seen::Event(Event::Result(Outcome::Win(player)))) => Some(player),
            _ => None,
        }
    }

    /// The player whose win was announced, and what may have been taken for one.
    fn reasons(&self) -> Option<(Player, Reasons)> {
        let player = self.announced()?;
        Some((player, win::reasons(self.game, &self.turn(), player)))
    }

    /// Tells a false win as one with another key, where what that says explains it.
    fn tell_false_win(&mut self, key: &str) {
        let Some((player, reasons)) = self.reasons() else {
            return;
        };
        if let Some(story) = win::tell_false_win(&self.turn(), player, reasons, key) {
            self.replace(story);
        }
    }

    /// Another story of the same difference.
    fn replace(&mut self, story: Story) {
        let sentence = story.sentence + &then_broke_off(self.outcome, self.difference);
        *self.story = Story {
            at_move: self.story.at_move,
            sentence,
            ..story
        };
    }

    fn retell(&mut self, key: &str, common: &str) {
        key.clone_into(&mut self.story.key);
        common.clone_into(&mut self.story.common);
    }
}

/// A false win that two faults would explain is explained as those that only one of them explains, if these agree.
fn settle_false_wins(tales: &mut [Tale]) {
    if settle_gaps(tales) {
        return;
    }
    doubt_edges(tales);

    let edge = tales.iter().any(|tale| tale.is(win::EDGE));
    let short = tales.iter().any(|tale| tale.is(win::SHORT));
    let key = match (edge, short) {
        (true, false) => win::EDGE,
        (false, true) => win::SHORT,
        _ => return,
    };
    for tale in tales.iter_mut().filter(|tale| tale.is(win::FALSE)) {
        tale.tell_false_win(key);
    }
}

/// Where pieces with something between them explain every false win, and nothing else explains one of them, they are the
/// explanation. Whether they are.
fn settle_gaps(tales: &mut [Tale]) -> bool {
    let reasons: Vec<Reasons> = tales
        .iter()
        .filter(|tale| win::is_false_win(&tale.story.key))
        .filter_map(|tale| Some(tale.reasons()?.1))
        .collect();
    let is_all = reasons.len() > 1 && reasons.iter().all(|reasons| reasons.gapped.is_some());
    if !is_all
        || reasons
            .iter()
            .all(|reasons| reasons.is_short || reasons.wrapped.is_some())
    {
        return false;
    }

    for tale in tales.iter_mut().filter(|tale| win::is_false_win(&tale.story.key)) {
        tale.tell_false_win(win::GAP);
    }
    true
}

/// A win that is announced on a full board is a false win as those of other games are: ties are recognized where there is none.
fn settle_ties(tales: &mut [Tale]) {
    let keys: Vec<&str> = [win::EDGE, win::SHORT, win::GAP, win::FALSE]
        .into_iter()
        .filter(|key| tales.iter().any(|tale| tale.is(key)))
        .collect();
    for tale in tales.iter_mut().filter(|tale| tale.is(win::TIE)) {
        for key in &keys {
            tale.tell_false_win(key);
            if !tale.is(win::TIE) {
                break;
            }
        }
    }
}

/// A line may cross the edge by chance where the program takes something else for a win: where more false wins have no such line,
/// none is explained by it.
fn doubt_edges(tales: &mut [Tale]) {
    let edges = tales.iter().filter(|tale| tale.is(win::EDGE)).count();
    let false_wins = tales.iter().filter(|tale| tale.is(win::FALSE));
    let others = false_wins.filter(|tale| tale.reasons().is_some_and(|(_, reasons)| reasons.wrapped.is_none()));
    if edges == 0 || others.count() <= edges {
        return;
    }

    for tale in tales.iter_mut().filter(|tale| tale.is(win::EDGE)) {
        tale.tell_false_win(win::FALSE);
    }
}

/// Where boards are certainly upside down, a piece in the row that this explains is not another fault.
fn settle_upside_down(tales: &mut [Tale]) {
    if !tales.iter().any(|tale| tale.is(board::UPSIDE_DOWN)) {
        return;
    }

    let is_explained = |tale: &Tale| match &tale.difference.seen {
        Some(Seen::Event(Event::Board(shown))) => *shown == tale.turn().step.board.upside_down(),
        _ => false,
    };
    let is_placed_wrong = |tale: &&mut Tale| tale.is(board::WRONG_ROW);
    if tales
        .iter()
        .filter(|tale| tale.is(board::WRONG_ROW))
        .any(|tale| !is_explained(tale))
    {
        return;
    }

    for tale in tales.iter_mut().filter(is_placed_wrong) {
        let cells = std::mem::take(&mut tale.story.cells);
        tale.replace(board::upside_down(&tale.turn(), cells));
    }
}

/// Where pieces certainly disappear, a new piece that falls to where one was, or that is gone as well, is not another fault.
fn settle_lost_pieces(tales: &mut [Tale]) {
    if !tales.iter().any(|tale| tale.is(board::LOST)) {
        return;
    }

    let is_explained = |tale: &Tale| match (&tale.difference.expected, &tale.difference.seen) {
        (Some(Event::Board(wanted)), Some(Seen::Event(Event::Board(shown)))) => {
            board::shows_only_pieces_of(&tale.turn(), wanted, shown)
        }
        _ => false,
    };
    for tale in tales.iter_mut() {
        let is_placed_wrong = tale.is(board::WRONG_ROW) || tale.is("piece-lost");
        if is_placed_wrong && is_explained(tale) {
            tale.retell(board::LOST, board::LOSES);
        }
    }
}

/// A piece that falls onto the one below it shows as a piece in the wrong row, or, where both are of one player, not at
/// all.
fn settle_too_far(tales: &mut [Tale]) {
    let is_covering = |tale: &Tale, key: &str| {
        let turn = tale.turn();
        let below = turn.step.placed.filter(|(row, _)| row + 1 < turn.step.board.rows());
        let Some((row, column)) = below.filter(|_| tale.is(key)) else {
            return false;
        };

        let shows =
            |board: &Board| board.cell(row, column).is_none() && board.cell(row + 1, column) == turn.step.player;

        matches!(&tale.difference.seen, Some(Seen::Event(Event::Board(board))) if shows(board))
    };

    let wrong = tales.iter().find(|tale| is_covering(tale, board::WRONG_ROW));
    let Some(common) = wrong.map(|tale| tale.story.common.clone()) else {
        return;
    };

    for tale in tales.iter_mut().filter(|tale| is_covering(tale, "piece-lost")) {
        tale.retell(board::WRONG_ROW, &common);
    }
}

/// A program that reads one key, and one more that it takes for the Enter, accepts a line that is too long and waits after
/// Enter alone: one fault.
fn settle_lines(tales: &mut [Tale]) {
    let is_line = |tale: &Tale| tale.case().script.protocol == Protocol::Enter && tale.turn().typed.len() > 1;
    let is_waiting = |tale: &Tale| tale.is(silence::ENTER_ALONE);
    if tales.iter().any(|tale| tale.is(silence::NO_ANSWER)) {
        // It waits after every line, and Enter alone is one of them.
        for tale in tales.iter_mut().filter(|tale| is_waiting(tale)) {
            tale.retell(silence::NO_ANSWER, silence::NOT_ANSWERED);
        }
        return;
    }

    let mut accepted = tales.iter().filter(|tale| tale.is("accepted")).peekable();
    if accepted.peek().is_none() || !accepted.all(is_line) {
        return;
    }

    let waits = tales.iter().any(is_waiting);
    for tale in tales.iter_mut() {
        if is_waiting(tale) || waits && tale.is("accepted") {
            tale.retell(
                ONE_KEY,
                "the program reads a move as one key and one more, not as a line up to the Enter key",
            );
        } else if tale.is("accepted") {
            tale.retell("accepted/line", "the program accepts a line of several keys as a move");
        }
    }
}

/// Names the key that was typed where all cases that fail for the same reason agree on it, or what the columns have in common
/// that are refused.
fn name_key(tales: &mut [Tale], key: &str) {
    let mut typed = tales.iter().filter(|tale| tale.is(key)).map(|tale| tale.turn().typed);
    let Some(first) = typed.next() else { return };
    let &[byte] = first else { return };
    let is_one = typed.all(|other| other == first);

    let name = if byte.is_ascii_alphanumeric() {
        char::from(byte).to_string()
    } else {
        format!("'{}'", first.escape_ascii())
    };
    let of_key = if is_one {
        format!("{key}/{}", first.escape_ascii())
    } else {
        key.to_owned()
    };
    let (slug, common) = match refused_columns(tales, key) {
        Some((slug, common)) => (format!("{of_key}/{slug}"), common),
        None if is_one => (of_key, format!("the key {name} is {key}")),
        None => return,
    };
    for tale in tales.iter_mut().filter(|tale| tale.is(key)) {
        tale.retell(&slug, &common);
    }
}

/// What games have in common in which columns are refused that already hold pieces, where none is refused while it is empty.
fn refused_columns(tales: &[Tale], key: &str) -> Option<(&'static str, String)> {
    if key != "refused" {
        return None;
    }
    let landings = tales.iter().filter(|tale| tale.is(key)).map(|tale| {
        let turn = tale.turn();
        turn.step.placed.map(|placed| (placed, turn.step.board.rows()))
    });
    let landings: Vec<((usize, usize), usize)> = landings.collect::<Option<_>>()?;
    let ((_, first), _) = *landings.first()?;
    let is_one = landings.iter().all(|((_, column), _)| *column == first);

    let refused = if is_one {
        format!("column {} is refused", first + 1)
    } else {
        "columns are refused".to_owned()
    };
    if landings.iter().all(|((row, _), _)| *row == 0) {
        let whose = if is_one {
            "its top cell is"
        } else {
            "their top cells are"
        };
        return Some(("top", format!("{refused} although {whose} free")));
    }
    let has_pieces = landings.iter().all(|((row, _), rows)| row + 1 < *rows);
    let they_are = if is_one { "it is" } else { "they are" };
    has_pieces.then(|| ("not-full", format!("{refused} before {they_are} full")))
}
