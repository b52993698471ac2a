//! Plays scripts on a native program, each in a process of its own, and describes how each run ended.

use std::sync::{Arc, PoisonError};

use super::ahead::Ahead;
use super::build::Program;
use super::hangs::Hangs;
use super::pace::Pace;
use super::{Settings, sanitizer, signal};
use crate::machine::{Cause, Diagnosis, Ending, Limits, Output, Piped, Place, Run, Stop};
use crate::sandbox::{self, Exit, LimitExceeded, RunReport, RunRequest, SandboxError};

/// Bytes of output that a program in C holds back where it has a pipe.
const BUFFER: usize = 4096;
/// How many runs are made again at a terminal to see whether the program holds output back.
const MOST_AGAIN: u32 = 3;
/// So many runs that time out without being hangs end the search for the keys of one.
const COSTLY: usize = 3;
/// How many of the last lines of standard error are looked at.
const LAST_LINES: usize = 6;

/// Plays scripts on one program.
#[derive(Debug)]
pub struct Session {
    program: Arc<Program>,
    settings: Settings,
    /// Whether the program has a terminal: it may have one because what it printed was lost in a pipe.
    terminal: bool,
    /// How many runs were made again to find that out.
    again: u32,
    pace: Pace,
    hangs: Hangs,
    /// The cost of all runs, in milliseconds.
    spent: u64,
    ahead: Ahead,
}

/// One part in this many counts of the time in which a run neither computes nor sleeps: that is nearly always time in which a busy
/// machine computes something else, which is not the program's fault.
const IDLE: u64 = 64;

/// The cost of a run, in milliseconds: its processor time and its sleep, and a small part of the rest.
fn cost(report: &RunReport) -> u64 {
    let used = report.cpu + report.asleep;
    used + report.wall.saturating_sub(used) / IDLE
}

impl Session {
    /// A session of this program.
    pub fn new(program: Arc<Program>, settings: Settings) -> Self {
        Self {
            program,
            settings,
            terminal: settings.terminal,
            again: 0,
            pace: Pace::default(),
            hangs: Hangs::default(),
            spent: 0,
            ahead: Ahead::default(),
        }
    }

    /// Makes the runs of these scripts now, several at a time, where processors are idle. They may cost `budget` together, as
    /// [`Session::spent`] counts.
    pub fn run_ahead(&mut self, scripts: &[Vec<u8>], limits: Limits, budget: u64) {
        if self.pace.is_quick() {
            let requests: Vec<RunRequest> = scripts.iter().map(|keys| self.request(keys, limits)).collect();
            self.ahead = Ahead::run(&self.program, &requests, budget, cost);
        }
    }

    /// The cost of all runs together, in milliseconds: processor time and sleep.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Plays one script.
    pub fn play(&mut self, keys: &[u8], limits: Limits) -> Result<Run, SandboxError> {
        if let Some(run) = self.hangs.run(keys) {
            return Ok(run);
        }

        let mut report = self.process(keys, limits)?;
        if !self.terminal && self.again < MOST_AGAIN && may_have_lost_output(&report) {
            self.again += 1;
            self.terminal = true;
            let at_terminal = self.process(keys, limits)?;
            self.terminal = at_terminal.output.len() > report.output.len();
            if self.terminal {
                report = at_terminal;
            }
        }
        let is_hung = self.pace.count(&report) && report.asked.is_none();
        let run = self.outcome(report);
        if is_hung && self.pace.is_slow() {
            self.find_hang(keys, limits, &run)?;
        }
        Ok(run)
    }

    /// What a report says of a run.
    fn outcome(&self, report: RunReport) -> Run {
        Run {
            stop: self.stop(&report),
            instructions: 0,
            keys_left: report.unread,
            // At a terminal, too, one may read everything before it plays.
            piped: (!self.terminal || report.asked == Some(0)).then_some(Piped { asked: report.asked }),
            output: Arc::new(Output {
                bytes: report.output,
                key_marks: report.marks,
                banners: Vec::new(),
            }),
        }
    }

    /// Looks for the fewest keys of a script with which the program hangs as it did with all of them: with these it hangs
    /// whatever follows. One after the other, because runs that do not hang are short.
    fn find_hang(&mut self, keys: &[u8], limits: Limits, whole: &Run) -> Result<(), SandboxError> {
        let mut costly = 0;
        for beginning in self.hangs.candidates(keys) {
            let report = self.process(beginning, limits)?;
            let timed_out = self.pace.count(&report);
            if timed_out && report.asked.is_none() {
                let run = self.outcome(report);
                self.hangs.keep(keys, beginning.len(), whole, run);
                break;
            }
            self.hangs.pass(beginning);
            costly += usize::from(timed_out);
            if costly == COSTLY {
                break;
            }
        }
        Ok(())
    }

