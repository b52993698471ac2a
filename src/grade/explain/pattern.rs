//! What the missed wins of a submission have in common, and the ends of games after which it goes on.
//!
//! A program that never looks down finds a win in one case and misses it in the next. One by one, such failures
//! say little; compared with the wins that the program did find, they say which win it cannot see: `misses a diagonal
//! win when the last piece is the lowest`. A pattern is claimed only where it separates every win that was missed from
//! every win that was found, or where nearly every win is missed.

use std::collections::BTreeSet;

use super::ExplainedCase;
use crate::connect4::{Game, Step};
use crate::grade::judge::CaseOutcome;
use crate::grade::judge::compare::Comparison;

mod narrow;
mod phrase;
mod win;

pub use narrow::name_ends;
pub(in crate::grade) use phrase::Phrase;
use phrase::{line_phrase, phrase};
use win::Way;
pub(in crate::grade) use win::Win;

/// Rows of a board are fewer: the row and the column of a line in one number.
const LINE: usize = 1000;
/// Of the wins with a trait, as many must be missed, for each that is found, before it may be said that no others are.
const MOSTLY: usize = 3;
/// Games with missed wins from which a pattern may be drawn: five are chance.
const ENOUGH: usize = 6;
/// Missed wins from which one may be drawn where a subroutine is asked about every line.
const ENOUGH_CALLS: usize = 3;
/// One in so many wins may be found where it is said that nearly all are missed.
const EXCEPTIONS: usize = 20;

/// Gives the missed wins of a submission the key and the words of what they have in common. The stories belong to the
/// cases at the same positions.
pub fn name_missed_wins(game: &Game, cases: &mut [ExplainedCase]) {
    let mut stories = cases.iter().filter_map(|case| case.story.as_ref());
    if !stories.any(|story| story.key.starts_with("missed-win/")) {
        return;
    }
    let wins = cases
        .iter()
        .map(|case| Win::of(game, case.outcome, case.story.as_ref()));
    let wins: Vec<Vec<Win>> = wins.collect();

    // Only a single line of just the length that wins leaves no doubt which one was found or missed.
    let known = wins.iter().filter_map(|windows| match windows[..] {
        [win] => win.found.map(|_| win),
        _ => None,
    });
    let mut patterns = patterns(&known.collect::<Vec<Win>>(), game.rules.line, ENOUGH);
    for pattern in &mut patterns {
        pattern.spare_longer(&wins, game.rules.line);
    }
    for (windows, case) in wins.iter().zip(cases.iter_mut()) {
        let is_last_cell = is_on_last_cell(case.outcome);
        let Some(story) = &mut case.story else { continue };
        // A win on the last cell that is missed looks like a tie, which is announced, or without a word.
        let is_missed = story.key.starts_with("missed-win/")
            || story.key == "win-as-tie"
            || (story.key == "no-result" && is_last_cell);
        if !is_missed {
            continue;
        }
        let covers = |win: &Win| patterns.iter().find(|pattern| pattern.covers(win));
        // A longer line, or several at once: each of its parts must be one that is missed.
        let is_longer = is_longer_line(windows);
        let covers = |win: &Win| covers(win).filter(|pattern| !(pattern.spares_longer && is_longer));
        let covering = match windows.iter().map(covers).collect::<Option<Vec<&Pattern>>>() {
            Some(covering) => covering.first().copied(),
            None => None,
        };
        let never = || {
            let is_never = |pattern: &&Pattern| {
                pattern.of == Trait::Any
                    && !(pattern.spares_longer && is_longer)
                    && windows.len() > 1
                    && pattern.ways.iter().any(|way| story.key == way.missed())
            };
            patterns.iter().find(is_never)
        };
        if let Some(pattern) = covering.or_else(never) {
            story.key = format!("missed-win/{}", pattern.slug);
            story.common = format!("the program {}", pattern.phrase.words);
        }
    }
    narrow::name_longer_lines(&wins, cases, game.rules.line);
    name_wins_announced_as_ties(&wins, cases);
}

/// Whether the wins of a game are the parts of one line that is longer than one that wins.
fn is_longer_line(windows: &[Win]) -> bool {
    windows.len() > 1 && windows.iter().all(|win| win.way == windows[0].way)
}

/// Whether what is judged is the end of a game that fills the board.
fn is_on_last_cell(outcome: &CaseOutcome) -> bool {
    let Comparison::Game(difference, _) = &outcome.comparison else {
        return false;
    };
    let step = outcome.compared_with().expected.steps.get(difference.step);
    step.and_then(Step::end).is_some_and(|end| end.board.is_full())
}

