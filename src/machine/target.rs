//! Which machine a program is for.

use serde::{Deserialize, Serialize};

/// What a program runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The LC-3.
    Lc3,
    /// The ARM7TDMI.
    Arm,
    /// This very machine.
    Native,
}

impl Target {
    /// An address as people write it on this machine: `x3000`, `0x00000040`.
    pub fn address(self, address: u32) -> String {
        match self {
            Self::Lc3 => format!("x{address:04X}"),
            Self::Arm => format!("0x{address:08X}"),
            Self::Native => format!("{address:#x}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn addresses_are_written_as_on_their_machine() {
        assert_eq!(Target::Lc3.address(0x3000), "x3000");
        assert_eq!(Target::Arm.address(0x40), "0x00000040");
    }
}
