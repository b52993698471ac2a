//! What a terminal shows of an output: codes that control it are taken out, and text that is placed with the cursor becomes
//! lines.
//!
//! Takes bytes and gives the text with its lines from the top down. It is no terminal: of text
//! that is written over other text, each is a line.

use std::borrow::Cow;

use super::text_of;

/// A row or a column with a higher number is none.
const FARTHEST: usize = 200;
/// So many rows are put in order, at least and at most.
const FEWEST_ROWS: usize = 4;
const MOST_ROWS: usize = 60;

/// What a terminal shows: no NULs, and no codes that clear the screen or move the cursor, but for the control characters
/// that are to be kept. A player's number that is printed as a character is its digit. Each that is taken out is passed on, with
/// the digit that is put in its place. `is_open` says whether the output continues a line.
pub(super) fn without_control_codes(
    bytes: &[u8],
    is_open: bool,
    is_kept: impl Fn(u8) -> bool,
    mut taken_out: impl FnMut(&[u8], Option<u8>),
) -> Cow<'_, [u8]> {
    // To look at all of them takes less time than to stop early.
    if bytes.iter().fold(true, |all, byte| all & is_shown(*byte)) {
        return Cow::Borrowed(bytes);
    }

    let mut screen = Screen::new(bytes.len(), is_open);
    let mut rest = bytes;
    while let [first, behind @ ..] = rest {
        if is_shown(*first) || is_kept(*first) {
            screen.write(*first);
            rest = behind;
        } else {
            let (code, behind) = rest.split_at(escape_length(rest));
            let digit = digit_at(bytes, bytes.len() - rest.len());
            taken_out(code, digit);
            match (target(code), digit) {
                (Some(place), _) => screen.place_cursor(place),
                (None, Some(digit)) => screen.write(digit),
                (None, None) if code == b"\x1b[2J" => screen.flush(),
                (None, None) => {}
            }
            rest = behind;
        }
    }

    screen.flush();
    Cow::Owned(screen.text)
}

/// A text of one line as the program printed it, with what a terminal does not show of it. `None` where nothing was taken out.
pub fn as_printed(shown: &str, transcript: &[u8]) -> Option<String> {
    const LONGEST: usize = 400;
    let lines = transcript.rsplit(|byte| *byte == b'\n');
    let mut changed =
        lines.filter(|line| line.len() <= LONGEST && !line.trim_ascii().iter().all(|byte| is_shown(*byte)));
    changed.find_map(|line| {
        // Where nothing moves the cursor, what is shown begins with the first byte.
        let moves_cursor = line.contains(&0x1B);
        let may_begin = |byte: u8| moves_cursor || !byte.is_ascii_graphic() || shown.as_bytes().first() == Some(&byte);
        let starts = (0..line.len()).filter(|start| is_shown(line[*start]) && may_begin(line[*start]));
        let rests = starts.map(|start| line[start..].trim_ascii());
        let mut rests = rests.filter(|rest| moves_cursor || may_show(rest, shown));
        let is_it = |rest: &&[u8]| {
            let text = without_control_codes(rest, false, |_| false, |_, _| ());
            text_of(text.trim_ascii()) == shown
        };
        rests.find(is_it).map(text_of)
    })
}

/// Whether a terminal may show a text for some bytes that do not move the cursor: most that show another one begin otherwise.
fn may_show(bytes: &[u8], shown: &str) -> bool {
    let mut wanted = shown.bytes();
    let is_printed = |byte: &u8| is_shown(*byte) || is_number(*byte);
    let printed = bytes.iter().copied().filter(is_printed);
    for byte in printed.skip_while(u8::is_ascii_whitespace) {
        match wanted.next() {
            _ if is_number(byte) => return true,
            // The text is in UTF-8, and the bytes may not be.
            Some(wanted) if !byte.is_ascii() => return !wanted.is_ascii(),
            Some(wanted) if wanted != byte => return false,
            None if !byte.is_ascii_whitespace() => return false,
            _ => {}
        }
    }
    wanted.next().is_none()
}

