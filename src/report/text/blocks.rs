//! The blocks of a report as lines.

use super::boards::boards;
use super::lines::Lines;
use super::table::table;
use crate::report::block::{Block, CaseRow, Cases, DiffRow, Difference, Entry, EntryKind, MOVES, Moves, REPEAT};
use crate::report::words::plural;
use crate::result::Side;

/// The column at which text begins after a label.
const LABELLED: usize = 8;

/// All blocks of a section.
pub(super) fn render(lines: &mut Lines, blocks: &[Block]) {
    for (index, block) in blocks.iter().enumerate() {
        // Findings are short: they are a list.
        let is_set_apart = matches!(block, Block::Entry(entry) if !matches!(entry.kind, EntryKind::Finding(_)));
        if is_set_apart && index > 0 {
            lines.blank();
        }
        one(lines, block);
    }
}

/// One block.
pub(super) fn one(lines: &mut Lines, block: &Block) {
    match block {
        Block::Lead(text) => lead(lines, &text.plain()),
        Block::DiffLegend => lead(
            lines,
            "Differences within a line are in { }; a significant space is shown as ·.",
        ),
        Block::Entry(entry) => self::entry(lines, entry),
        Block::Example { text, .. } => lines.hanging("  ", text),
        Block::Sentence(text) => lines.prose("  ", text),
        Block::Fact { label, text, source } => {
            labelled(lines, label.word(), &text.plain());
            self::source(lines, source);
        }
        Block::Moves(moves) => labelled(lines, MOVES, &keys(moves)),
        Block::Boards(all) => boards(lines, all),
        // On paper the boards of the move at fault must do.
        Block::Replay(_) | Block::Program(_) => {}
        Block::Diff(rows) => diff(lines, rows),
        Block::Differences(all) => differences(lines, all, true),
        Block::Source(source) => self::source(lines, source),
        Block::Steps { caption, lines: steps } => self::steps(lines, caption, steps),
        Block::Table(all) => table(lines, all),
        Block::Cases(all) => cases(lines, all),
        Block::Command(command) => lines.command(&format!("  {REPEAT}: "), command),
        Block::Diagnostic {
            severity,
            headline,
            lines: excerpt,
        } => diagnostic(lines, severity, headline, excerpt),
        Block::List(texts) => texts.iter().for_each(|text| lines.hanging("  - ", text)),
    }
}

/// What introduces the entries of a section.
fn lead(lines: &mut Lines, text: &str) {
    lines.prose("  ", text);
    lines.blank();
}

fn entry(lines: &mut Lines, entry: &Entry) {
    heading(lines, entry);
    render(lines, &entry.blocks[in_heading(entry)..]);
}

/// What an entry is, with its verdict and points. A finding is a line of a list, with its first sentence.
pub(super) fn heading(lines: &mut Lines, entry: &Entry) {
    let result = match entry.verdict {
        Some(verdict) => format!("({verdict}, {})", entry.points),
        None => format!("({})", entry.points),
    };
    match entry.blocks.first() {
        Some(Block::Sentence(sentence)) if in_heading(entry) > 0 => {
            lines.hanging("  - ", &format!("{} {result}: {sentence}", entry.name));
        }
        _ => lines.hanging(&format!("{}  ", entry.name), &format!("{} {result}", entry.title)),
    }
}

/// How many of its blocks the heading of an entry shows.
pub(super) fn in_heading(entry: &Entry) -> usize {
    let is_listed =
        matches!(entry.kind, EntryKind::Finding(_)) && matches!(entry.blocks.first(), Some(Block::Sentence(_)));
    usize::from(is_listed)
}

fn labelled(lines: &mut Lines, label: &str, text: &str) {
    let label = format!("{label}:");
    lines.hanging(&format!("  {label:<LABELLED$}"), text);
}

fn source(lines: &mut Lines, source: &[String]) {
    for line in source {
        lines.verbatim("          > ", line);
    }
}

/// The moves, the one that shows the error in brackets.
fn keys(moves: &Moves) -> String {
    if moves.typed.is_empty() {
        return "none".to_owned();
    }

    let typed = moves.typed.iter().enumerate().map(|(index, typed)| {
        if Some(index) == moves.wrong {
            format!("[{typed}]")
        } else {
            typed.clone()
        }
    });
    let typed = typed.collect::<Vec<String>>().join(" ");
    match &moves.note {
        Some(note) => format!("{typed} ({note})"),
        None => typed,
    }
}

fn diff(lines: &mut Lines, rows: &[DiffRow]) {
    lines.blank();
    for row in rows {
        diff_row(lines, row);
    }
    lines.blank();
}

/// What differs within a line is between `{` and `}` where a line differs only in part.
fn diff_row(lines: &mut Lines, row: &DiffRow) {
    let is_partial = row.parts.iter().any(|part| part.changed) && row.parts.iter().any(|part| !part.changed);
    let mut text = String::new();
    for part in &row.parts {
        if is_partial && part.changed {
            text.push('{');
            text.push_str(&part.text);
            text.push('}');
        } else {
            text.push_str(&part.text);
        }
    }

    let separator = if row.side == Side::Gap { ':' } else { '|' };
    lines.verbatim(&format!("    {:>8} {separator} ", row.label), &text);
}

/// Differences in format, where wanted each with a sample.
pub(super) fn differences(lines: &mut Lines, all: &[Difference], with_samples: bool) {
    for difference in all {
        lines.hanging("  - ", &format!("{} ({})", difference.message, difference.times));
        for row in difference.sample.iter().filter(|_| with_samples) {
            diff_row(lines, row);
        }
    }
}

fn steps(lines: &mut Lines, caption: &str, steps: &[String]) {
    lines.prose("  ", caption);
    for (index, line) in steps.iter().enumerate() {
        let mark = if index + 1 == steps.len() { "->" } else { "  " };
        lines.verbatim(&format!("       {mark} "), line);
    }
}

/// Cases with the same fault that are described one by one, at most.
const MOST_DESCRIBED: usize = 4;

/// Cases by their numbers; those with something of their own to say below.
fn cases(lines: &mut Lines, cases: &Cases) {
    match cases.lead.as_str() {
        "" => lines.prose("  ", &cases.numbers),
        lead if lead.len() < LABELLED => labelled(lines, lead, &cases.numbers),
        lead => lines.hanging("  ", &format!("{lead}: {}", cases.numbers)),
    }

    let own = |row: &&CaseRow| row.sentence.is_some() || row.command.is_some();
    let described: Vec<&CaseRow> = cases.rows.iter().filter(own).collect();
    for row in described.iter().take(MOST_DESCRIBED) {
        case_row(lines, row);
    }
    let more = described.len().saturating_sub(MOST_DESCRIBED);
    if more > 0 {
        let words = plural(more, "more case");
        lines.prose("  ", &format!("The HTML report describes {words} like these."));
    }
}

fn case_row(lines: &mut Lines, row: &CaseRow) {
    lines.hanging(
        &format!("  Case {}  ", row.number),
        &format!("{} ({})", row.name, row.points),
    );
    if let Some(sentence) = &row.sentence {
        lines.prose("    ", sentence);
    }
    if let Some(command) = &row.command {
        lines.verbatim("    ", command);
    }
}

fn diagnostic(lines: &mut Lines, severity: &str, headline: &str, excerpt: &[String]) {
    lines.hanging("  ", &format!("{severity}{headline}"));
    for line in excerpt {
        lines.verbatim("  ", line);
    }
}
