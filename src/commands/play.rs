//! `c4grade play`: a person plays a submission at the keyboard.
//!
//! A run is a pure function of its keys, so each key replays the whole game, about ten thousand instructions, and shows
//! the new output. The terminal is restored however the command ends: after the game, Ctrl-C or Ctrl-D, a signal, a closed
//! terminal, an error or a panic.
//!
//! A separate thread reads the keyboard byte by byte, because crossterm's event reader loops forever once the terminal is
//! gone.

use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};

use anyhow::Context as _;
use c4grade::machine::{Limits, Run, Session, Target};
use c4grade::result::Ending;
use clap::Args;
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

use super::interrupt::{INTERRUPTED, Interrupt};
use super::program::{ProgramArgs, ending, exit_code, read_input, sanitize, write_output};

/// The arguments of `play`.
#[derive(Debug, Clone, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    program: ProgramArgs,
}

/// Runs the command. Without a terminal, standard input is typed.
pub fn run(args: &PlayArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let ready = match args.program.ready() {
        Ok(ready) => ready,
        Err(code) => return Ok(code),
    };
    let (mut player, limits) = (ready.player(), ready.limits);
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        let keys = read_input(Path::new("-")).context("failed to read standard input")?;
        let run = player.play(&keys, limits)?;
        write_output(&run.output.bytes)?;
        super::say(&ending(&run, ready.target));
        return Ok(exit_code(run.stop.ending));
    }
    let mut player = ready.at_terminal();
    super::say("Type your moves. Press Ctrl-C or Ctrl-D to quit.");
    match at_keyboard(&mut player, limits, ready.target, interrupt)?.run {
        Some(run) => {
            super::say(&ending(&run, ready.target));
            Ok(exit_code(run.stop.ending))
        }
        None => Ok(0),
    }
}

/// A game that a person played.
pub struct Played {
    /// What was typed.
    pub keys: Vec<u8>,
    /// How the program ended; `None` where the person ended the game with Ctrl-D.
    pub run: Option<Run>,
}

/// Lets a person play at the terminal until the program ends, or the person ends the game with Ctrl-D.
pub fn at_keyboard(
    player: &mut Session,
    limits: Limits,
    target: Target,
    interrupt: &Interrupt,
) -> anyhow::Result<Played> {
    restore_on_panic();
    // A signal may arrive while the program runs or waits for a key.
    interrupt.at_end(leave_terminal);

    let raw = RawMode::enter().context("failed to take over the terminal")?;
    let mut game = Game::new(player, limits, enter(target));
    let left = game.play(interrupt);
    let keys = game.keys;
    drop(raw);

    let run = match left.context("failed to use the terminal")? {
        Left::Over(run) => Some(run),
        Left::EndOfInput => None,
    };
    Ok(Played { keys, run })
}

/// How a game ended.
enum Left {
    /// The program ended.
    Over(Run),
    /// Ctrl-D.
    EndOfInput,
}

/// A game at the keyboard.
struct Game<'a> {
    player: &'a mut Session,
    limits: Limits,
    keys: Vec<u8>,
    /// What Enter sends.
    enter: u8,
    /// How much of the output is on the screen, and its last byte.
    shown: usize,
    last: Option<u8>,
}

impl<'a> Game<'a> {
    fn new(player: &'a mut Session, limits: Limits, enter: u8) -> Self {
        Self {
            player,
            limits,
            keys: Vec::new(),
            enter,
            shown: 0,
            last: None,
        }
    }

    fn play(&mut self, interrupt: &Interrupt) -> io::Result<Left> {
        let mut out = io::stdout().lock();
        let keyboard = keyboard(self.enter, interrupt);
        let left = loop {
            let run = self.player.play(&self.keys, self.limits).map_err(io::Error::other)?;
            self.show(&run.output.bytes, &mut out)?;
            if run.stop.ending != Ending::Waiting {
                break Left::Over(run);
            }
            match keyboard.recv() {
                Ok(key) => self.keys.push(key),
                Err(mpsc::RecvError) => break Left::EndOfInput,
            }
        };

        // If the terminal is gone, this fails and does not matter.
        if self.last.is_some_and(|byte| byte != b'\n') {
            let _ = out.write_all(b"\r\n").and_then(|()| out.flush());
        }

        Ok(left)
    }

    fn show(&mut self, output: &[u8], out: &mut impl Write) -> io::Result<()> {
        let new = output.get(self.shown..).unwrap_or_default();
        out.write_all(sanitize(new, self.last, "\r\n").as_bytes())?;
        out.flush()?;
        self.shown = self.shown.max(output.len());
        self.last = new.last().copied().or(self.last);
        Ok(())
    }
}

/// What Enter sends: a line feed on the LC-3, a carriage return over the ARM board's serial line.
fn enter(target: Target) -> u8 {
    match target {
        Target::Lc3 | Target::Native => b'\n',
        Target::Arm => b'\r',
    }
}

