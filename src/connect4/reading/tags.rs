//! Finding in a transcript the places where keys were read, for programs that get the whole script at once.
//!
//! Takes the printed bytes and the script. A key is read after a prompt; where prompts are missing, an echo or the following
//! text shows it. Where the text is ambiguous, the reading in the program's favour is taken. Must not know
//! machines or verdicts.
//!
//! | module | what it is for |
//! |---|---|
//! | [`pieces`] | the text cut into boards, refusals, results, prompts and other text |
//! | [`pattern`] | prompts in words of the program's own, learned from one |
//! | [`walk`] | from prompt to prompt, attempt by attempt; by other signs where there is none |

use super::Words;
use super::free::Names;
use crate::connect4::expected::{Expected, Step};
use crate::connect4::rules::{Game, Protocol};
use crate::connect4::script::Script;
use pattern::Pattern;
use pieces::{Cutter, Kind};
use walk::{Habit, Path, Scene, Slot, Walk};

mod pattern;
mod pieces;
mod walk;

/// Bytes that are looked through in any case, and for each attempt.
const LOOKED_THROUGH: (usize, usize) = (32 * 1024, 4 * 1024);
/// So many moves are not answered rightly by chance.
const SURELY: usize = 3;
/// Lines of the opening, at most.
const OPENING: usize = 60;

/// Where keys were presumably read, and where the transcript ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tags {
    /// `marks[n]` is how many bytes were printed when key `n` of the script was read. There are as many as keys were read.
    pub marks: Vec<usize>,
    /// How many bytes belong to the game. What follows was printed because there was no key.
    pub end: usize,
}

/// Finds the marks of a transcript. `asked` says whether the program read one more key than there are, and printed
/// the end of `bytes` when it learned so.
pub fn tags(game: &Game, script: &Script, bytes: &[u8], asked: bool, words: Words) -> Tags {
    let cap = LOOKED_THROUGH.0 + LOOKED_THROUGH.1 * script.attempts.len();
    let text = &bytes[..bytes.len().min(cap)];
    let names = Names::new(game);
    let opening = opening(game, script, text);
    let cut =
        |patterns: &[Pattern]| Cutter::new(game, words, &names, patterns, opening).cut(text, 2 * script.keys.len() + 2);
    let expected = Expected::play(game, script);
    let pieces = cut(&[]);
    let known;

    let mut scene = Scene {
        game,
        script,
        bytes: text,
        pieces: &pieces,
        names: &names,
        expected: &expected,
        words,
    };

    let mut path = Walk::new(scene, Vec::new()).follow(Habit::Lines, asked);
    if !path.patterns.is_empty() {
        // Text joined to a newly learned prompt can be separated from it now.
        known = cut(&path.patterns);
        scene.pieces = &known;
        path = Walk::new(scene, path.patterns).follow(Habit::Lines, asked);
    }

    if game.flow.computer.is_none() {
        path = with_best_habit(scene, asked, path);
    }

    marks(script, bytes, asked, &path)
}

/// The path by the habit that explains most of the answers; the one that is given where no other explains more.
fn with_best_habit(scene: Scene, asked: bool, path: Path) -> Path {
    let Scene { script, expected, .. } = scene;
    let habits: &[Habit] = match script.protocol {
        _ if path.shows_keys => &[],
        Protocol::Key => &[Habit::Moves],
        Protocol::Enter => &[Habit::Keys, Habit::Words, Habit::Characters, Habit::Moves],
    };
    let lacks_prompts = path.slots.len() < script.attempts.len() || (asked && path.end.is_none());
    let moves = expected.steps.iter().filter(|step| step.placed.is_some()).count();
    let mut right = right_answers(&path, scene, false);

    let mut best = path;
    for habit in habits {
        let other = Walk::new(scene, Vec::new()).follow(*habit, asked);
        let others = right_answers(&other, scene, false);
        // An invalid move that is accepted may be the same as the next move.
        let is_sure = *habit != Habit::Moves || lacks_prompts || (others == moves && moves >= SURELY);
        if others > right && is_sure {
            (best, right) = (other, others);
        }
    }

    if script.protocol == Protocol::Enter {
        return best;
    }

    let half = every_other(script);
    let expected = Expected::play(scene.game, &half);
    let scene = Scene {
        script: &half,
        expected: &expected,
        ..scene
    };
    let other = Walk::new(scene, Vec::new()).follow(Habit::Lines, asked);

    if right_answers(&other, scene, true) > right {
        best = with_swallowed(script, &other);
    }

    best
}

