//! Is the file called as was asked?

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

/// Told only where the student chose the name, in a folder of the student's own.
pub(super) fn lint(assignment: &Assignment, submission: &Submission) -> Option<Finding> {
    let (_, file) = submission.file.rsplit_once('/')?;
    let stem = letters(file.rsplit_once('.').map_or(file, |(stem, _)| stem));
    let asked: Vec<String> = assignment
        .files
        .iter()
        .map(|name| letters(name.rsplit_once('.').map_or(name, |(stem, _)| stem)))
        .collect();
    if asked.iter().any(|asked| stem.contains(asked.as_str())) || is_collected(&stem, submission) {
        return None;
    }
    let wanted = assignment.files.join("` or `");
    let message = format!("The file must be called `{wanted}`, not `{file}`.");
    Some(finding(
        "file-name",
        "the file is not called as was asked",
        message,
        Vec::new(),
    ))
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

/// Told of a program without source lines.
pub(super) fn object_file(assignment: &Assignment) -> Option<Finding> {
    let takes_objects = |name: &String| name.to_ascii_lowercase().ends_with(".obj");
    if assignment.files.iter().any(takes_objects) {
        return None;
    }
    let message = format!(
        "An object file was handed in. Hand in the source, `{}`.",
        assignment.files.join("` or `")
    );
    let common = "an object file was handed in, not the source";
    Some(finding("object-file", common, message, Vec::new()))
}
