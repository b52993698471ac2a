//! Case files: load, check, write, generate.
//!
//! A case is a script and the transcript it must produce. Case files are the YAML files of an assignment's folder except
//! `assignment.yaml`; each holds one case or a list of them, and may request a generated family. Transcripts
//! in a file are checked against the rules model while it is read.
//!
//! | module | what it is for |
//! |---|---|
//! | [`entry`] | a file's entries as they are written |
//! | [`build`] | turns an entry into a case, or reports errors |
//! | [`goal`] | cases whose moves are looked for against the computer that is played |
//! | [`family`] | generated cases: every winning line, games at random |
//! | [`moves`] | the game of a case move by move, when it is asked for |
//! | [`transcript`] | transcripts as files have them |
//! | [`contract`] | cases that call a subroutine |
//! | [`check`](mod@check), `promise` | problems that loading accepts: moves that are never played, tags that a case does not keep, duplicates |
//! | [`coverage`] | what no case of a suite touches |
//! | `title` | what a game shows, as the name of its case |
//! | [`write`](mod@write) | a case as YAML that a person can read |
//! | [`import`](mod@import) | cases from the test files of other graders |
//! | [`schema`](mod@schema) | the JSON schema of case files |
//! | [`bless`] | updating the transcripts of a file, and nothing else in it |

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::assignment::{self, Assignment, Frames, Group, Rule, bundled};
use crate::connect4::Script;
use crate::connect4::computer::Demand;
use crate::diagnostic::Source;
use crate::result::Ending;
use crate::yaml::BadFile;

pub mod bless;
mod build;
pub mod check;
pub mod contract;
pub mod coverage;
mod entry;
mod family;
pub mod goal;
pub mod import;
pub mod moves;
mod promise;
pub mod schema;
mod title;
pub mod transcript;
pub mod write;

pub use check::{Finding, check};
pub use contract::Contract;
use contract::Shared;
use goal::{GoalCase, Reach};
pub use moves::Moves;
pub use promise::fitting_tag;
pub use title::title;

/// The most cases a suite may have.
pub const MAX_CASES: usize = 20_000;

/// One test: a script and the transcript it must produce.
#[derive(Debug, Clone)]
pub struct Case {
    /// Unique in its suite.
    pub name: String,
    /// For the rubric's groups.
    pub tags: Vec<String>,
    /// Its weight within a rubric group; its points where there is no rubric.
    pub points: f64,
    /// The keys typed, under the assignment's own protocol.
    pub script: Script,
    /// Whether the script was given as raw text (`input:`), which no other protocol can retype.
    pub raw: bool,
    /// Its game and the required transcript, by the rules model.
    pub expected: Moves,
    /// How the run must end.
    pub ends: Ending,
    /// Whether the boards of a falling piece are compared with the rules.
    pub frames: Frames,
    /// What is demanded of the program's computer player, in addition to legal replies.
    pub demands: Vec<Demand>,
    /// The generated family it belongs to, by that entry's name.
    pub family: Option<String>,
    /// What it is played for, where its moves are looked for against the computer that is played.
    pub goal: Option<GoalCase>,
    /// Case file and line, for messages.
    pub place: String,
}

impl Case {
    /// The required transcript. A final line feed does not count.
    pub fn transcript(&self) -> &[u8] {
        self.expected.text()
    }

    /// Whether no game was found in which its goal is reached: then there is nothing to play.
    pub fn is_missed(&self) -> bool {
        self.goal.as_ref().is_some_and(|goal| goal.reach == Reach::Missed)
    }
}

/// All cases of a submission.
#[derive(Debug, Clone)]
pub struct Suite {
    /// In the order of the files' names, and of the entries in each.
    pub cases: Vec<Case>,
    /// The contracts of its subroutines, in the same order.
    pub contracts: Vec<Contract>,
    /// Whether the assignment's rubric shares out the points. If not, there is none, or cases were given that belong to
    /// none of its groups: then each case carries its own points.
    pub has_rubric: bool,
    /// How many generated games were left out because they are impossible.
    pub impossible: usize,
}

