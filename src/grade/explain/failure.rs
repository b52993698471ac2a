//! What the report shows of a case that did not pass: boards, diff, and the command that repeats it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::ExplainedCase;
use super::diff::{Start, diff_from, excerpt};
use super::story::Story;
use crate::assignment::{Assignment, By};
use crate::case::Case;
use crate::connect4::reading::{Difference, FormatDifferences, FormatKind, Seen};
use crate::connect4::{Attempt, Board, Event, Outcome, Player, Protocol, Script};
use crate::grade::judge::CaseOutcome;
use crate::grade::judge::compare::{Comparison, Printed, one_line_feed_off, without_banners};
use crate::grade::judge::tolerance::toggle;
use crate::grade::plan::Plan;
use crate::grade::run::config::script;
use crate::grade::run::{RunConfig, Runner};
use crate::grade::suite::CaseRunner;
use crate::machine::{Run, Service};
use crate::result::{BoardPicture, CaseVerdict, Cell, DiffLine, Ending, Failure, FormatDifference};

/// Failures of one family of generated cases that are shown in full before the others refer to the first.
const SHOWN_IN_FULL: usize = 3;

/// Fills in what the report shows of each case that did not pass: boards and diff of those alone that are examples, which is
/// asked in the order of the report.
pub(super) fn show(
    plan: &Plan,
    config: RunConfig,
    runner: &mut Runner,
    cases: &mut [ExplainedCase],
    mut is_example: impl FnMut(usize, &CaseOutcome) -> bool,
) {
    let mut suite = CaseRunner::new(&plan.assignment, config, runner);
    let mut seen: BTreeMap<(&str, String), (usize, usize)> = BTreeMap::new();
    let numbers = plan.numbers();
    // In the order of the report, so that "like case 12" refers to an earlier case.
    for index in plan.shown() {
        let ExplainedCase { outcome, story, .. } = &cases[index];
        let Some(story) = story else { continue };

        let family = outcome.case.family.as_deref();
        let (count, first) = seen
            .entry((family.unwrap_or_default(), story.key.clone()))
            .or_insert((0, numbers[index]));
        *count += 1;
        let is_brief = family.is_some() && *count > SHOWN_IN_FULL;

        let is_whole = !is_brief && is_example(index, outcome);
        let run = if is_whole { suite.run(outcome.case) } else { None };
        let mut failure = match run {
            Some((_, run)) => whole(&plan.assignment, outcome, story, &run),
            None => brief(outcome, story),
        };
        failure.like = is_brief.then_some(*first);
        failure.diagnosis.clone_from(&cases[index].diagnosis);
        cases[index].failure = Some(failure);
    }
}

/// Everything that is shown of a failure. `run` is the run of the case.
pub(super) fn whole(assignment: &Assignment, outcome: &CaseOutcome, story: &Story, run: &Run) -> Failure {
    let case = outcome.compared_with();
    let mut failure = brief(outcome, story);
    if let Comparison::Game(difference, _) = &outcome.comparison {
        let (expected, printed) = boards(case, difference, &story.cells);
        // A board may be found in rows that never end: that does not make it correct.
        let is_endless = outcome.stop.ending == Ending::Flooded;
        failure.printed_board = printed.filter(|printed| !(is_endless && *printed == expected));
        failure.expected_board = Some(expected);
    }

    let printed = without_banners(&run.output, &[Service::Halt]);
    if one_line_feed_off(&printed.bytes) != one_line_feed_off(case.transcript()) {
        failure.diff = diff(assignment, outcome, &printed);
    }
    failure
}

/// The labelled diff of a transcript, or the lines that were printed where the words are the student's own.
fn diff(assignment: &Assignment, outcome: &CaseOutcome, printed: &Printed) -> Vec<DiffLine> {
    let case = outcome.compared_with();
    let difference = match &outcome.comparison {
        Comparison::Game(difference, _) => Some(difference),
        _ => None,
    };
    let typed = outcome.script.as_ref().unwrap_or(&case.script);
    let start = difference.map(|difference| start(case, difference, typed, &printed.marks, printed.bytes.len()));

    match assignment.comparison.by {
        By::Bytes => {
            let newline = &assignment.game.wording.newline;
            let (expected, start_expected) = plain(case.transcript(), start.map(|start| start.expected), newline);
            let (printed, start_printed) = plain(&printed.bytes, start.map(|start| start.printed), newline);
            let start = start_expected.zip(start_printed);
            let start = start.map(|(expected, printed)| Start { expected, printed });
            diff_from(one_line_feed_off(&expected), one_line_feed_off(&printed), start)
        }
        // The required text in other words would only mislead.
        By::Events => {
            let from = start.map_or(0, |start| start.printed);
            let next = difference.and_then(|difference| typed.attempts.get(difference.step));
            let to = next.and_then(|next| printed.marks.get(next.first_key)).copied();
            let missed = difference.and_then(|difference| line_of(assignment, difference.expected.as_ref()?));
            excerpt(&printed.bytes, from..to.unwrap_or(printed.bytes.len()), missed)
        }
    }
}

