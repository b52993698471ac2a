//! Pages: one for each student, one for the class. Each is one file that needs nothing else and no network.
//!
//! Takes the result model; gives a whole HTML document. Markup of our own is made by `maud`, which escapes; what came
//! from a student goes through [`super::visible()`] first. A content security policy lets the page's own style and script run
//! and nothing else, by their hashes, so that even an escape gone wrong would run nothing. For the same reason there
//! are no style attributes and no inline event handlers.

mod blocks;
mod board;
mod cases;
mod class;
mod control;
mod identical;
mod page;
mod people;
mod program;
mod replay;
mod student;
mod table;

pub use class::class_page;
pub use identical::identical_page;
use student::page_of;
pub use student::student_page;

use super::writer::{IDENTICAL, INDEX, Writer};

/// A page for each student and one for the class.
pub(super) const WRITER: Writer = Writer {
    student: Some(("html", |seen| Ok(page_of(seen.document(), seen.report).into_bytes()))),
    class: Some((INDEX, |class| Ok(class_page(class).into_bytes()))),
};

/// A page with the programs of the class that are the same.
pub(super) const SAME: Writer = Writer {
    student: None,
    class: Some((IDENTICAL, |class| Ok(identical_page(class).into_bytes()))),
};

#[cfg(test)]
mod tests;
