//! The lines of a text.

/// The lines of a text with their line feeds, as [`str::split_inclusive`] gives them, which takes twice as long where lines are as
/// short as those of a board.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest
            .bytes()
            .position(|byte| byte == b'\n')
            .map_or(rest.len(), |at| at + 1);
        let (line, after) = rest.split_at(end);
        rest = after;
        (!line.is_empty()).then_some(line)
    })
}
