//! A class of mutants, as `docs/scale.md` grades it: single edits of the assembly programs of another class.
//!
//! ```sh
//! cargo run --release --manifest-path benches/Cargo.toml -- CLASS NEW-CLASS EVERY
//! ```
//!
//! Takes one of `EVERY` edits of each `connect4.asm` and `connect4.s` in a folder per student, in the order of the library, and
//! writes `NEW-CLASS/NAME-NUMBER/FILE`.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use c4grade::machine::{Target, edits};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [class, new_class, every] = &words[..] else {
        eprintln!("expected the folder of a class, a folder to write, and a number: one edit of so many is taken");
        return ExitCode::from(2);
    };
    let Some(every) = every.parse().ok().filter(|every| *every > 0) else {
        eprintln!("{every} is no number of edits to take one of");
        return ExitCode::from(2);
    };

    match write(Path::new(class), Path::new(new_class), every) {
        Ok(written) => {
            println!("{written} programs in {new_class}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("from {class} to {new_class}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the edits of all programs of a class. Gives their number.
fn write(class: &Path, new_class: &Path, every: usize) -> std::io::Result<usize> {
    let mut students: Vec<_> = fs::read_dir(class)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    students.sort();

    let mut written = 0;
    for student in students.iter().filter(|path| path.is_dir()) {
        for (file, target) in [("connect4.asm", Target::Lc3), ("connect4.s", Target::Arm)] {
            let path = student.join(file);
            if !path.is_file() {
                continue;
            }
            let bytes = fs::read(path)?;
            let text = String::from_utf8_lossy(&bytes);
            let name = student.file_name().unwrap_or_default().to_string_lossy();

            for (number, edit) in edits::edits(target, &text).iter().enumerate().step_by(every) {
                let folder = new_class.join(format!("{name}-{number:05}"));
                fs::create_dir_all(&folder)?;
                fs::write(folder.join(file), edit.apply(&text))?;
                written += 1;
            }
        }
    }
    Ok(written)
}
