//! Which canaries try which layer, and how what is seen is judged.
//!
//! Long because it is one table with one judgement for each layer, read side by side.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::attacks::Attack;
use super::fixture::{CAPS, Fixture, Seen, survivors};
use super::layer::{Finding, Layer, State};
use crate::sandbox::client::SandboxError;
use crate::sandbox::limits::Limits;
use crate::sandbox::protocol::LimitExceeded;
use crate::sandbox::restrictions::cgroup::Group;

/// Longer than anything that is stopped takes, by far; shorter than what is not.
const PROMPT: Duration = Duration::from_secs(8);
/// Harms that are told of each layer.
const MOST_TOLD: usize = 3;
/// Letters of each.
const LONGEST_TOLD: usize = 100;

/// What the canaries of a layer did.
#[derive(Debug, Default)]
struct Trial {
    /// What succeeded.
    harms: Vec<String>,
    /// How many tries failed.
    kept: usize,
    /// What is said when everything failed.
    fine: String,
}

impl Trial {
    /// What a canary says itself; one that did not try everything has proved nothing.
    fn of(seen: &Seen) -> Self {
        let mut trial = Self {
            harms: seen.got.clone(),
            kept: seen.kept,
            fine: String::new(),
        };
        if !seen.ended {
            trial.harms.push(format!("the canary did not end: {}", end_of(seen)));
        }
        trial
    }

    fn fine(mut self, text: impl Into<String>) -> Self {
        self.fine = text.into();
        self
    }

    fn harm_if(mut self, is_harm: bool, text: impl Into<String>) -> Self {
        if is_harm {
            self.harms.push(text.into());
        }
        self
    }

    fn harms(mut self, harms: impl IntoIterator<Item = String>) -> Self {
        self.harms.extend(harms);
        self
    }

    fn finding(self, layer: Layer) -> Finding {
        if self.harms.is_empty() {
            return Finding {
                layer,
                state: State::Held,
                detail: self.fine,
            };
        }
        let state = if self.kept > 0 { State::Weak } else { State::Absent };
        let more = self.harms.len().saturating_sub(MOST_TOLD);
        let short = |harm: String| harm.chars().take(LONGEST_TOLD).collect();
        let mut told: Vec<String> = self.harms.into_iter().take(MOST_TOLD).map(short).collect();
        if more > 0 {
            told.push(format!("and {more} more"));
        }
        Finding {
            layer,
            state,
            detail: told.join("; "),
        }
    }
}

fn end_of(seen: &Seen) -> String {
    match (seen.report.exceeded, seen.report.exit) {
        (Some(exceeded), _) => format!("stopped for {exceeded:?}"),
        (None, Some(exit)) => format!("{exit:?}"),
        (None, None) => "for no known reason".to_owned(),
    }
}

/// Tries a layer by what ends at once. `None` where only bombs can tell.
pub fn quick(layer: Layer, fixture: &mut Fixture) -> Result<Option<Finding>, SandboxError> {
    let trial = match layer {
        Layer::Session => simple(fixture, Attack::Session, "it is in no session of the grader")?,
        Layer::Terminal => terminal(fixture)?,
        Layer::Descriptors => simple(fixture, Attack::Descriptors, "a file left open on purpose was closed")?,
        Layer::Environment => simple(fixture, Attack::Environment, "six variables, all set by the fence")?,
        Layer::OpenFiles => simple(fixture, Attack::Open, "stopped before 256 files were open")?,
        Layer::Core => simple(fixture, Attack::Core, "the limit is 0")?,
        Layer::Processes => forks(fixture)?,
        Layer::User => user(fixture)?,
        Layer::Scratch => scratch(fixture)?,
        Layer::ReadOnly => read_only(fixture)?,
        Layer::Hidden => hidden(fixture)?,
        Layer::Names => names(fixture)?,
        Layer::Network => network(fixture)?,
        Layer::OthersProcesses => others(fixture)?,
        Layer::Privileges => privileges(fixture)?,
        Layer::Calls => simple(
            fixture,
            Attack::Calls,
            "what no such program needs is answered as unknown",
        )?,
        Layer::ProcessNamespace => simple(fixture, Attack::Processes, "it sees none but its own")?,
        Layer::Orphans => orphans(fixture)?,
        Layer::ProcessorTime | Layer::Clock | Layer::Memory | Layer::Disk | Layer::Output | Layer::ControlGroup => {
            return Ok(None);
        }
    };
    Ok(Some(trial.finding(layer)))
}

