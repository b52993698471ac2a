//! Where a fault of a C program is: edits of it are tried, in the sandbox as the program itself.

use crate::fixture::{Fixture, User, project};

/// A report's text on one line.
fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

#[test]
fn the_line_of_a_fault_in_c_is_proved_and_remembered() {
    let fixture = Fixture::new(User::Own);
    fixture.assignment("1", "10");
    let right = String::from_utf8(project("reference/native-scratch/connect4.c")).expect("text");
    let wrong = right.replacen("int row = ROWS - 1;", "int row = ROWS - 2;", 1);
    assert_ne!(wrong, right);
    fixture.file("class/ada/connect4.c", wrong);

    let grade = "grade class --assignment ./asg --cases more-cases.yaml --audience staff";
    fixture.run(&format!("{grade} --reports reports --repair 2000")).code(0);
    let text = unwrapped(&fixture.read("reports/ada.txt"));
    for said in [
        "Place: The fault is in `drop`, around line 64: with `int row = ROWS - 1;` in place of `int row = ROWS - 2;`",
        "all 3 cases pass, and so does everything else.",
    ] {
        assert!(text.contains(said), "{said:?} is not in {text}");
    }

    // Saved runs, and what was found with them, are enough to rescore, as long as it was looked for.
    fixture
        .run("report rescore reports --assignment ./asg --cases more-cases.yaml --audience staff --reports again")
        .code(0);
    assert_eq!(fixture.reports("reports"), fixture.reports("again"));
    fixture.run(&format!("{grade} --reports shortly")).code(0);
    assert!(
        !fixture.read("shortly/ada.txt").contains("Place:"),
        "that takes more than 300 ms"
    );
    fixture.is_clean();
}
