//! `c4grade` grades Connect-4 programs. This page is the map of the library, in reading order.
//!
//! Data flows one way:
//!
//! ```text
//! submission ─┐
//! assignment ─┼─► grade ──► result ──► report ──► reports/
//! case ───────┘     │
//!                   ├─► machine     plays a script, knows no game
//!                   └─► connect4    the rules model: knows no machine, no file, no YAML
//! ```
//!
//! | module | what it is for |
//! |---|---|
//! | [`diagnostic`] | messages about a place in a text: assembler errors, YAML errors, findings; counts and lists in sentences |
//! | [`connect4`] | the rules model: board, script, the transcript of a correct program, reading a transcript back into events |
//! | [`machine`] | the seam (`Run`, `Ending`, `Limits`) and the machines that run a program: embedded ones, and this one |
//! | [`sandbox`] | runs an untrusted process: supervisor, restrictions, self-test |
//! | [`yaml`] | YAML files: guarded parsing, and reading fields with every error in its place |
//! | [`assignment`] | `assignment.yaml`, and the bundled packages |
//! | [`case`] | case files: load, check, write, generate |
//! | [`variant`] | a new assignment from a few parameters: rules, cases, reference program, sample class |
//! | [`submission`] | finding the students' programs in a folder, and naming them safely |
//! | [`grade`] | play, compare, judge, score, explain |
//! | [`result`] | what grading found out: reports, verdicts, faults, endings, places, causes; knows none of the others |
//! | [`report`] | one writer per format; reads the results and nothing else |
//! | [`people`] | lists of people: the tables of rosters and gradebooks, and names to compare them by |
//! | [`splitmix`] | the fixed pseudo-random generator behind generated games and random fills |
//!
//! The binary adds `cli` (the root of the command line) and `commands` (one thin file each, with its arguments).
//! `tests/it/architecture.rs` checks which module imports which; `docs/architecture.md` says how to extend them.

#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "what a test writes is gone when it ends")
)]

pub mod assignment;
pub mod case;
pub mod connect4;
pub mod diagnostic;
pub mod grade;
pub mod machine;
pub mod people;
pub mod report;
pub mod result;
pub mod sandbox;
pub mod splitmix;
pub mod submission;
pub mod variant;
pub mod yaml;

#[cfg(test)]
#[path = "../tests/it/effort.rs"]
mod effort;
#[cfg(test)]
#[path = "../tests/it/fixed_cases.rs"]
mod fixed_cases;
