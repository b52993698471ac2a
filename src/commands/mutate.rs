//! `c4grade mutate`: whether a suite notices every small mistake in the reference program, and every fault of the rules.

use std::path::{Path, PathBuf};

use c4grade::assignment::{self, Assignment, MachineSpec};
use c4grade::case::{self, Suite};
use c4grade::diagnostic::Source;
use c4grade::grade::Grader;
use c4grade::grade::explore::Depth;
use c4grade::grade::mutate::power::Power;
use c4grade::grade::mutate::{Fate, Mutant, Trials};
use c4grade::yaml::BadFile;
use clap::Args;

use super::case::file;
use super::grade::{percent, usual_jobs};
use super::interrupt::Interrupt;
use super::sandbox::SandboxArgs;
use super::{Failed, Format, live};

mod cases;
mod json;
mod text;

const FAILED: u8 = 5;
/// Too few mistakes are noticed.
const TOO_FEW: u8 = 1;

/// How far embedded machines are explored, in moves and in games at random.
const EMBEDDED: (usize, usize) = (3, 300);
/// How far native programs are explored, which play each game from its start.
const NATIVE: (usize, usize) = (2, 100);

/// The help after the options.
const AFTER: &str = "An edit that the suite does not notice is explored like `c4grade explore` does. If a game shows it, it is listed with \
                     that game, which is a case to add; else it is taken to be equivalent to the program. Faults of the rules, such as \
                     missed diagonals or a full column that is accepted, are played without any program, so that they work for \
                     every assignment.\n\nExit codes: 0 done; 1 fewer mistakes are noticed than --fail-under; 2 wrong usage, or a \
                     path that cannot be read; 3 invalid assignment or case file; 5 the reference program does not pass the suite";

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

    /// Explore what is not noticed to so many moves [default: 3; native programs 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=12))]
    plies: Option<u8>,

    /// Then by so many games at random [default: 300; native programs 100]
    #[arg(long, value_name = "N")]
    games: Option<u32>,

    /// Play each edit on every case, not only until one notices it, and report what each group of cases notices and which
    /// cases are not needed. Takes longer: twice as long for LC-3 programs, much longer for ARM and native programs
    #[arg(long)]
    full: bool,

    /// List a smallest set of cases that notices as much and has a case of each rubric group, and write it as a new case file.
    /// Includes --full
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[allow(clippy::option_option, reason = "the file may be left out")]
    minimize: Option<Option<PathBuf>>,

    /// Append a case to this file for each game that shows a mistake the suite does not notice
    #[arg(long, value_name = "FILE")]
    add: Option<PathBuf>,

    /// The tag of added cases [default: a tag of the rubric that fits the game]
    #[arg(
        long = "tag",
        visible_alias = "tags",
        value_name = "TAG",
        value_delimiter = ',',
        value_parser = file::tag,
        requires = "add"
    )]
    tags: Vec<String>,

    /// Exit with code 1 if a smaller share of the mistakes is noticed, equivalent ones not counted
    #[arg(long, value_name = "PERCENT", value_parser = percent, allow_negative_numbers = true)]
    fail_under: Option<f64>,

    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// How many edits to play at the same time [default: one per processor; native programs two]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// What was found, and on which suite.
struct Found {
    assignment: Assignment,
    suite: Suite,
    /// Why there are no edits, where there are none.
    no_edits: Option<&'static str>,
    /// Whether the programs are native.
    is_native: bool,
    /// One in so many edits was played.
    every: u32,
    mutants: Vec<Mutant>,
    /// Where every edit was played on every case.
    power: Option<Power>,
}

