//! What the options of `assignment new` may be, and what is said of those that cannot be used.

use c4grade::variant::VariantError;

/// One character that programs can print in a cell.
pub fn cell(text: &str) -> Result<char, String> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(cell), None) if cell == ' ' || cell.is_ascii_graphic() && cell != '\\' => Ok(cell),
        _ => Err("expected one printable ASCII character other than a backslash, such as X".to_owned()),
    }
}

/// The same of a piece, which must be seen.
pub fn piece(text: &str) -> Result<char, String> {
    match cell(text)? {
        ' ' => Err("expected a character that can be seen, such as X".to_owned()),
        piece => Ok(piece),
    }
}

/// A key that names no column.
pub fn key(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        [key] if key.is_ascii_graphic() && !key.is_ascii_digit() && *key != b'\\' => Ok(*key),
        _ => Err("the key must be a letter or a sign other than a backslash, such as q".to_owned()),
    }
}

/// The name of an assignment.
pub fn name(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if text.is_empty() || text.starts_with('-') || text.ends_with('-') || !text.chars().all(is_plain) {
        return Err("expected lower-case letters, digits and inner hyphens, such as connect4-spring".to_owned());
    }
    Ok(text.to_owned())
}

/// The heading of reports.
pub fn title(text: &str) -> Result<String, String> {
    const LONGEST: usize = 100;
    if text.trim().is_empty() || text.chars().count() > LONGEST || text.chars().any(char::is_control) {
        return Err(format!("expected one line of text of 1 to {LONGEST} characters"));
    }
    Ok(text.to_owned())
}

/// Two names, separated by a comma.
pub fn names(text: &str) -> Result<[String; 2], String> {
    match text.split_once(',').map(|(one, two)| (one.trim(), two.trim())) {
        Some((one, two)) if !one.is_empty() && !two.is_empty() && one != two => Ok([one.to_owned(), two.to_owned()]),
        _ => Err("write two different names, separated by a comma: Red,Yellow".to_owned()),
    }
}

/// Why no assignment is made of the options, with their names.
pub fn refused(error: &VariantError) -> String {
    let options = match error {
        VariantError::Text { what, .. } | VariantError::Empty(what) | VariantError::SameText { what, .. } => {
            of_text(what)
        }
        VariantError::Same(_) => "--first, --second, --empty",
        VariantError::Newline(_) => "--newline",
        VariantError::In => "--protocol",
        VariantError::Starter => "--starter",
        VariantError::Given(until) if until.is_empty() => "--starter",
        VariantError::Given(_) => "--until",
        VariantError::Quit(_) => "--quit",
        VariantError::Line(_) => "--line, --columns, --rows",
        VariantError::Bad(bad) => {
            let said = bad.diagnostics.iter().map(|one| one.message.to_string());
            return format!(
                "these options make no assignment that can be used: {}",
                said.collect::<Vec<String>>().join("; ")
            );
        }
    };
    format!("{options}: {error}")
}

/// The option that gives a text.
fn of_text(what: &str) -> &'static str {
    match what {
        "an empty cell" => "--empty",
        "the piece of player 1" => "--first",
        "the piece of player 2" => "--second",
        "the greeting" => "--greeting",
        "the header" => "--header",
        "a prompt" => "--prompt",
        "the text for invalid keys" => "--invalid",
        "the text for full columns" => "--full",
        "the text for a win" => "--win",
        "the text for a tie" => "--tie",
        "the label of a row" => "--label",
        "the farewell" => "--farewell",
        _ => "--separator",
    }
}

#[cfg(test)]
mod tests {
    use super::{key, name, piece, title};

    #[test]
    fn values_that_cannot_be_used_are_refused_with_what_is_expected() {
        for wrong in ["", "OO", "\u{e9}", "\\", "\t"] {
            let reason = piece(wrong).expect_err(wrong);
            assert!(reason.contains("one printable ASCII character"), "{reason}");
        }
        assert_eq!(piece("X"), Ok('X'));
        assert!(piece(" ").is_err());

        assert_eq!(key("q"), Ok(b'q'));
        for wrong in ["", "qq", "1", "\u{e9}"] {
            assert!(key(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "Bad Name", "-a", "a-", "a_b"] {
            assert!(name(wrong).is_err(), "{wrong}");
        }
        assert!(name("lab-4").is_ok());
        assert!(title("a\nb").is_err() && title(" ").is_err());
    }
}
