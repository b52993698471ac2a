//! The `c4grade` command: parse, dispatch, exit code.

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

mod cli;
mod commands;

fn main() -> ExitCode {
    let done = match cli::Cli::parse().command {
        cli::Command::Run(args) => commands::run::run(&args),
        cli::Command::Play(args) => commands::play::run(&args),
        cli::Command::Completions(args) => commands::completions::run(args, cli::Cli::command()),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            anstream::eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
