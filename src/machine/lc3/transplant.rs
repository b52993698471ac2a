//! Subroutines of one program in the place of another's: a text in, a text out.
//!
//! The new subroutine is written before the old one, which goes, or gets another name where something in it is used elsewhere. It
//! is bound to the labels of the program that it
//! comes into: calls by name, data by pointers of its own, since `LD`, `ST` and `LEA` reach only 256 words.

use std::collections::{BTreeMap, BTreeSet};

use crate::machine::Target;
use crate::machine::edits::{Statement, labels, statements};

/// What labels of a transplanted subroutine begin with.
const PREFIX: &str = "C4G_";

/// Whether a statement refers to what was put into a program.
pub fn is_transplanted(statement: &str) -> bool {
    statement.contains(PREFIX)
}

/// The subroutines of a program that can be put into others.
#[derive(Debug, Clone)]
pub struct Parts {
    sections: Vec<Section>,
    /// What each label of the sections belongs to, in capitals.
    owners: BTreeMap<String, usize>,
    /// The names of the subroutines that are put in the place of others, in capitals.
    names: BTreeSet<String>,
}

/// What some subroutines call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Helpers {
    /// The subroutines that all of them call.
    pub common: Vec<String>,
    /// Whether anything else calls a subroutine that one of them calls.
    pub are_used_elsewhere: bool,
}

/// A subroutine with its data: from its label to the next one that is called.
#[derive(Debug, Clone)]
struct Section {
    name: String,
    /// Its first line, from 0.
    from: usize,
    lines: Vec<Line>,
}

#[derive(Debug, Clone)]
struct Line {
    labels: Vec<String>,
    statement: Option<Statement>,
}

impl Parts {
    /// The subroutines of a text from a line on. `names` are those that are put in the place of others; what they call
    /// otherwise goes with them.
    pub fn of(text: &str, from_line: usize, names: &[String]) -> Self {
        let names: BTreeSet<String> = names.iter().map(|name| name.to_ascii_uppercase()).collect();
        let mut by_line: BTreeMap<usize, Statement> = statements(Target::Lc3, text)
            .into_iter()
            .map(|statement| (statement.line, statement))
            .collect();
        let calls = by_line.values().filter(|statement| is(statement, "JSR"));
        let called = calls.filter_map(|statement| statement.operands.first());
        let called: BTreeSet<String> = called.map(|word| word.text.to_ascii_uppercase()).collect();

        let mut sections: Vec<Section> = Vec::new();
        for (number, line) in (1..).zip(text.lines()).skip(from_line) {
            let labels = labels(Target::Lc3, line);
            let entry = labels
                .iter()
                .find(|label| called.contains(*label) || names.contains(*label));
            if let Some(name) = entry {
                sections.push(Section {
                    name: name.clone(),
                    from: number - 1,
                    lines: Vec::new(),
                });
            }
            let statement = by_line.remove(&number);
            if let Some(section) = sections.last_mut()
                && (!labels.is_empty() || statement.is_some())
            {
                section.lines.push(Line { labels, statement });
            }
        }

        let mut owners = BTreeMap::new();
        for (index, section) in sections.iter().enumerate() {
            let labels = section.lines.iter().flat_map(|line| &line.labels);
            owners.extend(labels.map(|label| (label.clone(), index)));
        }
        Self {
            sections,
            owners,
            names,
        }
    }

    /// Whether there is a subroutine of this name.
    pub fn has(&self, name: &str) -> bool {
        let name = name.to_ascii_uppercase();
        self.sections.iter().any(|section| section.name == name)
    }

    /// A text with these subroutines in the place of its own. `None` where it has none of that name. Where it lacks a label that
    /// one of them needs, it does not assemble.
    pub fn put_into(&self, text: &str, subroutines: &[&str]) -> Option<String> {
        let defined: BTreeMap<String, usize> = text
            .lines()
            .enumerate()
            .flat_map(|(index, line)| labels(Target::Lc3, line).into_iter().map(move |label| (label, index)))
            .collect();
        let wanted: Vec<String> = subroutines.iter().map(|name| name.to_ascii_uppercase()).collect();
        let mut blocks: BTreeMap<usize, (String, String)> = BTreeMap::new();
        let mut placed: BTreeSet<usize> = BTreeSet::new();

        for name in &wanted {
            let at = *defined.get(name)?;
            let mut block = String::new();
            let mut open = vec![self.sections.iter().position(|section| section.name == *name)?];
            while let Some(index) = open.pop() {
                if !placed.insert(index) {
                    continue;
                }
                let (written, needs) = self.written(index, &wanted, &defined)?;
                block += &written;
                open.extend(needs);
            }
            blocks.insert(at, (name.clone(), block));
        }

        let unused = self.unused(text, &wanted);
        let mut new = String::with_capacity(text.len() * 2);
        for (index, line) in text.lines().enumerate() {
            let Some((name, block)) = blocks.get(&index) else {
                if !unused.contains(&index) {
                    new += line;
                    new.push('\n');
                }
                continue;
            };
            if unused.contains(&index) {
                new += block;
                continue;
            }
            let at = line.to_ascii_uppercase().find(name.as_str())?;
            new += block;
            new += &format!("{}{PREFIX}OWN_{}\n", &line[..at], &line[at..]);
        }
        Some(new)
    }

