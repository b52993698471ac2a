//! Control groups, where this user may make them: one for each submission that is run, gone when it is.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::fixture::{Fixture, SANDBOXES, User};
use crate::ordinary::c;

const PATIENCE: Duration = Duration::from_secs(60);

/// The groups of a grader: below this process's own, or beside it.
fn groups(grader: u32) -> Vec<PathBuf> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let mount = mounts.lines().find(|line| line.contains(" - cgroup2 "));
    let point = mount.and_then(|line| line.split(' ').nth(4)).unwrap_or_default();
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let own = own
        .lines()
        .find_map(|line| line.strip_prefix("0::/"))
        .unwrap_or_default();
    let own = PathBuf::from(point).join(own);
    let places = [own.parent().map(PathBuf::from), Some(own.clone())];
    let entries = places
        .into_iter()
        .flatten()
        .filter_map(|place| fs::read_dir(place).ok());
    let paths = entries.flat_map(|entries| entries.flatten().map(|entry| entry.path()));
    let mark = format!("-{grader}-");
    let is_own = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with("c4grade-") && name.contains(&mark)
    };
    paths.filter(is_own).collect()
}

/// Whether a program of a student is in a group.
fn holds_program(group: &Path) -> bool {
    let inside = fs::read_to_string(group.join("cgroup.procs")).unwrap_or_default();
    let is_program =
        |pid: &str| fs::read_to_string(format!("/proc/{pid}/cmdline")).is_ok_and(|line| line.starts_with("./connect4"));
    inside.lines().any(is_program)
}

#[test]
fn programs_are_in_a_group_that_is_removed_whatever_becomes_of_the_grader() {
    for sandbox in SANDBOXES {
        let fixture = Fixture::new(User::Own);
        if !fixture.holds(sandbox) {
            continue;
        }
        fixture.file("connect4.c", c("puts(\"x\"); fflush(stdout); sleep(9); return 0;"));
        let mut grader = fixture.spawn(&format!("run connect4.c --moves 1 --sandbox {sandbox}"));
        let began = Instant::now();
        while !groups(grader.id()).iter().any(|group| holds_program(group)) && began.elapsed() < PATIENCE {
            if grader.try_wait().is_ok_and(|ended| ended.is_some()) {
                crate::absent::skip("no control group that the grader may make");
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(
            groups(grader.id()).iter().any(|group| holds_program(group)),
            "{sandbox}"
        );
        grader.kill().expect("it runs");
        grader.wait().expect("it is gone");

        // The next one removes what the killed one could not.
        fixture
            .program("connect4.c", &c("return 0;"), &format!("--moves 1 --sandbox {sandbox}"))
            .code(0);
        assert!(groups(grader.id()).is_empty(), "{sandbox}: {:?}", groups(grader.id()));
        fixture.is_clean();
    }
}