/// The line that says an event, as the assignment words it.
fn line_of(assignment: &Assignment, event: &Event) -> Option<String> {
    let wording = &assignment.game.wording;
    let line = match event {
        Event::Result(Outcome::Win(player)) => &wording.wins[player.index()],
        Event::Result(Outcome::Tie) => &wording.tie,
        Event::Prompt(player) => &wording.prompts[player.index()],
        Event::Refusal => &wording.invalid,
        Event::Board(_) | Event::Frame(_) | Event::Echo(_) => return None,
    };
    (!line.is_empty()).then(|| format!("{}, or the like", line.trim_end()))
}

/// A transcript with the assignment's line ends as line feeds, and where a place in it is then.
fn plain<'a>(bytes: &'a [u8], place: Option<usize>, newline: &str) -> (Cow<'a, [u8]>, Option<usize>) {
    let newline = newline.as_bytes();
    if newline == b"\n" {
        return (Cow::Borrowed(bytes), place);
    }

    let mut plain = Vec::with_capacity(bytes.len());
    let (mut at, mut moved) = (0, None);
    while at < bytes.len() {
        if moved.is_none() && place.is_some_and(|place| place <= at) {
            moved = Some(plain.len());
        }
        if bytes[at..].starts_with(newline) {
            plain.push(b'\n');
            at += newline.len();
        } else {
            plain.push(bytes[at]);
            at += 1;
        }
    }

    let moved = place.map(|_| moved.unwrap_or(plain.len()));
    (Cow::Owned(plain), moved)
}

/// Where the step of a difference begins in both transcripts.
fn start(case: &Case, difference: &Difference, typed: &Script, marks: &[usize], length: usize) -> Start {
    let before = case.expected.steps.iter().take(difference.step);
    let attempt = difference
        .step
        .checked_sub(1)
        .and_then(|index| typed.attempts.get(index));
    let printed = attempt.map_or(Some(&0), |attempt| marks.get(attempt.first_key));
    Start {
        expected: before.map(|step| step.text.len()).sum(),
        printed: printed.copied().unwrap_or(length),
    }
}

/// A failure without boards and diff, for cases that fail in the same way as an earlier one.
fn brief(outcome: &CaseOutcome, story: &Story) -> Failure {
    let is_ordinary = matches!(outcome.stop.ending, Ending::Halted | Ending::Waiting);
    let mut format = format_differences_of(&outcome.comparison).map(pack).unwrap_or_default();
    // What never ends is in no format; which text it is may help.
    let is_endless = outcome.stop.ending == Ending::Flooded && outcome.verdict == CaseVerdict::Timeout;
    format.retain(|difference| !is_endless || difference.kind == toggle(FormatKind::ExtraText));
    Failure {
        at_move: story.at_move,
        stop: (!is_ordinary).then(|| outcome.stop.clone()),
        format_differences: format,
        ..Failure::new(&story.sentence)
    }
}

/// The differences in format that comparing found.
pub fn format_differences_of(comparison: &Comparison) -> Option<&FormatDifferences> {
    match comparison {
        Comparison::Format(format) | Comparison::Unforgiven(format) | Comparison::Game(_, format) => Some(format),
        Comparison::Exact | Comparison::Unread => None,
    }
}

/// Differences in format for the result model.
pub fn pack(differences: &FormatDifferences) -> Vec<FormatDifference> {
    differences
        .items()
        .iter()
        .map(|difference| FormatDifference {
            kind: toggle(difference.kind).to_owned(),
            message: difference.message.clone(),
            count: difference.count,
            printed: difference.printed.clone(),
            expected: difference.expected.clone(),
            deducted: 0.0,
            repair: None,
        })
        .collect()
}

/// The board that should be shown and the one that was, with these cells marked.
pub(super) fn boards(
    case: &Case,
    difference: &Difference,
    marked: &[(usize, usize)],
) -> (BoardPicture, Option<BoardPicture>) {
    let last = case.expected.steps.len() - 1;
    let step = &case.expected.steps[difference.step.min(last)];
    let printed = match &difference.seen {
        Some(Seen::Event(Event::Board(board) | Event::Frame(board))) => Some(picture(board, marked)),
        Some(Seen::BrokenBoard(rows)) => Some(BoardPicture {
            rows: self::rows(rows),
            marked: Vec::new(),
        }),
        _ => difference
            .board
            .as_ref()
            .filter(|board| !is_due_again(board, difference))
            .map(|board| picture(board, marked)),
    };

    let expected = match &difference.expected {
        Some(Event::Board(board) | Event::Frame(board)) => board,
        _ => step.board_of_move(),
    };

    (picture(expected, marked), printed)
}

