//! Landlock: what a process may open, whether or not it has a file system of its own.

use std::fs::File;
use std::path::{Path, PathBuf};

use ::landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible as _, PathBeneath, PathFd, Ruleset,
    RulesetAttr as _, RulesetCreatedAttr as _, RulesetStatus, Scope,
};

/// What may be opened.
#[derive(Debug, Default)]
pub struct Rules {
    /// To read and to execute.
    pub reads: Vec<PathBuf>,
    /// To change, too.
    pub writes: Vec<PathBuf>,
    /// Files and devices to read and write, but not to execute.
    pub devices: Vec<PathBuf>,
}

/// Why there is no such wall.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The kernel has no Landlock, or not enough of it.
    #[error("Landlock: {0}")]
    Ruleset(#[from] ::landlock::RulesetError),
    /// It was applied in part only.
    #[error("Landlock was not fully enforced")]
    Partly,
}

/// Restricts this process and all that it starts. What is `open` already may be opened again, by way of `/dev/stdin` and
/// the like. What cannot be enforced to the least that is needed (which kernel 5.13
/// has) is an error, never a weaker wall; what later kernels add is taken where it is there.
pub fn apply(rules: &Rules, open: &[File]) -> Result<(), Error> {
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
            let access = if is_folder(path) {
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

fn is_folder(path: &Path) -> bool {
    path.is_dir()
}
