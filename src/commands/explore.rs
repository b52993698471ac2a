//! `c4grade explore`: every game to a depth against the rules model.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use c4grade::assignment::{self, Assignment, MachineSpec};
use c4grade::case;
use c4grade::diagnostic::wording::{all_of, either, format_count, plural, wrapping};
use c4grade::grade::Grader;
use c4grade::grade::explore::{Depth, Difference, Exploration, NotExplored, Stage, Watch};
use c4grade::submission::{self, Submission};
use clap::Args;

use super::grade::processors;
use super::program::{NOT_BUILT, read_program, visible};
use super::sandbox::SandboxArgs;
use super::{Failed, NOTHING, USAGE, live};

/// The exit code of a program of which a game differs.
const DIFFERS: u8 = 1;
/// The machine failed.
const FAILED: u8 = 5;

const MIB: usize = 1 << 20;

/// The columns of the report.
const WIDTH: usize = 78;
/// How far embedded machines are explored, and native programs, which play each game from its start.
const PLIES: (usize, usize) = (5, 2);
const GAMES: (usize, usize) = (1000, 50);

/// The help after the options.
const AFTER: &str = "At every position, each column is tried, and keys that must be refused. Where the program prints the same as the rules \
                     model, byte for byte, nothing more is compared; else the game is read as in grading. Then a game for each \
                     winning line is played, and games at random to their ends.\n\nExit codes: 0 no game differs; 1 a game differs; \
                     2 wrong usage, or a path that cannot be read; 3 invalid assignment or case file; 4 no program; 5 the grader failed; 6 native programs cannot \
                     run here; 14 the program does not assemble or compile";

/// The arguments of `explore`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ExploreArgs {
    /// The program [default: the assignment's reference program]
    program: Option<PathBuf>,

    /// A bundled assignment's name, or the path of a folder with a slash: `./my-course`
    #[arg(long, value_name = "NAME|DIR", default_value = "lc3-starter")]
    assignment: String,

    /// Play every game of so many moves [default: 5; native programs 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=42))]
    plies: Option<u8>,

    /// Then play so many games at random to their ends [default: 1000; native programs 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10_000_000))]
    games: Option<u32>,

    /// Keep at most so many MiB of states of the program; games whose states do not fit are not played
    #[arg(long, value_name = "MIB", default_value = "1024", value_parser = clap::value_parser!(u32).range(1..=16_777_216))]
    max_memory: u32,

    /// How many threads play [default: one per processor]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// Explores a program and prints what was found.
pub fn run(args: &ExploreArgs) -> anyhow::Result<u8> {
    let assignment = assignment::find(&args.assignment).map_err(super::bad_file)?;
    let sandbox = args.sandbox.of(&assignment)?;
    let suite = case::load(&assignment, None).map_err(super::bad_file)?;
    let submission = program(args, &assignment)?;
    let depth = depth(args, &assignment);
    let jobs = args.jobs.map_or_else(processors, usize::from);

    let name = assignment.name.clone();
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false).with_sandbox(sandbox);
    let explored = watched(depth, |watch| grader.explore(&submission, depth, jobs, watch));
    match explored {
        Ok(found) => {
            super::print(&text(&submission.file, &name, &found))?;
            Ok(if found.differences.is_empty() { 0 } else { DIFFERS })
        }
        Err(NotExplored::NotBuilt(messages)) => {
            // If standard error is closed, the exit code still shows the failure.
            let _ = anstream::stderr().write_all(messages.as_bytes());
            let message = format!("{} does not build, so no game was played", visible(&submission.file));
            Err(Failed::new(NOT_BUILT, message).into())
        }
        Err(NotExplored::Failed(reason)) => Err(Failed::new(FAILED, reason).into()),
    }
}

