//! Every case on an edited program, where games are long and only some were played at first.

use super::trial::Trial;
use super::{Passing, Refuted, Suite};
use crate::grade::repair::budget::Budget;

impl Suite<'_, '_> {
    /// Whether an edit that holds by some cases does so by all of these and all that pass, and then what passes. `None` where the
    /// budget does not suffice.
    pub fn holds_in_all(&self, text: &str, cases: &[usize], budget: &mut Budget) -> Option<Result<Passing, Refuted>> {
        if budget.is_used_up() {
            return None;
        }
        let program = match self.edited(text, budget) {
            Ok(program) => program,
            Err(refuted) => return Some(Err(refuted)),
        };
        let mut runner = self.runner(program);
        let mut trial = Trial::new(self, self.attempt.config, &mut runner, false);
        let passed = self.passed_beside(cases);
        let others: Vec<usize> = self.others(cases).collect();

        // Those that fail come first; in the order of their keys what games have in common is executed once.
        let mut refuted = None;
        for index in self.in_order(cases).chain(self.in_order(&passed)) {
            if !trial.is_right(index) {
                refuted = Some(Refuted {
                    case: Some(index),
                    breaks_nothing: cases.contains(&index),
                    ..Refuted::default()
                });
            }
            if refuted.is_some() || trial.spent() >= budget.left {
                break;
            }
        }

        let is_known = refuted.is_some() || trial.spent() < budget.left;
        let is_whole = is_known && refuted.is_none() && trial.is_whole(self.in_order(&others));
        budget.spend(trial.spent());
        let passing = if is_whole { Passing::All } else { Passing::Mended };
        is_known.then(|| refuted.map_or(Ok(passing), Err))
    }
}
