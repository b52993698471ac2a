//! The search: many games, each played for a purpose, in which every position is asked what it is good for.
//!
//! What the person can do next is known from the board alone: a win, a demand, a full column. Only the computer's replies
//! have to be asked for, and each game is asked once.

use std::collections::{BTreeMap, BTreeSet};

use super::ground::{Cell, Ground, Style};
use super::{Answer, Found, Goal, Played};
use crate::connect4::board::{Board, Player};
use crate::connect4::computer::{Demand, demanded};
use crate::connect4::lines::Direction;
use crate::connect4::rules::Rules;
use crate::splitmix::SplitMix64;

mod pick;

/// So many replies are asked for in all.
const REPLIES: usize = 2_600;
/// So many games for a goal bring nothing new before it is given up.
const PATIENCE: usize = 20;
/// So many replies are asked for in one game that is to last, those to moves that are taken back included.
const OF_LONG_GAME: usize = 90;
/// How many columns are tried in a position of such a game.
const TRIED: usize = 4;
/// A game in which the computer has to block is as good as any once it has had to so often: one block happens by chance.
const BLOCKS: usize = 2;
/// How much of the choice of a column is left to chance.
const CHANCE: usize = 14;

/// Gives the computer's reply to a game: by the columns that the person types, and the board that the last of them makes.
type Ask<'a> = dyn FnMut(&[usize], &Board) -> Answer + 'a;

/// What tells games for one goal apart, in the order in which they are picked.
type Place = Vec<usize>;

/// Looks for games against a computer. `begins` makes the first move of each, `wanted` says how many there should be for each
/// goal, `demand` what the document demands, and `ask` gives the computer's reply to a game by the columns that the person types.
pub fn search(
    rules: Rules,
    begins: Player,
    demand: Option<Demand>,
    wanted: &BTreeMap<Goal, usize>,
    ask: &mut Ask<'_>,
) -> Found {
    let mut search = Search {
        begins,
        ground: Ground::new(rules),
        demand,
        ask,
        known: BTreeMap::new(),
        left: REPLIES,
        found: BTreeMap::new(),
        lines: [BTreeSet::new(), BTreeSet::new()],
        broken: BTreeMap::new(),
        tallies: BTreeMap::new(),
    };
    search.play_for(wanted);
    search.picked(wanted)
}

/// A position in which the person is to move.
#[derive(Debug, Clone)]
struct Position {
    board: Board,
    /// The computer's last piece.
    last: Option<Cell>,
    /// How often the computer had to do what its document demands.
    demands: usize,
    game: Played,
}

/// What became of an exchange of moves.
enum Next {
    On(Position),
    /// The game ended.
    Over,
    /// The program broke the rules in this game.
    Broken(Played),
    GivenUp,
}

/// How a game ended.
enum End {
    Over,
    Broken(Played),
    GivenUp,
}

/// How the games for a goal ended.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    broken: Vec<Played>,
}

struct Search<'a> {
    ground: Ground,
    begins: Player,
    demand: Option<Demand>,
    ask: &'a mut Ask<'a>,
    known: BTreeMap<Vec<usize>, Answer>,
    left: usize,
    found: BTreeMap<Goal, BTreeMap<Place, Played>>,
    /// The lines over which each player has won.
    lines: [BTreeSet<usize>; 2],
    /// Games in which the program broke the rules.
    broken: BTreeMap<Vec<usize>, Played>,
    tallies: BTreeMap<Goal, Tally>,
}

