//! Native programs behind their fence, as a user drives them: hostile ones do no harm and leave nothing behind, ordinary
//! ones get what they earn.
//!
//! The attacks are C programs of their own (`tests/data/native`): they know nothing of the canaries of `c4grade doctor`.
//! What does not hold on this machine (a kind of fence, a compiler) is skipped with its reason on standard error.
#![cfg(target_os = "linux")]

#[path = "native/attacks.rs"]
mod attacks;
#[path = "native/builds.rs"]
mod builds;
#[path = "native/desk.rs"]
mod desk;
#[path = "native/killed.rs"]
mod killed;
#[path = "native/ordinary.rs"]
mod ordinary;
#[path = "native/remains.rs"]
mod remains;
#[path = "native/reports.rs"]
mod reports;
#[path = "native/soak.rs"]
mod soak;
