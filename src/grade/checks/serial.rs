//! Output over the serial port without waiting for the transmitter. The emulator sends each byte at once, so no game shows it.
//!
//! Fact: the transmitter takes a byte when bit 5 (THRE) of the line status is 1, or as many as its FIFO holds (user manual
//! UM10237, chapter 16).

use std::sync::Arc;

use super::Evidence;
use crate::grade::run::Runner;
use crate::machine::{Machine, Program, arm};
use crate::result::{Finding, FindingKind};

/// Where a program sends more than the transmitter holds without a look at the line status.
pub(super) fn check(evidence: &Evidence, runner: &mut Runner) -> Vec<Finding> {
    unpolled(evidence, runner).into_iter().collect()
}

fn unpolled(evidence: &Evidence, runner: &mut Runner) -> Option<Finding> {
    let (plan, config) = (evidence.plan, evidence.attempts.best.config);
    let Machine::Arm(settings) = config.machine else {
        return None;
    };
    let keys = plan.longest_keys(config)?;
    let limits = runner.limits_of(config.machine, &keys);
    let Program::Arm(program) = runner.program()? else {
        return None;
    };

    let place = arm::Session::new(Arc::clone(program), settings).overrun(&keys, limits)?;
    let line = place.line.map(|line| format!(" (line {line})")).unwrap_or_default();
    Some(Finding {
        kind: FindingKind::Portability,
        key: "output-not-polled".to_owned(),
        common: "characters are sent without waiting for the transmitter".to_owned(),
        message: format!(
            "Your program sends characters without waiting until the transmitter is empty{line}. On the board, \
             characters are lost. Before each store to U0THR, wait until bit 5 (THRE) of U0LSR is 1."
        ),
        places: vec![place],
        deducted: plan.assignment.deductions.portability,
    })
}
