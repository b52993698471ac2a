//! A student's JSON and the `cases.json` to which it refers.

use crate::cli::C4grade;
use crate::cli::command::project;

/// Students of the sample class: all is right, formats differ, wins are missed, nothing is printed rightly.
const STUDENTS: [&str; 4] = ["ada-adams", "ximena-torres", "yara-hassan", "viktor-horvat"];

fn class() -> C4grade {
    STUDENTS.iter().fold(C4grade::new(), |desk, student| {
        let program = project(&format!("reference/lc3-starter/submissions/{student}/connect4.asm"));
        desk.file(&format!("class/{student}/connect4.asm"), program)
    })
}

#[test]
fn what_all_students_share_is_written_once() {
    let desk = class();
    desk.run("grade class --reports r --jobs 2").code(0);
    let cases: serde_json::Value = serde_json::from_str(&desk.read("r/cases.json")).expect("JSON");
    let first = &cases["groups"][0]["cases"][0];
    let name = first["name"].as_str().expect("a name");
    for student in STUDENTS {
        let json = desk.read(&format!("r/{student}.json"));
        assert!(!json.contains(name), "{student}: {name}");
        assert!(json.len() < 100_000, "{student}: {} bytes", json.len());
        let report = desk.report(&format!("r/{student}.json"));
        assert_eq!(report.groups[0].cases[0].name, name);
        let all = cases["groups"].as_array().expect("groups").iter();
        let all = all.map(|group| group["cases"].as_array().expect("cases").len());
        assert_eq!(report.cases().count(), all.sum::<usize>());
    }
    let ada = desk.read("r/ada-adams.json");
    assert!(ada.len() < 10_000, "one who passes: {} bytes", ada.len());

    let alone = class();
    alone.run("grade class --reports r --jobs 1").code(0);
    assert_eq!(desk.read("r/cases.json"), alone.read("r/cases.json"));
}

#[test]
fn a_student_who_is_called_cases_gets_a_file_of_another_name() {
    let program = project("reference/lc3-starter/connect4.asm");
    let desk = C4grade::new().file("class/cases/connect4.asm", program);
    desk.run("grade class --reports r").code(0);
    assert!(desk.read("r/cases.json").contains("\"suite\""));
    assert!(desk.read("r/scores.csv").contains("\ncases,cases/connect4.asm,pass,"));
}

#[test]
fn a_record_whose_cases_are_gone_is_graded_again_with_resume() {
    let desk = class();
    desk.run("grade class --reports r").code(0);
    let before = desk.read("r/cases.json");
    std::fs::remove_file(desk.path("r/cases.json")).expect("removed");
    desk.run("report compare r r").code(3).says("there is no cases.json");
    desk.run("grade class --reports r --resume").code(0);
    assert_eq!(desk.read("r/cases.json"), before);
    desk.run("report compare r r").code(0);
}

#[test]
fn reports_of_the_version_before_say_what_to_do() {
    let desk = class();
    desk.run("grade class --reports r").code(0);
    let (class, ada) = (desk.read("r/class.json"), desk.read("r/ada-adams.json"));
    let earlier = |json: &str| {
        json.replacen("\"format\": 2", "\"format\": 1", 1)
            .replacen("\"format\":2", "\"format\":1", 1)
    };
    let desk = desk.file("r/class.json", earlier(&class)).file(
        "r/ada-adams.json",
        earlier(&ada).replacen("\"fingerprint\":\"", "\"fingerprint\":\"0", 1),
    );
    for command in [
        "report compare r r",
        "report feedback r --platform canvas",
        "report rescore r",
    ] {
        desk.run(command)
            .code(3)
            .says("it has format 1, and this c4grade reads format 2; grade again with this version");
    }

    desk.run("grade class --reports r --resume")
        .code(0)
        .says("3 of 4 reports are up to date");
    assert_eq!(desk.read("r/ada-adams.json"), ada);
    assert_eq!(desk.read("r/class.json"), class);
}

#[test]
fn a_report_that_was_changed_by_hand_is_graded_again_with_a_note() {
    let desk = C4grade::new()
        .file("class/ada/connect4.asm", project("reference/lc3-starter/connect4.asm"))
        .file(
            "class/bob/connect4.asm",
            project("reference/lc3-starter/submissions/wei-chen/connect4.asm"),
        );
    desk.run("grade class --reports r --repair 0").code(0);
    let (ada, bob) = (desk.read("r/ada.json"), desk.read("r/bob.json"));
    assert!(bob.contains("\"score\":88.48,"), "{bob}");
    let desk = desk
        .file("r/ada.json", &ada[..200])
        .file("r/bob.json", bob.replace("\"score\":88.48,", "\"score\":99.48,"));

    desk.run("grade class --reports r --repair 0 --resume")
        .code(0)
        .says("note: ada.json was changed after c4grade wrote it; ada is graded again")
        .says("note: bob.json was changed after c4grade wrote it; bob is graded again")
        .says("0 of 2 reports are up to date; grading the other 2");
    assert_eq!((desk.read("r/ada.json"), desk.read("r/bob.json")), (ada, bob));
    let again = desk.run("grade class --reports r --repair 0 --resume").code(0);
    assert!(!again.stderr.contains("note: "), "{}", again.stderr);
}

#[test]
fn the_points_that_faults_cost_add_up_to_what_the_program_loses() {
    // These lost a cent more than they should: 92.37 and 7.64.
    let students = [
        "diana-popescu",
        "george-papas",
        "uma-krishnan",
        "xavier-dubois",
        "zainab-ali",
    ];
    let desk = students.iter().fold(C4grade::new(), |desk, student| {
        let program = project(&format!("reference/lc3-starter/submissions/{student}/connect4.asm"));
        desk.file(&format!("class/{student}/connect4.asm"), program)
    });
    desk.run("grade class --reports r --repair 0").code(0);
    for student in students {
        let report = desk.report(&format!("r/{student}.json"));
        let lost: f64 = report.faults.iter().map(|fault| fault.lost).sum();
        let score = report.score.expect("a score");
        assert!((score + lost - 100.0).abs() < 1e-6, "{student}: {score} and {lost}");
    }
}
