//! One module per command: it turns arguments into settings, calls the library, prints the result and returns the exit
//! code.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use c4grade::assignment::{Assignment, MachineSpec, bundled};
use c4grade::diagnostic::wording::system_words;
use c4grade::machine::arm::assembler::link;
use c4grade::machine::native;
use c4grade::report as reports;
use c4grade::submission::{self, Found, Links};
use clap::ValueEnum;

use interrupt::Hold;

pub mod asm;
pub mod assignment;
mod audience;
pub mod case;
mod claim;
pub mod completions;
mod diagnosis;
pub mod doctor;
mod earlier;
pub mod explore;
pub mod grade;
mod inside;
mod intake;
pub mod interrupt;
mod live;
pub mod mutate;
pub mod play;
mod program;
pub mod report;
pub mod roster;
pub mod run;
mod same_file;
pub mod sandbox;
pub mod shard;
mod shell;
pub mod verify;
pub mod watch;

/// The output format of commands with one result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}

/// The exit code for wrong usage; the reason is on standard error.
pub const USAGE: u8 = 2;

/// A failure with its exit code.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failed {
    code: u8,
    message: String,
}

impl Failed {
    /// A failure.
    pub fn new(code: u8, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

/// The exit code for an assignment, case file or report that is invalid.
pub const BAD_FILE: u8 = 3;
/// The exit code for a folder without submissions.
pub const NOTHING: u8 = 4;

/// An assignment, case file or report that cannot be used: it is invalid, or the system does not let it be read.
pub fn bad_file(error: impl std::error::Error + Send + Sync + 'static) -> Failed {
    let error = anyhow::Error::new(error);
    Failed::new(bad_file_code(&error), whole(&error))
}

/// An error with its causes, those of the system in plain words.
pub fn whole(error: &anyhow::Error) -> String {
    let words = error.chain().map(|cause| {
        let of_system = cause.downcast_ref().map(system_words);
        of_system.unwrap_or_else(|| cause.to_string())
    });
    words.collect::<Vec<String>>().join(": ")
}

/// The exit code for it.
pub fn bad_file_code(error: &anyhow::Error) -> u8 {
    let is_refused = |error: &std::io::Error| error.kind() != std::io::ErrorKind::InvalidData;
    let mut causes = error.chain();
    let is_unreadable = causes.any(|cause| cause.downcast_ref().is_some_and(is_refused));
    if is_unreadable { USAGE } else { BAD_FILE }
}

/// Submissions that cannot be found, or read as the options say.
pub fn no_submission(error: &submission::FindError) -> Failed {
    Failed::new(if error.is_nothing() { NOTHING } else { USAGE }, error.to_string())
}

/// Which files of a folder are one program, where an assignment's machine links files.
pub fn links(assignment: &Assignment) -> Option<Links> {
    match assignment.machine {
        MachineSpec::Lc3 { .. } => None,
        MachineSpec::Arm { .. } => Some(link::linked),
        MachineSpec::Native { .. } => Some(native::files::linked),
    }
}

/// An assignment's sample class, exit code 4 where it has none: the bundled one, or the one in the assignment's folder.
pub fn sample_class(assignment: &Assignment) -> Result<Found, Failed> {
    let name = &assignment.name;
    if assignment.folder.is_some() {
        let Some(folder) = assignment.sample_folder() else {
            return Err(no_sample_class(name));
        };
        let found = submission::find_linked(&folder, &assignment.files, links(assignment));
        return found.map_err(|error| no_submission(&error));
    }

    let samples = bundled::submissions(name);
    if samples.is_empty() {
        return Err(no_sample_class(name));
    }

    let samples = samples.into_iter();
    Ok(submission::from_memory(samples.map(|sample| {
        (sample.student.to_owned(), sample.file.to_owned(), sample.bytes.to_vec())
    })))
}

fn no_sample_class(name: &str) -> Failed {
    let message = format!(
        "the assignment {name} has no sample class; to grade a folder, name it: c4grade grade myclass --assignment ..."
    );
    Failed::new(4, message)
}

/// Reports an error on standard error and returns its exit code, by default [`USAGE`].
pub fn report_error(error: &anyhow::Error) -> ExitCode {
    say_error(&whole(error));
    ExitCode::from(error.downcast_ref::<Failed>().map_or(USAGE, |failed| failed.code))
}

/// Prints a line to standard error. A failure to do so is ignored: it must not change the exit code.
pub fn say(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Prints an error to standard error.
pub fn say_error(message: &str) {
    let red = anstyle::AnsiColor::Red.on_default().bold();
    say(&format!("{red}error{red:#}: {message}"));
}

/// Prints a warning to standard error.
pub fn say_warning(message: &str) {
    let yellow = anstyle::AnsiColor::Yellow.on_default().bold();
    say(&format!("{yellow}warning{yellow:#}: {message}"));
}

/// Prints a result to standard output. A closed pipe is not an error; a full disk is.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout();
    broken_pipe_is_fine(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
        .context("failed to write standard output")
}

/// Replaces files. All new contents are on disk before the first file is replaced: if one does not fit, no file changes.
pub fn replace_all<'a>(files: impl Iterator<Item = (&'a Path, &'a [u8])>, hold: &Hold) -> anyhow::Result<()> {
    let ready: anyhow::Result<Vec<Ready>> = files.map(|(file, bytes)| Ready::make(file, bytes, hold)).collect();
    ready?.into_iter().try_for_each(Ready::put)
}

/// Creates or replaces a file atomically. A signal waits for `hold`.
pub fn replace(file: &Path, bytes: &[u8], hold: &Hold) -> anyhow::Result<()> {
    if file.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        // A device or pipe, such as /dev/stdout, is written to, not replaced.
        return std::fs::OpenOptions::new()
            .write(true)
            .open(file)
            .and_then(|mut file| file.write_all(bytes))
            .map_err(reports::write_failure)
            .with_context(|| failed(file));
    }
    Ready::make(file, bytes, hold)?.put()
}

/// Fails at once where [`replace`] would fail, before the work whose result it writes.
pub fn require_writable(file: &Path, hold: &Hold) -> anyhow::Result<()> {
    if file.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return Ok(());
    }
    Ready::make(file, b"", hold).map(drop)
}

