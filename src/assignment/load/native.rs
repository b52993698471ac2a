//! Native programs in `assignment.yaml`: how they are built and started, and their caps.

use std::path::PathBuf;

use crate::diagnostic::Diagnostic;
use crate::machine::Limits;
use crate::machine::native::{Recipe, Settings};
use crate::sandbox;
use crate::yaml::{At, Fields, Reader, Spot, Value};

const MIB: u64 = 1 << 20;

/// Fields of `machine` with `kind: native`.
pub(super) const FIELDS: [&str; 6] = ["kind", "build", "diagnose", "run", "terminal", "view"];

/// Reads how programs are built and started. `file` is what a submission is called.
pub(super) fn recipe(reader: &mut Reader, fields: &Fields, file: Option<&str>) -> Option<(Recipe, bool)> {
    let build = match fields.get("build") {
        Some(at) => command(reader, &at)?,
        None => Vec::new(),
    };
    let diagnose = match fields.get("diagnose") {
        Some(at) => command(reader, &at)?,
        None => Vec::new(),
    };
    let file = file.unwrap_or("connect4").to_owned();

    let run = match fields.get("run") {
        Some(at) => command(reader, &at)?,
        None if build.is_empty() => vec![format!("./{file}")],
        None => {
            reader.required(fields, "run", "[./connect4]");
            return None;
        }
    };

    if run.is_empty() {
        let at = fields.get("run")?;
        reader.out_of_range(&at, "a program and its arguments, such as [./connect4]");
        return None;
    }

    let terminal = match fields.get("terminal") {
        Some(at) => reader.flag(&at)?,
        None => false,
    };
    let mut view = Vec::new();
    for at in fields.get("view").and_then(|at| reader.list(&at)).unwrap_or_default() {
        let folder = PathBuf::from(reader.short_text(&at, 4096)?);
        if !folder.is_absolute() || folder.parent().is_none() {
            reader.out_of_range(
                &at,
                "the absolute path of a folder that programs may read, such as /opt/jdk",
            );
            return None;
        }
        view.push(folder);
    }

    let recipe = Recipe {
        file,
        build,
        diagnose,
        run,
        view,
    };

    Some((recipe, terminal))
}

/// A program and its arguments. No shell reads them, so they come as a list.
fn command(reader: &mut Reader, at: &At) -> Option<Vec<String>> {
    if matches!(at.value, Value::Text(_)) {
        let diagnostic = Diagnostic::error("wrong-type", "a command must be a list, not one text")
            .help("no shell is used: write the program and its arguments as a list: [cc, -o, connect4, connect4.c]");
        reader.problem(at, Spot::Value, diagnostic);
        return None;
    }
    let words = reader.list(at)?;
    words.iter().map(|word| reader.short_text(word, 1000)).collect()
}

/// Where the assignment does not say, all runs of a submission together may take so many times the cap on the processor time
/// of one. A run of a Java program takes a seventh of a second on an idle machine, and twice that on a busy one: with 420 cases,
/// some two minutes.
const BUDGET: u64 = 300;

/// Reads the caps on a native program, and the budget for all its runs, in milliseconds; what is not named has its default.
pub(super) fn limits(reader: &mut Reader, at: &At) -> Option<(Limits, sandbox::Limits, u64)> {
    let names = [
        "cpu",
        "wall",
        "total",
        "memory",
        "address-space",
        "disk",
        "processes",
        "output",
    ];

    let fields = reader.fields(at, &names)?;
    let default = sandbox::Limits::default();
    let seconds = |reader: &mut Reader, name: &str, default: u64, most: f64| match fields.get(name) {
        Some(at) => reader.number(&at, 0.01..=most).map(|seconds| (seconds * 1000.0) as u64),
        None => Some(default),
    };
    let cpu = seconds(reader, "cpu", default.cpu, 600.0);
    let wall = seconds(reader, "wall", default.wall, 3600.0);
    let whole = |reader: &mut Reader, name: &str, unit: u64, default: u64, most: u64| match fields.get(name) {
        Some(at) => reader.whole(&at, 1..=most).map(|count| count * unit),
        None => Some(default),
    };

    let memory = whole(reader, "memory", MIB, default.memory, 1 << 16);
    let disk = whole(reader, "disk", MIB, default.disk, 1 << 14);
    let processes = whole(reader, "processes", 1, default.processes, 1024);
    let output = whole(reader, "output", 1, default.output, 64 << 20);
    let memory = memory?;
    let address_space = whole(reader, "address-space", MIB, memory, 1 << 20);
    let (cpu, wall, output) = (cpu?, wall?, output?);
    let budget = seconds(reader, "total", cpu * BUDGET, 1_000_000.0);
    let native = sandbox::Limits {
        cpu,
        wall,
        asleep: wall,
        memory,
        address_space: address_space?,
        disk: disk?,
        processes: processes?,
        output,
    };

    let seam = Limits {
        // Nothing counts those of this very machine.
        instructions: 1,
        output: output as usize,
    };
    Some((seam, native, budget?))
}

/// The caps where `limits` is not given.
pub(super) fn usual_limits() -> (Limits, sandbox::Limits, u64) {
    let native = sandbox::Limits::default();
    let seam = Limits {
        instructions: 1,
        output: native.output as usize,
    };
    (seam, native, native.cpu * BUDGET)
}

/// How programs are run.
pub(super) fn settings(terminal: bool, limits: sandbox::Limits) -> Settings {
    Settings { terminal, limits }
}
