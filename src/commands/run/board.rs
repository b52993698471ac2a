//! The board that `c4grade run --call --board` sets: its rows, and whether they fit into the program.

use std::collections::BTreeSet;
use std::path::Path;

use c4grade::diagnostic::wording::{all_of, plural, system_words};
use c4grade::machine::lc3;

use crate::commands::program::visible;
use crate::commands::say_warning;

/// The most words from one row to the next that are taken for one row of a board.
const WIDEST: u16 = 21;

/// The cells of a board, row by row from the top.
pub type Rows = Vec<Vec<char>>;

/// Reads a board from a file, or from rows separated by slashes, and checks that it fits into the program.
pub fn read(board: &str, image: &lc3::Program) -> Result<Rows, String> {
    let text = text(board)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let rows: Rows = lines
        .map(|line| line.chars().filter(|letter| !letter.is_whitespace()).collect())
        .collect();
    check_size(board, &rows, image)?;
    check_letters(&rows, image)?;

    if let Some((row, column)) = floating(&rows, empty(image)) {
        say_warning(&format!(
            "--board: the piece in row {}, column {} has an empty cell below it, which happens in no game",
            row + 1,
            column + 1
        ));
    }
    Ok(rows)
}

fn text(board: &str) -> Result<String, String> {
    let path = Path::new(board);
    let refused = |reason: &str| format!("cannot read the board `{}`: {reason}", visible(board));
    match path.metadata() {
        Ok(found) if found.is_file() => {
            let bytes = std::fs::read(path).map_err(|error| refused(&system_words(&error)))?;
            String::from_utf8(bytes).map_err(|_| refused("it is not a text file"))
        }
        Ok(found) if found.is_dir() => Err(refused("it is a folder, not a file")),
        Ok(_) => Err(refused("it is not a file")),
        Err(_) => Ok(board.replace('/', "\n")),
    }
}

fn check_size(board: &str, rows: &Rows, image: &lc3::Program) -> Result<(), String> {
    let labels = (1..).take_while(|row| image.address_of(&format!("ROW{row}")).is_some());
    let expected = labels.count();
    if expected == 0 {
        return Err("the program has no label `ROW1`, so a board cannot be set".to_owned());
    }
    if rows.len() != expected {
        let size = match columns(image) {
            Some(columns) => format!("{} of {}", plural(expected, "row"), plural(columns, "cell")),
            None => plural(expected, "row"),
        };
        return Err(format!(
            "the board `{}` has {}, but the program has {size}: write all rows separated by slashes, or name a file with a row per line",
            visible(board),
            plural(rows.len(), "row"),
        ));
    }

    let columns = columns(image).unwrap_or(rows[0].len());
    match rows.iter().position(|row| row.len() != columns) {
        Some(row) => Err(format!(
            "row {} of the board has {}, but must have {columns}",
            row + 1,
            plural(rows[row].len(), "cell")
        )),
        None => Ok(()),
    }
}

/// How many cells a row of the program has: the words up to the next row, without the zero at their end.
fn columns(image: &lc3::Program) -> Option<usize> {
    let (first, second) = (image.address_of("ROW1")?, image.address_of("ROW2")?);
    let pitch = second.checked_sub(first).filter(|pitch| (2..=WIDEST).contains(pitch))?;
    let has_end = image.word(second - 1).is_some_and(|word| word.bits == 0);
    Some(usize::from(pitch) - usize::from(has_end))
}

/// What an empty cell is, where the program has one before it runs.
fn empty(image: &lc3::Program) -> Option<char> {
    let word = image.word(image.address_of("ROW1")?)?;
    let letter = u8::try_from(word.bits).ok().filter(u8::is_ascii_graphic)?;
    Some(char::from(letter))
}

fn check_letters(rows: &Rows, image: &lc3::Program) -> Result<(), String> {
    let all = rows.iter().flatten();
    if let Some(letter) = all.clone().find(|letter| !letter.is_ascii_graphic()) {
        return Err(format!(
            "the board has the character `{}`, which is no piece: expected printable ASCII characters",
            visible(&letter.to_string())
        ));
    }

    let empty = empty(image);
    let letters: BTreeSet<char> = all.copied().filter(|letter| Some(*letter) != empty).collect();
    let (most, expected) = match empty {
        Some(empty) => (2, format!("two for the pieces, and `{empty}` for an empty cell")),
        None => (3, "two for the pieces, and one for an empty cell".to_owned()),
    };
    if letters.len() > most {
        let letters: Vec<String> = letters.iter().map(|letter| format!("`{letter}`")).collect();
        return Err(format!(
            "the board has the characters {}: expected {expected}",
            all_of(&letters)
        ));
    }
    Ok(())
}

/// A piece under which a cell is empty.
fn floating(rows: &Rows, empty: Option<char>) -> Option<(usize, usize)> {
    let empty = empty?;
    let pairs = rows.iter().zip(rows.iter().skip(1)).enumerate();
    pairs.into_iter().find_map(|(row, (upper, lower))| {
        let mut cells = upper.iter().zip(lower);
        let column = cells.position(|(above, below)| *above != empty && *below == empty)?;
        Some((row, column))
    })
}
