//! Where an export has its students, its grades and its feedback.
//!
//! | platform | a row is a student's by | the column | out of | feedback |
//! |---|---|---|---|---|
//! | Canvas | `ID`, `SIS User ID`, `SIS Login ID`, `Student` | `<Title> (<number>)` | the row `Points Possible` | - |
//! | Moodle | the number at the end of `Identifier`, then what other columns there are | `Grade`, in any language | the column after it | the last column |
//! | Blackboard | `Username`, `Student ID`, both names | `<Title> [Total Pts: <n> ...] \|<number>` | its heading | `Feedback to Learner` |

use super::GradebookError;
use super::person::Known;
use crate::people::Table;
use crate::report::words::format_points;

/// A learning platform whose gradebook can be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    /// The gradebook's export.
    Canvas,
    /// The grading worksheet of an assignment.
    Moodle,
    /// The grade centre's file for working offline.
    Blackboard,
}

/// What a cell without a grade holds.
const VACANT: [&str; 6] = ["", "-", "n/a", "needs grading", "needs marking", "in progress"];

/// Columns that hold no grades, as the platforms call them.
const NOT_FOR_GRADES: [&str; 22] = [
    "availability",
    "child course id",
    "email address",
    "feedback comments",
    "first name",
    "full name",
    "id",
    "id number",
    "identifier",
    "integration id",
    "last access",
    "last name",
    "maximum grade",
    "root account",
    "section",
    "sis login id",
    "sis user id",
    "status",
    "student",
    "student id",
    "student name",
    "username",
];

/// Where the parts of an export are.
#[derive(Debug)]
pub struct Layout {
    /// The column of grades.
    pub grade: usize,
    /// Its heading.
    pub heading: String,
    /// The column of feedback, where the platform takes it back.
    pub feedback: Option<usize>,
    /// The points possible, where the export says so.
    pub possible: Option<f64>,
    /// The rows of students.
    pub rows: Vec<usize>,
    /// Whether numbers have a comma, as the platform's language writes them.
    has_comma: bool,
    /// The column in which a participant's number follows a word of the platform's language.
    participant: Option<usize>,
    /// Columns by which a student is known by a number, or by a login or address.
    ids: Vec<usize>,
    /// Columns that make the name.
    names: Vec<usize>,
}

impl Layout {
    /// Finds the parts of an export.
    pub fn of(table: &Table, platform: Platform, column: Option<&str>) -> Result<Self, GradebookError> {
        match platform {
            Platform::Canvas => canvas(table, column),
            Platform::Moodle => moodle(table, column),
            Platform::Blackboard => blackboard(table, column),
        }
    }

    /// Who a row is about.
    pub fn person(&self, table: &Table, row: usize) -> Known {
        let ids = self.ids.iter().flat_map(|column| {
            let cell = table.cell(row, *column);
            // `ada@school.edu` is also the login `ada`, and `Participant 31` the number 31.
            let login = cell
                .split_once('@')
                .map(|(login, _)| login.to_owned())
                .unwrap_or_default();
            let is_digit = |letter: char| letter.is_ascii_digit();
            let number = match self.participant {
                Some(participant) if participant == *column => {
                    cell.rsplit(|letter| !is_digit(letter)).next().map(str::to_owned)
                }
                _ => None,
            };
            [number.unwrap_or(cell), login]
        });
        let names: Vec<String> = self.names.iter().map(|column| table.cell(row, *column)).collect();
        Known::new(names.join(" "), ids)
    }

    /// Points as the platform writes them.
    pub fn number(&self, points: f64) -> String {
        let text = format_points(points);
        if self.has_comma { text.replace('.', ",") } else { text }
    }
}

/// The points that a cell holds, in hundredths.
pub fn value(cell: &str) -> Option<i64> {
    let points: f64 = cell.trim().replace(',', ".").parse().ok()?;
    points.is_finite().then_some((points * 100.0).round() as i64)
}

/// Whether a cell has no grade.
pub fn is_vacant(cell: &str) -> bool {
    VACANT.contains(&&cell.trim().to_lowercase()[..])
}

