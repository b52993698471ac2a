//! What `shard` prints for schedulers: it runs, also where names are hostile.

use std::fs;
use std::process::{Command, Output, Stdio};

use crate::cli::C4grade;

const SHORT: &str = ".ORIG x3000\nHALT\n.END\n";
/// A name with everything that a shell, YAML or Kubernetes would change.
const HOSTILE: &str = "it's $(touch owned) `touch owned` \"x\" ; {} $HOME $$ #1";

/// A scheduler's command that is not on this machine: a script in its place.
fn with_command(desk: C4grade, name: &str, script: &str) -> C4grade {
    use std::os::unix::fs::PermissionsExt as _;
    let desk = desk.file(&format!("bin/{name}"), script);
    fs::set_permissions(desk.path(&format!("bin/{name}")), fs::Permissions::from_mode(0o755)).expect("executable");
    desk
}

/// Runs a script that was printed, with the commands in `bin` before all others.
fn sh(desk: &C4grade, script: &str, env: &[(&str, &str)]) -> Output {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command
        .arg(script)
        .current_dir(desk.path("."))
        .env("PATH", format!("{}:{path}", desk.path("bin").display()))
        .envs(env.iter().copied())
        .stdin(Stdio::null());
    command.output().expect("sh")
}

fn class(name: &str) -> C4grade {
    let numbered = (1..=5).map(|number| SHORT.replace("HALT", &format!("ADD R0, R0, #{number}\nHALT")));
    numbered.enumerate().fold(C4grade::new(), |desk, (number, program)| {
        desk.file(&format!("{name}/student-{number}/connect4.asm"), program)
    })
}

#[test]
fn the_script_for_slurm_submits_grades_and_merges() {
    // Submitting runs the tasks at once, in the order in which they come.
    let sbatch = "#!/bin/sh\necho \"$@\" >>sbatch.log\nfor script; do :; done\ncase \"$*\" in\n  *--array=0*) tasks=0 ;;\n  \
                  *) tasks=\"1 2 3\"; echo \"77;cluster\" ;;\nesac\nfor task in $tasks; do\n  SLURM_ARRAY_TASK_ID=$task \
                  sh \"$script\" >>tasks.log 2>&1 || exit 1\ndone\n";
    let desk = with_command(class(HOSTILE), "sbatch", sbatch);
    let reports = format!("{HOSTILE}-reports");
    let outcome = desk.run_args(&[
        "shard",
        "slurm",
        HOSTILE,
        "--shards",
        "3",
        "--reports",
        &reports,
        "--",
        "--strict",
    ]);
    let script = outcome.code(0).out();
    for line in [
        "#SBATCH --array=1-3\n",
        "#SBATCH --requeue\n",
        "#SBATCH --mem=550M\n",
        "#SBATCH --time=11\n",
    ] {
        assert!(script.contains(line), "{script}");
    }

    let desk = desk.file("class.slurm", &script);
    let ran = sh(&desk, "class.slurm", &[]);
    let err = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(
        ran.status.success(),
        "{err}{}",
        fs::read_to_string(desk.path("tasks.log")).unwrap_or_default()
    );
    assert!(
        desk.read("sbatch.log")
            .contains("--dependency=afterok:77 --kill-on-invalid-dep=yes")
    );
    assert!(!desk.path("owned").exists(), "a name was run");

    desk.run_args(&["grade", HOSTILE, "--strict", "--reports", "whole"])
        .code(0);
    for name in ["class.json", "index.html", "scores.csv", "student-3.html"] {
        assert_eq!(
            desk.read(&format!("{reports}/{name}")),
            desk.read(&format!("whole/{name}")),
            "{name}"
        );
    }
}

#[test]
fn a_task_that_fails_is_not_merged_and_attention_is_no_failure() {
    let desk = class("class").file("class/lost/notes.docx", "lost");
    let script = desk.run("shard slurm class --shards 1").code(0).out();
    let desk = desk.file("class.slurm", &script);
    let task = |number: &str| sh(&desk, "class.slurm", &[("SLURM_ARRAY_TASK_ID", number)]);
    assert_eq!(task("0").status.code(), Some(2), "there are no shards");
    assert_eq!(task("1").status.code(), Some(0), "somebody needs attention");
    assert_eq!(task("0").status.code(), Some(0));
    assert!(desk.read("reports/lc3-starter/class.json").contains("needs-attention"));
    fs::remove_dir_all(desk.path("class")).expect("removed");
    assert_eq!(task("1").status.code(), Some(2), "there is no class");
}

