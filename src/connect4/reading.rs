//! A program's transcript back into events, and its dress.
