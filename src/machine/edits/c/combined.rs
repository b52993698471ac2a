//! One C source with many edits in it, of which one is chosen when the program starts: it is compiled once, where each edit by
//! itself would take longer to compile than to run.
//!
//! Statements, conditions, the clauses of a `for` and the values of variables are its units. Each is written once as it is and once
//! for each edit within it, and notes that it runs. So are the gaps between statements, where one may be missing. Tables get other
//! values when the program starts, and of two statements the second runs first by jumps. The texts of `#define` are in no unit, and
//! what does not compile as a part of the whole is left out.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use super::forks::{self, CHOICE, FORKS, NOTED};
use super::structure::Structure;
use super::tables::{self, Table, tables};
use super::units::{Form, GAP, Unit, all};
use super::variables::{self, Function, functions};
use super::written::{Origin, Written};
use super::{Edit, EditKind, Replacement, Source, Token, TokenKind, Way, conditions, digits, missing};

/// With an edit, a program ends after so many units, unless another number is set: it hangs. So does one of which it is noted which
/// units ran.
const STEPS: u32 = 4_000_000;
/// What is printed before the units that ran.
const MARK: &[u8] = b"\nC4GRADE RAN ";

/// A source with its edits.
#[derive(Debug)]
pub struct Combined<'t> {
    source: Source<'t>,
    functions: Vec<Function<'t>>,
    tables: Vec<Table<'t>>,
    units: Vec<Unit>,
    edits: Vec<Replacement>,
    /// The unit that each edit is in.
    unit_of: Vec<Option<usize>>,
    /// Units, and edits, that are not written.
    without: (BTreeSet<usize>, BTreeSet<usize>),
}

/// What is written in the combined source beside the source itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Unit(usize),
    /// The label at one of three places of an edit that swaps two statements, and the jump from there.
    Jump {
        edit: usize,
        label: usize,
    },
}

impl<'t> Combined<'t> {
    /// A source with all of its edits.
    pub fn of(text: &'t str) -> Self {
        let source = Source::of(text);
        let structure = Structure::of(&source.code);
        let mut edits = source.replacements(&structure);
        edits.extend(variables::replacements(&source, &structure));
        edits.extend(tables::replacements(&source));
        edits.extend(missing::replacements(&source));
        edits.extend(conditions::replacements(&source));
        edits.extend(conditions::of_definitions(&source));
        edits.extend(digits::replacements(&source));
        // Which letter of a text is wrong, its expected output says better.
        edits.retain(|edit| edit.edit.kind != EditKind::Text);
        edits.sort_by_key(|edit| edit.range.start);

        let functions = functions(&source.code);
        let tables = tables(&source.code);
        let units = all(&source, &structure, (&functions, &tables), &edits);
        let mut unit_of = vec![None; edits.len()];
        for (number, unit) in units.iter().enumerate() {
            for edit in &unit.edits {
                unit_of[*edit] = Some(number);
            }
        }
        Self {
            source,
            functions,
            tables,
            units,
            edits,
            unit_of,
            without: Default::default(),
        }
    }

    /// The edits, in the order of the source. The position of one, counted from 1, chooses it.
    pub fn edits(&self) -> impl ExactSizeIterator<Item = &Edit> {
        self.edits.iter().map(|edit| &edit.edit)
    }

    /// The edit at a position.
    pub fn edit(&self, at: usize) -> &Edit {
        &self.edits[at].edit
    }

    /// Whether an edit is written with all others; otherwise it has to be compiled by itself.
    pub fn is_together(&self, edit: usize) -> bool {
        let is_in_unit = self.unit_of[edit].is_some_and(|unit| !self.without.0.contains(&unit));
        let is_at_start = matches!(self.edits[edit].way, Way::Swap(_)) || self.table_around(edit).is_some();
        (is_in_unit || is_at_start) && !self.without.1.contains(&edit)
    }

    /// The unit without which an edit changes nothing, where that is known.
    pub fn unit_of(&self, edit: usize) -> Option<usize> {
        self.unit_of[edit].filter(|_| self.is_together(edit))
    }

