//! What a page must hold, whatever a student wrote.

use super::page::hash;
use super::{class_page, identical_page, student_page};
use crate::report::fixture::{self, HOSTILE};
use crate::result::{CaseResult, CaseVerdict};

fn pages() -> [String; 4] {
    [
        student_page(&fixture::hostile_student()),
        student_page(&fixture::good_student()),
        class_page(&fixture::class()),
        identical_page(&fixture::class()),
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
fn every_case_that_did_not_pass_has_its_deep_link_once() {
    for report in [
        fixture::long_student(40),
        fixture::hostile_student(),
        fixture::good_student(),
    ] {
        let page = student_page(&report);
        let failed = |case: &&CaseResult| !matches!(case.verdict, CaseVerdict::Pass | CaseVerdict::Skipped);
        for case in report.cases().filter(failed) {
            assert_eq!(
                page.matches(&format!("id=\"case-{}\"", case.number)).count(),
                1,
                "case {}",
                case.number
            );
        }
    }
}

#[test]
fn failures_come_before_what_passed() {
    let page = student_page(&fixture::hostile_student());
    let at = |id: &str| page.find(&format!("id=\"{id}\"")).expect(id);
    assert!(at("faults") < at("failed") && at("failed") < at("format") && at("format") < at("passed"));
    assert!(at("case-3") < at("passed"));
}

#[test]
fn boards_and_marks_are_described_in_words() {
    let page = student_page(&fixture::long_student(1));
    assert!(
        page.contains("aria-label=\"Expected. Row 3: empty, empty, empty, player 1 (marked), empty, empty."),
        "{page}"
    );
    assert!(page.contains("aria-label=\"Your program printed. Row 3:"));
    assert!(page.contains("the error appears at move 11 of 11"));

    assert!(
        page.contains("<th scope=\"row\">expected</th><td>Player 1 <mark>Wins.</mark></td>"),
        "{page}"
    );
}

#[test]
fn a_fault_is_explained_once_and_its_cases_are_below_it() {
    let page = student_page(&fixture::hostile_student());
    let fault = |number: usize| {
        let rest = page
            .split(&format!("<article class=\"case fault\" id=\"fault-{number}\""))
            .nth(1)
            .expect("a fault");
        rest.split("</article>").next().unwrap_or_default()
    };

    // The shorter game shows it, and the case it was found in keeps its sentence and its command.
    let shorter = fault(1);
    assert!(shorter.contains("Example: the shortest game that shows the fault") && shorter.contains("20 points lost"));
    assert!(
        shorter.contains("aria-label=\"Your program printed. Row 5: empty (marked)"),
        "{shorter}"
    );
    assert!(shorter.contains("Player 1 wins with move 11") && !shorter.contains("Row 3: "));
    assert!(shorter.contains("--moves '1 2 2 3 3 4 3 4 4 6 4'"));

    for number in [3, 4, 6, 7] {
        assert!(shorter.contains(&format!("<tr id=\"case-{number}\"")), "case {number}");
    }

    // The cause comes before what happened.
    let endless = fault(2);
    let at = |text: &str| endless.find(text).expect(text);
    assert!(at("R7 was overwritten by the PUTS") < at("The last instructions"));
    assert!(at("line 231  x3040") < at("<div class=\"stop\">"));
    assert!(endless.contains("<mark>→ line 233  x3042  RET"), "{endless}");
    assert_eq!(page.matches("R7 was overwritten by the PUTS").count(), 1);

    assert!(page.contains("The same as for <a href=\"#fault-2\">fault 2</a>"));
}

#[test]
fn subroutines_stand_in_their_group_and_one_that_is_not_there_is_no_failure() {
    let page = student_page(&fixture::hostile_student());
    let group = page
        .split("id=\"calls-1\"")
        .nth(1)
        .expect("a group")
        .split("</section>")
        .next()
        .expect("its end");

    assert!(group.contains("not graded") && group.contains(">896<"), "{group}");
    assert!(
        group.contains("<span class=\"chip skipped\">skipped</span>") && group.contains("There is no label CHECK_D1.")
    );
    assert!(!group.contains("324"), "calls that were not made");
    assert!(!page.contains("0 of 0"));

    let cases = |title: &str| page.matches(title).count();
    assert_eq!((cases("Cases not run (1)"), cases("Passed cases (2)")), (1, 1));
}

#[test]
fn findings_say_what_they_cost_and_the_score_how_it_was_calculated() {
    let page = student_page(&fixture::hostile_student());
    assert!(
        page.contains("Portability</a></h3><span class=\"marks\"><span class=\"points lost\">5 points deducted</span>"),
        "{page}"
    );
    assert!(
        page.contains("Starter file</a></h3><span class=\"marks\"><span class=\"points\">no points deducted</span>")
    );
    assert!(page.contains("<td>18.33 + 34.17 - 5 = 47.5</td>"));
    assert!(page.contains("your program reads a key and then Enter (enter)"));
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
