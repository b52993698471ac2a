//! `c4grade watch`: grades a folder, and again whatever changes in it.
//!
//! Each pass is a `grade --resume`: reports that are up to date stay as they are.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use c4grade::report::{format_points, verdict_word, visible};
use c4grade::result::StudentRow;
use clap::Args;

use super::claim::Claim;
use super::grade::{GradeArgs, Passed, pass};
use super::interrupt::Interrupt;
use super::{Failed, NOTHING, USAGE, say, say_error, whole};

mod snapshot;

use snapshot::Snapshot;

/// A look takes at most one part in this many of the time.
const SHARE: u32 = 10;

/// The help after the options.
const AFTER: &str = "Reports that are up to date stay as they are, as with `grade --resume`; a change of the assignment, the cases or \
                     the options grades everybody again. A change is graded once the folder has looked the same twice, so \
                     that no file is graded half-written. Ctrl-C ends it.";

/// The arguments of `watch`.
#[derive(Debug, Args)]
#[command(after_help = AFTER, mut_arg("submissions", |arg| arg.required(true)), mut_arg("dry_run", |arg| arg.hide(true)),
          mut_arg("resume", |arg| arg.hide(true)), mut_arg("shard", |arg| arg.hide(true)))]
pub struct WatchArgs {
    /// How often to look for changes, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 0.5, value_parser = interval)]
    interval: f64,

    #[command(flatten)]
    grade: GradeArgs,
}

fn interval(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (0.05..=3600.0).contains(number))
        .ok_or_else(|| "expected a number of seconds from 0.05 to 3600".to_owned())
}

/// Grades until it is interrupted.
pub fn run(args: &WatchArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    if args.grade.shard.is_some() {
        return Err(Failed::new(USAGE, "a shard is not watched: use --shard with `c4grade grade`").into());
    }
    if args.grade.dry_run {
        return Err(Failed::new(USAGE, "--dry-run grades nothing: use it with `c4grade grade`").into());
    }

    let mut watch = Watch {
        args,
        interrupt,
        claim: Claim::new("watch"),
        rows: None,
    };

    let mut graded = watch.look().ok();
    watch.pass()?;
    loop {
        let changed = watch.changed(graded.as_ref());
        graded = Some(changed);
        watch.pass()?;
    }
}

/// A folder that is watched.
struct Watch<'a> {
    args: &'a WatchArgs,
    interrupt: &'a Interrupt,
    claim: Claim,
    /// The students of the last pass, by slug; `None` before the first.
    rows: Option<BTreeMap<String, StudentRow>>,
}

impl Watch<'_> {
    fn look(&self) -> std::io::Result<Snapshot> {
        let grade = &self.args.grade;
        Snapshot::of(&grade.watched(), &[grade.reports_root()])
    }

    /// Waits until the folder is another one than was graded, and has looked the same twice.
    fn changed(&self, graded: Option<&Snapshot>) -> Snapshot {
        let interval = Duration::from_secs_f64(self.args.interval);
        let mut last = None;
        let mut is_gone = false;
        loop {
            let began = Instant::now();
            let seen = self.look();
            thread::sleep(interval.max(began.elapsed() * SHARE));

            match seen {
                Ok(seen) => {
                    is_gone = false;
                    if last.as_ref() == Some(&seen) && graded != Some(&seen) {
                        return seen;
                    }
                    last = Some(seen);
                }
                Err(error) => {
                    // It may come back: a network disk, or a folder that is being replaced.
                    if !is_gone && last.is_none() {
                        say(&format!("Waiting for the watched folder: {error}"));
                    }
                    is_gone = last.is_none();
                    last = None;
                }
            }
        }
    }

    /// Grades what is not up to date, and says what became of it.
    fn pass(&mut self) -> anyhow::Result<()> {
        let passed = match pass(
            &self.args.grade,
            self.interrupt,
            &mut self.claim,
            true,
            self.rows.is_none(),
        ) {
            Ok(passed) => passed,
            Err(error) if self.goes_on_after(&error) => {
                say_error(&whole(&error));
                say("Waiting for a change.");
                return Ok(());
            }
            Err(error) => return Err(error),
        };

        self.wait_for_the_end(&passed);
        self.print(&passed)?;
        let rows = passed.report.students.into_iter();
        self.rows = Some(rows.map(|row| (row.slug.clone(), row)).collect());
        Ok(())
    }

    /// Whether the next change may mend it: a file of the assignment that is being edited, or a folder that is still empty.
    fn goes_on_after(&self, error: &anyhow::Error) -> bool {
        let code = error.downcast_ref::<Failed>().map(|failed| failed.code);
        let is_empty = code == Some(NOTHING) && self.args.grade.watched().iter().all(|path| path.exists());
        self.rows.is_some() || is_empty
    }

    /// From now on a signal ends the command: everything is written.
    fn wait_for_the_end(&self, passed: &Passed) {
        let index = passed.index.display().to_string();
        let at_exit = self.claim.at_exit();
        let _hold = self.interrupt.hold();
        self.interrupt.at_end(move || {
            at_exit();
            say(&format!("Stopped watching. The class page is complete: {index}"));
            0
        });
    }

    /// One line for each student whose result is new, another one, or gone.
    fn print(&self, passed: &Passed) -> anyhow::Result<()> {
        let report = &passed.report;
        let Some(before) = &self.rows else {
            say("Watching for changes. Press Ctrl-C to stop.");
            return Ok(());
        };

        let mut text = String::new();
        for row in &report.students {
            let line = match before.get(&row.slug) {
                Some(old) if old == row => continue,
                Some(old) => format!("{} (before: {})", result(row), short(old)),
                None => format!("{} (new)", result(row)),
            };
            text += &format!("{line}\n");
        }
        for (slug, row) in before {
            if !report.students.iter().any(|now| now.slug == *slug) {
                text += &format!("{}: removed\n", visible(&row.student));
            }
        }
        if self.args.grade.is_quiet() {
            return Ok(());
        }
        text += &format!("Graded again: {} of {}\n", passed.graded, report.students.len());
        super::print(&text)
    }
}

fn result(row: &StudentRow) -> String {
    format!("{}: {}", visible(&row.student), short(row))
}

/// `wrong, 52.5 / 100`.
fn short(row: &StudentRow) -> String {
    let word = verdict_word(row.verdict);
    match row.score {
        Some(score) => format!("{word}, {} / {}", format_points(score), format_points(row.max)),
        None => word.to_owned(),
    }
}
