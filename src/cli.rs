//! The command line's types, nothing else.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Grades Connect-4 programs: plays every game, explains every verdict.
#[derive(Debug, Parser)]
#[command(name = "c4grade", version, max_term_width = 100, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Color,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Makes the choice hold for everything that is printed.
    pub fn write_global(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::AlwaysAnsi,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Grade a folder of submissions; without one, the sample class.
    Grade(GradeArgs),
    /// Grade the sample classes and compare with their known verdicts.
    Verify(VerifyArgs),
}

/// Where the assignment comes from.
#[derive(Debug, Args)]
pub struct AssignmentArg {
    /// A bundled assignment's name, or a folder with an `assignment.yaml`.
    #[arg(long, value_name = "NAME|DIR")]
    pub assignment: Option<String>,
}

/// `c4grade grade`.
#[derive(Debug, Args)]
pub struct GradeArgs {
    /// A folder of submissions, or one program. Without it, the assignment's sample class is graded.
    pub submissions: Option<PathBuf>,
    /// A bundled assignment's name, or a folder with an `assignment.yaml`.
    #[arg(long, value_name = "NAME|DIR", default_value = "lc3-starter")]
    pub assignment: String,
    /// Play these cases instead of the assignment's own; each earns its own points.
    #[arg(long, value_name = "FILE|DIR")]
    pub cases: Option<PathBuf>,
    /// Where the reports go [default: reports/<assignment>].
    #[arg(long, value_name = "DIR")]
    pub reports: Option<PathBuf>,
    /// How many submissions are graded at the same time [default: one for each processor].
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// The right game in the wrong format earns nothing.
    #[arg(long)]
    pub strict: bool,
    /// End with exit code 1 when a submission earns less than this share of the points, in percent.
    #[arg(long, value_name = "PERCENT")]
    pub fail_under: Option<f64>,
    /// What is printed on standard output.
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
}

/// What is printed on standard output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table for people.
    #[default]
    Text,
    /// The class report, for programs.
    Json,
}

/// `c4grade verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Where the assignment comes from; without it, all bundled ones.
    #[command(flatten)]
    pub assignment: AssignmentArg,
    /// Print what each sample submission gets, in the form of `expected.yaml`.
    #[arg(long)]
    pub print: bool,
}
