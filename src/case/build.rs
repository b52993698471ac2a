//! An entry made into a case, or the reasons why not.

use std::collections::BTreeMap;

use super::contract::{self, Contract, Workshop};
use super::entry::{self, Entry, Play};
use super::{Case, family, group_of};
use crate::assignment::Assignment;
use crate::connect4::{Expected, Script};
use crate::diagnostic::{Diagnostic, Source};
use crate::machine::Ending;
use crate::yaml::{self, Reader, Spot};

/// What a file's entries came to.
#[derive(Debug, Default)]
pub struct Built {
    /// The cases, in order.
    pub cases: Vec<Case>,
    /// The contracts, in order.
    pub contracts: Vec<Contract>,
    /// How many generated games were left out because no game can come to them.
    pub impossible: usize,
}

/// The cases of one file. `names` holds the names that are taken, with their places; `shop` is the suite's. Cases need no
/// group of the rubric when they are `loose`.
pub fn cases(
    source: &Source,
    assignment: &Assignment,
    loose: bool,
    names: &mut BTreeMap<String, String>,
    shop: &Workshop,
) -> Result<Built, Vec<Diagnostic>> {
    let root = yaml::parse(source, &entry::LITERAL).map_err(|problem| vec![*problem])?;
    let mut reader = Reader::new(source);
    let mut built = Built::default();
    for entry in entry::entries(&mut reader, &root, assignment) {
        let place = format!("{}:{}", source.name, entry.line);
        if !loose && !assignment.rubric.is_empty() && group_of(assignment, &entry.tags).is_none() {
            reader.problem(entry.fields.whole(), Spot::Value, no_group(assignment, &entry));
        }
        let from = built.cases.len();
        match &entry.play {
            Play::WinningLines => {
                let (cases, impossible) = family::winning_lines(assignment, &entry, &place);
                built.cases.extend(cases);
                built.impossible += impossible;
            }
            Play::Script { .. } => built.cases.extend(case(&mut reader, assignment, &entry, place.clone())),
            Play::Contract(written) => {
                let contract = contract::contract(assignment, &entry, written, &place, shop);
                built.contracts.push(contract);
            }
        }
        let is_contract = matches!(entry.play, Play::Contract(_));
        let own = is_contract.then_some(&entry.name);
        for name in built.cases[from..].iter().map(|case| &case.name).chain(own) {
            if let Some(first) = names.insert(name.clone(), place.clone()) {
                let message = format!("two cases are called `{name}`; the other is at {first}");
                let diagnostic = Diagnostic::error("duplicate-name", message).help("give each case a name of its own");
                let at = entry.fields.get("name").unwrap_or_else(|| entry.fields.whole().clone());
                reader.problem(&at, Spot::Value, diagnostic);
                break;
            }
        }
    }
    if reader.has_problems() {
        return Err(reader.finish());
    }
    Ok(built)
}

fn no_group(assignment: &Assignment, entry: &Entry) -> Diagnostic {
    let tags: Vec<&str> = assignment
        .rubric
        .iter()
        .flat_map(|group| &group.tags)
        .map(String::as_str)
        .collect();
    let message = format!("the case `{}` has no tag that a group of the rubric names", entry.name);
    Diagnostic::error("no-rubric-group", message).help(format!("add one of these tags: {}", tags.join(", ")))
}

fn case(reader: &mut Reader, assignment: &Assignment, entry: &Entry, place: String) -> Option<Case> {
    let Play::Script {
        script,
        raw,
        transcript,
        ends,
    } = &entry.play
    else {
        return None;
    };
    let expected = Expected::play(&assignment.game, script);
    check_ending(reader, entry, script, &expected, *ends);
    if let Some(held) = transcript
        && let Some(difference) = first_difference(held, &expected)
    {
        let at = entry.fields.get("transcript")?;
        reader.problem(&at, Spot::Line(difference.line), difference.diagnostic());
    }
    Some(Case {
        name: entry.name.clone(),
        tags: entry.tags.clone(),
        points: entry.points,
        script: script.clone(),
        raw: *raw,
        transcript: expected.transcript(),
        ends: *ends,
        expected,
        family: None,
        place,
    })
}

fn check_ending(reader: &mut Reader, entry: &Entry, script: &Script, expected: &Expected, ends: Ending) {
    let (diagnostic, spot) = match (expected.outcome, ends) {
        (None, Ending::Halted) => {
            let message = if script.attempts.is_empty() {
                "the script is empty, so the program waits for a key and does not halt"
            } else {
                "the script stops before the end of the game, so the program waits for a key and does not halt"
            };
            let help = "add `ends: waiting`, or the moves that end the game";
            (Diagnostic::error("ends-waiting", message).help(help), "ends")
        }
        (Some(_), Ending::Waiting) => {
            let message = format!(
                "the game is over after {} moves, so the program halts and does not wait",
                expected.attempts_played()
            );
            let help = "remove `ends: waiting`, or the moves that end the game";
            (Diagnostic::error("ends-halted", message).help(help), "ends")
        }
        _ => return,
    };
    let fields = &entry.fields;
    let moves = || fields.get("moves").or_else(|| fields.get("input"));
    let at = fields
        .get(spot)
        .or_else(moves)
        .unwrap_or_else(|| fields.whole().clone());
    reader.problem(&at, Spot::Value, diagnostic);
}

/// Where a transcript in a file parts from what the rules give.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line, from 0.
    pub line: usize,
    /// What the rules give there; `None` behind the end.
    pub expected: Option<String>,
    /// What the file holds there.
    pub written: Option<String>,
}

impl Difference {
    fn diagnostic(&self) -> Diagnostic {
        let show = |line: &Option<String>| match line {
            Some(line) => format!("`{}`", line.escape_debug()),
            None => "nothing, the transcript is over".into(),
        };
        let message = format!("line {} of this transcript is impossible by the rules", self.line + 1);
        Diagnostic::error("impossible-transcript", message)
            .label(format!(
                "expected {}\nwritten  {}",
                show(&self.expected),
                show(&self.written)
            ))
            .help("correct the moves, or renew the transcript with `c4grade case bless`")
    }
}

/// The first line in which a transcript in a file is not what the rules give. A last line feed does not count, nor do
/// blanks at the very end of one that stops behind a prompt: editors take them away.
pub fn first_difference(held: &str, expected: &Expected) -> Option<Difference> {
    let model = String::from_utf8_lossy(&expected.transcript()).into_owned();
    let strip = |text: &str| text.strip_suffix('\n').unwrap_or(text).to_owned();
    let (held, model) = (strip(held), strip(&model));
    let stops_behind_a_prompt = expected.outcome.is_none();
    if held == model || (stops_behind_a_prompt && held.trim_end_matches(' ') == model.trim_end_matches(' ')) {
        return None;
    }
    let (mut written, mut right) = (held.split('\n'), model.split('\n'));
    (0..).find_map(|line| {
        let (written, expected) = (written.next(), right.next());
        let over = written.is_none() && expected.is_none();
        (written != expected || over).then(|| Difference {
            line,
            expected: expected.map(str::to_owned),
            written: written.map(str::to_owned),
        })
    })
}
