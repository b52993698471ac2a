//! A manifest for Kubernetes: an Indexed Job whose indexes are the parts, and a Job that merges.

use std::ffi::OsStr;
use std::path::{Component, Path};

use clap::Args;
use serde_json::{Value, json};

use super::{ClassArgs, Plan};
use crate::commands::program::visible;
use crate::commands::{Failed, USAGE};

/// The arguments of `shard kubernetes`.
#[derive(Debug, Args)]
pub(super) struct KubernetesArgs {
    #[command(flatten)]
    class: ClassArgs,

    /// The container image: `c4grade` and `sh` must be in it
    #[arg(long, value_name = "IMAGE", value_parser = image)]
    image: String,

    /// The persistent volume claim with the class, on which the reports are written; it must allow `ReadWriteMany`
    #[arg(long, value_name = "NAME", value_parser = claim)]
    claim: String,

    /// Where the volume is mounted; the paths of the class and of the reports are taken from there
    #[arg(long, value_name = "DIR", default_value = "/class", value_parser = mount)]
    mount: String,

    /// The name of the Job
    #[arg(long, value_name = "NAME", default_value = "c4grade", value_parser = label)]
    name: String,

    /// How many parts run at the same time [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    parallelism: Option<u32>,
}

impl KubernetesArgs {
    pub(super) fn class(&self) -> &ClassArgs {
        &self.class
    }
}

/// The name of a Job: it becomes part of the names of its pods.
fn label(text: &str) -> Result<String, String> {
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    let is_label =
        (1..=40).contains(&text.len()) && text.chars().all(is_plain) && !text.starts_with('-') && !text.ends_with('-');
    let wrong = || "expected up to 40 small letters, digits and hyphens, such as lab-4".to_owned();
    is_label.then(|| text.to_owned()).ok_or_else(wrong)
}

/// The name of a claim: a DNS subdomain.
fn claim(text: &str) -> Result<String, String> {
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    let is_part = |part: &str| {
        part.starts_with(is_plain)
            && part.ends_with(is_plain)
            && part.chars().all(|letter| is_plain(letter) || letter == '-')
    };
    let is_name = text.len() <= 253 && text.split('.').all(is_part);
    let wrong = || "expected up to 253 small letters, digits, hyphens and dots, such as lab-4".to_owned();
    is_name.then(|| text.to_owned()).ok_or_else(wrong)
}

/// The reference of an image.
fn image(text: &str) -> Result<String, String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-/:@".contains(letter);
    let is_image = text.starts_with(|first: char| first.is_ascii_alphanumeric()) && text.chars().all(is_plain);
    let wrong = || "expected an image without spaces, such as registry.example.org/c4grade:1".to_owned();
    is_image.then(|| text.to_owned()).ok_or_else(wrong)
}

/// The folder of a mounted volume.
fn mount(text: &str) -> Result<String, String> {
    let names = text.strip_prefix('/').unwrap_or_default().trim_end_matches('/');
    let is_name = |name: &str| !matches!(name, "" | "." | "..");
    let is_folder = !text.contains(':') && !text.contains(char::is_control) && names.split('/').all(is_name);
    let wrong = || "expected the path of a folder from the root, without a colon, such as /class".to_owned();
    is_folder.then(|| text.to_owned()).ok_or_else(wrong)
}

/// Refuses paths that are not on the claim, which alone is mounted.
fn check_paths(args: &KubernetesArgs, plan: &Plan) -> Result<(), Failed> {
    let values = plan.grade.iter().map(|word| {
        let word = word.to_string_lossy();
        let value = word.strip_prefix("--").and_then(|option| option.split_once('='));
        value.map_or_else(|| word.to_string(), |(_, value)| value.to_owned())
    });
    let own = [&plan.folder, &plan.reports].map(|path| path.to_string_lossy().into_owned());
    match values
        .chain(own)
        .find(|path| leaves(Path::new(path), Path::new(&args.mount)))
    {
        None => Ok(()),
        Some(path) => {
            let message = format!(
                "{} is not on the claim {}, which is all that a part sees: run this command in the folder that is mounted as {}, and \
                 name paths below it",
                visible(&path),
                args.claim,
                args.mount
            );
            Err(Failed::new(USAGE, message))
        }
    }
}

