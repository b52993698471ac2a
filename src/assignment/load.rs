//! Reading and checking `assignment.yaml`.
//!
//! All errors of the file are reported at once, each with its place. The bundled packages explain every field in
//! comments.

use std::path::Path;

use super::{Assignment, Input, MachineSpec, RepeatedFaults};
use crate::connect4::Game;
use crate::diagnostic::{Diagnostic, Source};
use crate::machine::Limits;
use crate::result::Visibility;
use crate::yaml::{self, At, Fields, Reader, Spot};

mod comparison;
mod game;
mod input;
mod machine;
mod native;
mod rubric;
pub mod schema;
mod starter;
mod students;
mod wording;

use comparison::comparison;
pub(crate) use comparison::{FRAMES, no_frames};
use game::game;
use machine::{limits, machine};
pub use rubric::is_tag;
pub(crate) use rubric::{MAX_POINTS, tags};
use rubric::{REPEATED_FAULTS, USUAL_DEDUCTIONS, deductions, rubric};
use wording::wording;

/// The number of this format.
const FORMAT: u64 = 1;

/// Reads an assignment from the text of its `assignment.yaml`: of a bundled package, or of one in a folder, in which
/// the files it names are looked for.
pub fn load(source: &Source, folder: Option<&Path>) -> Result<Assignment, Vec<Diagnostic>> {
    let root = yaml::parse(source, &[]).map_err(|problem| vec![*problem])?;
    let mut reader = Reader::new(source);
    let assignment = assignment(&mut reader, &Reader::root(&root), folder);
    match assignment {
        Some(assignment) if !reader.has_problems() => Ok(assignment),
        _ => Err(reader.finish()),
    }
}

/// The fields of `assignment.yaml`.
const KNOWN: [&str; 15] = [
    "format",
    "name",
    "title",
    "files",
    "machine",
    "limits",
    "game",
    "wording",
    "input",
    "comparison",
    "rubric",
    "deductions",
    "repeated-faults",
    "starter",
    "students",
];

/// Reads every section before any missing one ends the reading, so that all errors are reported at once.
fn assignment(reader: &mut Reader, root: &At, folder: Option<&Path>) -> Option<Assignment> {
    let fields = reader.fields(root, &KNOWN)?;
    if let Some(at) = reader.required(&fields, "format", "1") {
        reader.whole(&at, FORMAT..=FORMAT);
    }
    let header = header(reader, &fields);

    let machine = reader
        .required(&fields, "machine", "{lc3: {traps: any}}")
        .and_then(|at| machine(reader, &at, header.file()));
    let is_other = matches!(machine, Some(MachineSpec::Arm { .. } | MachineSpec::Native { .. }));
    let (caps, machine) = caps(reader, &fields, machine);

    let game_at = reader.required(&fields, "game", "{rows: 6, columns: 6, line: 4}");
    let (rules, flow) = game_at.map_or((None, None), |at| game(reader, &at));
    let wording = reader
        .required(&fields, "wording", "{...}")
        .and_then(|at| wording(reader, &at, flow.as_ref()));
    let input = reader
        .required(&fields, "input", "{protocol: key}")
        .and_then(|at| input::input(reader, &at, is_other));

    let comparison = optional(reader, &fields, "comparison", comparison::default(), |reader, at| {
        comparison(reader, at, flow.as_ref())
    });
    let has_starter = !is_other && fields.get("starter").is_some();
    let rubric = optional(reader, &fields, "rubric", Vec::new(), |reader, at| {
        rubric(reader, at, has_starter)
    });
    let deductions = optional(reader, &fields, "deductions", USUAL_DEDUCTIONS, deductions);
    let usual = RepeatedFaults::default();
    let repeated_faults = optional(reader, &fields, "repeated-faults", usual, |reader, at| {
        reader.choice(at, &REPEATED_FAULTS)
    });
    let starter = optional(reader, &fields, "starter", None, |reader, at| {
        if is_other {
            reader.problem(at, Spot::Key, no_starter());
            return None;
        }
        starter::starter(reader, at, header.name.as_deref(), folder).map(Some)
    });

    let students = optional(reader, &fields, "students", Visibility::default(), students::students);

    let comparison = comparison?;
    let (limits, budget) = caps?;
    let input = input?;
    Some(Assignment {
        name: header.name?,
        title: header.title?,
        files: header.files?,
        machine: machine?,
        limits,
        budget,
        game: Game {
            rules: rules?,
            wording: wording?,
            flow: flow?,
        },
        protocol: input.demanded.typing(),
        input: Input {
            demanded: input.demanded,
            tolerated: input.tolerated,
            share: input.share.unwrap_or(comparison.format.tolerated_share()),
            opening: input.opening,
            opening_keys: input.opening_keys,
        },
        comparison,
        rubric: rubric?,
        deductions: deductions?,
        repeated_faults: repeated_faults?,
        starter: starter?,
        students: students?,
        folder: folder.map(Path::to_owned),
    })
}