    /// Plays one script again, and explains how the run ended. If the program can be built with sanitizers, that build runs.
    pub fn diagnose(&mut self, keys: &[u8], limits: Limits) -> Result<Diagnosis, SandboxError> {
        if let Some(cause) = self.sanitized(keys, limits)? {
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

    /// The undefined behavior of the program with this script, if it can be built with sanitizers.
    pub fn undefined(&mut self, keys: &[u8], limits: Limits) -> Result<Option<Cause>, SandboxError> {
        let cause = self.sanitized(keys, limits)?;
        Ok(cause.filter(|cause| !sanitizer::is_visible(cause)))
    }

    /// The cause that sanitizers report.
    fn sanitized(&mut self, keys: &[u8], limits: Limits) -> Result<Option<Cause>, SandboxError> {
        let program = Arc::clone(&self.program);
        let Program {
            client, recipe, source, ..
        } = &*program;
        let mut client = client.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(folder) = program.sanitized(&mut client) else {
            return Ok(None);
        };

        let caps = self.settings.limits;
        let report = client.run(&RunRequest {
            command: recipe.run.clone(),
            folder: folder.clone(),
            writes: false,
            terminal: self.settings.terminal,
            limits: sandbox::Limits {
                // Sanitizers need more time and memory, and reserve address space without limit.
                cpu: caps.cpu * 2,
                memory: caps.memory * 4,
                address_space: u64::MAX,
                output: limits.output as u64,
                ..caps
            },
            logs: sanitizer::logs(),
            after_end: None,
            input: keys.to_vec(),
        })?;

        self.spent += cost(&report);
        let timed_out = matches!(report.exceeded, Some(LimitExceeded::Cpu | LimitExceeded::Clock));
        let screen = if self.settings.terminal {
            &report.output[..]
        } else {
            &[]
        };
        Ok(sanitizer::cause(
            &report.logs,
            (&report.errors, screen),
            &recipe.file,
            source,
            timed_out,
        ))
    }

    fn request(&self, keys: &[u8], limits: Limits) -> RunRequest {
        let caps = self.settings.limits;

        RunRequest {
            command: self.program.recipe.run.clone(),
            folder: self.program.folder.clone(),
            writes: false,
            terminal: self.terminal,
            limits: sandbox::Limits {
                output: limits.output as u64,
                ..self.pace.limits(caps)
            },
            logs: Vec::new(),
            after_end: self.pace.idling(caps),
            input: keys.to_vec(),
        }
    }

    fn process(&mut self, keys: &[u8], limits: Limits) -> Result<RunReport, SandboxError> {
        let request = self.request(keys, limits);
        let report = self.ahead.take(&request, &self.program)?;
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
                    "the run command {reason}: install it, or use another one under `run:` in assignment.yaml"
                )))
            }
            _ => Ok(report),
        }
    }

    /// How a run ended.
    fn stop(&self, report: &RunReport) -> Stop {
        let (ending, reason) = self.ending(report);
        let place = matches!(ending, Ending::Crashed)
            .then(|| self.place(&report.errors))
            .flatten();
        Stop { ending, place, reason }
    }

    fn ending(&self, report: &RunReport) -> (Ending, String) {
        // Once it has asked for input that does not exist, it was waiting, whatever it did then.
        if report.asked.is_some_and(|printed| printed > 0 || !ended_well(report)) {
            return (Ending::Waiting, String::new());
        }
        if let Some(reason) = &report.not_started {
            return (Ending::Crashed, reason.clone());
        }

        let limits = &self.settings.limits;
        match report.exceeded {
            Some(LimitExceeded::Cpu) => (Ending::Limit, "it used up its processor time".to_owned()),
            Some(LimitExceeded::Clock) => (Ending::Limit, "it was idle until its time was up".to_owned()),
            Some(LimitExceeded::Memory) => (
                Ending::Crashed,
                format!("it used more than {} MiB of memory", limits.memory >> 20),
            ),
            Some(LimitExceeded::Disk) => (
                Ending::Crashed,
                format!("it wrote more than {} MiB to files", limits.disk >> 20),
            ),
            Some(LimitExceeded::Processes) => {
                let most = limits.processes;
                (
                    Ending::Crashed,
                    format!("it started more than {most} processes and threads"),
                )
            }
            Some(LimitExceeded::Output) => (Ending::Flooded, String::new()),
            None => match report.exit {
                Some(Exit::Signal(signal::SIGXCPU)) => (Ending::Limit, "it used up its processor time".to_owned()),
                Some(Exit::Signal(signal)) => (Ending::Crashed, signal_words(signal)),
                Some(Exit::Code(code)) if code > 128 && code <= 128 + 64 && !report.errors.is_empty() => {
                    (Ending::Crashed, signal_words(code - 128))
                }
                // A program that chooses its exit code prints nothing; a language runtime that fails prints a message.
                Some(Exit::Code(code)) if code != 0 && !report.errors.is_empty() => {
                    let last = failure_message(&report.errors);
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
            file: None,
            line: Some(line),
            text: Some(source.trim().to_owned()),
            ..Place::nowhere()
        })
    }
}

