//! Keys with which a program hangs whatever follows, so that it need not hang again for each script that begins with them.

use std::collections::HashSet;

use crate::machine::Run;

/// How often the fewest keys with which a program hangs are looked for, and once more each time that such keys were of use.
const SEARCHES: u32 = 4;
/// Keys with which a program hangs are looked for among so many at the beginning of a script.
const LONGEST: usize = 64;
/// What a program that reads ahead has at least read, where there is so much.
const READ_AHEAD: usize = 4096;

/// The hangs of a program that are known.
#[derive(Debug, Default)]
pub struct Hangs {
    known: Vec<Hang>,
    /// Beginnings of scripts with which the program does not hang.
    passed: HashSet<Vec<u8>>,
    searches: u32,
    uses: u32,
}

/// Keys with which the program hangs, before it asks for another one.
#[derive(Debug)]
struct Hang {
    keys: Vec<u8>,
    /// Whether it takes from its input all that is there.
    reads_ahead: bool,
    run: Run,
}

impl Hangs {
    /// The run of a script that begins with such keys.
    pub fn run(&mut self, keys: &[u8]) -> Option<Run> {
        let covers = |hang: &&Hang| keys.starts_with(&hang.keys) && (!hang.reads_ahead || keys.len() <= READ_AHEAD);
        let hang = self.known.iter().find(covers)?;
        self.uses += 1;

        let keys_left = if hang.reads_ahead {
            0
        } else {
            keys.len() - hang.keys.len()
        };
        Some(Run {
            keys_left,
            ..hang.run.clone()
        })
    }

    /// The beginnings of a script that may be enough for the program to hang, in the order in which they are to be tried: the
    /// shortest one first. None once such searches have been of too little use.
    pub fn candidates<'k>(&mut self, keys: &'k [u8]) -> Vec<&'k [u8]> {
        if self.searches >= SEARCHES.saturating_add(self.uses) {
            return Vec::new();
        }
        self.searches += 1;
        let beginnings = (0..keys.len().min(LONGEST)).map(|length| &keys[..length]);
        beginnings.filter(|keys| !self.passed.contains(*keys)).collect()
    }

    /// Notes that the program does not hang with these keys.
    pub fn pass(&mut self, keys: &[u8]) {
        self.passed.insert(keys.to_vec());
    }

    /// Keeps that the program hangs with the first keys of a script, as this run shows, where it did the same with all of them.
    pub fn keep(&mut self, keys: &[u8], enough: usize, whole: &Run, run: Run) {
        let reads_ahead = whole.keys_left == 0;
        let reads_singly = whole.keys_left == keys.len() - enough;
        if (reads_ahead || reads_singly) && run.output == whole.output && run.stop == whole.stop {
            self.known.push(Hang {
                keys: keys[..enough].to_vec(),
                reads_ahead,
                run,
            });
        }
    }
}
