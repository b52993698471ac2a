//! A program that was stopped where it reads a key, to be continued in more than one way.

use super::replay::{self, Stretch as Stretched};
use super::{Limits, Output, Session, Stop, arm, lc3};

/// What a program did from some keys to the next.
#[derive(Debug)]
pub struct Stretch {
    /// What it printed.
    pub output: Output,
    /// Where it is about to read a further key; else how its run ended.
    pub end: Result<Paused, Stop>,
}

/// A program that is about to read a key.
#[derive(Debug)]
pub struct Paused {
    state: State,
    /// Equal for programs that go on in the same way, whatever keys follow: registers and memory are the same. Programs that
    /// are not have the same value with a probability of one in 2^128.
    pub fingerprint: u128,
}

#[derive(Debug)]
enum State {
    Lc3(lc3::vm::Frozen),
    Arm(arm::vm::Frozen),
}

impl Session {
    /// Goes on from where a program was paused, or from its start, with some keys, until it is about to read a further one.
    /// `None` for native programs, and where the program was paused on another machine.
    pub fn stretch(&mut self, from: Option<&Paused>, keys: &[u8], limits: Limits) -> Option<Stretch> {
        match (self, from.map(|paused| &paused.state)) {
            (Self::Lc3(session), None) => Some(with_state(session.stretch(None, keys, limits), State::Lc3)),
            (Self::Lc3(session), Some(State::Lc3(state))) => {
                Some(with_state(session.stretch(Some(state), keys, limits), State::Lc3))
            }
            (Self::Arm(session), None) => Some(with_state(session.stretch(None, keys, limits), State::Arm)),
            (Self::Arm(session), Some(State::Arm(state))) => {
                Some(with_state(session.stretch(Some(state), keys, limits), State::Arm))
            }
            _ => None,
        }
    }
}

fn with_state<S>(stretch: Stretched<S>, wrap: impl FnOnce(S) -> State) -> Stretch {
    let paused = |paused: replay::Paused<S>| Paused {
        state: wrap(paused.frozen),
        fingerprint: paused.fingerprint,
    };
    Stretch {
        output: stretch.output,
        end: stretch.end.map(paused),
    }
}
