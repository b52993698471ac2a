//! `assignment.yaml`: its types, loading and defaults; and the packages embedded in the binary.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::connect4::{Game, Protocol};
use crate::machine::{Fill, Limits, lc3, native};
use crate::result::Visibility;
use crate::sandbox::Sandbox;

pub mod bundled;
mod export;
mod find;
mod load;
mod protocol;
mod read;
mod starter;

pub use export::{ExportError, export, require_empty, write_all};
pub use find::{FindError, find, find_bundled, is_path};
pub use load::schema;
pub(crate) use load::{FRAMES, MAX_POINTS, no_frames, tags};
pub use load::{is_tag, load};
pub use protocol::InputProtocol;
pub(crate) use read::read_capped;
pub use starter::Starter;

/// Which TRAP linkage a submission is run under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Linkage {
    /// 2nd edition only.
    OverwriteR7,
    /// 3rd edition only.
    KeepR7,
    /// Both are tried, and the better result counts.
    Any,
}

impl Linkage {
    /// The linkages to try, in order.
    pub fn candidates(self) -> &'static [lc3::Traps] {
        match self {
            Self::OverwriteR7 => &[lc3::Traps::OverwriteR7],
            Self::KeepR7 => &[lc3::Traps::KeepR7],
            Self::Any => &[lc3::Traps::OverwriteR7, lc3::Traps::KeepR7],
        }
    }
}

/// How a program is run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MachineSpec {
    /// On the embedded LC-3.
    Lc3 {
        /// TRAP linkage.
        traps: Linkage,
        /// HALT and IN texts.
        banner: lc3::Banner,
        /// Start values of registers and memory.
        fill: Fill,
    },
    /// On the embedded ARM7TDMI.
    Arm {
        /// Start values of registers and memory.
        fill: Fill,
    },
    /// On this machine itself, in a sandbox.
    Native {
        /// How a submission is built and started.
        recipe: native::Recipe,
        /// The caps on it, and what it types into.
        settings: native::Settings,
    },
}

/// Format differences that may be tolerated. Each is a toggle in `comparison.tolerate`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one toggle of the assignment's file"
)]
pub struct Tolerances {
    /// Blanks at the end of a line.
    pub trailing_space: bool,
    /// Extra or missing blank lines.
    pub blank_lines: bool,
    /// CR in the line ends.
    pub carriage_return: bool,
    /// NUL bytes.
    pub nul: bool,
    /// Upper and lower case in messages.
    pub letter_case: bool,
    /// Missing or extra spaces between the cells of a row.
    pub row_spacing: bool,
    /// A fixed message with up to two letters wrong.
    pub misspelling: bool,
    /// A fixed message in other words that leave no doubt.
    pub rewording: bool,
    /// A key shown twice.
    pub doubled_echo: bool,
    /// A key not shown at all.
    pub missing_echo: bool,
    /// A board printed again without a move between.
    pub reprinted_board: bool,
    /// The first or the last board of a game not shown at all.
    pub missing_board: bool,
    /// Every board printed with its bottom row first.
    pub upside_down: bool,
    /// The text that IN prints.
    pub in_banner: bool,
    /// Extra text.
    pub extra_text: bool,
}

impl Default for Tolerances {
    fn default() -> Self {
        Self {
            trailing_space: true,
            blank_lines: true,
            carriage_return: true,
            nul: true,
            letter_case: true,
            row_spacing: true,
            misspelling: true,
            rewording: true,
            doubled_echo: true,
            missing_echo: true,
            reprinted_board: true,
            missing_board: true,
            upside_down: true,
            in_banner: true,
            extra_text: true,
        }
    }
}

/// What a right transcript is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The exact bytes: a correct game in a different format has the verdict `format`.
    Bytes,
    /// The events of the game in any wording: boards, turns, refused moves, results. A correct game has the
    /// verdict `pass`, unless it does not show its first or its last board, or shows them upside down.
    Events,
}

