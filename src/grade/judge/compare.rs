//! Comparing what was printed with what was asked for: to the byte first, then in the game's terms.

use std::borrow::Cow;
use std::sync::Arc;

use super::tolerance::{counts, is_tolerated};
use crate::assignment::{Assignment, By, Frames, InputProtocol};
use crate::case::Case;
use crate::connect4::reading::{
    self, Before, Boards, Difference, FormatDifferences, FormatKind, Known, KnownRows, Reading, Seen, Shown,
    Vocabulary, Words,
};
use crate::connect4::referee::{self, Ruling};
use crate::connect4::{Event, Expected, Game, Script};
use crate::machine::{Output, Run, Service};
use crate::result::Ending;

/// Bytes that are read of any output: of a flood no more, unless the transcript that was asked for is long, too.
const READ_AT_LEAST: usize = 32 * 1024;
/// So many times the transcript are read of a game, which may be drawn with lines and colors, and of a flood.
const TIMES: [usize; 2] = [32, 4];

/// What comparing found.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one for each case, and most are differences or exact"
)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// The same bytes.
    Exact,
    /// The same game in another format.
    Format(FormatDifferences),
    /// The same game, but with differences in format that the assignment does not forgive.
    Unforgiven(FormatDifferences),
    /// Another game.
    Game(Difference, FormatDifferences),
    /// The transcript is there, but the keys were never read.
    Unread,
}

/// What comparing found, and what the run was held to.
#[derive(Debug, Clone)]
pub struct Compared {
    /// What it found.
    pub comparison: Comparison,
    /// The case as the replies of the program's computer player made it, where it has one.
    pub refereed: Option<Case>,
    /// The first of these replies that was not taken.
    pub ruling: Option<Ruling>,
    /// Whether something is printed after the result of the game, and after which nothing was to come.
    pub prints_after_end: bool,
    /// What was read; `None` where every byte is as required.
    pub reading: Option<Arc<Reading>>,
}

/// Reads what a program prints, with what is known of its own words. The last reading is kept: a program that prints forever
/// prints the same in case after case.
#[derive(Debug)]
pub struct Transcripts<'v> {
    vocabulary: &'v Vocabulary,
    last: Option<(Input, Arc<Reading>)>,
    before: Before,
    rows: KnownRows,
    /// The text that was looked for last in what was printed, with the reading it is from, and how it was printed.
    said: Option<(Arc<Reading>, String, Option<String>)>,
}

/// What a reading follows from.
#[derive(Debug, PartialEq, Eq)]
struct Input {
    bytes: Vec<u8>,
    /// The keys that were read: what was typed for the move that each began, and how much was printed before.
    typed: Vec<(Vec<u8>, usize)>,
    waits: bool,
}

impl From<Comparison> for Compared {
    fn from(comparison: Comparison) -> Self {
        Self {
            comparison,
            refereed: None,
            ruling: None,
            prints_after_end: false,
            reading: None,
        }
    }
}

/// Compares a run with its case. `script` is the case's, as it was typed; `is_opened` says whether other keys were typed before
/// it.
pub fn compare(
    assignment: &Assignment,
    transcripts: &mut Transcripts,
    case: &Case,
    (script, is_opened): (&Script, bool),
    run: &Run,
) -> Compared {
    let game = &assignment.game;
    let asks_for_in = assignment.input.demanded == InputProtocol::In;
    // What IN prints is the program's own choice of words, unless IN is what was asked for.
    let system: &[Service] = if asks_for_in {
        &[Service::Halt, Service::In]
    } else {
        &[Service::Halt]
    };
    let printed = without_banners(&run.output, system);

    // What had to be read once will be read again, and for that the game is needed move by move.
    if transcripts.last.is_some() {
        case.expected.play();
    }

    // A game that was looked for has the program's own replies: whether they do what is demanded is not known yet.
    let is_judged = case.goal.is_none() || case.demands.is_empty();
    if is_judged && one_line_feed_off(&printed.bytes) == one_line_feed_off(case.transcript()) {
        let comparison = if reads_enough(case, script, run) {
            Comparison::Exact
        } else {
            Comparison::Unread
        };
        // Words are learned from prompts that come after the key, too: then what is printed is the same, and not when.
        let is_late = words(assignment) == Words::Free && !reads_in_time(case, script, &printed);
        return Compared {
            reading: is_late.then(|| transcripts.read(assignment, case, script, run)),
            ..comparison.into()
        };
    }

    let reading = transcripts.read(assignment, case, script, run);
    let (refereed, ruling) = if game.flow.computer.is_none() {
        (None, None)
    } else {
        let followed = referee::follow(game, script, &case.demands, &reading);
        (Some(held_to(case, followed.expected)), followed.ruling)
    };
    let held = refereed.as_ref().unwrap_or(case);
    let comparison = if refereed.is_some() && one_line_feed_off(&printed.bytes) == one_line_feed_off(held.transcript())
    {
        Comparison::Exact
    } else {
        in_game_terms(assignment, transcripts, held, (run, is_opened), &reading)
    };

    let prints_after_end = prints_after_end(held, &reading);
    let is_right = !matches!(comparison, Comparison::Game(..));
    Compared {
        comparison: if is_right && !reads_enough(held, script, run) {
            Comparison::Unread
        } else {
            comparison
        },
        refereed,
        ruling,
        prints_after_end,
        reading: Some(reading),
    }
}