/// Whether a path leads out of the folder that is mounted.
fn leaves(path: &Path, mount: &Path) -> bool {
    let within = match path.strip_prefix(mount) {
        Ok(within) => within,
        Err(_) if path.is_absolute() => return true,
        Err(_) => path,
    };
    let mut depth = 0_usize;
    for component in within.components() {
        match component {
            Component::Normal(_) => depth += 1,
            Component::ParentDir if depth == 0 => return true,
            Component::ParentDir => depth -= 1,
            _ => {}
        }
    }
    false
}

/// Grades a part. Indexes are counted from 0. A submission without a score is no failure of a part.
const PART: &str = r#"shards=$1 count=$2 part=$((JOB_COMPLETION_INDEX + 1)); shift 2
"$@" --shard "$part/$count" --reports "$shards/$part-of-$count" || [ "$?" -eq 5 ]"#;

/// Merges all parts.
const MERGE: &str = r#"c4grade report merge "$1"/*-of-"$2" --reports "$3" --wait || [ "$?" -eq 5 ]"#;

/// How to use it. The names are plain ones.
fn comment(name: &str) -> String {
    format!(
        "# Grades a class in shards. The Job that merges is suspended until all parts are done:
#   kubectl apply -f FILE
#   kubectl wait --for=condition=complete --timeout=-1s job/{name}
#   kubectl patch job/{name}-merge --type=merge --patch '{{\"spec\":{{\"suspend\":false}}}}'
"
    )
}

/// The manifest.
pub(super) fn manifest(args: &KubernetesArgs, plan: &Plan) -> anyhow::Result<Vec<u8>> {
    check_paths(args, plan)?;
    let shards = text(plan.folder.as_os_str())?;
    let count = plan.shards.to_string();
    let mut part = vec!["sh", "-c", PART, "sh", shards, &count, "c4grade"];
    for word in &plan.grade {
        part.push(text(word)?);
    }
    let merge = ["sh", "-c", MERGE, "sh", shards, &count, text(plan.reports.as_os_str())?];

    let parts = json!({
        "completionMode": "Indexed",
        "completions": plan.shards,
        "parallelism": args.parallelism.unwrap_or(plan.shards).min(plan.shards),
        "backoffLimitPerIndex": 3,
        "template": pod(args, plan, &part),
    });
    let merge = json!({
        "suspend": true,
        "backoffLimit": 3,
        "template": pod(args, plan, &merge),
    });
    let parts = serde_yaml::to_string(&job(&args.name, &parts))?;
    let merge = serde_yaml::to_string(&job(&format!("{}-merge", args.name), &merge))?;
    Ok([&comment(&args.name), &parts, "---\n", &merge].concat().into_bytes())
}

fn job(name: &str, spec: &Value) -> Value {
    json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name}, "spec": spec})
}

fn pod(args: &KubernetesArgs, plan: &Plan, command: &[&str]) -> Value {
    // Kubernetes makes one dollar sign of two, and replaces variables after a single one.
    let command: Vec<String> = command.iter().map(|word| word.replace('$', "$$")).collect();
    let memory = format!("{}Mi", plan.limits.megabytes);
    json!({
        "spec": {
            "restartPolicy": "Never",
            "activeDeadlineSeconds": plan.limits.minutes * 60,
            "containers": [{
                "name": "c4grade",
                "image": args.image,
                "workingDir": args.mount,
                "command": command,
                "resources": {
                    "requests": {"cpu": plan.cpus.to_string(), "memory": memory},
                    "limits": {"memory": memory},
                },
                "volumeMounts": [{"name": "class", "mountPath": args.mount}],
            }],
            "volumes": [{"name": "class", "persistentVolumeClaim": {"claimName": args.claim}}],
        },
    })
}

/// A word that can be written into YAML.
fn text(word: &OsStr) -> Result<&str, Failed> {
    word.to_str().ok_or_else(|| {
        let message = format!("{} is not UTF-8, as everything in a manifest must be", word.display());
        Failed::new(USAGE, message)
    })
}
