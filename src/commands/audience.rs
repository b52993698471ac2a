//! For whom pages and texts are written.

use c4grade::assignment::Assignment;
use c4grade::report;
use clap::ValueEnum;

/// For whom pages and texts are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Audience {
    /// Students: what `students` in assignment.yaml lets them see
    #[default]
    Student,
    /// The staff: everything
    Staff,
}

impl Audience {
    /// The audience of an assignment's reports.
    pub fn of(self, assignment: &Assignment) -> report::Audience {
        match self {
            Self::Student => report::Audience::students(assignment.students),
            Self::Staff => report::Audience::staff(assignment.students),
        }
    }
}
