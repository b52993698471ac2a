use std::fs;

use super::*;
use crate::connect4::{Event, Expected, Outcome};

mod flow;
mod promises;
mod untouched;

const BOARD: &str = "    - -\n    - -\n";

/// A folder with an assignment on a board of 2 x 2 where two in a line win, and one case file.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new(cases: &str) -> Self {
        let folder = Self(tempfile::tempdir().expect("a temporary folder"));
        let starter = bundled::assignment_file("lc3-starter").expect("bundled");
        let text = String::from_utf8_lossy(starter);
        let (head, _) = text.split_once("rubric:").expect("the package has a rubric");
        let head = head
            .replace("rows: 6 ", "rows: 2 ")
            .replace("columns: 6 ", "columns: 2 ")
            .replace("line: 4 ", "line: 2 ")
            .replace("\"Player {player}, choose a column: \"", "\"{player}: \"");

        folder.write("assignment.yaml", &head);
        folder.write("cases.yaml", cases);
        folder
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).expect("a temporary folder can be written to");
    }

    fn assignment(&self) -> Assignment {
        assignment::find(self.0.path().to_str().unwrap()).unwrap()
    }

    fn load(&self) -> Result<Suite, CaseError> {
        load(&self.assignment(), None)
    }

    /// What is said about the case file, without the folder's name.
    fn complaint(&self) -> String {
        let text = self.load().expect_err("these cases are wrong").to_string();
        text.replace(&format!("{}/", self.0.path().display()), "")
    }
}

fn suite(cases: &str) -> Suite {
    Folder::new(cases).load().unwrap_or_else(|error| panic!("{error}"))
}

fn complaint(cases: &str) -> String {
    Folder::new(cases).complaint()
}

#[test]
fn a_case_is_a_script_and_the_transcript_of_a_perfect_program() {
    let suite = suite("- name: column\n  moves: 1 2 1\n  points: 2.5\n  tags: [win, up]\n");
    let case = &suite.cases[0];
    assert_eq!(case.name, "column");
    assert_eq!(case.tags, ["win", "up"]);
    assert!((case.points - 2.5).abs() < f64::EPSILON);
    assert_eq!(case.script.keys, b"121");
    assert_eq!(case.ends, Ending::Halted);
    assert_eq!(case.expected.outcome, Some(Outcome::Win(crate::connect4::Player::One)));
    assert!(String::from_utf8_lossy(case.transcript()).ends_with("O -\nO X\nPlayer 1 Wins.\n"));
    assert!(case.place.ends_with("cases.yaml:1"), "{}", case.place);
}

#[test]
fn one_case_needs_no_list_and_moves_are_taken_as_written() {
    assert_eq!(
        suite("name: one\nmoves: 12\nends: waiting\n").cases[0]
            .script
            .attempts
            .len(),
        2
    );
    assert_eq!(
        suite("name: one\nmoves: 0x1\nends: waiting\n").cases[0].script.keys,
        b"0x1"
    );

    let raw = &suite("name: one\ninput: \"1\\n\\x01\"\nends: waiting\n").cases[0];
    assert_eq!((raw.script.keys.as_slice(), raw.raw), (&b"1\n\x01"[..], true));
}

#[test]
fn a_written_transcript_is_proved_and_a_last_line_feed_does_not_count() {
    let shown = "- name: a\n  moves: ''\n  ends: waiting\n  transcript: ";
    for ending in ["|\n{B}    1: \n", "|-\n{B}    1: \n", "|\n{B}    1:\n"] {
        suite(&(shown.to_owned() + &ending.replace("{B}", BOARD)));
    }

    assert_eq!(
        complaint(&(shown.to_owned() + &"|\n{B}    2: \n".replace("{B}", BOARD))),
        "cases.yaml:7:5: line 3 of this transcript contradicts the rules of the game\n  |     2:\n  = expected `1: `\n    \
         written  `2: `\n  = help: correct the moves, or update the transcript with `c4grade case bless`"
    );
    assert!(
        complaint(&(shown.to_owned() + &format!("|\n{BOARD}")))
            .contains("written  nothing (the transcript is at its end)")
    );
    let quoted = complaint(&(shown.to_owned() + &format!("|\n{BOARD}    it's \"1\"\n")));
    assert!(quoted.contains("written  `it's \"1\"`"), "{quoted}");

    assert!(complaint(&(shown.to_owned() + &format!("|+\n{BOARD}    1: \n\n\n"))).contains("line 4"));
}

