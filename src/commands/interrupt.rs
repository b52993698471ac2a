//! Ctrl-C, SIGTERM and a terminal that is closed.
//!
//! A command runs in its own thread. The main thread waits for it to end or for a signal. After a signal the main thread
//! waits until no file is being changed, calls the action that the command registered with [`Interrupt::at_end`], and ends
//! the process. It does not matter what is running: an interpreter, an assembler, a diagnosis or a native program, whose
//! supervisor ends with the grader. Unfinished work is dropped. A second signal ends the process immediately.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::thread;
use std::time::Duration;

/// The exit code of an interrupted command.
pub const INTERRUPTED: u8 = 130;
/// The exit code of a command that panicked.
const PANICKED: u8 = 101;
/// The stack size of the command's thread.
const STACK: usize = 16 << 20;
/// How long a command that has written all files may take to print its result.
const PRINT_TIMEOUT: Duration = Duration::from_millis(800);

/// A handle for the command and its threads; cheap to clone.
#[derive(Clone)]
pub struct Interrupt {
    shared: Arc<Shared>,
}

struct Shared {
    /// Set by the signal handler.
    raised: Arc<AtomicBool>,
    /// Locked for reading while files are changed.
    files: RwLock<()>,
    at_end: Mutex<AtEnd>,
    events: Sender<Event>,
}

/// What to do after a signal.
enum AtEnd {
    /// Nothing was written.
    Nothing,
    /// An action that returns the exit code.
    Action(Box<dyn FnOnce() -> u8 + Send>),
    /// Everything is written: the command may end by itself.
    Complete,
}

enum Event {
    Done(ExitCode),
    Signal,
    /// The action after a signal is done and returned this exit code; or everything was written, and the command may end by
    /// itself.
    Stopped(Option<u8>),
}

/// While this exists, files may be changed and a signal waits.
pub struct Hold<'a> {
    _files: RwLockReadGuard<'a, ()>,
}

/// Runs `work` in its own thread until it ends or a signal arrives.
pub fn run(work: impl FnOnce(&Interrupt) -> ExitCode + Send + 'static) -> ExitCode {
    let (events, receiver) = mpsc::channel();
    let interrupt = Interrupt::new(events.clone());
    listen(&interrupt);

    let worker = interrupt.clone();
    let main = thread::Builder::new().name("command".to_owned()).stack_size(STACK);
    let started = main.spawn(move || {
        let outcome = catch_unwind(AssertUnwindSafe(|| work(&worker)));
        // The main thread may have ended already, and the process with it.
        let _ = events.send(Event::Done(outcome.unwrap_or(ExitCode::from(PANICKED))));
    });
    match started {
        Ok(_) => wait(&interrupt, &receiver),
        Err(error) => {
            super::say_error(&format!("cannot start a thread: {error}"));
            ExitCode::from(super::USAGE)
        }
    }
}

fn wait(interrupt: &Interrupt, events: &Receiver<Event>) -> ExitCode {
    let mut done = None;
    let mut is_stopping = false;
    let mut has_nothing_left = false;
    loop {
        let event = if has_nothing_left {
            events.recv_timeout(PRINT_TIMEOUT)
        } else {
            events.recv().map_err(|_| RecvTimeoutError::Disconnected)
        };
        match event {
            Ok(Event::Done(code)) if !is_stopping || has_nothing_left => return code,
            Ok(Event::Done(code)) => done = Some(code),
            Ok(Event::Signal) if !is_stopping => {
                is_stopping = true;
                let interrupt = interrupt.clone();
                thread::spawn(move || interrupt.stop());
            }
            Ok(Event::Stopped(Some(code))) => return ExitCode::from(code),
            Ok(Event::Stopped(None)) => {
                if let Some(code) = done {
                    return code;
                }
                has_nothing_left = true;
            }
            Ok(Event::Signal) | Err(_) => return ExitCode::from(INTERRUPTED),
        }
    }
}

impl Interrupt {
    fn new(events: Sender<Event>) -> Self {
        Self {
            shared: Arc::new(Shared {
                raised: Arc::default(),
                files: RwLock::new(()),
                at_end: Mutex::new(AtEnd::Nothing),
                events,
            }),
        }
    }

    /// Allows files to be changed while the guard exists. After a signal this never returns, and the caller's work is
    /// dropped.
    pub fn hold(&self) -> Hold<'_> {
        let files = self.shared.files.read().unwrap_or_else(PoisonError::into_inner);
        if self.shared.raised.load(Ordering::SeqCst) {
            drop(files);
            loop {
                thread::park();
            }
        }
        Hold { _files: files }
    }

    /// Registers what to do after a signal, when no file is being changed. The action should print how to continue; it
    /// returns the exit code, [`INTERRUPTED`] if any work is left.
    pub fn at_end(&self, action: impl FnOnce() -> u8 + Send + 'static) {
        self.set(AtEnd::Action(Box::new(action)));
    }

    /// Declares that everything is written. Call it while holding files.
    pub fn complete(&self) {
        self.set(AtEnd::Complete);
    }

    /// Has the same effect as a signal.
    pub fn raise(&self) {
        self.shared.raised.store(true, Ordering::SeqCst);
        // The main thread may have ended already.
        let _ = self.shared.events.send(Event::Signal);
    }

    fn set(&self, at_end: AtEnd) {
        *self.shared.at_end.lock().unwrap_or_else(PoisonError::into_inner) = at_end;
    }

    fn stop(&self) {
        let _files = self.shared.files.write().unwrap_or_else(PoisonError::into_inner);
        let mut at_end = self.shared.at_end.lock().unwrap_or_else(PoisonError::into_inner);
        let code = match std::mem::replace(&mut *at_end, AtEnd::Nothing) {
            AtEnd::Nothing => {
                super::say("Interrupted: nothing was changed. Run the command again to start over.");
                Some(INTERRUPTED)
            }
            AtEnd::Action(action) => Some(action()),
            AtEnd::Complete => None,
        };

        let _ = self.shared.events.send(Event::Stopped(code));
        // Files stay locked so that none can change.
        loop {
            thread::park();
        }
    }
}

/// Where signals cannot be handled they end the process; files are never left half-written.
#[cfg(unix)]
fn listen(interrupt: &Interrupt) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};

    let mut signals = vec![SIGINT, SIGTERM];
    // With `nohup` a command must outlive its terminal.
    if !is_ignored(SIGHUP) {
        signals.push(SIGHUP);
    }
    // With a handler, exceeding `ulimit -f` becomes a write error that names the file.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());

    let Ok(mut events) = signal_hook::iterator::Signals::new(&signals) else {
        return;
    };
    // No file is changed after a signal, even before the thread below wakes up.
    for signal in signals {
        let _ = signal_hook::flag::register(signal, Arc::clone(&interrupt.shared.raised));
    }
    let interrupt = interrupt.clone();
    thread::spawn(move || {
        for _ in events.forever() {
            interrupt.raise();
        }
    });
}

/// Whether this process was started with a signal ignored; false if the system does not say.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & (1 << (signal - 1)) != 0)
}

#[cfg(not(unix))]
fn listen(interrupt: &Interrupt) {
    let interrupt = interrupt.clone();
    let _ = ctrlc::set_handler(move || interrupt.raise());
}
