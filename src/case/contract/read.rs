//! A contract as a case file has it, each field checked for itself.

use super::family::{Family, Quantity, Ways};
use super::{About, Call, Target};
use crate::connect4::{Board, Game, Player};
use crate::diagnostic::Diagnostic;
use crate::yaml::{self, At, Fields, Reader, Spot};

/// Fields that only a contract has.
pub const OWN: [&str; 6] = ["before", "after", "prints", "calls", "instead", "direction"];
/// The most calls that are written by hand in one contract.
const MOST_CALLS: usize = 10_000;
/// The families of generated calls, and whether they are keys.
pub const KINDS: [(&str, bool); 2] = [("keys", true), ("lines", false)];
/// Fields of each of several calls.
pub const OF_CALLS: [&str; 3] = ["before", "after", "prints"];
const MOST_LABELS: usize = 8;
/// Ways of lines by name.
pub const WAYS: [(&str, Ways); 4] = [
    ("horizontal", Ways::Horizontal),
    ("vertical", Ways::Vertical),
    ("diagonals", Ways::Diagonals),
    ("one-diagonal", Ways::OneDiagonal),
];
const QUANTITIES: [(&str, Quantity); 6] = [
    ("key", Quantity::Key),
    ("column", Quantity::Column),
    ("row", Quantity::Row),
    ("player", Quantity::Player),
    ("pieces", Quantity::Pieces),
    ("wins", Quantity::Wins),
];

/// A contract as it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    /// The subroutine's label, and other spellings of it.
    pub labels: Vec<String>,
    /// Labels of a subroutine that may do its work.
    pub instead: Vec<String>,
    /// Its calls.
    pub form: Form,
}

/// The calls of a contract.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    /// Written by hand.
    Calls(Vec<Call>),
    /// Generated.
    Generated(Generated),
}

/// Generated calls, as they are written.
#[derive(Debug, Clone, PartialEq)]
pub struct Generated {
    /// Which positions.
    pub family: Family,
    /// What is set in each.
    pub before: Vec<(Target, Value)>,
    /// What must be there afterwards.
    pub after: Vec<(Target, Value)>,
}

/// A value as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// A word.
    Number(u16),
    /// A quantity of the generated position.
    Named(Quantity),
}

/// Reads a contract from the fields of an entry with `call`.
pub fn contract(reader: &mut Reader, fields: &Fields, game: &Game) -> Option<Written> {
    for (field, reason) in [
        ("moves", "a subroutine is called in isolation, and no key is typed"),
        ("input", "a subroutine is called in isolation, and no key is typed"),
        ("transcript", "write `prints` for the text a subroutine must print"),
        ("ends", "a subroutine must return to its caller"),
    ] {
        conflict(reader, fields, field, "call", reason);
    }

    let labels = labels(reader, &fields.get("call")?);
    let instead = match fields.get("instead") {
        Some(at) => self::labels(reader, &at),
        None => Some(Vec::new()),
    };
    let form = match fields.get("generate") {
        Some(at) => generated(reader, fields, &at).map(Form::Generated),
        None => calls(reader, fields, game).map(Form::Calls),
    };

    Some(Written {
        labels: labels?,
        instead: instead?,
        form: form?,
    })
}

fn conflict(reader: &mut Reader, fields: &Fields, field: &str, beside: &str, reason: &str) {
    if let Some(at) = fields.get(field) {
        let diagnostic = Diagnostic::error(
            "conflicting-fields",
            format!("`{field}` cannot be combined with `{beside}`"),
        )
        .help(format!("remove `{field}`: {reason}"));
        reader.problem(&at, Spot::Key, diagnostic);
    }
}

/// A label, or a list of its spellings.
fn labels(reader: &mut Reader, at: &At) -> Option<Vec<String>> {
    let entries = match at.value {
        yaml::Value::List(_) => reader.list(at)?,
        _ => vec![at.clone()],
    };
    if entries.is_empty() || entries.len() > MOST_LABELS {
        reader.out_of_range(at, &format!("a label, or a list of 1 to {MOST_LABELS} spellings of it"));
        return None;
    }

    let mut labels = Vec::new();
    for entry in &entries {
        let label = reader.short_text(entry, 40)?;
        if !is_label(&label) {
            reader.out_of_range(entry, "a label, such as `CHECK_VALID`");
            return None;
        }
        labels.push(label);
    }

    Some(labels)
}

