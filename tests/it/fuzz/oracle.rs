//! What must hold whatever the bytes: one function for each reader of files that strangers write. They are fed by the kept
//! inputs in `tests/data/fuzz`, by exploration with fresh seeds, and by the fuzzer in `fuzz/`.

use std::fmt;
use std::sync::OnceLock;

use c4grade::assignment::{self, Assignment};
use c4grade::case;
use c4grade::connect4::reading::{Words, align, read, tags};
use c4grade::connect4::{Expected, Script, referee};
use c4grade::diagnostic::{Diagnostic, Source, Span, render};
use c4grade::machine::edits::Combined;
use c4grade::machine::{Build, Limits, Program, arm, lc3};

/// One reader: its name, which is that of its folder of inputs, and what must hold of it.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: [Target; 7] = [
    ("lc3", lc3),
    ("armasm", armasm),
    ("gnu", gnu),
    ("c", c),
    ("images", images),
    ("yaml", yaml),
    ("transcripts", transcripts),
];

/// Enough to run into whatever a program does wrong.
const SHORT: Limits = Limits {
    instructions: 20_000,
    output: 4096,
};
const KEYS: &[u8] = b"1\n2\n7\nq\r1x";
/// In a transcript, where a key was read.
pub const KEY_MARK: u8 = 0xFF;

/// A source for the LC-3, or an object file.
pub fn lc3(bytes: &[u8]) {
    let build = lc3::build("connect4.asm", bytes);
    check_build(&build);
    c4grade::machine::lc3::assembler::outline::outline(&build.source);

    let Some(Program::Lc3(program)) = &build.program else {
        return;
    };
    lc3::assembler::listing::listing(program);
    lc3::assembler::listing::symbol_table(program);
    lc3::assembler::listing::words(program);
    // Several blocks make no object file.
    let _ = lc3::assembler::object::object_file(program);

    let settings = lc3::Settings::default();
    let run = lc3::Session::new(program.clone(), settings).play(KEYS, SHORT);
    assert!(
        run.output.bytes.len() <= SHORT.output + 200,
        "more output than the limit"
    );
    lc3::Session::new(program.clone(), settings).diagnose(KEYS, SHORT);
}

/// A source in the notation of armasm.
pub fn armasm(bytes: &[u8]) {
    check_arm(&arm::build(
        "connect4.s",
        &behind("\tAREA a, CODE, READONLY\n\tENTRY\n", bytes),
    ));
}

/// A source in the notation of the GNU assembler.
pub fn gnu(bytes: &[u8]) {
    let head = "\t.text\n\t.arm\n\t.align 2\n\t.global _start\n_start:\n";
    check_arm(&arm::build("connect4.s", &behind(head, bytes)));
}

/// A C source, in which edits are tried.
pub fn c(bytes: &[u8]) {
    let text = &Source::read("connect4.c", bytes).text;
    let mut combined = Combined::of(text);
    let lines = text.lines().count();
    for at in 0..combined.edits().len() {
        let edit = combined.edit(at);
        assert!((1..=lines).contains(&edit.line), "line {} of {lines}", edit.line);
        edit.apply(text);
        combined.units_near(at);
        combined.function_of(at);
        combined.is_crude(at);
    }

    // What does not compile is left out, until nothing is left.
    for line in [1, 2, 3] {
        let written = combined.written();
        combined.leave_out(&written, line);
    }
}

/// An image, by any name that it may have.
pub fn images(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let names = ["a.axf", "a.hex", "a.bin", "connect4.elf", "connect4.s"];
    let name = names[usize::from(*first) % names.len()];
    if let Some(build) = arm::loader::load(name, rest) {
        assert!(
            build.program.is_some() || !build.diagnostics.is_empty(),
            "refused without a reason"
        );
        check_arm(&build);
    }
    arm::loader::is_image(rest);
    // An object file for the LC-3, or what is taken for one.
    check_build(&lc3::build("connect4.obj", rest));
}

/// An `assignment.yaml`, or a case file of one of the bundled packages.
pub fn yaml(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let source = Source::read("a.yaml", rest);
    let packages = packages();
    // An odd first byte asks for an assignment.
    let refused = if first % 2 == 1 {
        assignment::load(&source, None).err()
    } else {
        let assignment = &packages[usize::from(first / 2) % packages.len()];
        case::prove(Source::read("a.yaml", rest), assignment).err().map(|bad| {
            let shown = bad.to_string();
            assert!(!shown.is_empty());
            bad.diagnostics
        })
    };
    if let Some(diagnostics) = refused {
        assert!(!diagnostics.is_empty(), "refused without a reason");
        check_diagnostics(&diagnostics, &source);
    }
}

