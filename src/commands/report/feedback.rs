//! `c4grade report feedback`: the students' pages as an archive that a learning platform takes back.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use c4grade::diagnostic::wording::plural;
use c4grade::report::{FOR_STAFF, Platform, feedback_name, visible};
use clap::{Args, ValueEnum};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{class_report, reports_folder};
use crate::commands::interrupt::Interrupt;
use crate::commands::{Failed, print, replace};

/// The arguments of `report feedback`.
#[derive(Debug, Args)]
pub struct FeedbackArgs {
    /// The folder of reports [default: reports/lc3-starter]
    #[arg(value_name = "REPORTS")]
    reports_read: Option<PathBuf>,

    /// The platform from which the submissions were downloaded
    #[arg(long, value_enum, value_name = "PLATFORM")]
    platform: Taker,

    /// The archive to write
    #[arg(long, short, value_name = "FILE", default_value = "feedback.zip")]
    output: PathBuf,

    /// Replace the archive if it exists
    #[arg(long)]
    force: bool,
}

/// A platform that takes feedback files in bulk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Taker {
    /// Assignment, Upload Submissions
    Canvas,
    /// View all submissions, Upload multiple feedback files in a zip
    Moodle,
}

/// Writes the archive. Exit code 1 if a student's page is not in it.
pub fn run(args: &FeedbackArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let folder = args.reports_read.as_deref();
    let class = class_report(folder)?;
    if args.output.exists() && !args.force {
        let message = format!(
            "{} exists: give --force to replace it, or --output FILE",
            args.output.display()
        );
        return Err(Failed::new(2, message).into());
    }

    let platform = match args.platform {
        Taker::Canvas => Platform::Canvas,
        Taker::Moodle => Platform::Moodle,
    };
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut names = BTreeSet::new();
    let mut left: Vec<&str> = Vec::new();
    for row in &class.students {
        let page = reports_folder(folder).join(format!("{}.html", row.slug));
        let name = feedback_name(row, platform).filter(|_| page.is_file());
        match name {
            // A group has handed in once, and gets its page once.
            Some(name) if names.contains(&name) => {}
            Some(name) => {
                add(&mut archive, &name, &page)?;
                names.insert(name);
            }
            None => left.push(&row.student),
        }
    }
    if names.is_empty() {
        let message = format!(
            "no submission has the name of an upload of {platform:?}: the reports are not of a class that was downloaded there"
        );
        return Err(Failed::new(4, message).into());
    }

    let bytes = archive.finish().context("failed to make the archive")?.into_inner();
    replace(&args.output, &bytes, &interrupt.hold())?;
    print(&said(&args.output, names.len(), &left))?;
    Ok(u8::from(!left.is_empty()))
}

/// Adds a page, with a fixed date, so that the same pages give the same archive.
fn add(archive: &mut ZipWriter<Cursor<Vec<u8>>>, name: &str, page: &Path) -> anyhow::Result<()> {
    let bytes = std::fs::read(page).with_context(|| format!("failed to read {}", page.display()))?;
    if String::from_utf8_lossy(&bytes).contains(FOR_STAFF) {
        let message = format!(
            "{} is for the staff: grade again without `--audience staff`, or write the students' pages with `report rescore`",
            page.display()
        );
        return Err(Failed::new(2, message).into());
    }
    let options = SimpleFileOptions::default().last_modified_time(zip::DateTime::default());
    archive
        .start_file(name, options)
        .context("failed to make the archive")?;
    archive.write_all(&bytes).context("failed to make the archive")
}

fn said(output: &Path, pages: usize, left: &[&str]) -> String {
    let mut said = format!("Wrote {}: {}.\n", output.display(), plural(pages, "page"));
    if !left.is_empty() {
        let _ = writeln!(said, "\nWithout the name of an upload, so not in it ({}):", left.len());
    }
    for student in left {
        let _ = writeln!(said, "  {}", visible(student));
    }
    said
}
