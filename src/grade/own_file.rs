//! The commands of a report name the submission's own file.

use super::explain::failure::quote;
use super::plan::Plan;
use crate::result::StudentReport;

/// Puts the name of a submission's file in the place of the assignment's in every command.
pub(super) fn name_in_commands(plan: &Plan, report: &mut StudentReport) {
    let own = report.file.rsplit('/').next().unwrap_or_default();
    // A name that begins like an option.
    let own = own
        .strip_prefix('-')
        .map_or_else(|| own.to_owned(), |rest| format!("./-{rest}"));
    let (asked, own) = (quote(plan.file()), quote(&own));
    let (asked, own) = (format!("c4grade run {asked} "), format!("c4grade run {own} "));
    let rename = |command: &mut String| *command = command.replacen(&asked, &own, 1);

    for case in report.groups.iter_mut().flat_map(|group| &mut group.cases) {
        rename(&mut case.command);
    }
    for shortest in report.faults.iter_mut().filter_map(|fault| fault.shortest.as_mut()) {
        rename(&mut shortest.command);
    }
}