#[test]
fn the_script_for_parallel_grades_and_merges() {
    // In place of GNU parallel, which is not everywhere: it gets the right words.
    let parallel = "#!/bin/sh\nwhile [ \"$1\" != sh ]; do shift; done\nscript=$2\nwhile read -r part; do sh \"$script\" \"$part\" || exit 1; done\n";
    let desk = with_command(class(HOSTILE), "parallel", parallel);
    let script = desk
        .run_args(&["shard", "parallel", HOSTILE, "--shards", "4"])
        .code(0)
        .out();
    let desk = desk.file("a folder/class.sh", &script);
    let ran = sh(&desk, "a folder/class.sh", &[]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(!desk.path("owned").exists(), "a name was run");
    assert!(desk.path("reports/lc3-starter/student-4.html").exists());
    assert!(desk.path("reports/lc3-starter-shards/4-of-4/class.json").exists());
}

#[test]
fn the_commands_of_the_manifest_grade_and_merge() {
    let desk = class(HOSTILE);
    let args = [
        "shard",
        "kubernetes",
        HOSTILE,
        "--shards",
        "2",
        "--image",
        "registry/c4grade:1",
        "--claim",
        "lab",
    ];
    let manifest = desk.run_args(&args).code(0).out();
    let jobs: Vec<serde_json::Value> = manifest.split("---\n").map(yaml).collect();
    assert_eq!(jobs[0]["spec"]["completionMode"], "Indexed");
    assert_eq!(
        (&jobs[0]["spec"]["completions"], &jobs[0]["spec"]["parallelism"]),
        (&2.into(), &2.into())
    );
    assert_eq!(jobs[1]["spec"]["suspend"], true);

    let desk = with_command(
        desk,
        "c4grade",
        &format!("#!/bin/sh\nexec {} \"$@\"\n", env!("CARGO_BIN_EXE_c4grade")),
    );
    for (job, index) in [(0, "0"), (0, "1"), (1, "0")] {
        // As Kubernetes reads them.
        let command = jobs[job]["spec"]["template"]["spec"]["containers"][0]["command"]
            .as_array()
            .expect("words");
        let words: Vec<String> = command
            .iter()
            .map(|word| word.as_str().expect("a word").replace("$$", "$"))
            .collect();
        let path = std::env::var("PATH").unwrap_or_default();
        let ran = Command::new(&words[0])
            .args(&words[1..])
            .current_dir(desk.path("."))
            .env("PATH", format!("{}:{path}", desk.path("bin").display()))
            .env("JOB_COMPLETION_INDEX", index)
            .output()
            .expect("sh");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    }
    assert!(!desk.path("owned").exists(), "a name was run");
    assert!(desk.path("reports/lc3-starter/student-4.html").exists());
}

fn yaml(text: &str) -> serde_json::Value {
    serde_yaml::from_str(text).expect("YAML")
}

#[test]
fn what_no_part_could_run_is_an_error_at_once() {
    let desk = class("class");
    desk.run("shard slurm nowhere --shards 2").code(2).says("nowhere");
    desk.run("shard slurm class --shards 0").code(2);
    desk.run("shard slurm class --shards 10001").code(2).says("1..=10000");
    desk.run("grade class --shard 1/10001").code(2).says("N up to 10000");
    desk.run("shard slurm class --shards 2 --assignment lc3-startr")
        .code(3)
        .says("lc3-starter");
    desk.run("shard parallel class --shards 2 -- --sctrict")
        .code(2)
        .says("these options cannot be given to every part: unexpected argument '--sctrict'");
    desk.run("shard parallel class --shards 2 -- --fail-under 50")
        .code(2)
        .says("--fail-under");
    desk.run("shard parallel class --shards 2 -- --reports elsewhere")
        .code(2)
        .says("--reports");
    desk.run("shard kubernetes class --shards 2 --image x --claim y --name Lab_4")
        .code(2)
        .says("such as lab-4");
}

#[test]
fn what_every_part_has_anyway_is_not_given_once_more() {
    let desk = class("class");
    for (options, wanted) in [
        (
            "--resume",
            "--resume cannot be given after `--`: every part has it anyway, so leave it out",
        ),
        (
            "--jobs 3",
            "--jobs cannot be given after `--`: write --cpus before the `--`",
        ),
        (
            "--jobs=3",
            "--jobs cannot be given after `--`: write --cpus before the `--`",
        ),
        (
            "--shard 1/2",
            "--shard cannot be given after `--`: write --shards before the `--`",
        ),
        (
            "--cases x",
            "--cases cannot be given after `--`: write it before the `--`",
        ),
        ("--sctrict", "`c4grade grade --help` lists them"),
    ] {
        let refused = desk.run(&format!("shard slurm class --shards 2 -- {options}"));
        let refused = refused.code(2).says(wanted);
        let said = &refused.stderr;
        assert!(!said.contains("Usage:") && !said.contains("tip:"), "{said}");
    }
}

#[test]
fn parts_that_look_for_faults_longer_may_run_longer() {
    let desk = class("class");
    let minutes = |options: &str| -> u64 {
        let script = desk
            .run(&format!("shard slurm class --shards 1 {options}"))
            .code(0)
            .out();
        let line = script.lines().find_map(|line| line.strip_prefix("#SBATCH --time="));
        line.expect("a limit").parse().expect("minutes")
    };
    let usual = minutes("");
    assert_eq!(minutes("-- --repair 300"), usual);
    assert_eq!(minutes("-- --repair 0"), usual);
    // Five programs of a minute each, ten times.
    assert_eq!(minutes("-- --repair 60300"), usual + 50);
    assert_eq!(minutes("-- --repair 18446744073709551615"), 365 * 24 * 60);
}

#[test]
fn parallel_gets_no_path_that_it_would_change() {
    let parallel = "#!/bin/sh\necho \"$@\" >ran\n";
    let desk = with_command(class("class"), "parallel", parallel);
    let script = desk.run("shard parallel class --shards 2").code(0).out();
    let desk = desk.file("in {} it/class.sh", &script);
    let ran = sh(&desk, "in {} it/class.sh", &[]);
    assert_eq!(ran.status.code(), Some(2));
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(said.contains("move this file to a folder without { and }"), "{said}");
    assert!(!desk.path("ran").exists(), "parallel was not run");
}

#[test]
fn a_manifest_that_kubernetes_would_refuse_is_refused() {
    let desk = class("class");
    let shard = |more: &[&str]| {
        let usual = ["shard", "kubernetes", "class", "--shards", "2"];
        desk.run_args(&[&usual, more].concat())
    };
    for (image, claim, mount, wanted) in [
        ("a b", "lab", "/class", "expected an image without spaces"),
        ("", "lab", "/class", "expected an image without spaces"),
        ("x", "Lab", "/class", "expected up to 253 small letters"),
        ("x", "lab-", "/class", "expected up to 253 small letters"),
        ("x", "a..b", "/class", "expected up to 253 small letters"),
        ("x", "lab", "class", "expected the path of a folder from the root"),
        ("x", "lab", "/", "expected the path of a folder from the root"),
        ("x", "lab", "/a:b", "expected the path of a folder from the root"),
        ("x", "lab", "/a/../b", "expected the path of a folder from the root"),
    ] {
        shard(&["--image", image, "--claim", claim, "--mount", mount])
            .code(2)
            .says(wanted);
    }
    for (image, claim) in [
        ("registry.example.org:5000/a/c4grade:1", "lab-4.spring"),
        ("c4grade@sha256:0ab", "l"),
    ] {
        shard(&["--image", image, "--claim", claim]).code(0);
    }
}

#[test]
fn paths_that_are_not_on_the_claim_are_refused() {
    let desk = class("on/class").file("roster.csv", "username\nstudent-1\n");
    let outside = desk.path("on/class").display().to_string();
    let roster = format!("--roster={}", desk.path("roster.csv").display());
    let shard = |submissions: &str, more: &[&str]| {
        let usual = [
            "shard",
            "kubernetes",
            submissions,
            "--shards",
            "2",
            "--image",
            "x",
            "--claim",
            "lab",
        ];
        desk.run_args(&[&usual, more].concat())
    };
    for (submissions, more) in [
        (&*outside, &[][..]),
        ("on/class", &["--reports", "/reports/lab"]),
        ("on/class", &["--reports", "on/../../lab"]),
        ("on/class", &["--", &roster]),
    ] {
        shard(submissions, more)
            .code(2)
            .says("is not on the claim lab, which is all that a part sees");
    }

    shard("on/../on/class", &["--reports", "on/reports"]).code(0);
    let mount = desk.path("on").display().to_string();
    shard(&outside, &["--mount", &mount]).code(0);
}
