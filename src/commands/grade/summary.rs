//! What a grading prints when it ends, and its exit code.

use std::io::IsTerminal as _;
use std::path::Path;

use c4grade::report::{self, Detail, Sort, Summary};
use c4grade::result::ClassReport;
use clap::{Args, ValueEnum};

use super::Format;

/// The width of standard output where it is no terminal.
const PIPED_WIDTH: usize = 80;

/// How the summary looks.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct SummaryArgs {
    /// The order of the students in the summary
    #[arg(long, value_enum, default_value_t, value_name = "KEY")]
    sort: SortKey,

    /// Print nothing but errors and what needs attention; the exit codes stay the same
    #[arg(long, short, conflicts_with = "verbose")]
    quiet: bool,

    /// Print all students, with the faults of each program
    #[arg(long, short)]
    verbose: bool,

    /// The format of standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(in crate::commands) format: Format,
}

/// The order of the students.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum SortKey {
    /// Those without a score, then the lowest scores
    #[default]
    Attention,
    /// By name
    Name,
    /// The highest score first
    Score,
    /// Each verdict together, those that passed last
    Verdict,
}

impl SummaryArgs {
    /// Whether only errors and what needs attention are wanted.
    pub(in crate::commands) fn is_quiet(self) -> bool {
        self.quiet
    }

    fn sort(self) -> Sort {
        match self.sort {
            SortKey::Attention => Sort::Attention,
            SortKey::Name => Sort::Name,
            SortKey::Score => Sort::Score,
            SortKey::Verdict => Sort::Verdict,
        }
    }

    fn detail(self) -> Detail {
        match (self.quiet, self.verbose) {
            (true, _) => Detail::Quiet,
            (false, true) => Detail::Verbose,
            (false, false) => Detail::Normal,
        }
    }
}

/// Prints the class report to standard output: as a summary, or as JSON, where who is below the required share is named on
/// standard error.
pub(in crate::commands) fn print_summary(
    report: &ClassReport,
    index: &Path,
    args: SummaryArgs,
    fail_under: Option<f64>,
) -> anyhow::Result<()> {
    if args.format == Format::Json {
        crate::commands::print(&(c4grade::diagnostic::json::pretty_text(report)? + "\n"))?;
        if let Some(sentence) = fail_under.and_then(|percent| report::below_sentence(report, percent)) {
            crate::commands::say(&sentence);
        }
        return Ok(());
    }

    let summary = Summary {
        width: terminal_width(),
        color: true,
        sort: args.sort(),
        detail: args.detail(),
        fail_under,
        index,
    };
    crate::commands::print(&report::summary_table(report, &summary))
}

/// The width of the terminal.
fn terminal_width() -> usize {
    let size = std::io::stdout().is_terminal().then(crossterm::terminal::size);
    let columns = size.and_then(Result::ok).map(|(columns, _)| usize::from(columns));
    columns.filter(|columns| *columns > 0).unwrap_or(PIPED_WIDTH)
}

pub(in crate::commands) fn exit_code(report: &ClassReport, fail_under: Option<f64>) -> u8 {
    if report.students.iter().any(|row| !row.verdict.has_score()) {
        return 5;
    }
    let is_low = |percent: f64| !report::students_below(report, percent).is_empty();
    u8::from(fail_under.is_some_and(is_low))
}