impl<'v> Transcripts<'v> {
    /// Of a program of whose own words so much is known.
    pub fn new(vocabulary: &'v Vocabulary) -> Self {
        Self {
            vocabulary,
            last: None,
            before: Before::default(),
            rows: KnownRows::default(),
            said: None,
        }
    }

    /// What is known of the program's own words.
    pub fn vocabulary(&self) -> &'v Vocabulary {
        self.vocabulary
    }

    /// What was printed, as events of the game. The rest of a flood is not read.
    pub fn read(&mut self, assignment: &Assignment, case: &Case, script: &Script, run: &Run) -> Arc<Reading> {
        let printed = without_banners(&run.output, &[Service::Halt, Service::In]);
        let times = TIMES[usize::from(run.stop.ending > Ending::Waiting)];
        let cap = (case.transcript().len() * times).max(READ_AT_LEAST).next_power_of_two();
        let bytes = &printed.bytes[..printed.bytes.len().min(cap)];
        let waits = run.stop.ending == Ending::Waiting;
        let typed = script.attempts.iter().map_while(|attempt| {
            let mark = printed.marks.get(attempt.first_key)?;
            Some((attempt.typed.clone(), *mark))
        });

        let input = Input {
            bytes: bytes.to_vec(),
            typed: typed.collect(),
            waits,
        };
        if let Some((_, reading)) = self.last.as_ref().filter(|(last, _)| *last == input) {
            return Arc::clone(reading);
        }

        let parts = reading::Printed {
            script,
            bytes,
            marks: &printed.marks,
            waits,
        };
        let is_own = script.attempts == case.script.attempts;
        let known = Known {
            required: is_own.then_some(&case.expected),
            rows: Some(&mut self.rows),
            before: Some(&mut self.before),
        };
        let reading = reading::read_with(self.vocabulary, &assignment.game, words(assignment), parts, known);
        self.last = Some((input, Arc::clone(&reading)));
        reading
    }

    /// What was printed in a step of what was read last.
    fn printed_in(&self, step: usize) -> &[u8] {
        let Some((input, _)) = &self.last else {
            return &[];
        };
        let mark = |step: usize| input.typed.get(step).map(|(_, mark)| *mark);
        let start = step.checked_sub(1).map_or(Some(0), mark);
        let bytes = &input.bytes;
        start
            .and_then(|start| bytes.get(start..mark(step).unwrap_or(bytes.len()).min(bytes.len())))
            .unwrap_or_default()
    }

    /// A text of one line of what was read last as the program printed it, with what a terminal does not show of it.
    fn as_printed(&mut self, said: String) -> String {
        let Some((input, reading)) = &self.last else {
            return said;
        };
        let known = self.said.as_ref();
        let known = known.filter(|(of, text, _)| Arc::ptr_eq(of, reading) && *text == said);
        let find = || reading::as_printed(&said, &input.bytes);
        let printed = known.map_or_else(find, |(.., printed)| printed.clone());

        self.said = Some((Arc::clone(reading), said.clone(), printed.clone()));
        printed.unwrap_or(said)
    }
}

/// Whether something follows the result of a game that ends with it.
fn prints_after_end(case: &Case, reading: &Reading) -> bool {
    let last = case.expected.steps.len() - 1;
    let mut seen = reading.steps.iter().skip(last).flatten();
    let has_result = seen.any(|seen| matches!(seen, Seen::Event(Event::Result(_))));
    case.ends == Ending::Halted && has_result && seen.next().is_some()
}

/// How far the words of a transcript are the student's own.
pub fn words(assignment: &Assignment) -> Words {
    match assignment.comparison.by {
        By::Bytes => Words::Fixed,
        By::Events => Words::Free,
    }
}

/// The case with the game that the computer's replies made of it.
fn held_to(case: &Case, expected: Expected) -> Case {
    Case {
        ends: if expected.halts {
            Ending::Halted
        } else {
            Ending::Waiting
        },
        expected: expected.into(),
        ..case.clone()
    }
}

