//! What every assembler here needs, whatever its machine.
//!
//! Takes texts, words and numbers; gives diagnostics and rows of text. It must not know any machine's instructions, nor
//! the notation of any one assembler: those stand in `lc3::assembler` and `arm::assembler`.
//!
//! | module | what it is for |
//! |---|---|
//! | `intake` | files that are no assembly at all; how bytes were decoded |
//! | `log` | collects diagnostics, with caps |
//! | `comment` | where the code of a line ends
//! | `blank` | characters that separate words, and the invisible ones among them |
//! | `spelling` | words that a student may have meant |
//! | `names` | what a source defines, by exact spelling and without regard to case |
//! | `rows` | the rows of a listing |

mod blank;
pub mod canonical;
mod comment;
mod intake;
mod log;
mod names;
mod rows;
mod spelling;

pub(in crate::machine) use blank::{is_blank, odd_blank};
pub(in crate::machine) use comment::code;
pub use intake::{FileKind, WRONG_FILE, file_kind};
pub(in crate::machine) use intake::{Language, object_file, readable, refuse, report_encoding};
pub(in crate::machine) use log::Log;
pub(in crate::machine) use names::{Found, Names};
pub(in crate::machine) use rows::{row, source_rows};
pub(in crate::machine) use spelling::{
    DASH, SMART_QUOTES, SMART_SINGLE_QUOTES, nearest, plain_dashes, quoted_character,
};
