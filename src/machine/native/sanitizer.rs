//! What a program says that was built to watch itself (`-fsanitize=address,undefined`): where it went wrong, and how.
//!
//! Takes the logs that GCC's and Clang's run-time libraries write, apart from everything that the program prints; gives a
//! [`Cause`] at lines of the submission. What is in no known form is no cause.

use crate::diagnostic::Source;
use crate::machine::{Cause, Place};

/// Frames of the stack that are looked at.
const FRAMES: usize = 64;
/// What is said of undefined behavior whose sentence is missing.
const UNDEFINED: &str = "what C does not define";
/// The same function so often on the stack is a recursion.
const DEEP: usize = 8;

/// A call that was on the stack.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Frame<'a> {
    function: &'a str,
    line: u32,
}

/// The cause that a watching program reports in its logs. `errors` is what it printed on standard error, `file` what the
/// source is called; `stopped` says whether it was asked where it was, because its time was over.
pub fn cause(logs: &[u8], errors: &[u8], file: &str, source: &Source, stopped: bool) -> Option<Cause> {
    let text = String::from_utf8_lossy(logs);
    let lines: Vec<&str> = text.lines().collect();
    let header = lines.iter().position(|line| line.contains("ERROR: AddressSanitizer: "));
    let frames = header.map(|at| frames(&lines[at..], file)).unwrap_or_default();
    let errors = String::from_utf8_lossy(errors);
    let report = header.map_or(&[][..], |at| &lines[at..]);
    if let Some((line, message)) = undefined_at(&lines, report, &frames, &errors, file) {
        let function = frames.iter().find(|frame| frame.line == line);
        let function = function.map(|frame| frame.function);
        return Some(undefined(message, place(source, line, function)));
    }
    let kind = lines[header?].split_once("ERROR: AddressSanitizer: ")?.1;
    // Of a recursion the call is told, not where the last one stood.
    let innermost = usize::from(kind.starts_with("stack-overflow") && frames.len() > DEEP);
    let frame = frames.get(innermost)?;
    let at = place(source, frame.line, Some(frame.function));
    let told = |key: &str, common: &str, sentence: String| {
        Some(Cause {
            key: format!("native/{key}"),
            common: common.to_owned(),
            sentence: format!("At {}, {sentence}.", words(&at)),
            places: vec![at.clone()],
        })
    };
    let word = kind.split_whitespace().next().unwrap_or_default();
    match word {
        "ABRT" if stopped => told(
            "endless",
            "a loop has no way out",
            "it still ran when its time was over".to_owned(),
        ),
        "ABRT" => {
            let said = errors.lines().rev().find(|line| {
                !line.trim().is_empty() && !line.starts_with("AddressSanitizer") && !line.starts_with("====")
            });
            let said = said.map_or_else(String::new, |said| format!(": {}", clip(said)));
            told(
                "abort",
                "the program gives up by itself",
                format!("it gave up by itself{said}"),
            )
        }
        "stack-overflow" => {
            let own = frames.iter().filter(|other| other.function == frame.function).count();
            let how = if own >= DEEP {
                format!(
                    "{} calls itself again and again until no memory is left for calls",
                    frame.function
                )
            } else {
                "no memory is left for calls and local variables".to_owned()
            };
            told("recursion", "calls without end fill the stack", how)
        }
        "FPE" => told(
            "division",
            "the program divides by zero",
            "it divides by zero".to_owned(),
        ),
        "SEGV" if lines.iter().any(|line| line.contains("zero page")) => told(
            "null-pointer",
            "a pointer that points to nothing is followed",
            "it follows a pointer that points to nothing (NULL)".to_owned(),
        ),
        "heap-use-after-free" | "stack-use-after-scope" | "stack-use-after-return" => told(
            "use-after-free",
            "memory is used that was given back",
            "it uses memory that it had given back".to_owned(),
        ),
        "attempting" => told(
            "free",
            "memory is given back that cannot be",
            "it frees what it must not free".to_owned(),
        ),
        _ if word.ends_with("-overflow") || word.ends_with("-underflow") || word == "SEGV" => {
            let how = if lines.iter().any(|line| line.trim_start().starts_with("WRITE of size")) {
                "writes"
            } else {
                "reads"
            };
            let what = variable(&lines).map_or_else(|| "its arrays".to_owned(), |name| format!("`{name}`"));
            told(
                "outside-of-array",
                "an array is left",
                format!("it {how} outside of {what}"),
            )
        }
        _ => None,
    }
}

/// Whether a program without such eyes would show the same.
pub fn is_visible(cause: &Cause) -> bool {
    matches!(cause.key.as_str(), "native/endless" | "native/abort")
}

