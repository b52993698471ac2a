//! Values in words.

/// A word as a person would write it: small ones and those just below zero in decimal.
pub(super) fn number(value: u16) -> String {
    match value {
        0..=999 => value.to_string(),
        0xFC18.. => (value as i16).to_string(),
        _ => format!("x{value:04X}"),
    }
}

/// A key between quotes, or its code where it cannot be seen.
pub(super) fn key(key: u8) -> String {
    if key.is_ascii_graphic() {
        format!("'{}'", char::from(key))
    } else {
        format!("x{key:02X}")
    }
}
