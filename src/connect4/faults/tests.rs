use super::super::rules::{Flow, Protocol, Quit, Rules, Wording};
use super::super::{Expected, Script};
use super::*;

fn game() -> Game {
    Game {
        rules: Rules {
            rows: 6,
            columns: 7,
            line: 4,
        },
        wording: Wording {
            prompts: ["one? ".into(), "two? ".into()],
            invalid: "no".into(),
            wins: ["one won".into(), "two won".into()],
            tie: "tie".into(),
            ..Wording::default()
        },
        flow: Flow {
            over: Then::Restart,
            quit: Some(Quit {
                key: b'q',
                then: Then::Restart,
            }),
            ..Flow::default()
        },
    }
}

fn is_shown(fault: Fault, moves: &str) -> bool {
    let (game, script) = (game(), Script::from_moves(moves, Protocol::Key));
    Expected::play_faulty(&game, &script, fault) != Expected::play(&game, &script)
}

#[test]
fn each_fault_is_shown_by_its_game_and_by_no_game_that_does_not_touch_it() {
    use Direction::{DiagonalUp, Horizontal, Vertical};

    let (flat, upright, rising) = ("1 1 2 2 3 3 4", "1 2 1 2 1 2 1", "1 2 2 3 3 4 3 4 4 7 4");
    let full = "1 1 1 1 1 1";
    for (fault, shown, quiet) in [
        (Fault::Misses(Horizontal), flat, upright),
        (Fault::Misses(DiagonalUp), rising, flat),
        (Fault::OnlyAtEnds(Horizontal), "1 1 2 2 4 4 3", flat),
        (Fault::NotFromLeft(Horizontal), "4 4 3 3 2 2 1", flat),
        (Fault::NotFromLeft(Horizontal), "4 4 3 3 2 2 1", "1 1 2 2 4 4 3"),
        (Fault::NotFromRight(Horizontal), flat, "4 4 3 3 2 2 1"),
        (Fault::NotFromRight(DiagonalUp), rising, flat),
        (Fault::OnlyFromLeft(Horizontal), flat, "4 4 3 3 2 2 1"),
        (Fault::OnlyFromRight(Horizontal), "4 4 3 3 2 2 1", flat),
        (Fault::PastEdge(Horizontal), "1 1 2 2 3", "2 2 3 3 4"),
        (Fault::PastEdge(Vertical), "1 2 1 2 1", "1 2 1 2"),
        (Fault::Gap(Horizontal), "1 1 2 2 4", "1 1 2 2 5"),
        (Fault::Shorter, "2 2 3 3 4", "2 2 3 3"),
        (Fault::Longer, upright, "1 2 1 2 1"),
        (Fault::Exact, "1 1 2 2 4 4 5 5 3", flat),
        (Fault::AnyPieces, "1 2 3 4", "1 2 3"),
        (Fault::NeverWins(Player::One), flat, "7 1 1 2 2 3 3 4"),
        (Fault::WrongWinner, flat, "1 1 2 2 3 3"),
        (Fault::Announces(Player::Two), flat, "7 1 1 2 2 3 3 4"),
        (Fault::GoesOn, flat, "1 1 2 2 3 3"),
        (Fault::Floats, "1", ""),
        (Fault::Overwrites, "1 1 1 1 1 1 1", full),
        (Fault::FullPasses, "1 1 1 1 1 1 1", "0"),
        (Fault::RefusalPasses, "0", full),
        (Fault::TakesZero, "0", "8"),
        (Fault::TakesBeyond, "8", "9"),
        (Fault::TakesLetter, "x", "#"),
        (Fault::RefusesFirst, "1", "2"),
        (Fault::RefusesLast, "7", "6"),
        (Fault::KeepsBoard, flat, "q"),
        (Fault::KeepsTurn, "1 q", "q"),
        (Fault::IgnoresQuit, "q", flat),
    ] {
        assert!(is_shown(fault, shown), "{fault:?} {shown}");
        assert!(!is_shown(fault, quiet), "{fault:?} {quiet}");
    }
}

#[test]
fn lines_go_around_the_edge_where_memory_does() {
    // Player 1 has the right end of the second row and the left end of the bottom row, which follows it.
    let mut board = Board::new(6, 7);
    for cell in [(4, 5), (4, 6), (5, 0), (5, 1)] {
        board.set(cell.0, cell.1, Some(Player::One));
    }
    let fault = Fault::Wraps(Direction::Horizontal);
    assert!(fault.wins(&board, (4, 6), 4));
    assert!(!Fault::Wraps(Direction::DiagonalUp).wins(&board, (4, 6), 4));

    // The top of column 1 is followed by the bottom of column 2.
    let mut board = Board::new(6, 7);
    for cell in [(1, 0), (0, 0), (5, 1), (4, 1)] {
        board.set(cell.0, cell.1, Some(Player::Two));
    }
    assert!(Fault::Wraps(Direction::Vertical).wins(&board, (0, 0), 4));
    assert!(!fault.wins(&board, (0, 0), 4));
}

#[test]
fn full_boards_are_no_tie_or_too_early_one() {
    use super::super::full_boards::{LastPiece, full_board};

    let keys = |last| -> String {
        let moves = full_board(game().rules, last, 3).expect("a game");
        let keys: Vec<String> = moves.iter().map(|column| (column + 1).to_string()).collect();
        keys.join(" ")
    };
    let (tie, won) = (keys(LastPiece::Ties), keys(LastPiece::Wins));
    assert!(is_shown(Fault::NoTie, &tie) && !is_shown(Fault::NoTie, &won));
    assert!(is_shown(Fault::TieFirst, &won) && !is_shown(Fault::TieFirst, &tie));
    assert!(is_shown(Fault::TieEarly, &tie) && is_shown(Fault::TieEarly, &won));
}

#[test]
fn every_fault_has_words_of_its_own() {
    let faults = Fault::all(&game());
    let words: std::collections::BTreeSet<String> = faults.iter().map(|fault| fault.words()).collect();
    assert_eq!(words.len(), faults.len());
    assert_eq!(faults.len(), 55);
}
