//! Boards in characters and layouts that no list could hold are learned from games of one and two moves.

use super::game;
use crate::connect4::board::{Board, Player};
use crate::connect4::expected::Expected;
use crate::connect4::reading::{Drawing, Sample};
use crate::connect4::rules::{Game, Protocol};
use crate::connect4::script::Script;

/// How a made-up program draws its boards.
struct Style {
    glyphs: [&'static str; 3],
    /// Before, between and after the cells.
    gaps: [&'static str; 3],
    /// Above each row but the first one.
    between_rows: &'static str,
    above: &'static str,
    below: &'static str,
}

const PLAIN: Style = Style {
    glyphs: ["-", "O", "X"],
    gaps: ["", " ", ""],
    between_rows: "",
    above: "",
    below: "",
};

impl Style {
    fn row(&self, board: &Board, row: usize) -> String {
        let glyph = |column| self.glyphs[board.cell(row, column).map_or(0, Player::number)];
        let cells: Vec<&str> = (0..board.columns()).map(glyph).collect();
        let [before, between, behind] = self.gaps;
        let label = before.replace('N', &(row + 1).to_string());
        let behind = behind.replace('N', &(row + 1).to_string());
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
        }
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
    assert!(is_none(&one_piece.sample()), "both players have the same piece");

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
