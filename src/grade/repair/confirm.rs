//! All games with the edits that are named, where games are long.

use super::budget::Budget;
use super::change::likeliest_first;
use super::proof::Passing;
use super::said::summary;
use super::search::Search;
use super::{LIKELY, Proved};
use crate::machine::edits::Edit;
use crate::result::Fault;

/// Plays all games with the edits that are named at each fault, where games are long and only some were played. An edit that
/// does not hold is taken back; where the budget does not suffice for one, it stays as it was. Where few games show a fault, an
/// edit is named only if everything passes with it. Gives the edits that break what is right.
pub(super) fn confirm(
    search: &Search,
    faults: &mut [Fault],
    named: &mut [Vec<Proved>],
    budget: &mut Budget,
) -> Vec<Edit> {
    let (mut whole, mut breaking): (Vec<Edit>, Vec<Edit>) = (Vec::new(), Vec::new());
    for (fault, named) in faults.iter_mut().zip(named) {
        let is_open = |proved: &Proved| matches!(proved.passing, Passing::Some { .. });
        if !named.iter().any(is_open) {
            continue;
        }

        let cases = search.cases_of(fault);
        named.retain_mut(|proved| {
            if breaking.contains(&proved.edit) {
                return false;
            }
            if whole.contains(&proved.edit) {
                proved.passing = Passing::All;
            }
            if !is_open(proved) {
                return true;
            }
            let edited = proved.edit.apply(search.text);
            match search.suite.holds_in_all(&edited, &cases, budget) {
                Some(Ok(passing)) => proved.passing = passing,
                Some(Err(refuted)) => {
                    breaking.extend((!refuted.breaks_nothing).then(|| proved.edit.clone()));
                    return false;
                }
                None => {}
            }
            whole.extend(proved.is_whole().then(|| proved.edit.clone()));
            true
        });

        if search.number_of_games(&cases) < LIKELY {
            named.retain(Proved::is_whole);
        }
        likeliest_first(named, search.text);
        fault.repair = summary(named, cases.len());
    }
    breaking
}