/// A transcript: a byte that chooses package and words, the moves up to a line feed, and what was printed, with [`KEY_MARK`]
/// where a key was read.
pub fn transcripts(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let packages = packages();
    let assignment = &packages[usize::from(first & 0x3F) % packages.len()];
    let words = if first & 0x40 == 0 { Words::Fixed } else { Words::Free };
    let waits = first & 0x80 != 0;
    let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    let moves = String::from_utf8_lossy(&rest[..end.min(200)]).into_owned();
    let script = Script::from_moves(&moves, assignment.input.demanded.typing());
    let (printed, marks) = without_marks(rest.get(end + 1..).unwrap_or(&[]));
    let game = &assignment.game;

    let marks = &marks[..marks.len().min(script.keys.len())];
    let reading = read(game, &script, &printed, marks, waits, words);
    align(&Expected::play(game, &script), &reading, true);
    referee::follow(game, &script, &[], &reading);

    let tagged = tags(game, &script, &printed, waits, words);
    assert!(tagged.marks.windows(2).all(|pair| pair[0] <= pair[1]), "marks go back");
    assert!(tagged.end <= printed.len(), "the end is not in the text");
    let reading = read(game, &script, &printed, &tagged.marks, waits, words);
    align(&Expected::play(game, &script), &reading, true);
}

/// The text without [`KEY_MARK`]s, and where they were.
fn without_marks(bytes: &[u8]) -> (Vec<u8>, Vec<usize>) {
    let mut printed = Vec::new();
    let mut marks = Vec::new();
    for byte in bytes {
        if *byte == KEY_MARK {
            marks.push(printed.len());
        } else {
            printed.push(*byte);
        }
    }

    (printed, marks)
}

fn behind(head: &str, bytes: &[u8]) -> Vec<u8> {
    [head.as_bytes(), bytes].concat()
}

/// The bundled packages, loaded once.
pub fn packages() -> &'static [Assignment] {
    static PACKAGES: OnceLock<Vec<Assignment>> = OnceLock::new();
    PACKAGES.get_or_init(|| {
        let names = assignment::bundled::names().into_iter();
        names.filter_map(|name| assignment::find(name).ok()).collect()
    })
}

fn check_arm(build: &Build) {
    check_build(build);

    let Some(Program::Arm(program)) = &build.program else {
        return;
    };
    arm::assembler::listing::listing(program);
    arm::assembler::listing::symbol_table(program);
    arm::assembler::listing::words(program);

    let settings = arm::Settings::default();
    let run = arm::Session::new(program.clone(), settings).play(KEYS, SHORT);
    assert!(
        run.output.bytes.len() <= SHORT.output + 200,
        "more output than the limit"
    );
    arm::Session::new(program.clone(), settings).diagnose(KEYS, SHORT);
}

fn check_build(build: &Build) {
    let errors = build
        .diagnostics
        .iter()
        .any(|one| one.severity == c4grade::diagnostic::Severity::Error);
    assert_eq!(
        build.program.is_none(),
        errors,
        "a program has no errors, and without one they say why"
    );
    assert!(build.diagnostics.len() <= 202, "so many diagnostics help nobody");
    check_diagnostics(&build.diagnostics, &build.source);
}

/// Every place lies in the text, between characters, and every form of it can be shown.
fn check_diagnostics(diagnostics: &[Diagnostic], source: &Source) {
    for diagnostic in diagnostics {
        let related = diagnostic.related.iter().map(|(span, _)| *span);
        for span in diagnostic.span.into_iter().chain(related) {
            check_span(span, source, diagnostic);
        }
        let located = diagnostic.locate(source);
        serde_json::to_string(&located).expect("it can be written as JSON");
    }

    let shown = render::terminal(diagnostics, source, false);
    let invisible = shown
        .chars()
        .find(|letter| letter.is_control() && !matches!(letter, '\n' | '\t'));
    assert_eq!(invisible, None, "a control character reaches the terminal");
    render::concise(diagnostics, source);
}

fn check_span(span: Span, source: &Source, said: &dyn fmt::Debug) {
    let part = source.text.get(span.start..span.end);
    assert!(part.is_some(), "{span:?} is no part of the text: {said:?}");
}
