//! The verdict on a case, from what was compared and how the run ended.

use super::compare::Comparison;
use super::finish::Finish;
use crate::assignment::By;
use crate::machine::Run;
use crate::result::Ending;
use crate::result::{CaseVerdict, Verdict};

/// Judges one run.
///
/// Graded `by` events, the right game passes in any dress.
///
/// A crash or an endless run is the verdict when it is what went wrong first: when the transcript was right as far as it
/// went, or the first difference lies in the last thing the program did. A program that only fails to halt once its whole
/// game is right has passed: what that costs is not a matter of its cases.
pub fn judge(run: &Run, comparison: &Comparison, finish: Finish, steps_read: usize, by: By) -> CaseVerdict {
    let failed = finish == Finish::Otherwise;
    let broke = match run.stop.ending {
        Ending::Crashed => Some(CaseVerdict::Crash),
        Ending::Loop | Ending::Limit | Ending::Flooded => Some(CaseVerdict::Timeout),
        Ending::Halted | Ending::Waiting => None,
    };
    match comparison {
        Comparison::Game(difference, _) => match broke {
            Some(verdict) if difference.step >= steps_read => verdict,
            _ => CaseVerdict::Wrong,
        },
        Comparison::Unread => broke.unwrap_or(CaseVerdict::Wrong),
        Comparison::Unforgiven(_) if by == By::Bytes => broke.filter(|_| failed).unwrap_or(CaseVerdict::Wrong),
        Comparison::Exact | Comparison::Dress(_) | Comparison::Unforgiven(_) => {
            if failed {
                broke.unwrap_or(CaseVerdict::Wrong)
            } else if matches!(comparison, Comparison::Exact) || by == By::Events {
                CaseVerdict::Pass
            } else {
                CaseVerdict::Format
            }
        }
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
    use crate::connect4::reading::{Difference, FormatDifferences};
    use crate::connect4::{Event, Expected, Player, Script};
    use crate::grade::finish::finish;
    use crate::machine::{Machine, Output, lc3};
    use crate::result::Stop;
    use CaseVerdict::{Crash, Format, Pass, Skipped, Timeout, Wrong};

    /// The verdict on 7 moves, all of them read, after which the program must end in one way and ends in another.
    fn verdict(ends: Ending, ending: Ending, comparison: &Comparison) -> CaseVerdict {
        let assignment = find("lc3-starter").expect("it is bundled");
        let script = Script::from_moves("1 1 2 2 3 3 4", assignment.protocol);
        let expected = Expected::play(&assignment.game, &script);
        let case = Case {
            name: String::new(),
            tags: Vec::new(),
            points: 1.0,
            transcript: expected.transcript(),
            script,
            raw: false,
            expected,
            ends,
            family: None,
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
        let finish = finish(&case, &run, comparison, machine).unwrap_or(Finish::Otherwise);
        judge(&run, comparison, finish, 7, By::Bytes)
    }

    fn difference(step: usize) -> Comparison {
        let difference = Difference {
            step,
            is_reached: true,
            expected: Some(Event::Prompt(Player::One)),
            seen: None,
            next: None,
            said: None,
            board: None,
            is_upside_down: false,
        };
        Comparison::Game(difference, FormatDifferences::default())
    }

    #[test]
    fn the_verdict_follows_from_text_and_ending() {
        let dress = Comparison::Dress(FormatDifferences::default());
        let unforgiven = Comparison::Unforgiven(FormatDifferences::default());
        let (over, goes_on) = (Ending::Halted, Ending::Waiting);
        let table = [
            // A whole game that is right has passed, whatever comes after it.
            (over, Ending::Halted, [Pass, Format, Wrong, Wrong, Wrong, Wrong]),
            (over, Ending::Waiting, [Wrong, Wrong, Wrong, Wrong, Wrong, Wrong]),
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
                verdict(&dress),
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
