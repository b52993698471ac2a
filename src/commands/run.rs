//! `c4grade run`: runs one program with one script, or calls one of its subroutines, and prints its output.

use std::path::PathBuf;

use c4grade::connect4::{Protocol, Script};
use c4grade::diagnostic::wording::system_words;
use c4grade::machine::Target;
use c4grade::result::{Diagnosis, Ending};
use clap::{Args, ValueEnum};

mod board;
mod call;

use super::diagnosis;
use super::program::{ProgramArgs, ending, exit_code, read_input, usage, write_output};

/// The arguments of `run`.
#[derive(Debug, Clone, Args)]
pub struct RunArgs {
    #[command(flatten)]
    program: ProgramArgs,

    /// The moves to play, separated by spaces: "1 2 2"
    #[arg(long, value_name = "MOVES", conflicts_with = "input")]
    moves: Option<String>,

    /// A file whose bytes are typed unchanged; `-` for standard input
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,

    /// How moves are typed: each key alone, or Enter after each move
    #[arg(long, value_enum, default_value_t = ProtocolName::Key, conflicts_with = "input")]
    protocol: ProtocolName,

    #[command(flatten)]
    call: call::CallArgs,
}

/// The input protocols by name.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum ProtocolName {
    /// One key is one move
    Key,
    /// Enter after each move
    Enter,
}

/// Runs the command. Only the program's own output goes to standard output.
pub fn run(args: &RunArgs) -> anyhow::Result<u8> {
    if let Some(label) = &args.call.call {
        return call::run(&args.call, &args.program, label);
    }

    let keys = match (&args.moves, &args.input) {
        (_, Some(path)) => match read_input(path) {
            Ok(keys) => keys,
            Err(error) => {
                return Ok(usage(&format!(
                    "cannot read the input `{}`: {}",
                    path.display(),
                    system_words(&error)
                )));
            }
        },
        (Some(moves), None) => {
            let protocol = match args.protocol {
                ProtocolName::Key => Protocol::Key,
                ProtocolName::Enter => Protocol::Enter,
            };
            Script::from_moves(moves, protocol).keys
        }
        (None, None) => Vec::new(),
    };

    let ready = match args.program.ready() {
        Ok(ready) => ready,
        Err(code) => return Ok(code),
    };
    let mut player = ready.player();
    let run = player.play(&keys, ready.limits)?;

    write_output(&run.output.bytes)?;
    super::say(&ending(&run, ready.target));
    match run.stop.ending {
        Ending::Halted => {}
        Ending::Waiting if ready.target != Target::Arm => {}
        // Waiting for an event that never occurs looks like waiting for a key; only then is there a cause.
        Ending::Waiting => {
            let cause = player.diagnose(&keys, ready.limits)?.cause;
            if cause.is_some() {
                let diagnosis = Diagnosis {
                    cause,
                    ..Diagnosis::default()
                };
                super::say(&diagnosis::text(&diagnosis, ready.target));
            }
        }
        _ => {
            let diagnosis = player.diagnose(&keys, ready.limits)?;
            super::say(&diagnosis::text(&diagnosis, ready.target));
        }
    }

    Ok(exit_code(run.stop.ending))
}
