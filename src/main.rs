//! The `c4grade` command: parse, dispatch, exit code.

use std::process::ExitCode;

use clap::Parser;

mod cli;
mod commands;

fn main() -> ExitCode {
    // Before anything else: the processes that fence native programs in are this executable, too.
    if let Some(code) = c4grade::machine::native::role::play() {
        return code;
    }
    let cli = cli::Cli::parse();
    cli.color.write_global();
    commands::interrupt::run(|interrupt| match commands::dispatch(cli.command, interrupt) {
        Ok(code) => ExitCode::from(code),
        Err(error) => commands::report_error(&error),
    })
}
