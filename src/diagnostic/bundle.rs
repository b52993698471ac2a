//! Several files of one program as one sequence of bytes: what is handed from those who find files to those who read them.
//!
//! Each file has its length before it, so that nothing in a file can be taken for the next one. What begins like a bundle is
//! one, whoever wrote it: it may hold nothing that the files could not.

/// What a bundle begins with; no text and no image does.
const MAGIC: &[u8] = b"\0c4grade files\n";
/// The most files of a bundle that is read.
const MOST: usize = 64;

/// One bundle of files with their names, the program's main file first. One file alone is itself.
pub fn join(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    if let [(_, only)] = files {
        return only.clone();
    }

    let mut bytes = MAGIC.to_vec();
    for (name, content) in files {
        for part in [name.as_bytes(), content] {
            bytes.extend((part.len() as u32).to_le_bytes());
            bytes.extend(part);
        }
    }
    bytes
}

/// The files of a bundle, in order; `None` where the bytes are no whole bundle.
pub fn split(bytes: &[u8]) -> Option<Vec<(String, &[u8])>> {
    let mut rest = bytes.strip_prefix(MAGIC)?;
    let mut files = Vec::new();
    while !rest.is_empty() && files.len() < MOST {
        let name = part(&mut rest)?;
        let content = part(&mut rest)?;
        files.push((String::from_utf8_lossy(name).into_owned(), content));
    }
    (rest.is_empty() && !files.is_empty()).then_some(files)
}

/// The next part, with its length before it.
fn part<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, after) = rest.split_first_chunk()?;
    let (part, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *rest = after;
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::{MAGIC, join, split};

    #[test]
    fn files_come_back_as_they_were() {
        let files = [("main.s".to_owned(), b"a\0b".to_vec()), ("b.s".to_owned(), Vec::new())];
        let bytes = join(&files);
        let back = split(&bytes).expect("a bundle");
        assert_eq!(
            back,
            [("main.s".to_owned(), &b"a\0b"[..]), ("b.s".to_owned(), &b""[..])]
        );
        assert_eq!(join(&files[..1]), b"a\0b");
    }

    #[test]
    fn what_is_cut_off_is_no_bundle() {
        let whole = join(&[("a".to_owned(), vec![1, 2, 3]), ("b".to_owned(), vec![4])]);
        for end in 0..whole.len() {
            // A whole number of files is a bundle of fewer.
            let is_whole = end == MAGIC.len() + 4 + 1 + 4 + 3;
            assert_eq!(split(&whole[..end]).is_some(), is_whole, "{end}");
        }
        assert!(split(&[MAGIC, &[255; 8]].concat()).is_none());
    }
}
