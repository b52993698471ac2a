//! The first stage: running a program on the scripts of the cases.
//!
//! | module | what it is for |
//! |---|---|
//! | [`config`] | how a program is run: the machine's settings and the input protocol |
//! | [`adaptation`] | the keys that a program is sent that wants to be played in another way |
//! | [`runner`] | runs one program, each script once |
//! | [`cache`] | the runs that were made |
//! | [`protocol`] | which input protocol a program uses |

pub mod adaptation;
pub mod cache;
pub mod config;
pub mod protocol;
pub mod runner;

pub use cache::RunCache;
pub use config::RunConfig;
pub use runner::Runner;
