//! The program's user id and capabilities.

use nix::unistd::{Gid, Uid, setgroups, setresgid, setresuid};
use rustix::thread::{CapabilitiesSecureBits, CapabilitySet, CapabilitySets};

use super::{RestrictionError, failed, process};
use crate::sandbox::protocol::Plan;

/// User ids from here on are above those of people, services and containers.
const FIRST: u32 = 0x7000_0000;
/// Process ids are below that.
const SPAN: u32 = 1 << 22;

/// A user id that nothing belongs to, a different one for each supervisor on this machine. `None` where this process is
/// not root and cannot change its user.
pub fn unused_id() -> Option<u32> {
    Uid::effective().is_root().then(|| FIRST + std::process::id() % SPAN)
}

/// Whether this process may see the open files of every other process. Root in a container may not.
pub fn can_inspect_all() -> bool {
    let own = rustix::thread::capabilities(None);
    own.is_ok_and(|own| own.effective.contains(CapabilitySet::SYS_PTRACE))
}

/// Gives up what the program must not have: capabilities in a user namespace of its own, or the user id. Where the
/// program is started as a child under another id, the kernel does that at its start.
pub fn drop_privileges(plan: &Plan) -> Result<(), RestrictionError> {
    if plan.user.is_none() {
        if plan.kind.has_root() {
            drop_capabilities().map_err(failed("the capabilities"))?;
        }
    } else if !plan.has_child() {
        become_user(plan.user).map_err(failed("the user"))?;
    }
    Ok(())
}

/// Changes to this user id for good, if there is one.
pub fn become_user(user: Option<u32>) -> nix::Result<()> {
    let Some(user) = user else { return Ok(()) };

    setgroups(&[])?;
    let group = Gid::from_raw(user);
    setresgid(group, group, group)?;
    let user = Uid::from_raw(user);
    setresuid(user, user, user)?;

    // The change of user has reset it.
    process::die_with_parent()
}

/// Gives up all capabilities, for this process and all that it starts.
fn drop_capabilities() -> rustix::io::Result<()> {
    for number in 0..=63 {
        // The first number that the kernel does not know ends the list.
        let capability = CapabilitySet::from_bits_retain(1 << number);
        if rustix::thread::remove_capability_from_bounding_set(capability).is_err() {
            break;
        }
    }

    let now = rustix::thread::capabilities(None)?;
    if now.permitted.is_empty() && now.inheritable.is_empty() {
        return Ok(());
    }

    rustix::thread::set_capabilities_secure_bits(
        CapabilitiesSecureBits::NO_ROOT
            | CapabilitiesSecureBits::NO_ROOT_LOCKED
            | CapabilitiesSecureBits::NO_SETUID_FIXUP
            | CapabilitiesSecureBits::NO_SETUID_FIXUP_LOCKED,
    )?;
    rustix::thread::clear_ambient_capability_set()?;
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    rustix::thread::set_capabilities(None, none)
}
