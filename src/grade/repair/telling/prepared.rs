//! A game is prepared: what the program itself does in it, from key to key.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

use super::{Arrivals, Game, TRACED};
use crate::connect4::Script;
use crate::grade::attempt::Attempt;
use crate::grade::judge::compare::{is_all, without_banners};
use crate::grade::plan::Plan;
use crate::grade::repair::cases::wrong_reply;
use crate::grade::repair::followed::{Followed, Longest};
use crate::grade::repair::output::{in_common, judged_wrong_after};
use crate::machine::{Bounds, Limits, Service, Session, Trace};
use crate::result::{CaseVerdict, Ending};

/// How much more a changed program may run between two keys than the program itself did at most, and how many instructions
/// in any case.
const PATIENCE: (u64, u64) = (2, 4_000);
/// The same where pauses are skipped, which count as instructions: how many more are executed, and how many are counted.
const PATIENCE_WITH_PAUSES: (u64, [u64; 2]) = (3, [20_000, 20_000_000]);

impl Game {
    /// The game of a case. `None` where it cannot be played from key to key. With what is `expected` a change must print exactly
    /// that; else the same game in any format.
    pub fn of(
        plan: &Plan,
        attempt: &Attempt,
        (index, expected): (usize, Option<Vec<u8>>),
        session: &mut Session,
        followed: &mut Followed,
    ) -> Option<Self> {
        let outcome = &attempt.outcomes[index];
        let case = outcome.compared_with();
        let limits = plan.assignment.limits;
        let is_right = outcome.verdict <= CaseVerdict::Format;
        let halts = case.ends == Ending::Halted;
        let game = Self {
            is_by_reply: expected.is_none() && wrong_reply(outcome).is_some(),
            expected,
            wrong_after: (!is_right).then(|| judged_wrong_after(outcome)),
            ..Self::unplayed(index, outcome.script.clone()?, halts, limits)
        };
        let traces = match followed.traces.get(&index) {
            Some(traces) => Rc::clone(traces),
            None => game.followed(session)?,
        };
        followed.traces.insert(index, Rc::clone(&traces));
        let game = Self { traces, ..game }.prepared(session, followed.longest)?;
        followed.longest = followed.longest.max(Longest::of(game.right_stretches()));
        Some(game)
    }

    /// A game of which nothing is known yet but its keys.
    fn unplayed(index: usize, script: Script, halts: bool, limits: Limits) -> Self {
        Self {
            index,
            expected: None,
            halts,
            is_by_reply: false,
            script,
            pauses: Vec::new(),
            printed: Vec::new(),
            traces: Rc::default(),
            first: BTreeMap::new(),
            wrong_after: None,
            right: 0,
            is_as_required: false,
            overwritten: BTreeSet::new(),
            arrivals: None,
            limits,
            patience: None,
        }
    }

    /// The same game, held to the byte, of another program.
    pub fn of_edited(&self, limits: Limits, session: &mut Session) -> Option<Self> {
        self.expected.as_ref()?;
        let game = Self {
            expected: self.expected.clone(),
            // Unless it turns out to be right.
            wrong_after: Some(0),
            ..Self::unplayed(self.index, self.script.clone(), self.halts, limits)
        };
        let traces = game.followed(session)?;
        let mut game = Self { traces, ..game }.prepared(session, Longest::default())?;
        game.wrong_after = game.wrong_after.filter(|_| !game.is_as_required);
        Some(game)
    }

    /// What runs in it.
    fn followed(&self, session: &mut Session) -> Option<Rc<[Trace]>> {
        session.patch(None);
        session.trace(&self.script.keys, TRACED).map(Rc::from)
    }

    /// The game with what the program does in it.
    fn prepared(self, session: &mut Session, others: Longest) -> Option<Self> {
        session.patch(None);
        let mut game = self;
        for (key, trace) in game.traces.iter().enumerate() {
            for address in &trace.addresses {
                game.first.entry(*address).or_insert(key);
            }
        }
        game.play(session)?;

        let own = Longest::of(game.right_stretches());
        let (longest, times, [executed, counted]) = match session {
            Session::Arm(_) => (own.max(others), PATIENCE_WITH_PAUSES.0, PATIENCE_WITH_PAUSES.1),
            Session::Lc3(_) | Session::Native(_) => (own, PATIENCE.0, [PATIENCE.1; 2]),
        };
        game.limits.instructions = longest.counted * times + counted;
        game.patience = Some(longest.executed * times + executed);
        Some(game)
    }

    /// What runs between the keys up to which it is right: after them it may never end.
    fn right_stretches(&self) -> &[Trace] {
        let played = self.printed.len().min(self.traces.len());
        &self.traces[..if self.fails() { played.saturating_sub(1) } else { played }]
    }

    /// The same game, with the program before each instruction's first run.
    pub fn with_arrivals(mut self, session: &mut Session) -> Self {
        let Some(wrong) = self.wrong_after else { return self };
        session.patch(None);
        let mut whole = Arrivals::new();
        for key in 0..=wrong.min(self.pauses.len()) {
            self.arrive(session, key, &mut whole);
        }
        let mut end = Arrivals::new();
        self.arrive(session, wrong.min(self.pauses.len()), &mut end);
        self.arrivals = Some([whole, end]);
        self
    }

    /// Adds the first runs of instructions after a key.
    fn arrive(&self, session: &mut Session, key: usize, known: &mut Arrivals) {
        let before = key.checked_sub(1).map(|before| &self.pauses[before]);
        let mut seen: HashSet<u32> = known.keys().copied().collect();
        let arrivals = session.arrivals(before, self.keys(key), self.limits, |address| seen.insert(address));
        for arrival in arrivals {
            known.insert(arrival.address, (known.len(), key, arrival));
        }
    }

    /// Plays the program itself, up to where it stops, or where it is certain to be wrong.
    fn play(&mut self, session: &mut Session) -> Option<()> {
        let mut right = 0;
        let mut halted = false;
        for key in 0..=self.script.keys.len() {
            let bounds = Bounds {
                patience: Some(TRACED),
                ..Bounds::default()
            };
            let stretch = session.stretch_within(self.pauses.last(), self.keys(key), self.limits, bounds)?;
            let is_right = self.expected.as_ref().is_none_or(|expected| {
                let printed = without_banners(&stretch.output, &[Service::Halt]).bytes;
                let same = in_common(&expected[right..], &printed);
                right += same;
                same == printed.len()
            });
            self.printed.push(stretch.output);
            match stretch.end {
                Ok(paused) if is_right => self.pauses.push(paused),
                Ok(_) => break,
                Err(stop) => {
                    halted = is_right && stop.ending == Ending::Halted;
                    break;
                }
            }
        }
        self.right = right;
        self.overwritten = session.overwritten_code();

        let last = self.printed.len() - 1;
        let ended = halted || self.pauses.len() == self.printed.len();
        let is_all = self.expected.as_ref().is_some_and(|expected| is_all(expected, right));
        self.is_as_required = ended && is_all && halted == self.halts;
        self.wrong_after = self.wrong_after.map(|judged| match &self.expected {
            Some(_) => last,
            None => judged.min(last),
        });
        Some(())
    }
}
