//! What holds for every word and every instruction.

use proptest::prelude::*;

use super::table::ENCODINGS;
use super::*;
use crate::fixed_cases::fixed_cases;
use crate::machine::Program;
use crate::machine::arm::assembler::assemble;
use crate::splitmix::SplitMix64;

fn register() -> impl Strategy<Value = Register> {
    0..16_u8
}

fn kind() -> impl Strategy<Value = ShiftKind> {
    prop::sample::select(ShiftKind::ALL.to_vec())
}

fn amount() -> impl Strategy<Value = Shift> {
    (kind(), 0..32_u8).prop_map(|(kind, amount)| Shift::Amount(kind, amount))
}

fn immediate() -> impl Strategy<Value = Operand> {
    (any::<u8>(), 0..16_u8).prop_map(|(value, rotation)| Operand::Immediate { value, rotation })
}

fn plain(register: Register) -> (Register, Shift) {
    (register, Shift::Amount(ShiftKind::Lsl, 0))
}

fn operand() -> impl Strategy<Value = Operand> {
    prop_oneof![
        immediate(),
        (register(), amount()).prop_map(|(rm, shift)| Operand::Register(rm, shift)),
        (register(), kind(), register()).prop_map(|(rm, kind, rs)| Operand::Register(rm, Shift::Register(kind, rs))),
    ]
}

fn data() -> impl Strategy<Value = Operation> {
    let operation = prop::sample::select(DataOperation::ALL.to_vec());
    (operation, any::<bool>(), register(), register(), operand()).prop_map(|(operation, flags, rd, rn, operand)| {
        Operation::Data {
            operation,
            flags: flags || !operation.has_destination(),
            rd: if operation.has_destination() { rd } else { 0 },
            rn: if operation.has_first() { rn } else { 0 },
            operand,
        }
    })
}

fn multiply() -> impl Strategy<Value = Operation> {
    let bits = (any::<bool>(), any::<bool>(), any::<bool>());
    (bits, register(), register(), register(), register(), any::<bool>()).prop_map(
        |((flags, signed, accumulate), a, b, rm, rs, long)| {
            if long {
                let (high, low) = (a, b);
                Operation::MultiplyLong {
                    flags,
                    signed,
                    accumulate,
                    high,
                    low,
                    rm,
                    rs,
                }
            } else {
                Operation::Multiply {
                    flags,
                    rd: a,
                    rm,
                    rs,
                    accumulate: accumulate.then_some(b),
                }
            }
        },
    )
}

fn transfer() -> impl Strategy<Value = Operation> {
    let unit = prop::sample::select(vec![
        Unit::Word,
        Unit::Byte,
        Unit::Half,
        Unit::SignedByte,
        Unit::SignedHalf,
    ]);
    let indexing = prop::sample::select(vec![
        Indexing::Offset,
        Indexing::Pre,
        Indexing::Post { translate: false },
        Indexing::Post { translate: true },
    ]);
    let offset = prop_oneof![
        (0..4096_u16).prop_map(Offset::Immediate),
        (register(), amount()).prop_map(|(rm, shift)| Offset::Register(rm, shift)),
    ];

    (
        any::<bool>(),
        unit,
        register(),
        register(),
        any::<bool>(),
        offset,
        indexing,
    )
        .prop_map(|(load, unit, rd, rn, up, offset, indexing)| {
            let long = matches!(unit, Unit::Word | Unit::Byte);
            let offset = match offset {
                Offset::Immediate(number) if !long => Offset::Immediate(number & 0xFF),
                Offset::Register(rm, _) if !long => {
                    let (rm, shift) = plain(rm);
                    Offset::Register(rm, shift)
                }
                offset => offset,
            };
            Operation::Transfer {
                load: load || matches!(unit, Unit::SignedByte | Unit::SignedHalf),
                unit,
                rd,
                rn,
                up,
                offset,
                indexing: match indexing {
                    Indexing::Post { translate } => Indexing::Post {
                        translate: translate && long,
                    },
                    indexing => indexing,
                },
            }
        })
}

