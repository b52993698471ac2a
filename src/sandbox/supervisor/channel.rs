//! The pipes, or the terminal, between a program and its supervisor.
//!
//! An init that is a copy of the supervisor inherits the program's ends of pipes without names. For any other init, pipes have
//! paths, so that it can open its ends by name; so has a terminal.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::fd::{AsFd as _, BorrowedFd};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use nix::fcntl::OFlag;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::{PtyMaster, grantpt, posix_openpt, ptsname_r, unlockpt};
use nix::sys::stat::Mode;
use nix::sys::termios::{self, LocalFlags, SetArg, SpecialCharacterIndices};
use nix::unistd::mkfifo;
use rustix::pipe::{PipeFlags, pipe_with};

use super::tail::Tail;

/// End of file: ends a line on a terminal without a line feed, and the input at the beginning of a line.
const END: u8 = 4;
/// No special character.
const NONE: u8 = 0;

/// Both directions.
#[derive(Debug)]
pub enum Channel {
    /// Three pipes.
    Pipes {
        /// To the program, until the input ends.
        input: Option<Input>,
        output: File,
        errors: File,
        /// Device and inode of the program's standard input.
        input_file: (u64, u64),
        /// For pipes with names.
        paths: Option<[PathBuf; 3]>,
    },
    /// A terminal.
    Terminal {
        master: PtyMaster,
        /// The program's end, kept open so that the terminal never hangs up.
        slave: File,
        path: PathBuf,
    },
}

/// The pipe to a program.
#[derive(Debug)]
pub struct Input {
    /// The supervisor's end.
    pipe: File,
    /// The other end of a pipe without a name. While it is open, what was typed can be counted, and more can be typed, even if
    /// the program has closed its input.
    _unread: Option<File>,
}

impl Channel {
    /// Three pipes without names, and the program's ends of them: input, output and errors.
    pub fn unnamed_pipes() -> io::Result<(Self, [File; 3])> {
        let pipe = || -> io::Result<[File; 2]> {
            let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
            Ok([reader.into(), writer.into()])
        };
        let [[input, typed], [output, printed], [errors, reported]] = [pipe()?, pipe()?, pipe()?];
        for own in [&typed, &output, &errors] {
            rustix::io::ioctl_fionbio(own, true)?;
        }

        let metadata = input.metadata()?;
        let channel = Self::Pipes {
            input: Some(Input {
                pipe: typed,
                _unread: Some(input.try_clone()?),
            }),
            output,
            errors,
            input_file: (metadata.dev(), metadata.ino()),
            paths: None,
        };
        Ok((channel, [input, printed, reported]))
    }

    /// Three pipes in a folder.
    pub fn pipes(folder: &Path) -> io::Result<Self> {
        let paths = ["input", "output", "errors"].map(|name| folder.join(name));
        for path in &paths {
            mkfifo(path, Mode::S_IRUSR | Mode::S_IWUSR)?;
        }

        let open = |path: &Path, writes: bool| {
            let mut options = OpenOptions::new();
            // Opening one end of a pipe waits for the other, unless both are opened at once.
            options.read(true).write(writes).custom_flags(libc::O_NONBLOCK);
            options.open(path)
        };

        let metadata = fs::metadata(&paths[0])?;
        Ok(Self::Pipes {
            input: Some(Input {
                pipe: open(&paths[0], true)?,
                _unread: None,
            }),
            output: open(&paths[1], false)?,
            errors: open(&paths[2], false)?,
            input_file: (metadata.dev(), metadata.ino()),
            paths: Some(paths),
        })
    }

    /// A terminal in raw mode without echo, except that it reads lines, so that the input can end. Each key is a line of its
    /// own.
    pub fn terminal() -> io::Result<Self> {
        let master = posix_openpt(OFlag::O_RDWR | OFlag::O_NOCTTY | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC)?;
        grantpt(&master)?;
        unlockpt(&master)?;

        let path = PathBuf::from(ptsname_r(&master)?);
        let mut options = OpenOptions::new();
        options
            .read(true)
            .write(true)
            .custom_flags(libc::O_NOCTTY | libc::O_NONBLOCK);

        let slave = options.open(&path)?;
        let mut raw = termios::tcgetattr(&slave)?;
        termios::cfmakeraw(&mut raw);
        raw.local_flags.insert(LocalFlags::ICANON);
        raw.control_chars.fill(NONE);
        raw.control_chars[SpecialCharacterIndices::VEOF as usize] = END;
        termios::tcsetattr(&slave, SetArg::TCSANOW, &raw)?;

        Ok(Self::Terminal { master, slave, path })
    }

    /// The paths that the program opens as standard input, output and error, if they have any.
    pub fn paths(&self) -> Option<[PathBuf; 3]> {
        match self {
            Self::Pipes { paths, .. } => paths.clone(),
            Self::Terminal { path, .. } => Some([path.clone(), path.clone(), path.clone()]),
        }
    }

    /// The device and inode of the program's standard input.
    pub fn input_file(&self) -> io::Result<(u64, u64)> {
        match self {
            Self::Pipes { input_file, .. } => Ok(*input_file),
            Self::Terminal { slave, .. } => slave.metadata().map(|metadata| (metadata.dev(), metadata.ino())),
        }
    }

