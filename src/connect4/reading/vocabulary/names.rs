//! How the program calls the players: the words in which its lines for them differ.

use crate::connect4::board::Player;
use crate::connect4::reading::text_of;

/// The only player whose name, of so many letters or more, is in a line.
pub(super) fn named_in(line: &[u8], names: Option<&[String; 2]>, letters: usize) -> Option<Player> {
    let names = names?;
    let words = words_of(line);
    let has = |player: Player| {
        let name = &names[player.index()];
        name.chars().count() >= letters && words.contains(&name.to_lowercase())
    };
    match [Player::One, Player::Two].map(has) {
        [true, false] => Some(Player::One),
        [false, true] => Some(Player::Two),
        _ => None,
    }
}

/// The words in which a line for one player differs from one for the other, where they tell the players apart.
pub(super) fn of_lines(one: &[&Vec<u8>], other: &[&Vec<u8>]) -> Option<[String; 2]> {
    one.iter()
        .find_map(|one| other.iter().find_map(|other| only_difference(one, other)))
}

/// The one word in which two lines differ, or the longest where the others are single characters: "Red (R)" and "Blue (B)".
fn only_difference(one: &[u8], other: &[u8]) -> Option<[String; 2]> {
    let (one, other) = (written_words(one), written_words(other));
    let pairs = one.iter().zip(&other).filter(|(one, other)| one != other);
    let is_name = |(one, other): &(&String, &String)| one.chars().nth(1).is_some() || other.chars().nth(1).is_some();
    let (names, pieces): (Vec<_>, Vec<_>) = pairs.partition(is_name);

    let (one_name, other_name) = names.first().or(pieces.first())?;
    (names.len() <= 1 && one.len() == other.len()).then(|| [(*one_name).clone(), (*other_name).clone()])
}

fn words_of(line: &[u8]) -> Vec<String> {
    written_words(line).iter().map(|word| word.to_lowercase()).collect()
}

fn written_words(line: &[u8]) -> Vec<String> {
    let text = text_of(line);
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