fn status() -> impl Strategy<Value = Operation> {
    let from = prop_oneof![
        immediate(),
        register().prop_map(|rm| {
            let (rm, shift) = plain(rm);
            Operand::Register(rm, shift)
        })
    ];
    prop_oneof![
        (register(), any::<bool>()).prop_map(|(rd, saved)| Operation::ReadStatus { rd, saved }),
        (any::<bool>(), 0..16_u8, from).prop_map(|(saved, fields, operand)| Operation::WriteStatus {
            saved,
            fields,
            operand
        }),
    ]
}

fn block() -> impl Strategy<Value = Operation> {
    (any::<[bool; 5]>(), register(), any::<u16>()).prop_map(|([load, before, up, writeback, user], rn, list)| {
        Operation::Block {
            load,
            rn,
            before,
            up,
            writeback,
            user,
            list,
        }
    })
}

fn instruction() -> impl Strategy<Value = Instruction> {
    let operation = prop_oneof![
        data(),
        multiply(),
        transfer(),
        status(),
        block(),
        (any::<bool>(), register(), register(), register()).prop_map(|(byte, rd, rm, rn)| Operation::Swap {
            byte,
            rd,
            rm,
            rn
        }),
        (any::<bool>(), -0x80_0000..0x80_0000_i32).prop_map(|(link, words)| Operation::Branch {
            link,
            offset: words * 4
        }),
        register().prop_map(|rm| Operation::BranchExchange { rm }),
        (0..0x100_0000_u32).prop_map(|comment| Operation::Interrupt { comment }),
    ];
    (prop::sample::select(Condition::ALL.to_vec()), operation)
        .prop_map(|(condition, operation)| Instruction { condition, operation })
}

/// The bits that should be zero or one in what a word was decoded as, and which make no difference.
#[expect(clippy::match_same_arms, reason = "one arm for each format")]
fn idle(operation: Operation) -> u32 {
    match operation {
        Operation::Data { operation, .. } if !operation.has_destination() => 0x0000_F000,
        Operation::Data { operation, .. } if !operation.has_first() => 0x000F_0000,
        Operation::Multiply { accumulate: None, .. } => 0x0000_F000,
        Operation::Swap { .. } => 0x0000_0F00,
        Operation::Transfer {
            unit: Unit::Half | Unit::SignedByte | Unit::SignedHalf,
            offset: Offset::Register(..),
            ..
        } => 0x0000_0F00,
        Operation::BranchExchange { .. } => 0x000F_FF00,
        Operation::ReadStatus { .. } => 0x000F_0F0F,
        Operation::WriteStatus {
            operand: Operand::Register(..),
            ..
        } => 0x0000_FF00,
        Operation::WriteStatus { .. } => 0x0000_F000,
        _ => 0,
    }
}

fn keeps_its_word(word: u32) {
    if let Some(instruction) = Instruction::decode(word) {
        let back = instruction.encode();
        assert_eq!(
            (back ^ word) & !idle(instruction.operation),
            0,
            "0x{word:08X} is {instruction:?}, 0x{back:08X}"
        );
        assert_eq!(Instruction::decode(back), Some(instruction), "0x{word:08X}");
    }
}

proptest! {
    #![proptest_config(fixed_cases(20_000))]

    #[test]
    fn every_instruction_survives_its_word(instruction in instruction()) {
        prop_assert_eq!(Instruction::decode(instruction.encode()), Some(instruction));
    }

    #[test]
    fn the_text_of_any_word_is_one_line(word in any::<u32>(), address in any::<u32>()) {
        let text = disassemble(word, address, |_| None);
        prop_assert!(text.chars().all(|c| c.is_ascii_graphic() || c == ' '), "{}", text);
    }
}

