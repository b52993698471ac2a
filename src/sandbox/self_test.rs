//! Which layers of a sandbox hold on this machine.
//!
//! Nothing is assumed about a kernel, a container or a configuration: programs try an [attack](attacks) on each layer. A layer
//! holds if every attack on it fails; a sandbox holds if every required layer does. [`find()`] tries, before each grading,
//! what takes milliseconds; [`examine()`] also tries to exceed each limit, for `c4grade doctor`.

#[cfg(has_sandbox)]
mod advice;
#[cfg(has_sandbox)]
pub(super) mod attacks;
mod examination;
#[cfg(has_sandbox)]
mod fixture;
mod layer;
#[cfg(has_sandbox)]
mod run;
#[cfg(has_sandbox)]
mod tools;
#[cfg(has_sandbox)]
mod trials;
#[cfg(not(has_sandbox))]
mod unsupported;

#[cfg(has_sandbox)]
pub use advice::advice;
pub use examination::{Examination, Refusal, Tool};
pub use layer::{Finding, Layer, State};
#[cfg(has_sandbox)]
pub use run::{UNSUPPORTED, examine, find};
#[cfg(has_sandbox)]
pub use tools::tools;
#[cfg(not(has_sandbox))]
pub use unsupported::{UNSUPPORTED, advice, examine, find, tools};
