//! Recognising one line as one of the fixed messages, spelt well or not.

use super::FormatKind;
use crate::connect4::board::Player;
use crate::connect4::expected::{Event, Outcome};
use crate::connect4::rules::{First, Game};

/// Letters that may be wrong in a fixed message.
const MISSPELT: usize = 2;
/// Lines longer than this are nobody's message.
const LONGEST: usize = 200;

/// A recognised message.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Match {
    /// What it says; `None` for a greeting or a farewell, which say nothing in the game's terms.
    pub event: Option<Event>,
    /// The required text.
    pub wanted: String,
    /// How it differs, ignoring the spaces around it.
    pub kind: Option<FormatKind>,
}

/// Whether a line is only drawn: no letter, no digit.
pub(super) fn is_drawing(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    if line.len() < 2 {
        return false;
    }

    let is_drawn = |letter: char| letter == ' ' || letter.is_ascii_punctuation() || is_line_drawing(letter);
    std::str::from_utf8(line).map_or_else(|_| is_drawn_in_code_page(line), |text| text.chars().all(is_drawn))
}

/// Whether a character draws lines or blocks: `│`, `─`, `┼`, `║`, `█`.
pub(super) fn is_line_drawing(letter: char) -> bool {
    ('\u{2500}'..='\u{259F}').contains(&letter)
}

/// Whether a line that is no UTF-8 is drawn in the code page of old consoles: two of five characters, at least, are `─` or
/// `═`, and the rest draws lines, too.
fn is_drawn_in_code_page(line: &[u8]) -> bool {
    let rules = line.iter().filter(|byte| matches!(byte, 0xC4 | 0xCD)).count();
    rules * 5 >= line.len() * 2 && line.iter().all(|byte| matches!(byte, b' ' | 0xB0..=0xDF))
}

/// A fixed message.
struct Message<'a> {
    text: &'a str,
    /// The same without surrounding spaces.
    bare: &'a [u8],
    says: Option<Event>,
}

/// The fixed messages of a game with what they say.
pub(super) struct Messages<'a>(Vec<Message<'a>>);

impl<'a> Messages<'a> {
    pub fn new(game: &'a Game) -> Self {
        let wording = &game.wording;
        let [first, second] = [Player::One, Player::Two];
        let all = [
            (&wording.prompts[0], Some(Event::Prompt(first))),
            (&wording.prompts[1], Some(Event::Prompt(second))),
            (&wording.invalid, Some(Event::Refusal)),
            (&wording.full, Some(Event::Refusal)),
            (&wording.wins[0], Some(Event::Result(Outcome::Win(first)))),
            (&wording.wins[1], Some(Event::Result(Outcome::Win(second)))),
            (&wording.tie, Some(Event::Result(Outcome::Tie))),
            (&wording.greeting, None),
            (&wording.farewell, None),
        ];

        let mut messages: Vec<Message<'a>> = Vec::with_capacity(all.len());
        for (text, says) in all {
            let bare = text.trim().as_bytes();
            if !bare.is_empty() && messages.iter().all(|other| other.text != text) {
                messages.push(Message { text, bare, says });
            }
        }

        Self(messages)
    }

    /// The required text for an event; empty if there is none.
    pub fn wanted(&self, event: &Event) -> String {
        let mut all = self.0.iter();
        let asked = all.find(|message| message.says.as_ref() == Some(event));
        asked.map_or_else(String::new, |message| message.text.to_owned())
    }

    /// Whether a line is a fixed message to the byte, but for the spaces around it.
    pub fn has(&self, line: &[u8]) -> bool {
        self.0.iter().any(|message| message.bare == line)
    }

    fn found(&self, index: usize, kind: Option<FormatKind>) -> Match {
        let message = &self.0[index];
        Match {
            event: message.says.clone(),
            wanted: message.text.to_owned(),
            kind,
        }
    }

    /// Recognises a line as a fixed message: exactly, with different capitalization, or with up to two wrong letters.
    pub fn recognise(&self, line: &[u8]) -> Option<Match> {
        let line = line.trim_ascii();
        if line.is_empty() || line.len() > LONGEST {
            return None;
        }

        let position = |same: &dyn Fn(&[u8]) -> bool| self.0.iter().position(|message| same(message.bare));
        if let Some(index) = position(&|text| text == line) {
            return Some(self.found(index, None));
        }
        if let Some(index) = position(&|text| text.eq_ignore_ascii_case(line)) {
            return Some(self.found(index, Some(FormatKind::LetterCase)));
        }

        let index = self.closest(line)?;
        Some(self.found(index, Some(FormatKind::Misspelling)))
    }

