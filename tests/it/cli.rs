//! Drives the binary as a user does.

mod appending;
mod arm;
mod assignments;
mod attention;
mod audience;
mod cases;
pub(crate) mod command;
mod comparing;
mod components;
mod documentation;
mod earlier_reports;
mod exit_codes;
mod explore;
mod export;
mod gradebook;
mod grading;
#[cfg(unix)]
mod hostile;
mod identical;
#[cfg(unix)]
mod in_use;
mod intake;
mod mutate;
mod new_assignment;
mod other_systems;
mod outputs;
#[cfg(target_os = "linux")]
mod questions;
mod records;
mod replay;
mod rescore;
mod running;
mod sample;
mod scenarios;
#[cfg(unix)]
mod scheduling;
mod schema;
mod several_programs;
mod shards;
#[cfg(unix)]
mod stopping;
mod summary;
mod variant;
#[cfg(unix)]
mod watch;
mod yaml_schemas;

use command::C4grade;
pub(crate) use command::student_report;
