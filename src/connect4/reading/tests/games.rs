//! The games of the ARM documents, and games played at random in them.

use crate::connect4::board::{Board, Player};
use crate::connect4::expected::Expected;
use crate::connect4::rules::{Computer, Echo, Flow, Game, Protocol, Quit, Rules, Then, Wording};
use crate::connect4::script::Script;
use crate::splitmix::SplitMix64;

const RULES: Rules = Rules {
    rows: 6,
    columns: 7,
    line: 4,
};

fn prompts(names: [&str; 2], text: &str) -> [String; 2] {
    names.map(|name| format!("{name}: {text} "))
}

/// Document 001.
pub fn scan() -> Game {
    let full = "This column is full. Please enter a different column number.";
    Game {
        rules: RULES,
        wording: Wording {
            greeting: "Let's play Connect4!!".into(),
            header: "1 2 3 4 5 6 7".into(),
            empty: '0',
            pieces: ['R', 'Y'],
            row_end: " ".into(),
            newline: "\n\r".into(),
            prompts: prompts(
                ["RED", "YELLOW"],
                "choose a column for your next move (1-7, q to restart):",
            ),
            invalid: full.into(),
            full: full.into(),
            wins: ["R IS THE WINNER.".into(), "Y IS THE WINNER.".into()],
            ..Wording::default()
        },
        flow: Flow {
            quit: Some(Quit {
                key: b'q',
                then: Then::Restart,
            }),
            ..Flow::default()
        },
    }
}

/// Document 003.
pub fn falling() -> Game {
    let invalid = "Invalid move, try again.";
    Game {
        rules: RULES,
        wording: Wording {
            greeting: "Let's Play Connect 4!".into(),
            above: "\n\r".into(),
            header: "  1 2 3 4 5 6 7".into(),
            label: "{row} ".into(),
            empty: 'O',
            pieces: ['Y', 'R'],
            row_end: " ".into(),
            newline: "\n\r".into(),
            prompts: prompts(
                ["YELLOW", "RED"],
                "Choose a column for your next move (1-7, 'q' to restart):",
            ),
            echo: Echo::Known,
            invalid: invalid.into(),
            full: invalid.into(),
            wins: ["YELLOW wins!".into(), "RED wins!".into()],
            tie: "It's a draw!".into(),
            ..Wording::default()
        },
        flow: Flow {
            over: Then::Restart,
            quit: Some(Quit {
                key: b'q',
                then: Then::Restart,
            }),
            falling: true,
            ..Flow::default()
        },
    }
}

/// Document 004.
pub fn redfirst() -> Game {
    let invalid = "Invalid Input! Please try again.";
    let wins = ["RED PLAYER HAS WON!".into(), "YELLOW PLAYER HAS WON!".into()];
    Game {
        wording: Wording {
            header: "  1 2 3 4 5 6 7".into(),
            label: "{row} ".into(),
            invalid: invalid.into(),
            full: invalid.into(),
            board_again: true,
            wins,
            tie: "THE GAME ENDED IN A DRAW!".into(),
            farewell: "Thank you for playing Connect Four!".into(),
            ..scan().wording
        },
        flow: Flow {
            quit: Some(Quit {
                key: b'q',
                then: Then::Stop,
            }),
            ..Flow::default()
        },
        ..scan()
    }
}

/// A game against the computer.
pub fn against(game: Game, computer: Computer) -> Game {
    let flow = Flow {
        computer: Some(computer),
        ..game.flow
    };
    Game { flow, ..game }
}

/// All of them.
pub fn all() -> [Game; 5] {
    [
        scan(),
        falling(),
        redfirst(),
        against(scan(), Computer::Blocker),
        against(falling(), Computer::Extender),
    ]
}

/// Keys of a game at random: mostly columns, some full, some no columns, and a `q` now and then.
pub fn keys(random: &mut SplitMix64) -> String {
    let count = 5 + random.below(45);
    let lone = random.below(7) as u8;
    let key = |_| match random.below(40) {
        0 => 'q',
        1 => ['8', '0', 'x', 'R', 'I', ' ', 'O'][random.below(7)],
        2..=9 => char::from(b'1' + lone),
        _ => char::from(b'1' + random.below(7) as u8),
    };
    (0..count).map(key).collect()
}

/// A perfect transcript with its marks.
pub fn printed(expected: &Expected) -> (Vec<u8>, Vec<usize>) {
    let mut bytes = Vec::new();
    let mut marks = Vec::new();
    for (index, step) in expected.steps.iter().enumerate() {
        if index > 0 {
            marks.push(bytes.len());
        }
        bytes.extend_from_slice(&step.text);
    }
    (bytes, marks)
}

pub fn script(keys: &str) -> Script {
    Script::from_input(keys.as_bytes(), Protocol::Key)
}

/// A board with another piece in it, wherever that is.
pub fn with(board: &Board, row: usize, column: usize, player: Option<Player>) -> Board {
    let mut board = board.clone();
    board.set(row, column, player);
    board
}
