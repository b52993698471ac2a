//! Lines that may be missing, and neighbours that may be in the wrong order: an assignment, a change of what is never changed, a
//! jump, an `else`, a check of another variable. Each is made of what the function itself has.

use std::collections::BTreeSet;
use std::ops::Range;

use super::blocks::{Block, Blocks, Item, ItemKind, Owner};
use super::lvalues::{Lvalues, is_constant};
use super::structure::{closing, is_keyword};
use super::variables::{Function, Variable, functions, variables};
use super::{EditKind, Replacement, Source, TokenKind, Way, code};

/// Of one kind of statement, how many different ones are tried in a function, at most.
const MOST: usize = 12;
/// The words of a check that is copied, at most.
const LONGEST_CHECK: usize = 40;

/// The edits of all functions.
pub(super) fn replacements(source: &Source) -> Vec<Replacement> {
    let closing = closing(&source.code);
    let lvalues = Lvalues::of(&source.code, &closing);
    let mut found = Vec::new();
    for function in functions(&source.code) {
        let insertions = Insertions {
            source,
            blocks: Blocks::of(&source.code, &closing, &function.words),
            variables: variables(&source.code, &function),
            lvalues: &lvalues,
            function,
        };
        insertions.assignments(&mut found);
        insertions.changes(&mut found);
        insertions.jumps(&mut found);
        insertions.checks(&mut found);
        insertions.orders(&mut found);
    }
    found
}

/// What is inserted in one function.
struct Insertions<'s, 't> {
    source: &'s Source<'t>,
    blocks: Blocks,
    variables: Vec<Variable<'t>>,
    lvalues: &'s Lvalues,
    function: Function<'t>,
}

/// Where a statement can be inserted: before a word, which is an item of a block or its end.
#[derive(Clone, Copy)]
struct Gap<'b> {
    block: &'b Block,
    /// The position of the item; that of the end is the number of items.
    item: usize,
}

impl<'b> Gap<'b> {
    fn before(self) -> Option<&'b Item> {
        self.block.items.get(self.item.checked_sub(1)?)
    }

    fn after(self) -> Option<&'b Item> {
        self.block.items.get(self.item)
    }

    /// The word before which it is.
    fn word(self) -> usize {
        self.after().map_or(self.block.end, |item| item.words.start)
    }

    /// Whether it is reached from the statement before it.
    fn is_reached(self) -> bool {
        self.before().is_none_or(|item| item.kind != ItemKind::Jump)
    }

    fn is_end(self) -> bool {
        self.item == self.block.items.len()
    }
}

