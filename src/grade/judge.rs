//! The second stage: the verdict on each case, from what the program printed and how its run ended.
//!
//! [`judge`] takes a case and its run and gives a [`CaseOutcome`]. It looks at nothing else, so it can be called for any
//! run in any order.
//!
//! | module | what it is for |
//! |---|---|
//! | [`compare`](mod@compare) | what was printed against what is required: byte by byte, then in the game's terms |
//! | [`finish`](mod@finish) | how a run ended once its game was over |
//! | [`overrun`] | what a program prints after its game because it does not halt |
//! | [`piped`] | which output came before which key, where the whole script was there at once |
//! | [`tolerance`] | which differences in format count, and which are forgiven |

use std::sync::Arc;

use crate::assignment::{Assignment, By};
use crate::case::Case;
use crate::connect4::reading::{Difference, Reading, Seen};
use crate::connect4::referee::Ruling;
use crate::connect4::{Event, Script};
use crate::grade::run::RunConfig;
use crate::machine::Run;
use crate::result::{CaseVerdict, Ending, Stop, Verdict};

pub mod compare;
pub mod finish;
mod overrun;
pub mod piped;
pub mod tolerance;

use compare::{Comparison, Transcripts, compare};
use finish::Finish;
use tolerance::counts;

/// What became of one case.
#[derive(Debug, Clone)]
pub struct CaseOutcome<'a> {
    /// The case.
    pub case: &'a Case,
    /// Its keys, as they were typed; `None` where they cannot be typed under the input protocol.
    pub script: Option<Script>,
    /// The verdict.
    pub verdict: CaseVerdict,
    /// What the comparison found.
    pub comparison: Comparison,
    /// How the run ended. A program that idles after its game, where there is no HALT instruction, has halted.
    pub stop: Stop,
    /// How it came to its end.
    pub finish: Finish,
    /// Whether something is printed after the end of the game, and compared.
    pub prints_after_end: bool,
    /// Whether something is printed after the end of the game because the program does not halt: that is not compared.
    pub runs_on: bool,
    /// Instructions executed.
    pub instructions: u64,
    /// Keys read.
    pub keys_read: usize,
    /// The case with the replies that the program's computer player made, where it has one.
    pub refereed: Option<Arc<Case>>,
    /// The first of these replies that was not accepted.
    pub ruling: Option<Ruling>,
}

impl<'a> CaseOutcome<'a> {
    /// What the run was compared with: the case, or the case with the replies of the program's computer player.
    pub fn compared_with(&self) -> &Case {
        self.refereed.as_deref().unwrap_or(self.case)
    }

    /// A case that cannot be typed under the input protocol is skipped.
    pub fn skipped(case: &'a Case) -> Self {
        Self {
            case,
            script: None,
            verdict: CaseVerdict::Skipped,
            comparison: Comparison::Exact,
            stop: Stop::waiting(),
            finish: Finish::AsRequired,
            prints_after_end: false,
            runs_on: false,
            instructions: 0,
            keys_read: 0,
            refereed: None,
            ruling: None,
        }
    }

    /// Whether what comes after the game is still to be deducted: a question after its end has its own price where it makes the
    /// case `format`.
    pub fn owes_end(&self) -> bool {
        let asks = self.stop.ending == Ending::Waiting && self.prints_after_end;
        let is_paid = self.verdict == CaseVerdict::Format && asks;
        self.finish.is_after_game() && !is_paid
    }

    /// Whether the first thing that is wrong is a new game after the end of another one.
    pub fn begins_game_wrongly(&self) -> bool {
        match &self.comparison {
            Comparison::Game(difference, _) => finish::begins_game_wrongly(self.compared_with(), difference),
            _ => false,
        }
    }
}

/// A judged run.
pub struct Judged<'a> {
    /// What became of the case.
    pub outcome: CaseOutcome<'a>,
    /// What was read; `None` where every byte is as required.
    pub reading: Option<Arc<Reading>>,
}

