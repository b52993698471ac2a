//! `c4grade assignment new`: a new assignment from a few parameters.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use c4grade::assignment::{self, Assignment, InputProtocol, Starter};
use c4grade::case;
use c4grade::connect4::{Flow, Quit, Rules, Then, Wording};
use c4grade::diagnostic::wording::plural;
use c4grade::grade::reference;
use c4grade::report;
use c4grade::variant::{MachineKind, Package, Variant};
use clap::{Args, ValueEnum};

use crate::commands::interrupt::Interrupt;
use crate::commands::sandbox::{Here, SandboxArgs};
use crate::commands::{Failed, USAGE, bad_file, print, replace, say, shell, verify};

mod questions;
mod values;

/// A check did not hold.
const NOT_HELD: u8 = 1;

/// The arguments of `assignment new`.
#[derive(Debug, Clone, Args)]
pub struct NewArgs {
    /// A new or empty folder
    folder: PathBuf,

    /// What programs run on
    #[arg(long, value_enum, default_value_t)]
    machine: Machine,
    /// The columns of the board: a move is one digit
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u8).range(2..=9))]
    columns: u8,
    /// The rows of the board
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=20))]
    rows: u8,
    /// How many in a line win
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..=9))]
    line: u8,
    /// How a move is typed [default: enter; key on ARM]
    #[arg(long, value_enum)]
    protocol: Option<Protocol>,

    /// The piece of player 1
    #[arg(long, value_name = "LETTER", default_value_t = 'O', value_parser = values::piece)]
    first: char,
    /// The piece of player 2
    #[arg(long, value_name = "LETTER", default_value_t = 'X', value_parser = values::piece)]
    second: char,
    /// An empty cell
    #[arg(long, value_name = "LETTER", default_value_t = '-', value_parser = values::cell, allow_hyphen_values = true)]
    empty: char,
    /// Between two cells of a row
    #[arg(long, value_name = "TEXT", default_value = " ", allow_hyphen_values = true)]
    separator: String,
    /// What the players are called in place of {player} [default: Player 1,Player 2]
    #[arg(long, value_name = "FIRST,SECOND", value_parser = values::names)]
    players: Option<[String; 2]>,

    /// Asks a player for a move
    #[arg(long, value_name = "TEXT", default_value = "{player}, choose a column: ")]
    prompt: String,
    /// Refuses a move
    #[arg(long, value_name = "TEXT", default_value = "Invalid move. Try again.")]
    invalid: String,
    /// Refuses a move in a full column [default: that of --invalid]
    #[arg(long, value_name = "TEXT")]
    full: Option<String>,
    /// Announces a win
    #[arg(long, value_name = "TEXT", default_value = "{player} Wins.")]
    win: String,
    /// Announces a tie; empty for no message
    #[arg(long, value_name = "TEXT", default_value = "Tie Game.")]
    tie: String,
    /// Comes before the first board [default: nothing]
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    greeting: String,
    /// Comes before each row; {row} is its number from the top, aligned to the right [default: nothing]
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    label: String,
    /// A key that leaves the game [default: none]
    #[arg(long, value_name = "KEY", value_parser = values::key)]
    quit: Option<u8>,
    /// What follows when a player leaves the game
    #[arg(long, value_enum, default_value_t, requires = "quit")]
    after_quit: Follows,
    /// Comes after the key that leaves the game [default: nothing]
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true,
        requires = "quit"
    )]
    farewell: String,
    /// What follows a win or a tie
    #[arg(long, value_enum, default_value_t)]
    over: Follows,
    /// What ends a line; lf in all but ARM assembly [default: lf; lfcr on ARM]
    #[arg(long, value_enum)]
    newline: Option<Newline>,
    /// Comes above the rows of each board, such as "1 2 3 4 5 6 7" [default: nothing]
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    header: String,

    /// The file that students build on, in LC-3 assembly: it is copied, and its given lines are compared [default: none]
    #[arg(long, value_name = "FILE")]
    starter: Option<PathBuf>,
    /// Text of the line in the starter file at which the student's part begins [default: all of it is given]
    #[arg(long, value_name = "TEXT", requires = "starter")]
    until: Option<String>,

    /// The assignment's name [default: that of the folder]
    #[arg(long, value_parser = values::name)]
    name: Option<String>,
    /// The heading of its reports
    #[arg(long, value_name = "TEXT", default_value = "Connect 4", value_parser = values::title)]
    title: String,

    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// What programs run on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Machine {
    /// The embedded LC-3
    #[default]
    Lc3,
    /// The embedded ARM7TDMI
    Arm,
    /// This machine, in C
    Native,
}