    /// The units by which an edit is suspected: its own, or one that is next to it, or those that use what it defines.
    pub fn units_near(&self, edit: usize) -> Vec<usize> {
        let at = self.edits[edit].range.start;
        if let Some(unit) = self.unit_of(edit) {
            return vec![unit];
        }
        let Some(function) = self.function_around(at) else {
            return self.defined_at(at).map_or_else(Vec::new, |name| self.uses(name));
        };
        let body = self.source.range(function.words.clone());
        let next = self.units.partition_point(|unit| unit.range.end <= at);
        let near = [Some(next), next.checked_sub(1)].into_iter().flatten();
        let mut own = near.filter(|unit| {
            self.units
                .get(*unit)
                .is_some_and(|unit| body.contains(&unit.range.start))
        });
        own.next().into_iter().collect()
    }

    /// The table outside of functions that an edit changes.
    fn table_around(&self, edit: usize) -> Option<usize> {
        let range = &self.edits[edit].range;
        self.tables.iter().position(|table| {
            let value = self.source.range(table.value.clone());
            table.declared.is_none() && value.start <= range.start && range.end <= value.end
        })
    }

    /// The name that is defined where something is outside of functions: that of a table, a macro or a constant.
    fn defined_at(&self, at: usize) -> Option<&'t str> {
        let is_around = |words: &Range<usize>| self.source.range(words.clone()).contains(&at);
        if let Some(table) = self.tables.iter().find(|table| is_around(&table.value)) {
            return Some(table.name);
        }
        let tokens = &self.source.tokens;
        let token = tokens.partition_point(|token| token.range.end <= at);
        let mut names = tokens[..token]
            .iter()
            .rev()
            .filter(|token| token.kind == TokenKind::Name);
        if tokens.get(token)?.is_directive {
            let name_of = |token: &Token| &self.source.text[token.range.clone()];
            let mut before = names.map(name_of).take_while(|name| *name != "define");
            let first = before.by_ref().next()?;
            return Some(before.last().unwrap_or(first));
        }
        names.next().map(|token| &self.source.text[token.range.clone()])
    }

    /// The units in which a name is used, or a macro that uses it.
    fn uses(&self, name: &'t str) -> Vec<usize> {
        let mut names = BTreeSet::from([name]);
        loop {
            let users = self.source.definitions.iter().filter_map(|body| {
                let uses = body.iter().any(|word| names.contains(word.text));
                uses.then(|| self.defined_at(body[0].range.start)).flatten()
            });
            let users: Vec<&str> = users.filter(|user| !names.contains(user)).collect();
            if users.is_empty() {
                break;
            }
            names.extend(users);
        }

        let words = &self.source.code;
        let uses = |unit: &Unit| {
            let first = words.partition_point(|word| word.range.start < unit.range.start);
            let mut own = words[first..]
                .iter()
                .take_while(|word| word.range.end <= unit.range.end);
            own.any(|word| names.contains(word.text))
        };
        let units = self.units.iter().enumerate();
        units.filter(|(_, unit)| uses(unit)).map(|(unit, _)| unit).collect()
    }

    /// The name of the function that an edit is in.
    pub fn function_of(&self, edit: usize) -> Option<&'t str> {
        self.function_around(self.edits[edit].range.start)
            .map(|function| function.name)
    }

    fn function_around(&self, at: usize) -> Option<&Function<'t>> {
        let mut functions = self.functions.iter();
        functions.find(|function| self.source.range(function.words.clone()).contains(&at))
    }

    /// The source with everything in it that is not left out.
    pub fn written(&self) -> Written {
        let mut written = Written::default();
        let count = self.units.len().max(1);
        let _ = writeln!(
            written.text,
            "static int c4grade_edit; static unsigned c4grade_steps = {STEPS}, c4grade_step; static unsigned char c4grade_ran[{count}]; \
             static void c4grade_set(void *, const void *, __SIZE_TYPE__); extern void c4grade_exit(int) __asm__(\"exit\"); \
             static void c4grade_at(int unit) {{ c4grade_ran[unit] = 1; \
             if (++c4grade_step > c4grade_steps && c4grade_edit > 0) __builtin_trap(); \
             if (c4grade_step == {STEPS} && c4grade_edit == {NOTED}) c4grade_exit(0); }}"
        );
        let units = self.units.iter().enumerate();
        let mut parts: Vec<(usize, usize, Part)> = units
            .map(|(unit, Unit { form, range, .. })| (range.start, form.rank(), Part::Unit(unit)))
            .collect();
        for (edit, replacement) in self.edits.iter().enumerate() {
            if let Way::Swap(middle) = &replacement.way {
                let places = [replacement.range.start, middle.end, replacement.range.end];
                let jumps = places.into_iter().enumerate();
                parts.extend(jumps.map(|(label, at)| (at, GAP - 1 - label, Part::Jump { edit, label })));
            }
        }
        parts.sort_unstable();

        let mut at = 0;
        for (begin, _, part) in parts {
            // In what is no C, a jump may be within a unit.
            written.text += self.source.text.get(at..begin).unwrap_or_default();
            at = at.max(begin);
            match part {
                Part::Unit(unit) => {
                    let line = written.line();
                    self.write_unit(unit, &mut written);
                    let end = written.line() + 1;
                    written.origins.push((line..end, Origin::Unit(unit)));
                    at = self.units[unit].range.end;
                }
                Part::Jump { edit, .. } if self.without.1.contains(&edit) => {}
                Part::Jump { edit, label } => {
                    // From the first statement to the second, back to the first, and on after both.
                    let (number, to) = (edit + 1, [1, 2, 0][label]);
                    let line = written.line();
                    let _ = writeln!(
                        written.text,
                        "\nif (c4grade_edit == {number}) goto c4grade_{number}_{to}; c4grade_{number}_{label}:;"
                    );
                    let end = written.line();
                    written.origins.push((line..end, Origin::Edit(edit)));
                }
            }
        }
        written.text += &self.source.text[at..];

        let _ = write!(
            written.text,
            "\nextern char *getenv(const char *);\nextern int atoi(const char *);\nextern int printf(const char *, ...);\n\
             extern int mprotect(void *, __SIZE_TYPE__, int);\n\
             static void c4grade_set(void *to, const void *from, __SIZE_TYPE__ size)\n{{\n    \
             __SIZE_TYPE__ page = (__SIZE_TYPE__)to & ~(__SIZE_TYPE__)4095;\n    \
             mprotect((void *)page, (__SIZE_TYPE__)to + size - page, 3);\n    __builtin_memcpy(to, from, size);\n}}\n"
        );
        forks::write(&mut written.text);
        let _ = write!(
            written.text,
            "__attribute__((constructor)) static void c4grade_begin(void)\n{{\n    const char *edit = getenv(\"{CHOICE}\");\n    \
             c4grade_edit = edit ? atoi(edit) : 0;\n    if (c4grade_edit == {FORKS}) c4grade_fork_all();\n"
        );
        for edit in 0..self.edits.len() {
            if let Some(table) = self.table_around(edit).filter(|_| !self.without.1.contains(&edit)) {
                let line = written.line();
                let _ = writeln!(
                    written.text,
                    "if (c4grade_edit == {}) {{\n{}}}",
                    edit + 1,
                    self.setting(table, edit)
                );
                let end = written.line();
                written.origins.push((line..end, Origin::Edit(edit)));
            }
        }
        let _ = write!(
            written.text,
            "}}\n__attribute__((destructor)) static void c4grade_end(void)\n{{\n    \
             if (c4grade_edit == {NOTED}) {{\n        printf(\"{}%u \", c4grade_step);\n        for (int unit = 0; unit < {count}; unit++) \
             printf(\"%d\", c4grade_ran[unit]);\n    }}\n}}\n",
            MARK.escape_ascii(),
        );
        written
    }

    /// Sets a table to what an edit of its value gives.
    fn setting(&self, table: usize, edit: usize) -> String {
        let Table { name, value, .. } = &self.tables[table];
        let value = self.source.range(value.clone());
        let Replacement { range, new, .. } = &self.edits[edit];
        let [before, after] = [value.start..range.start, range.end..value.end].map(|range| &self.source.text[range]);
        format!(
            "__typeof__({name}) c4grade_value = {before}{new}{after};\nc4grade_set((void *)&{name}, &c4grade_value, sizeof {name});\n"
        )
    }

    fn write_unit(&self, index: usize, written: &mut Written) {
        let unit = &self.units[index];
        let own = &self.source.text[unit.range.clone()];
        if self.without.0.contains(&index) {
            written.text += own;
            return;
        }

        // What ends an alternative and the unit is on a line of its own, as the source may end with a comment.
        let ran = format!("c4grade_at({index})");
        let is_once = matches!(unit.form, Form::Table(table) if self.tables[table].is_static);
        let once = format!(" static int c4grade_once; if (c4grade_once++ == 0) {{ {ran};\n");
        let [begin, choose, or, last, end] = match unit.form {
            Form::Else => [
                &format!(" else {{ {ran};\n"),
                "if (c4grade_edit == ",
                ") {\n",
                "\n} else ",
                "\n}",
            ],
            Form::Table(_) if is_once => [
                &format!(" {{{once}"),
                "if (c4grade_edit == ",
                ") {\n",
                "\n} else ",
                "\n}}",
            ],
            Form::Statement | Form::Gap | Form::Table(_) => [
                &format!("{{ {ran};\n"),
                "if (c4grade_edit == ",
                ") {\n",
                "\n} else ",
                "\n}",
            ],
            Form::Condition => [&format!("({ran}, "), "c4grade_edit == ", " ? !!(\n", "\n) : ", "\n))"],
            Form::Clause => [
                &format!("({ran}, "),
                "c4grade_edit == ",
                " ? (void)(\n",
                "\n) : ",
                "\n))",
            ],
            Form::Value => [&format!("({ran}, "), "c4grade_edit == ", " ? (\n", "\n) : ", "\n))"],
        };
        written.text += begin;
        for edit in unit.edits.iter().copied() {
            let Replacement { range, new, .. } = &self.edits[edit];
            if self.without.1.contains(&edit) {
                continue;
            }
            let _ = write!(written.text, "{choose}{}{or}", edit + 1);
            let line = written.line();
            if let Form::Table(table) = unit.form {
                written.text += &self.setting(table, edit);
            } else {
                let before = &self.source.text[unit.range.start..range.start];
                let after = &self.source.text[range.end..unit.range.end];
                written.text.extend([before, new, after]);
            }
            let end = written.line() + 1;
            written.origins.push((line..end, Origin::Edit(edit)));
            written.text += last;
        }
        written.text += match unit.form {
            Form::Statement => "\n",
            Form::Gap | Form::Else | Form::Table(_) => ";",
            Form::Condition => "!!(\n",
            Form::Clause => "(void)(\n",
            Form::Value => "(\n",
        };
        written.text.extend([own, end]);
    }

    /// Leaves out what a line of the combined source is from. False where that is a part of the source itself.
    pub fn leave_out(&mut self, written: &Written, line: usize) -> bool {
        let own = written.origins.iter().find(|(lines, _)| lines.contains(&line));
        match own {
            Some((_, Origin::Edit(edit))) => self.without.1.insert(*edit),
            Some((_, Origin::Unit(unit))) => self.without.0.insert(*unit),
            None => return false,
        };
        true
    }

    /// Whether an edit leaves something out, decides a whole condition or changes the size of an array, which hides many a mistake.
    pub fn is_crude(&self, edit: usize) -> bool {
        let Replacement {
            range,
            edit: Edit { kind, .. },
            ..
        } = &self.edits[edit];
        let is_whole = |unit: &Unit| unit.form == Form::Condition && unit.range == *range;
        *kind == EditKind::Dropped || self.is_size(range.start) || self.units.iter().any(is_whole)
    }

    /// Whether a number in brackets, outside of all units, begins here: the size of an array.
    fn is_size(&self, at: usize) -> bool {
        let words = &self.source.code;
        let word = words.partition_point(|word| word.range.end <= at);
        let is_number = words
            .get(word)
            .is_some_and(|word| word.range.start == at && word.kind == TokenKind::Number);
        is_number && word > 0 && words[word - 1].text == "[" && !self.units.iter().any(|unit| unit.range.contains(&at))
    }

    /// How many units ran, unless it was stopped because they were too many, and whether each did, as the program printed it.
    pub fn ran(output: &[u8]) -> Option<(Option<u32>, Vec<bool>)> {
        let at = output.windows(MARK.len()).rposition(|window| window == MARK)?;
        let (steps, ran) = str::from_utf8(&output[at + MARK.len()..]).ok()?.split_once(' ')?;
        let steps = Some(steps.parse::<u32>().ok()?).filter(|steps| *steps < STEPS);
        Some((steps, ran.bytes().map(|digit| digit == b'1').collect()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::*;
    use crate::fixed_cases::fixed_cases;

    const PROGRAM: &str = include_str!("../../../../reference/native-scratch/connect4.c");

    #[test]
    fn every_edit_of_a_statement_is_on_lines_of_its_own() {
        let text = "int f(int a) {\n    int b = a + 1; // d\n    for (b = 2; b < a; b++) {\n        g(b); // c\n    }\n    \
                    return b;\n}\n";
        let combined = Combined::of(text);
        let written = combined.written().text;
        for part in [
            "int b = (c4grade_at(0), c4grade_edit == ",
            "for ((c4grade_at(1), c4grade_edit == ",
            " ? !!(\nb <= a\n) : ",
            " ? (void)(\nb--\n) : ",
            ") {\n;\n} else ",
            "g(b);\n} // c\n",
            "{\nreturn a;\n} else ",
        ] {
            assert!(written.contains(part), "{part:?} is not in {written}");
        }
        let outside: Vec<&Edit> = (0..combined.edits().len())
            .filter(|edit| combined.unit_of(*edit).is_none())
            .map(|edit| combined.edit(edit))
            .collect();
        let [outside] = outside[..] else { panic!("{outside:?}") };
        assert_eq!(outside.after, "int b == a + 1;", "which is no C");
    }

    #[test]
    fn what_does_not_compile_is_left_out_by_its_line() {
        let text = "int f(int a) {\n    return a + 1 == 2;\n}\n";
        let mut combined = Combined::of(text);
        let wrong = (0..combined.edits().len()).find(|edit| combined.edit(*edit).after == "return a + 1 = 2;");
        let wrong = wrong.expect("an assignment");
        let written = combined.written();
        let line = written
            .text
            .lines()
            .position(|line| line == "return a + 1 = 2;")
            .expect("is written")
            + 1;
        assert!(combined.leave_out(&written, line));
        assert_eq!(combined.unit_of(wrong), None);
        let written = combined.written();
        assert!(!written.text.contains("a + 1 = 2"), "{}", written.text);

        let own = written
            .text
            .lines()
            .position(|line| line == "return a + 1 == 2;")
            .expect("its own")
            + 1;
        assert!(combined.leave_out(&written, own));
        let written = combined.written();
        assert!(
            written.text.contains("{\n    return a + 1 == 2;\n}\n"),
            "{}",
            written.text
        );
        assert!(!combined.leave_out(&written, 2), "the function itself");
    }

    #[test]
    fn most_edits_of_a_program_are_compiled_together() {
        let combined = Combined::of(PROGRAM);
        let count = combined.edits().len();
        let together = (0..count).filter(|edit| combined.is_together(*edit)).count();
        assert!(together * 6 > count * 5, "{together} of {count}");
        let diagonal = combined
            .edits()
            .position(|edit| edit.after.contains("down = steps[0][i]"));
        assert_eq!(combined.function_of(diagonal.expect("exchanged")), Some("is_in_line"));
    }

    #[test]
    fn what_ran_is_read_from_the_end_of_the_output() {
        assert_eq!(
            Combined::ran(b"x\nC4GRADE RAN 9 101"),
            Some((Some(9), vec![true, false, true]))
        );
        let stopped = format!("\nC4GRADE RAN {STEPS} 01");
        assert_eq!(Combined::ran(stopped.as_bytes()), Some((None, vec![false, true])));
        assert_eq!(Combined::ran(b"x\n101"), None);
    }

    proptest! {
        #![proptest_config(fixed_cases(1_000))]

        #[test]
        fn any_text_can_be_combined(
            noise in any::<String>(),
            source in "(int|if|while|for|case|else|return|f|[ \n;,{}()\\[\\]]|[-a1+*/!&%=<\"'\\\\#:]|/\\*|\\*/|//|\r\n|#define|é){0,60}",
        ) {
            for text in [noise, source] {
                let mut combined = Combined::of(&text);
                let written = combined.written();
                for line in 1..=written.text.lines().count() {
                    combined.leave_out(&written, line);
                }
                let text_again = combined.written().text;
                assert!(text_again.contains(&text), "{text:?}");
            }
        }
    }
}
