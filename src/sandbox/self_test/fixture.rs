//! What is planted for canaries to find: a secret, somebody else's submission, listeners, a process; and what is seen of
//! them afterwards.

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

/// Caps on a canary. It has time, however busy the machine is.
pub const CAPS: Limits = Limits {
    cpu: 5_000,
    wall: 30_000,
    asleep: 10_000,
    memory: 64 << 20,
    address_space: 1024 << 20,
    disk: 4 << 20,
    processes: 6,
    output: 256 << 10,
};

/// What is planted, and the fence in which canaries look for it.
pub struct Fixture {
    client: SupervisorClient,
    submission: PathBuf,
    folder: TempDir,
    /// A word that stands nowhere else.
    pub token: String,
    tcp: TcpListener,
    udp: UdpSocket,
    by_path: UnixListener,
    by_name: UnixListener,
    decoy: Option<Decoy>,
    helper: PathBuf,
    /// What a single canary did that tried all that needs nothing planted.
    on_itself: Option<Seen>,
}

/// A process outside that canaries may do anything to.
struct Decoy {
    process: Child,
    says: BufReader<ChildStdout>,
}

/// What a canary did.
pub struct Seen {
    /// What the keeper says of it.
    pub report: RunReport,
    /// How long it took.
    pub took: Duration,
    /// What it says that it got.
    pub got: Vec<String>,
    /// How many tries it says that failed.
    pub kept: usize,
    /// All that it said.
    lines: Vec<String>,
    /// Whether it tried everything.
    pub ended: bool,
}

impl Seen {
    fn read(report: RunReport, took: Duration, lines: Vec<String>) -> Self {
        let got = lines.iter().filter_map(|line| line.strip_prefix(attacks::GOT));
        Self {
            took,
            got: got.map(str::to_owned).collect(),
            kept: lines.iter().filter(|line| line.starts_with(attacks::KEPT)).count(),
            ended: lines.last().is_some_and(|line| line == attacks::END),
            lines,
            report,
        }
    }

    /// What one of several attacks did.
    fn part(&self, attack: Attack) -> Self {
        let title = format!("{}{}", attacks::PART, attack.word());
        let from = self.lines.iter().skip_while(|line| **line != title).skip(1);
        let lines = from
            .take_while(|line| !line.starts_with(attacks::PART))
            .cloned()
            .collect();
        Self::read(self.report.clone(), self.took, lines)
    }

    /// The last count that it said after a word.
    pub fn count(&self, word: &str) -> u64 {
        let counts = self
            .lines
            .iter()
            .filter_map(|line| line.strip_prefix(word)?.trim().parse().ok());
        counts.max().unwrap_or(0)
    }
}

impl Fixture {
    /// Plants everything, and opens a keeper.
    pub fn set(sandbox: &Sandbox) -> Result<Self, SandboxError> {
        let folder = tempfile::Builder::new().prefix("c4grade-").tempdir()?;
        // What is planted must be hidden by the fence alone.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
        let name = folder.path().file_name().unwrap_or_default().to_string_lossy();
        let token = format!("canary-{}-{}", std::process::id(), name.trim_start_matches("c4grade-"));
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
        // This one is not closed where a process is started.
        let open_secret: OwnedFd = rustix::io::dup(File::open(&secret)?).map_err(io::Error::from)?;
        let client = SupervisorClient::open_beside(sandbox, vec![folder.path().to_owned()]);
        drop(open_secret);
        let client = client?;
        let submission = client.work().join("submission");
        fs::create_dir(&submission)?;
        fs::set_permissions(&submission, fs::Permissions::from_mode(0o755))?;
        plant(&submission.join(persistence::MARKER), b"", 0o644)?;
        folders::show_executable(&sandbox.helper, &submission.join(attacks::FILE))?;
        Ok(Self {
            client,
            submission,
            folder,
            token,
            tcp,
            udp,
            by_path,
            by_name,
            decoy: None,
            helper: sandbox.helper.clone(),
            on_itself: None,
        })
    }

    /// A path among what is planted.
    pub fn planted(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }

    /// The folder of the canary, as the machine sees it.
    pub fn submission(&self) -> &Path {
        &self.submission
    }

    /// The executable that knows every answer.
    pub fn grader(&self) -> PathBuf {
        self.helper.canonicalize().unwrap_or_else(|_| self.helper.clone())
    }

    /// The port of the listeners.
    pub fn port(&self) -> io::Result<u16> {
        Ok(self.tcp.local_addr()?.port())
    }

    /// Has a canary try an attack.
    pub fn attack(&mut self, attack: Attack, words: &[String]) -> Result<Seen, SandboxError> {
        self.attack_within(attack, words, CAPS, false)
    }

