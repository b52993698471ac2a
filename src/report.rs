//! Report writers: what an instructor and a student get to see.
//!
//! Takes the result model ([`crate::result`]) and gives text: JSON, plain text, HTML, CSV, a table for the terminal. What a
//! student's report says is decided once, in `document`; text and page render its blocks. Each format that is written to
//! disk is a writer with a file of its own, listed in `formats`; [`Reports`] puts them in place. [`Grading`] reads reports
//! back, and [`compare()`] says what differs between two gradings.
//!
//! Texts that came from a student are hostile until [`visible()`] has been over them. Must not know how anything is graded:
//! no writer computes a verdict or a score.

mod audience;
mod block;
mod compare;
mod csv;
mod diff;
mod document;
mod feedback;
mod finding;
#[cfg(test)]
mod fixture;
mod formats;
mod github;
mod gradebook;
mod gradescope;
mod html;
mod json;
mod junit;
mod keep;
mod lock;
mod markdown;
mod outline;
mod picture;
mod read;
mod record;
mod schema;
mod shard;
mod statistics;
mod terminal;
mod text;
mod trace;
mod visible;
mod words;
mod write;
mod writer;

pub use audience::{Audience, FOR_STAFF, of_student};
pub use compare::{Change, ChangeKind, Comparison, Figures, StudentChange, compare, comparison_text};
pub use csv::scores as scores_csv;
pub use feedback::feedback_name;
pub use github::annotations;
pub use gradebook::{Filled, Filling, GradebookError, Platform, fill as fill_gradebook};
pub use gradescope::{GradescopeResults, gradescope_results};
pub use html::{class_page, student_page};
pub use json::{compact_json, json};
pub use junit::junit;
pub use keep::students_with_reports;
pub use lock::FolderLock;
pub use markdown::{class_markdown, student_markdown};
pub use read::{Grading, ReadError, Student};
pub use schema::{SchemaOf, schema};
pub use shard::{ShardFolder, Sums};
pub use statistics::Statistics;
pub use terminal::{Detail, Sort, Summary, below_sentence, students_below, summary_table};
pub use text::{brief_text, student_text};
pub use visible::{visible, visible_spaces};
pub use words::{format_points, verdict_word};
pub use write::{Draft, Reports, WriteError, saved_submission, write_failure};
