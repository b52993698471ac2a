//! Control characters as small labels: many fonts lack their pictures.

use maud::{Markup, html};

/// The names of the characters whose pictures are from U+2400 on.
const NAMES: [&str; 34] = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR", "SO", "SI", "DLE",
    "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US", "SP", "DEL",
];

/// The name of the control character that a picture shows.
fn name(picture: char) -> Option<&'static str> {
    let index = (picture as usize).checked_sub(0x2400)?;
    NAMES.get(index).copied()
}

/// A visible text with a label in the place of each picture.
pub(super) fn labelled(text: &str) -> Markup {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(|letter| name(letter).is_some()) {
        let (plain, from) = rest.split_at(at);
        let mut letters = from.chars();
        parts.push((plain, letters.next().and_then(name)));
        rest = letters.as_str();
    }

    html! {
        @for (plain, label) in parts {
            (plain)
            @if let Some(label) = label { span class="ctl" { (label) } }
        }
        (rest)
    }
}

#[cfg(test)]
mod tests {
    use super::labelled;

    #[test]
    fn pictures_become_labels_and_everything_else_stays() {
        let shown = labelled("a␍␊<b>·␡␢").into_string();
        let label = |name: &str| format!("<span class=\"ctl\">{name}</span>");
        assert_eq!(
            shown,
            format!("a{}{}&lt;b&gt;·{}␢", label("CR"), label("LF"), label("DEL"))
        );
    }
}
