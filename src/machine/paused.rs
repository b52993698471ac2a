//! A program that was stopped where it reads a key, to be continued in more than one way.

use super::replay::{self, Bounds, Stretch as Stretched};
use super::{Limits, Output, Session, Stop, arm, lc3};

/// What a program did from some keys to the next.
#[derive(Debug)]
pub struct Stretch {
    /// What it printed.
    pub output: Output,
    /// Where it is about to read a further key; else how its run ended.
    pub end: Result<Paused, Stop>,
}

/// A program that was stopped, to be continued in more than one way.
#[derive(Debug)]
pub struct Paused(State);

#[derive(Debug)]
enum State {
    Lc3(lc3::vm::Frozen),
    Arm(arm::vm::Frozen),
}

/// A program that is about to run an instruction for the first time: its address, the program, how many bytes it has printed
/// and how many keys it has read since it was paused.
pub type Arrival = replay::Arrival<Paused>;

impl Paused {
    /// Equal for programs that go on in the same way, whatever keys follow: registers and memory are the same. Programs that
    /// are not have the same value with a probability of one in 2^128.
    pub fn fingerprint(&self) -> u128 {
        match &self.0 {
            State::Lc3(state) => replay::fingerprint(state),
            State::Arm(state) => replay::fingerprint(state),
        }
    }

    /// The bytes that it takes in memory, beside its own fields.
    pub fn heap_bytes(&self) -> usize {
        match &self.0 {
            State::Lc3(state) => state.heap_bytes(),
            State::Arm(state) => state.heap_bytes(),
        }
    }

    fn lc3(&self) -> Option<&lc3::vm::Frozen> {
        match &self.0 {
            State::Lc3(state) => Some(state),
            State::Arm(_) => None,
        }
    }

    fn arm(&self) -> Option<&arm::vm::Frozen> {
        match &self.0 {
            State::Arm(state) => Some(state),
            State::Lc3(_) => None,
        }
    }
}

impl Session {
    /// Goes on from where a program was paused, or from its start, with some keys, until it is about to read a further one.
    /// `None` for native programs, and where the program was paused on another machine.
    pub fn stretch(&mut self, from: Option<&Paused>, keys: &[u8], limits: Limits) -> Option<Stretch> {
        self.stretch_within(from, keys, limits, Bounds::default())
    }

    /// The same within bounds.
    pub fn stretch_within(
        &mut self,
        from: Option<&Paused>,
        keys: &[u8],
        limits: Limits,
        bounds: Bounds,
    ) -> Option<Stretch> {
        match self {
            Self::Lc3(session) => {
                let state = from.and_then(Paused::lc3);
                let is_of_machine = state.is_some() == from.is_some();
                is_of_machine.then(|| with_state(session.stretch(state, keys, limits, bounds), State::Lc3))
            }
            Self::Arm(session) => {
                let state = from.and_then(Paused::arm);
                let is_of_machine = state.is_some() == from.is_some();
                is_of_machine.then(|| with_state(session.stretch(state, keys, limits, bounds), State::Arm))
            }
            Self::Native(_) => None,
        }
    }

    /// The same one instruction at a time: where instructions are about to run that `is_new` says are wanted. None for machines
    /// on which changes are not tried.
    pub fn arrivals(
        &mut self,
        from: Option<&Paused>,
        keys: &[u8],
        limits: Limits,
        is_new: impl FnMut(u32) -> bool,
    ) -> Vec<Arrival> {
        match self {
            Self::Lc3(session) => {
                let arrivals = session.arrivals(from.and_then(Paused::lc3), keys, limits, is_new);
                arrivals_with(arrivals, State::Lc3)
            }
            Self::Arm(session) => {
                let arrivals = session.arrivals(from.and_then(Paused::arm), keys, limits, is_new);
                arrivals_with(arrivals, State::Arm)
            }
            Self::Native(_) => Vec::new(),
        }
    }
}

fn arrivals_with<S>(arrivals: Vec<replay::Arrival<S>>, wrap: impl Fn(S) -> State) -> Vec<Arrival> {
    let arrivals = arrivals.into_iter().map(|arrival| replay::Arrival {
        address: arrival.address,
        paused: Paused(wrap(arrival.paused)),
        printed: arrival.printed,
        read: arrival.read,
    });
    arrivals.collect()
}

fn with_state<S>(stretch: Stretched<S>, wrap: impl FnOnce(S) -> State) -> Stretch {
    Stretch {
        output: stretch.output,
        end: stretch.end.map(|frozen| Paused(wrap(frozen))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Machine, arm, lc3};
    use crate::result::Ending;

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
    fn what_runs_and_what_a_byte_comes_from_do_not_depend_on_the_stretch_before() {
        const STEPS: u64 = 20_000;

        for mut session in sessions() {
            let traces = session.trace(b"1122", STEPS).expect("embedded");
            let slice = session.slice(b"1122", STEPS, 200);
            assert!(slice.addresses.len() > 20, "{} instructions", slice.addresses.len());

            let narrow = Limits { output: 10, ..LIMITS };
            session.stretch(None, b"1", narrow).expect("embedded");
            assert_eq!(session.trace(b"1122", STEPS).expect("embedded"), traces);

            session.stretch(None, b"1", narrow).expect("embedded");
            assert_eq!(session.slice(b"1122", STEPS, 200).addresses, slice.addresses);
        }
    }

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
    fn what_is_printed_is_held_to_what_is_required_up_to_the_first_other_byte() {
        for mut session in sessions() {
            let whole = session.stretch(None, b"1", LIMITS).expect("embedded");
            assert!(whole.end.is_ok());
            let required = whole.output.bytes;

            let mut held = |required: &[u8]| {
                let bounds = Bounds {
                    required,
                    ..Bounds::default()
                };
                let before = session.spent();
                let stretch = session.stretch_within(None, b"1", LIMITS, bounds).expect("embedded");
                (stretch, session.spent() - before)
            };
            let (same, work) = held(&required);
            assert!(same.end.is_ok(), "all of it is printed");
            assert_eq!(same.output.bytes, required);

            let (beginning, _) = held(&required[..required.len() / 2]);
            assert_eq!(beginning.output.bytes, required, "what follows is free");

            let mut other = required.clone();
            let at = other.len() / 2;
            other[at] ^= 1;
            let (stopped, less) = held(&other);
            let printed = stopped.output.bytes;
            assert_eq!(stopped.end.expect_err("it is stopped").ending, Ending::Flooded);
            assert!(
                printed.len() > at && printed[..=at] == required[..=at],
                "up to the byte"
            );
            assert!(less < work, "{less} instructions of {work}");
        }
    }

    #[test]
    fn only_equal_states_have_equal_fingerprints() {
        for mut session in sessions() {
            let mut after = |keys: &[u8]| {
                let end = session.stretch(None, keys, LIMITS).expect("embedded").end;
                end.expect("it reads on").fingerprint()
            };
            assert_eq!(after(b"1234"), after(b"3214"), "the same pieces, the same last key");
            assert_ne!(after(b"1234"), after(b"2134"), "other pieces");
            assert_ne!(after(b"12"), after(b"1"));
        }
    }
}
