//! Which compilers and interpreters there are, as a program behind the fence finds them.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::super::fence;
use super::super::limits::Limits;
use super::super::link::{Broken, Fence, Link};
use super::super::order::{Exit, Order};

/// Commands that build and run submissions, and what makes them tell their version.
const COMMANDS: [(&str, &str); 6] = [
    ("cc", "--version"),
    ("c++", "--version"),
    ("rustc", "--version"),
    ("javac", "--version"),
    ("java", "--version"),
    ("python3", "--version"),
];

/// A compiler or interpreter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// The command.
    pub name: &'static str,
    /// Where it is, if it is within view.
    pub path: Option<PathBuf>,
    /// What it says of its version, if it runs.
    pub version: Option<String>,
}

/// Asks each command for its version, behind the fence.
pub fn tools(fence: &Fence) -> Result<Vec<Tool>, Broken> {
    let mut link = Link::open(fence)?;
    let folder = link.work().join("submission");
    fs::create_dir(&folder)?;
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755))?;
    let search = fence::search_path(&fence::view(&fence.view));
    let ask = |(name, question): (&'static str, &str)| {
        let path = search
            .split(':')
            .map(|folder| Path::new(folder).join(name))
            .find(|file| file.is_file());
        let version = if path.is_some() {
            version(&mut link, &folder, name, question)?
        } else {
            None
        };
        Ok(Tool { name, path, version })
    };
    COMMANDS.into_iter().map(ask).collect()
}

fn version(link: &mut Link, folder: &Path, name: &str, question: &str) -> Result<Option<String>, Broken> {
    let report = link.run(&Order {
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
