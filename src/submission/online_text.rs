//! Text that students type into a form of Moodle, which is saved as HTML: its lines, as a program.

use super::place::Place;
use super::{Content, SIZE_CAP};

/// The file in the folder of an online text.
pub(super) const FILE: &str = "onlinetext.html";

/// The name of the file, and its text, where a file or folder of Moodle's has one.
pub(super) fn program(place: &Place, shown: &str) -> (String, Content) {
    let (file, page) = match place.child(FILE) {
        Some(page) => (format!("{shown}/{FILE}"), page),
        None => (shown.to_owned(), place.clone()),
    };
    let content = match page.read(FILE, SIZE_CAP) {
        Ok(bytes) => Content::Bytes(lines(&String::from_utf8_lossy(&bytes)).into_bytes()),
        Err(error) => Content::Refused(error.into_reason()),
    };
    (file, content)
}

/// The text of a page as lines.
fn lines(page: &str) -> String {
    let mut text = String::new();
    let mut rest = page;
    let mut is_preformatted = false;
    while let Some(first) = rest.chars().next() {
        match first {
            '<' => {
                let end = rest.find('>').map_or(rest.len(), |end| end + 1);
                let tag = &rest[..end];
                rest = &rest[end..];
                rest = without_hidden(tag, rest);
                is_preformatted = match tag_name(tag).as_str() {
                    "pre" => true,
                    "/pre" => false,
                    _ => is_preformatted,
                };
                if ends_line(&tag_name(tag)) && !(text.is_empty() || text.ends_with('\n') && tag.starts_with("</")) {
                    text.push('\n');
                }
            }
            '&' => {
                let (letter, length) = entity(rest);
                text.push(letter);
                rest = &rest[length..];
            }
            '\r' => rest = &rest[1..],
            '\n' if !is_preformatted => {
                // The line of the page is none of the text.
                if !text.is_empty() && !text.ends_with(['\n', ' ']) {
                    text.push(' ');
                }
                rest = &rest[1..];
            }
            letter => {
                text.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }

    text
}

/// `br` for `<br />`, `/p` for `</p>`.
fn tag_name(tag: &str) -> String {
    let name = tag.trim_start_matches('<').trim_end_matches(['>', ' ', '/']);
    let name = name
        .split(|letter: char| letter.is_whitespace())
        .next()
        .unwrap_or_default();
    name.to_ascii_lowercase()
}

fn ends_line(name: &str) -> bool {
    matches!(
        name,
        "br" | "/p" | "/div" | "/li" | "/tr" | "/pre" | "/h1" | "/h2" | "/h3" | "/h4"
    )
}

/// What comes after a tag, without the content of those that are not shown.
fn without_hidden<'a>(tag: &str, rest: &'a str) -> &'a str {
    let closing = match tag_name(tag).as_str() {
        "style" => "</style>",
        "script" => "</script>",
        _ => return rest,
    };
    rest.find(closing).map_or("", |at| &rest[at + closing.len()..])
}

/// The letter for an HTML entity, and its length; an ampersand if it is none.
fn entity(text: &str) -> (char, usize) {
    const LONGEST: usize = 10;
    let plain = ('&', 1);
    let Some(end) = text.bytes().take(LONGEST).position(|byte| byte == b';') else {
        return plain;
    };
    let letter = match &text[1..end] {
        "nbsp" => Some(' '),
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        number => number_of(number).and_then(char::from_u32).map(|letter| {
            // A space that does not break is one like any other in a program.
            if letter == '\u{a0}' { ' ' } else { letter }
        }),
    };
    letter.map_or(plain, |letter| (letter, end + 1))
}

fn number_of(entity: &str) -> Option<u32> {
    let digits = entity.strip_prefix('#')?;
    match digits.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok(),
        None => digits.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn the_lines_of_a_page_are_those_of_the_program() {
        for (page, text) in [
            ("<p>.ORIG x3000<br />HALT<br>\n.END</p>", ".ORIG x3000\nHALT\n.END\n"),
            (
                "<p>LEA R0, A</p>\n<p>PUTS ; &quot;a&quot; &lt; b &amp;&nbsp;c</p>",
                "LEA R0, A\nPUTS ; \"a\" < b & c\n",
            ),
            ("<pre>.ORIG x3000\r\nHALT\n.END\n</pre>", ".ORIG x3000\nHALT\n.END\n"),
            ("<style>p { x: y }</style><div>A&#160;B&#x21;</div>", "A B!\n"),
            ("A & B &unknown; C &#xD800; <", "A & B &unknown; C &#xD800; "),
            ("<p>one</p><p><br></p><p>two</p>", "one\n\ntwo\n"),
        ] {
            assert_eq!(lines(page), text, "{page}");
        }
    }
}
