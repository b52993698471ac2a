//! Asks for the options of `assignment new` one after the other.

use std::ffi::OsString;
use std::io::{BufRead, Write};

use anyhow::{Context as _, bail};
use clap::{Args as _, FromArgMatches as _};

use super::NewArgs;
use crate::commands::shell;

/// A question, and the options that its answer sets.
struct Question {
    words: &'static str,
    /// Of several options, the answer has a word for each.
    options: &'static [&'static str],
    /// What an empty answer means.
    usual: fn(&NewArgs) -> String,
}

const fn question(words: &'static str, options: &'static [&'static str], usual: fn(&NewArgs) -> String) -> Question {
    Question { words, options, usual }
}

const QUESTIONS: [Question; 17] = [
    question(
        "Machine: lc3, arm, or native for C",
        &["machine"],
        NewArgs::machine_name,
    ),
    question(
        "Columns, rows, and how many in a line win",
        &["columns", "rows", "line"],
        |args| format!("{} {} {}", args.columns, args.rows, args.line),
    ),
    question(
        "Letters of the player who begins, of the other player, and of an empty cell",
        &["first", "second", "empty"],
        |args| format!("{} {} {}", args.first, args.second, args.empty),
    ),
    question("Names of these players", &["players"], |args| args.names().join(",")),
    question(
        "How a move is typed: key (one key is one move), enter (a key, then Enter), line (a whole line), or on the LC-3 in (one key, read by IN)",
        &["protocol"],
        |args| args.input_protocol().name().to_owned(),
    ),
    question("Text that asks for a move; {player} is the name", &["prompt"], |args| {
        args.prompt.clone()
    }),
    question("Text that refuses a key", &["invalid"], |args| args.invalid.clone()),
    question("Text that refuses a full column", &["full"], |args| {
        args.invalid.clone()
    }),
    question("Text of a win", &["win"], |args| args.win.clone()),
    question("Text of a tie", &["tie"], |args| args.tie.clone()),
    question("Line before the first board", &["greeting"], |_| "none".to_owned()),
    question("Line above the rows of each board", &["header"], |_| "none".to_owned()),
    question("Label before each row; {row} is its number", &["label"], |_| {
        "none".to_owned()
    }),
    question("Key that leaves the game", &["quit"], |_| "none".to_owned()),
    question(
        "After a win or a tie: stop, or restart (a new game begins)",
        &["over"],
        |_| "stop".to_owned(),
    ),
    question("File that students build on, in LC-3 assembly", &["starter"], |_| {
        "none".to_owned()
    }),
    question("Heading of the reports", &["title"], |args| args.title.clone()),
];

/// Whether only the folder is given.
pub fn has_no_options(args: &NewArgs) -> bool {
    let plain = parsed(&[args.folder.clone().into_os_string()]);
    plain.is_ok_and(|plain| format!("{plain:?}") == format!("{args:?}"))
}

/// Asks every question until its answer can be used. Returns the options, and the command line that has them.
pub fn ask(args: &NewArgs, input: &mut dyn BufRead, output: &mut dyn Write) -> anyhow::Result<(NewArgs, String)> {
    let mut words = vec![args.folder.clone().into_os_string()];
    let mut args = args.clone();
    writeln!(output, "Press Enter for what is in brackets.")?;
    for question in &QUESTIONS {
        loop {
            write!(output, "{} [{}]: ", question.words, (question.usual)(&args))?;
            output.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line).context("failed to read the answer")? == 0 {
                bail!("the input ends before the last question: no assignment was made");
            }
            let answer = line.trim_end_matches(['\n', '\r']);
            if answer.trim().is_empty() {
                break;
            }

            match answered(&words, question, answer) {
                Ok(found) => {
                    (words, args) = found;
                    break;
                }
                Err(reason) => writeln!(output, "{reason}")?,
            }
        }
    }

    let mut line = b"c4grade assignment new".to_vec();
    for word in &words {
        line.push(b' ');
        line.extend(shell::quoted(word));
    }
    Ok((args, String::from_utf8_lossy(&line).into_owned()))
}

