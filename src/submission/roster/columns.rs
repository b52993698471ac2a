//! The columns of a list of students, by their headings in several languages, and what a row says of a student.

use super::Person;
use crate::people::Table;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Name,
    First,
    Last,
    Id,
    Email,
    Login,
}

/// How columns are called, in small letters and without blanks and signs.
const HEADINGS: [(&str, Column); 35] = [
    ("name", Column::Name),
    ("student", Column::Name),
    ("studentname", Column::Name),
    ("fullname", Column::Name),
    ("firstname", Column::First),
    ("givenname", Column::First),
    ("givennames", Column::First),
    ("first", Column::First),
    ("vorname", Column::First),
    ("prénom", Column::First),
    ("nombre", Column::First),
    ("lastname", Column::Last),
    ("surname", Column::Last),
    ("familyname", Column::Last),
    ("last", Column::Last),
    ("nachname", Column::Last),
    ("nom", Column::Last),
    ("apellidos", Column::Last),
    ("id", Column::Id),
    ("studentid", Column::Id),
    ("sid", Column::Id),
    ("idnumber", Column::Id),
    ("number", Column::Id),
    ("sisuserid", Column::Id),
    ("userid", Column::Id),
    ("identifier", Column::Id),
    ("matrikelnummer", Column::Id),
    ("email", Column::Email),
    ("emailaddress", Column::Email),
    ("mail", Column::Email),
    ("login", Column::Login),
    ("username", Column::Login),
    ("user", Column::Login),
    ("sisloginid", Column::Login),
    ("loginid", Column::Login),
];

/// The letters and digits of a text, in small letters.
fn letters(text: &str) -> String {
    text.chars()
        .flat_map(char::to_lowercase)
        .filter(|letter| letter.is_alphanumeric())
        .collect()
}

pub(super) fn person(table: &Table, row: usize, columns: &[Option<Column>]) -> Option<Person> {
    let cells = |wanted: Column| {
        let columns = columns.iter().enumerate();
        let wanted = columns.filter(move |(_, column)| **column == Some(wanted));
        wanted
            .map(|(at, _)| table.cell(row, at).trim().to_owned())
            .filter(|cell| !cell.is_empty())
    };
    let parts: Vec<String> = cells(Column::First).chain(cells(Column::Last)).collect();
    let of_parts = (!parts.is_empty()).then(|| parts.join(" "));
    let person = Person {
        name: cells(Column::Name).next().map(|name| in_order(&name)).or(of_parts),
        ids: cells(Column::Id).collect(),
        email: cells(Column::Email).next(),
        login: cells(Column::Login).next(),
    };
    // Canvas has a row of points below the heading, and a test student.
    let is_nobody = person
        .name
        .as_deref()
        .is_some_and(|name| ["Points Possible", "Test Student"].contains(&name));
    let is_empty = person.has_only_a_name() && person.name.is_none();
    (!is_empty && !is_nobody).then_some(person)
}

/// `Ada Lovelace` for `Lovelace, Ada`.
fn in_order(name: &str) -> String {
    match name.split_once(',') {
        Some((last, first)) if !first.contains(',') && !first.trim().is_empty() => {
            format!("{} {}", first.trim(), last.trim())
        }
        _ => name.to_owned(),
    }
}

pub(super) fn column(heading: &str) -> Option<Column> {
    let plain = letters(heading);
    let known = HEADINGS.iter().find(|(name, _)| *name == plain);
    known.map(|(_, column)| *column)
}