/// What follows a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Follows {
    /// The program stops
    #[default]
    Stop,
    /// A new game begins
    Restart,
}

impl Follows {
    fn then(self) -> Then {
        match self {
            Self::Stop => Then::Stop,
            Self::Restart => Then::Restart,
        }
    }
}

/// What ends a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Newline {
    /// A line feed
    Lf,
    /// A carriage return and a line feed
    Crlf,
    /// A line feed and a carriage return
    Lfcr,
    /// A carriage return
    Cr,
}

/// How a move is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Protocol {
    /// One key is one move
    Key,
    /// A key, then Enter
    Enter,
    /// A whole line, ended by Enter
    Line,
    /// One key, read by IN (LC-3)
    In,
}

/// Makes the assignment, and tries it. Without options, on a terminal, asks for them first. Returns the exit code.
pub fn run(args: &NewArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let is_terminal = io::stdin().is_terminal() && io::stderr().is_terminal();
    if !is_terminal || !questions::has_no_options(args) {
        return make(args, interrupt);
    }

    assignment::require_empty(&args.folder)?;
    let (args, line) = questions::ask(args, &mut io::stdin().lock(), &mut io::stderr())?;
    let code = make(&args, interrupt)?;
    say(&format!("The same assignment in one command: {line}"));
    Ok(code)
}

fn make(args: &NewArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let variant = args.variant()?;
    let package = variant
        .package()
        .map_err(|error| Failed::new(USAGE, values::refused(&error)))?;
    let files = package.files.iter().map(|(path, text)| (path.clone(), text.as_str()));
    let hold = interrupt.hold();
    let mut written = assignment::write_all(&args.folder, files)?;
    written.extend(super::write_schemas(&args.folder, &hold)?);
    drop(hold);
    let mut list = String::new();
    for file in written {
        writeln!(list, "{}", file.display())?;
    }
    // Before anything that is said about them, so that this is what a person reads last.
    print(&list)?;
    for sentence in &package.left_out {
        say(&format!("note: {sentence}"));
    }

    let folder = with_slash(&args.folder);
    let assignment = assignment::find(&folder).map_err(bad_file)?;
    let code = tried(args, assignment, &package, interrupt)?;
    say(&format!(
        "To grade with it: c4grade grade myclass --assignment {}",
        String::from_utf8_lossy(&shell::quoted(folder.as_ref()))
    ));
    Ok(code)
}

/// Plays the reference program on every case, grades the sample class, and writes what each program got.
fn tried(args: &NewArgs, assignment: Assignment, package: &Package, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let suite = case::load(&assignment, None).map_err(bad_file)?;
    let cases = plural(suite.cases.len(), "case");
    let Here::Runs(sandbox) = args.sandbox.or_skip(&assignment)? else {
        say(
            "the sample class was not graded: `c4grade verify --print` prints its expected.yaml where programs can run",
        );
        return Ok(0);
    };

    let problems = reference::check(&assignment, &suite, sandbox.as_ref())
        .context("failed to use the reference program")?
        .unwrap_or_default();
    let fault = |student: &str| {
        package
            .sample
            .iter()
            .find(|sample| sample.student == student)
            .map(|sample| sample.fault)
    };
    let recorded = verify::recorded(assignment, sandbox, &|student| {
        fault(student).unwrap_or_default().to_owned()
    })?;
    let path = args.folder.join("reference/submissions/expected.yaml");
    replace(&path, recorded.text.as_bytes(), &interrupt.hold())?;
    interrupt.complete();
    print(&format!("{}\n", path.display()))?;

    let verdict = |student: &str| {
        recorded
            .verdicts
            .get(student)
            .map_or("", |verdict| report::verdict_word(*verdict))
    };
    let others = package
        .sample
        .iter()
        .filter(|sample| verdict(sample.student) != sample.verdict);
    let others: Vec<String> = others
        .map(|sample| {
            format!(
                "{} ({}) is graded {}",
                sample.student,
                sample.fault,
                verdict(sample.student)
            )
        })
        .collect();
    if problems.is_empty() && others.is_empty() {
        let sample = plural(package.sample.len(), "sample submission");
        say(&format!(
            "{cases}, which the reference program passes; {sample} with known verdicts"
        ));
        return Ok(0);
    }

    let problems = problems
        .iter()
        .map(|problem| format!("{}: {}", problem.case, problem.message));
    for problem in problems.chain(others) {
        say(&format!("problem: {problem}"));
    }
    Ok(NOT_HELD)
}

