//! Play, compare, judge, score, explain; the result model is in [`model`].

pub mod model;