/// Judges the run of a case. `more_keys` runs the same script with keys added at its end; it is called only where the
/// verdict depends on what the program does with them, and gives `None` where the budget is used up.
pub fn judge<'a>(
    assignment: &Assignment,
    transcripts: &mut Transcripts,
    config: RunConfig,
    case: &'a Case,
    script: Script,
    run: &Run,
    more_keys: impl FnOnce(&[u8]) -> Option<Arc<Run>>,
) -> Judged<'a> {
    let is_opened = !config.adaptation.opening.is_empty();
    let mut compared = compare(assignment, transcripts, case, (&script, is_opened), run);
    let up_to_end = overrun::up_to_end(
        assignment,
        transcripts,
        case,
        (&script, is_opened),
        run,
        &compared,
        finish::silent(config.machine) == Finish::Idle,
    );
    let runs_on = up_to_end.is_some();
    let is_done = run.stop.ending == Ending::Halted || finish::silent(config.machine) == Finish::Idle;
    let is_also_tie =
        is_done && finish::announces_tie_too(compared.refereed.as_ref().unwrap_or(case), &compared.comparison);
    compared = up_to_end.unwrap_or(compared);
    let compared_with = compared.refereed.as_ref().unwrap_or(case);

    let finish = match &compared.comparison {
        Comparison::Game(difference, format) if finish::lacks_new_game(compared_with, difference) => {
            compared.comparison = Comparison::Format(format.clone());
            Finish::NoNewGame
        }
        _ if runs_on && is_also_tie => Finish::AlsoTie,
        _ if runs_on => Finish::NotHalted,
        comparison => finish::finish(compared_with, run, comparison, config.machine).unwrap_or_else(|| {
            let further = more_keys(finish::FURTHER_KEYS);
            finish::finish_of_waiting(run, further.as_deref(), config.machine)
        }),
    };

    let keys_read = run.output.key_marks.len();
    let attempts = script.attempts.iter();
    let steps_read = attempts.take_while(|attempt| attempt.first_key < keys_read).count();
    let mut verdict = verdict(run, &compared.comparison, finish, steps_read, assignment.comparison.by);
    // A correct game under another protocol than the required one is never an exact one.
    if verdict == CaseVerdict::Pass && config.protocol != assignment.protocol {
        verdict = CaseVerdict::Format;
    }

    let mut stop = run.stop.clone();
    if finish == Finish::Idle {
        stop.ending = Ending::Halted;
    }

    let outcome = CaseOutcome {
        case,
        script: Some(script),
        verdict,
        comparison: compared.comparison,
        stop,
        finish,
        prints_after_end: compared.prints_after_end,
        runs_on,
        instructions: run.instructions,
        keys_read,
        refereed: compared.refereed.map(Arc::new),
        ruling: compared.ruling,
    };
    Judged {
        outcome,
        reading: compared.reading,
    }
}

/// The verdict on one run, of which the program read the keys of `steps_read` moves.
///
/// Compared `by` events, a correct game passes in any format, unless a board is missing.
///
/// A crash or an endless run is the verdict when it is what went wrong first: when the transcript was right as far as it
/// went, or the first difference lies in the last thing the program did and is nothing that the program plainly said. A program that only fails to halt once its whole
/// game is right has passed: what that costs is not a matter of its cases.
fn verdict(run: &Run, comparison: &Comparison, finish: Finish, steps_read: usize, by: By) -> CaseVerdict {
    let failed = finish == Finish::Failed;
    let is_flood = run.stop.ending == Ending::Flooded;
    let broke = match run.stop.ending {
        Ending::Crashed => Some(CaseVerdict::Crash),
        Ending::Loop | Ending::Limit | Ending::Flooded => Some(CaseVerdict::Timeout),
        Ending::Halted | Ending::Waiting => None,
    };

    match comparison {
        Comparison::Game(difference, _) => match broke {
            Some(verdict) if difference.step >= steps_read && (is_flood || !says_wrong(difference)) => verdict,
            _ => CaseVerdict::Wrong,
        },
        Comparison::Unread => broke.unwrap_or(CaseVerdict::Wrong),
        Comparison::Unforgiven(_) => broke.filter(|_| failed).unwrap_or(CaseVerdict::Wrong),
        Comparison::Exact | Comparison::Format(_) if failed => broke.unwrap_or(CaseVerdict::Wrong),
        Comparison::Exact => CaseVerdict::Pass,
        Comparison::Format(format) => {
            let is_counted = by == By::Bytes || format.items().iter().any(|item| counts(by, item.kind));
            if is_counted {
                CaseVerdict::Format
            } else {
                CaseVerdict::Pass
            }
        }
    }
}

