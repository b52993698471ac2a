//! Students on pages of the class: their names, and where their pages are.

use std::fmt::Write as _;

/// The address of a student's page beside this one. Only letters, digits and `-_.~` are kept as they are, so that no name
/// can be taken for another kind of address.
pub(super) fn link(slug: &str) -> String {
    let mut address = String::with_capacity(slug.len() + 5);
    for byte in slug.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            address.push(char::from(byte));
        } else {
            // Writing into a string cannot fail.
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address + ".html"
}
