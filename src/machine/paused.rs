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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Machine, arm, lc3};

    /// The two embedded machines with a reference program each.
    fn sessions() -> [Session; 2] {
        let lc3 = include_bytes!("../../reference/lc3-starter/connect4.asm");
        let arm = include_bytes!("../../reference/arm-falling/connect4.s");
        let machines = [
            (Machine::Lc3(lc3::Settings::default()), "connect4.asm", &lc3[..]),
            (Machine::Arm(arm::Settings::default()), "connect4.s", &arm[..]),
        ];
        machines.map(|(machine, name, source)| {
            let build = machine.build(name, source, None).expect("it is embedded");
            machine.session(&build.program.expect("it assembles"))
        })
    }

    const LIMITS: Limits = Limits {
        instructions: 100_000_000,
        output: 1 << 20,
    };

    #[test]
    fn key_by_key_a_program_does_the_same_as_in_one_run() {
        for mut session in sessions() {
            for script in [&b"1122334"[..], b"x0144556677", b"3333333a3", b"1q2q"] {
                let whole = session.play(script, LIMITS).expect("it runs");
                let mut bytes = Vec::new();
                let mut marks = Vec::new();
                let mut paused = None;
                for length in 0..=script.len() {
                    let keys = &script[length.saturating_sub(1)..length];
                    let stretch = session.stretch(paused.as_ref(), keys, LIMITS).expect("embedded");
                    marks.extend(stretch.output.key_marks.iter().map(|mark| bytes.len() + mark));
                    bytes.extend(stretch.output.bytes);
                    match stretch.end {
                        Ok(next) => paused = Some(next),
                        Err(stop) => {
                            assert_eq!(stop, whole.stop);
                            break;
                        }
                    }
                }

                assert_eq!(
                    bytes.escape_ascii().to_string(),
                    whole.output.bytes.escape_ascii().to_string()
                );
                assert_eq!(marks, whole.output.key_marks);
            }
        }
    }

    #[test]
    fn only_equal_states_have_equal_fingerprints() {
        for mut session in sessions() {
            let mut after = |keys: &[u8]| {
                let end = session.stretch(None, keys, LIMITS).expect("embedded").end;
                end.expect("it reads on").fingerprint
            };
            assert_eq!(after(b"1234"), after(b"3214"), "the same pieces, the same last key");
            assert_ne!(after(b"1234"), after(b"2134"), "other pieces");
            assert_ne!(after(b"12"), after(b"1"));
        }
    }
}
