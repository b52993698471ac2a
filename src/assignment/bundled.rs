//! The packages embedded in the binary.
