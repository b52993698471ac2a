//! `c4grade doctor`, the self-test that it runs, and what is refused where no sandbox works.

use std::path::Path;
use std::process::{Command, Output};

use c4grade::sandbox::Kind;
use c4grade::sandbox::self_test::{self, Examination, Layer, State};

use crate::absent::skip;

const BINARY: &str = env!("CARGO_BIN_EXE_c4grade");

fn c4grade(arguments: &[&str]) -> Output {
    let output = Command::new(BINARY).args(arguments).env("NO_COLOR", "1").output();
    output.expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Whether this machine allows a kind of sandbox at all. Skips the test where it does not.
fn is_granted(kind: Kind) -> bool {
    let program = [
        "/usr/bin/unshare",
        "--user",
        "--map-root-user",
        "--mount",
        "--net",
        "--pid",
        "--fork",
        "true",
    ];
    let granted = match kind {
        Kind::Namespaces => Command::new(program[0]).args(&program[1..]).output(),
        Kind::Bubblewrap => Command::new("bwrap")
            .args(["--unshare-all", "--ro-bind", "/", "/", "true"])
            .output(),
        Kind::Landlock | Kind::Unsandboxed => return Path::new("/proc/sys/kernel/seccomp").exists(),
    };
    let granted = granted.is_ok_and(|output| output.status.success());
    if !granted {
        skip(&format!("no right to a sandbox `{}`", kind.name()));
    }
    granted
}

fn state(examination: &Examination, layer: Layer) -> State {
    let finding = examination.findings.iter().find(|finding| finding.layer == layer);
    finding.unwrap_or_else(|| panic!("{layer:?}: {examination:#?}")).state
}

fn examine(kind: Kind) -> Examination {
    self_test::examine(kind, Path::new(BINARY))
}

#[test]
fn every_attack_fails_in_a_working_sandbox() {
    for kind in Kind::ALL {
        if !is_granted(kind) {
            continue;
        }
        let examination = examine(kind);
        // Root without the right to make namespaces uses another kind. A sandbox that is refused is not a weak one.
        if kind == Kind::Landlock && examination.refused.is_some() {
            skip(&format!("no sandbox: {}", examination.refused.unwrap_or_default()));
            continue;
        }
        assert!(examination.holds(), "{examination:#?}");
        assert_eq!(examination.findings.len(), Layer::ALL.len());
    }
}

// An attack that cannot succeed proves nothing: without a sandbox they succeed.
#[test]
fn attacks_succeed_where_there_is_no_sandbox() {
    let examination = examine(Kind::Unsandboxed);
    assert!(!examination.holds());
    for layer in [
        Layer::Hidden,
        Layer::ReadOnly,
        Layer::Scratch,
        Layer::Network,
        Layer::Calls,
        Layer::Names,
        Layer::ProcessNamespace,
    ] {
        assert_ne!(state(&examination, layer), State::Held, "{layer:?}: {examination:#?}");
    }
    // Limits hold everywhere: there is a supervisor.
    for layer in [
        Layer::ProcessorTime,
        Layer::Clock,
        Layer::Memory,
        Layer::Output,
        Layer::Orphans,
        Layer::Descriptors,
        Layer::Environment,
    ] {
        assert_eq!(state(&examination, layer), State::Held, "{layer:?}: {examination:#?}");
    }
}

#[test]
fn doctor_shows_every_layer_and_what_grade_takes() {
    if !is_granted(Kind::Namespaces) {
        return;
    }
    let output = c4grade(&["doctor", "--sandbox", "namespaces"]);
    let table = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{table}{}", text(&output.stderr));
    for layer in Layer::ALL {
        let line = table.lines().find(|line| line.contains(layer.name()));
        let line = line.unwrap_or_else(|| panic!("{} is not in\n{table}", layer.name()));
        // Few kernels let their users divide a control group.
        assert!(line.starts_with("  held") || layer == Layer::ControlGroup, "{line}");
    }
    assert!(table.contains("lc3     embedded: always available"), "{table}");
    assert!(table.contains("python3"), "{table}");
    assert!(
        table.ends_with("`c4grade grade` uses the sandbox `namespaces`.\n"),
        "{table}"
    );
    assert!(
        !table.contains("Sandbox `landlock`") && !table.contains('\u{1b}'),
        "{table}"
    );
    let long: Vec<&str> = table.lines().filter(|line| line.chars().count() > 80).collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn doctor_writes_the_same_as_json() {
    if !is_granted(Kind::Namespaces) {
        return;
    }
    let output = c4grade(&["doctor", "--sandbox", "namespaces", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["format"], 1);
    assert_eq!(json["taken"], "namespaces");
    assert!(
        json["tools"]
            .as_array()
            .is_some_and(|tools| tools.iter().any(|tool| tool["name"] == "cc"))
    );
    let sandbox = &json["sandboxes"][0];
    assert_eq!(
        (&sandbox["kind"], &sandbox["holds"]),
        (&"namespaces".into(), &true.into())
    );
    let layers = sandbox["layers"].as_array().expect("layers");
    assert_eq!(layers.len(), Layer::ALL.len());
    for layer in layers {
        let is_held = layer["state"] == "held" || layer["name"] == Layer::ControlGroup.name();
        assert!(is_held, "{layer}");
        for key in ["name", "stops", "detail"] {
            assert!(layer[key].as_str().is_some_and(|text| !text.is_empty()), "{layer}");
        }
    }
}

/// Runs the binary where `bwrap` is an empty file, in a mount namespace.
fn without_bwrap(arguments: &[&str]) -> Option<Output> {
    let script = "for file in /usr/bin/bwrap /usr/local/bin/bwrap; do \
                  if [ -e \"$file\" ]; then mount --bind /dev/null \"$file\" || exit 99; fi; done; exec \"$@\"";
    let unshare = [
        "--user",
        "--map-root-user",
        "--mount",
        "/bin/sh",
        "-c",
        script,
        "sh",
        BINARY,
    ];
    let output = Command::new("/usr/bin/unshare")
        .args(unshare)
        .args(arguments)
        .env("NO_COLOR", "1")
        .output();
    let output = output
        .ok()
        .filter(|output| output.status.code() != Some(99) && !output.stderr.starts_with(b"unshare"));
    if output.is_none() {
        skip("no right to hide `bwrap`");
    }
    output
}

#[test]
fn doctor_without_a_sandbox_exits_6_and_says_what_to_install() {
    let Some(output) = without_bwrap(&["doctor", "--sandbox", "bubblewrap"]) else {
        return;
    };
    let table = text(&output.stdout);
    assert_eq!(output.status.code(), Some(6), "{table}{}", text(&output.stderr));
    assert!(table.contains("Sandbox `bubblewrap`: does not work"), "{table}");
    assert!(table.contains("apt install bubblewrap"), "{table}");
    assert!(table.contains("refuses native programs with exit code 6"), "{table}");
}

#[test]
fn grade_without_a_sandbox_exits_6_and_says_what_to_install() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("reports").to_string_lossy().into_owned();
    let class = format!("{}/reference/native-scratch/submissions", env!("CARGO_MANIFEST_DIR"));
    let arguments = [
        "grade",
        &class,
        "--assignment",
        "native-scratch",
        "--sandbox",
        "bubblewrap",
        "--reports",
        &out,
    ];
    let Some(output) = without_bwrap(&arguments) else {
        return;
    };
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(6), "{}{said}", text(&output.stdout));
    assert!(said.contains("no sandbox works on this machine"), "{said}");
    assert!(
        said.contains("apt install bubblewrap") && said.contains("c4grade doctor"),
        "{said}"
    );
}