/// Why there is no suite.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// A file or folder cannot be read.
    #[error("failed to read {}", .path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Files are wrong.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Bad(Vec<BadFile>),
    /// There are no cases at all.
    #[error("no cases in {0}: write one with `c4grade case new`")]
    Empty(String),
    /// Too many cases.
    #[error("the suite has {0} cases, more than the {MAX_CASES} that are allowed")]
    TooMany(usize),
    /// A group of the rubric can never be earned.
    #[error("no case has a tag of the rubric group `{group}` ({tags}): tag some cases, or remove the group")]
    EmptyGroup {
        /// Its name.
        group: String,
        /// Its tags.
        tags: String,
    },
    /// A group of the rubric counts subroutines, and there are none.
    #[error(
        "the rubric group `{group}` counts subroutines (`by: components`), but no case calls one: write cases with `call`, or give the \
         group `tags`"
    )]
    NoComponents {
        /// Its name.
        group: String,
    },
    /// A group of the rubric counts subroutines in the reference program, and there is none.
    #[error(
        "the rubric group `{group}` counts subroutines (`by: components`) in the reference program: add `reference/{file}`, or give the \
         group `tags`"
    )]
    NoReference {
        /// Its name.
        group: String,
        /// The file of the reference program.
        file: String,
    },
    /// A group of the rubric holds games and contracts.
    #[error("the rubric group `{group}` contains both games and subroutine calls: give each kind its own group")]
    MixedGroup {
        /// Its name.
        group: String,
    },
    /// A contract names a subroutine without a contract of its own.
    #[error("{place}: `instead` names `{label}`, but no case calls it: write one, or remove the name")]
    NoStandIn {
        /// Case file and line.
        place: String,
        /// The label.
        label: String,
    },
}

/// Loads the cases of an assignment; or, in their place, those of a file or folder.
pub fn load(assignment: &Assignment, instead: Option<&Path>) -> Result<Suite, CaseError> {
    suite(assignment, instead, sources(assignment, instead)?)
}

/// The suite of an assignment as it would be with another text in one of its case files, or with one more of them.
pub fn load_with(assignment: &Assignment, file: Source) -> Result<Suite, CaseError> {
    let last_part = |name: &str| Path::new(name).file_name().map(ToOwned::to_owned);
    let own = last_part(&file.name);
    let mut sources = sources(assignment, None)?;
    sources.retain(|source| last_part(&source.name) != own);
    sources.push(file);
    sources.sort_by_key(|source| last_part(&source.name));
    suite(assignment, None, sources)
}

/// The suite that is in these files.
fn suite(assignment: &Assignment, instead: Option<&Path>, sources: Vec<Source>) -> Result<Suite, CaseError> {
    let (cases, contracts, impossible) = read(assignment, instead.is_some(), sources)?;
    if cases.is_empty() && contracts.is_empty() {
        let place = instead.or(assignment.folder.as_deref());
        return Err(CaseError::Empty(
            place.map_or_else(|| assignment.name.clone(), |path| path.display().to_string()),
        ));
    }

    let count = cases.len() + contracts.len();
    if count > MAX_CASES {
        return Err(CaseError::TooMany(count));
    }

    let groups = |tags: &[String]| group_of(assignment, tags);
    let of_cases: Vec<Option<usize>> = cases.iter().map(|case| groups(&case.tags)).collect();
    let of_contracts: Vec<Option<usize>> = contracts.iter().map(|contract| groups(&contract.tags)).collect();
    let all_grouped = of_cases.iter().chain(&of_contracts).all(Option::is_some);
    let has_rubric = !assignment.rubric.is_empty() && all_grouped;
    for (index, group) in assignment.rubric.iter().enumerate() {
        let (plays, calls) = (of_cases.contains(&Some(index)), of_contracts.contains(&Some(index)));
        if plays && calls && has_rubric {
            let group = group.name.clone();
            return Err(CaseError::MixedGroup { group });
        }
        if group.rule == Rule::Components {
            if instead.is_none() {
                components_exist(assignment, group, &contracts)?;
            }
        } else if instead.is_none() && !plays && !calls {
            return Err(CaseError::EmptyGroup {
                group: group.name.clone(),
                tags: group.tags.join(", "),
            });
        }
    }

    for contract in &contracts {
        let is_held = |label: &String| contracts.iter().any(|other| other.labels.contains(label));
        if let Some(label) = contract.instead.iter().find(|label| !is_held(label)) {
            return Err(CaseError::NoStandIn {
                place: contract.place.clone(),
                label: label.clone(),
            });
        }
    }

    Ok(Suite {
        cases,
        contracts,
        has_rubric,
        impossible,
    })
}

