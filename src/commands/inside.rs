//! Assignments and cases must not be in the graded folder: a student could have put them there.

use std::path::{Path, PathBuf};

use super::{Failed, USAGE};

/// Rejects a file or folder at `path`, called `what` in messages, if it is inside the folder `graded`, directly or through a
/// link.
pub fn refuse_inside(graded: Option<&Path>, path: Option<&Path>, what: &str) -> Result<(), Failed> {
    let (Some(graded), Some(path)) = (graded, path) else {
        return Ok(());
    };

    if !graded.is_dir() || !is_inside(graded, path) {
        return Ok(());
    }

    let message = format!(
        "{what} {} is inside the graded folder {}, where a student could have put it; move it to another folder and name \
         it there",
        path.display(),
        graded.display()
    );

    Err(Failed::new(USAGE, message))
}

/// Whether a path leads into a folder, or through a link in that folder.
fn is_inside(folder: &Path, path: &Path) -> bool {
    let whole = |path: &Path| {
        let path = if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        };
        path.canonicalize().ok()
    };
    let Some(folder) = whole(folder) else { return false };
    let leads_in = whole(path).is_some_and(|path| path.starts_with(&folder));
    let mut steps = path.ancestors().filter(|step| !step.as_os_str().is_empty());

    leads_in || steps.any(|step| entries_of(step).is_some_and(|step| step != folder && step.starts_with(&folder)))
}

/// The location of a path without following its last part: a link in the folder is in the folder, whatever its target.
fn entries_of(step: &Path) -> Option<PathBuf> {
    let Some(name) = step.file_name() else {
        return step.canonicalize().ok();
    };
    let parent = step.parent().filter(|parent| !parent.as_os_str().is_empty());
    Some(parent.unwrap_or(Path::new(".")).canonicalize().ok()?.join(name))
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::Path;

    use super::refuse_inside;

    #[test]
    fn links_lead_neither_in_nor_out() {
        let root = tempfile::tempdir().expect("a folder");
        let at = |name: &str| root.path().join(name);
        std::fs::create_dir_all(at("class/ada")).expect("made");
        std::fs::create_dir_all(at("course/sub")).expect("made");
        std::os::unix::fs::symlink(at("class/ada"), at("in")).expect("linked");
        std::os::unix::fs::symlink(at("course"), at("class/out")).expect("linked");

        let refused = |path: &Path| refuse_inside(Some(&at("class")), Some(path), "the assignment").is_err();
        for inside in [
            "class",
            "class/ada",
            "in",
            "class/out",
            "class/out/sub",
            "course/../class/ada",
        ] {
            assert!(refused(&at(inside)), "{inside}");
        }

        for outside in ["course", "course/sub", "class/../course", "class/ada/../../course/sub"] {
            assert_eq!(refused(&at(outside)), outside.contains("ada"), "{outside}");
        }
    }
}
