//! The `c4grade` command: parse, dispatch, exit code.

fn main() {}
