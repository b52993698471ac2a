//! Native programs in their sandbox, from a user's point of view: hostile programs do no harm and leave nothing behind,
//! ordinary ones get the points that they earn.
//!
//! The attacks are C programs of their own (`tests/data/native`), independent of the self-test of `c4grade doctor`. What this
//! machine lacks (a kind of sandbox, a compiler) is skipped with the reason on standard error; where `CI` is set that is a
//! failure.
#![cfg(target_os = "linux")]

mod absent;
mod access;
mod attacks;
mod budget;
mod builds;
mod doctor;
mod endings;
mod fixture;
mod groups;
mod killed;
mod ordinary;
mod places;
mod remains;
mod reports;
mod soak;
mod stopping;
mod watched;
