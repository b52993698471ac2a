//! The layers of a sandbox, one file each.

pub mod bubblewrap;
pub mod cgroup;
pub mod landlock;
pub mod namespaces;
pub mod rlimits;
pub mod seccomp;
pub mod user;
