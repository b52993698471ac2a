//! The JSON schemas of YAML files: they name the same fields as the readers, and refuse all others.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;

use serde_json::Value;

use crate::cli::C4grade;
use crate::cli::documentation::{UNKNOWN, fields_of_assignment, fields_of_assignments, fields_of_cases};

fn schema(of: &str) -> Value {
    let out = C4grade::new().run(&format!("case schema --of {of}")).code(0).out();
    serde_json::from_str(&out).expect("JSON")
}

/// The fields of all objects in a schema; each object refuses others, and each field of a table in the documentation is
/// described.
fn fields(schema: &Value, found: &mut BTreeSet<String>) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        assert_eq!(schema["additionalProperties"], false, "{schema}");
        found.extend(properties.keys().cloned());
    }
    let inner = schema.as_object().into_iter().flat_map(|object| object.values());
    for value in inner.chain(schema.as_array().into_iter().flatten()) {
        fields(value, found);
    }
}

#[test]
fn schemas_and_readers_know_the_same_fields() {
    let mut of_assignments = fields_of_assignments();
    for (place, nested) in [
        ("{MACHINE}", "{qqq: 1}"),
        ("{MACHINE}", "{lc3: {fill: {qqq: 1}}}"),
        ("comparison: {qqq: 1", "comparison: {format: {qqq: 1}"),
        ("tags: [x]", "tags: [x], rule: {qqq: 1}"),
    ] {
        let text = UNKNOWN.replace(place, nested).replace("{MACHINE}", "{kind: arm}");
        of_assignments.extend(fields_of_assignment(&text));
    }
    for (of, known) in [("assignment", of_assignments), ("case", fields_of_cases())] {
        let mut found = BTreeSet::new();
        fields(&schema(of), &mut found);
        assert_eq!(found, known, "{of}");
    }
}

#[test]
fn every_field_of_a_schema_is_described() {
    let (case, assignment) = (schema("case"), schema("assignment"));
    let sections = [
        "machine/anyOf/4",
        "limits",
        "game",
        "wording",
        "input",
        "comparison",
        "deductions",
        "starter",
        "students",
    ];
    let sections = sections.map(|section| format!("/properties/{section}"));
    let mut objects = vec![
        case.pointer("/$defs/case"),
        Some(&assignment),
        assignment.pointer("/properties/rubric/items"),
    ];
    objects.extend(sections.iter().map(|section| assignment.pointer(section)));
    for object in objects {
        let properties = object
            .and_then(|object| object["properties"].as_object())
            .expect("fields");
        for (name, field) in properties {
            assert!(
                field["description"].as_str().is_some_and(|text| text.len() > 2),
                "{name}: {field}"
            );
        }
    }
    assert_eq!(
        case.pointer("/$defs/case/properties/name/description").expect("one"),
        "unique among all cases"
    );
}

/// Editors that are opened on a clone of this repository complete fields, too.
#[test]
fn the_bundled_files_name_schemas_that_are_those_of_the_command() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    for of in ["case", "assignment"] {
        let printed = C4grade::new().run(&format!("case schema --of {of}")).code(0).out();
        let path = cases.join("schema").join(of).with_extension("json");
        if std::env::var_os("BLESS").is_some() {
            let mut file = std::fs::File::create(&path).expect("writable");
            file.write_all(printed.as_bytes()).expect("renewed");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == printed,
            "{}: renew it with BLESS=1 cargo test --test it yaml_schemas",
            path.display()
        );
    }

    let packages = std::fs::read_dir(&cases).expect("a folder").flatten();
    let files = packages.flat_map(|package| std::fs::read_dir(package.path()).expect("a folder").flatten());
    let mut count = 0;
    for file in files.map(|file| file.path()) {
        if file.extension().is_none_or(|extension| extension != "yaml") {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("text");
        let first = text.lines().next().unwrap_or_default();
        let named = first.strip_prefix("# yaml-language-server: $schema=");
        let of = if file.ends_with("assignment.yaml") {
            "assignment.json"
        } else {
            "case.json"
        };
        let schema = file.parent().expect("a folder").join(named.unwrap_or("none"));
        assert!(schema.ends_with(of) && schema.is_file(), "{}: {first}", file.display());
        count += 1;
    }
    assert!(count > 80, "{count}");
}

#[test]
fn an_exported_package_has_the_schemas_that_its_files_name() {
    let desk = C4grade::new();
    desk.run("assignment export arm-scan mine")
        .code(0)
        .prints("mine/schema/case.json");
    assert!(
        desk.read("mine/assignment.yaml")
            .starts_with("# yaml-language-server: $schema=./schema/assignment.json\n")
    );
    assert!(
        desk.read("mine/25-restart.yaml")
            .starts_with("# yaml-language-server: $schema=./schema/case.json\n")
    );
    let written: Value = serde_json::from_str(&desk.read("mine/schema/assignment.json")).expect("JSON");
    assert_eq!(written, schema("assignment"));
}

#[test]
fn a_new_assignment_has_them_too() {
    let desk = C4grade::new();
    desk.run("assignment new mine --columns 4 --rows 4").code(0);
    for (file, schema) in [("assignment.yaml", "assignment"), ("30-wins.yaml", "case")] {
        let line = format!("# yaml-language-server: $schema=./schema/{schema}.json\n");
        assert!(desk.read(&format!("mine/{file}")).starts_with(&line), "{file}");
        assert!(desk.path(&format!("mine/schema/{schema}.json")).is_file());
    }
    desk.run("case new --assignment ./mine --file mine/70-mine.yaml --name mine --moves 3 --tag game")
        .code(0);
    let own = desk.read("mine/70-mine.yaml");
    assert!(
        own.starts_with("# yaml-language-server: $schema=./schema/case.json\n- name: mine\n"),
        "{own}"
    );
}
