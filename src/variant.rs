//! A new assignment from a few parameters: sizes, texts, input protocol. Rules, cases, rubric, a reference program and a sample
//! class are written for them, so that the assignment can be graded at once.
//!
//! | module | what it is for |
//! |---|---|
//! | [`document`] | `assignment.yaml` and the page for the instructor |
//! | [`cases`] | the case files, and how the points are shared |
//! | [`program`] | the reference program, and the sample class: the same program with one fault each |

use std::path::PathBuf;

use crate::assignment::{self, Assignment, InputProtocol, Starter, bundled};
use crate::connect4::{Flow, Rules, Wording};
use crate::diagnostic::Source;
use crate::yaml::BadFile;

mod cases;
mod document;
mod program;

/// What a new assignment asks for.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Its name: lower-case letters, digits and inner hyphens.
    pub name: String,
    /// The heading of its reports.
    pub title: String,
    /// What its programs run on.
    pub machine: MachineKind,
    /// Sizes.
    pub rules: Rules,
    /// How moves are typed.
    pub protocol: InputProtocol,
    /// What follows a game, and the key that leaves it.
    pub flow: Flow,
    /// Every text.
    pub wording: Wording,
    /// What students build on, if they do.
    pub starter: Option<Starter>,
}

/// The starter file's name in the new assignment.
const STARTER: &str = "starter.asm";

/// What programs run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MachineKind {
    /// The embedded LC-3.
    Lc3,
    /// The embedded ARM7TDMI.
    Arm,
    /// This machine, in C.
    Native,
}

/// The files of a new assignment.
#[derive(Debug)]
pub struct Package {
    /// By their paths in its folder.
    pub files: Vec<(PathBuf, String)>,
    /// The sample class.
    pub sample: Vec<Sample>,
    /// What could not be written for this board, each in a sentence.
    pub left_out: Vec<String>,
}

/// A program of the sample class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// Whose it is.
    pub student: &'static str,
    /// What is wrong with it.
    pub fault: &'static str,
    /// The verdict that it must get, as `expected.yaml` has it.
    pub verdict: &'static str,
}

