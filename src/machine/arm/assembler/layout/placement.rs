//! Where areas lie: as armlink places them for Keil's default project of this part.

use super::Area;
use crate::diagnostic::Diagnostic;
use crate::machine::arm::program::{FLASH, RAM};
use crate::machine::assembly::Log;

/// Gives the areas their addresses.
pub(super) fn place(areas: &mut [Area], log: &mut Log) -> Vec<usize> {
    let rank = |area: &Area| {
        let header = &area.header;
        let kind = if header.writable {
            2 + u8::from(header.uninitialised)
        } else {
            u8::from(!header.code)
        };
        (kind, header.writable || header.name != "RESET")
    };

    // The main file goes before the others, so that the program starts there.
    let mut order: Vec<usize> = (0..areas.len()).collect();
    order.sort_by(|one, other| {
        let (one, other) = (&areas[*one], &areas[*other]);
        let key = |area: &Area| (rank(area), area.file > 0);
        (key(one), &one.header.name).cmp(&(key(other), &other.header.name))
    });

    let (mut flash, mut ram) = (u64::from(FLASH.0), u64::from(RAM.0));
    for index in &order {
        let area = &mut areas[*index];
        let (next, (start, length), what) = if area.header.writable {
            (&mut ram, RAM, "RAM")
        } else {
            (&mut flash, FLASH, "flash")
        };

        *next = next.next_multiple_of(1 << area.header.alignment);
        area.address = *next as u32;
        let before = *next;
        *next += u64::from(area.size);

        let end = u64::from(start) + u64::from(length);
        if *next > end && before <= end {
            log.push(
                Diagnostic::error("memory-full", format!("the program does not fit into {what}"))
                    .at(area.span)
                    .label(format!(
                        "{what} has {length} bytes; with this area {} are used",
                        *next - u64::from(start)
                    ))
                    .help("look for a `SPACE` or `FILL` with too large a number"),
            );
        }
    }

    order
}
