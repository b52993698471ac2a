//! Who is who: the students of a class and the rows of a gradebook.

use crate::people::name_keys;
use crate::result::StudentRow;

/// By what a person is known.
#[derive(Debug)]
pub struct Known {
    name: String,
    /// Numbers, logins and addresses in small letters: of the same kind in the same place for all persons of a list. Empty
    /// where one is not known.
    ids: Vec<String>,
    /// What the name may be compared by.
    keys: Vec<String>,
}

/// Which row is a student's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// This one.
    Row(usize),
    /// None.
    None,
    /// It is one of several.
    Several,
}

impl Known {
    /// A person with a name, in any order and with or without a comma, and numbers, logins and addresses.
    pub fn new(name: String, ids: impl IntoIterator<Item = String>) -> Self {
        Self {
            keys: name_keys(&name),
            ids: ids.into_iter().map(|id| id.trim().to_lowercase()).collect(),
            name,
        }
    }

    /// A student of a class: by the number of the platform, the login, the address, and what the student was found under,
    /// which may be a login.
    pub fn of_student(row: &StudentRow) -> Self {
        let found = Some(row.student.clone());
        let ids = [row.id.clone(), row.login.clone(), row.email.clone(), found];
        let name = row.name.as_ref().unwrap_or(&row.student);
        Self::new(name.clone(), ids.map(Option::unwrap_or_default))
    }

    /// The name, or where there is none the first number.
    pub fn name(&self) -> &str {
        match self.name.trim() {
            "" => self.ids.first().map_or("?", String::as_str),
            name => name,
        }
    }

    /// Whether the platform has given the person a number.
    fn has_number(&self) -> bool {
        self.ids.first().is_some_and(|number| !number.is_empty())
    }

    fn shares_name(&self, row: &Self) -> bool {
        self.keys.iter().any(|key| row.keys.contains(key))
    }
}

/// The row of each student: by the platform's own number and the name; else by the kind of number or login and the column that
/// agree most often; else by name. A student whose number is in no row is not the one of the same name whose number is another,
/// unless no number is in any row.
pub fn matched(students: &[Known], rows: &[Known]) -> Vec<Match> {
    let certain = found(students, rows, |student, row| {
        student.has_number() && student.ids.first() == row.ids.first() && student.shares_name(row)
    });

    let kinds = students.first().map_or(0, |student| student.ids.len());
    let columns = rows.first().map_or(0, |row| row.ids.len());
    let pairs = (0..kinds).flat_map(|kind| (0..columns).map(move |column| (kind, column)));
    let mut best: (usize, Vec<Match>) = (0, vec![Match::None; students.len()]);
    for (kind, column) in pairs {
        let found = found(students, rows, |student, row| {
            let id = &row.ids[column];
            // Moodle's columns of numbers and addresses have the name among them.
            !id.is_empty() && student.ids[kind] == *id && *id != row.name.trim().to_lowercase()
        });
        // Where the platform's number says whose row it is, nothing else has to agree.
        let others = found.iter().zip(&certain).filter(|(_, own)| !is_row(own));
        let count = others.filter(|(found, _)| is_row(found)).count();
        if count > best.0 {
            best = (count, found);
        }
    }

    let (count, by_id) = best;
    let has_numbers = count > 0 || certain.iter().any(is_row);
    let by_name = found(students, rows, Known::shares_name);
    let both = by_id.iter().zip(by_name).zip(students);
    let both = both.map(|((by_id, by_name), student)| match by_id {
        Match::None if has_numbers && student.has_number() => Match::None,
        Match::None => by_name,
        found => *found,
    });
    let others = once(both.collect());

    // What else agrees with the row of a student who is certain does not make it another's.
    let chosen = certain.iter().zip(others);
    chosen
        .map(|(own, other)| match (own, other) {
            (Match::Row(_), _) => *own,
            (_, Match::Row(_)) if certain.contains(&other) => Match::Several,
            _ => other,
        })
        .collect()
}

fn is_row(found: &Match) -> bool {
    matches!(found, Match::Row(_))
}

/// The row of each student by one way of comparing.
fn found(students: &[Known], rows: &[Known], is_same: impl Fn(&Known, &Known) -> bool) -> Vec<Match> {
    let row_of = |student: &Known| {
        let mut same = (0..rows.len()).filter(|row| is_same(student, &rows[*row]));
        match (same.next(), same.next()) {
            (None, _) => Match::None,
            (Some(row), None) => Match::Row(row),
            _ => Match::Several,
        }
    };
    once(students.iter().map(row_of).collect())
}

/// A row that several students have is none's.
fn once(mut found: Vec<Match>) -> Vec<Match> {
    let all = found.clone();
    let is_shared = |one: &Match| matches!(one, Match::Row(_)) && all.iter().filter(|other| *other == one).count() > 1;
    for one in &mut found {
        if is_shared(one) {
            *one = Match::Several;
        }
    }
    found
}
