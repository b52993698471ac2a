//! Playing every case of a suite on one program, in one way.

use std::sync::Arc;

use super::bench::Bench;
use super::compare::{Comparison, compare};
use super::finish::{self, Finish};
use super::judge::judge;
use super::piped;
use crate::assignment::{Assignment, MachineSpec};
use crate::case::Case;
use crate::connect4::referee::Ruling;
use crate::connect4::{Protocol, Script};
use crate::machine::{Fill, Machine, Run, arm, lc3, native};
use crate::result::CaseVerdict;
use crate::result::{Ending, Stop};

/// One way to run submissions: the machine's settings and how moves are typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// The machine.
    pub machine: Machine,
    /// How moves are typed.
    pub protocol: Protocol,
}

impl Way {
    /// The ways an assignment allows, the demanded protocol first.
    pub fn all(assignment: &Assignment) -> Vec<Self> {
        let mut protocols = vec![assignment.protocol];
        for tolerated in &assignment.input.tolerated {
            if !protocols.contains(&tolerated.typing()) {
                protocols.push(tolerated.typing());
            }
        }
        let machines: Vec<Machine> = match &assignment.machine {
            &MachineSpec::Lc3 { traps, banner, fill } => {
                let with = |traps: &lc3::Traps| lc3::Settings {
                    traps: *traps,
                    banner,
                    fill,
                };
                let settings = traps.candidates().iter().map(with);
                settings.map(Machine::Lc3).collect()
            }
            MachineSpec::Arm { fill } => vec![Machine::Arm(arm::Settings { fill: *fill })],
            MachineSpec::Native { settings, .. } => vec![Machine::Native(*settings)],
        };
        protocols
            .into_iter()
            .flat_map(|protocol| {
                machines.iter().map(move |machine| Self {
                    machine: *machine,
                    protocol,
                })
            })
            .collect()
    }

    /// The same way, so that it is seen which output came before which key: on a terminal keys come one by one.
    #[must_use]
    pub fn tagged(self) -> Self {
        let machine = match self.machine {
            Machine::Native(settings) => Machine::Native(native::Settings {
                terminal: true,
                ..settings
            }),
            embedded => embedded,
        };
        Self { machine, ..self }
    }

    /// In words, for reports.
    pub fn words(&self) -> Vec<String> {
        let mut words = vec![
            protocol_words(self.protocol).to_owned(),
            match (self.machine, self.machine.fill()) {
                (Machine::Native(settings), _) if settings.terminal => "it types into a terminal".to_owned(),
                (Machine::Native(_), _) => "all keys come at once, through a pipe".to_owned(),
                (_, Fill::Zero) => "registers and memory start at zero".to_owned(),
                (_, Fill::Random(seed) | Fill::RandomReserved(seed)) => {
                    format!("registers and memory start at random values of seed {seed}")
                }
            },
        ];
        if let Some(linkage) = self.linkage_words() {
            words.insert(0, linkage.to_owned());
        }
        words
    }

    /// The TRAP linkage in words, on a machine that has one.
    pub fn linkage_words(&self) -> Option<&'static str> {
        let Machine::Lc3(settings) = self.machine else {
            return None;
        };
        Some(match settings.traps {
            lc3::Traps::OverwriteR7 => "TRAP overwrites R7 (2nd edition linkage)",
            lc3::Traps::KeepR7 => "TRAP keeps R7 (3rd edition linkage)",
        })
    }

    /// The options of `c4grade run` that repeat it.
    pub fn options(&self) -> String {
        let mut options = match self.machine {
            Machine::Lc3(settings) => format!(" --traps {}", linkage_name(settings.traps)),
            Machine::Arm(_) => " --machine arm".to_owned(),
            Machine::Native(settings) if settings.terminal => " --machine native --terminal".to_owned(),
            Machine::Native(_) => " --machine native".to_owned(),
        };
        if self.protocol == Protocol::Enter {
            options += " --protocol enter";
        }
        if let Fill::Random(seed) = self.machine.fill() {
            options += &format!(" --fill random:{seed}");
        }
        options
    }
}

