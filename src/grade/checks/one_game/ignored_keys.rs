//! Whether what a program prints does not depend on the keys, except perhaps on the first of them.
//!
//! A program with a fault, or one that stops early, shows at least which column a move was made in. So this is certain where games that
//! begin with the same moves are printed to the same byte, and go on beyond the move in which their keys differ.

use std::collections::BTreeMap;

use crate::connect4::reading::Seen;
use crate::connect4::{Board, Event, Script};
use crate::grade::checks::Evidence;
use crate::grade::judge::compare::{Transcripts, without_banners};
use crate::grade::run::Runner;
use crate::grade::run::config::script;
use crate::grade::suite::CaseRunner;
use crate::machine::{Run, Service};

/// On so many moves at the beginning a program may depend: it has a few games, and chooses one.
const CHOOSING: usize = 2;

/// So many games must show it, or a short suite would by chance.
const LEAST: usize = 5;

/// So much of each output is compared: a flood is longer.
const COMPARED: usize = 32 << 10;

/// A run of a case by its position in the suite.
struct Played {
    case: usize,
    script: Script,
    text: Vec<u8>,
}

/// On how many moves at the beginning all games depend, where nothing depends on later ones. `passes_a_game` says whether a case
/// passes to its result: then the keys that the program shows may be those that were typed.
pub(super) fn choosing_moves(evidence: &Evidence, runner: &mut Runner, passes_a_game: bool) -> Option<usize> {
    let by_text = |shows_keys: bool, runner: &mut Runner| {
        let played = played(evidence, runner, shows_keys)?;
        let moves = (0..=CHOOSING).find(|moves| are_same(&groups(&played, *moves)))?;
        shows_more(evidence, runner, &groups(&played, moves), moves).then_some(moves)
    };
    let found = by_text(true, runner);
    found.or_else(|| passes_a_game.then(|| by_text(false, runner)).flatten())
}

/// All games that can be typed, with what was printed. `None` where the budget is used up.
fn played(evidence: &Evidence, runner: &mut Runner, shows_keys: bool) -> Option<Vec<Played>> {
    let config = evidence.attempts.best.config;
    let cases = evidence.plan.cases.iter().enumerate();
    let typed = cases.filter_map(|(number, case)| Some((number, script(case, config)?)));
    let runs = typed.map(|(case, script)| {
        let run = runner.run(config, &script.keys)?;
        let text = text_of(&run, &script, shows_keys);
        Some(Played { case, script, text })
    });
    runs.collect()
}

/// What was printed, with or without the keys that were shown as they were read.
fn text_of(run: &Run, script: &Script, shows_keys: bool) -> Vec<u8> {
    let printed = without_banners(&run.output, &[Service::Halt, Service::In]);
    let mut text = printed.bytes[..printed.bytes.len().min(COMPARED)].to_vec();
    if !shows_keys {
        for (mark, key) in printed.marks.iter().zip(&script.keys).rev() {
            if text.get(*mark) == Some(key) {
                text.remove(*mark);
            }
        }
    }
    text
}

/// Games by their first moves; the longest text first.
fn groups(played: &[Played], moves: usize) -> Vec<Vec<&Played>> {
    let mut groups: BTreeMap<Vec<&[u8]>, Vec<&Played>> = BTreeMap::new();
    for game in played {
        let begin = game.script.attempts.iter().take(moves);
        let begin = begin.map(|attempt| &attempt.typed[..]).collect();
        groups.entry(begin).or_default().push(game);
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    for group in &mut groups {
        group.sort_by_key(|game| std::cmp::Reverse(game.text.len()));
    }
    groups
}

/// Whether in each group all texts are how the longest begins.
fn are_same(groups: &[Vec<&Played>]) -> bool {
    groups
        .iter()
        .all(|group| group.iter().all(|game| group[0].text.starts_with(&game.text)))
}

/// Whether enough games show more moves than they have in common with the longest of their group that begins with a move.
fn shows_more(evidence: &Evidence, runner: &mut Runner, groups: &[Vec<&Played>], moves: usize) -> bool {
    let columns = evidence.plan.assignment.game.rules.columns;
    let is_column = |typed: &[u8]| matches!(typed, [digit @ b'1'..=b'9'] if usize::from(digit - b'0') <= columns);
    let is_column_at =
        |script: &Script, at: usize| script.attempts.get(at).is_some_and(|attempt| is_column(&attempt.typed));
    let differs_at = |one: &Script, other: &Script| {
        let mut pairs = one.attempts.iter().zip(other.attempts.iter());
        let at = pairs.position(|(one, other)| one.typed != other.typed)?;
        (at >= moves && is_column_at(one, at) && is_column_at(other, at)).then_some(at)
    };

    let with_longest = groups.iter().flat_map(|group| {
        let longest = group.iter().find(|game| is_column_at(&game.script, moves));
        longest
            .into_iter()
            .flat_map(|longest| group.iter().map(|game| (*game, *longest)))
    });
    let showing = with_longest.filter(|(game, longest)| {
        let Some(at) = differs_at(&game.script, &longest.script) else {
            return false;
        };
        // Where a computer replies, each move is two pieces.
        last_board(evidence, runner, game).is_some_and(|board| board.pieces() > 2 * (at + 1))
    });
    showing.take(LEAST).count() == LEAST
}

/// The board with the most pieces that a game shows.
fn last_board(evidence: &Evidence, runner: &mut Runner, game: &Played) -> Option<Board> {
    let (assignment, best) = (&evidence.plan.assignment, &evidence.attempts.best);
    let case = &evidence.plan.cases[game.case];
    let (script, run) = CaseRunner::new(assignment, best.config, runner).run(case)?;
    let reading = Transcripts::new(&best.vocabulary).read(assignment, case, &script, &run);
    let boards = reading.steps.iter().flatten().filter_map(|seen| match seen {
        Seen::Event(Event::Board(board)) => Some(board),
        _ => None,
    });
    boards.max_by_key(|board| board.pieces()).cloned()
}