/// Tries a layer by all there is.
pub fn thorough(layer: Layer, fixture: &mut Fixture) -> Result<Finding, SandboxError> {
    if let Some(finding) = quick(layer, fixture)? {
        return Ok(finding);
    }
    let trial = match layer {
        Layer::ProcessorTime => endless(fixture, Attack::Loop, LimitExceeded::Cpu)?,
        Layer::Clock => endless(fixture, Attack::Sleep, LimitExceeded::Clock)?,
        Layer::Memory => memory(fixture)?,
        Layer::Disk => disk(fixture)?,
        Layer::ControlGroup => control_group(fixture)?,
        _ => flood(fixture)?,
    };
    Ok(trial.finding(layer))
}

fn simple(fixture: &mut Fixture, attack: Attack, fine: &str) -> Result<Trial, SandboxError> {
    Ok(Trial::of(&fixture.attack_on_itself(attack)?).fine(fine))
}

fn own_number() -> String {
    std::process::id().to_string()
}

fn privileges(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let seen = fixture.attack_on_itself(Attack::Privileges)?;
    Ok(Trial::of(&seen).fine(format!("{} privileged calls were refused", seen.kept)))
}

fn terminal(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let piped = Trial::of(&fixture.attack_on_itself(Attack::Terminal)?);
    let seen = fixture.attack_within(Attack::Terminal, &[], CAPS, true)?;
    Ok(Trial::of(&seen).harms(piped.harms).fine("/dev/tty cannot be opened"))
}

fn hidden(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let [secret, other] = ["cases/secret.yaml", "other/connect4.c"].map(|name| fixture.planted(name));
    let grader = fixture.grader().to_string_lossy().into_owned();
    let seen = fixture.attack(Attack::Read, &[own_number(), secret, other, grader])?;
    let folders = ["cases", "other", "."].map(|name| fixture.planted(name));
    let listed = fixture.attack(Attack::List, &folders)?;
    let tries = seen.kept + listed.kept;
    Ok(Trial::of(&seen)
        .harms(Trial::of(&listed).harms)
        .harm_if(fixture.was_told(&seen), "a planted secret came back")
        .fine(format!("a planted secret stayed one: {tries} ways to it failed")))
}

fn names(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let seen = fixture.attack(
        Attack::Names,
        &["cases/secret.yaml", "other"].map(|name| fixture.planted(name)),
    )?;
    let mut trial = Trial::of(&seen).fine("planted files are not there for it");
    if !trial.harms.is_empty() {
        trial.harms = vec!["whether a file exists can be asked, though it cannot be read".to_owned()];
        trial.kept = 1;
    }
    Ok(trial)
}

/// Folders of the machine where many may write, or only the mighty.
fn places(fixture: &Fixture) -> Vec<PathBuf> {
    let fixed = [
        "/usr", "/usr/bin", "/etc", "/", "/dev/shm", "/var/tmp", "/run", "/dev", "/tmp", "/home",
    ];
    let planted = [".", "cases", "other"].map(|name| PathBuf::from(fixture.planted(name)));
    let mut places: Vec<PathBuf> = fixed.map(PathBuf::from).into();
    places.extend(planted);
    places.extend(std::env::var_os("HOME").map(PathBuf::from));
    places.extend([std::env::temp_dir(), fixture.submission().to_owned()]);
    places.extend(fixture.submission().parent().map(PathBuf::from));
    places
}

fn read_only(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let places = places(fixture);
    let mut words = vec![fixture.token.clone()];
    // Its own `/tmp` may stand where the machine's does: what arrives there tells.
    words.extend(places.iter().map(|place| place.to_string_lossy().into_owned()));
    words.extend(["cases/secret.yaml", "other/connect4.c"].map(|name| fixture.planted(name)));
    words.push(".".to_owned());
    let seen = fixture.attack(Attack::Write, &words)?;
    let mut trial = Trial::of(&seen);
    trial.harms.retain(|harm| !harm.starts_with("wrote /tmp/canary-"));
    let is_changed = !fixture.is_untouched("cases/secret.yaml") || !fixture.is_untouched("other/connect4.c");
    let strays = fixture.strays(&places);
    Ok(trial
        .harm_if(is_changed, "a planted file was changed")
        .harms(strays)
        .fine(format!("{} writes failed", seen.kept)))
}

