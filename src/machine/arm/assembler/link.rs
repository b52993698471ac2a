//! Which files of a folder are one program: those that refer to each other by IMPORT and EXPORT, or by GET and INCLUDE.
//!
//! Files are read as text here, line by line, and not assembled: conditions and macros do not count.

use std::collections::{BTreeSet, HashSet};

use super::armasm::included_name;
use super::notation::{self, Notation};
use super::string;
use crate::diagnostic::Source;
use crate::machine::assembly;

/// What one file has to do with others.
#[derive(Default)]
struct Links {
    has_entry: bool,
    imports: HashSet<String>,
    exports: HashSet<String>,
    /// The names of files that it includes.
    includes: HashSet<String>,
}

/// The files that make one program with the file `chosen`, by their indices, in order; first the file with `ENTRY`, or else
/// `chosen`. Without a choice, the file with `ENTRY` is chosen; `None` where not exactly one file has it.
pub fn linked(files: &[(String, Vec<u8>)], chosen: Option<usize>) -> Option<Vec<usize>> {
    let links: Vec<Links> = files.iter().map(|(name, bytes)| links(name, bytes)).collect();
    let entries: Vec<usize> = (0..files.len()).filter(|file| links[*file].has_entry).collect();
    let chosen = match (chosen, &entries[..]) {
        (Some(chosen), _) => chosen,
        (None, [only]) => *only,
        (None, _) => return None,
    };

    let includes = |one: usize, other: usize| links[one].includes.contains(&files[other].0.to_ascii_lowercase());
    let imports = |one: usize, other: usize| !links[one].imports.is_disjoint(&links[other].exports);
    let refer = |one: usize, other: usize| {
        one != other && (includes(one, other) || includes(other, one) || imports(one, other) || imports(other, one))
    };

    let mut program = BTreeSet::from([chosen]);
    let mut new = vec![chosen];
    while let Some(one) = new.pop() {
        for other in (0..files.len()).filter(|other| refer(one, *other)) {
            if program.insert(other) {
                new.push(other);
            }
        }
    }

    let has_entry = |file: &usize| links[*file].has_entry;
    let main = program
        .iter()
        .copied()
        .find(has_entry)
        .filter(|_| !has_entry(&chosen))
        .unwrap_or(chosen);
    program.remove(&main);
    Some([main].into_iter().chain(program).collect())
}

/// What the lines of a file say. Nothing of what is no text for armasm.
fn links(name: &str, bytes: &[u8]) -> Links {
    let mut links = Links::default();
    if bytes.contains(&0) && !bytes.starts_with(b"\xFF\xFE") || assembly::file_kind(bytes).is_some() {
        return links;
    }
    let source = Source::read(name, assembly::readable(bytes));
    if notation::detect(&source).0 == Notation::Gnu {
        return links;
    }

    for line in (1..=source.line_count()).filter_map(|line| source.line(line)) {
        let code = &line[..string::code_end(line, ';')];
        let mut words = code.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        let first = words.next().unwrap_or_default();
        match first.to_ascii_uppercase().as_str() {
            _ if !code.starts_with([' ', '\t']) => {}
            "ENTRY" => links.has_entry = true,
            "IMPORT" | "EXTERN" => links.imports.extend(words.next().map(str::to_owned)),
            "EXPORT" | "GLOBAL" => links.exports.extend(words.next().map(str::to_owned)),
            _ => {}
        }

        if let Some(included) = included_name(line) {
            let plain = included.trim_start_matches("./").trim_start_matches(".\\");
            links.includes.insert(plain.to_ascii_lowercase());
        }
    }
    links
}
