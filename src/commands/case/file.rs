//! Adding cases to a file, whatever command made them.

use std::collections::BTreeSet;
use std::fs::FileType;
use std::path::Path;

use anyhow::{Context as _, bail};
use c4grade::assignment::{self, Assignment, bundled};
use c4grade::case::{self, Case, CaseError, Finding, Suite};
use c4grade::diagnostic::Source;
use c4grade::yaml::{self, Value};

use crate::commands::interrupt::Interrupt;
use crate::commands::{print, replace, say};

/// What is done about entries of which `case check` would say something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problems {
    /// They are not added.
    Refuse,
    /// It is said.
    Note,
}

/// Appends entries to a case file, of which everything else stays as it is; without a file they are printed. `tags` are
/// those of each entry: in a file of the assignment, each needs its rubric group.
pub fn add(
    entries: &str,
    file: Option<&Path>,
    assignment: &Assignment,
    tags: &[&Vec<String>],
    problems: Problems,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    let untagged = tags.iter().find_map(|tags| untagged(tags, assignment));
    let Some(file) = file else {
        case::prove(Source::new("new case", entries), assignment)?;
        match untagged {
            Some(advice) => say(&format!("note: {advice}")),
            None => note(&in_suite(Source::new("new case", entries), assignment).unwrap_or_default()),
        }
        return print(entries);
    };

    let before = read(file)?;
    case::prove(read(file)?, assignment)?;
    let mut text = joined(&before, entries)?;
    if before.text.is_empty() && is_in(file, assignment) && file.with_file_name("schema/case.json").is_file() {
        text.insert_str(0, &format!("{}case.json\n", bundled::SCHEMA_LINE));
    }
    let after = || Source::new(before.name.as_str(), text.as_str());
    let (cases, _) = case::prove(after(), assignment)?;
    if let Some(advice) = untagged.filter(|_| is_in(file, assignment)) {
        bail!("the case would earn no points in {}: {advice}", file.display());
    }

    let is_loaded = file
        .file_name()
        .is_some_and(|name| bundled::is_case_file(&name.to_string_lossy()));
    let found = if is_in(file, assignment) && is_loaded {
        in_suite(after(), assignment)?
    } else {
        let (new, _) = case::prove(Source::new("new case", entries), assignment)?;
        among(cases, assignment, &new)
    };
    if problems == Problems::Refuse && !found.is_empty() {
        bail!(
            "not added, because `c4grade case check` would report it: {}",
            found.join("; ")
        );
    }
    note(&found);
    if is_in(file, assignment) && !is_loaded {
        let name = file.display();
        say(&format!(
            "note: {name} is not read as a case file, because its name does not end with .yaml"
        ));
    }
    replace(file, &before.encoded(&text), &interrupt.hold())
}

/// Prints what `case check` would say of new cases.
fn note(found: &[String]) {
    for problem in found {
        say(&format!("note: `c4grade case check` reports {problem}"));
    }
}

/// What `case check` would say of the assignment's suite with this file in it, and does not say without. Where the suite cannot
/// be used as it is, that is not what the command is about.
fn in_suite(file: Source, assignment: &Assignment) -> Result<Vec<String>, CaseError> {
    let Ok(before) = case::load(assignment, None) else {
        return Ok(Vec::new());
    };
    let known: Vec<_> = case::check(assignment, &before).iter().map(words).collect();
    let after = case::load_with(assignment, file)?;
    let mut found: Vec<_> = case::check(assignment, &after).iter().map(words).collect();
    found.retain(|problem| !known.contains(problem));
    Ok(found)
}

/// What `case check` would say of the new ones among the cases of a file.
fn among(cases: Vec<Case>, assignment: &Assignment, new: &[Case]) -> Vec<String> {
    let suite = Suite {
        cases,
        contracts: Vec::new(),
        has_rubric: false,
        impossible: 0,
    };
    let found = case::check(assignment, &suite);
    let found = found.iter().filter(|one| new.iter().any(|case| case.name == one.case));
    found.map(words).collect()
}

fn words(finding: &Finding) -> String {
    format!("`{}`: {}", finding.case, finding.message)
}

/// The names that new cases cannot have: those of the assignment's suite, and those in the file that they are added to. An error
/// where no case can be appended to that file.
pub fn taken_names(file: Option<&Path>, assignment: &Assignment) -> anyhow::Result<BTreeSet<String>> {
    let mut taken = BTreeSet::new();
    // A suite that cannot be used is not what the command is about.
    if let Ok(suite) = case::load(assignment, None) {
        taken.extend(suite.cases.into_iter().map(|case| case.name));
        taken.extend(suite.contracts.into_iter().map(|contract| contract.name));
    }
    if let Some(file) = file {
        let (cases, contracts) = case::prove(read(file)?, assignment)?;
        joined(&read(file)?, "- name: a case\n")?;
        taken.extend(cases.into_iter().map(|case| case.name).chain(contracts));
    }
    Ok(taken)
}

/// The keys of the cases in a file; none where there is no file yet.
pub fn scripts(file: &Path, assignment: &Assignment) -> anyhow::Result<Vec<Vec<u8>>> {
    let (cases, _) = case::prove(read(file)?, assignment)?;
    Ok(cases.into_iter().map(|case| case.script.keys).collect())
}

/// A name that is not taken yet, and is now: `game`, `game 2`, `game 3`.
pub fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name} {number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    let free = names.find(|name| !taken.contains(name)).unwrap_or_default();
    taken.insert(free.clone());
    free
}

