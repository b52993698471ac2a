//! Runs that are made before they are asked for, several at a time, on processors that have nothing else to do.
//!
//! What is asked for later is what a run then would have given: only runs that ended by themselves are kept. With the first
//! that a limit ended, nothing more is run ahead, so that a program that hangs costs no more than it does otherwise.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::build::Program;
use super::live;
use crate::sandbox::{Kind, RunReport, RunRequest, SandboxError, SupervisorClient};

/// Scripts for which another supervisor is worth its start.
const WORTH: usize = 8;
/// Bytes of output that are kept at most; classroom programs need some two million.
const KEPT: u64 = 16 << 20;

/// How many supervisors may help with a program: one for each worker of its class that has no program of its own. Only in
/// namespaces is a folder that one supervisor has made shown to the programs of another: elsewhere these are run as another
/// user, who is not let in.
fn helpers(program: &Program) -> usize {
    if program.sandbox.kind != Kind::Namespaces {
        return 0;
    }
    rayon::current_num_threads().saturating_sub(live::programs().max(1))
}

/// Runs that were made ahead, by the keys of their scripts, each with its request.
#[derive(Debug, Default)]
pub struct Ahead {
    reports: BTreeMap<Vec<u8>, (RunRequest, RunReport)>,
}

impl Ahead {
    /// Makes the runs of some scripts, as far as processors are idle. They may cost `budget` together, by `cost`.
    pub fn run(
        program: &Program,
        requests: &[RunRequest],
        budget: u64,
        cost: impl Fn(&RunReport) -> u64 + Sync,
    ) -> Self {
        let helpers = helpers(program).min(requests.len() / WORTH);
        if helpers == 0 {
            return Self::default();
        }

        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (spent, kept) = (AtomicU64::new(0), AtomicU64::new(0));
        let reports = Mutex::new(BTreeMap::new());
        let make_runs = |client: &mut SupervisorClient| {
            while !stop.load(Ordering::Relaxed)
                && let Some(request) = requests.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let Some(report) = client.run(request).ok().filter(ended_by_itself) else {
                    stop.store(true, Ordering::Relaxed);
                    return;
                };

                let spent = spent.fetch_add(cost(&report), Ordering::Relaxed) + cost(&report);
                let size = report.output.len() as u64;
                let kept = kept.fetch_add(size, Ordering::Relaxed) + size;
                if spent >= budget || kept >= KEPT {
                    stop.store(true, Ordering::Relaxed);
                }
                let mut reports = reports.lock().unwrap_or_else(PoisonError::into_inner);
                reports.insert(request.input.clone(), (request.clone(), report));
            }
        };

        thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|| {
                    if let Ok(mut client) = SupervisorClient::start(&program.sandbox) {
                        make_runs(&mut client);
                    }
                });
            }
            make_runs(&mut program.client.lock().unwrap_or_else(PoisonError::into_inner));
        });
        let reports = reports.into_inner().unwrap_or_else(PoisonError::into_inner);
        Self { reports }
    }

    /// What a request gives: the run that was made ahead, or one that is made now.
    pub fn take(&mut self, request: &RunRequest, program: &Program) -> Result<RunReport, SandboxError> {
        match self.reports.remove(&request.input) {
            Some((made, report)) if made == *request => Ok(report),
            _ => program
                .client
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .run(request),
        }
    }
}

/// Whether the program was run, and no limit ended it.
fn ended_by_itself(report: &RunReport) -> bool {
    report.exceeded.is_none() && report.not_started.is_none()
}
