//! Names of feedback files under which learning platforms take them back in bulk.
//!
//! Canvas and Moodle find the student by the name that they gave to the upload; what the student called the file does not
//! matter to them.

use super::gradebook::Platform;
use crate::result::StudentRow;

/// The name of a student's page in the archive that is given back: Canvas's whole name of the upload and `.html`; for
/// Moodle the same, or a page in a folder of the upload's name. `None` where the submission was not downloaded from the
/// platform, or the platform takes nothing back.
pub fn feedback_name(row: &StudentRow, platform: Platform) -> Option<String> {
    let mut parts = row.file.split('/');
    match platform {
        Platform::Canvas => parts.find(|part| is_of_canvas(part)).map(|part| format!("{part}.html")),
        Platform::Moodle => {
            let part = parts.find(|part| part.contains(MOODLE))?;
            let is_folder = part.trim_end_matches('_').ends_with(MOODLE);
            Some(if is_folder {
                format!("{part}/report.html")
            } else {
                format!("{part}.html")
            })
        }
        Platform::Blackboard => None,
    }
}

/// What follows the participant's number in the name of an upload.
const MOODLE: &str = "_assignsubmission_file";

/// Whether a name has the number of a user and that of an attachment, and a file after them.
fn is_of_canvas(name: &str) -> bool {
    let parts: Vec<&str> = name.split('_').collect();
    let is_number = |part: &str| part.len() > 1 && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut pairs = parts.windows(3).skip(1);
    pairs.any(|three| is_number(three[0]) && is_number(three[1]) && !three[2].is_empty())
}

#[cfg(test)]
mod tests {
    use super::feedback_name;
    use crate::report::fixture;
    use crate::report::gradebook::Platform;

    #[test]
    fn names_are_those_of_the_uploads() {
        let mut row = fixture::class().students.remove(5);
        for (file, platform, name) in [
            (
                "lovelaceada_LATE_101_5001_connect4-1.asm",
                Platform::Canvas,
                Some("lovelaceada_LATE_101_5001_connect4-1.asm.html"),
            ),
            (
                "d.zip/braunbob_102_5002_work.zip/connect4.asm",
                Platform::Canvas,
                Some("braunbob_102_5002_work.zip.html"),
            ),
            ("ada/connect4.asm", Platform::Canvas, None),
            (
                "Zoë Groß_31_assignsubmission_file_/connect4.asm",
                Platform::Moodle,
                Some("Zoë Groß_31_assignsubmission_file_/report.html"),
            ),
            (
                "Zoë Groß_31_assignsubmission_file_connect4.asm",
                Platform::Moodle,
                Some("Zoë Groß_31_assignsubmission_file_connect4.asm.html"),
            ),
            ("ada/connect4.asm", Platform::Moodle, None),
            (
                "Lab_ada_attempt_2026-01-31-23-59-59_connect4.asm",
                Platform::Blackboard,
                None,
            ),
        ] {
            file.clone_into(&mut row.file);
            assert_eq!(feedback_name(&row, platform).as_deref(), name, "{file}");
        }
    }
}
