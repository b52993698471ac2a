//! Does the file have the required name?

use super::finding;
use crate::assignment::Assignment;
use crate::result::Finding;
use crate::submission::Submission;

/// Names that collecting scripts give, and that nobody chose.
const NOBODYS: [&str; 9] = [
    "answer",
    "code",
    "file",
    "final",
    "program",
    "project",
    "solution",
    "source",
    "submission",
];

/// Reported where a file was taken under another name, and otherwise only where the student chose the name, in a folder of the
/// student's own.
pub(super) fn lint(assignment: &Assignment, submission: &Submission) -> Option<Finding> {
    if let Some(called) = &submission.called {
        return Some(misnamed(assignment, called));
    }

    let (_, file) = submission.file.rsplit_once('/')?;
    let stem = letters(file.rsplit_once('.').map_or(file, |(stem, _)| stem));
    let required: Vec<String> = assignment
        .files
        .iter()
        .map(|name| letters(name.rsplit_once('.').map_or(name, |(stem, _)| stem)))
        .collect();

    if required.iter().any(|required| stem.contains(required.as_str())) || is_collected(&stem, submission) {
        return None;
    }

    Some(misnamed(assignment, file))
}

fn misnamed(assignment: &Assignment, file: &str) -> Finding {
    let wanted = assignment.files.join("` or `");
    let message = format!("The file must be called `{wanted}`, not `{file}`.");
    let common = "the file does not have the required name";
    finding("file-name", common, message, Vec::new())
}

/// Whether a tool or script may have given the name.
fn is_collected(stem: &str, submission: &Submission) -> bool {
    let is_number = !stem.chars().any(char::is_alphabetic);
    let of_student = submission.student.split(|letter: char| !letter.is_alphanumeric());
    let mut parts = of_student.map(letters).filter(|part| part.chars().count() > 1);
    is_number
        || NOBODYS.iter().any(|name| stem.starts_with(name))
        || parts.any(|part| stem.contains(&part) || part.contains(stem))
}

/// Letters and digits in lower case.
fn letters(text: &str) -> String {
    let kept = text.chars().filter(|letter| letter.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

/// Reported for a program without source lines.
pub(super) fn object_file(assignment: &Assignment) -> Option<Finding> {
    let takes_objects = |name: &String| name.to_ascii_lowercase().ends_with(".obj");
    if assignment.files.iter().any(takes_objects) {
        return None;
    }
    let message = format!(
        "You submitted an object file. Submit the source, `{}`.",
        assignment.files.join("` or `")
    );
    let common = "an object file was submitted instead of the source";
    Some(finding("object-file", common, message, Vec::new()))
}