/// A protocol in words.
pub fn protocol_words(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Key => "one key is one move",
        Protocol::Enter => "Enter ends each move",
    }
}

/// The name of a TRAP linkage, as `assignment.yaml` has it.
pub fn linkage_name(traps: lc3::Traps) -> &'static str {
    match traps {
        lc3::Traps::OverwriteR7 => "overwrite-r7",
        lc3::Traps::KeepR7 => "keep-r7",
    }
}

/// The script of a case, typed under a protocol; `None` where it cannot be: several keys are no move where one key is one.
pub fn script(case: &Case, protocol: Protocol) -> Option<Script> {
    let script = &case.script;
    let is_single = |typed: &[u8]| typed.len() == 1;
    let is_enter = |typed: &[u8]| matches!(typed, b"\n" | b"\r");
    match (script.protocol, protocol) {
        (Protocol::Key, Protocol::Key) | (Protocol::Enter, Protocol::Enter) => Some(script.clone()),
        (Protocol::Enter, Protocol::Key) => {
            let is_typed = script.attempts.iter().all(|attempt| is_single(&attempt.typed));
            is_typed.then(|| script.under(protocol))
        }
        (Protocol::Key, Protocol::Enter) => {
            let is_typed = !script.attempts.iter().any(|attempt| is_enter(&attempt.typed));
            is_typed.then(|| script.under(protocol))
        }
    }
}

/// What became of one case.
#[derive(Debug, Clone)]
pub struct Played {
    /// The verdict.
    pub verdict: CaseVerdict,
    /// What comparing found.
    pub comparison: Comparison,
    /// How the run ended. A program that idles after its game, where there is no HALT instruction, has halted.
    pub stop: Stop,
    /// How it came to its end.
    pub finish: Finish,
    /// Whether something is printed after the end of the game.
    pub prints_after_end: bool,
    /// Instructions executed.
    pub instructions: u64,
    /// Keys read.
    pub keys_read: usize,
    /// The case as the replies of the program's computer player made it, where it has one.
    pub refereed: Option<Arc<Case>>,
    /// The first of these replies that was not taken.
    pub ruling: Option<Ruling>,
}

/// Runs that grading needs and that an earlier grading did not keep.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the runs of {} were not kept: grade again", named(cases))]
pub struct NotKept {
    /// The names of the cases.
    pub cases: Vec<String>,
}

/// The first few by name.
fn named(cases: &[String]) -> String {
    const NAMED: usize = 3;
    let names: Vec<String> = cases.iter().take(NAMED).map(|case| format!("`{case}`")).collect();
    let noun = if cases.len() == 1 { "case" } else { "cases" };
    match cases.len().saturating_sub(NAMED) {
        0 => format!("{noun} {}", names.join(", ")),
        more => format!("{noun} {} and {more} more", names.join(", ")),
    }
}

impl Played {
    /// What the run was held to: the case, or what the replies of the program's computer player made of it.
    pub fn case<'a>(&'a self, case: &'a Case) -> &'a Case {
        self.refereed.as_deref().unwrap_or(case)
    }

    /// A case that cannot be typed in this way is left out.
    fn untyped() -> Self {
        Self {
            verdict: CaseVerdict::Skipped,
            comparison: Comparison::Exact,
            stop: Stop {
                ending: Ending::Waiting,
                place: None,
                reason: String::new(),
            },
            finish: Finish::AsAsked,
            prints_after_end: false,
            instructions: 0,
            keys_read: 0,
            refereed: None,
            ruling: None,
        }
    }
}

/// Plays cases on one program in one way. On a bench of kept runs a case without one is not played.
#[derive(Debug)]
pub struct Table<'a> {
    assignment: &'a Assignment,
    way: Way,
    bench: &'a mut Bench,
}

impl<'a> Table<'a> {
    /// Sets the table up on a submission's bench.
    pub fn new(assignment: &'a Assignment, way: Way, bench: &'a mut Bench) -> Self {
        Self { assignment, way, bench }
    }

