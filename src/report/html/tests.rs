//! What a page must hold, whatever a student wrote.

use super::page::hash;
use super::{class_page, student_page};
use crate::report::fixture::{self, HOSTILE};

fn pages() -> [String; 3] {
    [
        student_page(&fixture::hostile_student()),
        student_page(&fixture::good_student()),
        class_page(&fixture::class()),
    ]
}

/// What stands between `<name>` and `</name>`, all of them.
fn elements<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    page.split(&open)
        .skip(1)
        .map(|rest| rest.split(&close).next().unwrap_or_default())
        .collect()
}

#[test]
fn the_policy_names_the_style_and_script_that_are_there() {
    for page in pages() {
        let [style] = elements(&page, "style")[..] else {
            panic!("one style")
        };
        let [script] = elements(&page, "script")[..] else {
            panic!("one script")
        };
        let policy = format!(
            "default-src 'none'; style-src '{}'; script-src '{}';",
            hash(style),
            hash(script)
        );
        assert!(page.contains(&format!("content=\"{policy}")), "{policy}");
        // A browser reads CR LF as LF, and would find another hash.
        assert!(!page.contains('\r'));
    }
}

#[test]
fn hashes_are_what_other_tools_compute() {
    // printf 'abc' | openssl dgst -sha256 -binary | base64
    assert_eq!(hash("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
}

#[test]
fn hostile_text_is_never_markup() {
    for page in pages() {
        for hostile in HOSTILE
            .iter()
            .filter(|hostile| !matches!(**hostile, "<script>" | "</style>"))
        {
            assert!(!page.contains(hostile), "{hostile:?}");
        }
        assert_eq!(page.matches("<script").count(), 1);
        assert_eq!(page.matches("</style").count(), 1);
        assert!(
            page.chars()
                .all(|character| character == '\n' || !character.is_control())
        );
    }
}

#[test]
fn nothing_needs_the_network_or_what_the_policy_forbids() {
    for page in pages() {
        // A drawing may be filled by another one of the page.
        let body = page.split("<body>").nth(1).expect("a body").replace("url(#holes)", "");
        for forbidden in [
            "http://www",
            "https://",
            " style=\"",
            " onclick=",
            " src=\"",
            "url(",
            "@import",
        ] {
            assert!(!body.contains(forbidden), "{forbidden}");
        }
    }
}

#[test]
fn every_case_has_its_deep_link_once() {
    let report = fixture::long_student(40);
    let page = student_page(&report);
    for case in report.cases() {
        assert_eq!(
            page.matches(&format!("id=\"case-{}\"", case.number)).count(),
            1,
            "case {}",
            case.number
        );
    }
}

#[test]
fn failures_come_before_what_passed() {
    let page = student_page(&fixture::hostile_student());
    let at = |id: &str| page.find(&format!("id=\"{id}\"")).expect(id);
    assert!(at("failed") < at("format") && at("format") < at("passed"));
    assert!(at("case-3") < at("case-1"));
}

#[test]
fn boards_and_marks_are_told_in_words() {
    let page = student_page(&fixture::hostile_student());
    assert!(
        page.contains("aria-label=\"Expected. Row 3: empty, empty, empty, player 1 (marked), empty, empty."),
        "{page}"
    );
    assert!(page.contains("aria-label=\"Your program printed. Row 3:"));
    assert!(page.contains("move 11 of 11 is at fault"));
    assert!(
        page.contains("<th scope=\"row\">expected</th><td>Player 1 <mark>Wins.</mark></td>"),
        "{page}"
    );
}

#[test]
fn a_student_who_is_not_in_the_table_is_named_without_a_link() {
    let page = class_page(&fixture::class());
    assert!(page.contains("<li>gone</li>"));
    assert!(page.contains("<li><a href=\"li-lei-33cc.html\">李雷</a></li>"));
}

#[test]
fn a_class_of_nobody_has_a_page() {
    let mut class = fixture::class();
    class.students.clear();
    class.faults.clear();
    let page = class_page(&class);
    assert!(page.contains("0 submissions") && !page.contains("NaN"));
}

#[test]
fn the_page_of_a_student_with_everything() {
    insta::assert_snapshot!(readable(&student_page(&fixture::hostile_student())));
}

#[test]
fn the_page_of_a_class() {
    insta::assert_snapshot!(readable(&class_page(&fixture::class())));
}

/// A page's body with a line for each element, and without style and script, which are kept in files of their own.
fn readable(page: &str) -> String {
    let body = page.split("<body>").nth(1).expect("a body");
    let body = body.split("<script>").next().expect("before the script");
    body.replace("><", ">\n<")
}
