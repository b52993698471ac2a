//! The logs of a program that was built with sanitizers (`-fsanitize=address,undefined`).
//!
//! Turns what the runtime libraries of GCC and Clang write into a [`Cause`] at lines of the submission. Their logs are files
//! of their own, so that nothing that the program prints is taken for a report. A log in an unknown format gives no cause.

use crate::diagnostic::Source;
use crate::machine::{Cause, Place};
use crate::sandbox::LogFile;

/// How many calls on the stack are read.
const FRAMES: usize = 64;
/// The message for undefined behavior where the sanitizer's own is missing.
const UNDEFINED: &str = "undefined behavior";
/// What comes before the kind of a memory error.
const HEADER: &str = "ERROR: AddressSanitizer: ";
/// A function that is on the stack this often calls itself.
const DEEP: usize = 8;

/// A call that was on the stack.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Frame<'a> {
    function: &'a str,
    line: u32,
}

/// Runs of a program that was built with sanitizers write these logs, which are separate from its output.
pub fn logs() -> Vec<LogFile> {
    let log = |variable: &str, options: &str, file: &str| LogFile {
        variable: variable.to_owned(),
        options: format!("{options}:log_path"),
        file: file.to_owned(),
    };
    vec![
        log(
            "ASAN_OPTIONS",
            "handle_abort=1:detect_leaks=0:color=never:detect_stack_use_after_return=0",
            "asan",
        ),
        // Undefined behavior ends the program, so that the log has the line.
        log("UBSAN_OPTIONS", "color=never:halt_on_error=1:abort_on_error=1", "ubsan"),
    ]
}

/// The cause that the logs of a run report. `errors` is what the program printed on standard error, `file` what the source
/// is called. At a terminal, `screen` is what it showed, standard error included. `timed_out` says that the program was
/// aborted because its time was up.
pub fn cause(
    logs: &[u8],
    (errors, screen): (&[u8], &[u8]),
    file: &str,
    source: &Source,
    timed_out: bool,
) -> Option<Cause> {
    let text = String::from_utf8_lossy(logs);
    let lines: Vec<&str> = text.lines().collect();
    let header = lines.iter().position(|line| line.contains(HEADER));
    let report = header.map_or(&[][..], |at| &lines[at..]);
    let frames = frames(report, file);
    let errors = String::from_utf8_lossy(errors);

    let shown = String::from_utf8_lossy(screen);
    if let Some((line, message)) = undefined_at(&lines, report, &frames, [&errors, &shown], file) {
        let function = frames.iter().find(|frame| frame.line == line);
        let function = function.map(|frame| frame.function);
        return Some(undefined(message, place(source, line, function)));
    }

    let kind = report.first()?.split_once(HEADER)?.1;
    // In a recursion, the call matters, and not how far the last call got.
    let innermost = usize::from(kind.starts_with("stack-overflow") && frames.len() > DEEP);
    let frame = frames.get(innermost)?;
    let at = place(source, frame.line, Some(frame.function));
    let error = MemoryError {
        kind: kind.split_whitespace().next().unwrap_or_default(),
        lines: &lines,
        errors: &errors,
        frame,
        frames: &frames,
        timed_out,
    };
    let (key, common, sentence) = error.explain()?;
    Some(Cause {
        key: format!("native/{key}"),
        common: common.to_owned(),
        sentence: format!("At {}, {sentence}.", words(&at)),
        places: vec![at],
    })
}

/// A memory error in the logs.
struct MemoryError<'a> {
    /// Its name for the kind of error.
    kind: &'a str,
    /// The logs.
    lines: &'a [&'a str],
    /// What the program printed on standard error.
    errors: &'a str,
    /// The call in which it happened.
    frame: &'a Frame<'a>,
    /// All calls on the stack.
    frames: &'a [Frame<'a>],
    timed_out: bool,
}

