//! Raw images: the bytes of flash from address 0 on, with nothing that says so.

use super::super::isa::Instruction;
use super::super::program::FLASH;
use super::flash::Flash;
use super::{Image, Refused, is_cortex_m};

/// Instructions at the beginning that are looked at.
const LOOKED_AT: usize = 8;

/// Whether the bytes are a raw image. Named `.bin` they need only be no text and fit flash; under another name they must
/// also begin as ARM code does.
pub(super) fn is_image(name: &str, bytes: &[u8]) -> bool {
    is_binary(bytes)
        && bytes.len() <= FLASH.1 as usize
        && (begins_as_code(bytes) || is_bin(name) && is_for_cortex_m(bytes))
}

/// The image.
pub(super) fn read(bytes: &[u8]) -> Result<Image, Refused> {
    let mut flash = Flash::default();
    flash.write(FLASH.0, bytes)?;
    Ok(Image::plain(flash, Vec::new()))
}

/// Why a file that is named as an image is none; `None` where the name says nothing.
pub(super) fn no_image(name: &str, bytes: &[u8]) -> Option<Refused> {
    let extension = [".axf", ".elf", ".bin", ".hex", ".o"]
        .into_iter()
        .find(|extension| has_extension(name, extension))?;
    let what = match (bytes.is_empty(), is_binary(bytes), extension) {
        (true, ..) => "empty",
        (_, true, ".bin") if bytes.len() > FLASH.1 as usize => "longer than the board's flash",
        (_, true, ".bin") => "no ARM code for address 0",
        (_, true, ".hex") => "no lines of Intel HEX",
        (_, true, _) => "no ELF image",
        // A source under a wrong name is still a source.
        (_, false, ".hex") if bytes.first() == Some(&b':') => "no lines of Intel HEX",
        (_, false, _) => return None,
    };

    Some(Refused::Misnamed {
        extension: extension.to_owned(),
        what,
    })
}

fn is_bin(name: &str) -> bool {
    has_extension(name, ".bin")
}

fn has_extension(name: &str, extension: &str) -> bool {
    let start = name.len().checked_sub(extension.len());
    start.is_some_and(|start| name.as_bytes()[start..].eq_ignore_ascii_case(extension.as_bytes()))
}

/// Whether there are control characters that no text has.
fn is_binary(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| *byte < 0x09)
}

/// Whether the first word is an instruction that is always executed, and so is every second one or more of those after
/// it, as in all code and in tables of vectors, and hardly in anything else.
fn begins_as_code(bytes: &[u8]) -> bool {
    let words = words(bytes);
    let is_always = |word: &u32| word >> 28 == 0xE;
    let is_first = words
        .first()
        .is_some_and(|word| is_always(word) && Instruction::decode(*word).is_some());
    is_first && words.iter().filter(|word| is_always(word)).count() * 2 >= words.len()
}

fn is_for_cortex_m(bytes: &[u8]) -> bool {
    matches!(words(bytes)[..], [stack, reset, ..] if is_cortex_m(stack, reset))
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.as_chunks::<4>().0.iter().take(LOOKED_AT);
    words.map(|word| u32::from_le_bytes(*word)).collect()
}
