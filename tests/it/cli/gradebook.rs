//! `report gradebook`.

use crate::cli::C4grade;
use crate::cli::command::project;

const CASES: &str = "- name: first move\n  moves: 1\n  ends: waiting\n  points: 100\n";

/// A Canvas download, graded: Ada is right, Bob's boards stay empty, and Cleo has handed in a picture.
fn desk() -> C4grade {
    let reference = String::from_utf8(project("reference/lc3-starter/connect4.asm")).expect("it is text");
    let without_moves = reference.replace("        STR     R1, R0, #0\n", "        NOP\n");
    let desk = C4grade::new()
        .file("cases.yaml", CASES)
        .file("class/lovelaceada_101_5001_connect4.asm", &reference)
        .file("class/braunbob_LATE_102_5002_connect4-1.asm", without_moves)
        .file("class/roycleo_103_5003_connect4.png", "\u{89}PNG");
    desk.run("grade class --cases cases.yaml --reports out").code(5);
    desk
}

const GRADES: &str = "Student,ID,SIS Login ID,Section,Lab3 (77),Lab4 (78)\n    Points Possible,,,,10,100\n\
                      \"Lovelace, Ada\",101,al,A,9,\n\"Braun, Bob\",102,bb,A,,40\n\"Roy, Cleo\",103,cr,A,7,\n";

#[test]
fn a_canvas_export_is_filled_and_everyone_is_accounted_for() {
    let desk = desk().file("grades.csv", GRADES);
    let outcome = desk
        .run("report gradebook out --canvas grades.csv --column Lab4")
        .code(1);
    assert_eq!(
        outcome.out(),
        "Wrote grades-filled.csv: 1 grade in the column \"Lab4 (78)\".\n\
         \n\
         Has another grade, which stays (--force replaces it) (1):\n  \
         braunbob (102): 40 stays, 0 here\n\
         \n\
         No score, so the cell is unchanged (1):\n  \
         roycleo (103) (needs-attention)\n"
    );
    assert_eq!(
        desk.read("grades-filled.csv"),
        GRADES.replace("al,A,9,\n", "al,A,9,100\n")
    );
    assert_eq!(desk.read("grades.csv"), GRADES);

    desk.run("report gradebook out --canvas grades.csv --column Lab4")
        .code(2)
        .says("grades-filled.csv exists");
    desk.run("report gradebook out --canvas grades.csv --column Lab4 --force")
        .code(0);
    assert!(desk.read("grades-filled.csv").contains("102,bb,A,,0\n"));
}

#[test]
fn what_is_not_as_expected_is_said() {
    let desk = desk().file("grades.csv", GRADES).file("notes.csv", "a,b\n1,2\n");
    for (command, code, said) in [
        ("report gradebook out", 2, "--canvas <CSV>"),
        (
            "report gradebook out --canvas notes.csv",
            2,
            "cannot fill notes.csv: it is not an export of Canvas",
        ),
        (
            "report gradebook out --canvas none.csv",
            2,
            "failed to read none.csv: no such file or folder",
        ),
        (
            "report gradebook none --canvas grades.csv",
            2,
            "there are no reports in none",
        ),
        (
            "report gradebook out --canvas grades.csv --column Lab3",
            2,
            "is out of 10 and the assignment is out of 100",
        ),
        (
            "report gradebook out --canvas grades.csv --column ID --force",
            2,
            "the column \"ID\" is not one for grades; expected one of \"Lab3 (77)\", \"Lab4 (78)\"",
        ),
        (
            "report gradebook out --canvas grades.csv --column Section",
            2,
            "the column \"Section\" is not one for grades",
        ),
    ] {
        desk.run(command).code(code).says(said);
    }
}

#[test]
fn pages_go_back_under_the_names_of_the_uploads() {
    let desk = desk();
    desk.run("report feedback out --platform canvas")
        .code(0)
        .prints("Wrote feedback.zip: 3 pages.");
    desk.run("report feedback out --platform canvas")
        .code(2)
        .says("feedback.zip exists");
    desk.run("report feedback out --platform moodle --output m.zip")
        .code(4)
        .says("no submission has the name of an upload of Moodle");

    let bytes = std::fs::read(desk.path("feedback.zip")).expect("the archive");
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a ZIP archive");
    let mut names: Vec<String> = archive
        .file_names()
        .map(|name| name.expect("a name").into_owned())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "braunbob_LATE_102_5002_connect4-1.asm.html",
            "lovelaceada_101_5001_connect4.asm.html",
            "roycleo_103_5003_connect4.png.html",
        ]
    );
    let mut page = String::new();
    let mut file = archive
        .by_name("lovelaceada_101_5001_connect4.asm.html")
        .expect("the page");
    std::io::Read::read_to_string(&mut file, &mut page).expect("UTF-8");
    assert_eq!(page, desk.read("out/lovelaceada.html"));
}
