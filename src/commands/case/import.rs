//! `c4grade case import`: cases from transcripts and from the tests of other graders.

use std::path::PathBuf;

use anyhow::Context as _;
use c4grade::assignment::{self, Assignment};
use c4grade::case;
use c4grade::case::import::{self, Import, Imported};
use c4grade::case::write::{self, NewCase};
use c4grade::diagnostic::wording::{all_of, plural};
use clap::Args;

use super::NOT_HELD;
use super::file::{self, Problems};
use crate::commands::interrupt::Interrupt;
use crate::commands::program::visible;
use crate::commands::say;

/// The help after the options.
const AFTER: &str = "A file may be a game as a terminal showed it. Or two files are a test: test1.in and test1.out, input1.txt and \
                     expected1.txt, in/01.txt and out/01.txt, 01 and 01.a, up.input and up.expected, tests/up/input and \
                     tests/up/expected_output with points in settings.yml. The tests of an autograding.json count, too. Each \
                     game is compared with the rules of the assignment: where only format or words differ, a note says how; \
                     where the game differs, the test is not imported.\n\nExit codes: 0 everything was imported; 1 some test was \
                     not, or there is none; 2 wrong usage; 3 invalid assignment or case file";

/// The arguments of `case import`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ImportArgs {
    /// Transcripts, test files, or folders with them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// A tag that assigns the cases to a rubric group; can be repeated [default: what each game shows]
    #[arg(long = "tag", visible_alias = "tags", value_name = "TAG", value_delimiter = ',', value_parser = file::tag)]
    tags: Vec<String>,
    /// The case file to append to, created if necessary [default: print the cases]
    #[arg(long, visible_alias = "file", value_name = "FILE")]
    out: Option<PathBuf>,
    /// A bundled assignment's name, or the path of a folder with a slash
    #[arg(long, value_name = "NAME|DIR", default_value = "lc3-starter")]
    assignment: String,
}

/// Runs the command; returns the exit code.
pub fn run(args: &ImportArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let assignment = assignment::find(&args.assignment)?;
    let taken = &mut file::taken_names(args.out.as_deref(), &assignment)?;
    let (mut entries, mut tags) = (Vec::new(), Vec::new());
    let (mut refused, mut skipped) = (0, 0);
    for found in import::import(&assignment, &args.paths) {
        match found {
            Import::Case(imported) => {
                let own = own_tags(args, &assignment, &imported);
                let name = file::unique(&imported.name, taken);
                entries.push(entry(&assignment, &imported, name, &own)?);
                tags.push(own);
            }
            Import::Refused { from, reason } => {
                refused += 1;
                say(&visible(&format!("{from}: not imported: {reason}")));
            }
            Import::Skipped { from, reason } => {
                skipped += 1;
                say(&visible(&format!("{from}: skipped: {reason}")));
            }
        }
    }

    if !entries.is_empty() {
        let tags: Vec<&Vec<String>> = tags.iter().collect();
        let entries = entries.join("\n");
        file::add(
            &entries,
            args.out.as_deref(),
            &assignment,
            &tags,
            Problems::Note,
            interrupt,
        )?;
    }
    if entries.is_empty() && refused + skipped == 0 {
        let paths: Vec<String> = args.paths.iter().map(|path| path.display().to_string()).collect();
        say(&visible(&format!(
            "there is no test in {}: expected transcripts of games, or pairs of files such as test1.in and test1.out",
            all_of(&paths)
        )));
    }
    say(&format!(
        "{} imported, {refused} not imported, {skipped} skipped",
        plural(entries.len(), "case")
    ));
    Ok(if refused > 0 || entries.is_empty() { NOT_HELD } else { 0 })
}

/// The tags of a case: those that were given, or one of the rubric that says what its game shows.
fn own_tags(args: &ImportArgs, assignment: &Assignment, imported: &Imported) -> Vec<String> {
    if args.tags.is_empty() {
        case::fitting_tag(assignment, &imported.script, &imported.expected)
            .into_iter()
            .collect()
    } else {
        args.tags.clone()
    }
}

/// The case as an entry of a file, below a comment that says where it comes from; its notes are printed, too.
fn entry(assignment: &Assignment, imported: &Imported, name: String, tags: &[String]) -> anyhow::Result<String> {
    let mut origin = format!("From {}", imported.from);
    if !imported.notes.is_empty() {
        origin += &format!("; other than required: {}", all_of(&imported.notes));
        say(&visible(&format!(
            "{}: note: {}",
            imported.from,
            all_of(&imported.notes)
        )));
    }

    let keys = write::keys(&imported.script);
    let case = keys.and_then(|keys| NewCase::by_rules(assignment, name, keys, &imported.expected));
    let entry = write::entry(&NewCase {
        points: imported.points.filter(|points| (0.0..=1000.0).contains(points)),
        tags: tags.to_vec(),
        ..case.context("the keys of a case must be ASCII")?
    });
    Ok(format!("# {}\n{entry}", visible(&origin)))
}
