//! New inputs from kept ones: a few random changes to one of them.

use c4grade::splitmix::SplitMix64;

/// Bytes that readers treat in a way of their own.
const TELLING: [&[u8]; 16] = [
    b"\"",
    b"'",
    b"\\",
    b"\0",
    b"\r\n",
    b"\n",
    b"\t",
    b";",
    b"$",
    b"{",
    b"}",
    b"0xFFFFFFFF",
    b"-1",
    b"\xC3\xA9",
    b"\xFF",
    b"\xEF\xBB\xBF",
];

/// One of the inputs with one to eight changes.
pub(super) fn mutated(inputs: &[Vec<u8>], random: &mut SplitMix64) -> Vec<u8> {
    let mut input = inputs[random.below(inputs.len())].clone();
    for _ in 0..=random.below(8) {
        change(&mut input, inputs, random);
    }
    input
}

fn change(input: &mut Vec<u8>, inputs: &[Vec<u8>], random: &mut SplitMix64) {
    let at = random.below(input.len() + 1);
    match random.below(6) {
        0 => {
            if let Some(byte) = input.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        1 => {
            let piece = TELLING[random.below(TELLING.len())];
            input.splice(at..at, piece.iter().copied());
        }
        2 => {
            let end = (at + 1 + random.below(20)).min(input.len());
            input.drain(at.min(end)..end);
        }
        3 => {
            let piece = piece_of(input, random);
            input.splice(at..at, piece);
        }
        4 => {
            let piece = piece_of(&inputs[random.below(inputs.len())], random);
            let end = (at + piece.len()).min(input.len());
            input.splice(at..end, piece);
        }
        _ => {
            let piece = piece_of(&inputs[random.below(inputs.len())], random);
            input.splice(at..at, piece);
        }
    }
}

/// Up to 64 bytes from somewhere in an input.
fn piece_of(input: &[u8], random: &mut SplitMix64) -> Vec<u8> {
    let start = random.below(input.len() + 1);
    let end = (start + 1 + random.below(64)).min(input.len());
    input[start.min(end)..end].to_vec()
}
