use super::*;
use crate::splitmix::SplitMix64;

/// A board from a picture: `.` empty, `1` the person, `2` the computer.
fn board(picture: &[&str]) -> Board {
    let cells = picture.iter().flat_map(|row| row.chars()).map(|letter| match letter {
        '1' => Some(Player::One),
        '2' => Some(Player::Two),
        _ => None,
    });
    Board::from_cells(picture.len(), picture[0].len(), &cells.collect::<Vec<_>>())
}

/// The column, from 1, that the blocker takes when its counter is at 7.
fn blocks(picture: &[&str]) -> usize {
    let mut blocker = Opponent::new(Computer::Blocker);
    blocker.counter = picture[0].len() - 1;
    blocker.choose(&board(picture), 4).expect("the board is not full") + 1
}

/// The column, from 1, that the extender takes; its last piece is given by row and column from 1.
fn extends(picture: &[&str], row: usize, column: usize) -> usize {
    let mut extender = Opponent::new(Computer::Extender);
    extender.took((row - 1, column - 1));
    extender.choose(&board(picture), 4).expect("the board is not full") + 1
}

/// Columns from 1.
fn must(demand: Demand, picture: &[&str], last: Option<(usize, usize)>) -> Vec<usize> {
    let last = last.map(|(row, column)| (row - 1, column - 1));
    let columns = demanded(demand, &board(picture), 4, last);
    columns.iter().map(|column| column + 1).collect()
}

#[test]
fn a_three_in_a_row_is_blocked_on_its_right_or_else_on_its_left() {
    assert_eq!(blocks(&["......", ".111..", "212122"]), 5);
    assert_eq!(blocks(&["......", ".1112.", "212122"]), 1);
    // At the edge there is no cell to the right.
    assert_eq!(blocks(&["......", "...111", "212212"]), 3);
}

#[test]
fn a_cell_in_the_air_is_no_block() {
    assert_eq!(blocks(&["......", ".111..", "2121.2"]), 1);
    // Neither end can be taken: the counter.
    assert_eq!(blocks(&["......", ".111..", ".121.."]), 6);
    // The next three is looked at.
    assert_eq!(blocks(&["1112...", "2221...", "111....", "222.111"]), 4);
}

#[test]
fn rows_come_before_columns_and_upper_threes_before_lower_ones() {
    let both = ["1......", "1......", "1..111."];
    assert_eq!(blocks(&[&[".......", "......."], &both[..]].concat()), 7);
    assert_eq!(blocks(&["......", "1.....", "1.....", "1..2.."]), 1);
    let two = [".......", "..1....", "..1...1", "..1...1", "222...1"];
    assert_eq!(blocks(&two), 3, "the one that begins higher");
    assert_eq!(
        blocks(&["..2....", "..1....", "..1...1", "..1...1", "222...1"]),
        7,
        "no room above"
    );
}

#[test]
fn what_is_not_three_in_a_row_is_no_pattern() {
    for picture in [
        ["......", "......", "11.1.."],
        ["......", "..12..", ".122.."],
        ["......", "......", ".222.."],
    ] {
        assert_eq!(blocks(&picture), 6, "{picture:?}");
    }
    // Rows do not go on in the next one.
    assert_eq!(blocks(&["......", "1...11", "2...22"]), 6);
}

#[test]
fn the_counter_goes_round_skips_full_columns_and_stands_while_it_blocks() {
    let mut blocker = Opponent::new(Computer::Blocker);
    let empty = board(&["...", "..."]);
    let columns: Vec<_> = (0..4).filter_map(|_| blocker.choose(&empty, 4)).collect();
    assert_eq!(columns, [0, 1, 2, 0]);

    let middle = board(&["21.", "12."]);
    assert_eq!(blocker.choose(&middle, 4), Some(2));
    assert_eq!(blocker.counter, 0, "it stands behind the column that it gave");
    let three = board(&["......", "111..."]);
    assert_eq!(blocker.choose(&three, 4), Some(3));
    assert_eq!(blocker.counter, 0);

    assert_eq!(blocker.choose(&board(&["12", "21"]), 4), None);
}

#[test]
fn the_longest_line_through_the_last_piece_is_extended() {
    // A line counts on both sides of the last piece.
    assert_eq!(extends(&["......", "....2.", "....1.", "1.2221"], 4, 4), 2);
    assert_eq!(extends(&["......", "......", "...22.", "1.2221"], 4, 5), 2);
    // Of two that are equally long, the one whose cell can be taken.
    assert_eq!(extends(&["......", "......", ".22...", ".121.."], 3, 3), 4);
    // Two in a diagonal before one that could be taken, though the piece will land below.
    assert_eq!(extends(&["......", "......", "..12..", "..2111"], 3, 4), 5);
}

#[test]
fn equally_good_ends_are_taken_in_the_order_of_the_document() {
    // Up left hangs in the air, so the left one is the first that can be taken.
    assert_eq!(extends(&[".....", ".....", "..2.."], 3, 3), 2);
    assert_eq!(
        extends(&[".....", ".1...", ".12.."], 3, 3),
        4,
        "up left and left are taken"
    );
    assert_eq!(extends(&[".....", ".....", ".121."], 3, 3), 2, "up left, above a piece");
    assert_eq!(extends(&[".....", ".1.1.", ".121."], 3, 3), 3, "up");

    // Only cells in the air: the column is what counts.
    assert_eq!(extends(&[".....", "..1..", "..2..", "..1..", "..2.."], 3, 3), 2);
}

