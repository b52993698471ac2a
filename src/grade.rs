//! Play, compare, judge, score, explain; the result model is in [`model`].

pub mod compare;
pub mod judge;
pub mod model;
