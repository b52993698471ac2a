//! Boards that are printed as a list of lists. Each row is on a line of its own, `[[0. 0.]` above ` [0. 1.]]`, or all rows are on
//! one line, `[[0, 0], [0, 1]]`. The brackets of the outer list belong to no row.

/// The rows that a line holds, each with its own brackets alone. A line that is no part of a list is one row as it is.
pub(in crate::connect4::reading) fn rows(line: &[u8], columns: usize) -> Vec<&[u8]> {
    let list = line.trim_ascii();
    let is_whole = list.starts_with(b"[[") && list.ends_with(b"]]");
    if is_whole {
        let mut rows = Vec::new();
        let mut rest = bare(line);
        while let Some(at) = rest.windows(2).position(|pair| pair == b"],") {
            let (row, behind) = rest.split_at(at + 1);
            rows.push(row);
            rest = behind[1..].trim_ascii_start();
        }
        rows.push(rest);

        // Cells may have brackets of their own.
        let is_row = |row: &&[u8]| row.starts_with(b"[") && row.ends_with(b"]") && row.len() > columns + 1;
        if rows.iter().all(is_row) {
            return rows;
        }
    }
    vec![bare(line)]
}

/// A row without the brackets and the comma of the outer list.
pub(super) fn bare(line: &[u8]) -> &[u8] {
    let list = line.trim_ascii();
    if !list.starts_with(b"[") {
        return line;
    }
    let list = if list.starts_with(b"[[") { &list[1..] } else { list };
    let is_cut = list.ends_with(b"]]") || list.ends_with(b"],");
    if is_cut { &list[..list.len() - 1] } else { list }
}
