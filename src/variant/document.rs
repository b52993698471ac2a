//! `assignment.yaml` and the page for the instructor.

use std::fmt::Write as _;

use super::cases::Group;
use super::{MachineKind, STARTER, Sample, Variant};
use crate::assignment::InputProtocol;
use crate::case::write::quoted;
use crate::connect4::Then;

const LC3: &str = r"machine:
  lc3:
    traps: any                # overwrite-r7 (2nd edition of the book), keep-r7 (3rd), or any: both are tried, and the better counts
    banner: lc3edit           # what HALT and IN print: lc3sim, lc3tools, lc3edit or none. Never compared
    fill: zero                # start values of registers and memory: zero, or {random: 42} with a seed

limits:
  instructions: 4000000       # in one run
  total-instructions: 4000000000  # in all runs of a submission together; then the other cases count as timeouts
  output: 1048576             # bytes
";
const ARM: &str = r"machine:
  arm:                        # an ARM7TDMI on an NXP LPC2468: code at 0, RAM at 0x40000000, console on UART0
    fill: zero                # start values of registers and memory: zero, or {random: 42} with a seed

limits:
  instructions: 500000000     # in one run
  total-instructions: 20000000000  # in all runs of a submission together; then the other cases count as timeouts
  output: 1048576             # bytes
";
const NATIVE: &str = r#"# A program that runs on this computer, in a sandbox. Other languages are in docs/native.md.
machine:
  kind: native
  build: [cc, -std=c11, -O1, -Wall, -o, connect4, connect4.c, -lm]  # once for each submission
  run: [./connect4]           # for each case
  diagnose: [cc, -std=c11, -g, "-fsanitize=address,undefined,bounds-strict", -fno-omit-frame-pointer, -o, connect4, connect4.c, -lm]

limits:
  cpu: 1                      # seconds of computing in one run
  wall: 10                    # seconds from start to end
  total: 300                  # seconds of computing in all runs of a submission together
  memory: 256                 # MiB
  disk: 16                    # MiB in its folder for files
  processes: 16
  output: 1048576             # bytes
"#;

/// `assignment.yaml`, with the groups of the rubric; without any there is no rubric.
pub(super) fn assignment(variant: &Variant, groups: &[Group]) -> String {
    let machine = match variant.machine {
        MachineKind::Lc3 => LC3,
        MachineKind::Arm => ARM,
        MachineKind::Native => NATIVE,
    };
    let rules = variant.rules;
    let mut text = format!(
        "# {title}: {columns} columns, {rows} rows.\n# docs/formats.md of c4grade describes every field. After a change: c4grade case bless, case check and \
         verify.\n\nformat: 1                     # the version of this format\n\nname: {name}\ntitle: {quoted}\nfiles: [{program}]         \
         # what a submission may be called\n\n{machine}\ngame:\n  rows: {rows}\n  columns: {columns}                  # at most 9: a move \
         is one digit\n  line: {line}                     # how many in a line win\n",
        title = variant.title,
        quoted = quoted(&variant.title),
        name = variant.name,
        program = variant.program(),
        columns = rules.columns,
        rows = rules.rows,
        line = rules.line,
    );

    text += &flow(variant);
    text += &wording(variant);
    text += &input(variant);
    text += "comparison:\n";
    if variant.machine == MachineKind::Arm {
        text +=
            "  by: events                  # boards, turns, refusals and results in any wording; bytes: exact output\n";
    }
    text += "  # What correct games in a different format cost: points for each kind of difference, once, and at most so many.\n  \
             format: {each: 5, most: 30}\n";
    text += &rubric(groups);
    text
}

/// What follows a game, and the key that leaves it, where the assignment says so.
fn flow(variant: &Variant) -> String {
    let then = |then: Then| match then {
        Then::Stop => "stop",
        Then::Restart => "restart",
    };
    let mut text = String::new();
    if variant.flow.over != Then::Stop {
        text += "  over: restart               # after a game a new one begins\n";
    }
    if let Some(quit) = variant.flow.quit {
        let key = quoted(&char::from(quit.key).to_string());
        let _ = writeln!(
            text,
            "  quit: {{key: {key}, then: {}}}  # a key that leaves the game",
            then(quit.then)
        );
    }
    text + "\n"
}

fn wording(variant: &Variant) -> String {
    let wording = &variant.wording;
    let letter = |letter: char| quoted(&letter.to_string());
    let both = |[one, two]: &[String; 2]| format!("[{}, {}]", quoted(one), quoted(two));
    let mut text = "# Every text a program prints. Messages take a whole line.\nwording:\n".to_owned();
    let mut add = |field: &str, value: &str, words: &str| {
        let _ = match words {
            "" => writeln!(text, "  {field}: {value}"),
            words => writeln!(text, "  {:27} # {words}", format!("{field}: {value}")),
        };
    };

    if !wording.greeting.is_empty() {
        add("greeting", &quoted(&wording.greeting), "before the first board");
    }
    if !wording.header.is_empty() {
        add("header", &quoted(&wording.header), "above the rows");
    }
    if !wording.label.is_empty() {
        add("label", &quoted(&wording.label), "before each row; {row} is its number");
    }
    add("empty", &letter(wording.empty), "an empty cell");
    let pieces = format!("[{}, {}]", letter(wording.pieces[0]), letter(wording.pieces[1]));
    add("pieces", &pieces, "player 1, player 2");
    add(
        "separator",
        &quoted(&wording.separator),
        "between two cells of a row; none after the last",
    );
    let newline = match wording.newline.as_str() {
        "\n\r" => "lfcr",
        "\r\n" => "crlf",
        "\r" => "cr",
        _ => "lf",
    };
    add("newline", newline, "lf, crlf, lfcr or cr");
    add("prompts", &both(&wording.prompts), "");
    add("invalid", &quoted(&wording.invalid), "");
    if !wording.full.is_empty() && wording.full != wording.invalid {
        add("full", &quoted(&wording.full), "in a full column");
    }
    add("wins", &both(&wording.wins), "");
    add("tie", &quoted(&wording.tie), "");
    if !wording.farewell.is_empty() {
        add(
            "farewell",
            &quoted(&wording.farewell),
            "after the key that leaves the game",
        );
    }
    text + "\n"
}