/// The text of a case file; an empty one where there is none yet.
fn read(file: &Path) -> anyhow::Result<Source> {
    let name = file.display().to_string();
    // Whoever reads a pipe waits for somebody who writes to it.
    if let Some(kind) = file
        .metadata()
        .ok()
        .and_then(|metadata| other_kind(metadata.file_type()))
    {
        bail!("{name} is {kind}, not a file; without that option the cases are printed");
    }
    match std::fs::read(file) {
        Ok(bytes) => Ok(Source::read(name, &bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Source::new(name, "")),
        Err(error) => Err(error).with_context(|| format!("failed to read {name}")),
    }
}

/// What a file is that can be read only while somebody writes to it.
#[cfg(unix)]
fn other_kind(kind: FileType) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt as _;
    if kind.is_fifo() {
        return Some("a pipe");
    }
    kind.is_socket().then_some("a socket")
}

#[cfg(not(unix))]
fn other_kind(_: FileType) -> Option<&'static str> {
    None
}

/// What to do about a case that belongs to no rubric group.
fn untagged(tags: &[String], assignment: &Assignment) -> Option<String> {
    if assignment.rubric.is_empty() || case::group_of(assignment, tags).is_some() {
        return None;
    }

    let tags: Vec<&str> = assignment
        .rubric
        .iter()
        .flat_map(|group| &group.tags)
        .map(String::as_str)
        .collect();

    Some(format!(
        "the rubric of {} groups cases by tag; add one of these with --tag: {}",
        assignment.name,
        tags.join(", ")
    ))
}

/// Refuses tags of which none is in the rubric: cases with them would earn no points.
pub fn check_tags(tags: &[String], file: &Path, assignment: &Assignment) -> anyhow::Result<()> {
    match untagged(tags, assignment) {
        Some(advice) => bail!(
            "cases with --tag {} would earn no points in {}: {advice}",
            tags.join(","),
            file.display()
        ),
        None => Ok(()),
    }
}

/// A tag as it is given on the command line, where case files accept it.
pub fn tag(text: &str) -> Result<String, String> {
    let wrong = || "a tag is a word of 1 to 40 letters, digits and hyphens".to_owned();
    assignment::is_tag(text).then(|| text.to_owned()).ok_or_else(wrong)
}

/// Whether a file is one of the assignment's own.
pub fn is_in(file: &Path, assignment: &Assignment) -> bool {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new(".")).canonicalize().ok();
    let folder = assignment
        .folder
        .as_deref()
        .and_then(|folder| folder.canonicalize().ok());
    parent.is_some() && parent == folder
}

/// A file's text with entries appended, indented as its own are and with its line ends. A single case becomes the first entry of a
/// list. An error where the file's list goes on in no further line.
fn joined(before: &Source, entries: &str) -> anyhow::Result<String> {
    let text = before.text.as_str();
    if text.trim().is_empty() {
        return Ok(entries.to_owned());
    }

    let trimmed = |text: &str| text.trim_end_matches(['\n', '\r']).to_owned();
    let kept = trimmed(text);
    let (kept, end) = match kept.strip_suffix("\n...") {
        Some(kept) => (trimmed(kept), "...\n"),
        None => (kept, ""),
    };
    let is_single = matches!(yaml::parse(before, &[]), Ok(Value::Map(_)));
    let kept = if is_single { as_entry(&kept) } else { kept };
    let indent = if is_single { "" } else { indent_of_list(&kept) };
    let lines = entries.split_inclusive('\n').map(|line| match line.trim() {
        "" => line.to_owned(),
        _ => format!("{indent}{line}"),
    });

    let new = lines.chain([end.to_owned()]).collect::<String>();
    let joined = if text.contains("\r\n") {
        format!("{kept}\r\n\r\n{}", new.replace('\n', "\r\n"))
    } else {
        format!("{kept}\n\n{new}")
    };
    require_both(before, entries, &joined)?;
    Ok(joined)
}

/// The spaces before each entry of a list.
fn indent_of_list(text: &str) -> &str {
    let first = text.lines().find(|line| line.trim_start().starts_with("- "));
    first.map_or("", |line| &line[..line.len() - line.trim_start().len()])
}

/// Whether a line comes before the first value of a file.
fn is_before(line: &&str) -> bool {
    let line = line.trim();
    line.is_empty() || line == "---" || line.starts_with(['#', '%'])
}

/// A file's only case as an entry of a list.
fn as_entry(text: &str) -> String {
    let before = text.lines().take_while(is_before).count();
    let lines = text.split_inclusive('\n').enumerate().map(|(index, line)| {
        let margin = match line.trim() {
            _ if index < before => "",
            _ if index == before => "- ",
            "" => "",
            _ => "  ",
        };
        format!("{margin}{line}")
    });
    lines.collect()
}

/// Refuses a file that, with entries appended, does not hold its own cases and after them the new ones.
fn require_both(before: &Source, entries: &str, joined: &str) -> anyhow::Result<()> {
    let list = |text: &str| {
        let parsed = yaml::parse(&Source::new(before.name.as_str(), text), &[]);
        parsed.ok().map(|root| match root {
            Value::List(cases) => cases,
            Value::Null => Vec::new(),
            case => vec![case],
        })
    };
    let both = list(&before.text)
        .zip(list(entries))
        .map(|(own, new)| [own, new].concat());
    // Of a file that becomes too large, whoever reads it says that.
    if joined.len() > yaml::MAX_BYTES || both.is_some() && both == list(joined) {
        return Ok(());
    }

    let first = before.text.lines().take_while(is_before).count();
    let line = before.text.lines().nth(first).unwrap_or_default();
    let name = &before.name;
    if line.trim_start().starts_with('[') {
        bail!(
            "{name}:{}: the cases are a list in brackets, to which none can be appended: write each case below the other, with `- ` \
             before its first field, or name another file",
            first + 1
        );
    }
    bail!(
        "{name}: no case can be appended to this file: write it as one list, each case with `- ` before its first field, or name \
         another file"
    )
}
