//! Who a student's program is: nobody that anything else on the machine belongs to, without privileges and without the
//! way back to any.

use nix::unistd::Uid;
use rustix::thread::{CapabilitiesSecureBits, CapabilitySet, CapabilitySets};

/// Above what people, services and containers are given.
const FIRST: u32 = 0x7000_0000;
/// Process numbers are below that.
const SPAN: u32 = 1 << 22;

/// A user id that nothing belongs to, one for each keeper of this machine. `None` for an ordinary user, who can become
/// nobody else.
pub fn throw_away() -> Option<u32> {
    Uid::effective().is_root().then(|| FIRST + std::process::id() % SPAN)
}

/// Whether this process may look at what every other one has open. In a container root may not.
pub fn sees_all() -> bool {
    let own = rustix::thread::capabilities(None);
    own.is_ok_and(|own| own.effective.contains(CapabilitySet::SYS_PTRACE))
}

/// Gives up what makes user 0 of a user namespace more than others, for this process and all that it starts.
pub fn drop_privileges() -> rustix::io::Result<()> {
    for number in 0..=63 {
        // The first number that the kernel does not know ends the list.
        let capability = CapabilitySet::from_bits_retain(1 << number);
        if rustix::thread::remove_capability_from_bounding_set(capability).is_err() {
            break;
        }
    }
    let now = rustix::thread::capabilities(None)?;
    if now.permitted.is_empty() && now.inheritable.is_empty() {
        // There is nothing to give up, and without new privileges nothing to gain.
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
