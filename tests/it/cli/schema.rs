//! The JSON schemas: everything that is written fits them, and `docs/results.md` has every field.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use serde_json::Value;

use crate::cli::C4grade;
use crate::cli::command::project;

const FILES: [&str; 3] = ["class", "cases", "student"];

/// The keywords that this validator knows, and those that only describe.
const KEYWORDS: [&str; 15] = [
    "$defs",
    "$ref",
    "$schema",
    "additionalProperties",
    "anyOf",
    "const",
    "description",
    "enum",
    "format",
    "items",
    "minimum",
    "oneOf",
    "properties",
    "required",
    "type",
];
const OTHERS: [&str; 4] = ["default", "pattern", "title", "maximum"];

fn schema(of: &str) -> Value {
    let out = C4grade::new().run(&format!("report schema {of}")).code(0).out();
    serde_json::from_str(&out).expect("JSON")
}

/// Checks a value against a schema, without the library that made the schema. A field that the schema does not name is an
/// error, and so is a keyword that is not known here.
struct Validator<'a> {
    root: &'a Value,
    errors: Vec<String>,
}

impl Validator<'_> {
    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let mut trial = Validator {
            root: self.root,
            errors: Vec::new(),
        };
        trial.check(schema, value, "");
        trial.errors.is_empty()
    }

    fn check(&mut self, schema: &Value, value: &Value, place: &str) {
        let Some(schema) = schema.as_object() else { return };
        for keyword in schema.keys() {
            let is_known = KEYWORDS.contains(&&keyword[..]) || OTHERS.contains(&&keyword[..]);
            assert!(is_known, "{place}: the validator does not know {keyword}");
        }

        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let target = self.root.pointer(name.trim_start_matches('#')).expect("a definition");
            self.check(target, value, place);
        }
        let is_type = |name: &Value| match name.as_str().expect("a type") {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "number" => value.is_number(),
            "integer" => value.is_u64() || value.is_i64(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            other => panic!("{other}"),
        };
        let types = match schema.get("type") {
            Some(Value::Array(types)) => types.iter().any(is_type),
            Some(one) => is_type(one),
            None => true,
        };
        let is_one = |of: &str| match schema.get(of) {
            Some(choices) => choices
                .as_array()
                .expect("a list")
                .iter()
                .any(|choice| self.fits(choice, value)),
            None => true,
        };
        let is_listed = schema
            .get("enum")
            .is_none_or(|list| list.as_array().expect("a list").contains(value));
        let is_constant = schema.get("const").is_none_or(|constant| constant == value);
        if !types || !is_one("anyOf") || !is_one("oneOf") || !is_listed || !is_constant {
            self.errors.push(format!("{place}: {value} does not fit {schema:?}"));
        }

        for (index, item) in value.as_array().into_iter().flatten().enumerate() {
            self.check(
                schema.get("items").unwrap_or(&Value::Null),
                item,
                &format!("{place}/{index}"),
            );
        }
        if let Some(fields) = value.as_object().filter(|_| schema.get("type").is_some()) {
            for field in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
                if !fields.contains_key(field.as_str().expect("a name")) {
                    self.errors.push(format!("{place}: {field} is missing"));
                }
            }
            for (name, field) in fields {
                let known = schema.get("properties").and_then(|known| known.get(name));
                match known.or(schema.get("additionalProperties")) {
                    Some(schema) => self.check(schema, field, &format!("{place}/{name}")),
                    None => self.errors.push(format!("{place}: {name} is not in the schema")),
                }
            }
        }
    }
}

fn errors(schema: &Value, value: &Value) -> Vec<String> {
    let mut validator = Validator {
        root: schema,
        errors: Vec::new(),
    };
    validator.check(schema, value, "");
    validator.errors
}

