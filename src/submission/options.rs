//! How the instructor wants a download to be read, where it is not to be recognised by itself.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use regex_lite::{Captures, Regex};

use super::layout::{Entry, Kind, Layout, Wanted};
use super::platform::{Attempt, Upload};
use super::roster::Roster;

/// How a download is read. The default recognises everything by itself.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The layout of the download; `None` recognises it.
    pub layout: Option<Layout>,
    /// How the names of files or folders are read, in place of a layout.
    pub pattern: Option<NamePattern>,
    /// The files that were chosen for students: student and file.
    pub choices: Vec<(String, String)>,
    /// Who is in the class.
    pub roster: Option<Roster>,
    /// The folder into which the reports go, which is no submission.
    pub reports: Option<PathBuf>,
}

/// A regular expression whose named groups say what the name of a file or folder says of the student.
#[derive(Debug, Clone)]
pub struct NamePattern(Regex);

/// The groups that a pattern may have.
const GROUPS: [&str; 9] = [
    "name",
    "first_name",
    "last_name",
    "id",
    "student_id",
    "email",
    "login",
    "late",
    "timestamp",
];
/// The group with the student's own name of the file.
const FILE: &str = "file";

impl FromStr for NamePattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = || format!("{}, {FILE}", GROUPS.join(", "));
        let regex = Regex::new(text).map_err(|error| format!("no regular expression: {error}"))?;
        let mut groups = regex.capture_names().flatten().peekable();
        if groups.peek().is_none() {
            return Err(format!(
                "it has no named groups: expected some of {}, as in `(?<name>[^_]+)_(?<id>[0-9]+)_`",
                known()
            ));
        }
        if let Some(unknown) = groups.find(|group| !GROUPS.contains(group) && *group != FILE) {
            return Err(format!("unknown group `{unknown}`: expected some of {}", known()));
        }
        let names_student = |group: &str| !matches!(group, "late" | "timestamp" | FILE);
        if !regex.capture_names().flatten().any(names_student) {
            return Err("no group says who the student is: expected name, first_name, last_name, id, student_id, email or login".to_owned());
        }
        Ok(Self(regex))
    }
}

impl fmt::Display for NamePattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.as_str())
    }
}

impl NamePattern {
    /// What the name of an entry says; `None` where it does not match, or names nobody.
    pub(super) fn upload(&self, entry: &Entry, wanted: &Wanted) -> Option<Upload> {
        let captures = self.0.captures(&entry.name)?;
        let group = |name: &str| text_of(&captures, name);
        let full = [group("first_name"), group("last_name")];
        let full: Vec<String> = full.into_iter().flatten().collect();
        let full = (!full.is_empty()).then(|| full.join(" "));
        let (name, id) = (group("name").or(full), group("id").or_else(|| group("student_id")));
        let (email, login) = (group("email"), group("login"));

        // Without the group, whatever has the extension of a program is taken for it.
        let file = match entry.kind {
            Kind::Folder => String::new(),
            _ if wanted.extension_rank(&entry.name).is_some() => wanted.files.first().cloned().unwrap_or_default(),
            _ => entry.name.clone(),
        };
        let student = [&name, &login, &email, &id].into_iter().flatten().next()?.clone();
        Some(Upload {
            student,
            id,
            email,
            login,
            is_late: group("late").is_some(),
            file: group(FILE).unwrap_or(file),
            attempt: Attempt {
                date: group("timestamp").unwrap_or_default(),
                ..Attempt::default()
            },
            ..Upload::of(Layout::Pattern)
        })
    }
}

/// The text of a group, where it took part in the match and is not blank.
fn text_of(captures: &Captures<'_>, group: &str) -> Option<String> {
    let text = captures.name(group)?.as_str().trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::NamePattern;

    #[test]
    fn a_pattern_that_names_nobody_is_refused_with_what_is_expected() {
        for (pattern, said) in [
            ("(", "no regular expression"),
            ("[a-z]+", "it has no named groups: expected some of name, first_name"),
            ("(?<student>.+)", "unknown group `student`: expected some of name"),
            ("(?<file>.+)", "no group says who the student is"),
        ] {
            let error = pattern.parse::<NamePattern>().expect_err(pattern);
            assert!(error.starts_with(said), "{error}");
        }
    }
}