fn input(variant: &Variant) -> String {
    let others: Vec<&str> = InputProtocol::ALL
        .into_iter()
        .filter(|other| *other != variant.protocol)
        .filter(|other| *other != InputProtocol::In || variant.machine == MachineKind::Lc3)
        .map(InputProtocol::name)
        .collect();
    let mut text = format!(
        "input:\n  # key: one key is one move. enter: a key, then Enter. line: a whole line{}\n  protocol: {}\n",
        if variant.machine == MachineKind::Lc3 {
            ". in: one key, read by IN"
        } else {
            ""
        },
        variant.protocol.name()
    );
    if variant.machine != MachineKind::Arm {
        let _ = write!(
            text,
            "  tolerates: [{}]  # other protocols that are tried; the report says which one was used\n  share: 50%                  \
             # what correct games earn under another protocol\n",
            others.join(", ")
        );
    }
    text + "\n"
}

fn rubric(groups: &[Group]) -> String {
    if groups.is_empty() {
        return String::new();
    }
    let mut text = "\n# Points, 100 together. The cases that have one of a group's tags share its points by their own `points`; a case belongs \
                    to\n# the first group that names one of its tags.\nrubric:\n"
        .to_owned();
    for Group { name, tag, points } in groups {
        let tags = match *tag {
            "horizontal" | "vertical" | "diagonal" => format!("{tag}, win-{tag}"),
            tag => tag.to_owned(),
        };
        let _ = writeln!(text, "  - name: {name}\n    points: {points}\n    tags: [{tags}]");
    }
    text + "\n# Points taken off once for each kind of finding; 0 reports it and deducts nothing.\ndeductions: {ending: 10, lint: 0}\n"
}

/// The entry of `assignment.yaml` about a starter file, where there is one.
pub(super) fn starter(variant: &Variant) -> String {
    let Some(starter) = &variant.starter else {
        return String::new();
    };
    let mut text = format!(
        "\n# The file that students build on, in reference/. The report names every given line that was changed.\nstarter:\n  \
         file: {STARTER}\n"
    );
    if !starter.until.is_empty() {
        let _ = writeln!(
            text,
            "  until: {}  # the given part ends before the first line with this",
            quoted(&starter.until)
        );
    }
    text
}

/// The page for the instructor.
pub(super) fn readme(variant: &Variant, sample: &[Sample], left_out: &[String]) -> String {
    let program = variant.program();
    let mut text = format!(
        "# {}\n\nAn assignment for c4grade: {} columns, {} rows, {} in a line win; {}.\n\n| file | what it is |\n|---|---|\n| \
         `assignment.yaml` | rules, texts, input, points: change what your assignment sheet has otherwise |\n| `*.yaml` | the cases; \
         `generate:` makes whole families of games for any board |\n",
        variant.title,
        variant.rules.columns,
        variant.rules.rows,
        variant.rules.line,
        variant.protocol.words(),
    );
    let _ = write!(
        text,
        "| `reference/{program}` | a full solution: do not hand it out |\n| `reference/submissions/` | the sample class: the solution with one \
         fault each, and in `expected.yaml` what each must get |\n"
    );

    if variant.starter.is_some() {
        let _ = writeln!(
            text,
            "| `reference/{STARTER}` | the starter file; the solution is not built on it, and reports on the sample class say so |"
        );
    }

    text += "\n## Use it\n\n```sh\nc4grade case check --assignment .    # the cases against the rules and the solution\nc4grade verify --assignment .        \
             # the sample class gets its known verdicts\n";
    if variant.machine != MachineKind::Native {
        text += "c4grade explore --assignment .       # every game to a depth on the solution\nc4grade mutate --assignment . --every 20   # would \
                 the cases notice every mistake?\n";
    }
    text += "c4grade grade myclass --assignment .\n```\n\nAfter a change of texts, `c4grade case bless --assignment .` updates the transcripts in \
             the case files. After a change of points,\n`c4grade verify --assignment . --print` prints the new `expected.yaml`. The solution \
             and the sample class have the texts and sizes\nof the assignment as it was made: where you change those, change them too, or \
             make a new assignment.\n";

    text += "\n## The sample class\n\n| student | fault | verdict |\n|---|---|---|\n";
    for Sample {
        student,
        fault,
        verdict,
    } in sample
    {
        let _ = writeln!(text, "| {student} | {fault} | {verdict} |");
    }
    if !left_out.is_empty() {
        let _ = write!(text, "\n## Left out\n\n{}\n", left_out.join("\n"));
    }
    text
}