#[test]
fn every_json_of_a_sample_class_fits_its_schema() {
    for assignment in ["lc3-starter", "arm-scan-computer"] {
        let desk = C4grade::new();
        desk.run(&format!(
            "grade --assignment {assignment} --repair 30 --reports r --jobs 2"
        ));
        let schemas = FILES.map(schema);
        let entries = std::fs::read_dir(desk.path("r")).expect("reports").flatten();
        let mut checked = 0;
        for path in entries.map(|entry| entry.path()) {
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let value: Value = serde_json::from_slice(&std::fs::read(&path).expect("readable")).expect("JSON");
            let schema = match path.file_stem().and_then(|stem| stem.to_str()) {
                Some("class") => &schemas[0],
                Some("cases") => &schemas[1],
                _ => &schemas[2],
            };
            assert_eq!(errors(schema, &value), Vec::<String>::new(), "{}", path.display());
            checked += 1;
        }
        assert!(checked > 10, "{checked}");
    }
}

#[test]
fn what_does_not_fit_is_noticed() {
    let schema = schema("cases");
    let case = |edit: &dyn Fn(&mut Value)| {
        let mut value = serde_json::json!({
            "format": 2, "suite": "0f", "assignment": "a",
            "groups": [{"name": "g", "max": 1.5, "rule": "r", "cases": [{"number": 1, "name": "n", "max": 1}]}],
        });
        edit(&mut value);
        errors(&schema, &value).len()
    };
    assert_eq!(case(&|_| ()), 0);
    assert_eq!(case(&|value| value["format"] = "2".into()), 1);
    assert_eq!(case(&|value| value["groups"][0]["cases"][0]["nmae"] = "x".into()), 1);
    assert_eq!(case(&|value| value["groups"][0]["rule"] = Value::Null), 1);
    assert_eq!(
        case(&|value| drop(value.as_object_mut().expect("an object").remove("suite"))),
        1
    );
}

/// The fields of a schema as tables, those of the file first.
fn tables(of: &str, seen: &mut Vec<String>) -> String {
    let schema = schema(of);
    let title = schema["title"].as_str().expect("a title").to_owned();
    let mut text = table(&title, &schema);
    for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
        if definition.get("properties").is_some() && !seen.contains(name) {
            seen.push(name.clone());
            text += &table(name, definition);
        }
    }
    text
}

fn table(title: &str, schema: &Value) -> String {
    let mut text = format!("\n### {title}\n\n| field | type | meaning |\n|---|---|---|\n");
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let described = field["description"].as_str().unwrap_or_default();
        let described = described.replace('\n', " ").replace('|', "\\|");
        let required = schema["required"]
            .as_array()
            .is_some_and(|all| all.iter().any(|one| one == name));
        let optional = if required { "" } else { ", optional" };
        let _ = writeln!(text, "| `{name}` | {}{optional} | {described} |", type_of(field));
    }
    text
}

fn type_of(field: &Value) -> String {
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    match (&field["$ref"], &field["type"], &field["anyOf"]) {
        (Value::String(path), ..) => name(path),
        (_, Value::String(kind), _) if kind == "array" => format!("list of {}", type_of(&field["items"])),
        (_, Value::String(kind), _) if kind == "object" => "map".to_owned(),
        (_, Value::String(kind), _) => kind.clone(),
        (_, Value::Array(kinds), _) => kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        (_, _, Value::Array(choices)) => choices.iter().map(type_of).collect::<Vec<_>>().join(" or "),
        _ => String::new(),
    }
}

#[test]
fn the_documentation_has_every_field() {
    let mut seen = Vec::new();
    let written: String = FILES.map(|of| tables(of, &mut seen)).concat();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results.md");
    let page = String::from_utf8(project("docs/results.md")).expect("text");
    let (before, there) = page.split_once("## Fields\n").expect("a heading");
    if std::env::var_os("BLESS").is_some() {
        let mut file = std::fs::File::create(&path).expect("a file");
        file.write_all(format!("{before}## Fields\n{written}").as_bytes())
            .expect("written");
    } else {
        assert!(
            there == written,
            "docs/results.md is out of date: BLESS=1 cargo test --test it documentation_has"
        );
    }
}
