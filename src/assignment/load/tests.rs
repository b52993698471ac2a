use super::*;
use crate::assignment::{FormatCost, Linkage, Rule, Tolerances};
use crate::connect4::{Protocol, Rules, Wording};
use crate::machine::lc3;

mod flow;

const STARTER: &str = include_str!("../../../cases/lc3-starter/assignment.yaml");

fn read(text: &str) -> Result<Assignment, Vec<Diagnostic>> {
    load(&Source::new("assignment.yaml", text), None)
}

/// Line, code, message and help of each error.
fn errors(text: &str) -> Vec<(usize, &'static str, String, String)> {
    let source = Source::new("assignment.yaml", text);
    load(&source, None)
        .expect_err("this file is wrong")
        .into_iter()
        .map(|diagnostic| {
            let line = diagnostic.span.map_or(0, |span| source.position(span.start).0);
            (
                line,
                diagnostic.code,
                diagnostic.message.into_owned(),
                diagnostic.help.unwrap_or_default(),
            )
        })
        .collect()
}

fn line_of(text: &str, part: &str) -> usize {
    text.lines()
        .position(|line| line.contains(part))
        .expect("the part is there")
        + 1
}

#[test]
fn what_format_costs_is_a_share_or_so_many_points_for_each_kind() {
    let with = |format: &str| {
        let edited = STARTER.replace("  format: {each: 5, most: 30}", &format!("  format: {format}"));
        assert_ne!(edited, STARTER);
        read(&edited)
    };

    assert_eq!(with("50%").unwrap().comparison.format, FormatCost::Share(0.5));
    assert_eq!(with("{share: 20%}").unwrap().comparison.format, FormatCost::Share(0.2));
    let kinds = with("{each: 2.5, most: 10}").unwrap().comparison.format;
    assert_eq!(kinds, FormatCost::Kinds { each: 2.5, most: 10.0 });

    let both = with("{share: 20%, each: 5}").unwrap_err().remove(0);
    assert_eq!(both.message, "`share` cannot be combined with `each` and `most`");
    let neither = with("{most: 5}").unwrap_err().remove(0);
    assert_eq!(neither.message, "the field `each` is missing");
}

#[test]
fn the_starter_package_says_what_its_document_asks() {
    let assignment = read(STARTER).expect("the bundled file is good");
    assert_eq!(assignment.name, "lc3-starter");
    assert_eq!(assignment.files, ["connect4.asm"]);
    assert_eq!(
        assignment.machine,
        MachineSpec::Lc3 {
            traps: Linkage::Any,
            banner: lc3::Banner::Lc3edit,
            fill: lc3::Fill::Zero
        }
    );
    assert_eq!(
        assignment.game.rules,
        Rules {
            rows: 6,
            columns: 6,
            line: 4
        }
    );
    assert_eq!(
        assignment.game.wording,
        Wording {
            empty: '-',
            pieces: ['O', 'X'],
            separator: " ".into(),
            newline: "\n".into(),
            prompts: [
                "Player 1, choose a column: ".into(),
                "Player 2, choose a column: ".into()
            ],
            invalid: "Invalid move. Try again.".into(),
            full: "Invalid move. Try again.".into(),
            wins: ["Player 1 Wins.".into(), "Player 2 Wins.".into()],
            tie: "Tie Game.".into(),
            ..Wording::default()
        }
    );
    assert_eq!(assignment.protocol, Protocol::Key);
    assert_eq!(assignment.comparison.format, FormatCost::USUAL);
    assert_eq!(assignment.comparison.tolerate, Tolerances::default());

    let points: f64 = assignment.rubric.iter().map(|group| group.points).sum();
    assert!((points - 100.0).abs() < f64::EPSILON);
}

#[test]
fn every_error_of_a_file_is_reported_with_its_line_and_a_suggestion() {
    let text = STARTER
        .replace("traps: any ", "traps: keep-r8 ")
        .replace("rows: 6 ", "rows: 21 ")
        .replace("tie: Tie Game.", "tye: Tie Game.")
        .replace("format: {each: 5, most: 30}", "format: 150%")
        .replace("tags: [display]", "tags: display");

    let errors = errors(&text);
    let found: Vec<(usize, &str)> = errors.iter().map(|(line, code, ..)| (*line, *code)).collect();
    assert_eq!(
        found,
        [
            (line_of(&text, "keep-r8"), "unknown-value"),
            (line_of(&text, "rows: 21"), "out-of-range"),
            (line_of(&text, "empty:"), "missing-field"),
            (line_of(&text, "tye:"), "unknown-field"),
            (line_of(&text, "format: 150%"), "out-of-range"),
            (line_of(&text, "tags: display"), "wrong-type"),
        ]
    );
    assert_eq!(errors[0].3, "did you mean `keep-r7`?");
    assert_eq!(errors[3].3, "did you mean `tie`?");

    assert_eq!(errors[1].2, "`rows` is `21`, but must be a whole number from 1 to 20");
}

#[test]
fn the_earlier_name_of_a_field_is_refused_with_those_that_there_are() {
    let text = STARTER.replace("portability: 0,", "luck: 0,");
    let (_, code, message, help) = &errors(&text)[0];
    assert_eq!((*code, &message[..]), ("unknown-field", "unknown field `luck`"));
    assert_eq!(
        help,
        "expected ending, starter, portability, lint, wording, opening, columns, confirmation or first-player"
    );
}

