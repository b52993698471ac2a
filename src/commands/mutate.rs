//! `c4grade mutate`: whether a suite notices every small mistake in the reference program.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use c4grade::assignment::{self, MachineSpec};
use c4grade::case;
use c4grade::diagnostic::Source;
use c4grade::diagnostic::wording::{format_count, plural, wrapping};
use c4grade::grade::Grader;
use c4grade::grade::explore::{Depth, Difference};
use c4grade::grade::mutate::{Fate, Mutant};
use c4grade::machine::edits::EditKind;
use clap::Args;
use indicatif::ProgressBar;

use super::Failed;
use super::grade::{percent, processors};

/// There is no reference program, or it cannot be used.
const NOTHING: u8 = 4;
const FAILED: u8 = 5;
/// Too few edits are noticed.
const TOO_FEW: u8 = 1;
/// So many equivalent edits are listed.
const SAMPLE: usize = 8;
/// The columns of the report.
const WIDTH: usize = 78;

/// The help after the options.
const AFTER: &str = "An edit that the suite does not notice is explored like `c4grade explore` does. If a game shows it, it is listed with \
                     that game, which is a case to add; else it is taken to be equivalent to the program.\n\nExit codes: 0 done; 1 fewer \
                     edits are noticed than --fail-under; 2 wrong usage; 3 invalid assignment or case file; 4 no reference program; 5 \
                     the reference program does not pass the suite";

/// The arguments of `mutate`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct MutateArgs {
    /// A bundled assignment's name, or the path of a folder with a slash: `./my-course`
    #[arg(long, value_name = "NAME|DIR", default_value = "lc3-starter")]
    assignment: String,

    /// Use these cases instead of the assignment's own
    #[arg(long, value_name = "FILE|DIR")]
    cases: Option<PathBuf>,

    /// Take only one of so many edits
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,

    /// Explore what is not noticed to so many moves
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=12))]
    plies: u8,

    /// Then by so many games at random
    #[arg(long, value_name = "N", default_value_t = 300)]
    games: u32,

    /// Exit with code 1 if a smaller share of the edits is noticed, equivalent ones not counted
    #[arg(long, value_name = "PERCENT", value_parser = percent, allow_negative_numbers = true)]
    fail_under: Option<f64>,

    /// How many edits to play at the same time [default: one per processor]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

/// Plays the edits and prints what the suite does not notice.
pub fn run(args: &MutateArgs) -> anyhow::Result<u8> {
    let assignment = assignment::find(&args.assignment).map_err(super::bad_file)?;
    if matches!(assignment.machine, MachineSpec::Native { .. }) {
        let message = "edits of native programs are not supported: only of programs for the LC-3 and for ARM";
        return Err(Failed::new(super::USAGE, message).into());
    }
    let suite = case::load(&assignment, args.cases.as_deref()).map_err(super::bad_file)?;
    let bytes = assignment.reference()?.ok_or_else(|| {
        let message = format!("{} has no reference program", assignment.name);
        Failed::new(NOTHING, message)
    })?;

    let name = assignment.name.clone();
    let source = Source::read("reference", &bytes);
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false).with_contracts(suite.contracts);
    let depth = Depth {
        plies: usize::from(args.plies),
        games: args.games as usize,
    };
    let jobs = args.jobs.map_or_else(processors, usize::from);
    let bar = ProgressBar::new(0);
    let show = |done: usize, count: usize| {
        bar.set_length(count as u64);
        bar.set_position(done as u64);
    };
    let mutants = grader.mutate(&source, (args.every as usize, depth), jobs, &show);
    bar.finish_and_clear();

    let mutants = mutants.map_err(|reason| Failed::new(FAILED, reason))?;
    let tally = Tally::of(mutants.iter());
    super::print(&text(&name, &mutants))?;
    let is_enough = args.fail_under.is_none_or(|least| tally.percent() >= least);
    Ok(if is_enough { 0 } else { TOO_FEW })
}

/// How many edits have which fate.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    noticed: usize,
    missed: usize,
    equivalent: usize,
    other: usize,
}

impl Tally {
    fn of<'m>(mutants: impl Iterator<Item = &'m Mutant>) -> Self {
        let mut tally = Self::default();
        for mutant in mutants {
            match mutant.fate {
                Fate::Noticed => tally.noticed += 1,
                Fate::Missed(_) => tally.missed += 1,
                Fate::Equivalent => tally.equivalent += 1,
                Fate::NotBuilt | Fate::Same | Fate::Failed(_) => tally.other += 1,
            }
        }
        tally
    }

    /// The share that is noticed of those that are not equivalent.
    fn percent(self) -> f64 {
        let count = self.noticed + self.missed;
        if count == 0 {
            return 100.0;
        }
        100.0 * self.noticed as f64 / count as f64
    }
}

fn text(assignment: &str, mutants: &[Mutant]) -> String {
    let count = |number: usize| format_count(number as u64);
    let tally = Tally::of(mutants.iter());
    let mut text = format!(
        "{assignment}: {} of the reference program\n\nThe suite notices {} of {}, which is {:.2} %. {} equivalent, as far as they \
         were explored;\n{} assemble, or are the same as another edit.\n\n",
        plural(mutants.len(), "edit"),
        count(tally.noticed),
        count(tally.noticed + tally.missed),
        tally.percent(),
        match tally.equivalent {
            1 => "1 more is".to_owned(),
            more => format!("{} more are", count(more)),
        },
        match tally.other {
            1 => "1 does not".to_owned(),
            more => format!("{} do not", count(more)),
        },
    );

    let _ = writeln!(text, "{:22}{:>8}{:>8}{:>12}", "kind", "noticed", "missed", "equivalent");
    for kind in EditKind::ALL {
        let of_kind = Tally::of(mutants.iter().filter(|mutant| mutant.edit.kind == kind));
        let (noticed, missed, equivalent) = (of_kind.noticed, of_kind.missed, of_kind.equivalent);
        let _ = writeln!(text, "{:22}{noticed:>8}{missed:>8}{equivalent:>12}", kind.words());
    }

    text += &missed(mutants);
    text += &equivalent(mutants);
    for mutant in mutants {
        if let Fate::Failed(reason) = &mutant.fate {
            let _ = writeln!(text, "\nline {}: the grader failed: {reason}", mutant.edit.line);
        }
    }
    text
}

/// The edits that the suite misses, each with a game that shows it.
fn missed(mutants: &[Mutant]) -> String {
    let found = mutants.iter().filter_map(|mutant| match &mutant.fate {
        Fate::Missed(difference) => Some((mutant, difference)),
        _ => None,
    });
    let mut by_game: BTreeMap<Vec<Vec<u8>>, Vec<(&Mutant, &Difference)>> = BTreeMap::new();
    for (mutant, difference) in found {
        by_game
            .entry(difference.moves.clone())
            .or_default()
            .push((mutant, difference));
    }

    let mut text = String::new();
    for (moves, found) in &by_game {
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
            let _ = writeln!(text, "  line {}: {}", mutant.edit.line, change(mutant));
            let sentence = wrapping(WIDTH).initial_indent("    ").subsequent_indent("    ");
            let _ = writeln!(text, "{}", textwrap::fill(&difference.sentence, sentence));
        }
    }
    text
}

/// A sample of the edits that nothing shows.
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
        let _ = writeln!(text, "  line {}: {}", mutant.edit.line, change(mutant));
    }
    text
}

fn change(mutant: &Mutant) -> String {
    let edit = &mutant.edit;
    if edit.after.is_empty() {
        format!("without `{}`", edit.before)
    } else {
        format!("`{}` in place of `{}`", edit.after, edit.before)
    }
}