impl<'t> Insertions<'_, 't> {
    /// Everything between two statements, and before the first and after the last of each block. Not before declarations.
    fn gaps(&self) -> impl Iterator<Item = Gap<'_>> {
        self.blocks.blocks.iter().flat_map(|block| {
            let gaps = (0..=block.items.len()).map(move |item| Gap { block, item });
            gaps.filter(|gap| {
                let is_declared = gap.after().is_some_and(|item| item.kind == ItemKind::Declaration);
                let is_labelled = gap.block.of == Owner::Switch && gap.item == 0;
                gap.is_reached() && !is_declared && !is_labelled
            })
        })
    }

    /// Assignments of the function somewhere else: before a loop, where a block begins, and where it ends. Those that set a
    /// constant are tried after an `else`, too, and those that add with the other sign.
    fn assignments(&self, found: &mut Vec<Replacement>) {
        let own = self.own_assignments();
        let is_likely = |gap: &Gap| {
            let begins = gap.item == 0 && gap.block.of != Owner::Function;
            let is_before_loop = gap.after().is_some_and(|item| item.kind == ItemKind::Loop);
            begins || is_before_loop || gap.is_end() && gap.block.of != Owner::Function
        };
        for gap in self.gaps().filter(is_likely) {
            for assignment in &own {
                if self.is_known(&assignment.names, gap.word()) && !self.is_beside(gap, &assignment.text) {
                    found.push(self.inserted(gap, &assignment.text));
                }
            }
        }

        let words = &self.source.code;
        for condition in self.blocks.ifs.iter().filter(|found| !found.has_else) {
            for assignment in own.iter().filter(|assignment| assignment.is_constant) {
                let is_changed = self.lvalues.changes_in(words, condition.then.clone(), &assignment.key);
                if is_changed && self.is_known(&assignment.names, condition.then.start) {
                    found.extend(self.otherwise(condition.then.end, &assignment.text));
                }
            }
        }
    }

    /// The different assignments of the function, those with the other sign, and the values that its variables begin with.
    fn own_assignments(&self) -> Vec<Assignment<'t>> {
        let words = &self.source.code;
        let mut own: Vec<Assignment> = Vec::new();
        let mut take = |assignment: Assignment<'t>| {
            if own.len() < MOST && !own.iter().any(|known| known.text == assignment.text) {
                own.push(assignment);
            }
        };
        for item in self.items() {
            let text = self.text(item.words.clone());
            match item.kind {
                ItemKind::Simple => {
                    let Some(key) = self.lvalues.assigned(words, item.words.clone()) else {
                        continue;
                    };
                    let names = self.names(item.words.clone());
                    let value = words[item.words.clone()].iter().position(|word| word.text == "=");
                    let value = item.words.start + value.unwrap_or_default() + 1..item.words.end - 1;
                    let is_constant = is_constant(&words[value.clone()]);
                    take(Assignment {
                        key: key.clone(),
                        text: text.clone(),
                        names: names.clone(),
                        is_constant,
                    });
                    if let Some(text) = self.with_other_sign(&item.words, &value) {
                        take(Assignment {
                            key,
                            text,
                            names,
                            is_constant,
                        });
                    }
                }
                ItemKind::Declaration => {
                    for (name, value) in declared_values(words, item.words.clone()) {
                        take(Assignment {
                            key: name.to_owned(),
                            text: format!("{name} = {};", self.text(value)),
                            names: BTreeSet::from([name]),
                            is_constant: true,
                        });
                    }
                }
                _ => {}
            }
        }
        own
    }

    /// A statement with the one sign in its value changed.
    fn with_other_sign(&self, statement: &Range<usize>, value: &Range<usize>) -> Option<String> {
        let words = &self.source.code;
        let mut signs = value.clone().filter(|at| ["+", "-"].contains(&words[*at].text));
        let sign = signs.next().filter(|at| *at > value.start)?;
        if signs.next().is_some() {
            return None;
        }
        let other = if words[sign].text == "+" { "-" } else { "+" };
        let [before, after] = [statement.start..sign, sign + 1..statement.end];
        Some(format!("{} {other} {}", self.text(before), self.text(after)))
    }

    /// A change of what is never changed.
    fn changes(&self, found: &mut Vec<Replacement>) {
        let all = self.lvalues.unchanged(&self.source.code, &self.function.words);
        for (lvalue, range) in all.iter().take(MOST) {
            let names = self.names(range.clone());
            for gap in self.gaps().filter(|gap| self.is_known(&names, gap.word())) {
                for new in [
                    format!("{lvalue}++;"),
                    format!("{lvalue}--;"),
                    format!("{lvalue} = !{lvalue};"),
                    format!("{lvalue} = 1 - {lvalue};"),
                    format!("{lvalue} = 3 - {lvalue};"),
                ] {
                    found.push(self.inserted(gap, &new));
                }
            }
        }
    }

    /// A jump where a block of an `if` ends.
    fn jumps(&self, found: &mut Vec<Replacement>) {
        let words = &self.source.code;
        let returned: Vec<Range<usize>> = self
            .items()
            .filter(|item| item.kind == ItemKind::Jump && words[item.words.start].text == "return")
            .map(|item| item.words.clone())
            .collect();
        let gives = returned.iter().any(|words| words.len() > 2);
        let loops: Vec<Range<usize>> = self
            .items()
            .filter(|item| item.kind == ItemKind::Loop)
            .map(|item| item.words.clone())
            .collect();

        for gap in self.gaps() {
            if !gap.is_end() || ![Owner::If, Owner::Else].contains(&gap.block.of) {
                continue;
            }
            let at = gap.word();
            let mut jumps: BTreeSet<String> = returned
                .iter()
                .filter(|words| self.is_known(&self.names((*words).clone()), at))
                .map(|words| self.text(words.clone()))
                .collect();
            if gives {
                let known = self.variables.iter().filter(|variable| variable.scope.contains(&at));
                jumps.extend(known.map(|variable| format!("return {};", variable.name)));
            }
            if loops.iter().any(|words| words.contains(&at)) {
                jumps.extend(["break;", "continue;"].map(str::to_owned));
            }
            found.extend(jumps.iter().take(MOST).map(|jump| self.inserted(gap, jump)));
        }
    }

    /// A check that jumps, of another variable.
    fn checks(&self, found: &mut Vec<Replacement>) {
        let words = &self.source.code;
        for gap in self.gaps() {
            let Some(item) = gap.after().filter(|item| item.kind == ItemKind::If) else {
                continue;
            };
            let then = item.head + usize::from(words[item.head].text == "{");
            let jumps = ["return", "break", "continue"].contains(&words[then].text);
            let has_else = words[item.head..item.words.end].iter().any(|word| word.text == "else");
            if !jumps || has_else || item.words.len() > LONGEST_CHECK {
                continue;
            }

            let at = item.words.start;
            let known: Vec<&Variable> = self
                .variables
                .iter()
                .filter(|variable| variable.scope.contains(&at))
                .collect();
            let used = self.names(item.words.start..item.head);
            let own = known.iter().filter(|variable| used.contains(variable.name));
            for own in own {
                for other in known.iter().filter(|variable| !used.contains(variable.name)).take(MOST) {
                    let new = self.renamed(item.words.clone(), own.name, other.name);
                    found.push(self.inserted(gap, &new));
                }
            }
        }
    }

    /// Words with another variable in place of one.
    fn renamed(&self, range: Range<usize>, name: &str, other: &str) -> String {
        let words = &self.source.code;
        let bytes = self.source.range(range.clone());
        let (mut renamed, mut at) = (String::new(), bytes.start);
        for word in range.filter(|word| words[*word].text == name && !self.is_member(*word)) {
            renamed += &self.source.text[at..words[word].range.start];
            renamed += other;
            at = words[word].range.end;
        }
        renamed += &self.source.text[at..bytes.end];
        code(&renamed)
    }

    /// Neighbours in the other order.
    fn orders(&self, found: &mut Vec<Replacement>) {
        let can_move = |item: &Item| !matches!(item.kind, ItemKind::Declaration | ItemKind::Label | ItemKind::Jump);
        for block in &self.blocks.blocks {
            for pair in block.items.windows(2) {
                let [first, second] = pair else { continue };
                if !can_move(first) || !can_move(second) {
                    continue;
                }
                let [one, other] = [first, second].map(|item| item.words.clone());
                let between = self.source.range(one.clone()).end..self.source.range(other.clone()).start;
                let Some(mut moved) = self.source.exchanging(EditKind::Moved, one, other) else {
                    continue;
                };
                moved.way = Way::Swap(between);
                moved.edit.before = self.head(first);
                moved.edit.after = self.head(second);
                found.push(moved);
            }
        }
    }

    fn items(&self) -> impl Iterator<Item = &Item> {
        self.blocks.blocks.iter().flat_map(|block| &block.items)
    }

    /// Words as a text on one line, without comments.
    fn text(&self, words: Range<usize>) -> String {
        if words.is_empty() {
            return String::new();
        }
        code(&self.source.text[self.source.range(words)])
    }

    /// A statement in words: of an `if` or a loop its condition.
    fn head(&self, item: &Item) -> String {
        self.text(item.words.start..item.head)
    }

    fn is_member(&self, at: usize) -> bool {
        at > 0 && [".", "->"].contains(&self.source.code[at - 1].text)
    }

    /// The names among some words, without those of members.
    fn names(&self, words: Range<usize>) -> BTreeSet<&'t str> {
        let code = &self.source.code;
        let names = words.filter(|at| code[*at].kind == TokenKind::Name && !self.is_member(*at));
        names.map(|at| code[at].text).filter(|name| !is_keyword(name)).collect()
    }

    /// Whether all names are known at a word: a compiler reports one that is not only once in a function.
    fn is_known(&self, names: &BTreeSet<&str>, at: usize) -> bool {
        names.iter().all(|name| {
            let mut scopes = self.scopes_of(name).peekable();
            scopes.peek().is_none() || scopes.any(|scope| scope.contains(&at))
        })
    }

    /// Where a name that the function declares is known.
    fn scopes_of(&self, name: &str) -> impl Iterator<Item = Range<usize>> {
        let words = &self.source.code;
        let has = move |mut range: Range<usize>| range.any(|at| words[at].text == name);
        let of_blocks = self.blocks.blocks.iter().flat_map(move |block| {
            let declared = block.items.iter().filter(|item| item.kind == ItemKind::Declaration);
            let own = declared.filter(move |item| has(item.words.clone()));
            own.map(|item| item.words.end..block.end + 1)
        });
        let of_loops = self.items().filter(move |item| {
            let begin = item.words.start + 2;
            let end = (begin..item.head).find(|at| words[*at].text == ";").unwrap_or(begin);
            let is_declared =
                begin + 1 < end && words[begin].kind == TokenKind::Name && words[begin + 1].kind == TokenKind::Name;
            item.kind == ItemKind::Loop && is_declared && has(begin..end)
        });
        of_blocks.chain(of_loops.map(|item| item.words.clone()))
    }

    /// Whether a statement is already there, before or after a gap.
    fn is_beside(&self, gap: Gap, statement: &str) -> bool {
        let neighbours = [gap.before(), gap.after()].into_iter().flatten();
        let mut neighbours = neighbours.map(|item| self.text(item.words.clone()));
        neighbours.any(|text| text == statement)
    }

    /// A statement more in a gap: on a line of its own, after the statement before it where that ends its block.
    fn inserted(&self, gap: Gap, new: &str) -> Replacement {
        let source = self.source;
        let at = source.code[gap.word()].range.start;
        let after = gap.before().filter(|_| gap.is_end()).and_then(|last| {
            let end = source.range(last.words.clone()).end;
            source.line_after(end, self.head(last), new)
        });
        let before = || {
            let next = gap.after().map_or_else(|| "}".to_owned(), |item| self.head(item));
            source.line_before(at, next, new)
        };
        Replacement {
            range: at..at,
            new: new.to_owned(),
            edit: after.unwrap_or_else(before),
            way: Way::Gap,
        }
    }

    /// An `else` more after the words of an `if`.
    fn otherwise(&self, end: usize, statement: &str) -> Option<Replacement> {
        let source = self.source;
        let last = &source.code[end - 1];
        let at = last.range.end;
        Some(Replacement {
            range: at..at,
            new: statement.to_owned(),
            edit: source.line_after(at, last.text.to_owned(), &format!("else {statement}"))?,
            way: Way::Else,
        })
    }
}

