//! One C source with many edits in it, of which one is chosen when the program starts: it is compiled once, where each edit by
//! itself would take longer to compile than to run.
//!
//! Statements, conditions, the clauses of a `for` and the values of variables are its units. Each is written once as it is and once
//! for each edit within it, and notes that it runs. What is outside of functions is in no unit, and what does not compile as a part
//! of the whole is left out.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use super::structure::{OF_DECLARATIONS, Structure, closing, is_keyword};
use super::variables::{self, Function, functions};
use super::{Edit, EditKind, Replacement, Source, TokenKind, Word};

/// The variable of the environment that chooses an edit, by its number.
pub const CHOICE: &str = "C4GRADE_EDIT";
/// Chooses none, and prints at the end which units ran.
pub const NOTE: &str = "-1";
/// What is printed before the units that ran.
const MARK: &[u8] = b"\nC4GRADE RAN ";

/// How the alternatives of a unit are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Statement,
    Condition,
    /// An expression whose value nothing uses.
    Clause,
    /// An expression whose value a variable gets.
    Value,
}

/// A part of the source with the edits within it.
#[derive(Debug)]
struct Unit {
    form: Form,
    /// Where it is in the source, in bytes.
    range: Range<usize>,
    /// The positions of the edits within it.
    edits: Range<usize>,
}

/// A source with its edits.
#[derive(Debug)]
pub struct Combined<'t> {
    source: Source<'t>,
    functions: Vec<Function<'t>>,
    units: Vec<Unit>,
    edits: Vec<Replacement>,
    /// Units, and edits, that are not written.
    without: (BTreeSet<usize>, BTreeSet<usize>),
}

/// What a line of the combined source is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    Unit(usize),
    Edit(usize),
}

/// A combined source.
#[derive(Debug, Default)]
pub struct Written {
    /// The source.
    pub text: String,
    /// What its lines are from that are from no other part.
    origins: Vec<(Range<usize>, Origin)>,
}

