//! Drafts to words: numbers into fields, distances to labels, and the instruction that says the same where one cannot.

use super::explain;
use super::expression::{Expression, Place};
use super::resolve::{Resolved, Resolver};
use super::statement::{Address, Draft, Second};
use crate::diagnostic::{Diagnostic, Span};
use crate::machine::arm::isa::{
    Condition, DataOperation, Indexing, Instruction, Offset, Operand, Operation, Register, Shift, ShiftKind, Unit,
};

mod adr;

/// The words of an instruction at `here`. `literal` is where its literal lies, if it has one.
pub(super) fn encoded(
    resolver: &mut Resolver<'_>,
    condition: Condition,
    draft: &Draft,
    literal: Option<Place>,
    here: Place,
    span: Span,
) -> Vec<u32> {
    let word = |operation: Operation| Instruction { condition, operation }.encode();
    if let Draft::Adr { rd, target, long: true } = draft {
        let pair = adr::long(resolver, *rd, target, here);
        return pair.map_or_else(|| vec![0, 0], |pair| pair.map(word).to_vec());
    }
    let mut encoder = Encoder { resolver, here, span };
    vec![encoder.operation(draft, literal).map_or(0, word)]
}

struct Encoder<'a, 'b> {
    resolver: &'a mut Resolver<'b>,
    here: Place,
    span: Span,
}

impl Encoder<'_, '_> {
    fn operation(&mut self, draft: &Draft, literal: Option<Place>) -> Option<Operation> {
        match draft {
            Draft::Ready(operation) => Some(*operation),
            Draft::Data {
                operation,
                flags,
                rd,
                rn,
                operand,
            } => self.data(*operation, *flags, *rd, *rn, operand),
            Draft::Transfer {
                load,
                unit,
                rd,
                address,
            } => self.transfer(*load, *unit, *rd, address),
            Draft::Literal { rd, value } => self.literal(*rd, value, literal),
            Draft::Branch { link, target } => self.branch(*link, target),
            Draft::Adr { rd, target, .. } => adr::short(self, *rd, target),
            Draft::WriteStatus { saved, fields, value } => {
                let number = self.resolver.number(value, self.here)?;
                let operand = self.immediate(number, value.span, None)?;
                Some(Operation::WriteStatus {
                    saved: *saved,
                    fields: *fields,
                    operand,
                })
            }
            Draft::Interrupt(comment) => {
                let comment = self.limited(comment, 0, 0x00FF_FFFF)?;
                Some(Operation::Interrupt { comment })
            }
        }
    }

    /// A number from `least` to `most`.
    fn limited(&mut self, expression: &Expression, least: u32, most: u32) -> Option<u32> {
        let number = self.resolver.number(expression, self.here)?;
        if (least..=most).contains(&number) {
            return Some(number);
        }

        let text = self.resolver.text(expression.span);
        self.resolver.log.push(
            Diagnostic::error("value-out-of-range", format!("`{text}` does not fit here"))
                .at(expression.span)
                .label(format!("this place holds {least} to {most}")),
        );

        None
    }

    fn immediate(&mut self, number: u32, span: Span, destination: Option<Register>) -> Option<Operand> {
        let operand = Operand::of(number);
        if operand.is_none() {
            let text = self.resolver.text(span);
            let error = explain::immediate(number, text, span, destination);
            self.resolver.log.push(error);
        }
        operand
    }

    fn data(
        &mut self,
        operation: DataOperation,
        flags: bool,
        rd: Register,
        rn: Register,
        operand: &Second,
    ) -> Option<Operation> {
        let (operation, operand) = match operand {
            Second::Ready(operand) => (operation, *operand),
            Second::Number(expression) => self.substituted(operation, rd, expression)?,
            Second::Rotated(byte, by) => {
                let value = self.limited(byte, 0, 0xFF)? as u8;
                let by = self.limited(by, 0, 30)?;
                let rotation = (by / 2) as u8;
                (operation, Operand::Immediate { value, rotation })
            }
            Second::Shifted(rm, kind, amount) => {
                let shift = self.shift(*kind, amount)?;
                (operation, Operand::Register(*rm, shift))
            }
        };
        Some(Operation::Data {
            operation,
            flags,
            rd,
            rn,
            operand,
        })
    }

