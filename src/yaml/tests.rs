use std::path::Path;
use std::time::Duration;

use super::*;
use crate::effort::effort;

fn tree(text: &str) -> Result<Value, Box<Diagnostic>> {
    parse(&Source::new("x.yaml", text), &["moves"])
}

fn refusal(text: &str) -> (String, Option<(usize, usize)>) {
    let source = Source::new("x.yaml", text);
    let (parsed, took) = effort(|| parse(&source, &["moves"]));
    assert!(took < Duration::from_secs(10), "refused too slowly: {took:?}");
    let diagnostic = parsed.expect_err("this file is refused");
    let place = diagnostic.span.map(|span| source.position(span.start));
    (diagnostic.message.into_owned(), place)
}

#[test]
fn values_keep_their_kind_and_literal_fields_their_writing() {
    assert_eq!(
        tree("a: 1\nmoves: 0x1\nb: [x, 2.5, true, ~]\n").unwrap(),
        Value::Map(vec![
            ("a".into(), Value::Whole(1)),
            ("moves".into(), Value::Text("0x1".into())),
            (
                "b".into(),
                Value::List(vec![
                    Value::Text("x".into()),
                    Value::Real(2.5),
                    Value::Bool(true),
                    Value::Null
                ])
            ),
        ])
    );
}

#[test]
fn a_key_that_occurs_twice_is_refused_in_its_place() {
    assert_eq!(
        refusal("a: 1\nb: 2\na: 3\n"),
        ("the field `a` occurs twice".into(), Some((3, 1)))
    );
}

#[test]
fn a_list_in_the_place_of_a_text_is_refused_with_what_to_write() {
    for (text, kind) in [
        ("- name: x\n  moves: [1, 2]\n", "a list"),
        ("- moves: {a: 1}\n", "a group of fields"),
    ] {
        let problem = tree(text).expect_err(text);
        assert_eq!(problem.message, format!("`moves` is {kind}, but must be text"));
        assert_eq!(
            problem.help.as_deref(),
            Some("write one text in quotes, as in `moves: \"1 2\"`")
        );
    }
}

#[test]
fn a_very_long_line_is_cut_around_the_place_of_an_error() {
    let source = Source::new("x.yaml", format!("a: {}\nb: [1\n", "x".repeat(100_000)).as_str());
    let diagnostic = Diagnostic::error("some", "wrong").at(Span { start: 3, end: 4 });
    let shown = BadFile {
        source: source.into(),
        diagnostics: vec![diagnostic],
    };
    let shown = shown.to_string();
    assert!(shown.starts_with("x.yaml:1:4: wrong\n  | a: xxx"), "{shown}");
    assert!(shown.len() < 250 && shown.ends_with("xxx ..."), "{shown}");
}

#[test]
fn tags_are_refused() {
    for text in ["a: !secret x", "a: !secret [x]", "!x\na: 1", "a: !secret {b: c}"] {
        assert!(refusal(text).0.contains("tags"), "{text}");
    }
    assert!(tree("moves: !secret x").is_err());
}

#[test]
fn bombs_are_refused_quickly() {
    let mut laughs = String::from("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
    for level in 1..9 {
        let below = vec![format!("*a{}", level - 1); 9].join(", ");
        laughs.extend(["a", &level.to_string(), ": &a", &level.to_string(), " [", &below, "]\n"]);
    }

    assert!(refusal(&laughs).0.contains("aliases"));
    let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(100_000), ["*a"; 50].join(", "));
    assert!(refusal(&long).0.contains("aliases"));
    assert!(refusal(&"[".repeat(100_000)).0.contains("nest"));
    assert!(refusal(&"{a: ".repeat(100_000)).0.contains("nest"));
    assert!(refusal(&"[\n".repeat(100_000)).0.contains("nest"));
    assert!(refusal(&"- ".repeat(100_000)).0.contains("nest"));
    assert!(refusal(&format!("a: {}", "x".repeat(MAX_BYTES))).0.contains("bytes"));
    refusal("&a [*a]");
    refusal(&"? ".repeat(100_000));

    let steps: String = (0..1000).map(|depth| " ".repeat(depth) + "a:\n").collect();
    refusal(&steps);
}

#[test]
fn many_entries_are_no_bomb() {
    let entries = "- {a: [1, 2], b: \"[\"}\n".repeat(500);
    assert!(matches!(tree(&entries), Ok(Value::List(list)) if list.len() == 500));
}

#[test]
fn a_place_counts_bytes_and_not_characters() {
    let source = Source::new("x.yaml", "ä: ü\nö: [wrong]\n");
    let root = parse(&source, &[]).unwrap();
    let mut reader = Reader::new(&source);
    let fields = reader.fields(&Reader::root(&root), &["ä"]).unwrap();
    assert!(fields.get("ö").is_some());
    let diagnostics = reader.finish();
    let span = diagnostics[0].span.unwrap();
    assert_eq!(&source.text[span.start..span.end], "ö");
}

