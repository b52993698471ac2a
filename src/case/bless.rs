//! Updates the transcripts of a file and nothing else: comments, order and layout are unchanged.

use super::entry::{self, Entry, Play};
use super::transcript::{as_written, first_difference};
use super::{Finding, promise, write};
use crate::assignment::Assignment;
use crate::connect4::Expected;
use crate::diagnostic::{Diagnostic, Source};
use crate::yaml::{self, Reader, Spot};

/// The result of updating a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blessed {
    /// The file's new text; the old one when nothing changed.
    pub text: String,
    /// The names of the cases whose transcripts changed.
    pub changed: Vec<String>,
    /// Those of them whose new transcript is not what their tags promise: nobody should accept it unread.
    pub broken: Vec<Finding>,
}

/// A piece of the text to replace.
struct Patch {
    start: usize,
    end: usize,
    value: String,
}

/// Writes the rules model's transcript wherever the file holds another one, or an empty `transcript:`.
/// A case without the field stays without it.
pub fn bless(source: &Source, assignment: &Assignment) -> Result<Blessed, Vec<Diagnostic>> {
    let root = yaml::parse(source, &entry::LITERAL).map_err(|problem| vec![*problem])?;
    let mut reader = Reader::new(source);
    let mut patches = Vec::new();
    let (mut changed, mut broken) = (Vec::new(), Vec::new());
    for entry in entry::entries(&mut reader, &root, assignment) {
        let Some(text) = renewed(&entry, assignment) else {
            continue;
        };
        let Some(field) = entry.fields.get("transcript") else {
            continue;
        };
        match patch(source, &entry, &text) {
            Some(patch) => {
                patches.push(patch);
                broken.extend(broken_promises(source, &entry, assignment));
                changed.push(entry.name);
            }
            None => reader.problem(&field, Spot::Key, not_a_line_of_its_own()),
        }
    }

    if reader.has_problems() {
        return Err(reader.finish());
    }

    let mut text = source.text.clone();
    for patch in patches.iter().rev() {
        text.replace_range(patch.start..patch.end, &patch.value);
    }

    prove(source, &text, assignment)?;
    Ok(Blessed { text, changed, broken })
}

fn not_a_line_of_its_own() -> Diagnostic {
    Diagnostic::error("cannot-bless", "this transcript cannot be rewritten in place")
        .help("write `transcript:` on its own line, not within braces")
}

/// What an entry's tags promise and its game, by the rules, does not do.
fn broken_promises(source: &Source, entry: &Entry, assignment: &Assignment) -> Vec<Finding> {
    let Play::Script(played) = &entry.play else {
        return Vec::new();
    };
    let expected = Expected::play(&assignment.game, &played.script);
    let broken = promise::broken(&assignment.game, &entry.tags, &played.script, &expected);
    let finding = |(tag, words)| Finding {
        place: format!("{}:{}", source.name, entry.line),
        case: entry.name.clone(),
        code: "promise",
        message: promise::words(tag, words),
    };
    broken.map(finding).collect()
}

/// The transcript an entry should hold, when it holds another.
fn renewed(entry: &Entry, assignment: &Assignment) -> Option<String> {
    let Play::Script(played) = &entry.play else {
        return None;
    };
    let expected = Expected::play(&assignment.game, &played.script);
    if let Some(held) = &played.transcript {
        first_difference(assignment, held, &expected.transcript(), expected.halts)?;
    }
    as_written(assignment, &expected)
}

/// The value of `transcript:` reaches to the next line that is indented no deeper than the field itself.
fn patch(source: &Source, entry: &Entry, text: &str) -> Option<Patch> {
    let key = entry.fields.key_span("transcript", source)?;
    let (number, column) = source.position(key.start);
    let (line_start, line_end) = source.line_range(number)?;
    let before = &source.text[line_start..key.start];
    if !before.chars().all(|c| c == ' ' || c == '-') {
        return None;
    }

    let start = key.end + source.text[key.end..line_end].find(':')? + 1;
    let mut end = line_end;
    let mut next = number + 1;
    while let Some((from, to)) = source.line_range(next) {
        let line = &source.text[from..to];
        let indent = line.len() - line.trim_start_matches(' ').len();
        if !line.trim().is_empty() {
            if indent < column {
                break;
            }
            end = to;
        }
        next += 1;
    }

    let value = format!(" {}", write::block(text, column + 1));
    let value = match comment(&source.text[start..line_end]) {
        Some(comment) if value.starts_with(" |") => value.replacen('\n', &format!("{comment}\n"), 1),
        _ => value,
    };
    // The file keeps its own line ends.
    let value = if source.text[line_end..].starts_with("\r\n") {
        value.replace('\n', "\r\n")
    } else {
        value
    };
    Some(Patch { start, end, value })
}

/// The comment after a block's `|` or `>`, with the spaces before it, as in `transcript: |  # by hand`.
fn comment(header: &str) -> Option<&str> {
    let block = header.trim_start().strip_prefix(['|', '>'])?;
    let indicators = block.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'));
    (indicators.starts_with(' ') && indicators.trim_start().starts_with('#')).then_some(indicators)
}

/// Reads the new text again: the entries must be the same, and every transcript correct.
fn prove(source: &Source, text: &str, assignment: &Assignment) -> Result<(), Vec<Diagnostic>> {
    let broken = || {
        vec![
            Diagnostic::error(
                "cannot-bless",
                "the updated file would no longer contain the same cases",
            )
            .help("give each transcript the form `transcript: |` with its lines indented below"),
        ]
    };

    let renewed_source = Source::new(source.name.clone(), text);
    let root = yaml::parse(&renewed_source, &entry::LITERAL).map_err(|_| broken())?;
    let old_root = yaml::parse(source, &entry::LITERAL).map_err(|_| broken())?;
    let mut reader = Reader::new(&renewed_source);
    let mut old_reader = Reader::new(source);
    let new = entry::entries(&mut reader, &root, assignment);
    let old = entry::entries(&mut old_reader, &old_root, assignment);
    let same = new.len() == old.len()
        && !reader.has_problems()
        && new.iter().zip(&old).all(|(new, old)| same_but_transcript(new, old))
        && new
            .iter()
            .filter(|entry| entry.fields.get("transcript").is_some())
            .all(|entry| renewed(entry, assignment).is_none());

    if same { Ok(()) } else { Err(broken()) }
}

fn same_but_transcript(new: &Entry, old: &Entry) -> bool {
    let plays = match (&new.play, &old.play) {
        (Play::Script(script), Play::Script(old_script)) => {
            script.script == old_script.script && script.raw == old_script.raw && script.ends == old_script.ends
        }
        (Play::WinningLines, Play::WinningLines) => true,
        (Play::RandomGames(wish), Play::RandomGames(old_wish)) => wish == old_wish,
        (Play::Games(games), Play::Games(old_games)) => games == old_games,
        (Play::Contract(contract), Play::Contract(old_contract)) => contract == old_contract,
        _ => false,
    };

    let fields = new.frames == old.frames && new.demands == old.demands;
    plays && fields && new.name == old.name && new.tags == old.tags && (new.points - old.points).abs() < f64::EPSILON
}
