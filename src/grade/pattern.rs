//! What the missed wins of a submission have in common.
//!
//! A program that never looks down finds a win in one case and misses it in the next. Told one by one, such failures
//! say little; held against the wins that the program did find, they say which win it cannot see: `a diagonal win is
//! missed when the last piece is the lowest`. A pattern is claimed only where it parts every win that was missed from
//! every win that was found.

use std::collections::BTreeSet;

use super::model::CaseVerdict;
use super::play::Played;
use super::story::Story;
use crate::case::Case;
use crate::connect4::lines::Direction;
use crate::connect4::{Game, Outcome};

/// Missed wins from which a pattern may be drawn.
const ENOUGH: usize = 3;

/// Gives the missed wins of a submission the key and the words of what they have in common. The stories belong to the
/// cases at the same positions.
pub fn name_missed_wins(game: &Game, cases: &[Case], played: &[Played], stories: &mut [Option<Story>]) {
    if stories
        .iter()
        .flatten()
        .all(|story| !story.key.starts_with("missed-win/"))
    {
        return;
    }
    let wins: Vec<Option<Win>> = cases
        .iter()
        .zip(played)
        .zip(&*stories)
        .map(|((case, played), story)| Win::of(game, case, played, story.as_ref()))
        .collect();
    let known: Vec<Win> = wins
        .iter()
        .flatten()
        .copied()
        .filter(|win| win.found.is_some())
        .collect();
    let patterns = patterns(&known, game.rules.line);
    for (win, story) in wins.iter().zip(stories) {
        let Some(story) = story else { continue };
        let is_missed = story.key.starts_with("missed-win/") || story.key == "win-as-tie";
        let is_covered = |pattern: &&Pattern| match win {
            Some(win) => is_missed && pattern.covers(win),
            // A longer line, or several at once: only what is never found says something of it.
            None => pattern.of == Trait::Any && pattern.ways.iter().any(|way| story.key == way.missed()),
        };
        if let Some(pattern) = patterns.iter().find(is_covered) {
            story.key = format!("missed-win/{}", pattern.slug);
            story.common.clone_from(&pattern.words);
        }
    }
}

/// What the wins that were missed have in common, in words; empty where there is no pattern in them.
pub(super) fn in_words(wins: &[Win], line: usize) -> Vec<String> {
    patterns(wins, line).into_iter().map(|pattern| pattern.words).collect()
}

/// Which way a line runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Horizontal,
    Vertical,
    Falling,
    Rising,
}

impl Way {
    /// The key of a story of a missed win.
    fn missed(self) -> &'static str {
        match self {
            Self::Horizontal => "missed-win/horizontal",
            Self::Vertical => "missed-win/vertical",
            Self::Falling => "missed-win/falling-diagonal",
            Self::Rising => "missed-win/rising-diagonal",
        }
    }
}

/// A winning move, and whether the program saw it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Win {
    way: Way,
    player: usize,
    /// The position of the last piece in the line, from the left.
    from_left: usize,
    /// The same from the lowest piece up.
    from_below: usize,
    /// The row of the highest piece and the column of the leftmost one, from 1.
    row: usize,
    column: usize,
    /// Whether it was found; `None` where something else went wrong first.
    found: Option<bool>,
}

impl Win {
    /// The win by one line of exactly the length that wins.
    pub(super) fn of_line(
        direction: Direction,
        cells: &[(usize, usize)],
        last: usize,
        player: usize,
        found: bool,
    ) -> Option<Self> {
        let (row, column) = *cells.get(last)?;
        Some(Self {
            way: match direction {
                Direction::Horizontal => Way::Horizontal,
                Direction::Vertical => Way::Vertical,
                Direction::DiagonalDown => Way::Falling,
                Direction::DiagonalUp => Way::Rising,
            },
            player,
            from_left: cells.iter().filter(|cell| cell.1 < column).count(),
            from_below: cells.iter().filter(|cell| cell.0 > row).count(),
            row: cells.iter().map(|cell| cell.0).min()? + 1,
            column: cells.iter().map(|cell| cell.1).min()? + 1,
            found: Some(found),
        })
    }

