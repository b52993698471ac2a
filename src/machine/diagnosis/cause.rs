//! Causes that are the same on every architecture.

use super::architecture::Architecture;
use super::code::Code;
use super::unwritten::UnwrittenKind;
use super::value::{Read, Unset};
use crate::diagnostic::wording::capital;
use crate::result::Cause;

pub mod data;
pub mod endless;
pub mod returns;

/// A cause with the places of some addresses, the one to change first.
pub fn cause<N: Copy + PartialEq>(
    image: &impl Code<N>,
    key: &str,
    common: &str,
    sentence: String,
    places: &[N],
) -> Cause {
    let mut places = places.to_vec();
    places.dedup();

    Cause {
        key: key.to_owned(),
        common: common.to_owned(),
        sentence,
        places: places.iter().map(|address| image.place(*address)).collect(),
    }
}

/// The cause that came first, with its step: what comes later follows from it. Of two at the same step the first that is
/// given.
pub fn earliest(events: impl IntoIterator<Item = Option<(u64, Cause)>>) -> Option<(u64, Cause)> {
    events.into_iter().flatten().min_by_key(|(step, _)| *step)
}

/// Kind and name of a place that nothing set.
pub fn unset<A: Architecture>(image: &A::Image<'_>, read: Read<A::Address>) -> (UnwrittenKind, String) {
    match read.what {
        Unset::Register(number) => (UnwrittenKind::Register, A::register_name(number)),
        Unset::Memory(address) => (UnwrittenKind::Memory, image.name(address)),
        Unset::Reserved(address) => (UnwrittenKind::Reserved, image.name(address)),
    }
}

/// A read of what nothing set, and what came of it.
pub fn unwritten<A: Architecture>(image: &A::Image<'_>, read: Read<A::Address>, rest: &str) -> Cause {
    let (_, name) = unset::<A>(image, read);
    let (key, common) = match read.what {
        Unset::Register(number) if number == A::STACK => (
            "stack-pointer-never-set",
            format!("the stack pointer {name} is used before it is set"),
        ),
        Unset::Register(_) => ("register-never-set", "a register is used before it is set".to_owned()),
        Unset::Memory(_) | Unset::Reserved(_) => (
            "unwritten-read",
            "memory is read before the program has written it".to_owned(),
        ),
    };

    let mut sentence = format!(
        "{} reads {name} before anything wrote it.",
        capital(&image.line(read.at))
    );
    if !rest.is_empty() {
        sentence = format!("{sentence} {rest}");
    }
    cause(image, key, &common, sentence, &[read.at])
}
