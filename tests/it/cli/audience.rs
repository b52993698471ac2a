//! What students may see of their results is what the assignment says; the staff sees everything.

use crate::cli::C4grade;
use crate::cli::command::project;

/// A course whose students may see so much, with one program that announces wins that wrap around the edge.
fn course(students: &str) -> C4grade {
    let program = project("reference/lc3-starter/submissions/bella-conti/connect4.asm");
    let desk = C4grade::new().file("class/bella/connect4.asm", program);
    desk.run("assignment export lc3-starter course").code(0);
    let text = desk.read("course/assignment.yaml");
    desk.file("course/assignment.yaml", format!("{text}\nstudents: {students}\n"))
}

fn grade(desk: &C4grade, options: &str) -> (String, String) {
    desk.run(&format!("grade class --assignment ./course --reports out {options}"))
        .code(0);
    (desk.read("out/bella.html"), desk.read("out/bella.txt"))
}

#[test]
fn without_a_word_of_the_assignment_students_see_all_games() {
    let (page, text) = grade(&course("{}"), "");
    for seen in ["class=\"replay\"", "class=\"boards\"", "class=\"moves\"", "c4grade run"] {
        assert!(page.contains(seen), "{seen}");
    }
    assert!(text.contains("Moves:"), "{text}");
}

#[test]
fn games_are_shown_as_examples_or_not_at_all() {
    let (all, _) = grade(&course("{games: all}"), "");
    let (examples, text) = grade(&course("{games: examples}"), "");
    let has_others = |page: &str| page.contains("class=\"same-reason\"");
    assert!(has_others(&all) && !has_others(&examples));
    assert!(
        examples.contains("class=\"moves\"") && text.contains("Moves:"),
        "{text}"
    );

    let (none, text) = grade(&course("{games: none}"), "");
    // Calls of subroutines are no games: their boards stay.
    let (none, calls) = none.split_once("id=\"calls-1\"").expect("the contracts come last");
    assert!(calls.contains("class=\"boards\"") && !calls.contains("class=\"replay\""));
    for hidden in ["class=\"moves\"", "class=\"boards\"", "class=\"replay\"", "c4grade run"] {
        assert!(!none.contains(hidden), "{hidden}");
    }
    for (said, shown) in [
        ("wraps around the edge", &text),
        ("Score    86.12", &text),
        ("wraps around the edge", &none.to_owned()),
    ] {
        assert!(shown.contains(said), "{said}\n{shown}");
    }
}

#[test]
fn what_was_expected_can_be_left_out() {
    let (page, text) = grade(&course("{expected: false}"), "");
    for hidden in ["class=\"replay\"", "class=\"diff\"", "<figcaption>Expected"] {
        assert!(!page.contains(hidden), "{hidden}");
    }
    assert!(text.contains("Moves:"), "{text}");
}

#[test]
fn causes_are_shown_unless_the_assignment_hides_all_hints() {
    // R7 is not saved, which is a cause with lines.
    let program = project("reference/lc3-starter/submissions/tomas-novotny/connect4.asm");
    let seen = |students: &str| {
        let desk = course(students).file("class/bella/connect4.asm", program.clone());
        grade(&desk, "").0
    };
    let is_told = |page: &str| (page.contains("class=\"cause\""), page.contains("class=\"source\""));
    for students in ["{}", "{hints: subroutine}", "{hints: line}"] {
        assert_eq!(is_told(&seen(students)), (true, true), "{students}");
    }
    assert_eq!(is_told(&seen("{hints: none}")), (false, false));
}

#[test]
fn without_hints_no_report_says_where_or_why() {
    // A cause as the name of a fault, endings, a halt too early, calls of subroutines, a changed starter file.
    let students = [
        ("tomas-novotny", "the program does not finish"),
        ("oscar-nilsson", "the program does not finish"),
        ("ravi-iyer", "the game is played incorrectly"),
        ("rahul-gupta", "the program does not halt at the end of the game"),
        ("sofia-garcia", "the program does not halt at the end of the game"),
        ("yusuf-demir", "the prompt is not printed"),
        ("zofia-wolska", "the program misses every win"),
        ("hana-sato", "the program works only where"),
        ("mei-lin", "the program does not recognize a tie"),
    ];
    let mut desk = course("{hints: none}");
    for (student, _) in students {
        let program = project(&format!("reference/lc3-starter/submissions/{student}/connect4.asm"));
        desk = desk.file(&format!("class/{student}/connect4.asm"), program);
    }
    desk.run("grade class --assignment ./course --reports out").code(0);

    for (student, said) in students {
        let mut seen = vec![desk.read(&format!("out/{student}.txt"))];
        for format in ["junit", "github", "markdown", "gradescope"] {
            let exported = desk.run(&format!("report export {format} out/{student}.json")).code(0);
            seen.push(String::from_utf8_lossy(&exported.stdout).into_owned());
        }
        let page = desk.read(&format!("out/{student}.html"));
        assert!(!page.contains("id=\"calls-1\""), "{student}: contracts");
        let (body, _) = page.rsplit_once("<script").expect("a script comes last");
        seen.push(body.to_owned());

        assert!(
            seen[0].to_lowercase().replace('\n', " ").contains(said),
            "{said}\n{}",
            seen[0]
        );
        for text in &seen {
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            for hidden in [
                " at line ",
                "Write HALT",
                "R7 is overwritten",
                "still empty",
                "data is executed",
                "(line ",
            ] {
                assert!(!words.contains(hidden), "{student}: {hidden}\n{words}");
            }
        }
    }
}

