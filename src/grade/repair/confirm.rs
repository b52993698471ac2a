//! All games with the edits that are named, where games are long.

use super::Proved;
use super::budget::Budget;
use super::said::summary;
use super::search::Search;
use crate::machine::edits::Edit;
use crate::result::Fault;

/// Plays all games with the edits that are named at each fault, where games are long and only some were played. An edit that
/// does not hold is taken back; where the budget does not suffice for one, it stays as it was. Gives those that break what is right.
pub(super) fn confirm(
    search: &Search,
    faults: &mut [Fault],
    named: &mut [Vec<Proved>],
    budget: &mut Budget,
) -> Vec<Edit> {
    let (mut whole, mut breaking): (Vec<Edit>, Vec<Edit>) = (Vec::new(), Vec::new());
    for (fault, named) in faults.iter_mut().zip(named) {
        if named.first().is_none_or(|best| best.is_whole) {
            continue;
        }

        let cases = search.cases_of(fault);
        let best = named[0].edit.clone();
        let mut confirmed: Vec<Proved> = Vec::new();
        for edit in named.drain(..) {
            if breaking.contains(&edit.edit) {
                continue;
            }
            let holds = if edit.is_whole || whole.contains(&edit.edit) {
                Some(Ok(true))
            } else {
                search.suite.holds_in_all(&edit.edit.apply(search.text), &cases, budget)
            };
            let is_whole = match holds {
                Some(Err(refuted)) => {
                    breaking.extend((!refuted.breaks_nothing).then_some(edit.edit));
                    continue;
                }
                Some(Ok(is_whole)) => is_whole,
                None => false,
            };
            whole.extend(is_whole.then(|| edit.edit.clone()));
            confirmed.push(Proved {
                is_whole,
                is_open: holds.is_none(),
                ..edit
            });
        }
        confirmed.sort_by_key(|proved| (!proved.is_whole, proved.likelihood));

        let is_open = confirmed.first().is_some_and(|best| best.is_open);
        let fewest = search.suite.fewest().filter(|_| is_open);
        let mut repair = summary(&confirmed, cases.len(), fewest);
        if let (Some(repair), Some(before)) = (&mut repair, &fault.repair)
            && is_open
            && confirmed[0].edit == best
        {
            // By how many cases it was proved was said before; what is the least by now may be of another edit.
            (repair.cases, repair.others) = (before.cases, before.others);
        }
        fault.repair = repair;
        *named = confirmed;
    }
    breaking
}
