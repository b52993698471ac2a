//! Builds a submission: puts its file into a folder of its own and runs the build command there, in the sandbox.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::BuildEnvironment;
use super::files::further_sources;
use super::live::{Counted, OwnFolder};
use super::recipe::Recipe;
use crate::diagnostic::{Diagnostic, Severity, Source, Span, bundle};
use crate::machine::{self, Build};
use crate::sandbox::{Exit, LimitExceeded, Limits, RunReport, RunRequest, Sandbox, SandboxError, SupervisorClient};

/// The sanitizer of the last array of a structure, whose length GCC takes for open without it. Clang does not have it.
const STRICT: &str = ",bounds-strict";
/// How many compiler messages are reported.
const MOST_MESSAGES: usize = 40;

/// A program in a folder of its own, with the supervisor that runs it.
#[derive(Debug)]
pub struct Program {
    pub(super) client: Arc<Mutex<SupervisorClient>>,
    /// What the program is run in.
    pub(super) sandbox: Sandbox,
    pub(super) folder: PathBuf,
    pub(super) recipe: Recipe,
    /// The source, in which lines are shown.
    pub(super) source: Arc<Source>,
    /// Its files.
    pub(super) bytes: Vec<u8>,
    /// The folder of the program built with sanitizers, once it was needed; `None` inside if it cannot be built.
    pub(super) sanitized: OnceLock<Option<PathBuf>>,
    /// Its folder, where that is removed before the supervisor ends.
    pub(super) own_folder: Option<Arc<OwnFolder>>,
    pub(super) _counted: Counted,
}

impl Program {
    /// Whether the command that builds it with sanitizers works, if there is one.
    pub fn can_be_sanitized(&self) -> bool {
        let mut client = self.client.lock().unwrap_or_else(PoisonError::into_inner);
        self.recipe.diagnose.is_empty() || self.sanitized(&mut client).is_some()
    }

    /// The files that the build made, each with its name and length before it.
    pub(in crate::machine) fn built(&self) -> std::io::Result<Vec<u8>> {
        let source = self.folder.join(&self.recipe.file);
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let is_made = self.recipe.build.is_empty() || entry.path() != source;
            if is_made && entry.file_type()?.is_file() {
                paths.push(entry.path());
            }
        }
        paths.sort();

        let mut built = Vec::new();
        for path in paths {
            let bytes = fs::read(&path)?;
            built.extend(format!("{} {}\n", path.file_name().unwrap_or_default().display(), bytes.len()).bytes());
            built.extend(bytes);
        }
        Ok(built)
    }

    /// The files of the program with another main one.
    pub(super) fn with_main(&self, text: &str) -> Vec<u8> {
        let others = files(&self.bytes).into_iter().skip(1);
        let others = others.map(|(name, bytes)| (name, bytes.to_vec()));
        let main = (self.recipe.file.clone(), text.as_bytes().to_vec());
        bundle::join(&std::iter::once(main).chain(others).collect::<Vec<_>>())
    }

    /// The folder of the program built with sanitizers.
    pub(super) fn sanitized(&self, client: &mut SupervisorClient) -> Option<&PathBuf> {
        let built = self.sanitized.get_or_init(|| {
            if self.recipe.diagnose.is_empty() {
                return None;
            }
            let folder = client.work().join("sanitized");
            let command = &self.recipe.diagnose;
            let mut report = compile(client, &folder, &self.recipe, command, &self.bytes).ok()?;
            if !succeeded(&report) && command.iter().any(|word| word.contains(STRICT)) {
                let command: Vec<String> = command.iter().map(|word| word.replace(STRICT, "")).collect();
                report = compile(client, &folder, &self.recipe, &command, &self.bytes).ok()?;
            }
            succeeded(&report).then_some(folder)
        });
        built.as_ref()
    }
}

/// The files of a submission, the main one first, whose name here says nothing.
fn files(bytes: &[u8]) -> Vec<(String, &[u8])> {
    bundle::split(bytes).unwrap_or_else(|| vec![(String::new(), bytes)])
}

/// The main file of a submission.
pub fn main_file(bytes: &[u8]) -> &[u8] {
    files(bytes)[0].1
}

