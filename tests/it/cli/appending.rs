//! Adding cases to a case file: whatever form it has, its own cases stay, and what cannot work is refused before any work.

use crate::cli::C4grade;

/// Appends a case to a file, and gives the names of all cases in it afterwards.
fn appended(text: &str) -> Vec<String> {
    let desk = C4grade::new().file("few.yaml", text);
    desk.run_args(&["case", "new", "--file", "few.yaml", "--name", "new", "--moves", "1 3"])
        .code(0)
        .says("added `new` to few.yaml");
    desk.run("case check --assignment lc3-starter --cases few.yaml").code(0);
    let file: serde_yaml::Value = serde_yaml::from_str(&desk.read("few.yaml")).expect("YAML");
    let cases = file.as_sequence().expect("a list").iter();
    cases
        .map(|case| case["name"].as_str().expect("a name").to_owned())
        .collect()
}

/// A case as a file of its own, with a transcript of which lines begin like entries of a list.
fn single() -> String {
    let list = C4grade::new()
        .run_args(&["case", "new", "--name", "own", "--moves", "1 2"])
        .code(0)
        .out();
    let lines = list
        .lines()
        .map(|line| format!("{}\n", line.get(2..).unwrap_or_default()));
    lines.collect()
}

#[test]
fn a_case_can_be_appended_to_a_file_with_a_single_one() {
    let single = single();
    assert!(
        single.starts_with("name: own\n") && single.contains("\n  - - -"),
        "{single}"
    );
    for text in [
        single.clone(),
        format!("# A comment.\n---\n{single}"),
        single.replace('\n', "\r\n"),
        "{name: own, moves: 1 2, ends: waiting}\n".to_owned(),
    ] {
        assert_eq!(appended(&text), ["own", "new"], "{text}");
    }
}

#[test]
fn a_case_comes_before_the_end_of_the_document() {
    let case = "- name: own\n  moves: 1 2\n  ends: waiting\n";
    for text in [
        format!("{case}...\n"),
        format!("---\n{case}"),
        format!("{case}# The end.\n"),
    ] {
        assert_eq!(appended(&text), ["own", "new"], "{text}");
    }
    assert_eq!(appended("# Nothing yet.\n"), ["new"]);
}

#[test]
fn a_file_that_no_case_can_be_appended_to_is_refused_before_any_work() {
    let brackets = "# Cases.\n[{name: own, moves: 1 2, ends: waiting}]\n";
    let two = "- {name: own, moves: 1 2, ends: waiting}\n---\n- {name: other, moves: 1, ends: waiting}\n";
    for (text, code, wanted) in [
        (
            brackets,
            2,
            "few.yaml:2: the cases are a list in brackets, to which none can be appended",
        ),
        (two, 3, "few.yaml: the file contains more than one document"),
    ] {
        let desk = C4grade::new().file("few.yaml", text);
        desk.run_args(&["case", "new", "--file", "few.yaml", "--name", "new", "--moves", "1"])
            .code(code)
            .says(wanted);
        let mutated = desk.run("mutate --add few.yaml").code(code).says(wanted);
        assert_eq!(mutated.out(), "", "nothing was played");
        assert_eq!(desk.read("few.yaml"), text);
    }
}

#[test]
fn a_tag_that_no_case_can_have_is_refused_before_any_work() {
    let desk = C4grade::new();
    desk.run("assignment export lc3-starter course").code(0);
    for command in [
        "mutate --add few.yaml",
        "case new --name a --moves 1 --file few.yaml",
        "case import course --file few.yaml",
        "case record course/reference/connect4.asm --moves 1 --file few.yaml",
    ] {
        let args: Vec<&str> = command.split(' ').chain(["--tag", "a b"]).collect();
        let refused = desk.run_args(&args).code(2);
        let refused = refused.says("a tag is a word of 1 to 40 letters, digits and hyphens");
        assert_eq!(refused.out(), "", "{command}");
    }

    // Also where the suite is another one.
    let few = "- {name: own, moves: 1 2, ends: waiting}\n";
    let desk = desk
        .file("few.yaml", few)
        .file("course/more.yaml", few.replace("own", "other"));
    for command in [
        "mutate --assignment ./course --cases few.yaml --add course/more.yaml --tag no-such-tag",
        "case record course/reference/connect4.asm --assignment ./course --moves 1 --file course/more.yaml --tag no-such-tag",
    ] {
        let refused = desk.run(command).code(2);
        let refused = refused.says("cases with --tag no-such-tag would earn no points in course/more.yaml");
        assert_eq!(refused.out(), "", "{command}");
    }
}
