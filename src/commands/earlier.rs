//! The reports of an earlier grading on students who are not in this class: they are removed, but never many of them unasked.

use std::collections::BTreeSet;
use std::path::Path;

use c4grade::assignment::Assignment;
use c4grade::diagnostic::wording::all_of;
use c4grade::report::{self, visible};

use super::{Failed, USAGE, sample_class, say};

/// How many students messages name.
const NAMED: usize = 3;
/// From this many on, students are not removed unasked where fewer stay.
const MANY: usize = 2;
/// A part of a class may not remove more than one student for each of so many who stay: those who resubmitted are in other parts.
const IN_PART: usize = 3;

/// The students with reports in a folder who are not in the class whose reports come into it.
pub(super) struct Earlier<'a> {
    folder: &'a Path,
    /// Their slugs.
    gone: Vec<String>,
    /// How many students of the folder are in the class.
    staying: usize,
    /// Whether the class is a part of one.
    is_part: bool,
}

impl<'a> Earlier<'a> {
    /// What a folder has beyond a class of these slugs and files. Whoever handed in the same file is in it under another name.
    pub(super) fn of<'c>(folder: &'a Path, class: impl Iterator<Item = (&'c str, &'c str)>) -> Self {
        let (slugs, files): (BTreeSet<&str>, BTreeSet<&str>) = class.unzip();
        let before = report::students_with_reports(folder);
        // One program has the name that every other has.
        let has_files = before.len() > 1;
        let is_in_class =
            |slug: &str, file: &str| slugs.contains(slug) || (has_files && !file.is_empty() && files.contains(file));

        let staying = before.iter().filter(|(slug, file)| is_in_class(slug, file)).count();
        let gone = before.into_iter().filter(|(slug, file)| !is_in_class(slug, file));
        let gone: Vec<String> = gone.map(|(slug, _)| slug).collect();
        Self {
            folder,
            gone,
            staying,
            is_part: false,
        }
    }

    /// The same for a part of a class, where `is_part`: the whole class's reports must not make way for it.
    pub(super) fn for_part(self, is_part: bool) -> Self {
        Self { is_part, ..self }
    }

    /// The same without the reports of an assignment's sample class, which nobody misses.
    pub(super) fn without_samples(mut self, assignment: &Assignment) -> Self {
        if !self.gone.is_empty()
            && let Ok(samples) = sample_class(assignment)
        {
            let is_sample = |slug: &String| samples.submissions.iter().any(|sample| sample.slug == *slug);
            self.gone.retain(|slug| !is_sample(slug));
        }
        self
    }

    /// Rejects a folder that has the reports of another class, unless its reports `may_go`; prints whose reports are removed.
    ///
    /// # Errors
    /// How many would be removed, and how to go on.
    pub(super) fn check(&self, may_go: bool) -> Result<(), Failed> {
        let gone = self.gone.len();
        if gone == 0 {
            return Ok(());
        }

        let folder = self.folder.display();
        let names = self.names();
        let most = if self.is_part {
            self.staying / IN_PART
        } else {
            self.staying
        };
        if may_go || gone < MANY || gone <= most {
            let whose = if gone == 1 { "is not" } else { "are not" };
            say(&format!(
                "note: {folder} had reports on {names}, who {whose} in this class; they are removed"
            ));
            return Ok(());
        }

        let message = format!(
            "{folder} has reports on {} students, and {gone} of them are not in this class: {names}. Nothing was changed. To keep \
             their reports, name another folder with --reports; to remove them, add --replace",
            gone + self.staying,
        );
        Err(Failed::new(USAGE, message))
    }

    /// The first of the students, and how many more there are.
    fn names(&self) -> String {
        let shown = self.gone.iter().take(NAMED).map(|slug| visible(slug).into_owned());
        let rest = self.gone.len().saturating_sub(NAMED);
        let rest = (rest > 0).then(|| format!("{rest} more"));
        all_of(&shown.chain(rest).collect::<Vec<_>>())
    }
}
