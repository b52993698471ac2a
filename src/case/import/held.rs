//! A game held against the rules model: the same, the same in another format, or another game.

use crate::assignment::{Assignment, By, Frames};
use crate::case::transcript::{Difference as LineDifference, LONGEST, first_difference};
use crate::connect4::reading::{self, Difference, Seen, Unnamed, Words};
use crate::connect4::{Event, Expected, Outcome, Script};
use crate::diagnostic::visible::quotable;

/// Bytes read beyond several times the length of the right transcript.
const READ_BEYOND: usize = 16 * 1024;

/// What holding found.
#[derive(Debug)]
pub(super) enum Verdict {
    /// The transcript that the rules model writes.
    Same,
    /// The same game; these things are formatted or worded differently.
    Format(Vec<String>),
    /// Another game.
    Different {
        /// The move of the first difference.
        step: usize,
        /// The difference in words.
        words: String,
    },
}

impl Verdict {
    /// Smaller is better.
    pub(super) fn rank(&self) -> (usize, usize) {
        match self {
            Self::Same => (0, 0),
            Self::Format(notes) => (1, notes.len()),
            Self::Different { step, .. } => (2, usize::MAX - step),
        }
    }
}

/// Holds a text against the game of a script. `marks` are the places where its keys were read; without them they are looked
/// for.
pub(super) fn hold(assignment: &Assignment, text: &str, script: &Script, marks: Option<&[usize]>) -> Verdict {
    let expected = Expected::play(&assignment.game, script);
    let Some(line) = first_difference(assignment, text, &expected.transcript(), expected.halts) else {
        return Verdict::Same;
    };

    let wanted = match assignment.comparison.by {
        By::Bytes => &[Words::Fixed, Words::Free][..],
        By::Events => &[Words::Free],
    };
    let mut first = None;
    for words in wanted {
        match align(assignment, text, script, &expected, marks, *words) {
            Ok(notes) => return Verdict::Format(notes),
            Err(difference) => first = first.or(Some(difference)),
        }
    }

    let (step, words) = first.map_or((0, String::new()), |difference| {
        (difference.step, in_words(script, &difference))
    });
    Verdict::Different {
        step,
        words: format!("{words}; {}", line_in_words(&line)),
    }
}

/// The format differences of the same game, or the first difference in the game itself.
fn align(
    assignment: &Assignment,
    text: &str,
    script: &Script,
    expected: &Expected,
    marks: Option<&[usize]>,
    words: Words,
) -> Result<Vec<String>, Box<Difference>> {
    let game = &assignment.game;
    let newline = &game.wording.newline;
    // What a game prints at most; the rest of a flood is not read.
    let most = expected.transcript().len() * 4 + READ_BEYOND;
    let text = &text[..text.floor_char_boundary(most)];
    let bytes = text.replace('\n', newline).into_bytes();
    let waits = !expected.halts;
    let reading = if let Some(marks) = marks {
        let marks: Vec<usize> = marks.iter().map(|mark| shifted(text, *mark, newline)).collect();
        reading::read(game, script, &bytes, &marks, waits, words)
    } else {
        let tags = reading::tags(game, script, &bytes, waits, words);
        let end = tags.end.min(bytes.len());
        reading::read(game, script, &bytes[..end], &tags.marks, waits, words)
    };

    let (difference, format) = reading::align(expected, &reading, assignment.comparison.frames == Frames::Checked);
    if let Some(difference) = difference {
        return Err(Box::new(difference));
    }
    let mut notes: Vec<String> = format.items().iter().map(|item| item.message.clone()).collect();
    if notes.is_empty() {
        notes.push("some text is worded differently".into());
    }
    Ok(notes)
}

/// A place in a text once its lines end otherwise.
fn shifted(text: &str, mark: usize, newline: &str) -> usize {
    let mark = text.floor_char_boundary(mark);
    let before = text[..mark].matches('\n').count();
    mark + before * newline.len().saturating_sub(1)
}

fn line_in_words(line: &LineDifference) -> String {
    let show = |line: &Option<String>| match line {
        Some(line) => format!("`{}`", quotable(line, LONGEST)),
        None => "nothing".into(),
    };
    format!(
        "the first line that differs is line {}: expected {}, found {}",
        line.line + 1,
        show(&line.expected),
        show(&line.written)
    )
}

fn in_words(script: &Script, difference: &Difference) -> String {
    let attempt = difference
        .step
        .checked_sub(1)
        .and_then(|index| script.attempts.get(index));
    let place = match attempt {
        None => "before the first move".to_owned(),
        Some(attempt) => format!("after move {} (`{}`)", difference.step, attempt.typed.escape_ascii()),
    };
    let expected = difference
        .expected
        .as_ref()
        .map_or_else(|| "nothing more".to_owned(), event);
    let found = match &difference.seen {
        Some(Seen::Event(Event::Board(_))) if matches!(difference.expected, Some(Event::Board(_))) => {
            "a different board".to_owned()
        }
        Some(Seen::Event(seen)) => event(seen),
        Some(Seen::BrokenBoard(_)) => "a board of another size".to_owned(),
        Some(Seen::Unnamed(Unnamed::Prompt)) => "a prompt that names nobody".to_owned(),
        Some(Seen::Unnamed(Unnamed::Result)) => "a result that names nobody".to_owned(),
        Some(Seen::Other(text)) => format!("`{}`", quotable(text, LONGEST)),
        None => "nothing".to_owned(),
    };
    format!("{place}, the rules require {expected}, but there is {found}")
}

fn event(event: &Event) -> String {
    match event {
        Event::Board(_) => "the board".into(),
        Event::Frame(_) => "the board with a falling piece".into(),
        Event::Prompt(player) => format!("the prompt of player {}", player.number()),
        Event::Echo(typed) => format!("the key `{}`", typed.escape_ascii()),
        Event::Refusal => "a refusal of the move".into(),
        Event::Result(Outcome::Win(player)) => format!("a win of player {}", player.number()),
        Event::Result(Outcome::Tie) => "a tie".into(),
    }
}
