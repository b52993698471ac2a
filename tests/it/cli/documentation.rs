//! What README and `docs/` say is so: their commands work, their examples are valid, and every field is described.

use std::collections::BTreeSet;

use crate::cli::C4grade;
use crate::cli::command::{Outcome, project};

/// The pages with commands, and how many of `c4grade` each has at least.
const PAGES: [(&str, usize); 6] = [
    ("README.md", 2),
    ("docs/instructors.md", 10),
    ("docs/tutorial.md", 8),
    ("docs/architecture.md", 0),
    ("docs/scale.md", 5),
    ("CONTRIBUTING.md", 0),
];

fn page(path: &str) -> String {
    String::from_utf8(project(path)).expect("text")
}

/// The code blocks of a page in a language.
fn blocks<'t>(page: &'t str, language: &str) -> Vec<&'t str> {
    let fence = format!("```{language}\n");
    let mut blocks = Vec::new();
    let mut rest = page;
    while let Some((_, block)) = rest.split_once(&fence) {
        let (block, behind) = block.split_once("```").expect("a closed block");
        blocks.push(block);
        rest = behind;
    }
    blocks
}

/// The commands in the `sh` blocks of a page, without comments.
fn commands(page: &str) -> Vec<Vec<String>> {
    let lines = blocks(page, "sh").into_iter().flat_map(str::lines);
    let lines = lines.map(|line| line.split(" #").next().unwrap_or(line).trim());
    lines.filter(|line| !line.is_empty()).map(words).collect()
}

/// A line's words; text between double quotes is one word.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(index, part)| {
            if index % 2 == 1 {
                vec![part.to_owned()]
            } else {
                part.split_whitespace().map(str::to_owned).collect()
            }
        })
        .collect()
}

#[test]
fn every_command_works() {
    for (name, least) in PAGES {
        let class = class();
        let mut played = 0;
        for command in commands(&page(name)) {
            let (program, args) = command.split_first().expect("a word");
            match program.as_str() {
                "c4grade" => {
                    played += 1;
                    let args: Vec<&str> = args.iter().map(String::as_str).collect();
                    is_done(class.run_args(&args), &args);
                }
                // Building and testing is what runs this test.
                "cargo" | ".ci/run" | "fuzz/run" | "BLESS=1" | "INSTA_UPDATE=always" => {}
                other => panic!("{name}: unknown program `{other}`"),
            }
        }
        assert!(played >= least, "{name} has {played} commands");
    }
}

/// A folder with a program and a class, in which the pages' commands work.
fn class() -> C4grade {
    let reference = project("reference/lc3-starter/connect4.asm");
    C4grade::new()
        .file("connect4.asm", &reference)
        .file("myclass/ada/connect4.asm", &reference)
        .file("myclass/bob_connect4.asm", &reference)
        .file("class.csv", "name,login\nAda Lovelace,ada\nBob,bob\nCleo,cleo\n")
        .file("grades.csv", "Student,ID,SIS Login ID,Section,Lab 4 (7)\n\"L, Ada\",1,ada,A,\n\"B, Bob\",2,bob,A,\n")
        .file(
            "worksheet.csv",
            "Identifier,Email address,Status,Grade,Maximum Grade\nParticipant 1,ada@x.org,-,,100.00\nParticipant 2,bob@x.org,-,,100.00\n",
        )
        .file("gc_export.xls", "Last Name\tUsername\tLab 4 [Total Pts: 100 Score] |7\nL\tada\t\nB\tbob\t\n")
        .file(
            "myclass/cleo/connect4.c",
            project("reference/native-scratch/connect4.c"),
        )
}

fn is_done(outcome: Outcome, args: &[&str]) {
    // Without a sandbox, commands for native programs say so.
    let is_native = args.contains(&"doctor") || args.contains(&"native-scratch");
    if is_native && outcome.code == 6 {
        return;
    }

    // Part of the class is for another machine, and needs attention.
    let is_class = ["grade", "report"].contains(&args[0]) && args.len() > 1;
    let wanted = if is_class && outcome.code == 5 { 5 } else { 0 };
    outcome.code(wanted);
}

#[test]
fn the_examples_of_formats_are_valid() {
    let formats = page("docs/formats.md");
    let [assignment, cases] = blocks(&formats, "yaml")[..] else {
        panic!("formats.md has an assignment and a case file");
    };
    C4grade::new()
        .file("course/assignment.yaml", assignment)
        .file("course/cases.yaml", cases)
        .run("case check --assignment ./course")
        .code(0);
}

