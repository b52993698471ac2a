//! A correct program at work: game after game, one attempt at a time.

use super::page::Page;
use super::{Outcome, Step, Turn, is_complete};
use crate::connect4::board::{Board, Player};
use crate::connect4::computer::Opponent;
use crate::connect4::faults::Fault;
use crate::connect4::rules::{Echo, First, Game, Then};
use crate::connect4::script::Script;

/// A cell: row and column from 0, rows from the top.
type Cell = (usize, usize);

/// A correct program between two keys.
#[derive(Debug, Clone)]
pub struct Course<'a> {
    game: &'a Game,
    /// What is wrong with the rules that it plays by.
    fault: Option<Fault>,
    page: Page<'a>,
    board: Board,
    player: Player,
    opponent: Option<Opponent>,
    /// Those that are over; none of a text or an outline.
    pub steps: Vec<Step>,
    /// How many are over.
    count: usize,
    /// How the last game ended, where the program stops by it.
    pub outcome: Option<Outcome>,
    /// Whether the program has stopped.
    pub has_stopped: bool,
}

/// What the next steps of a correct program depend on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Standing {
    /// The board.
    pub board: Board,
    /// Who is to move.
    pub player: Player,
    opponent: Option<Opponent>,
    has_open_line: bool,
    has_stopped: bool,
}

impl<'a> Course<'a> {
    /// A program that waits for its first key.
    pub fn begin(game: &'a Game, replies: &mut dyn FnMut(&Turn) -> usize) -> Self {
        Self::begin_faulty(game, None, replies)
    }

    /// The same by rules that may have a fault.
    pub fn begin_faulty(game: &'a Game, fault: Option<Fault>, replies: &mut dyn FnMut(&Turn) -> usize) -> Self {
        Self::begin_on(Page::new(game), game, fault, replies)
    }

    /// A program of which only the text is kept, and nothing of its steps.
    pub fn begin_text(game: &'a Game, replies: &mut dyn FnMut(&Turn) -> usize) -> Self {
        Self::begin_on(Page::of_text(game), game, None, replies)
    }

    /// A program of which nothing is kept but how its games go.
    pub fn begin_outline(game: &'a Game, replies: &mut dyn FnMut(&Turn) -> usize) -> Self {
        Self::begin_on(Page::unread(game), game, None, replies)
    }

    fn begin_on(page: Page<'a>, game: &'a Game, fault: Option<Fault>, replies: &mut dyn FnMut(&Turn) -> usize) -> Self {
        let mut course = Self {
            game,
            fault,
            page,
            board: Board::new(game.rules.rows, game.rules.columns),
            player: Player::One,
            opponent: None,
            steps: Vec::new(),
            count: 0,
            outcome: None,
            has_stopped: false,
        };

        let reply = course.deal(replies);
        course.end_step(None, None, reply);
        course
    }

    /// What its next steps depend on, beside the game.
    pub fn standing(&self) -> Standing {
        Standing {
            board: self.board.clone(),
            player: self.player,
            opponent: self.opponent.clone(),
            has_open_line: self.page.has_open_line(),
            has_stopped: self.has_stopped,
        }
    }

    /// Plays the attempts of a script, until the program stops.
    pub fn follow(&mut self, script: &Script, replies: &mut dyn FnMut(&Turn) -> usize) {
        for attempt in script.attempts.iter() {
            if is_complete(script, attempt) {
                self.attempt(&attempt.typed, replies);
            } else {
                self.unfinished(&attempt.typed);
            }
            if self.has_stopped {
                return;
            }
        }
    }

    /// How many steps are over.
    pub fn step_count(&self) -> usize {
        self.count
    }

    /// The text of a program of which only that is kept.
    pub fn into_text(self) -> Vec<u8> {
        self.page.into_text()
    }

    /// A line whose Enter is still to come: it is shown as it is typed.
    pub fn unfinished(&mut self, typed: &[u8]) {
        let mover = self.player;
        self.page.echo(typed);
        self.end_step(Some(mover), None, None);
    }

    /// One attempt, and everything until the next key is read.
    pub fn attempt(&mut self, typed: &[u8], replies: &mut dyn FnMut(&Turn) -> usize) {
        let mover = self.player;
        let columns = self.board.columns();
        let column = column(typed, columns);
        let column = self.fault.map_or(column, |fault| fault.column(typed, column, columns));
        let quit = self.game.flow.quit.filter(|quit| typed == [quit.key]);
        let quit = quit.filter(|_| !self.has(Fault::IgnoresQuit));
        if self.game.wording.echo == Echo::All || column.is_some() || quit.is_some() {
            self.page.echo(typed);
        }

        let (mut placed, mut reply) = (None, None);
        if let Some(quit) = quit {
            self.leave(quit.then, replies);
        } else {
            placed = column.and_then(|column| self.place(column));
            match placed {
                Some(cell) => reply = self.go_on(cell, replies),
                None => self.refuse(column.is_some()),
            }
        }

        self.end_step(Some(mover), placed, reply);
    }

