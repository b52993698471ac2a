//! One fault, one story: the failed cases of a submission gathered by their cause.

use super::model::CaseVerdict;
use super::play::Played;
use super::story::Story;

/// The cases that fail from one cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gathered {
    /// The stories' key.
    pub key: String,
    /// What the cases have in common.
    pub common: String,
    /// Their positions in the suite, in order.
    pub cases: Vec<usize>,
}

/// Gathers failures by their stories' keys, in the order of their first cases. Cases that differ in format only are left
/// out: what is wrong there is named once as a difference in format.
pub fn gather(stories: &[Option<Story>], played: &[Played]) -> Vec<Gathered> {
    let mut gathered: Vec<Gathered> = Vec::new();
    for (index, (story, played)) in stories.iter().zip(played).enumerate() {
        let Some(story) = story.as_ref().filter(|_| played.verdict > CaseVerdict::Format) else {
            continue;
        };
        match gathered.iter_mut().find(|fault| fault.key == story.key) {
            Some(fault) => fault.cases.push(index),
            None => gathered.push(Gathered {
                key: story.key.clone(),
                common: story.common.clone(),
                cases: vec![index],
            }),
        }
    }
    gathered
}
