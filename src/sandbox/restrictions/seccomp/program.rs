//! The filter as a program for the kernel: a search tree over the numbers of system calls.
//!
//! The kernel runs a filter for every call, and once for every number there is when the filter is added. A list of some two
//! hundred comparisons takes a third of a millisecond then, for each run; a tree of them takes eight comparisons for a number.

use std::collections::{BTreeMap, BTreeSet};

use libc::{
    BPF_ABS, BPF_ALU, BPF_AND, BPF_JA, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W, SECCOMP_RET_ALLOW,
    SECCOMP_RET_ERRNO, SECCOMP_RET_KILL_PROCESS,
};
use seccompiler::{BpfProgram, sock_filter};

/// Offsets in the kernel's `seccomp_data`: the number of the call, the architecture, and the arguments of eight bytes each,
/// of which the lower half comes first on every processor that has a filter here.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const ARGUMENTS: u32 = 16;

/// The architecture for which numbers are meant, as the kernel's audit calls it (`linux/audit.h`).
#[cfg(target_arch = "x86_64")]
pub const OWN_ARCHITECTURE: Option<u32> = Some(0xC000_003E);
#[cfg(target_arch = "aarch64")]
pub const OWN_ARCHITECTURE: Option<u32> = Some(0xC000_00B7);
#[cfg(target_arch = "riscv64")]
pub const OWN_ARCHITECTURE: Option<u32> = Some(0xC000_00F3);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")))]
pub const OWN_ARCHITECTURE: Option<u32> = None;

/// Of the lower 32 bits of an argument, those in the mask are exactly these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Condition {
    pub argument: u8,
    pub mask: u32,
    pub bits: u32,
}

/// Conditions that must all hold.
pub type Rule = Vec<Condition>;
/// For each call its rules, of which one must hold.
pub type Rules = BTreeMap<i64, Vec<Rule>>;

/// The one rule of a call whose arguments do not matter.
pub fn always() -> Vec<Rule> {
    vec![Rule::new()]
}

/// What becomes of a call, as the kernel writes it.
mod verdict {
    use super::{SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO};

    pub const ALLOWED: u32 = SECCOMP_RET_ALLOW;
    pub const REFUSED: u32 = SECCOMP_RET_ERRNO | libc::EPERM as u32;
    pub const UNKNOWN: u32 = SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
}

/// Numbers from the first on, up to those of the next, and what is done with them.
struct Interval {
    first: u32,
    code: BpfProgram,
}

/// The program: what a rule refuses fails as forbidden, what a rule allows happens, and everything else fails as unknown. A
/// process of another architecture is killed.
pub fn program(architecture: u32, refused: &Rules, allowed: &Rules) -> BpfProgram {
    let mut program = vec![
        statement(BPF_LD | BPF_W | BPF_ABS, ARCHITECTURE),
        jump(BPF_JEQ, architecture, 1, 0),
        ret(SECCOMP_RET_KILL_PROCESS),
        statement(BPF_LD | BPF_W | BPF_ABS, NUMBER),
    ];
    program.extend(tree(&intervals(refused, allowed)));
    program
}

/// The numbers in order, neighbours with the same code together.
fn intervals(refused: &Rules, allowed: &Rules) -> Vec<Interval> {
    let mut intervals: Vec<Interval> = Vec::new();
    let mut add = |first: u32, code: BpfProgram| {
        if intervals.last().is_none_or(|last| last.code != code) {
            intervals.push(Interval { first, code });
        }
    };

    let calls: BTreeSet<i64> = refused.keys().chain(allowed.keys()).copied().collect();
    let mut next = 0;
    for call in calls {
        let number = call as u32;
        if number > next {
            add(next, decision(&[], &[]));
        }
        let rules = |of: &Rules| of.get(&call).cloned().unwrap_or_default();
        add(number, decision(&rules(refused), &rules(allowed)));
        next = number + 1;
    }
    add(next, decision(&[], &[]));
    intervals
}

/// Decides about one call.
fn decision(refused: &[Rule], allowed: &[Rule]) -> BpfProgram {
    let mut code = BpfProgram::new();
    for (rules, verdict) in [(refused, verdict::REFUSED), (allowed, verdict::ALLOWED)] {
        for rule in rules {
            code.extend(checked(rule, verdict));
            if rule.is_empty() {
                return code;
            }
        }
    }

    code.push(ret(verdict::UNKNOWN));
    code
}

/// Returns a verdict if a rule holds, and goes on behind it otherwise.
fn checked(rule: &Rule, verdict: u32) -> BpfProgram {
    let mut code = vec![ret(verdict)];
    for condition in rule.iter().rev() {
        let left = code.len() as u8;
        let argument = ARGUMENTS + 8 * u32::from(condition.argument);
        let check = [
            statement(BPF_LD | BPF_W | BPF_ABS, argument),
            statement(BPF_ALU | BPF_AND | BPF_K, condition.mask),
            jump(BPF_JEQ, condition.bits, 0, left),
        ];
        code.splice(0..0, check);
    }
    code
}

