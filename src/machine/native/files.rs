//! Which files of a folder are one program: those that a source includes or imports, and for C and C++ those that define the
//! functions it calls.

use std::collections::HashSet;
use std::path::Path;

use super::tokens::{Token, TokenKind, tokens};

/// Extensions of sources in C and C++, of which a compiler gets each.
const SOURCES: [&str; 3] = ["c", "cpp", "cc"];
/// Extensions of what such sources include.
const HEADERS: [&str; 4] = ["h", "hh", "hpp", "inc"];
/// Extensions of sources that name others by their stems.
const MODULES: [&str; 3] = ["java", "py", "rs"];

/// What one file has to do with others.
struct Part<'a> {
    name: &'a str,
    stem: &'a str,
    extension: &'a str,
    /// All its names.
    names: HashSet<&'a [u8]>,
    /// The functions that it defines.
    defines: HashSet<&'a [u8]>,
    includes: HashSet<String>,
}

/// The files that make one program with the file `chosen`, by their indices, that one first. Without a choice, the file in C or
/// C++ with `main` is chosen; `None` where not exactly one file has it.
pub fn linked(files: &[(String, Vec<u8>)], chosen: Option<usize>) -> Option<Vec<usize>> {
    let parts: Vec<Part> = files.iter().map(|(name, bytes)| Part::of(name, bytes)).collect();
    let mut mains = (0..files.len()).filter(|file| parts[*file].defines.contains(&b"main"[..]));
    let chosen = match chosen {
        Some(chosen) => chosen,
        None => mains.next().filter(|_| mains.next().is_none())?,
    };

    let mut program = vec![chosen];
    let mut at = 0;
    while let Some(one) = program.get(at).map(|one| &parts[*one]) {
        for other in 0..files.len() {
            // An older copy defines the same functions.
            let is_copy = |own: &usize| !parts[*own].defines.is_disjoint(&parts[other].defines);
            let belongs = one.includes.contains(parts[other].name)
                || one.needs(&parts[other], parts[chosen].extension) && !program.iter().any(is_copy);
            if belongs && !program.contains(&other) {
                program.push(other);
            }
        }
        at += 1;
    }
    Some(program)
}

/// Of the files of a program, the main one first, those that a compiler gets beside that one.
pub(super) fn further_sources(files: &[(String, &[u8])]) -> Vec<String> {
    let parts: Vec<Part> = files.iter().map(|(name, bytes)| Part::of(name, bytes)).collect();
    let is_included = |name: &str| parts.iter().any(|part| part.includes.contains(name));
    let further = parts
        .iter()
        .skip(1)
        .filter(|part| part.is_source() && !is_included(part.name));
    further.map(|part| format!("./{}", part.name)).collect()
}

/// The files of its own that a source in C or C++ includes: `board.h` of `#include "board.h"`.
pub fn includes(source: &[u8]) -> HashSet<String> {
    let text = String::from_utf8_lossy(source);
    let included = text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        let name = rest.strip_prefix("include")?.trim_start().strip_prefix('"')?;
        let (name, _) = name.split_once('"')?;
        Some(name.trim_start_matches("./").to_owned())
    });
    included.collect()
}

impl<'a> Part<'a> {
    fn of(name: &'a str, bytes: &'a [u8]) -> Self {
        let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
        let extension = extension.unwrap_or_default();
        let mut part = Self {
            name,
            stem: name.strip_suffix(extension).unwrap_or(name).trim_end_matches('.'),
            extension,
            names: HashSet::new(),
            defines: HashSet::new(),
            includes: HashSet::new(),
        };
        let is_of_c = SOURCES.contains(&extension) || HEADERS.contains(&extension);
        if !is_of_c && !MODULES.contains(&extension) {
            return part;
        }

        let tokens = tokens(bytes);
        let is_name = |token: &&Token| token.kind == TokenKind::Name;
        part.names = tokens
            .iter()
            .filter(is_name)
            .map(|token| &bytes[token.range.clone()])
            .collect();
        if is_of_c {
            part.defines = defined(bytes, &tokens);
            part.includes = includes(bytes);
        }
        part
    }

