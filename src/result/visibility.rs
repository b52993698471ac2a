//! What students may see of their results.

/// What students may see: the assignment's `students` section. The default shows everything.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Visibility {
    /// Which games.
    pub games: Games,
    /// How much of a fault's place and cause.
    pub hints: Hints,
    /// Whether what was expected is not shown: boards, lines and games move by move.
    pub hides_expected: bool,
}

/// Which games students may see.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Games {
    /// Every case with its name and moves.
    #[default]
    All,
    /// One for each fault.
    Examples,
    /// None: numbers of cases only.
    None,
}

/// How much students may see of where a fault is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Hints {
    /// The cause, with its lines, and the edit that proves the place.
    Edit,
    /// The cause, with its lines.
    #[default]
    Line,
    /// The subroutine.
    Subroutine,
    /// Nothing.
    None,
}