#[test]
fn a_script_that_stops_early_must_say_so_and_the_other_way_round() {
    let early = complaint("- name: a\n  moves: 1 2\n");
    assert!(
        early.starts_with("cases.yaml:2:10: the script stops before the end"),
        "{early}"
    );
    assert!(early.contains("add `ends: waiting`"), "{early}");

    let empty = complaint("- name: a\n  moves: ''\n");
    assert!(empty.contains("the script is empty"), "{empty}");
    let over = complaint("- name: a\n  moves: 1 2 1\n  ends: waiting\n");
    assert!(
        over.starts_with("cases.yaml:3:9: the game is over after 3 moves"),
        "{over}"
    );
}

#[test]
fn every_error_is_reported_in_its_place() {
    let text = "# comment\n- name: a\n  mvoes: 1 2 1\n- name: b\n  moves: 1 2 1\n  ends: sleeping\n- name: b\n  moves: 1 2 1\n  \
                points: -1\n- name: b2\n  call: CHECK VALID\n- name: c\n  moves: 1 2 1\n  input: \"1\"\n- moves: 1 2 1\n";
    let reported = complaint(text);
    let places: Vec<&str> = reported.lines().filter(|line| line.starts_with("cases.yaml")).collect();
    assert_eq!(
        places,
        [
            "cases.yaml:2:3: the field `moves` is missing",
            "cases.yaml:3:3: unknown field `mvoes`",
            "cases.yaml:6:9: `sleeping` is not a value of `ends`",
            "cases.yaml:9:11: `points` is `-1`, but must be a number from 0 to 1000",
            "cases.yaml:11:9: `call` is `CHECK VALID`, but must be a label, such as `CHECK_VALID`",
            "cases.yaml:14:3: `input` cannot be combined with `moves`",
            "cases.yaml:15:3: the field `name` is missing",
        ]
    );

    assert!(reported.contains("did you mean `moves`?"));
}

#[test]
fn names_are_unique_over_all_files() {
    let folder = Folder::new("- name: a\n  moves: 1 2 1\n");
    folder.write("more.yaml", "- name: b\n  moves: 2 1 2\n- name: a\n  moves: 2 1 2\n");
    let reported = folder.complaint();
    assert!(
        reported.starts_with("more.yaml:3:9: two cases are called `a`; the other is at cases.yaml:1"),
        "{reported}"
    );
}

#[test]
fn unreachable_moves_and_repeated_scripts_are_found() {
    let suite = suite("- name: a\n  moves: 1 2 1 2 2\n- name: b\n  moves: 1 2 1\n- name: c\n  moves: 121\n");
    let starter = assignment::find("lc3-starter").expect("bundled");
    let found: Vec<_> = check(&starter, &suite)
        .into_iter()
        .map(|finding| (finding.case, finding.code))
        .collect();
    assert_eq!(found, [("a".into(), "unreachable"), ("c".into(), "duplicate")]);
}

#[test]
fn a_folder_without_cases_or_a_missing_file_is_an_error() {
    assert!(matches!(Folder::new("").load(), Err(CaseError::Empty(_))));
    let folder = Folder::new("");
    let missing = load(&folder.assignment(), Some(Path::new("no/such/file.yaml")));
    assert!(matches!(missing, Err(CaseError::Read { .. })));
}