/// Whether the program plainly said something wrong, so that how it ended came after that: a result that is none, a board
/// that is another one, a refusal of a valid move.
pub fn says_wrong(difference: &Difference) -> bool {
    let Some(Seen::Event(seen)) = &difference.seen else {
        return false;
    };
    if difference.said.is_some() {
        return false;
    }
    match (&difference.expected, seen) {
        (Some(Event::Result(_)) | None, _) => false,
        (Some(_), Event::Result(_)) | (Some(Event::Board(_)), Event::Board(_) | Event::Refusal) => true,
        _ => false,
    }
}

/// The verdict on a submission from those on its cases. Cases that were left out say nothing.
pub fn overall(verdicts: &[CaseVerdict]) -> Verdict {
    let mut played = verdicts
        .iter()
        .filter(|verdict| **verdict != CaseVerdict::Skipped)
        .peekable();
    if played.peek().is_none() {
        return Verdict::Wrong;
    }

    let all = |wanted: &[CaseVerdict]| played.clone().all(|verdict| wanted.contains(verdict));
    if all(&[CaseVerdict::Pass]) {
        Verdict::Pass
    } else if all(&[CaseVerdict::Pass, CaseVerdict::Format]) {
        Verdict::Format
    } else if all(&[CaseVerdict::Timeout]) {
        Verdict::Timeout
    } else if all(&[CaseVerdict::Crash]) {
        Verdict::Crash
    } else {
        Verdict::Wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::find;
    use crate::case::Case;
    use crate::connect4::reading::{FormatDifferences, Shown};
    use crate::connect4::{Expected, Outcome, Player};
    use crate::machine::{Machine, Output, lc3};
    use crate::result::Stop;
    use CaseVerdict::{Crash, Format, Pass, Skipped, Timeout, Wrong};
    use finish::{finish, finish_of_waiting};

    /// The verdict on 7 moves, all of them read, after which the program must end in one way and ends in another.
    fn verdict(ends: Ending, ending: Ending, comparison: &Comparison) -> CaseVerdict {
        let assignment = find("lc3-starter").expect("it is bundled");
        let script = Script::from_moves("1 1 2 2 3 3 4", assignment.protocol);
        let expected = Expected::play(&assignment.game, &script);
        let case = Case {
            name: String::new(),
            tags: Vec::new(),
            points: 1.0,
            script,
            raw: false,
            expected: expected.into(),
            ends,
            family: None,
            goal: None,
            frames: crate::assignment::Frames::Checked,
            demands: Vec::new(),
            place: String::new(),
        };

        let run = Run {
            output: Output::default().into(),
            stop: Stop {
                ending,
                place: None,
                reason: String::new(),
            },
            instructions: 1,
            keys_left: 0,
            piped: None,
        };

        let machine = Machine::Lc3(lc3::Settings::default());
        let silent = || finish_of_waiting(&run, None, machine);
        let finish = finish(&case, &run, comparison, machine).unwrap_or_else(silent);
        super::verdict(&run, comparison, finish, 7, By::Bytes)
    }

    fn difference(step: usize) -> Comparison {
        let difference = Difference {
            step,
            is_reached: true,
            expected: Some(Event::Prompt(Player::One)),
            seen: None,
            next: None,
            follows: false,
            said: None,
            board: None,
            shown: Shown::AsRead,
            is_nameless: false,
        };
        Comparison::Game(difference, FormatDifferences::default())
    }

    #[test]
    fn what_a_program_says_before_it_crashes_is_what_went_wrong_first() {
        let last = |seen| match difference(7) {
            Comparison::Game(difference, format) => Comparison::Game(Difference { seen, ..difference }, format),
            other => other,
        };
        let false_win = last(Some(Seen::Event(Event::Result(Outcome::Win(Player::One)))));

        for ending in [Ending::Crashed, Ending::Loop, Ending::Limit] {
            assert_eq!(verdict(Ending::Waiting, ending, &false_win), Wrong);
            assert_ne!(verdict(Ending::Waiting, ending, &last(None)), Wrong);
        }
    }

    #[test]
    fn the_verdict_follows_from_text_and_ending() {
        let format = Comparison::Format(FormatDifferences::default());
        let unforgiven = Comparison::Unforgiven(FormatDifferences::default());
        let (over, goes_on) = (Ending::Halted, Ending::Waiting);
        let table = [
            // A whole game that is right has passed, whatever comes after it.
            (over, Ending::Halted, [Pass, Format, Wrong, Wrong, Wrong, Wrong]),
            (over, Ending::Waiting, [Pass, Format, Wrong, Wrong, Wrong, Wrong]),
            (over, Ending::Loop, [Pass, Format, Wrong, Timeout, Wrong, Timeout]),
            (over, Ending::Limit, [Pass, Format, Wrong, Timeout, Wrong, Timeout]),
            (over, Ending::Flooded, [Pass, Format, Wrong, Timeout, Wrong, Timeout]),
            (over, Ending::Crashed, [Pass, Format, Wrong, Crash, Wrong, Crash]),
            // A program that stops answering in the middle of a game has failed, however right it was until then.
            (goes_on, Ending::Waiting, [Pass, Format, Wrong, Wrong, Wrong, Wrong]),
            (goes_on, Ending::Halted, [Wrong, Wrong, Wrong, Wrong, Wrong, Wrong]),
            (
                goes_on,
                Ending::Loop,
                [Timeout, Timeout, Timeout, Timeout, Wrong, Timeout],
            ),
            (
                goes_on,
                Ending::Limit,
                [Timeout, Timeout, Timeout, Timeout, Wrong, Timeout],
            ),
            (
                goes_on,
                Ending::Flooded,
                [Timeout, Timeout, Timeout, Timeout, Wrong, Timeout],
            ),
            (goes_on, Ending::Crashed, [Crash, Crash, Crash, Crash, Wrong, Crash]),
        ];

        for (ends, ending, wanted) in table {
            let verdict = |comparison| verdict(ends, ending, comparison);
            let found = [
                verdict(&Comparison::Exact),
                verdict(&format),
                verdict(&unforgiven),
                verdict(&Comparison::Unread),
                // Wrong long before the end: how it ended is not what went wrong first.
                verdict(&difference(3)),
                verdict(&difference(7)),
            ];

            assert_eq!(found, wanted, "{ends:?}, {ending:?}");
        }
    }

    #[test]
    fn a_submission_is_as_good_as_its_worst_case() {
        for (verdicts, wanted) in [
            (&[Pass, Pass][..], Verdict::Pass),
            (&[Pass, Format], Verdict::Format),
            (&[Format, Format], Verdict::Format),
            (&[Pass, Wrong], Verdict::Wrong),
            (&[Pass, Timeout], Verdict::Wrong),
            (&[Crash, Timeout], Verdict::Wrong),
            (&[Timeout, Timeout], Verdict::Timeout),
            (&[Crash, Crash], Verdict::Crash),
            (&[Pass, Skipped], Verdict::Pass),
            (&[Skipped], Verdict::Wrong),
        ] {
            assert_eq!(overall(verdicts), wanted, "{verdicts:?}");
        }
    }
}
