//! Every kind of story, told from what was printed.
