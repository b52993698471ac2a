//! Plays scripts on a native program, each in a process of its own, and tells how it ended.

use std::sync::{Arc, PoisonError};

use super::build::Program;
use super::{Settings, sanitizer, signal};
use crate::machine::{Cause, Diagnosis, Ending, Limits, Output, Piped, Place, Run, Stop};
use crate::sandbox::{self, Exit, LimitExceeded, RunReport, RunRequest, SandboxError};

/// Runs that are stopped for their time, until further ones are given less.
const PATIENCE: u32 = 3;
/// What they are given then: so many times what the slowest other run needed, and no less than these parts of the caps on
/// processor time, on sleep and on time by the clock. It may be that no other run was seen yet.
const LEEWAY: u64 = 5;
const LEAST: (u64, u64, u64) = (8, 40, 4);
/// Lines of standard error that are told.
const LAST_WORDS: usize = 6;

/// Plays scripts on one program.
#[derive(Debug)]
pub struct Session {
    program: Arc<Program>,
    settings: Settings,
    /// Runs that were stopped for their time.
    slow: u32,
    /// The most processor time, sleep and time by the clock of other runs, in milliseconds.
    pace: (u64, u64, u64),
    /// What all runs have cost, in milliseconds.
    spent: u64,
}

/// Of the time that a run neither computes nor sleeps, as on a busy machine, this part is counted.
const IDLE: u64 = 8;

/// What a run costs, in milliseconds: its processor time and its sleep, and little of what it spent otherwise.
fn cost(report: &RunReport) -> u64 {
    let used = report.cpu + report.asleep;
    used + report.wall.saturating_sub(used) / IDLE
}

impl Session {
    /// A player of this program.
    pub fn new(program: Arc<Program>, settings: Settings) -> Self {
        Self {
            program,
            settings,
            slow: 0,
            pace: (0, 0, 0),
            spent: 0,
        }
    }

    /// What all runs have cost together, in milliseconds: processor time and sleep.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Plays one script.
    pub fn play(&mut self, keys: &[u8], limits: Limits) -> Result<Run, SandboxError> {
        let report = self.process(keys, limits)?;
        let timed_out =
            matches!(report.exceeded, Some(LimitExceeded::Cpu | LimitExceeded::Clock)) && report.asked.is_none();
        if timed_out {
            self.slow += 1;
        } else {
            self.pace = (
                self.pace.0.max(report.cpu),
                self.pace.1.max(report.asleep),
                self.pace.2.max(report.wall),
            );
        }
        let stop = self.stop(&report);
        Ok(Run {
            stop,
            instructions: 0,
            keys_left: report.unread,
            piped: (!self.settings.terminal).then_some(Piped { asked: report.asked }),
            output: Arc::new(Output {
                bytes: report.output,
                key_marks: report.marks,
                banners: Vec::new(),
            }),
        })
    }

    /// Plays one script again, and tells what is known of its end.
    ///
    /// Where the program can be built so that it watches itself, that one is asked.
    pub fn diagnose(&mut self, keys: &[u8], limits: Limits) -> Result<Diagnosis, SandboxError> {
        if let Some(cause) = self.watched(keys, limits)? {
            return Ok(Diagnosis {
                cause: Some(cause),
                ..Diagnosis::default()
            });
        }
        let report = self.process(keys, limits)?;
        let stop = self.stop(&report);
        Ok(Diagnosis {
            cause: cause(&report, &stop),
            ..Diagnosis::default()
        })
    }

    /// What the program does with this script that its language does not define, where it can be built to watch itself.
    pub fn undefined(&mut self, keys: &[u8], limits: Limits) -> Result<Option<Cause>, SandboxError> {
        let cause = self.watched(keys, limits)?;
        Ok(cause.filter(|cause| !sanitizer::is_visible(cause)))
    }

    /// What the program that watches itself says.
    fn watched(&mut self, keys: &[u8], limits: Limits) -> Result<Option<Cause>, SandboxError> {
        let program = Arc::clone(&self.program);
        let Program {
            client, recipe, source, ..
        } = &*program;
        let mut client = client.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(folder) = program.watching(&mut client) else {
            return Ok(None);
        };
        let caps = self.settings.limits;
        let report = client.run(&RunRequest {
            command: recipe.run.clone(),
            folder: folder.clone(),
            writes: false,
            terminal: self.settings.terminal,
            limits: sandbox::Limits {
                // It takes its time and its memory, and addresses without measure.
                cpu: caps.cpu * 2,
                memory: caps.memory * 4,
                address_space: u64::MAX,
                output: limits.output as u64,
                ..caps
            },
            traced: true,
            input: keys.to_vec(),
        })?;
        self.spent += cost(&report);
        let stopped = matches!(report.exceeded, Some(LimitExceeded::Cpu | LimitExceeded::Clock));
        Ok(sanitizer::cause(
            &report.findings,
            &report.errors,
            &recipe.file,
            source,
            stopped,
        ))
    }

