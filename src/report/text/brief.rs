//! A student's report as an e-mail wants it: the grade, each fault once with its shortest game, and where the page is.
//!
//! Takes the document of a report; gives lines under 72 columns, fewer than 120 of them. What there is no room for is counted,
//! with the name of the page that has it. Faults are shortened together: first the differing lines, then the boards.

use super::blocks;
use super::lines::Lines;
use crate::report::block::{Block, Cell, Document, Entry, Section, Table};
use crate::report::words::plural;

/// The width in columns; two less than the least that is promised, for what is put in front of commands of build servers.
const WIDTH: usize = 70;
/// The most lines.
const MOST: usize = 119;
/// The most lines of anything at its full length, of its heading alone, and of the top of the report.
const MOST_OF_ONE: usize = 40;
const MOST_OF_TITLE: usize = 5;
const MOST_OF_HEADER: usize = 24;
/// The most groups of points, and differing lines of a game.
const MOST_POINTS: usize = 24;

/// How a line of a command ends that another line continues.
const CONTINUED: &str = " \\";

/// How the last paragraph of such a report begins, on one line.
pub(super) const FOOT: &str = "The page shows more:";

/// How much of a fault is said, from everything to its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    Title,
    Game,
    Boards,
    Full,
}

/// The extents that are tried, from the least that is more than nothing.
const GROWING: [Extent; 3] = [Extent::Game, Extent::Boards, Extent::Full];

/// A report with the name of the file of its page.
pub(super) fn text(document: &Document, page: &str) -> String {
    let mut head = narrow();
    super::header(&mut head, &document.header, Some(page));
    let mut lines = capped(head, MOST_OF_HEADER, page);

    let points = points(&document.sections, page);
    let foot = foot(page);
    let room = MOST.saturating_sub(lines.len() + points.len() + foot.len());
    lines.extend(body(&document.sections, page, room));
    lines.extend(points);
    lines.extend(foot);

    lines.truncate(MOST);
    lines.join("\n") + "\n"
}

fn narrow() -> Lines {
    Lines::narrow(WIDTH)
}

/// The lines that were rendered; of too many the last says how many there are.
fn capped(lines: Lines, most: usize, page: &str) -> Vec<String> {
    let text = lines.finish();
    let mut lines: Vec<String> = text.trim_end().lines().map(str::to_owned).collect();
    if lines.len() > most {
        let left = left_out(lines.len() - most + 1, page);
        lines.truncate(most.saturating_sub(left.len()));
        lines.extend(left);
    }
    lines
}

/// That lines are left out, and where they are.
fn left_out(count: usize, page: &str) -> Vec<String> {
    let mut lines = narrow();
    lines.hanging("  ", &format!("({} on the page: {page})", plural(count, "more line")));
    let text = lines.finish();
    text.lines().map(str::to_owned).collect()
}

fn foot(page: &str) -> Vec<String> {
    let mut lines = narrow();
    lines.blank();
    lines.prose("", &format!("{FOOT} {page}"));
    let text = lines.finish();
    text.lines().map(str::to_owned).collect()
}

/// One thing that is reported, in a section.
struct Piece<'d> {
    section: &'d Section,
    block: &'d Block,
    extent: Option<Extent>,
}

impl Piece<'_> {
    /// Its lines, with an empty one before them.
    fn lines(&self, extent: Extent, page: &str) -> Vec<String> {
        let full = rendered(self.block, Extent::Full);
        let mut shown = rendered(self.block, extent);
        let most = if extent == Extent::Title {
            MOST_OF_TITLE
        } else {
            MOST_OF_ONE
        };

        shown.truncate(most);
        if full.len() > shown.len() {
            // A command is shown as a whole or not at all.
            while shown.last().is_some_and(|line| line.ends_with(CONTINUED)) {
                shown.pop();
            }
            shown.extend(left_out(full.len() - shown.len(), page));
        }
        shown.insert(0, String::new());
        shown
    }
}

/// What went wrong, in as many lines as there is room for.
fn body(sections: &[Section], page: &str, room: usize) -> Vec<String> {
    let wanted = sections.iter().filter(|section| is_wanted(section, sections));
    let mut pieces: Vec<Piece<'_>> = wanted.flat_map(pieces).collect();

    // Room for the headings, and for the line that says what is missing.
    let mut room = room.saturating_sub(2);
    let mut headed = Vec::new();
    for piece in &mut pieces {
        let is_new = !headed.contains(&piece.section.id.as_str());
        let needed = piece.lines(Extent::Title, page).len() + if is_new { 3 } else { 0 };
        if needed > room {
            break;
        }
        room -= needed;
        headed.push(&piece.section.id);
        piece.extent = Some(Extent::Title);
    }

    for extent in GROWING {
        for piece in &mut pieces {
            let Some(known) = piece.extent else { continue };
            let more = piece
                .lines(extent, page)
                .len()
                .saturating_sub(piece.lines(known, page).len());
            if more <= room {
                room -= more;
                piece.extent = Some(extent);
            }
        }
    }
    written(&pieces, page)
}

