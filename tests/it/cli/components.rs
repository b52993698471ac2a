//! Rubric groups that count the student's subroutines, each alone in the reference program.

use crate::cli::C4grade;
use crate::cli::command::project;

const GROUP: &str = "  - {name: By themselves, points: 20, by: components}\n";

/// `lc3-starter` with a changed `assignment.yaml`, and a class of one program: the reference program with a change.
fn course(assignment: (&str, &str), program: (&str, &str)) -> C4grade {
    let reference = String::from_utf8(project("reference/lc3-starter/connect4.asm")).expect("text");
    assert!(reference.contains(program.0), "{}", program.0);
    let desk = C4grade::new().file("class/ada/connect4.asm", reference.replacen(program.0, program.1, 1));
    desk.run("assignment export lc3-starter course").code(0);
    let text = desk.read("course/assignment.yaml");
    assert!(text.contains(assignment.0), "{}", assignment.0);
    desk.file("course/assignment.yaml", text.replacen(assignment.0, assignment.1, 1))
}

fn with_group(program: (&str, &str)) -> C4grade {
    course(("rubric:\n", &format!("rubric:\n{GROUP}")), program)
}

/// The points and the arithmetic of the group, and the whole score.
fn graded(desk: &C4grade) -> (f64, String, f64) {
    desk.run("grade class --assignment ./course --reports out").code(0);
    let report = desk.report("out/ada.json");
    let group = report
        .groups
        .iter()
        .find(|group| group.name == "By themselves")
        .expect("it");
    let (points, arithmetic) = (group.points, group.arithmetic.clone());
    assert!(desk.read("out/ada.html").contains(&arithmetic), "{arithmetic}");
    let text = desk.read("out/ada.txt");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains(&arithmetic), "{text}");
    (points, arithmetic, report.score.expect("a score"))
}

#[test]
fn a_broken_subroutine_does_not_take_the_points_of_the_others() {
    let desk = with_group(("\nDISPLAY_BOARD\n", "\nDISPLAY_BOARD\n        RET\n"));
    let (points, arithmetic, score) = graded(&desk);
    assert!((points - 17.5).abs() < 1e-9, "{points} {arithmetic}");
    assert_eq!(
        arithmetic,
        "7 of 8 subroutines pass every case, each as the only one of yours in the reference program: 17.5 of 20"
    );
    assert!((17.5..30.0).contains(&score), "{score}");
    let scores = desk.read("out/scores.csv");
    assert!(
        scores.contains("By themselves") && scores.contains(",17.5,"),
        "{scores}"
    );
    desk.run("report export gradescope out/ada.json")
        .code(0)
        .prints("By themselves");

    // How long an edit is looked for makes no difference.
    desk.run("grade class --assignment ./course --reports without --repair 0")
        .code(0);
    assert!(desk.read("without/scores.csv").contains(",17.5,"));
}

#[test]
fn games_that_earn_more_count_and_a_correct_program_earns_everything() {
    let one_wrong = with_group((
        "ADD     R1, R6, #-6\n        BRp     CV_INVALID",
        "ADD R1, R6, #-8\n        BRp CV_INVALID",
    ));
    let (points, arithmetic, _) = graded(&one_wrong);
    assert!(points > 17.5 && points < 20.0, "{points} {arithmetic}");
    assert!(arithmetic.contains("which is more"), "{arithmetic}");

    let (points, arithmetic, score) = graded(&with_group(("HALT", "HALT")));
    assert_eq!(arithmetic, "the games earn all their points: 20 of 20");
    assert!((points - 20.0).abs() < 1e-9 && score > 100.0, "{points} {score}");
}

#[test]
fn without_subroutines_to_replace_the_group_is_an_error_that_says_what_to_do() {
    let check = |desk: &C4grade| desk.run("case check --assignment ./course").code(3).stderr;
    let same = ("HALT", "HALT");

    let tagged = GROUP.replace("by: components", "by: components, tags: [x]");
    let said = check(&course(("rubric:\n", &format!("rubric:\n{tagged}")), same));
    assert!(said.contains("`tags` has no effect with `by: components`"), "{said}");
    let misspelt = GROUP.replace("components", "component");
    let said = check(&course(("rubric:\n", &format!("rubric:\n{misspelt}")), same));
    assert!(said.contains("did you mean `components`"), "{said}");

    let desk = C4grade::new();
    desk.run("assignment export lc3-scratch course").code(0);
    let text = desk.read("course/assignment.yaml");
    let desk = desk.file(
        "course/assignment.yaml",
        text.replacen("rubric:\n", &format!("rubric:\n{GROUP}"), 1),
    );
    let said = check(&desk);
    assert!(said.contains("requires an LC-3 program with a `starter`"), "{said}");
    assert!(said.contains("assignment.yaml:"), "{said}");

    let desk = with_group(same);
    std::fs::remove_file(desk.path("course/reference/connect4.asm")).expect("it is there");
    let said = check(&desk);
    assert!(said.contains("add `reference/connect4.asm`"), "{said}");
}