/// The words and options with an answer, or why it cannot be used.
fn answered(words: &[OsString], question: &Question, answer: &str) -> Result<(Vec<OsString>, NewArgs), String> {
    let values: Vec<&str> = match question.options {
        [_] => vec![answer],
        _ => answer.split_whitespace().collect(),
    };
    if values.len() != question.options.len() {
        return Err(format!(
            "write {} values with spaces between them",
            question.options.len()
        ));
    }

    let options = question.options.iter().zip(values);
    let options = options.map(|(option, value)| OsString::from(format!("--{option}={value}")));
    let words: Vec<OsString> = words.iter().cloned().chain(options).collect();
    let args = parsed(&words)?;
    let variant = args.variant().map_err(|error| error.to_string())?;
    variant.check().map_err(|error| error.to_string())?;
    Ok((words, args))
}

/// What the command line makes of these words, or its error in a line.
fn parsed(words: &[OsString]) -> Result<NewArgs, String> {
    let command = NewArgs::augment_args(clap::Command::new("new")).no_binary_name(true);
    let args = command
        .try_get_matches_from(words)
        .and_then(|matches| NewArgs::from_arg_matches(&matches));
    args.map_err(|error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        first.trim_start_matches("error: ").to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(answers: &str) -> (anyhow::Result<(NewArgs, String)>, String) {
        let args = parsed(&["course".into()]).expect("a folder is enough");
        assert!(has_no_options(&args));
        let mut output = Vec::new();
        let found = ask(&args, &mut answers.as_bytes(), &mut output);
        (found, String::from_utf8(output).expect("text"))
    }

    #[test]
    fn an_answer_that_cannot_be_is_asked_for_again_with_the_reason() {
        let answers = "pdp11\narm\n7 6\n10 6 4\n3 3 4\n8 6 4\nR R -\nR Y .\nRed\nRed,Yellow\n\nGo, {player}: \n\n\n\\o/\nWon!\n{player} \
                       wins\n\n\n\n\n7\nq\nagain\nrestart\n\n\n";
        let (found, output) = asked(answers);
        let (args, line) = found.expect("every question is answered");
        assert_eq!(
            line,
            "c4grade assignment new course --machine=arm --columns=8 --rows=6 --line=4 --first=R --second=Y --empty=. \
             --players=Red,Yellow '--prompt=Go, {player}: ' '--win={player} wins' --quit=q --over=restart"
        );
        assert!(!has_no_options(&args));
        assert_eq!((args.columns, args.second), (8, 'Y'));
        for reason in [
            "invalid value 'pdp11' for '--machine <MACHINE>'",
            "write 3 values with spaces between them",
            "10 is not in 2..=9",
            "4 in a line do not fit on a board of 3 columns and 3 rows",
            "an empty cell and the two pieces must differ",
            "write two different names, separated by a comma",
            "without a backslash",
            "must be a letter or a sign",
            "invalid value 'again' for '--over <OVER>'",
            "has the same text for both players",
            "read by IN) [key]: ",
            "Columns, rows, and how many in a line win [7 6 4]: ",
        ] {
            assert!(output.contains(reason), "{reason:?} is not in:\n{output}");
        }
    }

    #[test]
    fn enter_alone_takes_what_is_in_brackets() {
        let (found, _) = asked(&"\n".repeat(QUESTIONS.len()));
        let (args, line) = found.expect("every question is answered");
        assert_eq!(line, "c4grade assignment new course");
        assert!(has_no_options(&args));
    }

    #[test]
    fn where_the_input_ends_nothing_is_made() {
        let (found, _) = asked("arm\n\n");
        let error = found.expect_err("questions are left").to_string();
        assert_eq!(error, "the input ends before the last question: no assignment was made");
    }
}