/// Why no assignment was made.
#[derive(Debug, thiserror::Error)]
pub enum VariantError {
    /// A text that assemblers and compilers would not take as it is.
    #[error("{what} is `{}`, but must be one line of printable ASCII characters without a backslash, at most {most} of them", .text.escape_debug())]
    Text {
        /// Which text.
        what: &'static str,
        /// Itself.
        text: String,
        /// How long it may be.
        most: usize,
    },
    /// A text that must not be empty.
    #[error("{0} is empty, but must have at least one character")]
    Empty(&'static str),
    /// Cells that look the same.
    #[error("an empty cell and the two pieces must differ, but two of them are `{0}`: choose three characters")]
    Same(char),
    /// A text that does not say which player is meant.
    #[error("{what} has the same text for both players, `{text}`, which hides who is meant: write {{player}} in it")]
    SameText {
        /// Which text.
        what: &'static str,
        /// Itself.
        text: String,
    },
    /// Line ends that the solution would not print.
    #[error("a solution in {0} ends its lines with lf; other line ends are for ARM")]
    Newline(&'static str),
    /// IN on another machine.
    #[error("a move is read by `in` on the LC-3 alone: choose key, enter or line")]
    In,
    /// A starter file whose given part is not compared.
    #[error("starter files are in LC-3 assembly: on other machines their given part is not compared")]
    Starter,
    /// A starter file without the line where the student's part begins, or without instructions before it.
    #[error("the starter file has no instruction before a line with `{0}`, where the student's part begins")]
    Given(String),
    /// A key that cannot leave the game.
    #[error("the key that leaves the game is `{}`, but must be a letter or a sign other than a backslash", .0.escape_ascii())]
    Quit(u8),
    /// No line fits on the board.
    #[error("{} in a line do not fit on a board of {} columns and {} rows", .0.line, .0.columns, .0.rows)]
    Line(Rules),
    /// The rules that were written cannot be read.
    #[error(transparent)]
    Bad(#[from] BadFile),
}

impl Variant {
    /// Writes all files but `expected.yaml` of the sample class, which comes of grading it.
    pub fn package(&self) -> Result<Package, VariantError> {
        let rules = self.check()?;
        let written = cases::written(self, &rules);
        let assignment = document::assignment(self, &written.groups);
        self.load(&assignment)?;
        let assignment = assignment + &document::starter(self);

        let of_schema = |schema: &str, text: &str| format!("{}{schema}.json\n{text}", bundled::SCHEMA_LINE);
        let assignment = of_schema("assignment", &assignment);
        let mut files = vec![(PathBuf::from("assignment.yaml"), assignment)];
        let cases = written.files.iter();
        files.extend(cases.map(|(path, text)| (path.clone(), of_schema("case", text))));
        let name = self.program();
        files.push((PathBuf::from("reference").join(name), program::reference(self)));
        if let Some(starter) = &self.starter {
            let text = String::from_utf8_lossy(&starter.text).into_owned();
            files.push((PathBuf::from("reference").join(STARTER), text));
        }
        let mut sample = Vec::new();
        for (planted, text) in program::sample(self, &written.shows) {
            let folder = PathBuf::from("reference/submissions").join(planted.student);
            files.push((folder.join(name), text));
            sample.push(planted);
        }

        files.push((
            PathBuf::from("README.md"),
            document::readme(self, &sample, &written.left_out),
        ));
        Ok(Package {
            files,
            sample,
            left_out: written.left_out,
        })
    }

    /// The name of its programs.
    fn program(&self) -> &'static str {
        match self.machine {
            MachineKind::Lc3 => "connect4.asm",
            MachineKind::Arm => "connect4.s",
            MachineKind::Native => "connect4.c",
        }
    }

    fn load(&self, text: &str) -> Result<Assignment, BadFile> {
        let source = Source::new(format!("{}/assignment.yaml", self.name), text);
        assignment::load(&source, None).map_err(|diagnostics| BadFile {
            source: source.into(),
            diagnostics,
        })
    }

    /// Checks that programs and the rules model can have these texts, and that the board has a line. Gives the rules, without a rubric.
    pub fn check(&self) -> Result<Assignment, VariantError> {
        let wording = &self.wording;
        let letters = [wording.empty, wording.pieces[0], wording.pieces[1]].map(String::from);
        let cells = [
            ("an empty cell", &letters[0]),
            ("the piece of player 1", &letters[1]),
            ("the piece of player 2", &letters[2]),
        ];
        let texts = [
            ("the greeting", &wording.greeting),
            ("the header", &wording.header),
            ("a prompt", &wording.prompts[0]),
            ("a prompt", &wording.prompts[1]),
            ("the text for invalid keys", &wording.invalid),
            ("the text for full columns", &wording.full),
            ("the text for a win", &wording.wins[0]),
            ("the text for a win", &wording.wins[1]),
            ("the text for a tie", &wording.tie),
            ("the label of a row", &wording.label),
            ("the farewell", &wording.farewell),
        ];

        let separator = ("the separator", &wording.separator);
        let limits = texts.map(|text| (text, 150)).into_iter();
        for ((what, text), most) in limits.chain(cells.map(|cell| (cell, 1))).chain([(separator, 8)]) {
            let is_plain = |c: char| c == ' ' || c.is_ascii_graphic() && c != '\\';
            if text.len() > most || !text.chars().all(is_plain) {
                let text = text.clone();
                return Err(VariantError::Text { what, text, most });
            }
        }

        let required = [
            ("a prompt", &wording.prompts[0]),
            ("the text for invalid keys", &wording.invalid),
            ("the text for full columns", &wording.full),
            ("the text for a win", &wording.wins[0]),
        ];
        if let Some((what, _)) = required.iter().find(|(_, text)| text.is_empty()) {
            return Err(VariantError::Empty(what));
        }
        for (what, [one, other]) in [("a prompt", &wording.prompts), ("the text for a win", &wording.wins)] {
            if one == other {
                let text = one.clone();
                return Err(VariantError::SameText { what, text });
            }
        }
        let [first, second] = wording.pieces;
        if first == second || [first, second].contains(&wording.empty) {
            let same = if first == second { first } else { wording.empty };
            return Err(VariantError::Same(same));
        }

        let language = match self.machine {
            MachineKind::Lc3 => Some("LC-3 assembly"),
            MachineKind::Native => Some("C"),
            MachineKind::Arm => None,
        };
        if let Some(language) = language.filter(|_| wording.newline != "\n") {
            return Err(VariantError::Newline(language));
        }
        if self.protocol == InputProtocol::In && self.machine != MachineKind::Lc3 {
            return Err(VariantError::In);
        }
        if let Some(starter) = &self.starter {
            if self.machine != MachineKind::Lc3 {
                return Err(VariantError::Starter);
            }
            if starter.given().is_none_or(<[_]>::is_empty) {
                return Err(VariantError::Given(starter.until.clone()));
            }
        }
        let is_free = |key: u8| key.is_ascii_graphic() && !key.is_ascii_digit() && key != b'\\';
        if let Some(quit) = self.flow.quit.filter(|quit| !is_free(quit.key)) {
            return Err(VariantError::Quit(quit.key));
        }

        let rules = self.rules;
        if rules.line > rules.columns.max(rules.rows) {
            return Err(VariantError::Line(rules));
        }
        Ok(self.load(&document::assignment(self, &[]))?)
    }
}