#[test]
fn the_place_is_the_value_itself() {
    let text = STARTER.replace("columns: 6 ", "columns: 10 ");
    let source = Source::new("assignment.yaml", text.as_str());
    let diagnostics = load(&source, None).unwrap_err();
    let span = diagnostics[0].span.unwrap();
    assert_eq!(&source.text[span.start..span.end], "10");
}

#[test]
fn a_line_must_fit_on_the_board() {
    let text = STARTER.replace("line: 4 ", "line: 7 ");
    assert_eq!(
        errors(&text)[0].2,
        "`line` is `7`, but must be a number that fits on a board of 6 rows and 6 columns"
    );
}

#[test]
fn letters_of_cells_must_differ() {
    assert_eq!(errors(&STARTER.replace("[O, X]", "[O, O]"))[0].1, "same-letters");
    assert_eq!(errors(&STARTER.replace("[O, X]", "['-', O]"))[0].1, "same-letters");
    assert_eq!(errors(&STARTER.replace("[O, X]", "[O]"))[0].1, "out-of-range");
    assert_eq!(errors(&STARTER.replace("[O, X]", "[OO, X]"))[0].1, "out-of-range");
}

#[test]
fn texts_for_both_players_may_be_a_pair_or_a_pattern() {
    let text = STARTER.replace("\"Player {player} Wins.\"", "[Red wins!, Blue wins!]");
    assert_eq!(read(&text).unwrap().game.wording.wins, ["Red wins!", "Blue wins!"]);
}

#[test]
fn names_that_leave_a_folder_are_refused() {
    for name in ["../x", "a/b", "CON", "nul", "com1", "x y", "-x", ""] {
        let text = STARTER.replace("name: lc3-starter ", &format!("name: \"{name}\" "));
        assert!(read(&text).is_err(), "{name}");
    }
    assert!(read(&STARTER.replace("[connect4.asm]", "[../connect4.asm]")).is_err());
}

#[test]
fn rules_fill_and_limits_have_their_other_forms() {
    let text = STARTER
        .replace("rule: proportional", "rule: {best: 2}")
        .replace("fill: zero ", "fill: {random: 7} ")
        .replace("instructions: 4000000 ", "instructions: 5 ");
    let assignment = read(&text).unwrap();
    assert_eq!(assignment.rubric[0].rule, Rule::Best(2));
    let MachineSpec::Lc3 { fill, .. } = assignment.machine else {
        panic!("it is an LC-3 assignment")
    };

    assert_eq!(fill, lc3::Fill::Random(7));
    assert_eq!(assignment.limits.instructions, 5);
    assert!(read(&STARTER.replace("output: 262144", "output: 0")).is_err());
}

#[test]
fn an_empty_file_and_other_kinds_of_yaml_are_errors() {
    for text in [
        "",
        "~",
        "- 1",
        "just text",
        "format: 1\n---\nformat: 1\n",
        "\u{0}",
        "a: [",
        "\t",
    ] {
        assert!(read(text).is_err(), "{text:?}");
    }
}

/// A folder with the bundled assignment, changed.
fn folder_with(text: &str, files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files.iter().chain(&[("assignment.yaml", text)]) {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

#[test]
fn the_starter_file_is_found_in_the_folder_or_beside_the_reference() {
    let file = ".ORIG x3000\nHALT\n; === THE STUDENT'S PART ===\nMINE .FILL 1\n.END\n";
    for place in ["starter.asm", "reference/starter.asm"] {
        let folder = folder_with(STARTER, &[(place, file)]);
        let starter = crate::assignment::find(folder.path().to_str().unwrap())
            .unwrap()
            .starter;
        let starter = starter.unwrap();
        let given = starter.given().unwrap();
        assert_eq!(given.len(), 1, "{place}");
    }
    assert!(read(STARTER).unwrap().starter.is_some());
}

#[test]
fn a_starter_file_that_cannot_be_used_is_reported_with_its_place() {
    let text = STARTER.replace("file: starter.asm", "file: begin.asm");
    let folder = folder_with(&text, &[]);
    let source = Source::new("assignment.yaml", text.as_str());
    let absent = load(&source, Some(folder.path())).unwrap_err().remove(0);
    assert_eq!(absent.code, "no-starter");
    assert!(
        absent
            .message
            .starts_with("the starter file `begin.asm` was not found; looked for ")
    );
    assert_eq!(
        source.position(absent.span.unwrap().start).0,
        line_of(&text, "file: begin.asm")
    );

    for (text, message) in [
        (
            "=== THE",
            "no line of `starter.asm` contains `+++ THE STUDENT'S PART ===`",
        ),
        (
            "until: \"=== THE STUDENT'S PART",
            "the given part of `starter.asm` has no instruction",
        ),
        (
            "file: starter.asm",
            "`file` is `../starter.asm`, but must be the name of a file, without a folder",
        ),
    ] {
        let wrong = match text {
            "=== THE" => STARTER.replace(text, "+++ THE"),
            "file: starter.asm" => STARTER.replace(text, "file: ../starter.asm"),
            _ => STARTER.replace("=== THE STUDENT'S PART ===", "Connect 4 for the LC-3"),
        };
        assert_eq!(errors(&wrong)[0].2, message);
    }
}
