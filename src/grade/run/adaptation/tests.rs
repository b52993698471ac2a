use super::*;
use crate::machine::Service;
use crate::result::{Ending, Stop};

/// The keys that are sent for a script.
fn typed(adaptation: Adaptation, protocol: Protocol, script: &str) -> String {
    let typed = adaptation.typed(script.as_bytes(), protocol);
    String::from_utf8(typed.keys).expect("it is text")
}

/// A run that prints these texts, each before it reads the next key.
fn run(texts: &[&str], keys_left: usize) -> Run {
    let mut bytes = Vec::new();
    let mut key_marks = Vec::new();
    for text in texts {
        bytes.extend_from_slice(text.as_bytes());
        key_marks.push(bytes.len());
    }
    key_marks.pop();

    let banners = vec![(bytes.len() - 2..bytes.len(), Service::Halt)];
    Run {
        output: Output {
            bytes,
            key_marks,
            banners,
        }
        .into(),
        stop: Stop {
            ending: Ending::Waiting,
            place: None,
            reason: String::new(),
        },
        instructions: 1,
        keys_left,
        piped: None,
    }
}

/// What such a run printed for a script, cut where the keys of the script were read; and how many of them were not.
fn in_script(adaptation: Adaptation, protocol: Protocol, script: &str, run: &Run) -> (Vec<String>, usize) {
    let typed = adaptation.typed(script.as_bytes(), protocol);
    let run = adaptation.as_in_script(run, script.as_bytes(), &typed);
    let (bytes, marks) = (&run.output.bytes, &run.output.key_marks);
    let ends = marks.iter().copied().chain([bytes.len()]);
    let starts = [0].into_iter().chain(marks.iter().copied());
    let text = |(from, to): (usize, usize)| String::from_utf8_lossy(&bytes[from..to]).into_owned();
    for (range, _) in &run.output.banners {
        assert_eq!(range.end, bytes.len());
    }
    (starts.zip(ends).map(text).collect(), run.keys_left)
}

#[test]
fn keys_of_one_line_that_are_read_together_are_gone_with_all_that_is_shown_of_them() {
    let adaptation = Adaptation {
        opening: FewKeys::new(b"AB\nC\n"),
        ..Adaptation::default()
    };
    assert_eq!(typed(adaptation, Protocol::Enter, "1\n"), "AB\nC\n1\n");

    // Each name is read as a line, so that its keys were read before any of them was shown.
    let run = run(&["Name: ", "", "", "AB\nName: ", "", "C\nmove: ", "", "1\n[]\n"], 0);
    assert_eq!(
        in_script(adaptation, Protocol::Enter, "1\n", &run).0,
        ["move: ", "", "1\n[]\n"]
    );
    // The names are not shown at all.
    let run = self::run(&["Name: ", "", "", "Name: ", "", "move: ", "", "1\n[]\n"], 0);
    assert_eq!(
        in_script(adaptation, Protocol::Enter, "1\n", &run).0,
        ["move: ", "", "1\n[]\n"]
    );
}

#[test]
fn keys_are_said_as_a_person_would_say_them() {
    let words = |keys: &[u8]| FewKeys::new(keys).words();
    assert_eq!(words(b"\n\n"), "Enter twice");
    assert_eq!(words(b"A\nB\n"), "'A' and Enter, then 'B' and Enter");
    assert_eq!(words(b"1y"), "'1y'");
    assert_eq!(words(b"A\rB\r"), "'A' and Enter (CR), then 'B' and Enter (CR)");
}

#[test]
fn a_question_before_the_game_is_answered_and_gone() {
    let adaptation = Adaptation {
        opening: FewKeys::new(b"1y"),
        columns: ColumnKeys::FromZero,
        ..Adaptation::default()
    };
    // The answers are no columns.
    assert_eq!(typed(adaptation, Protocol::Key, "17q"), "1y06q");

    let run = run(&["1 or 2? ", "1\nSure? ", "y\nBOARD\nMove: ", "0\nBOARD\nMove: "], 1);
    assert_eq!(
        in_script(adaptation, Protocol::Key, "12", &run),
        (vec!["BOARD\nMove: ".to_owned(), "1\nBOARD\nMove: ".to_owned()], 1)
    );

    // The last answer is not shown: the line end is that of the question.
    let run = self::run(&["1 or 2? ", "\nSure? ", "\nBOARD\nMove: ", "0\nBOARD\nMove: "], 1);
    assert_eq!(in_script(adaptation, Protocol::Key, "12", &run).0[0], "BOARD\nMove: ");
    // The blank line is one where the question has its own line end.
    let run = self::run(&["1 or 2?\n", "Sure?\n", "\nBOARD\nMove: ", "0\nBOARD\nMove: "], 1);
    assert_eq!(in_script(adaptation, Protocol::Key, "12", &run).0[0], "\nBOARD\nMove: ");
}

