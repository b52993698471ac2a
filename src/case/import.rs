//! Cases from the test files of other graders: games as a terminal showed them, and pairs of input and expected output.
//!
//! A file says which keys are typed; what must be printed is decided by the rules model. A file that agrees with it becomes a
//! case, with a note where only format or wording differ. A file that does not is refused, with the first difference.
//!
//! | module | what it is for |
//! |---|---|
//! | [`layout`] | which files belong together, and what they are called |
//! | [`text`] | reading a file that may be anything |
//! | [`terminal`] | the keys of a game that a terminal showed |
//! | [`held`] | a game held against the rules model |

use std::path::PathBuf;

use crate::assignment::Assignment;
use crate::connect4::{Expected, Protocol, Script};
use crate::diagnostic::wording::counted;

mod held;
mod layout;
mod terminal;
mod text;

use held::Verdict;
use layout::{Found, Test};

/// So many keys are typed in a game, at most. Reading a text takes longer the more there are.
const MOST_KEYS: usize = 2_000;

/// What became of a file, or of files that belong together.
#[derive(Debug)]
pub enum Import {
    /// A case.
    Case(Box<Imported>),
    /// A test that cannot be a case, with the reason.
    Refused {
        /// The files.
        from: String,
        /// Why.
        reason: String,
    },
    /// No test at all, with the reason.
    Skipped {
        /// The file.
        from: String,
        /// Why.
        reason: String,
    },
}

/// A game that agrees with the rules model.
#[derive(Debug)]
pub struct Imported {
    /// The files that it comes from.
    pub from: String,
    /// A name made of theirs; others may have the same.
    pub name: String,
    /// The keys, up to the end of the game.
    pub script: Script,
    /// The game by the rules.
    pub expected: Expected,
    /// Its points, where the files say how many.
    pub points: Option<f64>,
    /// How the files differ from what the assignment requires, and what was left out.
    pub notes: Vec<String>,
}

/// Makes cases of the files at some paths and in the folders below them, in the order of their names.
pub fn import(assignment: &Assignment, paths: &[PathBuf]) -> Vec<Import> {
    let found = layout::find(paths).into_iter();
    found
        .map(|found| match found {
            Found::Test(test) => of_test(assignment, test),
            Found::Refused { from, reason } => Import::Refused { from, reason },
            Found::Skipped { from, reason } => Import::Skipped { from, reason },
        })
        .collect()
}

fn of_test(assignment: &Assignment, test: Test) -> Import {
    let is_transcript = test.input.is_none();
    let read = match &test.input {
        Some(input) => of_pair(assignment, input, &test.output),
        None => terminal::script(assignment, &test.output).map(|(script, marks)| {
            let verdict = held::hold(assignment, &test.output, &script, Some(&marks));
            (script, verdict)
        }),
    };

    match read {
        // Notes and the like lie beside tests; they are no broken tests.
        Err(reason) if is_transcript && !test.is_named => Import::Skipped {
            from: test.from,
            reason,
        },
        Err(reason) => Import::Refused {
            from: test.from,
            reason,
        },
        Ok((_, Verdict::Different { words, .. })) => Import::Refused {
            from: test.from,
            reason: words,
        },
        Ok((script, Verdict::Same)) => imported(assignment, test, &script, Vec::new()),
        Ok((script, Verdict::Format(notes))) => imported(assignment, test, &script, notes),
    }
}

fn imported(assignment: &Assignment, test: Test, script: &Script, mut notes: Vec<String>) -> Import {
    let expected = Expected::play(&assignment.game, script);
    let (played, typed) = (expected.attempts_played(), script.attempts.len());
    let script = if played < typed {
        let left_out = counted(typed - played, "move is left out", "moves are left out");
        notes.push(format!("after the end of the game {left_out}"));
        let kept = script.attempts[..played].iter().map(|attempt| &attempt.typed[..]);
        Script::from_attempts(kept, script.protocol)
    } else {
        script.clone()
    };

    Import::Case(Box::new(Imported {
        from: test.from,
        name: test.name,
        script,
        expected,
        points: test.points,
        notes,
    }))
}

fn too_many_keys() -> String {
    format!("more than {MOST_KEYS} keys are typed, which is no game")
}

/// The keys of an input file as the assignment types them: the way of reading it that agrees best with the output.
fn of_pair(assignment: &Assignment, input: &str, output: &str) -> Result<(Script, Verdict), String> {
    if !input.is_ascii() {
        return Err("the input contains a character that is not ASCII; the keys of a case must be ASCII".into());
    }

    if input.len() > MOST_KEYS {
        return Err(too_many_keys());
    }

    let protocol = assignment.protocol;
    let mut scripts = vec![Script::from_moves(input, protocol)];
    if protocol == Protocol::Enter {
        let characters: Vec<String> = input
            .split_whitespace()
            .flat_map(str::chars)
            .map(String::from)
            .collect();
        scripts.push(Script::from_moves(&characters.join(" "), protocol));
    }
    scripts.push(Script::from_input(input.as_bytes(), protocol));
    scripts.dedup();

    let verdicts = scripts.into_iter().map(|script| {
        let verdict = held::hold(assignment, output, &script, None);
        (script, verdict)
    });
    let best = verdicts.min_by_key(|(_, verdict)| verdict.rank());
    best.ok_or_else(|| "the input is empty".into())
}
