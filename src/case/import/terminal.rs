//! The keys of a game that a terminal showed: what was typed after each prompt, and where the keys are not shown, what the
//! next board shows.

use super::{MOST_KEYS, too_many_keys};
use crate::assignment::Assignment;
use crate::connect4::{Game, Protocol, Script};

/// So many characters of a line may have been typed.
const MOST_TYPED: usize = 12;

/// The script of a game, and for each key the place in the text where it was read.
pub(super) fn script(assignment: &Assignment, text: &str) -> Result<(Script, Vec<usize>), String> {
    if text.trim().is_empty() {
        return Err("it is empty".into());
    }
    let game = &assignment.game;
    let pieces = pieces(game, text);
    if !pieces.iter().any(|piece| matches!(piece, Piece::Row(_))) {
        return Err("no game is recognised in it: there is no row of a board".into());
    }

    let boards = boards(game, &pieces);
    let mut typed: Vec<(usize, Vec<u8>)> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let Piece::Prompt { at, line, shown } = piece else {
            continue;
        };
        if let Some(shown) = shown {
            typed.push((*at, shown.clone().into_bytes()));
            continue;
        }
        if !pieces[index + 1..].iter().any(Piece::says_something) {
            break;
        }
        match moved(game, &boards, index) {
            Some(column) => typed.push((*at, (column + 1).to_string().into_bytes())),
            None if assignment.protocol == Protocol::Enter => typed.push((*at, Vec::new())),
            None => {
                return Err(format!(
                    "line {line} does not show which key was typed, and no board shows it"
                ));
            }
        }
    }

    if typed.len() > MOST_KEYS {
        return Err(too_many_keys());
    }
    Ok(of_typed(assignment.protocol, &typed))
}

/// The script of what was typed at some places.
fn of_typed(protocol: Protocol, typed: &[(usize, Vec<u8>)]) -> (Script, Vec<usize>) {
    let attempts = typed.iter().flat_map(|(at, typed)| match protocol {
        // A key that is shown twice was typed once.
        Protocol::Key => match &typed[..] {
            [one, other] if one == other => vec![(*at, vec![*one])],
            keys => keys
                .iter()
                .enumerate()
                .map(|(index, key)| (at + index, vec![*key]))
                .collect(),
        },
        Protocol::Enter => vec![(*at, typed.clone())],
    });
    let attempts: Vec<(usize, Vec<u8>)> = attempts.collect();

    let script = Script::from_attempts(attempts.iter().map(|(_, typed)| &typed[..]), protocol);
    let mut marks = vec![0; script.keys.len()];
    for (attempt, (at, typed)) in script.attempts.iter().zip(&attempts) {
        for (index, mark) in marks[attempt.first_key..].iter_mut().enumerate() {
            *mark = at + index.min(typed.len());
        }
    }
    (script, marks)
}

/// A line of the text.
#[derive(Debug)]
enum Piece {
    /// A row of a board: which cells are empty.
    Row(Vec<bool>),
    /// A prompt: where the key was read, the number of the line, and what is shown.
    Prompt {
        at: usize,
        line: usize,
        shown: Option<String>,
    },
    Text,
    Blank,
}

impl Piece {
    fn says_something(&self) -> bool {
        !matches!(self, Self::Blank)
    }
}

fn pieces(game: &Game, text: &str) -> Vec<Piece> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut is_key_line = false;
    for (index, line) in lines.iter().enumerate() {
        let next = lines.get(index + 1);
        pieces.push(if std::mem::take(&mut is_key_line) || line.trim().is_empty() {
            Piece::Blank
        } else if let Some(row) = row(game, line) {
            Piece::Row(row)
        } else if let Some((from, shown)) = after_prompt(game, line) {
            // The key on a line of its own, below the prompt.
            let below = next
                .map(|next| next.trim())
                .filter(|next| next.len() == 1 && row(game, next).is_none());
            let (from, shown) = match (shown.is_empty(), below) {
                (true, Some(key)) => {
                    is_key_line = true;
                    (line.len() + 1, Some(key))
                }
                (true, None) => (from, None),
                (false, _) => (from, Some(shown)),
            };
            Piece::Prompt {
                at: start + from,
                line: index + 1,
                shown: shown.map(str::to_owned),
            }
        } else {
            Piece::Text
        });
        start += line.len() + 1;
    }
    pieces
}

/// Which cells of a row are empty, where a line is one: its label and what is between the cells do not matter.
fn row(game: &Game, line: &str) -> Option<Vec<bool>> {
    let wording = &game.wording;
    let cells = |is_same: fn(char, char) -> bool| -> Option<Vec<bool>> {
        let is_cell = |c: char| {
            let pieces = wording.pieces.iter().any(|piece| is_same(*piece, c));
            (is_same(wording.empty, c) || pieces).then(|| is_same(wording.empty, c))
        };
        let mut letters: Vec<char> = line.chars().filter(|c| !c.is_whitespace() && *c != '|').collect();
        if letters.len() == game.rules.columns + 1 && letters[0].is_ascii_digit() && !wording.label.is_empty() {
            letters.remove(0);
        }
        let row: Option<Vec<bool>> = letters.into_iter().map(is_cell).collect();
        row.filter(|row| row.len() == game.rules.columns)
    };
    cells(|one, other| one == other).or_else(|| cells(|one, other| one.eq_ignore_ascii_case(&other)))
}

/// Where the key was read in a line that prompts for one, and what is shown after that.
fn after_prompt<'t>(game: &Game, line: &'t str) -> Option<(usize, &'t str)> {
    let shown = |from: usize| {
        let rest = line.get(from..)?;
        let blanks = rest.len() - rest.trim_start().len();
        let typed = rest.trim();
        // What is not there is read at once after the prompt and its space.
        let from = if typed.is_empty() { line.len() } else { from + blanks };
        Some((from, typed))
    };

    let begin = line.len() - line.trim_start().len();
    let is_short = |(_, typed): &(usize, &str)| typed.len() <= MOST_TYPED && !typed.contains(' ');
    for prompt in &game.wording.prompts {
        let prompt = prompt.trim();
        let head = line.get(begin..begin + prompt.len());
        if !prompt.is_empty() && head.is_some_and(|head| head.eq_ignore_ascii_case(prompt)) {
            return shown(begin + prompt.len()).filter(is_short);
        }
    }

    // In other words: a question that the key follows.
    let sign = line.rfind([':', '?', '>'])?;
    let letters = line[..sign].chars().filter(|c| c.is_alphabetic()).count();
    let other = shown(sign + 1).filter(is_short)?;
    (letters >= 3).then_some(other)
}

/// The whole boards: where each ends among the pieces, and which of its cells are empty.
fn boards(game: &Game, pieces: &[Piece]) -> Vec<(usize, Vec<bool>)> {
    let mut boards = Vec::new();
    let mut rows: Vec<&Vec<bool>> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Row(row) => rows.push(row),
            Piece::Blank => continue,
            _ => rows.clear(),
        }
        if rows.len() == game.rules.rows {
            boards.push((index, rows.iter().copied().flatten().copied().collect()));
            rows.clear();
        }
    }
    boards
}

/// The column of the first piece that is new between the boards before and after a prompt.
fn moved(game: &Game, boards: &[(usize, Vec<bool>)], prompt: usize) -> Option<usize> {
    let next = boards.partition_point(|(index, _)| *index < prompt);
    let (before, after) = (&boards.get(next.checked_sub(1)?)?.1, &boards.get(next)?.1);
    let changed = before
        .iter()
        .zip(after)
        .position(|(before, after)| *before && !*after)?;
    Some(changed % game.rules.columns)
}