#[test]
fn a_confirmation_follows_each_column_or_each_key() {
    let columns = Adaptation {
        confirmation: FewKeys::new(b"y"),
        confirmed_columns: Some(7),
        ..Adaptation::default()
    };
    let all = Adaptation {
        confirmed_columns: None,
        ..columns
    };
    assert_eq!(typed(columns, Protocol::Key, "1x28"), "1yx2y8");
    assert_eq!(typed(all, Protocol::Key, "1x28"), "1yxy2y8y");
    assert_eq!(typed(columns, Protocol::Enter, "1\nx\n2"), "1\nyx\n2");

    let run = run(&["Move: ", "1 Sure? ", "y\nBOARD\nMove: ", "2 Sure? "], 1);
    assert_eq!(
        in_script(columns, Protocol::Key, "12", &run),
        (
            // The last question was not answered: it stays.
            vec![
                "Move: ".to_owned(),
                "1\nBOARD\nMove: ".to_owned(),
                "2 Sure? ".to_owned()
            ],
            0
        )
    );
}

#[test]
fn a_key_after_the_board_follows_each_piece_that_lands_and_its_question_is_gone() {
    let adaptation = Adaptation {
        confirmation: FewKeys::new(b"y"),
        continued: Some(GAMES),
        ..Adaptation::default()
    };
    // Neither a key that is no column nor a full column is confirmed, nor the move that wins.
    assert_eq!(typed(adaptation, Protocol::Key, "x11111118"), "x1y1y1y1y1y1y18");
    assert_eq!(typed(adaptation, Protocol::Key, "1212121"), "1y2y1y2y1y2y1");
    assert_eq!(typed(adaptation, Protocol::Enter, "1\n2"), "1\ny2");

    let run = run(
        &["Move: ", "1\nBOARD\nPress a key\n", "Move: ", "2\nBOARD\nPress a key\n"],
        1,
    );
    assert_eq!(
        in_script(adaptation, Protocol::Key, "12", &run),
        (
            vec![
                "Move: ".to_owned(),
                "1\nBOARD\nMove: ".to_owned(),
                "2\nBOARD\nPress a key\n".to_owned()
            ],
            0
        )
    );
}

const RULES: Rules = Rules {
    rows: 6,
    columns: 7,
    line: 4,
};

const GAMES: Games = Games {
    rules: RULES,
    restarts: false,
    restart_key: None,
};

#[test]
fn rows_are_those_of_the_new_game_where_games_restart() {
    let rows = |restarts, restart_key| Adaptation {
        row: Some(RowKeys {
            games: Games {
                rules: RULES,
                restarts,
                restart_key,
            },
            comes_first: true,
            from_below: true,
        }),
        ..Adaptation::default()
    };
    // Column 1 wins with the seventh move.
    assert_eq!(typed(rows(true, None), Protocol::Key, "12121211"), "1112212231324111");
    assert_eq!(typed(rows(false, None), Protocol::Key, "12121211"), "1112212231324151");
    assert_eq!(typed(rows(true, Some(b'r')), Protocol::Key, "11r1"), "11216r11");
}

#[test]
fn a_row_is_that_in_which_the_piece_lands() {
    let rows = |comes_first, from_below, columns| Adaptation {
        row: Some(RowKeys {
            games: GAMES,
            comes_first,
            from_below,
        }),
        columns,
        ..Adaptation::default()
    };
    let first = rows(true, false, ColumnKeys::FromOne);
    assert_eq!(typed(first, Protocol::Key, "1121111111"), "61516241312111111111");
    assert_eq!(
        typed(rows(false, true, ColumnKeys::FromZero), Protocol::Key, "112"),
        "000110"
    );
    assert_eq!(typed(first, Protocol::Enter, "1\n1\n"), "6\n1\n5\n1\n");

    let before = run(&["Row: ", "6\nColumn: ", "1\nBOARD\nRow: ", "5\nColumn: "], 1);
    assert_eq!(
        in_script(first, Protocol::Key, "11", &before),
        (vec!["Row: ".to_owned(), "1\nBOARD\nRow: ".to_owned()], 1)
    );
    let after = run(&["Column: ", "1\nRow: ", "6\nBOARD\nColumn: "], 0);
    assert_eq!(
        in_script(rows(false, false, ColumnKeys::FromOne), Protocol::Key, "1", &after),
        (vec!["Column: ".to_owned(), "1\nBOARD\nColumn: ".to_owned()], 0)
    );
}
