//! Differences in format: which count, which an assignment forgives, and what they are called in it.

use crate::assignment::{By, Tolerances};
use crate::connect4::reading::FormatKind;

/// Whether a difference in format counts where games are compared so: by events only a board that is not shown
/// or upside down does.
pub fn counts(by: By, kind: FormatKind) -> bool {
    by == By::Bytes || matches!(kind, FormatKind::MissingBoard | FormatKind::UpsideDown)
}

/// Whether the assignment forgives a kind of difference.
pub fn is_tolerated(tolerate: &Tolerances, kind: FormatKind) -> bool {
    match kind {
        FormatKind::TrailingSpace => tolerate.trailing_space,
        FormatKind::BlankLines => tolerate.blank_lines,
        FormatKind::CarriageReturn => tolerate.carriage_return,
        FormatKind::Nul => tolerate.nul,
        FormatKind::LetterCase => tolerate.letter_case,
        FormatKind::RowSpacing => tolerate.row_spacing,
        FormatKind::Misspelling => tolerate.misspelling,
        FormatKind::Rewording | FormatKind::Unnamed => tolerate.rewording,
        FormatKind::DoubledEcho => tolerate.doubled_echo,
        FormatKind::MissingEcho => tolerate.missing_echo,
        FormatKind::ReprintedBoard => tolerate.reprinted_board,
        FormatKind::MissingBoard => tolerate.missing_board,
        FormatKind::UpsideDown => tolerate.upside_down,
        FormatKind::InBanner => tolerate.in_banner,
        FormatKind::ExtraText => tolerate.extra_text,
    }
}

/// The kind's name in reports, which is its toggle's name in `assignment.yaml`. `unnamed-player` has no toggle of its own.
pub fn toggle(kind: FormatKind) -> &'static str {
    match kind {
        FormatKind::TrailingSpace => "trailing-space",
        FormatKind::BlankLines => "blank-lines",
        FormatKind::CarriageReturn => "carriage-return",
        FormatKind::Nul => "nul",
        FormatKind::LetterCase => "letter-case",
        FormatKind::RowSpacing => "row-spacing",
        FormatKind::Misspelling => "misspelling",
        FormatKind::Rewording => "rewording",
        FormatKind::DoubledEcho => "doubled-echo",
        FormatKind::MissingEcho => "missing-echo",
        FormatKind::ReprintedBoard => "reprinted-board",
        FormatKind::MissingBoard => "missing-board",
        FormatKind::UpsideDown => "upside-down",
        FormatKind::InBanner => "in-banner",
        FormatKind::ExtraText => "extra-text",
        FormatKind::Unnamed => "unnamed-player",
    }
}
