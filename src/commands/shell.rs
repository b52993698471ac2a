//! Words for a POSIX shell.

use std::ffi::OsStr;

/// A word as a POSIX shell reads it, byte for byte.
pub fn quoted(word: &OsStr) -> Vec<u8> {
    let bytes = word.as_encoded_bytes();
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_=./:,+@%".contains(byte);
    if !bytes.is_empty() && bytes.iter().all(is_plain) {
        return bytes.to_vec();
    }

    let mut quoted = vec![b'\''];
    for byte in bytes {
        match byte {
            b'\'' => quoted.extend(b"'\\''"),
            byte => quoted.push(*byte),
        }
    }
    quoted.push(b'\'');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_where_a_shell_would_change_them() {
        let words = ["class", "my class", "it's", "", "$(date)", "~x", "two\nlines"];
        let said = words.map(|word| String::from_utf8(quoted(word.as_ref())).expect("text"));
        assert_eq!(
            said,
            [
                "class",
                "'my class'",
                r"'it'\''s'",
                "''",
                "'$(date)'",
                "'~x'",
                "'two\nlines'"
            ]
        );
    }
}
