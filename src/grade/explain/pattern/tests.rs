use super::*;

/// Every win of every way, found or missed as `is_found` says.
fn words_of(is_found: impl Fn(&Win) -> bool) -> Vec<String> {
    let mut wins = Vec::new();
    for way in [Way::Horizontal, Way::Vertical, Way::Falling, Way::Rising] {
        for (row, column, player, last) in
            (0..36).flat_map(|at| (0..8).map(move |more| (at / 6, at % 6, more / 4, more % 4)))
        {
            let mut win = Win {
                way,
                player: player + 1,
                from_left: if way == Way::Vertical { 0 } else { last },
                from_below: match way {
                    Way::Horizontal => 0,
                    Way::Vertical => 3,
                    Way::Falling => 3 - last,
                    Way::Rising => last,
                },
                row: row + 1,
                column: column + 1,
                found: None,
            };

            win.found = Some(is_found(&win));
            wins.push(win);
        }
    }

    patterns(&wins, 4, ENOUGH_CALLS)
        .into_iter()
        .map(|pattern| pattern.phrase.words)
        .collect()
}

#[test]
fn the_widest_pattern_is_named() {
    assert_eq!(words_of(|_| true), Vec::<String>::new());
    assert_eq!(words_of(|_| false), ["misses every win"]);
    assert_eq!(words_of(|win| win.player == 1), ["misses every win of player 2"]);
    assert_eq!(
        words_of(|win| !matches!(win.way, Way::Falling | Way::Rising)),
        ["misses every diagonal win"]
    );
    assert_eq!(
        words_of(|win| win.way != Way::Rising),
        ["misses every rising diagonal win"]
    );

    assert_eq!(
        words_of(|win| !matches!(win.way, Way::Horizontal | Way::Falling)),
        ["misses every horizontal win", "misses every falling diagonal win"]
    );
}

#[test]
fn the_place_of_the_last_piece_is_named() {
    let is_diagonal = |win: &Win| matches!(win.way, Way::Falling | Way::Rising);
    assert_eq!(
        words_of(|win| !is_diagonal(win) || win.from_below != 0),
        ["misses a diagonal win when the last piece is the lowest of the line"]
    );
    assert_eq!(
        words_of(|win| !is_diagonal(win) || win.from_left == 0),
        ["finds a diagonal win only when the last piece lands at the left end of the line"]
    );
    assert_eq!(
        words_of(|win| win.way != Way::Horizontal || matches!(win.from_left, 0 | 3)),
        ["misses a horizontal win when the last piece lands in the middle of the line"]
    );

    assert_eq!(
        words_of(|win| win.way != Way::Rising || win.from_below != 2),
        ["misses a rising diagonal win when the last piece is number 3 from below"]
    );
}

#[test]
fn rows_and_columns_are_named() {
    assert_eq!(
        words_of(|win| win.way != Way::Horizontal || win.row != 1),
        ["misses a horizontal win in row 1"]
    );
    assert_eq!(
        words_of(|win| win.way != Way::Vertical || win.column > 2),
        ["misses a vertical win in column 1 or 2"]
    );
}

#[test]
fn a_single_line_is_named() {
    assert_eq!(
        words_of(|win| win.way != Way::Falling || (win.row, win.column) != (3, 1)),
        ["misses the falling diagonal line from row 3, column 1 to row 6, column 4"]
    );
    assert_eq!(
        words_of(|win| win.way != Way::Rising || (win.row, win.column) != (2, 3)),
        ["misses the rising diagonal line from row 5, column 3 to row 2, column 6"]
    );

    assert_eq!(
        words_of(|win| win.way != Way::Vertical || (win.row, win.column) != (3, 4)),
        ["misses the vertical line from row 6, column 4 to row 3, column 4"]
    );
}

#[test]
fn a_place_where_hardly_any_is_found_is_named_as_such() {
    let is_diagonal = |win: &Win| matches!(win.way, Way::Falling | Way::Rising);
    assert_eq!(
        words_of(|win| !is_diagonal(win) || win.column > 1 || win.way == Way::Falling && win.from_below == 3),
        ["misses a diagonal win only when its leftmost piece is in column 1"]
    );
    assert_eq!(
        words_of(|win| win.way != Way::Horizontal || win.row != 6 || win.from_left == 0 && win.column == 1),
        ["misses a horizontal win only in row 6"]
    );

    // Half of them are found: that is no rule.
    assert_eq!(
        words_of(|win| win.way != Way::Horizontal || win.row != 6 || win.from_left.is_multiple_of(2) && win.column > 3),
        Vec::<String>::new()
    );
}

#[test]
fn a_few_exceptions_are_allowed() {
    let is_vertical = |win: &Win| win.way == Way::Vertical;
    let found = |win: &Win| !is_vertical(win) || win.row == 3 && win.column == 6 && win.from_left == 0;
    let words = words_of(|win| found(win) && (win.player == 1 || !is_vertical(win)));
    assert_eq!(words, ["misses nearly every vertical win"]);

    // One in ten is no exception.
    let often = |win: &Win| !is_vertical(win) || (win.row * 7 + win.column * 3 + win.player).is_multiple_of(10);
    assert_eq!(words_of(often), Vec::<String>::new());
}

#[test]
fn nothing_is_claimed_from_five_games() {
    let win = |column: usize, found: bool| Win {
        way: Way::Vertical,
        player: 1 + column % 2,
        from_left: 0,
        from_below: 3,
        row: 3 - column % 2,
        column,
        found: Some(found),
    };
    let missed = |count: usize| (1..=count).map(|column| win(column, false)).collect::<Vec<Win>>();
    let words = |wins: &[Win]| {
        patterns(wins, 4, ENOUGH)
            .into_iter()
            .map(|pattern| pattern.phrase.words)
            .collect::<Vec<_>>()
    };

    assert_eq!(words(&missed(5)), Vec::<String>::new());
    assert_eq!(words(&missed(6)), ["misses every vertical win"]);
}

#[test]
fn nothing_is_claimed_without_a_clean_cut() {
    let odd =
        |win: &Win| win.way != Way::Horizontal || (win.row + win.column + win.player + win.from_left).is_multiple_of(2);
    assert_eq!(words_of(odd), Vec::<String>::new());
}

#[test]
fn longer_lines_that_are_found_are_not_among_those_that_are_missed() {
    let win = |way: Way, column: usize, found: bool| Win {
        way,
        player: 1,
        from_left: 0,
        from_below: 0,
        row: 1,
        column,
        found: Some(found),
    };
    let missed = |way: Way| (1..=6).map(move |column| win(way, column, false));
    let wins: Vec<Win> = [Way::Horizontal, Way::Vertical, Way::Falling, Way::Rising]
        .into_iter()
        .flat_map(missed)
        .collect();
    let words = |longer: Vec<Win>| {
        let mut pattern = patterns(&wins, 4, ENOUGH).remove(0);
        pattern.spare_longer(&[vec![wins[0]], longer], 4);
        pattern.phrase.words
    };

    let five = |found: bool| vec![win(Way::Horizontal, 1, found), win(Way::Horizontal, 2, found)];
    assert_eq!(words(five(false)), "misses every win");
    assert_eq!(words(five(true)), "misses every win with exactly 4 in a row");
    let two_lines = vec![win(Way::Horizontal, 1, true), win(Way::Rising, 1, true)];
    assert_eq!(words(two_lines), "misses every win");
}