#[test]
fn a_bad_file_reads_as_file_line_column_text_and_help() {
    let source = Source::new("x.yaml", "name: 1\ntitel: x\n");
    let root = parse(&source, &[]).unwrap();
    let mut reader = Reader::new(&source);
    reader.fields(&Reader::root(&root), &["name", "title"]);

    let bad = BadFile {
        diagnostics: reader.finish(),
        source: source.into(),
    };
    assert_eq!(
        bad.to_string(),
        "x.yaml:2:1: unknown field `titel`\n  | titel: x\n  = help: did you mean `title`?"
    );
}

#[test]
fn blocks_of_text_are_read_as_the_parser_reads_them() {
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").read_dir().unwrap();
    let files = packages.flat_map(|package| package.unwrap().path().read_dir().unwrap());
    let mut texts: Vec<String> = files
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    assert!(texts.iter().filter(|text| Shortened::of(text).is_some()).count() > 20);

    let odd = [
        "a: |\n  one\n   two \n\n  three\n\n\nb: 1\n",
        "a: |\n  one\n \n  \n   \n two\n",
        "a: |\n   one\n  \n   \n    \n   two\n",
        "a: |\n  one\n     \n \nb: |\n  - - -\n  [ {\n",
        "- a: 1\n  b: |\n    one\n  c: |\n    two\n- a: 2\n",
        "- a: 1\n  b: |\n   one\n    # no comment\n  # a comment\n  c: |\n    ---\n    ...\n",
        "a: |\n\n  one\n",
        "a: |\n\nb: |\n",
        "a: |\n  one\n two\n",
        "a: |\n  one",
        "a: |\n  one\ttwo\n  pi\u{e8}ce\n",
        "a: >\n  b: |\n    one\n",
        "a: |\n  b: |\n    one\n",
        "a: 'one\n  b: |\n    two'\n",
        "a: one\n  b: |\n    two\n",
        "a: &x\n  b: |\n    one\nc: *x\n",
        "a: block-of-text-0\nb: |\n  one\n",
        "a: |\n  one\na: |\n  two\n",
        "{a: 1,\nb: |\n  one\n}\n",
        "a: |\r\n  one\r\n",
        "moves: |\n  1 2\nb: !tag |\n  one\n",
    ];
    texts.extend(odd.map(str::to_owned));

    for text in texts {
        let read = parse(&Source::new("a.yaml", text.clone()), &["moves"]);
        let whole = super::tree(&text, &["moves"]);
        assert_eq!(read.ok(), whole.ok(), "{text}");
    }
}

/// What is read without the parser is what the parser reads: of the bundled files, of parts of them, and of parts with a mistake.
#[test]
fn simple_files_are_read_as_the_parser_reads_them() {
    const PIECES: [&str; 24] = [
        " ", "  ", "\n", "- ", ": ", ":", "#", " # x", "\"", "'", "[", "]", ", ", "|", "~", "null", "true", "0", "1.5",
        "-1", "x", "{", "?", "---",
    ];
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").read_dir().unwrap();
    let files = packages.flat_map(|package| package.unwrap().path().read_dir().unwrap());
    let texts: Vec<String> = files
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .filter(|text| text.is_ascii())
        .collect();

    let mut state = 1_u64;
    let mut below = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let (mut simple, mut damaged) = (0, 0);
    for text in &texts {
        let starts: Vec<usize> = (0..text.len())
            .filter(|at| (*at == 0 || text[..*at].ends_with('\n')) && !text[*at..].starts_with(' '))
            .collect();
        for round in 0..60 {
            let start = starts[below(starts.len())];
            let mut part = text[start..text.len().min(start + 900)].to_owned();
            if round % 4 > 0 {
                let at = below(part.len());
                let end = (at + below(3)).min(part.len());
                part.replace_range(at..end, PIECES[below(PIECES.len())]);
            }

            let read = parse(&Source::new("a.yaml", part.clone()), &["moves"]);
            let whole = super::tree(&part, &["moves"]);
            let is_simple = super::simple::tree(&part, &["moves"], false).is_some();
            simple += u32::from(is_simple);
            damaged += u32::from(whole.is_err());
            assert_eq!(read.ok(), whole.ok(), "{part}");
        }
    }
    assert!(simple > 500 && damaged > 500, "{simple} simple, {damaged} damaged");
}

#[test]
fn a_tab_as_indentation_is_named_with_its_line() {
    for (text, place) in [
        ("a: 1\n\tb: 2\n", (2, 1)),
        ("a:\n\tb: 2\n", (2, 1)),
        ("- a: 1\n  \tb: 2\n", (2, 3)),
        ("-\ta: 1\n\tb: 2\n", (1, 2)),
        ("a: |\n\tx\n", (2, 1)),
    ] {
        let message = format!(
            "line {} is indented with a tab, but YAML is indented with spaces",
            place.0
        );
        assert_eq!(refusal(text), (message, Some(place)), "{text:?}");
    }
    assert!(tree("a:\t1\nb: |\n  x\ty\n").is_ok());
}