    /// A shift by a number. By 0 there is none, whatever its kind.
    fn shift(&mut self, kind: ShiftKind, amount: &Expression) -> Option<Shift> {
        let most = match kind {
            ShiftKind::Lsl | ShiftKind::Ror => 31,
            ShiftKind::Lsr | ShiftKind::Asr => 32,
        };
        let amount = self.limited(amount, 0, most)?;
        let kind = if amount == 0 { ShiftKind::Lsl } else { kind };
        Some(Shift::Amount(kind, (amount % 32) as u8))
    }

    /// A number as it is, or another operation with the number's opposite.
    fn substituted(
        &mut self,
        operation: DataOperation,
        rd: Register,
        expression: &Expression,
    ) -> Option<(DataOperation, Operand)> {
        use DataOperation::{Adc, Add, And, Bic, Cmn, Cmp, Mov, Mvn, Sbc, Sub};
        let number = self.resolver.number(expression, self.here)?;
        if let Some(operand) = Operand::of(number) {
            return Some((operation, operand));
        }

        let (other, opposite) = match operation {
            Mov => (Mvn, !number),
            Mvn => (Mov, !number),
            And => (Bic, !number),
            Bic => (And, !number),
            Adc => (Sbc, !number),
            Sbc => (Adc, !number),
            Add => (Sub, number.wrapping_neg()),
            Sub => (Add, number.wrapping_neg()),
            Cmp => (Cmn, number.wrapping_neg()),
            Cmn => (Cmp, number.wrapping_neg()),
            _ => (operation, number),
        };
        if let Some(operand) = Operand::of(opposite) {
            return Some((other, operand));
        }

        let destination = (operation == Mov).then_some(rd);
        self.immediate(number, expression.span, destination)
            .map(|operand| (operation, operand))
    }

    /// From this instruction's PC, which is 8 further on.
    fn distance(&self, target: u32) -> i32 {
        target.wrapping_sub(self.resolver.address(self.here).wrapping_add(8)) as i32
    }

    fn transfer(&mut self, load: bool, unit: Unit, rd: Register, address: &Address) -> Option<Operation> {
        let (rn, up, offset, indexing) = match address {
            Address::Ready {
                rn,
                up,
                offset,
                indexing,
            } => {
                self.plain_register(unit, *offset)?;
                (*rn, *up, *offset, *indexing)
            }
            Address::Shifted {
                rn,
                up,
                rm,
                kind,
                amount,
                indexing,
            } => {
                let offset = Offset::Register(*rm, self.shift(*kind, amount)?);
                self.plain_register(unit, offset)?;
                (*rn, *up, offset, *indexing)
            }
            Address::Number { rn, offset, indexing } => {
                let number = self.resolver.number(offset, self.here)? as i32;
                let (up, field) = self.field(unit, number, offset.span)?;
                (*rn, up, field, *indexing)
            }
            Address::Label(target) => {
                let (up, field) = self.label(load, unit, rd, target)?;
                (15, up, field, Indexing::Offset)
            }
        };
        Some(Operation::Transfer {
            load,
            unit,
            rd,
            rn,
            up,
            offset,
            indexing,
        })
    }

    /// Halfwords and signed loads take no shift.
    fn plain_register(&mut self, unit: Unit, offset: Offset) -> Option<()> {
        let Offset::Register(_, shift) = offset else {
            return Some(());
        };

        if reach(unit) == 4095 || shift == Shift::Amount(ShiftKind::Lsl, 0) {
            return Some(());
        }

        self.resolver.log.push(
            Diagnostic::error(
                "wrong-operand",
                "half-word and signed loads and stores do not allow a shift in the address",
            )
            .at(self.span)
            .help("shift into a register first: `MOV R3, R2, LSL #1` and then `[R1, R3]`"),
        );
        None
    }

    fn field(&mut self, unit: Unit, number: i32, span: Span) -> Option<(bool, Offset)> {
        let most = reach(unit);
        if number.unsigned_abs() <= most {
            return Some((number >= 0, Offset::Immediate(number.unsigned_abs() as u16)));
        }

        self.resolver.log.push(
            Diagnostic::error("value-out-of-range", format!("the offset {number} does not fit here"))
                .at(span)
                .label(format!("this place holds -{most} to {most}"))
                .help("put the offset into a register: `LDR R2, =offset` and then `[R1, R2]`"),
        );

        None
    }

