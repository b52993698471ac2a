//! Finds in a Rust source every path into its own crate: `crate::...`, `c4grade::...` (the binary's name for the
//! library) and chains of `super::`, in `use` trees, in code and in the arguments of macros.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, Macro, Path, UseTree};

/// One path into the crate, from its root.
#[derive(Debug, PartialEq, Eq)]
pub struct Mention {
    /// Line, from 1.
    pub line: usize,
    /// Its parts, `crate` left out.
    pub path: Vec<String>,
    /// Whether only tests are built with it.
    pub is_test: bool,
}

/// Every path into the crate in the source of `module`.
pub fn mentions(text: &str, module: &[String]) -> Vec<Mention> {
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{module:?}: {error}"));
    let mut scan = Scan {
        module: module.to_vec(),
        is_test: false,
        found: Vec::new(),
    };
    scan.visit_file(&file);
    scan.found
}

struct Scan {
    /// The module of the code that is visited, inline modules included.
    module: Vec<String>,
    is_test: bool,
    found: Vec<Mention>,
}

impl Visit<'_> for Scan {
    fn visit_item_mod(&mut self, item: &ItemMod) {
        let was_test = self.is_test;
        self.is_test |= item.attrs.iter().any(is_for_tests);
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
        self.is_test = was_test;
    }

    fn visit_item_use(&mut self, item: &ItemUse) {
        self.tree(&item.tree, &mut Vec::new());
    }

    fn visit_path(&mut self, path: &Path) {
        let parts: Vec<Ident> = path.segments.iter().map(|segment| segment.ident.clone()).collect();
        self.mention(&parts);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &Macro) {
        self.visit_path(&call.path);
        self.tokens(call.tokens.clone());
    }
}

impl Scan {
    /// Reads a `use` tree, one mention for each leaf.
    fn tree(&mut self, tree: &UseTree, parts: &mut Vec<Ident>) {
        let before = parts.len();
        match tree {
            UseTree::Path(path) => {
                parts.push(path.ident.clone());
                self.tree(&path.tree, parts);
            }
            UseTree::Name(name) => parts.push(name.ident.clone()),
            UseTree::Rename(rename) => parts.push(rename.ident.clone()),
            UseTree::Glob(_) => {}
            UseTree::Group(group) => group.items.iter().for_each(|item| self.tree(item, parts)),
        }
        if !matches!(tree, UseTree::Path(_) | UseTree::Group(_)) {
            self.mention(parts);
        }
        parts.truncate(before);
    }

    /// Reads the arguments of a macro: names separated by `::`.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut parts: Vec<Ident> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(sign) if sign.as_char() == ':' => colons += 1,
                TokenTree::Ident(word) => {
                    if colons != 2 {
                        self.mention(&std::mem::take(&mut parts));
                    }
                    parts.push(word);
                    colons = 0;
                }
                TokenTree::Group(group) => {
                    self.mention(&std::mem::take(&mut parts));
                    self.tokens(group.stream());
                }
                _ => self.mention(&std::mem::take(&mut parts)),
            }
        }
        self.mention(&parts);
    }

    /// Notes a path if it leads into the crate.
    fn mention(&mut self, parts: &[Ident]) {
        let names: Vec<String> = parts.iter().map(ToString::to_string).collect();
        let supers = names.iter().take_while(|name| *name == "super").count();
        let (mut path, rest) = match names.first().map(String::as_str) {
            Some("crate" | "c4grade") => (Vec::new(), &names[1..]),
            Some("super") => {
                let depth = self.module.len().saturating_sub(supers);
                (self.module[..depth].to_vec(), &names[supers..])
            }
            _ => return,
        };
        // `pub(crate)` and `pub(super)` name no item.
        if rest.is_empty() {
            return;
        }
        path.extend_from_slice(rest);
        self.found.push(Mention {
            line: parts[0].span().start().line,
            path,
            is_test: self.is_test,
        });
    }
}

/// `#[cfg(test)]`.
fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") && attribute.parse_args::<Ident>().is_ok_and(|word| word == "test")
}
