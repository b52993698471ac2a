//! Perfect games in words that no list of phrases holds are right once the words are learned; faults stay faults.

use std::sync::Arc;

use super::games::{self, falling, redfirst, scan, script};
use crate::connect4::board::Player;
use crate::connect4::expected::{Event, Expected, Outcome};
use crate::connect4::reading::{
    Difference, FormatKind, Known, Learner, NO_PROMPT, Printed, Reading, Seen, UNKNOWN, UNNAMED_TURN, UNNAMED_WINNER,
    Vocabulary, WRONG_TURN, Words, align, read_with,
};
use crate::connect4::rules::Game;
use crate::connect4::script::Script;
use crate::splitmix::SplitMix64;

/// Games of all kinds: wins of both players, ties, refused keys, games that are left.
fn keys() -> Vec<String> {
    let mut chance = SplitMix64::new(13);
    let mut all: Vec<String> = (0..60).map(|_| games::keys(&mut chance)).collect();
    let known = [
        "1212121",
        "12121232",
        "1122334",
        "71122334",
        "11111118x2",
        "x91",
        "121111132222323335354444445556666656777777",
        "213111115222232333536444444556666567777775",
        "1q",
        "12q",
        "3434343",
        "13434343",
    ];
    all.extend(known.map(str::to_owned));
    all
}

/// Plays every game in the words that `change` makes of the required ones: twice, and learns in between. Returns what was
/// learned, the differences, and what is noted about names.
fn learned(
    game: &Game,
    change: &dyn Fn(usize, &str) -> String,
) -> (Vocabulary, Vec<(String, Difference)>, Vec<String>) {
    let mut learner = Learner::default();
    let played: Vec<_> = keys().into_iter().map(|keys| played(game, keys, change)).collect();
    for (_, expected, read) in &played {
        learner.observe(expected, &read(&UNKNOWN));
    }

    let vocabulary = learner.vocabulary(game);
    let mut differences = Vec::new();
    let mut unnamed: Vec<String> = Vec::new();
    for (keys, expected, read) in &played {
        let (difference, format) = align(expected, &read(&vocabulary), true);
        differences.extend(difference.map(|difference| (keys.clone(), difference)));
        let named = format
            .items()
            .iter()
            .filter(|format| format.kind == FormatKind::Unnamed);
        unnamed.extend(named.map(|format| {
            assert_ne!(
                format.printed.trim(),
                format.expected.trim(),
                "a sample shows what differs"
            );
            format.message.clone()
        }));
    }
    unnamed.sort();
    unnamed.dedup();
    (vocabulary, differences, unnamed)
}

type Change<'a> = &'a dyn Fn(usize, &str) -> String;
type Read<'a> = Box<dyn Fn(&Vocabulary) -> crate::connect4::reading::Reading + 'a>;

fn played<'a>(game: &'a Game, keys: String, change: &dyn Fn(usize, &str) -> String) -> (String, Expected, Read<'a>) {
    let script = script(&keys);
    let expected = Expected::play(game, &script);
    let mut bytes = Vec::new();
    let mut marks = Vec::new();
    for (index, step) in expected.steps.iter().enumerate() {
        if index > 0 {
            marks.push(bytes.len());
        }
        let text = String::from_utf8(step.text.clone()).expect("transcripts are text");
        bytes.extend(change(index, &text).into_bytes());
    }

    let waits = !expected.halts;
    let read = move |vocabulary: &Vocabulary| with_vocabulary(vocabulary, game, &script, (&bytes, &marks), waits);
    (keys, expected, Box::new(read))
}

/// What was printed, with the places of the keys, in the words that are known.
fn with_vocabulary(
    vocabulary: &Vocabulary,
    game: &Game,
    script: &Script,
    (bytes, marks): (&[u8], &[usize]),
    waits: bool,
) -> Reading {
    let printed = Printed {
        script,
        bytes,
        marks,
        waits,
    };
    Arc::unwrap_or_clone(read_with(vocabulary, game, Words::Free, printed, Known::default()))
}