impl MemoryError<'_> {
    /// The key of the cause, what programs with it have in common, and the sentence after the place.
    fn explain(&self) -> Option<(&'static str, &'static str, String)> {
        let explained = match self.kind {
            "ABRT" if self.timed_out => (
                "endless",
                "infinite loop",
                "the program was still running when its time was up".to_owned(),
            ),
            "ABRT" => ("abort", "the program aborts", self.abort()),
            "stack-overflow" => (
                "recursion",
                "stack overflow by infinite recursion",
                self.stack_overflow(),
            ),
            "FPE" => ("division", "division by zero", "the program divides by zero".to_owned()),
            "SEGV" if self.lines.iter().any(|line| line.contains("zero page")) => (
                "null-pointer",
                "null pointer dereference",
                "the program dereferences a null pointer".to_owned(),
            ),
            "heap-use-after-free" | "stack-use-after-scope" | "stack-use-after-return" => (
                "use-after-free",
                "use after free",
                "the program uses memory that it has already freed".to_owned(),
            ),
            "attempting" => (
                "free",
                "invalid free",
                "the program frees memory that it must not free".to_owned(),
            ),
            kind if kind.ends_with("-overflow") || kind.ends_with("-underflow") || kind == "SEGV" => {
                ("outside-of-array", "out-of-bounds access", self.out_of_bounds())
            }
            _ => return None,
        };
        Some(explained)
    }

    /// `the program aborts: connect4: connect4.c:3: main: Assertion ...`.
    fn abort(&self) -> String {
        let is_own =
            |line: &&str| !line.trim().is_empty() && !line.starts_with("AddressSanitizer") && !line.starts_with("====");
        let message = self.errors.lines().rev().find(is_own);
        let message = message.map_or_else(String::new, |message| format!(": {}", clip(message)));
        format!("the program aborts{message}")
    }

    fn stack_overflow(&self) -> String {
        let function = self.frame.function;
        let calls = self.frames.iter().filter(|other| other.function == function).count();
        if calls >= DEEP {
            format!("{function} calls itself until the stack overflows")
        } else {
            "the calls and local variables do not fit on the stack".to_owned()
        }
    }

    fn out_of_bounds(&self) -> String {
        let writes = self
            .lines
            .iter()
            .any(|line| line.trim_start().starts_with("WRITE of size"));
        let access = if writes { "writes" } else { "reads" };
        let array = variable(self.lines).map_or_else(|| "an array".to_owned(), |name| format!("`{name}`"));
        format!("the program {access} outside of {array}")
    }
}

/// Whether a run without sanitizers shows the same.
pub fn is_visible(cause: &Cause) -> bool {
    matches!(cause.key.as_str(), "native/endless" | "native/abort")
}

/// The line of undefined behavior, and the message. The first report is of what went wrong first.
fn undefined_at<'a>(
    lines: &[&'a str],
    report: &[&'a str],
    frames: &[Frame],
    errors: [&'a str; 2],
    file: &str,
) -> Option<(u32, &'a str)> {
    let logged = lines.iter().find_map(|line| runtime_error(line, file));
    if logged.is_some() {
        return logged;
    }

    // GCC's library prints its message on standard error. The log shows that there was one at this line.
    let line = frames.first().filter(|_| is_undefined(report, file))?.line;
    let said = errors.into_iter().flat_map(|errors| errors.lines().rev());
    let mut said = said.filter_map(|said| runtime_error(said, file));
    Some(said.find(|(at, _)| *at == line).unwrap_or((line, UNDEFINED)))
}

/// Whether a report is of undefined behavior: the program was aborted from the check for that.
fn is_undefined(report: &[&str], file: &str) -> bool {
    let stack = report.iter().skip_while(|line| !line.trim_start().starts_with("#0 "));
    let mut above = stack.take_while(|line| frame(line, file).is_none());
    above.any(|line| line.contains(" in __ubsan_handle_"))
}

/// `connect4.c:71:18: runtime error: index 6 out of bounds for type 'int [6]'`: the line and the message.
fn runtime_error<'a>(line: &'a str, file: &str) -> Option<(u32, &'a str)> {
    let (before, message) = line.split_once(": runtime error: ")?;
    let (_, position) = before.rsplit_once(&format!("{file}:"))?;
    Some((position.split(':').next()?.parse().ok()?, message))
}

fn undefined(message: &str, at: Place) -> Cause {
    let known = [
        ("out of bounds", "outside-of-array", "out-of-bounds access"),
        ("division by zero", "division", "division by zero"),
        ("null pointer", "null-pointer", "null pointer dereference"),
        ("overflow", "overflow", "integer overflow"),
        ("shift", "shift", "invalid shift"),
    ];

    let found = known.iter().find(|(text, ..)| message.contains(text));
    let (key, common) = found.map_or(("undefined", "undefined behavior"), |(_, key, common)| (*key, *common));
    Cause {
        key: format!("native/{key}"),
        common: common.to_owned(),
        sentence: format!("At {}: {}.", words(&at), clip(message)),
        places: vec![at],
    }
}

/// The calls on the stack that are in the submission, the innermost first: `    #5 0x560a in main /submission/connect4.c:66:3`.
fn frames<'a>(lines: &[&'a str], file: &str) -> Vec<Frame<'a>> {
    let stack = lines.iter().skip_while(|line| !line.trim_start().starts_with("#0 "));
    let stack = stack
        .take_while(|line| line.trim_start().starts_with('#'))
        .take(FRAMES * 4);
    stack.filter_map(|line| frame(line, file)).take(FRAMES).collect()
}

