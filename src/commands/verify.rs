//! `c4grade verify`: grades the sample classes and compares the results with the known verdicts.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;

use c4grade::assignment::{self, Assignment, bundled};
use c4grade::case;
use c4grade::diagnostic::Source;
use c4grade::diagnostic::wording::system_words;
use c4grade::grade::class::{self, Observer};
use c4grade::grade::{Graded, Grader};
use c4grade::report;
use c4grade::result::{StudentRow, Verdict};
use c4grade::sandbox::Sandbox;
use c4grade::submission::Submission;
use serde::{Deserialize, Serialize};

use clap::Args;

use super::Failed;
use super::grade::usual_jobs;
use super::sandbox::{Here, SandboxArgs};

/// The arguments of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// A bundled assignment's name, or the path of a folder with a slash, with a sample class in `reference/submissions/`
    /// [default: all bundled assignments]
    #[arg(long, value_name = "NAME|DIR")]
    assignment: Option<String>,

    /// Print the results in the format of `expected.yaml` instead of comparing them
    #[arg(long)]
    print: bool,

    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// The known result of a sample submission.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Known {
    student: String,
    /// The planted fault.
    fault: String,
    verdict: Verdict,
    /// `null` where there is no score.
    score: Option<f64>,
    exact: Option<f64>,
    game: Option<f64>,
    /// Its input protocol; not compared if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    protocol: Option<String>,
    /// The TRAP linkage it needs; not compared if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    linkage: Option<String>,
    /// The keys of its faults, most expensive first, and of its findings; not compared if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reported: Option<Vec<String>>,
}

/// Grades the sample classes and compares.
pub fn run(args: &VerifyArgs) -> anyhow::Result<u8> {
    let names = match &args.assignment {
        Some(name) => vec![name.clone()],
        None => bundled::names().into_iter().map(str::to_owned).collect(),
    };

    let mut differences = 0;
    for name in names {
        let assignment = assignment::find(&name).map_err(super::bad_file)?;
        let sandbox = if args.assignment.is_some() {
            args.sandbox.of(&assignment)?
        } else if let Here::Runs(sandbox) = args.sandbox.or_skip(&assignment)? {
            sandbox
        } else {
            continue;
        };

        differences += verify(assignment, args.print, sandbox)?;
    }

    Ok(u8::from(differences > 0))
}

fn verify(assignment: Assignment, print: bool, sandbox: Option<Sandbox>) -> anyhow::Result<usize> {
    let name = assignment.name.clone();
    if print {
        let known = known(&assignment).unwrap_or_default();
        let fault = |student: &str| {
            known
                .iter()
                .find(|known| known.student == student)
                .map(|known| known.fault.clone())
        };
        super::print(&recorded(assignment, sandbox, &|student| fault(student).unwrap_or_default())?.text)?;
        return Ok(0);
    }

    let known = known(&assignment)?;
    let (rows, reported) = graded(assignment, sandbox)?;
    let rows = &rows;
    let mut text = String::new();
    let differences = compare(&known, rows, &reported);
    for difference in &differences {
        writeln!(text, "{name}: {difference}")?;
    }

    let verdict = match differences.len() {
        0 => format!("{name}: all {} sample submissions get the known verdicts", rows.len()),
        count => format!(
            "{name}: {count} of {} sample submissions differ",
            rows.len().max(known.len())
        ),
    };

    writeln!(text, "{verdict}")?;
    super::print(&text)?;
    Ok(differences.len())
}

/// The results of a sample class.
pub struct Recorded {
    /// The text of its `expected.yaml`.
    pub text: String,
    /// The verdicts by student.
    pub verdicts: BTreeMap<String, Verdict>,
}

/// Grades a sample class. `fault` says what is planted in a student's program.
pub fn recorded(
    assignment: Assignment,
    sandbox: Option<Sandbox>,
    fault: &dyn Fn(&str) -> String,
) -> anyhow::Result<Recorded> {
    let (rows, reported) = graded(assignment, sandbox)?;
    let got = rows.iter().map(|row| Known {
        student: row.student.clone(),
        fault: fault(&row.student),
        verdict: row.verdict,
        score: row.score,
        exact: row.exact_score,
        game: row.game_score,
        protocol: row.protocol.clone(),
        linkage: row.linkage.clone(),
        reported: Some(reported.of(row)),
    });

    Ok(Recorded {
        text: serde_yaml::to_string(&got.collect::<Vec<_>>())?,
        verdicts: rows.iter().map(|row| (row.student.clone(), row.verdict)).collect(),
    })
}

