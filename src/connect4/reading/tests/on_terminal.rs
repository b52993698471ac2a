//! Boards on the line of the prompt, because the program does not print the key, and pieces that differ only in color.

use super::game;
use crate::connect4::board::Player;
use crate::connect4::expected::{Event, Expected, Step};
use crate::connect4::reading::{Known, Marked, OnTerminal, Printed, Vocabulary, Words, align, read_with};
use crate::connect4::rules::Protocol;
use crate::connect4::script::Script;

/// How a made-up program prints: whether it shows keys, and its cells.
struct Style {
    shows_keys: bool,
    cells: [&'static str; 3],
}

impl Style {
    /// What is printed in a game, and where its keys are read.
    fn printed(&self, moves: &str) -> (Vec<u8>, Vec<usize>) {
        let script = Script::from_moves(moves, Protocol::Key);
        let expected = Expected::play(&game(), &script);
        let typed = [None]
            .into_iter()
            .chain(script.attempts.iter().map(|attempt| Some(&attempt.typed)));
        let (mut bytes, mut marks) = (Vec::new(), Vec::new());
        for (step, typed) in expected.steps.iter().zip(typed) {
            if let Some(typed) = typed {
                marks.push(bytes.len());
                if self.shows_keys {
                    bytes.extend_from_slice(typed);
                    bytes.push(b'\n');
                }
            }
            bytes.extend(self.step(step).into_bytes());
        }
        (bytes, marks)
    }

    fn step(&self, step: &Step) -> String {
        let said = step.events.iter().map(|event| match event {
            Event::Board(board) => {
                let row = |row: usize| {
                    let cells = (0..board.columns())
                        .map(|column| self.cells[board.cell(row, column).map_or(0, Player::number)]);
                    cells.collect::<Vec<&str>>().join(" ") + "\n"
                };
                (0..board.rows()).map(row).collect()
            }
            Event::Prompt(player) => game().wording.prompts[player.index()].clone(),
            Event::Refusal => game().wording.invalid + "\n",
            Event::Result(_) => "Player 1 Wins.\n".to_owned(),
            _ => String::new(),
        });
        said.collect()
    }

    /// What is learned of it, and whether a game is right when it is read with that; with every difference in format.
    fn read(&self, moves: &str) -> (OnTerminal, bool, Vec<String>) {
        let samples = ["", "1", "1 2"].map(|moves| self.printed(moves));
        let [none, one, two]: [Marked; 3] = [0, 1, 2].map(|at| (&samples[at].0[..], samples[at].1.clone()));
        let learned = OnTerminal::learn(&game(), [&none, &one, &two]);

        let script = Script::from_moves(moves, Protocol::Key);
        let (bytes, marks) = self.printed(moves);
        let printed = Printed {
            script: &script,
            bytes: &bytes,
            marks: &marks,
            waits: Expected::play(&game(), &script).outcome.is_none(),
        };
        let vocabulary = Vocabulary::default().on_terminal(learned.clone());
        let reading = read_with(&vocabulary, &game(), Words::Fixed, printed, Known::default());
        let (difference, format) = align(&Expected::play(&game(), &script), &reading, true);
        let said = format.items().iter().map(|difference| difference.message.clone());
        (learned, difference.is_none(), said.collect())
    }
}

const DOTS: [&str; 3] = [".", "O", "X"];
const COLORED: [&str; 3] = ["-", "\x1b[1m\x1b[31m\u{25cf}\x1b[0m", "\x1b[1m\x1b[33m\u{25cf}\x1b[0m"];
/// With keys that are no column, and a full column.
const MOVES: &str = "1 2 1 1 2 2 1 2 1 9 3 1 4 1 3";

#[test]
fn a_board_behind_the_prompt_begins_a_line_where_no_key_is_shown() {
    let style = Style {
        shows_keys: false,
        cells: DOTS,
    };
    let (learned, is_right, said) = style.read(MOVES);
    assert!(!learned.is_nothing() && is_right);
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said.contains(&"keys are not shown".to_owned()), "{said:?}");
}

#[test]
fn nothing_is_learned_of_a_program_that_shows_its_keys() {
    let style = Style {
        shows_keys: true,
        cells: DOTS,
    };
    let (learned, is_right, said) = style.read(MOVES);
    assert!(learned.is_nothing() && is_right);
    assert_eq!(said.len(), 1, "{said:?}");
}

#[test]
fn pieces_that_differ_only_in_color_are_distinguished() {
    for shows_keys in [true, false] {
        let style = Style {
            shows_keys,
            cells: COLORED,
        };
        let (_, is_right, said) = style.read(MOVES);
        assert!(is_right, "{said:?}");
        let shown = "the pieces of both players are '\u{25cf}' and differ only in color";
        assert!(said.iter().any(|message| message == shown), "{said:?}");
    }

    let same = Style {
        shows_keys: true,
        cells: ["-", COLORED[1], COLORED[1]],
    };
    let (learned, is_right, _) = same.read(MOVES);
    assert!(learned.is_nothing() && !is_right, "the pieces are the same");
}

#[test]
fn empty_cells_may_be_the_same_in_a_third_color() {
    let style = Style {
        shows_keys: true,
        cells: ["\x1b[37mo\x1b[0m", "\x1b[31mo\x1b[0m", "\x1b[33mo\x1b[0m"],
    };
    let (_, is_right, said) = style.read(MOVES);
    assert!(is_right, "{said:?}");
}
