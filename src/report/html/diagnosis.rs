//! Why a run ended as it did: the cause, and what the machine looked like.

use maud::{Markup, html};

use crate::report::trace::{place_lines, registers, step_lines};
use crate::report::visible::visible;
use crate::result::{Cause, Diagnosis, Place};

/// The cause in a sentence, with the lines that matter.
pub(super) fn cause(cause: &Cause) -> Markup {
    html! {
        div class="cause" {
            p { strong { "Cause" } " " (visible(&cause.sentence)) }
            (source(&cause.places))
        }
    }
}

/// Lines of the source.
pub(super) fn source(places: &[Place]) -> Markup {
    html! {
        @if !places.is_empty() {
            pre class="source" tabindex="0" { @for line in place_lines(places) { (line) "\n" } }
        }
    }
}

/// The registers with their meaning, and the last instructions. `other` is the case they are of, where it is another than
/// the one that is told.
pub(super) fn machine(diagnosis: &Diagnosis, other: Option<usize>) -> Markup {
    let steps = step_lines(&diagnosis.steps);
    let latest = steps.len().saturating_sub(1);
    let registers = registers(diagnosis);
    html! {
        @if !steps.is_empty() || !registers.is_empty() {
            div class="machine" {
                @if !steps.is_empty() {
                    figure class="steps" {
                        figcaption { "The last instructions" @if let Some(number) = other { " in case " (number) } }
                        pre tabindex="0" {
                            @for (index, line) in steps.iter().enumerate() {
                                @if index == latest { mark { "→ " (line) "  ← the latest" } } @else { "  " (line) "\n" }
                            }
                        }
                    }
                }
                @if !registers.is_empty() {
                    table class="registers" {
                        caption { "Registers at the end" }
                        thead { tr { th scope="col" { "Name" } th scope="col" { "Value" } th scope="col" { "Meaning" } } }
                        tbody {
                            @for register in registers {
                                tr { th scope="row" { (register.name) } td { code { (register.value) } } td { (register.meaning) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
