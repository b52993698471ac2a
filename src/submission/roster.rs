//! Who is in the class: a list of students as an instructor has it, compared with who has handed something in.
//!
//! The list is a table with a heading, as spreadsheets and learning platforms write it: separated by commas, semicolons or
//! tabs, in UTF-8, UTF-16 or an old Windows encoding. A submission belongs to a student of the list by number, e-mail
//! address, login or name, whichever is found first, and only where that names one student alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use super::slug::slugs;
use super::{Content, Origin, Submission, name};
use crate::diagnostic::wording::system_words;
use crate::people::{Table, name_keys};

mod columns;

use columns::{Column, column, person};

/// The largest list that is read, in bytes.
const MOST: u64 = 16 << 20;

/// The most lines that are looked at above the heading.
const MOST_TITLES: usize = 5;

/// The students of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roster(Vec<Person>);

/// A student of the list.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Person {
    name: Option<String>,
    ids: Vec<String>,
    email: Option<String>,
    login: Option<String>,
}

impl Roster {
    /// Reads a list. The error says in words what is wrong and what is expected.
    pub fn read(path: &Path) -> Result<Self, String> {
        let shown = name::shown(&path.to_string_lossy());
        let bytes = bytes_of(path).map_err(|error| format!("cannot read {shown}: {}", system_words(&error)))?;
        Self::of(&bytes).map_err(|reason| format!("cannot use {shown} as a list of students: {reason}"))
    }

    fn of(bytes: &[u8]) -> Result<Self, String> {
        const EXPECTED: &str = "expected a heading with some of name, first name, last name, id, email and login, and a row for \
                                each student";
        let table = Table::read(bytes).map_err(|error| format!("{error}; {EXPECTED}"))?;
        if table.is_empty() {
            return Err(format!("it is empty; {EXPECTED}"));
        }
        // A title may be above the heading.
        let columns_of = |row| -> Vec<Option<Column>> { table.cells(row).map(|heading| column(&heading)).collect() };
        let mut headings = (0..table.len().min(MOST_TITLES + 1)).map(|row| (row, columns_of(row)));
        let known = headings.find(|(_, columns)| columns.iter().any(Option::is_some));
        let Some((heading, columns)) = known else {
            return Err(format!("no column is known; {EXPECTED}"));
        };

        // Who is in a lecture and in a laboratory has two rows. Two students may share a name, but not all that is known of them.
        let mut rows: BTreeMap<Person, usize> = BTreeMap::new();
        let mut people = Vec::new();
        for row in heading + 1..table.len() {
            let Some(person) = person(&table, row, &columns) else {
                continue;
            };
            let Some(first) = rows.get(&person) else {
                rows.insert(person.clone(), row);
                people.push(person);
                continue;
            };
            if person.has_only_a_name() {
                return Err(format!(
                    "{} is in rows {} and {}, and nothing tells the two apart: remove one, or add an id, email or login",
                    name::shown(person.name.as_deref().unwrap_or_default()),
                    first + 1,
                    row + 1
                ));
            }
        }
        if people.is_empty() {
            return Err(format!("it names nobody; {EXPECTED}"));
        }
        Ok(Self(people))
    }