fn is_label(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(is_part)
}

fn generated(reader: &mut Reader, fields: &Fields, at: &At) -> Option<Generated> {
    conflict(reader, fields, "calls", "generate", "the calls are generated");
    conflict(
        reader,
        fields,
        "prints",
        "generate",
        "generated calls check registers and memory words only",
    );

    let kind = reader.choice(at, &KINDS)?;
    let (family, known): (Family, &[usize]) = if kind {
        conflict(reader, fields, "direction", "generate: keys", "a key has no direction");
        (Family::Keys, &[0, 1, 3, 4])
    } else {
        let direction = reader.required(fields, "direction", "horizontal")?;
        (Family::Lines(reader.choice(&direction, &WAYS)?), &[1, 2, 3, 4, 5])
    };

    let quantities: Vec<(&str, Quantity)> = known.iter().map(|index| QUANTITIES[*index]).collect();
    let before = match fields.get("before") {
        Some(at) => settings(reader, &at, &quantities, None).map(|(values, _)| values),
        None => Some(Vec::new()),
    };
    let after = reader
        .required(fields, "after", "{R6: column}")
        .and_then(|at| settings(reader, &at, &quantities, None));

    Some(Generated {
        family,
        before: before?,
        after: after?.0,
    })
}

fn calls(reader: &mut Reader, fields: &Fields, game: &Game) -> Option<Vec<Call>> {
    conflict(
        reader,
        fields,
        "direction",
        "call",
        "only generated calls have a direction",
    );
    let Some(list) = fields.get("calls") else {
        return Some(vec![call(reader, fields, game)?]);
    };

    for field in ["before", "after", "prints"] {
        conflict(reader, fields, field, "calls", "write it in each of the calls");
    }

    let entries = reader.list(&list)?;
    if entries.is_empty() || entries.len() > MOST_CALLS {
        reader.out_of_range(&list, &format!("a list of 1 to {MOST_CALLS} calls"));
        return None;
    }

    let calls: Vec<Option<Call>> = entries
        .iter()
        .map(|entry| {
            let fields = reader.fields(entry, &OF_CALLS)?;
            call(reader, &fields, game)
        })
        .collect();

    calls.into_iter().collect()
}

fn call(reader: &mut Reader, fields: &Fields, game: &Game) -> Option<Call> {
    let before = match fields.get("before") {
        Some(at) => settings(reader, &at, &[], Some(game)),
        None => Some((Vec::new(), None)),
    };
    let after = match fields.get("after") {
        Some(at) => settings(reader, &at, &[], None),
        None => Some((Vec::new(), None)),
    };
    let prints = match fields.get("prints") {
        Some(at) => Some(reader.text(&at)?.into_bytes()),
        None => None,
    };
    let numbers = |values: Vec<(Target, Value)>| -> Vec<(Target, u16)> {
        let known = values.into_iter().filter_map(|(target, value)| match value {
            Value::Number(number) => Some((target, number)),
            Value::Named(_) => None,
        });
        known.collect()
    };

    let (before, board) = before?;
    Some(Call {
        before: numbers(before),
        board,
        after: vec![numbers(after?.0)],
        prints,
        about: About::Plain,
    })
}

type Settings = (Vec<(Target, Value)>, Option<Board>);

/// Registers and labelled words with their values; with a `game` a `board` may be among them.
fn settings(reader: &mut Reader, at: &At, quantities: &[(&str, Quantity)], game: Option<&Game>) -> Option<Settings> {
    let keys: Vec<&str> = match at.value {
        yaml::Value::Map(entries) => entries.iter().map(|(key, _)| key.as_str()).collect(),
        _ => Vec::new(),
    };
    let fields = reader.fields(at, &keys)?;
    let mut settings: Settings = (Vec::new(), None);
    let mut is_sound = true;

    for key in keys {
        let Some(at) = fields.get(key) else { continue };
        if let Some(game) = game
            && key == "board"
        {
            settings.1 = board(reader, &at, game);
            is_sound &= settings.1.is_some();
            continue;
        }

        let (target, value) = (target(reader, &at, key), value(reader, &at, quantities));
        match target.zip(value) {
            Some(setting) if settings.0.iter().all(|(known, _)| *known != setting.0) => settings.0.push(setting),
            Some(_) => {
                let diagnostic = Diagnostic::error("duplicate-name", format!("`{key}` is set twice"));
                reader.problem(&at, Spot::Key, diagnostic.help("remove one of the two"));
            }
            None => is_sound = false,
        }
    }

    is_sound.then_some(settings)
}

