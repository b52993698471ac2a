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
    fixture.run(&format!("{grade} --reports reports")).code(0);
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
    fixture.run(&format!("{grade} --reports shortly --repair 200")).code(0);
    assert!(
        !fixture.read("shortly/ada.txt").contains("Place:"),
        "that takes more than 200 ms"
    );
    fixture.is_clean();
}

/// The place that is reported of the only fault of a program.
#[track_caller]
fn place(changes: &[(&str, &str)], said: &str) {
    let text = reported(changes);
    assert!(text.contains(said), "{said:?} is not in {text}");
}

/// The report on the reference program with some of its text exchanged.
#[track_caller]
fn reported(changes: &[(&str, &str)]) -> String {
    let fixture = Fixture::new(User::Own);
    fixture.assignment("1", "10");
    let right = String::from_utf8(project("reference/native-scratch/connect4.c")).expect("text");
    let wrong = changes.iter().fold(right, |text, (own, other)| {
        assert!(text.contains(own), "{own}");
        text.replacen(own, other, 1)
    });
    fixture.file("class/ada/connect4.c", wrong);
    let case =
        |(moves, ends)| format!("- {{name: moves {moves}, moves: \"{moves}\", tags: [display], ends: {ends}}}\n");
    let unfinished = ["", "1 2", "1 1 1 1 1 1 1"].map(|moves| (moves, "waiting"));
    let won = [
        "1 2 1 2 1 2 1",
        "1 2 1 2 3 2 1 2",
        "1 1 2 2 4 4 5 5 3",
        "1 1 2 2 3 3 4",
        "1 2 2 3 3 4 3 4 4 6 4",
    ];
    let won = won.map(|moves| (moves, "halted"));
    let cases: String = unfinished.into_iter().chain(won).map(case).collect();
    fixture.file("games.yaml", cases);
    fixture
        .run("grade class --assignment ./asg --cases games.yaml --audience staff --reports reports --repair 6000")
        .code(0);
    unwrapped(&fixture.read("reports/ada.txt"))
}

/// With `> EMPTY` in place of `!= EMPTY` most games are right: the cells are 0.
#[test]
fn cells_that_were_never_set_are_not_where_they_are_read() {
    let text = reported(&[
        ("    Board board;", "    static Board board;"),
        ("    memset(board->cells, EMPTY, sizeof board->cells);\n", ""),
    ]);
    assert!(text.contains("cells that were never set?"), "{text}");
    assert!(!text.contains("is likely"), "{text}");
}

#[test]
fn a_wrong_number_in_a_table_is_found() {
    place(
        &[("{{0, 1}, {1, 0}", "{{0, 1}, {2, 0}")],
        "`static const int steps[][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};` in place of",
    );
}

#[test]
fn other_indices_and_comparisons_are_tried() {
    place(
        &[("puts(WINS[player - 1]);", "puts(WINS[0]);")],
        "with `puts(WINS[player - 1]);`",
    );
    place(&[("length >= LINE", "length == LINE")], "with `if (length >= LINE) {`");
}

/// Its runs cannot be forked: each would wait for what it leaves running.
#[test]
fn the_line_is_found_in_a_program_that_leaves_a_process_behind() {
    place(
        &[
            ("#include <stdlib.h>", "#include <stdlib.h>\n#include <unistd.h>"),
            (
                "    clear(&board);\n    print",
                "    if (fork() == 0) { sleep(9); _exit(0); }\n    clear(&board);\n    print",
            ),
            ("int row = ROWS - 1;", "int row = ROWS - 2;"),
        ],
        "with `int row = ROWS - 1;`",
    );
}

#[test]
fn a_missing_line_is_found() {
    place(&[("        player = 3 - player;\n", "")], "with `player = 3 - player;`");
}

/// A program with texts of its own is held to them.
#[test]
fn the_line_is_found_in_a_program_with_texts_of_its_own() {
    place(
        &[
            (
                "\"Player 1, choose a column: \", \"Player 2, choose a column: \"",
                "\"Player 1? \", \"Player 2? \"",
            ),
            (
                "\"Player 1 Wins.\", \"Player 2 Wins.\"",
                "\"Player 1 has won!\", \"Player 2 has won!\"",
            ),
            ("{{0, 1}, {1, 0}", "{{0, 1}, {2, 0}"),
        ],
        "`static const int steps[][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};` in place of",
    );
}
