//! Every game to a depth, and many deeper ones, against the rules model.
//!
//! The suite of an assignment is a sample of games. Here all games of a few moves are played, with the keys that must be refused
//! at every position; then a game for each winning line, and games at random to their ends.
//!
//! | module | what it is for |
//! |---|---|
//! | [`trial`] | whether one game is right |
//! | [`tree`] | all games to a depth: the machine goes on from each key in every way, and equal states are played once |
//! | [`deep`] | games to their ends |

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::Grader;
use super::attempt;
use super::plan::Plan;
use super::run::RunConfig;
use crate::assignment::Frames;
use crate::connect4::reading::Vocabulary;
use crate::connect4::{Protocol, Script};
use crate::diagnostic::render;
use crate::diagnostic::wording::{of_the_program, plural};
use crate::machine::{Limits, Program};
use crate::result::CaseVerdict;
use crate::submission::{Content, Submission};

mod deep;
mod tree;
mod trial;

pub(super) use deep::scripts as whole_games;
pub(super) use tree::typed;
use trial::{Trial, Worker};

/// How far to explore.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth {
    /// Every game of so many moves is played.
    pub plies: usize,
    /// So many games at random are played to their ends.
    pub games: usize,
    /// The states of the program that are kept may take so many bytes. Games whose states do not fit are not played.
    pub memory: usize,
}

impl Depth {
    /// The bytes of states that are kept where nothing else is asked for: 1 GiB.
    pub const USUAL_MEMORY: usize = 1 << 30;
}

/// What is being played, for those who watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Positions after so many moves.
    Positions(usize),
    /// Whole games.
    WholeGames,
}

/// Is called with what is being played, how much of that is done, and how much there is.
pub type Watch<'a> = &'a (dyn Fn(Stage, usize, usize) + Sync);

/// What was explored, and what was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exploration {
    /// How far was asked for.
    pub depth: Depth,
    /// Every game of so many moves was played: as many as were asked for, unless the exploration was cut.
    pub plies: usize,
    /// Whether the states of the program did not fit into the memory that they may take, so that some games were not played.
    pub is_cut: bool,
    /// What no explored game was held to, though cases of the assignment may be.
    pub not_compared: Vec<&'static str>,
    /// Different positions that were reached: boards, and who is to move.
    pub positions: usize,
    /// Different states of the program at a key; `None` where the machine cannot compare them.
    pub states: Option<usize>,
    /// Games of `plies` moves, and those that end before; a game that differs ends there.
    pub games: u128,
    /// Keys that were played from some state.
    pub steps: usize,
    /// Keys that are no column, and were typed at every position.
    pub refused: Vec<Vec<u8>>,
    /// Games that were played to their ends.
    pub deep_games: usize,
    /// Those of them that complete a winning line: every line in every way.
    pub winning_lines: usize,
    /// Steps and games that are right, but formatted differently.
    pub formatted: usize,
    /// What is wrong, each kind once: the shortest games first.
    pub differences: Vec<Difference>,
}

/// A way in which games differ from the rules model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The same for all that differ in this way: `missed-win/vertical`.
    pub key: String,
    /// What they have in common: `the program misses a vertical win`.
    pub common: String,
    /// What happened in the shortest of them that was found, in words for those whose program it is not.
    pub sentence: String,
    /// The verdict on it.
    pub verdict: CaseVerdict,
    /// Its moves, as they are typed.
    pub moves: Vec<Vec<u8>>,
    /// Whether no shorter game differs so: all of them were played.
    pub is_shortest: bool,
    /// How many steps and games differ so.
    pub count: usize,
}

/// Why a program could not be explored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotExplored {
    /// It does not assemble or compile. Given is what the assembler or compiler said, with colors, for a terminal.
    NotBuilt(String),
    /// The machine or the grader failed, or there is no program.
    Failed(String),
}

/// What is explored, the same for all workers.
pub(super) struct Explorer<'a> {
    /// What the program is held to.
    pub plan: &'a Plan,
    /// How it is run.
    pub config: RunConfig,
    /// What is known of its own words.
    pub vocabulary: Vocabulary,
    /// The program.
    pub program: Program,
    /// The caps on each run.
    pub limits: Limits,
    /// How many threads play.
    pub jobs: usize,
    /// Who watches.
    pub watch: Watch<'a>,
}

/// Whole games by kind: how many of their moves the difference takes, and their moves.
type Whole = BTreeMap<String, Vec<(usize, Vec<Vec<u8>>)>>;

