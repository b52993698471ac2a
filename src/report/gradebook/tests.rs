//! Gradebooks are filled as their platforms take them back.

use super::{Filled, Filling, GradebookError, Platform, fill};
use crate::report::fixture;
use crate::result::{ClassReport, StudentRow};

/// A class of students with a number, a name and a score out of 100.
fn class(students: &[(&str, &str, Option<f64>)]) -> ClassReport {
    let template = fixture::class();
    let students = students.iter().map(|(id, name, score)| StudentRow {
        student: (*name).to_owned(),
        id: Some((*id).to_owned()).filter(|id| !id.is_empty()),
        score: *score,
        summary: "Every game is right.".to_owned(),
        ..template.students[5].clone()
    });
    ClassReport {
        students: students.collect(),
        ..template.clone()
    }
}

fn filled(file: &str, class: &ClassReport, platform: Platform, column: Option<&str>) -> Result<Filled, GradebookError> {
    let filling = Filling {
        platform,
        column,
        is_forced: false,
        is_scaled: false,
    };
    fill(file.as_bytes(), class, &filling)
}

fn text(filled: &Filled) -> &str {
    std::str::from_utf8(&filled.bytes).expect("UTF-8")
}

const CANVAS: &str = "Student,ID,SIS User ID,SIS Login ID,Section,Lab 3 (1233),Lab 4 (1234),Final Score\r
    Points Possible,,,,,50,100,(read only)\r
\"Lovelace, Ada\",101,s-7,ada,A,40,,80\r
\"Zhang, Wei\",102,101,wei,A,\"4\"\"\",,\r
\"Zhang, Wei\",103,s-9,wei2,A,,55,\r
\"O'Neil, Bob\",104,s-10,bob,A,,,\r
\"Student, Test\",,,,A,,,\r
";

#[test]
fn canvas_rows_are_found_by_their_number() {
    let class = class(&[
        ("101", "lovelaceada", Some(95.0)),
        ("102", "zhangwei", Some(61.5)),
        ("103", "zhangwei", Some(70.0)),
        ("104", "oneilbob", None),
        ("999", "zhangwei", Some(12.0)),
    ]);
    let filled = filled(CANVAS, &class, Platform::Canvas, Some("Lab 4")).expect("filled");

    let expected = CANVAS
        .replace(",40,,80\r", ",40,95,80\r")
        .replace("\"4\"\"\",,\r", "\"4\"\"\",61.5,\r");
    assert_eq!(text(&filled), expected);
    assert_eq!((filled.graded, &filled.column[..]), (2, "Lab 4 (1234)"));
    assert_eq!(filled.kept, ["zhangwei (103): 55 stays, 70 here"]);
    assert_eq!(filled.unknown, ["zhangwei (999): 12"]);
    assert_eq!(filled.rows_left, ["Student, Test"]);
    assert!(
        filled.without_score[0].starts_with("oneilbob (104)"),
        "{:?}",
        filled.without_score
    );
    assert!(!filled.is_complete());
}

#[test]
fn names_count_where_there_are_no_numbers() {
    let class = class(&[
        ("", "Ada Lovelace", Some(95.0)),
        ("", "wei", Some(61.5)),
        ("", "Wei Zhang", Some(70.0)),
        ("", "bob o'neil", Some(80.0)),
    ]);
    let filled = filled(CANVAS, &class, Platform::Canvas, Some("Lab 4 (1234)")).expect("filled");

    assert_eq!(filled.graded, 3);
    assert!(text(&filled).contains("\"Lovelace, Ada\",101,s-7,ada,A,40,95,80\r"));
    assert!(text(&filled).contains(",102,101,wei,A,\"4\"\"\",61.5,\r"));
    assert!(text(&filled).contains("\"O'Neil, Bob\",104,s-10,bob,A,,80,\r"));
    // Two rows have that name.
    assert_eq!(filled.unclear, ["Wei Zhang: 70"]);
}

#[test]
fn points_that_do_not_agree_are_converted_only_on_demand() {
    let class = class(&[("101", "lovelaceada", Some(95.0))]);
    let error = filled(CANVAS, &class, Platform::Canvas, Some("Lab 3")).expect_err("50 and 100");
    assert!(
        error.to_string().contains("out of 50 and the assignment is out of 100"),
        "{error}"
    );

    let filling = Filling {
        platform: Platform::Canvas,
        column: Some("Lab 3"),
        is_forced: true,
        is_scaled: true,
    };
    let filled = fill(CANVAS.as_bytes(), &class, &filling).expect("filled");
    assert!(text(&filled).contains(",101,s-7,ada,A,47.5,,80\r"));
}

#[test]
fn the_column_must_be_certain() {
    let class = class(&[("101", "lovelaceada", Some(95.0))]);
    for (column, said) in [
        (
            None,
            "several columns can be the one to fill: \"Lab 3 (1233)\", \"Lab 4 (1234)\"; name it",
        ),
        (Some("Lab"), "several columns"),
        (Some("Lab 5"), "no column \"Lab 5\"; expected one of \"Lab 3 (1233)\""),
        (Some("Final Score"), "Canvas computes"),
    ] {
        let error = filled(CANVAS, &class, Platform::Canvas, column)
            .expect_err("no column")
            .to_string();
        assert!(error.contains(said), "{error}");
    }

    let error = filled("a,b\n1,2\n", &class, Platform::Canvas, None)
        .expect_err("foreign")
        .to_string();
    assert!(error.contains("expected the columns `Student` and `ID`"), "{error}");
}