/// An assignment in which every section has an unknown field.
pub(crate) const UNKNOWN: &str = "
qqq: 1
format: 1
name: x
title: x
files: [x.asm]
machine: {MACHINE}
limits: {qqq: 1}
game: {rows: 6, columns: 7, line: 4, qqq: 1, quit: {key: q, then: stop, qqq: 1}}
wording: {qqq: 1}
input: {protocol: key, qqq: 1}
comparison: {qqq: 1, tolerate: {qqq: 1}}
rubric: [{name: x, points: 1, tags: [x], qqq: 1}]
deductions: {qqq: 1}
starter: {file: x, qqq: 1}
students: {qqq: 1}
";

/// The fields that errors about an `assignment.yaml` list.
pub(crate) fn fields_of_assignment(text: &str) -> Vec<String> {
    let class = C4grade::new().file("x/assignment.yaml", text);
    fields_in(&class.run("case check --assignment ./x").code(3))
}

/// The fields that the reader of `assignment.yaml` knows.
pub(crate) fn fields_of_assignments() -> BTreeSet<String> {
    let machines = [
        "{lc3: {traps: any, qqq: 1}}",
        "{kind: lc3, qqq: 1}",
        "{kind: arm, qqq: 1}",
        "{kind: native, run: [x]}",
        "{kind: native, run: [x], qqq: 1}",
    ];
    let known = machines.map(|machine| fields_of_assignment(&UNKNOWN.replace("{MACHINE}", machine)));
    known.into_iter().flatten().collect()
}

/// The fields that the reader of case files knows.
pub(crate) fn fields_of_cases() -> BTreeSet<String> {
    let cases = "- {name: a, moves: 1, qqq: 1}\n- {name: b, call: B, calls: [{qqq: 1}]}\n";
    let class = C4grade::new().file("cases.yaml", cases);
    let outcome = class.run("case check --assignment lc3-starter --cases cases.yaml");
    fields_in(&outcome.code(3)).into_iter().collect()
}

#[test]
fn every_field_is_described() {
    let mut known = fields_of_assignments();
    known.extend(fields_of_cases());

    let formats = page("docs/formats.md");
    let described: BTreeSet<&str> = formats.split('`').skip(1).step_by(2).collect();
    let missing: Vec<&String> = known
        .iter()
        .filter(|field| !described.contains(field.as_str()))
        .collect();
    assert!(missing.is_empty(), "docs/formats.md does not describe {missing:?}");

    let rows = formats
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let invented: Vec<&str> = rows
        .map(|(field, _)| field)
        .filter(|field| !known.contains(*field))
        .collect();
    assert!(
        invented.is_empty(),
        "docs/formats.md describes unknown fields {invented:?}"
    );
}

#[test]
fn every_column_of_the_scores_is_described() {
    let class = C4grade::new()
        .file("class/adal_12_345_connect4.asm", "; nothing yet\n")
        .file("class/bob_13_346_connect4.asm", "; nothing yet\n");
    class.run("grade class").code(0);
    let scores = class.read("reports/lc3-starter/scores.csv");
    let heading = scores.lines().next().expect("a heading");

    let results = page("docs/results.md");
    let described: Vec<&str> = results
        .lines()
        .take_while(|line| *line != "## JSON")
        .filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0))
        .collect();
    let groups = page("cases/lc3-starter/assignment.yaml");
    let is_group =
        |column: &&str| groups.contains(&format!("name: {column}")) || groups.contains(&format!("name: \"{column}\""));
    let missing: Vec<&str> = heading
        .split(',')
        .filter(|column| !described.contains(column) && !is_group(column))
        .collect();
    assert!(missing.is_empty(), "docs/results.md does not describe {missing:?}");
    for column in described.iter().filter(|column| **column != "sandbox") {
        assert!(
            heading.split(',').any(|own| own == *column),
            "docs/results.md describes {column}"
        );
    }
}

/// The fields that errors about unknown fields list.
fn fields_in(outcome: &Outcome) -> Vec<String> {
    let lists = outcome
        .stderr
        .lines()
        .filter_map(|line| line.split_once("= help: expected "));
    let fields = lists.flat_map(|(_, list)| list.split(", ").flat_map(|part| part.split(" or ")));
    fields.map(str::to_owned).collect()
}
