//! Files that may be a student's work though they are no program by their names: archives, documents, a program under
//! another ending. None is read; each becomes a question to the instructor, in a sentence that says what is there and what to
//! do.

use std::path::Path;

use super::layout::{Entry, Kind, Wanted};
use super::{archive, name, online_text};

/// A file at the top of a class that may be a student's work.
#[derive(Debug)]
pub(super) struct Doubt {
    /// The student whom its name names; `None` where it is called like the program itself.
    pub student: Option<String>,
    /// The file.
    pub file: String,
    /// What is there and what to do, in words.
    pub reason: String,
}

/// The name that a program has whose file got one more ending: `connect4.asm` for `connect4.asm.txt`.
fn inner_name<'a>(file: &'a str, wanted: &Wanted) -> Option<&'a str> {
    let (inner, _) = file.rsplit_once('.')?;
    // Another name does not unpack anything, nor does it make text of a document.
    let can_be_renamed = archive::stem(file).is_none() && !is_document(file);
    wanted.extension_rank(inner).filter(|_| can_be_renamed).map(|_| inner)
}

/// Whether a file is a document or a picture by its name, which no other name makes a program.
fn is_document(file: &str) -> bool {
    const DOCUMENTS: [&str; 18] = [
        "bmp", "doc", "docx", "gif", "heic", "htm", "html", "jpeg", "jpg", "odt", "pages", "pdf", "png", "ppt", "pptx",
        "rtf", "xls", "xlsx",
    ];
    let extension = file.rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|own| DOCUMENTS.iter().any(|document| document.eq_ignore_ascii_case(own)))
}

/// Whether a file has the name of the program, and the ending of text or none: `connect4.txt`.
fn is_called_so(file: &str, wanted: &Wanted) -> bool {
    let last = file.rsplit('/').next().unwrap_or(file);
    let (stem, extension) = last.rsplit_once('.').unwrap_or((last, "txt"));
    let is_text = ["txt", "text"].iter().any(|text| text.eq_ignore_ascii_case(extension));
    is_text && wanted.stems().any(|asked| asked.eq_ignore_ascii_case(stem))
}

/// Whether an entry is a file in which there may be work: a plain one that holds something, or one that cannot be looked at.
pub(super) fn may_be_work(entry: &Entry) -> bool {
    entry.kind != Kind::File || !entry.place.is_empty_file()
}

/// What a file at the top of a class may be, where its name names no program.
pub(super) fn at_top(entry: &Entry, wanted: &Wanted) -> Option<Doubt> {
    if entry.kind != Kind::File || !may_be_work(entry) {
        return None;
    }
    let shown = name::shown(&entry.name);

    if let Some(stem) = archive::stem(&entry.name) {
        let reason = format!(
            "{shown} is an archive that c4grade cannot unpack: unpack it into a folder named after the student, or move it \
             away if it is not a submission"
        );
        return Some(doubt(entry, wanted, stem, reason));
    }
    if let Some(inner) = inner_name(&entry.name, wanted) {
        let reason = format!(
            "{shown} has an extra extension: rename it to {}, if it is the program",
            name::shown(inner)
        );
        return Some(doubt(entry, wanted, inner, reason));
    }

    // A document in the place of a program: `ada_connect4.pdf`.
    let stem = Path::new(&entry.name).file_stem()?.to_str()?;
    let student = before_program(stem, wanted)?;
    let reason = format!(
        "{shown} is named like a program but is not one: expected {}; ask the student for it, or rename the file",
        wanted.listed()
    );
    Some(Doubt {
        student: Some(student),
        file: entry.name.clone(),
        reason,
    })
}

/// The student whom an archive at the top of a class names; `None` where it is called like the program itself.
pub(super) fn student_of_archive(file: &str, wanted: &Wanted) -> Option<String> {
    student_of(archive::stem(file)?, wanted)
}

fn doubt(entry: &Entry, wanted: &Wanted, stem: &str, reason: String) -> Doubt {
    Doubt {
        student: student_of(stem, wanted),
        file: entry.name.clone(),
        reason,
    }
}

fn student_of(stem: &str, wanted: &Wanted) -> Option<String> {
    // `ada_connect4.asm` and `ada_connect4` are ada's, `connect4` is nobody's.
    let stem = match wanted.extension_rank(stem) {
        Some(_) => stem.rsplit_once('.').map_or(stem, |(stem, _)| stem),
        None => stem,
    };
    let is_program = wanted.stems().any(|asked| asked.eq_ignore_ascii_case(stem));
    let student = before_program(stem, wanted).unwrap_or_else(|| stem.to_owned());
    (!is_program).then_some(student)
}

/// `ada` for `ada_connect4` and `ada-connect4`.
fn before_program(stem: &str, wanted: &Wanted) -> Option<String> {
    wanted.stems().find_map(|asked| {
        let student = stem.get(..stem.len().checked_sub(asked.len() + 1)?)?;
        let rest = stem.get(student.len()..)?;
        let is_named = rest.starts_with(['_', '-']) && rest[1..].eq_ignore_ascii_case(asked);
        (is_named && !student.is_empty()).then(|| student.to_owned())
    })
}

/// Whether one of these files is likely to be the work: an archive, or a program under one ending more.
pub(super) fn is_likely(files: &[String], wanted: &Wanted) -> bool {
    files
        .iter()
        .any(|file| archive::stem(file).is_some() || inner_name(file, wanted).is_some())
}

/// What a student's folder without a program holds, and what to do about it. `files` may be work.
pub(super) fn in_folder(files: &[String], wanted: &Wanted) -> String {
    let listed = name::list(files.iter().map(String::as_str));
    format!(
        "the folder has no {}; it contains {listed}: {}",
        wanted.listed(),
        what_to_do(files, wanted, false)
    )
}

