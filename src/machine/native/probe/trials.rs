//! Which canaries try which layer, and how what is seen is judged.
//!
//! Long because it is one table with one judgement for each layer, read side by side.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::super::canary::Attack;
use super::super::fence::cgroup::Group;
use super::super::limits::Limits;
use super::super::link::Broken;
use super::super::order::Cut;
use super::layer::{Finding, Layer, State};
use super::stage::{CAPS, Seen, Stage, survivors};

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
    match (seen.report.cut, seen.report.exit) {
        (Some(cut), _) => format!("stopped for {cut:?}"),
        (None, Some(exit)) => format!("{exit:?}"),
        (None, None) => "for no known reason".to_owned(),
    }
}

/// Tries a layer by what ends at once. `None` where only bombs can tell.
pub fn quick(layer: Layer, stage: &mut Stage) -> Result<Option<Finding>, Broken> {
    let trial = match layer {
        Layer::Session => simple(stage, Attack::Session, "it is in no session of the grader")?,
        Layer::Terminal => terminal(stage)?,
        Layer::Descriptors => simple(stage, Attack::Descriptors, "a file left open on purpose was closed")?,
        Layer::Environment => simple(stage, Attack::Environment, "six variables, all set by the fence")?,
        Layer::OpenFiles => simple(stage, Attack::Open, "stopped before 256 files were open")?,
        Layer::Core => simple(stage, Attack::Core, "the limit is 0")?,
        Layer::Processes => forks(stage)?,
        Layer::User => user(stage)?,
        Layer::Scratch => scratch(stage)?,
        Layer::ReadOnly => read_only(stage)?,
        Layer::Hidden => hidden(stage)?,
        Layer::Names => names(stage)?,
        Layer::Network => network(stage)?,
        Layer::OthersProcesses => others(stage)?,
        Layer::Privileges => privileges(stage)?,
        Layer::Calls => simple(
            stage,
            Attack::Calls,
            "what no such program needs is answered as unknown",
        )?,
        Layer::ProcessNamespace => simple(stage, Attack::Processes, "it sees none but its own")?,
        Layer::Orphans => orphans(stage)?,
        Layer::ProcessorTime | Layer::Clock | Layer::Memory | Layer::Disk | Layer::Output | Layer::ControlGroup => {
            return Ok(None);
        }
    };
    Ok(Some(trial.finding(layer)))
}

/// Tries a layer by all there is.
pub fn thorough(layer: Layer, stage: &mut Stage) -> Result<Finding, Broken> {
    if let Some(finding) = quick(layer, stage)? {
        return Ok(finding);
    }
    let trial = match layer {
        Layer::ProcessorTime => endless(stage, Attack::Loop, Cut::Cpu)?,
        Layer::Clock => endless(stage, Attack::Sleep, Cut::Clock)?,
        Layer::Memory => memory(stage)?,
        Layer::Disk => disk(stage)?,
        Layer::ControlGroup => control_group(stage)?,
        _ => flood(stage)?,
    };
    Ok(trial.finding(layer))
}

fn simple(stage: &mut Stage, attack: Attack, fine: &str) -> Result<Trial, Broken> {
    Ok(Trial::of(&stage.attack_on_itself(attack)?).fine(fine))
}

fn own_number() -> String {
    std::process::id().to_string()
}

fn privileges(stage: &mut Stage) -> Result<Trial, Broken> {
    let seen = stage.attack_on_itself(Attack::Privileges)?;
    Ok(Trial::of(&seen).fine(format!("{} privileged calls were refused", seen.kept)))
}

fn terminal(stage: &mut Stage) -> Result<Trial, Broken> {
    let piped = Trial::of(&stage.attack_on_itself(Attack::Terminal)?);
    let seen = stage.attack_within(Attack::Terminal, &[], CAPS, true)?;
    Ok(Trial::of(&seen).harms(piped.harms).fine("/dev/tty cannot be opened"))
}

fn hidden(stage: &mut Stage) -> Result<Trial, Broken> {
    let [secret, other] = ["cases/secret.yaml", "other/connect4.c"].map(|name| stage.planted(name));
    let grader = stage.grader().to_string_lossy().into_owned();
    let seen = stage.attack(Attack::Read, &[own_number(), secret, other, grader])?;
    let folders = ["cases", "other", "."].map(|name| stage.planted(name));
    let listed = stage.attack(Attack::List, &folders)?;
    let tries = seen.kept + listed.kept;
    Ok(Trial::of(&seen)
        .harms(Trial::of(&listed).harms)
        .harm_if(stage.was_told(&seen), "a planted secret came back")
        .fine(format!("a planted secret stayed one: {tries} ways to it failed")))
}

