//! Programs that try what a sandbox must prevent.
//!
//! They are this same executable as a helper process, so that no compiler is needed. Each attack is limited, so that it does
//! no harm where nothing prevents it: a few dozen processes, a GiB of memory, some seconds, and signals that are ignored by
//! every process except the decoy of the self-test.
//!
//! An attack prints a line for each attempt, and a last line when it has tried everything. Whatever the self-test can observe
//! itself, it does not take from these lines.

mod attack;
mod disclosure;
mod network;
mod output;
pub mod persistence;
mod privilege_escalation;
mod processes;
mod resource_exhaustion;

pub use attack::{Attack, FILE};
pub use output::{END, FAILED, PART, SUCCEEDED};

use output::{number, say};

/// Tries the attack that the arguments name. Returns the exit code.
pub fn main() -> u8 {
    let mut arguments = std::env::args().skip(2);
    let name = arguments.next().unwrap_or_default();
    let Some(attack) = Attack::named(&name) else { return 2 };
    let arguments: Vec<String> = arguments.collect();
    attempt(attack, &arguments);
    say(END);
    0
}

/// Several attacks, one after the other, each with the same arguments.
fn several(arguments: &[String]) {
    let Some((names, arguments)) = arguments.split_first() else {
        return;
    };
    for attack in names.split(',').filter_map(Attack::named) {
        say(&format!("{PART}{}", attack.name()));
        attempt(attack, arguments);
        say(END);
    }
}

fn attempt(attack: Attack, arguments: &[String]) {
    match attack {
        Attack::Several => several(arguments),
        Attack::Read => disclosure::read(arguments),
        Attack::List => disclosure::list(arguments),
        Attack::Names => disclosure::names(arguments),
        Attack::Write => persistence::write(arguments),
        Attack::Leave => persistence::leave(arguments),
        Attack::Find => persistence::find(arguments),
        Attack::Network => network::connect(arguments),
        Attack::Fork => processes::fork(arguments),
        Attack::Daemon => processes::daemon(arguments),
        Attack::Detach => processes::detach(arguments),
        Attack::Linger => processes::linger(),
        Attack::Idle => processes::idle(),
        Attack::Decoy => processes::decoy(),
        Attack::Signal => processes::signal(arguments),
        Attack::Trace => processes::trace(arguments),
        Attack::Session => privilege_escalation::session(),
        Attack::Terminal => privilege_escalation::terminal(),
        Attack::Descriptors => privilege_escalation::descriptors(),
        Attack::Environment => privilege_escalation::environment(),
        Attack::User => privilege_escalation::user(),
        Attack::Privileges => privilege_escalation::privileges(),
        Attack::Calls => privilege_escalation::calls(arguments),
        Attack::Processes => privilege_escalation::processes(),
        Attack::Open => resource_exhaustion::open(),
        Attack::Core => resource_exhaustion::core(),
        Attack::Loop => resource_exhaustion::spin(),
        Attack::Sleep => resource_exhaustion::sleep(),
        Attack::Flood => resource_exhaustion::flood(),
        Attack::Memory => resource_exhaustion::memory(number(arguments, 0)),
        Attack::Disk => resource_exhaustion::disk(),
    }
}