/// Puts a submission into a folder of its own, and runs a build command there.
pub(super) fn compile(
    client: &mut SupervisorClient,
    folder: &Path,
    recipe: &Recipe,
    command: &[String],
    bytes: &[u8],
) -> Result<RunReport, SandboxError> {
    put(folder, recipe, bytes)?;
    let mut command = command.to_vec();
    // Further sources come after the main one.
    if let Some(main) = command.iter().position(|word| *word == recipe.file) {
        let after = main + 1;
        command.splice(after..after, further_sources(&files(bytes)));
    }
    client.run(&RunRequest {
        command,
        folder: folder.to_owned(),
        writes: true,
        terminal: false,
        limits: Limits::BUILD,
        logs: Vec::new(),
        after_end: None,
        input: Vec::new(),
    })
}

fn put(folder: &Path, recipe: &Recipe, bytes: &[u8]) -> std::io::Result<()> {
    fs::create_dir(folder)?;
    open_to_all(folder)?;
    let is_plain = |name: &str| Path::new(name).file_name().is_some_and(|own| own == name);
    for (at, (name, bytes)) in files(bytes).into_iter().enumerate() {
        let name = if at == 0 { &recipe.file } else { &name };
        // Whoever wrote the names, they stay in the folder, and none replaces the main file.
        if at > 0 && (*name == recipe.file || !is_plain(name)) {
            continue;
        }
        let file = folder.join(name);
        write(&file, bytes)?;
        open_to_all(&file)?;
    }
    Ok(())
}

pub(super) fn succeeded(report: &RunReport) -> bool {
    report.exit == Some(Exit::Code(0)) && report.exceeded.is_none()
}

/// Builds a submission. The diagnostics have the compiler's messages; an error means that the sandbox failed.
pub fn build(environment: &BuildEnvironment, name: &str, bytes: &[u8]) -> Result<Build, SandboxError> {
    let BuildEnvironment { sandbox, recipe } = environment;
    let sandbox = Sandbox {
        view: sandbox.view.iter().chain(&recipe.view).cloned().collect(),
        ..sandbox.clone()
    };
    let mut client = SupervisorClient::start(&sandbox)?;
    let folder = client.work().join("submission");
    let main = main_file(bytes);
    let is_text = !recipe.build.is_empty() || main.starts_with(b"#!") || !main.contains(&0);
    let source = Arc::new(Source::read(name, if is_text { main } else { b"" }));
    let mut diagnostics = Vec::new();
    let mut is_built = true;

    if recipe.build.is_empty() {
        put(&folder, recipe, bytes)?;
    } else {
        let report = compile(&mut client, &folder, recipe, &recipe.build, bytes)?;
        if let Some(reason) = &report.not_started {
            return Err(SandboxError(format!(
                "the build command {reason}: install it, or use another one under `build:` in assignment.yaml"
            )));
        }

        is_built = succeeded(&report);
        diagnostics = messages(&report, &recipe.file, &source, is_built);
    }

    let program = Program {
        client: Arc::new(Mutex::new(client)),
        sandbox,
        folder,
        recipe: recipe.clone(),
        source: Arc::clone(&source),
        bytes: bytes.to_vec(),
        sanitized: OnceLock::new(),
        own_folder: None,
        _counted: Counted::new(),
    };

    Ok(Build {
        source,
        program: is_built.then(|| machine::Program::Native(Arc::new(program))),
        diagnostics,
    })
}

/// The program runs as another user, who must be able to read and start it.
#[cfg(unix)]
fn open_to_all(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn open_to_all(_path: &Path) -> std::io::Result<()> {
    Ok(())
}

#[expect(
    clippy::disallowed_methods,
    reason = "a temporary file, removed with the supervisor's folder"
)]
fn write(file: &std::path::Path, bytes: &[u8]) -> std::io::Result<()> {
    fs::write(file, bytes)
}

/// The lines of all errors in the source, from 1.
pub(super) fn lines_of_errors(report: &RunReport, file: &str, source: &Source) -> Vec<usize> {
    let text = printed(report);
    let messages = all_messages(&text.lines().collect::<Vec<_>>(), file, source);
    let errors = messages
        .into_iter()
        .filter(|message| message.severity == Severity::Error);
    errors
        .filter_map(|error| Some(error.locate(source).line? as usize))
        .collect()
}

/// What a build printed.
fn printed(report: &RunReport) -> String {
    let text = [&report.errors[..], &report.output[..]].concat();
    String::from_utf8_lossy(&text).into_owned()
}

