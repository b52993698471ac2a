//! Lists of people as spreadsheets and learning platforms write them: tables in any encoding, and names in any order.
//!
//! A roster and a gradebook are such lists. This module reads them and fills cells; it knows neither submissions nor results.

mod names;
mod table;

pub use names::name_keys;
pub use table::{Table, TableError};
