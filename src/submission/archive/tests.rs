//! Archives as students and platforms make them, and as attackers do.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::effort::effort;
use crate::submission::{Content, FindError, Found, find};

const PROGRAM: &[u8] = b".ORIG x3000\nHALT\n.END\n";

/// A zip file of files with their contents.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("a name");
        writer.write_all(bytes).expect("written");
    }
    writer.finish().expect("a zip file").into_inner()
}

/// A tar file of files with their contents, in gzip.
fn tar_gz(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        // As it is: `append_data` would refuse what an attacker writes.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        writer.append(&header, *bytes).expect("written");
    }
    writer.into_inner().and_then(GzEncoder::finish).expect("a tar file")
}

/// Replaces bytes wherever they are.
fn patched(mut bytes: Vec<u8>, old: &[u8], new: &[u8]) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let places: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(old)).collect();
    assert!(!places.is_empty(), "nothing to replace");
    for at in places {
        bytes[at..at + new.len()].copy_from_slice(new);
    }
    bytes
}

/// A zip file whose entries claim to be encrypted.
fn encrypted(mut bytes: Vec<u8>) -> Vec<u8> {
    for (signature, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let places: Vec<usize> = (0..bytes.len())
            .filter(|at| bytes[*at..].starts_with(signature))
            .collect();
        for at in places {
            bytes[at + flags] |= 1;
        }
    }
    bytes
}

fn search(path: &Path) -> Result<Found, FindError> {
    find(path, &["connect4.asm".to_owned()])
}

/// Student, file and content of what was found, one line each.
fn lines(found: &Found) -> Vec<String> {
    let content = |content: &Content| match content {
        Content::Bytes(bytes) if bytes == PROGRAM => "ok".to_owned(),
        Content::Refused(reason) => reason.clone(),
        other => format!("{other:?}"),
    };
    let submissions = found.submissions.iter();
    submissions
        .map(|one| format!("{} | {} | {}", one.student, one.file, content(&one.content)))
        .collect()
}

/// What is found where ada has this archive and bob a plain program.
#[track_caller]
fn ada(file: &str, bytes: &[u8]) -> String {
    let class = tempfile::tempdir().expect("a folder");
    for student in ["ada", "bob"] {
        fs::create_dir(class.path().join(student)).expect("a folder");
    }
    fs::write(class.path().join("ada").join(file), bytes).expect("written");
    fs::write(class.path().join("bob/connect4.asm"), PROGRAM).expect("written");

    let found = search(class.path()).expect("a class");
    assert_eq!(found.submissions.len(), 2);
    assert!(
        matches!(found.submissions[1].content, Content::Path(_)),
        "bob is not hurt"
    );
    lines(&found).swap_remove(0)
}

#[test]
fn a_students_archive_is_taken_like_a_folder() {
    let program = ("lab4/connect4.asm", PROGRAM);
    let found = "ada | ada/work.zip/lab4/connect4.asm | ok";
    assert_eq!(
        ada("work.zip", &zip(&[program, ("__MACOSX/lab4/._connect4.asm", b"x")])),
        found
    );
    assert_eq!(
        ada("work.tar.gz", &tar_gz(&[program])),
        found.replace(".zip", ".tar.gz")
    );
    // What is in the file counts, not what it is called.
    assert_eq!(ada("work.zip", &tar_gz(&[program])), found);

    let backslashes = zip(&[("lab4\\connect4.asm", PROGRAM)]);
    assert_eq!(ada("work.zip", &backslashes), found);
    let inner = zip(&[("src.zip", &zip(&[("connect4.asm", PROGRAM)]))]);
    assert_eq!(ada("work.zip", &inner), "ada | ada/work.zip/src.zip/connect4.asm | ok");
}