    /// A label that is reached from the PC.
    fn label(&mut self, load: bool, unit: Unit, rd: Register, target: &Expression) -> Option<(bool, Offset)> {
        let value = self.resolver.value(target, self.here)?;
        let distance = self.distance(value.bits);
        let most = reach(unit);
        if value.is_address && distance.unsigned_abs() <= most {
            return Some((distance >= 0, Offset::Immediate(distance.unsigned_abs() as u16)));
        }

        let text = self.resolver.text(target.span);
        let base = if load { rd.min(12) } else { u8::from(rd == 0) };
        let (register, base) = (explain::register_name(rd), explain::register_name(base));
        let verb = if load { "LDR" } else { "STR" };

        let error = if value.is_address {
            Diagnostic::error(
                "offset-out-of-range",
                format!("`{text}` is too far away: {distance} bytes"),
            )
            .label(format!("reaches from -{most} to {most} bytes"))
        } else {
            Diagnostic::error(
                "wrong-operand",
                format!("`{text}` is a number; an address belongs here"),
            )
        };

        self.resolver.log.push(error.at(target.span).help(format!(
            "load the address first, `LDR {base}, ={text}`, and go through it: `{verb} {register}, [{base}]`"
        )));
        None
    }

    fn literal(&mut self, rd: Register, value: &Expression, literal: Option<Place>) -> Option<Operation> {
        let Some(place) = literal else {
            let number = self.resolver.number(value, self.here)?;
            return moved(rd, number);
        };

        let distance = self.distance(self.resolver.address(place));
        if distance.unsigned_abs() > reach(Unit::Word) {
            self.resolver.log.push(
                Diagnostic::error(
                    "literal-out-of-range",
                    format!("the pool with this value is too far away: {distance} bytes"),
                )
                .at(value.span)
                .label("reaches 4095 bytes")
                .help("write `LTORG` between subroutines, after a branch that never falls through, so that a literal pool is closer"),
            );
            return None;
        }

        Some(Operation::Transfer {
            load: true,
            unit: Unit::Word,
            rd,
            rn: 15,
            up: distance >= 0,
            offset: Offset::Immediate(distance.unsigned_abs() as u16),
            indexing: Indexing::Offset,
        })
    }

    fn branch(&mut self, link: bool, target: &Expression) -> Option<Operation> {
        let Resolved { bits, .. } = self.resolver.value(target, self.here)?;
        let offset = self.distance(bits);
        let text = self.resolver.text(target.span);
        let error = if offset % 4 != 0 {
            Diagnostic::error(
                "misaligned-target",
                format!("`{text}` is not the address of an instruction: it is not a multiple of 4"),
            )
            .help("is the label before data? write `ALIGN` before code that follows `DCB`")
        } else if !(-(1 << 25)..1 << 25).contains(&offset) {
            Diagnostic::error(
                "offset-out-of-range",
                format!("`{text}` is too far away: {offset} bytes"),
            )
            .label("a branch reaches 32 MiB; RAM is farther away")
            .help("is the label in a `READWRITE` area? code belongs in one with `CODE, READONLY`")
        } else {
            return Some(Operation::Branch { link, offset });
        };

        self.resolver.log.push(error.at(target.span));
        None
    }
}

/// How far a load or store reaches.
fn reach(unit: Unit) -> u32 {
    match unit {
        Unit::Word | Unit::Byte => 4095,
        Unit::Half | Unit::SignedByte | Unit::SignedHalf => 255,
    }
}

/// MOV or MVN with a number that one of them can make.
fn moved(rd: Register, number: u32) -> Option<Operation> {
    let plain = Operand::of(number).map(|operand| (DataOperation::Mov, operand));
    let (operation, operand) = plain.or_else(|| Some((DataOperation::Mvn, Operand::of(!number)?)))?;
    Some(Operation::Data {
        operation,
        flags: false,
        rd,
        rn: 0,
        operand,
    })
}