/// An assignment that is tried somewhere else.
struct Assignment<'t> {
    key: String,
    text: String,
    names: BTreeSet<&'t str>,
    is_constant: bool,
}

/// The constants that a declaration gives its variables.
fn declared_values<'t>(words: &[super::Word<'t>], range: Range<usize>) -> Vec<(&'t str, Range<usize>)> {
    let is_kept = words[range.clone()]
        .iter()
        .any(|word| ["static", "const"].contains(&word.text));
    let mut values = Vec::new();
    for at in range.clone().filter(|at| words[*at].text == "=" && !is_kept) {
        let end = (at..range.end)
            .find(|at| [",", ";"].contains(&words[*at].text))
            .unwrap_or(at);
        let name = &words[at - 1];
        if name.kind == TokenKind::Name && end > at && is_constant(&words[at + 1..end]) {
            values.push((name.text, at + 1..end));
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::super::Source;
    use super::*;

    /// What each edit of a function does, in words.
    fn words(text: &str) -> Vec<String> {
        let found = replacements(&Source::of(text));
        found.into_iter().map(|found| found.edit.words()).collect()
    }

    #[track_caller]
    fn has(text: &str, edit: &str) {
        let words = words(text);
        assert!(words.iter().any(|words| words == edit), "{edit} is not in {words:#?}");
    }

    #[test]
    fn a_counter_is_reset_before_a_loop_and_in_an_else() {
        let text = "int f(char m) {\n    int count = 0;\n    for (int i = 0; i < 6; i++) {\n        \
                    for (int j = 0; j < 6; j++) {\n            if (a[i][j] == m) {\n                count++;\n            }\n        \
                    }\n    }\n    return count;\n}\n";
        has(text, "`count = 0;` before `for (int j = 0; j < 6; j++)`");
        has(text, "`else count = 0;` after `}`");
    }

    #[test]
    fn what_never_changes_is_counted_or_switched() {
        let text = "int turn, n;\nint main(void) {\n    while (n < 42) {\n        move(turn);\n    }\n}\n";
        has(text, "`n++;` after `move(turn);`");
        has(text, "`turn = 3 - turn;` after `move(turn);`");
        let switched = text.replace("move(turn);", "move(turn);\n        turn = 1 - turn;");
        assert!(!words(&switched).iter().any(|words| words.starts_with("`turn++;`")));
    }

    #[test]
    fn jumps_and_checks_are_made_of_what_is_there() {
        let text = "int f(int r, int c) {\n    if (r < 0 || r > 5)\n        return 0;\n    if (a[r][c] == 0) {\n        \
                    n++;\n    }\n    return -1;\n}\n";
        has(text, "`return r;` after `n++;`");
        has(text, "`if (c < 0 || c > 5) return 0;` before `if (r < 0 || r > 5)`");
    }

    #[test]
    fn neighbours_change_places() {
        let text = "int f(void) {\n    if (tie()) return 1;\n    if (win())\n        return 2;\n    return 0;\n}\n";
        has(text, "`if (tie())` moved after `if (win())`");
        let found = replacements(&Source::of(text));
        let moved = found
            .iter()
            .find(|found| found.edit.kind == EditKind::Moved)
            .expect("moved");
        assert_eq!(
            moved.edit.apply(text),
            "int f(void) {\n    if (win())\n        return 2;\n    if (tie()) return 1;\n    return 0;\n}\n"
        );
    }

    #[test]
    fn nothing_is_inserted_where_its_variables_are_unknown() {
        let text = "void f(void) {\n    if (a) {\n        int b;\n        b = 1;\n    }\n    while (a) g();\n}\n";
        let found = words(text);
        assert!(
            !found.iter().any(|words| words == "`b = 1;` before `while (a)`"),
            "{found:?}"
        );
    }
}
