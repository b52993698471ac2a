//! The pages in a real browser: nothing that a student wrote runs, the policy lets our own style and script through, and
//! the table sorts and filters.
//!
//! Needs Debian's `chromium` (another one by the environment variable `CHROMIUM`). Run it with
//! `cargo test --test browser -- --ignored`.

use std::env;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use c4grade::{diagnostic, report, result};
use sha2::{Digest as _, Sha256};

#[path = "../src/report/fixture.rs"]
#[expect(dead_code, reason = "the unit tests use more of it")]
mod fixture;

/// What a browser made of a page: its document as markup, and what it wrote to the console.
struct Visit {
    document: String,
    console: String,
}

fn visit(page: &str, fragment: &str) -> Visit {
    visit_with(page, fragment, &[])
}

fn visit_with(page: &str, fragment: &str, options: &[&str]) -> Visit {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("page.html");
    fs::File::create(&file)
        .and_then(|mut file| file.write_all(page.as_bytes()))
        .expect("written");
    let output = Command::new(env::var_os("CHROMIUM").unwrap_or_else(|| "chromium".into()))
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
        ])
        .args([
            "--disable-component-update",
            "--disable-sync",
            "--enable-logging=stderr",
            "--dump-dom",
        ])
        .args(options)
        .arg(argument("--user-data-dir=", &folder.path().join("profile"), ""))
        .arg(argument("file://", &file, fragment))
        .output()
        .expect("chromium is installed");
    Visit {
        document: String::from_utf8_lossy(&output.stdout).into_owned(),
        console: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn argument(before: &str, path: &Path, after: &str) -> String {
    format!("{before}{}{after}", path.display())
}

/// The page with a script of this test's own at its end, which its policy is told to allow.
fn driven(page: &str, script: &str) -> String {
    let hash = STANDARD.encode(Sha256::digest(script));
    page.replace("script-src '", &format!("script-src 'sha256-{hash}' '"))
        .replace("</body>", &format!("<script>{script}</script></body>"))
}

/// Writes what an expression gives into the document, for the test to find.
const TELL: &str = "function tell(name, value) { document.documentElement.setAttribute('data-' + name, value); }";

#[test]
#[ignore = "needs chromium; .ci/run runs it with --ignored"]
fn nothing_a_student_wrote_runs_and_the_policy_is_not_broken() {
    let student = report::student_page(&fixture::hostile_student());
    let class = report::class_page(&fixture::class());
    for page in [student, class] {
        let script = format!(
            "{TELL} tell('hacked', window.hacked); tell('images', document.images.length);
            tell('rounded', getComputedStyle(document.querySelector('.chip')).borderTopLeftRadius);"
        );
        let visit = visit(&driven(&page, &script), "");
        assert!(
            visit.document.contains("data-hacked=\"undefined\""),
            "{}",
            visit.document
        );
        assert!(visit.document.contains("data-images=\"0\""));
        assert!(visit.document.contains("data-rounded=\"13px\""), "the style applies");
        assert!(!visit.console.contains("Content Security Policy"), "{}", visit.console);
    }
}

/// Shows that the test above can fail, and what the policy is for.
#[test]
#[ignore = "needs chromium; .ci/run runs it with --ignored"]
fn the_policy_stops_what_escaping_would_have_missed() {
    let planted = "<script>document.title = 'taken over'</script><img src=x onerror=\"document.title = 'taken over'\">";
    let page = report::student_page(&fixture::good_student()).replace("<main>", &format!("{planted}<main>"));
    let visit = visit(&page, "");
    assert!(!visit.document.contains("<title>taken over"), "{}", visit.document);
    assert!(visit.console.contains("Content Security Policy"), "{}", visit.console);
}

#[test]
#[ignore = "needs chromium; .ci/run runs it with --ignored"]
fn a_link_to_a_folded_case_unfolds_it() {
    let page = report::student_page(&fixture::good_student());
    assert!(visit(&page, "#case-1").document.contains("<details open"));
    assert!(!visit(&page, "#case-x").document.contains("<details open"));
}

/// A student with so many cases of one fault that they are folded.
fn student_with_a_large_fault() -> result::StudentReport {
    let mut report = fixture::long_student(40);
    let failed = |case: &&result::CaseResult| case.verdict == result::CaseVerdict::Wrong;
    let cases: Vec<usize> = report.cases().filter(failed).map(|case| case.number).collect();
    assert!(cases.len() > 8, "{cases:?}");
    report.faults = fixture::hostile_student().faults;
    report.faults.truncate(1);
    report.faults[0].cases = cases;
    report
}

#[test]
#[ignore = "needs chromium; .ci/run runs it with --ignored"]
fn a_link_to_a_case_of_a_fault_unfolds_its_cases() {
    let report = student_with_a_large_fault();
    let script = format!("{TELL} tell('open', document.querySelector('#fault-1 details').open);");
    let page = driven(&report::student_page(&report), &script);
    let last = report.faults[0].cases.last().copied().expect("cases");
    let opened = visit(&page, &format!("#case-{last}")).document;
    assert!(opened.contains("data-open=\"true\""));
    assert!(visit(&page, "").document.contains("data-open=\"false\""));
}

/// Counts what would keep someone out: doubled ids, links that lead nowhere, drawings without words, places that scroll
/// and cannot be reached with the keyboard.
const BARRIERS: &str = "
    const all = [...document.querySelectorAll('*')];
    const ids = all.filter(e => e.id).map(e => e.id);
    const lost = [...document.querySelectorAll('a[href^=\"#\"]')].filter(a => !document.getElementById(a.hash.slice(1)));
    const mute = [...document.querySelectorAll('svg:not([aria-hidden])')].filter(s => !s.getAttribute('aria-label'));
    const stuck = all.filter(e => /auto|scroll/.test(getComputedStyle(e).overflowX) && e.tabIndex < 0);
    tell('barriers', [ids.length - new Set(ids).size, lost.length, mute.length, stuck.length].join(' '));";

/// Finds text whose colour is too near to what lies behind it: less than 4.5 to 1.
const FAINT: &str = "
    const numbers = color => color.match(/[\\d.]+/g).map(Number);
    const light = color => {
        const [r, g, b] = numbers(color).map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
        return .2126 * r + .7152 * g + .0722 * b;
    };
    const behind = element => {
        for (let e = element; e; e = e.parentElement) {
            const color = getComputedStyle(e).backgroundColor;
            if (numbers(color).length === 3 || numbers(color)[3] === 1) { return color; }
        }
        return 'rgb(0, 0, 0)';
    };
    const texts = [...document.querySelectorAll('body *:not(svg *):not(script)')]
        .filter(e => [...e.childNodes].some(node => node.nodeType === 3 && node.data.trim()));
    const faint = texts.filter(e => {
        const [a, b] = [light(getComputedStyle(e).color), light(behind(e))];
        return (Math.max(a, b) + .05) / (Math.min(a, b) + .05) < 4.5;
    });
    tell('texts', texts.length > 30);
    tell('paper', getComputedStyle(document.body).backgroundColor);
    tell('faint', faint.map(e => e.className + ' ' + e.textContent.slice(0, 20)).join('|'));";

#[test]
#[ignore = "needs chromium; .ci/run runs it with --ignored"]
fn everybody_can_read_and_reach_everything() {
    let pages = [
        report::student_page(&fixture::hostile_student()),
        report::student_page(&student_with_a_large_fault()),
        report::class_page(&fixture::class()),
    ];
    let dark = "--blink-settings=preferredColorScheme=0";
    for page in pages {
        let page = driven(&page, &format!("{TELL} {BARRIERS} {FAINT}"));
        for (options, paper) in [(&[][..], "rgb(253, 253, 251)"), (&[dark][..], "rgb(23, 25, 27)")] {
            let document = visit_with(&page, "", options).document;
            for told in [
                "data-barriers=\"0 0 0 0\"",
                "data-texts=\"true\"",
                &format!("data-paper=\"{paper}\""),
                "data-faint=\"\"",
            ] {
                let root = document.split("<head").next().unwrap_or_default();
                assert!(document.contains(told), "{told} is not in {root}");
            }
        }
    }
}

#[test]
#[ignore = "needs chromium; .ci/run runs it with --ignored"]
fn the_table_sorts_and_filters() {
    let script = format!(
        "{TELL}
        const rows = () => [...document.querySelectorAll('#students tbody tr')];
        const names = () => rows().filter(row => !row.hidden).map(row => row.cells[0].textContent.slice(0, 12)).join('|');
        const heads = document.querySelectorAll('#students thead button');
        heads[2].click(); tell('down', names()); tell('sort', heads[2].parentElement.getAttribute('aria-sort'));
        heads[2].click(); tell('up', names());
        heads[0].click(); tell('words', names());
        const filter = document.getElementById('filter');
        filter.value = 'LOVE'; filter.dispatchEvent(new Event('input')); tell('found', names());
        tell('count', document.getElementById('count').textContent);
        filter.value = ''; const verdict = document.getElementById('verdict');
        verdict.value = 'crash'; verdict.dispatchEvent(new Event('change')); tell('crashed', names());"
    );
    let document = visit(&driven(&report::class_page(&fixture::class()), &script), "").document;
    let told = |name: &str| {
        let rest = document.split(&format!("data-{name}=\"")).nth(1).expect(name);
        rest.split('"').next().unwrap_or_default().to_owned()
    };
    // What has no score and waits for the instructor stays first, however the others are sorted.
    let waiting = "Dora|Fay &lt;i&gt;&lt;U+20|";
    for order in ["down", "up", "words"] {
        assert!(told(order).starts_with(waiting), "{}", told(order));
    }
    let scored = told("down").replace(waiting, "");
    assert!(scored.starts_with("Ada Lovelace|Emil|李雷|"), "{scored}");
    assert_eq!(told("sort"), "descending");
    assert!(told("up").ends_with("|李雷|Emil|Ada Lovelace"), "{}", told("up"));
    assert!(
        told("words").contains("Ada Lovelace|Bob|Cleo|Emil"),
        "{}",
        told("words")
    );
    assert_eq!(told("found"), "Ada Lovelace");
    assert_eq!(told("count"), "1 of 10 shown");
    assert_eq!(told("crashed"), "::error::got");
}

#[test]
#[ignore = "needs chromium; .ci/run runs it with --ignored"]
fn what_the_table_shows_is_in_the_address() {
    let script = format!(
        "{TELL} const rows = () => [...document.querySelectorAll('#students tbody tr')].filter(row => !row.hidden).map(row => row.cells[0].innerText).join('|');
        tell('before', rows());
        document.querySelector('#students th:nth-child(3) button').click();
        tell('sorted', location.hash);"
    );
    let page = driven(&report::class_page(&fixture::class()), &script);
    let document = visit(&page, "#?find=l&verdict=wrong&sort=2").document;
    // The address says what was asked for, and the click has turned the order round.
    assert!(
        document.contains("data-sorted=\"#?find=l&amp;verdict=wrong&amp;sort=-2\""),
        "{document}"
    );
    let all = visit(&page, "#?verdict=nothing").document;
    assert!(
        all.contains("Ada Lovelace|") && all.contains("data-sorted=\"#?sort=-2\""),
        "{all}"
    );
}

/// Presses a button of the replay so often, and says what can be seen then.
fn stepped(button: &str, presses: usize) -> String {
    let script = format!(
        "{TELL} const box = document.querySelector('.replay'), one = name => [...box.querySelectorAll('button')].find(b => b.textContent === name);
        for (let i = 0; i < {presses}; i++) {{ one('{button}').click(); }}
        tell('said', box.querySelector('output').textContent);
        const shown = boards => boards.offsetParent ? 'shown' : 'hidden';
        tell('boards', shown(box.previousElementSibling) + ' ' + shown(box.querySelector('.boards')));
        tell('words', [...box.querySelectorAll('svg')].map(svg => svg.getAttribute('aria-label')).join(' | '));
        tell('printed', box.querySelector('.output').innerText.replace(/\\n/g, '/'));"
    );
    visit(&driven(&report::student_page(&fixture::hostile_student()), &script), "").document
}

#[test]
#[ignore = "needs chromium; .ci/run runs it with --ignored"]
fn a_game_is_replayed_move_by_move() {
    for (button, presses, seen) in [
        (
            "Last",
            0,
            [
                "data-said=\"Move 3 of 3: 1, where the error appears\"",
                "data-boards=\"shown hidden\"",
            ],
        ),
        (
            "Back",
            1,
            ["data-said=\"Move 2 of 3: 3\"", "data-boards=\"hidden shown\""],
        ),
        (
            "Back",
            1,
            [
                "Expected. row 2 column 1 player 1, row 2 column 3 player 2. | Your program printed. row 2 column 1 player 1, row 2 column 3 unreadable.",
                "/1 - ?/",
            ],
        ),
        (
            "Back",
            2,
            [
                "data-words=\"The board is correct. row 2 column 1 player 1.\"",
                "window.hacked = 6",
            ],
        ),
        (
            "First",
            1,
            ["data-said=\"Before the first move\"", "Printed: /Player 1:BELCR/"],
        ),
        (
            "Back",
            9,
            [
                "data-said=\"Before the first move\"",
                "data-words=\"Expected. The board is empty.\"",
            ],
        ),
        (
            "Next",
            9,
            [
                "data-said=\"Move 3 of 3: 1, where the error appears\"",
                "data-printed=\"Printed: nothing\"",
            ],
        ),
    ] {
        let document = stepped(button, presses);
        for seen in seen {
            let root = document.split("<head").next().unwrap_or_default();
            assert!(root.contains(seen), "{button} {presses}: {seen}\n{root}");
        }
    }
}

#[test]
#[ignore = "needs chromium; .ci/run runs it with --ignored"]
fn the_program_is_shown_with_what_ran_of_it() {
    // Unpacking takes time of its own, which the browser's virtual time does not wait for: each look at the page burns some.
    let script = format!(
        "{TELL} function look(left) {{
            var rows = Array.from(document.querySelectorAll('.program tr'));
            if (!rows.length && left) {{
                for (var burnt = 0, i = 0; i < 2e7; i++) {{ burnt += i; }}
                setTimeout(look, 10, left - 1);
                return;
            }}
            tell('rows', rows.map(function (row) {{ return row.className + '|' + row.cells[1].textContent; }}).join(' / '));
            tell('text', rows.length && rows[1].cells[2].textContent);
            tell('marks', Array.from(document.querySelectorAll('.program .mark a')).map(function (link) {{
                return link.textContent + (document.querySelector(link.getAttribute('href')) ? ' there' : ' lost'); }}).join(', '));
            tell('hacked', window.hacked);
        }}
        setTimeout(look, 10, location.hash ? 400 : 5);"
    );
    let page = driven(&report::student_page(&fixture::hostile_student()), &script);
    let opened = visit_with(&page, "#line-2", &["--virtual-time-budget=5000"]);
    let root = opened.document.split("<head").next().unwrap_or_default();
    for seen in [
        "data-rows=\"| / |1234\u{d7} / |1233\u{d7} / idle|never / ",
        " there, fault ",
        "window.hacked = 9&lt;/script&gt;&lt;U+202E&gt;\"",
        "data-hacked=\"undefined\"",
        " there",
    ] {
        assert!(root.contains(seen), "{seen}\n{root}");
    }
    assert!(!root.contains(" lost"), "{root}");
    assert!(
        !opened.console.contains("Content Security Policy"),
        "{}",
        opened.console
    );

    let closed = visit_with(&page, "", &["--virtual-time-budget=5000"]);
    assert!(closed.document.contains("data-rows=\"\""));
}
