//! The frame of every page: head, policy, style, script.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest as _, Sha256};

/// A style or script that goes into a page, with the hash by which the policy knows it.
pub(super) struct Asset {
    /// Its bytes as they stand in the page.
    pub text: String,
    /// `sha256-...`.
    pub hash: String,
}

/// A style or script of the pages, made of files of this folder.
macro_rules! asset {
    ($short:expr, $($file:literal),+) => {
        LazyLock::new(|| {
            let text = $short(concat!($(include_str!($file)),+));
            let hash = hash(&text);
            Asset { text, hash }
        })
    };
}

/// A style without the blanks that only people need.
fn style(text: &str) -> String {
    const SHORTER: [(&str, &str); 6] = [
        ("; ", ";"),
        (": ", ":"),
        (", ", ","),
        (" {", "{"),
        ("{ ", "{"),
        (" }", "}"),
    ];
    let is_comment = |line: &&str| line.starts_with("/*") && line.ends_with("*/");
    let lines = text.lines().map(str::trim).filter(|line| !is_comment(line));
    let text: String = lines.collect();
    SHORTER
        .iter()
        .fold(text, |text, (long, short)| text.replace(long, short))
}

/// A script without its indentation.
fn script(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The style of students' pages.
pub(super) static STUDENT_STYLE: LazyLock<Asset> = asset!(style, "style.css", "student.css");
/// The style of the class's page.
pub(super) static CLASS_STYLE: LazyLock<Asset> = asset!(style, "style.css", "class.css");
/// Opens what a link points into.
pub(super) static STUDENT_SCRIPT: LazyLock<Asset> = asset!(script, "student.js");
/// The same, and steps through games.
pub(super) static REPLAY_SCRIPT: LazyLock<Asset> = asset!(script, "student.js", "replay.js");
/// The same, and shows the program.
pub(super) static PROGRAM_SCRIPT: LazyLock<Asset> = asset!(script, "student.js", "program.js");
/// All of that.
pub(super) static WHOLE_SCRIPT: LazyLock<Asset> = asset!(script, "student.js", "replay.js", "program.js");
/// Sorts and filters the table of students.
pub(super) static CLASS_SCRIPT: LazyLock<Asset> = asset!(script, "class.js");

/// The hash of a text as a policy writes it.
pub(super) fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// A whole document. `title` is visible text already.
pub(super) fn page(title: &str, style: &Asset, script: &Asset, body: &Markup) -> String {
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
        style.hash, script.hash
    );
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (title) }
                style { (PreEscaped(&style.text)) }
            }
            body {
                (body)
                // At the end, so that it finds the page complete.
                script { (PreEscaped(&script.text)) }
            }
        }
    };

    let mut document = document.into_string();
    document.push('\n');
    document
}

/// Words on a coloured chip: the word carries the meaning, the colour helps.
pub(super) fn chip(word: &str) -> Markup {
    html! { span class={ "chip " (word) } { (word) } }
}

/// A bar that shows a share from 0 to 1. It repeats a number beside it, so screen readers skip it.
pub(super) fn bar(share: f64) -> Markup {
    let percent = share * 100.0;
    html! {
        svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" {
            rect class="track" width="100" height="6" {}
            rect class="fill" width=(format!("{percent:.2}")) height="6" {}
        }
    }
}
