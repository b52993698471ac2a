//! One run, from its start to the last of its processes.

use std::io;
use std::os::fd::AsFd as _;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::{TimeSpec, TimeVal};

use super::Supervisor;
use super::channel::Tail;
use super::processes::{self, Usage, Waits};
use super::start::Started;
use crate::sandbox::folders;
use crate::sandbox::protocol::{Exit, InitStatus, LimitExceeded, RunReport, RunRequest, receive};
use crate::sandbox::restrictions::cgroup::{Entered, Start};

/// Between two looks at what runs, at least and at most.
const SHORTEST: Duration = Duration::from_micros(200);
const LONGEST: Duration = Duration::from_millis(10);
/// What a look may count as time asleep, however long ago the last one was.
const NAP: Duration = Duration::from_millis(20);
/// An init that has not started its program by then never will.
const PATIENCE: Duration = Duration::from_secs(60);
/// Output after the input ended, beyond which nobody reads.
const REACTION: usize = 64 << 10;
/// So long a program may take to say where it is.
const ANSWER: Duration = Duration::from_secs(6);
/// More ends of sockets are memory that no process is charged for.
const MOST_SOCKETS: usize = 32;
/// So long everything sleeps until a program is taken to wait for input where that cannot be seen.
const QUIET: Duration = Duration::from_millis(40);

/// What is known of a run while it goes on.
struct Watch<'a> {
    request: &'a RunRequest,
    report: RunReport,
    errors: Tail,
    /// Bytes of the input that were typed.
    typed: usize,
    /// Whether the input was ended.
    ended: bool,
    /// The program's standard input.
    input_file: Option<(u64, u64)>,
    began: Instant,
    started: Option<Instant>,
    looked: Instant,
    /// Time asleep in all, and without a break until now.
    asleep: Duration,
    quiet: Duration,
    pause: Duration,
    /// Since when it is asked where it is.
    asked_where: Option<Instant>,
    /// Whether the program has closed its output.
    closed: bool,
    /// Whether the run is over.
    over: bool,
    /// The control group, and what it had counted before.
    group: Option<(&'a Entered, Start)>,
}

