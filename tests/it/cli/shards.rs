//! A class that is graded in shards, and merged: the same files as of one grading.

#![expect(clippy::disallowed_methods, reason = "what a test writes is gone when it ends")]

use std::fs;

use crate::cli::C4grade;
use crate::cli::command::{assert_same, project};

const SHORT: &str = ".ORIG x3000\nHALT\n.END\n";

/// Grades a class in parts and returns the folders.
fn graded(desk: &C4grade, class: &str, count: u32, code: i32) -> Vec<String> {
    let parts = (1..=count).map(|number| {
        let folder = format!("parts/{number}-of-{count}");
        let line = format!("grade {class} --shard {number}/{count} --reports {folder}");
        let outcome = desk.run(&line);
        assert!([0, code].contains(&outcome.code), "{}", outcome.stderr);
        folder
    });
    parts.collect()
}

/// A small class in which programs of different shards are the same.
fn class() -> C4grade {
    let good = String::from_utf8(project("reference/lc3-starter/connect4.asm")).expect("text");
    let wrong = project("reference/lc3-starter/submissions/yara-hassan/connect4.asm");
    C4grade::new()
        .file("class/ada/connect4.asm", &good)
        .file("class/bob/connect4.asm", format!("; mine\n{good}"))
        .file("class/cleo/connect4.asm", format!("; and mine\n{good}"))
        .file("class/dora/connect4.asm", wrong)
        .file("class/emil/connect4.asm", SHORT)
        .file("class/fay/connect4.asm", "ADD R0\n")
        .file("class/gus/notes.docx", "lost")
        .file("class/hal/lab.txt", "")
}

#[test]
fn shards_of_the_sample_class_are_merged_to_the_bytes_of_one_grading() {
    let desk = C4grade::new();
    let whole = desk.run("grade --repair 0 --reports whole");
    for count in [1, 7] {
        let mut folders = graded(&desk, "--repair 0", count, whole.code);
        folders.rotate_left(count as usize / 2);
        let out = desk.run(&format!("report merge {} --reports merged", folders.join(" ")));
        assert_eq!(
            (out.code, out.out()),
            (whole.code, whole.out().replace("whole", "merged"))
        );
        assert_same(&desk.path("whole"), &desk.path("merged"));
    }
}

#[test]
fn what_shards_share_is_found_and_a_shard_may_have_no_students() {
    let desk = class();
    let whole = desk.run("grade class --reports whole --audience staff --full");
    assert!(
        desk.read("whole/class.json").contains("identical"),
        "some programs are the same"
    );
    let line = "class --audience staff --full";
    let folders = graded(&desk, line, 20, whole.code);
    let empty = folders
        .iter()
        .filter(|folder| !desk.read(&format!("{folder}/class.json")).contains("slug"));
    assert!(empty.count() > 0, "20 shards of 8 students");
    desk.run(&format!("report merge {} --reports merged", folders.join(" ")));
    assert_same(&desk.path("whole"), &desk.path("merged"));
}

#[test]
fn a_students_part_does_not_depend_on_the_others() {
    let desk = class();
    let part = |desk: &C4grade| {
        graded(desk, "class --no-copies", 5, 5)
            .into_iter()
            .filter(|folder| desk.path(&format!("{folder}/dora.json")).exists())
            .collect::<Vec<_>>()
    };
    let before = part(&desk);
    assert_eq!(before.len(), 1);
    fs::remove_dir_all(desk.path("class/ada")).expect("removed");
    let desk = desk.file("class/aaron/connect4.asm", SHORT);
    assert_eq!(part(&desk), before);
    // The first eight bytes of the SHA-256 of her program.
    let program = project("reference/lc3-starter/submissions/yara-hassan/connect4.asm");
    let hash = <sha2::Sha256 as sha2::Digest>::digest(program);
    let number = hash[..8]
        .iter()
        .fold(0, |number: u64, byte| number << 8 | u64::from(*byte));
    assert_eq!(before, [format!("parts/{}-of-5", number % 5 + 1)]);
}

