//! Native programs behind their fence, as a user drives them: hostile ones do no harm and leave nothing behind, ordinary
//! ones get what they earn.
//!
//! The attacks are C programs of their own (`tests/data/native`): they know nothing of the canaries of `c4grade doctor`.
//! What does not hold on this machine (a kind of fence, a compiler) is skipped with its reason on standard error; where `CI` is set that is
//! a failure.
#![cfg(target_os = "linux")]

mod absent;
mod access;
mod attacks;
mod budget;
mod builds;
mod doctor;
mod fixture;
mod groups;
mod killed;
mod ordinary;
mod remains;
mod reports;
mod soak;
mod stopping;
mod watched;
