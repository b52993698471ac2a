//! Namespaces made by `bwrap`, where it is installed and only it may make them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::sandbox::kind::{LOG, PROGRAM};
use crate::sandbox::protocol::Plan;

/// Where the sandbox shows this executable.
pub const HELPER: &str = "/init";
/// Where it shows the terminal of a run.
pub const TERMINAL: &str = "/terminal";
/// Where it shows the pipes of a run.
pub const PIPES: &str = "/pipes";

/// The installed `bwrap`.
pub fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.extend(["/usr/bin", "/usr/local/bin", "/bin"].map(PathBuf::from));
    let mut found = folders.into_iter().map(|folder| folder.join("bwrap"));
    found.find(|file| file.is_file())
}

/// The arguments of `bwrap` for a plan. `pipes` is the folder of the pipes, `helper` this executable.
pub fn arguments(plan: &Plan, pipes: &Path, helper: &Path) -> Vec<OsString> {
    let mut arguments = Vec::new();
    let mut add = |words: &[&std::ffi::OsStr]| arguments.extend(words.iter().map(|word| (*word).to_owned()));
    add(&[
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--as-pid-1",
        "--clearenv",
    ]
    .map(std::ffi::OsStr::new));

    for path in &plan.view {
        if let Ok(client) = std::fs::read_link(path) {
            add(&["--symlink".as_ref(), client.as_ref(), path.as_ref()]);
        } else {
            add(&["--ro-bind".as_ref(), path.as_ref(), path.as_ref()]);
        }
    }

    let size = plan.limits.disk.to_string();
    add(&["--proc", "/proc", "--dev", "/dev", "--size", &size, "--tmpfs", "/tmp"].map(std::ffi::OsStr::new));
    let bind = if plan.writes { "--bind" } else { "--ro-bind" };
    add(&[bind.as_ref(), plan.folder.as_ref(), PROGRAM.as_ref()]);
    add(&["--bind".as_ref(), pipes.as_ref(), PIPES.as_ref()]);
    add(&["--ro-bind".as_ref(), helper.as_ref(), HELPER.as_ref()]);

    if let Some(log) = &plan.log {
        add(&["--bind".as_ref(), log.as_ref(), LOG.as_ref()]);
    }

    if let Some(executable) = visible_executable(plan) {
        add(&["--ro-bind".as_ref(), "/dev/null".as_ref(), executable.as_ref()]);
    }

    add(&["--chdir".as_ref(), PROGRAM.as_ref()]);
    arguments
}

/// This executable, where the program would see it.
fn visible_executable(plan: &Plan) -> Option<&Path> {
    let in_view = plan
        .view
        .iter()
        .any(|path| !path.is_symlink() && plan.executable.starts_with(path));
    in_view.then_some(&plan.executable)
}
