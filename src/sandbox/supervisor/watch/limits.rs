//! Whether what runs is within its limits.

use std::time::{Duration, Instant};

use super::{LONGEST, Watch};
use crate::sandbox::folders;
use crate::sandbox::protocol::LimitExceeded;
use crate::sandbox::supervisor::open_files;
use crate::sandbox::supervisor::processes::{self, Usage};
use crate::sandbox::supervisor::start::{LOGGING, Started};

/// Time on the clock in which a program may write its logs after its time is up, on a busy machine.
const LONGEST_LOGGING: Duration = Duration::from_secs(60);
/// More ends of sockets are memory that no process is charged for.
const MOST_SOCKETS: usize = 32;

/// What a run has used up to a moment.
pub(super) struct Used {
    at: Instant,
    /// Processor time, in milliseconds.
    cpu: u64,
    asleep: Duration,
}

impl Watch<'_> {
    /// What has been used until now.
    pub(super) fn used(&self) -> Used {
        Used {
            at: Instant::now(),
            cpu: self.cpu,
            asleep: self.asleep,
        }
    }

    /// Ends the run for a limit.
    pub(super) fn exceed(&mut self, limit: LimitExceeded) {
        self.report.exceeded.get_or_insert(limit);
        self.over = true;
    }

    /// Ends a run whose time is up. A program with logs may write them first.
    fn time_out(&mut self, processes: &[i32], limit: LimitExceeded) {
        if self.request.logs.is_empty() {
            self.exceed(limit);
            return;
        }
        self.report.exceeded.get_or_insert(limit);
        self.aborted = Some(self.used());
        processes::abort(processes);
    }

    /// Ends the run if it is over a limit. `below` are the processes of the program, and `since` is the time since it was
    /// started.
    pub(super) fn enforce_limits(&mut self, run: &Started, below: &[i32], usage: Usage, since: Duration) {
        let limits = &self.request.limits;
        let is_over = |limit: u64, used: Duration| used.as_millis() as u64 >= limit;

        if let Some(aborted) = &self.aborted {
            self.over = usage.cpu >= aborted.cpu + LOGGING.as_millis() as u64
                || self.asleep > aborted.asleep + LOGGING
                || aborted.at.elapsed() > LONGEST_LOGGING;
        } else if usage.cpu >= limits.cpu || self.idles() {
            self.time_out(below, LimitExceeded::Cpu);
        } else if is_over(limits.wall, since) || is_over(limits.asleep, self.asleep) {
            self.time_out(below, LimitExceeded::Clock);
        } else if usage.memory > limits.memory {
            self.exceed(LimitExceeded::Memory);
        } else if self.pause >= LONGEST
            && let Some(limit) = self.hidden_use(run, below, usage.memory)
        {
            self.exceed(limit);
        } else if run.becomes_program && usage.threads > limits.processes {
            // Elsewhere the kernel counts them.
            self.exceed(LimitExceeded::Processes);
        }
    }

    /// The limit that is exceeded by what does not count as a process's memory: page tables, sockets, files.
    fn hidden_use(&self, run: &Started, below: &[i32], memory: u64) -> Option<LimitExceeded> {
        let limits = &self.request.limits;
        if memory.saturating_add(processes::page_tables(below)) > limits.memory {
            return Some(LimitExceeded::Memory);
        }

        let open = open_files::as_user(run.seen_by, || open_files::count(below));
        if open.sockets > MOST_SOCKETS && !self.request.writes {
            return Some(LimitExceeded::Memory);
        }

        let folder = run.measured.as_ref()?;
        let written = folders::size(folder, limits.disk).saturating_add(open.deleted);
        let is_hidden = open.is_hidden && run.becomes_program;
        (is_hidden || written > limits.disk).then_some(LimitExceeded::Disk)
    }

    /// Whether it does nothing that counts for longer than it may: it asked for input that does not exist, and has printed
    /// nothing since.
    fn idles(&self) -> bool {
        let (Some(most), Some(asked)) = (self.request.after_end, &self.asked) else {
            return false;
        };
        let is_silent = self.report.asked == Some(self.report.output.len());
        is_silent
            && (self.cpu > asked.cpu + most.cpu || self.asleep > asked.asleep + Duration::from_millis(most.asleep))
    }
}
