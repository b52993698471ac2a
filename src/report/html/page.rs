//! The frame of every page: head, policy, style, script.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest as _, Sha256};

/// A style or script that goes into a page, with the hash by which the policy knows it.
pub(super) struct Asset {
    /// Its bytes as they stand in the page.
    pub text: &'static str,
    /// `sha256-...`.
    pub hash: LazyLock<String>,
}

/// The style of all pages.
pub(super) static STYLE: Asset = Asset {
    text: include_str!("style.css"),
    hash: LazyLock::new(|| hash(include_str!("style.css"))),
};
/// Opens what a link points into.
pub(super) static STUDENT_SCRIPT: Asset = Asset {
    text: include_str!("student.js"),
    hash: LazyLock::new(|| hash(include_str!("student.js"))),
};
/// Sorts and filters the table of students.
pub(super) static CLASS_SCRIPT: Asset = Asset {
    text: include_str!("class.js"),
    hash: LazyLock::new(|| hash(include_str!("class.js"))),
};

/// The hash of a text as a policy writes it.
pub(super) fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// A whole document. `title` is visible text already.
pub(super) fn page(title: &str, script: &'static Asset, body: &Markup) -> String {
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
        *STYLE.hash, *script.hash
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
                style { (PreEscaped(STYLE.text)) }
            }
            body {
                (body)
                // At the end, so that it finds the page complete.
                script { (PreEscaped(script.text)) }
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