/// The messages of a game in other words: both prompts, both wins, refusal, tie.
struct Wording {
    prompts: [&'static str; 2],
    wins: [&'static str; 2],
    refusal: &'static str,
    tie: &'static str,
}

const SPANISH: Wording = Wording {
    prompts: ["Jugador rojo, elige columna: ", "Jugador amarillo, elige columna: "],
    wins: ["Gana el rojo", "Gana el amarillo"],
    refusal: "Movimiento no permitido",
    tie: "Empate",
};

const NONSENSE: [Wording; 5] = [
    SPANISH,
    Wording {
        prompts: ["红方请走棋: ", "黄方请走棋: "],
        wins: ["红方胜", "黄方胜"],
        refusal: "无效",
        tie: "平局",
    },
    Wording {
        prompts: ["X to move, type R to restart: ", "O to move, type R to restart: "],
        wins: ["X beat O", "O beat X"],
        refusal: "that didn't seem to be a good one",
        tie: "The match ended in even",
    },
    Wording {
        prompts: ["Cats> ", "Dogs> "],
        wins: ["Meow meow", "Woof woof"],
        refusal: "Grr",
        tie: "Zzz",
    },
    Wording {
        prompts: ["Spieler 1 (1-7): ", "Spieler 2 (1-7): "],
        wins: ["Spieler 1!!", "Spieler 2!!"],
        refusal: "Geht nicht",
        tie: "Unentschieden",
    },
];

fn in_words(game: &Game, words: &Wording) -> impl Fn(usize, &str) -> String {
    let wording = game.wording.clone();
    let mut pairs = vec![
        (wording.prompts[0].clone(), words.prompts[0]),
        (wording.prompts[1].clone(), words.prompts[1]),
        (wording.wins[0].clone(), words.wins[0]),
        (wording.wins[1].clone(), words.wins[1]),
        (wording.invalid.clone(), words.refusal),
        (wording.tie.clone(), words.tie),
    ];
    pairs.retain(|(from, _)| !from.is_empty());
    move |_, text| {
        pairs
            .iter()
            .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
    }
}

#[test]
fn perfect_games_in_any_words_are_right_once_the_words_are_learned() {
    for game in [redfirst(), falling(), scan()] {
        for words in &NONSENSE {
            let (_, differences, unnamed) = learned(&game, &in_words(&game, words));
            assert!(differences.is_empty(), "{}: {:?}", words.prompts[0], differences[0]);
            assert!(unnamed.is_empty(), "{}: {unnamed:?}", words.prompts[0]);
        }
    }
}

/// The wins are learned where the line is marked on a board that is shown once more, and so is what is no win.
#[test]
fn words_are_learned_where_the_winning_line_is_marked() {
    let game = redfirst();
    let in_words = in_words(&game, &SPANISH);
    let marked = |index: usize, text: &str| {
        let text = in_words(index, text);
        let Some((board, result)) = text.split_once("Gana") else {
            return text;
        };
        let (above, row) = board.split_once("\n\r6 ").expect("the last row is shown");
        let above = above.split_once("\n\r").map_or("", |(_, above)| above);
        format!("{board}{above}\n\r6 * * * *{}Gana{result}", &row[7..])
    };
    let (vocabulary, differences, _) = learned(&game, &marked);
    assert!(differences.is_empty(), "{:?}", differences[0]);
    assert_eq!(vocabulary.win(Player::Two).as_deref(), Some("Gana el amarillo"));
}

#[test]
fn a_program_is_quoted_with_its_own_names_and_words() {
    let game = redfirst();
    let (vocabulary, ..) = learned(&game, &in_words(&game, &SPANISH));
    assert_eq!(vocabulary.names(), Some(["rojo".to_owned(), "amarillo".to_owned()]));
    assert_eq!(vocabulary.refusal().as_deref(), Some("Movimiento no permitido"));
    assert_eq!(vocabulary.win(Player::Two).as_deref(), Some("Gana el amarillo"));
}

#[test]
fn what_is_not_named_is_one_fault_of_wording() {
    let game = redfirst();
    let wording = game.wording.clone();
    let [red, yellow] = wording.prompts.clone();
    let same_prompt = |_: usize, text: &str| text.replace(&red, "Column? ").replace(&yellow, "Column? ");
    let no_prompt = |_: usize, text: &str| text.replace(&red, "").replace(&yellow, "");
    let always_red = |_: usize, text: &str| text.replace(&yellow, &red);
    let exchanged = |_: usize, text: &str| text.replace(&red, "#").replace(&yellow, &red).replace('#', &yellow);
    let same_end = |_: usize, text: &str| text.replace(&wording.wins[0], "Over").replace(&wording.wins[1], "Over");

    let cases: [(Change, &str); 5] = [
        (&same_prompt, UNNAMED_TURN),
        (&no_prompt, NO_PROMPT),
        (&always_red, WRONG_TURN),
        (&exchanged, WRONG_TURN),
        (&same_end, UNNAMED_WINNER),
    ];
    for (change, wanted) in cases {
        let (_, differences, unnamed) = learned(&game, change);
        assert!(differences.is_empty(), "{wanted}: {:?}", differences[0]);
        assert_eq!(unnamed, [wanted]);
    }
}

#[test]
fn prompts_after_the_key_are_named_and_the_rest_is_judged() {
    for prompts in [
        ["Player1,chooseacolumn:", "Player2,chooseacolumn:"],
        ["Cats to move", "Dogs to move"],
        ["R to move", "Y to move"],
        ["红方", "黄方"],
    ] {
        judged_with_late_prompts(prompts);
    }
}

fn judged_with_late_prompts(prompts: [&str; 2]) {
    let game = redfirst();
    let mut learner = Learner::default();
    let played: Vec<_> = keys().into_iter().map(|keys| late(&game, &keys, prompts)).collect();
    let read = |vocabulary: &Vocabulary, (script, expected, bytes, marks): &Late| {
        with_vocabulary(vocabulary, &game, script, (bytes, marks), !expected.halts)
    };
    for game in &played {
        learner.observe(&game.1, &read(&UNKNOWN, game));
    }

    let vocabulary = learner.vocabulary(&game);
    let mut messages = Vec::new();
    for game in &played {
        let (difference, format) = align(&game.1, &read(&vocabulary, game), true);
        let printed = String::from_utf8_lossy(&game.2);
        assert_eq!(difference, None, "{prompts:?} in {printed}");
        messages.extend(format.items().iter().map(|format| format.message.clone()));
    }
    let late = "the prompt is printed after the key is read instead of before it";
    assert!(messages.iter().any(|message| message == late));
}

type Late = (crate::connect4::script::Script, Expected, Vec<u8>, Vec<usize>);

/// A game whose prompts, in words of its own, are printed once the key is read: each at the beginning of the next step,
/// with the key directly after it.
fn late(game: &Game, keys: &str, own: [&str; 2]) -> Late {
    let [red, yellow] = &game.wording.prompts;
    let script = script(keys);
    let expected = Expected::play(game, &script);
    let (mut bytes, mut marks) = (Vec::new(), Vec::new());
    let mut due = String::new();
    for (index, step) in expected.steps.iter().enumerate() {
        if index > 0 {
            marks.push(bytes.len());
        }
        let text = String::from_utf8(step.text.clone()).expect("transcripts are text");
        let next = own[usize::from(!text.ends_with(red))];
        let rest = text.replace(red, "").replace(yellow, "");
        bytes.extend(std::mem::take(&mut due).into_bytes());
        bytes.extend(rest.into_bytes());
        next.clone_into(&mut due);
    }
    (script, expected, bytes, marks)
}

const CATS: Wording = Wording {
    prompts: ["Cats (C), choose: ", "Dogs (D), choose: "],
    wins: ["Well done Cats, you win!", "Well done Dogs, you win!"],
    refusal: "This cannot be",
    tie: "Even",
};

#[test]
fn a_win_in_own_words_is_one_where_nobody_has_won() {
    let game = redfirst();
    let cats = in_words(&game, &CATS);
    let false_win = |step: usize, text: &str| {
        let text = cats(step, text);
        match step {
            3 if !text.contains(CATS.refusal) => text.replace(CATS.prompts[1], &format!("{}\n\r", CATS.wins[0])),
            _ => text,
        }
    };
    let (_, differences, _) = learned(&game, &false_win);
    let seen: Vec<&Option<Seen>> = differences.iter().map(|(_, difference)| &difference.seen).collect();
    let win = Some(Seen::Event(Event::Result(Outcome::Win(Player::One))));
    assert!(
        seen.len() > 40 && seen.iter().all(|seen| **seen == win),
        "{:?}",
        differences.first()
    );
}

#[test]
fn the_wrong_winner_and_a_missing_refusal_stay_faults() {
    let game = redfirst();
    let wording = game.wording.clone();
    let wrong_winner = |_: usize, text: &str| text.replace(&wording.wins[1], &wording.wins[0]);
    let (_, differences, _) = learned(&game, &wrong_winner);
    assert!(differences.len() >= 3);

    let in_spanish = in_words(&game, &SPANISH);
    let own_wrong_winner = |step: usize, text: &str| in_spanish(step, text).replace("Gana el amarillo", "Gana el rojo");
    let (_, differences, _) = learned(&game, &own_wrong_winner);
    assert!(differences.len() >= 3, "{}", differences.len());

    let exchanged = |step: usize, text: &str| {
        let text = in_spanish(step, text).replace("Gana el amarillo", "#");
        text.replace("Gana el rojo", "Gana el amarillo")
            .replace('#', "Gana el rojo")
    };
    let (_, differences, _) = learned(&game, &exchanged);
    assert!(differences.len() >= 6, "{}", differences.len());

    // Prompts that name the piece as well name the player.
    let cats = in_words(&game, &CATS);
    let for_the_other = |step: usize, text: &str| {
        let text = cats(step, text).replace("Well done Cats", "#");
        text.replace("Well done Dogs", "Well done Cats")
            .replace('#', "Well done Dogs")
    };
    let (_, differences, _) = learned(&game, &for_the_other);
    assert!(differences.len() >= 6, "{}", differences.len());

    let tie_for_wins = |step: usize, text: &str| in_spanish(step, text).replace("Gana el amarillo", "Empate");
    let (_, differences, _) = learned(&game, &tie_for_wins);
    assert!(!differences.is_empty());

    let not_refused = |step: usize, text: &str| in_spanish(step, text).replace("Movimiento no permitido", "");
    let (_, differences, _) = learned(&game, &not_refused);
    assert!(!differences.is_empty());
}
