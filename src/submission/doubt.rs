//! Files that may be a student's work though they are no program by their names: archives, documents, a program under
//! another ending. Of each the first bytes are read at most; each becomes a question to the instructor, in a sentence that says
//! what is there and what to do.

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

/// A file that is no program by its name, but may be work.
#[derive(Debug)]
pub(super) struct Other {
    /// Its name, or its path below the student's folder.
    pub file: String,
    /// Whether its first bytes are those of what compilers make.
    is_compiled: bool,
}

impl Other {
    /// The file of an entry, which messages call `file`.
    pub fn of(entry: &Entry, file: String) -> Self {
        const COMPILED: [&[u8]; 5] = [
            b"\x7FELF",
            b"MZ\x90\0",
            b"\xCF\xFA\xED\xFE",
            b"\xCA\xFE\xBA\xBE",
            b"!<arch>\n",
        ];
        let head = entry.place.head(8).unwrap_or_default();
        let is_compiled = COMPILED.iter().any(|magic| head.starts_with(magic));
        Self { file, is_compiled }
    }

    /// Why no other name makes it the program, where that is certain.
    fn unusable(&self, wanted: &Wanted) -> Option<Unusable> {
        const COMPILED: [&str; 13] = [
            "a", "bin", "class", "dll", "elf", "exe", "jar", "lib", "o", "obj", "out", "pyc", "so",
        ];
        let own = extension(&self.file);
        if is_document(&self.file) || own == "md" {
            return Some(Unusable::Document);
        }
        // An executable, or a script in any language, may be the program.
        let asked = wanted.files.iter().map(|file| language(&extension(file)));
        let asked: Vec<usize> = asked.collect::<Option<_>>()?;
        if self.is_compiled || COMPILED.contains(&&own[..]) {
            return Some(Unusable::Compiled);
        }
        let is_other = language(&own).is_some_and(|language| !asked.contains(&language));
        is_other.then_some(Unusable::OtherLanguage)
    }
}

/// Why a file cannot be the program under any name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unusable {
    Document,
    Compiled,
    OtherLanguage,
}

/// The extension of a file in small letters; empty where it has none.
fn extension(file: &str) -> String {
    let last = file.rsplit('/').next().unwrap_or(file);
    let extension = last.rsplit_once('.').map(|(_, extension)| extension);
    extension.unwrap_or_default().to_ascii_lowercase()
}

