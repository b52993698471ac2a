//! Programs that try attacks.

/// Tries the attack that the arguments name. Gives the exit code.
pub fn main() -> u8 {
    0
}