/// Explores, and shows meanwhile how far that is.
fn watched<T>(depth: Depth, explore: impl FnOnce(Watch) -> T) -> T {
    let stage: Arc<Mutex<Stage>> = Arc::new(Mutex::new(Stage::Positions(0)));
    let shown = Arc::clone(&stage);
    let bar = live::bar(0, true, move |state, _| {
        let stage = *shown.lock().unwrap_or_else(PoisonError::into_inner);
        let what = match stage {
            Stage::Positions(moves) => format!("positions after {moves} of {}", plural(depth.plies, "move")),
            Stage::WholeGames => "whole games".to_owned(),
        };
        live::counted(state.pos(), state.len().unwrap_or(0), &what, None)
    });

    let found = explore(&|now, done, count| {
        *stage.lock().unwrap_or_else(PoisonError::into_inner) = now;
        bar.set_length(count as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    found
}

fn depth(args: &ExploreArgs, assignment: &Assignment) -> Depth {
    let is_native = matches!(assignment.machine, MachineSpec::Native { .. });
    let usual = |(embedded, native)| if is_native { native } else { embedded };
    Depth {
        plies: args.plies.map_or_else(|| usual(PLIES), usize::from),
        games: args.games.map_or_else(|| usual(GAMES), |games| games as usize),
        memory: (args.max_memory as usize).saturating_mul(MIB),
    }
}

/// The program as a submission.
fn program(args: &ExploreArgs, assignment: &Assignment) -> anyhow::Result<Submission> {
    let found = if let Some(path) = &args.program {
        if path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            read_program(path).map_err(|reason| Failed::new(USAGE, reason))?;
        }
        submission::find_with(
            path,
            &assignment.files,
            super::links(assignment),
            &submission::Options::default(),
        )
        .map_err(|error| super::no_submission(&error))?
    } else {
        let bytes = assignment.reference()?.ok_or_else(|| {
            let message = format!("{} has no reference program: name a program", assignment.name);
            Failed::new(NOTHING, message)
        })?;
        let file = assignment.files.first().cloned().unwrap_or_default();
        submission::from_memory([("reference".to_owned(), file, bytes)])
    };

    let mut programs = found.submissions.into_iter();
    match (programs.next(), programs.next()) {
        (Some(program), None) => Ok(program),
        (None, _) => Err(Failed::new(NOTHING, "there is no program").into()),
        (Some(_), Some(_)) => Err(Failed::new(USAGE, "expected one program, found several: name one of them").into()),
    }
}

/// What was explored, and what was found.
fn text(file: &str, assignment: &str, found: &Exploration) -> String {
    let mut text = format!("{} against the rules of {assignment}\n\n", visible(file));
    for (name, value) in covered(found) {
        let options = wrapping(WIDTH)
            .initial_indent("            ")
            .subsequent_indent("            ");
        let value = textwrap::fill(&value, options);
        let _ = writeln!(text, "{name:12}{}", value.trim_start());
    }

    text.push('\n');
    if found.differences.is_empty() {
        text += "No game differs from the rules.\n";
    }
    if found.formatted > 0 {
        let _ = writeln!(
            text,
            "{} {} right, but formatted differently.",
            format_count(found.formatted as u64),
            either(found.formatted, "answer is", "answers are")
        );
    }
    for (number, difference) in found.differences.iter().enumerate() {
        text += &difference_text(number + 1, difference);
    }
    text
}

/// What was played, and what was not, each with its name.
fn covered(found: &Exploration) -> Vec<(&'static str, String)> {
    let whole_games = ("whole games", whole_games(found));
    if found.games == 0 {
        let games = "none: the program does not get to its first key as required".to_owned();
        return vec![("games", games), whole_games];
    }

    let count = |number: usize| format_count(number as u64);
    let moves = plural(found.plies, "move");
    let states = found
        .states
        .map(|states| format!("; {} states of the program", count(states)));
    let wrong_keys = match found.states {
        Some(_) => "two wrong keys in a row",
        None => "two wrong keys in a game",
    };
    let after = match &found.differences[..] {
        [] => "",
        _ => ", what follows a difference",
    };
    let not_compared = found.not_compared.iter();
    let not_compared = not_compared.fold(String::new(), |text, what| text + ", " + what);
    let mut covered = vec![
        (
            "games",
            format!("all {} of {moves}, with those that end before", format_big(found.games)),
        ),
        (
            "positions",
            format!("{} different{}", count(found.positions), states.unwrap_or_default()),
        ),
        (
            "keys",
            format!(
                "{} typed; at every position also {}",
                count(found.steps),
                keys(&found.refused)
            ),
        ),
        whole_games,
        (
            "unexplored",
            format!("other games of more than {moves}, {wrong_keys}, other wrong keys{not_compared}{after}"),
        ),
    ];
    if found.is_cut {
        covered.push(("cut short", cut_short(found)));
    }
    covered
}

/// Why fewer games were played than were asked for.
fn cut_short(found: &Exploration) -> String {
    let memory = format_count((found.depth.memory / MIB) as u64);
    let rest = match (found.plies + 1, found.depth.plies) {
        (first, last) if first > last => "wrong keys at every position".to_owned(),
        (first, last) if first == last => format!("games of {}", plural(last, "move")),
        (first, last) => format!("games of {first} to {last} moves"),
    };
    format!(
        "the states of the program take more than {memory} MiB: not all {rest} were played; --max-memory allows more"
    )
}

/// `1,426: 426 that end in each winning line, 1,000 at random`.
fn whole_games(found: &Exploration) -> String {
    let lines = found.winning_lines;
    let at_random = format!("{} at random", format_count((found.deep_games - lines) as u64));
    match (found.deep_games, lines) {
        (0, _) => "none".to_owned(),
        (_, 0) => at_random,
        _ => format!(
            "{} that complete each line in each way, {at_random}",
            format_count(lines as u64)
        ),
    }
}

fn difference_text(number: usize, difference: &Difference) -> String {
    let lead = format!("{number}. ");
    let indent = " ".repeat(lead.len());
    let paragraph = |lead: &str, text: &str| {
        let options = wrapping(WIDTH).initial_indent(lead).subsequent_indent(&indent);
        textwrap::fill(text, options) + "\n"
    };

    let moves: Vec<String> = difference.moves.iter().map(|typed| key(typed)).collect();
    let shortest = if moves.is_empty() {
        "Shortest game: before the first key".to_owned()
    } else if difference.is_shortest {
        format!("Shortest game: {}", moves.join(" "))
    } else {
        format!("Shortest game found: {}", moves.join(" "))
    };
    let count = format!("{} found like this", plural(difference.count, "game"));
    [
        paragraph(&lead, &visible(&difference.sentence)),
        paragraph(&indent, &shortest),
        paragraph(&indent, &count),
    ]
    .concat()
}

fn key(typed: &[u8]) -> String {
    visible(&typed.escape_ascii().to_string())
}

fn keys(keys: &[Vec<u8>]) -> String {
    let keys: Vec<String> = keys.iter().map(|typed| format!("`{}`", key(typed))).collect();
    all_of(&keys)
}

/// A count that may be larger than 2^64.
fn format_big(count: u128) -> String {
    u64::try_from(count).map_or_else(|_| count.to_string(), format_count)
}