    fn is_source(&self) -> bool {
        SOURCES.contains(&self.extension)
    }

    /// Whether it needs another file of the `language` that it does not include.
    fn needs(&self, other: &Self, language: &str) -> bool {
        let calls = || self.names.intersection(&other.defines).next().is_some();
        let imports = || MODULES.contains(&self.extension) && self.names.contains(other.stem.as_bytes());
        other.extension == language && (other.is_source() && calls() || imports())
    }
}

/// The functions that a source defines: a name, parentheses and a brace outside of all others.
fn defined<'a>(bytes: &'a [u8], tokens: &[Token]) -> HashSet<&'a [u8]> {
    let mut defined = HashSet::new();
    let (mut braces, mut parentheses) = (0_usize, 0_usize);
    // The last two marks and names outside of parentheses, and what was before those that closed.
    let (mut last, mut called): (&[u8], Option<&[u8]>) = (b"", None);
    let meant = tokens.iter().filter(|token| {
        let is_blank = matches!(token.kind, TokenKind::Blank | TokenKind::LineEnd | TokenKind::Comment);
        !is_blank && !token.is_directive
    });
    for token in meant {
        let text = &bytes[token.range.clone()];
        match text {
            b"(" => {
                if parentheses == 0 {
                    called = Some(last);
                }
                parentheses += 1;
            }
            b")" => parentheses = parentheses.saturating_sub(1),
            b"{" => {
                if braces == 0 && last == b")" {
                    defined.extend(called);
                }
                braces += 1;
            }
            b"}" => braces = braces.saturating_sub(1),
            _ => {}
        }
        last = text;
    }
    defined
}

#[cfg(test)]
mod tests {
    use super::linked;

    /// The names of the files that are one program with the first one.
    fn program(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<_> = files
            .iter()
            .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
            .collect();
        let program = linked(&files, Some(0)).expect("it is chosen");
        program.into_iter().map(|file| files[file].0.clone()).collect()
    }

    #[test]
    fn what_is_included_and_what_is_called_belongs_to_a_program() {
        let main = "#include \"board.h\"\nint main(void) { return play(); } /* old() */\n";
        let files = [
            ("connect4.c", main),
            ("board.h", "int play(void);\n"),
            (
                "game.c",
                "#include \"table.inc\"\nint play(void)\n{\n  return helper(1);\n}\n",
            ),
            ("help.c", "static int x = f(1);\nint helper(int a) { return a; }\n"),
            ("table.inc", "1, 2\n"),
            ("old.c", "int old(void) { return 0; }\n"),
            (
                "copy.c",
                "int play(void) { return 1; }\nint main(void) { return play(); }\n",
            ),
            ("notes.txt", "play"),
        ];
        assert_eq!(
            program(&files),
            ["connect4.c", "board.h", "game.c", "help.c", "table.inc"]
        );
    }

    #[test]
    fn modules_are_imported_by_their_names() {
        let files = [
            ("connect4.py", "import game\n"),
            ("game.py", ""),
            ("other.py", ""),
            ("game.c", ""),
        ];
        assert_eq!(program(&files), ["connect4.py", "game.py"]);
        let files = [
            (
                "Connect4.java",
                "class Connect4 { Board board; static void main() { } }",
            ),
            ("Board.java", ""),
            ("connect4.cpp", "int main() { }"),
            ("Old.java", ""),
        ];
        assert_eq!(program(&files), ["Connect4.java", "Board.java"]);
    }

    #[test]
    fn without_a_choice_the_only_main_is_chosen() {
        let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
        let (main, part) = (file("a.c", "int main() { f(); }"), file("b.c", "void f() { }"));
        assert_eq!(linked(&[part.clone(), main.clone()], None), Some(vec![1, 0]));
        assert_eq!(linked(&[main.clone(), part, main], None), None);
    }
}