#[test]
fn a_rubric_wants_a_group_for_each_case_and_a_case_for_each_group() {
    let folder = Folder::new("- name: a\n  moves: 1 2 1\n  tags: [up]\n");
    let file = folder.0.path().join("assignment.yaml");
    let head = fs::read_to_string(&file).unwrap();
    let rubric = |groups: &str| fs::write(&file, format!("{head}rubric:\n{groups}")).unwrap();
    rubric("  - {name: Up, points: 3, tags: [up]}\n");
    assert!(folder.load().unwrap().has_rubric);
    rubric("  - {name: Down, points: 3, tags: [down]}\n");
    assert!(folder.complaint().contains("add one of these tags: down"));
    rubric("  - {name: Up, points: 3, tags: [up]}\n  - {name: Down, points: 3, tags: [down]}\n");

    assert!(
        folder
            .complaint()
            .contains("no case has a tag of the rubric group `Down` (down)")
    );
}

#[test]
fn the_family_covers_all_324_games_and_shares_its_points() {
    let starter = assignment::find("lc3-starter").unwrap();
    let suite = load(&starter, None).unwrap_or_else(|error| panic!("{error}"));
    assert!(suite.has_rubric);

    let is_line = |case: &&Case| case.family.as_deref() == Some("every winning line");
    let family: Vec<&Case> = suite.cases.iter().filter(is_line).collect();
    assert_eq!(family.len(), 324);
    assert_eq!(suite.impossible, 0);
    let points: f64 = family.iter().map(|case| case.points).sum();
    assert!((points - 100.0).abs() < 1e-6);

    let named = |name: &str| family.iter().find(|case| case.name == name).is_some();
    assert!(named(
        "horizontal in row 6, columns 1 to 4, completed in column 3 by player 1"
    ));
    assert!(named(
        "vertical in column 2, rows 3 to 6, completed in row 3 by player 2"
    ));
    assert!(named(
        "diagonal from row 6, column 3 to row 3, column 6, completed in column 4 by player 1"
    ));

    for case in family {
        let won = matches!(case.expected.outcome, Some(Outcome::Win(_)));
        assert!(
            won && case.expected.attempts_played() == case.script.attempts.len(),
            "{}",
            case.name
        );
    }
}

/// Whether a step of a case fills the board, and a player wins by it or not.
fn fills_the_board(case: &Case, by_a_win: bool) -> bool {
    case.expected.steps.iter().any(|step| {
        let is_full = |event: &Event| matches!(event, Event::Board(board) if board.is_full());
        let is_win = |event: &Event| matches!(event, Event::Result(Outcome::Win(_)));
        step.events.iter().any(is_full) && step.events.iter().any(is_win) == by_a_win
    })
}

