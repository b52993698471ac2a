//! The `c4grade` command: parse, dispatch, exit code.

use std::process::ExitCode;

use clap::Parser;

mod cli;
mod commands;

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Before anything else: the helper processes of the sandbox are this executable, too.
    if let Some(code) = c4grade::sandbox::run_helper() {
        return code;
    }
    let cli = cli::Cli::parse();
    cli.color.write_global();
    commands::interrupt::run(|interrupt| match cli.command.run(interrupt) {
        Ok(code) => ExitCode::from(code),
        Err(error) => commands::report_error(&error),
    })
}
