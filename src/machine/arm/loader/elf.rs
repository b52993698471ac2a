//! ELF images: what the linker says must lie where.
//!
//! Tool Interface Standard, Executable and Linking Format 1.2, and ELF for the ARM Architecture (IHI 0044). The few
//! fields that matter are read here, each checked against the end of the file: a whole ELF library would bring formats
//! and machines that are refused anyway.

use std::ops::Range;

use super::super::program::{FLASH, Kind, Piece, RAM, Symbol};
use super::fields::Fields;
use super::flash::Flash;
use super::pieces;
use super::symbols::{self, Symbols};
use super::{Image, Refused};
use crate::diagnostic::{Diagnostic, Severity};

/// How every ELF file begins.
pub(super) const MAGIC: &[u8] = b"\x7FELF";

const ARM: u16 = 40;
const EXECUTABLE: u16 = 2;
const LOADED: u32 = 1;
const SYMBOL_TABLE: u32 = 2;
const WITHOUT_BYTES: u32 = 8;
const WRITABLE: u32 = 1;
const ALLOCATED: u32 = 2;
/// Writable sections that are distinguished; an image has two or three.
const MOST_WRITABLE: usize = 64;

/// A section, as far as it matters.
pub(super) struct Section<'a> {
    kind: u32,
    flags: u32,
    /// Where it lies when the program runs.
    address: u32,
    offset: u32,
    size: u32,
    link: u32,
    /// What the file has of it.
    pub(super) bytes: &'a [u8],
}

/// Whether the file is for ARM, whatever else it is.
pub(super) fn is_arm(bytes: &[u8]) -> bool {
    machine(bytes) == Some(ARM)
}

/// The image in an ELF file.
pub(super) fn read(bytes: &[u8]) -> Result<Image, Refused> {
    check_kind(bytes)?;
    let file = Fields(bytes);
    let mut notes = Vec::new();
    let entry = file.word(24).ok_or(Refused::CutShort { what: "header" })?;
    if entry % 2 == 1 {
        return Err(Refused::Thumb { entry: entry - 1 });
    }

    let mut flash = Flash::default();
    let segments = segments(file)?;
    for segment in &segments {
        place(segment, &mut flash, &mut notes)?;
    }

    // Images that were stripped have no sections; ones that are damaged there can still run.
    let sections = sections(file).unwrap_or_default();
    let mut symbols = symbol_table(&sections).unwrap_or_default();
    if symbols.starts_with_thumb() {
        return Err(Refused::Thumb { entry });
    }

    let copied = symbols
        .list
        .iter()
        .any(|symbol| symbol.name.starts_with("__scatterload"));
    let data = initial_data(&sections, &segments, copied, &mut notes);
    let mut parts = pieces::of_flash(&flash, &symbols.marks, &data);
    pieces::find_literals(&mut parts, &flash, &symbols.list);
    parts.extend(ram(&sections));

    if symbols.has_thumb() {
        notes.push(thumb_inside());
    }

    if entry != 0 {
        notes.push(entry_elsewhere(entry, &symbols.list));
    }

    Ok(Image {
        flash,
        pieces: parts,
        symbols: std::mem::take(&mut symbols.list),
        notes,
    })
}

fn machine(bytes: &[u8]) -> Option<u16> {
    let raw = *bytes.get(18..)?.first_chunk()?;
    Some(match bytes.get(5)? {
        2 => u16::from_be_bytes(raw),
        _ => u16::from_le_bytes(raw),
    })
}

/// Refuses what is no executable for a little-endian ARM.
fn check_kind(bytes: &[u8]) -> Result<(), Refused> {
    let header = Refused::CutShort { what: "header" };
    let Some(machine) = machine(bytes).filter(|_| bytes.len() >= 52) else {
        return Err(header);
    };

    if machine != ARM {
        let machine = match machine {
            3 => "x86 (a PC)".to_owned(),
            62 => "x86-64 (a PC)".to_owned(),
            183 => "64-bit ARM (AArch64)".to_owned(),
            8 => "MIPS".to_owned(),
            20 | 21 => "PowerPC".to_owned(),
            83 => "AVR".to_owned(),
            105 => "MSP430".to_owned(),
            243 => "RISC-V".to_owned(),
            other => format!("another machine (number {other})"),
        };
        return Err(Refused::OtherMachine { machine });
    }

    match (bytes[4], bytes[5]) {
        (2, _) => return Err(Refused::Wide),
        (_, 2) => return Err(Refused::BigEndian),
        _ => {}
    }

    match Fields(bytes).half(16).ok_or(header)? {
        EXECUTABLE => Ok(()),
        1 => Err(Refused::Object),
        3 => Err(not_executable("a shared library".to_owned())),
        4 => Err(not_executable("a core dump".to_owned())),
        other => Err(not_executable(format!("of type {other}"))),
    }
}

fn not_executable(what: String) -> Refused {
    Refused::NotExecutable { what }
}

/// A part of the file that is loaded.
struct Segment<'a> {
    /// Where it is programmed.
    load: u32,
    offset: u32,
    bytes: &'a [u8],
}