/// The rows of a sample class, and what is reported for each.
fn graded(assignment: Assignment, sandbox: Option<Sandbox>) -> anyhow::Result<(Vec<StudentRow>, Reported)> {
    let suite = case::load(&assignment, None).map_err(super::bad_file)?;
    let found = super::sample_class(&assignment)?;
    let jobs = usual_jobs(&assignment);
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false)
        .with_contracts(suite.contracts)
        // Nobody reads these reports.
        .with_repair(0)
        .with_sandbox(sandbox);
    let stop = std::sync::atomic::AtomicBool::new(false);
    let reported = Reported::default();
    let report = class::grade_class(&grader, &found.submissions, jobs, false, &stop, &reported)?;
    Ok((report.students, reported))
}

fn known(assignment: &Assignment) -> anyhow::Result<Vec<Known>> {
    let (place, text) = match assignment.sample_folder() {
        Some(folder) => {
            let path = folder.join("expected.yaml");
            let bytes = std::fs::read(&path).map_err(|error| {
                Failed::new(
                    3,
                    format!("failed to read {}: {}", path.display(), system_words(&error)),
                )
            })?;
            // Like every file that people edit, it may be UTF-16 or have a byte order mark.
            let name = path.display().to_string();
            let text = Source::read(name.as_str(), &bytes).text;
            (name, text)
        }
        None => match bundled::expected(&assignment.name) {
            Some(text) if assignment.folder.is_none() => {
                (format!("{}/expected.yaml (bundled)", assignment.name), text.to_owned())
            }
            _ => return Err(super::no_sample_class(&assignment.name).into()),
        },
    };
    serde_yaml::from_str(&text).map_err(|error| Failed::new(3, format!("{place}: {error}")).into())
}

/// Every difference as a sentence, in the order of the class, followed by known students who are missing.
fn compare(known: &[Known], rows: &[StudentRow], reported: &Reported) -> Vec<String> {
    let mut differences = Vec::new();
    for row in rows {
        let student = &row.student;
        let Some(wanted) = known.iter().find(|known| known.student == *student) else {
            differences.push(format!("{student}: graded, but not in expected.yaml"));
            continue;
        };

        let got = (row.verdict, row.score, row.exact_score, row.game_score);
        if got != (wanted.verdict, wanted.score, wanted.exact, wanted.game) {
            differences.push(format!(
                "{student} ({}): expected {}, graded {}: {}",
                wanted.fault,
                figures(wanted.verdict, [wanted.score, wanted.exact, wanted.game]),
                figures(row.verdict, [row.score, row.exact_score, row.game_score]),
                row.summary
            ));
        }

        let reported = reported.of(row);
        let words = |word: &Option<String>| word.clone().unwrap_or_else(|| "not detected".to_owned());
        let also = [
            ("protocol", wanted.protocol.clone(), words(&row.protocol)),
            ("linkage", wanted.linkage.clone(), words(&row.linkage)),
            (
                "reported",
                wanted.reported.as_ref().map(|reported| reported.join(", ")),
                reported.join(", "),
            ),
        ];

        for (what, wanted, got) in also {
            if let Some(wanted) = wanted.filter(|wanted| *wanted != got) {
                differences.push(format!("{student}: {what}: expected `{wanted}`, graded `{got}`"));
            }
        }
    }

    for wanted in known {
        if !rows.iter().any(|row| row.student == wanted.student) {
            differences.push(format!("{}: in expected.yaml, but not in the class", wanted.student));
        }
    }

    differences
}

fn figures(verdict: Verdict, points: [Option<f64>; 3]) -> String {
    let [Some(score), Some(exact), Some(game)] = points else {
        return format!("{} without a score", report::verdict_word(verdict));
    };
    let word = report::verdict_word(verdict);
    format!("{word} with {score} (exact {exact}, game {game})")
}

/// What is reported for each submission, by its slug: the keys of its faults and findings.
#[derive(Default)]
struct Reported(Mutex<BTreeMap<String, Vec<String>>>);

impl Reported {
    fn of(&self, row: &StudentRow) -> Vec<String> {
        let reported = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        reported.get(&row.slug).cloned().unwrap_or_default()
    }
}

impl Observer for Reported {
    fn started(&self, _: &Submission) {}

    fn finished(&self, graded: &Graded) {
        let report = &graded.report;
        let faults = report.faults.iter().map(|fault| fault.key.clone());
        let findings = report.findings.iter().map(|finding| finding.key.clone());
        let mut reported = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        reported.insert(report.slug.clone(), faults.chain(findings).collect());
    }
}
