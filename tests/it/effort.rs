//! How long work takes this thread, however busy the machine is.

use std::time::{Duration, Instant};

/// Does some work; gives what it made and the processor time that this thread took for it. Where the system does not count
/// that, the time that passed.
pub(crate) fn effort<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let (began, busy) = (Instant::now(), processor_time());
    let made = work();
    let took = match (busy, processor_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => began.elapsed(),
    };

    (made, took)
}

/// What this thread has used so far: the first number of Linux' `schedstat`, in nanoseconds.
fn processor_time() -> Option<Duration> {
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = counted.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
