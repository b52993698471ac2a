//! `c4grade report schema`: the JSON schemas of the files that c4grade writes.

use c4grade::report::{SchemaOf, schema};
use clap::{Args, ValueEnum};

/// The arguments of `report schema`.
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// The file
    #[arg(value_enum, default_value_t, value_name = "FILE")]
    of: Described,
}

/// A file with a schema.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Described {
    /// class.json
    Class,
    /// <student>.json
    #[default]
    Student,
    /// cases.json
    Cases,
}

/// Prints the schema.
pub fn run(args: &SchemaArgs) -> anyhow::Result<u8> {
    let schema = schema(match args.of {
        Described::Class => SchemaOf::Class,
        Described::Student => SchemaOf::Student,
        Described::Cases => SchemaOf::Cases,
    });
    crate::commands::print(&(c4grade::diagnostic::json::pretty_text(&schema)? + "\n"))?;
    Ok(0)
}
