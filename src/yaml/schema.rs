//! JSON schemas of YAML files, for editors. The words that a field can have come from the tables of its reader, and what it
//! means from the page of the formats, so that each is said in one place.

use serde_json::{Map, Value, json};

/// The page that describes every field, by headings and tables.
#[derive(Debug, Clone, Copy)]
pub struct Page(pub &'static str);

impl Page {
    /// What a table under a heading says of a field: its last column.
    fn describe(self, heading: &str, field: &str) -> Option<String> {
        let mut lines = self
            .0
            .lines()
            .skip_while(|line| line.trim_start_matches('#').trim() != heading || !line.starts_with("##"));
        lines.next()?;
        let mut rows = lines.take_while(|line| !line.starts_with('#'));
        let row = rows.find(|line| line.starts_with(&format!("| `{field}` |")))?;
        let cells = row.trim_end_matches('|').replace("\\|", "\u{1}");
        let last = cells.rsplit('|').next()?;
        Some(last.trim().replace('\u{1}', "|"))
    }

    /// An object that has these fields, described under a heading, and no others.
    pub fn object(self, heading: &str, fields: Vec<(&str, Value)>, required: &[&str]) -> Value {
        let mut properties = Map::new();
        for (name, mut schema) in fields {
            if let (Some(text), Some(schema)) = (self.describe(heading, name), schema.as_object_mut()) {
                schema.insert("description".into(), text.into());
            }
            properties.insert(name.into(), schema);
        }
        json!({"type": "object", "additionalProperties": false, "properties": properties, "required": required})
    }
}

/// A whole schema with its title.
pub fn root(title: &str, mut schema: Value) -> Value {
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = title.into();
    schema
}

/// Text; a whole number is taken as the text that it is written as.
pub fn text(least: usize, most: usize) -> Value {
    json!({"type": ["string", "integer"], "minLength": least, "maxLength": most})
}

/// Text that is taken as it is written, whatever it looks like.
pub fn literal() -> Value {
    json!({"type": ["string", "number", "boolean", "null"]})
}

/// `true` or `false`.
pub fn flag() -> Value {
    json!({"type": "boolean"})
}

/// A whole number within bounds.
pub fn whole(least: u64, most: u64) -> Value {
    json!({"type": "integer", "minimum": least, "maximum": most})
}

/// A number within bounds.
pub fn number(least: f64, most: f64) -> Value {
    json!({"type": "number", "minimum": least, "maximum": most})
}

/// `50%`, or `0.5`.
pub fn share() -> Value {
    any(&[json!({"type": "string", "pattern": "^[0-9.]+ *%$"}), number(0.0, 1.0)])
}

/// One of the words of a table.
pub fn word<T>(table: &[(&str, T)]) -> Value {
    let words: Vec<&str> = table.iter().map(|(word, _)| *word).collect();
    json!({"enum": words})
}

/// A list.
pub fn list(items: &Value) -> Value {
    json!({"type": "array", "items": items})
}

/// One of several.
pub fn any(schemas: &[Value]) -> Value {
    json!({"anyOf": schemas})
}
