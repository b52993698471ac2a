//! Writing into other files and folders, and leaving notes for a later run.

use std::fs::{self, File, FileTimes, OpenOptions};
use std::io::{self, Write as _};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::output::{failed, succeeded, tried};

/// A file in the program's folder whose mode and time could be a note.
pub const MARKER: &str = "marker";
/// A mode and a time that are a note.
const NOTE_MODE: u32 = 0o604;
const NOTE_TIME: Duration = Duration::from_secs(12_345_678);

/// Creates a file of this name in folders, and changes files.
pub fn write(arguments: &[String]) {
    let Some((name, places)) = arguments.split_first() else {
        return;
    };
    for place in places {
        let place = Path::new(place);
        if place.is_dir() {
            let file = place.join(name);
            tried(&format!("wrote {}", file.display()), create(&file, "note"));
            continue;
        }

        // A folder that cannot be read may still be written to.
        let _ = create(&place.join(name), "note");
        let append = OpenOptions::new().append(true).open(place);
        let appended = append.and_then(|mut file| file.write_all(name.as_bytes()));
        tried(&format!("changed {}", place.display()), appended);

        let renamed = fs::rename(place, place.with_extension(name));
        tried(&format!("renamed {}", place.display()), renamed);
    }
}

fn create(file: &Path, text: &str) -> io::Result<()> {
    File::create(file)?.write_all(text.as_bytes())
}

/// The folders in which a program could leave a note.
fn places(arguments: &[String]) -> Vec<PathBuf> {
    let variables = ["HOME", "TMPDIR"].into_iter().filter_map(std::env::var_os);
    let fixed = ["/tmp", "/dev/shm", "/var/tmp", "/run", "/dev", "/home", "/", "."];
    let named = arguments.iter().skip(1).map(PathBuf::from);
    variables
        .map(PathBuf::from)
        .chain(fixed.map(PathBuf::from))
        .chain(named)
        .collect()
}

fn note(place: &Path, name: &str) -> PathBuf {
    place.join(format!(".{name}-note"))
}

/// Leaves notes for a later run. Writing one is allowed; finding one later is not.
pub fn leave(arguments: &[String]) {
    let Some(name) = arguments.first() else { return };
    for place in places(arguments) {
        match create(&note(&place, name), "left") {
            Ok(()) => failed(&format!("left a note in {}", place.display())),
            Err(error) => failed(&format!("{}: {error}", place.display())),
        }
    }
    let _ = fs::set_permissions(MARKER, fs::Permissions::from_mode(NOTE_MODE));
    let time = SystemTime::UNIX_EPOCH + NOTE_TIME;
    let _ = File::open(MARKER).and_then(|file| file.set_times(FileTimes::new().set_modified(time)));
}

/// Looks for notes of an earlier run.
pub fn find(arguments: &[String]) {
    let Some(name) = arguments.first() else { return };
    for place in places(arguments) {
        let file = note(&place, name);
        tried(&format!("found {}", file.display()), fs::read(&file));
    }

    match fs::metadata(MARKER) {
        Ok(metadata) => {
            let time = metadata
                .modified()
                .ok()
                .and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
            if metadata.permissions().mode() & 0o777 == NOTE_MODE {
                succeeded("found a mode that an earlier run set");
            }

            if time == Some(NOTE_TIME) {
                succeeded("found a time that an earlier run set");
            }
        }
        Err(error) => failed(&format!("{MARKER}: {error}")),
    }

    // A process of an earlier run could answer there.
    let answer = SocketAddr::from_abstract_name(name.as_bytes()).and_then(|name| UnixStream::connect_addr(&name));
    tried("reached a process of an earlier run", answer);
}