    /// The win at the end of a case, where the last move completes exactly one line of exactly the length that wins.
    fn of(game: &Game, case: &Case, played: &Played, story: Option<&Story>) -> Option<Self> {
        let Some(Outcome::Win(winner)) = case.expected.outcome else {
            return None;
        };
        let step = case.expected.steps.last()?;
        let (row, column) = step.placed?;
        let line = game.rules.line;
        let ways = [
            (Way::Horizontal, (0, 1)),
            (Way::Vertical, (1, 0)),
            (Way::Falling, (1, 1)),
            (Way::Rising, (-1, 1)),
        ];
        let mut found = ways
            .into_iter()
            .filter(|(_, step_by)| step.board.run_length(row, column, *step_by) >= line);
        let (way, _) = found.next()?;
        let cells = step.board.winning_cells(row, column, line)?;
        if found.next().is_some() || cells.len() != line {
            return None;
        }
        let from_left = cells.iter().filter(|cell| cell.1 < column).count();
        let from_below = cells.iter().filter(|cell| cell.0 > row).count();
        Some(Self {
            way,
            player: winner.number(),
            from_left,
            from_below,
            row: cells.iter().map(|cell| cell.0).min()? + 1,
            column: cells.iter().map(|cell| cell.1).min()? + 1,
            found: match (played.verdict, story) {
                (CaseVerdict::Pass | CaseVerdict::Format, _) => Some(true),
                (_, Some(story)) if story.key.starts_with("missed-win/") => Some(false),
                _ => None,
            },
        })
    }
}

/// What the missed wins of some ways have in common.
#[derive(Debug)]
struct Pattern {
    ways: &'static [Way],
    of: Trait,
    values: BTreeSet<usize>,
    slug: String,
    words: String,
}

impl Pattern {
    fn covers(&self, win: &Win) -> bool {
        self.ways.contains(&win.way) && self.values.contains(&self.of.value(win))
    }
}

/// What may tell the wins that are missed from those that are found.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Trait {
    /// Nothing is found.
    Any,
    Player,
    FromLeft,
    FromBelow,
    Row,
    Column,
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
        &[Trait::Any, Trait::Player, Trait::FromLeft, Trait::Row, Trait::Column],
    ),
    (
        &[Way::Vertical],
        "vertical",
        "vertical win",
        &[Trait::Any, Trait::Player, Trait::Column, Trait::Row],
    ),
    (
        &[Way::Falling],
        "falling",
        "falling diagonal win",
        &[Trait::Any, Trait::Player, Trait::FromBelow, Trait::Row, Trait::Column],
    ),
    (
        &[Way::Rising],
        "rising",
        "rising diagonal win",
        &[Trait::Any, Trait::Player, Trait::FromBelow, Trait::Row, Trait::Column],
    ),
];

/// The patterns that hold, the widest first; each way belongs to one at most.
fn patterns(wins: &[Win], line: usize) -> Vec<Pattern> {
    let mut patterns: Vec<Pattern> = Vec::new();
    for (ways, slug, noun, traits) in GROUPS {
        if patterns
            .iter()
            .any(|known| ways.iter().any(|way| known.ways.contains(way)))
        {
            continue;
        }
        let of_ways = || wins.iter().filter(|win| ways.contains(&win.way));
        // Every way of the group has its share in it, or it is another group's pattern.
        let missed_in = |way: &Way| of_ways().any(|win| win.way == *way && win.found == Some(false));
        if !ways.iter().all(missed_in) || of_ways().filter(|win| win.found == Some(false)).count() < ENOUGH {
            continue;
        }
        patterns.extend(traits.iter().find_map(|of| {
            let values = |found| -> BTreeSet<usize> {
                of_ways()
                    .filter(|win| win.found == Some(found))
                    .map(|win| of.value(win))
                    .collect()
            };
            let (missed, found) = (values(false), values(true));
            let parts = missed.is_disjoint(&found) && (*of == Trait::Any || !found.is_empty());
            parts.then(|| Pattern {
                ways,
                of: *of,
                slug: slug_of(slug, *of, &missed),
                words: words(noun, *of, &missed, &found, line),
                values: missed,
            })
        }));
    }
    patterns
}

fn slug_of(ways: &str, of: Trait, values: &BTreeSet<usize>) -> String {
    let kind = match of {
        Trait::Any => return format!("{ways}/every"),
        Trait::Player => "player",
        Trait::FromLeft => "from-left",
        Trait::FromBelow => "from-below",
        Trait::Row => "row",
        Trait::Column => "column",
    };
    values
        .iter()
        .fold(format!("{ways}/{kind}"), |slug, value| format!("{slug}-{value}"))
}