fn written(pieces: &[Piece<'_>], page: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut heading = "";
    let mut left = 0;
    for piece in pieces {
        let Some(extent) = piece.extent else {
            left += rendered(piece.block, Extent::Full).len() + 1;
            continue;
        };
        if heading != piece.section.id {
            heading = &piece.section.id;
            let mut title = narrow();
            title.title(&piece.section.heading);
            lines.extend(title.finish().lines().map(str::to_owned));
        }
        lines.extend(piece.lines(extent, page));
    }

    if left > 0 {
        lines.push(String::new());
        lines.extend(left_out(left, page));
    }
    lines
}

/// Whether a section belongs into an e-mail: what costs points, and why.
fn is_wanted(section: &Section, all: &[Section]) -> bool {
    let has_differences = || all.iter().any(|other| other.id == "format-differences");
    match section.id.as_str() {
        "diagnostics" | "faults" | "failed" | "format-differences" | "found" | "notes" | "skipped" => true,
        // The differences say it.
        "format" => !has_differences(),
        id => id.starts_with("calls-") && !section.heading.ends_with("(not graded)"),
    }
}

fn pieces(section: &Section) -> impl Iterator<Item = Piece<'_>> {
    let blocks = section.blocks.iter().filter(|block| {
        let is_frame = matches!(block, Block::Lead(_) | Block::DiffLegend | Block::Table(_));
        !is_frame
    });
    blocks.map(move |block| Piece {
        section,
        block,
        extent: None,
    })
}

/// The lines of a block at an extent.
fn rendered(block: &Block, extent: Extent) -> Vec<String> {
    let mut lines = narrow();
    match block {
        Block::Entry(entry) => self::entry(&mut lines, entry, extent),
        Block::Diagnostic { severity, headline, .. } if extent == Extent::Title => {
            lines.hanging("  ", &format!("{severity}{headline}"));
        }
        Block::Differences(all) if extent < Extent::Full => blocks::differences(&mut lines, all, false),
        Block::Cases(cases) => lines.prose("  ", &cases.numbers),
        block => blocks::one(&mut lines, block),
    }
    let text = lines.finish();
    trimmed(&text)
}

/// The lines without empty ones at both ends.
fn trimmed(text: &str) -> Vec<String> {
    let text = text.trim_start_matches('\n').trim_end();
    text.lines().map(str::to_owned).collect()
}

fn entry(lines: &mut Lines, entry: &Entry, extent: Extent) {
    let is_shown = |block: &Block| least(block).is_some_and(|least| extent >= least);
    blocks::heading(lines, entry);
    for block in entry.blocks.iter().skip(blocks::in_heading(entry)) {
        if is_shown(block) {
            blocks::one(lines, block);
        }
    }
}

/// From which extent on a block of a fault is shown; `None` for what is left to the page.
fn least(block: &Block) -> Option<Extent> {
    match block {
        Block::Sentence(_) | Block::Fact { .. } | Block::Moves(_) | Block::Command(_) => Some(Extent::Game),
        Block::Boards(_) | Block::Example { .. } => Some(Extent::Boards),
        Block::Cases(_) | Block::Steps { .. } | Block::Table(_) => None,
        _ => Some(Extent::Full),
    }
}

/// The points of each group.
fn points(sections: &[Section], page: &str) -> Vec<String> {
    let mut lines = narrow();
    let tables = sections.iter().filter(|section| section.id == "points");
    for section in tables {
        lines.title(&section.heading);
        for block in &section.blocks {
            if let Block::Table(table) = block {
                self::table(&mut lines, table);
            }
        }
    }

    let text = lines.finish();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.len() > MOST_POINTS {
        let left = left_out(lines.len() - MOST_POINTS, page);
        lines.truncate(MOST_POINTS);
        lines.extend(left);
    }
    lines
}

/// A line for each group: how it was calculated is on the page, except where no cases earn the points.
fn table(lines: &mut Lines, table: &Table) {
    for row in table.rows.iter().chain(&table.total) {
        let [name, points, more @ ..] = row.cells.as_slice() else {
            continue;
        };
        lines.value(&words(name), &words(points));
        for explanation in more.iter().filter(|_| row.is_explained) {
            lines.prose("    ", &words(explanation));
        }
    }
}

fn words(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.plain(),
        Cell::Verdict(word) => (*word).to_owned(),
        Cell::Group(name, _) => name.clone(),
    }
}