/// Whether a byte may be the number of a player that was to be printed as a digit.
fn is_number(byte: u8) -> bool {
    (1..=2).contains(&byte)
}

/// The digit that was meant where the number of a player is printed as if it were one: a word of its own in a text.
fn digit_at(bytes: &[u8], at: usize) -> Option<u8> {
    let number = Some(bytes[at]).filter(|number| is_number(*number))?;
    let is_begun = at > 0 && bytes[at - 1] == b' ';
    let is_ended = bytes.get(at + 1).is_none_or(|next| b" .,!:;?\r\n".contains(next));
    (is_begun && is_ended).then_some(b'0' + number)
}

/// What control codes do, as a sentence fragment.
pub(super) fn purpose(code: &[u8]) -> &'static str {
    match code {
        [0x1B, b'[', .., b'm'] => "control codes that change colors",
        [0x1B, ..] | [0x08 | 0x0B | 0x0C] => "control codes that clear the screen or move the cursor",
        [0x07] => "control codes that sound the bell",
        _ => "control codes that a terminal does not show",
    }
}

fn is_shown(byte: u8) -> bool {
    !byte.is_ascii_control() || matches!(byte, b'\n' | b'\r' | b'\t')
}

/// The length of a code at the beginning of some bytes that sets a color or another look, but not of one that takes all of
/// them back.
pub(super) fn color_code(bytes: &[u8]) -> Option<usize> {
    let code = bytes.get(..escape_length(bytes))?;
    let looks = code.strip_prefix(b"\x1b[")?.strip_suffix(b"m")?;
    let is_reset = looks.iter().all(|byte| matches!(byte, b'0' | b';'));
    (!is_reset).then_some(code.len())
}

/// The length of a terminal's control code at the beginning of some bytes: ESC with what belongs to it, else one byte.
fn escape_length(code: &[u8]) -> usize {
    let [0x1B, b'[', parameters @ ..] = code else {
        return if code.len() > 1 && code[0] == 0x1B && code[1].is_ascii_alphanumeric() {
            2
        } else {
            1
        };
    };

    let length = parameters
        .iter()
        .take_while(|byte| (0x20..0x40).contains(*byte))
        .count();

    (length + 3).min(code.len())
}

/// A place on the screen: row and column, each from 1.
type Place = (usize, usize);

/// Where a code places the cursor: `ESC[5;1H`, `ESC[H`.
fn target(code: &[u8]) -> Option<Place> {
    let parameters = code.strip_prefix(b"\x1b[")?;
    let parameters = parameters
        .strip_suffix(b"H")
        .or_else(|| parameters.strip_suffix(b"f"))?;
    let mut numbers = std::str::from_utf8(parameters)
        .ok()?
        .split(';')
        .map(|number| match number {
            "" => Some(1),
            number => number.parse::<usize>().ok().map(|number| number.max(1)),
        });

    let row = numbers.next()??;
    let column = numbers.next().unwrap_or(Some(1))?;
    (numbers.next().is_none() && row.max(column) <= FARTHEST).then_some((row, column))
}

/// The text so far, and what is placed with the cursor since it was last complete.
struct Screen {
    text: Vec<u8>,
    /// Whether the line is open to which the text belongs.
    is_open: bool,
    /// Where the text after the last move to the upper left corner begins.
    home: Option<usize>,
    /// Rows in the order in which they were first written; none where nothing is placed.
    rows: Vec<(usize, Vec<u8>)>,
    /// Where the next character goes, while rows are placed.
    cursor: Option<Place>,
    /// Whether a line end was printed last.
    is_line_end: bool,
}

impl Screen {
    fn new(length: usize, is_open: bool) -> Self {
        Self {
            text: Vec::with_capacity(length),
            is_open,
            home: None,
            rows: Vec::new(),
            cursor: None,
            is_line_end: false,
        }
    }

    fn write(&mut self, byte: u8) {
        let Some((row, column)) = self.cursor else {
            self.text.push(byte);
            return;
        };

        self.is_line_end = matches!(byte, b'\n' | b'\r');
        match byte {
            b'\n' => self.cursor = Some((row + 1, 1)),
            b'\r' => self.cursor = Some((row, 1)),
            _ => self.write_at(row, column, byte),
        }
    }

