//! The sources of a class's programs, which are needed again only where programs are the same: in a file without a name, so that
//! memory does not grow with the class.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::sync::{Mutex, PoisonError};

/// Sources, one after the other.
#[derive(Debug, Default)]
pub(super) struct Sources(Mutex<Option<File>>);

/// Where a source is.
#[derive(Debug, Clone)]
pub(super) enum Kept {
    /// In the file.
    Filed {
        /// From which byte.
        start: u64,
        /// How many bytes.
        length: usize,
    },
    /// In memory, where the file cannot be written.
    Held(String),
}

impl Sources {
    /// Keeps a source.
    pub(super) fn keep(&self, source: String) -> Kept {
        match self.file(&source) {
            Ok(start) => Kept::Filed {
                start,
                length: source.len(),
            },
            Err(_) => Kept::Held(source),
        }
    }

    /// Adds a source to the file; returns where it begins.
    fn file(&self, source: &str) -> io::Result<u64> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if file.is_none() {
            *file = Some(tempfile::tempfile()?);
        }
        let file = file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        let start = file.seek(SeekFrom::End(0))?;
        file.write_all(source.as_bytes())?;
        Ok(start)
    }

    /// A source again; `None` where the file cannot be read.
    pub(super) fn read(&self, kept: &Kept) -> Option<String> {
        let (start, length) = match kept {
            Kept::Filed { start, length } => (*start, *length),
            Kept::Held(source) => return Some(source.clone()),
        };

        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let file = file.as_mut()?;
        let mut bytes = vec![0; length];
        file.seek(SeekFrom::Start(start)).ok()?;
        file.read_exact(&mut bytes).ok()?;
        String::from_utf8(bytes).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Sources;

    #[test]
    fn sources_come_back_in_any_order() {
        let sources = Sources::default();
        let kept = ["one", "", "größer"].map(|source| sources.keep(source.to_owned()));
        let back = [2, 0, 1].map(|place| sources.read(&kept[place]));
        assert_eq!(back.map(Option::unwrap_or_default), ["größer", "one", ""]);
    }
}
