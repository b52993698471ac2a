//! How moves are to be typed, and how else they may be; whether a question comes before the game.

use crate::assignment::{InputProtocol, Opening};
use crate::yaml::{At, Reader};

pub(super) const OPENINGS: [(&str, Opening); 3] = [
    ("none", Opening::None),
    ("allowed", Opening::Allowed),
    ("demanded", Opening::Demanded),
];
/// Keys of an opening, at most.
pub(super) const OPENING_KEYS: usize = 8;

/// What the section says; the share only where one is given.
pub struct Input {
    pub demanded: InputProtocol,
    pub tolerated: Vec<InputProtocol>,
    pub share: Option<f64>,
    pub opening: Opening,
    pub opening_keys: Vec<u8>,
}

/// Reads the section. `is_other` says that the machine is no LC-3.
pub fn input(reader: &mut Reader, at: &At, is_other: bool) -> Option<Input> {
    let fields = reader.fields(at, &["protocol", "tolerates", "share", "opening", "opening-keys"])?;
    let demanded = reader
        .required(&fields, "protocol", "key")
        .and_then(|at| protocol(reader, &at, is_other));
    let mut tolerated = Vec::new();
    for entry in fields
        .get("tolerates")
        .and_then(|at| reader.list(&at))
        .unwrap_or_default()
    {
        let Some(other) = protocol(reader, &entry, is_other) else {
            continue;
        };
        if Some(other) == demanded || tolerated.contains(&other) {
            reader.out_of_range(&entry, "a protocol that is not listed already");
        }
        tolerated.push(other);
    }

    let share = match fields.get("share") {
        Some(at) => Some(reader.share(&at)?),
        None => None,
    };
    let opening = match fields.get("opening") {
        Some(at) => reader.choice(&at, &OPENINGS)?,
        None => Opening::default(),
    };
    let opening_keys = match fields.get("opening-keys") {
        Some(at) if opening == Opening::None => {
            reader.out_of_range(&at, "left out where `opening` is not `allowed` or `demanded`");
            return None;
        }
        Some(at) => reader.short_text(&at, OPENING_KEYS)?.into_bytes(),
        None => Vec::new(),
    };

    Some(Input {
        demanded: demanded?,
        tolerated,
        share,
        opening,
        opening_keys,
    })
}

/// One of the protocols that the machine has.
fn protocol(reader: &mut Reader, at: &At, is_other: bool) -> Option<InputProtocol> {
    let protocol = reader.choice(at, &InputProtocol::ALL.map(|protocol| (protocol.name(), protocol)))?;
    if is_other && protocol == InputProtocol::In {
        reader.out_of_range(at, "key, enter or line; `in` exists on the LC-3 only");
        return None;
    }
    Some(protocol)
}