impl Search<'_> {
    /// Plays in turn for each goal of which games are wanted still, until each has them or is given up.
    fn play_for(&mut self, wanted: &BTreeMap<Goal, usize>) {
        let mut numbers = SplitMix64::new(0);
        let mut patience: BTreeMap<Goal, usize> = wanted.keys().map(|goal| (*goal, PATIENCE)).collect();
        for round in 0.. {
            let mut is_idle = true;
            for (goal, count) in wanted {
                let before = self.count(*goal);
                if before >= *count || patience[goal] == 0 || self.left == 0 {
                    continue;
                }

                is_idle = false;
                self.play(*goal, round, &mut numbers);
                let rest = if self.count(*goal) > before {
                    PATIENCE
                } else {
                    patience[goal] - 1
                };
                patience.insert(*goal, rest);
            }
            if is_idle {
                return;
            }
        }
    }

    /// How many games there are for a goal; of those that win, over different lines, of demands, with as many as are useful.
    fn count(&self, goal: Goal) -> usize {
        let Some(games) = self.found.get(&goal) else { return 0 };
        match goal {
            Goal::Win(..) => games.keys().map(|place| place[0]).collect::<BTreeSet<usize>>().len(),
            Goal::Demand(_) => games.keys().filter(|place| place[0] == 0).count(),
            _ => games.len(),
        }
    }

    /// One game for a goal.
    fn play(&mut self, goal: Goal, round: usize, numbers: &mut SplitMix64) {
        let directions = [
            Direction::Horizontal,
            Direction::Vertical,
            Direction::DiagonalDown,
            Direction::DiagonalUp,
        ];
        let style = match goal {
            Goal::Win(player, direction) => Style::Build(player, direction),
            Goal::Demand(Demand::Block) => Style::Build(Player::One, directions[round % 2]),
            Goal::Demand(Demand::Win) => Style::Build(Player::Two, directions[round % 4]),
            Goal::NoLine => Style::Chance,
            Goal::Tie | Goal::FullColumn | Goal::LongGame => Style::Last,
        };

        let start = Position {
            board: Board::new(self.ground.rules.rows, self.ground.rules.columns),
            last: None,
            demands: 0,
            game: Played::default(),
        };
        let start = match self.begins {
            Player::One => Next::On(start),
            Player::Two => self.reply(start),
        };
        let end = match start {
            Next::On(start) if style == Style::Last => self.last_long(&start, numbers),
            Next::On(start) => self.play_on(start, style, numbers),
            Next::Over => End::Over,
            Next::Broken(game) => End::Broken(game),
            Next::GivenUp => End::GivenUp,
        };

        if matches!(end, End::GivenUp) {
            return;
        }
        let tally = self.tallies.entry(goal).or_default();
        tally.games += 1;
        if let End::Broken(game) = end {
            tally.broken.push(game.clone());
            self.broken.insert(game.moves.clone(), game);
        }
    }

    /// Plays a game to its end.
    fn play_on(&mut self, start: Position, style: Style, numbers: &mut SplitMix64) -> End {
        let mut position = start;
        loop {
            self.look(&position);
            let Some(column) = self.columns(&position, style, numbers).first().copied() else {
                return End::Over;
            };
            match self.exchange(&position, column) {
                Next::On(next) => position = next,
                Next::Over => return End::Over,
                Next::Broken(game) => return End::Broken(game),
                Next::GivenUp => return End::GivenUp,
            }
        }
    }

    /// Plays a game that is to last: moves after which somebody wins are taken back.
    fn last_long(&mut self, start: &Position, numbers: &mut SplitMix64) -> End {
        let mut replies = OF_LONG_GAME;
        let mut longest = Played::default();
        let end = self.deepen(start, &mut replies, &mut longest, numbers);
        if !matches!(end, Some(End::Broken(_))) && !longest.moves.is_empty() {
            self.keep(Goal::LongGame, longest.moves.clone(), &longest);
        }
        end.unwrap_or(End::Over)
    }

    /// The same from a position on; `None` where each way on is lost or won.
    fn deepen(
        &mut self,
        position: &Position,
        replies: &mut usize,
        longest: &mut Played,
        numbers: &mut SplitMix64,
    ) -> Option<End> {
        self.look(position);
        if position.game.moves.len() > longest.moves.len() {
            longest.clone_from(&position.game);
        }

        let columns = self.columns(position, Style::Last, numbers);
        for column in columns.into_iter().take(TRIED) {
            if *replies == 0 {
                return Some(End::Over);
            }
            *replies -= 1;
            let ties = self.count(Goal::Tie);
            match self.exchange(position, column) {
                Next::On(next) => {
                    if let Some(end) = self.deepen(&next, replies, longest, numbers) {
                        return Some(end);
                    }
                }
                Next::Over if self.count(Goal::Tie) > ties => return Some(End::Over),
                Next::Over => {}
                Next::Broken(game) => return Some(End::Broken(game)),
                Next::GivenUp => return Some(End::GivenUp),
            }
        }
        None
    }

    /// The columns that win nothing at once, the most useful first.
    fn columns(&self, position: &Position, style: Style, numbers: &mut SplitMix64) -> Vec<usize> {
        let board = &position.board;
        let player = match style {
            Style::Build(player, _) => player,
            Style::Last | Style::Chance => Player::One,
        };
        let is_found = |line: usize| self.lines[player.index()].contains(&line);

        let landings = self.ground.landings(board).into_iter();
        let quiet = landings.filter(|cell| !self.ground.wins(board, *cell, Player::One));
        let mut ranked: Vec<(i64, usize)> = quiet
            .map(|cell| {
                let worth = self.ground.worth(board, cell, style, &is_found);
                (worth + numbers.below(CHANCE) as i64, cell.1)
            })
            .collect();
        ranked.sort_by_key(|(worth, column)| (-worth, *column));
        ranked.into_iter().map(|(_, column)| column).collect()
    }

    /// The person's move that wins nothing, and the computer's reply.
    fn exchange(&mut self, position: &Position, column: usize) -> Next {
        let mut next = position.clone();
        next.game.moves.push(column);
        if next.board.drop_piece(column, Player::One).is_none() {
            return Next::Over;
        }
        if next.board.is_full() {
            self.keep(Goal::Tie, next.game.moves.clone(), &next.game);
            return Next::Over;
        }
        self.reply(next)
    }

    /// The computer's reply to the last move; its first one where it begins.
    fn reply(&mut self, mut next: Position) -> Next {
        let reply = match self.answer(&next.game.moves, &next.board) {
            Answer::Column(reply) => reply,
            Answer::Broken => return Next::Broken(next.game),
            Answer::GivenUp => return Next::GivenUp,
        };
        let Some(row) = next.board.landing(reply) else {
            return Next::Broken(next.game);
        };
        let cell = (row, reply);
        next.demands += usize::from(!self.demanded(&next.board, next.last).is_empty());
        let lines = self.ground.completed(&next.board, cell, Player::Two);
        next.board.set(row, reply, Some(Player::Two));
        next.game.replies.push(reply);
        next.last = Some(cell);

        if !lines.is_empty() {
            self.keep_win(Player::Two, &lines, cell, &next.game);
            return Next::Over;
        }
        if next.board.is_full() {
            self.keep(Goal::Tie, next.game.moves.clone(), &next.game);
            return Next::Over;
        }
        Next::On(next)
    }

    /// The computer's reply to the last of these moves. Each game is asked once.
    fn answer(&mut self, moves: &[usize], board: &Board) -> Answer {
        if let Some(answer) = self.known.get(moves) {
            return *answer;
        }
        if self.left == 0 {
            return Answer::GivenUp;
        }

        self.left -= 1;
        let answer = (self.ask)(moves, board);
        if answer == Answer::GivenUp {
            self.left = 0;
        }
        self.known.insert(moves.to_vec(), answer);
        answer
    }

    /// Keeps the games that are one move of the person away from a position.
    fn look(&mut self, position: &Position) {
        let landings = self.ground.landings(&position.board);
        for cell in &landings {
            let game = after(position, &[cell.1]);
            let lines = self.ground.completed(&position.board, *cell, Player::One);
            if lines.is_empty() {
                self.look_at(position, *cell, &game);
            } else {
                self.keep_win(Player::One, &lines, *cell, &game);
            }
        }

        let is_quiet = |cell: &&Cell| !self.ground.wins(&position.board, **cell, Player::One);
        let Some((_, other)) = landings.iter().find(is_quiet) else {
            return;
        };
        for column in 0..self.ground.rules.columns {
            if position.board.landing(column).is_none() {
                self.keep(Goal::FullColumn, vec![column], &after(position, &[column, *other]));
            }
        }
    }

    /// Keeps what a move that wins nothing is good for.
    fn look_at(&mut self, position: &Position, cell: Cell, game: &Played) {
        let mut board = position.board.clone();
        board.set(cell.0, cell.1, Some(Player::One));
        let is_own = |at: &Cell| board.cell(at.0, at.1) == Some(Player::One);
        let is_new = |line: &Vec<Cell>| line.contains(&cell) && line.iter().all(is_own);
        let false_line = self.ground.false_lines.iter().position(is_new);

        if let Some(line) = false_line {
            self.keep(Goal::NoLine, vec![line], game);
        }
        let columns = self.demanded(&board, position.last);
        if let Some(demand) = self.demand.filter(|_| !columns.is_empty()) {
            let useful = match demand {
                Demand::Block => BLOCKS,
                Demand::Win => 1,
            };
            let lacking = useful.saturating_sub(position.demands + 1);
            let rows = columns.iter().filter_map(|column| board.landing(*column));
            let place = [lacking].into_iter().chain(rows).chain(columns.iter().copied());
            self.keep(Goal::Demand(demand), place.collect(), game);
        }
    }

    /// The columns one of which the computer must take now.
    fn demanded(&self, board: &Board, last: Option<Cell>) -> Vec<usize> {
        let columns = |demand| demanded(demand, board, self.ground.rules.line, last);
        self.demand.map(columns).unwrap_or_default()
    }

    /// Keeps a game that is won by one line alone.
    fn keep_win(&mut self, winner: Player, lines: &[usize], cell: Cell, game: &Played) {
        let &[line] = lines else { return };
        let (direction, cells) = &self.ground.lines[line];
        let goal = Goal::Win(winner, *direction);
        let Some(last) = cells.iter().position(|at| *at == cell) else {
            return;
        };
        self.lines[winner.index()].insert(line);
        self.keep(goal, vec![line, last], game);
    }

    fn keep(&mut self, goal: Goal, place: Place, game: &Played) {
        let games = self.found.entry(goal).or_default();
        games.entry(place).or_insert_with(|| game.clone());
    }
}

/// The game with further moves.
fn after(position: &Position, moves: &[usize]) -> Played {
    let mut game = position.game.clone();
    game.moves.extend(moves);
    game
}