fn names(stage: &mut Stage) -> Result<Trial, Broken> {
    let seen = stage.attack(
        Attack::Names,
        &["cases/secret.yaml", "other"].map(|name| stage.planted(name)),
    )?;
    let mut trial = Trial::of(&seen).fine("planted files are not there for it");
    if !trial.harms.is_empty() {
        trial.harms = vec!["whether a file exists can be asked, though it cannot be read".to_owned()];
        trial.kept = 1;
    }
    Ok(trial)
}

/// Folders of the machine where many may write, or only the mighty.
fn places(stage: &Stage) -> Vec<PathBuf> {
    let fixed = [
        "/usr", "/usr/bin", "/etc", "/", "/dev/shm", "/var/tmp", "/run", "/dev", "/tmp", "/home",
    ];
    let planted = [".", "cases", "other"].map(|name| PathBuf::from(stage.planted(name)));
    let mut places: Vec<PathBuf> = fixed.map(PathBuf::from).into();
    places.extend(planted);
    places.extend(std::env::var_os("HOME").map(PathBuf::from));
    places.extend([std::env::temp_dir(), stage.submission().to_owned()]);
    places.extend(stage.submission().parent().map(PathBuf::from));
    places
}

fn read_only(stage: &mut Stage) -> Result<Trial, Broken> {
    let places = places(stage);
    let mut words = vec![stage.token.clone()];
    // Its own `/tmp` may stand where the machine's does: what arrives there tells.
    words.extend(places.iter().map(|place| place.to_string_lossy().into_owned()));
    words.extend(["cases/secret.yaml", "other/connect4.c"].map(|name| stage.planted(name)));
    words.push(".".to_owned());
    let seen = stage.attack(Attack::Write, &words)?;
    let mut trial = Trial::of(&seen);
    trial.harms.retain(|harm| !harm.starts_with("wrote /tmp/canary-"));
    let is_changed = !stage.is_untouched("cases/secret.yaml") || !stage.is_untouched("other/connect4.c");
    let strays = stage.strays(&places);
    Ok(trial
        .harm_if(is_changed, "a planted file was changed")
        .harms(strays)
        .fine(format!("{} writes failed", seen.kept)))
}

fn scratch(stage: &mut Stage) -> Result<Trial, Broken> {
    let name = stage.token.clone();
    let words = [
        name,
        stage.planted("cases"),
        stage.submission().to_string_lossy().into_owned(),
    ];
    let left = stage.attack(Attack::Leave, &words)?;
    let found = stage.attack(Attack::Find, &words)?;
    let strays = stage.strays(&places(stage));
    let mut trial = Trial::of(&found).harms(strays);
    trial = trial.harm_if(!left.ended, "the canary did not end");
    Ok(trial.fine(format!(
        "no note of one run was found by the next, in {} places",
        found.kept
    )))
}

fn network(stage: &mut Stage) -> Result<Trial, Broken> {
    let words = [stage.port()?.to_string(), stage.planted("socket"), stage.token.clone()];
    let seen = stage.attack(Attack::Network, &words)?;
    let heard = stage.heard();
    Ok(Trial::of(&seen)
        .harms(heard.into_iter().map(str::to_owned))
        .fine(format!("{} calls failed: TCP, UDP, local sockets, far away", seen.kept)))
}

fn others(stage: &mut Stage) -> Result<Trial, Broken> {
    let decoy = stage.decoy()?;
    let seen = stage.attack_several(&[Attack::Trace, Attack::Signal], &[own_number(), decoy.to_string()]);
    let suffered = stage.decoy_suffered();
    let seen = seen?;
    let is_late = seen.took > PROMPT || seen.report.cut.is_some();
    Ok(Trial::of(&seen)
        .harms(suffered)
        .harm_if(is_late, "the run did not end when its program did")
        .fine(format!(
            "{} signals and traces failed; a decoy lives untouched",
            seen.kept
        )))
}