fn canvas(table: &Table, column: Option<&str>) -> Result<Layout, GradebookError> {
    let (Some(name), Some(id)) = (table.column("Student"), table.column("ID")) else {
        return Err(foreign(
            "Canvas",
            "the columns `Student` and `ID`",
            "Grades, Export, Export Entire Gradebook",
        ));
    };
    let is_assignment = |heading: &str| {
        let number = heading
            .trim_end()
            .strip_suffix(')')
            .and_then(|text| text.rsplit_once(" ("));
        number.is_some_and(|(_, number)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let grade = chosen(table, column, false, is_assignment)?;

    let possible = (1..table.len()).find(|row| table.cell(*row, name).trim() == "Points Possible");
    let said = possible.map(|row| table.cell(row, grade)).unwrap_or_default();
    let heading = table.cell(0, grade);
    if said.contains("read only") {
        return Err(computed_itself("Canvas", &heading));
    }

    let ids = ["SIS User ID", "SIS Login ID", "Integration ID"].map(|heading| table.column(heading));
    Ok(Layout {
        grade,
        heading,
        feedback: None,
        possible: said.trim().parse().ok(),
        rows: (possible.map_or(1, |row| row + 1)..table.len()).collect(),
        has_comma: false,
        participant: None,
        ids: std::iter::once(id).chain(ids.into_iter().flatten()).collect(),
        names: vec![name],
    })
}

/// The worksheet's headings are in the language of the site; its columns are always in the same order: the number of the
/// participant first, the grade before the maximum grade, the feedback last.
fn moodle(table: &Table, column: Option<&str>) -> Result<Layout, GradebookError> {
    let participant = |row: &usize| {
        let cell = table.cell(*row, 0);
        cell.ends_with(|letter: char| letter.is_ascii_digit())
            && !cell.starts_with(|letter: char| letter.is_ascii_digit())
    };
    if !(1..table.len()).all(|row| participant(&row)) {
        let menu = "View all submissions, Download grading worksheet";
        return Err(foreign("Moodle", "a first column such as `Participant 123`", menu));
    }

    let maximum = maximum(table);
    let is_grade = |heading: &str| {
        let at = table.headings().position(|own| own == heading);
        heading.trim().eq_ignore_ascii_case("grade")
            || at.is_some_and(|at| maximum.is_some_and(|maximum| at + 1 == maximum))
    };
    let grade = chosen(table, column, true, is_grade)?;
    let said = maximum.map(|column| table.cell(1, column)).unwrap_or_default();
    let last = table.headings().count() - 1;
    Ok(Layout {
        grade,
        heading: table.cell(0, grade),
        feedback: (last > grade + 1 && Some(last) != maximum)
            .then_some(last)
            .filter(|last| is_feedback(table, *last)),
        possible: said.trim().replace(',', ".").parse().ok(),
        rows: (1..table.len()).collect(),
        has_comma: said.contains(','),
        participant: Some(0),
        ids: (0..grade).collect(),
        // Without names, as for blind marking, the status stands there, or the address.
        names: (1..grade.saturating_sub(1))
            .take(1)
            .filter(|column| !table.cell(1, *column).contains('@'))
            .collect(),
    })
}

/// The column with the same number in all rows: the maximum grade, which Moodle writes with its decimals.
fn maximum(table: &Table) -> Option<usize> {
    let english = table.column("Maximum Grade");
    let is_maximum = |column: &usize| {
        let first = table.cell(1, *column);
        let is_number = first.contains(['.', ',']) && first.trim().replace(',', ".").parse::<f64>().is_ok();
        is_number && (1..table.len()).all(|row| table.cell(row, *column) == first)
    };
    // Grades stand before it and may all be the same.
    english.or_else(|| (2..table.headings().count()).rev().find(is_maximum))
}

/// Whether the last column is one for comments, not the date of the last change.
fn is_feedback(table: &Table, column: usize) -> bool {
    let heading = table.cell(0, column).to_lowercase();
    let known = [
        "feedback",
        "kommentar",
        "comment",
        "retroaliment",
        "コメント",
        "反馈",
        "commenti",
        "opmerking",
    ];
    known.iter().any(|word| heading.contains(word))
}

fn blackboard(table: &Table, column: Option<&str>) -> Result<Layout, GradebookError> {
    let Some(login) = table.column("Username") else {
        let menu = "Work Offline, Download; the grade centre in English";
        return Err(foreign(
            "Blackboard",
            "the columns `Last Name`, `First Name` and `Username`",
            menu,
        ));
    };
    if let Some(heading) = column.and_then(|named| computed(table, named)) {
        return Err(computed_itself("Blackboard", &heading));
    }
    let is_grade = |heading: &str| heading.contains('|') && heading.contains('[') && !is_computed(heading);
    let grade = chosen(table, column, true, is_grade)?;
    let heading = table.cell(0, grade);
    let possible = heading.split_once("Total Pts: ").map(|(_, rest)| rest);
    let possible = possible.and_then(|rest| rest.split([' ', ']']).next());

    let ids = [Some(login), table.column("Student ID")];
    let names = ["First Name", "Last Name"].map(|heading| table.column(heading));
    Ok(Layout {
        grade,
        feedback: table.column("Feedback to Learner"),
        possible: possible.and_then(|points| points.replace(',', ".").parse().ok()),
        heading,
        rows: (1..table.len()).collect(),
        has_comma: false,
        participant: None,
        ids: ids.into_iter().flatten().collect(),
        names: names.into_iter().flatten().collect(),
    })
}

/// The heading of the column that Blackboard computes and that is named: by the whole heading, or by its title.
fn computed(table: &Table, named: &str) -> Option<String> {
    let is_named = |heading: &String| [heading.trim(), title(heading)].contains(&named.trim());
    let mut named = table.headings().filter(is_named).peekable();
    named.peek()?;
    named.find(|heading| is_computed(heading))
}

/// Whether Blackboard computes a column of its grade centre: `Weighted Total [Total Pts: up to 100 Percentage] |38571`.
fn is_computed(heading: &str) -> bool {
    const COMPUTED: [&str; 8] = [
        "average",
        "external grade",
        "minimum/maximum",
        "overall grade",
        "running total",
        "running weighted total",
        "total",
        "weighted total",
    ];
    heading.contains("[Total Pts: up to ") || COMPUTED.contains(&&title(heading).to_lowercase()[..])
}

/// `Lab 4` for `Lab 4 [Total Pts: 100 Score] |38572`.
fn title(heading: &str) -> &str {
    heading.split_once(" [").map_or(heading, |(title, _)| title).trim()
}

fn computed_itself(platform: &str, heading: &str) -> GradebookError {
    GradebookError::Column(format!(
        "{platform} computes the column {heading:?} itself: name that of the assignment with --column"
    ))
}

fn foreign(platform: &str, expected: &str, menu: &str) -> GradebookError {
    GradebookError::Foreign(format!(
        "it is not an export of {platform}: expected {expected}, as {platform} writes it ({menu})"
    ))
}

/// The column that is to be filled: the one that is named, else the only one that can be it. `is_fixed` says whether the
/// platform marks all columns for grades.
fn chosen(
    table: &Table,
    named: Option<&str>,
    is_fixed: bool,
    is_likely: impl Fn(&str) -> bool,
) -> Result<usize, GradebookError> {
    let headings: Vec<String> = table.headings().collect();
    let is_fixed = is_fixed && headings.iter().any(|heading| is_likely(heading));
    let places = |is_meant: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..headings.len()).filter(|at| is_meant(&headings[*at])).collect()
    };

    let found = match named {
        Some(named) => {
            let exact = places(&|heading| heading.trim() == named.trim());
            let begins = places(&|heading| heading.trim().starts_with(named.trim()) && is_likely(heading));
            if let [only] = exact[..]
                && !can_be_filled(&headings[only], is_fixed, &is_likely)
            {
                let there = fillable(&headings, is_fixed, &is_likely);
                let message = format!(
                    "the column {:?} is not one for grades; expected one of {}",
                    headings[only],
                    listed(&there)
                );
                return Err(GradebookError::Column(message));
            }
            if exact.is_empty() { begins } else { exact }
        }
        None => places(&|heading| is_likely(heading)),
    };
    match found[..] {
        [only] => Ok(only),
        [] => Err(GradebookError::Column(lacking(
            named,
            &fillable(&headings, is_fixed, &is_likely),
        ))),
        _ => {
            let headings: Vec<&str> = found.iter().map(|at| &headings[*at][..]).collect();
            let message = format!(
                "several columns can be the one to fill: {}; name it with --column",
                listed(&headings)
            );
            Err(GradebookError::Column(message))
        }
    }
}

