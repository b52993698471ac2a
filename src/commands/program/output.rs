//! What a program printed and how it ended, for a terminal.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};

use c4grade::diagnostic::wording::plural;
use c4grade::machine::{Run, Target};
use c4grade::result::Ending;

/// Writes a program's output: unchanged to files and pipes, sanitized to a terminal, where the last line is ended so that
/// the next message begins a new line. A closed pipe is not an error.
pub fn write_output(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let written = if out.is_terminal() {
        let end = if bytes.last().is_some_and(|byte| *byte != b'\n') {
            "\n"
        } else {
            ""
        };
        write!(out, "{}{end}", sanitize(bytes, None, "\n"))
    } else {
        out.write_all(bytes)
    };

    match written.and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// A program's output for a terminal: control characters, which could manipulate the terminal, become symbols.
///
/// A carriage return next to a line feed is part of the line end and gets no symbol; `before` is the byte printed before
/// these.
pub fn sanitize(bytes: &[u8], before: Option<u8>, line_end: &str) -> String {
    let mut text = String::new();
    let mut last = before;
    for (index, byte) in bytes.iter().enumerate() {
        match byte {
            b'\n' => text.push_str(line_end),
            b'\r' if last == Some(b'\n') || bytes.get(index + 1) == Some(&b'\n') => {}
            b'\t' | b' '..=b'~' => text.push(char::from(*byte)),
            0..=0x1F => text.extend(char::from_u32(0x2400 + u32::from(*byte))),
            0x7F => text.push('\u{2421}'),
            0x80.. => {
                let _ = write!(text, "\\x{byte:02X}");
            }
        }
        last = Some(*byte);
    }

    text
}

/// Text of a student's source or a path, made safe for a terminal.
pub fn visible(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            ' '..='~' => character.to_string(),
            '\t' => " ".to_owned(),
            _ if character.is_alphanumeric() => character.to_string(),
            _ => character.escape_unicode().to_string(),
        })
        .collect()
}

/// The exit code for the ending of a run.
pub fn exit_code(ending: Ending) -> u8 {
    match ending {
        Ending::Halted => 0,
        Ending::Waiting => 10,
        Ending::Limit | Ending::Loop => 11,
        Ending::Crashed => 12,
        Ending::Flooded => 13,
    }
}

/// How and where a run ended, for standard error.
pub fn ending(run: &Run, target: Target) -> String {
    let mut text = match run.stop.ending {
        Ending::Halted => "halted",
        Ending::Waiting => "waiting for a key, but none is left",
        Ending::Limit if target == Target::Native => "stopped at its time limit",
        Ending::Limit => "stopped at the instruction limit",
        Ending::Loop => "in an infinite loop",
        Ending::Crashed => "crashed",
        Ending::Flooded => "stopped because it printed too much",
    }
    .to_owned();

    if !run.stop.reason.is_empty() {
        let _ = write!(text, ": {}", visible(&run.stop.reason));
    }

    if let Some(place) = &run.stop.place {
        if let Some(address) = place.address {
            let _ = write!(text, " at {}", target.address(address));
        }
        if let Some(label) = &place.label {
            let _ = write!(text, " ({})", visible(label));
        }
        if let Some(line) = place.line_words() {
            let _ = write!(text, ", {}", visible(&line));
        }
        if let Some(source) = place.text.as_deref().filter(|source| !source.is_empty()) {
            let _ = write!(text, ": `{}`", visible(source));
        }
    }

    let mut counts = Vec::new();
    if target != Target::Native {
        counts.push(plural(run.instructions as usize, "instruction"));
    }

    if run.keys_left > 0 {
        counts.push(format!("{} not read", plural(run.keys_left, "key")));
    }

    if !counts.is_empty() {
        let _ = write!(text, "\n{}", counts.join(", "));
    }

    text
}

#[cfg(test)]
mod tests {
    use super::{ending, exit_code, sanitize};
    use c4grade::machine::{Output, Run, Target};
    use c4grade::result::{Ending, Place, Stop};

    #[test]
    fn a_terminal_gets_no_control_characters() {
        assert_eq!(
            sanitize(b"a\x1b[2Jb\x07\x00\x7f\x9b", None, "\n"),
            "a\u{241b}[2Jb\u{2407}\u{2400}\u{2421}\\x9B"
        );
        assert_eq!(sanitize(b"1\n2", None, "\r\n"), "1\r\n2");
    }

    #[test]
    fn carriage_returns_of_line_ends_are_not_shown_others_are() {
        assert_eq!(sanitize(b"a\r\nb\n\rc\rd", None, "\n"), "a\nb\nc\u{240d}d");
        assert_eq!(sanitize(b"\rc", Some(b'\n'), "\n"), "c");
    }

    #[test]
    fn an_ending_is_reported_with_its_place() {
        let run = Run {
            output: Output::default().into(),
            stop: Stop {
                ending: Ending::Crashed,
                place: Some(Place {
                    address: Some(0x3005),
                    label: Some("MAIN+2".to_owned()),
                    file: None,
                    line: Some(7),
                    text: Some("RTI ; \u{1b}[2J".to_owned()),
                }),
                reason: "RTI in user mode".to_owned(),
            },
            instructions: 1,
            keys_left: 2,
            piped: None,
        };

        assert_eq!(
            ending(&run, Target::Lc3),
            "crashed: RTI in user mode at x3005 (MAIN+2), line 7: `RTI ; \\u{1b}[2J`\n1 instruction, 2 keys not read"
        );
        assert!(ending(&run, Target::Arm).starts_with("crashed: RTI in user mode at 0x00003005 (MAIN+2)"));
        assert_eq!(exit_code(run.stop.ending), 12);
    }
}
