//! Games at random in words and formats at random: the same game is never another, and one fact changed always is.

use super::games::{against, all, falling, keys, script};
use crate::connect4::board::{Board, Player};
use crate::connect4::expected::{Event, Expected, Outcome};
use crate::connect4::reading::{Words, align, read};
use crate::connect4::rules::{Computer, Game};
use crate::splitmix::SplitMix64;

/// The words and the format of one program.
struct Program<'a> {
    game: &'a Game,
    newline: &'static str,
    prompt: &'static str,
    refusal: &'static str,
    win: &'static str,
    tie: &'static str,
    greeting: &'static str,
    header: &'static str,
    empty: &'static str,
    pieces: [&'static str; 2],
    row: &'static str,
    gap: &'static str,
    echoes: bool,
    blank: bool,
}

const NEWLINES: &[&str] = &["\n", "\r\n", "\n\r", "\r"];
const PROMPTS: &[&str] = &[
    "{N}: choose a column for your next move (1-7, q to restart): ",
    "{N}'s turn. Column? ",
    "Player {1}, enter a number between 1 and 7: ",
    "{n} to play^Enter column (q quits): ",
    "Your turn, {N}!^",
    "Now {i}: ",
];
const REFUSALS: &[&str] = &[
    "Invalid Input! Please try again.",
    "Column full!",
    "Out of range, choose again",
    "You cannot do that.",
    "*** ERROR ***",
];
const WINS: &[&str] = &[
    "{N} PLAYER HAS WON!",
    "{i} IS THE WINNER.",
    "Congratulations {n}, you win!!",
    "GAME OVER^Winner: {N}",
    "Player {1} wins the game",
];
const TIES: &[&str] = &["It's a draw!", "TIE GAME", "Nobody wins.", "The board is full: a draw"];
const GREETINGS: &[&str] = &[
    "",
    "Let's Play Connect 4!",
    "Connect Four^^RED against YELLOW: the first with four in a row wins^Invalid moves are refused",
];
const HEADERS: &[&str] = &[
    "",
    "1 2 3 4 5 6 7",
    "  1 2 3 4 5 6 7",
    "|1|2|3|4|5|6|7|",
    "\t1\t2\t3\t4\t5\t6\t7^",
];
const EMPTIES: &[&str] = &["O", "0", ".", "-", "_"];
const PIECES: &[[&str; 2]] = &[["", ""], ["", ""], ["1", "2"]];
const ROWS: &[&str] = &["{c}", "{r} {c} ", "| {c} |", "{c} {r}", "{r}\t{c}"];
const GAPS: &[&str] = &[" ", " ", "", "\t", " | "];

fn pick<T: Clone>(random: &mut SplitMix64, from: &[T]) -> T {
    from[random.below(from.len())].clone()
}

impl<'a> Program<'a> {
    fn new(game: &'a Game, random: &mut SplitMix64) -> Self {
        Self {
            game,
            newline: pick(random, NEWLINES),
            prompt: pick(random, PROMPTS),
            refusal: pick(random, REFUSALS),
            win: pick(random, WINS),
            tie: pick(random, TIES),
            greeting: pick(random, GREETINGS),
            header: pick(random, HEADERS),
            empty: pick(random, EMPTIES),
            pieces: pick(random, PIECES),
            row: pick(random, ROWS),
            gap: pick(random, GAPS),
            echoes: random.below(4) > 0,
            blank: random.below(2) == 0,
        }
    }

    fn say(&self, text: &str, player: Player) -> String {
        let reds = self.game.wording.pieces[player.index()] == 'R';
        let name = if reds { "RED" } else { "YELLOW" };
        text.replace("{N}", name)
            .replace("{n}", &name.to_lowercase())
            .replace("{i}", &name[..1])
            .replace("{1}", &player.number().to_string())
    }

    fn board(&self, board: &Board, text: &mut String) {
        if self.blank {
            text.push('^');
        }

        if !self.header.is_empty() {
            *text += &format!("{}^", self.header);
        }

        for row in 0..board.rows() {
            let cell = |column: usize| match board.cell(row, column) {
                None => self.empty.to_owned(),
                Some(player) if self.pieces[0].is_empty() => self.game.wording.pieces[player.index()].to_string(),
                Some(player) => self.pieces[player.index()].to_owned(),
            };

            let cells: Vec<String> = (0..board.columns()).map(cell).collect();
            let line = self.row.replace("{c}", &cells.join(self.gap));
            *text += &format!("{}^", line.replace("{r}", &(row + 1).to_string()));
        }
    }

    fn step(&self, events: &[Event]) -> String {
        let mut text = String::new();
        let mut begins = !events.iter().any(|event| matches!(event, Event::Echo(_)));
        for event in events {
            match event {
                Event::Echo(typed) if self.echoes => text += &String::from_utf8_lossy(typed),
                Event::Echo(_) => {}
                Event::Frame(board) | Event::Board(board) => {
                    if !text.is_empty() && !text.ends_with('^') || text.is_empty() && !begins {
                        text.push('^');
                    }
                    if board.pieces() == 0 && !self.greeting.is_empty() {
                        text += &format!("{}^", self.greeting);
                    }
                    self.board(board, &mut text);
                }
                Event::Prompt(player) => text += &self.say(self.prompt, *player),
                Event::Refusal => text += &format!("^{}^", self.refusal),
                Event::Result(Outcome::Win(player)) => text += &format!("{}^", self.say(self.win, *player)),
                Event::Result(Outcome::Tie) => text += &format!("{}^", self.tie),
            }
            begins = false;
        }

        text.replace('^', self.newline)
    }