    /// Names the submissions of the students in the list as it has them, adds a row for everybody who has handed in
    /// nothing, and says who is not in the list.
    pub(super) fn compare(&self, submissions: Vec<Submission>, remarks: &mut Vec<String>) -> Vec<Submission> {
        let index = self.index();
        let mut unknown = Vec::new();
        let mut submitted: BTreeMap<usize, Vec<Submission>> = BTreeMap::new();
        let mut named = Vec::new();
        // Submissions that may be those of several students, by these.
        let mut shared: BTreeMap<Vec<usize>, Vec<Submission>> = BTreeMap::new();
        for submission in submissions {
            match found_in(&index, &submission)[..] {
                [at] => submitted.entry(at).or_default().push(submission),
                [] => {
                    unknown.push(submission.student.clone());
                    named.push(submission);
                }
                ref several => shared.entry(several.to_vec()).or_default().push(submission),
            }
        }

        let namesakes = Namesakes::of(shared);
        named.extend(namesakes.submissions);
        let is_absent = |at: &usize| !submitted.contains_key(at) && !namesakes.present.contains(at);
        let claimed = namesakes.claimed;
        let absent = (0..self.0.len()).filter(is_absent);
        let (missing, doubtful): (Vec<Submission>, Vec<Submission>) = absent
            .map(|at| self.0[at].without_submission(claimed.get(&at)))
            .partition(|one| matches!(one.content, Content::Missing));
        named.extend(submitted.into_iter().map(|(at, same)| self.0[at].complete(same)));
        let said = |who: Vec<String>, what: &str| {
            let names: Vec<String> = who.iter().map(|name| name::shown(name)).collect();
            (!who.is_empty()).then(|| format!("{what} ({}): {}", who.len(), names.join(", ")))
        };
        let names = missing.iter().map(|missing| missing.student.clone()).collect();
        remarks.extend(said(names, "on the roster, and nothing was handed in"));
        remarks.extend(said(unknown, "not on the roster"));
        remarks.extend(said(namesakes.unclear, "may be that of several students on the roster"));
        remarks.extend(said(
            namesakes.apart,
            "several students on the roster have this name, so the reports show the number from the download",
        ));
        remarks.extend(self.repeated());

        let mut submissions = named;
        submissions.extend(missing);
        submissions.extend(doubtful);
        submissions.sort_by(|one, other| (&one.student, &one.origin.id).cmp(&(&other.student, &other.origin.id)));
        let names: Vec<&str> = submissions.iter().map(|one| one.student.as_str()).collect();
        let slugs = slugs(&names);
        for (submission, slug) in submissions.iter_mut().zip(slugs) {
            submission.slug = slug;
        }
        submissions
    }

    /// The numbers that several students have, as a remark for each.
    fn repeated(&self) -> Vec<String> {
        let mut owners: BTreeMap<&String, Vec<String>> = BTreeMap::new();
        for person in &self.0 {
            for id in &person.ids {
                owners.entry(id).or_default().push(name::shown(&person.shown()));
            }
        }

        let several = owners.into_iter().filter(|(_, who)| who.len() > 1);
        several
            .map(|(id, who)| {
                format!(
                    "the id {} is that of {} students on the roster: {}",
                    name::shown(id),
                    who.len(),
                    who.join(", ")
                )
            })
            .collect()
    }

    /// The places of the students by everything that they are known by.
    fn index(&self) -> BTreeMap<String, Vec<usize>> {
        let mut index: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, person) in self.0.iter().enumerate() {
            let mut keys = person.keys();
            keys.sort();
            keys.dedup();
            for key in keys {
                index.entry(key).or_default().push(at);
            }
        }
        index
    }
}

/// Submissions each of which may be that of several students of the roster.
#[derive(Debug, Default)]
struct Namesakes {
    submissions: Vec<Submission>,
    /// The students who have all handed something in, whichever is whose.
    present: BTreeSet<usize>,
    /// The students of whom that is not known: whose a submission is, is a question to each of them.
    claimed: BTreeMap<usize, Claimed>,
    /// Whose submissions are a question.
    unclear: Vec<String>,
    /// Whose submissions are distinguished by the platform's numbers.
    apart: Vec<String>,
}

impl Namesakes {
    /// From the submissions, by the students whose they may be.
    fn of(shared: BTreeMap<Vec<usize>, Vec<Submission>>) -> Self {
        let mut all = Self::default();
        for (students, same) in shared {
            let called: Vec<String> = same.iter().map(|submission| submission.student.clone()).collect();
            if let Some(numbers) = numbers(&same).filter(|numbers| numbers.len() >= students.len()) {
                all.present.extend(students);
                let both = called.iter().zip(numbers);
                all.apart
                    .extend(both.map(|(student, number)| format!("{student} ({number})")));
            } else {
                for at in &students {
                    let claimed = all.claimed.entry(*at).or_default();
                    claimed.students = students.len();
                    claimed.submissions.extend(called.iter().cloned());
                }
                all.unclear.extend(called);
            }
            all.submissions.extend(same);
        }
        all
    }
}

