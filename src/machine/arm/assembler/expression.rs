//! Expressions, as they are written and as they can be worked out once addresses are known.
//!
//! An [`Expression`] is kept in reverse Polish order: flat, so that no nesting of a hostile source can exhaust the stack.

use std::rc::Rc;

use super::lex::Operator;
use crate::diagnostic::Span;

/// One step of working an expression out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// A number.
    Number(u32),
    /// A string; of one byte it is that number too.
    Text(Rc<[u8]>),
    /// A symbol's value.
    Symbol(Rc<str>, Span),
    /// A numeric label, by its key, and as it is written.
    Local(LocalKey, Span),
    /// Whether a symbol is defined.
    Defined(Rc<str>),
    /// The address of the line itself.
    Here,
    /// Works on the last value.
    Unary(Operator, Span),
    /// Works on the last two values.
    Binary(Operator, Span),
}

/// Which of the numeric labels: its number, the ROUT it is in, and how many of that number came before it there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct LocalKey {
    pub(super) number: u32,
    pub(super) routine: u32,
    pub(super) nth: u32,
}

/// An expression and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Expression {
    pub(super) nodes: Vec<Node>,
    pub(super) span: Span,
}

/// A place in an area: which, and how many bytes from its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) area: usize,
    pub(super) offset: u32,
}

/// What an expression comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// A number.
    Number(u32),
    /// An address: so far from the start of an area.
    Address(Place),
    /// A string.
    Text(Rc<[u8]>),
}

/// Why an expression comes to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// There is no such symbol.
    Undefined(Rc<str>, Span),
    /// There is no such numeric label.
    NoLocal(LocalKey, Span),
    /// The symbol is announced, and another file would define it.
    Imported(Rc<str>, Span),
    /// The symbol's address is not known yet.
    Later(Rc<str>, Span),
    /// An operator that addresses cannot go through.
    Address(Span),
    /// A division by zero.
    Zero(Span),
    /// A string where a number is wanted.
    Text(Span),
    /// Symbols that are defined by each other, or too many steps.
    Circle(Span),
}

/// Where symbols and addresses come from while an expression is worked out.
pub(super) trait Scope {
    /// The value of a symbol. `fuel` is how many steps may still be taken.
    fn symbol(&self, name: &Rc<str>, span: Span, fuel: &mut u32) -> Result<Value, Fault>;
    /// The place of a numeric label.
    fn local(&self, key: LocalKey) -> Option<Place>;
    /// The place of the line that is worked on.
    fn here(&self) -> Option<Place>;
    /// Whether a symbol is defined at all.
    fn defines(&self, name: &str) -> bool;
}

/// Steps that one expression may take, those of the symbols in it included.
pub(super) const FUEL: u32 = 2_000;

impl Expression {
    /// A number that stands for itself.
    pub(super) fn number(value: u32, span: Span) -> Self {
        Self {
            nodes: vec![Node::Number(value)],
            span,
        }
    }

    /// A symbol by itself or with a number added: by which equal literals are recognized.
    pub(super) fn symbol_and_number(&self) -> Option<(&Rc<str>, u32)> {
        match self.nodes.as_slice() {
            [Node::Symbol(name, _)] => Some((name, 0)),
            [
                Node::Symbol(name, _),
                Node::Number(number),
                Node::Binary(Operator::Plus, _),
            ]
            | [
                Node::Number(number),
                Node::Symbol(name, _),
                Node::Binary(Operator::Plus, _),
            ] => Some((name, *number)),
            [
                Node::Symbol(name, _),
                Node::Number(number),
                Node::Binary(Operator::Minus, _),
            ] => Some((name, number.wrapping_neg())),
            _ => None,
        }
    }

    /// Whether it is written with a minus sign before it.
    pub(super) fn is_negative(&self) -> bool {
        matches!(self.nodes.last(), Some(Node::Unary(Operator::Minus, _)))
    }

    /// What it comes to.
    pub(super) fn evaluate(&self, scope: &impl Scope, fuel: &mut u32) -> Result<Value, Fault> {
        let mut stack: Vec<Value> = Vec::with_capacity(4);
        let number = u32::from;
        for node in &self.nodes {
            *fuel = fuel.checked_sub(1).ok_or(Fault::Circle(self.span))?;
            let value = match node {
                Node::Number(number) => Value::Number(*number),
                Node::Text(text) => Value::Text(Rc::clone(text)),
                Node::Symbol(name, span) => scope.symbol(name, *span, fuel)?,
                Node::Local(key, span) => Value::Address(scope.local(*key).ok_or(Fault::NoLocal(*key, *span))?),
                Node::Defined(name) => Value::Number(number(scope.defines(name))),
                Node::Here => Value::Address(scope.here().ok_or(Fault::Address(self.span))?),
                Node::Unary(operator, span) => {
                    let value = stack.pop().unwrap_or(Value::Number(0));
                    unary(*operator, value, *span)?
                }
                Node::Binary(operator, span) => {
                    let right = stack.pop().unwrap_or(Value::Number(0));
                    let left = stack.pop().unwrap_or(Value::Number(0));
                    binary(*operator, &left, &right, *span)?
                }
            };
            stack.push(value);
        }

        Ok(stack.pop().unwrap_or(Value::Number(0)))
    }
}

