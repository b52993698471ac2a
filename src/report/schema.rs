//! JSON schemas of the files that programs read, for those who write such programs.

use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::result::{CaseList, ClassReport, StudentRecord};

/// A kind of file with a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaOf {
    /// `class.json`.
    Class,
    /// A student's JSON.
    Student,
    /// `cases.json`.
    Cases,
}

/// The JSON schema (draft 2020-12) of a kind of file. A field is required if every file has it.
pub fn schema(of: SchemaOf) -> Value {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = match of {
        SchemaOf::Class => generator.into_root_schema_for::<ClassReport>(),
        SchemaOf::Student => generator.into_root_schema_for::<StudentRecord>(),
        SchemaOf::Cases => generator.into_root_schema_for::<CaseList>(),
    };
    let mut schema = schema.to_value();
    schema["title"] = match of {
        SchemaOf::Class => "class.json",
        SchemaOf::Student => "A student's JSON",
        SchemaOf::Cases => "cases.json",
    }
    .into();
    schema
}
