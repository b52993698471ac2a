//! The options that say how a download is read, for `grade` and `roster`.

use std::path::{Path, PathBuf};

use c4grade::assignment::Assignment;
use c4grade::submission::{self, Found, Layout, NamePattern, Options, Roster};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};

use super::{Failed, USAGE, no_submission, say};

/// How a download is read.
#[derive(Debug, Args)]
#[command(next_help_heading = "How the download is read")]
pub struct IntakeArgs {
    /// How the submissions are laid out
    #[arg(long, value_name = "LAYOUT", default_value = "auto", hide_default_value = false,
          value_parser = PossibleValuesParser::new(std::iter::once("auto").chain(Layout::NAMES)).map(|name| Asked(name.parse().ok())))]
    layout: Asked,

    /// Read the names of files or folders with this regular expression instead
    ///
    /// Its named groups say what the name says: `name` (or `first_name` and `last_name`), `id` (or `student_id`), `email`,
    /// `login`, `late`, `timestamp` and `file`, as in `(?<name>[^_]+)_(?<id>[0-9]+)_(?<file>.+)`.
    #[arg(long, value_name = "REGEX", conflicts_with = "layout")]
    name_regex: Option<NamePattern>,

    /// A list of the class (CSV with some of name, id, email, login): says who is missing and who is unknown
    #[arg(long, value_name = "FILE")]
    pub(super) roster: Option<PathBuf>,

    /// Take this file of a student, where several may be the program; may be given more than once
    #[arg(long, value_name = "STUDENT=FILE", value_parser = choice)]
    choose: Vec<(String, String)>,
}

/// The layout that was asked for; `None` recognises it.
#[derive(Debug, Clone, Copy)]
struct Asked(Option<Layout>);

fn choice(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((student, file)) if !student.is_empty() && !file.is_empty() => Ok((student.to_owned(), file.to_owned())),
        _ => Err("expected STUDENT=FILE, such as ada=lab4.asm".to_owned()),
    }
}

impl IntakeArgs {
    /// The submissions of a download, among which the reports of this run may be. Says on standard error how it was read.
    pub fn find(&self, path: &Path, assignment: &Assignment, reports: Option<PathBuf>) -> Result<Found, Failed> {
        let roster = self.roster.as_deref().map(Roster::read).transpose();
        let options = Options {
            layout: self.layout.0,
            pattern: self.name_regex.clone(),
            choices: self.choose.clone(),
            roster: roster.map_err(|reason| Failed::new(USAGE, reason))?,
            reports,
        };
        let found = submission::find_with(path, &assignment.files, super::links(assignment), &options)
            .map_err(|error| no_submission(&error))?;
        if let Some(explained) = found.explained() {
            say(&explained);
        }
        Ok(found)
    }
}
