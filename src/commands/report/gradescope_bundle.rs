//! `c4grade report gradescope-bundle`: an autograder for Gradescope, which builds nothing.

use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use c4grade::assignment::{self, Assignment};
use clap::Args;
use walkdir::WalkDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::commands::interrupt::Interrupt;
use crate::commands::{Failed, bad_file, print, replace, say_warning};

/// What Gradescope runs once, when it builds the image.
const SETUP: &str = include_str!("gradescope_bundle/setup.sh");

/// What Gradescope runs for each submission.
const RUN: &str = include_str!("gradescope_bundle/run_autograder.sh");

/// How to build a binary that runs in any image.
const HOW: &str = "build one with\n  rustup target add x86_64-unknown-linux-musl\n  cargo build --release --target \
                   x86_64-unknown-linux-musl\nand name it: --binary target/x86_64-unknown-linux-musl/release/c4grade";

/// The arguments of `report gradescope-bundle`.
#[derive(Debug, Args)]
pub struct BundleArgs {
    /// A bundled assignment's name, or the path of a folder with a slash: `./my-course`
    #[arg(long, value_name = "NAME|DIR", default_value = "lc3-starter")]
    assignment: String,

    /// The archive to write
    #[arg(long, short, value_name = "FILE", default_value = "autograder.zip")]
    output: PathBuf,

    /// A c4grade for Linux on x86-64 [default: this one, if it is static]
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,

    /// Replace the archive if it exists
    #[arg(long)]
    force: bool,
}

/// Writes the archive.
pub fn run(args: &BundleArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    if args.output.exists() && !args.force {
        let message = format!(
            "{} exists: give --force to replace it, or --output FILE",
            args.output.display()
        );
        return Err(Failed::new(2, message).into());
    }
    let assignment = assignment::find(&args.assignment).map_err(bad_file)?;
    let binary = binary(args.binary.as_deref())?;

    let mut bundle = Bundle(ZipWriter::new(Cursor::new(Vec::new())));
    bundle.add("setup.sh", SETUP.as_bytes(), true)?;
    let name = match &assignment.folder {
        Some(_) => "./assignment",
        None => &assignment.name,
    };
    bundle.add("run_autograder", RUN.replace("ASSIGNMENT", name).as_bytes(), true)?;
    bundle.add("c4grade", &binary, true)?;
    bundle.add_package(&assignment)?;

    let bytes = bundle.0.finish().context("failed to make the archive")?.into_inner();
    replace(&args.output, &bytes, &interrupt.hold())?;
    print(&format!("Wrote {}.\n", args.output.display()))?;
    Ok(0)
}

/// The bytes of the binary. One that was named may need the libraries of this machine, which is only a warning.
fn binary(named: Option<&Path>) -> anyhow::Result<Vec<u8>> {
    let own = std::env::current_exe().context("failed to find the running c4grade")?;
    let path = named.unwrap_or(&own);
    let bytes = std::fs::read(path).with_context(|| format!("failed to read {}", path.display()))?;
    let problem = match linkage(&bytes) {
        Linkage::Static => return Ok(bytes),
        Linkage::Dynamic => "needs the libraries of this machine",
        Linkage::Foreign => "is not a program for Linux on x86-64",
    };

    let message = format!("{} {problem}: {HOW}", path.display());
    if named.is_none() || linkage(&bytes) == Linkage::Foreign {
        return Err(Failed::new(2, message).into());
    }
    say_warning(&message);
    Ok(bytes)
}

/// What a program needs to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Linkage {
    /// Nothing but the kernel.
    Static,
    /// A dynamic linker and libraries.
    Dynamic,
    /// Another system or processor.
    Foreign,
}

/// Reads the head of an ELF file: a dynamic program names its linker in a segment of the kind `PT_INTERP`.
fn linkage(bytes: &[u8]) -> Linkage {
    const X86_64: usize = 62;
    const PT_INTERP: usize = 3;
    let number = |at: usize, size: usize| -> Option<usize> {
        let bytes = bytes.get(at..at.checked_add(size)?)?;
        Some(
            bytes
                .iter()
                .rev()
                .fold(0, |number, byte| (number << 8) | usize::from(*byte)),
        )
    };
    let is_elf = bytes.starts_with(b"\x7fELF\x02\x01") && number(18, 2) == Some(X86_64);
    let table = number(32, 8).zip(number(54, 2)).zip(number(56, 2));
    let Some(((start, size), count)) = table.filter(|_| is_elf) else {
        return Linkage::Foreign;
    };

    let mut kinds = (0..count).map(|index| number(start.saturating_add(index * size), 4));
    if kinds.any(|kind| kind == Some(PT_INTERP)) {
        Linkage::Dynamic
    } else {
        Linkage::Static
    }
}

/// The archive in the making. Dates are fixed, so that the same files give the same archive.
struct Bundle(ZipWriter<Cursor<Vec<u8>>>);

impl Bundle {
    fn add(&mut self, name: &str, bytes: &[u8], is_program: bool) -> anyhow::Result<()> {
        let mode = if is_program { 0o755 } else { 0o644 };
        let options = SimpleFileOptions::default()
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(mode);
        let added = self.0.start_file(name, options).map_err(std::io::Error::other);
        added
            .and_then(|()| self.0.write_all(bytes))
            .context("failed to make the archive")
    }

    /// The files of an assignment that is not in the binary, without its sample class.
    fn add_package(&mut self, assignment: &Assignment) -> anyhow::Result<()> {
        let Some(folder) = &assignment.folder else {
            return Ok(());
        };
        let sample = folder.join("reference").join("submissions");
        let walk = WalkDir::new(folder).sort_by_file_name().into_iter();
        for entry in walk.filter_entry(|entry| entry.path() != sample) {
            let entry = entry.with_context(|| format!("failed to read {}", folder.display()))?;
            if !entry.file_type().is_file() {
                continue;
            }
            let bytes =
                std::fs::read(entry.path()).with_context(|| format!("failed to read {}", entry.path().display()))?;
            let inner = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            let parts: Vec<_> = inner.iter().map(|part| part.to_string_lossy()).collect();
            self.add(&format!("assignment/{}", parts.join("/")), &bytes, false)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Linkage, linkage};

    #[test]
    fn a_program_with_an_interpreter_is_dynamic() {
        let mut elf = vec![0; 64 + 56];
        elf[..6].copy_from_slice(b"\x7fELF\x02\x01");
        (elf[18], elf[32], elf[54], elf[56]) = (62, 64, 56, 1);
        assert_eq!(linkage(&elf), Linkage::Static);
        elf[64] = 3;
        assert_eq!(linkage(&elf), Linkage::Dynamic);
        elf[18] = 40;
        assert_eq!(linkage(&elf), Linkage::Foreign);
        assert_eq!(linkage(b"#!/bin/sh"), Linkage::Foreign);
    }
}
