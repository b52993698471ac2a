//! Whole programs that are not for this board as it is used here: Thumb, Cortex-M, interrupts. One error each.

use super::expression::{FUEL, Value};
use super::statement::{Address, Body, Draft, Statement};
use super::symbols::Symbols;
use crate::diagnostic::{Diagnostic, Span};
use crate::machine::arm::isa::{Condition, DataOperation, Unit};

/// Registers of the interrupt controller that switch interrupts on: `VICIntEnable`, and the addresses of handlers.
const VIC: [std::ops::RangeInclusive<u32>; 2] = [0xFFFF_F010..=0xFFFF_F010, 0xFFFF_F100..=0xFFFF_F17C];
/// Names that only start-up code of a Cortex-M has.
const CORTEX: [&str; 3] = ["__Vectors", "__initial_sp", "__Vectors_End"];
/// Exceptions, each with a word at the start of memory.
const VECTORS: usize = 8;

/// The one error about a program that cannot be graded, or nothing.
pub(super) fn refuse(statements: &[Statement], symbols: &Symbols, thumb: Option<Span>) -> Option<Diagnostic> {
    cortex(symbols)
        .or_else(|| thumb.map(thumb_code))
        .or_else(|| interrupts(statements, symbols))
}

fn cortex(symbols: &Symbols) -> Option<Diagnostic> {
    let entry = CORTEX.iter().find_map(|name| symbols.find(name))?;
    Some(
        Diagnostic::error("cortex-m", "this program is for a Cortex-M; programs here are for an ARM7TDMI (LPC2468) in ARM state")
            .at(entry.span)
            .label(format!("`{}` is part of a Cortex-M's start-up code", entry.name))
            .help("hand in the program for the LPC2468: code starts at address 0 with an instruction, and there is no vector table"),
    )
}

fn thumb_code(span: Span) -> Diagnostic {
    Diagnostic::error(
        "thumb",
        "this program uses Thumb code; programs here are ARM code for an ARM7TDMI (LPC2468)",
    )
    .at(span)
    .help("remove the line, and write the program with ARM instructions")
}

fn interrupts(statements: &[Statement], symbols: &Symbols) -> Option<Diagnostic> {
    let (span, label) = vector_table(statements)
        .map(|span| (span, "a table of exception vectors begins here"))
        .or_else(|| exception_return(statements).map(|span| (span, "this returns from an interrupt")))
        .or_else(|| {
            let vic = controller(statements, symbols);
            vic.map(|span| (span, "this register of the VIC switches interrupts on"))
        })?;
    Some(
        Diagnostic::error(
            "interrupts",
            "this program works with interrupts, which the board here does not raise",
        )
        .at(span)
        .label(label)
        .help("read keys by waiting for bit 0 of U0LSR, as the subroutine `get` does"),
    )
}

/// Instructions without a condition.
fn code(statements: &[Statement]) -> impl Iterator<Item = (&Draft, Span)> {
    statements.iter().filter_map(|statement| match &statement.body {
        Body::Code(Condition::Al, draft) => Some((draft, statement.span)),
        _ => None,
    })
}

/// Eight instructions at the start that all go elsewhere.
fn vector_table(statements: &[Statement]) -> Option<Span> {
    let first: Vec<_> = code(statements).take(VECTORS).collect();
    let loads = first.iter().filter(|(draft, _)| loads_pc(draft)).count();
    let branch = |draft: &Draft| matches!(draft, Draft::Branch { link: false, .. });
    let branches = first.iter().filter(|(draft, _)| branch(draft)).count();
    (loads >= 4 || branches + loads >= 6).then(|| first.first().map(|(_, span)| *span))?
}

fn loads_pc(draft: &Draft) -> bool {
    match draft {
        Draft::Literal { rd: 15, .. } => true,
        Draft::Transfer {
            load: true,
            unit: Unit::Word,
            rd: 15,
            address,
        } => matches!(address, Address::Label(_) | Address::Number { rn: 15, .. }),
        _ => false,
    }
}

/// `SUBS PC, LR, #4`
fn exception_return(statements: &[Statement]) -> Option<Span> {
    let returns = |draft: &Draft| {
        matches!(
            draft,
            Draft::Data {
                operation: DataOperation::Sub,
                flags: true,
                rd: 15,
                rn: 14,
                ..
            }
        )
    };
    code(statements).find(|(draft, _)| returns(draft)).map(|(_, span)| span)
}

/// `LDR Rx, =VICIntEnable`
fn controller(statements: &[Statement], symbols: &Symbols) -> Option<Span> {
    let found = code(statements).find(|(draft, _)| {
        let Draft::Literal { value, .. } = draft else {
            return false;
        };
        let value = value.evaluate(&symbols.at(None), &mut FUEL.clone());
        matches!(value, Ok(Value::Number(number)) if VIC.iter().any(|range| range.contains(&number)))
    });
    found.map(|(_, span)| span)
}
