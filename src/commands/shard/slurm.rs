//! A job script for Slurm.

use super::{Plan, beginning};

/// What runs where: by hand it submits itself, task 0 merges, any other task is a part.
const END: &str = r#"case "${SLURM_ARRAY_TASK_ID:-}" in
  '')
    parts=$(sbatch --parsable "$@" "$0")
    sbatch --array=0 --job-name=c4grade-merge --dependency="afterok:${parts%%;*}" --kill-on-invalid-dep=yes "$@" "$0"
    echo "The parts are job ${parts%%;*}."
    ;;
  0) cd -- "$folder" && merge ;;
  *) cd -- "$folder" && part "$SLURM_ARRAY_TASK_ID" ;;
esac
"#;

/// The script.
pub(super) fn script(plan: &Plan) -> anyhow::Result<Vec<u8>> {
    let head = format!(
        "#!/bin/sh
# Grades a class in {shards} shards and merges them. To submit it: sh FILE [OPTIONS OF SBATCH]
# A part that is requeued goes on where it was. The time and the memory are limits, ten times what was measured.
#SBATCH --job-name=c4grade
#SBATCH --array=1-{shards}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --cpus-per-task={cpus}
#SBATCH --mem={megabytes}M
#SBATCH --time={minutes}
set -eu
",
        shards = plan.shards,
        cpus = plan.cpus,
        megabytes = plan.limits.megabytes,
        minutes = plan.limits.minutes,
    );
    Ok([head.as_bytes(), &beginning(plan)?, END.as_bytes()].concat())
}
