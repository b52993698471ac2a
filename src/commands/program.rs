//! What `run` and `play` share: loading a program, and showing its output and how it ended.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use c4grade::diagnostic::render;
use c4grade::diagnostic::wording::system_words;
use c4grade::machine::arm::assembler::link;
use c4grade::machine::lc3::{Banner, Routines, Settings, Traps};
use c4grade::machine::native::{self, BuildEnvironment, Recipe};
use c4grade::machine::{Fill, Limits, Machine, Program, Session, Target, arm};
use c4grade::submission::{self, Content};
use clap::{Args, ValueEnum};

use super::USAGE;
use super::sandbox::SandboxArgs;

mod output;

pub use output::{ending, exit_code, sanitize, visible, write_output};

/// The exit code of a program that does not assemble.
pub const NOT_BUILT: u8 = 14;

/// The program and how to run it.
#[derive(Debug, Clone, Args)]
pub struct ProgramArgs {
    /// The program: an assembly source, an object file of the LC-3, or an image for ARM (.axf, .elf, .hex, .bin)
    pub program: PathBuf,

    /// The machine [default: detected from the file name and contents]
    #[arg(long, value_enum)]
    pub machine: Option<MachineName>,

    /// Whether TRAP on the LC-3 overwrites R7 (2nd edition of the textbook) or keeps it (3rd edition)
    #[arg(long, value_enum, default_value_t = TrapsName::OverwriteR7)]
    pub traps: TrapsName,

    /// Which simulator's texts HALT and IN print on the LC-3
    #[arg(long, value_enum, default_value_t = BannerName::Lc3sim)]
    pub banner: BannerName,

    /// Whether a TRAP of the LC-3 runs at once, as one instruction, or as the code of a service routine that uses the devices
    #[arg(long, value_enum, default_value_t = RoutinesName::Native)]
    pub trap_routines: RoutinesName,

    /// The initial contents of registers and memory: `zero` or `random:SEED`
    #[arg(long, default_value = "zero", value_name = "FILL")]
    pub fill: FillValue,

    /// Stop the program after this many instructions [default: 4000000, on ARM 500000000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub max_instructions: Option<u64>,

    /// Stop the program after this many bytes of output [default: 262144, on ARM 1048576]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub max_output: Option<usize>,

    /// Give a native program a terminal instead of pipes
    #[arg(long)]
    pub terminal: bool,

    #[command(flatten)]
    pub sandbox: SandboxArgs,
}

/// The machines by name.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum MachineName {
    /// The embedded LC-3
    Lc3,
    /// The embedded ARM7TDMI on an LPC2468
    Arm,
    /// This machine itself, in a sandbox: a program, a script with `#!`, or a source in C, C++, Rust, Java or Python
    Native,
}

impl MachineName {
    /// The chosen machine, or else the one detected from the file.
    pub fn or_of(choice: Option<Self>, name: &str, bytes: &[u8]) -> Target {
        match choice {
            Some(Self::Lc3) => Target::Lc3,
            Some(Self::Arm) => Target::Arm,
            Some(Self::Native) => Target::Native,
            None => Target::of(name, bytes),
        }
    }
}

/// TRAP linkage by name.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum TrapsName {
    /// 2nd edition
    OverwriteR7,
    /// 3rd edition
    KeepR7,
}

/// The operating systems' texts by name.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum BannerName {
    /// The classic C simulator
    Lc3sim,
    /// The newer C++ tools
    Lc3tools,
    /// The Windows simulator
    Lc3edit,
    /// No text for HALT, the short prompt for IN
    None,
}

/// How trap services run, by name.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum RoutinesName {
    /// At once
    Native,
    /// Instruction by instruction
    Emulated,
}

/// `zero` or `random:SEED`.
#[derive(Debug, Clone, Copy)]
pub struct FillValue(Fill);

impl FromStr for FillValue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "zero" {
            return Ok(Self(Fill::Zero));
        }
        let seed = text.strip_prefix("random:").and_then(|seed| seed.parse().ok());
        seed.map(|seed| Self(Fill::Random(seed)))
            .ok_or_else(|| "write `zero`, or `random:` and a whole number, such as `random:7`".to_owned())
    }
}

/// A program, ready to be played.
#[derive(Debug)]
pub struct Ready {
    /// What it runs on.
    pub target: Target,
    /// The same with its settings.
    pub machine: Machine,
    /// The program.
    pub program: Program,
    /// The caps on a run.
    pub limits: Limits,
}

impl Ready {
    /// A session in which the program receives each key when it reads it.
    pub fn at_terminal(&self) -> Session {
        let machine = match self.machine {
            Machine::Native(settings) => Machine::Native(native::Settings {
                terminal: true,
                ..settings
            }),
            embedded => embedded,
        };
        self.session(machine)
    }

    /// A player of the program.
    pub fn player(&self) -> Session {
        self.session(self.machine)
    }

    /// A session that runs for as long as was asked for.
    fn session(&self, machine: Machine) -> Session {
        let mut session = machine.session(&self.program);
        session.execute_at_most(u64::MAX);
        session
    }
}

