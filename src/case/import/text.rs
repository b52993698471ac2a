//! Reading a file that may be anything: a text, a megabyte of garbage, a pipe.

use std::path::Path;

use crate::assignment::read_capped;
use crate::diagnostic::Source;
use crate::diagnostic::wording::system_words;
use crate::yaml::MAX_BYTES;

/// The text of a file with LF at the end of each line; or why it is none.
pub(super) fn read(path: &Path) -> Result<String, String> {
    let bytes = read_capped(path).map_err(|error| format!("it cannot be read: {}", system_words(&error)))?;
    if bytes.len() > MAX_BYTES {
        return Err(format!("it is larger than {MAX_BYTES} bytes, which no game prints"));
    }
    let text = plain_lines(&Source::read("", &bytes).text);
    if is_binary(&text) {
        return Err("it is not a text file".into());
    }
    Ok(text)
}

/// A text whose lines end in LF, whatever they ended in.
pub(super) fn plain_lines(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.replace("\r\n", "\n").replace("\n\r", "\n");
    if text.contains('\n') {
        text
    } else {
        text.replace('\r', "\n")
    }
}

/// Whether a text has more control characters, or more characters that are not ASCII, than any transcript.
fn is_binary(text: &str) -> bool {
    let all = text.chars().count();
    let is_odd = |c: &char| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{1b}' | '\u{8}' | '\u{7}');
    let odd = text.chars().filter(is_odd).count();
    let foreign = text.chars().filter(|c| !c.is_ascii()).count();
    odd * 10 > all || foreign * 2 > all
}
