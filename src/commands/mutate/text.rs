//! The report of `c4grade mutate` for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use c4grade::diagnostic::wording::{counted, format_count, plural, wrapping};
use c4grade::grade::explore::Difference;
use c4grade::grade::mutate::power::Power;
use c4grade::grade::mutate::{Change, Fate, Mutant};

use super::{Found, Tally};

/// So many equivalent mistakes and unneeded cases are listed.
const SAMPLE: usize = 8;
/// The columns of the report.
const WIDTH: usize = 78;

/// The report; with the cases of a smallest suite where they are asked for.
pub(super) fn text(found: &Found, lists_smallest: bool) -> String {
    let mutants = &found.mutants;
    let mut text = summary(found);
    text += &kinds(mutants);
    if let Some(power) = &found.power {
        text += &groups(found, power);
        text += &unneeded(found, power);
    }
    if let Some(power) = found.power.as_ref().filter(|_| lists_smallest) {
        text += &smallest(found, power);
    }

    text += &missed(mutants);
    text += &equivalent(mutants);
    for mutant in mutants {
        if let Fate::Failed(reason) = &mutant.fate {
            let _ = writeln!(text, "\n{}: the grader failed: {reason}", mutant.change.words());
        }
    }
    text
}

fn summary(found: &Found) -> String {
    let count = |number: usize| format_count(number as u64);
    let is_fault = |mutant: &&Mutant| matches!(mutant.change, Change::Fault(_));
    let faults = found.mutants.iter().filter(is_fault).count();
    let edits = found.mutants.len() - faults;
    let faults = counted(faults, "fault of the rules", "faults of the rules");
    let tally = Tally::of(found.mutants.iter());

    let mut text = format!("{}: ", found.assignment.name);
    text += &match found.no_edits {
        None => format!("{} of the reference program, {faults}\n\n", plural(edits, "edit")),
        Some(reason) => format!("{faults}\nNo edits: {reason}.\n\n"),
    };
    let _ = write!(
        text,
        "The suite notices {} of {}, which is {:.2} %. {}",
        count(tally.noticed),
        count(tally.noticed + tally.missed),
        tally.percent(),
        match tally.equivalent {
            1 => "1 more is equivalent, as far as it was explored".to_owned(),
            more => format!("{} more are equivalent, as far as they were explored", count(more)),
        },
    );
    let build = if found.is_native { "compile" } else { "assemble" };
    text += &match (found.no_edits, tally.other) {
        (Some(_), _) => ".\n\n".to_owned(),
        (None, 1) => format!(";\n1 does not {build}, or is the same as another edit.\n\n"),
        (None, more) => format!(
            ";\n{} do not {build}, or are the same as another edit.\n\n",
            count(more)
        ),
    };
    text += &for_no_points(tally.for_no_points);
    text
}

/// What only contracts notice that are worth no points.
fn for_no_points(count: usize) -> String {
    let counted = match count {
        0 => return String::new(),
        1 => "1 more is".to_owned(),
        more => format!("{} more are", format_count(more as u64)),
    };
    let text = format!(
        "{counted} noticed only by subroutine contracts that are worth no points, and not counted above: no explored game shows \
         what is wrong, and the grade is the same."
    );
    textwrap::fill(&text, wrapping(WIDTH)) + "\n\n"
}

fn kinds(mutants: &[Mutant]) -> String {
    let mut text = String::new();
    let has_unpaid = Tally::of(mutants.iter()).for_no_points > 0;
    let unpaid = if has_unpaid { "   no points" } else { "" };
    let _ = writeln!(
        text,
        "{:22}{:>8}{:>8}{:>12}{unpaid}",
        "kind", "noticed", "missed", "equivalent"
    );
    for kind in Change::kinds() {
        let of_kind = || mutants.iter().filter(|mutant| mutant.change.kind() == kind);
        if of_kind().next().is_none() {
            continue;
        }
        let tally = Tally::of(of_kind());
        let (noticed, missed, equivalent) = (tally.noticed, tally.missed, tally.equivalent);
        let unpaid = match tally.for_no_points {
            _ if !has_unpaid => String::new(),
            count => format!("{count:>12}"),
        };
        let _ = writeln!(text, "{kind:22}{noticed:>8}{missed:>8}{equivalent:>12}{unpaid}");
    }
    text
}