fn scratch(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let name = fixture.token.clone();
    let words = [
        name,
        fixture.planted("cases"),
        fixture.submission().to_string_lossy().into_owned(),
    ];
    let left = fixture.attack(Attack::Leave, &words)?;
    let found = fixture.attack(Attack::Find, &words)?;
    let strays = fixture.strays(&places(fixture));
    let mut trial = Trial::of(&found).harms(strays);
    trial = trial.harm_if(!left.ended, "the canary did not end");
    Ok(trial.fine(format!(
        "no note of one run was found by the next, in {} places",
        found.kept
    )))
}

fn network(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let words = [
        fixture.port()?.to_string(),
        fixture.planted("socket"),
        fixture.token.clone(),
    ];
    let seen = fixture.attack(Attack::Network, &words)?;
    let heard = fixture.heard();
    Ok(Trial::of(&seen)
        .harms(heard.into_iter().map(str::to_owned))
        .fine(format!("{} calls failed: TCP, UDP, local sockets, far away", seen.kept)))
}

fn others(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let decoy = fixture.decoy()?;
    let seen = fixture.attack_several(&[Attack::Trace, Attack::Signal], &[own_number(), decoy.to_string()]);
    let suffered = fixture.decoy_suffered();
    let seen = seen?;
    let is_late = seen.took > PROMPT || seen.report.exceeded.is_some();
    Ok(Trial::of(&seen)
        .harms(suffered)
        .harm_if(is_late, "the run did not end when its program did")
        .fine(format!(
            "{} signals and traces failed; a decoy lives untouched",
            seen.kept
        )))
}

fn forks(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let mark = format!("{}-fork", fixture.token);
    let seen = fixture.attack(Attack::Fork, std::slice::from_ref(&mark))?;
    let count = seen.count("started ");
    let survivors = survivors(&mark);
    let told = match count {
        0 => "none can be started".to_owned(),
        count => format!("{count} more were granted where {} are allowed", CAPS.processes),
    };
    Ok(Trial::of(&seen)
        .harm_if(count > CAPS.processes, format!("{count} processes were granted"))
        .harm_if(survivors > 0, format!("{survivors} survived"))
        .fine(told))
}

fn orphans(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let mark = format!("{}-daemon", fixture.token);
    let seen = fixture.attack(Attack::Daemon, std::slice::from_ref(&mark))?;
    let is_late = seen.took > PROMPT;
    let survivors = survivors(&mark);
    let told = if seen.count("started ") == 0 {
        "no process can be started that could stay"
    } else {
        "a daemon in a session of its own was gone when its run was"
    };
    Ok(Trial::of(&seen)
        .harm_if(is_late, "the run waited for it")
        .harm_if(survivors > 0, format!("{survivors} survived"))
        .fine(told))
}

fn user(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let seen = fixture.attack_on_itself(Attack::User)?;
    let trial = Trial::of(&seen);
    Ok(if nix::unistd::Uid::effective().is_root() {
        trial.fine("nothing belongs to it, and it cannot go back")
    } else {
        trial.fine("not needed: you are not root")
    })
}

fn endless(fixture: &mut Fixture, attack: Attack, exceeded: LimitExceeded) -> Result<Trial, SandboxError> {
    let caps = Limits {
        cpu: 200,
        asleep: 300,
        ..CAPS
    };
    let seen = fixture.attack_within(attack, &[], caps, false)?;
    let told = match exceeded {
        LimitExceeded::Cpu => "stopped after 0.2 s of processor time",
        _ => "stopped after 0.3 s asleep",
    };
    Ok(stopped(&seen, exceeded)
        .harm_if(seen.took > PROMPT, "it was stopped late")
        .fine(told))
}

