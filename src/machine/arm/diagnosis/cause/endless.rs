//! Loops that never end, judged by the code of the loop.

use std::collections::BTreeSet;

use super::super::architecture::{Arm, Ran, Trace};
use super::super::image::Image;
use crate::machine::arm::isa::{Condition, DataOperation, Operand, Operation};
use crate::machine::diagnosis::architecture::Architecture as _;
use crate::machine::diagnosis::cause::endless::{closed, endless_recursion, lines, unchanged};
use crate::machine::diagnosis::code::Code as _;
use crate::result::{Cause, Ending};

/// Why a loop does not end.
pub fn find(trace: &Trace<'_>, ending: Ending) -> Option<Cause> {
    if !matches!(ending, Ending::Loop | Ending::Limit | Ending::Flooded) {
        return None;
    }
    let turn = trace.tail.turn()?;
    let image = &trace.image;
    if let Some(recursion) = endless_recursion(trace, &turn) {
        return Some(recursion);
    }

    let depth = turn.iter().map(|ran| ran.depth).min()?;
    let own: Vec<Ran> = turn.iter().copied().filter(|ran| ran.depth == depth).collect();
    let addresses: BTreeSet<u32> = own.iter().map(|ran| ran.at).collect();
    let (first, last) = (*addresses.first()?, *addresses.last()?);
    let lines = lines(image, first, last);
    match exits(image, &own, &addresses)?[..] {
        [] => Some(closed(image, &lines, [first, last])),
        [exit] if ending == Ending::Loop => {
            let (test, names) = constant_test(image, &turn, &own, exit)?;
            Some(unchanged(image, &lines, &names, test.at, [test.at, exit]))
        }
        _ => None,
    }
}

/// The branches that could lead out of the loop; `None` where a jump may lead anywhere.
pub fn exits(image: &Image<'_>, own: &[Ran], addresses: &BTreeSet<u32>) -> Option<Vec<u32>> {
    let mut exits = BTreeSet::new();
    for ran in own {
        let successors = image.successors(ran.at)?;
        if successors.iter().any(|next| !addresses.contains(next)) {
            exits.insert(ran.at);
        }
    }
    Some(exits.into_iter().collect())
}

/// An instruction that sets the flags for a branch and nothing else.
pub struct Test {
    /// Its address.
    pub at: u32,
    /// CMP, CMN, TST or TEQ; an ANDS counts as TST.
    pub operation: DataOperation,
    /// The register that it tests.
    pub register: u8,
    /// What it compares the register with.
    pub operand: Operand,
}

impl Test {
    /// The test that the branch at `exit` acts on: the last instruction before it in the loop that sets the flags.
    pub fn of(image: &Image<'_>, own: &[Ran], exit: u32) -> Option<Self> {
        let at = own.iter().position(|ran| ran.at == exit)?;
        let around = own[..at].iter().rev().chain(own[at..].iter().rev());

        for ran in around {
            let instruction = image.operation(ran.at)?;
            match instruction.operation {
                Operation::Data {
                    operation, rn, operand, ..
                } if !operation.has_destination() => {
                    let is_always = instruction.condition == Condition::Al;
                    return is_always.then_some(Self::new(ran.at, operation, rn, operand));
                }
                Operation::Data {
                    operation: DataOperation::And,
                    flags: true,
                    rn,
                    operand,
                    ..
                } => return Some(Self::new(ran.at, DataOperation::Tst, rn, operand)),
                // What a called subroutine leaves in the flags is not seen.
                Operation::Branch { link: true, .. } => return None,
                operation if operation.effect().sets_flags => return None,
                _ => {}
            }
        }
        None
    }

    fn new(at: u32, operation: DataOperation, register: u8, operand: Operand) -> Self {
        Self {
            at,
            operation,
            register,
            operand,
        }
    }

    /// The registers that it reads.
    fn reads(&self) -> Vec<u8> {
        let test = Operation::Data {
            operation: self.operation,
            flags: true,
            rd: 0,
            rn: self.register,
            operand: self.operand,
        };
        test.effect().reads.into_iter().flatten().collect()
    }
}

/// The test of a loop's only exit, when it tests registers that nothing in the loop changes; and their names.
fn constant_test(image: &Image<'_>, turn: &[Ran], own: &[Ran], exit: u32) -> Option<(Test, Vec<String>)> {
    let test = Test::of(image, own, exit)?;
    let tested = test.reads();
    let is_written = turn
        .iter()
        .any(|ran| tested.iter().any(|number| image.writes(ran.at, *number)));

    if is_written || tested.contains(&15) || test.operation == DataOperation::Teq {
        return None;
    }
    let names = tested.iter().map(|number| Arm::register_name(*number)).collect();
    Some((test, names))
}
