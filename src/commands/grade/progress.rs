//! The progress bar of a grading: how many are graded, how quickly, how long it takes, and who takes longest now.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState};

use crate::commands::live::{self, counted, time};

/// A submission that takes less time is not named.
const SLOW: Duration = Duration::from_secs(1);

/// The submissions that are being graded, each with its start.
type Running = Arc<Mutex<Vec<(String, Instant)>>>;

/// The bar, and who is being graded.
#[derive(Clone)]
pub(in crate::commands) struct Progress {
    bar: ProgressBar,
    running: Running,
}

impl Progress {
    /// A bar for `count` submissions; hidden where standard error is no terminal, or where nobody wants it.
    pub(in crate::commands) fn new(count: usize, is_wanted: bool) -> Self {
        let running = Running::default();
        let live = {
            let running = Arc::clone(&running);
            move |state: &ProgressState, width: usize| live(state, &running, width)
        };
        Self {
            bar: live::bar(count, is_wanted, live),
            running,
        }
    }

    /// A submission is being graded.
    pub(super) fn started(&self, slug: &str) {
        lock(&self.running).push((slug.to_owned(), Instant::now()));
    }

    /// A submission is graded.
    pub(super) fn finished(&self, slug: &str) {
        lock(&self.running).retain(|(running, _)| running != slug);
        self.bar.inc(1);
    }

    /// Removes the bar.
    pub(in crate::commands) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

fn lock(running: &Running) -> MutexGuard<'_, Vec<(String, Instant)>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is beside the bar now.
fn live(state: &ProgressState, running: &Running, width: usize) -> String {
    let slowest = lock(running).iter().min_by_key(|(_, start)| *start).cloned();
    let slowest = slowest.map(|(slug, start)| (slug, start.elapsed()));

    let done = state.pos();
    let all = state.len().unwrap_or(done);
    words(done, all, live::speed(state), slowest, width)
}

/// `34/200 graded  5.1/s  32 s left  slowest: ada, 12 s`, in at most `width` columns.
fn words(
    done: u64,
    all: u64,
    speed: Option<(f64, Duration)>,
    slowest: Option<(String, Duration)>,
    width: usize,
) -> String {
    let mut text = counted(done, all, "graded", speed);
    if let Some((slug, since)) = slowest.filter(|(_, since)| *since >= SLOW) {
        let since = time(since);
        let room = width.saturating_sub(text.len() + "  slowest: , ".len() + since.len());
        if room >= 4 {
            let name: String = slug.chars().take(room).collect();
            text += &format!("  slowest: {name}, {since}");
        }
    }
    text.chars().take(width).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::words;

    #[test]
    fn what_is_beside_the_bar_fits() {
        let seconds = Duration::from_secs;
        let slowest = |after| Some(("ada-lovelace".to_owned(), seconds(after)));
        let speed = Some((5.12, seconds(92)));

        assert_eq!(words(0, 9, None, None, 60), "0/9 graded");
        assert_eq!(words(0, 9, None, slowest(0), 60), "0/9 graded");
        assert_eq!(
            words(34, 200, speed, slowest(12), 70),
            "34/200 graded  5.1/s  1 min 32 s left  slowest: ada-lovelace, 12 s"
        );
        assert_eq!(
            words(34, 200, speed, slowest(12), 58),
            "34/200 graded  5.1/s  1 min 32 s left  slowest: ada-, 12 s"
        );
        assert_eq!(
            words(34, 200, speed, slowest(3720), 50),
            "34/200 graded  5.1/s  1 min 32 s left"
        );
    }
}