/// The programming language of sources with an extension, as a number; `None` where it is none that is known.
fn language(extension: &str) -> Option<usize> {
    const LANGUAGES: [&[&str]; 12] = [
        &["asm", "s", "inc"],
        &["c", "cc", "cpp", "cxx", "h", "hh", "hpp"],
        &["cs"],
        &["go"],
        &["hs"],
        &["java"],
        &["js", "ts"],
        &["kt"],
        &["ipynb", "py"],
        &["rb"],
        &["rs"],
        &["swift"],
    ];
    LANGUAGES.iter().position(|own| own.contains(&extension))
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
    DOCUMENTS.contains(&&extension(file)[..])
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
pub(super) fn is_likely(others: &[Other], wanted: &Wanted) -> bool {
    let mut files = others.iter().map(|other| &other.file);
    files.any(|file| archive::stem(file).is_some() || inner_name(file, wanted).is_some())
}

/// What a student's folder without a program holds, and what to do about it. `others` may be work.
pub(super) fn in_folder(others: &[Other], wanted: &Wanted) -> String {
    format!(
        "the folder has no {}; it contains {}: {}",
        wanted.listed(),
        listed(others),
        what_to_do(others, wanted, false)
    )
}

/// The same of what a student has uploaded.
pub(super) fn in_upload(others: &[Other], wanted: &Wanted) -> String {
    format!(
        "the student uploaded {}, not {}: {}",
        listed(others),
        wanted.listed(),
        what_to_do(others, wanted, true)
    )
}

fn listed(others: &[Other]) -> String {
    name::list(others.iter().map(|other| &other.file[..]))
}

/// What the instructor can do. In an upload, the student's own name of the file comes after what the platform has put before it,
/// which must stay.
fn what_to_do(others: &[Other], wanted: &Wanted, is_upload: bool) -> String {
    let asked = wanted.listed();
    let rename = |file: &str| {
        let shown = name::shown(file);
        if is_upload {
            format!("change the end of the file's name, {shown}, to {asked}, if it is the program")
        } else if others.len() == 1 {
            format!("rename it to {asked}, if it is the program")
        } else {
            format!("rename {shown} to {asked}, if it is the program")
        }
    };
    let such = |is_such: &dyn Fn(&Other) -> bool| -> Vec<&str> {
        let such = others.iter().filter(|other| is_such(other));
        such.map(|other| &other.file[..]).collect()
    };
    let archives = such(&|other| archive::stem(&other.file).is_some() && !archive::is_readable(&other.file));
    let renamed = such(&|other| {
        let file = &other.file;
        !other.is_compiled && (inner_name(file, wanted).is_some() || is_called_so(file, wanted))
    });

    match (renamed.as_slice(), archives.as_slice()) {
        ([one], _) => rename(one),
        ([], [_]) if is_upload => format!(
            "c4grade cannot unpack the archive, so unpack it and give the program the name of the upload with {asked} at its \
             end, or ask the student for it"
        ),
        ([], [_]) => "c4grade cannot unpack the archive, so unpack it into the folder".to_owned(),
        ([], []) if others.iter().any(|other| is_typed(&other.file)) => {
            format!("copy the program out of the text that was typed, into {asked}, or ask the student for the file")
        }
        ([], []) => unusable(others, wanted)
            .unwrap_or_else(|| format!("rename the program to {asked}, or ask the student for it")),
        _ => format!("choose the program and rename it to {asked}, or unpack the archive that contains it"),
    }
}

/// What is said where none of the files can be the program, whatever it is called.
fn unusable(others: &[Other], wanted: &Wanted) -> Option<String> {
    let kinds: Vec<Unusable> = others
        .iter()
        .map(|other| other.unusable(wanted))
        .collect::<Option<_>>()?;
    let asked = wanted.listed();
    let first = kinds.first().filter(|first| kinds.iter().all(|kind| kind == *first));
    Some(match first {
        Some(Unusable::Document) => {
            format!("a document or picture is not a program, so ask the student for {asked}")
        }
        Some(Unusable::Compiled) => format!("a compiled program is not source code, so ask the student for {asked}"),
        Some(Unusable::OtherLanguage) => {
            format!("a program in another language cannot be graded, so ask the student for {asked}")
        }
        None => format!("none of these files can be the program, so ask the student for {asked}"),
    })
}

/// Whether a file is what a platform saves of text that was typed into a form.
fn is_typed(file: &str) -> bool {
    let last = file.rsplit('/').next().unwrap_or(file);
    last == online_text::FILE || last.ends_with("_text.html")
}

#[cfg(test)]
mod tests {
    use super::{Other, at_top, in_folder, in_upload};
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

    fn others(files: &[&str]) -> Vec<Other> {
        let other = |file: &&str| Other {
            file: (*file).to_owned(),
            is_compiled: false,
        };
        files.iter().map(other).collect()
    }

    #[test]
    fn what_to_do_depends_on_what_is_there() {
        let files = ["connect4.asm".to_owned()];
        let wanted = Wanted::new(&files);
        let said = |files: &[&str]| in_folder(&others(files), &wanted);

        assert_eq!(
            said(&["work.rar", "notes.txt"]),
            "the folder has no connect4.asm; it contains work.rar, notes.txt: c4grade cannot unpack the archive, so \
             unpack it into the folder"
        );
        assert!(said(&["connect4.asm.txt"]).ends_with(": rename it to connect4.asm, if it is the program"));
        assert!(
            said(&["connect4.txt", "a.pdf"]).ends_with("rename connect4.txt to connect4.asm, if it is the program")
        );
        assert!(said(&["notes"]).ends_with("rename the program to connect4.asm, or ask the student for it"));

        // What no other name makes a program.
        for files in [["connect4.asm.gz"], ["connect4.asm.7z"]] {
            assert!(
                said(&files).ends_with("c4grade cannot unpack the archive, so unpack it into the folder"),
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
        let upload = |file: &str| in_upload(&others(&[file]), &wanted);
        assert!(upload("connect4.txt").contains("change the end of the file's name, connect4.txt, to connect4.asm"));
        assert!(upload("connect4.asm.gz").contains("the name of the upload with connect4.asm at its end"));

        assert!(said(&["a.7z", "b\u{202e}.rar"]).contains("b\\u{202e}.rar: choose the program"));
    }

    #[test]
    fn what_cannot_be_source_is_not_to_be_renamed() {
        let files = ["connect4.c".to_owned()];
        let wanted = Wanted::new(&files);
        let said = |files: &[&str]| in_folder(&others(files), &wanted);
        for (files, advice) in [
            (
                &["connect4.py"][..],
                "a program in another language cannot be graded, so ask the student for connect4.c",
            ),
            (
                &["a.out", "connect4.exe"],
                "a compiled program is not source code, so ask the student for connect4.c",
            ),
            (
                &["a.out", "README.md"],
                "none of these files can be the program, so ask the student for connect4.c",
            ),
            (
                &["connect4.cpp"],
                "rename the program to connect4.c, or ask the student for it",
            ),
        ] {
            assert!(said(files).ends_with(advice), "{}", said(files));
        }

        let compiled = Other {
            file: "connect4".to_owned(),
            is_compiled: true,
        };
        assert_eq!(
            in_folder(&[compiled], &wanted),
            "the folder has no connect4.c; it contains connect4: a compiled program is not source code, so ask the student for \
             connect4.c"
        );
        let files = ["connect4".to_owned()];
        let said = in_folder(&others(&["connect4.py"]), &Wanted::new(&files));
        assert!(said.contains("rename the program to connect4"), "{said}");
    }
}