/// Whether the boards that show a falling piece are compared with the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frames {
    /// One board for each row that the piece passes.
    Checked,
    /// They may be there or not.
    Skipped,
}

/// What correct games in a different format cost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatCost {
    /// Each case earns this part of its points, 0 to 1.
    Share(f64),
    /// Each case earns all its points, and each kind of difference is deducted once per submission.
    Kinds {
        /// Points for each kind.
        each: f64,
        /// Points for all kinds together, at most.
        most: f64,
    },
}

impl FormatCost {
    /// What is usual: a kind costs as much as a small requirement, and format alone never fails a student.
    pub const USUAL: Self = Self::Kinds { each: 5.0, most: 30.0 };

    /// The part of its points, 0 to 1, that a case in a different format earns.
    pub fn share(self) -> f64 {
        match self {
            Self::Share(share) => share,
            Self::Kinds { .. } => 1.0,
        }
    }

    /// What correct games earn under another input protocol, where the assignment does not say.
    pub fn tolerated_share(self) -> f64 {
        match self {
            Self::Share(share) => share,
            Self::Kinds { .. } => 0.5,
        }
    }
}

/// How transcripts are compared.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// What earns a case's points.
    pub by: By,
    /// What correct games in a different format cost.
    pub format: FormatCost,
    /// Whether a falling piece must be shown in every row that it passes, where a case does not say so itself.
    pub frames: Frames,
    /// Which differences count as format.
    pub tolerate: Tolerances,
}

/// How the points of a rubric group follow from its cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Each case earns its share.
    Proportional,
    /// All of it when every case earns all, else nothing.
    AllOrNothing,
    /// The best `n` cases count.
    Best(usize),
    /// Each subroutine with a contract that is right by itself earns its share; a group of no cases.
    Components,
}

/// A group of the rubric: the cases with one of its tags share its points. A case belongs to the first group that names
/// one of its tags.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// Its heading.
    pub name: String,
    /// The tags of its cases.
    pub tags: Vec<String>,
    /// What it is worth.
    pub points: f64,
    /// How they are earned.
    pub rule: Rule,
}

/// Points taken off once for each kind of finding; 0 says it and counts nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Deductions {
    /// Whole games are right, and the program does not halt after them.
    pub ending: f64,
    /// The given part of the starter file was changed.
    pub starter: f64,
    /// The program depends on undefined memory or registers.
    pub portability: f64,
    /// A requirement of the document other than the game is not met.
    pub lint: f64,
    /// Where words are free: the program does not say whose turn it is, or who has won. Deducted for each of these.
    pub wording: f64,
    /// The program wants a key before the game begins.
    pub opening: f64,
    /// The columns have other keys than digits from 1, or the row is typed too.
    pub columns: f64,
    /// The program wants each move confirmed by another key.
    pub confirmation: f64,
    /// The wrong player makes the first move, or is asked for it.
    pub first_player: f64,
}

/// How often a fault that several cases show is deducted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RepeatedFaults {
    /// In every case.
    #[default]
    Each,
    /// In one case of each rubric group: others that fail for the same reason are excused. A fault of more than half of all
    /// cases is deducted in each.
    Once,
}

/// Whether programs ask something before the game begins: "1: two players, 2: computer".
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// They do not; one that does is answered, and loses points.
    #[default]
    None,
    /// They may.
    Allowed,
    /// They must; one that does not loses points.
    Demanded,
}

/// How moves are to be typed, and how else they may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// The protocol that is demanded.
    pub demanded: InputProtocol,
    /// Other ones that are tried when the demanded one does not earn everything.
    pub tolerated: Vec<InputProtocol>,
    /// The share of a case's points, 0 to 1, that the right game earns if moves had to be typed under another protocol.
    pub share: f64,
    /// Whether programs ask something before the game begins.
    pub opening: Opening,
    /// What is tried first as an answer to that question; empty where the grader finds one by itself.
    pub opening_keys: Vec<u8>,
}

