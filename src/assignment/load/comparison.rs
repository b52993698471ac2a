//! How transcripts are compared.

use super::rubric::MAX_POINTS;
use crate::assignment::{By, Comparison, FormatCost, Frames, Tolerances};
use crate::connect4::Flow;
use crate::diagnostic::Diagnostic;
use crate::yaml::{At, Reader, Spot, Value};

pub(super) const BY: [(&str, By); 2] = [("bytes", By::Bytes), ("events", By::Events)];
/// Whether the boards of a falling piece are checked, by name.
pub(crate) const FRAMES: [(&str, Frames); 2] = [("checked", Frames::Checked), ("skipped", Frames::Skipped)];

/// The differences that can be tolerated, in the order of [`Tolerances`].
pub(super) const TOGGLES: [&str; 15] = [
    "trailing-space",
    "blank-lines",
    "carriage-return",
    "nul",
    "letter-case",
    "row-spacing",
    "misspelling",
    "rewording",
    "doubled-echo",
    "missing-echo",
    "reprinted-board",
    "missing-board",
    "upside-down",
    "in-banner",
    "extra-text",
];

/// Without `comparison`: to the byte, and each kind of difference in format costs once.
pub(super) fn default() -> Comparison {
    Comparison {
        by: By::Bytes,
        format: FormatCost::USUAL,
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
    let format = match fields.get("format") {
        Some(at) => format_cost(reader, &at),
        None => Some(default.format),
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
        format: format?,
        frames: frames?,
        tolerate: tolerate?,
    })
}

/// `{each: 5, most: 30}`, `{share: 50%}`, or a share alone.
fn format_cost(reader: &mut Reader, at: &At) -> Option<FormatCost> {
    if !matches!(at.value, Value::Map(_)) {
        return reader.share(at).map(FormatCost::Share);
    }

    let fields = reader.fields(at, &["each", "most", "share"])?;
    if let Some(at) = fields.get("share") {
        if fields.get("each").is_some() || fields.get("most").is_some() {
            let problem = Diagnostic::error(
                "conflicting-fields",
                "`share` cannot be combined with `each` and `most`",
            );
            let help = "use `{each: 5, most: 30}` to deduct points once for each kind of difference, or `{share: 50%}` to \
                        give each case a part of its points";
            reader.problem(&at, Spot::Key, problem.help(help));
        }
        return reader.share(&at).map(FormatCost::Share);
    }

    let each = reader.required(&fields, "each", "5")?;
    let each = reader.number(&each, 0.0..=MAX_POINTS)?;
    let most = match fields.get("most") {
        Some(at) => reader.number(&at, 0.0..=MAX_POINTS)?,
        None => MAX_POINTS,
    };
    Some(FormatCost::Kinds { each, most })
}

/// `frames` where no piece falls in view.
pub(crate) fn no_frames() -> Diagnostic {
    Diagnostic::error("conflicting-fields", "`frames` requires a game with falling pieces")
        .help("remove `frames`, or set `falling: true` in the `game` of the assignment")
}

fn tolerances(reader: &mut Reader, at: &At) -> Option<Tolerances> {
    let mut tolerate = Tolerances::default();
    let toggles = [
        &mut tolerate.trailing_space,
        &mut tolerate.blank_lines,
        &mut tolerate.carriage_return,
        &mut tolerate.nul,
        &mut tolerate.letter_case,
        &mut tolerate.row_spacing,
        &mut tolerate.misspelling,
        &mut tolerate.rewording,
        &mut tolerate.doubled_echo,
        &mut tolerate.missing_echo,
        &mut tolerate.reprinted_board,
        &mut tolerate.missing_board,
        &mut tolerate.upside_down,
        &mut tolerate.in_banner,
        &mut tolerate.extra_text,
    ];

    let fields = reader.fields(at, &TOGGLES)?;
    for (name, toggle) in TOGGLES.iter().zip(toggles) {
        if let Some(flag) = fields.get(name).and_then(|at| reader.flag(&at)) {
            *toggle = flag;
        }
    }

    Some(tolerate)
}
