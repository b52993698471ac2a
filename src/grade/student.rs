//! A submission that runs: from its runs to the student's report.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::attempt::Attempt;
use super::bench::Bench;
use super::fault::{self, Gathered};
use super::play::{self, NotKept, Played};
use super::score::{self, Share};
use super::{Graded, Grader, explain, judge, protocol};
use crate::assignment::{InputProtocol, RepeatedFaults};
use crate::connect4::reading::FormatDifferences;
use crate::machine::{Machine, Program, arm};
use crate::result::Cause;
use crate::result::{CaseResult, CaseVerdict, Dress, Fault, Finding, StudentReport};
use crate::submission::Submission;

impl Grader {
    /// Grades what the bench knows of a program. The runs stay there.
    pub(super) fn grade_program(&self, submission: &Submission, bench: &mut Bench) -> Result<Graded, NotKept> {
        let spoken = self.spoken(bench);
        let (attempts, best) = self.try_ways(bench, spoken)?;
        let attempt = &attempts[best];
        let told = self.tell(bench, attempt);
        let gathered = fault::gather(&told, &attempt.played);
        let excused = self.excused(&gathered);
        let groups = self.group_results(bench, attempt, &told, &excused);
        let ending = self.ending_finding(bench, attempt);
        let luck = self.luck(bench, &attempts, best);
        self.foresee(bench, &attempts, best);
        let verdicts: Vec<CaseVerdict> = attempt.played.iter().map(|played| played.verdict).collect();
        let verdict = judge::overall(&verdicts);
        let total = |share| self.total(attempt.way, &attempt.played, share, &excused);
        let faults = self.faults(bench, attempt, gathered, &excused);
        let mut notes = self.notes(attempt, spoken);
        notes.extend(self.not_run(attempt));
        notes.extend(self.peripherals(bench, attempt));
        let report = StudentReport {
            verdict,
            summary: summary(&verdicts, &faults, ending.as_ref()),
            score: Some(total(self.share)),
            exact_score: Some(total(Share::EXACT)),
            game_score: Some(total(Share::GAME)),
            protocol: spoken.map(|spoken| spoken.name().to_owned()),
            linkage: luck.linkage.map(str::to_owned),
            settings: attempt.way.words(),
            notes,
            dress: self.dress(attempt, spoken),
            findings: ending.into_iter().chain(luck.findings).collect(),
            faults,
            groups,
            ..self.ungraded(submission, verdict, "").report
        };
        let stories = told.stories.into_iter().flatten();
        let mut graded = Graded {
            kept: self.kept(submission, verdict, ""),
            is_on_disk: false,
            report: StudentReport {
                common: stories.map(|story| (story.key, story.common)).collect(),
                ..report
            },
        };
        let tried = attempts.iter().map(|attempt| attempt.way);
        self.contracts.rehearse(&self.assignment, tried, bench);
        self.contracts
            .add_to(&mut graded, &self.assignment, self.share, attempt.way, bench);
        suspect_contract(&mut graded.report);
        Ok(graded)
    }

    /// Makes the runs that grading asks for when another attempt counts, as it may under other points: a changed rubric is
    /// applied to what was kept.
    fn foresee(&self, bench: &mut Bench, attempts: &[Attempt], best: usize) {
        if !bench.is_live() {
            return;
        }
        let others = (0..attempts.len()).filter(|index| *index != best);
        for index in others.filter(|index| !attempts[*index].never_counts(&attempts[best])) {
            let attempt = &attempts[index];
            let told = self.tell(bench, attempt);
            let gathered = fault::gather(&told, &attempt.played);
            self.group_results(bench, attempt, &told, &BTreeSet::new());
            self.faults(bench, attempt, gathered, &BTreeSet::new());
            self.ending_finding(bench, attempt);
            self.luck(bench, attempts, index);
        }
    }

    /// The input protocol the program speaks, told from a probe.
    fn spoken(&self, bench: &mut Bench) -> Option<InputProtocol> {
        let mut demanded = self.ways.iter().filter(|way| way.protocol == self.assignment.protocol);
        demanded.find_map(|way| {
            let mut probes = protocol::PROBES.into_iter();
            probes.find_map(|keys| protocol::spoken(&*bench.run(way.tagged(), keys)?))
        })
    }

