//! A script for GNU parallel.

use super::{Plan, beginning};

const HEAD: &str = "#!/bin/sh
# Grades a class in shards with GNU parallel and merges them: sh FILE [OPTIONS OF PARALLEL]
# With --sshlogin HOST,HOST the folder and this file must be on a disk that all hosts share.
# Run it again to go on after an interruption.
set -eu
";

/// What runs where: with a number it is that part.
const END: &str = r#"cd -- "$folder"
case "${1:-}" in
  [0-9]*) part "$1" ;;
  *)
    case "$self" in
      *'{'*'}'*)
        echo "GNU parallel would change the path $self, because it has braces: move this file to a folder without { and }" >&2
        exit 2
        ;;
    esac
    seq "$count" | parallel --quote --retries 3 --halt soon,fail=1 "$@" sh "$self" '{}'
    merge
    ;;
esac
"#;

/// The path of the script, before the folder changes.
const SELF: &str = r#"self=$(cd -- "$(dirname -- "$0")" && pwd)/$(basename -- "$0")
"#;

/// The script.
pub(super) fn script(plan: &Plan) -> anyhow::Result<Vec<u8>> {
    Ok([HEAD.as_bytes(), SELF.as_bytes(), &beginning(plan)?, END.as_bytes()].concat())
}