#[test]
fn the_packages_have_every_kind_of_case_and_nothing_to_put_right() {
    for name in bundled::names() {
        let assignment = assignment::find(name).unwrap();
        let suite = load(&assignment, None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(check(&assignment, &suite), [], "{name}");
        assert!(suite.has_rubric, "{name}");

        if assignment.game.flow.computer.is_none() {
            let count = |by_a_win| {
                suite
                    .cases
                    .iter()
                    .filter(|case| fills_the_board(case, by_a_win))
                    .count()
            };

            assert!(count(false) >= 2, "{name} has no two ties");
            assert!(count(true) >= 3, "{name} has no three wins by the last cell");
        }
    }
}

#[test]
fn blessing_changes_wrong_transcripts_and_nothing_else() {
    let right = format!("  transcript: |\n{BOARD}    1: \n");
    let text = "# top\n- name: a   # kept\n  moves: ''\n  transcript: |\n    wrong\n\n    - -\n  # inner\n  ends: waiting\n\n# between\n- \
         name: b\n  ends: waiting\n  transcript:\n  moves: 3\n- name: c\n  moves: 1 2 1\n";
    let folder = Folder::new(text);
    let source = Source::new("cases.yaml", text);
    let blessed = bless::bless(&source, &folder.assignment()).unwrap();

    assert_eq!(blessed.changed, ["a", "b"]);
    let b = format!("  transcript: |\n{BOARD}    1: 3\n    Invalid move. Try again.\n    1: \n");
    assert_eq!(
        blessed.text,
        format!(
            "# top\n- name: a   # kept\n  moves: ''\n{right}  # inner\n  ends: waiting\n\n# between\n- name: b\n  ends: \
             waiting\n{b}  moves: 3\n- name: c\n  moves: 1 2 1\n"
        )
    );

    let again = bless::bless(&Source::new("cases.yaml", blessed.text.as_str()), &folder.assignment()).unwrap();
    assert_eq!(again.text, blessed.text);
    assert!(again.changed.is_empty());
}

#[test]
fn blessing_keeps_comments_line_ends_and_the_byte_order_mark() {
    let text = "- name: a  # kept\r\n  moves: ''\r\n  transcript: |  # by hand\r\n    wrong\r\n  ends: \"waiting\"\r\n";
    let folder = Folder::new("");
    let source = Source::read("cases.yaml", &[b"\xEF\xBB\xBF", text.as_bytes()].concat());
    let blessed = bless::bless(&source, &folder.assignment()).unwrap();
    let right = text.replace("    wrong\r\n", "    - -\r\n    - -\r\n    1: \r\n");
    assert_eq!(
        source.encoded(&blessed.text),
        [b"\xEF\xBB\xBF", right.as_bytes()].concat()
    );
}

#[test]
fn blessing_reports_tags_whose_promise_would_break() {
    let text = "- name: b\n  moves: 1 2\n  tags: [invalid]\n  ends: waiting\n  transcript: |\n    old\n";
    let folder = Folder::new("");
    let blessed = bless::bless(&Source::new("cases.yaml", text), &folder.assignment()).unwrap();
    assert_eq!(blessed.broken.len(), 1);
    assert_eq!(
        blessed.broken[0].message,
        "has the tag `invalid`, but no key is refused: change the moves, or the tag"
    );
}

#[test]
fn what_no_case_touches_is_named() {
    let untouched = |cases: &str| {
        let folder = Folder::new(cases);
        coverage::untouched(
            &folder.assignment(),
            &folder.load().unwrap_or_else(|error| panic!("{error}")),
        )
    };
    let few = untouched("- name: column\n  moves: 1 2 1\n");
    assert_eq!(
        few,
        "a horizontal win, a vertical win of player 2, a rising win, a falling win, a tie, a full column 2, a move in a full \
         column, the key 0, a digit beyond the last column, a letter as a move or a punctuation mark as a move"
    );
    let more = untouched("- name: row\n  moves: 0 9 x . 1\n  ends: waiting\n");
    assert!(!more.contains("key 0") && !more.contains("letter"), "{more}");
}

#[test]
fn what_cannot_be_rewritten_in_place_is_refused() {
    let text = "- {name: a, moves: 3, ends: waiting, transcript: wrong}\n";
    let folder = Folder::new(text);
    let refused = bless::bless(&Source::new("cases.yaml", text), &folder.assignment()).unwrap_err();
    assert_eq!(refused[0].code, "cannot-bless");
}

#[test]
fn a_new_case_loads_as_what_it_was_written_from() {
    let entry = write::entry(&write::NewCase {
        name: "odd: \"name\"".into(),
        field: "input",
        keys: "\u{1}1 2".into(),
        points: Some(0.5),
        tags: vec!["x".into()],
        ends: Ending::Waiting,
        transcript: String::new(),
    });

    let entry = entry.replace("transcript: \"\"", "transcript:");
    let case = &suite(&entry).cases[0];
    assert_eq!(
        (case.name.as_str(), case.script.keys.as_slice()),
        ("odd: \"name\"", &b"\x011 2"[..])
    );
}

/// The transcript and the ending of a generated case are made without its moves, which are made when they are asked for.
#[test]
fn a_game_move_by_move_has_the_transcript_of_its_case() {
    let mut generated = 0;
    for name in bundled::names() {
        let assignment = assignment::find(name).unwrap();
        for case in load(&assignment, None).unwrap().cases {
            let expected = Expected::play(&assignment.game, &case.script);
            if case.goal.is_none() {
                assert_eq!(*case.expected, expected, "{name}: {}", case.name);
            }
            assert_eq!(case.transcript(), case.expected.transcript(), "{name}: {}", case.name);
            if case.family.is_some() {
                generated += 1;
                assert_eq!(case.ends, ending(case.expected.halts), "{name}: {}", case.name);
            }
        }
    }
    assert!(generated > 1_000, "{generated}");
}
