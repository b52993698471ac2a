//! One run, from its start to the end of its last process.

use std::fs::File;
use std::io;
use std::os::fd::AsFd as _;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sys::time::TimeSpec;

use self::limits::Used;
use super::processes;
use super::start::{Started, start};
use super::state::Supervisor;
use super::tail::Tail;
use super::waiting::{self, Waits};
use super::{cleanup, open_files};
use crate::sandbox::protocol::{Exit, InitStatus, LimitExceeded, RunReport, RunRequest, receive};
use crate::sandbox::restrictions::cgroup::{Entered, Start};

mod limits;

/// The time between two checks of what runs, at least and at most.
const SHORTEST: Duration = Duration::from_micros(200);
const LONGEST: Duration = Duration::from_millis(10);
/// The time before the first one, where the kernel counts processes and a program gets all its input at once: most have ended
/// by then.
const FIRST: Duration = Duration::from_micros(500);
/// The time before the first one after a key was typed on a terminal: most programs have answered and wait for the next by then.
const ANSWER: Duration = Duration::from_micros(40);
/// The most that one check counts as time asleep, however long ago the last one was.
const NAP: Duration = Duration::from_millis(20);
/// An init that has not started its program by then has failed.
const STARTUP: Duration = Duration::from_secs(60);
/// Output after the end of the input that is read at most, in bytes.
const REACTION: usize = 64 << 10;
/// Where the kernel does not show what a program waits for, one that sleeps for this long is taken to wait for input.
const QUIET: Duration = Duration::from_millis(40);
/// How often the input ends at most. On a terminal an end holds for one read, and a program that reads on waits for another.
const MOST_ENDS: u32 = 8;

/// What is known of a run while it goes on.
struct Watch<'a> {
    request: &'a RunRequest,
    report: RunReport,
    errors: Tail,
    /// Bytes of the input that were typed.
    typed: usize,
    /// How often the input was ended.
    ends: u32,
    /// Device and inode of the program's standard input.
    input_file: Option<(u64, u64)>,
    began: Instant,
    /// When the program was started.
    started: Option<Instant>,
    /// When it was last checked.
    checked: Instant,
    /// Time asleep in total.
    asleep: Duration,
    /// Time asleep without interruption until now.
    quiet: Duration,
    /// The time until the next check.
    pause: Duration,
    /// Processor time in total, in milliseconds.
    cpu: u64,
    /// What it had used when it asked for input that does not exist.
    asked: Option<Used>,
    /// What it had used when it was asked to write its logs because its time was up.
    aborted: Option<Used>,
    /// Whether the program has closed its output.
    closed: bool,
    /// Whether the run is over.
    over: bool,
    /// The control group, and what it had counted before.
    group: Option<(&'a Entered, Start)>,
}

/// Runs a process to its end.
pub fn run(supervisor: &mut Supervisor, request: &RunRequest) -> io::Result<RunReport> {
    let before = processes::processor_time_of_children();
    let group = supervisor.group.as_mut().map(|group| group.begin(request.limits));
    let mut run = start(supervisor, request)?;
    let mut watch = Watch::new(request, &run, supervisor.group.as_ref().zip(group));

    let mut caller_gone = Ok(false);
    while !watch.over && matches!(caller_gone, Ok(false)) {
        watch.type_input(&mut run);
        caller_gone = watch.wait(&supervisor.requests, &mut run);
        watch.read_output(&mut run);
        if !watch.over {
            watch.check(&mut run);
        }
    }

    // However the run went, nothing of it stays.
    let status = cleanup::end_all(supervisor, run.init);
    watch.read_output(&mut run);
    watch.report.logs = run.logs();
    run.remove_folders()?;
    if request.writes {
        cleanup::take_back(supervisor, &request.folder)?;
    }

    if caller_gone? {
        return Err(io::ErrorKind::BrokenPipe.into());
    }
    watch.report.cpu = processes::processor_time_of_children().saturating_sub(before);
    Ok(watch.finish(&run, status))
}