/// Whether a program was stopped that may have printed more than came out of its pipe: at a terminal each line comes out, and what is
/// printed before a key is read. So would messages of errors among what else is printed.
fn may_have_lost_output(report: &RunReport) -> bool {
    let timed_out = matches!(report.exceeded, Some(LimitExceeded::Cpu | LimitExceeded::Clock));
    timed_out && report.errors.is_empty() && report.output.len().is_multiple_of(BUFFER)
}

/// Whether it ended by itself with exit code 0.
fn ended_well(report: &RunReport) -> bool {
    report.exceeded.is_none() && report.exit == Some(Exit::Code(0))
}

/// The line that a message names.
fn line_named(message: &str) -> Option<u32> {
    let after = |word: &str| message.rsplit_once(word).map(|(_, rest)| rest);
    let digits = |text: &str| {
        let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        text[..end].parse().ok()
    };
    if message.contains("File \"") {
        return digits(after(", line ")?);
    }

    [".c:", ".cpp:", ".cc:", ".rs:", ".java:"]
        .iter()
        .find_map(|ending| digits(after(ending)?))
}

/// The last lines of standard error that are not empty.
fn last_lines(errors: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(errors);
    let lines = text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty());
    let mut last: Vec<String> = lines
        .rev()
        .take(LAST_LINES)
        .map(|line| line.chars().take(200).collect())
        .collect();
    last.reverse();
    last
}

/// The last line before the list of calls, whose lines begin with `at` in Java.
fn failure_message(errors: &[u8]) -> String {
    let words = last_lines(errors);
    let is_call = |line: &&String| line.trim_start().starts_with("at ");
    let message = words.iter().rev().find(|line| !is_call(line)).or(words.last());
    message.map_or_else(String::new, |line| line.trim().to_owned())
}

/// What a signal means.
fn signal_words(signal: i32) -> String {
    match signal {
        signal::SIGSEGV => "segmentation fault (SIGSEGV): invalid memory access".to_owned(),
        signal::SIGBUS => "bus error (SIGBUS): invalid memory access".to_owned(),
        signal::SIGFPE => "arithmetic error (SIGFPE): division by zero".to_owned(),
        signal::SIGABRT => "it aborted (SIGABRT)".to_owned(),
        signal::SIGILL => "illegal instruction (SIGILL)".to_owned(),
        signal::SIGTRAP => "trap (SIGTRAP)".to_owned(),
        signal::SIGPIPE => "it wrote to a closed pipe (SIGPIPE)".to_owned(),
        signal::SIGXFSZ => "it wrote too much to a file (SIGXFSZ)".to_owned(),
        signal::SIGSYS => "it made a forbidden system call (SIGSYS)".to_owned(),
        signal::SIGKILL => "it was killed (SIGKILL)".to_owned(),
        signal::SIGTERM => "it ended itself with SIGTERM".to_owned(),
        other => format!("it was killed by signal {other}"),
    }
}

/// The cause that programs which end this way have in common.
fn cause(report: &RunReport, stop: &Stop) -> Option<Cause> {
    let (key, common) = match (report.exceeded, report.exit) {
        (Some(LimitExceeded::Memory), _) => ("native/memory", "the program uses too much memory"),
        (Some(LimitExceeded::Disk), _) => ("native/disk", "the program writes too much to files"),
        (None, Some(Exit::Signal(signal::SIGSEGV | signal::SIGBUS))) => {
            ("native/memory-fault", "invalid memory access")
        }
        (None, Some(Exit::Signal(signal::SIGFPE))) => ("native/division", "division by zero"),
        (None, Some(Exit::Signal(signal::SIGABRT))) => ("native/abort", "the program aborts"),
        _ => return None,
    };

    if stop.ending != Ending::Crashed {
        return None;
    }

    let printed = last_lines(&report.errors).pop();
    let printed = printed.map_or_else(String::new, |line| format!(" It printed: {line}"));
    let reason = &stop.reason;
    let first = reason
        .chars()
        .next()
        .map(|letter| letter.to_uppercase().to_string())
        .unwrap_or_default();

    Some(Cause {
        key: key.to_owned(),
        common: common.to_owned(),
        sentence: format!("{first}{}.{printed}", reason.chars().skip(1).collect::<String>()),
        places: stop.place.iter().cloned().collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_costs_as_much_as_computing_and_waiting_for_a_busy_machine_little() {
        let report = |cpu, asleep, wall| RunReport {
            cpu,
            asleep,
            wall,
            ..RunReport::default()
        };
        assert_eq!(cost(&report(3, 0, 3)), 3);
        assert_eq!(cost(&report(3, 1_000, 1_010)), 1_003);
        assert_eq!(cost(&report(3, 0, 643)), 13);
        assert_eq!(cost(&report(30, 0, 20)), 30, "several processors at a time");
    }
}
