//! Whether one game is right: played as a whole, and judged as a case of the suite would be.

use super::Explorer;
use crate::case::Case;
use crate::connect4::{Course, Expected, Script, Turn};
use crate::grade::explain::fault::case_of;
use crate::grade::explain::story::{self, Story};
use crate::grade::judge::compare::Transcripts;
use crate::grade::judge::{CaseOutcome, judge, piped};
use crate::grade::run::Runner;
use crate::machine::{MOST_EXECUTED, Session, Stretch};
use crate::result::CaseVerdict;

/// What became of one game.
#[derive(Debug)]
pub enum Trial {
    /// The game is right, and no difference in format counts. Given are the replies of the program's computer player, where they
    /// are not the package's own.
    Right(Option<Expected>),
    /// The game is right, but its format differs.
    Format(Option<Expected>),
    /// It is not.
    Wrong(CaseVerdict, Story),
    /// The machine failed, which says nothing about the program.
    Broken(String),
}

/// What one thread plays with.
pub struct Worker {
    /// The machine that goes on from saved states; `None` where it cannot, or where other keys are typed than the script's.
    session: Option<Session>,
    runner: Runner,
}

impl Worker {
    /// A worker of its own.
    pub fn new(explorer: &Explorer) -> Self {
        let config = explorer.config;
        let mut session = config.machine.session(&explorer.program);
        let can_pause = config.adaptation.types_script() && session.stretch(None, b"", explorer.limits).is_some();
        Self {
            session: can_pause.then_some(session),
            runner: Runner::new(explorer.program.clone(), explorer.limits),
        }
    }

    /// Goes on from a state with the keys of one move.
    pub fn stretch(
        &mut self,
        explorer: &Explorer,
        from: Option<&crate::machine::Paused>,
        keys: &[u8],
    ) -> Option<Stretch> {
        self.session.as_mut()?.stretch(from, keys, explorer.limits)
    }

    /// Plays a whole game and judges it.
    pub fn play(&mut self, explorer: &Explorer, script: &Script) -> Trial {
        let (assignment, config) = (&explorer.plan.assignment, explorer.config);
        let Some(model) = explorer.plan.cases.first() else {
            return Trial::Broken("the suite has no cases".to_owned());
        };
        // An explored game is held to what every game of the assignment is held to, not to what its first case demands as well.
        let case = Case {
            frames: assignment.comparison.frames,
            demands: Vec::new(),
            ..case_of(&assignment.game, model, script)
        };

        let limits = (explorer.limits, MOST_EXECUTED);
        let Some(run) = self.runner.explore(config, &script.keys, limits) else {
            let broken = self.runner.broken().map(ToString::to_string);
            return Trial::Broken(broken.unwrap_or_else(|| "the program could not be run".to_owned()));
        };
        let run = piped::tagged(assignment, &case, script, run);
        let more_keys = |further: &[u8]| {
            let keys = [&script.keys, further].concat();
            self.runner.explore(config, &keys, limits)
        };
        let judged = judge(
            assignment,
            &mut Transcripts::new(&explorer.vocabulary),
            config,
            &case,
            script.clone(),
            &run,
            more_keys,
        );
        trial(explorer, &case, judged.outcome)
    }
}

fn trial(explorer: &Explorer, case: &Case, outcome: CaseOutcome) -> Trial {
    match outcome.verdict {
        CaseVerdict::Pass | CaseVerdict::Format if outcome.owes_end() => Trial::Wrong(
            outcome.verdict,
            Story {
                key: "after-the-game".to_owned(),
                common: "the game is right, but the program does not end as required".to_owned(),
                sentence: "The game is right, but after it your program does not end as required.".to_owned(),
                at_move: None,
                cells: Vec::new(),
            },
        ),
        verdict @ (CaseVerdict::Pass | CaseVerdict::Format) => {
            let refereed = outcome.refereed.filter(|refereed| *refereed.expected != *case.expected);
            let replied = refereed.map(|refereed| Expected::clone(&refereed.expected));
            match verdict {
                CaseVerdict::Pass => Trial::Right(replied),
                _ => Trial::Format(replied),
            }
        }
        verdict => Trial::Wrong(verdict, story::tell(&explorer.plan.assignment.game, &outcome)),
    }
}

/// A correct program after a script, with these replies of the computer.
pub fn course<'a>(explorer: &Explorer<'a>, script: &Script, replied: &Expected) -> Course<'a> {
    let mut replies = |turn: &Turn| {
        let step = replied.steps.get(turn.step);
        let reply = step.and_then(|step| step.reply);
        reply.map_or(turn.own, |(_, column)| column)
    };
    let mut course = Course::begin(&explorer.plan.assignment.game, &mut replies);
    for attempt in script.attempts.iter() {
        course.attempt(&attempt.typed, &mut replies);
    }
    course.steps.clear();
    course
}
