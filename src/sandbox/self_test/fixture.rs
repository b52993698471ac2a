//! What attacks can find: a secret, somebody else's submission, listeners and a process; and what happens to them.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::os::fd::OwnedFd;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::attacks::{self, Attack, persistence};
use crate::sandbox::client::{Sandbox, SandboxError, SupervisorClient};
use crate::sandbox::folders;
use crate::sandbox::helper::HelperProcess;
use crate::sandbox::limits::Limits;
use crate::sandbox::protocol::{RunReport, RunRequest};
use crate::sandbox::restrictions::cgroup::Group;

/// Limits on an attack, with plenty of time for a busy machine.
pub const LIMITS: Limits = Limits {
    cpu: 5_000,
    wall: 30_000,
    asleep: 10_000,
    memory: 64 << 20,
    address_space: 1024 << 20,
    disk: 4 << 20,
    processes: 6,
    output: 256 << 10,
};

/// What is planted, and the sandbox in which attacks look for it.
pub struct Fixture {
    client: SupervisorClient,
    program: PathBuf,
    folder: TempDir,
    /// A word that is nowhere else.
    pub token: String,
    tcp: TcpListener,
    udp: UdpSocket,
    by_path: UnixListener,
    by_name: UnixListener,
    decoy: Option<Decoy>,
    executable: PathBuf,
    /// The result of all attacks that need nothing planted, once one process has tried them.
    on_itself: Option<Observed>,
}

/// A process outside of the sandbox that attacks may do anything to.
struct Decoy {
    process: Child,
    output: BufReader<ChildStdout>,
}

/// What an attack did.
pub struct Observed {
    /// The report of its run.
    pub report: RunReport,
    /// How long it took.
    pub took: Duration,
    /// The attempts that succeeded.
    pub succeeded: Vec<String>,
    /// How many attempts failed.
    pub failed: usize,
    /// All that it printed.
    lines: Vec<String>,
    /// Whether it tried everything.
    pub ended: bool,
}

impl Observed {
    fn read(report: RunReport, took: Duration, lines: Vec<String>) -> Self {
        let succeeded = lines.iter().filter_map(|line| line.strip_prefix(attacks::SUCCEEDED));
        Self {
            took,
            succeeded: succeeded.map(str::to_owned).collect(),
            failed: lines.iter().filter(|line| line.starts_with(attacks::FAILED)).count(),
            ended: lines.last().is_some_and(|line| line == attacks::END),
            lines,
            report,
        }
    }

    /// What one of several attacks did.
    fn part(&self, attack: Attack) -> Self {
        let title = format!("{}{}", attacks::PART, attack.name());
        let from = self.lines.iter().skip_while(|line| **line != title).skip(1);
        let lines = from
            .take_while(|line| !line.starts_with(attacks::PART))
            .cloned()
            .collect();
        Self::read(self.report.clone(), self.took, lines)
    }

    /// The largest count that it printed after a word.
    pub fn count(&self, word: &str) -> u64 {
        let counts = self
            .lines
            .iter()
            .filter_map(|line| line.strip_prefix(word)?.trim().parse().ok());
        counts.max().unwrap_or(0)
    }
}