fn groups(found: &Found, power: &Power) -> String {
    let noticed = found.mutants.iter().filter(|mutant| !mutant.noticed_by.is_empty());
    let noticed = noticed.count();
    let mut text = format!(
        "\n{:38}{:>6}{:>9}{:>8}{:>15}\n",
        "group", "cases", "noticed", "share", "no other group"
    );
    for group in &power.groups {
        let share = 100.0 * group.noticed as f64 / noticed.max(1) as f64;
        let _ = writeln!(
            text,
            "{:38}{:>6}{:>9}{share:>6.1} %{:>15}",
            group.name, group.cases, group.noticed, group.alone
        );
    }
    text
}

/// How many cases nobody needs for what the suite notices, and some of them.
fn unneeded(found: &Found, power: &Power) -> String {
    let mut text = String::new();
    let lists = [
        (&power.unneeded, "nothing that no other case or contract notices"),
        (&power.idle, "none of these mistakes"),
    ];
    for (positions, what) in lists {
        if positions.is_empty() {
            continue;
        }
        let all = plural(found.suite.cases.len(), "case");
        let end = match positions.len() {
            few if few <= SAMPLE => ":".to_owned(),
            _ => ", for example:".to_owned(),
        };
        let _ = writeln!(
            text,
            "\n{} of {all} notice {what}{end}",
            format_count(positions.len() as u64)
        );
        for index in positions.iter().step_by(positions.len().div_ceil(SAMPLE).max(1)) {
            let _ = writeln!(text, "  {}", found.suite.cases[*index].name);
        }
    }
    text
}

fn smallest(found: &Found, power: &Power) -> String {
    let sample = if found.every > 1 { " of this sample" } else { "" };
    let mut text = format!(
        "\nA smallest suite that notices as much{sample}, with a case of each group: {} of {}.\n",
        format_count(power.smallest.len() as u64),
        plural(found.suite.cases.len(), "case")
    );
    if !found.suite.contracts.is_empty() {
        let _ = writeln!(
            text,
            "The {} stay in it: {} noticed by them alone.",
            plural(found.suite.contracts.len(), "subroutine contract"),
            counted(power.by_contracts_alone, "mistake is", "mistakes are")
        );
    }
    for index in &power.smallest {
        let _ = writeln!(text, "  {}", found.suite.cases[*index].name);
    }
    text
}

/// The mistakes that the suite misses by the game that shows them, in the order of the games.
pub(super) fn by_game(mutants: &[Mutant]) -> BTreeMap<&[Vec<u8>], Vec<(&Mutant, &Difference)>> {
    let mut by_game: BTreeMap<&[Vec<u8>], Vec<(&Mutant, &Difference)>> = BTreeMap::new();
    for mutant in mutants {
        if let Fate::Missed(difference) = &mutant.fate {
            by_game.entry(&difference.moves).or_default().push((mutant, difference));
        }
    }
    by_game
}

/// The mistakes that the suite misses, each with a game that shows it.
fn missed(mutants: &[Mutant]) -> String {
    let mut text = String::new();
    for (moves, found) in by_game(mutants) {
        let moves: Vec<String> = moves.iter().map(|typed| typed.escape_ascii().to_string()).collect();
        let _ = writeln!(
            text,
            "\nNot noticed; this game shows {}:",
            if found.len() == 1 { "it" } else { "them" }
        );
        text += &textwrap::fill(
            &format!("--moves \"{}\"", moves.join(" ")),
            wrapping(WIDTH).initial_indent("  ").subsequent_indent("    "),
        );
        text.push('\n');
        for (mutant, difference) in found {
            let change = wrapping(WIDTH).initial_indent("  ").subsequent_indent("    ");
            let _ = writeln!(text, "{}", textwrap::fill(&mutant.change.words(), change));
            let sentence = wrapping(WIDTH).initial_indent("    ").subsequent_indent("    ");
            let _ = writeln!(text, "{}", textwrap::fill(&difference.sentence, sentence));
        }
    }
    text
}

/// A sample of the mistakes that nothing shows.
fn equivalent(mutants: &[Mutant]) -> String {
    let found: Vec<&Mutant> = mutants
        .iter()
        .filter(|mutant| mutant.fate == Fate::Equivalent)
        .collect();
    let mut text = String::new();
    if !found.is_empty() {
        text += "\nEquivalent as far as they were explored, a sample:\n";
    }
    for mutant in found.iter().step_by(found.len().div_ceil(SAMPLE).max(1)) {
        let _ = writeln!(text, "  {}", mutant.change.words());
    }
    text
}