    /// The subroutines of a text that these call, by themselves or through others, but for those that can be put in the place of
    /// others.
    pub fn helpers(&self, text: &str, subroutines: &[&str]) -> Helpers {
        let names: Vec<String> = self.names.iter().cloned().collect();
        let own = Self::of(text, 0, &names);
        let is_helper = |name: &String| {
            let mut sections = own.sections.iter();
            !self.names.contains(name) && sections.any(|section| section.name == *name)
        };
        // A branch to a subroutine, or a pointer to it, may be a call as well.
        let mut calls: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for statement in statements(Target::Lc3, text) {
            let caller = own.sections.iter().rev().find(|section| section.from < statement.line);
            let caller = caller.map_or("", |section| &section.name);
            let named = statement.operands.iter().map(|word| word.text.to_ascii_uppercase());
            calls.entry(caller).or_default().extend(named.filter(is_helper));
        }

        let reached = |name: &String| {
            let mut reached = BTreeSet::new();
            let mut open = vec![name.clone()];
            while let Some(caller) = open.pop() {
                let called = calls.get(&caller[..]).into_iter().flatten();
                open.extend(called.filter(|called| reached.insert((*called).clone())).cloned());
            }
            reached
        };
        let wanted: BTreeSet<String> = subroutines.iter().map(|name| name.to_ascii_uppercase()).collect();
        let of_each: Vec<BTreeSet<String>> = wanted.iter().map(reached).collect();
        let all: BTreeSet<String> = of_each.iter().flatten().cloned().collect();
        let common = of_each
            .into_iter()
            .reduce(|one, other| &one & &other)
            .unwrap_or_default();

        let mut others = calls
            .iter()
            .filter(|(caller, _)| !wanted.contains(**caller) && !all.contains(**caller));
        let in_order = own.sections.iter().map(|section| section.name.clone());
        Helpers {
            common: in_order.filter(|name| common.contains(name)).collect(),
            are_used_elsewhere: others.any(|(_, called)| !called.is_disjoint(&all)),
        }
    }

    /// The lines of subroutines in a text of which nothing is used by the rest of it, once they have been replaced.
    fn unused(&self, text: &str, wanted: &[String]) -> BTreeSet<usize> {
        let names: Vec<String> = self.names.iter().cloned().collect();
        let own = Self::of(text, 0, &names);
        let ends = own.sections.iter().skip(1).map(|section| section.from);
        let all = ends.chain([text.lines().count()]);
        let ranges: Vec<(&Section, std::ops::Range<usize>)> = own
            .sections
            .iter()
            .zip(all)
            .map(|(section, end)| (section, section.from..end))
            .collect();
        let replaced: Vec<_> = ranges
            .iter()
            .filter(|(section, _)| wanted.contains(&section.name))
            .collect();
        let goes = |line: usize| replaced.iter().any(|(_, lines)| lines.contains(&line));
        let used: BTreeSet<String> = statements(Target::Lc3, text)
            .into_iter()
            .filter(|statement| !goes(statement.line - 1))
            .flat_map(|statement| statement.operands)
            .map(|word| word.text.to_ascii_uppercase())
            .collect();

        let ends_here = |section: &Section| {
            let mut statements = section.lines.iter().filter_map(|line| line.statement.as_ref());
            statements.any(|statement| is(statement, ".END") || is(statement, ".ORIG"))
        };
        let is_unused = |section: &Section| {
            let mut labels = section.lines.iter().flat_map(|line| &line.labels);
            !ends_here(section) && labels.all(|label| *label == section.name || !used.contains(label))
        };
        let unused = replaced.into_iter().filter(|(section, _)| is_unused(section));
        unused.flat_map(|(_, lines)| lines.clone()).collect()
    }

