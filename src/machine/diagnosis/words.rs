//! Values and source lines in words.

/// A number, and the character that it may be meant as.
pub fn number(signed: i32) -> String {
    match u8::try_from(signed) {
        Ok(byte @ 33..=126) => format!("{signed}, or '{}'", char::from(byte)),
        Ok(32) => "32, or a space".to_owned(),
        Ok(10) => "10, or a line feed".to_owned(),
        _ => signed.to_string(),
    }
}

/// A key by its name; `other` is how one without a name is written.
pub fn key(key: u32, other: impl FnOnce() -> String) -> String {
    match u8::try_from(key) {
        Ok(byte @ 33..=126) => format!("'{}'", char::from(byte)),
        Ok(32) => "a space".to_owned(),
        Ok(10) => "a line feed".to_owned(),
        Ok(13) => "a carriage return".to_owned(),
        _ => other(),
    }
}

/// A source line without its comment, with one blank between its words; texts in quotes stay as they are.
pub fn plain(line: &str) -> String {
    let mut text = String::new();
    let (mut quoted, mut escaped) = (false, false);
    for letter in line.chars() {
        match letter {
            ';' if !quoted => break,
            _ if letter.is_whitespace() && !quoted => {
                if !text.ends_with(' ') {
                    text.push(' ');
                }
                continue;
            }
            '"' if !escaped => quoted = !quoted,
            _ => {}
        }
        escaped = quoted && letter == '\\' && !escaped;
        text.push(letter);
    }

    text.trim().to_owned()
}