/// The same of what a student has uploaded.
pub(super) fn in_upload(files: &[String], wanted: &Wanted) -> String {
    let listed = name::list(files.iter().map(String::as_str));
    format!(
        "the student uploaded {listed}, not {}: {}",
        wanted.listed(),
        what_to_do(files, wanted, true)
    )
}

/// What the instructor can do. In an upload, the student's own name of the file comes after what the platform has put before it,
/// which must stay.
fn what_to_do(files: &[String], wanted: &Wanted, is_upload: bool) -> String {
    let asked = wanted.listed();
    let rename = |file: &str| {
        let shown = name::shown(file);
        if is_upload {
            format!("change the end of the file's name, {shown}, to {asked}, if it is the program")
        } else {
            format!("rename {shown} to {asked}, if it is the program")
        }
    };
    let archives: Vec<&str> = named(files, |file| {
        archive::stem(file).is_some() && !archive::is_readable(file)
    });
    let renamed: Vec<&str> = named(files, |file| {
        inner_name(file, wanted).is_some() || is_called_so(file, wanted)
    });

    match (renamed.as_slice(), archives.as_slice()) {
        ([one], _) => rename(one),
        ([], [one]) if is_upload => format!(
            "{} is an archive that c4grade cannot unpack: unpack it, and give the program the name of the upload with {asked} at \
             its end, or ask the student for it",
            name::shown(one)
        ),
        ([], [one]) => format!(
            "{} is an archive that c4grade cannot unpack: unpack it, so that {asked} is in the folder",
            name::shown(one)
        ),
        ([], []) if files.iter().any(|file| is_typed(file)) => {
            format!("copy the program out of the text that was typed, into {asked}, or ask the student for the file")
        }
        ([], []) if files.iter().all(|file| is_document(file)) => {
            format!("renaming makes no program of a document or picture: ask the student for {asked}")
        }
        ([], []) => format!("rename the program to {asked}, or ask the student for it"),
        _ => format!("choose the program and rename it to {asked}, or unpack the archive that contains it"),
    }
}

/// Whether a file is what a platform saves of text that was typed into a form.
fn is_typed(file: &str) -> bool {
    let last = file.rsplit('/').next().unwrap_or(file);
    last == online_text::FILE || last.ends_with("_text.html")
}

fn named(files: &[String], is_such: impl Fn(&str) -> bool) -> Vec<&str> {
    files.iter().map(String::as_str).filter(|file| is_such(file)).collect()
}

#[cfg(test)]
mod tests {
    use super::{at_top, in_folder, in_upload};
    use crate::submission::layout::{Entry, Kind, Wanted};

    /// The student whom a file at the top names: `-` where it names none, nothing where the file is nobody's work.
    fn student(file: &str) -> Option<String> {
        let files = ["connect4.asm".to_owned()];
        let entry = Entry {
            name: file.to_owned(),
            place: file.into(),
            kind: Kind::File,
        };
        at_top(&entry, &Wanted::new(&files)).map(|doubt| doubt.student.unwrap_or_else(|| "-".to_owned()))
    }

    #[test]
    fn files_that_may_be_work_name_their_students() {
        for (file, expected) in [
            ("ada.zip", Some("ada")),
            ("ada.tar.gz", Some("ada")),
            ("ada_connect4.ZIP", Some("ada")),
            ("ada_connect4.asm.txt", Some("ada")),
            ("ada.asm.txt", Some("ada")),
            ("ada-connect4.pdf", Some("ada")),
            ("connect4.asm.txt", Some("-")),
            ("connect4.zip", Some("-")),
            ("roster.csv", None),
            ("notes.pdf", None),
            (".zip", None),
        ] {
            assert_eq!(student(file).as_deref(), expected, "{file}");
        }
    }

    #[test]
    fn what_to_do_depends_on_what_is_there() {
        let files = ["connect4.asm".to_owned()];
        let wanted = Wanted::new(&files);
        let said = |files: &[&str]| {
            let files: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
            in_folder(&files, &wanted)
        };

        assert_eq!(
            said(&["work.rar", "notes.txt"]),
            "the folder has no connect4.asm; it contains work.rar, notes.txt: work.rar is an archive that c4grade cannot \
             unpack: unpack it, so that connect4.asm is in the folder"
        );
        assert!(said(&["connect4.asm.txt"]).ends_with("rename connect4.asm.txt to connect4.asm, if it is the program"));
        assert!(
            said(&["connect4.txt", "a.pdf"]).ends_with("rename connect4.txt to connect4.asm, if it is the program")
        );
        assert!(said(&["notes"]).ends_with("rename the program to connect4.asm, or ask the student for it"));

        // What no other name makes a program.
        for files in [["connect4.asm.gz"], ["connect4.asm.7z"]] {
            assert!(
                said(&files).contains("unpack it, so that connect4.asm is in the folder"),
                "{}",
                said(&files)
            );
        }
        for files in [["connect4.pdf"], ["connect4.asm.docx"]] {
            assert!(
                said(&files).ends_with("ask the student for connect4.asm"),
                "{}",
                said(&files)
            );
        }
        assert!(said(&["onlinetext.html"]).contains("copy the program out of the text that was typed"));
        let upload = |file: &str| in_upload(&[file.to_owned()], &wanted);
        assert!(upload("connect4.txt").contains("change the end of the file's name, connect4.txt, to connect4.asm"));
        assert!(upload("connect4.asm.gz").contains("the name of the upload with connect4.asm at its end"));

        assert!(said(&["a.7z", "b\u{202e}.rar"]).contains("b\\u{202e}.rar: choose the program"));
    }
}
