//! Modules of one parent do not import each other in a circle, each taken with everything below it. An item that a module
//! re-exports counts as imported from where it is defined.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Item, UseTree};

use super::scan::mentions;
use super::{module_of, sources};

/// Circles that are left: the parent, and its modules that import each other. This list can only shrink.
const LEFT: [(&str, &str); 0] = [];

/// A module by its parts.
type Module = Vec<String>;

#[test]
fn modules_of_one_parent_form_no_circle() {
    let circles = circles();
    let found: Vec<(&str, &str)> = circles
        .iter()
        .map(|(parent, members)| (&parent[..], &members[..]))
        .collect();
    assert_eq!(
        found, LEFT,
        "move what both need to a module of its own; a circle that is untied leaves the list"
    );
}

/// Every circle: the parent, and the members in order.
fn circles() -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for (parent, imports) in imports_by_parent() {
        for members in circles_of(&imports) {
            let members: Vec<&str> = members.into_iter().collect();
            found.insert((parent.join("::"), members.join(", ")));
        }
    }
    found
}

/// For each parent, which of its modules imports which.
fn imports_by_parent() -> BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> {
    let sources: Vec<(Module, String)> = sources()
        .into_iter()
        .map(|(file, text)| (module_of(&file), text))
        .filter(|(module, _)| !module.iter().any(|part| part == "tests"))
        .collect();
    let modules: BTreeSet<&Module> = sources.iter().map(|(module, _)| module).collect();
    let reexports: BTreeMap<&Module, BTreeMap<String, Module>> = sources
        .iter()
        .map(|(module, text)| (module, reexports(module, text)))
        .collect();

    let mut by_parent: BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (module, text) in &sources {
        for mention in mentions(text, module).iter().filter(|mention| !mention.is_test) {
            let item = defined_at(&mention.path, &modules, &reexports);
            let shared = module.iter().zip(&item).take_while(|(one, other)| one == other).count();
            // What a module and its own parent share is no circle between siblings.
            if shared < module.len() && shared < item.len() {
                let imports = by_parent.entry(module[..shared].to_vec()).or_default();
                imports
                    .entry(module[shared].clone())
                    .or_default()
                    .insert(item[shared].clone());
            }
        }
    }
    by_parent
}

/// The module that defines the item at a path, re-exports followed.
fn defined_at(
    path: &[String],
    modules: &BTreeSet<&Module>,
    all: &BTreeMap<&Module, BTreeMap<String, Module>>,
) -> Module {
    const MOST_STEPS: usize = 8;
    let mut path = path.to_vec();
    for _ in 0..MOST_STEPS {
        let known = (0..=path.len())
            .rev()
            .find(|length| modules.contains(&path[..*length].to_vec()));
        let (module, rest) = path.split_at(known.unwrap_or(0));
        let next = rest.first().and_then(|name| all.get(&module.to_vec())?.get(name));
        match next {
            Some(target) => path = [target.as_slice(), &rest[1..]].concat(),
            None => return module.to_vec(),
        }
    }
    path
}

/// The items that a module re-exports or imports by name, with the paths they come from.
fn reexports(module: &Module, text: &str) -> BTreeMap<String, Module> {
    let mut found = BTreeMap::new();
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{module:?}: {error}"));
    for item in &file.items {
        if let Item::Use(item) = item {
            leaves(&item.tree, &mut Vec::new(), &mut |name, path| {
                found.insert(name, absolute(module, path));
            });
        }
    }
    found
}

/// Each name of a `use` tree with its path.
fn leaves(tree: &UseTree, path: &mut Vec<String>, leaf: &mut dyn FnMut(String, &[String])) {
    match tree {
        UseTree::Path(inner) => {
            path.push(inner.ident.to_string());
            leaves(&inner.tree, path, leaf);
            path.pop();
        }
        UseTree::Name(name) => {
            path.push(name.ident.to_string());
            leaf(name.ident.to_string(), path);
            path.pop();
        }
        UseTree::Rename(rename) => {
            path.push(rename.ident.to_string());
            leaf(rename.rename.to_string(), path);
            path.pop();
        }
        UseTree::Group(group) => group.items.iter().for_each(|item| leaves(item, path, leaf)),
        UseTree::Glob(_) => {}
    }
}

/// A path as written in a module, from the crate's root.
fn absolute(module: &[String], path: &[String]) -> Module {
    let supers = path.iter().take_while(|part| *part == "super").count();
    match path.first().map(String::as_str) {
        Some("crate" | "c4grade") => path[1..].to_vec(),
        Some("super") => [&module[..module.len().saturating_sub(supers)], &path[supers..]].concat(),
        Some("self") => [module, &path[1..]].concat(),
        _ => [module, path].concat(),
    }
}

/// The sets of modules that import each other, directly or through others.
fn circles_of(imports: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<BTreeSet<&str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> = imports
        .keys()
        .map(|module| (module.as_str(), reach(imports, module)))
        .collect();
    let leads = |from: &str, to: &str| reached.get(from).is_some_and(|reached| reached.contains(to));
    imports
        .keys()
        .filter(|module| leads(module, module))
        .map(|module| {
            let is_member = |other: &&str| leads(module, other) && leads(other, module);
            reached.keys().copied().filter(is_member).collect()
        })
        .collect()
}

/// Everything that a module imports, directly or through others.
fn reach<'a>(imports: &'a BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&str> = imports.get(from).into_iter().flatten().map(String::as_str).collect();
    while let Some(module) = next.pop() {
        if reached.insert(module) {
            next.extend(imports.get(module).into_iter().flatten().map(String::as_str));
        }
    }
    reached
}

#[test]
fn circles_are_found() {
    let imports = |pairs: &[(&str, &str)]| {
        let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in pairs {
            imports.entry((*from).to_owned()).or_default().insert((*to).to_owned());
        }
        imports
    };
    assert!(circles_of(&imports(&[("a", "b"), ("b", "c"), ("a", "c")])).is_empty());
    let tied = imports(&[("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")]);
    assert_eq!(circles_of(&tied), BTreeSet::from([BTreeSet::from(["a", "b", "c"])]));
}