/// The messages among the lines that a build printed.
fn all_messages(lines: &[&str], file: &str, source: &Source) -> Vec<Diagnostic> {
    let messages = lines.iter().enumerate().filter_map(|(at, line)| {
        let next = lines.get(at + 1).copied().unwrap_or_default();
        message(line, next, file, source)
    });
    messages.collect()
}

/// Compiler messages as diagnostics in the source.
pub(super) fn messages(report: &RunReport, file: &str, source: &Source, is_built: bool) -> Vec<Diagnostic> {
    let text = printed(report);
    let lines: Vec<&str> = text.lines().collect();
    let mut messages = all_messages(&lines, file, source);
    messages.truncate(MOST_MESSAGES);
    if is_built || messages.iter().any(|one| one.severity == Severity::Error) {
        return messages;
    }

    let why = match (report.exceeded, report.exit) {
        (Some(LimitExceeded::Cpu | LimitExceeded::Clock), _) => "the build took too long and was stopped".to_owned(),
        (Some(LimitExceeded::Memory), _) => "the build used too much memory and was stopped".to_owned(),
        (Some(LimitExceeded::Disk), _) => "the build wrote too much and was stopped".to_owned(),
        (Some(LimitExceeded::Processes), _) => "the build started too many processes and was stopped".to_owned(),
        (Some(LimitExceeded::Output), _) => "the build printed too much and was stopped".to_owned(),
        (None, Some(Exit::Signal(signal))) => format!("the build was killed by signal {signal}"),
        (None, Some(Exit::Code(code))) => format!("the build ended with exit code {code}"),
        (None, None) => "the build did not end".to_owned(),
    };

    let mut diagnostic = Diagnostic::error("build", why);
    let last: Vec<&str> = lines
        .iter()
        .rev()
        .filter(|line| !line.trim().is_empty())
        .take(5)
        .copied()
        .collect();

    if !last.is_empty() {
        let last: Vec<&str> = last.into_iter().rev().collect();
        diagnostic = diagnostic.help(format!("the last lines of its output: {}", last.join(" / ")));
    }

    messages.push(diagnostic);
    messages
}

/// How compilers mark the severity of a message.
const KINDS: [(&str, Severity); 5] = [
    ("fatal error", Severity::Error),
    ("error", Severity::Error),
    ("warning", Severity::Warning),
    ("note", Severity::Note),
    ("undefined reference", Severity::Error),
];

/// A message of a compiler or linker as a diagnostic: `connect4.c:12:5: error: expected ';'`, `Connect4.java:3: error: ...`, or
/// rustc's `error[E0425]: ...` with the position in the next line.
fn message(line: &str, next: &str, file: &str, source: &Source) -> Option<Diagnostic> {
    if let Some((message, severity)) = message_of(line)
        && let Some(place) = next.trim_start().strip_prefix("--> ")
    {
        let (row, column) = position_in(place, file)?.0;
        return Some(diagnostic(message, severity, row, column, source));
    }

    let Some(((row, column), rest)) = position_in(line, file) else {
        return elsewhere(line, source);
    };
    let (message, severity) = message_of(rest)?;
    if severity == Severity::Note {
        return None;
    }

    Some(diagnostic(message, severity, row, column, source))
}

/// The severity of a message, and its text.
fn message_of(text: &str) -> Option<(String, Severity)> {
    KINDS.iter().find_map(|(word, severity)| {
        let rest = text.trim_start().strip_prefix(word)?;
        if *word == "undefined reference" {
            return Some((text.trim().to_owned(), *severity));
        }

        let rest = rest
            .strip_prefix('[')
            .map_or(rest, |code| code.split_once(']').map_or(rest, |(_, rest)| rest));

        Some((rest.strip_prefix(':')?.trim().to_owned(), *severity))
    })
}

/// An error in another file than the main one.
fn elsewhere(line: &str, source: &Source) -> Option<Diagnostic> {
    let (path, _) = line.split_once(':')?;
    let ((row, _), rest) = position_in(line, path)?;
    let (message, severity) = message_of(rest).filter(|(_, severity)| *severity == Severity::Error)?;
    let file = Path::new(path).file_name()?.display();
    let message = match row {
        0 if message.starts_with("undefined") => message,
        0 => return None,
        row => format!("{file}, line {row}: {message}"),
    };
    Some(diagnostic(message, severity, 0, 0, source))
}

