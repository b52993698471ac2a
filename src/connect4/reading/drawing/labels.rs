//! Labels of rows: numbers, or letters that follow each other from row to row, before or after the cells.

/// The letters that are labels, from the first to the last one of the alphabet; none where rows have no letters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Letters(Option<(u8, u8)>);

impl Letters {
    fn hold(self, byte: u8) -> bool {
        self.0.is_some_and(|(first, last)| (first..=last).contains(&byte))
    }

    /// Whether the row that is printed first has the first letter, where rows have letters.
    pub fn are_upward(self, first_row: &[u8]) -> Option<bool> {
        let (first, _) = self.0?;
        let is_first = |at: usize| first_row[at] == first && is_alone(first_row, at);
        Some((0..first_row.len()).any(is_first))
    }

    /// The letters in which rows differ, which are otherwise the same. `None` where they differ in anything else: each row
    /// has the next letter, or each the one before, at its beginning, at its end, or at both.
    pub fn of(rows: &[&[u8]]) -> Option<Self> {
        let [first, second, ..] = rows else { return None };
        let own = |at: &usize| rows.iter().any(|row| row.get(*at) != first.get(*at));
        let places: Vec<usize> = (0..first.len()).filter(own).collect();
        let at = *places.first()?;
        let is_short = places.len() <= 2 && rows.iter().all(|row| row.len() == first.len());
        if !is_short || !places.iter().all(|at| is_alone(first, *at)) {
            return None;
        }

        let is_upward = second[at] > first[at];
        let follows = |pair: &[&[u8]]| {
            let (low, high) = if is_upward {
                (pair[0], pair[1])
            } else {
                (pair[1], pair[0])
            };
            places.iter().all(|at| low[*at].checked_add(1) == Some(high[*at]))
        };
        let last = rows.last()?[at];
        let (low, high) = (first[at].min(last), first[at].max(last));
        let are_letters = (low.is_ascii_uppercase() && high.is_ascii_uppercase())
            || (low.is_ascii_lowercase() && high.is_ascii_lowercase());
        let are_same = places.iter().all(|other| first[*other] == first[at]);
        (are_letters && are_same && rows.windows(2).all(follows)).then_some(Self(Some((low, high))))
    }
}

/// The number that a row begins with, or else ends with.
pub(super) fn number_at_end(row: &[u8]) -> Option<u32> {
    let row = row.trim_ascii();
    let is_digit = |byte: &&u8| byte.is_ascii_digit();
    let first = row.iter().take_while(is_digit).count();
    let last = row.iter().rev().take_while(is_digit).count();
    let digits = if first > 0 {
        &row[..first]
    } else {
        &row[row.len() - last..]
    };
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Whether a letter has no other letter and no digit beside it.
fn is_alone(line: &[u8], at: usize) -> bool {
    let is_of_word = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    !is_of_word(at.checked_sub(1).and_then(|before| line.get(before))) && !is_of_word(line.get(at + 1))
}

/// What comes after a text in which any digit may be another, and any letter that is a label: rows differ in them.
pub(super) fn after_label<'t>(line: &'t [u8], label: &[u8], letters: Letters) -> Option<&'t [u8]> {
    let (begin, rest) = line.split_at_checked(label.len())?;
    let is_label = |at: usize, other: u8| {
        let are_digits = label[at].is_ascii_digit() && other.is_ascii_digit();
        are_digits || (letters.hold(label[at]) && letters.hold(other) && is_alone(label, at))
    };
    let is_same = |(at, byte): (usize, &u8)| *byte == label[at] || is_label(at, *byte);
    begin.iter().enumerate().all(is_same).then_some(rest)
}

/// The same where a number may also have more or fewer digits, and spaces before it that align it to the right.
pub(super) fn after_number<'t>(line: &'t [u8], label: &[u8], letters: Letters) -> Option<&'t [u8]> {
    let Some(first) = label.iter().position(u8::is_ascii_digit) else {
        return after_label(line, label, letters);
    };
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (lead, number) = label.split_at(first);
    let line = match lead.trim_ascii() {
        [] => line.trim_ascii_start(),
        _ => line.strip_prefix(lead)?,
    };
    let length = digits(line);
    let rest = (1..=2).contains(&length).then(|| &line[length..])?;
    after_number(rest, &number[digits(number)..], letters)
}

/// A line with its first and its last number as 0, which may be labels, and no spaces at its end, nor before a number at its
/// beginning. A line of spaces is itself.
pub(super) fn masked(line: &[u8]) -> Vec<u8> {
    if line.trim_ascii().is_empty() {
        return line.to_vec();
    }
    let line = line.trim_ascii_end();
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let Some(first) = line.iter().position(is_digit) else {
        return line.to_vec();
    };
    let (first, line) = match line[..first].trim_ascii() {
        [] => (0, &line[first..]),
        _ => (first, line),
    };
    let last = line.iter().rposition(is_digit).map_or(first, |last| last);
    let first_end = first + line[first..].iter().take_while(|byte| is_digit(byte)).count();
    let last_begin = last + 1 - line[..=last].iter().rev().take_while(|byte| is_digit(byte)).count();

    if last_begin < first_end {
        return [&line[..first], b"0", &line[first_end..]].concat();
    }
    [
        &line[..first],
        b"0",
        &line[first_end..last_begin],
        b"0",
        &line[last + 1..],
    ]
    .concat()
}
