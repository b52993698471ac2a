//! Games against a submission's own computer player: the cases that name a goal get the moves that reach it.
//!
//! Takes a plan and gives it back with the games that were found. The machine is deterministic and goes on from what
//! scripts have in common, so a game is explored key by key, and its replies are read from the boards that the program
//! prints. What cannot be reached is worth nothing and costs nothing: its points go to the cases beside it. Bounded in
//! replies, in instructions and in runs that reach a limit.

use std::collections::BTreeMap;

use super::adapt;
use super::judge::compare::{self, without_banners};
use super::plan::Plan;
use super::run::{RunConfig, Runner};
use crate::case::goal::Reach;
use crate::case::{Case, goal};
use crate::connect4::computer::Demand;
use crate::connect4::goals::{Answer, search};
use crate::connect4::reading::{self, Seen};
use crate::connect4::{Board, First, Game, Player, Protocol, Script, referee};
use crate::diagnostic::wording::{all_of, counted, either};
use crate::machine::{Limits, Run, Service};
use crate::result::Ending;

/// Instructions that are executed at most to look for games.
const INSTRUCTIONS: u64 = 1_000_000_000;
/// Of the limit of a run, a game that is explored gets one part in so many.
const PART: u64 = 2;
/// What it may execute, pauses that are skipped not counted.
const EXECUTED: u64 = 250_000_000;
/// After so many runs that reach a limit no more games are looked for.
const EXHAUSTED: usize = 3;
/// Bytes of one step that are read.
const READ: usize = 16 << 10;

/// The plan with the games that were found against this program; `None` where no case asks for any, or the program cannot
/// be run.
pub(super) fn reach(plan: &Plan, runner: &mut Runner) -> Option<Plan> {
    let wanted = goal::wanted(&plan.cases);
    let computer = plan.assignment.game.flow.computer?;
    if wanted.is_empty() {
        return None;
    }

    let adaptation = adapt::detect(plan, plan.configs[0], runner).unwrap_or_default();
    let config = plan.configs[0].adapted(adaptation);
    runner.program()?;
    let limits = runner.limits();
    let mut table = Table {
        game: &plan.assignment.game,
        words: compare::words(&plan.assignment),
        config,
        spent_before: runner.spent(),
        runner,
        limits: Limits {
            instructions: (limits.instructions / PART).max(1),
            ..limits
        },
        exhausted: 0,
    };

    let rules = plan.assignment.game.rules;
    let begins = match plan.assignment.game.flow.first {
        First::Person | First::OtherPerson => Player::One,
        First::Computer | First::ComputerUnseen => Player::Two,
    };
    let found = search(
        rules,
        begins,
        Some(Demand::of(computer)),
        &wanted,
        &mut |moves, board| table.answer(moves, board),
    );
    let cases = goal::with_games(&plan.assignment, &plan.cases, &found);
    Some(plan.with_cases(cases))
}

/// Where games are explored.
struct Table<'a> {
    game: &'a Game,
    words: reading::Words,
    config: RunConfig,
    runner: &'a mut Runner,
    /// What other runs had used up before.
    spent_before: u64,
    limits: Limits,
    /// Runs that reached a limit.
    exhausted: usize,
}