/// The submissions that a student and others may have handed in.
#[derive(Debug, Default)]
struct Claimed {
    /// How many students it may be.
    students: usize,
    /// How the submissions are called.
    submissions: Vec<String>,
}

impl Person {
    /// Whether nothing would tell it from another person of the same name.
    fn has_only_a_name(&self) -> bool {
        self.ids.is_empty() && self.email.is_none() && self.login.is_none()
    }

    fn keys(&self) -> Vec<String> {
        let mut keys: Vec<String> = self.ids.iter().map(|id| key("id", id)).collect();
        if let Some(email) = &self.email {
            keys.push(key("email", email));
            keys.extend(email.split_once('@').map(|(login, _)| key("login", login)));
        }
        keys.extend(self.login.as_deref().map(|login| key("login", login)));
        let names = self.name.iter().flat_map(|name| name_keys(name));
        keys.extend(names.map(|name| key("name", &name)));
        keys
    }

    /// How the student is called in reports.
    fn shown(&self) -> String {
        let known = [&self.name, &self.login, &self.email];
        let known = known.into_iter().flatten().next().or_else(|| self.ids.first());
        known.cloned().unwrap_or_default()
    }

    /// The student's submission, with what the list knows of the student. Several are a question.
    fn complete(&self, mut same: Vec<Submission>) -> Submission {
        let files: Vec<String> = same.iter().map(|submission| submission.file.clone()).collect();
        let mut submission = same.swap_remove(0);
        if files.len() > 1 {
            let reason = format!(
                "{} submissions for one student of the roster: {}; keep the right one and remove the others",
                files.len(),
                name::list(files.iter().map(String::as_str))
            );
            submission.content = Content::Refused(reason);
            submission.file = files.join(", ");
        }

        let origin = &mut submission.origin;
        if let Some(name) = &self.name {
            submission.student.clone_from(name);
            origin.name = Some(name.clone());
        }
        origin.id = origin.id.take().or_else(|| self.ids.first().cloned());
        origin.email = self.email.clone().or_else(|| origin.email.take());
        origin.login = self.login.clone().or_else(|| origin.login.take());
        submission
    }

    /// The row of a student who has handed in nothing, unless it is one of the submissions that several students may have
    /// handed in.
    fn without_submission(&self, claimed: Option<&Claimed>) -> Submission {
        let content = match claimed {
            None => Content::Missing,
            Some(claimed) => Content::Refused(format!(
                "{} students of the roster may have handed in {}: name the folder or file after the id, email or login",
                claimed.students,
                name::list(claimed.submissions.iter().map(String::as_str))
            )),
        };
        Submission {
            student: self.shown(),
            slug: String::new(),
            file: String::new(),
            content,
            doubt: None,
            called: None,
            origin: Origin {
                name: self.name.clone(),
                id: self.ids.first().cloned(),
                email: self.email.clone(),
                login: self.login.clone(),
                ..Origin::default()
            },
        }
    }
}

/// What the platform knows each of these submissions by; `None` unless that distinguishes all of them.
fn numbers(submissions: &[Submission]) -> Option<Vec<String>> {
    let number = |submission: &Submission| {
        let origin = &submission.origin;
        [&origin.id, &origin.login, &origin.email]
            .into_iter()
            .flatten()
            .next()
            .cloned()
    };
    let numbers: Vec<String> = submissions.iter().map(number).collect::<Option<_>>()?;
    let different: BTreeSet<&String> = numbers.iter().collect();
    (different.len() == numbers.len()).then_some(numbers)
}

