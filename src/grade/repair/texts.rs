//! A wrong text, located at its line: what is printed of it beside what is required there. And data of a wrong size.

use super::Proved;
use super::budget::Budget;
use super::cases;
use super::output::in_common;
use super::proof::Passing;
use super::search::Search;
use crate::grade::judge::compare::without_banners;
use crate::machine::edits::Edit;
use crate::machine::patch::Text;
use crate::machine::patches::Patches;
use crate::machine::{Program, Service};

/// Games in which wrong texts are looked for.
const GAMES: usize = 12;
/// How many bytes longer or shorter a text may be than it must be.
const LONGER: usize = 12;
/// How much of what is printed after a text shows where it must end.
const AFTER: usize = 8;
/// Other texts that are tried for one, and edits of all of them.
const ENDS: usize = 2;
const EDITS: usize = 6;
/// Texts that may be wrong together.
const TOGETHER: usize = 6;
/// Edits of sizes that are tried.
const SIZES: usize = 6;

impl Search<'_, '_> {
    /// The edits of a text with which these cases pass, as they must be to the byte.
    pub fn texts(&mut self, cases: &[usize], budget: &mut Budget) -> Vec<Proved> {
        let texts = self.patches.texts();
        let before = self.session.spent();
        let games = self.games(cases, GAMES, true);
        budget.spend(self.session.spent() - before);

        let mut others: Vec<(&Text, Vec<u8>)> = Vec::new();
        for game in &games {
            let Some((printed, expected)) = game.first_wrong() else {
                continue;
            };
            for text in &texts {
                for other in instead(&text.bytes, &printed, expected) {
                    if !others
                        .iter()
                        .any(|(known, bytes)| known.address == text.address && *bytes == other)
                    {
                        others.push((text, other));
                    }
                }
            }
        }

        let mut proved: Vec<Proved> = Vec::new();
        for (text, other) in others.into_iter().take(EDITS) {
            let Some(edit) = self.patches.with_text(text.address, &other) else {
                continue;
            };
            if budget.is_used_up() || proved.iter().any(|known| known.edit.line == edit.line) {
                continue;
            }
            let holds = self.suite.holds(&edit.apply(self.text), cases, true, budget);
            proved.extend(holds.map(|passing| self.text_proved(text.address, edit, passing)));
        }
        proved.sort_by_key(|proved| !proved.is_whole());
        proved
    }
}

impl Search<'_, '_> {
    /// The edits of several texts with which these cases are printed exactly as required, in the order of the lines; none where texts
    /// alone do not do it. They are found one after the other: each is one with which no game is right for less, and some for more.
    pub fn several_texts(&self, cases: &[usize], budget: &mut Budget) -> Vec<Proved> {
        let games = cases::chosen(&self.attempt.outcomes, cases, GAMES);
        let mut source = self.text.to_owned();
        let mut found: Vec<Edit> = Vec::new();
        while found.len() < TOGETHER
            && !budget.is_used_up()
            && let Some(edit) = self.next_text(&source, &games, budget)
        {
            source = edit.apply(&source);
            found.push(edit);
        }
        found.sort_by_key(|edit| edit.line);
        let is_twice = found.windows(2).any(|pair| pair[0].line == pair[1].line);
        if found.len() < 2 || is_twice {
            return Vec::new();
        }
        let Ok(passing) = self.suite.holds(&source, cases, true, budget) else {
            return Vec::new();
        };

        let texts = self.patches.texts();
        let located = found.into_iter().filter_map(|edit| {
            let line = Some(edit.line as u32);
            let own = texts.iter().find(|text| self.patches.place(text.address).line == line);
            Some(self.text_proved(own?.address, edit, passing))
        });
        located.collect()
    }

    /// The edit of the text at an address.
    fn text_proved(&self, address: u32, edit: Edit, passing: Passing) -> Proved {
        Proved {
            place: self.patches.place(address),
            subroutine: self.patches.subroutine_of(address),
            edit,
            passing,
            likelihood: (0, 0),
        }
    }