/// Finds the interval of the number that was loaded.
fn tree(intervals: &[Interval]) -> BpfProgram {
    if let [only] = intervals {
        return only.code.clone();
    }

    let (below, above) = intervals.split_at(intervals.len() / 2);
    let (first, below) = (above[0].first, tree(below));
    let mut code = match u8::try_from(below.len()) {
        Ok(length) => vec![jump(BPF_JGE, first, length, 0)],
        // Only a jump without a condition reaches farther.
        Err(_) => vec![
            jump(BPF_JGE, first, 0, 1),
            statement(BPF_JMP | BPF_JA, below.len() as u32),
        ],
    };
    code.extend(below);
    code.extend(tree(above));
    code
}

fn ret(verdict: u32) -> sock_filter {
    statement(BPF_RET | BPF_K, verdict)
}

fn statement(code: u32, k: u32) -> sock_filter {
    jump_of(code, k, 0, 0)
}

/// Compares the number with a constant.
fn jump(comparison: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    jump_of(BPF_JMP | comparison | BPF_K, k, jt, jf)
}

fn jump_of(code: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    }
}

#[cfg(test)]
mod tests {
    use seccompiler::{
        SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
    };

    use super::super::{Permissions, allowed, refusals};
    use super::*;

    /// What a program says of a call, as the kernel runs it: only the instructions that filters have here.
    fn run(program: &BpfProgram, architecture: u32, number: u32, arguments: [u32; 6]) -> u32 {
        let (mut value, mut at) = (0, 0);
        loop {
            let one = &program[at];
            at += 1;
            match u32::from(one.code) {
                code if code == BPF_LD | BPF_W | BPF_ABS => {
                    value = match one.k {
                        NUMBER => number,
                        ARCHITECTURE => architecture,
                        offset => arguments[((offset - ARGUMENTS) / 8) as usize],
                    };
                }
                code if code == BPF_ALU | BPF_AND | BPF_K => value &= one.k,
                code if code == BPF_RET | BPF_K => return one.k,
                code if code == BPF_JMP | BPF_JA => at += one.k as usize,
                code if code == BPF_JMP | BPF_JEQ | BPF_K => {
                    at += usize::from(if value == one.k { one.jt } else { one.jf });
                }
                code if code == BPF_JMP | BPF_JGE | BPF_K => {
                    at += usize::from(if value >= one.k { one.jt } else { one.jf });
                }
                code => panic!("instruction {code:#x}"),
            }
        }
    }

    /// The same rules as a filter of another library.
    fn listed(rules: &Rules, otherwise: SeccompAction, matched: SeccompAction) -> BpfProgram {
        let rule = |rule: &Rule| {
            let conditions = rule.iter().map(|condition| {
                let compare = SeccompCmpOp::MaskedEq(u64::from(condition.mask));
                let bits = u64::from(condition.bits);
                SeccompCondition::new(condition.argument, SeccompCmpArgLen::Dword, compare, bits).unwrap()
            });
            SeccompRule::new(conditions.collect()).unwrap()
        };
        let rules = rules.iter().map(|(call, rules)| {
            let conditional = rules.iter().filter(|rule| !rule.is_empty());
            (*call, conditional.map(rule).collect())
        });
        let architecture = TargetArch::try_from(std::env::consts::ARCH).unwrap();
        let filter = SeccompFilter::new(rules.collect(), otherwise, matched, architecture).unwrap();
        filter.try_into().unwrap()
    }

    #[test]
    fn every_number_is_decided_as_by_two_lists() {
        let Some(own) = OWN_ARCHITECTURE else { return };
        let values = |rules: &Rules| -> Vec<u32> {
            let conditions = rules.values().flatten().flatten();
            conditions.flat_map(|one| [one.bits, one.mask]).collect()
        };
        for bits in 0..16_u32 {
            let is = |bit: u32| bits & bit != 0;
            let permissions = Permissions {
                forks: is(1),
                signals: is(2),
                modes: is(4),
                children: is(8),
            };
            let (refused, allowed) = (refusals(permissions), allowed(permissions));
            let tree = program(own, &refused, &allowed);
            let [refusing, listing] = [
                listed(&refused, SeccompAction::Allow, SeccompAction::Errno(libc::EPERM as u32)),
                listed(
                    &allowed,
                    SeccompAction::Errno(libc::ENOSYS as u32),
                    SeccompAction::Allow,
                ),
            ];
            assert!(tree.len() < listing.len());

            let mut values = [values(&refused), values(&allowed), vec![0, 1, u32::MAX]].concat();
            values.sort_unstable();
            values.dedup();
            for number in (0..600).chain([0x4000_0000, 0x4000_0001, 0x7fff_ffff, u32::MAX]) {
                for first in &values {
                    for second in [0, *first, libc::O_ASYNC as u32] {
                        let arguments = [*first, *first, second, second, 0, 0];
                        let said = |filter: &BpfProgram| run(filter, own, number, arguments);
                        let expected = match said(&refusing) {
                            SECCOMP_RET_ALLOW => said(&listing),
                            refusal => refusal,
                        };
                        assert_eq!(
                            said(&tree),
                            expected,
                            "call {number} with {arguments:x?}, {permissions:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn another_architecture_is_killed() {
        let (refused, allowed) = (Rules::new(), Rules::from([(0, always())]));
        let tree = program(7, &refused, &allowed);
        assert_eq!(run(&tree, 7, 0, [0; 6]), SECCOMP_RET_ALLOW);
        assert_eq!(run(&tree, 8, 0, [0; 6]), SECCOMP_RET_KILL_PROCESS);
    }
}