fn segments(file: Fields<'_>) -> Result<Vec<Segment<'_>>, Refused> {
    let damaged = |what| Refused::CutShort { what };
    let mut segments = Vec::new();
    for header in table(file, 28, 42, 44, 32).ok_or(damaged("table of segments"))? {
        let word = |at| header.word(at).ok_or(damaged("table of segments"));
        let (kind, offset, load, size) = (word(0)?, word(4)?, word(12)?, word(16)?);
        if kind == LOADED && size > 0 {
            let bytes = file.bytes(offset, size).ok_or(damaged("contents"))?;
            segments.push(Segment { load, offset, bytes });
        }
    }

    Ok(segments)
}

/// The entries of a table whose offset, entry size and length are at these places in the header.
fn table(file: Fields<'_>, offset: usize, size: usize, count: usize, least: usize) -> Option<Vec<Fields<'_>>> {
    let (offset, size) = (file.word(offset)?, usize::from(file.half(size)?));
    let count = usize::from(file.half(count)?);
    if count == 0 {
        return Some(Vec::new());
    }
    let length = size.checked_mul(count).filter(|_| size >= least)?;
    let bytes = file.bytes(offset, u32::try_from(length).ok()?)?;
    Some(bytes.chunks_exact(size).map(Fields).collect())
}

fn place(segment: &Segment<'_>, flash: &mut Flash, notes: &mut Vec<Diagnostic>) -> Result<(), Refused> {
    let end = u64::from(segment.load) + segment.bytes.len() as u64;
    if segment.load >= RAM.0 && end <= u64::from(RAM.0 + RAM.1) {
        let message = format!(
            "0x{:X} bytes at 0x{:08X} are to be loaded into RAM, which no board keeps: they are left out",
            segment.bytes.len(),
            segment.load
        );
        notes.push(
            Diagnostic::warning("ram-data-not-loaded", message)
                .help("let the program write to RAM itself what it needs there"),
        );
        return Ok(());
    }

    flash.write(segment.load, segment.bytes)
}

fn sections(file: Fields<'_>) -> Option<Vec<Section<'_>>> {
    let headers = table(file, 32, 46, 48, 40)?;
    let section = |header: &Fields<'_>| {
        let (kind, offset, size) = (header.word(4)?, header.word(16)?, header.word(20)?);
        Some(Section {
            kind,
            flags: header.word(8)?,
            address: header.word(12)?,
            offset,
            size,
            link: header.word(24)?,
            bytes: if kind == WITHOUT_BYTES {
                &[]
            } else {
                file.bytes(offset, size).unwrap_or_default()
            },
        })
    };

    headers.iter().map(section).collect()
}

fn symbol_table(sections: &[Section<'_>]) -> Option<Symbols> {
    let table = sections.iter().find(|section| section.kind == SYMBOL_TABLE)?;
    let names = sections.get(table.link as usize)?;
    Some(symbols::read(table.bytes, names.bytes))
}

/// Where in flash the initial data of RAM lies; says that nothing copies it where it is not all zero.
fn initial_data(
    sections: &[Section<'_>],
    segments: &[Segment<'_>],
    copied: bool,
    notes: &mut Vec<Diagnostic>,
) -> Vec<Range<u32>> {
    let mut ranges = Vec::new();
    let in_ram = sections
        .iter()
        .filter(|section| is_in_ram(section) && !section.bytes.is_empty());

    for section in in_ram.take(MOST_WRITABLE) {
        let segment = segments.iter().find_map(|segment| {
            let within = section.offset.checked_sub(segment.offset)?;
            let fits = within as usize + section.bytes.len() <= segment.bytes.len();
            let load = segment.load.checked_add(within)?;
            (fits && load < FLASH.1).then_some(load)
        });
        let Some(load) = segment else { continue };
        ranges.push(load..load + section.bytes.len() as u32);
        if !copied && section.bytes.iter().any(|byte| *byte != 0) {
            notes.push(stays_in_flash(section, load));
        }
    }

    ranges
}

fn stays_in_flash(section: &Section<'_>, load: u32) -> Diagnostic {
    let message = format!(
        "the initial data of RAM at 0x{:08X} ({} bytes) stays in flash at 0x{load:08X}: nothing copies it, and RAM starts \
         as zero",
        section.address,
        section.bytes.len()
    );
    Diagnostic::warning("ram-data-not-loaded", message)
        .help("let the program write to RAM itself what it needs there, or put constant data into a READONLY area")
}

fn is_in_ram(section: &Section<'_>) -> bool {
    let end = u64::from(section.address) + u64::from(section.size);
    section.flags & (ALLOCATED | WRITABLE) == ALLOCATED | WRITABLE
        && section.address >= RAM.0
        && end <= u64::from(RAM.0 + RAM.1)
}

/// What lies in RAM: room to be written, and data that is not loaded there.
fn ram(sections: &[Section<'_>]) -> Vec<Piece> {
    let in_ram = sections.iter().filter(|section| is_in_ram(section) && section.size > 0);
    let mut found: Vec<Piece> = in_ram
        .map(|section| Piece {
            address: section.address,
            length: section.size,
            kind: Kind::Reserved,
            line: 0,
        })
        .collect();
    found.sort_by_key(|piece| piece.address);

    let mut end = RAM.0;
    found.retain(|piece| {
        let is_apart = piece.address >= end;
        end = end.max(piece.address + piece.length);
        is_apart
    });

    found
}

fn thumb_inside() -> Diagnostic {
    Diagnostic::warning(
        "thumb-code",
        "the image has Thumb code in it, which is not run: a jump to it ends the program",
    )
    .help("leave out `THUMB` and `CODE16`, or choose an ARM7TDMI part in the project and build it again")
}

fn entry_elsewhere(entry: u32, symbols: &[Symbol]) -> Diagnostic {
    let first = symbols.partition_point(|symbol| symbol.value < entry);
    let here = symbols[first..]
        .iter()
        .find(|symbol| symbol.value == entry && symbol.is_label);
    let name = here.map_or_else(String::new, |symbol| format!(" ({})", symbol.name));
    let message =
        format!("the image names 0x{entry:08X}{name} as its entry point; the board starts at address 0 all the same");
    Diagnostic::new(Severity::Note, "entry-not-at-zero", message)
}
