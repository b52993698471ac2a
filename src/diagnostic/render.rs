//! Diagnostics as text for a terminal.
//!
//! Sources are untrusted files: their text is shown through [`visible`], and very long lines are cut around the place.

use std::fmt::Write as _;
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Level, Patch, Renderer, Snippet};

use super::visible::{Keep, visible};
use super::wording::plural;
use super::{Diagnostic, Severity, Source, Span};

/// Characters shown of a line, around the place.
const WIDEST: usize = 160;

/// All diagnostics of one source in rustc's look; `color` adds ANSI styles. Ends with a line that counts them.
pub fn terminal(diagnostics: &[Diagnostic], source: &Source, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    for diagnostic in diagnostics {
        text.push_str(&one(&renderer, diagnostic, source));
        text.push_str("\n\n");
    }
    text.push_str(&summary(diagnostics));
    text
}

/// One line for each diagnostic: `file:line:column: error[code]: message`.
pub fn concise(diagnostics: &[Diagnostic], source: &Source) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let name = visible(name_at(source, diagnostic.span), Keep::Nothing);
        let place = diagnostic.span.map_or_else(String::new, |span| {
            let (line, column) = source.position(span.start);
            format!("{line}:{column}:")
        });
        let message = visible(&diagnostic.message, Keep::Nothing);
        let severity = diagnostic.severity.name();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}:{place} {severity}[{}]: {message}", diagnostic.code);
    }

    text
}

/// `2 errors, 1 warning`, with a line end; empty when there is neither.
fn summary(diagnostics: &[Diagnostic]) -> String {
    let count = |severity| diagnostics.iter().filter(|one| one.severity == severity).count();
    let counted: Vec<String> = [(Severity::Error, "error"), (Severity::Warning, "warning")]
        .into_iter()
        .map(|(severity, name)| (count(severity), name))
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| plural(count, name))
        .collect();

    if counted.is_empty() {
        String::new()
    } else {
        counted.join(", ") + "\n"
    }
}

/// The line of a place, or the part of a very long one that is around it.
pub fn line_around(span: Span, source: &Source) -> String {
    Cut::around(source, span).text
}

fn one(renderer: &Renderer, diagnostic: &Diagnostic, source: &Source) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let name = visible(name_at(source, diagnostic.span), Keep::Nothing).into_owned();
    let message = visible(&diagnostic.message, Keep::Nothing).into_owned();
    let mut group = Group::with_title(level.primary_title(message).id(diagnostic.code));

    group = match diagnostic.span {
        Some(span) => group.elements(snippets(diagnostic, span, source)),
        None => group.element(annotate_snippets::Origin::path(name.clone())),
    };

    let mut groups = Vec::new();
    match (&diagnostic.help, &diagnostic.replacement, diagnostic.span) {
        (help, Some(replacement), Some(span)) => {
            let title = help.clone().unwrap_or_else(|| "write this instead".to_owned());
            let title = visible(&title, Keep::Nothing).into_owned();
            let cut = Cut::around(source, span);
            let patch = Patch::new(cut.range(span), visible(replacement, Keep::Nothing).into_owned());
            let snippet = Snippet::source(cut.text.clone())
                .line_start(cut.line)
                .path(name.clone());
            groups.push(group);
            groups.push(Level::HELP.secondary_title(title).element(snippet.patch(patch)));
        }
        (Some(help), ..) => {
            let help = visible(help, Keep::Nothing).into_owned();
            groups.push(group.element(Level::HELP.message(help)));
        }
        _ => groups.push(group),
    }

    renderer.render(&groups)
}

/// The name of the file that a place is in.
fn name_at(source: &Source, span: Option<Span>) -> &str {
    span.and_then(|span| source.other_file(span.start))
        .unwrap_or(&source.name)
}

/// The place and the related places: together when they are on one line, else one after the other.
fn snippets(diagnostic: &Diagnostic, span: Span, source: &Source) -> Vec<Element<'static>> {
    let mut places = vec![(span, diagnostic.label.clone(), AnnotationKind::Primary)];
    for (span, label) in &diagnostic.related {
        places.push((*span, Some(label.clone()), AnnotationKind::Context));
    }

    places
        .into_iter()
        .map(|(span, label, kind)| {
            let cut = Cut::around(source, span);
            let mut annotation: Annotation<'static> = kind.span(cut.range(span));
            if let Some(label) = label {
                annotation = annotation.label(visible(&label, Keep::Nothing).into_owned());
            }
            Snippet::source(cut.text)
                .line_start(cut.line)
                .path(visible(name_at(source, Some(span)), Keep::Nothing).into_owned())
                .annotation(annotation)
                .into()
        })
        .collect()
}

/// The visible form of one line, or of the part of it around a place.
struct Cut {
    line: usize,
    text: String,
    /// Bytes of the source that `text` shows.
    shown: Range<usize>,
    /// For each character shown: where it starts in the source, and in `text`.
    starts: Vec<(usize, usize)>,
}

impl Cut {
    fn around(source: &Source, span: Span) -> Self {
        let (line, _) = source.position(span.start);
        let (start, end) = source.line_range(source.row(span.start)).unwrap_or((0, 0));
        let whole = source.text.get(start..end).unwrap_or("");
        let at = span.start.clamp(start, end) - start;
        let shown = window(whole, at);
        let mut text = String::new();
        let mut starts = Vec::new();

        if shown.start > 0 {
            text.push_str("... ");
        }

        for (offset, character) in whole[shown.clone()].char_indices() {
            starts.push((start + shown.start + offset, text.len()));
            let mut buffer = [0; 4];
            let keep = if character == '\t' { Keep::Layout } else { Keep::Nothing };
            text.push_str(&visible(character.encode_utf8(&mut buffer), keep));
        }

        let shown = start + shown.start..start + shown.end;
        starts.push((shown.end, text.len()));
        if shown.end < end {
            text.push_str(" ...");
        }

        Self {
            line,
            text,
            shown,
            starts,
        }
    }

    /// A place of the source in the text shown. Later lines are cut off.
    fn range(&self, span: Span) -> Range<usize> {
        let map = |offset: usize| {
            let offset = offset.clamp(self.shown.start, self.shown.end);
            let index = self.starts.partition_point(|(start, _)| *start < offset);
            self.starts.get(index).map_or(self.text.len(), |(_, shown)| *shown)
        };
        let start = map(span.start);
        start..map(span.end).max(start)
    }
}

/// The part of a line to show: all of it when it is short enough, else what is around a byte in it.
fn window(line: &str, at: usize) -> Range<usize> {
    if line.len() <= WIDEST {
        return 0..line.len();
    }

    let down = |mut index: usize| {
        while !line.is_char_boundary(index) {
            index -= 1;
        }
        index
    };

    let start = down(at.saturating_sub(WIDEST / 2));
    start..down((start + WIDEST).min(line.len()))
}