#[test]
fn a_moodle_worksheet_in_any_language_gets_grades_and_feedback() {
    let class = class(&[("31", "Zoë Groß", Some(61.5)), ("32", "Jean Dupont", Some(100.0))]);
    let german = "\u{FEFF}ID,\"Vollständiger Name\",E-Mail-Adresse,Status,Bewertung,Bestwertung,\"Bewertung kann geändert werden\",\
                  \"Zuletzt geändert (Abgabe)\",\"Feedback als Kommentar\"\n\
                  Teilnehmer/in31,\"Zoë Groß\",z@x.de,Zur Bewertung abgegeben,,\"100,00\",Ja,\"Montag, 2. November\",\n\
                  Teilnehmer/in32,\"Jean Dupont\",j@x.de,Zur Bewertung abgegeben,\"100,00\",\"100,00\",Ja,-,schon da\n";
    let done = filled(german, &class, Platform::Moodle, None).expect("filled");
    let expected = german.replace(
        "abgegeben,,\"100,00\",Ja,\"Montag, 2. November\",\n",
        "abgegeben,\"61,5\",\"100,00\",Ja,\"Montag, 2. November\",Every game is right.\n",
    );
    assert_eq!(text(&done), expected);
    assert_eq!((done.graded, &done.column[..]), (2, "Bewertung"));

    let blind = "Identifier,Status,Grade,Maximum Grade,Grade can be changed,Last modified (grade),Feedback comments\n\
                 Participant 31,Submitted,-,100.00,Yes,-,\nParticipant 33,No submission,,100.00,Yes,-,\n";
    let error = filled(blind, &class, Platform::Moodle, Some("Status")).expect_err("no grades");
    let said = "the column \"Status\" is not one for grades; expected one of \"Grade\"";
    assert_eq!(error.to_string(), said);
    let done = filled(blind, &class, Platform::Moodle, None).expect("filled");
    assert!(text(&done).contains("Participant 31,Submitted,61.5,100.00,Yes,-,Every game is right.\n"));
    assert_eq!(done.unknown, ["Jean Dupont (32): 100"]);
}

#[test]
fn the_number_of_the_platform_goes_before_what_the_roster_says() {
    let mut class = class(&[
        ("9000", "Ada Lovelace", Some(50.0)),
        ("9010", "Sam Smith", Some(85.5)),
        ("9011", "Sam Smith", Some(100.0)),
        ("70", "Sam Smith", None),
        ("71", "Sam Smith", None),
        ("72", "Ben Bell", Some(0.0)),
    ]);
    let emails = ["a@x.org", "", "", "s@x.org", "t@x.org", "b@x.org"];
    for (student, email) in class.students.iter_mut().zip(emails) {
        student.email = Some(email.to_owned()).filter(|email| !email.is_empty());
    }

    let rows = [
        "9000,Ada Lovelace,a@x.org",
        "9010,Sam Smith,s@x.org",
        "9011,Sam Smith,t@x.org",
        "9012,Ben Bell,b@x.org",
    ];
    let rows = rows.map(|row| format!("Participant {row},,100.00\n"));
    let sheet = format!(
        "Identifier,Full name,Email address,Grade,Maximum Grade\n{}",
        rows.concat()
    );
    let done = filled(&sheet, &class, Platform::Moodle, None).expect("filled");
    assert!(done.is_complete(), "{:?} {:?}", done.unknown, done.unclear);
    let graded = text(&done).to_owned();
    let grades: Vec<&str> = graded.lines().filter_map(|line| line.split(',').nth(3)).collect();
    assert_eq!(grades, ["Grade", "50", "85.5", "100", "0"]);

    // Who has handed in nothing is found by the address, though more students are found by the number.
    class.students.retain(|student| student.score.is_some());
    let done = filled(&sheet, &class, Platform::Moodle, None).expect("filled");
    assert_eq!(text(&done), graded);
}

#[test]
fn blackboard_s_file_stays_in_utf_16() {
    let class = class(&[("", "alovelace", Some(95.0))]);
    let file = "\u{FEFF}\"Last Name\"\t\"First Name\"\t\"Username\"\t\"Student ID\"\t\
                \"Lab 4 [Total Pts: 100 Score] |1234\"\t\"Feedback to Learner\"\r\n\
                \"Lovelace\"\t\"Ada\"\t\"alovelace\"\t\"7\"\t\"Needs Grading\"\t\"\"\r\n";
    let bytes = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let filling = Filling {
        platform: Platform::Blackboard,
        column: None,
        is_forced: false,
        is_scaled: false,
    };
    let filled = fill(&bytes(file), &class, &filling).expect("filled");
    let expected = file.replace("Needs Grading\"\t\"\"", "95\"\t\"Every game is right.\"");
    assert_eq!(filled.bytes, bytes(&expected));
    assert!(filled.is_complete());
}

#[test]
fn what_blackboard_computes_itself_is_never_filled() {
    let class = class(&[("", "alovelace", Some(95.0))]);
    let weighted = "Weighted Total [Total Pts: up to 100 Percentage] |11";
    let file = format!(
        "\"Last Name\"\t\"First Name\"\t\"Username\"\t\"{weighted}\"\t\"Total [Total Pts: up to 100 Score] |12\"\t\
         \"Lab 4 [Total Pts: 100 Score] |13\"\r\n\"Lovelace\"\t\"Ada\"\t\"alovelace\"\t\"\"\t\"\"\t\"\"\r\n"
    );
    for named in ["Weighted Total", weighted, "Total"] {
        let error = filled(&file, &class, Platform::Blackboard, Some(named)).expect_err("it is computed");
        assert!(
            error.to_string().starts_with("Blackboard computes the column"),
            "{error}"
        );
    }
    let done = filled(&file, &class, Platform::Blackboard, None).expect("the only one that is left");
    assert_eq!(done.column, "Lab 4 [Total Pts: 100 Score] |13");
}
