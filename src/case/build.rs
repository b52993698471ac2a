//! Turns an entry into a case, or reports errors.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::contract::{Calls, Contract, Shared};
use super::entry::{self, Entry, Play};
use super::transcript::first_difference;
use super::{Case, Moves, ending, family, group_of};
use crate::assignment::Assignment;
use crate::connect4::computer::{Demand, demanded};
use crate::connect4::{Expected, Game, Outline, Script, Then};
use crate::diagnostic::wording::plural;
use crate::diagnostic::{Diagnostic, Source};
use crate::result::Ending;
use crate::yaml::{self, Reader, Spot};

/// The cases and contracts of a file.
#[derive(Debug, Default)]
pub struct Built {
    /// The cases, in order.
    pub cases: Vec<Case>,
    /// The contracts, in order.
    pub contracts: Vec<Contract>,
    /// How many generated games were left out because they are impossible.
    pub impossible: usize,
}

/// The cases of one file. `names` holds the names that are taken, with their places; `shared` is the suite's. Cases need no
/// group of the rubric when they are `loose`.
pub fn cases(
    source: &Source,
    assignment: &Assignment,
    loose: bool,
    names: &mut BTreeMap<String, String>,
    shared: &Arc<Shared>,
) -> Result<Built, Vec<Diagnostic>> {
    let root = yaml::parse(source, &entry::LITERAL).map_err(|problem| vec![*problem])?;
    let mut reader = Reader::new(source);
    let mut built = Built::default();
    let game = Arc::new(assignment.game.clone());
    for entry in entry::entries(&mut reader, &root, assignment) {
        let place = format!("{}:{}", source.name, entry.line);
        let from = built.cases.len();
        match &entry.play {
            Play::WinningLines => {
                let (cases, impossible) = family::winning_lines(assignment, &game, &entry, &place, shared);
                built.cases.extend(cases);
                built.impossible += impossible;
            }
            Play::RandomGames(wish) => built
                .cases
                .extend(family::random_games(assignment, &game, &entry, *wish, &place)),
            Play::Games(games) => {
                let (cases, impossible) = family::games(assignment, &game, &entry, games, &place);
                if cases.is_empty() {
                    no_game(&mut reader, assignment, &entry, games.show);
                }
                built.cases.extend(cases);
                built.impossible += impossible;
            }
            Play::Goal(aim) => built
                .cases
                .extend(family::goals(assignment, &game, &entry, aim, &place)),
            Play::Script(_) => built
                .cases
                .extend(case(&mut reader, assignment, &game, &entry, place.clone())),
            Play::Contract(written) => {
                built.contracts.push(Contract {
                    name: entry.name.clone(),
                    tags: entry.tags.clone(),
                    points: entry.points,
                    labels: written.labels.clone(),
                    instead: written.instead.clone(),
                    calls: Calls::of(&written.form, assignment.game.rules, shared),
                    place: place.clone(),
                });
            }
        }
        let is_grouped = |tags: &[String]| group_of(assignment, tags).is_some();
        let all_grouped = match &built.cases[from..] {
            [] => is_grouped(&entry.tags) || matches!(entry.play, Play::Games(_)),
            cases => cases.iter().all(|case| is_grouped(&case.tags)),
        };
        if !loose && !assignment.rubric.is_empty() && !all_grouped {
            no_group(&mut reader, assignment, &entry);
        }

        let is_contract = matches!(entry.play, Play::Contract(_));
        let own = is_contract.then_some(&entry.name);
        for name in built.cases[from..].iter().map(|case| &case.name).chain(own) {
            if let Some(first) = names.insert(name.clone(), place.clone()) {
                let message = format!("two cases are called `{name}`; the other is at {first}");
                let diagnostic = Diagnostic::error("duplicate-name", message).help("give each case its own name");
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

/// An error where a family has no game on the board.
fn no_game(reader: &mut Reader, assignment: &Assignment, entry: &Entry, show: entry::Show) {
    let rules = assignment.game.rules;
    let at = entry
        .fields
        .get("generate")
        .unwrap_or_else(|| entry.fields.whole().clone());
    let message = format!(
        "{} on a board of {} and {} where {} in a line win",
        if show.finds_all() {
            "there is no such game"
        } else {
            "no such game was found"
        },
        plural(rules.rows, "row"),
        plural(rules.columns, "column"),
        rules.line
    );
    let diagnostic = Diagnostic::error("no-game", message).help("remove the entry, or change the board");
    reader.problem(&at, Spot::Value, diagnostic);
}

/// A case without a tag of the rubric: at the tag that is misspelt, where one seems to be.
fn no_group(reader: &mut Reader, assignment: &Assignment, entry: &Entry) {
    let known: Vec<&str> = assignment
        .rubric
        .iter()
        .flat_map(|group| &group.tags)
        .map(String::as_str)
        .collect();
    let message = format!("the case `{}` has no tag of any rubric group", entry.name);
    let expected = format!("add one of these tags: {}", known.join(", "));

    let tags = entry.fields.get("tags").and_then(|at| reader.list(&at));
    let misspelt = tags.unwrap_or_default().into_iter().zip(&entry.tags);
    let mut misspelt = misspelt.filter_map(|(at, tag)| Some((at, yaml::closest(tag, &known)?)));
    let (at, diagnostic) = match misspelt.next() {
        Some((at, meant)) => {
            let diagnostic = Diagnostic::error("no-rubric-group", message).label(expected);
            (at, yaml::guess(diagnostic, Some(meant)))
        }
        None => (
            entry.fields.whole().clone(),
            Diagnostic::error("no-rubric-group", message).help(expected),
        ),
    };
    reader.problem(&at, Spot::Value, diagnostic);
}

fn case(reader: &mut Reader, assignment: &Assignment, game: &Arc<Game>, entry: &Entry, place: String) -> Option<Case> {
    let Play::Script(played) = &entry.play else {
        return None;
    };
    let outline = Outline::play(game, &played.script);
    let ends = played.ends.unwrap_or(match game.flow.over {
        Then::Stop => Ending::Halted,
        Then::Restart => ending(outline.halts),
    });

    check_ending(reader, entry, assignment, outline, ends);
    let expected = Moves::of(game, &played.script);
    if let Some(held) = &played.transcript
        && let Some(difference) = first_difference(assignment, held, expected.text(), outline.halts)
    {
        let at = entry.fields.get("transcript")?;
        reader.problem(&at, Spot::Line(difference.line), difference.diagnostic());
    }

    if let Some(at) = entry.fields.get("demands")
        && let Some(demand) = entry
            .demands
            .iter()
            .find(|demand| !is_met(assignment, &played.script, **demand))
    {
        reader.problem(&at, Spot::Value, no_demand(*demand));
    }
    Some(Case {
        name: entry.name.clone(),
        tags: entry.tags.clone(),
        points: entry.points,
        script: played.script.clone(),
        raw: played.raw,
        ends,
        frames: entry.frames,
        demands: entry.demands.clone(),
        expected,
        family: None,
        goal: None,
        place,
    })
}

/// Whether a game against the package's own computer comes to a position in which something is demanded.
fn is_met(assignment: &Assignment, script: &Script, demand: Demand) -> bool {
    let mut is_met = false;
    Expected::play_with(&assignment.game, script, &mut |turn| {
        is_met |= !demanded(demand, turn.board, assignment.game.rules.line, turn.last).is_empty();
        turn.own
    });
    is_met
}

fn no_demand(demand: Demand) -> Diagnostic {
    let (message, help) = match demand {
        Demand::Block => (
            "against the package's own computer, this game never contains a threat to block",
            "change the moves so that the computer is to move when player 1 has three in a row that it could block; or \
             remove the demand",
        ),
        Demand::Win => (
            "against the package's own computer, this game never gives the computer a win to take",
            "change the moves so that the computer is to move when it could complete three in a line through its own \
             last piece; or remove the demand",
        ),
    };

    Diagnostic::error("no-demand", message).help(help)
}

/// An error where the run cannot end as the case says.
fn check_ending(reader: &mut Reader, entry: &Entry, assignment: &Assignment, outline: Outline, ends: Ending) {
    let diagnostic = match (outline.halts, ends) {
        (false, Ending::Halted) => does_not_halt(assignment, outline),
        (true, Ending::Waiting) => does_not_wait(outline),
        _ => return,
    };

    let fields = &entry.fields;
    let moves = || fields.get("moves").or_else(|| fields.get("input"));
    let at = fields
        .get("ends")
        .or_else(moves)
        .unwrap_or_else(|| fields.whole().clone());
    reader.problem(&at, Spot::Value, diagnostic);
}

fn does_not_halt(assignment: &Assignment, outline: Outline) -> Diagnostic {
    let message = if outline.attempts_played == 0 {
        "the script is empty, so the program waits for a key and does not halt"
    } else if assignment.game.flow.over == Then::Restart {
        "a new game follows each game, so the program waits for a key and does not halt"
    } else {
        "the script stops before the end of the game, so the program waits for a key and does not halt"
    };
    let help = match assignment.game.flow.over {
        Then::Stop => "add `ends: waiting`, or the moves that end the game",
        Then::Restart => "write `ends: waiting`, or leave the field out",
    };

    Diagnostic::error("ends-waiting", message).help(help)
}

fn does_not_wait(outline: Outline) -> Diagnostic {
    let moves = plural(outline.attempts_played, "move");
    let message = match outline.outcome {
        Some(_) => format!("the game is over after {moves}, so the program halts and does not wait"),
        None => format!("the player quits after {moves}, so the program halts and does not wait"),
    };
    Diagnostic::error("ends-halted", message).help("remove `ends: waiting`, or the moves that end the game")
}