    /// Runs one case.
    pub fn run(&mut self, case: &Case) -> Option<(Script, Arc<Run>)> {
        let script = script(case, self.way.protocol)?;
        let run = self.bench.run(self.way, &script.keys)?;
        let run = piped::tagged(self.assignment, case, &script, run);
        Some((script, run))
    }

    /// Runs, compares and judges one case.
    pub fn play(&mut self, case: &Case) -> Option<Played> {
        if script(case, self.way.protocol).is_none() {
            return Some(Played::untyped());
        }
        let (script, run) = self.run(case)?;
        let compared = compare(self.assignment, case, &script, &run);
        let held = compared.refereed.as_ref().unwrap_or(case);
        let keys_read = run.output.key_marks.len();
        let steps_read = script
            .attempts
            .iter()
            .take_while(|attempt| attempt.first_key < keys_read)
            .count();
        let finish = finish::finish(held, &run, &compared.comparison, self.way.machine);
        let finish = match finish {
            Some(finish) => finish,
            None => self.finish_of_waiting(&script)?,
        };
        let by = self.assignment.comparison.by;
        let mut verdict = judge(&run, &compared.comparison, finish, steps_read, by);
        // The right game under another protocol than the demanded one is not what was asked for to the byte.
        if verdict == CaseVerdict::Pass && self.way.protocol != self.assignment.protocol {
            verdict = CaseVerdict::Format;
        }
        let mut stop = run.stop.clone();
        if finish == Finish::Idle {
            stop.ending = Ending::Halted;
        }

        Some(Played {
            verdict,
            comparison: compared.comparison,
            stop,
            finish,
            prints_after_end: compared.prints_after_end,
            instructions: run.instructions,
            keys_read,
            refereed: compared.refereed.map(Arc::new),
            ruling: compared.ruling,
        })
    }

    /// How a program ends that waits for a key once its game is over: one that does nothing with further keys has ended.
    fn finish_of_waiting(&mut self, script: &Script) -> Option<Finish> {
        let further = [&script.keys, finish::FURTHER_KEYS].concat();
        let run = self.bench.run(self.way, &script.keys)?;
        let Some(further) = self.bench.run(self.way, &further) else {
            // The budget of the submission is used up.
            return self.bench.is_live().then_some(Finish::Otherwise);
        };

        Some(if finish::prints_the_same(&run, &further) {
            finish::silent(self.way.machine)
        } else {
            Finish::Otherwise
        })
    }

    /// Plays some cases of a suite, named by their positions. Cases are played in the order of their keys, so that what
    /// scripts have in common is played once; a result stands at its case's position.
    pub fn play_some(&mut self, cases: &[Case], positions: &[usize]) -> Vec<Option<Played>> {
        let mut order = positions.to_vec();
        order.sort_by(|one, other| cases[*one].script.keys.cmp(&cases[*other].script.keys));
        let mut played: Vec<Option<Played>> = cases.iter().map(|_| None).collect();
        for index in order {
            played[index] = self.play(&cases[index]);
        }
        played
    }

    /// Plays a case that counts: once the budget of the submission is used up, it is not run.
    fn play_counted(&mut self, case: &Case) -> Option<Played> {
        if let Some(script) = script(case, self.way.protocol) {
            self.bench.begin_case(self.way, &script.keys);
        }
        let played = self.play(case);
        self.bench.end_case();
        played
    }

    /// Plays a whole suite; the results are in its order. An error names the cases without a kept run.
    pub fn play_all(&mut self, cases: &[Case]) -> Result<Vec<Played>, NotKept> {
        let mut order: Vec<usize> = (0..cases.len()).collect();
        order.sort_by(|one, other| cases[*one].script.keys.cmp(&cases[*other].script.keys));
        let mut played: Vec<Option<Played>> = cases.iter().map(|_| None).collect();
        for index in order {
            played[index] = self.play_counted(&cases[index]);
        }
        let missing = cases.iter().zip(&played).filter(|(_, played)| played.is_none());
        let missing: Vec<String> = missing.map(|(case, _)| case.name.clone()).collect();
        if missing.is_empty() {
            Ok(played.into_iter().flatten().collect())
        } else {
            Err(NotKept { cases: missing })
        }
    }
}
