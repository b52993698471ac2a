//! The JSON schema of case files, for editors.

use serde_json::{Value, json};

use super::contract::read as contract;
use super::entry::{DEMANDS, ENDS, KNOWN, generate};
use crate::assignment::{FRAMES, MAX_POINTS, schema};
use crate::yaml::schema::{any, list, literal, number, root, text, whole, word};

/// The schema (draft 2020-12) of a case file: one case, or a list of them. It accepts whatever the reader does; what the reader
/// refuses in addition is about fields that do not go together, or contradict the rules.
pub fn schema() -> Value {
    let fields = KNOWN.map(|name| (name, field(name))).to_vec();
    let mut entry = schema::PAGE.object("Case files", fields, &["name"]);
    let plays = ["moves", "input", "generate", "call"];
    entry["anyOf"] = plays.map(|name| json!({"required": [name]})).to_vec().into();

    let mut file = any(&[
        json!({"$ref": "#/$defs/case"}),
        json!({"type": "array", "items": {"$ref": "#/$defs/case"}}),
    ]);
    file["$defs"] = json!({"case": entry});
    root("Case file", file)
}

fn field(name: &str) -> Value {
    match name {
        "name" => json!({"type": ["string", "number", "boolean"], "minLength": 1, "maxLength": 120}),
        "moves" | "input" | "transcript" | "prints" | "then" => literal(),
        "points" => number(0.0, MAX_POINTS),
        "tags" => schema::tags(),
        "ends" => word(&ENDS),
        "frames" => word(&FRAMES),
        "demands" => list(&word(&DEMANDS)),
        "generate" => json!({"enum": generate::names()}),
        "goal" => json!({"enum": generate::goal_names()}),
        "count" => whole(1, generate::MOST_GAMES),
        "seed" => whole(0, u64::MAX),
        "call" | "instead" => any(&[
            label(),
            json!({"type": "array", "items": label(), "minItems": 1, "maxItems": 8}),
        ]),
        "before" | "after" => values(),
        "calls" => calls(),
        "direction" => word(&contract::WAYS),
        // A field whose reader alone says what it may be.
        _ => json!({}),
    }
}

fn label() -> Value {
    json!({"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$", "maxLength": 40})
}

/// Registers and labelled words with their values, and a board.
fn values() -> Value {
    json!({
        "type": "object",
        "additionalProperties": text(1, 10_000),
        "propertyNames": {"pattern": "^[A-Za-z_][A-Za-z0-9_]*[?]?$"},
    })
}

fn calls() -> Value {
    let fields = contract::OF_CALLS.map(|name| (name, field(name))).to_vec();
    list(&schema::PAGE.object("Case files", fields, &[]))
}
