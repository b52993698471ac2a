//! The statements of a function as lists, and the `if`s among them: where a statement can be inserted, and which ones are neighbours.
//! What is no C, or is nested very deeply, gives none.

use std::ops::Range;

use super::structure::OF_DECLARATIONS;
use super::{TokenKind, Word};

/// How deeply statements may be nested.
const DEEPEST: usize = 100;

/// A list of statements between braces.
#[derive(Debug)]
pub(super) struct Block {
    /// The word before its brace: `)` of a condition, `else`, `do`, or the end of the parameters.
    pub of: Owner,
    pub items: Vec<Item>,
    /// The brace that closes it.
    pub end: usize,
}

/// What a block belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Function,
    If,
    Else,
    Loop,
    Switch,
    /// Nothing: it is only a block.
    None,
}

/// One statement of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    pub kind: ItemKind,
    /// Its words, as positions.
    pub words: Range<usize>,
    /// Where its head ends: the condition of an `if` or a loop, or else all of it.
    pub head: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemKind {
    Declaration,
    Simple,
    /// `return`, `break`, `continue` or `goto`.
    Jump,
    /// `case 1:`, `default:` or another label.
    Label,
    If,
    Loop,
    Other,
}

/// An `if`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct If {
    pub condition: Range<usize>,
    pub then: Range<usize>,
    pub has_else: bool,
}

/// The blocks and the `if`s of a function.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    pub blocks: Vec<Block>,
    pub ifs: Vec<If>,
}

impl Blocks {
    /// Those of the function whose words these are, from its parameters to its end.
    pub fn of(words: &[Word], closing: &[Option<usize>], function: &Range<usize>) -> Self {
        let mut parser = Parser {
            words,
            closing,
            found: Self::default(),
        };
        let body = function.clone().find(|at| words[*at].text == "{");
        let is_read = body.is_some_and(|at| parser.block(at, Owner::Function, 0).is_some());
        if is_read { parser.found } else { Self::default() }
    }
}

struct Parser<'w, 't> {
    words: &'w [Word<'t>],
    closing: &'w [Option<usize>],
    found: Blocks,
}

