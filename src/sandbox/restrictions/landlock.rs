//! Landlock: what a process may open, whether or not it has a file system of its own.

use std::fs::File;
use std::path::{Path, PathBuf};

use ::landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible as _, PathBeneath, PathFd, Ruleset,
    RulesetAttr as _, RulesetCreatedAttr as _, RulesetStatus, Scope,
};

use rustix::fs::FileType;

use super::descriptors::Stdio;
use super::namespaces;
use crate::sandbox::kind::PROGRAM;
use crate::sandbox::protocol::Plan;
use crate::sandbox::view;

/// The paths that a program may open.
#[derive(Debug, Default)]
struct Rules {
    /// To read and to execute.
    reads: Vec<PathBuf>,
    /// To change as well.
    writes: Vec<PathBuf>,
    /// Files and devices to read and write, but not to execute.
    devices: Vec<PathBuf>,
}

/// Why the rules could not be applied.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The kernel has no Landlock, or an old version.
    #[error("Landlock: {0}")]
    Ruleset(#[from] ::landlock::RulesetError),
    /// The kernel applied only part of the rules.
    #[error("Landlock was not fully enforced")]
    Partly,
}

/// Restricts this process, and all that it starts, to the paths of a plan.
pub fn apply(plan: &Plan, stdio: &Stdio) -> Result<(), Error> {
    // Standard files can be opened again by way of `/dev/stdin` and the like. A build's cannot: a compiler that is made to
    // read its own input would wait for it. Pipes without names need no rule.
    let open = if plan.writes || !stdio.are_named {
        &[][..]
    } else {
        &stdio.files
    };
    restrict(&rules(plan), open)
}

fn rules(plan: &Plan) -> Rules {
    let has_root = plan.kind.has_root();
    let (folder, scratch) = if has_root {
        (PathBuf::from(PROGRAM), PathBuf::from("/tmp"))
    } else {
        (plan.folder.clone(), plan.scratch.clone())
    };
    let mut rules = Rules {
        // A file system of its own hides this executable already.
        reads: if has_root {
            plan.view.clone()
        } else {
            view::without(&plan.view, &plan.executable)
        },
        writes: std::iter::once(scratch).chain(plan.log_folder()).collect(),
        devices: namespaces::DEVICES.map(|device| Path::new("/dev").join(device)).into(),
    };

    if has_root {
        rules.reads.push("/proc".into());
        rules.devices.push("/dev/fd".into());
    } else if plan.log.is_some() {
        // Sanitizers read their options and the memory map there.
        rules.reads.push("/proc/self".into());
    }
    if plan.writes {
        rules.writes.push(folder);
    } else {
        rules.reads.push(folder);
    }
    rules
}

/// Applies rules to this process. What kernel 5.13 can enforce is required; a kernel that cannot is an error, never a weaker
/// restriction. What later kernels add is used where it exists.
fn restrict(rules: &Rules, open: &[File]) -> Result<(), Error> {
    let least = AccessFs::from_all(ABI::V1);
    let all = AccessFs::from_all(ABI::V5);
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(least)?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(ABI::V4))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?;

    let read = AccessFs::from_read(ABI::V5);
    let device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
    let allowed: [(&[PathBuf], BitFlags<AccessFs>); 3] =
        [(&rules.reads, read), (&rules.writes, all), (&rules.devices, device)];
    for (paths, access) in allowed {
        for path in paths {
            let Ok(opened) = PathFd::new(path) else { continue };
            let is_folder = rustix::fs::fstat(&opened).is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode).is_dir());
            let access = if is_folder {
                access
            } else {
                access & AccessFs::from_file(ABI::V5)
            };
            ruleset = ruleset.add_rule(PathBeneath::new(opened, access))?;
        }
    }

    for file in open {
        ruleset = ruleset.add_rule(PathBeneath::new(file, device & AccessFs::from_file(ABI::V5)))?;
    }

    let status = ruleset.restrict_self()?;
    if status.ruleset == RulesetStatus::NotEnforced || !status.no_new_privs {
        return Err(Error::Partly);
    }
    Ok(())
}
