//! How programs are run: the machine and its limits.

use super::native;
use crate::assignment::{Linkage, MachineSpec};
use crate::diagnostic::Diagnostic;
use crate::machine::{Fill, Limits, lc3};
use crate::yaml::{self, At, Fields, Reader, Spot};

pub(super) const LINKAGES: [(&str, Linkage); 3] = [
    ("any", Linkage::Any),
    ("overwrite-r7", Linkage::OverwriteR7),
    ("keep-r7", Linkage::KeepR7),
];
pub(super) const BANNERS: [(&str, lc3::Banner); 4] = [
    ("lc3sim", lc3::Banner::Lc3sim),
    ("lc3tools", lc3::Banner::Lc3tools),
    ("lc3edit", lc3::Banner::Lc3edit),
    ("none", lc3::Banner::None),
];

/// The machines by name, as `kind:` has them.
const KINDS: [(&str, Kind); 3] = [("lc3", Kind::Lc3), ("arm", Kind::Arm), ("native", Kind::Native)];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Lc3,
    Arm,
    Native,
    /// The field that holds the settings is called as the machine is.
    Unnamed,
}

/// Reads the machine and its settings: `{lc3: {...}}`, `{arm: {...}}`, or any of them as `{kind: native, ...}`. `file` is what a
/// submission is called. The caps of native programs are read elsewhere.
pub(super) fn machine(reader: &mut Reader, at: &At, file: Option<&str>) -> Option<MachineSpec> {
    match kind(reader, at)? {
        Kind::Lc3 => {
            let fields = reader.fields(at, &["kind", "traps", "banner", "fill"])?;
            lc3(reader, &fields)
        }
        Kind::Arm => {
            let fields = reader.fields(at, &["kind", "fill"])?;
            let fill = start_values(reader, &fields)?;
            Some(MachineSpec::Arm { fill })
        }
        Kind::Native => {
            let fields = reader.fields(at, &native::FIELDS)?;
            let (recipe, terminal) = native::recipe(reader, &fields, file)?;
            let (_, limits, _) = native::usual_limits();
            let settings = native::settings(terminal, limits);
            Some(MachineSpec::Native { recipe, settings })
        }
        Kind::Unnamed => by_field(reader, at),
    }
}

/// A machine whose settings are in a field with its name.
fn by_field(reader: &mut Reader, at: &At) -> Option<MachineSpec> {
    let fields = reader.fields(at, &["lc3", "arm", "kind"])?;
    if let Some(arm) = fields.get("arm") {
        if let Some(lc3) = fields.get("lc3") {
            let diagnostic = Diagnostic::error("conflicting-fields", "`lc3` cannot be combined with `arm`")
                .help("an assignment has one machine: remove one of the two");
            reader.problem(&lc3, Spot::Key, diagnostic);
            return None;
        }

        let fields = reader.fields(&arm, &["fill"])?;
        return Some(MachineSpec::Arm {
            fill: start_values(reader, &fields)?,
        });
    }

    let lc3 = reader.required(&fields, "lc3", "{traps: any, banner: lc3sim}")?;
    let fields = reader.fields(&lc3, &["traps", "banner", "fill"])?;
    self::lc3(reader, &fields)
}

/// The machine's kind as given by `kind:`; `None` after an error.
fn kind(reader: &mut Reader, at: &At) -> Option<Kind> {
    match at.field("kind") {
        Some(kind) => reader.choice(&kind, &KINDS),
        None => Some(Kind::Unnamed),
    }
}

fn lc3(reader: &mut Reader, fields: &Fields) -> Option<MachineSpec> {
    let traps = match fields.get("traps") {
        Some(at) => reader.choice(&at, &LINKAGES),
        None => Some(Linkage::Any),
    };
    let banner = match fields.get("banner") {
        Some(at) => reader.choice(&at, &BANNERS),
        None => Some(lc3::Banner::default()),
    };
    let fill = start_values(reader, fields);

    Some(MachineSpec::Lc3 {
        traps: traps?,
        banner: banner?,
        fill: fill?,
    })
}

fn start_values(reader: &mut Reader, fields: &Fields) -> Option<Fill> {
    match fields.get("fill") {
        Some(at) => fill(reader, &at),
        None => Some(Fill::Zero),
    }
}

fn fill(reader: &mut Reader, at: &At) -> Option<Fill> {
    if let yaml::Value::Map(_) = at.value {
        let fields = reader.fields(at, &["random"])?;
        let seed = reader.required(&fields, "random", "1")?;
        return reader.whole(&seed, 0..=u64::MAX).map(Fill::Random);
    }
    reader.choice(at, &[("zero", Fill::Zero)])
}

/// Instructions that are executed for all runs of a submission together, where the assignment does not say: hundreds of times
/// what a whole suite takes.
const BUDGET: u64 = 4_000_000_000;
/// The same on the ARM board, where programs may wait in loops that cannot be skipped.
const BUDGET_ARM: u64 = 20_000_000_000;

/// Reads the caps on a run, and the budget for all of them; what is not named has its default.
pub(super) fn limits(reader: &mut Reader, at: Option<&At>, is_arm: bool) -> Option<(Limits, u64)> {
    let usual = if is_arm { BUDGET_ARM } else { BUDGET };
    let Some(at) = at else {
        return Some((Limits::default(), usual));
    };

    let fields = reader.fields(at, &["instructions", "total-instructions", "output"])?;
    let budget = match fields.get("total-instructions") {
        Some(at) => reader.whole(&at, 1..=1_000_000_000_000_000),
        None => Some(usual),
    };
    let default = Limits::default();
    let instructions = match fields.get("instructions") {
        Some(at) => reader.whole(&at, 1..=10_000_000_000),
        None => Some(default.instructions),
    };
    let output = match fields.get("output") {
        Some(at) => reader.whole(&at, 1..=(64 << 20)).map(|bytes| bytes as usize),
        None => Some(default.output),
    };
    let limits = Limits {
        instructions: instructions?,
        output: output?,
    };

    Some((limits, budget?))
}