fn failed(file: &Path) -> String {
    format!("failed to write {}", file.display())
}

/// A file whose new content is on disk under a temporary name.
struct Ready {
    file: PathBuf,
    content: tempfile::NamedTempFile,
}

impl Ready {
    fn make(file: &Path, bytes: &[u8], _hold: &Hold) -> anyhow::Result<Self> {
        // A link stays one: its target is written.
        let target = same_file::target(file).with_context(|| failed(file))?;
        let folder = target.parent().filter(|parent| !parent.as_os_str().is_empty());

        let mut builder = tempfile::Builder::new();
        builder.prefix(".c4grade-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let made = builder
            .tempfile_in(folder.unwrap_or(Path::new(".")))
            .and_then(|mut content| {
                content.write_all(bytes)?;
                if let Ok(metadata) = target.metadata() {
                    content.as_file().set_permissions(metadata.permissions())?;
                }
                Ok(content)
            });
        let content = made
            .map_err(|error| in_words(reports::write_failure(error)))
            .with_context(|| failed(file))?;
        Ok(Self { file: target, content })
    }

    fn put(self) -> anyhow::Result<()> {
        let put = self.content.persist(&self.file);
        put.map(drop)
            .map_err(|error| in_words(error.error))
            .with_context(|| failed(&self.file))
    }
}

/// An error without the name of the temporary file, which the system's message would contain.
fn in_words(error: std::io::Error) -> std::io::Error {
    match error.kind() {
        std::io::ErrorKind::Other => error,
        std::io::ErrorKind::NotFound => std::io::Error::other("there is no such folder"),
        kind => kind.into(),
    }
}

/// A closed pipe is not an error.
pub fn broken_pipe_is_fine(result: std::io::Result<()>) -> std::io::Result<()> {
    match result {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
