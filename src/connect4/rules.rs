//! Sizes and wording of one assignment's game, as data.

use serde::{Deserialize, Serialize};

/// Sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Rows of the board, at most 20.
    pub rows: usize,
    /// Columns of the board, at most 9: a move is one digit.
    pub columns: usize,
    /// How many in a line win.
    pub line: usize,
}

/// Every text a program prints. A message takes a whole line: an unfinished line is ended
/// first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wording {
    /// Printed on its own line before the first board of each game; empty for none.
    pub greeting: String,
    /// Always printed before each board: a line feed, or nothing.
    pub above: String,
    /// The line above the rows of a board: `  1 2 3 4 5 6 7`; empty for none.
    pub header: String,
    /// Before the first cell of each row; `{row}` is replaced by its [`row_number`]. Empty for nothing.
    pub label: String,
    /// An empty cell.
    pub empty: char,
    /// The pieces of player 1 and player 2.
    pub pieces: [char; 2],
    /// Between two cells of a row.
    pub separator: String,
    /// After the last cell of a row.
    pub row_end: String,
    /// Ends a line.
    pub newline: String,
    /// Prompts player 1 and player 2 for a move; the key is echoed after it.
    pub prompts: [String; 2],
    /// Which keys are echoed.
    pub echo: Echo,
    /// Refuses a move; on its own line.
    pub invalid: String,
    /// Refuses a move in a column that is full; the same as `invalid`, or empty, where the document makes no difference.
    pub full: String,
    /// Whether the board is printed again after a refusal.
    pub board_again: bool,
    /// Announces a win of player 1 and player 2; on its own line.
    pub wins: [String; 2],
    /// Announces a tie; on its own line. Empty if a full board ends the game without a message.
    pub tie: String,
    /// Printed on its own line when a player quits; empty for nothing.
    pub farewell: String,
}

/// A row's number from 1, the top, as labels have it: aligned to the right, so that cells are below each other.
pub fn row_number(row: usize, rows: usize) -> String {
    let width = if rows > 9 { 2 } else { 1 };
    format!("{row:width$}")
}

impl Wording {
    /// What comes before the first cell of a row, numbered from 1.
    pub fn row_label(&self, row: usize, rows: usize) -> String {
        if self.label.is_empty() {
            return String::new();
        }
        self.label.replace("{row}", &row_number(row, rows))
    }

    /// The labels of all rows, from the top; one where all have the same.
    pub fn row_labels(&self, rows: usize) -> Vec<String> {
        let are_numbered = self.label.contains("{row}");
        let rows_with_own = if are_numbered { rows.max(1) } else { 1 };
        (1..=rows_with_own).map(|row| self.row_label(row, rows)).collect()
    }

    /// What refuses a move: in a column that is full, or any other. Without a text for full columns, one text is
    /// used for both.
    pub fn refusal(&self, is_full: bool) -> &str {
        if is_full && !self.full.is_empty() {
            &self.full
        } else {
            &self.invalid
        }
    }

    /// The text that refuses every move; empty where those in full columns are refused with another one.
    pub fn only_refusal(&self) -> &str {
        let is_only = self.refusal(true) == self.refusal(false);
        if is_only { &self.invalid } else { "" }
    }
}

impl Default for Wording {
    /// A bare board and no message.
    fn default() -> Self {
        Self {
            greeting: String::new(),
            above: String::new(),
            header: String::new(),
            label: String::new(),
            empty: '-',
            pieces: ['O', 'X'],
            separator: " ".to_owned(),
            row_end: String::new(),
            newline: "\n".to_owned(),
            prompts: Default::default(),
            echo: Echo::All,
            invalid: String::new(),
            full: String::new(),
            board_again: false,
            wins: Default::default(),
            tie: String::new(),
            farewell: String::new(),
        }
    }
}

/// Which keys a program shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Echo {
    /// Every one.
    All,
    /// The digits of columns, full ones too, and the key that leaves the game.
    Known,
}

/// What becomes of a game that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Then {
    /// The program stops.
    Stop,
    /// A new game begins: greeting, empty board, player 1.
    Restart,
}

/// A key that leaves the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Quit {
    /// The key.
    pub key: u8,
    /// What happens then.
    pub then: Then,
}

/// A computer that plays for player 2, by what the document says of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Computer {
    /// Blocks three in a row of player 1, horizontal ones before vertical ones, else drops into the column of a counter.
    Blocker,
    /// Extends the longest run through its own last piece, else takes the first vacant cell from the bottom row up.
    Extender,
}

/// Who makes the first move of a game. No assignment sets it: games in which another player begins are judged by it once the
/// program was found to play so.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// A person.
    #[default]
    Person,
    /// The other person: the texts and pieces are already those of the players exchanged, and "player 2" is the first player.
    OtherPerson,
    /// The computer, once the empty board was shown.
    Computer,
    /// The computer, and the first board that is shown has its piece.
    ComputerUnseen,
}

/// How games run; the sizes are in [`Rules`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Flow {
    /// After a win or a tie.
    pub over: Then,
    /// The key that leaves the game, where there is one.
    pub quit: Option<Quit>,
    /// Whether a piece is shown in every row that it passes.
    pub falling: bool,
    /// The computer, where player 2 is one.
    pub computer: Option<Computer>,
    /// Who begins.
    pub first: First,
}

impl Default for Flow {
    fn default() -> Self {
        Self {
            over: Then::Stop,
            quit: None,
            falling: false,
            computer: None,
            first: First::Person,
        }
    }
}

/// How a move is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// One key is one move.
    Key,
    /// A move is a line: what is typed, then Enter (a line feed).
    Enter,
}

/// A game as an assignment defines it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// Sizes.
    pub rules: Rules,
    /// Texts.
    pub wording: Wording,
    /// Restart, quit, animation, computer.
    pub flow: Flow,
}