#[test]
fn what_is_wrong_with_an_archive_is_said_and_nobody_else_is_hurt() {
    let program = zip(&[("connect4.asm", PROGRAM)]);
    let cut = &program[..program.len() / 2];
    let corrupt = patched(program.clone(), &program[45..55], b"0123456789");
    let twice = patched(
        zip(&[("connect4.asm", PROGRAM), ("connect5.asm", b"")]),
        b"connect5.asm",
        b"connect4.asm",
    );
    let reason = |what: &str| {
        format!(
            "ada | ada/ | there is no connect4.asm that can be read: work.zip {what}; ask the student for the program itself"
        )
    };

    assert_eq!(ada("work.zip", cut), reason("is damaged or is not a zip file"));
    assert_eq!(ada("work.zip", b"hello"), reason("is damaged or is not an archive"));
    assert_eq!(ada("work.zip", &twice), reason("has several files of the same name"));
    assert_eq!(ada("work.zip", &zip(&[])), reason("contains no file"));
    let refused = |what: &str| {
        format!("ada | ada/work.zip/connect4.asm | connect4.asm {what}: ask the student for the program itself")
    };
    assert_eq!(ada("work.zip", &encrypted(program)), refused("is encrypted"));
    assert_eq!(ada("work.zip", &corrupt), refused("is damaged"));

    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    writer
        .add_symlink("connect4.asm", "/etc/passwd", options)
        .expect("a link");
    let link = writer.finish().expect("a zip file").into_inner();
    assert_eq!(ada("work.zip", &link), refused("is a link, not a file"));
}

#[test]
fn names_that_lead_out_of_an_archive_lead_nowhere() {
    for name in [
        "../connect4.asm",
        "/etc/connect4.asm",
        "C:/connect4.asm",
        "a/../../connect4.asm",
        "..\\connect4.asm",
    ] {
        let found = ada("work.zip", &zip(&[(name, PROGRAM)]));
        assert!(
            found.contains("work.zip contains names that lead out of it: "),
            "{found}"
        );
        let beside = ada("work.zip", &zip(&[(name, b"evil"), ("connect4.asm", PROGRAM)]));
        assert_eq!(beside, "ada | ada/work.zip/connect4.asm | ok");
    }
    let found = ada("work.tar.gz", &tar_gz(&[("../connect4.asm", PROGRAM)]));
    assert!(found.contains("names that lead out of it: ../connect4.asm"), "{found}");
}

#[test]
fn bombs_are_refused_before_they_go_off() {
    let (found, took) = effort(|| {
        let zeros = vec![0; 8 << 20];
        let large = zip(&[("connect4.asm", &zeros)]);
        // The same, which claims to have ten bytes.
        let size = (zeros.len() as u32).to_le_bytes();
        let lying = patched(large.clone(), &size, &10_u32.to_le_bytes());
        let in_tar = tar_gz(&[("connect4.asm", &zeros)]);
        let mut nested = zip(&[("connect4.asm", PROGRAM)]);
        for _ in 0..10 {
            nested = zip(&[("next.zip", &nested)]);
        }
        let one = zip(&[("other.txt", b"x")]);
        let names: Vec<String> = (0..40).map(|number| format!("{number}.zip")).collect();
        let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), one.as_slice())).collect();
        [
            ("work.zip", large),
            ("work.zip", lying),
            ("work.tar.gz", in_tar),
            ("work.zip", nested),
            ("work.zip", zip(&many)),
        ]
        .map(|(name, bytes)| ada(name, &bytes))
    });

    for (found, said) in found.iter().zip([
        "connect4.asm has 8388608 bytes; a program has at most 1048576",
        "connect4.asm is damaged",
        "connect4.asm has 8388608 bytes; a program has at most 1048576",
        "work.zip/next.zip/next.zip/next.zip is nested too deep in other archives",
        "is one of more than 20 archives",
    ]) {
        assert!(found.contains(said), "{found}");
    }
    assert!(took < Duration::from_secs(20), "took {took:?}");
}

#[test]
fn what_all_archives_of_a_student_unpack_to_is_limited() {
    let zeros = vec![0; 1 << 20];
    let names: Vec<String> = (0..40).map(|number| format!("{number}.dat")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), zeros.as_slice())).collect();
    let forty = zip(&files);
    let eighty = zip(&[("a.zip", &forty), ("b.zip", &forty)]);
    let found = ada("work.zip", &eighty);
    assert!(found.contains("b.zip unpacks to more than 64 MiB"), "{found}");

    // At the top of a class no more is unpacked than in a folder.
    let class = tempfile::tempdir().expect("a folder");
    let names: Vec<String> = (0..70).map(|number| format!("{number}.dat")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), zeros.as_slice())).collect();
    fs::write(class.path().join("ada.zip"), zip(&files)).expect("written");
    fs::write(class.path().join("bob.asm"), PROGRAM).expect("written");
    let found = search(class.path()).expect("a class");
    assert!(
        lines(&found)[0].contains("ada.zip unpacks to more than 64 MiB"),
        "{:?}",
        lines(&found)
    );
    assert!(
        matches!(found.submissions[1].content, Content::Path(_)),
        "bob is not hurt"
    );
}

