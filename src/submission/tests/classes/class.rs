//! The class: its students, what is special about each, and what systems leave in folders.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;

use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

pub(super) const STUDENTS: usize = 200;

/// What is special about a student's submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mess {
    None,
    Resubmitted,
    Late,
    Copy,
    OtherName,
    Zip,
    NestedZip,
    TextEnding,
    TwoPrograms,
    Document,
}

pub(super) const MESSES: [Mess; 10] = [
    Mess::None,
    Mess::Resubmitted,
    Mess::Late,
    Mess::Copy,
    Mess::OtherName,
    Mess::Zip,
    Mess::NestedZip,
    Mess::TextEnding,
    Mess::TwoPrograms,
    Mess::Document,
];

pub(super) struct Student {
    pub number: usize,
    pub name: String,
    pub id: String,
    pub mess: Mess,
}

impl Student {
    pub fn login(&self) -> String {
        format!("u{}", self.id)
    }

    /// The program that counts.
    pub fn program(&self) -> Vec<u8> {
        format!("; {}\n.ORIG x3000\nHALT\n.END\n", self.id).into_bytes()
    }

    /// The files that are handed in at the last attempt.
    pub fn files(&self) -> Vec<(&'static str, Vec<u8>)> {
        let program = self.program();
        match self.mess {
            Mess::None | Mess::Resubmitted | Mess::Late => vec![("connect4.asm", program)],
            Mess::Copy => vec![("connect4 (1).asm", program)],
            Mess::OtherName => vec![("lab4.asm", program)],
            Mess::Zip => vec![("work.zip", zip("lab4/connect4.asm", &program))],
            Mess::NestedZip => vec![("work.zip", zip("src.zip", &zip("connect4.asm", &program)))],
            Mess::TextEnding => vec![("connect4.asm.txt", program)],
            Mess::TwoPrograms => vec![("one.asm", program.clone()), ("two.asm", program)],
            Mess::Document => vec![("essay.pdf", b"%PDF".to_vec())],
        }
    }
}

pub(super) fn zip(file: &str, bytes: &[u8]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file(file, SimpleFileOptions::default()).expect("a name");
    writer.write_all(bytes).expect("written");
    writer.finish().expect("a zip file").into_inner()
}

/// The students: Unicode, right-to-left names, apostrophes, parts in brackets, underscores and numbers, and two of one name.
pub(super) fn students() -> Vec<Student> {
    const FIRST: [&str; 8] = [
        "Ada",
        "Jos\u{e9}",
        "\u{738b}",
        "\u{5d3}\u{5d5}\u{5d3}",
        "Anne-Marie",
        "\u{41e}\u{43b}\u{44c}\u{433}\u{430}",
        "D'Arcy",
        "Bj\u{f6}rk",
    ];
    const LAST: [&str; 5] = ["Lovelace", "Mu\u{f1}oz", "\u{82b3}", "O'Neil & Sons", "van der Berg"];
    let student = |number: usize| {
        // The last two have one name.
        let known = number.min(STUDENTS - 2);
        Student {
            number,
            name: format!("{} {} {}", FIRST[known % 8], LAST[known / 8 % 5], known),
            id: (10_000 + number).to_string(),
            mess: MESSES[number % MESSES.len()],
        }
    };
    (0..STUDENTS).map(student).collect()
}

pub(super) fn write(folder: &Path, file: &str, bytes: &[u8]) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, bytes).expect("written");
}

/// A download of the class, laid out by `lay_out`, with what systems leave in folders.
pub(super) fn download(lay_out: fn(&Path, &Student)) -> TempDir {
    let class = tempfile::tempdir().expect("a folder");
    for junk in [
        ".DS_Store",
        "Thumbs.db",
        "__MACOSX/._connect4.asm",
        "__MACOSX/ada/connect4.asm",
    ] {
        write(class.path(), junk, b"junk");
    }
    #[cfg(unix)]
    {
        let made = std::process::Command::new("mkfifo")
            .arg(class.path().join("queue"))
            .status();
        assert!(made.expect("mkfifo").success());
    }
    for student in students() {
        lay_out(class.path(), &student);
    }
    class
}

pub(super) fn in_folder(class: &Path, student: &Student, folder: &str) {
    for (file, bytes) in student.files() {
        write(class, &format!("{folder}/{file}"), &bytes);
    }
    write(class, &format!("{folder}/__MACOSX/connect4.asm"), b"junk");
    write(class, &format!("{folder}/.DS_Store"), b"junk");
}