    fn write_at(&mut self, row: usize, column: usize, byte: u8) {
        let known = self.rows.iter().position(|(number, _)| *number == row);
        let used = known.map_or(0, |at| width(&self.rows[at].1));
        let is_continued = !is_first_byte(byte);
        if column <= used && !is_continued {
            // Something is there: this is the next picture.
            self.end_picture();
            self.rows.push((row, Vec::new()));
        } else if known.is_none() {
            self.rows.push((row, Vec::new()));
        }

        let own = self.rows.iter_mut().find(|(number, _)| *number == row);
        let (_, line) = own.expect("it was put there");
        if !is_continued {
            let gap = (column - 1).saturating_sub(width(line));
            line.resize(line.len() + gap, b' ');
        }
        line.push(byte);
        self.cursor = Some((row, column + usize::from(!is_continued)));
    }

    /// Places the cursor. At the upper left corner, text may go on as it is: a screen that was cleared.
    fn place_cursor(&mut self, place: Place) {
        if self.cursor.is_some() {
            self.cursor = Some(place);
            self.is_line_end = false;
            return;
        }

        // The text since the cursor was at the upper left corner is the first row.
        let first = self.home.take().map(|home| self.text.split_off(home));
        match first {
            Some(line) if line.contains(&b'\n') => self.text.extend(line),
            Some(line) if !line.is_empty() => self.rows.push((1, line)),
            _ => {}
        }

        if self.rows.is_empty() {
            self.end_line();
        }
        if place == (1, 1) && self.rows.is_empty() {
            self.home = Some(self.text.len());
        } else {
            self.cursor = Some(place);
            self.is_line_end = false;
        }
    }

    /// Ends the line to which the text belongs.
    fn end_line(&mut self) {
        let is_open = self
            .text
            .last()
            .map_or(self.is_open, |last| !matches!(last, b'\n' | b'\r'));
        if is_open {
            self.text.push(b'\n');
        }
    }

    /// What is placed is complete.
    fn end_picture(&mut self) {
        let mut rows = std::mem::take(&mut self.rows);
        put_in_order(&mut rows);
        for (_, line) in rows {
            self.end_line();
            self.text.extend(line);
        }
    }

    /// What follows is not placed with the cursor, until it is moved.
    fn flush(&mut self) {
        self.end_picture();
        if std::mem::take(&mut self.is_line_end) {
            self.end_line();
        }
        self.cursor = None;
        self.home = None;
    }
}

/// Puts rows in order that are one below the other and were written in another order, such as from the bottom up. A prompt
/// that is written after a message below it stays where it is.
fn put_in_order(rows: &mut [(usize, Vec<u8>)]) {
    let is_in_order = rows.windows(2).all(|pair| pair[0].0 < pair[1].0);
    if is_in_order || rows.len() > MOST_ROWS {
        return;
    }

    let mut from = 0;
    while from < rows.len() {
        let counts = (FEWEST_ROWS..=rows.len() - from).rev();
        let mut blocks = counts.filter(|count| are_one_below_the_other(&rows[from..from + count]));
        let count = blocks.next().unwrap_or(1);
        rows[from..from + count].sort_by_key(|(row, _)| *row);
        from += count;
    }
}

/// Whether rows, in whatever order, are each as far from the next one.
fn are_one_below_the_other(rows: &[(usize, Vec<u8>)]) -> bool {
    let mut numbers: Vec<usize> = rows.iter().map(|(row, _)| *row).collect();
    numbers.sort_unstable();
    let step = numbers[1] - numbers[0];
    numbers.windows(2).all(|pair| pair[1] - pair[0] == step)
}

/// How many characters wide a line is.
fn width(line: &[u8]) -> usize {
    line.iter().filter(|byte| is_first_byte(**byte)).count()
}

/// Whether a byte is not the second or a later one of a character in UTF-8.
fn is_first_byte(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}
