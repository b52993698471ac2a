//! Folders of reports that c4grade wrote among the submissions: they are nobody's.

use std::path::Path;

use super::layout::{Entry, Kind, Wanted, entries};
use super::place::Place;

/// The class report, and how its JSON begins.
const CLASS: &str = "class.json";
const FIELDS: [&str; 4] = ["\"format\"", "\"assignment\"", "\"loaded_from\"", "\"title\""];
/// So much of it is looked at.
const HEAD: u64 = 4096;
/// The folders in a folder of reports.
const FOLDERS: [&str; 2] = ["submissions", "shard"];
/// How deep a folder of folders of reports is looked into.
const LEVELS: usize = 3;

/// Whether a folder has reports and nothing in which there could be a student's work; `own` is the folder into which this
/// run writes, which may be empty still.
pub(super) fn is_reports(entry: &Entry, wanted: &Wanted, own: Option<&Path>) -> bool {
    entry.kind == Kind::Folder && (are_reports(&entry.place, wanted, LEVELS) || is_own(&entry.place, own))
}

fn are_reports(folder: &Place, wanted: &Wanted, levels: usize) -> bool {
    let Ok(listed) = entries(folder) else { return false };
    let listed: Vec<Entry> = listed.collect();
    if has_class_report(folder) {
        return listed.iter().all(|entry| is_of_reports(entry, wanted));
    }
    let is_folder_of_reports =
        |entry: &Entry| entry.kind == Kind::Folder && levels > 1 && are_reports(&entry.place, wanted, levels - 1);
    !listed.is_empty() && listed.iter().all(is_folder_of_reports)
}

/// Whether the folder has the class report of c4grade, of whatever version.
fn has_class_report(folder: &Place) -> bool {
    let head = folder.child(CLASS).and_then(|file| file.head(HEAD));
    head.is_some_and(|head| {
        let head = String::from_utf8_lossy(&head);
        head.starts_with('{') && FIELDS.iter().all(|field| head.contains(field))
    })
}

/// Whether an entry of a folder with a class report can be one of the reports, and is no program.
fn is_of_reports(entry: &Entry, wanted: &Wanted) -> bool {
    match entry.kind {
        Kind::Folder => FOLDERS.contains(&entry.name.as_str()),
        Kind::File => wanted.own_extension_rank(&entry.name).is_none(),
        Kind::Link | Kind::Other => false,
    }
}

/// Whether this is the empty folder for the reports.
fn is_own(folder: &Place, own: Option<&Path>) -> bool {
    let Some((folder_path, own)) = folder.path().zip(own) else {
        return false;
    };
    let is_same = folder_path
        .canonicalize()
        .is_ok_and(|folder| own.canonicalize().is_ok_and(|own| own == folder));
    is_same && entries(folder).is_ok_and(|mut entries| entries.next().is_none())
}
