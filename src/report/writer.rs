//! What a format of reports provides. The formats are listed in `formats`.

use std::cell::OnceCell;
use std::io;

use super::block::Document;
use super::document::document;
use crate::result::{CaseList, ClassReport, StudentReport};

/// The extension of a student's JSON. While that file exists, the student's other reports belong to the same grading.
pub(super) const RECORD: &str = "json";

/// What all students share. Every student's JSON refers to it.
pub(super) const CASES: &str = "cases.json";

/// The class's page. It links to everything else.
pub(super) const INDEX: &str = "index.html";

/// The page of programs that are the same.
pub(super) const IDENTICAL: &str = "identical.html";

/// One format. A writer reads the result model and computes no verdict and no score.
pub(super) struct Writer {
    /// A student's report: the extension of the file `<slug>.<extension>`, and its content.
    pub student: Option<(&'static str, WriteStudent)>,
    /// The class's report: the name of the file and its content. Its stem is `index`, `class`, `scores` or `identical`, so that it
    /// cannot be the name of a student's file.
    pub class: Option<(&'static str, WriteClass)>,
}

/// A student's report as it is seen, with the cases that the whole class has.
pub(super) struct Written<'r> {
    pub report: &'r StudentReport,
    pub cases: &'r CaseList,
    document: OnceCell<Document>,
}

impl<'r> Written<'r> {
    pub fn new(report: &'r StudentReport, cases: &'r CaseList) -> Self {
        Self {
            report,
            cases,
            document: OnceCell::new(),
        }
    }

    /// The report as a document, which is made once for all formats.
    pub fn document(&self) -> &Document {
        self.document.get_or_init(|| document(self.report))
    }
}

/// Makes the content of a student's report.
pub(super) type WriteStudent = fn(&Written) -> io::Result<Vec<u8>>;

/// Makes the content of the class's report.
pub(super) type WriteClass = fn(&ClassReport) -> io::Result<Vec<u8>>;
