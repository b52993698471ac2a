use std::path::Path;

use unicode_width::UnicodeWidthStr as _;

use super::{Detail, Sort, Summary, summary_table};
use crate::report::fixture;
use crate::result::Verdict;

/// What a pipe gets.
fn piped() -> Summary<'static> {
    Summary {
        width: 80,
        color: false,
        sort: Sort::Attention,
        detail: Detail::Normal,
        fail_under: None,
        index: Path::new("reports/lc3-starter/index.html"),
    }
}

#[test]
fn a_class_at_a_glance() {
    insta::assert_snapshot!(summary_table(&fixture::class(), &piped()));
}

#[test]
fn a_class_in_detail() {
    let summary = Summary {
        width: 110,
        detail: Detail::Verbose,
        fail_under: Some(60.0),
        ..piped()
    };
    insta::assert_snapshot!(summary_table(&fixture::class(), &summary));
}

#[test]
fn quiet_is_what_needs_attention_alone() {
    let quiet = |fail_under| Summary {
        detail: Detail::Quiet,
        fail_under,
        ..piped()
    };
    let mut class = fixture::class();
    insta::assert_snapshot!(summary_table(&class, &quiet(Some(60.0))));

    class.students.retain(|row| row.score.is_some());
    assert_eq!(summary_table(&class, &quiet(None)), "");
    assert_eq!(summary_table(&class, &quiet(Some(0.0))), "");
}

#[test]
fn it_ends_with_the_path_of_the_class_page_unbroken() {
    let index = format!("{}/index.html", "folder/".repeat(20));
    let summary = Summary {
        index: Path::new(&index),
        ..piped()
    };
    let text = summary_table(&fixture::class(), &summary);
    assert!(text.ends_with(&format!("\nReports:\n{index}\n")), "{text}");
}

#[test]
fn colour_changes_nothing_but_colour() {
    let colored = Summary { color: true, ..piped() };
    let plain = summary_table(&fixture::class(), &piped());
    let colored = summary_table(&fixture::class(), &colored);
    assert!(!plain.contains('\x1b') && colored.contains('\x1b'));
    assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain);
}

#[test]
fn a_big_class_is_cut_and_nothing_is_wider_than_the_terminal() {
    let mut class = fixture::class();
    let verdicts = [Verdict::Wrong, Verdict::Pass, Verdict::NeedsAttention];
    class.students = (0..999)
        .map(|number| {
            let name = format!("李雷 {number} ##[group] {}", "x".repeat(90));
            fixture::class::row(&name, "slug", verdicts[number % 3], 5.0)
        })
        .collect();
    class.faults[0].students.push("slug".to_owned());
    class.faults[0].message = "李雷 ::error:: ##[group] ".repeat(30);

    for detail in [Detail::Quiet, Detail::Normal, Detail::Verbose] {
        let summary = Summary {
            detail,
            fail_under: Some(50.0),
            ..piped()
        };
        let text = summary_table(&class, &summary);
        let wide = text.lines().find(|line| line.width() > 80);
        assert_eq!(wide, None);
        assert_eq!(text.contains("959 more students"), detail == Detail::Normal, "{text}");
    }
}
