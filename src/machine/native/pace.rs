//! How long the runs of a program take, and how long a further one may take.

use super::Settings;
use crate::sandbox::{Idling, LimitExceeded, Limits, RunReport};

/// After this many timeouts, further runs get less time.
const MOST_TIMEOUTS: u32 = 3;
/// They get this many times what the slowest other run needed, and no less than one part in `LEAST` of the limits on
/// processor time, sleep and time on the clock: there may have been no other run yet.
const LEEWAY: u64 = 5;
const LEAST: (u64, u64, u64) = (8, 40, 4);
/// The same once so many runs have ended by themselves.
const LEAST_KNOWN: (u64, u64, u64) = (25, 40, 10);
const KNOWN: u32 = 8;
/// A program that was stopped so often after it had asked for input that does not exist gets as many times what the slowest run
/// needed that ended, and no less than one part in so many of its limits.
const LEAST_IDLING: u64 = 50;
/// Runs of programs that resemble another one may cost this many times what its runs cost on average.
const PATIENCE: u64 = 4;

/// What is known of a program's runs.
#[derive(Debug, Default)]
pub struct Pace {
    /// Runs that timed out.
    timeouts: u32,
    /// Runs that timed out waiting: they had asked for input that does not exist, and printed nothing since.
    idled: u32,
    /// Runs that ended by themselves.
    ended: u32,
    /// The most processor time, sleep and time on the clock of all other runs, in milliseconds.
    most: (u64, u64, u64),
    /// The most processor time up to where a run idled, in milliseconds.
    before_idling: u64,
}

impl Settings {
    /// The same with less time, for a program that resembles another one: no run of it needs much more than the runs of that one
    /// cost on average, in milliseconds.
    #[must_use]
    pub fn hurried(self, average: u64) -> Self {
        let pace = PATIENCE * average;
        Self {
            limits: reduced(self.limits, (pace, pace, pace), LEAST),
            ..self
        }
    }
}

impl Pace {
    /// Counts a run, and returns whether it timed out.
    pub fn count(&mut self, report: &RunReport) -> bool {
        let timed_out = matches!(report.exceeded, Some(LimitExceeded::Cpu | LimitExceeded::Clock));
        // Once it has asked for input that does not exist, it was waiting.
        let has_waited = report.asked.is_some_and(|printed| printed > 0);
        if timed_out && !has_waited {
            self.timeouts += 1;
            return true;
        }

        if timed_out {
            self.idled += u32::from(report.asked == Some(report.output.len()));
            self.before_idling = self.before_idling.max(report.cpu_when_asked);
        } else {
            self.ended += 1;
            self.most = (
                self.most.0.max(report.cpu),
                self.most.1.max(report.asleep),
                self.most.2.max(report.wall),
            );
        }
        false
    }

    /// Whether no run has timed out.
    pub fn is_quick(&self) -> bool {
        self.timeouts == 0
    }

    /// Whether further runs get less time.
    pub fn is_slow(&self) -> bool {
        self.timeouts >= MOST_TIMEOUTS
    }

    /// The limits on the next run.
    pub fn limits(&self, caps: Limits) -> Limits {
        if self.is_slow() {
            let (cpu, asleep, wall) = self.most;
            let least = if self.ended < KNOWN { LEAST } else { LEAST_KNOWN };
            reduced(caps, (cpu.max(self.before_idling), asleep, wall), least)
        } else {
            caps
        }
    }

    /// What the next run may use that waits for input that does not exist.
    pub fn idling(&self, caps: Limits) -> Option<Idling> {
        let less = |cap: u64, most: u64| (most * LEEWAY).max(cap / LEAST_IDLING);
        (self.idled >= MOST_TIMEOUTS).then(|| Idling {
            cpu: less(caps.cpu, self.most.0),
            asleep: less(caps.asleep, self.most.1),
        })
    }
}

/// The limits on a program with several timeouts, given the most that its other runs needed, and no less than these parts of
/// `caps`.
fn reduced(caps: Limits, most: (u64, u64, u64), parts: (u64, u64, u64)) -> Limits {
    let less = |cap: u64, most: u64, least: u64| cap.min((most * LEEWAY).max(cap / least));
    Limits {
        cpu: less(caps.cpu, most.0, parts.0),
        asleep: less(caps.asleep, most.1, parts.1),
        wall: less(caps.wall, most.2, parts.2),
        ..caps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_timeouts_every_time_limit_is_lower_and_enough_for_the_slowest_run() {
        let caps = Limits::default();
        let less = reduced(caps, (0, 0, 0), LEAST);
        assert_eq!((less.cpu, less.asleep, less.wall), (125, 250, 2_500));
        let less = reduced(caps, (100, 400, 900), LEAST);
        assert_eq!((less.cpu, less.asleep, less.wall), (500, 2_000, 4_500));
        let less = reduced(caps, (900, 9_000, 9_000), LEAST);
        assert_eq!((less.cpu, less.asleep, less.wall), (caps.cpu, caps.asleep, caps.wall));
    }

    // They had all of their limit in each run, which used up the budget of right programs.
    #[test]
    fn a_program_that_computes_on_after_the_end_of_the_input_gets_little_time_for_it() {
        let caps = Limits::default();
        let idled = RunReport {
            exceeded: Some(LimitExceeded::Cpu),
            asked: Some(3),
            output: b"1: ".to_vec(),
            cpu: 1_004,
            cpu_when_asked: 4,
            ..RunReport::default()
        };
        let mut pace = Pace::default();
        for _ in 0..MOST_TIMEOUTS {
            assert_eq!(pace.idling(caps), None);
            assert!(!pace.count(&idled), "it waited");
        }
        assert_eq!(pace.idling(caps), Some(Idling { cpu: 20, asleep: 200 }));
        assert_eq!(pace.limits(caps), caps);

        pace.count(&RunReport {
            cpu: 90,
            ..RunReport::default()
        });
        assert_eq!(pace.idling(caps), Some(Idling { cpu: 450, asleep: 200 }));
    }
}
