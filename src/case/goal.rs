//! Cases whose moves are looked for against the computer that is played.
//!
//! A file names the goal. Loading a suite plays against the package's own computer, so that there are games to list and to
//! check; grading a submission plays against the submission's, and [`with_games`] gives the cases their moves.

use std::collections::BTreeMap;

use super::{Case, ending};
use crate::assignment::Assignment;
use crate::connect4::computer::{Demand, Opponent};
use crate::connect4::goals::{Answer, Found, Goal, Played, search};
use crate::connect4::{Board, Computer, Expected, Player, Script};

/// What a case is played for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalCase {
    /// The goal.
    pub goal: Goal,
    /// Which of the games for this goal it is, from 0.
    pub number: usize,
    /// Moves that are typed once it is reached.
    pub then: String,
    /// Whether there is such a game.
    pub reach: Reach,
}

/// What became of the search for a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// None was found.
    Missed,
    /// One was found.
    Reached,
    /// The program broke the rules on the way to it: the game is one in which it does.
    Prevented,
}

/// How many games are wanted for each goal.
pub fn wanted(cases: &[Case]) -> BTreeMap<Goal, usize> {
    let mut wanted = BTreeMap::new();
    for goal in cases.iter().filter_map(|case| case.goal.as_ref()) {
        let count = wanted.entry(goal.goal).or_insert(0);
        *count = (goal.number + 1).max(*count);
    }
    wanted
}

/// The cases with the games that were found. One whose goal the program prevents by breaking the rules gets a game in which it
/// does; one whose goal was not reached has no moves and no points.
pub fn with_games(assignment: &Assignment, cases: &[Case], found: &Found) -> Vec<Case> {
    let of_case = |case: &Case| {
        let Some(goal) = &case.goal else { return case.clone() };
        let games = found.games.get(&goal.goal);
        match (
            games.and_then(|games| games.get(goal.number)),
            found.prevented.get(&goal.goal),
        ) {
            (Some(game), _) => with_game(assignment, case, goal, game, Reach::Reached),
            (None, Some(game)) => with_game(assignment, case, goal, game, Reach::Prevented),
            (None, None) => Case {
                points: 0.0,
                ..with_game(assignment, case, goal, &Played::default(), Reach::Missed)
            },
        }
    };
    cases.iter().map(of_case).collect()
}

/// The case with a game, and what comes after it.
fn with_game(assignment: &Assignment, case: &Case, goal: &GoalCase, game: &Played, reach: Reach) -> Case {
    let keys: Vec<String> = game.moves.iter().map(|column| (column + 1).to_string()).collect();
    let keys = format!("{} {}", keys.join(" "), goal.then);
    let script = Script::from_moves(&keys, assignment.protocol);
    let mut replies = game.replies.iter();
    let expected = Expected::play_with(&assignment.game, &script, &mut |turn| {
        replies.next().copied().unwrap_or(turn.own)
    });

    Case {
        script,
        ends: ending(expected.halts),
        expected: expected.into(),
        goal: Some(GoalCase { reach, ..goal.clone() }),
        ..case.clone()
    }
}

/// The cases with games against the package's own computer, and how many are left out because it lets no such game happen.
pub fn against_own_computer(assignment: &Assignment, cases: Vec<Case>) -> (Vec<Case>, usize) {
    let wanted = wanted(&cases);
    let Some(computer) = assignment.game.flow.computer.filter(|_| !wanted.is_empty()) else {
        return (cases, 0);
    };

    let rules = assignment.game.rules;
    let found = search(
        rules,
        Player::One,
        Some(Demand::of(computer)),
        &wanted,
        &mut |moves, _| own_reply(assignment, computer, moves),
    );
    let all = cases.len();
    let mut cases = with_games(assignment, &cases, &found);
    cases.retain(|case| !case.is_missed());
    let missed = all - cases.len();
    (cases, missed)
}

/// The own computer's reply to the last of these moves.
fn own_reply(assignment: &Assignment, computer: Computer, moves: &[usize]) -> Answer {
    let rules = assignment.game.rules;
    let mut board = Board::new(rules.rows, rules.columns);
    let mut opponent = Opponent::new(computer);
    let mut answer = Answer::Broken;
    for column in moves {
        board.drop_piece(*column, Player::One);
        let Some(reply) = opponent.choose(&board, rules.line) else {
            return Answer::Broken;
        };
        if let Some(row) = board.drop_piece(reply, Player::Two) {
            opponent.took((row, reply));
        }
        answer = Answer::Column(reply);
    }
    answer
}
