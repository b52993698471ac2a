//! `c4grade case`: writes, checks, updates and lists the test cases of an assignment.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Context;
use c4grade::assignment::{self, Assignment, FindError, bundled};
use c4grade::case::{self, Case, CaseError, Contract, Finding, Suite, coverage};
use c4grade::diagnostic::wording::{counted, one_of, plural};
use c4grade::grade::reference;
use c4grade::result::Ending;
use c4grade::yaml::BadFile;
use clap::{Args, Subcommand};

use super::interrupt::Interrupt;
use super::sandbox::{Here, SandboxArgs};
use super::{Format, print};

mod bless;
pub mod file;
mod import;
mod new;
mod record;
pub mod schema;

/// A check did not hold.
const NOT_HELD: u8 = 1;

/// Writes and maintains test cases.
#[derive(Debug, Args)]
pub struct CaseArgs {
    #[command(subcommand)]
    command: CaseCommand,
}

#[derive(Debug, Subcommand)]
enum CaseCommand {
    /// Writes a case from its moves, with the transcript of a correct program
    New(new::NewArgs),
    /// Plays a program, or lets you play it, and keeps the game as a case
    Record(record::RecordArgs),
    /// Makes cases of transcripts and of the tests of other graders
    Import(import::ImportArgs),
    /// Checks every transcript, and finds moves that are never played and duplicate cases
    Check(CheckArgs),
    /// Updates the transcripts in the case files, once the changes were shown and confirmed
    Bless(bless::BlessArgs),
    /// Prints the JSON schema of case files or of assignment.yaml, for editors
    Schema(schema::SchemaArgs),
    /// Lists the cases
    List(ListArgs),
}

