use crate::assignment::{bundled, find};
use crate::case;
use crate::grade::Grader;
use crate::result::StudentReport;
use crate::submission::{Submission, from_memory};

/// Graded on the hand-kept cases, without looking for edits.
fn reports(
    name: &str,
    edit: impl Fn(&mut crate::assignment::Assignment),
    samples: &[Submission],
) -> Vec<StudentReport> {
    let mut assignment = find(name).expect("it is bundled");
    edit(&mut assignment);
    let mut suite = case::load(&assignment, None).expect("the bundled cases are good");
    suite.cases.retain(|case| case.family.is_none());
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false).with_repair(0);
    samples.iter().map(|sample| grader.grade(sample).report).collect()
}

fn class(name: &str) -> Vec<Submission> {
    let samples = bundled::submissions(name).into_iter();
    let files = samples.map(|sample| (sample.student.to_owned(), sample.file.to_owned(), sample.bytes.to_vec()));
    from_memory(files).submissions
}

/// Student and keys of those who have findings.
fn found(reports: &[StudentReport]) -> Vec<(&str, Vec<&str>)> {
    let with = reports.iter().filter(|report| !report.findings.is_empty());
    with.map(|report| {
        let keys = report.findings.iter().map(|finding| finding.key.as_str());
        (report.student.as_str(), keys.collect())
    })
    .collect()
}

// Each was read, and is true. Chidi's and Ximena's programs are not built on the starter file, which is only noted.
#[test]
fn the_sample_classes_have_these_findings_and_no_others() {
    assert_eq!(
        found(&reports("lc3-starter", |_| (), &class("lc3-starter"))),
        [
            ("anders-dahl", vec!["never-reached"]),
            ("dmitri-volkov", vec!["needs-overwrite-r7"]),
            ("hana-sato", vec!["needs-keep-r7"]),
            ("igor-novak", vec!["starter-changed", "wrong-first-player"]),
            ("ivan-petrov", vec!["memory-starts-at-zero"]),
            ("kenji-tanaka", vec!["starter-changed"]),
            ("lena-schmidt", vec!["prints-carriage-return"]),
            ("mei-lin", vec!["starter-changed"]),
            ("noemi-fischer", vec!["ret-into-itself", "starter-changed"]),
            ("olivia-brown", vec!["starter-changed"]),
            ("oscar-nilsson", vec!["never-reached"]),
            ("paula-santos", vec!["registers-or-memory-start-at-zero"]),
            ("priya-sharma", vec!["starter-changed"]),
            ("quinn-murphy", vec!["starter-changed"]),
            ("rahul-gupta", vec!["missing-halt", "starter-changed"]),
            ("sofia-garcia", vec!["runs-into-data"]),
            ("wei-chen", vec!["never-reached"]),
            ("yusuf-demir", vec!["starter-changed", "never-reached"]),
            ("zofia-wolska", vec!["never-reached"]),
        ]
    );
    assert_eq!(
        found(&reports("lc3-scratch", |_| (), &class("lc3-scratch"))),
        [
            ("dario-marino", vec!["reads-with-in"]),
            ("kira-popova", vec!["missing-halt"]),
        ]
    );
}

#[test]
fn the_reference_programs_have_no_findings() {
    for name in ["lc3-starter", "lc3-scratch"] {
        let bytes = bundled::beside_reference(name, "connect4.asm").expect("it is bundled");
        let file = ("ada".to_owned(), "ada/connect4.asm".to_owned(), bytes.to_vec());
        let report = reports(name, |_| (), &from_memory([file]).submissions).remove(0);
        assert_eq!((report.findings, report.notes), (Vec::new(), Vec::new()), "{name}");
    }
}

#[test]
fn points_are_taken_off_once_for_each_kind_and_never_below_nothing() {
    let text = String::from_utf8(
        bundled::beside_reference("lc3-starter", "connect4.asm")
            .expect("it is bundled")
            .to_vec(),
    )
    .expect("text");

    let changed = text
        .replace("NEWLINE         .FILL   x000A", "NEWLINE .FILL #10\nMINE .FILL #1")
        .replace(
            "        JSR     INIT\n",
            "        AND R6, R6, #0\n        JSR     INIT\n",
        );

    let class = || {
        let file = ("ada".to_owned(), "ada/game.asm".to_owned(), changed.as_bytes().to_vec());
        from_memory([file]).submissions
    };
    let figures = |starter: f64, lint: f64| {
        let report = reports(
            "lc3-starter",
            |assignment| {
                assignment.deductions.starter = starter;
                assignment.deductions.lint = lint;
            },
            &class(),
        )
        .remove(0);

        let off: Vec<f64> = report.findings.iter().map(|finding| finding.deducted).collect();
        assert_eq!(
            found(std::slice::from_ref(&report)),
            [("ada", vec!["starter-changed", "file-name"])]
        );

        (off, report.score, report.exact_score, report.game_score)
    };

    // The group that is played only on generated cases has none here.
    let (off, all, ..) = figures(0.0, 0.0);
    assert_eq!(off, [0.0, 0.0]);
    let less = all.map(|points| points - 6.5);
    assert_eq!(figures(4.0, 2.5), (vec![4.0, 2.5], less, less, less));
    assert_eq!(figures(999.0, 0.0), (vec![999.0, 0.0], Some(0.0), Some(0.0), Some(0.0)));
}

#[test]
fn another_program_is_a_finding_only_where_points_hang_on_it() {
    let scratch = || {
        let bytes = bundled::beside_reference("lc3-scratch", "connect4.asm").expect("it is bundled");
        let file = ("ada".to_owned(), "ada/connect4.asm".to_owned(), bytes.to_vec());
        from_memory([file]).submissions
    };

    let noted = reports("lc3-starter", |_| (), &scratch()).remove(0);
    assert_eq!(noted.findings, []);
    assert!(
        noted
            .notes
            .iter()
            .any(|note| note.starts_with("Your program is not based on")),
        "{:?}",
        noted.notes
    );

    let held = reports(
        "lc3-starter",
        |assignment| assignment.deductions.starter = 5.0,
        &scratch(),
    );

    assert_eq!(found(&held), [("ada", vec!["starter-missing"])]);
}