#[test]
fn shards_that_do_not_belong_together_are_named_with_what_differs() {
    let desk = class();
    let folders = graded(&desk, "class", 3, 5);
    let all = folders.join(" ");
    let merge = |shards: &str| desk.run(&format!("report merge {shards} --reports merged"));
    let nothing_written = || assert!(!desk.path("merged/class.json").exists(), "nothing was written");

    merge("parts/1-of-3 parts/3-of-3")
        .code(3)
        .says("error: shard 2/3 is missing: grade");
    merge("parts/2-of-3").code(3).says("shards 1/3 and 3/3 are missing");
    merge("nowhere").code(2).says("there is no folder nowhere");
    desk.run("grade class --reports whole");
    merge("whole")
        .code(3)
        .says("there is no folder shard in whole: it has the reports of a whole class, or was not copied whole. Name the folders");
    merge("class parts/1-of-3")
        .code(3)
        .says("class is not a shard: expected a folder");
    desk.run("report merge").code(2);

    desk.run("grade class --shard 2/4 --reports quarter");
    merge(&format!("{all} quarter")).code(3).says(
        "parts/1-of-3 and quarter are shards of different gradings: the number of shards is 3 in parts/1-of-3, and 4 in quarter",
    );
    desk.run("grade class --shard 2/3 --strict --reports other");
    merge("parts/1-of-3 other parts/3-of-3")
        .code(3)
        .says("--strict is off in parts/1-of-3, and on in other");
    desk.run("grade class --shard 2/3 --full --reports other");
    merge("parts/1-of-3 other parts/3-of-3")
        .code(3)
        .says("--full is off in parts/1-of-3, and on in other");
    desk.run("grade class --shard 2/3 --assignment lc3-scratch --reports other");
    merge("parts/1-of-3 other parts/3-of-3")
        .code(3)
        .says("the assignment is lc3-starter in parts/1-of-3, and lc3-scratch in other");
    nothing_written();

    let desk = desk.file("class/ada/connect4.asm", SHORT);
    desk.run("grade class --shard 2/3 --reports other");
    let merge = |shards: &str| desk.run(&format!("report merge {shards} --reports merged"));
    merge("parts/1-of-3 other parts/3-of-3")
        .code(3)
        .says("the class is 8 submissions with the hash ");
}

