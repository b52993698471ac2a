//! `c4grade asm`: assembles one program or reads an image, prints diagnostics and writes the requested files.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use c4grade::diagnostic::{Located, render};
use c4grade::machine::arm::assembler::listing as arm_listing;
use c4grade::machine::lc3::assembler::listing as lc3_listing;
use c4grade::machine::lc3::assembler::object::object_file;
use c4grade::machine::{Build, Program, Target, arm, lc3};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::broken_pipe_is_fine;
use super::interrupt::Interrupt;
use super::program::MachineName;
use super::same_file::is_same_file;

/// Exit code of a program that did not assemble.
const REFUSED: u8 = 14;
/// More of a file than this is not read; the assembler's own cap is far lower.
const MOST: u64 = 1 << 24;

/// Assemble a program. A file name `-` means standard input or output.
#[derive(Debug, Clone, Args)]
pub struct AsmArgs {
    /// The source (or a classic .obj file; for ARM an image: .axf, .elf, .hex, .bin)
    pub program: PathBuf,
    /// The target machine [default: detected from the file name and contents]
    #[arg(long, value_enum)]
    pub machine: Option<MachineName>,
    /// Write a listing: address, word, line, source
    #[arg(long, value_name = "FILE")]
    pub listing: Option<PathBuf>,
    /// Write the symbol table: for the LC-3 as a .sym file of the classic tools, for ARM one line per symbol
    #[arg(long, value_name = "FILE")]
    pub symbols: Option<PathBuf>,
    /// Write the object file: for the LC-3 the origin and big-endian words, for ARM the bytes of flash from address 0
    #[arg(long, value_name = "FILE")]
    pub object: Option<PathBuf>,
    /// Write one line per word: `x3000 1021`, for ARM `0x00000000 E3A00001`
    #[arg(long, value_name = "FILE")]
    pub words: Option<PathBuf>,
    /// How diagnostics are printed, on standard error
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// The form of diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    /// With the source around each place
    #[default]
    Text,
    /// One line each
    Concise,
    /// One JSON object
    Json,
}

/// The JSON form.
#[derive(Serialize)]
struct Outcome<'a> {
    format: u32,
    file: &'a str,
    assembled: bool,
    diagnostics: Vec<Located>,
}

/// Assembles and writes. Gives the exit code: 0, or 14 when the program did not assemble.
pub fn run(args: &AsmArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let bytes = read(&args.program)?;
    let name = args.program.display().to_string();
    let target = MachineName::or_of(args.machine, &name, &bytes);
    check_outputs(args, &super::program::files_of(&args.program, target))?;
    let (name, bytes) = super::program::whole_program(&args.program, target, bytes).map_err(anyhow::Error::msg)?;
    let build = match target {
        Target::Lc3 => lc3::build(&name, &bytes),
        Target::Arm => arm::build(&name, &bytes),
        Target::Native => {
            return Ok(super::program::usage(
                "there is nothing to assemble: this is a native program; `c4grade run` builds and runs it",
            ));
        }
    };

    broken_pipe_is_fine(io::stderr().lock().write_all(diagnostics(&build, args)?.as_bytes()))
        .context("failed to write diagnostics")?;
    let Some(program) = &build.program else {
        return Ok(REFUSED);
    };
    write_outputs(args, program, interrupt)?;
    Ok(0)
}

/// Refuses outputs that would replace a source, or each other.
fn check_outputs(args: &AsmArgs, sources: &[PathBuf]) -> anyhow::Result<()> {
    let outputs = [
        ("--listing", &args.listing),
        ("--symbols", &args.symbols),
        ("--words", &args.words),
        ("--object", &args.object),
    ];
    let outputs = outputs
        .iter()
        .filter_map(|(option, path)| Some((*option, path.as_deref()?)));
    let outputs: Vec<(&str, &Path)> = outputs.filter(|(_, path)| *path != Path::new("-")).collect();

    for (number, (option, output)) in outputs.iter().enumerate() {
        if let Some(source) = sources.iter().find(|source| is_same_file(source, output)) {
            let (output, source) = (output.display(), source.display());
            bail!("{option} {output} would replace the source {source}: name another file");
        }
        let earlier = &outputs[..number];
        if let Some((other, path)) = earlier.iter().find(|(_, path)| is_same_file(path, output)) {
            let (output, path) = (output.display(), path.display());
            bail!("{other} {path} and {option} {output} are the same file: name two files");
        }
    }
    Ok(())
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin()
            .lock()
            .take(MOST)
            .read_to_end(&mut bytes)
            .context("failed to read standard input")?;
        return Ok(bytes);
    }

    let shown = path.display();
    let file = File::open(path).with_context(|| format!("failed to open {shown}"))?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        bail!("failed to read {shown}: it is a folder; name the source file in it");
    }

    file.take(MOST)
        .read_to_end(&mut bytes)
        .with_context(|| format!("failed to read {shown}"))?;
    Ok(bytes)
}

fn diagnostics(build: &Build, args: &AsmArgs) -> anyhow::Result<String> {
    let color = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
    Ok(match args.format {
        Format::Text => render::terminal(&build.diagnostics, &build.source, color),
        Format::Concise => render::concise(&build.diagnostics, &build.source),
        Format::Json => {
            let result = Outcome {
                format: 1,
                file: &build.source.name,
                assembled: build.program.is_some(),
                diagnostics: build.diagnostics.iter().map(|one| one.locate(&build.source)).collect(),
            };
            c4grade::diagnostic::json::pretty_text(&result).context("failed to write JSON")? + "\n"
        }
    })
}

fn write_outputs(args: &AsmArgs, program: &Program, interrupt: &Interrupt) -> anyhow::Result<()> {
    if let Some(path) = &args.listing {
        let listing = match program {
            Program::Lc3(program) => lc3_listing::listing(program),
            Program::Arm(program) => arm_listing::listing(program),
            Program::Native(_) => String::new(),
        };
        write(path, listing.as_bytes(), interrupt)?;
    }

    if let Some(path) = &args.symbols {
        let symbols = match program {
            Program::Lc3(program) => lc3_listing::symbol_table(program),
            Program::Arm(program) => arm_listing::symbol_table(program),
            Program::Native(_) => String::new(),
        };
        write(path, symbols.as_bytes(), interrupt)?;
    }

    if let Some(path) = &args.words {
        let words = match program {
            Program::Lc3(program) => lc3_listing::words(program),
            Program::Arm(program) => arm_listing::words(program),
            Program::Native(_) => String::new(),
        };
        write(path, words.as_bytes(), interrupt)?;
    }

    if let Some(path) = &args.object {
        match program {
            Program::Lc3(program) => {
                let object = object_file(program).context("failed to make an object file")?;
                write(path, &object, interrupt)?;
            }
            Program::Arm(program) => write(path, &program.flash, interrupt)?,
            Program::Native(_) => {}
        }
    }

    Ok(())
}

fn write(path: &Path, bytes: &[u8], interrupt: &Interrupt) -> anyhow::Result<()> {
    if path == Path::new("-") {
        return broken_pipe_is_fine(io::stdout().lock().write_all(bytes)).context("failed to write standard output");
    }
    super::replace(path, bytes, &interrupt.hold())
}