    fn print(&self, steps: &[Vec<Event>]) -> (Vec<u8>, Vec<usize>) {
        let mut bytes = Vec::new();
        let mut marks = Vec::new();
        for (index, events) in steps.iter().enumerate() {
            if index > 0 {
                marks.push(bytes.len());
            }
            bytes.extend(self.step(events).into_bytes());
        }
        (bytes, marks)
    }
}

/// Changes one fact of a game; `None` where the place that was picked has none.
fn change(random: &mut SplitMix64, steps: &mut [Vec<Event>]) -> Option<&'static str> {
    let step = random.below(steps.len());
    let at = random.below(steps[step].len());
    let is_refused = steps[step].contains(&Event::Refusal);
    let reported = match &mut steps[step][at] {
        Event::Board(board) | Event::Frame(board) => match random.below(3) {
            // Behind a refusal it need not be there.
            0 if is_refused => return None,
            0 => {
                steps[step].remove(at);
                "a board is missing"
            }
            _ => {
                let (row, column) = (random.below(board.rows()), random.below(board.columns()));
                let other = match board.cell(row, column) {
                    None => Some(pick(random, &[Player::One, Player::Two])),
                    Some(player) => pick(random, &[None, Some(player.other())]),
                };
                board.set(row, column, other);
                "a cell is another"
            }
        },
        Event::Prompt(player) if random.below(2) == 0 => {
            *player = player.other();
            "another player is asked"
        }
        // What refuses a move asks for another one.
        Event::Prompt(_) if is_refused => return None,
        Event::Prompt(_) => {
            steps[step].remove(at);
            "nobody is asked"
        }
        Event::Refusal => {
            steps[step].remove(at);
            "no refusal"
        }
        Event::Result(outcome) => match outcome {
            _ if random.below(2) == 0 => {
                steps[step].remove(at);
                "no result"
            }
            Outcome::Win(player) => {
                *player = player.other();
                "another winner"
            }
            Outcome::Tie => {
                *outcome = Outcome::Win(Player::One);
                "a winner of a tie"
            }
        },
        Event::Echo(_) => {
            let is_move = steps[step].iter().any(|event| matches!(event, Event::Board(_)));
            if is_refused || !is_move {
                return None;
            }

            let extra = pick(
                random,
                &[
                    Event::Refusal,
                    Event::Result(Outcome::Win(Player::One)),
                    Event::Result(Outcome::Tie),
                ],
            );

            if steps[step].contains(&extra) {
                return None;
            }

            let is_full = |event: &Event| matches!(event, Event::Board(board) if board.is_full());
            if steps[step].iter().any(is_full) {
                return None;
            }

            steps[step].insert(1, extra);
            "a message too many"
        }
    };

    Some(reported)
}

#[test]
fn the_same_game_in_any_words_is_the_same_and_one_fact_changed_is_another() {
    let mut random = SplitMix64::new(42);
    let mut changed = 0;
    for round in 0..if cfg!(debug_assertions) { 600 } else { 4000 } {
        let games = all();
        let game = &games[random.below(games.len())];
        let script = script(&keys(&mut random));
        let expected = Expected::play(game, &script);
        let program = Program::new(game, &mut random);
        let mut steps: Vec<Vec<Event>> = expected.steps.iter().map(|step| step.events.clone()).collect();
        let (bytes, marks) = program.print(&steps);
        let seen = read(game, &script, &bytes, &marks, !expected.halts, Words::Free);
        let (difference, _) = align(&expected, &seen, true);
        let text = String::from_utf8_lossy(&bytes);

        assert_eq!(difference, None, "round {round}:\n{text}");
        let Some(what) = change(&mut random, &mut steps) else {
            continue;
        };

        let (bytes, marks) = program.print(&steps);
        let seen = read(game, &script, &bytes, &marks, !expected.halts, Words::Free);
        let (difference, _) = align(&expected, &seen, true);
        let text = String::from_utf8_lossy(&bytes);
        assert!(difference.is_some(), "round {round}, {what}:\n{text}");

        changed += 1;
    }

    assert!(changed > 300);
}

#[test]
fn a_missing_landing_is_seen_where_frames_may_be_left_out() {
    let mut random = SplitMix64::new(7);
    for game in [falling(), against(falling(), Computer::Extender)] {
        for _ in 0..60 {
            let script = script(&keys(&mut random));
            let expected = Expected::play(&game, &script);
            let program = Program::new(&game, &mut random);
            let mut steps: Vec<Vec<Event>> = expected.steps.iter().map(|step| step.events.clone()).collect();
            for step in &mut steps {
                step.retain(|event| !matches!(event, Event::Frame(_)) || random.below(2) == 0);
            }

            let aligned = |steps: &[Vec<Event>]| {
                let (bytes, marks) = program.print(steps);
                let seen = read(&game, &script, &bytes, &marks, true, Words::Free);
                align(&expected, &seen, false).0
            };
            assert_eq!(aligned(&steps), None);

            let boards: Vec<(usize, usize)> = steps
                .iter()
                .enumerate()
                .flat_map(|(step, events)| events.iter().enumerate().map(move |(at, event)| (step, at, event)))
                .filter(|(.., event)| matches!(event, Event::Board(_)))
                .map(|(step, at, _)| (step, at))
                .collect();

            let (step, at) = boards[random.below(boards.len())];
            let is_refused = steps[step].contains(&Event::Refusal);
            steps[step].remove(at);
            if !is_refused {
                assert!(aligned(&steps).is_some());
            }
        }
    }
}
