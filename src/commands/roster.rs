//! `c4grade roster` and `grade --dry-run`: how the names in a download are read, as a table, without running anything.

use std::path::PathBuf;

use c4grade::assignment;
use c4grade::diagnostic::json::pretty_text;
use c4grade::report::visible;
use c4grade::submission::{Content, Found, Submission};
use clap::Args;
use unicode_width::UnicodeWidthStr as _;

use super::Format;
use super::intake::IntakeArgs;

/// The arguments of `roster`.
#[derive(Debug, Args)]
pub struct RosterArgs {
    /// The download: a folder, or a .zip, .tar or .tar.gz
    download: PathBuf,

    /// A bundled assignment's name, or the path of a folder with a slash: `./my-course`
    #[arg(long, value_name = "NAME|DIR", default_value = "lc3-starter")]
    assignment: String,

    #[command(flatten)]
    intake: IntakeArgs,

    /// The format of standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// Prints how the download is read.
pub fn run(args: &RosterArgs) -> anyhow::Result<u8> {
    let assignment = assignment::find(&args.assignment).map_err(super::bad_file)?;
    let found = args.intake.find(&args.download, &assignment, None)?;
    print(&found, args.format)?;
    Ok(0)
}

/// A column of the table: its heading, and a student's cell.
type Column = (&'static str, fn(&Submission) -> String);

const COLUMNS: [Column; 8] = [
    ("student", |one| one.student.clone()),
    ("id", |one| one.origin.id.clone().unwrap_or_default()),
    ("login", |one| one.origin.login.clone().unwrap_or_default()),
    ("email", |one| one.origin.email.clone().unwrap_or_default()),
    ("late", |one| if one.origin.late { "late" } else { "" }.to_owned()),
    ("attempts", |one| match one.origin.earlier {
        0 => String::new(),
        earlier => (earlier + 1).to_string(),
    }),
    ("group", |one| one.origin.group.clone().unwrap_or_default()),
    ("file", |one| one.file.clone()),
];

/// The same for programs.
fn json(found: &Found) -> serde_json::Value {
    let row = |one: &Submission| -> serde_json::Map<String, serde_json::Value> {
        let cells = COLUMNS.iter().map(|(heading, cell)| ((*heading).to_owned(), cell(one)));
        let cells = cells.chain([("note".to_owned(), note(one))]);
        let known = cells.filter(|(_, cell)| !cell.is_empty());
        known.map(|(heading, cell)| (heading, cell.into())).collect()
    };
    let students: Vec<_> = found.submissions.iter().map(row).collect();
    serde_json::json!({ "students": students, "remarks": found.remarks })
}

/// Prints a row for each student, and what an instructor may not expect below.
pub(super) fn print(found: &Found, format: Format) -> anyhow::Result<()> {
    if format == Format::Json {
        return super::print(&(pretty_text(&json(found))? + "\n"));
    }

    let rows = &found.submissions;
    let mut table: Vec<Vec<String>> = Vec::new();
    for (heading, cell) in COLUMNS {
        let cells = rows.iter().map(|one| visible(&cell(one)).into_owned());
        let column: Vec<String> = std::iter::once(heading.to_owned()).chain(cells).collect();
        // A column of which nothing is known says nothing.
        if column[1..].iter().any(|cell| !cell.is_empty()) {
            table.push(column);
        }
    }
    let notes = rows.iter().map(|one| visible(&note(one)).into_owned());
    table.push(std::iter::once("note".to_owned()).chain(notes).collect());

    let widths: Vec<usize> = table.iter().map(|column| width(column)).collect();
    let mut text = String::new();
    for row in 0..=rows.len() {
        let mut line = String::new();
        for (column, width) in table.iter().zip(&widths) {
            let cell = &column[row];
            line += cell;
            line += &" ".repeat(width - cell.width() + 2);
        }
        text += line.trim_end();
        text.push('\n');
    }
    for remark in &found.remarks {
        text += &format!("\n{remark}");
    }
    if !found.remarks.is_empty() {
        text.push('\n');
    }
    super::print(&text)
}

fn width(column: &[String]) -> usize {
    column.iter().map(|cell| cell.width()).max().unwrap_or_default()
}

/// What there is to say of a submission.
fn note(submission: &Submission) -> String {
    match &submission.content {
        Content::Missing => "missing".to_owned(),
        Content::Refused(reason) | Content::Unreadable(reason) => format!("needs attention: {reason}"),
        _ => match (&submission.doubt, &submission.called) {
            (Some(doubt), _) => doubt.clone(),
            (None, Some(called)) => format!("called {called}"),
            (None, None) => String::new(),
        },
    }
}
