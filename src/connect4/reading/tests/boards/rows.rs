//! Rows of boards that end, or are drawn, in another way than required.

use super::{FormatKind, WIN, aligned, assert_same_game, lines, redfirst, said};

/// The last row is not ended: a prompt, a result or a refusal follows it in its line.
#[test]
fn text_behind_the_last_row_is_read_as_if_it_had_its_own_line() {
    let missing = "the line break after the last row of the board is missing";
    let lc3 = crate::connect4::reading::tests::game();
    for keys in ["1", "1 2", "1 1 1 1 1 1 1 1", "9 1", "1 2 1 2 1 2 1"] {
        for spaces in ["", " ", "  "] {
            let unended = |_: usize, text: String| {
                let mut rows = 0;
                let lines = text.split_inclusive('\n').map(|line| {
                    let is_row = line.len() == 12 && line.bytes().all(|byte| b"-OX \n".contains(&byte));
                    rows += usize::from(is_row);
                    let row = line.trim_end().to_owned() + spaces;
                    match is_row {
                        true if rows.is_multiple_of(6) => row,
                        true => row + "\n",
                        false => line.to_owned(),
                    }
                });
                lines.collect()
            };
            let said = said(&lc3, keys, unended);
            assert!(said.iter().any(|said| said == missing), "{keys:?} {spaces:?}: {said:?}");
        }
    }
}

/// Spaces between frames are empty cells, and then `O` may be a piece.
#[test]
fn rows_of_frames_are_read_whatever_the_pieces_are() {
    let game = redfirst();
    for [open, close] in [["|", ""], ["[", "]"], ["(", ")"]] {
        let framed = lines(|line| {
            let cells: Vec<&str> = line.split_whitespace().collect();
            if cells.len() != 8 || !cells[1..].iter().all(|cell| ["0", "R", "Y"].contains(cell)) {
                return line.to_owned();
            }
            let shown = |cell: &&str| match *cell {
                "R" => "X",
                "Y" => "O",
                _ => " ",
            };
            let cells = cells[1..].iter().map(shown);
            let row: Vec<String> = cells.map(|cell| format!("{open}{cell}{close}")).collect();
            if close.is_empty() {
                row.concat() + open
            } else {
                row.concat()
            }
        });
        assert_same_game(&game, WIN, &framed);
        assert_same_game(&game, "1x2", &framed);
    }
}

/// Memory that nobody has set is zero, and a terminal shows nothing for it.
#[test]
fn zero_bytes_in_every_cell_are_empty_cells() {
    let lc3 = crate::connect4::reading::tests::game();
    for keys in ["1", "9 1", "1 2 1 2 1 2 1"] {
        let said = said(&lc3, keys, |_, text| text.replace('-', "\0"));
        assert!(said[0].starts_with("empty cells are zero bytes"), "{keys}: {said:?}");
    }
}

#[test]
fn a_sample_of_a_row_has_the_characters_that_were_printed() {
    let lc3 = crate::connect4::reading::tests::game();
    let (_, format) = aligned(&lc3, "1", |_, text| text.replace('-', ".").replace(".\n", ". \n"));
    let items = format.items().iter();
    let rows: Vec<&str> = items
        .filter(|item| item.kind == FormatKind::TrailingSpace)
        .map(|item| &item.printed[..])
        .collect();
    assert_eq!(rows, [". . . . . . "]);
}