#[test]
fn an_archive_of_very_many_entries_is_refused() {
    let names: Vec<String> = (0..100_000).map(|number| format!("f{number}")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
    let found = ada("work.zip", &zip(&files));
    assert!(found.contains("work.zip has more than 10000 entries"), "{found}");
}

#[test]
fn the_download_of_a_class_may_be_an_archive() {
    let class = tempfile::tempdir().expect("a folder");
    let of_ada = zip(&[("connect4.asm", PROGRAM)]);
    let files: [(&str, &[u8]); 6] = [
        ("lovelaceada_1234_56789_work.zip", &of_ada),
        ("hopper_LATE_1300_60000_connect4.asm", PROGRAM),
        ("m\u{fc}ller_1400_60001_connect4.asm", PROGRAM),
        ("liskov_1500_60002_bad.zip", b"PK\x03\x04 and no more"),
        ("__MACOSX/._hopper_LATE_1300_60000_connect4.asm", b"x"),
        (".DS_Store", b"x"),
    ];
    let wanted = [
        "hopper | hopper_LATE_1300_60000_connect4.asm | ok",
        "liskov | liskov_1500_60002_bad.zip/ | there is no connect4.asm that can be read: liskov_1500_60002_bad.zip is \
         damaged or is not a zip file; ask the student for the program itself",
        "lovelaceada | lovelaceada_1234_56789_work.zip/connect4.asm | ok",
        "m\u{fc}ller | m\u{fc}ller_1400_60001_connect4.asm | ok",
    ];
    let below: Vec<(String, &[u8])> = files
        .iter()
        .map(|(name, bytes)| (format!("lab4/{name}"), *bytes))
        .collect();
    let below: Vec<(&str, &[u8])> = below.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    for (name, bytes) in [
        ("a.zip", zip(&files)),
        ("a.tar.gz", tar_gz(&files)),
        ("a.zip", zip(&below)),
        ("a.zip", zip(&[("submissions.zip", &zip(&files))])),
    ] {
        let path = class.path().join(name);
        fs::write(&path, bytes).expect("written");
        assert_eq!(lines(&search(&path).expect("a class")), wanted);
    }

    fs::write(class.path().join("b.zip"), b"PK\x03\x04").expect("written");
    let error = search(&class.path().join("b.zip")).expect_err("damaged").to_string();
    assert!(error.ends_with("b.zip: it is damaged or is not a zip file"), "{error}");
}

// The names of old Windows programs are not UTF-8, and those of macOS are and do not say so.
#[test]
fn names_that_are_not_utf_8_are_read_as_cp437() {
    let old = patched(zip(&[("M?ller/connect4.asm", PROGRAM)]), b"M?ller", b"M\x81ller");
    assert_eq!(
        ada("work.zip", &old),
        "ada | ada/work.zip/M\u{fc}ller/connect4.asm | ok"
    );
    let unsaid = patched(
        zip(&[("M??ller/connect4.asm", PROGRAM)]),
        b"M??ller",
        "M\u{fc}ller".as_bytes(),
    );
    assert_eq!(
        ada("work.zip", &unsaid),
        "ada | ada/work.zip/M\u{fc}ller/connect4.asm | ok"
    );
}

// Many an instructor unpacks a download and leaves it there.
#[test]
fn the_archive_of_what_is_beside_it_is_nobodys() {
    let class = tempfile::tempdir().expect("a folder");
    let files: [(&str, &[u8]); 2] = [("ada/connect4.asm", PROGRAM), ("bob/connect4.asm", PROGRAM)];
    for (file, bytes) in files {
        let path = class.path().join(file);
        fs::create_dir(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("written");
    }
    fs::write(class.path().join("lab4.zip"), zip(&files)).expect("written");
    fs::write(class.path().join("cyd.zip"), zip(&[("connect4.asm", PROGRAM)])).expect("written");

    let found = search(class.path()).expect("a class");
    let students: Vec<&str> = found.submissions.iter().map(|one| one.student.as_str()).collect();
    assert_eq!(students, ["ada", "bob", "cyd"]);
    assert_eq!(found.remarks, ["lab4.zip is not graded: it contains what is beside it"]);
}

#[test]
fn an_archive_of_one_student_is_that_students() {
    let class = tempfile::tempdir().expect("a folder");
    let path = class.path().join("ada.zip");
    fs::write(&path, zip(&[("connect4.asm", PROGRAM), ("notes.txt", b"x")])).expect("written");
    assert_eq!(lines(&search(&path).expect("a program")), ["ada | connect4.asm | ok"]);
}
