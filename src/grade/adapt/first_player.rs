//! Programs in which the wrong player makes the first move: one fault, not one in every game.
//!
//! Takes a plan and gives the same with the players exchanged, where the program prompts the second player first.

use crate::case::Case;
use crate::connect4::reading::{self, Seen};
use crate::connect4::{Event, Expected, Player, Script};
use crate::grade::judge::compare;
use crate::grade::plan::Plan;
use crate::grade::run::{RunConfig, Runner};

/// The plan with the players exchanged; `None` where the right one is prompted first, or nobody, or a computer plays.
pub fn exchanged(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<Plan> {
    if plan.assignment.game.flow.computer.is_some() || !prompts_second_player(plan, config, runner)? {
        return None;
    }

    let mut game = plan.assignment.game.clone();
    let wording = &mut game.wording;
    wording.prompts.swap(0, 1);
    wording.wins.swap(0, 1);
    wording.pieces.swap(0, 1);

    let cases = plan.cases.iter().map(|case| {
        let expected = Expected::play(&game, &case.script);
        Case {
            transcript: expected.transcript(),
            expected,
            ..case.clone()
        }
    });
    let cases = cases.collect();
    let mut plan = plan.with_game(game, cases);
    for config in &mut plan.configs {
        config.adaptation.exchanged = true;
    }
    Some(plan)
}

/// Whether the first prompt is for the second player. `None` where the machine failed.
fn prompts_second_player(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<bool> {
    let script = Script::from_input(b"", plan.assignment.protocol);
    let run = runner.run(config.tagged(), &script.keys)?;
    let (bytes, marks) = (&run.output.bytes, &run.output.key_marks);
    let words = compare::words(&plan.assignment);
    let reading = reading::read(&plan.assignment.game, &script, bytes, marks, true, words);

    let seen = reading.steps.iter().flatten();
    let mut prompts = seen.filter_map(|seen| match seen {
        Seen::Event(Event::Prompt(player)) => Some(*player),
        _ => None,
    });
    Some(prompts.next() == Some(Player::Two))
}