impl Table<'_> {
    /// The reply of the program's computer to the last of these moves, which made this board.
    fn answer(&mut self, moves: &[usize], board: &Board) -> Answer {
        if self.exhausted >= EXHAUSTED || self.runner.spent() - self.spent_before >= INSTRUCTIONS {
            return Answer::GivenUp;
        }

        let digits: Vec<[u8; 1]> = moves.iter().map(|column| [b'1' + *column as u8]).collect();
        let script = Script::from_attempts(digits.iter().map(|digit| &digit[..]), self.config.protocol);
        let Some(run) = self.runner.explore(self.config, &script.keys, (self.limits, EXECUTED)) else {
            return Answer::GivenUp;
        };
        if matches!(run.stop.ending, Ending::Limit | Ending::Flooded) {
            self.exhausted += 1;
        }

        let reply = self
            .last_step(&script, &run)
            .and_then(|seen| referee::reply_seen(board, &seen))
            .or_else(|| referee::reply_seen(board, &self.whole(&script, &run)?));
        reply.map_or(Answer::Broken, Answer::Column)
    }

    /// What the program printed after the last move. Only what is printed before and after the first one is read too: it shows
    /// what the characters of a board mean.
    fn last_step(&self, typed: &Script, run: &Run) -> Option<Vec<Seen>> {
        let (first, last) = (typed.attempts.first()?, typed.attempts.last()?);
        let printed = without_banners(&run.output, &[Service::Halt, Service::In]);
        let mark = |key: usize| printed.marks.get(key).copied();
        let from = mark(last.first_key)?;
        let second = typed
            .attempts
            .get(1)
            .map_or(Some(from), |second| mark(second.first_key))?;

        let mut bytes = printed.bytes.get(..second.min(from))?.to_vec();
        let mut attempts = vec![&last.typed[..]];
        let mut marks = vec![mark(first.first_key)?];
        if typed.attempts.len() > 1 {
            attempts.insert(0, &first.typed[..]);
            marks.push(bytes.len());
        }
        let step = printed.bytes.get(from..)?;
        bytes.extend_from_slice(&step[..step.len().min(READ)]);

        // Each attempt is one key here, whatever ended it.
        let keys = attempts.concat();
        let script = Script::from_input(&keys, Protocol::Key);
        self.read(&script, &bytes, &marks, run)
    }

    /// The same where everything before is read too.
    fn whole(&self, typed: &Script, run: &Run) -> Option<Vec<Seen>> {
        let printed = without_banners(&run.output, &[Service::Halt, Service::In]);
        let last = typed.attempts.last().map(|attempt| attempt.first_key);
        let from = last.map_or(Some(0), |last| printed.marks.get(last).copied())?;
        let to = printed.bytes.len().min(from + READ);
        self.read(typed, &printed.bytes[..to], &printed.marks, run)
    }

    /// The last step of a text.
    fn read(&self, script: &Script, bytes: &[u8], marks: &[usize], run: &Run) -> Option<Vec<Seen>> {
        let waits = run.stop.ending == Ending::Waiting;
        let mut reading = reading::read(self.game, script, bytes, marks, waits, self.words);
        (reading.steps.len() == script.attempts.len() + 1).then(|| reading.steps.pop())?
    }
}

/// What is said of the goals that were reached; nothing where no case asks for any.
pub(super) fn coverage(plan: &Plan) -> Option<String> {
    let goals: Vec<Reach> = plan
        .cases
        .iter()
        .filter_map(|case| Some(case.goal.as_ref()?.reach))
        .collect();
    if goals.is_empty() {
        return None;
    }

    let count = |wanted| goals.iter().filter(|reach| **reach == wanted).count();
    let (reached, prevented) = (count(Reach::Reached), count(Reach::Prevented));
    let missed: Vec<&Case> = plan.cases.iter().filter(|case| case.is_missed()).collect();
    let mut said = format!(
        "The grader played to win, to lose and to fill the board against your program's computer: {reached} of {} were \
         reached.",
        counted(goals.len(), "goal", "goals")
    );
    if prevented > 0 {
        said += &format!(" In {prevented} more, your program broke the rules on the way.");
    }
    if missed.is_empty() {
        return Some(said);
    }

    let mut families: BTreeMap<&str, usize> = BTreeMap::new();
    for case in &missed {
        *families
            .entry(case.family.as_deref().unwrap_or(&case.name))
            .or_default() += 1;
    }
    let named: Vec<String> = families
        .iter()
        .map(|(family, count)| format!("{count} of '{family}'"))
        .collect();
    let them = either(missed.len(), "It costs", "They cost");
    Some(format!("{said} Not reached: {}. {them} no points.", all_of(&named)))
}
