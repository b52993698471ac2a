//! Case files that `c4grade mutate` writes: a case for each mistake that the suite misses, and a smallest suite.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context as _, bail};
use c4grade::assignment::Assignment;
use c4grade::case::write::{self, NewCase};
use c4grade::case::{self, Case};
use c4grade::connect4::{Expected, Script};
use c4grade::diagnostic::Source;
use c4grade::diagnostic::wording::{counted, plural};
use c4grade::grade::mutate::{Change, Mutant};

use super::Found;
use super::text::by_game;
use crate::commands::case::file::{self, Problems};
use crate::commands::interrupt::Interrupt;
use crate::commands::program::visible;
use crate::commands::say;

/// Appends a case for each game that shows what the suite misses. A game that the file has already is left out.
pub(super) fn add(found: &Found, file: &Path, tags: &[String], interrupt: &Interrupt) -> anyhow::Result<()> {
    let assignment = &found.assignment;
    let mut taken = file::taken_names(Some(file), assignment)?;
    taken.extend(found.suite.cases.iter().map(|case| case.name.clone()));
    let mut known: BTreeSet<Vec<u8>> = found.suite.cases.iter().map(|case| case.script.keys.clone()).collect();
    known.extend(file::scripts(file, assignment)?);

    let (mut entries, mut all_tags) = (Vec::new(), Vec::new());
    for (moves, mutants) in by_game(&found.mutants) {
        let script = played(assignment, moves);
        if !known.insert(script.keys.clone()) {
            continue;
        }
        let expected = Expected::play(&assignment.game, &script);
        let fitting = || case::fitting_tag(assignment, &script, &expected).into_iter().collect();
        let tags = if tags.is_empty() { fitting() } else { tags.to_vec() };
        // A fault of the rules says more than an edit.
        let is_fault = |mutant: &&Mutant| matches!(mutant.change, Change::Fault(_));
        let all = || mutants.iter().map(|(mutant, _)| *mutant);
        let Some(mutant) = all().find(is_fault).or_else(|| all().next()) else {
            continue;
        };
        let name = file::unique(&case::title(assignment, &script, &expected), &mut taken);
        entries.push(format!(
            "# Added by `c4grade mutate`, as no case noticed this: {}\n{}",
            visible(&mutant.change.words()),
            entry(assignment, name, &script, tags.clone(), None)?
        ));
        all_tags.push(tags);
    }

    if !entries.is_empty() {
        let tags: Vec<&Vec<String>> = all_tags.iter().collect();
        let entries = entries.join("\n");
        file::add(&entries, Some(file), assignment, &tags, Problems::Note, interrupt)?;
    }
    say(&format!(
        "added {} to {}",
        plural(entries.len(), "case"),
        file.display()
    ));
    Ok(())
}

/// The game up to its end.
fn played(assignment: &Assignment, moves: &[Vec<u8>]) -> Script {
    let script = Script::from_attempts(moves.iter().map(Vec::as_slice), assignment.protocol);
    let count = Expected::play(&assignment.game, &script).attempts_played();
    Script::from_attempts(moves[..count].iter().map(Vec::as_slice), assignment.protocol)
}

fn entry(
    assignment: &Assignment,
    name: String,
    script: &Script,
    tags: Vec<String>,
    points: Option<f64>,
) -> anyhow::Result<String> {
    let expected = Expected::play(&assignment.game, script);
    let keys = write::keys(script);
    let case = keys.and_then(|keys| NewCase::by_rules(assignment, name, keys, &expected));
    Ok(write::entry(&NewCase {
        points,
        tags,
        ..case.context("the keys of a case must be ASCII")?
    }))
}

/// Refuses a file in which the smallest suite must not be written.
pub(super) fn check_new(file: &Path, assignment: &Assignment) -> anyhow::Result<()> {
    if file.exists() {
        bail!("{} exists already: name a new file for --minimize", file.display());
    }
    if file::is_in(file, assignment) {
        bail!(
            "in {}, the folder of the assignment, the cases would be there twice: name a file in another folder for --minimize",
            file.parent().unwrap_or(file).display()
        );
    }
    Ok(())
}