/// What may be printed before the first key: up to the first prompt that is as asked, else so many lines.
fn opening<'t>(game: &Game, script: &Script, text: &'t [u8]) -> &'t [u8] {
    let prompts = game.wording.prompts.iter().map(|prompt| prompt.trim().as_bytes());
    let prompts: Vec<&[u8]> = prompts.filter(|prompt| !prompt.is_empty()).collect();
    let typed = script.attempts.first().map(|attempt| &attempt.typed[..]);
    let mut at = 0;
    let mut rows = 0;

    for line in text.split_inclusive(|byte| *byte == b'\n').take(OPENING) {
        at += line.len();
        let is_prompt = |prompt: &&[u8]| line.windows(prompt.len()).any(|part| part.eq_ignore_ascii_case(prompt));
        let shown = line.trim_ascii();
        let has_words = shown.iter().filter(|byte| byte.is_ascii_alphabetic()).count() > game.rules.columns;
        let is_typed = typed.is_some_and(|typed| !typed.is_empty() && shown.ends_with(typed));
        if prompts.iter().any(is_prompt) || (rows >= game.rules.rows && (has_words || is_typed)) {
            break;
        }
        rows += usize::from(shown.len() >= game.rules.columns && !has_words);
    }
    &text[..at]
}

/// The script less every second key: what is played by a program that waits for Enter where none is typed, and takes the
/// next key for it.
fn every_other(script: &Script) -> Script {
    let attempts = script.attempts.iter().step_by(2);
    Script::from_attempts(attempts.map(|attempt| &attempt.typed[..]), script.protocol)
}

/// The path of the whole script, where every second key was read directly after the one before it.
fn with_swallowed(script: &Script, half: &Path) -> Path {
    let mut slots = Vec::with_capacity(script.attempts.len());
    for (index, attempt) in script.attempts.iter().enumerate() {
        let Some(slot) = half.slots.get(index / 2) else { break };
        let shown = if index % 2 == 1 && half.shows_keys {
            attempt.typed.len()
        } else {
            0
        };
        slots.push(Slot {
            at: slot.at + shown,
            ..slot.clone()
        });
    }

    Path {
        slots,
        end: half.end,
        ..Path::default()
    }
}

/// How many attempts are answered as they should be, from the first on; of moves alone where `only_moves` says so.
fn right_answers(path: &Path, scene: Scene, only_moves: bool) -> usize {
    let Scene { pieces, expected, .. } = scene;
    let steps = expected.steps.iter().skip(1);
    let answered = path.slots.iter().zip(steps).enumerate();
    let end = path.end.map_or(pieces.len(), |(_, piece)| piece);
    let right = answered.take_while(|(index, (slot, step))| {
        let end = path.slots.get(index + 1).map_or(end, |next| next.piece);
        let own_end = slot.passed.first().map_or(end, |(piece, _)| *piece);
        let boards = pieces[slot.piece.min(own_end)..own_end].iter();
        let mut boards = boards.filter_map(|piece| match &piece.kind {
            Kind::Board(cells) => Some(cells),
            _ => None,
        });
        let wanted = [&step.board, step.board_of_move()].map(|board| {
            let rows = 0..board.rows();
            rows.flat_map(|row| (0..board.columns()).map(move |column| board.cell(row, column)))
                .collect::<Vec<_>>()
        });
        if step.placed.is_some() {
            boards.any(|cells| wanted.contains(cells))
        } else {
            boards.all(|cells| wanted.contains(cells))
        }
    });

    let counts =
        |(_, (slot, step)): &(usize, (&Slot, &Step))| !slot.is_skipped && (!only_moves || step.placed.is_some());
    right.filter(counts).count()
}

/// The marks of a path.
fn marks(script: &Script, bytes: &[u8], asked: bool, path: &Path) -> Tags {
    let end = path.end.map_or(bytes.len(), |(at, _)| at);
    let mut marks: Vec<usize> = Vec::with_capacity(script.keys.len());
    for (index, attempt) in script.attempts.iter().enumerate() {
        let next = script
            .attempts
            .get(index + 1)
            .map_or(script.keys.len(), |next| next.first_key);
        let Some(slot) = path.slots.get(index) else { break };
        let limit = path.slots.get(index + 1).map_or(end, |next| next.at.min(end));
        // A key that was not shown may be placed after the prompt of the next one; marks never go back.
        let mut at = slot.at.max(marks.last().copied().unwrap_or(0)).min(end);
        let mut passed = slot.passed.iter().map(|(_, at)| *at);
        for key in attempt.first_key..next {
            marks.push(at);
            let is_shown = bytes.get(at) == script.keys.get(key) && script.keys[key] != b'\n';
            at = passed
                .next()
                .unwrap_or(at + usize::from(is_shown))
                .clamp(at, limit.max(at));
        }
    }

    if asked {
        marks.resize(script.keys.len(), end);
    }

    Tags { marks, end }
}

#[cfg(test)]
mod tests;