/// Whether a group that counts subroutines by themselves has any, and a reference program to try them in.
fn components_exist(assignment: &Assignment, group: &Group, contracts: &[Contract]) -> Result<(), CaseError> {
    let group = || group.name.clone();
    if contracts.is_empty() {
        return Err(CaseError::NoComponents { group: group() });
    }
    match assignment.reference() {
        Ok(Some(_)) => Ok(()),
        _ => Err(CaseError::NoReference {
            group: group(),
            file: assignment.reference_file().to_owned(),
        }),
    }
}

/// The cases and contracts of all files, and how many generated games are impossible.
fn read(
    assignment: &Assignment,
    is_loose: bool,
    sources: Vec<Source>,
) -> Result<(Vec<Case>, Vec<Contract>, usize), CaseError> {
    let mut bad = Vec::new();
    let (mut cases, mut contracts, mut impossible) = (Vec::new(), Vec::new(), 0);
    let mut names = BTreeMap::new();
    let shared = Arc::new(Shared::default());
    for source in sources {
        match build::cases(&source, assignment, is_loose, &mut names, &shared) {
            Ok(built) => {
                cases.extend(built.cases);
                contracts.extend(built.contracts);
                impossible += built.impossible;
            }
            Err(diagnostics) => bad.push(BadFile {
                source: source.into(),
                diagnostics,
            }),
        }
    }

    if bad.is_empty() {
        let (cases, missed) = goal::against_own_computer(assignment, cases);
        Ok((cases, contracts, impossible + missed))
    } else {
        Err(CaseError::Bad(bad))
    }
}

/// The cases and the names of the contracts of a file that is not part of a suite yet, checked as loading does, except for
/// rubric groups.
pub fn prove(source: Source, assignment: &Assignment) -> Result<(Vec<Case>, Vec<String>), BadFile> {
    match build::cases(&source, assignment, true, &mut BTreeMap::new(), &Arc::default()) {
        Ok(built) => {
            let contracts = built.contracts.into_iter().map(|contract| contract.name);
            Ok((built.cases, contracts.collect()))
        }
        Err(diagnostics) => Err(BadFile {
            source: source.into(),
            diagnostics,
        }),
    }
}

/// The group of the rubric that a case with these tags belongs to: the first that names one of them.
pub fn group_of(assignment: &Assignment, tags: &[String]) -> Option<usize> {
    let names_one = |group: &assignment::Group| group.tags.iter().any(|tag| tags.contains(tag));
    assignment.rubric.iter().position(names_one)
}

/// How the run of a correct program ends that halts, or does not.
pub fn ending(halts: bool) -> Ending {
    if halts { Ending::Halted } else { Ending::Waiting }
}

/// The case files of an assignment, or in their place a file or those of a folder, by name.
pub fn sources(assignment: &Assignment, instead: Option<&Path>) -> Result<Vec<Source>, CaseError> {
    let Some(path) = instead.or(assignment.folder.as_deref()) else {
        return Ok(bundled::case_files(&assignment.name)
            .into_iter()
            .map(|(file, bytes)| Source::read(format!("{}/{file}", assignment.name), bytes))
            .collect());
    };
    let files = files(path).map_err(|source| CaseError::Read {
        path: path.to_owned(),
        source,
    })?;

    files
        .into_iter()
        .map(|path| match assignment::read_capped(&path) {
            Ok(bytes) => Ok(Source::read(path.display().to_string(), &bytes)),
            Err(source) => Err(CaseError::Read { path, source }),
        })
        .collect()
}

/// The case files at a path: itself, or those in the folder, by name.
pub fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }

    let mut files = Vec::new();
    for entry in path.read_dir()? {
        let name = entry?.file_name();
        if bundled::is_case_file(&name.to_string_lossy()) {
            files.push(path.join(name));
        }
    }

    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests;