    /// Greeting, empty board, prompt of player 1; the computer's piece before that, where it begins.
    fn deal(&mut self, replies: &mut dyn FnMut(&Turn) -> usize) -> Option<Cell> {
        let game = self.game;
        if !self.has(Fault::KeepsBoard) {
            self.board = Board::new(game.rules.rows, game.rules.columns);
        }
        if !self.has(Fault::KeepsTurn) {
            self.player = Player::One;
        }
        self.opponent = game.flow.computer.map(Opponent::new);
        self.page.message(&game.wording.greeting);
        if game.flow.first != First::ComputerUnseen {
            self.page.board(&self.board);
        }
        let reply = match game.flow.first {
            First::Person | First::OtherPerson => None,
            First::Computer | First::ComputerUnseen => {
                self.player = Player::Two;
                self.reply(replies)
            }
        };
        self.page.prompt(self.player);
        reply
    }

    fn leave(&mut self, then: Then, replies: &mut dyn FnMut(&Turn) -> usize) {
        self.page.message(&self.game.wording.farewell);
        match then {
            Then::Stop => self.has_stopped = true,
            Then::Restart => {
                self.deal(replies);
            }
        }
    }

    fn refuse(&mut self, is_full: bool) {
        let is_accepted = is_full && self.has(Fault::FullPasses);
        if is_accepted || self.has(Fault::RefusalPasses) {
            self.player = self.player.other();
        }

        if !is_accepted {
            self.page.refusal(is_full);
        }
        if is_accepted || self.game.wording.board_again {
            self.page.board(&self.board);
        }
        self.page.prompt(self.player);
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// What follows a piece of a person: the end of the game, the computer's reply, or the next prompt.
    fn go_on(&mut self, cell: Cell, replies: &mut dyn FnMut(&Turn) -> usize) -> Option<Cell> {
        if self.is_over(cell, replies) {
            return None;
        }
        let reply = self.reply(replies);
        if reply.is_none_or(|cell| !self.is_over(cell, replies)) {
            self.page.prompt(self.player);
        }
        reply
    }

    /// The computer's piece, where player 2 is one. A column that no piece can be dropped into is not taken for a reply:
    /// the package's own choice replaces it.
    fn reply(&mut self, replies: &mut dyn FnMut(&Turn) -> usize) -> Option<Cell> {
        let opponent = self.opponent.as_mut()?;
        let own = opponent.choose(&self.board, self.game.rules.line)?;
        let chosen = replies(&Turn {
            board: &self.board,
            last: opponent.last(),
            step: self.count,
            own,
        });

        let is_open = chosen < self.board.columns() && self.board.landing(chosen).is_some();
        let cell = self.place(if is_open { chosen } else { own })?;
        self.opponent.as_mut()?.took(cell);
        Some(cell)
    }

    /// Drops a piece, shows it, and passes the turn; nothing in a full column.
    fn place(&mut self, column: usize) -> Option<Cell> {
        let row = self.board.landing(column);
        let row = self
            .fault
            .map_or(row, |fault| fault.landing(&self.board, column, row))?;
        if self.game.flow.falling && self.page.is_read() {
            for above in 0..row {
                self.board.set(above, column, Some(self.player));
                self.page.frame(&self.board);
                self.board.set(above, column, None);
            }
        }

        self.board.set(row, column, Some(self.player));
        self.page.board(&self.board);
        self.player = self.player.other();
        Some((row, column))
    }

    /// Ends the game where the piece in a cell does. A line on the last empty cell is a win, not a tie.
    fn is_over(&mut self, (row, column): Cell, replies: &mut dyn FnMut(&Turn) -> usize) -> bool {
        let outcome = match self.fault {
            Some(fault) => self.faulty_outcome(fault, (row, column)),
            None if self.board.wins_at(row, column, self.game.rules.line) => Some(Outcome::Win(self.player.other())),
            None => self.board.is_full().then_some(Outcome::Tie),
        };
        let Some(outcome) = outcome else { return false };

        self.page.result(outcome);
        if self.has(Fault::GoesOn) {
            return false;
        }
        match self.game.flow.over {
            Then::Stop => {
                self.outcome = Some(outcome);
                self.has_stopped = true;
            }
            Then::Restart => {
                self.deal(replies);
            }
        }

        true
    }

    fn faulty_outcome(&self, fault: Fault, cell: Cell) -> Option<Outcome> {
        let cells = self.board.rows() * self.board.columns();
        let needed = cells - usize::from(fault == Fault::TieEarly);
        let is_full = self.board.pieces() >= needed;

        if fault.wins(&self.board, cell, self.game.rules.line) && !(is_full && fault == Fault::TieFirst) {
            return Some(Outcome::Win(fault.announced(self.player.other())));
        }
        (is_full && fault != Fault::NoTie).then_some(Outcome::Tie)
    }

    fn end_step(&mut self, player: Option<Player>, placed: Option<Cell>, reply: Option<Cell>) {
        self.count += 1;
        if !self.page.has_events() {
            return;
        }
        let (text, events) = self.page.take();
        self.steps.push(Step {
            player,
            placed,
            reply,
            text,
            events,
            board: self.board.clone(),
        });
    }
}

/// The column (from 0) that an attempt names: exactly one digit, from 1 to the number of columns.
fn column(typed: &[u8], columns: usize) -> Option<usize> {
    match typed {
        [digit @ b'1'..=b'9'] => Some(usize::from(digit - b'1')).filter(|column| *column < columns),
        _ => None,
    }
}
