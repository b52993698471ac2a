//! The formats in which reports are written to disk.
//!
//! A new format is a file beside this one with a [`Writer`], and its line in [`WRITERS`]. Whatever is listed there is
//! written for every student and class, removed with them, and part of what makes a report up to date.

use super::writer::{INDEX, RECORD, WriteClass, WriteStudent, Writer};
use super::{csv, html, json, text};

/// Every format, in no particular order.
const WRITERS: &[Writer] = &[text::WRITER, html::WRITER, html::SAME, csv::WRITER, json::WRITER];

/// The formats of a student's reports, [`RECORD`] last.
pub(super) fn student_writers() -> Vec<(&'static str, WriteStudent)> {
    let mut writers: Vec<_> = WRITERS.iter().filter_map(|writer| writer.student).collect();
    writers.sort_by_key(|(extension, _)| *extension == RECORD);
    writers
}

/// The same, with text that says everything where it is usually as short as an e-mail.
pub(super) fn full_student_writers() -> Vec<(&'static str, WriteStudent)> {
    let writers = student_writers().into_iter();
    let is_text = |extension: &str| extension == text::FULL.0;
    writers
        .map(|writer| if is_text(writer.0) { text::FULL } else { writer })
        .collect()
}

/// The formats of the class's reports, [`INDEX`] last.
pub(super) fn class_writers() -> Vec<(&'static str, WriteClass)> {
    let mut writers: Vec<_> = WRITERS.iter().filter_map(|writer| writer.class).collect();
    writers.sort_by_key(|(name, _)| *name == INDEX);
    writers
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{INDEX, RECORD, class_writers, student_writers};
    use crate::report::write::plain_slug;

    #[test]
    fn the_record_of_a_student_and_the_page_of_the_class_are_written_last() {
        assert_eq!(student_writers().last().map(|(extension, _)| *extension), Some(RECORD));
        assert_eq!(class_writers().last().map(|(name, _)| *name), Some(INDEX));
    }

    #[test]
    fn no_student_can_have_the_name_of_a_file_of_the_class() {
        for (name, _) in class_writers() {
            let stem = Path::new(name)
                .file_stem()
                .and_then(|stem| stem.to_str())
                .expect("a stem");
            assert!(plain_slug(stem).is_err(), "{name}");
        }
    }
}
