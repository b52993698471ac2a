//! Boards in characters and layouts that no list could hold are learned from games of one and two moves.

use super::game;
use crate::connect4::board::{Board, Player};
use crate::connect4::expected::Expected;
use crate::connect4::reading::{
    Difference, Drawing, FormatDifferences, FormatKind, Known, Printed, Sample, Vocabulary, Words, align, read_with,
};
use crate::connect4::rules::{Game, Protocol};
use crate::connect4::script::Script;

mod layouts;

/// How a made-up program draws its boards.
struct Style {
    glyphs: [&'static str; 3],
    /// Before, between and after the cells.
    gaps: [&'static str; 3],
    /// Above each row but the first one.
    between_rows: &'static str,
    above: &'static str,
    below: &'static str,
    is_upside_down: bool,
}

const PLAIN: Style = Style {
    glyphs: ["-", "O", "X"],
    gaps: ["", " ", ""],
    between_rows: "",
    above: "",
    below: "",
    is_upside_down: false,
};

impl Style {
    fn row(&self, board: &Board, row: usize) -> String {
        let shown = if self.is_upside_down {
            board.upside_down()
        } else {
            board.clone()
        };
        let glyph = |column| self.glyphs[shown.cell(row, column).map_or(0, Player::number)];
        let cells: Vec<&str> = (0..board.columns()).map(glyph).collect();
        let [before, between, behind] = self.gaps;
        let letter = |first: u8, up: bool| char::from(if up { first + row as u8 } else { first + 5 - row as u8 });
        let labelled = |gap: &str| {
            let gap = gap.replace('N', &(row + 1).to_string());
            let gap = gap.replace('A', &letter(b'A', true).to_string());
            gap.replace('f', &letter(b'a', false).to_string())
        };
        let (label, behind) = (labelled(before), labelled(behind));
        format!("{label}{}{behind}", cells.join(between))
    }

    fn board(&self, board: &Board) -> String {
        let rows: Vec<String> = (0..board.rows()).map(|row| self.row(board, row)).collect();
        format!(
            "{}{}\n{}",
            self.above,
            rows.join(&format!("\n{}", self.between_rows)),
            self.below
        )
    }

    /// Everything that a game prints.
    fn printed(&self, game: &Game, moves: &str) -> Vec<u8> {
        let expected = Expected::play(game, &Script::from_moves(moves, Protocol::Key));
        let steps = expected.steps.iter().zip(moves.split(' ').map(Some).chain([None]));
        let step = |(step, key): (&crate::connect4::expected::Step, Option<&str>)| {
            format!("{}你的棋: {}\n", self.board(&step.board), key.unwrap_or_default())
        };
        steps.map(step).collect::<String>().into_bytes()
    }

    fn sample(&self) -> Sample {
        self.sample_of(&game())
    }

    fn sample_of(&self, game: &Game) -> Sample {
        Sample {
            opening: self.printed(game, ""),
            one_move: (1..=6).map(|column| self.printed(game, &column.to_string())).collect(),
            two_moves: self.printed(game, "1 2"),
            stacked: Some(self.printed(game, "1 1")),
        }
    }

    /// A game that such a program plays, read by what was learned from others; `change` is what it does to the outputs.
    fn read(&self, moves: &str, change: impl Fn(String) -> String) -> (Option<Difference>, FormatDifferences) {
        let game = game();
        let changed = |bytes: Vec<u8>| change(String::from_utf8(bytes).expect("it is text")).into_bytes();
        let sample = self.sample();
        let sample = Sample {
            opening: changed(sample.opening),
            one_move: sample.one_move.into_iter().map(changed).collect(),
            two_moves: changed(sample.two_moves),
            stacked: sample.stacked.map(changed),
        };
        let drawing = Drawing::learn(&game, &sample).expect("it is learned");

        let script = Script::from_moves(moves, Protocol::Key);
        let expected = Expected::play(&game, &script);
        let mut bytes = Vec::new();
        let mut marks = Vec::new();
        for (index, step) in expected.steps.iter().enumerate() {
            if index > 0 {
                marks.push(bytes.len());
            }
            let text = String::from_utf8(step.text.clone()).expect("transcripts are text");
            let rows: Vec<&str> = text.split('\n').filter(|line| line.len() == 11).collect();
            let board = rows.join("\n") + "\n";
            let text = if rows.is_empty() {
                text
            } else {
                text.replace(&board, &self.board(&step.board))
            };
            bytes.extend(changed(text.into_bytes()));
        }

        let printed = Printed {
            script: &script,
            bytes: &bytes,
            marks: &marks,
            waits: expected.outcome.is_none(),
        };
        let vocabulary = Vocabulary::of_boards(&game, &drawing);
        let reading = read_with(&vocabulary, &game, Words::Fixed, printed, Known::default());
        align(&expected, &reading, true)
    }

    /// The kinds of format differences in a game that is read as what it is.
    fn kinds(&self, moves: &str) -> Vec<FormatKind> {
        let (difference, format) = self.read(moves, |text| text);
        assert_eq!(difference, None, "{:?}", self.glyphs);
        let mut kinds: Vec<_> = format.items().iter().map(|format| format.kind).collect();
        kinds.sort();
        kinds.dedup();
        kinds
    }
}

#[test]
fn any_character_and_any_frame_is_read() {
    let styles = [
        PLAIN,
        Style {
            glyphs: ["⚪", "🔴", "🟡"],
            ..PLAIN
        },
        Style {
            glyphs: ["空", "红", "黄"],
            gaps: ["N  ", "", "  N"],
            ..PLAIN
        },
        Style {
            glyphs: [" ", "●", "○"],
            gaps: ["│ ", " │ ", " │"],
            between_rows: "├───┼───┼───┼───┼───┼───┤\n",
            above: "  1   2   3   4   5   6\n",
            below: "└───┴───┴───┴───┴───┴───┘\n",
            ..PLAIN
        },
        Style {
            glyphs: ["0", "1", "2"],
            above: "1 2 3 4 5 6\n",
            ..PLAIN
        },
        Style {
            glyphs: ["__", "<>", "[]"],
            gaps: ["N|", "|", "|"],
            ..PLAIN
        },
    ];

    let script = Script::from_moves("3 4 3 4 1 6 6 5 2", Protocol::Key);
    let board = &Expected::play(&game(), &script)
        .steps
        .last()
        .expect("it has steps")
        .board
        .clone();
    for style in styles {
        let drawing = Drawing::learn(&game(), &style.sample()).expect(style.glyphs[0]);
        for row in 0..6 {
            let wanted: Vec<_> = (0..6).map(|column| board.cell(row, column)).collect();
            let line = style.row(board, row);
            assert_eq!(drawing.row(line.as_bytes()), Some(wanted), "{line}");
        }
        assert_eq!(drawing.row(style.above.as_bytes()), None);
        assert_eq!(drawing.row(style.below.as_bytes()), None);
    }
}

#[test]
fn row_numbers_of_two_digits_are_labels_too() {
    let mut high = game();
    high.rules.rows = 12;
    let script = Script::from_moves("3 4 3 4 3 4 1 3 4 3 4 3 4 3 4 3 4", Protocol::Key);
    let board = &Expected::play(&high, &script)
        .steps
        .last()
        .expect("it has steps")
        .board
        .clone();
    for gaps in [["N ", " ", ""], ["N|", "|", "|N"], ["", " ", " N"]] {
        let style = Style {
            glyphs: ["⚪", "🔴", "🟡"],
            gaps,
            ..PLAIN
        };
        let drawing = Drawing::learn(&high, &style.sample_of(&high)).expect(gaps[0]);
        for row in 0..12 {
            let wanted: Vec<_> = (0..6).map(|column| board.cell(row, column)).collect();
            let line = style.row(board, row);
            assert_eq!(drawing.row(line.as_bytes()), Some(wanted.clone()), "{line}");
            let aligned = if row < 9 { format!(" {line}") } else { line };
            assert_eq!(
                drawing.row(aligned.as_bytes()).is_some(),
                !gaps[0].is_empty() || row >= 9,
                "{aligned}"
            );
        }
    }
}

#[test]
fn what_the_moves_do_not_show_is_not_learned() {
    let learned = |sample: &Sample| Drawing::learn(&game(), sample);
    let is_none = |sample: &Sample| learned(sample).is_none();

    let one_piece = Style {
        glyphs: ["-", "O", "O"],
        ..PLAIN
    };
    let never_switched = learned(&one_piece.sample()).expect("the first player's piece is seen");
    assert_eq!(
        never_switched.shown(&game()),
        "",
        "nothing is said of a piece that was not seen"
    );

    let wide = Style {
        gaps: ["", " ", " -"],
        ..PLAIN
    };
    assert!(is_none(&wide.sample()), "a column too many");

    let high = Style {
        above: "- - - - - -\n",
        ..PLAIN
    };
    assert!(is_none(&high.sample()), "a row too many");

    let mut moved = PLAIN.sample();
    moved.one_move.swap(2, 3);
    assert!(is_none(&moved), "pieces in other columns");

    let mut still = PLAIN.sample();
    still.one_move[5] = still.opening.clone();
    assert!(is_none(&still), "a column that takes no piece");
}

#[test]
fn pieces_of_the_other_player_are_noticed() {
    let style = Style {
        glyphs: ["-", "X", "O"],
        ..PLAIN
    };
    let drawing = Drawing::learn(&game(), &style.sample()).expect("it is learned");
    assert!(drawing.exchanges_pieces(&game()));
    let other = Drawing::learn(&game(), &PLAIN.sample()).expect("it is learned");
    assert!(!other.exchanges_pieces(&game()));
}

const BOXED: Style = Style {
    glyphs: [" ", "●", "○"],
    gaps: ["│ ", " │ ", " │"],
    between_rows: "├───┼───┼───┼───┼───┼───┤\n",
    above: "┌───┬───┬───┬───┬───┬───┐\n",
    below: "└───┴───┴───┴───┴───┴───┘\n",
    ..PLAIN
};

const GAME: &str = "3 4 3 4 1 6 6 x 5 2";

#[test]
fn rules_drawn_in_any_character_are_between_rows() {
    use FormatKind::{ExtraText, Rewording, RowSpacing};

    assert_eq!(BOXED.kinds(GAME), [RowSpacing, Rewording, ExtraText]);
    let double = Style {
        glyphs: [".", "O", "X"],
        gaps: ["║", "║", "║"],
        between_rows: "╠═╬═╬═╬═╬═╬═╣\n",
        above: "║1║2║3║4║5║6║\n╔═╦═╦═╦═╦═╦═╗\n",
        below: "▀▀▀▀▀▀▀▀▀▀▀▀▀\n",
        ..PLAIN
    };
    assert_eq!(double.kinds(GAME), [RowSpacing, Rewording, ExtraText]);
}

#[test]
fn rows_may_be_labelled_with_letters() {
    for gaps in [["A ", " ", ""], ["", " | ", " | f"], ["A|", "|", "|A"], ["f  ", "", ""]] {
        let style = Style { gaps, ..PLAIN };
        assert_eq!(style.kinds(GAME), [FormatKind::RowSpacing], "{gaps:?}");
    }

    // A letter that is the same in each row is no label, nor is one that skips letters.
    let drawing = Drawing::learn(
        &game(),
        &Style {
            gaps: ["A ", " ", ""],
            ..PLAIN
        }
        .sample(),
    )
    .expect("it is learned");
    assert!(drawing.row(b"C - - - - - -").is_some());
    assert_eq!(drawing.row(b"G - - - - - -"), None);
    assert_eq!(drawing.row(b"O - - - - - -"), None);
    let mut skipping = Style {
        gaps: ["A ", " ", ""],
        ..PLAIN
    }
    .sample();
    let without_c = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).replace("C ", "H ").into_bytes();
    skipping.opening = without_c(&skipping.opening);
    skipping.one_move = skipping.one_move.iter().map(without_c).collect();
    skipping.two_moves = without_c(&skipping.two_moves);
    assert_eq!(Drawing::learn(&game(), &skipping), None);
}

#[test]
fn empty_cells_may_be_spaces_with_nothing_around_them() {
    for glyphs in [[" ", "O", "X"], [" ", "●", "○"]] {
        for gaps in [["", " ", ""], ["", "", ""], ["  ", "  ", " "]] {
            let style = Style { glyphs, gaps, ..PLAIN };
            assert!(style.kinds(GAME).contains(&FormatKind::Rewording), "{gaps:?}");
        }
    }

    // Without the spaces at the end of its lines, an empty row is a blank line as any other.
    let style = Style {
        glyphs: [" ", "O", "X"],
        ..PLAIN
    };
    let mut trimmed = style.sample();
    let trim = |bytes: &Vec<u8>| {
        let text = String::from_utf8_lossy(bytes);
        let lines: Vec<&str> = text.split('\n').map(str::trim_end).collect();
        lines.join("\n").into_bytes()
    };
    trimmed.opening = trim(&trimmed.opening);
    trimmed.one_move = trimmed.one_move.iter().map(trim).collect();
    trimmed.two_moves = trim(&trimmed.two_moves);
    assert_eq!(Drawing::learn(&game(), &trimmed), None);

    let drawing = Drawing::learn(&game(), &style.sample()).expect("it is learned");
    assert!(drawing.row(b"  O   X    ").is_some());
    assert_eq!(drawing.row(b"  O   X"), None, "a row without its last cells");
    assert_eq!(drawing.row(b"   O   X   "), None, "pieces between two columns");
}

#[test]
fn boards_upside_down_are_one_difference_in_format() {
    let turned = |gaps| Style {
        is_upside_down: true,
        gaps,
        ..PLAIN
    };
    assert_eq!(turned(["", " ", ""]).kinds(GAME), [FormatKind::UpsideDown]);
    let kinds = turned(["N ", " ", ""]).kinds(GAME);
    assert_eq!(kinds, [FormatKind::RowSpacing, FormatKind::UpsideDown]);

    // A line above the board is not taken for its first row.
    let numbered_columns = Style {
        above: "1 2 3 4 5 6\n",
        ..turned(["", " ", ""])
    };
    assert!(Drawing::learn(&game(), &numbered_columns.sample()).is_some());

    // The rows are numbered as if the top row were printed first: pieces fall up.
    let numbered = |sample: Sample| {
        let numbers = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).expect("it is text");
            let lines = text.split('\n').map(|line| match line.as_bytes().first() {
                Some(digit @ b'1'..=b'6') if line.len() == 13 => {
                    format!("{}{}", char::from(b'7' - (digit - b'0')), &line[1..])
                }
                _ => line.to_owned(),
            });
            lines.collect::<Vec<_>>().join("\n").into_bytes()
        };
        Sample {
            opening: numbers(sample.opening),
            one_move: sample.one_move.into_iter().map(numbers).collect(),
            two_moves: numbers(sample.two_moves),
            stacked: sample.stacked.map(numbers),
        }
    };
    let style = turned(["N ", " ", ""]);
    assert!(Drawing::learn(&game(), &style.sample()).is_some());
    let upward = numbered(style.sample());
    assert!(upward.opening.starts_with(b"6 -"));
    assert_eq!(Drawing::learn(&game(), &upward), None);

    // Nothing shows where a second piece in a column is, or it is where the first one was.
    let style = turned(["", " ", ""]);
    for stacked in [
        None,
        Some(style.printed(&game(), "1 2")),
        Some(PLAIN.printed(&game(), "1 1")),
    ] {
        let sample = Sample {
            stacked,
            ..style.sample()
        };
        assert_eq!(Drawing::learn(&game(), &sample), None);
    }
}