/// An assignment.
#[derive(Debug, Clone)]
pub struct Assignment {
    /// The package's name: `lc3-starter`.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// File names a submission may have: `connect4.asm`.
    pub files: Vec<String>,
    /// How programs are run.
    pub machine: MachineSpec,
    /// Caps on a run.
    pub limits: Limits,
    /// What all runs of one submission may use up together: instructions, of native programs milliseconds.
    pub budget: u64,
    /// Sizes and wording.
    pub game: Game,
    /// How moves are typed, as the demanded input protocol has it.
    pub protocol: Protocol,
    /// The input protocols.
    pub input: Input,
    /// How transcripts are compared.
    pub comparison: Comparison,
    /// Groups with their points; empty when cases carry their own points.
    pub rubric: Vec<Group>,
    /// Points taken off for findings.
    pub deductions: Deductions,
    /// How often a repeated fault is deducted.
    pub repeated_faults: RepeatedFaults,
    /// The starter file, where there is one.
    pub starter: Option<Starter>,
    /// What students may see of their results.
    pub students: Visibility,
    /// The folder on disk, or `None` for a bundled package.
    pub folder: Option<PathBuf>,
}

impl Assignment {
    /// The budget for all runs of a submission, and where it is set.
    pub fn budget_words(&self) -> String {
        let (amount, field) = match &self.machine {
            MachineSpec::Native { .. } => (
                format!("{} seconds of computing and sleeping", self.budget as f64 / 1000.0),
                "total",
            ),
            MachineSpec::Lc3 { .. } | MachineSpec::Arm { .. } => {
                (format!("{} instructions", self.budget), "total-instructions")
            }
        };
        format!("{amount}; `{field}` under `limits` in assignment.yaml sets it")
    }

    /// What the file of the reference program is called: `connect4.asm`, on ARM `connect4.s`, and as its recipe has it
    /// where programs are native.
    pub fn reference_file(&self) -> &str {
        match &self.machine {
            MachineSpec::Lc3 { .. } => "connect4.asm",
            MachineSpec::Arm { .. } => "connect4.s",
            MachineSpec::Native { recipe, .. } => &recipe.file,
        }
    }

    /// What its native programs are built and run with; `None` where its machine is embedded.
    pub fn build_environment(&self, sandbox: &Sandbox) -> Option<native::BuildEnvironment> {
        match &self.machine {
            MachineSpec::Native { recipe, .. } => Some(native::BuildEnvironment {
                sandbox: sandbox.clone(),
                recipe: recipe.clone(),
            }),
            MachineSpec::Lc3 { .. } | MachineSpec::Arm { .. } => None,
        }
    }

    /// The reference program: the bundled one, or for a folder on disk the one in its `reference/`, or in `reference/<name>/`
    /// where the folder is `cases/<name>/`.
    pub fn reference(&self) -> std::io::Result<Option<Vec<u8>>> {
        let file = self.reference_file();
        let Some(folder) = &self.folder else {
            return Ok(bundled::beside_reference(&self.name, file).map(<[u8]>::to_vec));
        };

        for reference in reference_folders(folder, &self.name) {
            match std::fs::read(reference.join(file)) {
                Ok(bytes) => return Ok(Some(bytes)),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }

        Ok(None)
    }

    /// The folder of the sample class on disk: `submissions/` next to the reference program. `None` for a bundled
    /// assignment, and where there is no such folder.
    pub fn sample_folder(&self) -> Option<PathBuf> {
        let folder = self.folder.as_deref()?;
        let folders = reference_folders(folder, &self.name).map(|folder| folder.join("submissions"));
        folders.into_iter().find(|folder| folder.is_dir())
    }
}

/// Where the reference program of an assignment in a folder may be.
fn reference_folders(folder: &Path, name: &str) -> [PathBuf; 2] {
    let beside = folder.join("../../reference").join(name);
    [folder.join("reference"), beside]
}