/// Holds what was read against the case.
fn in_game_terms(
    assignment: &Assignment,
    transcripts: &mut Transcripts,
    case: &Case,
    (run, is_opened): (&Run, bool),
    reading: &Arc<Reading>,
) -> Comparison {
    let tolerate = &assignment.comparison.tolerate;
    let asks_for_in = assignment.input.demanded == InputProtocol::In;
    let boards = Boards {
        checks_frames: case.frames == Frames::Checked,
        may_be_missing: tolerate.missing_board,
    };
    let (difference, mut format) = reading::align_boards(&case.expected, reading, boards);
    if is_opened {
        // The greeting may be in what was printed before these keys.
        format.take_back(reading::NO_GREETING);
    }
    for (range, service) in &run.output.banners {
        if *service == Service::In && !asks_for_in {
            let text = &run.output.bytes[range.clone()];
            format.note(FormatKind::InBanner, "IN prints a prompt of its own", text, "");
        }
    }

    match difference {
        Some(difference) if is_cut_off(case, run, &difference) => {
            format.note(FormatKind::ReprintedBoard, reading::PRINTED_AGAIN, b"", "");
        }
        Some(mut difference) => {
            difference.said = difference.said.map(|said| transcripts.as_printed(said));
            if difference.shown == Shown::AsRead {
                difference.shown = shown(&assignment.game, &difference, transcripts.printed_in(difference.step));
            }
            return Comparison::Game(difference, format);
        }
        None => {}
    }

    let mut kinds = format.items().iter().map(|difference| difference.kind);
    if kinds.all(|kind| !counts(assignment.comparison.by, kind) || is_tolerated(tolerate, kind)) {
        Comparison::Format(format)
    } else {
        Comparison::Unforgiven(format)
    }
}

/// How the board is shown that is broken in a step, or was not recognized as one, by what was printed.
fn shown(game: &Game, difference: &Difference, printed: &[u8]) -> Shown {
    match (&difference.expected, &difference.seen) {
        (_, Some(Seen::BrokenBoard(_))) if reading::has_nul_cells(game, printed) => Shown::WithNulCells,
        (Some(Event::Board(_)), seen) if !matches!(seen, Some(Seen::BrokenBoard(_) | Seen::Event(Event::Board(_)))) => {
            reading::other_width(game, printed).map_or(Shown::AsRead, Shown::OtherWidth)
        }
        _ => Shown::AsRead,
    }
}

/// Whether a difference is nothing but a board in which the output was cut off, after a whole game.
fn is_cut_off(case: &Case, run: &Run, difference: &Difference) -> bool {
    let is_last = difference.step + 1 == case.expected.steps.len() && difference.expected.is_none();
    let is_broken = matches!(difference.seen, Some(Seen::BrokenBoard(_))) && difference.next.is_none();
    run.stop.ending == Ending::Flooded && case.ends == Ending::Halted && is_last && is_broken
}

/// Whether the program read the keys of every move of the game; an Enter after the last one may stay unread.
fn reads_enough(case: &Case, script: &Script, run: &Run) -> bool {
    let last = case.expected.attempts().checked_sub(1);
    let last = last.and_then(|last| script.attempts.get(last));
    last.is_none_or(|attempt| run.output.key_marks.len() > attempt.first_key)
}

/// Whether each key was read once everything before it was printed, where what was printed is as required.
fn reads_in_time(case: &Case, script: &Script, printed: &Printed) -> bool {
    let mut due = 0;
    let ends = case.expected.steps.iter().map(|step| {
        due += step.text.len();
        due
    });
    let mut read = script
        .attempts
        .iter()
        .map_while(|attempt| printed.marks.get(attempt.first_key))
        .zip(ends);
    read.all(|(mark, due)| *mark == due)
}

/// A transcript less texts of the operating system, with the places of the keys in what is left.
#[derive(Debug, PartialEq, Eq)]
pub struct Printed<'a> {
    /// The bytes.
    pub bytes: Cow<'a, [u8]>,
    /// For each key read, how many of the bytes came before.
    pub marks: Cow<'a, [usize]>,
}

/// Takes the texts of some services out of an output.
pub fn without_banners<'a>(output: &'a Output, services: &[Service]) -> Printed<'a> {
    let cuts: Vec<_> = output
        .banners
        .iter()
        .filter(|(_, service)| services.contains(service))
        .map(|(range, _)| range.clone())
        .collect();
    match &cuts[..] {
        [] => Printed {
            bytes: Cow::Borrowed(&output.bytes),
            marks: Cow::Borrowed(&output.key_marks),
        },
        // The usual case: HALT's banner at the very end.
        [last] if last.end == output.bytes.len() => Printed {
            bytes: Cow::Borrowed(&output.bytes[..last.start]),
            marks: Cow::Borrowed(&output.key_marks),
        },
        cuts => {
            let mut bytes = Vec::with_capacity(output.bytes.len());
            let mut from = 0;
            for cut in cuts {
                bytes.extend_from_slice(&output.bytes[from..cut.start]);
                from = cut.end;
            }

            bytes.extend_from_slice(&output.bytes[from..]);
            let shift = |mark: usize| {
                let gone: usize = cuts.iter().map(|cut| cut.end.min(mark).saturating_sub(cut.start)).sum();
                mark - gone
            };

            Printed {
                bytes: Cow::Owned(bytes),
                marks: Cow::Owned(output.key_marks.iter().map(|mark| shift(*mark)).collect()),
            }
        }
    }
}

/// Whether so many bytes of what is required are all that is needed.
pub fn is_all(required: &[u8], bytes: usize) -> bool {
    bytes >= one_line_feed_off(required).len()
}

/// A line feed after the last line is the student's choice.
pub fn one_line_feed_off(bytes: &[u8]) -> &[u8] {
    bytes.strip_suffix(b"\n").unwrap_or(bytes)
}

#[cfg(test)]
mod tests;
