//! Submissions of the same program, which is run once.
//!
//! Programs are the same to the byte, or but for comments: then they are assembled to the same words, and every line has the
//! same code. Nothing that is found out about such a program depends on its comments but its listing and the messages of the
//! assembler, which show whole lines.

use sha2::{Digest as _, Sha256};

use super::build::Built;
use super::run::RunCache;
use super::saved::SavedSubmission;
use super::{Graded, Grader, listing};
use crate::diagnostic::{Located, Source, bundle};
use crate::result::{Listing, StudentReport};
use crate::submission::{Content, Submission};

impl Grader {
    /// Grades one submission, without running its program where it is that of `same`, whose file is called the same: two
    /// who worked together, a starter file that is handed in as it is, or one who changed another's comments.
    pub fn grade_like(&self, same: Option<&Graded>, submission: &Submission) -> Graded {
        // What needs attention is said of one file, and costs nothing to find out.
        let same = same.filter(|graded| graded.report.verdict.has_score() && !graded.is_on_disk);
        // What else was handed in is in the report.
        let set_aside = |submission: &Submission| submission.origin.set_aside.clone();
        let same = same.filter(|graded| set_aside(&graded.saved.submission) == set_aside(submission));

        let like = same.and_then(|graded| {
            let Content::Bytes(known) = &graded.saved.submission.content else {
                return None;
            };
            let bytes = submission.read().ok()?;
            if *known == bytes {
                return Some(self.graded_with(graded, submission, bytes));
            }

            let own = self.but_for_comments((submission, &bytes), (graded, known))?;
            let mut like = self.graded_with(graded, submission, bytes);
            like.report.diagnostics = own.diagnostics;
            let listed = like.report.source.take();
            like.report.source = listed.and_then(|listed| listed_like(&own.source, &listed));
            Some(like)
        });
        like.unwrap_or_else(|| self.grade(submission))
    }

    /// A submission that was built, where its program is the same as another one but for comments.
    fn but_for_comments(&self, own: (&Submission, &[u8]), other: (&Graded, &[u8])) -> Option<Built> {
        let (submission, bytes) = own;
        let (graded, known) = other;
        if self.code_of(&submission.file, bytes)? != self.code_of(&graded.saved.submission.file, known)? {
            return None;
        }

        let build = |submission, bytes| {
            let built = self.build(submission, bytes, RunCache::default()).ok()?;
            let words = built.runner.as_ref()?.built()?.digest()?;
            Some((built, words))
        };
        let (own, words) = build(submission, bytes)?;
        let (other, known_words) = build(&graded.saved.submission, known)?;
        let is_same = words == known_words && messages(&own.diagnostics) == messages(&other.diagnostics);
        is_same.then_some(own)
    }

    /// By what submissions of the same assembly program are found: a hash of the code of their lines.
    pub(super) fn hash_of_code(&self, submission: &Submission) -> Option<[u8; 32]> {
        let code = self.code_of(&submission.file, &submission.read().ok()?)?;
        Some(Sha256::digest(code).into())
    }

    /// The lines of an assembly file without comments; `None` for other files, and for several in one.
    fn code_of(&self, file: &str, bytes: &[u8]) -> Option<String> {
        if bundle::split(bytes).is_some() {
            return None;
        }

        let machine = self.plan.configs[0].machine;
        let source = Source::read(file, bytes);
        let lines = (1..=source.line_count()).filter_map(|line| source.line(line));
        let mut all = format!("{:?}\n", source.encoding);
        for line in lines {
            all += machine.code(line)?.trim_end();
            all.push('\n');
        }
        Some(all)
    }

    /// What another student gets who handed in the same program: a report of the same results.
    fn graded_with(&self, graded: &Graded, submission: &Submission, bytes: Vec<u8>) -> Graded {
        let read = Submission {
            content: Content::Bytes(bytes),
            ..submission.clone()
        };
        let has_fingerprint = graded.report.fingerprint.is_some();
        let identity = self.empty_report(submission);
        let report = StudentReport {
            fingerprint: has_fingerprint
                .then(|| self.fingerprint_of(&read, graded.report.unsandboxed))
                .flatten(),
            student: identity.student,
            slug: identity.slug,
            file: identity.file,
            name: identity.name,
            id: identity.id,
            email: identity.email,
            login: identity.login,
            late: identity.late,
            attempts: identity.attempts,
            ..graded.report.clone()
        };
        Graded {
            report,
            saved: SavedSubmission {
                submission: read,
                runs: graded.saved.runs.clone(),
            },
            is_on_disk: false,
        }
    }
}

/// What the assembler said, but for the lines that it shows.
fn messages(diagnostics: &[Located]) -> Vec<Located> {
    let without_line = |one: &Located| Located {
        excerpt: None,
        ..one.clone()
    };
    diagnostics.iter().map(without_line).collect()
}

/// The listing of a source, in which the same lines ran as in another one.
fn listed_like(source: &Source, other: &Listing) -> Option<Listing> {
    let mut listing = listing::listing(source)?;
    listing.coverage = other.coverage;
    let ran = other.files.iter().flat_map(|file| &file.lines);
    let lines = listing.files.iter_mut().flat_map(|file| &mut file.lines);
    for (line, other) in lines.zip(ran) {
        line.ran = other.ran;
    }
    Some(listing)
}