impl<'t> Combined<'t> {
    /// A source with all of its edits.
    pub fn of(text: &'t str) -> Self {
        let source = Source::of(text);
        let structure = Structure::of(&source.code);
        let mut edits = source.replacements(&structure);
        edits.extend(variables::replacements(&source, &structure));
        // Which letter of a text is wrong, its expected output says better.
        edits.retain(|edit| edit.edit.kind != EditKind::Text);
        edits.sort_by_key(|edit| edit.range.start);

        let functions = functions(&source.code);
        let mut units = units(&source, &structure, &functions);
        for unit in &mut units {
            let first = edits.partition_point(|edit| edit.range.start < unit.range.start);
            let count = edits[first..]
                .iter()
                .take_while(|edit| edit.range.start < unit.range.end)
                .count();
            unit.edits = first..first + count;
        }
        Self {
            source,
            functions,
            units,
            edits,
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

    /// The unit that an edit is in; `None` where it has to be compiled by itself.
    pub fn unit_of(&self, edit: usize) -> Option<usize> {
        let unit = self.units.iter().position(|unit| unit.edits.contains(&edit))?;
        let is_within = self.edits[edit].range.end <= self.units[unit].range.end;
        let is_written = !self.without.0.contains(&unit) && !self.without.1.contains(&edit);
        (is_within && is_written).then_some(unit)
    }

    /// The unit that an edit is in or that is next to it, in the function that it is in.
    pub fn unit_near(&self, edit: usize) -> Option<usize> {
        let at = self.edits[edit].range.start;
        let function = self.function_around(at)?;
        let body = self.source.range(function.words.clone());
        let next = self.units.partition_point(|unit| unit.range.end <= at);
        let near = [Some(next), next.checked_sub(1)].into_iter().flatten();
        let mut own = near.filter(|unit| {
            self.units
                .get(*unit)
                .is_some_and(|unit| body.contains(&unit.range.start))
        });
        own.next()
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
            "static int c4grade_edit; static unsigned char c4grade_ran[{count}];"
        );
        let mut at = 0;
        for index in 0..self.units.len() {
            let unit = &self.units[index];
            written.text += &self.source.text[at..unit.range.start];
            let begin = written.line();
            self.write_unit(index, &mut written);
            written.origins.push((begin..written.line() + 1, Origin::Unit(index)));
            at = unit.range.end;
        }
        written.text += &self.source.text[at..];

        let _ = write!(
            written.text,
            "\nextern char *getenv(const char *);\nextern int atoi(const char *);\nextern int printf(const char *, ...);\n\
             __attribute__((constructor)) static void c4grade_begin(void)\n{{\n    const char *edit = getenv(\"{CHOICE}\");\n    \
             c4grade_edit = edit ? atoi(edit) : 0;\n}}\n__attribute__((destructor)) static void c4grade_end(void)\n{{\n    \
             if (c4grade_edit == {NOTE}) {{\n        printf(\"{}\");\n        for (int unit = 0; unit < {count}; unit++) \
             printf(\"%d\", c4grade_ran[unit]);\n    }}\n}}\n",
            MARK.escape_ascii(),
        );
        written
    }

    fn write_unit(&self, index: usize, written: &mut Written) {
        let unit = &self.units[index];
        let own = &self.source.text[unit.range.clone()];
        if self.without.0.contains(&index) {
            written.text += own;
            return;
        }

        // What ends an alternative and the unit is on a line of its own, as the source may end with a comment.
        let ran = format!("c4grade_ran[{index}] = 1");
        let [begin, choose, or, last, end] = match unit.form {
            Form::Statement => [&format!("{{ {ran};\n"), "if (c4grade_edit == ", ")\n", "\nelse ", "\n}"],
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
        for edit in unit.edits.clone() {
            let Replacement { range, new, .. } = &self.edits[edit];
            if range.end > unit.range.end || self.without.1.contains(&edit) {
                continue;
            }
            let before = &self.source.text[unit.range.start..range.start];
            let after = &self.source.text[range.end..unit.range.end];
            let _ = write!(written.text, "{choose}{}{or}", edit + 1);
            let line = written.line();
            written.text.extend([before, new, after]);
            written.origins.push((line..written.line() + 1, Origin::Edit(edit)));
            written.text += last;
        }
        written.text += match unit.form {
            Form::Statement => "\n",
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

    /// Whether an edit leaves something out or decides a whole condition, which hides many a mistake.
    pub fn is_crude(&self, edit: usize) -> bool {
        let Replacement {
            range,
            edit: Edit { kind, .. },
            ..
        } = &self.edits[edit];
        let is_whole = |unit: &Unit| unit.form == Form::Condition && unit.range == *range;
        *kind == EditKind::Dropped || self.units.iter().any(is_whole)
    }

    /// Whether each unit ran, as the program printed it.
    pub fn ran(output: &[u8]) -> Option<Vec<bool>> {
        let at = output.windows(MARK.len()).rposition(|window| window == MARK)?;
        Some(output[at + MARK.len()..].iter().map(|digit| *digit == b'1').collect())
    }
}

impl Written {
    /// The line that is being written, from 1.
    fn line(&self) -> usize {
        self.text.matches('\n').count() + 1
    }
}

/// The units of all functions, in the order of the source.
fn units(source: &Source, structure: &Structure, functions: &[Function]) -> Vec<Unit> {
    let conditions = structure
        .conditions
        .iter()
        .map(|words| (Form::Condition, words.clone()));
    let statements = structure
        .statements
        .iter()
        .map(|words| (Form::Statement, words.clone()));
    let mut all: Vec<(Form, Range<usize>)> = conditions.chain(statements).collect();
    for function in functions {
        all.extend(clauses(&source.code, function));
        all.extend(values(&source.code, function));
    }

    let is_in_function = |words: &Range<usize>| functions.iter().any(|own| own.words.contains(&words.start));
    let has_directive = |range: &Range<usize>| {
        let mut tokens = source.tokens.iter().filter(|token| range.contains(&token.range.start));
        tokens.any(|token| token.is_directive)
    };
    let all = all
        .into_iter()
        .filter(|(_, words)| !words.is_empty() && is_in_function(words));
    let mut units: Vec<Unit> = all
        .map(|(form, words)| Unit {
            form,
            range: source.range(words),
            edits: 0..0,
        })
        .filter(|unit| !has_directive(&unit.range))
        .collect();
    units.sort_by_key(|unit| (unit.range.start, std::cmp::Reverse(unit.range.end)));

    // A unit within another one is a part of it.
    let mut end = 0;
    units.retain(|unit| {
        let is_apart = unit.range.start >= end;
        end = end.max(unit.range.end);
        is_apart
    });
    units
}

/// What a `for` does before the first pass and after each.
fn clauses(words: &[Word], function: &Function) -> Vec<(Form, Range<usize>)> {
    let closing = closing(words);
    let mut clauses = Vec::new();
    for at in function.words.clone() {
        let Some(Some(close)) = closing.get(at + 1).filter(|_| words[at].text == "for") else {
            continue;
        };
        let mut semicolons = (at + 2..*close).filter(|index| words[*index].text == ";");
        if let (Some(first), Some(second)) = (semicolons.next(), semicolons.next()) {
            if !is_declaration(&words[at + 2..first]) {
                clauses.push((Form::Clause, at + 2..first));
            }
            clauses.push((Form::Clause, second + 1..*close));
        }
    }
    clauses
}

/// What variables are set to where they are declared.
fn values(words: &[Word], function: &Function) -> Vec<(Form, Range<usize>)> {
    let closing = closing(words);
    let mut values = Vec::new();
    let mut begin = function.words.start;
    let mut at = begin;
    while at < function.words.end {
        let word = &words[at];
        match word.text {
            ";" | "{" | "}" => begin = at + 1,
            "(" if at > 0 && words[at - 1].text == "for" => begin = at + 1,
            "=" if is_declaration(&words[begin..at]) && words.get(at + 1).is_some_and(|next| next.text != "{") => {
                let mut end = at + 1;
                while end < function.words.end && ![",", ";"].contains(&words[end].text) {
                    end = closing[end].unwrap_or(end) + 1;
                }
                let is_kept = words[begin..at].iter().any(|word| word.text == "static");
                if !is_kept {
                    values.push((Form::Value, at + 1..end));
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    values
}

/// Whether a statement that begins with these words declares variables.
fn is_declaration(words: &[Word]) -> bool {
    let is_name = |word: &Word| word.kind == TokenKind::Name && !is_keyword(word.text);
    match words {
        [first, ..] if OF_DECLARATIONS.contains(&first.text) => true,
        [first, second, ..] => is_name(first) && is_name(second),
        _ => false,
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
            "int b = (c4grade_ran[0] = 1, c4grade_edit == ",
            "for ((c4grade_ran[1] = 1, c4grade_edit == ",
            " ? !!(\nb <= a\n) : ",
            " ? (void)(\nb--\n) : ",
            ")\n;\nelse ",
            "g(b);\n} // c\n",
            "\nreturn a;\nelse ",
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
        let together = (0..count).filter(|edit| combined.unit_of(*edit).is_some()).count();
        assert!(together * 6 > count * 5, "{together} of {count}");
        let diagonal = combined
            .edits()
            .position(|edit| edit.after.contains("down = steps[0][i]"));
        assert_eq!(combined.function_of(diagonal.expect("exchanged")), Some("is_in_line"));
    }

    #[test]
    fn what_ran_is_read_from_the_end_of_the_output() {
        assert_eq!(Combined::ran(b"x\nC4GRADE RAN 101"), Some(vec![true, false, true]));
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
