//! What is known of an edit that was held to the suite.

/// What passes with an edit that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    /// Every case, and every contract where those are checked.
    All,
    /// The cases that it must mend, and what passed before. Other cases may fail still.
    Mended,
    /// The same as far as cases were played, where games are long: so many of those that it must mend, and of the others.
    Some { mended: usize, others: usize },
}

/// An edit that does not hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Refuted {
    /// The case that shows it, where games are long and it is one of the first.
    pub case: Option<usize>,
    /// Whether its source does not assemble.
    pub is_unassembled: bool,
    /// Whether all that is known of it is that some of the cases that it was to mend do not pass.
    pub breaks_nothing: bool,
    /// Whether all that speaks against it are games with other start values of registers and memory.
    pub is_by_fill: bool,
}