    /// What became of an attack that a program tries on itself alone. One canary tries them all.
    pub fn attack_on_itself(&mut self, attack: Attack) -> Result<Seen, SandboxError> {
        let seen = match self.on_itself.take() {
            Some(seen) => seen,
            None => self.attack_several(&Attack::ON_ITSELF, &[std::process::id().to_string()])?,
        };
        let part = seen.part(attack);
        self.on_itself = Some(seen);
        Ok(part)
    }

    /// Has one canary try attacks that take the same words.
    pub fn attack_several(&mut self, attacks: &[Attack], words: &[String]) -> Result<Seen, SandboxError> {
        let names: Vec<String> = attacks.iter().map(|attack| attack.word()).collect();
        let words: Vec<String> = std::iter::once(names.join(",")).chain(words.iter().cloned()).collect();
        self.attack(Attack::Several, &words)
    }

    /// Has a canary try an attack with other caps, or on a terminal.
    pub fn attack_within(
        &mut self,
        attack: Attack,
        words: &[String],
        limits: Limits,
        terminal: bool,
    ) -> Result<Seen, SandboxError> {
        let start = [
            format!("./{}", attacks::FILE),
            HelperProcess::Attack.argument().to_owned(),
            attack.word(),
        ];
        let request = RunRequest {
            command: start.iter().chain(words).cloned().collect(),
            folder: self.submission.clone(),
            writes: false,
            terminal,
            traced: false,
            limits,
            input: Vec::new(),
        };
        let began = Instant::now();
        let report = self.client.run(&request)?;
        let took = began.elapsed();
        if let Some(reason) = &report.not_started {
            return Err(SandboxError(format!(
                "a program in {} cannot be started: {reason}; is that folder mounted `noexec`? Set TMPDIR to another",
                std::env::temp_dir().display()
            )));
        }
        let text = String::from_utf8_lossy(&report.output);
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        Ok(Seen::read(report, took, lines))
    }

    /// The control group of all canaries, where there is one.
    pub fn group(&self) -> Option<&Group> {
        self.client.group()
    }

    /// What the listeners heard.
    pub fn heard(&self) -> Vec<&'static str> {
        let mut heard = Vec::new();
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
                heard.push(what);
            }
        }
        heard
    }

    /// Starts the decoy; gives its number.
    pub fn decoy(&mut self) -> io::Result<u32> {
        let mut process = Command::new(&self.helper)
            .args([HelperProcess::Attack.argument(), &Attack::Decoy.word()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let number = process.id();
        let says = process.stdout.take().ok_or(ErrorKind::BrokenPipe)?;
        let mut says = BufReader::new(says);
        let mut ready = String::new();
        let is_ready = says.read_line(&mut ready);
        self.decoy = Some(Decoy { process, says });
        is_ready?;
        Ok(number)
    }

    /// What became of the decoy, which ends here.
    pub fn decoy_suffered(&mut self) -> Vec<String> {
        let Some(mut decoy) = self.decoy.take() else {
            return Vec::new();
        };
        let mut suffered = Vec::new();
        if matches!(decoy.process.try_wait(), Ok(Some(_))) {
            suffered.push("a process outside was killed".to_owned());
        } else if state(decoy.process.id()).is_some_and(|state| matches!(state, 'T' | 't')) {
            suffered.push("a process outside was stopped".to_owned());
            let _ = decoy.process.kill();
        }
        // With its input it ends, and says no more.
        drop(decoy.process.stdin.take());
        let mut said = String::new();
        let _ = decoy.says.read_to_string(&mut said);
        let _ = decoy.process.wait();
        suffered.extend(
            said.lines()
                .filter(|line| line.starts_with("hit "))
                .map(|line| format!("a process outside was {line}")),
        );
        suffered
    }

    /// Files with the token in their names that are where none should be; they are removed.
    pub fn strays(&self, places: &[PathBuf]) -> Vec<String> {
        let mut strays = Vec::new();
        for place in places {
            for entry in fs::read_dir(place).into_iter().flatten().flatten() {
                if entry.file_name().to_string_lossy().contains(&self.token) {
                    strays.push(format!("wrote into {}", place.display()));
                    let _ = fs::remove_file(entry.path());
                }
            }
        }
        strays
    }

    /// Whether what is planted is as it was.
    pub fn is_untouched(&self, name: &str) -> bool {
        let wanted = format!("secret {}\n", self.token);
        fs::read_to_string(self.folder.path().join(name)).is_ok_and(|text| text == wanted)
    }

    /// Whether the token of a secret is in what a canary printed.
    pub fn was_told(&self, seen: &Seen) -> bool {
        let text = String::from_utf8_lossy(&seen.report.output);
        text.contains(&format!("secret {}", self.token))
    }
}

/// Processes that have this word among their arguments: how many there were. They are killed.
pub fn survivors(word: &str) -> usize {
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