/// The statement without which the program is right, as only its edit has it.
const MENDED: &str = "`BRz HSKIP`";
/// What an edit of a line says.
const EDIT: &str = "in place of";

#[test]
fn the_edit_that_mends_a_fault_is_for_the_staff_unless_the_assignment_gives_it_away() {
    let seen = |students: &str, options: &str| {
        let (page, text) = grade(&course(students), options);
        assert_eq!(page.contains(MENDED), text.contains(MENDED));
        text
    };
    // Students see where to look; neither what is to be changed nor what that does.
    for students in ["{}", "{hints: subroutine}"] {
        let text = seen(students, "");
        assert!(
            text.contains("The fault is in CHECK_HORIZONTAL, around line "),
            "{text}"
        );
        assert!(!text.contains("an edit there") && !text.contains(MENDED), "{text}");
    }
    let text = seen("{hints: line}", "");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(
        words.join(" ").contains("with an edit there") && !text.contains(MENDED),
        "{text}"
    );
    assert!(seen("{hints: edit}", "").contains(MENDED));
    let staff = seen("{}", "--audience staff");
    assert!(staff.contains(MENDED) && staff.contains("for the staff"), "{staff}");
    // Where students see everything, no page is for the staff alone.
    assert!(!seen("{hints: edit}", "--audience staff").contains("for the staff"));

    assert!(!seen("{hints: none}", "").contains("CHECK_HORIZONTAL"));
}

/// The text of the page of the reference program with these changes.
fn seen_of_changed(changes: &[(&str, &str)], students: &str) -> String {
    let reference = String::from_utf8(project("reference/lc3-starter/connect4.asm")).expect("text");
    let program = changes.iter().fold(reference, |text, (right, wrong)| {
        assert!(text.contains(right), "{right}");
        text.replacen(right, wrong, 1)
    });
    let (_, text) = grade(&course(students).file("class/bella/connect4.asm", program), "");
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

#[test]
fn two_faults_are_both_located_as_far_as_students_may_see() {
    let changes = [
        (
            "        AND     R6, R6, #0\nCV_DONE",
            "        AND     R1, R6, #0\nCV_DONE",
        ),
        ("        ST      R7, CVE_R7", "        ST      R2, CVE_R7"),
    ];
    let two = "There are two faults, one in CHECK_VALID, around line 323, and one in CHECK_VERTICAL, around line 361";
    let text = seen_of_changed(&changes, "{}");
    assert!(text.contains(&format!("{two}.")) && !text.contains("`ST"), "{text}");
    let text = seen_of_changed(&changes, "{hints: edit}");
    assert!(
        text.contains(&format!("{two}: with `AND R6, R6, #0` in place of")),
        "{text}"
    );
    assert!(text.contains("and with `ST R7, CVE_R7` in place of"), "{text}");
}

#[test]
fn a_wrong_text_is_located_and_not_given_away_where_the_expected_output_is_hidden() {
    let changes = [(".STRINGZ \"Player \"", ".STRINGZ \"Plyer \"")];
    let place = "The place to correct is around line 229";
    let text = seen_of_changed(&changes, "{}");
    assert!(text.contains(&format!("{place}.")) && !text.contains(EDIT), "{text}");
    let text = seen_of_changed(&changes, "{hints: edit}");
    assert!(
        text.contains(&format!("{place}: with `.STRINGZ \"Player \"` in place of")),
        "{text}"
    );
    let text = seen_of_changed(&changes, "{hints: edit, expected: false}");
    assert!(text.contains(place) && !text.contains(EDIT), "{text}");
}

#[test]
fn exports_show_what_students_may_see() {
    for (students, has_place) in [("{}", true), ("{hints: none, games: none}", false)] {
        let desk = course(students);
        grade(&desk, "");
        assert!(
            desk.read("out/bella.json").contains(MENDED),
            "the record has everything"
        );
        for format in ["junit", "github", "markdown", "gradescope"] {
            let exported = desk.run(&format!("report export {format} out/bella.json")).code(0);
            let exported = String::from_utf8_lossy(&exported.stdout).into_owned();
            assert!(!exported.contains(MENDED), "{format}: {exported}");
            assert!(!exported.contains(r#"name="1: ""#) || has_place, "{format}: {exported}");
            let says_place = exported.contains("around line");
            assert_eq!(says_place, has_place && format != "junit", "{format}: {exported}");
            let says_why = exported.contains("wraps around the edge");
            assert!(says_why || format == "junit", "{format}: {exported}");
        }
    }
}

#[test]
fn the_staff_sees_everything_and_its_pages_are_not_given_back() {
    let desk = course("{games: none, hints: none, expected: false}");
    let (page, _) = grade(&desk, "");
    let json = desk.read("out/bella.json");
    assert!(!page.contains("for the staff") && json.contains("\"shortest\""));

    // Another audience is another page, though the results are up to date.
    let (staff, _) = grade(&desk, "--resume --audience staff");
    assert!(staff.contains("for the staff") && staff.contains("class=\"replay\""));
    assert_eq!(desk.read("out/bella.json"), json);
    let (again, _) = grade(&desk, "--resume");
    assert_eq!(again, page);
}

#[test]
fn an_unknown_word_is_an_error_at_its_place() {
    let outcome = course("{games: some}")
        .run("grade class --assignment ./course --reports out")
        .code(3);
    assert!(outcome.stderr.contains("all, examples or none"), "{}", outcome.stderr);
}