    /// The one message within two letters of a line. Digits must agree: the player's number is never a misspelling.
    fn closest(&self, line: &[u8]) -> Option<usize> {
        let digits = |text: &[u8]| text.iter().copied().filter(u8::is_ascii_digit).collect::<Vec<u8>>();
        let line_digits = digits(line);
        let mut best: Option<(usize, usize)> = None;
        let mut is_tied = false;
        for (index, message) in self.0.iter().enumerate() {
            let text = message.bare;
            if text.len().abs_diff(line.len()) > MISSPELT || digits(text) != line_digits {
                continue;
            }

            let distance = edits(&text.to_ascii_lowercase(), &line.to_ascii_lowercase());
            match best {
                Some((least, _)) if distance == least => is_tied = true,
                Some((least, _)) if distance > least => {}
                _ => {
                    best = Some((distance, index));
                    is_tied = false;
                }
            }
        }

        best.filter(|(distance, _)| *distance <= MISSPELT && !is_tied)
            .map(|(_, index)| index)
    }

    /// A message in other words, when the words leave one reading only.
    pub fn reworded(&self, game: &Game, line: &[u8]) -> Option<Match> {
        let line = line.trim_ascii();
        if line.is_empty() || line.len() > LONGEST {
            return None;
        }

        let said = Said::of(game, line);
        let event = match (said.wins, said.ties, said.refuses, said.asks && line.ends_with(b":")) {
            (true, false, false, false) => Event::Result(Outcome::Win(said.player?)),
            (false, true, false, false) if said.player.is_none() => Event::Result(Outcome::Tie),
            (false, false, true, false) => Event::Refusal,
            (false, false, false, true) => Event::Prompt(said.player?),
            _ => return None,
        };

        Some(self.meaning(event))
    }

    /// An event in other words than required.
    pub fn meaning(&self, event: Event) -> Match {
        Match {
            wanted: self.wanted(&event),
            event: Some(event),
            kind: Some(FormatKind::Rewording),
        }
    }

    /// Splits a line before the first fixed message in the middle of it, or after one at its
    /// beginning.
    pub fn split<'t>(&self, line: &'t [u8]) -> Option<(&'t [u8], &'t [u8])> {
        if line.len() > LONGEST {
            return None;
        }

        let cuts = self.0.iter().filter_map(|message| {
            let text = message.bare;
            let at = line
                .windows(text.len().max(1))
                .position(|window| window.eq_ignore_ascii_case(text))?;
            let cut = if line[..at].trim_ascii().is_empty() {
                at + text.len()
            } else {
                at
            };

            (0 < cut && cut < line.len()).then_some(cut)
        });

        cuts.min()
            .map(|cut| (line[..cut].trim_ascii_end(), line[cut..].trim_ascii_start()))
    }
}

/// Edit distance: letters inserted, left out or changed, or two neighbours swapped. Each byte counts as one letter.
pub(super) fn edits(one: &[u8], other: &[u8]) -> usize {
    let letters = |bytes: &[u8]| -> String { bytes.iter().map(|byte| char::from(*byte)).collect() };
    strsim::osa_distance(&letters(one), &letters(other))
}

/// The last line before a key is read is a prompt, in any words, if it names one player; or when the line before
/// it, `said`, does.
pub(super) fn prompt_before_key(game: &Game, line: &[u8], said: &str) -> Option<Match> {
    let asking = |line: &[u8]| Some(Said::of(game, line)).filter(|said| !(said.wins || said.ties || said.refuses));
    let player = match asking(line)? {
        Said {
            player: Some(player), ..
        } => player,
        Said { names: 0, .. } => asking(said.as_bytes()).and_then(|said| said.player)?,
        Said { .. } => return None,
    };

    Some(Match {
        event: Some(Event::Prompt(player)),
        wanted: game.wording.prompts[player.index()].clone(),
        kind: Some(FormatKind::Rewording),
    })
}