/// What was found, by kind.
#[derive(Debug, Default)]
struct Findings {
    differences: BTreeMap<String, Difference>,
    /// The shortest of the whole games that show each kind.
    whole: Whole,
    formatted: usize,
    /// The moves of the first game that is formatted differently.
    first_formatted: Option<Vec<Vec<u8>>>,
}

impl Findings {
    /// Adds what one game was found to be.
    fn add(&mut self, trial: &Trial, moves: impl FnOnce() -> Vec<Vec<u8>>) {
        match trial {
            Trial::Right(_) | Trial::Broken(_) => {}
            Trial::Format(_) => {
                self.formatted += 1;
                self.first_formatted.get_or_insert_with(moves);
            }
            Trial::Wrong(verdict, story) => {
                let known = self.differences.entry(story.key.clone());
                let difference = known.or_insert_with(|| Difference {
                    key: story.key.clone(),
                    common: story.common.clone(),
                    sentence: of_the_program(&story.sentence),
                    verdict: *verdict,
                    moves: moves(),
                    is_shortest: false,
                    count: 0,
                });
                difference.count += 1;
            }
        }
    }

    /// The same of a whole game, which may be a shorter one of its kind when it is shortened.
    fn add_whole(&mut self, trial: &Trial, moves: &[Vec<u8>]) {
        /// So many games of a kind are shortened.
        const FEW: usize = 8;
        self.add(trial, || moves.to_vec());
        let Trial::Wrong(_, story) = trial else { return };

        let needed = story.at_move.map_or(moves.len(), |at| at + 1);
        let shortest = self.whole.entry(story.key.clone()).or_default();
        let at = shortest.partition_point(|(other, _)| *other <= needed);
        if at < FEW {
            shortest.insert(at, (needed, moves.to_vec()));
            shortest.truncate(FEW);
        }
    }
}

impl Findings {
    /// The difference with the shortest game; one of format where there is no other.
    fn shortest(self) -> Option<Difference> {
        let of_format = self.first_formatted.map(|moves| Difference {
            key: "format".to_owned(),
            common: "the output is formatted differently".to_owned(),
            sentence: "The output is formatted differently.".to_owned(),
            verdict: CaseVerdict::Format,
            moves,
            is_shortest: false,
            count: self.formatted,
        });
        let differences = self.differences.into_values();
        let shortest =
            differences.min_by(|one, other| (one.moves.len(), &one.key).cmp(&(other.moves.len(), &other.key)));
        shortest.or(of_format)
    }
}

impl Grader {
    /// Explores a program with `jobs` threads. The result is the same for any number of them.
    pub fn explore(
        &self,
        submission: &Submission,
        depth: Depth,
        jobs: usize,
        watch: Watch,
    ) -> Result<Exploration, NotExplored> {
        let failed = NotExplored::Failed;
        let read = |reason: &str| failed(reason.to_owned());
        let bytes = match &submission.content {
            Content::Missing => return Err(read("there is no program")),
            Content::Refused(reason) | Content::Unreadable(reason) => return Err(read(reason)),
            Content::Path(_) | Content::Files(_) | Content::Bytes(_) => submission.read().map_err(failed)?,
        };

        let plan = &self.plan;
        let built = self.build(submission, &bytes, super::RunCache::default());
        let built = built.map_err(|broken| failed(broken.to_string()))?;
        let Some(mut runner) = built.runner else {
            return Err(self.not_built_messages(submission, &bytes));
        };
        let attempts = attempt::attempts(plan, &mut runner);
        let broken = runner.broken().map(ToString::to_string);
        let (Some(attempts), Some(program)) = (attempts, runner.program().cloned()) else {
            return Err(failed(
                broken.unwrap_or_else(|| "the program could not be run".to_owned()),
            ));
        };

        let explorer = Explorer {
            plan,
            config: attempts.best.config,
            vocabulary: attempts.best.vocabulary,
            program,
            limits: plan.assignment.limits,
            jobs: jobs.max(1),
            watch,
        };
        explorer.explore(depth).map_err(failed)
    }

    /// What the assembler or compiler says about a program that it does not build.
    fn not_built_messages(&self, submission: &Submission, bytes: &[u8]) -> NotExplored {
        let machine = self.plan.configs[0].machine;
        match machine.build(&submission.file, bytes, self.environment().as_ref()) {
            Ok(build) => NotExplored::NotBuilt(render::terminal(&build.diagnostics, &build.source, true)),
            Err(broken) => NotExplored::Failed(broken.to_string()),
        }
    }
}

