//! `c4grade case record`: a game of a program, kept as a case.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use c4grade::assignment::{self, Assignment, MachineSpec};
use c4grade::case;
use c4grade::case::write::{self, NewCase};
use c4grade::connect4::{Expected, Script};
use c4grade::diagnostic::wording::{all_of, plural};
use c4grade::diagnostic::{Source, render};
use c4grade::grade::record::{Agreement, Recorder};
use c4grade::machine::Target;
use clap::Args;

use super::NOT_HELD;
use super::file::{self, Problems};
use crate::commands::interrupt::Interrupt;
use crate::commands::program::{NOT_BUILT, ending, read_input, read_program, usage, visible, whole_program};
use crate::commands::sandbox::SandboxArgs;
use crate::commands::{play, say};

/// The arguments of `case record`.
#[derive(Debug, Args)]
pub struct RecordArgs {
    /// The program that is played; without `--moves` you play it, or standard input is typed
    program: PathBuf,
    /// The keys, separated by spaces: "1 2 1 2 1 2 1"
    #[arg(long)]
    moves: Option<String>,
    /// The case's name [default: what the game shows]
    #[arg(long)]
    name: Option<String>,
    /// A tag that assigns the case to a rubric group; can be repeated
    #[arg(long = "tag", visible_alias = "tags", value_name = "TAG", value_delimiter = ',', value_parser = file::tag)]
    tags: Vec<String>,
    /// Its points, or its weight within its rubric group
    #[arg(long, allow_negative_numbers = true)]
    points: Option<f64>,
    /// The case file to append to, created if necessary [default: print the case]
    #[arg(long, visible_alias = "file", value_name = "FILE")]
    out: Option<PathBuf>,
    /// Keep the game also where the program prints something else: the transcript is the one of the rules
    #[arg(long)]
    keep_by_rules: bool,
    /// A bundled assignment's name, or the path of a folder with a slash
    #[arg(long, value_name = "NAME|DIR", default_value = "lc3-starter")]
    assignment: String,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// Runs the command; returns the exit code.
pub fn run(args: &RecordArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let assignment = assignment::find(&args.assignment)?;
    let taken = &mut file::taken_names(args.out.as_deref(), &assignment)?;
    if let Some(file) = args.out.as_ref().filter(|file| file::is_in(file, &assignment)) {
        file::check_tags(&args.tags, file, &assignment)?;
    }
    let mut recorder = match recorder(args, &assignment)? {
        Ok(recorder) => recorder,
        Err(code) => return Ok(code),
    };
    let script = script(args, &assignment, &mut recorder, interrupt)?;
    let expected = Expected::play(&assignment.game, &script);
    let named = || case::title(&assignment, &script, &expected);
    let name = file::unique(&args.name.clone().unwrap_or_else(named), taken);
    let entry = entry(args, &assignment, &name, &script, &expected)?;
    let (cases, _) = case::prove(Source::new("new case", entry.as_str()), &assignment)?;

    let agreement = recorder.compare(&cases[0])?;
    if let Some(difference) = words(&agreement) {
        say(&difference);
        if !args.keep_by_rules {
            say("the game was not kept; to keep it with the transcript of the rules, add --keep-by-rules");
            return Ok(NOT_HELD);
        }
    }

    file::add(
        &entry,
        args.out.as_deref(),
        &assignment,
        &[&args.tags],
        Problems::Note,
        interrupt,
    )?;
    if let Some(file) = &args.out {
        say(&format!("added `{name}` to {}", file.display()));
    }
    Ok(0)
}

/// The program, built as the assignment does; or an exit code, after the messages.
fn recorder<'a>(args: &RecordArgs, assignment: &'a Assignment) -> anyhow::Result<Result<Recorder<'a>, u8>> {
    let sandbox = args.sandbox.of(assignment)?;
    let bytes = match read_program(&args.program) {
        Ok(bytes) => bytes,
        Err(reason) => return Ok(Err(usage(&reason))),
    };
    let target = match assignment.machine {
        MachineSpec::Lc3 { .. } => Target::Lc3,
        MachineSpec::Arm { .. } => Target::Arm,
        MachineSpec::Native { .. } => Target::Native,
    };
    let (name, bytes) = match whole_program(&args.program, target, bytes) {
        Ok(whole) => whole,
        Err(reason) => return Ok(Err(usage(&reason))),
    };

    let (build, recorder) = Recorder::build(assignment, &name, &bytes, sandbox.as_ref())?;
    let diagnostics = render::terminal(&build.diagnostics, &build.source, true);
    // If standard error is closed, the exit code still shows the failure.
    let _ = anstream::stderr().write_all(diagnostics.as_bytes());
    Ok(recorder.ok_or(NOT_BUILT))
}

/// The keys of the game: given, played by a person, or read from standard input.
fn script(
    args: &RecordArgs,
    assignment: &Assignment,
    recorder: &mut Recorder,
    interrupt: &Interrupt,
) -> anyhow::Result<Script> {
    if let Some(moves) = &args.moves {
        return Ok(Script::from_moves(moves, assignment.protocol));
    }
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        let keys = read_input(Path::new("-")).context("failed to read standard input")?;
        return Ok(Script::from_input(&keys, assignment.protocol));
    }

    let target = recorder.target();
    let mut session = recorder.session().context("the program could not be run")?;
    say("Type your moves. Ctrl-D ends the game and keeps it, Ctrl-C leaves without keeping it.");
    let played = play::at_keyboard(&mut session, assignment.limits, target, interrupt)?;
    if let Some(run) = &played.run {
        say(&ending(run, target));
    }
    Ok(Script::from_input(&played.keys, assignment.protocol))
}

/// The case with the transcript of the rules.
fn entry(
    args: &RecordArgs,
    assignment: &Assignment,
    name: &str,
    script: &Script,
    expected: &Expected,
) -> anyhow::Result<String> {
    let (played, typed) = (expected.attempts_played(), script.attempts.len());
    if played < typed {
        say(&format!(
            "note: the game is over after {}, and the other {} are left out",
            plural(played, "move"),
            typed - played
        ));
    }
    let kept = script.attempts[..played].iter().map(|attempt| &attempt.typed[..]);
    let kept = if played < typed {
        &Script::from_attempts(kept, assignment.protocol)
    } else {
        script
    };

    let keys = write::keys(kept);
    let case = keys.and_then(|keys| NewCase::by_rules(assignment, name.to_owned(), keys, expected));
    Ok(write::entry(&NewCase {
        points: args.points,
        tags: args.tags.clone(),
        ..case.context("the keys of a case must be ASCII")?
    }))
}

/// How the program differs from the rules.
fn words(agreement: &Agreement) -> Option<String> {
    match agreement {
        Agreement::Same => None,
        Agreement::Format(differences) => Some(format!(
            "the program plays this game by the rules, but its output is formatted differently: {}",
            visible(&all_of(differences))
        )),
        Agreement::Wrong(sentence) => Some(format!(
            "the program does not play this game by the rules. {}",
            visible(sentence)
        )),
    }
}
