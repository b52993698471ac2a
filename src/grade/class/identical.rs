//! Which programs of a class are the same: a fact for the staff, which no student's report says.
//!
//! Each program has hashes of what it is after assembly and of its canonical form; those with the same hash are found in time
//! that grows with the class. A program of few instructions is the same as others by chance and is left out; the starter file
//! as it was given is named as such; those who handed in together are not compared.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::diagnostic::Source;
use crate::grade::Grader;
use crate::machine::{Likeness, Machine, source_likeness};
use crate::result::{SamePrograms, Sameness};
use crate::submission::{Content, Submission};

/// Programs of fewer instructions are not compared.
const FEWEST: usize = 40;
/// The most bytes of all sources that are read again to be shown: twice what a page has room for.
const MOST_READ: usize = 8 << 20;

/// What programs of a class are compared by.
#[derive(Debug, Clone)]
pub(super) struct Comparison {
    machine: Machine,
    starter: Option<Likeness>,
}

/// A program, as it is compared with others.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) likeness: Likeness,
    pub(super) is_starter: bool,
    /// What those have in common who handed in together.
    pub(super) group: Option<String>,
}

impl Comparison {
    /// For the programs of an assignment.
    pub(super) fn of(grader: &Grader) -> Self {
        let mut comparison = Self {
            machine: grader.plan.configs[0].machine,
            starter: None,
        };
        if let Some(starter) = &grader.assignment().starter {
            let file = grader.assignment().files.first();
            comparison.starter = comparison.likeness(file.map_or("starter", String::as_str), &starter.text);
        }
        comparison
    }

    /// A submission that can be compared, with its source: one that is built, and large enough. A panic leaves it out, and the
    /// class goes on.
    pub(super) fn candidate(&self, submission: &Submission) -> Option<(Candidate, String)> {
        catch_unwind(AssertUnwindSafe(|| self.read(submission))).ok().flatten()
    }

    fn read(&self, submission: &Submission) -> Option<(Candidate, String)> {
        let bytes = match &submission.content {
            Content::Bytes(bytes) => bytes.clone(),
            Content::Path(_) | Content::Files(_) => submission.read().ok()?,
            _ => return None,
        };

        let likeness = self.likeness(&submission.file, &bytes)?;
        if likeness.size < FEWEST {
            return None;
        }

        let starter = self.starter.as_ref();
        let is_form = |starter: &Likeness| starter.form.is_some() && starter.form == likeness.form;
        let candidate = Candidate {
            is_starter: starter.is_some_and(|starter| starter.exact == likeness.exact || is_form(starter)),
            likeness,
            group: submission.origin.group.clone(),
        };
        Some((candidate, Source::read(&submission.file, &bytes).text.clone()))
    }

    fn likeness(&self, file: &str, bytes: &[u8]) -> Option<Likeness> {
        if matches!(self.machine, Machine::Native(_)) {
            return Some(source_likeness(file, bytes));
        }
        let build = self.machine.build(file, bytes, None).ok()?;
        build.program?.likeness()
    }

    /// In what way programs with the same words are the same.
    pub(super) fn exactly(&self) -> Sameness {
        match self.machine {
            Machine::Native(_) => Sameness::Source,
            Machine::Lc3(_) | Machine::Arm(_) => Sameness::Assembled,
        }
    }
}

/// The programs that are the same, in the order in which the first of them come. Those with the same words are the same `exactly` so.
pub(super) fn groups(class: &[(&str, &Candidate)], exactly: Sameness) -> Vec<SamePrograms> {
    let mut exact: BTreeMap<[u8; 32], Vec<usize>> = BTreeMap::new();
    let mut forms: BTreeMap<[u8; 32], Vec<usize>> = BTreeMap::new();
    for (place, (_, candidate)) in class.iter().enumerate() {
        exact.entry(candidate.likeness.exact).or_default().push(place);
        if let Some(form) = candidate.likeness.form {
            forms.entry(form).or_default().push(place);
        }
    }

    let exact: BTreeSet<Vec<usize>> = exact.into_values().collect();
    // What is the same to the bit is the same in form, too.
    let forms = forms.into_values().filter(|places| !exact.contains(places));
    let exact = exact.iter().map(|places| (places.clone(), exactly));
    let groups = exact.chain(forms.map(|places| (places, Sameness::Form)));

    let mut groups: Vec<_> = groups.filter(|(places, _)| is_worth_saying(class, places)).collect();
    groups.sort_by_key(|(places, sameness)| (places[0], *sameness));
    groups
        .into_iter()
        .map(|(places, sameness)| same_programs(class, &places, sameness))
        .collect()
}

/// Whether there are several, from people who did not hand in together.
fn is_worth_saying(class: &[(&str, &Candidate)], places: &[usize]) -> bool {
    let group = |place: &usize| class[*place].1.group.as_ref();
    let first = places.first().and_then(group);
    places.len() > 1 && (first.is_none() || places.iter().any(|place| group(place) != first))
}

fn same_programs(class: &[(&str, &Candidate)], places: &[usize], sameness: Sameness) -> SamePrograms {
    let programs = || places.iter().map(|place| class[*place]);
    let is_starter = programs().all(|(_, candidate)| candidate.is_starter);
    SamePrograms {
        sameness,
        students: programs().map(|(slug, _)| slug.to_owned()).collect(),
        is_starter,
        sources: Vec::new(),
    }
}

/// Adds the sources of those programs that are the same, as far as they may be shown. `source` reads that of a student.
///
/// # Errors
/// What `source` gives.
pub(super) fn add_sources<E>(
    groups: &mut [SamePrograms],
    source: &dyn Fn(&str) -> Result<Option<String>, E>,
) -> Result<(), E> {
    let mut room = MOST_READ;
    for group in groups.iter_mut().filter(|group| !group.is_starter) {
        for slug in &group.students {
            let Some(text) = (if room > 0 { source(slug)? } else { None }) else {
                break;
            };
            room = room.saturating_sub(text.len());
            group.sources.push(text);
        }
    }
    Ok(())
}