/// The line and column after the file's name, and the rest of the text.
fn position_in<'a>(text: &'a str, file: &str) -> Option<((usize, usize), &'a str)> {
    let from = text.find(&format!("{file}:"))? + file.len() + 1;
    let rest = &text[from..];
    let number = |text: &'a str| -> Option<(usize, &'a str)> {
        let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        Some((
            text[..end].parse().ok()?,
            text[end..].strip_prefix(':').unwrap_or(&text[end..]),
        ))
    };

    // A linker names sections instead of lines.
    let Some((row, rest)) = number(rest) else {
        let rest = rest.split_once(": ").map_or(rest, |(_, rest)| rest);
        return Some(((0, 0), rest));
    };

    let (column, rest) = number(rest).unwrap_or((1, rest));
    Some(((row, column), rest))
}

fn diagnostic(message: String, severity: Severity, row: usize, column: usize, source: &Source) -> Diagnostic {
    let code = match severity {
        Severity::Error => "compiler-error",
        Severity::Warning | Severity::Note => "compiler-warning",
    };
    let diagnostic = Diagnostic::new(severity, code, message);
    let Some((start, end)) = source.line_range(row) else {
        return diagnostic;
    };

    // Columns are counted in bytes, from 1.
    let mut at = (start + column.saturating_sub(1)).min(end);
    while !source.text.is_char_boundary(at) {
        at -= 1;
    }

    let until = source.text[at..end]
        .chars()
        .next()
        .map_or(at, |letter| at + letter.len_utf8());

    diagnostic.at(Span { start: at, end: until })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "int main(void) {\n    return 0\n}\n";

    fn reported(text: &str, exit: i32) -> Vec<(Severity, String, Option<u32>)> {
        let source = Source::new("connect4.c", SOURCE);
        let report = RunReport {
            errors: text.as_bytes().to_vec(),
            exit: Some(Exit::Code(exit)),
            ..RunReport::default()
        };

        let messages = messages(&report, "connect4.c", &source, exit == 0);
        messages
            .iter()
            .map(|one| {
                let located = one.locate(&source);
                (located.severity, located.message, located.line)
            })
            .collect()
    }

    #[test]
    fn compiler_messages_are_reported_at_their_line() {
        let gcc = "connect4.c: In function 'main':\nconnect4.c:2:13: error: expected ';' before '}' token\n    2 |     \
                   return 0\n      |             ^\nconnect4.c:1:5: warning: unused [-Wunused]\n";
        assert_eq!(
            reported(gcc, 1),
            [
                (Severity::Error, "expected ';' before '}' token".to_owned(), Some(2)),
                (Severity::Warning, "unused [-Wunused]".to_owned(), Some(1)),
            ]
        );

        let javac = "connect4.c:2: error: ';' expected\n";
        assert_eq!(
            reported(javac, 1),
            [(Severity::Error, "';' expected".to_owned(), Some(2))]
        );

        let rustc = "error[E0425]: cannot find value `x`\n --> connect4.c:1:3\n  |\n";
        assert_eq!(
            reported(rustc, 1),
            [(Severity::Error, "cannot find value `x`".to_owned(), Some(1))]
        );
    }

    #[test]
    fn linker_messages_have_no_line() {
        let ld = "/usr/bin/ld: /tmp/cc1.o: in function `main':\nconnect4.c:(.text+0x5): undefined reference to `drop'\n\
                  collect2: error: ld returned 1 exit status\n";
        assert_eq!(
            reported(ld, 1),
            [(Severity::Error, "undefined reference to `drop'".to_owned(), None)]
        );
    }

    #[test]
    fn messages_about_other_files_name_them() {
        let gcc =
            "In file included from connect4.c:1:\n./game.c:3:5: error: expected ';'\ngame.c:4:1: warning: unused\n";
        let error = (Severity::Error, "game.c, line 3: expected ';'".to_owned(), None);
        assert_eq!(reported(gcc, 1), [error]);

        let ld = "/usr/bin/ld: game.c:(.text+0x5): undefined reference to `drop'\ncollect2: error: ld returned 1 exit status\n";
        let error = (Severity::Error, "undefined reference to `drop'".to_owned(), None);
        assert_eq!(reported(ld, 1), [error]);
    }

    #[test]
    fn a_failed_build_without_messages_is_reported_by_its_exit_code() {
        assert_eq!(
            reported("", 2),
            [(Severity::Error, "the build ended with exit code 2".to_owned(), None)]
        );
        assert_eq!(reported("", 0), []);
    }
}