#[derive(Debug, Args)]
struct CheckArgs {
    /// A bundled assignment's name, or the path of a folder with a slash [default: all bundled assignments]
    #[arg(long, value_name = "NAME|DIR")]
    assignment: Option<String>,
    /// A case file or a folder of case files, instead of the assignment's own
    #[arg(long, value_name = "FILE|DIR")]
    cases: Option<PathBuf>,
    /// How to print the findings
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

#[derive(Debug, Args)]
struct ListArgs {
    /// A bundled assignment's name, or the path of a folder with a slash [default: all bundled assignments]
    #[arg(long, value_name = "NAME|DIR")]
    assignment: Option<String>,
    /// A case file or a folder of case files, instead of the assignment's own
    #[arg(long, value_name = "FILE|DIR")]
    cases: Option<PathBuf>,
    /// How to print them
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Runs the command; returns the exit code.
pub fn run(args: &CaseArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    match &args.command {
        CaseCommand::New(args) => new::run(args, interrupt),
        CaseCommand::Record(args) => record::run(args, interrupt),
        CaseCommand::Import(args) => import::run(args, interrupt),
        CaseCommand::Check(args) => check(args),
        CaseCommand::Bless(args) => bless::run(args, interrupt),
        CaseCommand::Schema(args) => schema::run(args),
        CaseCommand::List(args) => list(args),
    }
    .or_else(|error| {
        if !is_bad_file(&error) {
            return Err(error);
        }
        super::say_error(&super::whole(&error));
        Ok(super::bad_file_code(&error))
    })
}

fn is_bad_file(error: &anyhow::Error) -> bool {
    error.is::<FindError>() || error.is::<CaseError>() || error.is::<BadFile>()
}

fn assignments(name: Option<&str>) -> anyhow::Result<Vec<Assignment>> {
    let names = match name {
        Some(name) => vec![name],
        None => bundled::names(),
    };
    names.into_iter().map(|name| Ok(assignment::find(name)?)).collect()
}

fn check(args: &CheckArgs) -> anyhow::Result<u8> {
    let mut findings = Vec::new();
    for assignment in assignments(args.assignment.as_deref())? {
        findings.extend(check_suite(args, &assignment)?);
    }

    let mut text = String::new();
    match args.format {
        Format::Json => writeln!(text, "{}", c4grade::diagnostic::json::pretty_text(&findings)?)?,
        Format::Text => {
            for finding in &findings {
                writeln!(
                    text,
                    "{}: {}: `{}`: {}",
                    finding.place, finding.code, finding.case, finding.message
                )?;
            }
        }
    }
    print(&text)?;

    Ok(if findings.is_empty() { 0 } else { NOT_HELD })
}

/// Checks the cases of one assignment and says how many there are.
fn check_suite(args: &CheckArgs, assignment: &Assignment) -> anyhow::Result<Vec<Finding>> {
    let suite = case::load(assignment, args.cases.as_deref())?;
    let mut found = case::check(assignment, &suite);
    let runs = args.sandbox.or_skip(assignment)?;
    let reference = match &runs {
        Here::Runs(sandbox) => {
            reference::check(assignment, &suite, sandbox.as_ref()).context("failed to use the reference program")?
        }
        Here::RunsNothing => None,
    };
    let judges = match (&runs, &reference) {
        (_, Some(_)) => "checked against the rules of the game and the reference program",
        (Here::Runs(_), None) => "checked against the rules of the game (there is no reference program)",
        (Here::RunsNothing, None) => "checked against the rules of the game (the reference program cannot run here)",
    };
    found.extend(reference.into_iter().flatten());

    let problems = match found.len() {
        0 => "no problems found".to_owned(),
        count => counted(count, "problem found", "problems found"),
    };
    super::say(&format!(
        "{}: {} ({} of them generated){} {judges}; {problems}",
        assignment.name,
        plural(suite.cases.len(), "case"),
        suite.cases.iter().filter(|case| case.family.is_some()).count(),
        contracts(&suite),
    ));
    if suite.impossible > 0 {
        super::say(&format!(
            "{}: {} cannot occur on this board",
            assignment.name,
            plural(suite.impossible, "generated game")
        ));
    }
    let untouched = coverage::untouched(assignment, &suite);
    if !untouched.is_empty() {
        super::say(&format!("{}: advice: no case has {untouched}", assignment.name));
    }
    if let Some(total) = coverage::odd_total(assignment) {
        super::say(&format!("{}: advice: {total}", assignment.name));
    }

    Ok(found)
}

/// How many contracts and calls a suite has, as the end of a list; empty where it has none.
fn contracts(suite: &Suite) -> String {
    let calls: usize = suite.contracts.iter().map(|contract| contract.calls.len()).sum();
    match suite.contracts.len() {
        0 => String::new(),
        count => format!(
            " and {} of {}",
            plural(count, "subroutine contract"),
            plural(calls, "call")
        ),
    }
}

fn list(args: &ListArgs) -> anyhow::Result<u8> {
    let mut rows = Vec::new();
    for assignment in assignments(args.assignment.as_deref())? {
        let suite = case::load(&assignment, args.cases.as_deref())?;
        rows.extend(suite.cases.iter().map(|case| Row::of_case(&assignment, case)));
        let contracts = suite.contracts.iter();
        rows.extend(contracts.map(|contract| Row::of_contract(&assignment, contract)));
    }

    match args.format {
        Format::Json => print(&(c4grade::diagnostic::json::pretty_text(&rows)? + "\n"))?,
        Format::Text => print(&table(&rows)?)?,
    }
    Ok(0)
}

/// The rows in columns as wide as their widest entry.
fn table(rows: &[Row]) -> Result<String, std::fmt::Error> {
    let width = |field: fn(&Row) -> usize| rows.iter().map(field).max().unwrap_or(0);
    let packages = width(|row| row.assignment.chars().count());
    let names = width(|row| row.name.chars().count());
    let tags = width(|row| row.tags.join(",").len());

    let mut text = String::new();
    for row in rows {
        let ends = match row.ends {
            Some(Ending::Waiting) => "waiting",
            Some(_) => "halted",
            None => "returns",
        };
        let joined = row.tags.join(",");
        let Row {
            assignment,
            name,
            moves,
            points,
            ..
        } = row;
        writeln!(
            text,
            "{assignment:packages$}  {name:names$}  {points:>6}  {joined:tags$}  {ends:7}  {moves}"
        )?;
    }
    Ok(text)
}

/// A case in a table.
#[derive(serde::Serialize)]
struct Row {
    assignment: String,
    name: String,
    moves: String,
    points: f64,
    tags: Vec<String>,
    /// `None` for calls of a subroutine, which return.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<Ending>,
    /// How many calls of a subroutine it makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    calls: Option<usize>,
    family: Option<String>,
    place: String,
}

impl Row {
    fn of_case(assignment: &Assignment, case: &Case) -> Self {
        let mut moves = String::new();
        for attempt in case.script.attempts.iter() {
            if !moves.is_empty() {
                moves.push(' ');
            }
            show(&attempt.typed, &mut moves);
        }
        Self {
            assignment: assignment.name.clone(),
            name: case.name.clone(),
            moves,
            points: (case.points * 100.0).round() / 100.0,
            tags: case.tags.clone(),
            ends: Some(case.ends),
            calls: None,
            family: case.family.clone(),
            place: case.place.clone(),
        }
    }

    fn of_contract(assignment: &Assignment, contract: &Contract) -> Self {
        let calls = contract.calls.len();
        Self {
            assignment: assignment.name.clone(),
            name: contract.name.clone(),
            moves: format!("{} of {}", plural(calls, "call"), one_of(&contract.labels)),
            points: (contract.points * 100.0).round() / 100.0,
            tags: contract.tags.clone(),
            ends: None,
            calls: Some(calls),
            family: None,
            place: contract.place.clone(),
        }
    }
}

/// Adds typed bytes to a table: spaces and control characters as a case file writes them.
fn show(typed: &[u8], text: &mut String) {
    if typed.is_empty() {
        text.push_str("\\n");
    }
    for byte in typed {
        match byte {
            b' ' => text.push_str("\\x20"),
            byte => text.extend(byte.escape_ascii().map(char::from)),
        }
    }
}
