//! Every single edit of a program, line by line: the small mistakes that people make.
//!
//! Takes the text of a program; gives edits of one statement each, always in the same order. An edit need not assemble or
//! compile, and need not change what the program does.
//!
//! | module | what it is for |
//! |---|---|
//! | `assembly` | the edits of a program for the LC-3 or for ARM |
//! | `c` | the edits of a program in C |
//! | `edit` | one edit |
//! | `statement` | a line of an assembly program as its words |

use super::Target;

mod assembly;
mod c;
mod edit;
mod statement;

pub use c::combined::Combined;
pub use c::forks;
pub use edit::{Around, Edit, EditKind};
pub use statement::{Statement, Word, labels, other_characters, statements};

/// All edits of a program, always in the same order. Native programs are in C.
pub fn edits(target: Target, text: &str) -> Vec<Edit> {
    match target {
        Target::Lc3 | Target::Arm => assembly::edits(target, text),
        Target::Native => c::edits(text),
    }
}
