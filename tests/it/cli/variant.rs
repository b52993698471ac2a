//! A course of its own: a package written out, another board and other texts, and not one line of code.

use c4grade::result::CaseVerdict;

use crate::cli::C4grade;

/// Plays the start and one move of the variant, and knows nothing else.
const PROGRAM: &str = r#"
        .ORIG x3000
        LEA R0, EMPTY_BOARD
        PUTS
        LEA R0, FIRST
        PUTS
        GETC
        OUT
        LEA R0, AFTER
        PUTS
        GETC
        HALT
EMPTY_BOARD .STRINGZ ".|.|.|.|.|.|.\n.|.|.|.|.|.|.\n.|.|.|.|.|.|.\n.|.|.|.|.|.|.\n.|.|.|.|.|.|.\n"
FIRST   .STRINGZ "Red to drop: "
AFTER   .STRINGZ "\n.|.|.|.|.|.|.\n.|.|.|.|.|.|.\n.|.|.|.|.|.|.\n.|.|.|.|.|.|.\n.|.|.|.|.|.|R\nBlue to drop: "
        .END
"#;

/// The starter's package on 5 rows and 7 columns with the texts of another course, and three cases.
fn desk() -> C4grade {
    let desk = C4grade::new();
    desk.run("assignment export lc3-starter course").code(0);
    let mut text = desk.read("course/assignment.yaml");
    for (ours, theirs) in [
        ("name: lc3-starter ", "name: seven-columns "),
        ("rows: 6 ", "rows: 5 "),
        ("columns: 6 ", "columns: 7 "),
        (r#"empty: "-" "#, r#"empty: "." "#),
        ("pieces: [O, X] ", "pieces: [R, B] "),
        (r#"separator: " " "#, r#"separator: "|" "#),
        (
            r#"prompts: "Player {player}, choose a column: " "#,
            r#"prompts: ["Red to drop: ", "Blue to drop: "] "#,
        ),
        ("invalid: Invalid move. Try again.", "invalid: No."),
        (r#"wins: "Player {player} Wins.""#, r#"wins: "{player} has it!""#),
        ("tie: Tie Game.", "tie: Nobody."),
    ] {
        assert_eq!(
            text.matches(ours).count(),
            1,
            "{ours:?} in the exported assignment.yaml"
        );
        text = text.replace(ours, theirs);
    }
    let rubric = text.find("\nrubric:").expect("a rubric") + 1;
    text.replace_range(rubric.., "rubric:\n  - name: Game\n    points: 20\n    tags: [game]\n");
    for entry in std::fs::read_dir(desk.path("course")).expect("exported") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            std::fs::remove_file(path).expect("removed");
        }
    }
    desk.file("course/assignment.yaml", text).file(
        "course/cases.yaml",
        "# The seventh column is a column here.
- name: the seventh column
  moves: 7
  ends: waiting
  tags: [game]
  transcript: |
    to be renewed
- name: up the last column
  moves: 7 1 7 1 7 1 7
  tags: [game]
  transcript: |
    to be renewed
- name: the sixth piece finds no room
  moves: 7 7 7 7 7 7
  ends: waiting
  tags: [game]
",
    )
}

#[test]
fn another_board_and_other_texts_are_a_folder_and_no_code() {
    let desk = desk();
    // The transcripts are none that a program of this assignment could print.
    desk.run("case check --assignment ./course")
        .code(3)
        .says("course/cases.yaml");
    desk.run("case bless --assignment ./course --yes")
        .code(0)
        .says("2 transcripts changed");
    let cases = desk.read("course/cases.yaml");
    assert!(cases.starts_with("# The seventh column is a column here.\n"), "{cases}");
    for line in ["    .|.|.|.|.|.|R\n", "    Red to drop: 7\n", "    1 has it!\n"] {
        assert!(cases.contains(line), "{line:?} is not in\n{cases}");
    }
    desk.run("case bless --assignment ./course --yes")
        .code(0)
        .says("0 transcripts changed");

    let desk = desk.file("class/ada/connect4.asm", PROGRAM);
    desk.run("grade class --assignment ./course").code(0);
    let report = desk.report("reports/seven-columns/ada.json");
    assert!((report.max - 20.0).abs() < 1e-9);
    let verdicts: Vec<CaseVerdict> = report.groups[0].cases.iter().map(|case| case.verdict).collect();
    assert_eq!(verdicts, [CaseVerdict::Pass, CaseVerdict::Wrong, CaseVerdict::Wrong]);
    let text = desk.read("reports/seven-columns/ada.txt");
    assert!(!text.contains("Player 1, choose"), "{text}");
}