    /// A section as text for a program that defines these labels, and the sections that it needs.
    fn written(
        &self,
        index: usize,
        wanted: &[String],
        defined: &BTreeMap<String, usize>,
    ) -> Option<(String, Vec<usize>)> {
        let mut text = String::new();
        let mut needs = Vec::new();
        let mut pointers: BTreeSet<String> = BTreeSet::new();
        // Subroutines that stay the program's own are called by their names.
        let is_its_own = |label: &String| {
            let is_name = self.names.contains(label) && !wanted.contains(label);
            is_name && defined.contains_key(label) || !self.owners.contains_key(label)
        };
        let renamed = |label: &String| {
            if wanted.contains(label) {
                label.clone()
            } else {
                format!("{PREFIX}{label}")
            }
        };

        for line in &self.sections[index].lines {
            for label in &line.labels {
                text += &renamed(label);
                text.push('\n');
            }
            let Some(statement) = &line.statement else { continue };
            if is(statement, ".END") {
                continue;
            }
            let last = statement.operands.last().filter(|_| statement.strings.is_empty());
            let label = last.map(|word| word.text.to_ascii_uppercase());
            let is_label = |label: &String| self.owners.contains_key(label) || defined.contains_key(label);
            let Some((word, label)) = last.zip(label.filter(is_label)) else {
                text += &format!("        {}\n", statement.text);
                continue;
            };

            if !is_its_own(&label) {
                needs.extend(self.owners.get(&label).copied().filter(|owner| *owner != index));
                text += &format!("        {}\n", statement.replacing(word, &renamed(&label)));
                continue;
            }
            let far = ["LD", "ST", "LEA"].iter().position(|mnemonic| is(statement, mnemonic));
            match far {
                Some(far) => {
                    let pointer = format!("{PREFIX}{}_{label}", self.sections[index].name);
                    let through = Statement {
                        text: statement.replacing(word, &pointer),
                        ..statement.clone()
                    };
                    let near = ["LDI", "STI", "LD"][far];
                    text += &format!("        {}\n", through.replacing(&through.mnemonic, near));
                    pointers.insert(label);
                }
                None if is(statement, "JSR") || is(statement, ".FILL") => {
                    text += &format!("        {}\n", statement.text);
                }
                None => return None,
            }
        }
        for label in pointers {
            text += &format!("{PREFIX}{}_{label} .FILL {label}\n", self.sections[index].name);
        }
        Some((text, needs))
    }
}

fn is(statement: &Statement, mnemonic: &str) -> bool {
    statement.mnemonic.text.eq_ignore_ascii_case(mnemonic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::lc3::build;

    const REFERENCE: &str = include_str!("../../../reference/lc3-starter/connect4.asm");

    const NAMES: [&str; 8] = [
        "CHECK_VALID",
        "CHECK_HORIZONTAL",
        "CHECK_VERTICAL",
        "CHECK_DIAGONALS",
        "CHECK_D1",
        "CHECK_D2",
        "DISPLAY_BOARD",
        "GAME_OVER",
    ];

    fn parts() -> Parts {
        let given = REFERENCE
            .lines()
            .position(|line| line.contains("=== THE STUDENT'S PART"));
        Parts::of(REFERENCE, given.expect("it is there"), &NAMES.map(str::to_owned))
    }

    #[test]
    fn what_a_subroutine_calls_goes_with_it_and_what_the_program_has_is_bound() {
        let text = parts().put_into(REFERENCE, &["CHECK_D1"]).expect("it can be done");
        for line in [
            "CHECK_D1\n        ST      R1, C4G_CD1_R1\n",
            "        JSR     C4G_CHECK_LINE\n",
            "C4G_COUNT_SIDE\n",
            "C4G_CL_BOARD\n        .FILL  BOARD_PTR\n",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        let display = parts().put_into(REFERENCE, &["DISPLAY_BOARD"]).expect("it can be done");
        assert!(
            display.contains("LDI      R1, C4G_DISPLAY_BOARD_BOARD_PTR"),
            "{display}"
        );
        let all = parts().put_into(REFERENCE, &NAMES).expect("it can be done");
        for text in [text, display, all] {
            let built = build("connect4.asm", text.as_bytes());
            assert!(built.program.is_some(), "{:?}\n{text}", built.diagnostics);
        }
    }

    #[test]
    fn what_subroutines_call_is_known_and_whether_anything_else_does() {
        let checks = ["CHECK_HORIZONTAL", "CHECK_VERTICAL", "CHECK_D1", "CHECK_D2"];
        let parts = parts();
        let helpers = |text: &str, of: &[&str]| {
            let found = parts.helpers(text, of);
            (found.common.join(" "), found.are_used_elsewhere)
        };
        let both = "CHECK_LINE COUNT_SIDE".to_owned();
        assert_eq!(helpers(REFERENCE, &checks), (both.clone(), false));
        assert_eq!(
            helpers(REFERENCE, &checks[1..]),
            (both.clone(), true),
            "CHECK_HORIZONTAL"
        );
        assert_eq!(
            helpers(REFERENCE, &["DISPLAY_BOARD", "CHECK_D1"]),
            (String::new(), true)
        );
        assert_eq!(helpers(REFERENCE, &["DISPLAY_BOARD"]), (String::new(), false));

        let main = REFERENCE.replacen(
            "        JSR     GET_MOVE",
            "        JSR     COUNT_SIDE\n        JSR     GET_MOVE",
            1,
        );
        assert_eq!(helpers(&main, &checks), (both.clone(), true));
        let pointer = REFERENCE.replacen("GM_R7   .BLKW   1", "GM_R7   .FILL   COUNT_SIDE", 1);
        assert_eq!(helpers(&pointer, &checks), (both, true), "it may be called through it");
    }

    #[test]
    fn nothing_is_put_where_there_is_no_such_subroutine() {
        assert_eq!(parts().put_into(".ORIG x3000\nHALT\n.END\n", &["CHECK_D1"]), None);
    }
}