    fn process(&mut self, keys: &[u8], limits: Limits) -> Result<RunReport, SandboxError> {
        let mut caps = self.settings.limits;
        caps.output = limits.output as u64;
        if self.slow >= PATIENCE {
            caps = lessened(caps, self.pace);
        }
        let request = RunRequest {
            command: self.program.recipe.run.clone(),
            folder: self.program.folder.clone(),
            writes: false,
            terminal: self.settings.terminal,
            limits: caps,
            traced: false,
            input: keys.to_vec(),
        };
        let report = self
            .program
            .client
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .run(&request)?;
        self.spent += cost(&report);
        match report.not_started {
            Some(reason)
                if self
                    .program
                    .recipe
                    .run
                    .first()
                    .is_some_and(|first| !first.starts_with("./")) =>
            {
                Err(SandboxError(format!(
                    "the run command {reason}: install it, or name another one under `run:` in assignment.yaml"
                )))
            }
            _ => Ok(report),
        }
    }

    /// How a run ended, in words.
    fn stop(&self, report: &RunReport) -> Stop {
        let (ending, reason) = self.ending(report);
        let place = matches!(ending, Ending::Crashed)
            .then(|| self.place(&report.errors))
            .flatten();
        Stop { ending, place, reason }
    }

    fn ending(&self, report: &RunReport) -> (Ending, String) {
        // Whatever it does when it asked and was told that there is nothing: it was waiting.
        if report.asked.is_some_and(|printed| printed > 0 || !ended_well(report)) {
            return (Ending::Waiting, String::new());
        }
        if let Some(reason) = &report.not_started {
            return (Ending::Crashed, reason.clone());
        }
        let limits = &self.settings.limits;
        let told = |ending, reason: &str| (ending, reason.to_owned());
        match report.exceeded {
            Some(LimitExceeded::Cpu) => told(Ending::Limit, "it used up its processor time"),
            Some(LimitExceeded::Clock) => told(Ending::Limit, "it did nothing until its time was over"),
            Some(LimitExceeded::Memory) => (
                Ending::Crashed,
                format!("it took more than {} MiB of memory", limits.memory >> 20),
            ),
            Some(LimitExceeded::Disk) => (
                Ending::Crashed,
                format!("it wrote more than {} MiB into files", limits.disk >> 20),
            ),
            Some(LimitExceeded::Processes) => {
                let most = limits.processes;
                (
                    Ending::Crashed,
                    format!("it started more than {most} processes and threads"),
                )
            }
            Some(LimitExceeded::Output) => told(Ending::Flooded, ""),
            None => match report.exit {
                Some(Exit::Signal(signal::SIGXCPU)) => told(Ending::Limit, "it used up its processor time"),
                Some(Exit::Signal(signal)) => (Ending::Crashed, signal_words(signal)),
                Some(Exit::Code(code)) if code > 128 && code <= 128 + 64 && !report.errors.is_empty() => {
                    (Ending::Crashed, signal_words(code - 128))
                }
                // Programs that end with a code of their own choice say nothing; run-time systems that give up do.
                Some(Exit::Code(code)) if code != 0 && !report.errors.is_empty() => {
                    let last = complaint(&report.errors);
                    (Ending::Crashed, format!("it ended with exit code {code}: {last}"))
                }
                Some(Exit::Code(code)) if code != 0 => (Ending::Halted, format!("exit code {code}")),
                Some(Exit::Code(_)) | None => (Ending::Halted, String::new()),
            },
        }
    }

    /// The last place in the source that standard error names: `connect4.c:33:`, `File "connect4.py", line 12`.
    fn place(&self, errors: &[u8]) -> Option<Place> {
        let text = String::from_utf8_lossy(errors);
        let line = text.lines().rev().find_map(line_named)?;
        let source = self.program.source.line(line as usize)?;
        Some(Place {
            line: Some(line),
            text: Some(source.trim().to_owned()),
            ..Place::nowhere()
        })
    }
}

/// The caps on a program of which several runs were stopped for their time, given what its other runs needed at most.
fn lessened(caps: sandbox::Limits, pace: (u64, u64, u64)) -> sandbox::Limits {
    let less = |cap: u64, pace: u64, least: u64| cap.min((pace * LEEWAY).max(cap / least));
    sandbox::Limits {
        cpu: less(caps.cpu, pace.0, LEAST.0),
        asleep: less(caps.asleep, pace.1, LEAST.1),
        wall: less(caps.wall, pace.2, LEAST.2),
        ..caps
    }
}

/// Whether it ended by itself and without complaint.
fn ended_well(report: &RunReport) -> bool {
    report.exceeded.is_none() && report.exit == Some(Exit::Code(0))
}

