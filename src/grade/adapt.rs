//! How a program wants to be played where that is not how the assignment has it: found out by trying, and what it costs.
//!
//! Each deviation is one fault with a fixed deduction, and the games are judged as if there were none.
//!
//! | module | programs that ... |
//! |---|---|
//! | `opening` | want keys before the game begins |
//! | `moves` | take other keys for the columns, ask for the row too, or want each move confirmed |
//! | `first_player` | let the wrong player make the first move, or ask the wrong one for it |
//! | `finding` | what is said of these, and the points |

use super::plan::Plan;
use super::run::adaptation::{Adaptation, FewKeys};
use super::run::{RunConfig, Runner};

mod finding;
mod first_player;
mod moves;
mod opening;

pub(super) use finding::{deduction, findings, is_as_required};
pub(super) use first_player::exchanged;

/// How the program is to be played under a configuration, as far as a few runs show it. `None` where it is played as the
/// assignment has it, where nothing helps that is tried, and where the machine failed.
pub(super) fn detect(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<Adaptation> {
    let opening = opening(plan, config, runner).unwrap_or_default();
    let adaptation = Adaptation {
        opening,
        ..Adaptation::default()
    };
    let config = RunConfig { adaptation, ..config };
    let adaptation = moves::detect(plan, config, runner).unwrap_or(adaptation);
    (adaptation != Adaptation::default()).then_some(adaptation)
}

/// The keys that begin the game. `None` where it begins without any, and where none of those that are tried does.
pub(super) fn opening(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<FewKeys> {
    let unadapted = RunConfig {
        adaptation: Adaptation::default(),
        ..config
    };
    opening::detect(plan, unadapted, runner)
}

/// Usual answers to a question.
const USUAL: &[u8] = b"1y\n 2sY";
/// Keys that a text names beyond these are not tried.
const NAMED: usize = 6;

/// What may answer a text, in the order in which it is tried: single letters and digits that it names, then usual keys,
/// each alone and with Enter, which is LF or CR.
fn answers(text: &[u8]) -> Vec<FewKeys> {
    let words = text.split(|byte| !byte.is_ascii_alphanumeric());
    let named = words.filter(|word| word.len() == 1).map(|word| word[0]);
    let named = named.take(NAMED * 4).filter(|key| *key != b'a' && *key != b'I');

    let mut keys: Vec<u8> = Vec::new();
    for key in named.take(NAMED).chain(USUAL.iter().copied()) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    let alone = keys.iter().map(|key| FewKeys::new(&[*key]));
    let lines = keys.iter().filter(|key| **key != b'\n');
    let with = |enter: u8| lines.clone().map(move |key| FewKeys::new(&[*key, enter]));
    alone.chain(with(b'\n')).chain(with(b'\r')).collect()
}
