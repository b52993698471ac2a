//! The JSON schema of `assignment.yaml`, for editors.

use serde_json::{Value, json};

use super::{comparison, game, input, machine, rubric, students, wording};
use crate::assignment::InputProtocol;
use crate::yaml::schema::{Page, any, flag, list, number, root, share, text, whole, word};

/// The page that says what each field means.
pub(crate) const PAGE: Page = Page(include_str!("../../../docs/formats.md"));

/// The schema (draft 2020-12) of `assignment.yaml`. It accepts whatever the reader does; what the reader refuses in addition is
/// about fields that do not go together.
pub fn schema() -> Value {
    let fields = vec![
        ("format", whole(1, 1)),
        (
            "name",
            json!({"type": "string", "pattern": "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$", "maxLength": 64}),
        ),
        ("title", text(1, 100)),
        ("files", list(&text(1, 100))),
        ("machine", of_machine()),
        ("limits", of_limits()),
        ("game", of_game()),
        ("wording", of_wording()),
        ("input", of_input()),
        ("comparison", of_comparison()),
        ("rubric", list(&of_group())),
        ("deductions", of_deductions()),
        ("repeated-faults", word(&rubric::REPEATED_FAULTS)),
        (
            "starter",
            PAGE.object(
                "starter",
                vec![("file", text(1, 100)), ("until", text(1, 200))],
                &["file"],
            ),
        ),
        ("students", of_students()),
    ];
    let required = [
        "format", "name", "title", "files", "machine", "game", "wording", "input",
    ];
    root("assignment.yaml", PAGE.object("assignment.yaml", fields, &required))
}

fn of_machine() -> Value {
    let fill = || {
        let random = json!({
            "type": "object", "additionalProperties": false, "required": ["random"],
            "properties": {"random": {"type": "integer", "minimum": 0, "description": "A seed"}},
        });
        any(&[json!({"const": "zero"}), random])
    };
    let of_lc3 = || {
        vec![
            ("traps", word(&machine::LINKAGES)),
            ("banner", word(&machine::BANNERS)),
            ("fill", fill()),
        ]
    };
    let command = || list(&text(1, 1000));
    let kind = |name: &str| ("kind", json!({"const": name}));
    let page = |fields, required: &[&str]| PAGE.object("machine", fields, required);

    any(&[
        page(vec![("lc3", page(of_lc3(), &[]))], &["lc3"]),
        page(vec![("arm", page(vec![("fill", fill())], &[]))], &["arm"]),
        page([vec![kind("lc3")], of_lc3()].concat(), &["kind"]),
        page(vec![kind("arm"), ("fill", fill())], &["kind"]),
        page(
            vec![
                kind("native"),
                ("build", command()),
                ("diagnose", command()),
                ("run", command()),
                ("terminal", flag()),
                ("view", list(&text(1, 4096))),
            ],
            &["kind"],
        ),
    ])
}

/// The limits of every machine; which of them one has, its reader says.
fn of_limits() -> Value {
    let fields = vec![
        ("instructions", whole(1, 10_000_000_000)),
        ("total-instructions", whole(1, 1_000_000_000_000_000)),
        ("output", whole(1, 64 << 20)),
        ("cpu", number(0.01, 600.0)),
        ("wall", number(0.01, 3600.0)),
        ("total", number(0.01, 1_000_000.0)),
        ("memory", whole(1, 1 << 16)),
        ("address-space", whole(1, 1 << 20)),
        ("disk", whole(1, 1 << 14)),
        ("processes", whole(1, 1024)),
    ];
    PAGE.object("limits", fields, &[])
}

fn of_game() -> Value {
    let quit = json!({
        "type": "object", "additionalProperties": false, "required": ["key", "then"],
        "properties": {"key": text(1, 1), "then": word(&game::THEN)},
    });
    let fields = vec![
        ("rows", whole(1, 20)),
        ("columns", whole(1, 9)),
        ("line", whole(2, 20)),
        ("falling", flag()),
        ("over", word(&game::THEN)),
        ("quit", quit),
        ("computer", word(&game::COMPUTERS)),
    ];
    PAGE.object("game", fields, &["rows", "columns", "line"])
}

