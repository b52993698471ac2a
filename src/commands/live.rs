//! What a command is doing now, in one line of the terminal: a bar, and words beside it.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// How often the line is drawn where nothing else happens.
const TICK: Duration = Duration::from_millis(250);
/// The columns of the bar and the blanks beside it.
const BAR: usize = 24;

/// A bar, and beside it what `words` makes of the state in at most so many columns; hidden where standard error is no terminal,
/// or where nobody wants it.
pub(super) fn bar<W>(count: usize, is_wanted: bool, words: W) -> ProgressBar
where
    W: Fn(&ProgressState, usize) -> String + Clone + Send + Sync + 'static,
{
    if !is_wanted || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }

    let live = move |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        let columns = crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns));
        let width = columns.saturating_sub(BAR + 1);
        let words: String = words(state, width).chars().take(width).collect();
        // A bar that cannot be drawn is no failure.
        let _ = text.write_str(&words);
    };
    let style = ProgressStyle::with_template("{bar:22}  {live}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(count as u64).with_style(style.with_key("live", live));
    bar.enable_steady_tick(TICK);
    bar
}

/// How many a second, and the time that is left; `None` before the first is done.
pub(super) fn speed(state: &ProgressState) -> Option<(f64, Duration)> {
    (state.pos() > 0).then(|| (state.per_sec(), state.eta()))
}

/// `34/200 graded  5.1/s  32 s left`.
pub(super) fn counted(done: u64, all: u64, what: &str, speed: Option<(f64, Duration)>) -> String {
    let mut text = format!("{done}/{all} {what}");
    if let Some((rate, left)) = speed {
        // Writing into a string cannot fail.
        let _ = write!(text, "  {rate:.1}/s  {} left", time(left));
    }
    text
}

/// A time in the units that matter: `12 s`, `3 min 5 s`, `2 h 4 min`.
pub(super) fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}