impl ProgramArgs {
    /// The program with its settings. On failure the reason is printed to standard error, and the exit code returned.
    pub fn ready(&self) -> Result<Ready, u8> {
        let bytes = read_program(&self.program).map_err(|reason| usage(&reason))?;
        let name = self.program.to_string_lossy();
        let target = MachineName::or_of(self.machine, &name, &bytes);
        let (name, bytes) = whole_program(&self.program, target, bytes).map_err(|reason| usage(&reason))?;
        let machine = self.machine(target);
        let environment = match target {
            Target::Lc3 | Target::Arm => None,
            Target::Native => Some(BuildEnvironment {
                sandbox: self.sandbox.sandbox().map_err(|error| refused(&error))?,
                recipe: Recipe::usual(&name),
            }),
        };

        let build = machine.build(&name, &bytes, environment.as_ref());
        let build = build.map_err(|error| usage(&error.to_string()))?;
        let diagnostics = render::terminal(&build.diagnostics, &build.source, true);

        // If standard error is closed, the exit code still shows the failure.
        let _ = anstream::stderr().write_all(diagnostics.as_bytes());
        let program = build.program.ok_or(NOT_BUILT)?;
        Ok(Ready {
            target,
            machine,
            program,
            limits: self.limits(target),
        })
    }

    fn limits(&self, target: Target) -> Limits {
        let usual = match target {
            Target::Lc3 => Limits::default(),
            Target::Arm => Limits::ARM,
            Target::Native => Limits {
                instructions: 1,
                ..Limits::default()
            },
        };

        Limits {
            instructions: self.max_instructions.unwrap_or(usual.instructions),
            output: self.max_output.unwrap_or(usual.output),
        }
    }

    fn machine(&self, target: Target) -> Machine {
        match target {
            Target::Lc3 => Machine::Lc3(Settings {
                traps: match self.traps {
                    TrapsName::OverwriteR7 => Traps::OverwriteR7,
                    TrapsName::KeepR7 => Traps::KeepR7,
                },
                banner: match self.banner {
                    BannerName::Lc3sim => Banner::Lc3sim,
                    BannerName::Lc3tools => Banner::Lc3tools,
                    BannerName::Lc3edit => Banner::Lc3edit,
                    BannerName::None => Banner::None,
                },
                fill: self.fill.0,
                routines: match self.trap_routines {
                    RoutinesName::Native => Routines::Native,
                    RoutinesName::Emulated => Routines::Emulated,
                },
            }),
            Target::Arm => Machine::Arm(arm::Settings { fill: self.fill.0 }),
            Target::Native => Machine::Native(native::Settings {
                terminal: self.terminal,
                limits: Recipe::usual(&self.program.to_string_lossy()).limits(),
            }),
        }
    }
}

/// Reports why there is no sandbox and gives the exit code for it.
fn refused(error: &anyhow::Error) -> u8 {
    super::say_error(&super::whole(error));
    super::sandbox::NO_SANDBOX
}

/// Prints a usage error and returns its exit code.
pub fn usage(message: &str) -> u8 {
    super::say_error(message);
    USAGE
}

/// Reads a program. The path may be a link, which is resolved; its target must be a regular file of limited size.
pub fn read_program(path: &Path) -> Result<Vec<u8>, String> {
    let refused = |reason: &str| {
        format!(
            "cannot read the program `{}`: {reason}",
            visible(&path.to_string_lossy())
        )
    };
    let whole = path.canonicalize().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => refused("there is no such file"),
        _ => refused(&system_words(&error)),
    })?;

    if whole.is_dir() {
        return Err(refused("it is a folder; name the file in it"));
    }

    let submission = submission::Submission {
        student: String::new(),
        slug: String::new(),
        file: whole
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        content: Content::Path(whole),
        doubt: None,
        called: None,
        origin: submission::Origin::default(),
    };

    submission.read().map_err(|reason| refused(&reason))
}

/// A program with the files beside it that belong to it, and the path of its main file.
pub fn whole_program(path: &Path, target: Target, bytes: Vec<u8>) -> Result<(String, Vec<u8>), String> {
    let own = path.to_string_lossy().into_owned();
    let Some((content, names)) = links(target).and_then(|links| submission::together(path, links)) else {
        return Ok((own, bytes));
    };

    let main = path.with_file_name(&names[0]).to_string_lossy().into_owned();
    let program = submission::Submission {
        student: String::new(),
        slug: String::new(),
        file: main.clone(),
        content,
        doubt: None,
        called: None,
        origin: submission::Origin::default(),
    };
    Ok((main, program.read()?))
}

/// The files of a program: itself, and those beside it that belong to it.
pub fn files_of(path: &Path, target: Target) -> Vec<PathBuf> {
    match links(target).and_then(|links| submission::together(path, links)) {
        Some((_, names)) => names.iter().map(|name| path.with_file_name(name)).collect(),
        None => vec![path.to_owned()],
    }
}

/// How a machine's programs of several files are linked.
fn links(target: Target) -> Option<submission::Links> {
    match target {
        Target::Lc3 => None,
        Target::Arm => Some(link::linked),
        Target::Native => Some(native::files::linked),
    }
}

/// All bytes of a file, or of standard input for `-`.
pub fn read_input(path: &Path) -> io::Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    std::fs::read(path)
}

#[cfg(test)]
mod tests {
    use super::FillValue;
    use c4grade::machine::Fill;

    #[test]
    fn fills_are_read_by_name() {
        assert_eq!("zero".parse::<FillValue>().unwrap().0, Fill::Zero);
        assert_eq!("random:7".parse::<FillValue>().unwrap().0, Fill::Random(7));
        for wrong in ["", "random", "random:", "random:-1", "one"] {
            assert!(wrong.parse::<FillValue>().is_err(), "{wrong}");
        }
    }
}
