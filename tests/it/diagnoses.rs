//! Why programs stop: faults planted in many ways must be told alike, the sample class is told as it was planted, and
//! programs without a fault are accused of nothing.

mod astray;
mod bench;
mod innocent;
mod loops;
mod planted;
mod samples;
mod small;
mod stores;
mod unwritten;
mod words;
