//! `c4grade asm`: assemble one LC-3 program, print diagnostics, write what was asked for.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use c4grade::diagnostic::{Located, render};
use c4grade::machine::lc3::assembler::listing::{listing, symbol_table, words};
use c4grade::machine::lc3::assembler::object::object_file;
use c4grade::machine::lc3::{self, Program};
use c4grade::machine::{self, Build};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::broken_pipe_is_fine;

/// Exit code of a program that did not assemble.
const REFUSED: u8 = 14;
/// More of a file than this is not read; the assembler's own cap is far lower.
const MOST: u64 = 1 << 24;

/// Assemble an LC-3 program. A file name `-` stands for standard input or output.
#[derive(Debug, Clone, Args)]
pub struct AsmArgs {
    /// The source (or a classic .obj file)
    pub program: PathBuf,
    /// Write a listing: address, word, line, source
    #[arg(long, value_name = "FILE")]
    pub listing: Option<PathBuf>,
    /// Write the symbol table, as the classic tools write .sym files
    #[arg(long, value_name = "FILE")]
    pub symbols: Option<PathBuf>,
    /// Write the object file: big-endian words behind the origin
    #[arg(long, value_name = "FILE")]
    pub object: Option<PathBuf>,
    /// Write one line a word: `x3000 1021`
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
pub fn run(args: &AsmArgs) -> anyhow::Result<u8> {
    let bytes = read(&args.program)?;
    let name = args.program.display().to_string();
    let build = lc3::build(&name, &bytes);
    broken_pipe_is_fine(io::stderr().lock().write_all(diagnostics(&build, args)?.as_bytes()))
        .context("failed to write diagnostics")?;
    let Some(machine::Program::Lc3(program)) = &build.program else {
        return Ok(REFUSED);
    };
    write_outputs(args, program)?;
    Ok(0)
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
            serde_json::to_string_pretty(&result).context("failed to write JSON")? + "\n"
        }
    })
}

fn write_outputs(args: &AsmArgs, program: &Program) -> anyhow::Result<()> {
    if let Some(path) = &args.listing {
        write(path, listing(program).as_bytes())?;
    }
    if let Some(path) = &args.symbols {
        write(path, symbol_table(program).as_bytes())?;
    }
    if let Some(path) = &args.words {
        write(path, words(program).as_bytes())?;
    }
    if let Some(path) = &args.object {
        write(path, &object_file(program).context("failed to make an object file")?)?;
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if path == Path::new("-") {
        return broken_pipe_is_fine(io::stdout().lock().write_all(bytes)).context("failed to write standard output");
    }
    super::replace(path, bytes)
}
