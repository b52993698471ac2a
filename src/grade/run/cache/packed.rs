//! A large output, compressed. A flood repeats itself, and shrinks to a hundredth.

use std::cell::RefCell;
use std::io::{Read, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};

use crate::machine::{Output, Service};

thread_local! {
    /// Kept from one output to the next: to make one takes longer than to compress a usual output.
    static ENCODER: RefCell<ZlibEncoder<Vec<u8>>> = RefCell::new(ZlibEncoder::new(Vec::new(), Compression::fast()));
}

/// The most bytes of one output: no assignment allows more.
const MOST: usize = 1 << 30;

/// A large output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Packed {
    /// The bytes, compressed, in base64.
    zlib: String,
    length: usize,
    key_marks: Vec<usize>,
    banners: Vec<(usize, usize, Service)>,
}

impl Packed {
    pub(super) fn of(output: &Output) -> Self {
        let zlib = ENCODER.with_borrow_mut(|encoder| {
            // Writing into memory does not fail.
            let _ = encoder.write_all(&output.bytes);
            encoder.reset(Vec::new()).unwrap_or_default()
        });
        let banners = output.banners.iter();
        Self {
            zlib: STANDARD.encode(zlib),
            length: output.bytes.len(),
            key_marks: output.key_marks.clone(),
            banners: banners.map(|(range, by)| (range.start, range.end, *by)).collect(),
        }
    }

    /// Bytes that holding it takes.
    pub(super) fn size(&self) -> usize {
        self.zlib.len()
    }

    /// The output again; `None` where it is not what [`Packed::of`] made.
    pub(super) fn unpack(&self) -> Option<Output> {
        let zlib = STANDARD.decode(&self.zlib).ok()?;
        let mut bytes = Vec::new();
        let cap = self.length.min(MOST) as u64 + 1;
        ZlibDecoder::new(&zlib[..]).take(cap).read_to_end(&mut bytes).ok()?;
        if bytes.len() != self.length {
            return None;
        }

        let banners = self.banners.iter();
        Some(Output {
            bytes,
            key_marks: self.key_marks.clone(),
            banners: banners.map(|(start, end, by)| (*start..*end, *by)).collect(),
        })
    }

    /// Whether marks and banners lie in the output, in order.
    pub(super) fn is_sound(&self) -> bool {
        is_sound(&self.key_marks, &self.banners, self.length)
    }
}

/// Whether marks and banners lie within an output of this length, in order and not overlapping.
pub(super) fn is_sound(key_marks: &[usize], banners: &[(usize, usize, Service)], length: usize) -> bool {
    let in_order = key_marks.is_sorted() && key_marks.last().is_none_or(|last| *last <= length);
    let mut end = 0;
    let banners_fit = banners.iter().all(|(start, stop, _)| {
        let fits = end <= *start && start <= stop && *stop <= length;
        end = *stop;
        fits
    });
    in_order && banners_fit
}
