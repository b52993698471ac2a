//! Cells that are several lines high, cells that are filled with what empty ones are drawn with, and rows that are lists.

use super::{Drawing, GAME, PLAIN, Style, game};
use crate::connect4::expected::Event;
use crate::connect4::reading::{FormatKind, Marked, OnTerminal, Seen};

const TALL: Style = Style {
    glyphs: [" ", "O", "X"],
    gaps: ["|  ", "  |  ", "  |"],
    above: "+-----+-----+-----+-----+-----+-----+\n|     |     |     |     |     |     |\n",
    between_rows: "|     |     |     |     |     |     |\n+-----+-----+-----+-----+-----+-----+\n|     |     |     |     |     |     |\n",
    below: "|     |     |     |     |     |     |\n+-----+-----+-----+-----+-----+-----+\n",
    ..PLAIN
};

/// The same with the bottom of each cell closed, and with nothing around it.
fn tall() -> [Style; 6] {
    [
        TALL,
        Style {
            glyphs: [".", "O", "X"],
            ..TALL
        },
        Style {
            above: " _____ _____ _____ _____ _____ _____\n|     |     |     |     |     |     |\n",
            between_rows: "|_____|_____|_____|_____|_____|_____|\n|     |     |     |     |     |     |\n",
            below: "|_____|_____|_____|_____|_____|_____|\n",
            ..TALL
        },
        Style {
            above: "|     |     |     |     |     |     |\n",
            between_rows: "|     |     |     |     |     |     |\n|     |     |     |     |     |     |\n",
            below: "|     |     |     |     |     |     |\n",
            ..TALL
        },
        Style {
            above: "|     |     |     |     |     |     |\n",
            between_rows: "|     |     |     |     |     |     |\n",
            below: "|     |     |     |     |     |     |\n",
            ..TALL
        },
        Style {
            above: "|     |     |     |     |     |     |\n",
            between_rows: "|     |     |     |     |     |     |\n",
            below: "",
            is_upside_down: true,
            ..TALL
        },
    ]
}

/// What makes lists of the rows of a style.
type Listed = fn(String) -> String;

/// Rows as the lists of a list: each on its own line, or all in one.
fn lists() -> Vec<(Style, Listed)> {
    let on_lines: Listed = |text| text.replace("]\n#", "]]\n");
    let in_commas: Listed = |text| text.replace("]\n@", "],\n ").replace("]\n#", "]]\n");
    let in_one_line: Listed = |text| text.replace("]\n@", "], ").replace("]\n#", "]]\n");
    let numbers = ["0", "1", "2"];
    let list = |glyphs, gaps, between_rows| Style {
        glyphs,
        gaps,
        above: "[",
        between_rows,
        below: "#",
        ..PLAIN
    };
    vec![
        (list(numbers, ["[", ". ", ".]"], " "), on_lines),
        (list(numbers, ["[", " ", "]"], " "), on_lines),
        (list([".", "O", "X"], ["['", "' '", "']"], " "), on_lines),
        (list([" ", "O", "X"], ["['", "', '", "']"], "@"), in_commas),
        (list(["None", "1", "2"], ["[", ", ", "]"], "@"), in_one_line),
        (list(numbers, ["[", ", ", "]"], "@"), in_one_line),
        (list([".", "X", "O"], ["['", "', '", "']"], "@"), in_one_line),
    ]
}

/// A move of player 2 that is shown as one of player 1: never in the games that are learned from.
fn with_fault(style: &Style, text: &str) -> String {
    let [_, one, two] = style.glyphs;
    let is_late = text.matches(two).count() > 2;
    if is_late {
        text.replacen(two, one, 1)
    } else {
        text.to_owned()
    }
}

#[test]
fn cells_may_be_several_lines_high() {
    for style in tall() {
        style.kinds(GAME);
        let (difference, _) = style.read(GAME, |text| with_fault(&style, &text));
        let difference = difference.expect("the fault is seen");
        assert!(matches!(difference.expected, Some(Event::Board(_))), "{difference:?}");
        assert!(
            matches!(difference.seen, Some(Seen::Event(Event::Board(_)))),
            "{difference:?}"
        );
    }
    assert_eq!(
        tall()[1].kinds(GAME),
        [FormatKind::RowSpacing, FormatKind::Rewording, FormatKind::ExtraText]
    );
}

#[test]
fn a_piece_beside_the_middle_of_a_tall_cell_makes_no_board() {
    let blank = "|     |     |     |     |     |     |\n+";
    let (difference, _) = TALL.read(GAME, |text| {
        let is_late = text.matches('X').count() > 3;
        text.replacen(blank, "|     |     |     |     |     |  X  |\n+", usize::from(is_late))
    });
    let difference = difference.expect("the fault is seen");
    assert!(matches!(difference.seen, Some(Seen::BrokenBoard(_))), "{difference:?}");
}

#[test]
fn empty_cells_may_be_drawn_with_what_is_around_all_cells() {
    let filled = |gaps| Style {
        glyphs: ["_", "O", "X"],
        gaps,
        ..PLAIN
    };
    for gaps in [
        ["|_", "_|_", "_|"],
        ["  |_", "_|_", "_|"],
        ["", "_ ", "_"],
        ["|_", "|_", "_|"],
    ] {
        filled(gaps).kinds(GAME);
        let (difference, _) = filled(gaps).read(GAME, |text| with_fault(&filled(gaps), &text));
        assert!(difference.is_some(), "{gaps:?}");
    }

    for gaps in [
        ["|_", "_|_", "_|___|"],
        ["___|_", "_|_", "_|"],
        ["", "_", ""],
        ["", "_ _ ", ""],
    ] {
        let learned = Drawing::learn(&game(), &filled(gaps).sample());
        assert_eq!(learned, None, "{gaps:?}: more columns than take pieces");
    }
}

#[test]
fn rows_may_be_the_lists_of_a_list() {
    for (style, listed) in lists() {
        let (difference, format) = style.read(GAME, listed);
        assert_eq!(difference, None, "{:?}", style.gaps);
        let kinds: Vec<FormatKind> = format.items().iter().map(|format| format.kind).collect();
        assert!(!kinds.contains(&FormatKind::ExtraText), "{format:?}");

        let (difference, _) = style.read(GAME, |text| listed(with_fault(&style, &text)));
        let difference = difference.expect("the fault is seen");
        assert!(matches!(difference.expected, Some(Event::Board(_))), "{difference:?}");
    }
}

/// The board of each move follows the prompt on its line: where it is one line, that is another one each time.
#[test]
fn keys_may_be_left_to_the_terminal_where_boards_are_one_line() {
    let boards = ["[[0, 0], [0, 0]]", "[[0, 0], [1, 0]]", "[[0, 0], [1, 2]]"];
    let row = ", 0, 0, 0, 0]";
    let boards = boards.map(|board| {
        board
            .replace(']', row)
            .replace(&format!("{row}{row}"), &format!("{row}]"))
    });
    let marked = |moves: usize| -> Marked<'static> {
        let mut text = String::new();
        let mut marks = Vec::new();
        for board in &boards[..=moves] {
            text += &format!("{board}\nYour move: ");
            marks.push(text.len());
        }
        marks.pop();
        (text.into_bytes().leak(), marks)
    };
    let learned = OnTerminal::learn(&game(), [&marked(0), &marked(1), &marked(2)]);
    let plain = String::from_utf8(learned.plain(&marked(2))).expect("it is text");
    assert_eq!(
        plain.lines().filter(|line| line.starts_with("[[")).count(),
        3,
        "{plain}"
    );
    assert!(!learned.is_nothing());
}
