//! The layers of a sandbox, one file each, and the order in which they are applied.

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

/// Restricts this process as the plan says, and opens the program's standard files. The order matters: each step needs
/// something that a later one takes away.
pub fn apply_restrictions(plan: &Plan) -> Result<Stdio, RestrictionError> {
    process::die_with_parent().map_err(failed("the parent-death signal"))?;
    process::new_session().map_err(failed("a new session"))?;
    process::prefer_when_out_of_memory();
    process::fix_addresses();

    let stdio = descriptors::open_stdio(plan)?;
    descriptors::close_inherited()?;

    namespaces::enter(plan)?;
    rlimits::apply(&plan.limits, plan.process_limit()).map_err(failed("the resource limits"))?;

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
    seccomp::apply(plan)?;
    Ok(stdio)
}
