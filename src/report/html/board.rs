//! Boards as SVG, with the same in words for those who cannot see them.

use maud::{Markup, html};

use crate::report::picture::{Grid, Piece, Square};

/// The side of a square.
const SIDE: usize = 28;
/// Room above for the columns' numbers, and to the left for the rows'.
const EDGE: usize = 18;

/// The pieces and the empty field, drawn once a page. Pieces differ in shape and figure, not only in colour.
pub(super) fn pieces() -> Markup {
    html! {
        svg class="defs" width="0" height="0" aria-hidden="true" focusable="false" {
            defs {
                pattern id="holes" patternUnits="userSpaceOnUse" x=(EDGE) y=(EDGE) width=(SIDE) height=(SIDE) {
                    circle class="hole" cx="14" cy="14" r="3" {}
                }
                g id="p1" {
                    circle class="one" cx="14" cy="14" r="11" {}
                    text class="figure" x="14" y="18.5" { "1" }
                }
                g id="p2" {
                    rect class="two" x="4" y="4" width="20" height="20" rx="3" {}
                    text class="figure" x="14" y="18.5" { "2" }
                }
                g id="unread" {
                    rect class="unreadable" x="4" y="4" width="20" height="20" rx="3" {}
                    text class="doubt" x="14" y="18.5" { "?" }
                }
            }
        }
    }
}

/// A board with its caption.
pub(super) fn board(caption: &str, grid: &Grid) -> Markup {
    let width = EDGE + grid.columns * SIDE + 2;
    let height = EDGE + grid.rows.len() * SIDE + 2;
    html! {
        figure class="board" {
            figcaption { (caption) }
            svg role="img" aria-label=(format!("{caption}. {}", grid.in_words()))
                width=(width) height=(height) viewBox={ "0 0 " (width) " " (height) } {
                @for (class, fill) in [("field", None), ("holes", Some("url(#holes)"))] {
                    rect class=(class) fill=[fill] x=(EDGE) y=(EDGE) width=(grid.columns * SIDE) height=(grid.rows.len() * SIDE) rx="4" {}
                }
                @for column in 0..grid.columns {
                    text class="edge" x=(EDGE + column * SIDE + SIDE / 2) y="13" { (column + 1) }
                }
                @for (row, squares) in grid.rows.iter().enumerate() {
                    text class="edge" x="9" y=(EDGE + row * SIDE + 18) { (row + 1) }
                    @for (column, square) in squares.iter().enumerate() {
                        (draw(*square, EDGE + column * SIDE, EDGE + row * SIDE))
                    }
                }
                // Above the pieces, so that no neighbour covers a mark.
                @for (row, squares) in grid.rows.iter().enumerate() {
                    @for (column, _) in squares.iter().enumerate().filter(|(_, square)| square.marked) {
                        rect class="marked" x=(EDGE + column * SIDE + 1) y=(EDGE + row * SIDE + 1)
                            width=(SIDE - 2) height=(SIDE - 2) rx="5" {}
                    }
                }
            }
        }
    }
}

fn draw(square: Square, x: usize, y: usize) -> Markup {
    let drawing = match square.piece {
        Piece::Empty => return html! {},
        Piece::One => "#p1",
        Piece::Two => "#p2",
        Piece::Unreadable => "#unread",
    };
    html! { use href=(drawing) x=(x) y=(y) {} }
}
