//! Which compilers and interpreters there are, as a program behind the fence finds them.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use super::Tool;
use crate::sandbox::client::{Sandbox, SandboxError, SupervisorClient};
use crate::sandbox::limits::Limits;
use crate::sandbox::protocol::{Exit, RunRequest};
use crate::sandbox::view;

/// Commands that build and run submissions, and what makes them tell their version.
const COMMANDS: [(&str, &str); 6] = [
    ("cc", "--version"),
    ("c++", "--version"),
    ("rustc", "--version"),
    ("javac", "--version"),
    ("java", "--version"),
    ("python3", "--version"),
];

/// Asks each command for its version, behind the fence.
pub fn tools(sandbox: &Sandbox) -> Result<Vec<Tool>, SandboxError> {
    let mut client = SupervisorClient::open(sandbox)?;
    let folder = client.work().join("submission");
    fs::create_dir(&folder)?;
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755))?;
    let search = view::search_path(&view::visible_paths(&sandbox.view));
    let ask = |(name, question): (&'static str, &str)| {
        let path = search
            .split(':')
            .map(|folder| Path::new(folder).join(name))
            .find(|file| file.is_file());
        let version = if path.is_some() {
            version(&mut client, &folder, name, question)?
        } else {
            None
        };
        Ok(Tool { name, path, version })
    };
    COMMANDS.into_iter().map(ask).collect()
}

fn version(
    client: &mut SupervisorClient,
    folder: &Path,
    name: &str,
    question: &str,
) -> Result<Option<String>, SandboxError> {
    let report = client.run(&RunRequest {
        command: vec![name.to_owned(), question.to_owned()],
        folder: folder.to_owned(),
        writes: true,
        terminal: false,
        traced: false,
        limits: Limits::BUILD,
        input: Vec::new(),
    })?;
    let is_well = report.exit == Some(Exit::Code(0));
    let text = String::from_utf8_lossy(&report.output).into_owned();
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    Ok(first.filter(|_| is_well).map(str::to_owned))
}