    /// The cases whose fault is deducted in another case already.
    fn excused(&self, gathered: &[Gathered]) -> BTreeSet<usize> {
        if self.assignment.repeated_faults == RepeatedFaults::Each {
            return BTreeSet::new();
        }
        let faults: Vec<Vec<usize>> = gathered.iter().map(|fault| fault.cases.clone()).collect();
        score::excused(&self.groups, &faults, &self.cases)
    }

    /// What is said about how it was played.
    fn notes(&self, attempt: &Attempt, spoken: Option<InputProtocol>) -> Vec<String> {
        let demanded = self.assignment.input.demanded;
        let mut notes = Vec::new();
        if attempt.way.protocol != self.assignment.protocol {
            notes.push(format!(
                "It was played with another input protocol than the assignment demands: {}, not {}.",
                protocol_words(attempt, spoken),
                demanded.words()
            ));
        } else if let Some(spoken) = spoken.filter(|spoken| spoken.typing() != self.assignment.protocol) {
            notes.push(format!(
                "The program speaks another input protocol than the assignment demands: {}, not {}. Played that way it \
                 earns no more.",
                spoken.words(),
                demanded.words()
            ));
        }
        notes
    }

    /// That the budget of the submission was used up, and after how many cases.
    fn not_run(&self, attempt: &Attempt) -> Option<String> {
        let cases = attempt.played.len();
        let left = attempt.played.iter().filter(|played| played.stop.is_not_run()).count();
        let budget = self.assignment.budget_words();
        (left > 0).then(|| {
            format!(
                "The budget for all runs of a submission was used up after {} of {cases} cases. The other {left} were not run \
                 and count as timeouts. The budget is {budget}.",
                cases - left
            )
        })
    }

    /// The peripherals that the program uses and that the board does not have, told from its longest game.
    fn peripherals(&self, bench: &mut Bench, attempt: &Attempt) -> Option<String> {
        const NAMED: usize = 4;
        let Machine::Arm(settings) = attempt.way.machine else {
            return None;
        };
        let longest = self.cases.iter().max_by_key(|case| case.script.keys.len())?;
        let keys = play::script(longest, attempt.way.protocol)?.keys;
        let noted: Vec<(u32, Option<u32>)> = bench.observe("peripherals", |program, limits| {
            let Program::Arm(program) = program else {
                return Vec::new();
            };
            let mut player = arm::Session::new(Arc::clone(program), settings);
            let noted = player.noted(&keys, limits).into_iter();
            noted.map(|(address, place)| (address, place.line)).collect()
        })?;
        let named = noted.iter().take(NAMED).map(|(address, line)| match line {
            Some(line) => format!("0x{address:08X} (line {line})"),
            None => format!("0x{address:08X}"),
        });
        let named: Vec<String> = named.collect();
        let more = match noted.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        (!named.is_empty()).then(|| {
            format!(
                "The program uses peripherals that are not there when it is graded: {}{more}. They read as 0, and what is \
                 written to them does nothing.",
                named.join(", ")
            )
        })
    }

    /// The differences in format over all cases, each named once, the most frequent first.
    fn dress(&self, attempt: &Attempt, spoken: Option<InputProtocol>) -> Vec<Dress> {
        let mut wardrobe = FormatDifferences::default();
        // What a program prints on its way into a crash or a flood says nothing of its format.
        let ended = |played: &&Played| !matches!(played.verdict, CaseVerdict::Crash | CaseVerdict::Timeout);
        for played in attempt.played.iter().filter(ended) {
            if let Some(dress) = explain::dress_of(&played.comparison) {
                wardrobe.merge(dress);
            }
        }
        let mut dress = explain::pack(&wardrobe);
        if attempt.way.protocol != self.assignment.protocol {
            dress.push(Dress {
                kind: "input-protocol".to_owned(),
                message: "moves are typed in another way than was asked for".to_owned(),
                count: attempt.played.len() as u64,
                printed: protocol_words(attempt, spoken).to_owned(),
                expected: self.assignment.input.demanded.words().to_owned(),
            });
        }
        dress.sort_by_key(|dress| std::cmp::Reverse(dress.count));
        dress
    }
}

/// How the moves of an attempt were typed: as the probe told, where that is how they were typed.
fn protocol_words(attempt: &Attempt, spoken: Option<InputProtocol>) -> &'static str {
    let spoken = spoken.filter(|spoken| spoken.typing() == attempt.way.protocol);
    spoken.map_or_else(|| play::protocol_words(attempt.way.protocol), InputProtocol::words)
}

