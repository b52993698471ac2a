//! Where the code of a line ends and its comment begins.

use crate::machine::Target;

/// A line up to its comment: `;` on the LC-3; on ARM also `@`, `//` or `/*`. Strings and characters have none.
pub fn code(target: Target, line: &str) -> &str {
    let mut quote = None;
    let mut letters = line.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        match (quote, letter) {
            // A quote after it is part of the string, where another one can close that.
            (Some(_), '\\') if next != Some('"') || line[at + 2..].contains('"') => {
                letters.next();
            }
            (Some(open), _) if letter == open => quote = None,
            (None, '"') => quote = Some('"'),
            (None, ';') => return &line[..at],
            (None, '\'') if target == Target::Arm => {
                // `'c` takes one letter, whatever it is.
                letters.next();
                letters.next_if(|(_, close)| *close == '\'');
            }
            (None, '@') if target == Target::Arm => return &line[..at],
            (None, '/') if target == Target::Arm && matches!(next, Some('/' | '*')) => return &line[..at],
            _ => {}
        }
    }

    line
}

#[cfg(test)]
mod tests {
    use super::code;
    use crate::machine::Target::{Arm, Lc3};

    #[test]
    fn a_comment_begins_outside_strings_and_characters() {
        let lines = [
            (Lc3, "LOOP ADD R0, R0, #1 ; count", "LOOP ADD R0, R0, #1 "),
            (Lc3, r#".STRINGZ "a;b" ; text"#, r#".STRINGZ "a;b" "#),
            (Lc3, r#".STRINGZ "a\";b" ; text"#, r#".STRINGZ "a\";b" "#),
            (Lc3, "PUTS @ no comment", "PUTS @ no comment"),
            (Arm, "    MOV r0, #';' ; a semicolon", "    MOV r0, #';' "),
            (Arm, "mov r0, #1 @ one", "mov r0, #1 "),
            (Arm, "mov r0, #1 // one", "mov r0, #1 "),
            (Arm, "mov r0, #1 /* one", "mov r0, #1 "),
            (Arm, r#".asciz "a@b" @ text"#, r#".asciz "a@b" "#),
            (Arm, r#"    DCB "\" ; a backslash"#, r#"    DCB "\" "#),
        ];
        for (target, line, expected) in lines {
            assert_eq!(code(target, line), expected, "{line}");
        }
    }
}
