//! A student's report as a document: what is said is decided here, once for all formats.
//!
//! Takes a [`StudentReport`]; gives the sections and blocks that text and page render. Knows no format.

mod calls;
mod case;
mod evidence;
mod fault;
mod header;
mod points;
mod program;
mod student;

use super::block::Document;
use crate::result::StudentReport;

/// The report of one student.
pub(super) fn document(report: &StudentReport) -> Document {
    Document {
        header: header::header(report),
        sections: student::sections(report),
    }
}
