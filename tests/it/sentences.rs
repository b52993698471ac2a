//! The catalogue of sentences: every text of two or more words that the sources can show to anybody, in one file, so that
//! they can be read and reviewed in one sitting. A message is one literal in the module that decides it; a literal that is
//! new or changed fails this test until `BLESS=1 cargo test --test it sentences` renews the catalogue.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

mod literals;

use literals::literals;

/// A literal after one of these is read by programmers alone.
const FOR_PROGRAMMERS: [&str; 8] = [
    "expect(",
    "expect_err(",
    "panic!(",
    "unreachable!(",
    "assert!(",
    "assert_eq!(",
    "reason =",
    "include_str!(",
];

#[test]
fn every_sentence_is_in_the_catalogue() {
    let written = catalogue();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sentences.txt");
    if std::env::var_os("BLESS").is_some() {
        let mut file = fs::File::create(&file).expect("a file");
        file.write_all(written.as_bytes()).expect("renewed");
    }

    let known = fs::read_to_string(&file).unwrap_or_default();
    let changes = changes(&known, &written);
    assert!(
        changes.is_empty(),
        "the sentences in the sources differ from {}; read them by the rules of plain English, then renew it with \
         BLESS=1 cargo test --test it sentences\n{changes}",
        file.display()
    );
}

/// The sentences under the name of their module, each once.
fn catalogue() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in sources(&root) {
        let text = fs::read_to_string(&file).expect("a source");
        let found = literals(&text).into_iter().filter(|literal| {
            let is_internal = FOR_PROGRAMMERS.iter().any(|word| literal.before.ends_with(word));
            !is_internal && is_sentence(&literal.text)
        });
        let sentences = modules.entry(module(&root, &file)).or_default();
        sentences.extend(found.map(|literal| literal.text));
    }

    let mut text = String::new();
    for (module, sentences) in modules.iter().filter(|(_, sentences)| !sentences.is_empty()) {
        text += &format!("# {module}\n");
        for sentence in sentences {
            text += &format!("{sentence}\n");
        }
        text += "\n";
    }
    text
}

/// The sources without those of tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        if matches!(name, "tests" | "fixture") {
            continue;
        }
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The name of the top module that a source belongs to.
fn module(root: &Path, file: &Path) -> String {
    let inner = file.strip_prefix(root).expect("within the sources").with_extension("");
    let first = inner.iter().next().expect("a name");
    first.to_string_lossy().into_owned()
}

/// Whether a literal has two or more words besides its placeholders.
fn is_sentence(text: &str) -> bool {
    let mut words = 0;
    let mut depth = 0_usize;
    let mut letters = 0;
    for character in text.chars().chain([' ']) {
        match character {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            letter if letter.is_alphabetic() => letters += 1,
            _ => {
                words += usize::from(letters >= 2);
                letters = 0;
            }
        }
    }
    words >= 2 && text.trim().contains(' ')
}

/// What is only in one of two catalogues.
fn changes(known: &str, written: &str) -> String {
    let (known, written): (BTreeSet<&str>, BTreeSet<&str>) = (known.lines().collect(), written.lines().collect());
    let gone = known.difference(&written).map(|line| format!("- {line}\n"));
    let new = written.difference(&known).map(|line| format!("+ {line}\n"));
    gone.chain(new).collect()
}
