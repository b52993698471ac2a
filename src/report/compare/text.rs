//! A comparison for people. Untrusted text is made visible.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::change::{Change, ChangeKind, Comparison, Figures, StudentChange};
use crate::report::visible::visible;
use crate::report::words::{format_points, plural, verdict_word};

/// Cases of one kind of change that are named; the rest are counted.
const NAMED: usize = 5;

/// The comparison as text, one line where nothing changed.
pub fn comparison_text(comparison: &Comparison) -> String {
    if comparison.is_empty() {
        return match comparison.compared {
            1 => "Nothing changed: one student, with the same result in both gradings.\n".to_owned(),
            count => format!(
                "Nothing changed: {}, each with the same result in both gradings.\n",
                plural(count, "student")
            ),
        };
    }

    let (same, changed): (Vec<_>, Vec<_>) = comparison
        .students
        .iter()
        .partition(|student| student.old == student.new);
    let mut text = format!(
        "Changed: {} of {}.\n",
        changed.len(),
        plural(comparison.compared, "student")
    );

    for change in &comparison.changes {
        let _ = writeln!(text, "{}", for_all(change));
    }
    for (names, side) in [(&comparison.only_old, "old"), (&comparison.only_new, "new")] {
        if !names.is_empty() {
            let names: Vec<_> = names.iter().map(|name| visible(name)).collect();
            let _ = writeln!(text, "Only in the {side} grading: {}", names.join(", "));
        }
    }

    for student in changed {
        student_text(&mut text, student);
    }
    if !same.is_empty() {
        let _ = writeln!(
            text,
            "\nThe same result, explained differently: {}.",
            plural(same.len(), "student")
        );
    }
    for student in same {
        student_text(&mut text, student);
    }
    text
}

fn for_all(change: &Change) -> String {
    let (subject, old, new) = (visible(&change.subject), visible(&change.old), visible(&change.new));
    match change.kind {
        ChangeKind::Assignment => format!("The assignment is {new}; it was {old}."),
        ChangeKind::Version => format!("Graded by c4grade {new}; previously by {old}."),
        ChangeKind::Strict => format!(
            "Correct games with different formatting {new}; previously they {}.",
            past(&old)
        ),
        _ if change.old.is_empty() => format!("New in the rubric: {subject}, {new}."),
        _ if change.new.is_empty() => format!("No longer in the rubric: {subject}, {old}."),
        _ => format!("In the rubric, {subject}: {new}; previously {old}."),
    }
}

fn past(words: &str) -> String {
    words.replacen("earn", "earned", 1)
}

fn student_text(text: &mut String, student: &StudentChange) {
    let (old, new) = (&student.old, &student.new);
    let name = visible(&student.student);
    let is_same = old.verdict == new.verdict && figures(old) == figures(new);
    let _ = if is_same {
        writeln!(text, "\n{name}: {} as before", result(new))
    } else {
        writeln!(text, "\n{name}: {} -> {}", result(old), result(new))
    };

    let others = [
        ("exact", old.exact_score, new.exact_score),
        ("game", old.game_score, new.game_score),
    ];
    for (word, was, is) in others {
        if let (Some(was), Some(is)) = (was.map(format_points), is.map(format_points))
            && was != is
        {
            let _ = writeln!(text, "  {word} points: {was} -> {is}");
        }
    }

    for reason in student.reasons.iter().filter(|reason| reason.kind != ChangeKind::Case) {
        let _ = writeln!(text, "  {}", sentence(reason));
    }
    cases(text, &student.reasons);
}

fn figures(result: &Figures) -> (Option<String>, String) {
    (result.score.map(format_points), format_points(result.max))
}

fn result(result: &Figures) -> String {
    match figures(result) {
        (Some(score), max) => format!("{} {score} of {max}", verdict_word(result.verdict)),
        (None, _) => format!("{} without a score", verdict_word(result.verdict)),
    }
}

fn sentence(reason: &Change) -> String {
    let (subject, old, new) = (visible(&reason.subject), visible(&reason.old), visible(&reason.new));
    match reason.kind {
        ChangeKind::File => format!("different file: {old} -> {new}"),
        ChangeKind::Program => format!("apparently a different program: {new}"),
        ChangeKind::Settings => format!("run differently: {old} -> {new}"),
        ChangeKind::Finding if reason.old.is_empty() => format!("new finding: {new}"),
        ChangeKind::Finding if reason.new.is_empty() => format!("finding gone: {old}"),
        ChangeKind::Finding => format!("finding changed: {old} -> {new}"),
        ChangeKind::Summary => format!("summary: {old} -> {new}"),
        _ if reason.old.is_empty() => format!("{subject}: new, {new}"),
        _ if reason.new.is_empty() => format!("{subject}: removed, was {old}"),
        _ => format!("{subject}: {old} -> {new}"),
    }
}

/// Cases that changed in the same way, in one line.
fn cases(text: &mut String, reasons: &[Change]) {
    let mut same: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for reason in reasons.iter().filter(|reason| reason.kind == ChangeKind::Case) {
        same.entry((&reason.old, &reason.new))
            .or_default()
            .push(&reason.subject);
    }

    for ((old, new), names) in same {
        let count = plural(names.len(), "case");
        let words = match (old, new) {
            ("", new) => format!("{count} added: {new}"),
            (old, "") => format!("{count} removed: {old} before"),
            (old, new) => format!("{count}: {old} -> {new}"),
        };
        let _ = writeln!(text, "  {words}");
        for name in names.iter().take(NAMED) {
            let _ = writeln!(text, "    {}", visible(name));
        }
        if names.len() > NAMED {
            let _ = writeln!(text, "    and {} more", names.len() - NAMED);
        }
    }
}
