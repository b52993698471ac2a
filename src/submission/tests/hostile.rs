use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use super::{PROGRAM, class, read, search};

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn what_is_no_file_is_refused_and_never_opened() {
    let class = class(&[
        "real/connect4.asm",
        "dir/connect4.asm/",
        "pipe/",
        "sock/",
        "link/",
        "zero/",
        "gone/",
    ]);

    let at = |name: &str| class.path().join(name).join("connect4.asm");
    fifo(&at("pipe"));
    let _socket = UnixListener::bind(at("sock")).unwrap();
    symlink(at("real"), at("link")).unwrap();
    symlink("/dev/zero", at("zero")).unwrap();
    symlink("nowhere", at("gone")).unwrap();
    symlink(class.path().join("real"), class.path().join("twin")).unwrap();
    fifo(&class.path().join("fred_connect4.asm"));

    let found = search(class.path()).unwrap();
    assert_eq!(
        read(&found),
        [
            "dir | dir/connect4.asm | connect4.asm is a folder, not a file: ask the student for the program itself",
            "fred | fred_connect4.asm | fred_connect4.asm is a named pipe, not a file: ask the student for the program itself",
            "gone | gone/connect4.asm | connect4.asm is a symbolic link, not a file: ask the student for the program itself",
            "link | link/connect4.asm | connect4.asm is a symbolic link, not a file: ask the student for the program itself",
            "pipe | pipe/connect4.asm | connect4.asm is a named pipe, not a file: ask the student for the program itself",
            "real | real/connect4.asm | ok",
            "sock | sock/connect4.asm | connect4.asm is a socket, not a file: ask the student for the program itself",
            "twin | twin | twin is a symbolic link, not a file: ask the student for the program itself",
            "zero | zero/connect4.asm | connect4.asm is a symbolic link, not a file: ask the student for the program itself",
        ]
    );
    assert!(found.submissions[4].read().unwrap_err().contains("a named pipe"));
}

#[test]
fn a_device_given_by_its_path_is_refused() {
    let found = search(Path::new("/dev/zero")).unwrap();
    assert_eq!(
        read(&found),
        ["zero | zero | zero is a device, not a file: ask the student for the program itself"]
    );
}

// Between the walk and the reading a student's process may put anything in the place of the program.
#[test]
fn a_pipe_that_takes_the_place_of_a_found_program_is_not_opened() {
    let class = class(&["ada/connect4.asm", "bob/connect4.asm"]);
    let found = search(class.path()).unwrap();
    let program = class.path().join("ada/connect4.asm");
    fs::remove_file(&program).unwrap();
    fifo(&program);
    assert_eq!(
        found.submissions[0].read().unwrap_err(),
        "connect4.asm is a named pipe, not a file"
    );
}

#[test]
fn circles_of_links_end() {
    let class = class(&["ada/sub/", "bob/connect4.asm"]);
    symlink("..", class.path().join("ada/sub/up")).unwrap();
    symlink(class.path(), class.path().join("bob/all")).unwrap();
    let found = search(class.path()).unwrap();
    let linked = "ada | ada/ | the folder has no connect4.asm; it contains sub/up: rename the program to connect4.asm, or ask the \
                  student for it";
    assert_eq!(read(&found), [linked, "bob | bob/connect4.asm | ok"]);
}

// Root reads everything, so as root the test says nothing.
#[test]
fn what_may_not_be_read_is_not_the_students_fault() {
    let class = class(&["ada/connect4.asm", "bob/connect4.asm", "cyd/connect4.asm"]);
    let lock = |name: &str, mode| {
        fs::set_permissions(class.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    lock("ada/connect4.asm", 0);

    if fs::read(class.path().join("ada/connect4.asm")).is_ok() {
        eprintln!("skipped: this user reads every file");
        return;
    }

    lock("bob", 0);
    let found = search(class.path());
    lock("bob", 0o755);
    assert_eq!(
        read(&found.unwrap()),
        [
            "ada | ada/connect4.asm | ours: connect4.asm cannot be read: permission denied: fix that, then grade again",
            "bob | bob/ | ours: the folder cannot be read (permission denied): make it readable, then grade again",
            "cyd | cyd/connect4.asm | ok",
        ]
    );
}

#[test]
fn names_that_are_not_text_are_kept_apart() {
    let class = class(&[]);
    for name in [&b"a\xFF"[..], b"a\xFE"] {
        let folder = class.path().join(std::ffi::OsStr::from_bytes(name));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("connect4.asm"), PROGRAM).unwrap();
    }

    let found = search(class.path()).unwrap();
    assert_eq!(
        read(&found),
        ["a\\xFE | a\\xFE/connect4.asm | ok", "a\\xFF | a\\xFF/connect4.asm | ok"]
    );
    assert_ne!(found.submissions[0].slug, found.submissions[1].slug);
    assert_eq!(found.submissions[1].read().unwrap(), PROGRAM.as_bytes());
}