impl Supervisor {
    /// Runs a process to its end.
    pub fn run(&mut self, request: &RunRequest) -> io::Result<RunReport> {
        let before = processor_time();
        let group = self.group.as_mut().map(|group| group.begin(request.limits));
        let mut run = self.start(request)?;
        let now = Instant::now();
        let mut watch = Watch {
            request,
            report: RunReport::default(),
            errors: Tail::default(),
            typed: 0,
            ended: false,
            input_file: run.channel.input_file().ok(),
            began: now,
            started: None,
            looked: now,
            asleep: Duration::ZERO,
            quiet: Duration::ZERO,
            pause: SHORTEST,
            asked_where: None,
            closed: false,
            over: false,
            group: self.group.as_ref().zip(group),
        };
        let mut gone = Ok(false);
        while !watch.over && matches!(gone, Ok(false)) {
            watch.feed(&mut run);
            gone = self.wait(&mut watch, &mut run);
            watch.drain(&mut run);
            if !watch.over {
                watch.look(&mut run);
            }
        }
        // Whatever happened, nothing of it stays.
        let status = self.end_all(run.init);
        watch.drain(&mut run);
        watch.report.findings = run.findings();
        if watch.group.is_some_and(|(group, start)| group.ran_out_of_memory(start)) {
            watch.report.exceeded.get_or_insert(LimitExceeded::Memory);
        }
        run.clear()?;
        if request.writes {
            self.take_back(&request.folder)?;
        }
        if gone? {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        watch.report.cpu = processor_time().saturating_sub(before);
        Ok(watch.finish(&run, status))
    }

    /// Waits until there is something to do; says whether the grader is gone.
    fn wait(&self, watch: &mut Watch, run: &mut Started) -> io::Result<bool> {
        let readable = PollFlags::POLLIN;
        let mut waited = vec![
            PollFd::new(self.grader.as_fd(), readable),
            PollFd::new(run.exited.as_fd(), readable),
        ];
        let words = run.words.as_ref().map(|words| PollFd::new(words.as_fd(), readable));
        let has_words = words.is_some();
        waited.extend(words);
        let outputs = waited.len();
        if watch.started.is_some() && !watch.closed {
            waited.push(PollFd::new(run.channel.output(), readable));
            waited.extend(run.channel.errors().map(|errors| PollFd::new(errors, readable)));
        }
        let last_output = waited.len();
        let has_more = !watch.request.terminal && watch.typed < watch.request.input.len();
        if let Some(input) = run.channel.input().filter(|_| has_more && watch.typed > 0) {
            waited.push(PollFd::new(input, PollFlags::POLLOUT));
        }
        // Until the program runs there is nothing to look at.
        let pause = if watch.started.is_some() { watch.pause } else { PATIENCE };
        match ppoll(&mut waited, Some(TimeSpec::from_duration(pause)), None) {
            Ok(_) | Err(nix::errno::Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
        let happened: Vec<PollFlags> = waited
            .iter()
            .map(|one| one.revents().unwrap_or(PollFlags::empty()))
            .collect();
        drop(waited);
        // Who has closed its output must not keep this awake.
        let of_output = &happened[outputs..last_output];
        watch.closed |= of_output.contains(&PollFlags::POLLHUP);
        if has_words && !happened[2].is_empty() {
            watch.hear(run);
        }
        if !happened[1].is_empty() {
            watch.over = true;
            // Its last words may be on their way still.
            while run.words.is_some() && !watch.has_ended() {
                watch.hear(run);
            }
        }
        Ok(!happened[0].is_empty())
    }
}

/// Of all that this process has waited for, in milliseconds.
fn processor_time() -> u64 {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else {
        return 0;
    };
    let millis = |time: TimeVal| (time.tv_sec() * 1000 + time.tv_usec() / 1000) as u64;
    millis(usage.user_time()) + millis(usage.system_time())
}

impl Watch<'_> {
    /// Takes a word of the init.
    fn hear(&mut self, run: &mut Started) {
        let Some(words) = &mut run.words else { return };
        match receive::<InitStatus>(words) {
            Ok(InitStatus::Started) => self.start(),
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
            // An init that becomes the program says no more from then on.
            Err(_) => {
                run.words = None;
                if run.becomes_program {
                    self.start();
                } else {
                    self.over = true;
                }
            }
        }
    }

    /// Whether it is known how it ended.
    fn has_ended(&self) -> bool {
        self.report.exit.is_some() || self.report.not_started.is_some() || self.report.failure.is_some()
    }

    fn start(&mut self) {
        let now = Instant::now();
        self.started = Some(now);
        self.looked = now;
    }

    /// Types: everything at once into a pipe, and into a terminal nothing before it is asked for.
    fn feed(&mut self, run: &mut Started) {
        if !self.request.terminal && self.typed < self.request.input.len() {
            self.typed += run.channel.write(&self.request.input[self.typed..]);
        }
    }

    /// Takes what was printed.
    fn drain(&mut self, run: &mut Started) {
        let cap = self.request.limits.output as usize;
        loop {
            let room = cap.saturating_sub(self.report.output.len());
            let any = run.channel.read(&mut self.report.output, room, &mut self.errors);
            let full = self.report.output.len() >= cap || self.errors.total() >= cap;
            if full {
                self.exceeded(LimitExceeded::Output);
                return;
            }
            if !any {
                return;
            }
        }
    }

    fn exceeded(&mut self, exceeded: LimitExceeded) {
        self.report.exceeded.get_or_insert(exceeded);
        self.over = true;
    }

    /// Stops a program whose time is over; one that can is asked first where it is.
    fn stop(&mut self, below: &[i32], exceeded: LimitExceeded) {
        if !self.request.traced {
            self.exceeded(exceeded);
            return;
        }
        self.report.exceeded.get_or_insert(exceeded);
        self.asked_where = Some(Instant::now());
        processes::ask(below);
    }

    /// Looks at what runs: whether it is within its caps, and whether it asks for input.
    fn look(&mut self, run: &mut Started) {
        let now = Instant::now();
        let Some(started) = self.started else {
            if now - self.began > PATIENCE {
                self.report.failure = Some("the fence was not ready after a minute".to_owned());
                self.over = true;
            }
            return;
        };
        if now - self.looked < self.pause {
            return;
        }
        let since = now - self.looked;
        self.looked = now;
        let below = processes::below(std::process::id() as i32);
        let mut usage = processes::usage(&below);
        if let Some((group, start)) = self.group.filter(|_| self.pause >= LONGEST) {
            usage.cpu = usage.cpu.max(group.used(start));
        }
        if usage.asleep {
            self.asleep += since.min(NAP);
            self.quiet += since.min(NAP);
        } else {
            self.quiet = Duration::ZERO;
        }
        self.hold(run, &below, usage, now - started);
        if !self.over {
            self.answer(run, &below);
        }
        self.pause = (self.pause * 2).min(LONGEST);
    }

    /// Holds the caps.
    fn hold(&mut self, run: &Started, below: &[i32], usage: Usage, since: Duration) {
        let limits = &self.request.limits;
        let over = |cap: u64, used: Duration| used.as_millis() as u64 >= cap;
        if let Some(asked) = self.asked_where {
            self.over = asked.elapsed() > ANSWER;
        } else if usage.cpu >= limits.cpu {
            self.stop(below, LimitExceeded::Cpu);
        } else if over(limits.wall, since) || over(limits.asleep, self.asleep) {
            self.stop(below, LimitExceeded::Clock);
        } else if usage.memory > limits.memory {
            self.exceeded(LimitExceeded::Memory);
        } else if self.pause >= LONGEST
            && let Some(exceeded) = self.out_of_sight(run, below, usage.memory)
        {
            self.exceeded(exceeded);
        } else if run.becomes_program && usage.threads > limits.processes {
            // Where they have a user of their own, the kernel counts them.
            self.exceeded(LimitExceeded::Processes);
        }
        let reaction = self.report.asked.map(|asked| self.report.output.len() - asked);
        if reaction.is_some_and(|bytes| bytes > REACTION) {
            self.over = true;
        }
    }

    /// What processes have that does not show among their memory: page tables, sockets, files.
    fn out_of_sight(&self, run: &Started, below: &[i32], memory: u64) -> Option<LimitExceeded> {
        let limits = &self.request.limits;
        if memory.saturating_add(processes::tables(below)) > limits.memory {
            return Some(LimitExceeded::Memory);
        }

        let open = processes::seen_by(run.seen_by, || processes::open_files(below));
        if open.sockets > MOST_SOCKETS && !self.request.writes {
            return Some(LimitExceeded::Memory);
        }

        let folder = run.counted.as_ref()?;
        let written = folders::size(folder, limits.disk).saturating_add(open.nameless);
        let is_hidden = open.is_hidden && run.becomes_program;
        (is_hidden || written > limits.disk).then_some(LimitExceeded::Disk)
    }

    /// Gives a program that waits for input what it waits for: the next key on a terminal, or the end.
    fn answer(&mut self, run: &mut Started, below: &[i32]) {
        let all_typed = self.request.terminal || self.typed == self.request.input.len();
        if self.ended || !all_typed || run.channel.unread() > 0 {
            return;
        }
        let Some(file) = self.input_file else { return };
        let waits = match processes::seen_by(run.seen_by, || processes::waits(below, file)) {
            Waits::Reads => true,
            // For what it waits is not seen; that it does it for long is.
            Waits::Polls | Waits::Unseen => self.quiet >= QUIET,
            Waits::Not => false,
        };
        if !waits {
            return;
        }
        // All that it printed before it asked.
        self.drain(run);
        if self.over {
            return;
        }
        self.quiet = Duration::ZERO;
        if self.request.terminal && self.typed < self.request.input.len() {
            self.report.marks.push(self.report.output.len());
            self.typed += run.channel.write(&self.request.input[self.typed..=self.typed]);
            self.pause = SHORTEST;
            return;
        }
        self.report.asked = Some(self.report.output.len());
        // Nothing more can be learned from one that reads single keys.
        self.over = self.request.terminal && !run.channel.has_end();
        self.ended = true;
        run.channel.end_input();
        self.pause = SHORTEST;
    }

    /// The report, once nothing is left of the run.
    fn finish(mut self, run: &Started, status: Option<Exit>) -> RunReport {
        // Where the init became the program, its end is the program's.
        if run.becomes_program && self.started.is_some() && self.report.exceeded.is_none() && !self.has_ended() {
            self.report.exit = status;
        }
        // What was stopped had started, though that word was not heard yet: it may print faster than one listens.
        let has_started = self.started.is_some() || self.report.exceeded.is_some();
        if !has_started && self.report.failure.is_none() && self.report.not_started.is_none() {
            self.report.failure = Some("the fence broke before the program was started".to_owned());
        }
        let waiting = self.request.input.len() - self.typed;
        self.report.unread = waiting + if self.ended { 0 } else { run.channel.unread() };
        self.report.asleep = self.asleep.as_millis() as u64;
        self.report.wall = self.began.elapsed().as_millis() as u64;
        self.report.errors = self.errors.into_bytes();
        self.report
    }
}