impl Fixture {
    /// Plants everything, and starts a supervisor.
    pub fn new(sandbox: &Sandbox) -> Result<Self, SandboxError> {
        let folder = tempfile::Builder::new().prefix("c4grade-").tempdir()?;
        // Only the sandbox must hide what is planted.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
        let name = folder.path().file_name().unwrap_or_default().to_string_lossy();
        let token = format!(
            "self-test-{}-{}",
            std::process::id(),
            name.trim_start_matches("c4grade-")
        );

        for inner in ["cases", "other"] {
            fs::create_dir(folder.path().join(inner))?;
        }

        let secret = folder.path().join("cases/secret.yaml");
        for file in [&secret, &folder.path().join("other/connect4.c")] {
            plant(file, format!("secret {token}\n").as_bytes(), 0o644)?;
        }

        let (tcp, udp) = listeners()?;
        let by_path = UnixListener::bind(folder.path().join("socket"))?;
        let by_name = UnixListener::bind_addr(&SocketAddr::from_abstract_name(token.as_bytes())?)?;
        for set in [by_path.set_nonblocking(true), by_name.set_nonblocking(true)] {
            set?;
        }

        // This copy stays open where a process is started.
        let open_secret: OwnedFd = rustix::io::dup(File::open(&secret)?).map_err(io::Error::from)?;
        let client = SupervisorClient::start_with(sandbox, vec![folder.path().to_owned()]);
        drop(open_secret);
        let client = client?;
        let program = client.work().join("program");
        fs::create_dir(&program)?;
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755))?;
        plant(&program.join(persistence::MARKER), b"", 0o644)?;
        folders::show_executable(&sandbox.executable, &program.join(attacks::FILE))?;

        Ok(Self {
            client,
            program,
            folder,
            token,
            tcp,
            udp,
            by_path,
            by_name,
            decoy: None,
            executable: sandbox.executable.clone(),
            on_itself: None,
        })
    }

    /// A path among what is planted.
    pub fn planted(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }

    /// The folder of the attacks, as the machine sees it.
    pub fn folder(&self) -> &Path {
        &self.program
    }

    /// This executable, which contains the bundled cases.
    pub fn executable(&self) -> PathBuf {
        self.executable
            .canonicalize()
            .unwrap_or_else(|_| self.executable.clone())
    }

    /// The port of the listeners.
    pub fn port(&self) -> io::Result<u16> {
        Ok(self.tcp.local_addr()?.port())
    }

    /// Runs an attack.
    pub fn attack(&mut self, attack: Attack, arguments: &[String]) -> Result<Observed, SandboxError> {
        self.attack_within(attack, arguments, LIMITS, false)
    }

    /// The result of an attack that needs nothing planted. One process tries them all.
    pub fn attack_on_itself(&mut self, attack: Attack) -> Result<Observed, SandboxError> {
        let observed = match self.on_itself.take() {
            Some(observed) => observed,
            None => self.attack_several(&Attack::ON_ITSELF, &[std::process::id().to_string()])?,
        };
        let part = observed.part(attack);
        self.on_itself = Some(observed);
        Ok(part)
    }

    /// Runs attacks that take the same arguments, in one process.
    pub fn attack_several(&mut self, attacks: &[Attack], arguments: &[String]) -> Result<Observed, SandboxError> {
        let names: Vec<String> = attacks.iter().map(|attack| attack.name()).collect();
        let arguments: Vec<String> = std::iter::once(names.join(","))
            .chain(arguments.iter().cloned())
            .collect();
        self.attack(Attack::Several, &arguments)
    }

    /// Runs an attack with other limits, or on a terminal.
    pub fn attack_within(
        &mut self,
        attack: Attack,
        arguments: &[String],
        limits: Limits,
        terminal: bool,
    ) -> Result<Observed, SandboxError> {
        let start = [
            format!("./{}", attacks::FILE),
            HelperProcess::Attack.argument().to_owned(),
            attack.name(),
        ];

        let request = RunRequest {
            command: start.iter().chain(arguments).cloned().collect(),
            folder: self.program.clone(),
            writes: false,
            terminal,
            logs: Vec::new(),
            after_end: None,
            limits,
            input: Vec::new(),
        };

        let began = Instant::now();
        let report = self.client.run(&request)?;
        let took = began.elapsed();
        if let Some(reason) = &report.not_started {
            return Err(SandboxError(format!(
                "a program in {} cannot be started: {reason}; if that folder is mounted `noexec`, set TMPDIR to another one",
                std::env::temp_dir().display()
            )));
        }

        let text = String::from_utf8_lossy(&report.output);
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        Ok(Observed::read(report, took, lines))
    }

    /// The control group of all attacks, where there is one.
    pub fn group(&self) -> Option<&Group> {
        self.client.group()
    }

    /// What arrived at the listeners.
    pub fn arrived(&self) -> Vec<&'static str> {
        let mut arrived = Vec::new();
        let mut packet = [0; 1];
        for (any, what) in [
            (self.tcp.accept().is_ok(), "a TCP connection arrived"),
            (self.udp.recv(&mut packet).is_ok(), "a UDP packet arrived"),
            (self.by_path.accept().is_ok(), "a connection to a socket's path arrived"),
            (
                self.by_name.accept().is_ok(),
                "a connection to a socket's abstract name arrived",
            ),
        ] {
            if any {
                arrived.push(what);
            }
        }

        arrived
    }

    /// Starts the decoy. Returns its process id.
    pub fn decoy(&mut self) -> io::Result<u32> {
        let mut process = Command::new(&self.executable)
            .args([HelperProcess::Attack.argument(), &Attack::Decoy.name()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;

        let id = process.id();
        let output = process.stdout.take().ok_or(ErrorKind::BrokenPipe)?;
        let mut output = BufReader::new(output);
        let mut ready = String::new();
        let is_ready = output.read_line(&mut ready);
        self.decoy = Some(Decoy { process, output });
        is_ready?;

        Ok(id)
    }

    /// What happened to the decoy, which ends here.
    pub fn end_decoy(&mut self) -> Vec<String> {
        let Some(mut decoy) = self.decoy.take() else {
            return Vec::new();
        };

        let mut harms = Vec::new();
        if matches!(decoy.process.try_wait(), Ok(Some(_))) {
            harms.push("a process outside was killed".to_owned());
        } else if state(decoy.process.id()).is_some_and(|state| matches!(state, 'T' | 't')) {
            harms.push("a process outside was stopped".to_owned());
            let _ = decoy.process.kill();
        }

        // It ends when its input closes.
        drop(decoy.process.stdin.take());
        let mut printed = String::new();
        let _ = decoy.output.read_to_string(&mut printed);
        let _ = decoy.process.wait();
        harms.extend(
            printed
                .lines()
                .filter(|line| line.starts_with("hit "))
                .map(|line| format!("a process outside was {line}")),
        );

        harms
    }

    /// Files with the token in their names, where none should be. They are removed.
    pub fn stray_files(&self, places: &[PathBuf]) -> Vec<String> {
        let mut found = Vec::new();
        for place in places {
            for entry in fs::read_dir(place).into_iter().flatten().flatten() {
                if entry.file_name().to_string_lossy().contains(&self.token) {
                    found.push(format!("wrote into {}", place.display()));
                    let _ = fs::remove_file(entry.path());
                }
            }
        }
        found
    }

    /// Whether a planted file is unchanged.
    pub fn is_untouched(&self, name: &str) -> bool {
        let wanted = format!("secret {}\n", self.token);
        fs::read_to_string(self.folder.path().join(name)).is_ok_and(|text| text == wanted)
    }

    /// Whether an attack printed the secret.
    pub fn is_disclosed(&self, observed: &Observed) -> bool {
        let text = String::from_utf8_lossy(&observed.report.output);
        text.contains(&format!("secret {}", self.token))
    }
}

/// How many processes have this word among their arguments. They are killed.
pub fn kill_survivors(word: &str) -> usize {
    let mut survivors = 0;
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(number) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()) else {
            continue;
        };

        let arguments = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        if arguments
            .split(|byte| *byte == 0)
            .any(|argument| argument == word.as_bytes())
        {
            survivors += 1;
            let number = nix::unistd::Pid::from_raw(number);
            let _ = nix::sys::signal::kill(number, nix::sys::signal::Signal::SIGKILL);
        }
    }

    survivors
}

fn plant(file: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    File::create(file)?.write_all(bytes)?;
    fs::set_permissions(file, fs::Permissions::from_mode(mode))
}

/// A TCP port and a UDP port of the same number.
fn listeners() -> io::Result<(TcpListener, UdpSocket)> {
    let mut last = io::Error::from(ErrorKind::AddrInUse);
    for _ in 0..16 {
        let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        match UdpSocket::bind(tcp.local_addr()?) {
            Ok(udp) => {
                tcp.set_nonblocking(true)?;
                udp.set_nonblocking(true)?;
                return Ok((tcp, udp));
            }
            Err(error) => last = error,
        }
    }

    Err(last)
}

/// The state of a process, as `/proc` shows it.
fn state(number: u32) -> Option<char> {
    let text = fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
    text.rsplit_once(") ")?.1.chars().next()
}
