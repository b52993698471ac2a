//! Which attacks test which layer, and how their results are judged.

use std::path::PathBuf;
use std::time::Duration;

use super::attacks::Attack;
use super::fixture::{Fixture, LIMITS, Observed, kill_survivors};
use super::layer::{Finding, Layer, State};
use crate::sandbox::client::SandboxError;
use crate::sandbox::limits::Limits;
use crate::sandbox::protocol::LimitExceeded;
use crate::sandbox::restrictions::cgroup::Group;

/// Far longer than a run that the sandbox ends, and shorter than one that it does not.
const PROMPT: Duration = Duration::from_secs(8);
/// How many successful attacks on a layer are reported, and how many characters of each.
const MOST_HARMS: usize = 3;
const LONGEST_HARM: usize = 100;

/// The results of the attacks on a layer.
#[derive(Debug, Default)]
struct Trial {
    /// The attempts that succeeded.
    harms: Vec<String>,
    /// How many attempts failed.
    failed: usize,
    /// The detail if all of them failed.
    fine: String,
}

impl Trial {
    /// What an attack prints itself. One that did not try everything has proved nothing.
    fn of(observed: &Observed) -> Self {
        let trial = Self {
            harms: observed.succeeded.clone(),
            failed: observed.failed,
            fine: String::new(),
        };
        trial.harm_if(
            !observed.ended,
            format!("the test did not finish: {}", end_of(observed)),
        )
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

        let state = if self.failed > 0 { State::Weak } else { State::Absent };
        let more = self.harms.len().saturating_sub(MOST_HARMS);
        let short = |harm: String| harm.chars().take(LONGEST_HARM).collect();
        let mut harms: Vec<String> = self.harms.into_iter().take(MOST_HARMS).map(short).collect();
        if more > 0 {
            harms.push(format!("and {more} more"));
        }
        Finding {
            layer,
            state,
            detail: harms.join("; "),
        }
    }
}

fn end_of(observed: &Observed) -> String {
    match (observed.report.exceeded, observed.report.exit) {
        (Some(limit), _) => format!("stopped by the limit {limit:?}"),
        (None, Some(exit)) => format!("ended with {exit:?}"),
        (None, None) => "ended for an unknown reason".to_owned(),
    }
}

/// Tests a layer by attacks that end at once. `None` where only exceeding a limit can show it.
pub fn quick(layer: Layer, fixture: &mut Fixture) -> Result<Option<Finding>, SandboxError> {
    let trial = match layer {
        Layer::Session => simple(fixture, Attack::Session, "it is not in a session of the grader")?,
        Layer::Terminal => terminal(fixture)?,
        Layer::Descriptors => simple(fixture, Attack::Descriptors, "a file left open on purpose was closed")?,
        Layer::Environment => simple(fixture, Attack::Environment, "six variables, all set by the sandbox")?,
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
        Layer::Calls => simple(fixture, Attack::Calls, "calls that are not allowed fail")?,
        Layer::ProcessNamespace => simple(fixture, Attack::Processes, "it sees only its own processes")?,
        Layer::Orphans => orphans(fixture)?,
        Layer::ProcessorTime | Layer::Clock | Layer::Memory | Layer::Disk | Layer::Output | Layer::ControlGroup => {
            return Ok(None);
        }
    };
    Ok(Some(trial.finding(layer)))
}

/// Tests a layer by everything there is.
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

fn own_id() -> String {
    std::process::id().to_string()
}

fn privileges(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let observed = fixture.attack_on_itself(Attack::Privileges)?;
    Ok(Trial::of(&observed).fine(format!("{} privileged calls failed", observed.failed)))
}

fn terminal(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let piped = Trial::of(&fixture.attack_on_itself(Attack::Terminal)?);
    let observed = fixture.attack_within(Attack::Terminal, &[], LIMITS, true)?;
    Ok(Trial::of(&observed)
        .harms(piped.harms)
        .fine("/dev/tty cannot be opened"))
}

fn hidden(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let [secret, other] = ["cases/secret.yaml", "other/connect4.c"].map(|name| fixture.planted(name));
    let executable = fixture.executable().to_string_lossy().into_owned();
    let read = fixture.attack(Attack::Read, &[own_id(), secret, other, executable])?;
    let folders = ["cases", "other", "."].map(|name| fixture.planted(name));
    let listed = fixture.attack(Attack::List, &folders)?;

    let attempts = read.failed + listed.failed;
    Ok(Trial::of(&read)
        .harms(Trial::of(&listed).harms)
        .harm_if(fixture.is_disclosed(&read), "a planted secret was printed")
        .fine(format!("{attempts} attempts to read a planted secret failed")))
}