/// A folder as `--assignment` takes it.
fn with_slash(folder: &Path) -> String {
    let name = folder.display().to_string();
    if assignment::is_path(&name) {
        name
    } else {
        format!("./{name}")
    }
}

impl NewArgs {
    fn variant(&self) -> anyhow::Result<Variant> {
        let machine = match self.machine {
            Machine::Lc3 => MachineKind::Lc3,
            Machine::Arm => MachineKind::Arm,
            Machine::Native => MachineKind::Native,
        };
        Ok(Variant {
            name: self.package_name()?,
            title: self.title.clone(),
            machine,
            rules: Rules {
                rows: self.rows.into(),
                columns: self.columns.into(),
                line: self.line.into(),
            },
            protocol: self.input_protocol(),
            flow: self.flow(),
            wording: self.wording(),
            starter: self.given()?,
        })
    }

    /// The starter file.
    fn given(&self) -> anyhow::Result<Option<Starter>> {
        let Some(path) = &self.starter else {
            return Ok(None);
        };
        let name = path.display();
        // Whoever reads a pipe waits for somebody who writes to it.
        if path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            bail!("--starter: {name} is not a file");
        }
        let text = std::fs::read(path).with_context(|| format!("--starter: failed to read the starter file {name}"))?;
        if std::str::from_utf8(&text).is_err() {
            bail!("--starter: {name} is not a text file in UTF-8");
        }
        Ok(Some(Starter::new(text, self.until.clone().unwrap_or_default())))
    }

    fn flow(&self) -> Flow {
        let quit = self.quit.map(|key| Quit {
            key,
            then: self.after_quit.then(),
        });
        Flow {
            over: self.over.then(),
            quit,
            ..Flow::default()
        }
    }

    fn machine_name(&self) -> String {
        let value = self.machine.to_possible_value();
        value.map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    fn input_protocol(&self) -> InputProtocol {
        match self.protocol {
            Some(Protocol::Key) => InputProtocol::Key,
            Some(Protocol::Line) => InputProtocol::Line,
            Some(Protocol::In) => InputProtocol::In,
            None if self.machine == Machine::Arm => InputProtocol::Key,
            Some(Protocol::Enter) | None => InputProtocol::Enter,
        }
    }

    /// What the players are called.
    fn names(&self) -> [String; 2] {
        let usual = || ["Player 1".to_owned(), "Player 2".to_owned()];
        self.players.clone().unwrap_or_else(usual)
    }

    fn wording(&self) -> Wording {
        let players = self.names();
        let both = |text: &str| [0, 1].map(|player: usize| text.replace("{player}", &players[player]));
        Wording {
            greeting: self.greeting.clone(),
            header: self.header.clone(),
            empty: self.empty,
            pieces: [self.first, self.second],
            separator: self.separator.clone(),
            newline: match self.newline {
                Some(Newline::Crlf) => "\r\n",
                Some(Newline::Lfcr) => "\n\r",
                Some(Newline::Cr) => "\r",
                None if self.machine == Machine::Arm => "\n\r",
                Some(Newline::Lf) | None => "\n",
            }
            .to_owned(),
            label: self.label.clone(),
            farewell: self.farewell.clone(),
            prompts: both(&self.prompt),
            invalid: self.invalid.clone(),
            full: self.full.clone().unwrap_or_else(|| self.invalid.clone()),
            wins: both(&self.win),
            tie: self.tie.clone(),
            ..Wording::default()
        }
    }

    /// The name, or one made of the folder's.
    fn package_name(&self) -> anyhow::Result<String> {
        if let Some(name) = &self.name {
            return Ok(name.clone());
        }
        let folder = self
            .folder
            .file_name()
            .map(|name| name.to_string_lossy().to_lowercase());
        let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = folder.unwrap_or_default().chars().map(safe).collect();
        let name = name.trim_matches('-');
        if name.is_empty() {
            bail!(
                "{} gives the assignment no name; name it with --name",
                self.folder.display()
            );
        }
        Ok(name.to_owned())
    }
}
