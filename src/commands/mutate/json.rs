//! The report of `c4grade mutate` for programs.

use c4grade::diagnostic::json::pretty_text;
use c4grade::grade::mutate::power::Power;
use c4grade::grade::mutate::{Fate, Mutant};
use serde_json::{Map, Value, json};

use super::{Found, Tally};

/// Everything that was found.
pub(super) fn text(found: &Found) -> anyhow::Result<String> {
    let tally = Tally::of(found.mutants.iter());
    let mutants: Vec<Value> = found.mutants.iter().map(|mutant| of_mutant(found, mutant)).collect();
    let mut report = json!({
        "assignment": found.assignment.name,
        "noticed": tally.noticed,
        "noticed_for_no_points": tally.for_no_points,
        "missed": tally.missed,
        "equivalent": tally.equivalent,
        "mistakes": mutants,
    });
    if let Some(power) = &found.power {
        add_power(&mut report, found, power);
    }
    Ok(pretty_text(&report)? + "\n")
}

fn add_power(report: &mut Value, found: &Found, power: &Power) {
    let groups = power.groups.iter().map(|group| {
        json!({
            "name": group.name,
            "cases": group.cases,
            "noticed": group.noticed,
            "no_other_group": group.alone,
        })
    });
    report["groups"] = groups.collect();
    report["not_needed"] = names(found, &power.unneeded);
    report["notice_nothing"] = names(found, &power.idle);
    report["smallest"] = names(found, &power.smallest);
}

fn of_mutant(found: &Found, mutant: &Mutant) -> Value {
    let fate = match &mutant.fate {
        Fate::NotBuilt if found.is_native => "does-not-compile",
        Fate::NotBuilt => "does-not-assemble",
        Fate::Same => "same",
        Fate::Noticed => "noticed",
        Fate::NoticedForNoPoints => "noticed-for-no-points",
        Fate::Missed(_) => "missed",
        Fate::Equivalent => "equivalent",
        Fate::Failed(_) => "failed",
    };
    let mut fields = Map::new();
    fields.insert("kind".to_owned(), mutant.change.kind().into());
    if let Some(line) = mutant.change.line() {
        fields.insert("line".to_owned(), line.into());
    }
    fields.insert("change".to_owned(), mutant.change.words().into());
    fields.insert("fate".to_owned(), fate.into());

    if let Fate::Missed(difference) = &mutant.fate {
        let typed = difference.moves.iter().map(|typed| typed.escape_ascii().to_string());
        fields.insert("moves".to_owned(), typed.collect::<Vec<_>>().join(" ").into());
        fields.insert("sentence".to_owned(), difference.sentence.clone().into());
    }
    if found.power.is_some() {
        fields.insert("noticed_by".to_owned(), names(found, &mutant.noticed_by));
    }
    Value::Object(fields)
}

/// The names of cases, and of contracts, whose positions come after those of the cases.
fn names(found: &Found, positions: &[usize]) -> Value {
    let (cases, contracts) = (&found.suite.cases, &found.suite.contracts);
    let name = |position: &usize| match cases.get(*position) {
        Some(case) => case.name.clone(),
        None => contracts[*position - cases.len()].name.clone(),
    };
    positions.iter().map(name).collect()
}