/// A win on the last cell that is missed is announced as a tie: where wins in the same direction are missed in other games too,
/// that is the same fault.
fn name_wins_announced_as_ties(wins: &[Vec<Win>], cases: &mut [ExplainedCase]) {
    let missed = |key: &str, cases: &[ExplainedCase]| {
        let mut stories = cases.iter().filter_map(|case| case.story.as_ref());
        stories.find(|story| story.key == key).map(|story| story.common.clone())
    };
    for index in 0..cases.len() {
        let [Win { way, .. }] = wins[index][..] else { continue };
        let common = missed(way.missed(), cases);
        if let (Some(story), Some(common)) = (&mut cases[index].story, common)
            && story.key == "win-as-tie"
        {
            way.missed().clone_into(&mut story.key);
            story.common = common;
        }
    }
}

/// What the wins that were missed have in common; empty where there is no pattern in them.
pub(in crate::grade) fn phrases(wins: &[Win], line: usize) -> Vec<Phrase> {
    let patterns = patterns(wins, line, ENOUGH_CALLS).into_iter();
    patterns.map(|pattern| pattern.phrase).collect()
}

/// What the missed wins of some ways have in common.
#[derive(Debug)]
struct Pattern {
    ways: &'static [Way],
    of: Trait,
    values: BTreeSet<usize>,
    slug: String,
    phrase: Phrase,
    /// Whether longer lines than those that win are found.
    spares_longer: bool,
}

impl Pattern {
    /// Where every win is missed and some longer line is found, those that are missed are exactly as long as wins.
    fn spare_longer(&mut self, wins: &[Vec<Win>], line: usize) {
        let is_found = |windows: &Vec<Win>| {
            let is_of_ways = windows
                .iter()
                .all(|win| self.ways.contains(&win.way) && win.found == Some(true));
            is_of_ways && is_longer_line(windows)
        };
        if self.of == Trait::Any && self.slug.ends_with("/every") && wins.iter().any(is_found) {
            self.slug += "-exact";
            self.phrase.words += &format!(" with exactly {line} in a row");
            self.spares_longer = true;
        }
    }

    fn covers(&self, win: &Win) -> bool {
        self.ways.contains(&win.way) && self.values.contains(&self.of.value(win))
    }
}

/// What may distinguish the wins that are missed from those that are found.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Trait {
    /// Nothing is found.
    Any,
    Player,
    FromLeft,
    FromBelow,
    Row,
    Column,
    /// A single line of the board.
    Line,
}

impl Trait {
    fn value(self, win: &Win) -> usize {
        match self {
            Self::Any => 0,
            Self::Player => win.player,
            Self::FromLeft => win.from_left,
            Self::FromBelow => win.from_below,
            Self::Row => win.row,
            Self::Column => win.column,
            Self::Line => win.row * LINE + win.column,
        }
    }
}

/// Groups of ways in the order in which they are tried, with their slug, their words and the traits that suit them.
const GROUPS: [(&[Way], &str, &str, &[Trait]); 6] = [
    (
        &[Way::Horizontal, Way::Vertical, Way::Falling, Way::Rising],
        "all",
        "win",
        &[Trait::Any, Trait::Player],
    ),
    (
        &[Way::Falling, Way::Rising],
        "diagonal",
        "diagonal win",
        &[
            Trait::Any,
            Trait::Player,
            Trait::FromBelow,
            Trait::FromLeft,
            Trait::Row,
            Trait::Column,
        ],
    ),
    (
        &[Way::Horizontal],
        "horizontal",
        "horizontal win",
        &[
            Trait::Any,
            Trait::Player,
            Trait::FromLeft,
            Trait::Row,
            Trait::Column,
            Trait::Line,
        ],
    ),
    (
        &[Way::Vertical],
        "vertical",
        "vertical win",
        &[Trait::Any, Trait::Player, Trait::Column, Trait::Row, Trait::Line],
    ),
    (
        &[Way::Falling],
        "falling",
        "falling diagonal win",
        &[
            Trait::Any,
            Trait::Player,
            Trait::FromBelow,
            Trait::Row,
            Trait::Column,
            Trait::Line,
        ],
    ),
    (
        &[Way::Rising],
        "rising",
        "rising diagonal win",
        &[
            Trait::Any,
            Trait::Player,
            Trait::FromBelow,
            Trait::Row,
            Trait::Column,
            Trait::Line,
        ],
    ),
];

/// The patterns that hold, the widest first; each way belongs to one at most.
fn patterns(wins: &[Win], line: usize, enough: usize) -> Vec<Pattern> {
    let mut patterns: Vec<Pattern> = Vec::new();
    for is_exact in [true, false] {
        for (ways, slug, noun, traits) in GROUPS {
            let is_known = patterns
                .iter()
                .any(|known| ways.iter().any(|way| known.ways.contains(way)));
            let of_ways = wins.iter().filter(|win| ways.contains(&win.way));
            let (missed, found): (Vec<&Win>, Vec<&Win>) = of_ways.partition(|win| win.found == Some(false));
            // Every way of the group has its share in it, or it is another group's pattern.
            let has_all = ways.iter().all(|way| missed.iter().any(|win| win.way == *way));
            if is_known || missed.is_empty() || !has_all {
                continue;
            }

            let group = Group {
                ways,
                slug,
                noun,
                missed,
                found,
                line,
                enough,
            };
            patterns.extend(if is_exact {
                group.exact(traits)
            } else {
                group.with_exceptions()
            });
        }
    }

    patterns
}

