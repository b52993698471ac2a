//! Uploads as learning platforms name them: which student, which attempt, and whether it was late.
//!
//! | platform | name of an upload |
//! |---|---|
//! | Canvas | `<name>[_LATE]_<user id>_<attachment id>_<file>`, anonymous `[LATE_]anon_<id>_<attachment id>_<file>`; a resubmission has `-1`, `-2` before the extension |
//! | Moodle | `<Full name>_<participant id>_assignsubmission_file_<file>`, or a folder whose name ends there |
//! | Blackboard | `<Assignment>_<user>_attempt_<YYYY-MM-DD-HH-MM-SS>_<file>`, with a text file about each attempt |
//! | Brightspace | see `brightspace` |
//! | GitHub Classroom | see `classroom` |

use std::collections::{BTreeMap, BTreeSet};

use super::layout::{Entry, Kind, Layout};

/// What the name of an upload says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Upload {
    /// The student's name or login, as the platform writes it.
    pub student: String,
    /// The number by which the platform knows the student, where the name has one.
    pub id: Option<String>,
    /// The student's e-mail address, where the platform has written it.
    pub email: Option<String>,
    /// The name by which the student logs in, where the name has it.
    pub login: Option<String>,
    /// Whether the platform marked it as late.
    pub is_late: bool,
    /// What the student called the file, without the number of the attempt; empty for a folder, and for a platform's own
    /// file about an attempt.
    pub file: String,
    /// Which attempt it is; later ones are greater.
    pub attempt: Attempt,
    /// How many earlier attempts the platform knows of.
    pub earlier: usize,
    /// Whether it is text that was typed into a form.
    pub is_text: bool,
    /// What all students have in common who handed it in together.
    pub group: Option<String>,
    /// How the name was read.
    pub layout: Layout,
}

impl Upload {
    /// An upload of which nothing is known.
    pub fn of(layout: Layout) -> Self {
        Self {
            student: String::new(),
            id: None,
            email: None,
            login: None,
            is_late: false,
            file: String::new(),
            attempt: Attempt::default(),
            earlier: 0,
            is_text: false,
            group: None,
            layout,
        }
    }
}

/// Orders the uploads of a student.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Attempt {
    /// When it was made, as the platform writes it: the same for all files of an attempt. Empty where it is not known.
    pub date: String,
    /// The number of the resubmission.
    pub number: u64,
    /// The number of the file on the platform, which grows with time.
    pub attachment: u64,
}

/// Digits of the ids of Canvas, of a user and of a file, at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Digits(usize, usize);

impl Digits {
    /// Names like `team_1_2_connect4.asm` are no uploads by themselves.
    pub const USUAL: Self = Self(2, 3);
    /// On a young installation of Canvas they are.
    const FEWEST: Self = Self(1, 1);

    /// How many there must be in a folder: fewer where Canvas was asked for, or where all files of several students are named so.
    pub fn of(entries: &[Entry], asked: Option<Layout>) -> Self {
        if !matches!(asked, None | Some(Layout::Canvas)) {
            return Self::USUAL;
        }

        let files = || entries.iter().filter(|entry| entry.kind == Kind::File);
        let uploads: Vec<Upload> = files().filter_map(|entry| canvas(entry, Self::FEWEST)).collect();
        let students: BTreeMap<&str, &Option<String>> =
            uploads.iter().map(|upload| (&upload.student[..], &upload.id)).collect();
        let attachments: BTreeSet<u64> = uploads.iter().map(|upload| upload.attempt.attachment).collect();
        let has_one_id = |upload: &Upload| students.get(&upload.student[..]) == Some(&&upload.id);
        let are_all = students.len() > 1
            && uploads.len() == files().count()
            && attachments.len() == uploads.len()
            && uploads.iter().all(has_one_id);
        if are_all || asked.is_some() {
            Self::FEWEST
        } else {
            Self::USUAL
        }
    }
}

/// What the name of an entry says; `None` where no platform of this module names its uploads so, or not the one that was asked for.
pub(super) fn upload(entry: &Entry, asked: Option<Layout>, digits: Digits) -> Option<Upload> {
    let is_asked = |layout| asked.is_none_or(|asked| asked == layout);
    let read = |layout, read: &dyn Fn(&Entry) -> Option<Upload>| is_asked(layout).then(|| read(entry)).flatten();
    read(Layout::Moodle, &moodle)
        .or_else(|| read(Layout::Blackboard, &blackboard))
        .or_else(|| read(Layout::Canvas, &|entry| canvas(entry, digits)))
}