/// The SHA-256 of a text in hexadecimal digits.
fn sum(text: &str) -> String {
    let digits = <sha2::Sha256 as sha2::Digest>::digest(text);
    digits
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[test]
fn one_changed_byte_in_any_file_of_a_shard_is_noticed() {
    let desk = class();
    let whole = desk.run("grade class --reports whole");
    graded(&desk, "class", 2, 5);
    let merge = || desk.run("report merge parts/1-of-2 parts/2-of-2 --reports merged");
    let part = desk.path("parts/1-of-2");
    let sums = desk.read("parts/1-of-2/shard/SHA256SUMS");
    assert!(sums.lines().count() >= 3 + 4, "{sums}");

    for name in sums
        .lines()
        .filter_map(|line| line.split_once("  "))
        .map(|(_, name)| name)
    {
        let before = fs::read(part.join(name)).expect("it is there");
        let mut after = before.clone();
        let middle = after.len() / 2;
        // Another digit or letter: what is JSON stays JSON.
        let other = |byte: &u8| byte.is_ascii_alphanumeric();
        if let Some(byte) = after[middle..].iter_mut().find(|byte| other(byte)) {
            *byte = if *byte == b'7' { b'3' } else { b'7' };
        } else if let Some(byte) = after.first_mut() {
            *byte ^= 1;
        }
        fs::write(part.join(name), &after).expect("writable");
        let outcome = merge().code(3);
        assert!(outcome.stderr.contains("parts/1-of-2"), "{name}: {}", outcome.stderr);
        assert!(!desk.path("merged/class.json").exists(), "nothing was written");
        fs::write(part.join(name), &before).expect("writable");
    }

    let first = sums.lines().next().expect("a line");
    for changed in [
        sums.replace(first, ""),
        sums.replacen(&first[..2], "zz", 1),
        String::new(),
    ] {
        fs::write(part.join("shard/SHA256SUMS"), changed).expect("writable");
        merge().code(3).says("is not as it was written: grade that shard again");
    }
    fs::remove_file(part.join("shard/SHA256SUMS")).expect("it is there");
    merge()
        .code(3)
        .says("there is no parts/1-of-2/shard/SHA256SUMS, the checksums of the shard: copy the whole folder again");
    fs::write(part.join("shard/SHA256SUMS"), sums).expect("writable");
    merge().code(whole.code);
    assert_same(&desk.path("whole"), &desk.path("merged"));
}

#[test]
fn damaged_unfinished_and_doubled_shards_are_named_and_a_repeated_one_is_harmless() {
    let desk = class();
    let whole = desk.run("grade class --reports whole");
    let folders = graded(&desk, "class", 2, 5);
    let all = folders.join(" ");
    let merge = |shards: &str| desk.run(&format!("report merge {shards} --reports merged"));

    graded(&desk, "class", 2, 5);
    desk.run("grade class --shard 1/2 --reports again");
    merge(&format!("again {all} again parts/1-of-2")).code(whole.code);
    assert_same(&desk.path("whole"), &desk.path("merged"));
    merge(&format!("{all} --reports again")).code(2);

    let record = desk.read("parts/1-of-2/shard/shard.json");
    let other = record.replacen("\"summary\":\"", "\"summary\":\"not ", 1);
    let sums = desk.read("again/shard/SHA256SUMS");
    let changed = sums.replace(&sum(&record), &sum(&other));
    let desk = desk.file("again/shard/shard.json", &other);
    let desk = desk.file("again/shard/SHA256SUMS", &changed);
    let merge = |shards: &str| desk.run(&format!("report merge {shards} --reports merged"));
    merge(&format!("{all} again"))
        .code(3)
        .says("1/2 is in parts/1-of-2 and in again with different results, first for ");

    let desk = desk.file("again/shard/SHA256SUMS", &sums);
    let desk = desk.file("again/shard/shard.json", &record[..record.len() / 2]);
    let merge = |shards: &str| desk.run(&format!("report merge {shards} --reports merged"));
    merge(&format!("{all} again"))
        .code(3)
        .says("cannot use again: it is damaged");
    let desk = desk.file(
        "again/shard/shard.json",
        record.replace(
            &format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION")),
            "\"version\":\"9.9.9\"",
        ),
    );
    let merge = |shards: &str| desk.run(&format!("report merge {shards} --reports merged"));
    merge(&format!("{all} again"))
        .code(3)
        .says("cannot use again: it was written by c4grade 9.9.9");

    fs::remove_file(desk.path("again/shard/shard.json")).expect("removed");
    merge("again parts/2-of-2")
        .code(3)
        .says("again is not a finished shard: run its `c4grade grade --shard` again, with --resume");
    desk.run("grade class --shard 1/2 --reports again --resume")
        .says("reports are up to date; nothing is left to grade");
    merge("again parts/2-of-2").code(whole.code);
    assert_same(&desk.path("whole"), &desk.path("merged"));

    let student = ["ada", "bob", "dora"]
        .into_iter()
        .find(|name| desk.path(&format!("again/{name}.txt")).exists());
    let student = student.expect("one of them");
    let page = desk.read(&format!("again/{student}.html"));
    let desk = desk.file(&format!("again/{student}.html"), &page[1..]);
    desk.run("report merge again parts/2-of-2 --reports merged")
        .code(3)
        .says(&format!("the files of {student} in again are not as they were written"));
    // What is graded into a shard's folder is no shard, and has none of its files; a file of somebody else stays.
    for has_other in [false, true] {
        desk.run("grade class --shard 1/2 --reports again --replace");
        if has_other {
            fs::write(desk.path("again/shard/notes"), "mine").expect("written");
        }
        desk.run("grade class --reports again");
        assert_eq!(desk.path("again/shard").exists(), has_other);
        assert!(!desk.path("again/shard/SHA256SUMS").exists() && !desk.path("again/shard/sources").exists());
    }
    fs::remove_dir_all(desk.path("again/shard")).expect("removed");
    desk.run("report merge again parts/2-of-2 --reports merged")
        .code(3)
        .says("there is no folder shard in again: it has the reports of a whole class, or was not copied whole");
}

#[test]
fn parts_are_numbered_from_1() {
    let desk = class();
    for part in ["0/3", "4/3", "1/0", "x", "1/2/3", "1/100001", "-1/3"] {
        desk.run(&format!("grade class --shard={part}"))
            .code(2)
            .says("expected K/N, such as 3/7");
    }
    desk.run("watch class --shard 1/2").code(2);
    desk.run("grade class --shard 1/2 --quiet");
    assert!(desk.path("reports/lc3-starter-shards/1-of-2/shard/shard.json").exists());
}