/// Writes a smallest suite: cases and contracts that a person wrote as they are in their files, generated ones with their moves.
pub(super) fn write_smallest(
    found: &Found,
    instead: Option<&Path>,
    file: &Path,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    let Some(power) = &found.power else { return Ok(()) };
    let sources = case::sources(&found.assignment, instead)?;
    let cases: Vec<&Case> = power.smallest.iter().map(|index| &found.suite.cases[*index]).collect();

    let mut copied = BTreeSet::new();
    let mut entries = Vec::new();
    for case in &cases {
        if is_plain(&found.assignment, case) {
            // The share of a family's points, in cents.
            let points = (case.points * 100.0)
                .round()
                .max(if case.points > 0.0 { 1.0 } else { 0.0 })
                / 100.0;
            let (name, tags) = (case.name.clone(), case.tags.clone());
            entries.push(entry(&found.assignment, name, &case.script, tags, Some(points))?);
        } else if copied.insert(case.place.as_str()) {
            entries.push(as_in_file(&sources, &case.place)?);
        }
    }
    for contract in &found.suite.contracts {
        entries.push(as_in_file(&sources, &contract.place)?);
    }

    file::add(
        &(heading(found, instead) + &entries.join("\n")),
        Some(file),
        &found.assignment,
        &[],
        Problems::Note,
        interrupt,
    )?;
    let contracts = match found.suite.contracts.len() {
        0 => String::new(),
        count => format!(" and {}", plural(count, "contract")),
    };
    say(&format!(
        "wrote {}{contracts} to {}",
        plural(cases.len(), "case"),
        file.display()
    ));
    Ok(())
}

/// What a smallest suite notices, and of which mistakes, as a comment.
fn heading(found: &Found, instead: Option<&Path>) -> String {
    let is_edit = |mutant: &&Mutant| matches!(mutant.change, Change::Edit(_));
    let count = found.mutants.iter().filter(is_edit).count();
    let edits = match (found.no_edits, found.every) {
        (Some(reason), _) => format!("no edits of the reference program ({reason})"),
        (None, 1) => format!("all {} of the reference program", plural(count, "edit")),
        (None, every) => format!(
            "{} of the reference program, one in every {every} (it may miss others)",
            plural(count, "edit")
        ),
    };
    let faults = counted(found.mutants.len() - count, "fault of the rules", "faults of the rules");

    let cases = plural(found.suite.cases.len(), "case");
    let whole = match instead {
        Some(path) => visible(&format!("{cases} of {}", path.display())),
        None => format!("all {cases}"),
    };
    format!(
        "# A smallest suite of {}: it notices the same mistakes as {whole}.\n# Played were {edits}, and {faults}.\n\n",
        found.assignment.name
    )
}

/// Whether a case is a generated game that its moves, tags and points say all of.
fn is_plain(assignment: &Assignment, case: &Case) -> bool {
    let has_settings = case.frames != assignment.comparison.frames || !case.demands.is_empty();
    case.family.is_some() && case.goal.is_none() && !has_settings
}

/// An entry of a case file as it is there, its dash in the first column.
fn as_in_file(sources: &[Source], place: &str) -> anyhow::Result<String> {
    let found = place.rsplit_once(':').and_then(|(name, line)| {
        let source = sources.iter().find(|source| source.name == name)?;
        Some((source, line.parse::<usize>().ok()?))
    });
    let (source, number) = found.with_context(|| format!("{place}: the entry was not found"))?;
    let lines = || (number..).map_while(|number| source.line(number));
    let indent = |line: &str| line.len() - line.trim_start().len();
    let first = source.line(number).unwrap_or_default();

    // A file with a single case need not be a list.
    if !first.trim_start().starts_with("- ") {
        let lines = lines().enumerate().map(|(index, line)| match (index, line.trim()) {
            (0, _) => format!("- {line}\n"),
            (_, "") => "\n".to_owned(),
            _ => format!("  {line}\n"),
        });
        return Ok(lines.collect());
    }

    let margin = indent(first);
    let belongs = |line: &&str| line.trim().is_empty() || indent(line) > margin;
    let rest = lines().skip(1).take_while(belongs);
    let lines = std::iter::once(first)
        .chain(rest)
        .map(|line| line.get(margin..).unwrap_or_default());
    let text = lines.collect::<Vec<_>>().join("\n");
    Ok(text.trim_end_matches('\n').to_owned() + "\n")
}
