//! Programs of every kind print into a pipe; what is read without marks is what is read with them.

use super::super::tests::game;
use super::super::{Difference, FormatDifferences, Words, align, read};
use super::{Tags, tags};
use crate::connect4::expected::Expected;
use crate::connect4::rules::Protocol;
use crate::connect4::script::Script;

/// What a program prints, and where it reads.
#[derive(Clone)]
struct Printed {
    script: Script,
    expected: Expected,
    bytes: Vec<u8>,
    /// For each attempt that was read, how much came before.
    starts: Vec<usize>,
    waits: bool,
}

/// A perfect program, but for what `change` makes of the text of each step. It gets the number of the step and what was
/// typed for it.
fn printed(moves: &str, protocol: Protocol, change: impl Fn(usize, &str, String) -> String) -> Printed {
    let game = game();
    let script = Script::from_moves(moves, protocol);
    let expected = Expected::play(&game, &script);
    let (mut bytes, mut starts) = (Vec::new(), Vec::new());
    for (index, step) in expected.steps.iter().enumerate() {
        let mut typed = String::new();
        if let Some(attempt) = index.checked_sub(1) {
            starts.push(bytes.len());
            typed = String::from_utf8(script.attempts[attempt].typed.clone()).expect("scripts are text");
        }
        let text = String::from_utf8(step.text.clone()).expect("transcripts are text");
        bytes.extend(change(index, &typed, text).into_bytes());
    }

    Printed {
        waits: !expected.halts,
        script,
        expected,
        bytes,
        starts,
    }
}

impl Printed {
    /// The marks of the keys: only those of first keys matter.
    fn marks(&self) -> Vec<usize> {
        let mut marks = Vec::new();
        for (index, start) in self.starts.iter().enumerate() {
            let attempts = &self.script.attempts;
            let next = attempts
                .get(index + 1)
                .map_or(self.script.keys.len(), |next| next.first_key);
            marks.resize(next, *start);
        }
        marks
    }

    fn difference(&self, bytes: &[u8], marks: &[usize]) -> (Option<Difference>, FormatDifferences) {
        let reading = read(&game(), &self.script, bytes, marks, self.waits, Words::Fixed);
        align(&self.expected, &reading, true)
    }

    /// The marks found where the program also prints this in the end.
    fn tags(&self, reaction: &str) -> Tags {
        let bytes = [&self.bytes[..], reaction.as_bytes()].concat();
        tags(&game(), &self.script, &bytes, self.waits, Words::Fixed)
    }

    /// The same is found without marks, whatever is printed when there are no more keys.
    fn assert_read_the_same(&self, what: &str) {
        let truth = self.difference(&self.bytes, &self.marks());
        let last = String::from_utf8_lossy(&self.bytes);
        let last = last.rsplit('\n').next().unwrap_or_default();
        let reactions = [
            String::new(),
            "\n".to_owned(),
            "\nEOF\n".to_owned(),
            format!("Invalid move. Try again.\n{last}").repeat(200),
            last.repeat(200),
        ];

        for reaction in reactions.iter().take(if self.waits { 5 } else { 1 }) {
            let found = self.tags(reaction);
            let bytes = [&self.bytes[..], reaction.as_bytes()].concat();
            let text = String::from_utf8_lossy(&self.bytes);
            let sample = reaction.get(..reaction.len().min(60));
            assert_eq!(found.end, self.bytes.len(), "{what}: {sample:?} behind\n{text}");
            let difference = self.difference(&bytes[..found.end], &found.marks);
            assert_eq!(difference, truth, "{what}: {sample:?} behind\n{text}");
        }
    }
}

/// Games of every kind: a win, a tie cut short, refused moves of every sort, no move at all.
const GAMES: [&str; 9] = [
    "",
    "1",
    "1 2 3",
    "1 7 2 3 2 1 2 x 3 2",
    "9 1 1 1",
    "1 1 1 1 1 1 1 2 3",
    "1 1 2 2 3 3 4",
    "0 0 0 3 3",
    "1 2 1 2 1 2 1 5 6",
];

const BOTH: [Protocol; 2] = [Protocol::Key, Protocol::Enter];

fn each_game(what: &str, change: impl Fn(usize, &str, String) -> String) {
    each_of(&GAMES, what, change);
}

fn each_of(games: &[&str], what: &str, change: impl Fn(usize, &str, String) -> String) {
    for moves in games {
        for protocol in BOTH {
            let printed = printed(moves, protocol, &change);
            printed.assert_read_the_same(&format!("{what}: {moves} by {protocol:?}"));
        }
    }
}

/// The text of a step less what shows the key, and the line end after it.
fn without_echo(index: usize, typed: &str, text: &str) -> String {
    if index == 0 {
        return text.to_owned();
    }
    text.strip_prefix(typed)
        .and_then(|text| text.strip_prefix('\n'))
        .unwrap_or(text)
        .to_owned()
}

#[test]
fn a_perfect_program() {
    each_game("as asked", |_, _, text| text);
    each_game("keys not shown", |index, typed, text| without_echo(index, typed, &text));
    each_game("keys not shown, but a line feed", |index, typed, text| {
        text.strip_prefix(typed)
            .filter(|_| index > 0)
            .unwrap_or(&text)
            .to_owned()
    });
    each_game("keys shown twice", |_, typed, text| format!("{typed}{text}"));
}