/// Instructions of one encoding, with random fields.
fn of_encoding(encoding: &'static Encoding, random: &mut SplitMix64) -> Vec<Instruction> {
    const TRIED: usize = 2_000;
    const KEPT: usize = 60;
    let words = std::iter::repeat_with(|| random.next_u64() as u32);
    // Never AL: branches that are always taken, at the start of a program, are refused as exception vectors.
    let words = words.map(|random| random & !encoding.mask & 0x7FFF_FFFF | encoding.bits & encoding.mask);

    let decoded = words.take(TRIED).filter_map(Instruction::decode);
    let is_own = |instruction: &Instruction| instruction.operation.encoded().map(|(own, _)| own) == Some(encoding);
    // To the assembler `#-0` is `#0`.
    let is_negative_zero = |instruction: &Instruction| {
        let offset = Offset::Immediate(0);
        matches!(instruction.operation, Operation::Transfer { up: false, offset: own, .. } if own == offset)
    };
    decoded
        .filter(|instruction| is_own(instruction) && !is_negative_zero(instruction))
        .take(KEPT)
        .collect()
}

/// The words of these lines, the n-th of which has the label `L<n>`.
fn assembled(lines: &[String]) -> Vec<u32> {
    let mut source = "  AREA test, CODE, READONLY\n".to_owned();
    for (number, line) in lines.iter().enumerate() {
        source += &format!("L{number} {line}\n");
    }
    source += "  END\n";

    let build = assemble("test.s", source.as_bytes());
    let Some(Program::Arm(program)) = build.program else {
        panic!("{:#?}", build.diagnostics);
    };
    program
        .flash
        .as_chunks()
        .0
        .iter()
        .map(|word| u32::from_le_bytes(*word))
        .collect()
}

#[test]
fn every_encoding_survives_its_word_and_its_text() {
    let mut random = SplitMix64::new(1);
    for encoding in ENCODINGS {
        let instructions = of_encoding(encoding, &mut random);
        let words: Vec<u32> = instructions.iter().map(Instruction::encode).collect();
        for (instruction, word) in instructions.iter().zip(&words) {
            assert_eq!(Instruction::decode(*word), Some(*instruction), "0x{word:08X}");
        }

        let label = |address: u32| {
            let is_labelled = address.is_multiple_of(4) && address / 4 < words.len() as u32;
            is_labelled.then(|| format!("L{}", address / 4))
        };
        let texts: Vec<String> = (0..)
            .zip(&words)
            .map(|(number, word)| disassemble(*word, 4 * number, label))
            .collect();
        assert!(texts.iter().any(|text| !text.starts_with("DCD")), "{encoding:?}");
        assert_eq!(assembled(&texts), words, "{encoding:?}: {texts:#?}");
    }
}

/// Every word but for fields that are copied whole: condition, upper registers, numbers. Their low bits suffice.
#[test]
fn every_word_that_decodes_keeps_all_but_idle_bits() {
    for upper in 0..=0xFFF_u32 {
        for lower in 0..=0xFFF_u32 {
            for registers in [0x00, 0xF0, 0x0F, 0x5A] {
                keeps_its_word(upper << 20 | registers << 12 | lower);
            }
        }
    }
}

#[test]
fn what_later_architectures_added_is_undefined() {
    let table = [
        (0xFA00_0000, "BLX label"),
        (0xE12F_FF31, "BLX r1"),
        (0xE16F_0F11, "CLZ r0, r1"),
        (0xE102_0051, "QADD r0, r1, r2"),
        (0xE120_0070, "BKPT 0"),
        (0xE100_0281, "SMLABB r0, r1, r2, r0"),
        (0xE300_0001, "MOVW r0, #1"),
        (0xE340_0001, "MOVT r0, #1"),
        (0xE1C0_00D0, "LDRD r0, r1, [r0]"),
        (0xE1C0_00F0, "STRD r0, r1, [r0]"),
        (0xE0F1_00B2, "LDRHT r0, [r1], #2"),
        (0xE191_0F9F, "LDREX r0, [r1]"),
        (0xE060_0291, "MLS r0, r1, r2, r0"),
        (0xE040_0291, "UMAAL r0, r0, r1, r2"),
        (0xE710_F110, "UDIV r0, r0, r1"),
        (0xE6BF_0070, "SXTH r0, r0"),
        (0xE7F0_00F0, "UDF 0"),
        (0xEE01_0F10, "MCR p15, 0, r0, c1, c0, 0"),
        (0xED90_0A00, "VLDR s0, [r0]"),
        (0xEC51_0F10, "MRRC"),
        (0xF590_F000, "PLD [r0]"),
        (0xF3A0_0000, "condition 15"),
    ];
    for (word, text) in table {
        assert_eq!(Instruction::decode(word), None, "{text}");
        assert_eq!(disassemble(word, 0, |_| None), format!("DCD 0x{word:08X}"), "{text}");
    }
}