impl<'t> Parser<'_, 't> {
    fn text(&self, at: usize) -> &'t str {
        self.words.get(at).map_or("", |word| word.text)
    }

    /// Reads a block; gives where it ends.
    fn block(&mut self, open: usize, of: Owner, depth: usize) -> Option<usize> {
        let end = (*self.closing.get(open)?)?;
        if depth > DEEPEST {
            return None;
        }

        let (mut items, mut at) = (Vec::new(), open + 1);
        while at < end {
            let item = self.item(at, depth)?;
            at = item.words.end;
            if at > end {
                return None;
            }
            items.push(item);
        }
        self.found.blocks.push(Block { of, items, end });
        Some(end + 1)
    }

    /// Reads a statement, a declaration or a label.
    fn item(&mut self, at: usize, depth: usize) -> Option<Item> {
        let item = |kind, head: usize, end: usize| Item {
            kind,
            words: at..end,
            head,
        };
        match self.text(at) {
            "{" => {
                let end = self.block(at, Owner::None, depth + 1)?;
                Some(item(ItemKind::Other, end, end))
            }
            "if" => {
                let close = self.parenthesized(at + 1)?;
                let then = self.body(close + 1, Owner::If, depth)?;
                let has_else = self.text(then) == "else";
                self.found.ifs.push(If {
                    condition: at + 2..close,
                    then: close + 1..then,
                    has_else,
                });
                let end = if has_else {
                    self.body(then + 1, Owner::Else, depth)?
                } else {
                    then
                };
                Some(item(ItemKind::If, close + 1, end))
            }
            keyword @ ("for" | "while" | "switch") => {
                let close = self.parenthesized(at + 1)?;
                let (of, kind) = if keyword == "switch" {
                    (Owner::Switch, ItemKind::Other)
                } else {
                    (Owner::Loop, ItemKind::Loop)
                };
                let end = self.body(close + 1, of, depth)?;
                Some(item(kind, close + 1, end))
            }
            "do" => {
                let end = self.body(at + 1, Owner::Loop, depth)?;
                let close = self.parenthesized(end + 1).filter(|_| self.text(end) == "while")?;
                (self.text(close + 1) == ";").then(|| item(ItemKind::Loop, close + 2, close + 2))
            }
            "case" | "default" => {
                let colon = (at..self.words.len()).find(|at| self.text(*at) == ":")?;
                Some(item(ItemKind::Label, colon + 1, colon + 1))
            }
            "else" | "}" | "" => None,
            _ if self.text(at + 1) == ":" => Some(item(ItemKind::Label, at + 2, at + 2)),
            first => {
                let mut end = at;
                while self.text(end) != ";" {
                    if ["", "}"].contains(&self.text(end)) {
                        return None;
                    }
                    end = self.closing[end].unwrap_or(end) + 1;
                }
                let second = self.words.get(at + 1)?;
                let is_type = OF_DECLARATIONS.contains(&first)
                    || self.words[at].kind == TokenKind::Name
                        && second.kind == TokenKind::Name
                        && !["return", "goto"].contains(&first);
                let kind = match first {
                    "return" | "break" | "continue" | "goto" => ItemKind::Jump,
                    _ if is_type => ItemKind::Declaration,
                    _ => ItemKind::Simple,
                };
                Some(item(kind, end + 1, end + 1))
            }
        }
    }

    /// The body of a statement; gives where it ends.
    fn body(&mut self, at: usize, of: Owner, depth: usize) -> Option<usize> {
        if depth > DEEPEST {
            return None;
        }
        if self.text(at) == "{" {
            return self.block(at, of, depth + 1);
        }
        Some(self.item(at, depth + 1)?.words.end)
    }

    fn parenthesized(&self, at: usize) -> Option<usize> {
        (self.text(at) == "(").then(|| self.closing[at]).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Source;
    use super::super::structure::closing;
    use super::super::variables::functions;
    use super::*;

    #[test]
    fn statements_are_read_as_lists() {
        use ItemKind::{Declaration, If as Condition, Jump, Label, Loop, Other, Simple};

        let text = "int f(int a) { int b; if (a) b = 1; else { c(); d(); } while (a) if (b) a--; \
                    switch (a) { case 1: e(); break; default: ; } return b; }";
        let source = Source::of(text);
        let functions = functions(&source.code);
        let found = Blocks::of(&source.code, &closing(&source.code), &functions[0].words);
        let listed: Vec<(Owner, Vec<ItemKind>)> = found
            .blocks
            .iter()
            .map(|block| (block.of, block.items.iter().map(|item| item.kind).collect()))
            .collect();
        assert_eq!(
            listed,
            [
                (Owner::Else, vec![Simple, Simple]),
                (Owner::Switch, vec![Label, Simple, Jump, Label, Simple]),
                (Owner::Function, vec![Declaration, Condition, Loop, Other, Jump]),
            ]
        );
        assert_eq!(
            found.ifs.iter().map(|found| found.has_else).collect::<Vec<bool>>(),
            [true, false]
        );
    }

    #[test]
    fn what_is_nested_too_deeply_or_is_no_statement_gives_none() {
        let deep = format!("void f(void) {{ {} }}", "if (a) ".repeat(100_000));
        for text in [
            &deep,
            "void f(void) { else; }",
            "void f(void) { do a(); }",
            "void f(void) { a() }",
        ] {
            let source = Source::of(text);
            let closing = closing(&source.code);
            for function in functions(&source.code) {
                assert!(
                    Blocks::of(&source.code, &closing, &function.words).blocks.is_empty(),
                    "{text:.40}"
                );
            }
        }
    }
}
