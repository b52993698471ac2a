//! The rubric's groups, and what is taken off.

use crate::assignment::{Deductions, Group, RepeatedFaults, Rule};
use crate::diagnostic::Diagnostic;
use crate::yaml::{self, At, Reader, Spot};

/// Points of a group or a case, at most.
pub const MAX_POINTS: f64 = 1000.0;
pub(super) const RULES: [(&str, Rule); 2] = [
    ("proportional", Rule::Proportional),
    ("all-or-nothing", Rule::AllOrNothing),
];

/// What a group counts, and whether that is subroutines by themselves.
pub(super) const COUNTED: [(&str, bool); 2] = [("cases", false), ("components", true)];

/// Kinds of findings for which points are taken off.
pub(super) const DEDUCTIONS: [&str; 9] = [
    "ending",
    "starter",
    "portability",
    "lint",
    "wording",
    "opening",
    "columns",
    "confirmation",
    "first-player",
];

/// The points taken off where the assignment does not say how many.
pub(super) const USUAL_DEDUCTIONS: Deductions = Deductions {
    ending: 10.0,
    starter: 0.0,
    portability: 0.0,
    lint: 0.0,
    wording: 5.0,
    opening: 5.0,
    columns: 10.0,
    confirmation: 5.0,
    first_player: 10.0,
};

/// How often a repeated fault is deducted, by name.
pub(super) const REPEATED_FAULTS: [(&str, RepeatedFaults); 2] =
    [("each", RepeatedFaults::Each), ("once", RepeatedFaults::Once)];

/// Reads the points taken off for findings.
pub(super) fn deductions(reader: &mut Reader, at: &At) -> Option<Deductions> {
    let fields = reader.fields(at, &DEDUCTIONS)?;
    let mut points = |name, usual| match fields.get(name) {
        Some(at) => reader.number(&at, 0.0..=MAX_POINTS),
        None => Some(usual),
    };
    let usual = USUAL_DEDUCTIONS;
    let ending = points("ending", usual.ending);
    let starter = points("starter", usual.starter);
    let portability = points("portability", usual.portability);
    let lint = points("lint", usual.lint);
    let wording = points("wording", usual.wording);
    let opening = points("opening", usual.opening);
    let columns = points("columns", usual.columns);
    let confirmation = points("confirmation", usual.confirmation);
    let first_player = points("first-player", usual.first_player);

    Some(Deductions {
        ending: ending?,
        starter: starter?,
        portability: portability?,
        lint: lint?,
        wording: wording?,
        opening: opening?,
        columns: columns?,
        confirmation: confirmation?,
        first_player: first_player?,
    })
}

/// Reads the list of groups. `has_starter` says whether submissions have subroutines that can be replaced.
pub(super) fn rubric(reader: &mut Reader, at: &At, has_starter: bool) -> Option<Vec<Group>> {
    let mut groups: Vec<Group> = Vec::new();
    for entry in reader.list(at)? {
        let Some(group) = group(reader, &entry, has_starter) else {
            continue;
        };

        if groups.iter().any(|other| other.name == group.name) {
            let diagnostic = Diagnostic::error("duplicate-name", format!("two groups are called `{}`", group.name))
                .help("give each group its own name");
            reader.problem(&entry, Spot::Value, diagnostic);
        }

        groups.push(group);
    }

    Some(groups)
}

fn group(reader: &mut Reader, at: &At, has_starter: bool) -> Option<Group> {
    let fields = reader.fields(at, &["name", "points", "by", "tags", "rule"])?;
    let name = reader
        .required(&fields, "name", "Vertical wins")
        .and_then(|at| reader.short_text(&at, 100));
    let points = reader
        .required(&fields, "points", "10")
        .and_then(|at| reader.number(&at, 0.0..=MAX_POINTS));
    let counts_components = match fields.get("by") {
        Some(at) => {
            let components = reader.choice(&at, &COUNTED);
            if components == Some(true) && !has_starter {
                reader.problem(&at, Spot::Value, no_components());
            }
            components
        }
        None => Some(false),
    };
    let (tags, rule) = if counts_components == Some(true) {
        for unused in ["tags", "rule"] {
            if let Some(at) = fields.get(unused) {
                reader.problem(&at, Spot::Key, not_of_components(unused));
            }
        }
        (Some(Vec::new()), Some(Rule::Components))
    } else {
        let tags = reader
            .required(&fields, "tags", "[vertical]")
            .and_then(|at| tags(reader, &at));
        let rule = match fields.get("rule") {
            Some(at) => rule(reader, &at),
            None => Some(Rule::Proportional),
        };
        (tags, rule)
    };

    counts_components?;
    Some(Group {
        name: name?,
        tags: tags?,
        points: points?,
        rule: rule?,
    })
}

fn no_components() -> Diagnostic {
    Diagnostic::error(
        "conflicting-fields",
        "`by: components` requires an LC-3 program with a `starter`",
    )
    .help("add `starter`, whose subroutines students complete, or count cases: give the group `tags` in place of `by`")
}

fn not_of_components(field: &str) -> Diagnostic {
    Diagnostic::error(
        "conflicting-fields",
        format!("`{field}` has no effect with `by: components`"),
    )
    .help(format!(
        "remove `{field}`: each subroutine with a contract earns an equal share of the points"
    ))
}

fn rule(reader: &mut Reader, at: &At) -> Option<Rule> {
    if let yaml::Value::Map(_) = at.value {
        let fields = reader.fields(at, &["best"])?;
        let best = reader.required(&fields, "best", "3")?;
        return reader.whole(&best, 1..=10_000).map(|cases| Rule::Best(cases as usize));
    }
    reader.choice(at, &RULES)
}

/// The most characters of a tag.
const LONGEST_TAG: usize = 40;

/// Whether a text may be a tag: a short word.
pub fn is_tag(text: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    (1..=LONGEST_TAG).contains(&text.chars().count()) && text.chars().all(is_word)
}

/// A list of tags, each a short word.
pub(crate) fn tags(reader: &mut Reader, at: &At) -> Option<Vec<String>> {
    let entries = reader.list(at)?;
    let mut tags = Vec::new();
    for entry in entries {
        let Some(tag) = reader.short_text(&entry, LONGEST_TAG) else {
            continue;
        };

        if !is_tag(&tag) {
            reader.out_of_range(&entry, "a word of letters, digits and hyphens");
        } else if tags.contains(&tag) {
            reader.out_of_range(&entry, "a tag that is not listed already");
        } else {
            tags.push(tag);
        }
    }

    Some(tags)
}
