//! Playing a suite in each way that the assignment allows, and choosing the way that counts.

use super::Grader;
use super::bench::Bench;
use super::model::CaseVerdict;
use super::play::{self, NotKept, Played, Table, Way};
use super::score::{PlannedGroup, Share, cents};

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

    fn is_perfect(&self) -> bool {
        self.played.iter().all(|played| played.verdict == CaseVerdict::Pass)
    }
}

impl Grader {
    /// Plays the suite in each way until one earns everything; gives all that were tried and which of them counts.
    ///
    /// A further way is tried on the hand-kept cases first: where it does no better there, the generated families are
    /// not played again.
    ///
    /// A further way whose runs were not kept is not tried; without those of the first way there is nothing to judge.
    pub(super) fn try_ways(&self, bench: &mut Bench) -> Result<(Vec<Attempt>, usize), NotKept> {
        let mut attempts = vec![self.attempt(self.ways[0], bench)?];
        let mut best = 0;
        for way in &self.ways[1..] {
            if attempts[best].is_perfect() {
                break;
            }
            if !self.is_promising(*way, bench, &attempts[best]) {
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

    /// Whether a way gets a better verdict than `best` on any hand-kept case. A case is played only where it could: under
    /// another protocol than the demanded one nothing is better than `format`.
    fn is_promising(&self, way: Way, bench: &mut Bench, best: &Attempt) -> bool {
        let could_be = if way.protocol == self.assignment.protocol {
            CaseVerdict::Pass
        } else {
            CaseVerdict::Format
        };
        let improvable = (0..self.cases.len()).filter(|index| could_be < best.played[*index].verdict);
        let (mut chosen, families): (Vec<usize>, Vec<usize>) =
            improvable.partition(|index| self.cases[*index].family.is_none());
        if chosen.is_empty() {
            chosen = families;
        }
        let played = Table::new(&self.assignment, way, bench).play_some(&self.cases, &chosen);
        let mut pairs = chosen
            .iter()
            .filter_map(|index| Some((played[*index].as_ref()?, &best.played[*index])));
        pairs.any(|(new, old)| new.verdict < old.verdict)
    }

    fn attempt(&self, way: Way, bench: &mut Bench) -> Result<Attempt, NotKept> {
        let played = Table::new(&self.assignment, way, bench).play_all(&self.cases)?;
        let total = |share: Share| {
            let points = |planned: &PlannedGroup| {
                planned
                    .earned(&self.cases, |index| share.of(played[index].verdict))
                    .points
            };
            cents(self.groups.iter().map(points).sum())
        };
        let (score, exact, game) = (total(self.share), total(Share::EXACT), total(Share::GAME));
        Ok(Attempt {
            way,
            played,
            score,
            exact,
            game,
        })
    }

    /// What the ways that were tried have to say.
    pub(super) fn notes(&self, attempts: &[Attempt], best: usize) -> Vec<String> {
        let mut notes = Vec::new();
        let chosen = &attempts[best];
        let other = attempts
            .iter()
            .find(|attempt| attempt.way.protocol == chosen.way.protocol && attempt.way != chosen.way);
        if let Some(other) = other.filter(|other| other.rank() != chosen.rank()) {
            notes.push(format!(
                "It depends on the simulator: where {} it earns {} points, where {} it earns {}. The better result counts.",
                chosen.way.linkage_words(),
                chosen.score,
                other.way.linkage_words(),
                other.score
            ));
        }
        if chosen.way.protocol != self.assignment.protocol {
            notes.push(format!(
                "It was played with another input protocol than the assignment demands: {}, not {}.",
                play::protocol_words(chosen.way.protocol),
                play::protocol_words(self.assignment.protocol)
            ));
        }
        notes
    }
}