/// The wins of some ways, those that were missed and those that were found.
struct Group<'a> {
    ways: &'static [Way],
    slug: &'static str,
    noun: &'static str,
    missed: Vec<&'a Win>,
    found: Vec<&'a Win>,
    line: usize,
    enough: usize,
}

impl Group<'_> {
    /// The pattern, where a trait parts every win that was missed from every win that was found.
    fn parted_by(&self, of: Trait) -> Option<Pattern> {
        let values = |wins: &[&Win]| -> BTreeSet<usize> { wins.iter().map(|win| of.value(win)).collect() };
        let (missed, found) = (values(&self.missed), values(&self.found));
        let is_enough = match of {
            // A vertical line is completed in one way only, by either player.
            Trait::Line => missed.len() == 1 && self.missed.len() >= self.enough_for_line(),
            _ => self.missed.len() >= self.enough,
        };

        let parts = missed.is_disjoint(&found) && (of == Trait::Any || !found.is_empty());
        let phrase = || match of {
            Trait::Line => line_phrase(self.ways, self.noun, self.missed[0], self.line),
            _ => phrase(self.noun, of, &missed, &found, self.line),
        };

        (is_enough && parts).then(|| Pattern {
            ways: self.ways,
            of,
            slug: slug_of(self.slug, of, &missed),
            phrase: phrase(),
            values: missed.clone(),
            spares_longer: false,
        })
    }

    /// The pattern, where all that are missed share a row or a column in which hardly any is found.
    fn narrowed_by(&self, of: Trait) -> Option<Pattern> {
        let value = of.value(self.missed.first()?);
        let is_shared = self.missed.iter().all(|win| of.value(win) == value);
        let inside = self.found.iter().filter(|win| of.value(win) == value).count();
        let is_narrow = inside * MOSTLY < self.missed.len() && inside < self.found.len();
        let values = BTreeSet::from([value]);
        let phrase = || {
            let Phrase { words, key } = phrase(self.noun, of, &values, &BTreeSet::new(), self.line);
            let words = words.replacen(" win when ", " win only when ", 1);
            let key = key.replacen(" is missed when ", " is missed only when ", 1);
            Phrase {
                words: words.replacen(" win in ", " win only in ", 1),
                key: key.replacen(" is missed in ", " is missed only in ", 1),
            }
        };

        let is_place = matches!(of, Trait::Row | Trait::Column);
        (is_place && is_shared && is_narrow && self.missed.len() >= self.enough).then(|| Pattern {
            ways: self.ways,
            of,
            slug: slug_of(self.slug, of, &values) + "-only",
            phrase: phrase(),
            values: values.clone(),
            spares_longer: false,
        })
    }
}

impl Group<'_> {
    /// The pattern of the first trait that separates what is missed from what is found.
    fn exact(&self, traits: &[Trait]) -> Option<Pattern> {
        let parted = traits.iter().find_map(|of| self.parted_by(*of));
        parted.or_else(|| traits.iter().find_map(|of| self.narrowed_by(*of)))
    }

    /// A vertical line is asked about in two calls alone.
    fn enough_for_line(&self) -> usize {
        if self.enough == ENOUGH_CALLS { 2 } else { self.enough }
    }

    /// The pattern, where nearly every win is missed, whatever the few that are found have in common.
    fn with_exceptions(&self) -> Option<Pattern> {
        let (missed, all) = (self.missed.len(), self.missed.len() + self.found.len());
        let is_nearly_all = !self.found.is_empty() && self.found.len() * EXCEPTIONS < all;

        (is_nearly_all && missed >= self.enough).then(|| Pattern {
            ways: self.ways,
            of: Trait::Any,
            slug: format!("{}/most", self.slug),
            phrase: Phrase {
                words: format!("misses nearly every {}", self.noun),
                key: format!("nearly every {} is missed", self.noun),
            },
            values: BTreeSet::from([0]),
            spares_longer: false,
        })
    }
}

fn slug_of(ways: &str, of: Trait, values: &BTreeSet<usize>) -> String {
    let kind = match of {
        Trait::Any => return format!("{ways}/every"),
        Trait::Player => "player",
        Trait::FromLeft => "from-left",
        Trait::FromBelow => "from-below",
        Trait::Row => "row",
        Trait::Column => "column",
        Trait::Line => {
            let lines = values.iter().map(|value| format!("-{}-{}", value / LINE, value % LINE));
            return lines.fold(format!("{ways}/line"), |slug, line| slug + &line);
        }
    };
    values
        .iter()
        .fold(format!("{ways}/{kind}"), |slug, value| format!("{slug}-{value}"))
}

#[cfg(test)]
mod tests;