fn canvas(entry: &Entry, digits: Digits) -> Option<Upload> {
    if entry.kind == Kind::Folder {
        return None;
    }

    if let Some(upload) = canvas_text(&entry.name, digits) {
        return Some(upload);
    }
    let parts: Vec<&str> = entry.name.split('_').collect();
    let is_number = |part: &str, least| part.len() >= least && part.bytes().all(|byte| byte.is_ascii_digit());
    let at = (1..parts.len().saturating_sub(2))
        .find(|at| is_number(parts[*at], digits.0) && is_number(parts[*at + 1], digits.1))?;

    let is_late = |part: &&str| *part == "LATE" || *part == "late";
    let name: Vec<&str> = parts[..at].iter().copied().filter(|part| !is_late(part)).collect();
    let id = parts[at].to_owned();
    let file = parts[at + 2..].join("_");
    let (file, number) = without_number(&file);
    Some(Upload {
        student: match name.join("_").as_str() {
            "" => return None,
            "anon" => format!("anon_{id}"),
            name => name.to_owned(),
        },
        id: Some(id),
        is_late: parts[..at].iter().any(is_late),
        file,
        attempt: Attempt {
            number,
            attachment: parts[at + 1].parse().unwrap_or(u64::MAX),
            ..Attempt::default()
        },
        ..Upload::of(Layout::Canvas)
    })
}

/// `lovelaceada_1234_text.html`: what a student typed into Canvas.
fn canvas_text(file: &str, digits: Digits) -> Option<Upload> {
    let (student, id) = file.strip_suffix("_text.html")?.rsplit_once('_')?;
    let is_id = id.len() >= digits.0 && id.bytes().all(|byte| byte.is_ascii_digit());
    let name = student.strip_suffix("_LATE").unwrap_or(student);
    (is_id && !name.is_empty()).then(|| Upload {
        student: name.to_owned(),
        id: Some(id.to_owned()),
        is_late: name != student,
        is_text: true,
        ..Upload::of(Layout::Canvas)
    })
}

/// `connect4-2.asm` without its number, and the number.
fn without_number(file: &str) -> (String, u64) {
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let Some((bare, number)) = stem.rsplit_once('-') else {
        return (file.to_owned(), 0);
    };
    match number.parse() {
        Ok(number) if !bare.is_empty() && number < 1_000 => (format!("{bare}.{extension}"), number),
        _ => (file.to_owned(), 0),
    }
}

fn moodle(entry: &Entry) -> Option<Upload> {
    const FILE: &str = "_assignsubmission_file";
    const TEXT: &str = "_assignsubmission_onlinetext";
    let text = entry.name.split_once(TEXT);
    let (student, file) = text.or_else(|| entry.name.split_once(FILE))?;
    let (name, id) = student.rsplit_once('_')?;
    if name.is_empty() || id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }

    let file = file.strip_prefix('_').unwrap_or(file);
    Some(Upload {
        student: name.to_owned(),
        id: Some(id.to_owned()),
        file: file.to_owned(),
        is_text: text.is_some(),
        ..Upload::of(Layout::Moodle)
    })
}

