//! The rules model against the reference programs, on thousands of random scripts: two accounts of the same game,
//! written apart from each other.

use c4grade::assignment;
use c4grade::connect4::{Expected, Protocol, Script};
use c4grade::machine::lc3::{Banner, Fill, Settings, Traps};
use c4grade::machine::{Limits, Machine};
use c4grade::result::Ending;
use c4grade::splitmix::SplitMix64;

const SCRIPTS: usize = 1500;

/// Moves with a few wrong keys among them; every second script stays with few columns, so that they fill up.
fn moves(random: &mut SplitMix64) -> String {
    let length = random.below(70);
    let narrow = random.below(2) == 0;
    let attempts: Vec<String> = (0..length)
        .map(|_| match random.below(12) {
            0 => ["0", "7", "8", "9", "a", "O", "X", "-", "#", "~"][random.below(10)].to_owned(),
            _ if narrow => (1 + random.below(3)).to_string(),
            _ => (1 + random.below(6)).to_string(),
        })
        .collect();
    attempts.join(" ")
}

fn agree(name: &str, source: &str, protocol: Protocol) {
    let game = assignment::find(name).expect("it is bundled").game;
    let (mut wins, mut ties, mut waits) = (0, 0, 0);
    for (seed, traps) in [(1, Traps::OverwriteR7), (2, Traps::KeepR7)] {
        let machine = Machine::Lc3(Settings {
            traps,
            banner: Banner::None,
            // Nothing may depend on what was in memory before.
            fill: Fill::Random(seed),
            ..Settings::default()
        });
        let build = machine
            .build("connect4.asm", source.as_bytes(), None)
            .expect("it is embedded");
        assert!(build.diagnostics.is_empty(), "{:?}", build.diagnostics);
        let mut player = machine.session(&build.program.expect("it assembles"));
        let mut random = SplitMix64::new(seed);
        for _ in 0..SCRIPTS {
            let moves = moves(&mut random);
            let script = Script::from_moves(&moves, protocol);
            let expected = Expected::play(&game, &script);
            let run = player.play(&script.keys, Limits::default()).expect("it is embedded");
            assert_eq!(
                String::from_utf8_lossy(&run.output.bytes),
                String::from_utf8_lossy(&expected.transcript()),
                "{name}, moves {moves}"
            );
            let ending = if expected.outcome.is_some() {
                Ending::Halted
            } else {
                Ending::Waiting
            };
            assert_eq!(run.stop.ending, ending, "{name}, moves {moves}");
            match expected.outcome {
                Some(c4grade::connect4::Outcome::Win(_)) => wins += 1,
                Some(c4grade::connect4::Outcome::Tie) => ties += 1,
                None => waits += 1,
            }
        }
    }
    assert!(
        wins > 500 && waits > 500,
        "{wins} wins, {ties} ties, {waits} games cut short"
    );
}

#[test]
fn the_starter_reference_plays_by_the_rules() {
    agree(
        "lc3-starter",
        include_str!("../../reference/lc3-starter/connect4.asm"),
        Protocol::Key,
    );
}

#[test]
fn the_scratch_reference_plays_by_the_rules() {
    agree(
        "lc3-scratch",
        include_str!("../../reference/lc3-scratch/connect4.asm"),
        Protocol::Enter,
    );
}
