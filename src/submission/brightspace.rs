//! Uploads as Brightspace (D2L) names them: a folder for each attempt, `12345-67890 - Ada Lovelace - Nov 3, 2026 1022 AM/`, or a
//! file whose name has its own name after that, ` - connect4.asm`. The first number is that of the user, the second that of the
//! assignment. At the top is a list, `index.html`.

use super::layout::{Entry, Kind, Layout};
use super::platform::{Attempt, Upload};

/// The list of all files at the top of a download.
pub(super) const LIST: &str = "index.html";

/// What the name of an entry says.
pub(super) fn upload(entry: &Entry) -> Option<Upload> {
    let parts: Vec<&str> = entry.name.split(" - ").collect();
    let (user, assignment) = parts[0].split_once('-')?;
    if !is_number(user) || !is_number(assignment) {
        return None;
    }

    // A name may have a hyphen between spaces as well.
    let (at, date) = (2..parts.len()).find_map(|at| Some((at, date(parts[at])?)))?;
    let (student, file) = (parts[1..at].join(" - "), parts[at + 1..].join(" - "));
    let is_folder = entry.kind == Kind::Folder;
    (!student.trim().is_empty() && is_folder == file.is_empty()).then(|| Upload {
        student: student.trim().to_owned(),
        id: Some(user.to_owned()),
        file,
        attempt: Attempt {
            date,
            ..Attempt::default()
        },
        ..Upload::of(Layout::Brightspace)
    })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `2026-11-03-10-22` for `Nov 3, 2026 1022 AM`; empty where the month is in another language, and cannot be ordered.
fn date(text: &str) -> Option<String> {
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    let words = text.split(|letter: char| letter.is_whitespace() || letter == ',');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let (date, time) = words.split_at_checked(3)?;
    let number = |word: &str| word.trim_end_matches('.').parse::<u32>().ok();

    // The day may come before the month.
    let year = number(date[2]).filter(|year| (1990..=2199).contains(year))?;
    let (month, day) = match (number(date[0]), number(date[1])) {
        (None, Some(day)) => (date[0], day),
        (Some(day), None) => (date[1], day),
        _ => return None,
    };
    let (clock, half) = match time {
        [clock] => (*clock, None),
        [clock, half] => (*clock, Some(half.to_ascii_lowercase())),
        _ => return None,
    };
    let clock: String = clock.chars().filter(char::is_ascii_digit).collect();
    let clock: u32 = clock.parse().ok().filter(|clock| *clock < 2400)?;
    if !(1..=31).contains(&day) {
        return None;
    }

    let hour = match (half.as_deref().and_then(|half| half.chars().next()), clock / 100) {
        (Some('p'), hour) if hour < 12 => hour + 12,
        (Some('a'), 12) => 0,
        (_, hour) => hour,
    };
    let month = month.to_lowercase();
    let month = MONTHS.iter().position(|own| month.starts_with(own));
    Some(month.map_or_else(String::new, |month| {
        format!("{year}-{:02}-{day:02}-{hour:02}-{:02}", month + 1, clock % 100)
    }))
}

#[cfg(test)]
mod tests {
    use super::{date, upload};
    use crate::submission::layout::{Entry, Kind};

    fn read(name: &str, kind: Kind) -> Option<[String; 4]> {
        let entry = Entry {
            name: name.to_owned(),
            place: name.into(),
            kind,
        };
        let upload = upload(&entry)?;
        Some([upload.student, upload.id?, upload.file, upload.attempt.date])
    }

    #[test]
    fn folders_and_files_name_their_students() {
        let ada = |name: &str, file: &str| Some([name, "12345", file, "2026-11-03-10-22"].map(str::to_owned));
        let folder = "12345-67890 - Ada Lovelace - Nov 3, 2026 1022 AM";
        assert_eq!(read(folder, Kind::Folder), ada("Ada Lovelace", ""));
        let file = "12345-67890 - Ada - Lovelace - 3 November, 2026 1022 - my - work.asm";
        assert_eq!(read(file, Kind::File), ada("Ada - Lovelace", "my - work.asm"));
        assert_eq!(read(folder, Kind::File), None);
        assert_eq!(read("12345-67890 - Ada Lovelace - notes", Kind::Folder), None);
        assert_eq!(read("12345 - Ada Lovelace - Nov 3, 2026 1022 AM", Kind::Folder), None);
    }

    #[test]
    fn dates_are_in_the_order_of_time() {
        let known = [
            ("Nov 3, 2026 905 AM", "2026-11-03-09-05"),
            ("Nov 3, 2026 1205 AM", "2026-11-03-00-05"),
            ("Nov 3, 2026 1205\u{202f}PM", "2026-11-03-12-05"),
            ("Nov. 3, 2026 11:59 PM", "2026-11-03-23-59"),
            ("3 mars 2026 2359", "2026-03-03-23-59"),
            ("3 ao\u{fb}t 2026 2359", ""),
        ];
        for (text, expected) in known {
            assert_eq!(date(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "Nov 3",
            "connect4.asm",
            "Nov 3, 2026",
            "Nov 3, 2026 9999 AM",
            "1 2 2026 1022",
        ] {
            assert_eq!(date(text), None, "{text}");
        }
    }
}