/// What an assignment is called, and what its submissions are called; `None` for what cannot be read.
struct Header {
    name: Option<String>,
    title: Option<String>,
    files: Option<Vec<String>>,
}

impl Header {
    /// The preferred name of a submission.
    fn file(&self) -> Option<&str> {
        self.files.as_ref()?.first().map(String::as_str)
    }
}

fn header(reader: &mut Reader, fields: &Fields) -> Header {
    Header {
        name: reader
            .required(fields, "name", "lc3-starter")
            .and_then(|at| package_name(reader, &at)),
        title: reader
            .required(fields, "title", "Connect 4 in LC-3")
            .and_then(|at| reader.short_text(&at, 100)),
        files: reader
            .required(fields, "files", "[connect4.asm]")
            .and_then(|at| file_names(reader, &at)),
    }
}

/// A section that may be left out; `None` if it is there and cannot be read.
fn optional<T>(
    reader: &mut Reader,
    fields: &Fields,
    name: &str,
    usual: T,
    read: impl FnOnce(&mut Reader, &At) -> Option<T>,
) -> Option<T> {
    match fields.get(name) {
        Some(at) => read(reader, &at),
        None => Some(usual),
    }
}

/// The caps on a run, those of native programs belonging to the machine, and the budget for all runs of a submission.
fn caps(
    reader: &mut Reader,
    fields: &Fields,
    machine: Option<MachineSpec>,
) -> (Option<(Limits, u64)>, Option<MachineSpec>) {
    let at = fields.get("limits");
    let Some(MachineSpec::Native { recipe, settings }) = machine else {
        let is_arm = matches!(machine, Some(MachineSpec::Arm { .. }));
        return (limits(reader, at.as_ref(), is_arm), machine);
    };

    let read = match at {
        Some(at) => native::limits(reader, &at),
        None => Some(native::usual_limits()),
    };
    let Some((limits, of_native, budget)) = read else {
        return (None, None);
    };

    let settings = native::settings(settings.terminal, of_native);
    (Some((limits, budget)), Some(MachineSpec::Native { recipe, settings }))
}

fn no_starter() -> Diagnostic {
    Diagnostic::error("conflicting-fields", "`starter` requires an LC-3 program")
        .help("remove `starter`: only LC-3 programs are compared with a starter file")
}

/// The name becomes a folder of reports, so only characters that are safe everywhere are allowed.
fn package_name(reader: &mut Reader, at: &At) -> Option<String> {
    let name = reader.short_text(at, 64)?;
    let safe = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !name.bytes().all(safe) || name.starts_with('-') || name.ends_with('-') {
        reader.out_of_range(
            at,
            "lower-case letters, digits and inner hyphens, such as `lc3-starter`",
        );
        return None;
    }
    if is_device(&name) {
        reader.out_of_range(at, "a name that Windows does not reserve for a device");
        return None;
    }

    Some(name)
}

/// Whether Windows would open a device under this name.
fn is_device(name: &str) -> bool {
    let is_port = |port: &str| matches!(port.as_bytes(), [b'0'..=b'9']);
    let port = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
    ["con", "prn", "aux", "nul"].contains(&name) || port.is_some_and(is_port)
}

fn file_names(reader: &mut Reader, at: &At) -> Option<Vec<String>> {
    let entries = reader.list(at)?;
    if entries.is_empty() || entries.len() > 20 {
        reader.out_of_range(at, "a list of 1 to 20 file names");
    }
    let mut names = Vec::new();
    for entry in entries {
        names.extend(file_name(reader, &entry));
    }
    Some(names)
}

fn file_name(reader: &mut Reader, at: &At) -> Option<String> {
    let name = reader.short_text(at, 100)?;
    if name.contains(['/', '\\', '\0']) || name == "." || name == ".." {
        reader.out_of_range(at, "the name of a file, without a folder");
        return None;
    }
    Some(name)
}

#[cfg(test)]
mod tests;