impl Value {
    /// A number, or a string of one byte.
    pub(super) fn as_number(&self) -> Option<u32> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(text) if text.len() == 1 => Some(u32::from(text[0])),
            Self::Text(_) | Self::Address(_) => None,
        }
    }
}

fn operand(value: &Value, span: Span) -> Result<u32, Fault> {
    value.as_number().ok_or(match value {
        Value::Text(_) => Fault::Text(span),
        _ => Fault::Address(span),
    })
}

fn unary(operator: Operator, value: Value, span: Span) -> Result<Value, Fault> {
    if let (Operator::Length, Value::Text(text)) = (operator, &value) {
        return Ok(Value::Number(text.len() as u32));
    }
    if operator == Operator::Plus {
        return Ok(value);
    }

    let number = operand(&value, span)?;
    Ok(Value::Number(match operator {
        Operator::Minus => number.wrapping_neg(),
        Operator::Not => !number,
        Operator::LogicalNot => u32::from(number == 0),
        _ => number,
    }))
}

fn binary(operator: Operator, left: &Value, right: &Value, span: Span) -> Result<Value, Fault> {
    if let (Value::Address(left), Value::Address(right)) = (left, right)
        && left.area == right.area
    {
        let flag = |holds: bool| Ok(Value::Number(u32::from(holds)));
        return match operator {
            Operator::Minus => Ok(Value::Number(left.offset.wrapping_sub(right.offset))),
            Operator::Equal => flag(left.offset == right.offset),
            Operator::Unequal => flag(left.offset != right.offset),
            Operator::Less => flag(left.offset < right.offset),
            Operator::LessOrEqual => flag(left.offset <= right.offset),
            Operator::Greater => flag(left.offset > right.offset),
            Operator::GreaterOrEqual => flag(left.offset >= right.offset),
            _ => Err(Fault::Address(span)),
        };
    }

    if let (Value::Text(left), Value::Text(right)) = (left, right) {
        match operator {
            Operator::Equal => return Ok(Value::Number(u32::from(left == right))),
            Operator::Unequal => return Ok(Value::Number(u32::from(left != right))),
            _ => {}
        }
    }

    let moved = |place: &Place, by: u32| {
        Value::Address(Place {
            area: place.area,
            offset: place.offset.wrapping_add(by),
        })
    };
    match (operator, left, right) {
        (Operator::Plus, Value::Address(place), other) | (Operator::Plus, other, Value::Address(place)) => {
            Ok(moved(place, operand(other, span)?))
        }
        (Operator::Minus, Value::Address(place), other) => Ok(moved(place, operand(other, span)?.wrapping_neg())),
        _ => numbers(operator, operand(left, span)?, operand(right, span)?, span),
    }
}

fn numbers(operator: Operator, left: u32, right: u32, span: Span) -> Result<Value, Fault> {
    let flag = u32::from;
    Ok(Value::Number(match operator {
        Operator::Plus => left.wrapping_add(right),
        Operator::Minus => left.wrapping_sub(right),
        Operator::Times => left.wrapping_mul(right),
        Operator::Divide => left.checked_div(right).ok_or(Fault::Zero(span))?,
        Operator::Modulo => left.checked_rem(right).ok_or(Fault::Zero(span))?,
        Operator::And => left & right,
        Operator::Or => left | right,
        Operator::Xor => left ^ right,
        Operator::LogicalAnd => flag(left != 0 && right != 0),
        Operator::LogicalOr => flag(left != 0 || right != 0),
        Operator::LogicalXor => flag((left != 0) != (right != 0)),
        Operator::ShiftLeft => left.checked_shl(right).unwrap_or(0),
        Operator::ShiftRight => left.checked_shr(right).unwrap_or(0),
        Operator::RotateLeft => left.rotate_left(right % 32),
        Operator::RotateRight => left.rotate_right(right % 32),
        Operator::Equal => flag(left == right),
        Operator::Unequal => flag(left != right),
        Operator::Less => flag(left < right),
        Operator::LessOrEqual => flag(left <= right),
        Operator::Greater => flag(left > right),
        Operator::GreaterOrEqual => flag(left >= right),
        Operator::Not | Operator::LogicalNot | Operator::Defined | Operator::Length | Operator::Unknown => left,
    }))
}
