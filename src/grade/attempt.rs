//! Playing a suite in each way that the assignment allows, and choosing the way that counts.

use std::collections::BTreeSet;

use super::Grader;
use super::bench::Bench;
use super::compare::Comparison;
use super::finish::Finish;
use super::play::{NotKept, Played, Table, Way};
use super::score::{PlannedGroup, Share, cents};
use crate::assignment::{By, InputProtocol};
use crate::result::CaseVerdict;

/// The verdict on a case, and whether the program fails to halt after it; the better, the less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Outcome(CaseVerdict, bool);

/// What became of a case if every difference in format were forgiven.
fn forgiven(played: &Played) -> Outcome {
    let is_format = matches!(played.comparison, Comparison::Unforgiven(_))
        && played.verdict == CaseVerdict::Wrong
        && played.finish != Finish::Otherwise;
    let verdict = if is_format { CaseVerdict::Format } else { played.verdict };
    Outcome(verdict, played.finish == Finish::NotHalted)
}

/// One way with its outcomes and points.
pub(super) struct Attempt {
    pub way: Way,
    pub played: Vec<Played>,
    pub score: f64,
    pub exact: f64,
    pub game: f64,
}

impl Attempt {
    fn rank(&self) -> (f64, f64, f64) {
        (self.score, self.exact, self.game)
    }

    /// Whether it earns no more than another one in any case, whatever points and tolerances are.
    pub(super) fn never_counts(&self, other: &Self) -> bool {
        let is_same_protocol = self.way.protocol == other.way.protocol;
        let pairs = self.played.iter().zip(&other.played);
        let mut pairs = pairs.map(|(one, two)| (forgiven(one), forgiven(two)));
        let pass = Outcome(CaseVerdict::Pass, false);
        pairs.all(|(one, two)| one.0 > CaseVerdict::Format || two == pass || is_same_protocol && two <= one)
    }

    fn is_perfect(&self) -> bool {
        let is_right = |played: &Played| played.verdict == CaseVerdict::Pass && played.finish != Finish::NotHalted;
        self.played.iter().all(is_right)
    }
}

impl Grader {
    /// Plays the suite in each way until one earns everything; gives all that were tried and which of them counts.
    ///
    /// A further way is tried on the hand-kept cases first: where it does no better there, the generated families are
    /// not played again.
    ///
    /// A tolerated protocol that is not the one the program was found to speak is not tried. A further way whose runs were
    /// not kept is not tried; without those of the first way there is nothing to judge. What is tried depends on no points
    /// and no tolerance, so that kept runs serve under a changed rubric.
    pub(super) fn try_ways(
        &self,
        bench: &mut Bench,
        spoken: Option<InputProtocol>,
    ) -> Result<(Vec<Attempt>, usize), NotKept> {
        let mut attempts = vec![self.attempt(self.ways[0], bench)?];
        let mut best = 0;
        for way in &self.ways[1..] {
            if attempts.iter().any(Attempt::is_perfect) {
                break;
            }
            let is_demanded = way.protocol == self.assignment.protocol;
            if !is_demanded && spoken.is_some_and(|spoken| spoken.typing() != way.protocol) {
                continue;
            }
            if !self.is_promising(*way, bench, &attempts) {
                continue;
            }
            let Ok(attempt) = self.attempt(*way, bench) else {
                continue;
            };
            attempts.push(attempt);
            if attempts[attempts.len() - 1].rank() > attempts[best].rank() {
                best = attempts.len() - 1;
            }
        }
        Ok((attempts, best))
    }

    /// Whether a way does better on any hand-kept case than every one before. A case is played only where it could: under
    /// another protocol than the demanded one nothing is better than `format`.
    fn is_promising(&self, way: Way, bench: &mut Bench, before: &[Attempt]) -> bool {
        let could_be = if way.protocol == self.assignment.protocol {
            Outcome(CaseVerdict::Pass, false)
        } else {
            Outcome(CaseVerdict::Format, false)
        };
        let best = |index: usize| {
            let verdicts = before.iter().map(|attempt| forgiven(&attempt.played[index]));
            verdicts.min().unwrap_or(Outcome(CaseVerdict::Skipped, false))
        };
        let improvable = (0..self.cases.len()).filter(|index| could_be < best(*index));
        let (mut chosen, families): (Vec<usize>, Vec<usize>) =
            improvable.partition(|index| self.cases[*index].family.is_none());
        if chosen.is_empty() {
            chosen = families;
        }
        let played = Table::new(&self.assignment, way, bench).play_some(&self.cases, &chosen);
        let mut new = chosen
            .iter()
            .filter_map(|index| Some((*index, forgiven(played[*index].as_ref()?))));
        new.any(|(index, outcome)| outcome < best(index))
    }

    fn attempt(&self, way: Way, bench: &mut Bench) -> Result<Attempt, NotKept> {
        let played = Table::new(&self.assignment, way, bench).play_all(&self.cases)?;
        let ending = self.ending_deduction(way, &played);
        let total = |share| cents(self.total(way, &played, share, &BTreeSet::new()) - ending);
        let (score, exact, game) = (total(self.share), total(Share::EXACT), total(Share::GAME));
        Ok(Attempt {
            way,
            played,
            score,
            exact,
            game,
        })
    }

    /// The points of all groups. `excused` cases earn everything.
    pub(super) fn total(&self, way: Way, played: &[Played], share: Share, excused: &BTreeSet<usize>) -> f64 {
        let share = |index| self.share_of(way, played, share, excused, index);
        let points = |planned: &PlannedGroup| planned.earned(&self.cases, share).points;
        cents(self.groups.iter().map(points).sum())
    }

    /// The part of its points, 0 to 1, that a case earns.
    pub(super) fn share_of(
        &self,
        way: Way,
        played: &[Played],
        share: Share,
        excused: &BTreeSet<usize>,
        index: usize,
    ) -> f64 {
        if excused.contains(&index) {
            return 1.0;
        }
        let played = &played[index];
        if played.verdict == CaseVerdict::Skipped {
            // Left out: it earns what the right game in this way does.
            return self.way_share(way, share).of(CaseVerdict::Format);
        }
        match played.comparison {
            Comparison::Exact => self.way_share(way, share),
            // Graded by events, a verdict of `pass` says nothing of the dress.
            _ if played.verdict == CaseVerdict::Pass && share.by == By::Bytes => {
                return share.of(CaseVerdict::Format);
            }
            _ if way.protocol == self.assignment.protocol => share,
            // Typed otherwise and dressed otherwise: the less forgiving of the two.
            _ => Share {
                format: share.format.min(share.tolerated),
                ..share
            },
        }
        .of(played.verdict)
    }

    /// What the verdicts on exact transcripts earn in this way: under another protocol than the demanded one the right
    /// game is `format`, and earns what the assignment gives for that.
    pub(super) fn way_share(&self, way: Way, share: Share) -> Share {
        if way.protocol == self.assignment.protocol {
            share
        } else {
            Share {
                format: share.tolerated,
                ..share
            }
        }
    }
}
