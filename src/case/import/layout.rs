//! Which files belong together: pairs of input and expected output in the usual layouts, folders of tests, lists of tests.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use super::text;
use crate::diagnostic::wording::system_words;
use crate::yaml::MAX_BYTES;

mod list;
mod role;

use role::Role;

/// Folders within folders, and files, at most.
const MOST_DEEP: usize = 8;
const MOST_FILES: usize = 5_000;

/// A test of another grader.
#[derive(Debug)]
pub(in crate::case::import) struct Test {
    /// Its files.
    pub from: String,
    /// A name made of theirs.
    pub name: String,
    /// What is typed; `None` where the output shows it.
    pub input: Option<String>,
    /// What is expected to be printed.
    pub output: String,
    /// Its points, where a file says how many.
    pub points: Option<f64>,
    /// Whether somebody named the file, and expects a test of it.
    pub is_named: bool,
}

/// What was found.
#[derive(Debug)]
pub(in crate::case::import) enum Found {
    Test(Test),
    Refused { from: String, reason: String },
    Skipped { from: String, reason: String },
}

/// A file, its path below what was named, and whether it was named itself.
#[derive(Debug, Clone)]
struct File {
    path: PathBuf,
    inner: PathBuf,
    is_named: bool,
}

/// The files of one test, by what they are for.
#[derive(Debug, Default)]
struct Group {
    name: String,
    input: Option<File>,
    output: Option<File>,
    settings: Vec<File>,
    /// Files of whose kind there is another one already.
    others: Vec<File>,
}

/// Everything at some paths, in the order of the names.
pub(in crate::case::import) fn find(paths: &[PathBuf]) -> Vec<Found> {
    let mut found = Vec::new();
    let mut files = Vec::new();
    for path in paths {
        collect(path, Path::new(""), 0, &mut files, &mut found);
    }
    if files.len() > MOST_FILES {
        files.truncate(MOST_FILES);
        found.push(Found::Refused {
            from: "the rest".into(),
            reason: format!("there are more than {MOST_FILES} files: name fewer folders"),
        });
    }

    let names: Vec<PathBuf> = files.iter().map(|file| file.path.clone()).collect();
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    let mut alone = Vec::new();
    for file in files {
        let named = role::role(&file.inner, |sibling| {
            names.contains(&file.path.with_file_name(sibling))
        });
        let Some((key, role)) = named else {
            alone.push(file);
            continue;
        };
        let group = groups.entry(key.clone()).or_default();
        group.name = role::name(&key);
        group.add(file, role);
    }

    found.extend(groups.into_values().flat_map(Group::found));
    found.extend(alone.iter().flat_map(of_one));
    found
}

/// The regular files at a path and below it, by name; what is neither file nor folder is refused.
fn collect(path: &Path, inner: &Path, depth: usize, files: &mut Vec<File>, found: &mut Vec<Found>) {
    let from = path.display().to_string();
    let refused = |reason: String| Found::Refused {
        from: from.clone(),
        reason,
    };
    let metadata = match path.metadata() {
        Ok(metadata) => metadata,
        Err(error) => return found.push(refused(format!("it cannot be read: {}", system_words(&error)))),
    };
    if metadata.is_file() {
        // A file that was named has its folder's files beside it only if those were named, too.
        let own = path.file_name().map(PathBuf::from).unwrap_or_default();
        let inner = if depth == 0 {
            whole(path).unwrap_or(own)
        } else {
            inner.to_owned()
        };
        return files.push(File {
            path: path.to_owned(),
            inner,
            is_named: depth == 0,
        });
    }
    if !metadata.is_dir() {
        return found.push(refused("it is neither a file nor a folder".into()));
    }
    if depth > MOST_DEEP || (depth > 0 && path.is_symlink()) {
        return found.push(refused("the folder is a link, or too deep".into()));
    }

    let entries = match path.read_dir() {
        Ok(entries) => entries,
        Err(error) => return found.push(refused(format!("it cannot be read: {}", system_words(&error)))),
    };
    let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    for name in names {
        let is_hidden = name.to_string_lossy().starts_with('.') && name != ".github";
        if files.len() > MOST_FILES || is_hidden {
            continue;
        }
        collect(&path.join(&name), &inner.join(&name), depth + 1, files, found);
    }
}