fn names(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let paths = ["cases/secret.yaml", "other"].map(|name| fixture.planted(name));
    let observed = fixture.attack(Attack::Names, &paths)?;
    let mut trial = Trial::of(&observed).fine("planted files do not exist in its view");
    if !trial.harms.is_empty() {
        trial.harms = vec!["it can learn whether a file exists, but not read it".to_owned()];
        trial.failed = 1;
    }
    Ok(trial)
}

/// Folders in which attacks try to write.
fn places(fixture: &Fixture) -> Vec<PathBuf> {
    let fixed = [
        "/usr", "/usr/bin", "/etc", "/", "/dev/shm", "/var/tmp", "/run", "/dev", "/tmp", "/home",
    ];
    let planted = [".", "cases", "other"].map(|name| PathBuf::from(fixture.planted(name)));
    let mut places: Vec<PathBuf> = fixed.map(PathBuf::from).into();
    places.extend(planted);
    places.extend(std::env::var_os("HOME").map(PathBuf::from));
    places.extend([std::env::temp_dir(), fixture.folder().to_owned()]);
    places.extend(fixture.folder().parent().map(PathBuf::from));
    places
}

fn read_only(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let places = places(fixture);
    let mut arguments = vec![fixture.token.clone()];
    arguments.extend(places.iter().map(|place| place.to_string_lossy().into_owned()));
    arguments.extend(["cases/secret.yaml", "other/connect4.c"].map(|name| fixture.planted(name)));
    arguments.push(".".to_owned());
    let observed = fixture.attack(Attack::Write, &arguments)?;

    let mut trial = Trial::of(&observed);
    // Its own `/tmp` can be in the place of the machine's. Files that arrive there are found below.
    trial
        .harms
        .retain(|harm| !harm.starts_with(&format!("wrote /tmp/{}", fixture.token)));
    let is_changed = !fixture.is_untouched("cases/secret.yaml") || !fixture.is_untouched("other/connect4.c");
    Ok(trial
        .harm_if(is_changed, "a planted file was changed")
        .harms(fixture.stray_files(&places))
        .fine(format!("{} writes failed", observed.failed)))
}

fn scratch(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let arguments = [
        fixture.token.clone(),
        fixture.planted("cases"),
        fixture.folder().to_string_lossy().into_owned(),
    ];
    let left = fixture.attack(Attack::Leave, &arguments)?;
    let found = fixture.attack(Attack::Find, &arguments)?;

    Ok(Trial::of(&found)
        .harms(fixture.stray_files(&places(fixture)))
        .harm_if(!left.ended, "the test did not finish")
        .fine(format!(
            "no note of an earlier run was found in {} places",
            found.failed
        )))
}

fn network(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let arguments = [
        fixture.port()?.to_string(),
        fixture.planted("socket"),
        fixture.token.clone(),
    ];

    let observed = fixture.attack(Attack::Network, &arguments)?;
    let arrived = fixture.arrived().into_iter().map(str::to_owned);
    Ok(Trial::of(&observed).harms(arrived).fine(format!(
        "{} connections failed: TCP, UDP, local sockets, another machine",
        observed.failed
    )))
}

fn others(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let decoy = fixture.decoy()?;
    let observed = fixture.attack_several(&[Attack::Trace, Attack::Signal], &[own_id(), decoy.to_string()]);
    let harms = fixture.end_decoy();
    let observed = observed?;

    let is_late = observed.took > PROMPT || observed.report.exceeded.is_some();
    Ok(Trial::of(&observed)
        .harms(harms)
        .harm_if(is_late, "the run did not end when its program did")
        .fine(format!("{} signals and traces failed", observed.failed)))
}

fn forks(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let mark = format!("{}-fork", fixture.token);
    let observed = fixture.attack(Attack::Fork, std::slice::from_ref(&mark))?;
    let count = observed.count("started ");
    let survivors = kill_survivors(&mark);
    let fine = match count {
        0 => "no process can be started".to_owned(),
        count => format!("stopped after {count} of {} processes", LIMITS.processes),
    };

    Ok(Trial::of(&observed)
        .harm_if(count > LIMITS.processes, format!("{count} processes were started"))
        .harm_if(survivors > 0, format!("{survivors} processes were left over"))
        .fine(fine))
}