/// The line of what the language does not define, and the sentence on it. The first report is of what went wrong first.
fn undefined_at<'a>(
    lines: &[&'a str],
    report: &[&'a str],
    frames: &[Frame],
    errors: &'a str,
    file: &str,
) -> Option<(u32, &'a str)> {
    let logged = lines.iter().find_map(|line| runtime_error(line, file));
    if logged.is_some() {
        return logged;
    }

    // GCC's library prints its sentence on standard error; that there was one at this line is in the log.
    let line = frames.first().filter(|_| is_undefined(report, file))?.line;
    let mut said = errors.lines().rev().filter_map(|said| runtime_error(said, file));
    Some(said.find(|(at, _)| *at == line).unwrap_or((line, UNDEFINED)))
}

/// Whether a report is of what the language does not define: it was given up from within the check for that.
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
        ("out of bounds", "outside-of-array", "an array is left"),
        ("division by zero", "division", "the program divides by zero"),
        (
            "null pointer",
            "null-pointer",
            "a pointer that points to nothing is followed",
        ),
        ("overflow", "overflow", "a number grows too large for its type"),
        ("shift", "shift", "a number is shifted too far"),
    ];
    let found = known.iter().find(|(text, ..)| message.contains(text));
    let (key, common) = found.map_or(
        ("undefined", "the program does what C does not define"),
        |(_, key, common)| (*key, *common),
    );
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

/// The variable beside which memory was reached: `'board' (line 5) <== Memory access at offset 68 overflows this variable`,
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

    fn told(logs: &str, stopped: bool) -> Option<(String, String)> {
        told_with(logs, "", stopped)
    }

    fn told_with(logs: &str, errors: &str, stopped: bool) -> Option<(String, String)> {
        let source = Source::new("connect4.c", SOURCE);
        let cause = cause(logs.as_bytes(), errors.as_bytes(), "connect4.c", &source, stopped)?;
        Some((cause.key, cause.sentence))
    }

    #[test]
    fn what_is_undefined_is_told_in_the_words_of_the_tool() {
        let errors = "connect4.c:2:18: runtime error: store to null pointer of type 'char'\nAddressSanitizer:DEADLYSIGNAL\n\
                      ==6==ERROR: AddressSanitizer: SEGV on unknown address 0x0\n    #0 0x5 in main /submission/connect4.c:2\n";
        let (key, sentence) = told(errors, false).unwrap();
        assert_eq!(key, "native/null-pointer");
        assert_eq!(
            sentence,
            "At line 2 (main), \"*cell = piece;\": store to null pointer of type 'char'."
        );
    }

    #[test]
    fn what_is_undefined_is_believed_where_the_log_has_its_line() {
        let logs = "==6==ERROR: AddressSanitizer: ABRT on unknown address 0x7\n    #0 0x7 in raise raise.c:26\n    #1 0x7 in \
                    __ubsan_handle_out_of_bounds ubsan_handlers.cpp:399\n    #2 0x5 in main /submission/connect4.c:2\n";
        let said =
            "connect4.c:1:1: runtime error: division by zero\nconnect4.c:2:5: runtime error: index 6 out of bounds\n";
        let (key, sentence) = told_with(logs, said, false).unwrap();
        assert_eq!(key, "native/outside-of-array");
        assert_eq!(sentence, "At line 2 (main), \"*cell = piece;\": index 6 out of bounds.");
        assert_eq!(told_with(logs, "", false).unwrap().0, "native/undefined");
    }

    #[test]
    fn an_array_that_is_left_is_named() {
        let errors = "==6==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7 at pc 0x5\nWRITE of size 1 at 0x7 thread \
                      T0\n    #0 0x5 in drop /submission/connect4.c:2\n    #1 0x6 in main /submission/connect4.c:4\n\n  This frame \
                      has 1 object(s):\n    [32, 68) 'board' (line 5) <== Memory access at offset 68 overflows this variable\n";
        let (key, sentence) = told(errors, false).unwrap();
        assert_eq!(key, "native/outside-of-array");
        assert_eq!(
            sentence,
            "At line 2 (drop), \"*cell = piece;\", it writes outside of `board`."
        );
    }

    #[test]
    fn a_recursion_and_a_loop_are_told_apart() {
        let frames = "    #0 0x5 in in_row /submission/connect4.c:4\n".repeat(20);
        let errors = format!("==6==ERROR: AddressSanitizer: stack-overflow on address 0x7\n{frames}");
        let (key, sentence) = told(&errors, false).unwrap();
        assert_eq!(key, "native/recursion");
        assert!(sentence.contains("in_row calls itself again and again"), "{sentence}");
        let errors =
            "==6==ERROR: AddressSanitizer: ABRT on unknown address 0x0\n    #0 0x5 in main /submission/connect4.c:4\n";
        let (key, sentence) = told(errors, true).unwrap();
        assert_eq!(key, "native/endless");
        assert!(sentence.contains("At line 4 (main)"), "{sentence}");
        let said = "connect4: connect4.c:3: main: Assertion `r >= 0' failed.\nAddressSanitizer:DEADLYSIGNAL\n";
        let (key, sentence) = told_with(errors, said, false).unwrap();
        assert_eq!(key, "native/abort");
        assert!(sentence.contains("Assertion `r >= 0' failed"), "{sentence}");
    }

    #[test]
    fn what_is_no_report_is_no_cause() {
        assert_eq!(told("Segmentation fault\n", false), None);
        assert_eq!(told("==1==ERROR: AddressSanitizer: \n", false), None);
        assert_eq!(told("other.c:2:1: runtime error: x\n", false), None);
        let forged = "connect4.c:2:18: runtime error: store to null pointer of type 'char'\n";
        assert_eq!(told_with("", forged, false), None, "what a program prints is no report");
    }
}