/// The student to whom a submission belongs; several where nothing names one alone, and none where nothing names any.
fn found_in(index: &BTreeMap<String, Vec<usize>>, submission: &Submission) -> Vec<usize> {
    let origin = &submission.origin;
    let student = &submission.student;
    let mut keys: Vec<String> = Vec::new();
    keys.extend(origin.id.as_deref().map(|id| key("id", id)));
    keys.extend(origin.email.as_deref().map(|email| key("email", email)));
    keys.extend(origin.login.as_deref().map(|login| key("login", login)));
    keys.extend(name_keys(student).iter().map(|name| key("name", name)));
    // A folder may be called by anything that the list has.
    keys.extend(["login", "id", "email"].map(|kind| key(kind, student)));
    let mut known: Vec<&Vec<usize>> = keys.iter().filter_map(|key| index.get(key)).collect();
    known.sort_by_key(|places| places.len());
    known.first().map(|places| (*places).clone()).unwrap_or_default()
}

fn key(kind: &str, text: &str) -> String {
    format!("{kind} {}", text.trim().to_lowercase())
}

fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(io::Error::other(format!("it has more than {MOST} bytes")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::Roster;

    /// Name, id, email and login of each, one line each.
    fn read(bytes: &[u8]) -> Vec<String> {
        let roster = Roster::of(bytes).expect("a roster");
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let people = roster.0.iter();
        people
            .map(|one| {
                format!(
                    "{}|{}|{}|{}",
                    text(&one.name),
                    one.ids.join("+"),
                    text(&one.email),
                    text(&one.login)
                )
            })
            .collect()
    }

    #[test]
    fn who_is_listed_twice_is_one_student_and_two_of_one_name_alone_are_an_error() {
        let sections = b"name,id,section\nAda,7,lecture\nBen,8,lecture\nAda,7,lab\n";
        assert_eq!(read(sections), ["Ada|7||", "Ben|8||"]);
        assert_eq!(read(b"name,id\nAda,7\nAda,8\n"), ["Ada|7||", "Ada|8||"]);

        let error = Roster::of(b"name\nAda\nBen\nAda\n").expect_err("which of the two?");
        assert_eq!(
            error,
            "Ada is in rows 2 and 4, and nothing tells the two apart: remove one, or add an id, email or login"
        );
    }

    #[test]
    fn lists_are_read_as_spreadsheets_and_platforms_write_them() {
        let utf_16: Vec<u8> = "\u{feff}Name\tID\n\u{738b}\u{82b3}\t7\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        for (bytes, wanted) in [
            (
                &b"name,id,email,login\nAda Lovelace,7,ada@x.org,al1\n"[..],
                "Ada Lovelace|7|ada@x.org|al1",
            ),
            (
                b"\xef\xbb\xbfVorname;Nachname;E-Mail\r\nAda;Lovelace;ada@x.org\r\n",
                "Ada Lovelace||ada@x.org|",
            ),
            (
                b"\"Student\",\"ID\",\"SIS Login ID\"\n    Points Possible,,\n\"Lovelace, Ada\",\"7\",al1\n\"Student, Test\",\"8\",0f3e\n",
                "Ada Lovelace|7||al1",
            ),
            (b"First Name,Surname\nJos\xe9,Mu\xf1oz\n", "Jos\u{e9} Mu\u{f1}oz|||"),
            (b"\n\nlogin\nal1\n\n", "|||al1"),
            (&utf_16, "\u{738b}\u{82b3}|7||"),
        ] {
            assert_eq!(read(bytes), [wanted], "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for (bytes, said) in [
            (&b""[..], "it is empty; expected a heading"),
            (b"grade,total\n1,2\n", "no column is known; expected a heading"),
            (b"name,id\n,\n", "it names nobody; expected"),
        ] {
            let error = Roster::of(bytes).expect_err("no roster");
            assert!(error.starts_with(said), "{error}");
        }
    }
}
