use super::*;
use crate::connect4::computer::Opponent;
use crate::connect4::rules::Computer;

const SIX_BY_SEVEN: Rules = Rules {
    rows: 6,
    columns: 7,
    line: 4,
};

#[test]
fn six_by_seven_has_69_lines_and_a_game_for_each_of_426_ways_to_win() {
    assert_eq!(lines(SIX_BY_SEVEN).len(), 69);
    let games = winning_games(SIX_BY_SEVEN);
    assert_eq!((games.len(), line_game_count(SIX_BY_SEVEN)), (426, 426));
    for game in &games {
        prove(SIX_BY_SEVEN, game);
    }
}

/// The same game with the computer's moves in between.
fn with_replies(computer: Computer, game: &LineGame) -> LineGame {
    let mut board = Board::new(6, 7);
    let mut opponent = Opponent::new(computer);
    let mut moves = Vec::new();
    for (number, column) in game.moves.iter().enumerate() {
        moves.push(*column);
        board.drop_piece(*column, Player::One).expect("the column is not full");
        if number + 1 < game.moves.len() || game.winner == Player::Two {
            let reply = opponent.choose(&board, 4).expect("the board is not full");
            moves.push(reply);
            let row = board
                .drop_piece(reply, Player::Two)
                .expect("a computer's move is legal");
            opponent.took((row, reply));
        }
    }

    LineGame { moves, ..game.clone() }
}

#[test]
fn games_against_a_computer_are_won_by_both_over_most_lines() {
    for (computer, most) in [(Computer::Blocker, 320), (Computer::Extender, 280)] {
        let games = games_against(computer, SIX_BY_SEVEN);
        assert!(games.len() > most, "{computer:?}: {}", games.len());
        let ways: BTreeSet<_> = games
            .iter()
            .map(|game| (game.cells.clone(), game.last, game.winner))
            .collect();

        assert_eq!(ways.len(), games.len(), "no way occurs twice");
        for game in &games {
            prove(SIX_BY_SEVEN, &with_replies(computer, game));
        }

        for winner in [Player::One, Player::Two] {
            for direction in [
                Direction::Horizontal,
                Direction::Vertical,
                Direction::DiagonalDown,
                Direction::DiagonalUp,
            ] {
                let found = games
                    .iter()
                    .any(|game| game.winner == winner && game.direction == direction);
                assert!(found, "{computer:?} {winner:?} {direction:?}");
            }
        }

        assert_eq!(games_against(computer, SIX_BY_SEVEN), games);
    }
}
