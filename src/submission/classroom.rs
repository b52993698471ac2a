//! Repositories of GitHub Classroom: `<assignment>-<user>/` with `.git`, the same assignment in all, in a folder
//! `<assignment>-submissions/`. Users may have hyphens in their names too, `lab-4-jo-anna/`.

use std::fs;

use super::layout::{Entry, Kind, Layout};
use super::place::{Place, last_part};

/// What the names of all repositories of a class begin with, up to a hyphen; `None` where there are none. Where the class is
/// known to be of GitHub Classroom, each folder is one.
///
/// The name of the class folder says it, where it is as `gh classroom clone` makes it. Else it is what the names have in common,
/// where there are several.
pub(super) fn prefix(class: &Place, entries: &[Entry], asked: Option<Layout>) -> Option<String> {
    if !matches!(asked, None | Some(Layout::Classroom)) {
        return None;
    }
    let has_git = |entry: &Entry| asked.is_some() || entry.place.child(".git").is_some();
    let is_repository = |entry: &&Entry| entry.kind == Kind::Folder && has_git(entry);
    let repositories: Vec<&Entry> = entries.iter().filter(is_repository).collect();
    if let Some(prefix) = of_folder(class).filter(|prefix| repositories.iter().all(|one| is_of(&one.name, prefix))) {
        return (!repositories.is_empty()).then_some(prefix);
    }

    let mut names = repositories.iter().map(|entry| entry.name.as_str());
    let first = names.next()?;
    let mut common = first.len();
    let mut count = 1;
    for name in names {
        let same = first.bytes().zip(name.bytes()).take_while(|(one, other)| one == other);
        common = common.min(same.count());
        count += 1;
    }

    let prefix = &first.as_bytes()[..common];
    let end = prefix.iter().rposition(|byte| *byte == b'-')? + 1;
    (count > 1).then(|| first[..end].to_owned())
}

/// `lab-4-` for a folder `lab-4-submissions`.
fn of_folder(class: &Place) -> Option<String> {
    let path = class.path()?;
    let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = last_part(&whole);
    let assignment = name.strip_suffix("-submissions")?;
    (!assignment.is_empty()).then(|| format!("{assignment}-"))
}

/// Whether a repository is somebody's with such a beginning of its name.
fn is_of(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix).is_some_and(|user| !user.is_empty())
}