#[test]
fn without_anything_to_extend_it_takes_the_lowest_vacant_cell() {
    let mut extender = Opponent::new(Computer::Extender);
    assert_eq!(extender.choose(&board(&["...", "1.."]), 4), Some(1));
    assert_eq!(extender.choose(&board(&["...", "121"]), 4), Some(0));
    assert_eq!(extends(&["1112.", "1211.", "1122."], 2, 2), 5, "shut in on all sides");
    assert_eq!(extender.choose(&board(&["12", "21"]), 4), None);
}

#[test]
fn a_bare_three_must_be_blocked_on_either_side() {
    assert_eq!(must(Demand::Block, &["......", ".111..", "212122"], None), [1, 5]);
    assert_eq!(must(Demand::Block, &["......", "...111", "212212"], None), [3]);
    assert_eq!(
        must(Demand::Block, &["......", "1.....", "1.....", "1..111"], None),
        [3]
    );
    assert_eq!(
        must(Demand::Block, &["......", "1....1", "1....1", "12..21"], None),
        [1, 6]
    );
    // One that fills a gap in a row, because it takes that for a three too, has blocked.
    assert_eq!(
        must(Demand::Block, &["......", "1.11..", "2111..", "122212"], None),
        [2, 5]
    );
}

#[test]
fn nothing_is_demanded_where_the_words_can_be_read_in_two_ways() {
    // Some computers drop into the column of a vacant end that hangs in the air.
    assert!(must(Demand::Block, &["......", ".111..", "2121.2"], None).is_empty());
    // One that wins instead does no worse.
    assert!(must(Demand::Block, &["......", "......", "111222"], None).is_empty());
    assert!(
        must(Demand::Block, &["......", "......", "11.1.2"], None).is_empty(),
        "not bare"
    );
    assert!(
        must(Demand::Block, &["2.....", "1.....", "1.....", "1....."], None).is_empty(),
        "no room"
    );

    assert!(must(Demand::Block, &["......", "......", ".222.."], None).is_empty());
}

#[test]
fn three_through_the_last_piece_must_be_made_a_line() {
    let row = ["......", "......", "1.222."];
    assert_eq!(must(Demand::Win, &row, Some((3, 4))), [2, 6]);
    assert!(must(Demand::Win, &row, None).is_empty());

    let column = ["......", "2.....", "2.....", "2.1.11"];
    assert_eq!(must(Demand::Win, &column, Some((2, 1))), [1]);
    // It is only bound to look at its last piece.
    assert!(must(Demand::Win, &["......", "2.....", "2.....", "2.1.12"], Some((4, 6))).is_empty());
    // Any win will do.
    let two = ["......", "2.....", "2.....", "2.222."];
    assert_eq!(must(Demand::Win, &two, Some((2, 1))), [1, 2, 6]);
    // A gap is not seen by walking over its own pieces.
    assert!(must(Demand::Win, &["......", "......", "22.2.."], Some((3, 4))).is_empty());

    // An end in the air: its column may be taken for the extension.
    assert!(must(Demand::Win, &["......", ".222..", "1121.1"], Some((2, 3))).is_empty());
}

/// Plays games of random moves against a computer; `look` sees each position before its move, and the move.
fn games(computer: Computer, count: u64, mut look: impl FnMut(&Board, Option<(usize, usize)>, usize)) {
    for seed in 0..count {
        let mut numbers = SplitMix64::new(seed);
        let mut board = Board::new(6, 7);
        let mut opponent = Opponent::new(computer);
        loop {
            let open: Vec<usize> = (0..7).filter(|column| board.landing(*column).is_some()).collect();
            let column = open[numbers.below(open.len())];
            let row = board.drop_piece(column, Player::One).expect("it is open");
            if board.wins_at(row, column, 4) || board.is_full() {
                break;
            }

            let last = opponent.last();
            let reply = opponent.choose(&board, 4).expect("the board is not full");
            look(&board, last, reply);
            let row = board
                .drop_piece(reply, Player::Two)
                .expect("a computer's move is legal");
            opponent.took((row, reply));

            if board.wins_at(row, reply, 4) || board.is_full() {
                break;
            }
        }
    }
}

#[test]
fn in_thousands_of_games_each_computer_plays_legally_and_does_what_is_demanded_of_it() {
    for computer in [Computer::Blocker, Computer::Extender] {
        let mut demands = 0;
        games(computer, 5000, |board, last, reply| {
            let columns = demanded(Demand::of(computer), board, 4, last);
            assert!(
                columns.is_empty() || columns.contains(&reply),
                "{computer:?} {board:?} {last:?} {reply}"
            );
            demands += usize::from(!columns.is_empty());
        });

        assert!(demands > 1000, "{computer:?}: {demands}");
    }
}

/// Every column that is demanded is looked at from the pieces' side: dropped into it, the person's own piece makes a
/// line (it is a block), or the computer's does (it is a win).
#[test]
fn whatever_is_demanded_is_a_block_or_a_win() {
    for (computer, player) in [(Computer::Blocker, Player::One), (Computer::Extender, Player::Two)] {
        games(computer, 1000, |board, last, _| {
            for column in demanded(Demand::of(computer), board, 4, last) {
                let mut next = board.clone();
                let row = next.drop_piece(column, player).expect("it can be taken");
                assert!(next.wins_at(row, column, 4), "{board:?} {column}");
            }
        });
    }
}

#[test]
fn the_same_game_gives_the_same_moves() {
    for computer in [Computer::Blocker, Computer::Extender] {
        let (mut once, mut again) = (Vec::new(), Vec::new());
        games(computer, 50, |_, _, reply| once.push(reply));
        games(computer, 50, |_, _, reply| again.push(reply));
        assert_eq!(once, again);
    }
}
