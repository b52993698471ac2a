//! Downloads of learning platforms: one student is one student, and the last attempt counts.

use std::fs;

use super::{Found, class, read, search};

/// Late marks, ids and earlier attempts.
fn origins(found: &Found) -> Vec<(&str, Option<&str>, bool, usize)> {
    let submissions = found.submissions.iter();
    submissions
        .map(|found| {
            (
                &found.student[..],
                found.origin.id.as_deref(),
                found.origin.late,
                found.origin.earlier,
            )
        })
        .collect()
}

#[test]
fn of_a_canvas_student_the_last_attempt_counts() {
    let class = class(&[
        "lovelaceada_1234_56789_connect4.asm",
        "lovelaceada_1234_56999_connect4-1.asm",
        "lovelaceada_1234_57001_connect4-2.asm",
        "hopper_LATE_1300_60000_connect4.asm",
        "hopper_LATE_1300_60001_notes.pdf",
        "lee_1400_61000_connect4.asm",
        "lee_1401_61001_connect4.asm",
        "liskov_1500_62000_lab4.asm",
        "turing_1600_63000_work.zip",
        "dijkstra_1700_64000_one.asm",
        "dijkstra_1700_64001_two.asm",
    ]);
    let found = search(class.path()).expect("a class");
    assert_eq!(
        read(&found),
        [
            "dijkstra | dijkstra_1700_64000_one.asm, dijkstra_1700_64001_two.asm | 2 programs for one student: \
             dijkstra_1700_64000_one.asm, dijkstra_1700_64001_two.asm; keep the right one and remove the others",
            "hopper | hopper_LATE_1300_60000_connect4.asm | ok",
            "lee | lee_1400_61000_connect4.asm | ok",
            "lee | lee_1401_61001_connect4.asm | ok",
            "liskov | liskov_1500_62000_lab4.asm | ok",
            "lovelaceada | lovelaceada_1234_57001_connect4-2.asm | ok",
            "turing | turing_1600_63000_work.zip/ | there is no connect4.asm that can be read: turing_1600_63000_work.zip is \
             damaged or is not an archive; ask the student for the program itself",
        ]
    );
    assert_eq!(
        origins(&found)[1..6],
        [
            ("hopper", Some("1300"), true, 0),
            ("lee", Some("1400"), false, 0),
            ("lee", Some("1401"), false, 0),
            ("liskov", Some("1500"), false, 0),
            ("lovelaceada", Some("1234"), false, 2),
        ]
    );
    assert_eq!(
        found.remarks,
        [
            "lovelaceada: lovelaceada_1234_57001_connect4-2.asm, the last attempt, was graded; earlier: \
             lovelaceada_1234_56789_connect4.asm, lovelaceada_1234_56999_connect4-1.asm"
        ]
    );
    let liskov = &found.submissions[4];
    assert_eq!(
        liskov.doubt.as_deref(),
        Some("the file is called lab4.asm, not connect4.asm")
    );
}

#[test]
fn of_canvas_the_number_of_the_attempt_counts_and_two_files_are_not_two_attempts() {
    let class = class(&[
        "ada_12_346_connect4-3.asm",
        "bob_13_347_part-1.asm",
        "bob_13_348_part-2.asm",
        "cyd_14_349_game.asm",
        "cyd_14_350_game-1.asm",
    ]);
    let found = search(class.path()).expect("a class");
    assert_eq!(origins(&found)[0].3, 3);
    assert!(
        read(&found)[1].contains("2 programs for one student"),
        "{:?}",
        read(&found)
    );
    assert_eq!(read(&found)[2], "cyd | cyd_14_350_game-1.asm | ok");
}

#[test]
fn moodle_students_have_their_full_names() {
    let class = class(&[
        "Ada Lovelace_77_assignsubmission_file/connect4.asm",
        "Grace Hopper_78_assignsubmission_file_connect4.asm",
        "\u{738b}\u{82b3}_79_assignsubmission_file_/connect4.asm",
    ]);
    let found = search(class.path()).expect("a class");
    let students = [
        ("Ada Lovelace", Some("77"), false, 0),
        ("Grace Hopper", Some("78"), false, 0),
        ("\u{738b}\u{82b3}", Some("79"), false, 0),
    ];
    assert_eq!(origins(&found), students);
    assert!(
        read(&found).iter().all(|line| line.ends_with("| ok")),
        "{:?}",
        read(&found)
    );
}

#[test]
fn of_a_blackboard_student_the_last_attempt_counts_whatever_its_file_is_called() {
    let class = class(&[
        "Lab 4_ada_attempt_2026-11-01-10-00-00.txt",
        "Lab 4_ada_attempt_2026-11-01-10-00-00_connect4.asm",
        "Lab 4_ada_attempt_2026-11-02-10-00-00.txt",
        "Lab 4_ada_attempt_2026-11-02-10-00-00_mine.asm",
        "Lab 4_bob_attempt_2026-11-01-10-00-00_connect4.asm",
    ]);
    let found = search(class.path()).expect("a class");
    assert_eq!(
        read(&found),
        [
            "ada | Lab 4_ada_attempt_2026-11-02-10-00-00_mine.asm | ok",
            "bob | Lab 4_bob_attempt_2026-11-01-10-00-00_connect4.asm | ok",
        ]
    );
    assert_eq!(origins(&found)[0].3, 1);
}

#[test]
fn logins_of_blackboard_may_have_underscores() {
    let class = class(&[
        "Lab_4_a_smith_attempt_2026-11-01-10-00-00_connect4.asm",
        "Lab_4_b_smith_attempt_2026-11-02-10-00-00_connect4.asm",
        "Lab_4_c_smith_attempt_2026-11-02-10-00-00_connect4_attempt_2.asm",
    ]);
    for (login, name, day) in [("a_smith", "Alice Smith", "01"), ("b_smith", "Ben (B) Smith", "02")] {
        let file = class
            .path()
            .join(format!("Lab_4_{login}_attempt_2026-11-{day}-10-00-00.txt"));
        fs::write(file, format!("Name: {name} ({login})\nAssignment: Lab_4\n")).expect("written");
    }

    let found = search(class.path()).expect("a class");
    let students: Vec<_> = found
        .submissions
        .iter()
        .map(|found| {
            (
                found.student.as_str(),
                found.origin.login.as_deref(),
                found.origin.earlier,
            )
        })
        .collect();
    assert_eq!(
        students,
        [
            ("Alice Smith", Some("a_smith"), 0),
            ("Ben (B) Smith", Some("b_smith"), 0),
            ("c_smith", Some("c_smith"), 0),
        ]
    );
}

#[test]
fn repositories_of_github_classroom_are_named_after_their_students() {
    let class = class(&[
        "lab-4-ada-l/.git/",
        "lab-4-ada-l/connect4.asm",
        "lab-4-bob/.git/",
        "lab-4-bob/src/connect4.asm",
    ]);
    let found = search(class.path()).expect("a class");
    let students: Vec<&str> = found.submissions.iter().map(|found| found.student.as_str()).collect();
    assert_eq!(students, ["ada-l", "bob"]);
}
