//! Taking more than there is for one.

use std::fs::File;
use std::io::{self, Write as _};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use nix::sys::resource::{Resource, getrlimit};

use super::{Attack, again, got, kept, say};

/// So long it goes on where nothing stops it, by the clock.
const MOST_TIME: Duration = Duration::from_secs(10);
const MIB: usize = 1 << 20;
/// Never more memory, in MiB.
const MOST_MEMORY: u64 = 1024;
/// Never more on the disk, in MiB, and never more files.
const MOST_DISK: usize = 64;
const MOST_FILES: usize = 20_000;
/// Never more output, in bytes.
const MOST_OUTPUT: usize = 32 * MIB;
/// Descriptors that are enough for any limit.
const MOST_OPEN: usize = 1100;
/// Never more pairs of sockets.
const MOST_PAIRS: usize = 40;
/// What a program may have open.
const OPEN: usize = 256;

/// Opens files until it may not.
pub fn open() {
    let mut files = Vec::new();
    while files.len() < MOST_OPEN {
        match File::open("/dev/null") {
            Ok(file) => files.push(file),
            Err(error) => {
                kept(&format!("file {}: {error}", files.len() + 1));
                break;
            }
        }
    }
    if files.len() > OPEN {
        got(&format!("opened {} files at a time", files.len()));
    }
}

/// Whether its memory would be left on the disk when it crashes.
pub fn core() {
    match getrlimit(Resource::RLIMIT_CORE) {
        Ok((0, 0)) => kept("no core dump"),
        other => got(&format!("may leave a core dump: {other:?}")),
    }
}

/// Computes.
pub fn spin() {
    let end = Instant::now() + MOST_TIME;
    let mut number = 1_u64;
    while Instant::now() < end {
        number = std::hint::black_box(number.wrapping_mul(3));
    }
}

/// Sleeps.
pub fn sleep() {
    std::thread::sleep(MOST_TIME);
}

/// Prints.
pub fn flood() {
    let line = [b'x'; 4096];
    let mut out = io::stdout().lock();
    for _ in 0..MOST_OUTPUT / line.len() {
        if out.write_all(&line).is_err() {
            return;
        }
    }
}

/// Takes memory and uses it, MiB by MiB.
pub fn memory(mebibytes: u64) {
    let mut taken: Vec<Vec<u8>> = Vec::new();
    for count in 1..=mebibytes.min(MOST_MEMORY) {
        let mut more = Vec::new();
        if more.try_reserve_exact(MIB).is_err() {
            kept("no more memory is given");
            break;
        }
        more.resize(MIB, count as u8);
        taken.push(more);
        say(&format!("took {count}"));
    }
    std::hint::black_box(&taken);
    // Long enough to be seen.
    std::thread::sleep(Duration::from_millis(300));
}

/// Takes memory by many processes together.
pub fn crowd(processes: u64, mebibytes: u64) {
    let mut children = Vec::new();
    for _ in 0..processes.min(MOST_MEMORY / mebibytes.max(1)) {
        let mut child = again(Attack::Memory);
        let child = child
            .arg(mebibytes.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn();
        match child {
            Ok(child) => children.push(child),
            Err(error) => {
                kept(&format!("process {}: {error}", children.len() + 1));
                break;
            }
        }
        say(&format!("started {}", children.len()));
    }
    for mut child in children {
        let _ = child.wait();
    }
}

fn scratch() -> PathBuf {
    PathBuf::from(std::env::var_os("TMPDIR").unwrap_or_default())
}

/// Fills one file. The file is gone at once, its bytes are not.
pub fn disk() {
    let path = scratch().join("large");
    let opened = File::create(&path);
    let Ok(mut file) = opened else {
        kept("no file can be made");
        return;
    };
    let block = vec![1; MIB];
    for count in 1..=MOST_DISK {
        if let Err(error) = file.write_all(&block) {
            kept(&format!("MiB {count}: {error}"));
            break;
        }
        say(&format!("wrote {count}"));
        std::thread::sleep(Duration::from_millis(1));
    }
    let _ = std::fs::remove_file(path);
}

/// Fills many files that have no name any more.
pub fn nameless() {
    let block = vec![1; MIB];
    let mut held = Vec::new();
    for count in 1..=MOST_DISK {
        let path = scratch().join(format!("nameless-{count}"));
        let filled = File::create(&path).and_then(|mut file| {
            let _ = std::fs::remove_file(&path);
            file.write_all(&block)?;
            Ok(file)
        });
        match filled {
            Ok(file) => held.push(file),
            Err(error) => {
                kept(&format!("file {count}: {error}"));
                break;
            }
        }
        say(&format!("hid {count}"));
        std::thread::sleep(Duration::from_millis(1));
    }
    // Long enough to be seen.
    std::thread::sleep(Duration::from_millis(300));
}

/// Fills files at the bottom of folders, further down than a grader looks.
pub fn deep() {
    const FOLDERS: usize = 70;
    let mut folder = scratch();
    folder.extend(std::iter::repeat_n("d", FOLDERS));
    if let Err(error) = std::fs::create_dir_all(&folder) {
        kept(&format!("{FOLDERS} folders: {error}"));
        return;
    }

    let block = vec![1; MIB];
    for count in 1..=MOST_DISK {
        let filled = File::create(folder.join(count.to_string())).and_then(|mut file| file.write_all(&block));
        if let Err(error) = filled {
            kept(&format!("file {count}: {error}"));
            break;
        }
        say(&format!("buried {count}"));
        std::thread::sleep(Duration::from_millis(1));
    }
    // Long enough to be seen.
    std::thread::sleep(Duration::from_millis(300));
}

/// Opens sockets, in whose buffers the kernel holds what nobody reads.
pub fn sockets() {
    let mut pairs = Vec::new();
    while pairs.len() < MOST_PAIRS {
        match UnixStream::pair() {
            Ok(pair) => pairs.push(pair),
            Err(error) => {
                kept(&format!("pair {}: {error}", pairs.len() + 1));
                break;
            }
        }
    }
    say(&format!("paired {}", pairs.len()));
    // Long enough to be seen.
    std::thread::sleep(Duration::from_millis(500));
    say(&format!("held {}", pairs.len()));
}

/// Makes files until it may not.
pub fn files() {
    let folder = scratch();
    for count in 1..=MOST_FILES {
        let made = File::create(folder.join(format!("small-{count}"))).and_then(|mut file| file.write_all(b"x"));
        if let Err(error) = made {
            kept(&format!("file {count}: {error}"));
            break;
        }
        if count % 100 == 0 {
            say(&format!("made {count}"));
        }
    }
}