/// It was stopped for this reason, before it was done.
fn stopped(seen: &Seen, exceeded: LimitExceeded) -> Trial {
    let is_stopped = seen.report.exceeded == Some(exceeded);
    Trial::default().harm_if(!is_stopped, format!("it went on: {}", end_of(seen)))
}

fn memory(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let allowed = CAPS.memory >> 20;
    let alone = fixture.attack(Attack::Memory, &["1024".to_owned()])?;
    let peak = alone.count("took ");
    // Between two looks of the keeper some more may be taken.
    let mut trial = stopped(&alone, LimitExceeded::Memory);
    trial.kept = 1;
    trial = trial.harm_if(
        peak > 8 * allowed,
        format!("{peak} MiB were taken where {allowed} are allowed"),
    );
    let crowd = fixture.attack(Attack::Crowd, &["5".to_owned(), "24".to_owned()])?;
    let mut fine = format!("stopped at {peak} MiB where {allowed} are allowed");
    if crowd.count("started ") > 0 {
        trial = trial.harms(stopped(&crowd, LimitExceeded::Memory).harms);
        fine += "; counted over all processes";
    }
    let sockets = fixture.attack(Attack::Sockets, &[])?;
    let pairs = sockets.count("held ");
    trial = trial.harm_if(pairs > 16, format!("{pairs} pairs of sockets were held"));
    Ok(trial.fine(fine))
}

fn disk(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let allowed = CAPS.disk >> 20;
    let mut trial = Trial {
        kept: 1,
        ..Trial::default()
    };
    let large = fixture.attack(Attack::Disk, &[])?;
    let wrote = large.count("wrote ");
    trial = trial.harm_if(wrote > allowed, format!("{wrote} MiB were written into a file"));
    let small = fixture.attack(Attack::Files, &[])?;
    let made = small.count("made ");
    trial = trial.harm_if(made > 19_000, format!("{made} files were made"));
    let nameless = fixture.attack(Attack::Nameless, &[])?;
    let hid = nameless.count("hid ");
    // Between two looks of the keeper some more may be written.
    trial = trial.harm_if(
        hid > 14 * allowed,
        format!("{hid} MiB were hidden in files without a name"),
    );
    let deep = fixture.attack(Attack::Deep, &[])?;
    let buried = deep.count("buried ");
    trial = trial.harm_if(
        buried > 14 * allowed,
        format!("{buried} MiB were written below seventy folders"),
    );
    Ok(trial.fine(format!(
        "stopped at {wrote} MiB of {allowed}, at {made} small files, at {hid} MiB in files without a name, at {buried} \
         MiB below seventy folders"
    )))
}

/// A canary computes: its group must have counted that.
fn control_group(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let counted = |fixture: &Fixture| fixture.group().and_then(Group::processor_time);
    let before = counted(fixture);
    let caps = Limits { cpu: 200, ..CAPS };
    fixture.attack_within(Attack::Loop, &[], caps, false)?;
    let after = counted(fixture);

    let Some((group, before, after)) = fixture
        .group()
        .zip(before)
        .zip(after)
        .map(|((group, one), two)| (group, one, two))
    else {
        return Ok(Trial::default().harm_if(true, "this user may not make one (cgroup v2)"));
    };
    let has_counted = after >= before + 100;
    let trial = Trial {
        kept: usize::from(has_counted),
        ..Trial::default()
    };
    Ok(trial
        .harm_if(!has_counted, "programs are not in it")
        .harm_if(!group.limits_memory(), "memory is not limited by it")
        .harm_if(!group.limits_processes(), "processes are not limited by it")
        .fine("processor time, memory and processes of each submission"))
}

fn flood(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let caps = Limits {
        output: 64 << 10,
        ..CAPS
    };
    let seen = fixture.attack_within(Attack::Flood, &[], caps, false)?;
    let kept = seen.report.output.len();
    Ok(stopped(&seen, LimitExceeded::Output)
        .harm_if(kept > caps.output as usize, format!("{kept} bytes were kept"))
        .fine("stopped at 64 KiB"))
}

impl From<io::ErrorKind> for SandboxError {
    fn from(kind: io::ErrorKind) -> Self {
        io::Error::from(kind).into()
    }
}