/// Plays the mistakes and prints what the suite does not notice.
pub fn run(args: &MutateArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let assignment = assignment::find(&args.assignment).map_err(super::bad_file)?;
    let suite = case::load(&assignment, args.cases.as_deref()).map_err(super::bad_file)?;
    let smallest = args.minimize.as_ref().and_then(Option::as_deref);
    if let Some(file) = smallest {
        cases::check_new(file, &assignment)?;
    }
    for file in args.add.iter().map(PathBuf::as_path).chain(smallest) {
        super::require_writable(file, &interrupt.hold())?;
    }

    if let Some(file) = &args.add {
        let known = file::taken_names(Some(file), &assignment);
        known.map_err(|error| {
            let code = if error.is::<BadFile>() {
                super::BAD_FILE
            } else {
                super::USAGE
            };
            Failed::new(code, super::whole(&error))
        })?;
    }
    let is_for_suite = |file: &&PathBuf| args.cases.is_none() || file::is_in(file, &assignment);
    if let Some(file) = args.add.as_ref().filter(is_for_suite)
        && !args.tags.is_empty()
    {
        file::check_tags(&args.tags, file, &assignment)?;
    }

    let found = play(args, assignment, suite)?;
    match args.format {
        Format::Text => super::print(&text::text(&found, args.minimize.is_some()))?,
        Format::Json => super::print(&json::text(&found)?)?,
    }
    if let Some(file) = &args.add {
        cases::add(&found, file, &args.tags, interrupt)?;
    }
    if let Some(file) = smallest {
        cases::write_smallest(&found, args.cases.as_deref(), file, interrupt)?;
    }

    let tally = Tally::of(found.mutants.iter());
    let is_enough = args.fail_under.is_none_or(|least| tally.percent() >= least);
    Ok(if is_enough { 0 } else { TOO_FEW })
}

fn play(args: &MutateArgs, assignment: Assignment, suite: Suite) -> anyhow::Result<Found> {
    let reference = assignment.reference()?;
    let no_edits = match (&reference, &assignment.machine) {
        (None, _) => Some("there is no reference program"),
        (Some(_), MachineSpec::Native { recipe, .. })
            if Path::new(&recipe.file)
                .extension()
                .is_none_or(|extension| extension != "c") =>
        {
            Some("edits are made only of programs in C, for the LC-3 and for ARM")
        }
        (Some(_), _) => None,
    };
    let source = reference.filter(|_| no_edits.is_none());
    let source = source.map(|bytes| Source::read("reference", &bytes));
    let sandbox = source.as_ref().map_or(Ok(None), |_| args.sandbox.of(&assignment))?;

    let is_native = matches!(assignment.machine, MachineSpec::Native { .. });
    let (plies, games) = if is_native { NATIVE } else { EMBEDDED };
    let trials = Trials {
        every: args.every as usize,
        depth: Depth {
            plies: args.plies.map_or(plies, usize::from),
            games: args.games.map_or(games, |games| games as usize),
            memory: Depth::USUAL_MEMORY,
        },
        is_full: args.full || args.minimize.is_some(),
        jobs: args.jobs.map_or_else(|| usual_jobs(&assignment), usize::from),
    };
    let grader = Grader::new(assignment.clone(), suite.cases.clone(), suite.has_rubric, false);
    let grader = grader.with_contracts(suite.contracts.clone()).with_sandbox(sandbox);
    let bar = live::bar(0, source.is_some(), |state, _| {
        live::counted(state.pos(), state.len().unwrap_or(0), "edits", live::speed(state))
    });
    let show = |done: usize, count: usize| {
        bar.set_length(count as u64);
        bar.set_position(done as u64);
    };
    let mutants = grader.mutate(source.as_ref(), trials, &show);
    bar.finish_and_clear();

    let mutants = mutants.map_err(|reason| Failed::new(FAILED, reason))?;
    Ok(Found {
        power: trials.is_full.then(|| grader.power(&mutants)),
        assignment,
        suite,
        no_edits,
        is_native,
        every: args.every,
        mutants,
    })
}

/// How many mistakes have which fate.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    noticed: usize,
    for_no_points: usize,
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
                Fate::NoticedForNoPoints => tally.for_no_points += 1,
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