/// A call in the submission, from a line of a stack.
fn frame<'a>(line: &'a str, file: &str) -> Option<Frame<'a>> {
    let (function, place) = line.split_once(" in ")?.1.split_once(' ')?;
    let (folder, position) = place.rsplit_once(&format!("{file}:"))?;
    let line = position.split(':').next()?.parse().ok()?;
    (folder.is_empty() || folder.ends_with('/')).then_some(Frame { function, line })
}

/// The variable next to the access: `'board' (line 5) <== Memory access at offset 68 overflows this variable`,
/// or `... after global variable 'board' defined in ...`.
fn variable<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let about = |line: &&&str| line.contains("<== Memory access") || line.contains("global variable '");
    let line = lines.iter().find(about)?;
    let name = line.split('\'').nth(1)?;
    name.chars()
        .all(|letter| letter.is_alphanumeric() || letter == '_')
        .then_some(name)
}

fn place(source: &Source, line: u32, function: Option<&str>) -> Place {
    Place {
        address: None,
        label: function.map(clip),
        file: None,
        line: Some(line),
        text: source.line(line as usize).map(|text| text.trim().to_owned()),
    }
}

/// `line 71 (main), "*cell = piece;"`.
fn words(place: &Place) -> String {
    let mut words = format!("line {}", place.line.unwrap_or_default());
    if let Some(function) = &place.label {
        words += &format!(" ({function})");
    }
    if let Some(text) = place.text.as_deref().filter(|text| !text.is_empty()) {
        words += &format!(", \"{}\"", clip(text));
    }
    words
}

