//! The layers of a sandbox, one file each, and the order in which they are applied.

use std::fs::File;
use std::os::fd::AsFd as _;
use std::rc::Rc;

use super::kind::Kind;
use super::protocol::Plan;

pub mod bubblewrap;
pub mod cgroup;
pub mod descriptors;
pub mod landlock;
pub mod namespaces;
pub mod process;
pub mod rlimits;
pub mod seccomp;
pub mod user;

use descriptors::Stdio;

/// Why a restriction could not be applied.
pub type RestrictionError = Box<dyn std::error::Error>;

/// Names the restriction that failed.
fn failed<E: std::fmt::Display>(restriction: &'static str) -> impl Fn(E) -> RestrictionError {
    move |error| format!("{restriction}: {error}").into()
}

/// What an init has that is a copy of the supervisor.
#[derive(Debug)]
pub struct Inherited {
    /// The program's standard input, output and error, where they have no paths.
    pub stdio: Option<[File; 3]>,
    /// The pipe for the init's status.
    pub status: File,
    /// The filter of system calls.
    pub filter: Rc<seccomp::Filter>,
}

impl Inherited {
    /// Closes every other file, also the standard ones, of which none is the program's.
    fn close_others(&self) -> Result<(), RestrictionError> {
        let own = self.stdio.iter().flatten().chain([&self.status]);
        let own: Vec<_> = own.map(|file| file.as_fd()).collect();
        descriptors::close_all_but(&own)
    }

    /// Closes every file.
    pub fn close_all(self) -> Result<(), RestrictionError> {
        drop(self);
        descriptors::close_all_but(&[])
    }
}

/// Restricts this process as the plan says, and opens the program's standard files. The order matters: each step needs
/// something that a later one takes away.
pub fn apply_restrictions(plan: &Plan, mut inherited: Option<&mut Inherited>) -> Result<Stdio, RestrictionError> {
    process::die_with_parent().map_err(failed("the parent-death signal"))?;
    process::new_session().map_err(failed("a new session"))?;
    process::prefer_when_out_of_memory();
    process::fix_addresses();

    match &inherited {
        Some(inherited) => inherited.close_others()?,
        None => descriptors::close_inherited()?,
    }
    let stdio = match inherited.as_mut().and_then(|inherited| inherited.stdio.take()) {
        Some(files) => Stdio {
            files,
            are_named: false,
        },
        None => descriptors::open_stdio(plan)?,
    };

    namespaces::enter(plan)?;
    rlimits::apply(&plan.limits, plan.most_processes).map_err(failed("the resource limits"))?;

    // Without a sandbox, limits are all there is.
    if plan.kind == Kind::Unsandboxed {
        user::become_user(plan.user).map_err(failed("the user"))?;
        return Ok(stdio);
    }

    user::drop_privileges(plan)?;
    process::no_new_privileges().map_err(failed("no new privileges"))?;
    landlock::apply(plan, &stdio)?;
    // This process may have the same user as the program, which must not open its memory or its pipes.
    process::hide_memory().map_err(failed("the memory of the init"))?;
    match inherited {
        Some(inherited) => inherited.filter.apply()?,
        None => seccomp::Filter::new(plan)?.apply()?,
    }
    Ok(stdio)
}
