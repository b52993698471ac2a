//! The `c4grade` command: parse, dispatch, exit code.

use std::process::ExitCode;

use clap::Parser;

mod cli;
mod commands;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    cli.color.write_global();
    match commands::dispatch(cli.command) {
        Ok(code) => ExitCode::from(code),
        Err(error) => commands::report_error(&error),
    }
}