fn target(reader: &mut Reader, at: &At, key: &str) -> Option<Target> {
    let upper = key.to_ascii_uppercase();
    if let Some(number) = upper.strip_prefix('R').and_then(|number| number.parse::<usize>().ok()) {
        if number < 7 {
            return Some(Target::Register(number));
        }
        let message = format!("a call can neither set nor check `{key}`");
        let help = "use R0 to R6; R7 holds the return address and is checked automatically";
        reader.problem(at, Spot::Key, Diagnostic::error("unknown-field", message).help(help));
        return None;
    }
    if is_label(key) && key != "board" {
        return Some(Target::Word(key.into()));
    }
    if let Some(label) = key.strip_suffix('?').filter(|label| is_label(label)) {
        return Some(Target::Optional(label.into()));
    }

    let message = format!("`{}` is neither a register nor a label", key.escape_debug());
    let help = if key == "board" {
        "a board can be set only in `before` of a hand-written call; generated calls have their own"
    } else {
        "write R0 to R6, or the label of a word, such as TURN"
    };
    reader.problem(at, Spot::Key, Diagnostic::error("unknown-field", message).help(help));

    None
}

/// A number, a character in single quotes, or a quantity.
fn value(reader: &mut Reader, at: &At, quantities: &[(&str, Quantity)]) -> Option<Value> {
    let number = match at.value {
        yaml::Value::Whole(number) => i32::try_from(*number).ok(),
        yaml::Value::Text(text) => number(text),
        _ => None,
    };
    if let Some(word) = number.filter(|number| (-0x8000..=0xFFFF).contains(number)) {
        return Some(Value::Number(word as u16));
    }
    if let yaml::Value::Text(text) = at.value
        && let Some((_, quantity)) = quantities.iter().find(|(name, _)| name == text)
    {
        return Some(Value::Named(*quantity));
    }

    let mut expected =
        String::from("a number from -32768 to 65535, one such as `x4F`, or a character such as `\"'3'\"`");
    let names: Vec<&str> = quantities.iter().map(|(name, _)| *name).collect();
    if !names.is_empty() {
        expected += &format!(", or one of {}", names.join(", "));
    }

    reader.out_of_known(at, &expected, &names);
    None
}

/// A number as LC-3 source has it, or a character in single quotes.
pub fn number(text: &str) -> Option<i32> {
    if let Some(hex) = text.strip_prefix(['x', 'X']) {
        return u16::from_str_radix(hex, 16).ok().map(i32::from);
    }
    if let Some(character) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        let mut characters = character.chars();
        let code = characters.next().filter(char::is_ascii).map(|c| c as i32);
        return code.filter(|_| characters.next().is_none());
    }

    let decimal = text.strip_prefix('#').unwrap_or(text);
    decimal
        .parse()
        .ok()
        .filter(|number| (-0x8000..=0xFFFF).contains(number))
}

/// A board in the letters of the wording, one line per row; spaces between the cells do not matter.
fn board(reader: &mut Reader, at: &At, game: &Game) -> Option<Board> {
    let text = reader.text(at)?;
    let (rows, columns) = (game.rules.rows, game.rules.columns);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.len() != rows {
        reader.out_of_range(at, &format!("{rows} lines, one for each row of the board"));
        return None;
    }

    let [one, two] = game.wording.pieces;
    let mut cells = Vec::with_capacity(rows * columns);
    for (number, line) in lines.iter().enumerate() {
        let row: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
        let cell = |letter: &char| match *letter {
            letter if letter == game.wording.empty => Some(None),
            letter if letter == one => Some(Some(Player::One)),
            letter if letter == two => Some(Some(Player::Two)),
            _ => None,
        };

        let known: Option<Vec<_>> = row.iter().map(cell).collect();
        let Some(known) = known.filter(|row| row.len() == columns) else {
            let empty = game.wording.empty;
            let message = format!("row {} of this board must have {columns} cells", number + 1);
            let help = format!("a cell is `{empty}`, `{one}` or `{two}`; spaces between cells do not matter");
            reader.problem(
                at,
                Spot::Line(number),
                Diagnostic::error("bad-board", message).help(help),
            );

            return None;
        };

        cells.extend(known);
    }

    Some(Board::from_cells(rows, columns, &cells))
}
