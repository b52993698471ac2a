//! What a report follows from, as a hash: the submission, the assignment with its cases and starter file, the options that
//! change results, and this version. A report with the same hash need not be made again.

use std::fmt::{self, Write as _};
use std::hash::{Hash as _, Hasher};

use sha2::{Digest as _, Sha256};

use super::Grader;
use crate::case::{Case, Contract};
use crate::result::FORMAT;
use crate::submission::{Content, Submission};

/// The hash of the debug form of a value.
pub(super) fn digest(value: &impl fmt::Debug) -> String {
    let mut hash = Hash(Sha256::new());
    // Hashing cannot fail.
    let _ = write!(hash, "{value:?}");
    hex(&hash.0.finalize())
}

/// The part that is the same for a whole class.
#[derive(Debug, Clone)]
pub(super) struct Basis([u8; 32]);

impl Grader {
    /// The hash that the report on this submission would have. `None` where nothing can be said before it is graded.
    pub fn fingerprint(&self, submission: &Submission) -> Option<String> {
        match &submission.content {
            Content::Path(_) | Content::Files(_) => {
                let content = Content::Bytes(submission.read().ok()?);
                let read = Submission {
                    content,
                    ..submission.clone()
                };
                self.fingerprint_of(&read, self.is_unsandboxed())
            }
            Content::Bytes(_) => self.fingerprint_of(submission, self.is_unsandboxed()),
            _ => self.fingerprint_of(submission, false),
        }
    }

    /// The hash of everything that all reports follow from, whatever was handed in.
    pub fn fingerprint_of_all(&self) -> String {
        hex(&self.basis().0)
    }

    /// The hash for a submission whose bytes are in memory.
    pub(super) fn fingerprint_of(&self, submission: &Submission, unsandboxed: bool) -> Option<String> {
        let (kind, content): (&str, &[u8]) = match &submission.content {
            Content::Bytes(bytes) => ("bytes", bytes),
            Content::Refused(reason) => ("refused", reason.as_bytes()),
            Content::Missing => ("missing", b""),
            // What is on disk must be read first, and what cannot be read may be another time.
            Content::Path(_) | Content::Files(_) | Content::Unreadable(_) => return None,
        };

        let mut hash = Hash(Sha256::new());
        hash.0.update(self.basis().0);
        hash.0.update([u8::from(unsandboxed)]);
        let texts = [&submission.student, &submission.slug, &submission.file].map(String::as_bytes);
        let doubt = submission.doubt.as_deref().unwrap_or_default().as_bytes();
        let origin = format!("{:?} {:?}", submission.origin, submission.called);
        for part in texts
            .into_iter()
            .chain([kind.as_bytes(), content, doubt, origin.as_bytes()])
        {
            hash.bytes(part);
        }

        Some(hex(&hash.0.finalize()))
    }

    /// The hash of everything on which the runs of a submission depend: its bytes, how it is built and run, and this version.
    ///
    /// Runs with which the budget was used up depend on the other cases too: `is_used_up` says whether they did.
    pub(super) fn key_of_runs(&self, submission: &Submission, is_used_up: bool) -> Option<String> {
        let Content::Bytes(bytes) = &submission.content else {
            return None;
        };

        let assignment = &self.plan.assignment;
        let parts = (
            env!("CARGO_PKG_VERSION"),
            &assignment.machine,
            &assignment.files,
            assignment.limits,
            assignment.budget,
            &submission.file,
        );

        let mut hash = Hash(Sha256::new());
        // Hashing cannot fail.
        let _ = write!(hash, "{parts:?}");
        if is_used_up {
            for case in &self.plan.cases {
                let _ = write!(hash, "{:?}", case.script.keys);
            }
        }
        hash.0.update(bytes);
        Some(hex(&hash.0.finalize()))
    }

    /// Everything that is parsed counts, most of it by its debug form: a field that is added counts by itself.
    fn basis(&self) -> &Basis {
        self.basis.get_or_init(|| {
            let plan = &self.plan;
            let mut assignment = plan.assignment.clone();
            // Where it was found changes nothing.
            assignment.folder = None;
            // Long texts are hashed as bytes, of which the debug form is several times as long.
            let starter = assignment.starter.take();
            let starter = starter.as_ref().map(|starter| (&starter.until[..], &starter.text[..]));
            let transplants = plan.transplants.as_ref();

            let parts = (
                env!("CARGO_PKG_VERSION"),
                FORMAT,
                assignment,
                &plan.groups,
                plan.by_rubric,
                &plan.contract_groups,
                &plan.configs,
                &plan.share,
                plan.repair,
                starter.map(|(until, _)| until),
                transplants.map(|transplants| &transplants.names),
            );

            let mut hash = Hash(Sha256::new());
            // Hashing cannot fail.
            let _ = write!(hash, "{parts:?}");
            hash.bytes(starter.map_or(b"", |(_, text)| text));
            hash.bytes(transplants.map_or(b"", |transplants| transplants.reference.as_bytes()));
            for contract in &plan.contracts {
                hash.contract(contract);
            }
            for case in &plan.cases {
                hash.case(case);
            }
            Basis(hash.0.finalize().into())
        })
    }
}

/// Hashes text as it is written.
struct Hash(Sha256);

impl Hash {
    /// A case; its texts as bytes, because their debug form takes longer than grading does. The steps of the game and the
    /// transcript, by far the most of it, follow from the assignment and the script.
    fn case(&mut self, case: &Case) {
        let Case {
            name,
            tags,
            points,
            script,
            raw,
            expected: _,
            ends,
            frames,
            demands,
            family,
            goal,
            place,
        } = case;
        let played = (ends, frames, demands, goal, script.protocol);
        // Hashing cannot fail.
        let _ = write!(self, "{:?}", (name, tags, points, raw, family, place, played));

        // Attempts of one key each follow from the keys.
        let is_one_key = script.attempts.len() == script.keys.len();
        let of_keys = is_one_key && script.attempts.iter().all(|attempt| attempt.typed.len() == 1);
        for attempt in script.attempts.iter().filter(|_| !of_keys) {
            self.0.update((attempt.first_key as u64).to_le_bytes());
            self.bytes(&attempt.typed);
        }
        self.bytes(&script.keys);
    }

    /// A contract. Of generated calls, how they are generated: they follow from that and the assignment. The others not in their
    /// debug form, for the same reason.
    fn contract(&mut self, contract: &Contract) {
        let Contract {
            name,
            tags,
            points,
            labels,
            instead,
            calls,
            place,
        } = contract;
        // Hashing cannot fail.
        let _ = write!(
            self,
            "{:?}",
            (name, tags, points, labels, instead, place, calls.generated())
        );
        if calls.generated().is_none() {
            let mut bytes = Bytes(Vec::new());
            calls.hash(&mut bytes);
            self.bytes(&bytes.0);
        }
    }

    /// Bytes with their length, so that nothing can move from one part into the next.
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }
}

impl fmt::Write for Hash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text);
        Ok(())
    }
}

/// Collects what is to be hashed, the same bytes on every machine, and few: a derived `Hash` writes which variant an enum is as
/// an `isize`, and numbers of cells as `usize`.
struct Bytes(Vec<u8>);

impl Hasher for Bytes {
    fn finish(&self) -> u64 {
        self.0.len() as u64
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }

    fn write_isize(&mut self, number: isize) {
        self.write(&[number as u8]);
    }

    fn write_usize(&mut self, number: usize) {
        self.write(&(number as u32).to_le_bytes());
    }
}

pub(in crate::grade) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
