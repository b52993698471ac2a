//! Using up processor time, memory, disk, output and open files.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use nix::sys::resource::{Resource, getrlimit};

use super::output::{failed, say, succeeded};

/// How long an attack goes on if nothing stops it.
const MOST_TIME: Duration = Duration::from_secs(10);
const MIB: usize = 1 << 20;
/// The most memory, in MiB.
const MOST_MEMORY: u64 = 1024;
/// The most on the disk, in MiB.
const MOST_DISK: usize = 64;
/// The most output, in bytes.
const MOST_OUTPUT: usize = 32 * MIB;
/// More open files than any limit allows.
const MOST_OPEN: usize = 1100;
/// The limit on open files.
const OPEN: usize = 256;

/// Opens files until that fails.
pub fn open() {
    let mut files = Vec::new();
    while files.len() < MOST_OPEN {
        match File::open("/dev/null") {
            Ok(file) => files.push(file),
            Err(error) => {
                failed(&format!("file {}: {error}", files.len() + 1));
                break;
            }
        }
    }

    if files.len() > OPEN {
        succeeded(&format!("opened {} files at the same time", files.len()));
    }
}

/// Looks whether a crash would write its memory to the disk.
pub fn core() {
    match getrlimit(Resource::RLIMIT_CORE) {
        Ok((0, 0)) => failed("no core dump"),
        other => succeeded(&format!("can leave a core dump: {other:?}")),
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

/// Allocates and uses memory, MiB by MiB.
pub fn memory(mebibytes: u64) {
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    for count in 1..=mebibytes.min(MOST_MEMORY) {
        let mut block = Vec::new();
        if block.try_reserve_exact(MIB).is_err() {
            failed("no more memory can be allocated");
            break;
        }

        block.resize(MIB, count as u8);
        blocks.push(block);
        say(&format!("allocated {count}"));
    }

    std::hint::black_box(&blocks);
    // Long enough to be noticed.
    std::thread::sleep(Duration::from_millis(300));
}

/// Fills one file, and removes it.
pub fn disk() {
    let path = PathBuf::from(std::env::var_os("TMPDIR").unwrap_or_default()).join("large");
    let Ok(mut file) = File::create(&path) else {
        failed("no file can be created");
        return;
    };

    let block = vec![1; MIB];
    for count in 1..=MOST_DISK {
        if let Err(error) = file.write_all(&block) {
            failed(&format!("MiB {count}: {error}"));
            break;
        }
        say(&format!("wrote {count}"));
        std::thread::sleep(Duration::from_millis(1));
    }
    let _ = std::fs::remove_file(path);
}
