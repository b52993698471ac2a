//! `--shard`: a part of the class, with the record that `report merge` reads.

use c4grade::grade::class::Class;
use c4grade::grade::class::shard::{Basis, Division, yes_or_no};
use c4grade::report::Reports;
use c4grade::result::ClassReport;

use super::GradeArgs;

/// A part of the class that is graded.
pub(super) struct Shard {
    division: Division,
    fingerprint: String,
    options: Vec<(String, String)>,
    is_saved: bool,
}

impl Shard {
    /// The part of a division; `fingerprint` is the hash of everything that all reports follow from.
    pub(super) fn new(division: Division, fingerprint: String, args: &GradeArgs) -> Self {
        let audience = format!("{:?}", args.audience).to_lowercase();
        let options = [("--full", yes_or_no(args.full)), ("--audience", audience)];
        Self {
            division,
            fingerprint,
            options: options.map(|(name, value)| (name.to_owned(), value)).to_vec(),
            is_saved: !args.no_copies,
        }
    }

    /// What part of the class it is, in words.
    pub(super) fn words(&self, students: usize) -> String {
        let part = self.division.part();
        let all = self.division.class();
        format!("Shard {part}: {students} of {all} submissions. Merge all shards with c4grade report merge.")
    }

    /// Writes the record, when everything else is written.
    pub(super) fn write(&self, reports: &Reports, class: &Class, report: &ClassReport) -> anyhow::Result<()> {
        let basis = Basis {
            fingerprint: self.fingerprint.clone(),
            has_copies: self.is_saved,
            options: self.options.clone(),
        };
        let (shard, sources) = class.shard(&self.division, report, basis);
        let slugs: Vec<&str> = report.students.iter().map(|row| row.slug.as_str()).collect();
        Ok(reports.write_shard(&shard.encode()?, &sources, &slugs, self.is_saved)?)
    }
}
