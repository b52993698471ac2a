//! The first stage: running a program on the scripts of the cases.
//!
//! | module | what it is for |
//! |---|---|
//! | [`config`] | how a program is run: the machine's settings and the input protocol |
//! | `columns` | the keys that stand for the columns |
//! | [`runner`] | runs one program, each script once |
//! | [`cache`] | the runs that were made |
//! | [`protocol`] | which input protocol a program uses |

pub mod cache;
mod columns;
pub mod config;
pub mod protocol;
pub mod runner;

pub use cache::RunCache;
pub use config::RunConfig;
pub use runner::Runner;
