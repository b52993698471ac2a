//! How transcripts are compared.

use crate::assignment::{By, Comparison, Frames, Tolerances};
use crate::connect4::Flow;
use crate::diagnostic::Diagnostic;
use crate::yaml::{At, Reader, Spot};

const BY: [(&str, By); 2] = [("bytes", By::Bytes), ("events", By::Events)];
/// Whether the boards of a falling piece are checked, by name.
pub(crate) const FRAMES: [(&str, Frames); 2] = [("checked", Frames::Checked), ("skipped", Frames::Skipped)];

/// Without `comparison`: to the byte, and the right game in the wrong format earns nothing.
pub(super) fn default() -> Comparison {
    Comparison {
        by: By::Bytes,
        format_share: 0.0,
        frames: Frames::Checked,
        tolerate: Tolerances::default(),
    }
}

/// Reads `comparison`, and checks it against the flow of the game, if that could be read.
pub(super) fn comparison(reader: &mut Reader, at: &At, flow: Option<&Flow>) -> Option<Comparison> {
    let fields = reader.fields(at, &["by", "format", "frames", "tolerate"])?;
    let default = default();
    let by = match fields.get("by") {
        Some(at) => reader.choice(&at, &BY),
        None => Some(default.by),
    };
    let format_share = match fields.get("format") {
        Some(at) => reader.share(&at),
        None => Some(default.format_share),
    };
    let frames = match fields.get("frames") {
        Some(at) => {
            if let Some(Flow { falling: false, .. }) = flow {
                reader.problem(&at, Spot::Key, no_frames());
            }
            reader.choice(&at, &FRAMES)
        }
        None => Some(default.frames),
    };

    let tolerate = match fields.get("tolerate") {
        Some(at) => tolerances(reader, &at),
        None => Some(default.tolerate),
    };

    Some(Comparison {
        by: by?,
        format_share: format_share?,
        frames: frames?,
        tolerate: tolerate?,
    })
}

/// `frames` where no piece falls in view.
pub(crate) fn no_frames() -> Diagnostic {
    Diagnostic::error("conflicting-fields", "`frames` requires a game with falling pieces")
        .help("remove `frames`, or set `falling: true` in the `game` of the assignment")
}

fn tolerances(reader: &mut Reader, at: &At) -> Option<Tolerances> {
    let mut tolerate = Tolerances::default();
    let mut toggles = [
        ("trailing-space", &mut tolerate.trailing_space),
        ("blank-lines", &mut tolerate.blank_lines),
        ("carriage-return", &mut tolerate.carriage_return),
        ("nul", &mut tolerate.nul),
        ("letter-case", &mut tolerate.letter_case),
        ("row-spacing", &mut tolerate.row_spacing),
        ("misspelling", &mut tolerate.misspelling),
        ("rewording", &mut tolerate.rewording),
        ("doubled-echo", &mut tolerate.doubled_echo),
        ("missing-echo", &mut tolerate.missing_echo),
        ("reprinted-board", &mut tolerate.reprinted_board),
        ("in-banner", &mut tolerate.in_banner),
        ("extra-text", &mut tolerate.extra_text),
    ];

    let known: Vec<&str> = toggles.iter().map(|(name, _)| *name).collect();
    let fields = reader.fields(at, &known)?;
    for (name, toggle) in &mut toggles {
        if let Some(flag) = fields.get(name).and_then(|at| reader.flag(&at)) {
            **toggle = flag;
        }
    }

    Some(tolerate)
}