/// The line that a message names.
fn line_named(message: &str) -> Option<u32> {
    let behind = |word: &str| message.rsplit_once(word).map(|(_, rest)| rest);
    let digits = |text: &str| {
        let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        text[..end].parse().ok()
    };
    if message.contains("File \"") {
        return digits(behind(", line ")?);
    }
    [".c:", ".cpp:", ".cc:", ".rs:", ".java:"]
        .iter()
        .find_map(|ending| digits(behind(ending)?))
}

/// The last lines of standard error, visible characters alone.
fn last_words(errors: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(errors);
    let lines = text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty());
    let mut last: Vec<String> = lines
        .rev()
        .take(LAST_WORDS)
        .map(|line| line.chars().take(200).collect())
        .collect();
    last.reverse();
    last
}

/// What a run-time system says last but for the list of calls behind it, as Java's begins with `at`.
fn complaint(errors: &[u8]) -> String {
    let words = last_words(errors);
    let is_call = |line: &&String| line.trim_start().starts_with("at ");
    let said = words.iter().rev().find(|line| !is_call(line)).or(words.last());
    said.map_or_else(String::new, |line| line.trim().to_owned())
}

/// A signal in words.
fn signal_words(signal: i32) -> String {
    match signal {
        signal::SIGSEGV => "segmentation fault (SIGSEGV): it reached for memory that is not its own".to_owned(),
        signal::SIGBUS => "bus error (SIGBUS): it reached for memory that is not there".to_owned(),
        signal::SIGFPE => "arithmetic error (SIGFPE): a division by zero".to_owned(),
        signal::SIGABRT => "it gave up (SIGABRT)".to_owned(),
        signal::SIGILL => "illegal instruction (SIGILL)".to_owned(),
        signal::SIGTRAP => "trap (SIGTRAP)".to_owned(),
        signal::SIGPIPE => "it wrote into a closed pipe (SIGPIPE)".to_owned(),
        signal::SIGXFSZ => "it wrote too much into a file (SIGXFSZ)".to_owned(),
        signal::SIGSYS => "it made a system call that is not allowed (SIGSYS)".to_owned(),
        signal::SIGKILL => "it was killed (SIGKILL)".to_owned(),
        signal::SIGTERM => "it ended itself by SIGTERM".to_owned(),
        other => format!("it ended by signal {other}"),
    }
}

/// What programs that end so have in common.
fn cause(report: &RunReport, stop: &Stop) -> Option<Cause> {
    let (key, common) = match (report.exceeded, report.exit) {
        (Some(LimitExceeded::Memory), _) => ("native/memory", "it takes more memory than there is"),
        (Some(LimitExceeded::Disk), _) => ("native/disk", "it fills the disk"),
        (None, Some(Exit::Signal(signal::SIGSEGV | signal::SIGBUS))) => {
            ("native/memory-fault", "it reaches for memory that is not its own")
        }
        (None, Some(Exit::Signal(signal::SIGFPE))) => ("native/division", "it divides by zero"),
        (None, Some(Exit::Signal(signal::SIGABRT))) => ("native/abort", "it gives up by itself"),
        _ => return None,
    };
    if stop.ending != Ending::Crashed {
        return None;
    }
    let said = last_words(&report.errors).pop();
    let said = said.map_or_else(String::new, |said| format!(" It said: {said}"));
    let reason = &stop.reason;
    let first = reason
        .chars()
        .next()
        .map(|letter| letter.to_uppercase().to_string())
        .unwrap_or_default();
    Some(Cause {
        key: key.to_owned(),
        common: common.to_owned(),
        sentence: format!("{first}{}.{said}", reason.chars().skip(1).collect::<String>()),
        places: stop.place.iter().cloned().collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_timeouts_all_kinds_of_time_are_less_and_enough_for_the_slowest_run() {
        let caps = sandbox::Limits::default();
        let less = lessened(caps, (0, 0, 0));
        assert_eq!((less.cpu, less.asleep, less.wall), (125, 250, 2_500));
        let less = lessened(caps, (100, 400, 900));
        assert_eq!((less.cpu, less.asleep, less.wall), (500, 2_000, 4_500));
        let less = lessened(caps, (900, 9_000, 9_000));
        assert_eq!((less.cpu, less.asleep, less.wall), (caps.cpu, caps.asleep, caps.wall));
    }

    #[test]
    fn sleep_costs_as_much_as_computing_and_a_busy_machine_little() {
        let report = |cpu, asleep, wall| RunReport {
            cpu,
            asleep,
            wall,
            ..RunReport::default()
        };
        assert_eq!(cost(&report(3, 0, 3)), 3);
        assert_eq!(cost(&report(3, 1_000, 1_010)), 1_003);
        assert_eq!(cost(&report(3, 0, 83)), 13);
        assert_eq!(cost(&report(30, 0, 20)), 30, "several processors at a time");
    }
}