fn orphans(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let mark = format!("{}-daemon", fixture.token);
    let observed = fixture.attack(Attack::Daemon, std::slice::from_ref(&mark))?;
    let is_late = observed.took > PROMPT;
    let survivors = kill_survivors(&mark);
    let fine = if observed.count("started ") == 0 {
        "no process can be started"
    } else {
        "a daemon was gone when its run was"
    };

    Ok(Trial::of(&observed)
        .harm_if(is_late, "the run waited for a daemon")
        .harm_if(survivors > 0, format!("{survivors} processes were left over"))
        .fine(fine))
}

fn user(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let trial = Trial::of(&fixture.attack_on_itself(Attack::User)?);
    Ok(if nix::unistd::Uid::effective().is_root() {
        trial.fine("nothing belongs to it, and it cannot become another")
    } else {
        trial.fine("not needed: you are not root")
    })
}

fn endless(fixture: &mut Fixture, attack: Attack, limit: LimitExceeded) -> Result<Trial, SandboxError> {
    let limits = Limits {
        cpu: 200,
        asleep: 300,
        ..LIMITS
    };

    let observed = fixture.attack_within(attack, &[], limits, false)?;
    let fine = match limit {
        LimitExceeded::Cpu => "stopped after 0.2 s of processor time",
        _ => "stopped after 0.3 s asleep",
    };

    Ok(stopped(&observed, limit)
        .harm_if(observed.took > PROMPT, "it was stopped too late")
        .fine(fine))
}

/// An attack must be stopped by this limit before it is done.
fn stopped(observed: &Observed, limit: LimitExceeded) -> Trial {
    let is_stopped = observed.report.exceeded == Some(limit);
    Trial::default().harm_if(!is_stopped, format!("it was not stopped: {}", end_of(observed)))
}

fn memory(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let allowed = LIMITS.memory >> 20;
    let observed = fixture.attack(Attack::Memory, &["1024".to_owned()])?;
    let peak = observed.count("allocated ");
    let mut trial = stopped(&observed, LimitExceeded::Memory);
    trial.failed = 1;
    // A program can allocate some more between two checks of the supervisor.
    Ok(trial
        .harm_if(peak > 8 * allowed, format!("{peak} MiB of {allowed} were allocated"))
        .fine(format!("stopped at {peak} MiB of {allowed}")))
}

fn disk(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let allowed = LIMITS.disk >> 20;
    let written = fixture.attack(Attack::Disk, &[])?.count("wrote ");
    let trial = Trial {
        failed: 1,
        ..Trial::default()
    };
    Ok(trial
        .harm_if(written > allowed, format!("{written} MiB of {allowed} were written"))
        .fine(format!("stopped at {written} MiB of {allowed}")))
}

/// An attack computes; the control group must have counted that.
fn control_group(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let counted = |fixture: &Fixture| fixture.group().and_then(Group::processor_time);
    let before = counted(fixture);
    let limits = Limits { cpu: 200, ..LIMITS };
    fixture.attack_within(Attack::Loop, &[], limits, false)?;
    let after = counted(fixture);

    let (Some(group), Some(before), Some(after)) = (fixture.group(), before, after) else {
        return Ok(Trial::default().harm_if(true, "you may not make one (cgroup v2)"));
    };
    let has_counted = after >= before + 100;
    let trial = Trial {
        failed: usize::from(has_counted),
        ..Trial::default()
    };
    Ok(trial
        .harm_if(!has_counted, "programs are not in it")
        .harm_if(!group.limits_memory(), "it does not limit memory")
        .harm_if(!group.limits_processes(), "it does not limit processes")
        .fine("it counts processor time, and limits memory and processes"))
}

fn flood(fixture: &mut Fixture) -> Result<Trial, SandboxError> {
    let limits = Limits {
        output: 64 << 10,
        ..LIMITS
    };
    let observed = fixture.attack_within(Attack::Flood, &[], limits, false)?;
    let kept = observed.report.output.len();
    Ok(stopped(&observed, LimitExceeded::Output)
        .harm_if(kept > limits.output as usize, format!("{kept} bytes were kept"))
        .fine("stopped at 64 KiB"))
}