/// Words without a "one" that is no number: "which one", "one of the columns".
fn without_pronouns<'t>(words: &[&'t [u8]]) -> Vec<&'t [u8]> {
    const BEFORE: [&[u8]; 8] = [
        b"which", b"choose", b"pick", b"select", b"enter", b"any", b"this", b"another",
    ];
    let is_pronoun = |at: usize| {
        let before = at.checked_sub(1).map(|before| words[before]);
        words[at] == b"one"
            && (words.get(at + 1) == Some(&&b"of"[..]) || before.is_some_and(|before| BEFORE.contains(&before)))
    };
    let left = (0..words.len()).filter(|at| !is_pronoun(*at));
    left.map(|at| words[at]).collect()
}

/// Words without the numbers of all columns: "1-6", "1 to 6", "1, 2, 3, 4, 5, 6".
fn without_columns<'t>(words: &[&'t [u8]], columns: usize) -> Vec<&'t [u8]> {
    let number = |word: &[u8]| std::str::from_utf8(word).ok()?.parse::<usize>().ok();
    let mut left = Vec::with_capacity(words.len());
    let mut rest = words;
    while let [first, behind @ ..] = rest {
        left.push(*first);
        rest = behind;
        if number(first) != Some(1) {
            continue;
        }

        // A word may stand between two numbers: "1 through 6".
        let (mut last, mut range) = (1, behind);
        while let Some((at, next)) = range
            .iter()
            .take(2)
            .enumerate()
            .find_map(|(at, word)| Some((at, number(word)?)))
            && next > last
        {
            (last, range) = (next, &range[at + 1..]);
        }
        if last == columns {
            left.pop();
            rest = range;
        }
    }
    left
}

/// What the words of a line say.
#[expect(
    clippy::struct_excessive_bools,
    reason = "a line may say several of these; only one alone is a message"
)]
struct Said {
    /// The one player that is named.
    player: Option<Player>,
    /// How many players are named.
    names: usize,
    wins: bool,
    ties: bool,
    refuses: bool,
    asks: bool,
}

impl Said {
    /// Looks at the words of a line, ignoring case.
    fn of(game: &Game, line: &[u8]) -> Self {
        let line = &line.to_ascii_lowercase()[..];
        let words: Vec<&[u8]> = line
            .split(|byte| !byte.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let says = |any: &[&str]| {
            words
                .iter()
                .any(|word| any.iter().any(|wanted| wanted.as_bytes() == *word))
        };

        // "Player 2, enter a column (1-6)" names player 2: a number after "player" counts before any other, and the numbers of
        // the columns are nobody's.
        let behind: Vec<&[u8]> = words
            .windows(2)
            .filter(|pair| pair[0] == b"player")
            .map(|pair| pair[1])
            .collect();
        let numbers = if behind.is_empty() {
            without_columns(&without_pronouns(&words), game.rules.columns)
        } else {
            behind
        };
        // A player may be named by number or by piece: "Player X Wins."
        let is_named = |player: Player, any: [&str; 4]| {
            let piece = game.wording.pieces[player.index()].to_ascii_lowercase();
            let is_piece = |word: &[u8]| piece.is_ascii_alphabetic() && *word == [piece as u8];
            numbers
                .iter()
                .any(|word| is_piece(word) || any.iter().any(|name| name.as_bytes() == *word))
        };

        let numbers_of = |player| match player {
            Player::One => ["1", "one", "p1", "player1"],
            Player::Two => ["2", "two", "p2", "player2"],
        };
        let players = [Player::One, Player::Two].map(|player| {
            let is_exchanged = game.flow.first == First::OtherPerson;
            is_named(player, numbers_of(if is_exchanged { player.other() } else { player }))
        });
        let wins = says(&["win", "wins", "won", "winner", "victory"]);
        Self {
            player: match players {
                [true, false] => Some(Player::One),
                [false, true] => Some(Player::Two),
                _ => None,
            },
            names: players.into_iter().filter(|is_named| *is_named).count(),
            wins: wins && !says(&["no", "nobody", "none", "neither"]),
            ties: says(&["tie", "tied", "draw", "drawn", "stalemate"]),
            refuses: says(&["invalid", "illegal", "incorrect"]) || (says(&["try"]) && says(&["again"])),
            asks: says(&["choose", "column", "turn", "select", "pick", "enter"]),
        }
    }
}