    /// The edit of a text of a source that brings these games furthest.
    fn next_text(&self, source: &str, games: &[usize], budget: &mut Budget) -> Option<Edit> {
        let program = self.suite.build(source, budget)?.program?;
        let patches = Patches::of(&program)?;
        let printed = self.printed(&program, games, budget);
        let before: Vec<usize> = printed.iter().map(|(own, required)| in_common(own, required)).collect();

        let texts = patches.texts();
        let wrong = printed.iter().filter(|(own, required)| own != required);
        let all = wrong.flat_map(|(own, required)| {
            texts.iter().flat_map(move |text| {
                let others = instead(&text.bytes, own, required).into_iter();
                others.map(move |other| (text.address, other))
            })
        });
        let mut others: Vec<(u32, Vec<u8>)> = Vec::new();
        for other in all {
            if others.len() == EDITS {
                break;
            }
            if !others.contains(&other) {
                others.push(other);
            }
        }

        let mut best: Option<(usize, Edit)> = None;
        for (address, other) in others {
            let Some(edit) = patches.with_text(address, &other).filter(|_| !budget.is_used_up()) else {
                continue;
            };
            let Some(edited) = self
                .suite
                .build(&edit.apply(source), budget)
                .and_then(|build| build.program)
            else {
                continue;
            };
            let printed = self.printed(&edited, games, budget);
            let after: Vec<usize> = printed.iter().map(|(own, required)| in_common(own, required)).collect();
            let is_worse = after.iter().zip(&before).any(|(after, before)| after < before);
            let gain = after.iter().sum::<usize>().saturating_sub(before.iter().sum());
            let least = best.as_ref().map_or(0, |(gain, _)| *gain);
            if !is_worse && gain > least {
                best = Some((gain, edit));
            }
        }
        best.map(|(_, edit)| edit)
    }

    /// What a program prints in some games, and what is required.
    fn printed(&self, program: &Program, games: &[usize], budget: &mut Budget) -> Vec<(Vec<u8>, &[u8])> {
        let (mut session, limits) = self.suite.session(program);
        let outcomes = games.iter().map(|index| &self.attempt.outcomes[*index]);
        let printed = outcomes.filter_map(|outcome| {
            let run = session.play(&outcome.script.as_ref()?.keys, limits).ok()?;
            let printed = without_banners(&run.output, &[Service::Halt]).bytes.into_owned();
            Some((printed, outcome.compared_with().transcript()))
        });
        let printed = printed.collect();
        budget.spend(session.spent());
        printed
    }

    /// The edits of the sizes of data after which everything passes. They move what comes after, so nothing is tried in memory.
    pub fn sized(&mut self, cases: &[usize], budget: &mut Budget) -> Vec<Proved> {
        let mut proved = Vec::new();
        for edit in self.patches.sizes().into_iter().take(SIZES) {
            if budget.is_used_up() {
                break;
            }
            if self.suite.holds(&edit.apply(self.text), cases, false, budget) == Ok(Passing::All) {
                proved.push(self.of_line(edit, Passing::All));
            }
        }
        proved
    }
}

/// What a text must be in place of what it is, where the first wrong byte is one of it, or one that comes instead of its end.
fn instead(text: &[u8], printed: &[u8], expected: &[u8]) -> Vec<Vec<u8>> {
    let same = printed.iter().zip(expected).take_while(|(one, other)| one == other);
    let wrong = same.count();
    let mut found: Vec<Vec<u8>> = Vec::new();
    if text.is_empty() {
        return found;
    }
    for from in wrong.saturating_sub(text.len())..=wrong {
        let end = from + text.len();
        if printed.get(from..end) != Some(text) {
            continue;
        }
        let after = &printed[end..printed.len().min(end + AFTER)];
        let mut ends: Vec<usize> = (wrong.max(end.saturating_sub(LONGER))..=end + LONGER).collect();
        ends.retain(|other| expected.get(*other..).is_some_and(|rest| rest.starts_with(after)));
        if after.is_empty() {
            ends.retain(|other| *other == expected.len());
        }
        ends.sort_by_key(|other| other.abs_diff(end));
        let others = ends.into_iter().take(ENDS).map(|end| expected[from..end].to_vec());
        found.extend(others.filter(|other| other != text));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::instead;

    fn others(text: &str, printed: &str, expected: &str) -> Vec<String> {
        let found = instead(text.as_bytes(), printed.as_bytes(), expected.as_bytes());
        found
            .into_iter()
            .map(|text| String::from_utf8(text).expect("ASCII"))
            .collect()
    }

    #[test]
    fn a_text_must_be_what_is_required_in_its_place() {
        assert_eq!(others("Plyer ", "\nPlyer 1: ", "\nPlayer 1: "), ["Player "]);
        assert_eq!(others(" Win.", "Player 1 Win.\n", "Player 1 Wins.\n"), [" Wins."]);
        assert_eq!(
            others("Player", "Player1: ", "Player 1: "),
            ["Player "],
            "a space at its end"
        );
        assert_eq!(
            others("Tie  Game.", "Tie  Game.", "Tie Game.\n"),
            ["Tie Game.\n"],
            "the last of all"
        );
        assert!(
            others("Player ", "Player 1: x", "Player 1: 1").is_empty(),
            "another byte is wrong"
        );
    }
}
