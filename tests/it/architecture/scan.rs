//! Finds in a Rust source every path into its own crate: `crate::...`, `c4grade::...` (the binary's name for the
//! library) and chains of `super::`, in `use` trees and in code, comments and strings left out.

/// One path into the crate, from its root.
#[derive(Debug, PartialEq, Eq)]
pub struct Mention {
    /// Line, from 1.
    pub line: usize,
    /// Its parts, `crate` left out.
    pub path: Vec<String>,
}

/// Every path into the crate in the source of `module`.
pub fn mentions(text: &str, module: &[String]) -> Vec<Mention> {
    let tokens = tokens(text);
    let mut scan = Scan {
        tokens: &tokens,
        at: 0,
        found: Vec::new(),
    };
    let mut here = module.to_vec();
    // For each inline module that is open, the number of braces open before it.
    let mut inline = Vec::new();
    let mut depth = 0;
    while let Some((token, _)) = tokens.get(scan.at) {
        let after_path = scan.at > 0 && tokens[scan.at - 1].0 == "::";
        match token.as_str() {
            "mod" if scan.peek(2) == "{" => {
                inline.push(depth);
                here.push(scan.peek(1).to_owned());
            }
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                if inline.last() == Some(&depth) {
                    inline.pop();
                    here.pop();
                }
            }
            "crate" | "c4grade" if !after_path && scan.peek(1) == "::" => {
                scan.at += 2;
                scan.tree(&mut Vec::new());
                continue;
            }
            "super" if !after_path && scan.peek(1) == "::" => {
                let mut path = here.clone();
                while scan.peek(0) == "super" && scan.peek(1) == "::" {
                    path.pop();
                    scan.at += 2;
                }
                scan.tree(&mut path);
                continue;
            }
            _ => {}
        }
        scan.at += 1;
    }
    scan.found
}

struct Scan<'a> {
    tokens: &'a [(String, usize)],
    at: usize,
    found: Vec<Mention>,
}

impl Scan<'_> {
    fn peek(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", |(token, _)| token)
    }

    /// Reads `a::b`, `a::{b, c::d}`, `*`, one mention for each leaf.
    fn tree(&mut self, prefix: &mut Vec<String>) {
        let line = self.tokens.get(self.at).map_or(0, |(_, line)| *line);
        let before = prefix.len();
        loop {
            if self.peek(0) == "{" {
                self.at += 1;
                while !matches!(self.peek(0), "}" | "") {
                    if is_word(self.peek(0)) || matches!(self.peek(0), "*" | "{") {
                        self.tree(prefix);
                    }
                    // `as name` and the comma.
                    while !matches!(self.peek(0), "," | "}" | "") {
                        self.at += 1;
                    }
                    if self.peek(0) == "," {
                        self.at += 1;
                    }
                }
                self.at += 1;
                break;
            }
            let word = self.peek(0).to_owned();
            if is_word(&word) {
                prefix.push(word);
                self.at += 1;
                if self.peek(0) == "::" {
                    self.at += 1;
                    continue;
                }
            }
            self.found.push(Mention {
                line,
                path: prefix.clone(),
            });
            break;
        }
        prefix.truncate(before);
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|character: char| character.is_alphanumeric() || character == '_')
}

/// Words, `::` and single other characters, each with its line; comments, strings and characters left out.
fn tokens(text: &str) -> Vec<(String, usize)> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => block_comment(rest),
            _ if raw_string(rest).is_some() => raw_string(rest).unwrap_or(1),
            '"' => quoted(rest),
            '\'' => character(rest),
            _ if is_word(rest) => {
                let end = rest.find(|character: char| !(character.is_alphanumeric() || character == '_'));
                let end = end.unwrap_or(rest.len());
                tokens.push((rest[..end].to_owned(), line));
                end
            }
            _ if rest.starts_with("::") => {
                tokens.push(("::".to_owned(), line));
                2
            }
            _ => {
                if !first.is_whitespace() {
                    tokens.push((first.to_string(), line));
                }
                first.len_utf8()
            }
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

/// The length of a block comment, nested ones included.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// The length of `r"..."`, `r#"..."#`, `br"..."` at the start, if there is one.
fn raw_string(text: &str) -> Option<usize> {
    let behind = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let open = behind.trim_start_matches('#');
    let hashes = &behind[..behind.len() - open.len()];
    let body = open.strip_prefix('"')?;
    let close = format!("\"{hashes}");
    let end = body.find(&close).map_or(body.len(), |end| end + close.len());
    Some(text.len() - body.len() + end)
}

/// The length of a string with escapes.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of `'x'` or `'\n'`; only the quote of a lifetime.
fn character(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match characters.next() {
        Some((_, '\\')) => {
            characters.next();
            characters
                .find(|(_, character)| *character == '\'')
                .map_or(1, |(at, _)| at + 1)
        }
        Some(_) => match characters.next() {
            Some((at, '\'')) => at + 1,
            _ => 1,
        },
        None => 1,
    }
}
