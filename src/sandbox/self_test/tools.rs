//! The compilers and interpreters that programs in the sandbox find.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use super::examination::Tool;
use crate::sandbox::client::{Sandbox, SandboxError, SupervisorClient};
use crate::sandbox::limits::Limits;
use crate::sandbox::protocol::{Exit, RunRequest};
use crate::sandbox::view;

/// Commands that build and run submissions, with the option that prints their version.
const COMMANDS: [(&str, &str); 6] = [
    ("cc", "--version"),
    ("c++", "--version"),
    ("rustc", "--version"),
    ("javac", "--version"),
    ("java", "--version"),
    ("python3", "--version"),
];

/// Finds each command and runs it in the sandbox to get its version.
pub fn tools(sandbox: &Sandbox) -> Result<Vec<Tool>, SandboxError> {
    let mut client = SupervisorClient::start(sandbox)?;
    let folder = client.work().join("submission");
    fs::create_dir(&folder)?;
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755))?;

    let search = view::search_path(&view::visible_paths(&sandbox.view));
    let find = |(name, option): (&'static str, &str)| {
        let path = search
            .split(':')
            .map(|folder| Path::new(folder).join(name))
            .find(|file| file.is_file());
        let version = if path.is_some() {
            version(&mut client, &folder, name, option)?
        } else {
            None
        };

        Ok(Tool { name, path, version })
    };

    COMMANDS.into_iter().map(find).collect()
}

fn version(
    client: &mut SupervisorClient,
    folder: &Path,
    name: &str,
    option: &str,
) -> Result<Option<String>, SandboxError> {
    let report = client.run(&RunRequest {
        command: vec![name.to_owned(), option.to_owned()],
        folder: folder.to_owned(),
        writes: true,
        terminal: false,
        logs: Vec::new(),
        after_end: None,
        limits: Limits::BUILD,
        input: Vec::new(),
    })?;

    let succeeded = report.exit == Some(Exit::Code(0));
    let text = String::from_utf8_lossy(&report.output).into_owned();
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    Ok(first.filter(|_| succeeded).map(str::to_owned))
}