/// Words made by GNU as.
#[test]
fn text_is_in_the_notation_of_armasm() {
    let name = |address| (address == 0x108).then(|| "DONE".to_owned());
    let table = [
        (0xE5B1_0004, "LDR r0, [r1, #4]!"),
        (0x0A00_0000, "BEQ DONE"),
        (0xEB00_0001, "BL 0x0000010C"),
        (0xE59F_0000, "LDR r0, DONE"),
        (0xE59F_0004, "LDR r0, [pc, #4]"),
        (0xE51F_0000, "LDR r0, [pc, #-0]"),
        (0xE591_0000, "LDR r0, [r1]"),
        (0xE4F1_0001, "LDRBT r0, [r1], #1"),
        (0x1795_0106, "LDRNE r0, [r5, r6, LSL #2]"),
        (0xE011_10F2, "LDRSH r1, [r1], -r2"),
        (0xE3A0_0101, "MOV r0, #0x40000000"),
        (0xE3A0_0071, "MOV r0, #113"),
        (0xE3A0_0F01, "MOV r0, #1, 30"),
        (0xE3A0_0C01, "MOV r0, #256"),
        (0x1290_0001, "ADDSNE r0, r0, #1"),
        (0xE1A0_0061, "MOV r0, r1, RRX"),
        (0xE1A0_0021, "MOV r0, r1, LSR #32"),
        (0xE1B0_0251, "MOVS r0, r1, ASR r2"),
        (0xE35D_0000, "CMP sp, #0"),
        (0xE92D_5FF0, "PUSH {r4-r12, lr}"),
        (0xE8BD_8003, "POP {r0, r1, pc}"),
        (0xE92D_0001, "STMDB sp!, {r0}"),
        (0xE8D0_8001, "LDMIA r0, {r0, pc}^"),
        (0xE890_0000, "DCD 0xE8900000"),
        (0xE082_1493, "UMULL r1, r2, r3, r4"),
        (0xE023_1495, "MLA r3, r5, r4, r1"),
        (0xE142_0091, "SWPB r0, r1, [r2]"),
        (0xE14F_3000, "MRS r3, SPSR"),
        (0xE121_F003, "MSR CPSR_c, r3"),
        (0xE328_F4F0, "DCD 0xE328F4F0"),
        (0xE328_F20F, "MSR CPSR_f, #0xF0000000"),
        (0xEF12_3456, "SWI 0x123456"),
        (0xE12F_FF1E, "BX lr"),
    ];

    for (word, expected) in table {
        assert_eq!(disassemble(word, 0x100, name), expected, "0x{word:08X}");
    }
}

#[test]
fn a_number_becomes_the_immediate_with_the_smallest_rotation() {
    let immediate = |value, rotation| Some(Operand::Immediate { value, rotation });
    assert_eq!(Operand::of(0), immediate(0, 0));
    assert_eq!(Operand::of(0xFF), immediate(0xFF, 0));
    assert_eq!(Operand::of(0x100), immediate(0x01, 12));
    assert_eq!(Operand::of(0x3FC), immediate(0xFF, 15));
    assert_eq!(Operand::of(0xF000_000F), immediate(0xFF, 2));
    assert_eq!(Operand::of(0x4000_0000), immediate(0x01, 1));
    for value in [0x101, 0x1FE, 0xFFFF_FFFF, 0x1FF] {
        assert_eq!(Operand::of(value), None, "0x{value:X}");
    }
}
