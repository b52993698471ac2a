use std::collections::BTreeMap;
use std::sync::Arc;

use crate::assignment::{Assignment, bundled, load};
use crate::case::{Case, Suite, check, prove};
use crate::diagnostic::Source;

const FAMILIES: [(&str, &str); 7] = [
    ("near-misses", "no-win"),
    ("long-lines", ""),
    ("full-columns", "full-column"),
    ("invalid-keys", "invalid"),
    ("lines", "line"),
    ("ties", "tie"),
    ("last-cell", "full-board"),
];

/// `lc3-scratch` without a rubric on another board.
fn assignment(columns: usize, rows: usize, protocol: &str) -> Assignment {
    let bytes = bundled::assignment_file("lc3-scratch").expect("bundled");
    let text = String::from_utf8_lossy(bytes)
        .replace("columns: 6 ", &format!("columns: {columns} "))
        .replace("rows: 6 ", &format!("rows: {rows} "))
        .replace("protocol: enter", &format!("protocol: {protocol}"))
        .replace("tolerates: [line, key, in]", "tolerates: []");
    let text = text.split("rubric:").next().expect("the rules");
    load(&Source::new("assignment.yaml", text), None).expect("an assignment")
}

fn cases(assignment: &Assignment, file: &str) -> Vec<Case> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cases.yaml");
    std::fs::write(&path, file).unwrap();
    crate::case::load(assignment, Some(&path))
        .unwrap_or_else(|error| panic!("{error}"))
        .cases
}

fn error(assignment: &Assignment, file: &str) -> String {
    prove(Source::new("cases.yaml", file), assignment)
        .unwrap_err()
        .to_string()
}

#[test]
fn every_family_keeps_its_promise_on_boards_of_all_sizes() {
    for (columns, rows) in [(4, 4), (6, 6), (7, 6), (9, 5), (9, 20)] {
        for protocol in ["key", "enter", "line"] {
            let assignment = assignment(columns, rows, protocol);
            for (family, tag) in FAMILIES {
                let file = format!("- {{name: some, generate: {family}}}\n");
                if family == "lines" && protocol == "key" {
                    assert!(error(&assignment, &file).contains("requires Enter after each move"));
                    continue;
                }
                if family == "long-lines" && columns == 4 {
                    assert!(
                        error(&assignment, &file).contains("no such game was found on a board of 4 rows and 4 columns")
                    );
                    continue;
                }

                let cases = cases(&assignment, &file);
                assert!(
                    cases.len() > 4,
                    "{family} on {columns} x {rows} has {} cases",
                    cases.len()
                );
                assert!(
                    tag.is_empty() || cases.iter().all(|case| case.tags == [tag]),
                    "{family}"
                );
                let total: f64 = cases.iter().map(|case| case.points).sum();
                assert!((total - 1.0).abs() < 1e-9, "the points are shared: {total}");

                let suite = Suite {
                    cases,
                    contracts: Vec::new(),
                    has_rubric: false,
                    impossible: 0,
                };
                assert_eq!(
                    check(&assignment, &suite),
                    [],
                    "{family} on {columns} x {rows}, {protocol}"
                );
            }
        }
    }
}

#[test]
fn a_family_that_no_game_of_the_board_shows_is_an_error_that_says_so() {
    let narrow = assignment(1, 6, "enter");
    for family in ["near-misses", "last-cell"] {
        let file = format!("- {{name: some, generate: {family}}}\n");
        let message = error(&narrow, &file);
        let words = "there is no such game on a board of 6 rows and 1 column where 4 in a line win";
        assert!(message.contains(words), "{message}");
    }
    assert_eq!(cases(&narrow, "- {name: some, generate: ties}\n").len(), 1);
}

#[test]
fn the_key_beyond_the_last_column_is_refused_on_every_board() {
    for columns in 4..=9 {
        let assignment = assignment(columns, 6, "key");
        let cases = cases(&assignment, "- {name: some, generate: invalid-keys}\n");
        let key = b'1' + columns as u8;
        let is_tried = |case: &&Case| case.script.keys.len() == 2 && case.script.keys[0] == key;
        let tried: Vec<&Case> = cases.iter().filter(is_tried).collect();
        assert_eq!(tried.len(), 1, "{columns} columns");
        assert_eq!(tried[0].expected.steps[2].player, tried[0].expected.steps[1].player);
    }
}

#[test]
fn on_a_small_board_no_game_at_random_is_there_twice() {
    let assignment = assignment(4, 1, "enter");
    for family in ["random-games", "long-games"] {
        let file = format!("- {{name: some, generate: {family}, count: 200, points: 50}}\n");
        let cases = cases(&assignment, &file);
        let mut scripts: Vec<&[u8]> = cases.iter().map(|case| case.script.keys.as_slice()).collect();
        scripts.sort_unstable();
        scripts.dedup();
        assert!(
            scripts.len() == cases.len() && cases.len() < 200,
            "{family}: {}",
            cases.len()
        );

        let points: f64 = cases.iter().map(|case| case.points).sum();
        assert!((points - 50.0).abs() < 1e-9, "{family}: {points}");
        let last = format!("some, game {}", cases.len());
        assert_eq!(cases.last().map(|case| case.name.as_str()), Some(last.as_str()));
    }
}

#[test]
fn a_family_takes_a_number_and_a_seed_where_it_has_them() {
    let assignment = assignment(7, 6, "enter");
    let scripts = |file: &str| -> Vec<Vec<u8>> {
        let cases = cases(&assignment, file);
        cases.into_iter().map(|case| case.script.keys).collect()
    };
    let ties = |seed: u32| scripts(&format!("- {{name: some, generate: ties, count: 3, seed: {seed}}}\n"));
    assert_eq!(ties(5).len(), 3);
    assert_eq!(ties(5), ties(5));
    assert_ne!(ties(5), ties(50));
    assert!(scripts("- {name: some, generate: near-misses, count: 30}\n").len() <= 30);

    let fixed = error(&assignment, "- {name: some, generate: full-columns, count: 3}\n");
    assert!(fixed.contains("`count` requires `generate: near-misses`"), "{fixed}");
    let known = error(&assignment, "- {name: some, generate: ties, seed: 1, goal: tie}\n");
    assert!(known.contains("`goal` requires `generate: goals`"), "{known}");
}

#[test]
fn lines_bring_the_tag_of_their_direction_which_may_be_that_of_a_group() {
    let bytes = bundled::assignment_file("lc3-scratch").expect("bundled");
    let text = String::from_utf8_lossy(bytes).replace("tags: [win-horizontal]", "tags: [horizontal]");
    let assignment = load(&Source::new("assignment.yaml", text), None).expect("an assignment");
    let file = "- {name: some, generate: long-lines}\n";
    let missing = crate::case::build::cases(
        &Source::new("cases.yaml", file),
        &assignment,
        false,
        &mut BTreeMap::default(),
        &Arc::default(),
    );
    let text = format!("{:?}", missing.unwrap_err());
    assert!(
        text.contains("has no tag of any rubric group"),
        "diagonals have no group: {text}"
    );
}