impl Explorer<'_> {
    fn explore(&self, depth: Depth) -> Result<Exploration, String> {
        let mut findings = Findings::default();
        let covered = tree::explore(self, depth, &mut findings)?;
        let (deep_games, winning_lines) = deep::explore(self, depth.games, &mut findings)?;

        let mut differences: Vec<Difference> = findings.differences.into_values().collect();
        for difference in &mut differences {
            self.shorten(difference, &findings.whole, covered.plies);
        }
        differences.sort_by(|one, other| (one.moves.len(), &one.key).cmp(&(other.moves.len(), &other.key)));
        Ok(Exploration {
            depth,
            plies: covered.plies,
            is_cut: covered.is_cut,
            not_compared: self.not_compared(),
            positions: covered.positions,
            states: covered.states,
            games: covered.games,
            steps: covered.steps,
            refused: tree::refused(&self.plan.assignment.game),
            deep_games,
            winning_lines,
            formatted: findings.formatted,
            differences,
        })
    }

    /// The first difference that is found, by one of the shortest games that show it.
    pub fn first_difference(&self, depth: Depth) -> Result<Option<Difference>, String> {
        let mut findings = Findings::default();
        let covered = tree::explore(self, depth, &mut findings)?;
        if findings.differences.is_empty() && findings.formatted == 0 {
            deep::explore(self, depth.games, &mut findings)?;
        }
        let mut shortest = findings.shortest();
        if shortest.is_none() && covered.is_cut {
            return Err(format!(
                "the states of all games of {} do not fit into memory: use a smaller --plies",
                plural(depth.plies, "move")
            ));
        }
        if let Some(difference) = &mut shortest {
            self.shorten(difference, &BTreeMap::new(), covered.plies);
        }
        Ok(shortest)
    }

    /// What cases may demand, and games that are explored are not held to.
    fn not_compared(&self) -> Vec<&'static str> {
        let assignment = &self.plan.assignment;
        let flow = &assignment.game.flow;
        let computer = flow.computer.is_some().then_some("which moves the computer must make");
        let skips_frames = flow.falling && assignment.comparison.frames == Frames::Skipped;
        let frames = skips_frames.then_some("the boards while a piece falls");
        computer.into_iter().chain(frames).collect()
    }

    /// Shows a difference by the shortest game that can be made of those that were found. Games of at most `plies` moves
    /// were all played.
    fn shorten(&self, difference: &mut Difference, whole: &Whole, plies: usize) {
        if difference.moves.len() > plies {
            let games = whole.get(&difference.key).map(Vec::as_slice).unwrap_or_default();
            // A native program plays each of them from its start, in a process of its own.
            let most = if matches!(self.program, Program::Native(_)) {
                1
            } else {
                games.len()
            };
            let games: Vec<&[Vec<u8>]> = games.iter().take(most).map(|(_, moves)| &moves[..]).collect();
            deep::shorten(self, difference, &games);
        }
        difference.is_shortest = difference.moves.len() <= plies;
    }

    /// The script of some moves.
    fn script<'m>(&self, moves: impl IntoIterator<Item = &'m [u8]>) -> Script {
        Script::from_attempts(moves, self.protocol())
    }

    fn protocol(&self) -> Protocol {
        self.config.protocol
    }

    /// What `work` makes of each item, in their order, with all threads. Items that follow each other are worked on by the same
    /// worker, so that it profits from what they have in common. `done` is called with how many items are done.
    fn in_parallel<T: Sync, R: Send>(
        &self,
        items: &[T],
        done: impl Fn(usize) + Sync,
        work: impl Fn(&mut Worker, &T) -> R + Sync,
    ) -> Vec<R> {
        const CHUNK: usize = 16;
        let next = AtomicUsize::new(0);
        let finished = AtomicUsize::new(0);
        let worked: Mutex<BTreeMap<usize, Vec<R>>> = Mutex::default();

        let work_off = || {
            let mut worker = Worker::new(self);
            loop {
                let from = next.fetch_add(CHUNK, Ordering::Relaxed);
                let Some(rest) = items.get(from..).filter(|rest| !rest.is_empty()) else {
                    return;
                };
                let chunk = rest.iter().take(CHUNK);
                let results: Vec<R> = chunk.map(|item| work(&mut worker, item)).collect();
                done(finished.fetch_add(results.len(), Ordering::Relaxed) + results.len());
                worked
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .insert(from, results);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.jobs.min(items.len().div_ceil(CHUNK)) {
                scope.spawn(work_off);
            }
            work_off();
        });

        let worked = worked.into_inner().unwrap_or_else(PoisonError::into_inner);
        worked.into_values().flatten().collect()
    }
}