fn of_wording() -> Value {
    let most = wording::MOST;
    let (optional, message) = (|| text(0, most), || text(1, most));
    let pair = |item: Value| json!({"type": "array", "items": item, "minItems": 2, "maxItems": 2});
    let for_both = || any(&[message(), pair(message())]);
    let fields = vec![
        ("greeting", optional()),
        ("above", json!({"enum": ["newline", "nothing"]})),
        ("header", optional()),
        ("label", optional()),
        ("empty", text(1, 1)),
        ("pieces", pair(text(1, 1))),
        ("separator", json!({"type": ["string", "integer"]})),
        ("row-end", optional()),
        ("newline", word(&wording::NEWLINES)),
        ("prompts", for_both()),
        ("echo", word(&wording::ECHOES)),
        ("invalid", message()),
        ("full", message()),
        ("board-again", flag()),
        ("wins", for_both()),
        ("tie", optional()),
        ("farewell", optional()),
    ];
    PAGE.object(
        "wording",
        fields,
        &["empty", "pieces", "prompts", "invalid", "wins", "tie"],
    )
}

fn of_input() -> Value {
    let protocol = || word(&InputProtocol::ALL.map(|protocol| (protocol.name(), ())));
    let fields = vec![
        ("protocol", protocol()),
        ("tolerates", list(&protocol())),
        ("share", share()),
        ("opening", word(&input::OPENINGS)),
        ("opening-keys", text(1, input::OPENING_KEYS)),
    ];
    PAGE.object("input", fields, &["protocol"])
}

fn of_comparison() -> Value {
    let points = || number(0.0, rubric::MAX_POINTS);
    let cost = |fields: Value, required: &str| json!({"type": "object", "additionalProperties": false, "properties": fields, "required": [required]});
    let format = any(&[
        cost(json!({"each": points(), "most": points()}), "each"),
        cost(json!({"share": share()}), "share"),
        share(),
    ]);
    let toggles = comparison::TOGGLES.map(|name| (name.to_owned(), flag()));
    let tolerate = json!({
        "type": "object", "additionalProperties": false, "properties": toggles.into_iter().collect::<serde_json::Map<_, _>>(),
    });
    let fields = vec![
        ("by", word(&comparison::BY)),
        ("format", format),
        ("frames", word(&comparison::FRAMES)),
        ("tolerate", tolerate),
    ];
    PAGE.object("comparison", fields, &[])
}

fn of_group() -> Value {
    let best = json!({
        "type": "object", "additionalProperties": false, "required": ["best"], "properties": {"best": whole(1, 10_000)},
    });
    let fields = vec![
        ("name", text(1, 100)),
        ("points", number(0.0, rubric::MAX_POINTS)),
        ("by", word(&rubric::COUNTED)),
        ("tags", tags()),
        ("rule", any(&[word(&rubric::RULES), best])),
    ];
    let mut group = PAGE.object("rubric", fields, &["name", "points"]);
    group["anyOf"] = json!([{"required": ["tags"]}, {"required": ["by"]}]);
    group
}

/// A list of tags.
pub(crate) fn tags() -> Value {
    let tag = json!({"type": ["string", "integer"], "pattern": "^[^\\s!-,/:-@\\[-\\^`{-~]{1,40}$"});
    json!({"type": "array", "items": tag, "uniqueItems": true})
}

fn of_deductions() -> Value {
    let points = |name: &'static str| (name, number(0.0, rubric::MAX_POINTS));
    PAGE.object("deductions", rubric::DEDUCTIONS.map(points).to_vec(), &[])
}

fn of_students() -> Value {
    let fields = vec![
        ("games", word(&students::GAMES)),
        ("hints", word(&students::HINTS)),
        ("expected", flag()),
    ];
    PAGE.object("students", fields, &[])
}