fn clip(text: &str) -> String {
    const LONGEST: usize = 160;
    let shown: String = text
        .trim()
        .chars()
        .filter(|letter| !letter.is_control())
        .take(LONGEST)
        .collect();
    shown.trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "int main(void) {\n    *cell = piece;\n    assert(r >= 0);\n    return in_row(r + 1);\n}\n";

    fn explained(logs: &str, timed_out: bool) -> Option<(String, String)> {
        explained_with(logs, ("", ""), timed_out)
    }

    fn explained_with(logs: &str, (errors, screen): (&str, &str), timed_out: bool) -> Option<(String, String)> {
        let source = Source::new("connect4.c", SOURCE);
        let said = (errors.as_bytes(), screen.as_bytes());
        let cause = cause(logs.as_bytes(), said, "connect4.c", &source, timed_out)?;
        Some((cause.key, cause.sentence))
    }

    #[test]
    fn undefined_behavior_is_reported_with_the_message_of_the_sanitizer() {
        let errors = "connect4.c:2:18: runtime error: store to null pointer of type 'char'\nAddressSanitizer:DEADLYSIGNAL\n\
                      ==6==ERROR: AddressSanitizer: SEGV on unknown address 0x0\n    #0 0x5 in main /submission/connect4.c:2\n";
        let (key, sentence) = explained(errors, false).unwrap();
        assert_eq!(key, "native/null-pointer");
        assert_eq!(
            sentence,
            "At line 2 (main), \"*cell = piece;\": store to null pointer of type 'char'."
        );
    }

    #[test]
    fn undefined_behavior_needs_a_log_with_its_line() {
        let logs = "==6==ERROR: AddressSanitizer: ABRT on unknown address 0x7\n    #0 0x7 in raise raise.c:26\n    #1 0x7 in \
                    __ubsan_handle_out_of_bounds ubsan_handlers.cpp:399\n    #2 0x5 in main /submission/connect4.c:2\n";
        let said =
            "connect4.c:1:1: runtime error: division by zero\nconnect4.c:2:5: runtime error: index 6 out of bounds\n";
        let on_terminal = format!("Player 1, choose a column: {}", said.replace('\n', "\r\n"));
        for said in [(said, ""), ("", &on_terminal)] {
            let (key, sentence) = explained_with(logs, said, false).unwrap();
            assert_eq!(key, "native/outside-of-array");
            assert_eq!(sentence, "At line 2 (main), \"*cell = piece;\": index 6 out of bounds.");
        }
        assert_eq!(explained_with(logs, ("", ""), false).unwrap().0, "native/undefined");
    }

    #[test]
    fn the_array_of_an_out_of_bounds_access_is_named() {
        let errors = "==6==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7 at pc 0x5\nWRITE of size 1 at 0x7 thread \
                      T0\n    #0 0x5 in drop /submission/connect4.c:2\n    #1 0x6 in main /submission/connect4.c:4\n\n  This frame \
                      has 1 object(s):\n    [32, 68) 'board' (line 5) <== Memory access at offset 68 overflows this variable\n";
        let (key, sentence) = explained(errors, false).unwrap();
        assert_eq!(key, "native/outside-of-array");
        assert_eq!(
            sentence,
            "At line 2 (drop), \"*cell = piece;\", the program writes outside of `board`."
        );
    }

    #[test]
    fn recursion_and_infinite_loops_are_distinguished() {
        let frames = "    #0 0x5 in in_row /submission/connect4.c:4\n".repeat(20);
        let errors = format!("==6==ERROR: AddressSanitizer: stack-overflow on address 0x7\n{frames}");
        let (key, sentence) = explained(&errors, false).unwrap();
        assert_eq!(key, "native/recursion");
        assert!(
            sentence.contains("in_row calls itself until the stack overflows"),
            "{sentence}"
        );

        let errors =
            "==6==ERROR: AddressSanitizer: ABRT on unknown address 0x0\n    #0 0x5 in main /submission/connect4.c:4\n";
        let (key, sentence) = explained(errors, true).unwrap();
        assert_eq!(key, "native/endless");
        assert!(sentence.contains("At line 4 (main)"), "{sentence}");

        let said = "connect4: connect4.c:3: main: Assertion `r >= 0' failed.\nAddressSanitizer:DEADLYSIGNAL\n";
        let (key, sentence) = explained_with(errors, (said, ""), false).unwrap();
        assert_eq!(key, "native/abort");
        assert!(sentence.contains("Assertion `r >= 0' failed"), "{sentence}");
    }

    #[test]
    fn without_a_report_there_is_no_cause() {
        assert_eq!(explained("Segmentation fault\n", false), None);
        assert_eq!(explained("==1==ERROR: AddressSanitizer: \n", false), None);
        assert_eq!(explained("other.c:2:1: runtime error: x\n", false), None);
        let forged = "connect4.c:2:18: runtime error: store to null pointer of type 'char'\n";
        assert_eq!(
            explained_with("", (forged, ""), false),
            None,
            "what a program prints is no report"
        );
    }
}
