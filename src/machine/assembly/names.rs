//! The names that a source defines, looked up by their exact spelling and without regard to case.

use std::collections::HashMap;

use super::nearest;

/// Names beyond this number are not searched for a similar one.
const SEARCHED: usize = 2_000;

/// Names by the order in which they were added.
#[derive(Debug, Default)]
pub(in crate::machine) struct Names {
    first: Vec<String>,
    used: Vec<bool>,
    exact: HashMap<String, usize>,
    folded: HashMap<String, usize>,
}

/// What a name refers to.
#[derive(Debug, Clone, Copy)]
pub(in crate::machine) struct Found {
    pub(in crate::machine) index: usize,
    /// The spelling differs in case.
    pub(in crate::machine) folded: bool,
}

impl Names {
    /// Adds a name; its index is how many were added before. Of two with the same spelling the later one counts; the
    /// earlier one's index comes back.
    pub(in crate::machine) fn add(&mut self, name: &str) -> Option<usize> {
        let index = self.used.len();
        self.used.push(false);
        if self.first.len() < SEARCHED {
            self.first.push(name.to_owned());
        }
        self.folded.insert(name.to_ascii_lowercase(), index);
        self.exact.insert(name.to_owned(), index)
    }

    /// Looks a name up.
    pub(in crate::machine) fn find(&self, name: &str) -> Option<Found> {
        let exact = self.exact.get(name).map(|index| Found {
            index: *index,
            folded: false,
        });
        exact.or_else(|| {
            self.folded.get(&name.to_ascii_lowercase()).map(|index| Found {
                index: *index,
                folded: true,
            })
        })
    }

    /// Remembers that somebody refers to a name.
    pub(in crate::machine) fn mark_used(&mut self, index: usize) {
        self.used[index] = true;
    }

    /// Whether somebody refers to a name of this spelling.
    pub(in crate::machine) fn is_used(&self, name: &str) -> bool {
        self.exact.get(name).is_some_and(|index| self.used[*index])
    }

    /// The most similar name.
    pub(in crate::machine) fn nearest(&self, name: &str) -> Option<&str> {
        nearest(name, self.first.iter().map(String::as_str))
    }
}