/// The plain parts of a path.
fn whole(path: &Path) -> Option<PathBuf> {
    let parts = path.components().filter(|part| matches!(part, Component::Normal(_)));
    Some(parts.collect()).filter(|path: &PathBuf| !path.as_os_str().is_empty())
}

impl Group {
    fn add(&mut self, file: File, role: Role) {
        let place = match role {
            Role::Settings => return self.settings.push(file),
            Role::Input => &mut self.input,
            Role::Expected | Role::Output => &mut self.output,
        };
        let is_better = role == Role::Expected;
        match place {
            Some(first) if is_better => self.others.push(std::mem::replace(first, file)),
            Some(_) => self.others.push(file),
            None => *place = Some(file),
        }
    }

    fn found(self) -> Vec<Found> {
        let mut found = Vec::new();
        for other in self.others {
            let used = self
                .output
                .as_ref()
                .map_or_else(String::new, |file| file.path.display().to_string());
            found.push(skipped(&other, format!("{used} is the expected output")));
        }
        let (input, output) = match (self.input, self.output) {
            (Some(input), Some(output)) => (input, output),
            (None, Some(output)) => {
                found.extend(of_one(&output));
                return found;
            }
            (Some(input), None) => {
                found.push(refused(&input, "no expected output lies beside it"));
                return found;
            }
            (None, None) => {
                found.extend(
                    self.settings
                        .iter()
                        .map(|file| skipped(file, "it belongs to no test".into())),
                );
                return found;
            }
        };

        let from = format!("{} and {}", input.path.display(), output.path.display());
        let read = (text::read(&input.path), text::read(&output.path));
        found.push(match read {
            (Ok(_), Ok(text)) if text.trim().is_empty() => refused(&output, "it is empty"),
            (Ok(input), Ok(output)) => Found::Test(Test {
                from,
                name: self.name,
                input: Some(input),
                output,
                points: self.settings.iter().find_map(list::points),
                is_named: true,
            }),
            (Err(reason), _) => refused(&input, &reason),
            (_, Err(reason)) => refused(&output, &reason),
        });
        found
    }
}

/// A file without another one: a list of tests, or a game as a terminal showed it.
fn of_one(file: &File) -> Vec<Found> {
    let extension = file
        .path
        .extension()
        .map(|extension| extension.to_string_lossy().to_lowercase());
    if extension.as_deref() == Some("json") {
        return list::tests(file).unwrap_or_else(|reason| vec![unread(file, reason)]);
    }
    let is_text = extension.is_none_or(|extension| role::is_text(&extension));
    if !file.is_named && !is_text {
        return vec![skipped(
            file,
            format!("its name is not one of a test (at most {MAX_BYTES} bytes of text)"),
        )];
    }

    match text::read(&file.path) {
        Ok(output) => vec![Found::Test(Test {
            from: file.path.display().to_string(),
            name: role::name(&file.inner.with_extension("").to_string_lossy()),
            input: None,
            output,
            points: None,
            is_named: file.is_named,
        })],
        Err(reason) => vec![unread(file, reason)],
    }
}

fn unread(file: &File, reason: String) -> Found {
    if file.is_named {
        refused(file, &reason)
    } else {
        skipped(file, reason)
    }
}

fn refused(file: &File, reason: &str) -> Found {
    Found::Refused {
        from: file.path.display().to_string(),
        reason: reason.to_owned(),
    }
}

fn skipped(file: &File, reason: String) -> Found {
    Found::Skipped {
        from: file.path.display().to_string(),
        reason,
    }
}
