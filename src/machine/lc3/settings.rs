//! The ways in which LC-3 simulators differ, by name.

use serde::{Deserialize, Serialize};

use crate::machine::Fill;

/// How TRAP links to its service routine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Traps {
    /// 2nd edition: R7 takes the return address. LEA sets the condition codes.
    #[default]
    OverwriteR7,
    /// 3rd edition: PSR and PC go on the supervisor stack, R7 is kept. LEA leaves the condition codes.
    KeepR7,
}

/// The texts that HALT and IN print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Banner {
    /// The classic C simulator.
    #[default]
    Lc3sim,
    /// The newer C++ tools.
    Lc3tools,
    /// The Windows LC3Edit/Simulate, whose words document 000 shows.
    Lc3edit,
    /// HALT prints nothing, IN only its short prompt.
    None,
}

/// How the trap services run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Routines {
    /// At once, each as one instruction.
    #[default]
    Native,
    /// Instruction by instruction, as code in system memory.
    Emulated,
}

impl Routines {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    fn is_native(&self) -> bool {
        *self == Self::Native
    }
}

/// One way to run a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
pub struct Settings {
    /// TRAP linkage.
    pub traps: Traps,
    /// HALT and IN texts.
    pub banner: Banner,
    /// Start values.
    pub fill: Fill,
    /// How the trap services run.
    #[serde(default, skip_serializing_if = "Routines::is_native")]
    pub routines: Routines,
}
