//! A loop as it ran last: its instructions, and the ways out of it.

use std::collections::BTreeSet;

use super::super::super::architecture::Ran;
use super::super::super::image::Image;
use crate::machine::diagnosis::cause::endless;
use crate::machine::diagnosis::code::Code as _;
use crate::machine::lc3::op::{Code, Op};

/// The vector of HALT.
const HALT: u16 = 0x25;

/// A loop as it ran last.
pub struct Loop<'t, 'a> {
    /// The image.
    pub image: &'t Image<'a>,
    /// One pass, calls included.
    pub turn: Vec<Ran>,
    /// The addresses that ran in the loop's own subroutine.
    pub own: BTreeSet<u16>,
    /// Everything that may run in it.
    pub body: BTreeSet<u16>,
}

impl<'t, 'a> Loop<'t, 'a> {
    /// The loop of which this is the last pass.
    pub fn new(image: &'t Image<'a>, turn: Vec<Ran>) -> Option<Self> {
        let depth = turn.iter().map(|ran| ran.depth).min()?;
        let own = turn.iter().filter(|ran| ran.depth == depth).map(|ran| ran.at);
        let head = own.clone().next_back()?;
        let mut own: BTreeSet<u16> = own.collect();

        let body = leads_back(image, head);
        own.retain(|at| body.contains(at));
        Some(Self { image, turn, own, body })
    }

    /// Whether there is any exit from the loop: a branch, a return, a jump, or a HALT in what it calls.
    pub fn has_exit(&self) -> bool {
        let image = self.image;
        let mut calls: Vec<u16> = Vec::new();

        for at in &self.body {
            let leaves = image
                .ways(*at)
                .into_iter()
                .flatten()
                .any(|next| !self.body.contains(&next));
            match image.op(*at) {
                Some(op) if !leaves && !matches!(op.code, Code::Jmp | Code::Jsrr | Code::Rti) => {
                    calls.extend(image.called(*at));
                }
                _ => return true,
            }
        }
        may_halt(image, calls) || image.names_clock()
    }

    /// The instruction that leads out of the loop, when only one does.
    pub fn only_exit(&self) -> Option<u16> {
        let leaves = |at: &u16| {
            let next = self.image.ways(*at);
            next.into_iter().flatten().any(|next| !self.body.contains(&next))
        };
        let mut exits = self.body.iter().filter(|at| leaves(at));
        let exit = *exits.next()?;
        exits.next().is_none().then_some(exit)
    }

    /// The conditions under which the branch at `exit`, which leads out, stays in the loop: bits n, z, p.
    pub fn stays(&self, exit: u16) -> Option<u8> {
        let op = self.image.op(exit).filter(|op| op.code == Code::Br)?;
        let taken = op.a & 7;
        let target = exit.wrapping_add(1).wrapping_add(op.value);
        Some(if self.body.contains(&target) { taken } else { 7 ^ taken })
    }

    /// Whether anything in the loop changes a register.
    pub fn changes(&self, register: u8) -> bool {
        let mut ops = self.turn.iter().map(|ran| Op::decode(ran.word));
        ops.any(|op| op.changes(register))
    }

    /// The first and the last address of the loop's own subroutine.
    pub fn ends(&self) -> Option<(u16, u16)> {
        Some((*self.own.first()?, *self.own.last()?))
    }

    /// `lines 40 to 44`, of the loop's own subroutine.
    pub fn lines(&self) -> String {
        let ends = self.ends();
        ends.map_or_else(String::new, |(first, last)| endless::lines(self.image, first, last))
    }
}

/// What is reached from `head` and leads back to it.
fn leads_back(image: &Image<'_>, head: u16) -> BTreeSet<u16> {
    let reach: BTreeSet<u16> = image.reach(head).into_iter().collect();
    let mut body = BTreeSet::from([head]);

    loop {
        let leads = |at: &u16| image.ways(*at).into_iter().flatten().any(|next| body.contains(&next));
        let more: Vec<u16> = reach.difference(&body).copied().filter(leads).collect();
        if more.is_empty() {
            return body;
        }
        body.extend(more);
    }
}

/// Whether a HALT, or what is not known, is reached from one of these subroutines.
fn may_halt(image: &Image<'_>, mut todo: Vec<u16>) -> bool {
    let mut seen: BTreeSet<u16> = BTreeSet::new();

    while let Some(entry) = todo.pop() {
        if !seen.insert(entry) {
            continue;
        }
        for at in image.reach(entry) {
            match image.op(at) {
                None => return true,
                Some(op) if op.code == Code::Jsrr || op.code == Code::Trap && op.value == HALT => return true,
                Some(_) => todo.extend(image.called(at)),
            }
        }
    }
    false
}