    /// The program's output, to poll.
    pub fn output(&self) -> BorrowedFd<'_> {
        match self {
            Self::Pipes { output, .. } => output.as_fd(),
            Self::Terminal { master, .. } => master.as_fd(),
        }
    }

    /// Its standard error, if that is separate.
    pub fn errors(&self) -> Option<BorrowedFd<'_>> {
        match self {
            Self::Pipes { errors, .. } => Some(errors.as_fd()),
            Self::Terminal { .. } => None,
        }
    }

    /// Its input, to poll for room.
    pub fn input(&self) -> Option<BorrowedFd<'_>> {
        match self {
            Self::Pipes { input, .. } => input.as_ref().map(|input| input.pipe.as_fd()),
            Self::Terminal { master, .. } => Some(master.as_fd()),
        }
    }

    /// Types as much as there is room for, on a terminal one key. Returns the number of bytes.
    pub fn write(&mut self, bytes: &[u8]) -> usize {
        let written = match self {
            Self::Pipes { input, .. } => input.as_mut().map_or(Ok(0), |input| input.pipe.write(bytes)),
            Self::Terminal { master, slave, .. } => {
                let Some((key, _)) = bytes.split_first() else { return 0 };
                let typed: &[u8] = if *key != b'\n' && reads_lines(slave) {
                    &[*key, END]
                } else {
                    &[*key]
                };
                master.write(typed).map(|_| 1)
            }
        };
        written.unwrap_or(0)
    }

    /// Bytes that were typed and not read.
    pub fn unread(&self) -> usize {
        let count = |file: BorrowedFd| rustix::io::ioctl_fionread(file).unwrap_or(0) as usize;
        match self {
            Self::Pipes { input, .. } => input.as_ref().map_or(0, |input| count(input.pipe.as_fd())),
            Self::Terminal { slave, .. } => {
                // What was typed a moment ago may not have arrived yet; polling delivers it.
                let mut asked = [PollFd::new(slave.as_fd(), PollFlags::POLLIN)];
                let is_there = poll(&mut asked, PollTimeout::ZERO).is_ok_and(|there| there > 0);
                count(slave.as_fd()).max(usize::from(is_there))
            }
        }
    }

    /// Whether the input can end.
    pub fn has_end(&self) -> bool {
        match self {
            Self::Pipes { .. } => true,
            Self::Terminal { slave, .. } => reads_lines(slave),
        }
    }

    /// Ends the input.
    pub fn end_input(&mut self) {
        match self {
            Self::Pipes { input, .. } => *input = None,
            Self::Terminal { master, slave, .. } => {
                // Where a program reads single keys, the input cannot end.
                if reads_lines(slave) {
                    let _ = master.write(&[END]);
                }
            }
        }
    }

    /// Reads what there is of output and errors. Returns whether there was anything.
    pub fn read(&mut self, output: &mut Vec<u8>, most: usize, errors: &mut Tail) -> bool {
        match self {
            Self::Pipes {
                output: from,
                errors: from_errors,
                ..
            } => {
                let has_output = take(from, most, |bytes| output.extend_from_slice(bytes));
                let has_errors = take(from_errors, usize::MAX, |bytes| errors.add(bytes));
                has_output || has_errors
            }
            Self::Terminal { master, .. } => take(master, most, |bytes| output.extend_from_slice(bytes)),
        }
    }
}

fn reads_lines(terminal: &File) -> bool {
    termios::tcgetattr(terminal).is_ok_and(|attributes| attributes.local_flags.contains(LocalFlags::ICANON))
}

/// Reads until there is nothing more, or `most` bytes.
fn take(from: &mut impl io::Read, most: usize, mut keep: impl FnMut(&[u8])) -> bool {
    let mut buffer = [0; 16 << 10];
    let mut left = most.min(1 << 20);
    let mut any = false;
    while left > 0 {
        let room = left.min(buffer.len());
        match from.read(&mut buffer[..room]) {
            Ok(0) => break,
            Ok(read) => {
                keep(&buffer[..read]);
                left -= read;
                any = true;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // There is nothing; or the other end of a terminal is closed, which is reported as an error.
            Err(_) => break,
        }
    }

    any
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn the_end_of_input_on_a_terminal_reaches_a_waiting_program() {
        let mut channel = Channel::terminal().unwrap();
        let path = channel.paths().unwrap()[0].clone();
        let reader = std::thread::spawn(move || {
            let mut terminal = OpenOptions::new()
                .read(true)
                .custom_flags(libc::O_NOCTTY)
                .open(path)
                .unwrap();

            let mut bytes = Vec::new();
            terminal.read_to_end(&mut bytes).unwrap();
            bytes
        });

        for key in b"1\n2" {
            std::thread::sleep(std::time::Duration::from_millis(20));
            assert_eq!(channel.write(&[*key]), 1);
        }

        std::thread::sleep(std::time::Duration::from_millis(20));
        channel.end_input();
        assert_eq!(reader.join().unwrap(), b"1\n2");
    }
}