fn forks(stage: &mut Stage) -> Result<Trial, Broken> {
    let mark = format!("{}-fork", stage.token);
    let seen = stage.attack(Attack::Fork, std::slice::from_ref(&mark))?;
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

fn orphans(stage: &mut Stage) -> Result<Trial, Broken> {
    let mark = format!("{}-daemon", stage.token);
    let seen = stage.attack(Attack::Daemon, std::slice::from_ref(&mark))?;
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

fn user(stage: &mut Stage) -> Result<Trial, Broken> {
    let seen = stage.attack_on_itself(Attack::User)?;
    let trial = Trial::of(&seen);
    Ok(if nix::unistd::Uid::effective().is_root() {
        trial.fine("nothing belongs to it, and it cannot go back")
    } else {
        trial.fine("not needed: you are not root")
    })
}

fn endless(stage: &mut Stage, attack: Attack, cut: Cut) -> Result<Trial, Broken> {
    let caps = Limits {
        cpu: 200,
        asleep: 300,
        ..CAPS
    };
    let seen = stage.attack_within(attack, &[], caps, false)?;
    let told = match cut {
        Cut::Cpu => "stopped after 0.2 s of processor time",
        _ => "stopped after 0.3 s asleep",
    };
    Ok(stopped(&seen, cut)
        .harm_if(seen.took > PROMPT, "it was stopped late")
        .fine(told))
}

/// It was stopped for this reason, before it was done.
fn stopped(seen: &Seen, cut: Cut) -> Trial {
    let is_stopped = seen.report.cut == Some(cut);
    Trial::default().harm_if(!is_stopped, format!("it went on: {}", end_of(seen)))
}

fn memory(stage: &mut Stage) -> Result<Trial, Broken> {
    let allowed = CAPS.memory >> 20;
    let alone = stage.attack(Attack::Memory, &["1024".to_owned()])?;
    let peak = alone.count("took ");
    // Between two looks of the keeper some more may be taken.
    let mut trial = stopped(&alone, Cut::Memory);
    trial.kept = 1;
    trial = trial.harm_if(
        peak > 8 * allowed,
        format!("{peak} MiB were taken where {allowed} are allowed"),
    );
    let crowd = stage.attack(Attack::Crowd, &["5".to_owned(), "24".to_owned()])?;
    let mut fine = format!("stopped at {peak} MiB where {allowed} are allowed");
    if crowd.count("started ") > 0 {
        trial = trial.harms(stopped(&crowd, Cut::Memory).harms);
        fine += "; counted over all processes";
    }
    let sockets = stage.attack(Attack::Sockets, &[])?;
    let pairs = sockets.count("held ");
    trial = trial.harm_if(pairs > 16, format!("{pairs} pairs of sockets were held"));
    Ok(trial.fine(fine))
}

fn disk(stage: &mut Stage) -> Result<Trial, Broken> {
    let allowed = CAPS.disk >> 20;
    let mut trial = Trial {
        kept: 1,
        ..Trial::default()
    };
    let large = stage.attack(Attack::Disk, &[])?;
    let wrote = large.count("wrote ");
    trial = trial.harm_if(wrote > allowed, format!("{wrote} MiB were written into a file"));
    let small = stage.attack(Attack::Files, &[])?;
    let made = small.count("made ");
    trial = trial.harm_if(made > 19_000, format!("{made} files were made"));
    let nameless = stage.attack(Attack::Nameless, &[])?;
    let hid = nameless.count("hid ");
    // Between two looks of the keeper some more may be written.
    trial = trial.harm_if(
        hid > 14 * allowed,
        format!("{hid} MiB were hidden in files without a name"),
    );
    let deep = stage.attack(Attack::Deep, &[])?;
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
fn control_group(stage: &mut Stage) -> Result<Trial, Broken> {
    let counted = |stage: &Stage| stage.group().and_then(Group::processor_time);
    let before = counted(stage);
    let caps = Limits { cpu: 200, ..CAPS };
    stage.attack_within(Attack::Loop, &[], caps, false)?;
    let after = counted(stage);

    let Some((group, before, after)) = stage
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

fn flood(stage: &mut Stage) -> Result<Trial, Broken> {
    let caps = Limits {
        output: 64 << 10,
        ..CAPS
    };
    let seen = stage.attack_within(Attack::Flood, &[], caps, false)?;
    let kept = seen.report.output.len();
    Ok(stopped(&seen, Cut::Output)
        .harm_if(kept > caps.output as usize, format!("{kept} bytes were kept"))
        .fine("stopped at 64 KiB"))
}

impl From<io::ErrorKind> for Broken {
    fn from(kind: io::ErrorKind) -> Self {
        io::Error::from(kind).into()
    }
}
