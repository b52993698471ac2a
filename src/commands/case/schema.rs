//! `c4grade case schema`: the JSON schemas of the YAML files that people write, for editors.

use c4grade::{assignment, case};
use clap::{Args, ValueEnum};
use serde_json::Value;

/// The arguments of `case schema`.
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// The file that is described
    #[arg(long, value_enum, default_value_t, value_name = "FILE")]
    of: Described,
}

/// A file that people write.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Described {
    /// Case files
    #[default]
    Case,
    /// assignment.yaml
    Assignment,
}

impl Described {
    /// Each with the name of its schema in the folder `schema/` of a package.
    pub const FILES: [(&'static str, Self); 2] = [("case.json", Self::Case), ("assignment.json", Self::Assignment)];

    /// The schema as a file has it.
    pub fn text(self) -> anyhow::Result<String> {
        let schema: Value = match self {
            Self::Case => case::schema::schema(),
            Self::Assignment => assignment::schema::schema(),
        };
        Ok(c4grade::diagnostic::json::pretty_text(&schema)? + "\n")
    }
}

/// Prints the schema.
pub fn run(args: &SchemaArgs) -> anyhow::Result<u8> {
    crate::commands::print(&args.of.text()?)?;
    Ok(0)
}