/// A pattern as a sentence fragment.
fn words(noun: &str, of: Trait, missed: &BTreeSet<usize>, found: &BTreeSet<usize>, line: usize) -> String {
    let list = |values: &BTreeSet<usize>| -> String {
        let words: Vec<String> = values.iter().map(ToString::to_string).collect();
        match &words[..] {
            [front @ .., last] if !front.is_empty() => format!("{} or {last}", front.join(", ")),
            words => words.concat(),
        }
    };
    let place = |values: &BTreeSet<usize>| -> Option<&'static str> {
        let values: Vec<usize> = values.iter().copied().collect();
        let is_middle = !values.is_empty() && values.iter().all(|value| (1..line - 1).contains(value));
        match (of, &values[..]) {
            (Trait::FromLeft, [0]) => Some("at its left end"),
            (Trait::FromLeft, [end]) if end + 1 == line => Some("at its right end"),
            (Trait::FromBelow, [0]) => Some("the lowest"),
            (Trait::FromBelow, [end]) if end + 1 == line => Some("the highest"),
            (_, [0, end]) if end + 1 == line => Some("at one of its ends"),
            _ if is_middle && values.len() + 2 == line => Some("in its middle"),
            _ => None,
        }
    };
    match of {
        Trait::Any => format!("no {noun} is found"),
        Trait::Player => format!("no {noun} of player {} is found", list(missed)),
        Trait::Row if noun.starts_with('h') => format!("a {noun} is missed in row {}", list(missed)),
        Trait::Column if noun.starts_with('v') => format!("a {noun} is missed in column {}", list(missed)),
        Trait::Row => format!("a {noun} is missed when its highest piece is in row {}", list(missed)),
        Trait::Column => format!(
            "a {noun} is missed when its leftmost piece is in column {}",
            list(missed)
        ),
        Trait::FromLeft | Trait::FromBelow => match (place(missed), place(found)) {
            (Some(missed), _) => format!("a {noun} is missed when the last piece is {missed}"),
            (_, Some(found)) => format!("a {noun} is found only when the last piece is {found}"),
            _ => {
                let from = if of == Trait::FromLeft {
                    "from the left"
                } else {
                    "from below"
                };
                let counted = missed.iter().map(|value| value + 1).collect();
                format!(
                    "a {noun} is missed when the last piece is number {} {from}",
                    list(&counted)
                )
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every win of every way, found or missed as `is_found` says.
    fn told(is_found: impl Fn(&Win) -> bool) -> Vec<String> {
        let mut wins = Vec::new();
        for way in [Way::Horizontal, Way::Vertical, Way::Falling, Way::Rising] {
            for (row, column, player, last) in
                (0..36).flat_map(|at| (0..8).map(move |more| (at / 6, at % 6, more / 4, more % 4)))
            {
                let mut win = Win {
                    way,
                    player: player + 1,
                    from_left: if way == Way::Vertical { 0 } else { last },
                    from_below: match way {
                        Way::Horizontal => 0,
                        Way::Vertical => 3,
                        Way::Falling => 3 - last,
                        Way::Rising => last,
                    },
                    row: row + 1,
                    column: column + 1,
                    found: None,
                };
                win.found = Some(is_found(&win));
                wins.push(win);
            }
        }
        patterns(&wins, 4).into_iter().map(|pattern| pattern.words).collect()
    }

    #[test]
    fn the_widest_pattern_is_named() {
        assert_eq!(told(|_| true), Vec::<String>::new());
        assert_eq!(told(|_| false), ["no win is found"]);
        assert_eq!(told(|win| win.player == 1), ["no win of player 2 is found"]);
        assert_eq!(
            told(|win| !matches!(win.way, Way::Falling | Way::Rising)),
            ["no diagonal win is found"]
        );
        assert_eq!(told(|win| win.way != Way::Rising), ["no rising diagonal win is found"]);
        assert_eq!(
            told(|win| !matches!(win.way, Way::Horizontal | Way::Falling)),
            ["no horizontal win is found", "no falling diagonal win is found"]
        );
    }

    #[test]
    fn the_place_of_the_last_piece_is_named() {
        let is_diagonal = |win: &Win| matches!(win.way, Way::Falling | Way::Rising);
        assert_eq!(
            told(|win| !is_diagonal(win) || win.from_below != 0),
            ["a diagonal win is missed when the last piece is the lowest"]
        );
        assert_eq!(
            told(|win| !is_diagonal(win) || win.from_left == 0),
            ["a diagonal win is found only when the last piece is at its left end"]
        );
        assert_eq!(
            told(|win| win.way != Way::Horizontal || matches!(win.from_left, 0 | 3)),
            ["a horizontal win is missed when the last piece is in its middle"]
        );
        assert_eq!(
            told(|win| win.way != Way::Rising || win.from_below != 2),
            ["a rising diagonal win is missed when the last piece is number 3 from below"]
        );
    }

    #[test]
    fn rows_and_columns_are_named() {
        assert_eq!(
            told(|win| win.way != Way::Horizontal || win.row != 1),
            ["a horizontal win is missed in row 1"]
        );
        assert_eq!(
            told(|win| win.way != Way::Vertical || win.column > 2),
            ["a vertical win is missed in column 1 or 2"]
        );
    }

    #[test]
    fn nothing_is_claimed_without_a_clean_cut() {
        let odd = |win: &Win| {
            win.way != Way::Horizontal || (win.row + win.column + win.player + win.from_left).is_multiple_of(2)
        };
        assert_eq!(told(odd), Vec::<String>::new());
    }
}
