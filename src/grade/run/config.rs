//! How a program is run: the machine's settings and how moves are typed.

use super::adaptation::Adaptation;
use crate::assignment::{Assignment, MachineSpec};
use crate::case::Case;
use crate::connect4::{Protocol, Script};
use crate::machine::{Fill, Machine, arm, lc3, native};

/// How a program is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunConfig {
    /// The machine.
    pub machine: Machine,
    /// How moves are typed.
    pub protocol: Protocol,
    /// How it is played where that is not how the assignment has it.
    pub adaptation: Adaptation,
}

impl RunConfig {
    /// The configurations that an assignment allows, those with the required protocol first.
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
                    routines: lc3::Routines::Native,
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
                    adaptation: Adaptation::default(),
                })
            })
            .collect()
    }

    /// The same configuration with keys typed one by one, so that the output before each key is known: native programs
    /// get a terminal.
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

    /// The same configuration for a program that wants to be played in this way. Which output belongs to which key must be
    /// known then.
    #[must_use]
    pub fn adapted(self, adaptation: Adaptation) -> Self {
        let config = if adaptation.types_script() { self } else { self.tagged() };
        Self { adaptation, ..config }
    }

    /// In words, for reports.
    pub fn words(&self) -> Vec<String> {
        let mut words = vec![
            protocol_words(self.protocol).to_owned(),
            match (self.machine, self.machine.fill()) {
                (Machine::Native(settings), _) if settings.terminal => "keys are typed into a terminal".to_owned(),
                (Machine::Native(_), _) => "all keys are sent at once through a pipe".to_owned(),
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

    /// The options of `c4grade run` that repeat it, but for how moves are typed.
    pub fn options(&self) -> String {
        let mut options = match self.machine {
            Machine::Lc3(settings) => format!(" --traps {}", linkage_name(settings.traps)),
            Machine::Arm(_) => " --machine arm".to_owned(),
            Machine::Native(settings) if settings.terminal => " --machine native --terminal".to_owned(),
            Machine::Native(_) => " --machine native".to_owned(),
        };

        if let Fill::Random(seed) = self.machine.fill() {
            options += &format!(" --fill random:{seed}");
        }

        options
    }
}

/// A protocol in words.
pub fn protocol_words(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Key => "each key is a move",
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

/// The script of a case, typed under a configuration; `None` where it cannot be: several keys are not a move when each key
/// is one, and where no game was found for its goal.
pub fn script(case: &Case, config: RunConfig) -> Option<Script> {
    if case.is_missed() {
        return None;
    }
    let script = &case.script;
    let is_single = |typed: &[u8]| typed.len() == 1;
    let is_enter = |typed: &[u8]| matches!(typed, b"\n" | b"\r");
    match (script.protocol, config.protocol) {
        (Protocol::Key, Protocol::Key) | (Protocol::Enter, Protocol::Enter) => Some(script.clone()),
        (Protocol::Enter, Protocol::Key) => {
            let is_typed = script.attempts.iter().all(|attempt| is_single(&attempt.typed));
            is_typed.then(|| script.under(config.protocol))
        }
        (Protocol::Key, Protocol::Enter) => {
            let is_typed = !script.attempts.iter().any(|attempt| is_enter(&attempt.typed));
            is_typed.then(|| script.under(config.protocol))
        }
    }
}