/// A name of Blackboard: what comes before `_attempt_`, the date, and the rest.
fn blackboard_parts(name: &str) -> Option<(&str, &str, &str)> {
    const ATTEMPT: &str = "_attempt_";
    const DATE: usize = "2026-01-31-23-59-59".len();
    let is_date = |date: &str| {
        date.bytes().enumerate().all(|(place, byte)| match place {
            4 | 7 | 10 | 13 | 16 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
    };
    // A student's own file may be called `connect4_attempt_2.asm`.
    name.match_indices(ATTEMPT).find_map(|(at, _)| {
        let (date, rest) = name[at + ATTEMPT.len()..].split_at_checked(DATE)?;
        is_date(date).then_some((&name[..at], date, rest))
    })
}

fn blackboard(entry: &Entry) -> Option<Upload> {
    if entry.kind == Kind::Folder {
        return None;
    }
    let (head, date, rest) = blackboard_parts(&entry.name)?;
    let student = head.rsplit_once('_')?.1;
    if student.is_empty() {
        return None;
    }

    let file = match rest {
        ".txt" => "",
        rest => rest.strip_prefix('_')?,
    };
    Some(Upload {
        student: student.to_owned(),
        login: Some(student.to_owned()),
        file: file.to_owned(),
        attempt: Attempt {
            date: date.to_owned(),
            ..Attempt::default()
        },
        ..Upload::of(Layout::Blackboard)
    })
}

/// The students of a download of Blackboard. Logins may have underscores, and so may the name of the assignment before them:
/// Blackboard's text files about attempts tell them apart.
#[derive(Debug, Default)]
pub(super) struct BlackboardStudents {
    /// The login and the name, by what is before `_attempt_`.
    listed: BTreeMap<String, (String, String)>,
    /// What comes before all logins that are listed, where it is always the same.
    assignment: Option<String>,
}

impl BlackboardStudents {
    /// Reads the text files.
    pub fn read(entries: &[Entry]) -> Self {
        let listed: BTreeMap<_, _> = entries.iter().filter_map(blackboard_student).collect();
        let before = listed.iter().filter_map(|(head, (login, _))| head.strip_suffix(login));
        let before: BTreeSet<&str> = before.collect();
        let assignment = before
            .first()
            .filter(|_| before.len() == 1)
            .map(|before| (*before).to_owned());
        Self { listed, assignment }
    }

    /// Corrects the student of an upload.
    pub fn name(&self, entry: &Entry, upload: &mut Upload) {
        let Some((head, ..)) = blackboard_parts(&entry.name) else {
            return;
        };
        if let Some((login, name)) = self.listed.get(head) {
            upload.login = Some(login.clone());
            upload.student.clone_from(name);
        } else if let Some(login) = self.assignment.as_ref().and_then(|before| head.strip_prefix(before))
            && !login.is_empty()
        {
            upload.login = Some(login.to_owned());
            login.clone_into(&mut upload.student);
        }
    }
}

/// The login and the name of a student, as Blackboard's file about an attempt has it in its first line: `Name: Ada Lovelace
/// (ada)`, in whatever language; before them, what the names of the student's files begin with.
fn blackboard_student(entry: &Entry) -> Option<(String, (String, String))> {
    blackboard(entry).filter(|upload| upload.file.is_empty())?;
    let (head, ..) = blackboard_parts(&entry.name)?;
    let bytes = entry.place.read(&entry.name, super::SIZE_CAP).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let (_, rest) = text.trim_start_matches('\u{feff}').lines().next()?.split_once(':')?;
    let (name, login) = rest.trim().strip_suffix(')')?.rsplit_once('(')?;
    let name = name.trim();
    let is_login = head.strip_suffix(login).is_some_and(|before| before.ends_with('_'));
    (is_login && !login.is_empty() && !name.is_empty()).then(|| (head.to_owned(), (login.to_owned(), name.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Student, id, late, file and attempt of an upload.
    fn read(name: &str, kind: Kind) -> Option<(String, String, bool, String, Attempt)> {
        let entry = Entry {
            name: name.to_owned(),
            place: name.into(),
            kind,
        };
        let upload = upload(&entry, None, Digits::USUAL)?;
        let id = upload.id.unwrap_or_default();
        Some((upload.student, id, upload.is_late, upload.file, upload.attempt))
    }

    fn attempt(date: &str, number: u64, attachment: u64) -> Attempt {
        Attempt {
            date: date.to_owned(),
            number,
            attachment,
        }
    }

    #[test]
    fn the_names_of_platforms_are_read() {
        let canvas = attempt("", 0, 56789);
        for (name, student, id, late, file, attempt) in [
            (
                "lovelaceada_1234_56789_connect4.asm",
                "lovelaceada",
                "1234",
                false,
                "connect4.asm",
                canvas.clone(),
            ),
            (
                "lovelaceada_LATE_1234_56789_connect4.asm",
                "lovelaceada",
                "1234",
                true,
                "connect4.asm",
                canvas.clone(),
            ),
            (
                "lovelaceada_1234_56789_connect4-2.asm",
                "lovelaceada",
                "1234",
                false,
                "connect4.asm",
                attempt("", 2, 56789),
            ),
            (
                "anon_1234_56789_my_work.asm",
                "anon_1234",
                "1234",
                false,
                "my_work.asm",
                canvas.clone(),
            ),
            (
                "LATE_anon_1234_56789_connect4.asm",
                "anon_1234",
                "1234",
                true,
                "connect4.asm",
                canvas.clone(),
            ),
            (
                "\u{738b}\u{82b3}_1234_56789_connect4.asm",
                "\u{738b}\u{82b3}",
                "1234",
                false,
                "connect4.asm",
                canvas,
            ),
            (
                "Ada Lovelace_77_assignsubmission_file_connect4.asm",
                "Ada Lovelace",
                "77",
                false,
                "connect4.asm",
                Attempt::default(),
            ),
            (
                "Lab 4_ada_attempt_2026-11-01-23-59-59_connect4.asm",
                "ada",
                "",
                false,
                "connect4.asm",
                attempt("2026-11-01-23-59-59", 0, 0),
            ),
            (
                "Lab 4_ada_attempt_2026-11-01-23-59-59_connect4_attempt_2.asm",
                "ada",
                "",
                false,
                "connect4_attempt_2.asm",
                attempt("2026-11-01-23-59-59", 0, 0),
            ),
            (
                "Lab 4_ada_attempt_2026-11-01-23-59-59.txt",
                "ada",
                "",
                false,
                "",
                attempt("2026-11-01-23-59-59", 0, 0),
            ),
        ] {
            let read = read(name, Kind::File).unwrap_or_else(|| panic!("{name}"));
            let wanted = (student.to_owned(), id.to_owned(), late, file.to_owned(), attempt);
            assert_eq!(read, wanted, "{name}");
        }
        for folder in [
            "Ada Lovelace_77_assignsubmission_file_",
            "Ada Lovelace_77_assignsubmission_file",
        ] {
            let read = read(folder, Kind::Folder).expect("Moodle");
            assert_eq!(
                (read.0.as_str(), read.1.as_str(), read.3.as_str()),
                ("Ada Lovelace", "77", "")
            );
        }
    }

    #[test]
    fn other_names_are_nobodys_uploads() {
        for name in [
            "ada_connect4.asm",
            "team_1_2_connect4.asm",
            "ada_12_connect4.asm",
            "_12_3456_connect4.asm",
            "ada_b_c_d.asm",
            "first_attempt_connect4.asm",
            "x_assignsubmission_file_connect4.asm",
            "connect4.asm",
        ] {
            assert_eq!(read(name, Kind::File), None, "{name}");
        }
    }
}