/// Whether a column can hold grades: it looks so, or an instructor has added it.
fn can_be_filled(heading: &str, is_fixed: bool, is_likely: impl Fn(&str) -> bool) -> bool {
    let is_own = || !NOT_FOR_GRADES.contains(&&heading.trim().to_lowercase()[..]) && !is_computed(heading);
    is_likely(heading) || (!is_fixed && is_own())
}

/// The headings of the columns that can be filled, those that look like an assignment's alone where there are some.
fn fillable<'a>(headings: &'a [String], is_fixed: bool, is_likely: &dyn Fn(&str) -> bool) -> Vec<&'a str> {
    let all = || headings.iter().map(String::as_str);
    let likely: Vec<&str> = all().filter(|heading| is_likely(heading)).collect();
    if likely.is_empty() {
        all()
            .filter(|heading| can_be_filled(heading, is_fixed, is_likely))
            .collect()
    } else {
        likely
    }
}

/// What is said where there is no such column; `there` can be filled.
fn lacking(named: Option<&str>, there: &[&str]) -> String {
    match named {
        Some(named) => format!("there is no column {named:?}; expected one of {}", listed(there)),
        None => format!(
            "no column looks like an assignment's: name it with --column, one of {}",
            listed(there)
        ),
    }
}

/// Headings for people.
fn listed(headings: &[&str]) -> String {
    const MOST: usize = 12;
    let quoted: Vec<String> = headings
        .iter()
        .take(MOST)
        .map(|heading| format!("{heading:?}"))
        .collect();
    let more = headings.len().saturating_sub(MOST);
    if more == 0 {
        quoted.join(", ")
    } else {
        format!("{} and {more} more", quoted.join(", "))
    }
}