/// Where games fail from a cause that is not known and exactly one subroutine breaks its contract, that is a likely cause
/// of the fault that costs most, and is called no more than that.
fn suspect_contract(report: &mut StudentReport) {
    let Some(cause) = broken_contract(report) else { return };
    if let Some(fault) = report.faults.first_mut().filter(|fault| fault.cause.is_none()) {
        fault.cause = Some(cause);
    }
}

/// The one contract that is broken, as a cause.
fn broken_contract(report: &StudentReport) -> Option<Cause> {
    let is_broken = |case: &&CaseResult| {
        let verdicts = [CaseVerdict::Wrong, CaseVerdict::Timeout, CaseVerdict::Crash];
        case.calls.is_some() && verdicts.contains(&case.verdict)
    };
    let mut broken = report.cases().filter(is_broken);
    let (Some(only), None) = (broken.next(), broken.next()) else {
        return None;
    };
    Some(Cause {
        key: format!("contract/{}", only.name.to_ascii_lowercase().replace('_', "-")),
        common: format!("{} does not do what it must", only.name),
        sentence: format!(
            "A likely one, seen when the subroutine is called by itself (case {}): {}",
            only.number,
            only.failure.as_ref()?.sentence
        ),
        places: Vec::new(),
    })
}

/// The verdicts in a sentence, with the fault that costs most, and how the program fails to end.
fn summary(verdicts: &[CaseVerdict], faults: &[Fault], ending: Option<&Finding>) -> String {
    let games = summary_of_games(verdicts, faults);
    match ending {
        Some(finding) if faults.is_empty() => format!("{games}, but {}", within_sentence(&finding.common)),
        Some(finding) => format!("{games}; also {}", within_sentence(&finding.common)),
        None => games,
    }
}

/// The verdicts in a sentence, with the fault that costs most: the first one.
fn summary_of_games(verdicts: &[CaseVerdict], faults: &[Fault]) -> String {
    let count = |wanted| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    let (passed, format) = (count(CaseVerdict::Pass), count(CaseVerdict::Format));
    // Cases that were left out say nothing.
    let total = verdicts.len() - count(CaseVerdict::Skipped);
    if passed == total {
        return format!("all {total} cases pass");
    }
    if passed + format == total {
        return format!("the game is right in all {total} cases; the format differs in {format}");
    }
    let failed = total - passed - format;
    let opening = format!("{failed} of {total} cases fail");
    match faults.first() {
        Some(fault) if fault.cases.len() == failed => format!("{opening}: {}", within_sentence(&fault.message)),
        Some(fault) => format!(
            "{opening}; in {} of them {}",
            fault.cases.len(),
            within_sentence(&fault.message)
        ),
        None => opening,
    }
}

/// A sentence's beginning as it stands within another one: `A loop has no way out` begins small, `R7 is overwritten` as
/// ever.
fn within_sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().unwrap_or_default();
    if first.is_uppercase()
        && letters
            .clone()
            .next()
            .is_some_and(|next| !next.is_alphanumeric() || next.is_lowercase())
    {
        first.to_lowercase().chain(letters).collect()
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(message: &str, cases: usize, lost: f64) -> Fault {
        Fault {
            key: message.to_owned(),
            message: message.to_owned(),
            cases: (1..=cases).collect(),
            lost,
            cause: None,
            shortest: None,
        }
    }

    #[test]
    fn the_summary_names_the_fault_that_costs_most() {
        use CaseVerdict::{Crash, Format, Pass, Wrong};
        let crash = fault("A loop has no way out", 1, 5.0);
        let wrong = fault("an invalid move is accepted", 2, 0.5);
        assert_eq!(
            summary(&[Pass, Wrong, Wrong, Crash], &[crash.clone(), wrong], None),
            "3 of 4 cases fail; in 1 of them a loop has no way out"
        );
        assert_eq!(
            summary(&[Format, Crash], &[crash], None),
            "1 of 2 cases fail: a loop has no way out"
        );
        assert_eq!(summary(&[Pass, Pass], &[], None), "all 2 cases pass");
        assert_eq!(
            summary(&[Pass, Format], &[], None),
            "the game is right in all 2 cases; the format differs in 1"
        );
    }

    #[test]
    fn names_keep_their_letters_within_a_sentence() {
        assert_eq!(within_sentence("R7 is overwritten"), "R7 is overwritten");
        assert_eq!(within_sentence("RET is missing"), "RET is missing");
        assert_eq!(within_sentence("Data is run"), "data is run");
        assert_eq!(within_sentence(""), "");
    }
}