/// Whether the board that was printed last should have been printed once more, and was not.
fn is_due_again(board: &Board, difference: &Difference) -> bool {
    matches!(&difference.expected, Some(Event::Board(due) | Event::Frame(due)) if due == board)
}

/// Rows of cells for drawing.
pub(super) fn rows(cells: &[Vec<Option<Player>>]) -> Vec<String> {
    let row = |row: &Vec<Option<Player>>| row.iter().map(|cell| letter(*cell)).collect();
    cells.iter().map(row).collect()
}

fn letter(cell: Option<Player>) -> char {
    match cell {
        None => '.',
        Some(Player::One) => '1',
        Some(Player::Two) => '2',
    }
}

/// A board for drawing, with cells to mark.
pub(in crate::grade) fn picture(board: &Board, marked: &[(usize, usize)]) -> BoardPicture {
    BoardPicture {
        rows: (0..board.rows())
            .map(|row| {
                (0..board.columns())
                    .map(|column| letter(board.cell(row, column)))
                    .collect()
            })
            .collect(),
        marked: marked.iter().copied().map(Cell::from).collect(),
    }
}

/// The moves of a script for people, control characters made visible.
pub fn moves(script: &Script) -> Vec<String> {
    let shown = |attempt: &Attempt| match attempt.typed[..] {
        [key] if key.is_ascii_alphanumeric() => char::from(key).to_string(),
        ref typed => typed.escape_ascii().to_string(),
    };
    script.attempts.iter().map(shown).collect()
}

/// A command line that repeats a case under a configuration.
pub fn command(file: &str, case: &Case, config: RunConfig) -> String {
    let file = quote(file);
    let options = config.options();
    if case.raw || !config.adaptation.adds_no_keys() {
        let script = script(case, config);
        let keys = &script.as_ref().unwrap_or(&case.script).keys;
        let typed = config.adaptation.typed(keys, config.protocol);
        let keys = typed.keys.escape_ascii().to_string();
        // printf's format knows \xNN, \n and the like; a percent sign must be doubled.
        let keys = keys.replace('%', "%%").replace("\\'", "'\\''");
        return format!("printf '{keys}' | c4grade run {file} --input -{options}");
    }

    let mut moves = String::with_capacity(case.script.keys.len() * 2);
    for (index, attempt) in case.script.attempts.iter().enumerate() {
        if index > 0 {
            moves.push(' ');
        }
        moves += &String::from_utf8_lossy(&config.adaptation.typed_moves(&attempt.typed));
    }

    let protocol = match config.protocol {
        Protocol::Key => "",
        Protocol::Enter => " --protocol enter",
    };
    format!("c4grade run {file} --moves {}{options}{protocol}", quote(&moves))
}

/// Quotes a word for a shell: in double quotes, which POSIX shells, PowerShell and the Windows command prompt all read the
/// same way, unless one of these shells expands something in it. Such a word is quoted for a POSIX shell.
pub(in crate::grade) fn quote(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._/-+=:@,".contains(letter);
    // Spaces first: they are every other letter of moves, which are quoted in every command.
    let is_literal = |letter: char| {
        letter == ' ' || is_plain(letter) || letter.is_alphanumeric() || "'()[]{}<>|&;*?#~^".contains(letter)
    };

    if !word.is_empty() && word.chars().all(is_plain) && !word.starts_with('-') {
        word.to_owned()
    } else if word.chars().all(is_literal) {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn words_are_quoted_as_every_shell_reads_them() {
        for (word, quoted) in [
            ("connect4.asm", "connect4.asm"),
            ("1 2 1", r#""1 2 1""#),
            ("", r#""""#),
            ("-x", r#""-x""#),
            ("Ada O'Neil/connect4.asm", r#""Ada O'Neil/connect4.asm""#),
            ("Jos\u{e9} & Co", "\"Jos\u{e9} & Co\""),
        ] {
            assert_eq!(quote(word), quoted);
        }
    }

    // Each of these means something within double quotes to some shell.
    #[test]
    fn what_a_shell_would_expand_is_in_single_quotes() {
        for word in ["$HOME", "`id`", "a\\b", "wow!", "50%", "\"", "a\nb"] {
            assert_eq!(quote(word), format!("'{word}'"));
        }
        assert_eq!(quote("it's $5"), r"'it'\''s $5'");
    }
}
