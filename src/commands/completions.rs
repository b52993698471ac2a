//! `c4grade completions`: completion scripts for shells, and the manual page.

use std::io::{self, Write};

use clap::builder::PossibleValue;
use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;

/// The arguments of `completions`.
#[derive(Debug, Clone, Copy, Args)]
pub struct CompletionsArgs {
    /// The shell, or `man` for the manual page
    #[arg(value_enum)]
    target: Target,
}

/// What is printed.
#[derive(Debug, Clone, Copy)]
enum Target {
    Shell(Shell),
    Man,
}

impl ValueEnum for Target {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self::Shell(Shell::Bash),
            Self::Shell(Shell::Elvish),
            Self::Shell(Shell::Fish),
            Self::Shell(Shell::PowerShell),
            Self::Shell(Shell::Zsh),
            Self::Man,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Shell(shell) => shell.to_possible_value(),
            Self::Man => Some(PossibleValue::new("man").help("The manual page of the command and all its parts")),
        }
    }
}

/// Writes the script or the page for `command` to standard output.
pub fn run(args: CompletionsArgs, mut command: Command) -> anyhow::Result<u8> {
    let mut text = Vec::new();
    match args.target {
        Target::Shell(shell) => {
            let name = command.get_name().to_owned();
            clap_complete::generate(shell, &mut command, name, &mut text);
        }
        Target::Man => {
            command.build();
            pages(&command, &mut text)?;
        }
    }

    match io::stdout().lock().write_all(&text) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(0),
        other => Ok(other.map(|()| 0)?),
    }
}

/// One page with a section for each subcommand.
fn pages(command: &Command, text: &mut Vec<u8>) -> io::Result<()> {
    clap_mangen::Man::new(command.clone()).render(text)?;
    for part in command
        .get_subcommands()
        .filter(|part| part.get_name() != "help" && !part.is_hide_set())
    {
        let name = part.get_bin_name().unwrap_or(part.get_name()).to_uppercase();
        writeln!(text, ".SH \"{name}\"")?;
        let page = clap_mangen::Man::new(part.clone());
        page.render_description_section(text)?;
        page.render_synopsis_section(text)?;
        page.render_options_section(text)?;
    }

    Ok(())
}

#[cfg(test)]
mod tests {
    use super::pages;
    use clap::{Arg, Command};

    #[test]
    fn the_manual_page_describes_every_subcommand_and_its_options() {
        let play = Command::new("play")
            .about("Play it")
            .arg(Arg::new("traps").long("traps").help("How TRAP links"));
        let mut command = Command::new("c4grade").about("Grades").subcommand(play);
        command.build();

        let mut text = Vec::new();
        pages(&command, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        for expected in [".TH c4grade", "\"C4GRADE PLAY\"", "How TRAP links"] {
            assert!(text.contains(expected), "no {expected} in:\n{text}");
        }

        assert!(!text.contains("C4GRADE HELP"));
    }
}