impl<'a> Watch<'a> {
    fn new(request: &'a RunRequest, run: &Started, group: Option<(&'a Entered, Start)>) -> Self {
        let now = Instant::now();
        Self {
            request,
            report: RunReport::default(),
            errors: Tail::default(),
            typed: 0,
            ends: 0,
            input_file: run.channel.input_file().ok(),
            began: now,
            started: None,
            checked: now,
            asleep: Duration::ZERO,
            quiet: Duration::ZERO,
            pause: if run.is_below_init && !request.terminal {
                FIRST
            } else {
                SHORTEST
            },
            cpu: 0,
            asked: None,
            aborted: None,
            closed: false,
            over: false,
            group,
        }
    }

    /// Waits until there is something to do. Returns whether the caller is gone.
    fn wait(&mut self, caller: &File, run: &mut Started) -> io::Result<bool> {
        let readable = PollFlags::POLLIN;
        let mut polled = vec![
            PollFd::new(caller.as_fd(), readable),
            PollFd::new(run.exited.as_fd(), readable),
        ];
        let status = run.status.as_ref().map(|status| PollFd::new(status.as_fd(), readable));
        let has_status = status.is_some();
        polled.extend(status);

        let outputs = polled.len();
        if self.started.is_some() && !self.closed {
            polled.push(PollFd::new(run.channel.output(), readable));
            polled.extend(run.channel.errors().map(|errors| PollFd::new(errors, readable)));
        }
        let last_output = polled.len();
        let has_more = !self.request.terminal && self.typed < self.request.input.len();
        if let Some(input) = run.channel.input().filter(|_| has_more && self.typed > 0) {
            polled.push(PollFd::new(input, PollFlags::POLLOUT));
        }

        // There is nothing to check until the program runs.
        let pause = if self.started.is_some() { self.pause } else { STARTUP };
        match ppoll(&mut polled, Some(TimeSpec::from_duration(pause)), None) {
            Ok(_) | Err(nix::errno::Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
        let events = |one: &PollFd| one.revents().unwrap_or(PollFlags::empty());
        let happened: Vec<PollFlags> = polled.iter().map(events).collect();
        drop(polled);

        // A closed output is always ready and would keep this loop awake.
        self.closed |= happened[outputs..last_output].contains(&PollFlags::POLLHUP);
        if has_status && !happened[2].is_empty() {
            self.receive_status(run);
        }
        if !happened[1].is_empty() {
            self.over = true;
            // Its last status may not have arrived yet.
            while run.status.is_some() && !self.has_ended() {
                self.receive_status(run);
            }
        }
        Ok(!happened[0].is_empty())
    }

    /// Receives one status message of the init.
    fn receive_status(&mut self, run: &mut Started) {
        let Some(status) = &mut run.status else { return };
        match receive::<InitStatus>(status) {
            Ok(InitStatus::Started) => self.mark_started(),
            Ok(InitStatus::Ended(exit)) => {
                self.report.exit = Some(exit);
                self.over = true;
            }
            Ok(InitStatus::NotStarted(reason)) => {
                self.report.not_started = Some(reason);
                self.over = true;
            }
            Ok(InitStatus::Failed(reason)) => {
                self.report.failure = Some(reason);
                self.over = true;
            }
            // An init that becomes the program closes the pipe then.
            Err(_) => {
                run.status = None;
                if run.becomes_program {
                    self.mark_started();
                } else {
                    self.over = true;
                }
            }
        }
    }

    /// Whether it is known how the run ended.
    fn has_ended(&self) -> bool {
        self.report.exit.is_some() || self.report.not_started.is_some() || self.report.failure.is_some()
    }

    fn mark_started(&mut self) {
        let now = Instant::now();
        self.started = Some(now);
        self.checked = now;
    }

    /// Types into a pipe everything at once. On a terminal, keys are typed when the program asks for them.
    fn type_input(&mut self, run: &mut Started) {
        if !self.request.terminal && self.typed < self.request.input.len() {
            self.typed += run.channel.write(&self.request.input[self.typed..]);
        }
    }

    /// Reads what was printed.
    fn read_output(&mut self, run: &mut Started) {
        let limit = self.request.limits.output as usize;
        // The same number of bytes in every run, however fast it prints.
        let last = self.report.asked.map_or(limit, |asked| limit.min(asked + REACTION));
        loop {
            let room = last.saturating_sub(self.report.output.len());
            let any = run.channel.read(&mut self.report.output, room, &mut self.errors);
            let printed = self.report.output.len();
            if printed >= limit || self.errors.total() >= limit {
                self.exceed(LimitExceeded::Output);
                return;
            }
            if printed >= last {
                self.over = true;
                return;
            }
            if !any {
                return;
            }
        }
    }

    /// Checks what runs: whether it is within its limits, and whether it asks for input.
    fn check(&mut self, run: &mut Started) {
        let now = Instant::now();
        let Some(started) = self.started else {
            if now - self.began > STARTUP {
                self.report.failure = Some("the sandbox was not ready after a minute".to_owned());
                self.over = true;
            }
            return;
        };
        let since = now - self.checked;
        if since < self.pause {
            return;
        }
        self.checked = now;

        // Where the kernel does not count threads, they are counted before anything that takes longer the more there are.
        let limits = &self.request.limits;
        if run.becomes_program && processes::stat(run.init).is_some_and(|stat| stat.threads > limits.processes) {
            self.exceed(LimitExceeded::Processes);
            return;
        }

        let below = if run.is_below_init {
            processes::of_run(run.init, run.helpers)
        } else {
            processes::descendants(std::process::id() as i32)
        };
        let helpers = run.helpers.min(below.len());
        let mut usage = processes::usage(&below, helpers);
        if let Some((group, start)) = self.group.filter(|_| self.pause >= LONGEST) {
            usage.cpu = usage.cpu.max(group.used(start));
        }
        self.cpu = usage.cpu;
        if usage.asleep {
            self.asleep += since.min(NAP);
            self.quiet += since.min(NAP);
        } else {
            self.quiet = Duration::ZERO;
        }

        self.enforce_limits(run, &below[helpers..], usage, now - started);
        self.pause = (self.pause * 2).min(LONGEST);
        if !self.over {
            self.answer(run, &below, helpers);
        }
    }

    /// Gives a program that waits for input the next key on a terminal, or the end of the input.
    fn answer(&mut self, run: &mut Started, below: &[i32], helpers: usize) {
        let all_typed = self.request.terminal || self.typed == self.request.input.len();
        let ends = if self.request.terminal { MOST_ENDS } else { 1 };
        if self.ends >= ends || !all_typed || run.channel.unread() > 0 || !self.waits_for_input(run, below, helpers) {
            return;
        }

        // What it printed before it asked.
        self.read_output(run);
        if self.over {
            return;
        }

        self.quiet = Duration::ZERO;
        self.pause = if self.request.terminal { ANSWER } else { 2 * SHORTEST };
        if self.request.terminal && self.typed < self.request.input.len() {
            self.report.marks.push(self.report.output.len());
            self.typed += run.channel.write(&self.request.input[self.typed..=self.typed]);
            return;
        }
        if self.report.asked.is_none() {
            self.report.asked = Some(self.report.output.len());
            self.report.cpu_when_asked = self.cpu;
            self.asked = Some(self.used());
        }
        // A program that reads single keys cannot learn that there is no more input.
        self.over = self.request.terminal && !run.channel.has_end();
        self.ends += 1;
        run.channel.end_input();
    }

    /// Whether one of the processes below waits for input, of which the first ones are the sandbox's own. Those wait for the
    /// program.
    fn waits_for_input(&self, run: &Started, below: &[i32], helpers: usize) -> bool {
        let Some(file) = self.input_file else { return false };
        let below = if run.is_below_init { &below[helpers..] } else { below };
        if below.is_empty() {
            return false;
        }
        match open_files::as_user(run.seen_by, || waiting::waits(below, file)) {
            Waits::Reads => true,
            // The kernel does not show for which file it waits, only for how long.
            Waits::Polls | Waits::Unknown => self.quiet >= QUIET,
            Waits::Not => false,
        }
    }

    /// The report, once nothing is left of the run. `status` is how the init ended.
    fn finish(mut self, run: &Started, status: Option<Exit>) -> RunReport {
        if let Some((group, start)) = self.group {
            if group.ran_out_of_memory(start) {
                self.report.exceeded.get_or_insert(LimitExceeded::Memory);
            }
            // The group also counts children that nobody waited for.
            self.report.cpu = self.report.cpu.max(group.used(start));
        }

        // Where the init became the program, its end is the program's.
        if run.becomes_program && self.started.is_some() && self.report.exceeded.is_none() && !self.has_ended() {
            self.report.exit = status;
        }
        // A program that exceeded a limit was started, even if the status that says so was not read.
        let has_started = self.started.is_some() || self.report.exceeded.is_some();
        if !has_started && self.report.failure.is_none() && self.report.not_started.is_none() {
            self.report.failure = Some("the sandbox failed before the program was started".to_owned());
        }

        let all = self.request.input.len();
        let unread = if self.ends > 0 { 0 } else { run.channel.unread() };
        // What the program writes into its own input is no key.
        self.report.unread = (all - self.typed + unread).min(all);
        self.report.asleep = self.asleep.as_millis() as u64;
        self.report.wall = self.began.elapsed().as_millis() as u64;
        self.report.errors = self.errors.into_bytes();
        self.report
    }
}