/// Input from the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Typed {
    /// The byte that the machine's keyboard sends.
    Key(u8),
    EndOfInput,
    Interrupted,
}

/// Starts a thread that reads the keyboard; returns the keys until the end of input. Ctrl-C takes effect immediately, also while
/// the program runs.
fn keyboard(enter: u8, interrupt: &Interrupt) -> Receiver<u8> {
    let (sender, receiver) = mpsc::channel();
    let interrupt = interrupt.clone();
    std::thread::spawn(move || read_keyboard(&mut io::stdin().lock(), enter, &sender, &|| interrupt.raise()));
    receiver
}

fn read_keyboard(keyboard: &mut impl Read, enter: u8, sender: &Sender<u8>, interrupt: &dyn Fn()) {
    let mut buffer = [0; 256];
    loop {
        let typed = match keyboard.read(&mut buffer) {
            Ok(0) => vec![Typed::EndOfInput],
            Ok(length) => typed(&buffer[..length], enter),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => vec![Typed::EndOfInput],
        };
        for typed in typed {
            match typed {
                Typed::Key(key) if sender.send(key).is_ok() => {}
                Typed::Interrupted => interrupt(),
                Typed::Key(_) | Typed::EndOfInput => return,
            }
        }
    }
}

/// Decodes the bytes of a terminal in raw mode. Escape sequences, such as those of arrow keys, are ignored; Escape alone is a
/// key.
fn typed(bytes: &[u8], enter: u8) -> Vec<Typed> {
    let mut typed = Vec::new();
    let mut rest = bytes;
    while let Some((byte, behind)) = rest.split_first() {
        rest = behind;
        typed.push(match byte {
            0x03 => Typed::Interrupted,
            0x04 => Typed::EndOfInput,
            b'\r' => Typed::Key(enter),
            // What terminals send for Backspace.
            0x7F => Typed::Key(0x08),
            0x1B if matches!(behind.first(), Some(b'[' | b'O')) => {
                let end = behind.iter().skip(1).position(|byte| (b'@'..=b'~').contains(byte));
                rest = end.map_or(&[], |end| &behind[end + 2..]);
                continue;
            }
            _ => Typed::Key(*byte),
        });
    }

    typed
}

/// Raw mode of the terminal, while this exists: each key arrives as it is typed.
struct RawMode;

impl RawMode {
    fn enter() -> io::Result<Self> {
        enable_raw_mode()?;
        Ok(Self)
    }
}

impl Drop for RawMode {
    fn drop(&mut self) {
        // There is no way to report a failure here.
        let _ = disable_raw_mode();
    }
}

/// Restores the terminal.
fn leave_terminal() -> u8 {
    let _ = disable_raw_mode();
    // Standard error is not locked by the game, and is the same terminal.
    super::say("");
    INTERRUPTED
}

/// Restores the terminal before a panic message is printed, which happens before anything is dropped.
fn restore_on_panic() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let _ = disable_raw_mode();
        before(panic);
    }));
}

#[cfg(test)]
mod tests {
    use super::{Typed, read_keyboard, typed};
    use std::sync::mpsc;

    fn keys(bytes: &[u8]) -> Vec<Typed> {
        bytes.iter().map(|byte| Typed::Key(*byte)).collect()
    }

    #[test]
    fn keys_become_the_bytes_that_the_machine_reads() {
        assert_eq!(typed(b"12q", b'\n'), keys(b"12q"));
        assert_eq!(typed(b"1\r\x7f\x1a\x1b", b'\n'), keys(b"1\n\x08\x1a\x1b"));
        assert_eq!(typed(b"1\r", b'\r'), keys(b"1\r"), "over a serial line");
        assert_eq!(typed(b"\x03", b'\n'), [Typed::Interrupted]);
        assert_eq!(typed(b"\x04", b'\n'), [Typed::EndOfInput]);
    }

    #[test]
    fn escape_sequences_are_ignored() {
        assert_eq!(typed(b"1\x1b[D2\x1b[15~3\x1bOP4\x1b[1;5A5", b'\n'), keys(b"12345"));
        assert_eq!(typed(b"\x1b[15", b'\n'), []);
    }

    // A closed terminal is the end of input.
    #[test]
    fn the_end_of_the_terminal_ends_the_reading() {
        let (sender, receiver) = mpsc::channel();
        read_keyboard(&mut &b"1\r"[..], b'\n', &sender, &|| panic!("nobody typed Ctrl-C"));
        drop(sender);
        let all: Vec<u8> = receiver.iter().collect();
        assert_eq!(all, b"1\n");
    }

    #[test]
    fn an_interrupt_takes_effect_while_keys_are_unread() {
        let (sender, _receiver) = mpsc::channel();
        let interrupts = std::cell::Cell::new(0);
        read_keyboard(&mut &b"12\x033"[..], b'\n', &sender, &|| {
            interrupts.set(interrupts.get() + 1);
        });
        assert_eq!(interrupts.get(), 1);
    }
}