#[test]
fn prompts_in_other_words() {
    let ways: [(&str, &str); 9] = [
        (", choose a column: ", ", chose a colum: "),
        (", choose a column: ", " choose a column: "),
        (", choose a column: ", ", choose a column:"),
        (", choose a column: ", ", your turn: "),
        (", choose a column: ", "'s move? "),
        (", choose a column: ", "> "),
        ("Player ", "PLAYER "),
        ("Player ", "\nPlayer "),
        (", choose a column: ", ", it is your turn.\nChoose a column: "),
    ];

    for (from, to) in ways {
        each_game(to, |_, _, text| text.replace(from, to));
        each_game(to, |index, typed, text| {
            without_echo(index, typed, &text.replace(from, to))
        });
    }

    let nameless = |text: String| {
        text.replace("Player 1, choose", "Choose")
            .replace("Player 2, choose", "Choose")
    };
    each_game("nobody is named", |_, _, text| nameless(text));

    each_game("nobody is named, nothing shown", |index, typed, text| {
        without_echo(index, typed, &nameless(text))
    });
}

#[test]
fn more_or_less_than_was_asked_for() {
    let board = |text: &str| {
        let rows = text.split_inclusive('\n').filter(|line| line.len() == 12);
        rows.collect::<String>()
    };
    let prompt = |text: &str| text.rsplit('\n').next().unwrap_or_default().to_owned();
    each_of(&GAMES[1..], "prompts twice", |_, _, text| {
        let prompt = prompt(&text);
        if prompt.starts_with("Player") {
            format!("{text}\n{prompt}")
        } else {
            text
        }
    });
    each_game("a greeting and rules", |index, _, text| {
        if index == 0 {
            format!("Welcome to Connect 4!\nPlayer 1 is O, player 2 is X.\n{text}")
        } else {
            text
        }
    });
    each_game("what was chosen", |index, typed, text| {
        if index == 0 {
            text
        } else {
            format!("{typed}\nYou chose {typed}.\n{}", without_echo(index, typed, &text))
        }
    });
    each_game("refused without a word", |_, _, text| {
        text.replace("Invalid move. Try again.\n", "")
    });
    // Several refused keys in a row are not distinguished without a prompt: then keys are typed one by one.
    each_of(&GAMES[..7], "not asked again", |_, typed, text| {
        if text.contains("Invalid") {
            format!("{typed}\nInvalid move. Try again.\n")
        } else {
            text
        }
    });

    let last_board = std::cell::RefCell::new(String::new());
    each_game("the board again before a refusal", |_, typed, text| {
        if text.contains("Invalid") {
            return text.replace("Invalid", &format!("{}Invalid", last_board.borrow()));
        }
        let _ = typed;
        last_board.replace(board(&text));
        text
    });

    // Before any key nothing tells where such a text ends.
    each_of(&GAMES[1..], "no prompts", |_, _, text| {
        let prompt = prompt(&text);
        if prompt.starts_with("Player") {
            text.replace(&prompt, "")
        } else {
            text
        }
    });
}

#[test]
fn a_program_that_stops_half_way() {
    for moves in GAMES {
        let whole = printed(moves, Protocol::Enter, |_, _, text| text);
        for end in 0..whole.bytes.len() {
            let starts: Vec<usize> = whole.starts.iter().copied().filter(|start| *start <= end).collect();
            let part = Printed {
                bytes: whole.bytes[..end].to_vec(),
                starts,
                waits: false,
                ..whole.clone()
            };

            let last = String::from_utf8_lossy(&part.bytes[..end])
                .rsplit('\n')
                .next()
                .unwrap_or_default()
                .len();
            // Two letters may be missing in a prompt.
            if !(24..27).contains(&last) {
                part.assert_read_the_same(&format!("{moves} up to {end}"));
            }
        }
    }
}

#[test]
fn wins_that_are_missed_or_false() {
    let game = game();
    // The program takes four in a column for nothing, and asks on.
    let script = Script::from_moves("1 2 1 2 1 2 1 3 4", Protocol::Enter);
    let mut blind = game.clone();
    blind.rules.line = 6;

    let shown = Expected::play(&blind, &script).transcript();
    let found = tags(&game, &script, &[&shown[..], b"\nBye\n"].concat(), true, Words::Fixed);
    assert_eq!((found.marks.len(), found.end), (script.keys.len(), shown.len()));
    let mut keen = game.clone();
    keen.rules.line = 3;

    let steps = Expected::play(&keen, &script).steps;
    let shown: Vec<u8> = steps.iter().flat_map(|step| step.text.clone()).collect();
    let found = tags(&game, &script, &shown, false, Words::Fixed);
    assert_eq!((found.marks.len(), found.end), (2 * (steps.len() - 1), shown.len()));
}

#[test]
fn a_megabyte_of_anything_is_no_matter() {
    let game = game();
    let script = Script::from_moves("1 2 3", Protocol::Enter);
    let floods = [
        "Player 1, choose a column: ",
        "Player 1, choose a column: \n",
        "Player 1, chose a colum: ",
        "Invalid move. Try again.\n",
        "- - - - - -\n",
        "- ",
        "\n",
        "1",
        "\u{0}",
        "Player 1: Player 2: :::",
        "Player 1 column 1: - - - - - -",
    ];

    for flood in floods {
        let bytes = flood.repeat((1 << 20) / flood.len());
        for asked in [false, true] {
            let found = tags(&game, &script, bytes.as_bytes(), asked, Words::Fixed);
            assert!(found.marks.len() <= script.keys.len() && found.end <= bytes.len());
            tags(&game, &script, bytes.as_bytes(), asked, Words::Free);
        }
    }
}
