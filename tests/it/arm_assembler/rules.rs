//! The rules of the dialect that GNU as does not share, each with its own small program.

use c4grade::diagnostic::Severity;
use c4grade::machine::arm::program::Kind;

use crate::arm_assembler::{diagnostics, inside, program, told, words};

const NOP: u32 = 0xE1A0_0000;

#[test]
fn the_first_column_wins_over_names_of_directives() {
    let found = words("\tBL get\nget\tMOV PC,LR\nend\tB end");
    assert_eq!(found, [0xEBFF_FFFF, 0xE1A0_F00E, 0xEAFF_FFFE]);
}

#[test]
fn a_literal_is_taken_from_an_earlier_pool_in_reach() {
    // The example in armasm's manual, "Loading 32-bit values with LDR Rd, =const".
    let near = words("f\tLDR R1,=0x55555555\n\tBX LR\n\tLTORG\n\tLDR R3,=0x55555555\n\tBX LR");
    assert_eq!(near.len(), 5);
    assert_eq!(near[3], 0xE51F_300C);
    let far = words("f\tLDR R1,=0x55555555\n\tBX LR\n\tLTORG\n\tSPACE 4096\n\tLDR R3,=0x55555555\n\tBX LR");
    assert_eq!(far.last(), Some(&0x5555_5555));
    assert_eq!(far.iter().filter(|word| **word == 0x5555_5555).count(), 2);
}

#[test]
fn literals_that_mov_or_mvn_can_make_need_no_pool() {
    assert_eq!(
        words("a\tLDR R0,=0xFF0\nb\tLDR R0,=-2\n\tLDR R0,=b-a\n\tLDR R0,=N\nN EQU 3"),
        [0xE3A0_0EFF, 0xE3E0_0001, 0xE3A0_0004, 0xE3A0_0003]
    );
}

#[test]
fn adrl_is_always_two_instructions() {
    let near = words("\tADRL R0,x\nx\tNOP");
    assert_eq!(near, [0xE28F_0000, 0xE280_0000, NOP]);
    let far = words("\tADRL R0,x\n\tSPACE 0x1234\nx\tNOP");
    // 0x1234 bytes on, seen from the PC: 0x34 and then 0x1200, as GNU as cuts it.
    assert_eq!(far[..2], [0xE28F_0034, 0xE280_0C12]);
}

#[test]
fn push_and_pop_of_one_register_are_a_store_and_a_load() {
    // One register: what Keil's own images have, and LLVM and GNU as.
    assert_eq!(
        words("\tPUSH {LR}\n\tPOP {PC}\n\tPOP {R4}\n\tPUSHNE {R0}"),
        [0xE52D_E004, 0xE49D_F004, 0xE49D_4004, 0x152D_0004]
    );
    assert_eq!(
        words("\tSTMFD SP!, {LR}\n\tLDMFD SP!, {PC}"),
        [0xE92D_4000, 0xE8BD_8000]
    );
}

#[test]
fn a_number_without_its_hash_is_taken_with_a_warning() {
    let lines = "\tADD R4,R4,1\n\tCMP R0,'q'\n\tLDR R0,[R1,4]\n\tMOV R0,R1,LSL 2\n\tMOV R2,N\nN\tEQU 7";
    assert_eq!(
        words(lines),
        [0xE284_4001, 0xE350_0071, 0xE591_0004, 0xE1A0_0101, 0xE3A0_2007]
    );

    let build = inside(lines);
    let said = build.diagnostics.iter().map(|one| one.locate(&build.source));
    let said: Vec<_> = said.map(|one| (one.line, one.severity, one.replacement)).collect();
    let hash = |line, text: &str| (Some(line), Severity::Warning, Some(text.to_owned()));
    assert_eq!(
        said,
        [
            hash(3, "#1"),
            hash(4, "#'q'"),
            hash(5, "#4"),
            hash(6, "#2"),
            hash(7, "#N")
        ]
    );
    assert_eq!(build.diagnostics[0].message, "a `#` is missing before `1`");
    assert_eq!(
        build.diagnostics[0].help.as_deref(),
        Some("it is taken for a number: write `#1`")
    );
}

#[test]
fn names_of_a_map_with_a_base_register_are_relative_to_it() {
    let map = "base\tRN 9\n\tMAP 8, base\nturn\tFIELD 4\ncells\tFIELD 42\n";
    let code = "\tLDR R0,turn\n\tSTRB R1,cells+2\n\tADR R2,cells\n\tLDR R3,[R9,#turn]\n";
    let plain = "\tMAP 0x20\nother\tFIELD 1\n\tLDR R4,[R9,#other]\n";
    assert_eq!(
        words(&format!("{map}{code}{plain}")),
        [0xE599_0008, 0xE5C9_100E, 0xE289_200C, 0xE599_3008, 0xE599_4020]
    );

    // The fields may come after the code.
    let above = "\tLDR R0,turn\n\tSTRB R1,cells+2\nbase\tRN 9\n\tMAP 8, base\nturn\tFIELD 4\ncells\tFIELD 42\n";
    assert_eq!(words(above), [0xE599_0008, 0xE5C9_100E]);

    let wrong = diagnostics("\tMAP 0, 9\nx\tFIELD 4\n\tNOP");
    assert!(told(&wrong[0]).contains("the base register"), "{wrong:?}");
}

#[test]
fn a_label_alone_means_what_comes_next_behind_its_padding() {
    let program = program(
        "\tAREA t, CODE, READONLY\n\tENTRY\n\tB f\ns\tDCB 1\nempty\tDCB \"\"\n\n; a comment between\nf\n\tNOP\n\tEND\n",
    );
    assert_eq!(program.address_of("empty"), Some(5));
    assert_eq!(program.address_of("f"), Some(8));
}

#[test]
fn padding_behind_code_is_nop_and_behind_data_zero() {
    assert_eq!(words("\tNOP\n\tALIGN 16\n\tNOP"), [NOP; 5]);
    assert_eq!(words("\tDCB 1\n\tALIGN 8\n\tNOP"), [1, 0, NOP]);
}

#[test]
fn areas_lie_by_kind_and_name() {
    let program = program(
        "\tAREA zz, DATA, READONLY\nro\tDCD 1\n\tAREA b, CODE, READONLY\nsecond\tNOP\n\tAREA ram, DATA, READWRITE\nv\tSPACE 3\n\
         \tAREA never, DATA, NOINIT\nn\tSPACE 4\n\tAREA a, CODE, READONLY\n\tENTRY\nfirst\tNOP\n\tAREA b, CODE\n\tNOP\n\tEND\n",
    );
    let address = |name| program.address_of(name);
    assert_eq!(address("first"), Some(0));
    assert_eq!(address("second"), Some(4));
    assert_eq!(address("ro"), Some(12));
    assert_eq!(address("v"), Some(0x4000_0000));
    assert_eq!(address("n"), Some(0x4000_0004));
    assert_eq!(program.flash.len(), 16);
    let reserved = program.pieces.iter().filter(|piece| piece.kind == Kind::Reserved);
    assert_eq!(
        reserved.map(|piece| (piece.address, piece.length)).collect::<Vec<_>>(),
        [(0x4000_0000, 3), (0x4000_0004, 4)]
    );
}

#[test]
fn values_in_ram_are_not_loaded_and_this_is_said_once() {
    let build = inside("\tNOP\n\tAREA v, DATA, READWRITE\na\tDCD 5\nb\tDCB 1\nc\tDCD 0");
    assert!(build.program.is_some());
    let codes: Vec<_> = build.diagnostics.iter().map(|one| one.code).collect();
    assert_eq!(codes, ["ram-reads-zero"]);
    assert_eq!(build.diagnostics[0].locate(&build.source).line, Some(5));
}

#[test]
fn a_missing_entry_or_end_is_no_error() {
    let build = c4grade::machine::arm::build("test.s", b"\tAREA t, CODE, READONLY\n\tNOP\n");
    assert!(build.program.is_some());
    let said: Vec<_> = build.diagnostics.iter().map(|one| (one.code, one.severity)).collect();
    assert_eq!(
        said,
        [("missing-entry", Severity::Note), ("missing-end", Severity::Warning)]
    );
}

#[test]
fn numeric_labels_lead_to_the_nearest_one() {
    assert_eq!(
        words("1\tB %F1\n1\tB %B1\n\tB %1\nx\tROUT\n1a\tB %B1"),
        [0xEAFF_FFFF, 0xEAFF_FFFE, 0xEAFF_FFFD, 0xEAFF_FFFE]
    );
    let said = diagnostics("1\tNOP\nx\tROUT\n\tB %B1");
    assert_eq!(said[0].code, "undefined-label");
}

#[test]
fn operators_have_armasms_ranks() {
    for (expression, value) in [
        ("1+2*3", 7),
        ("1+2:SHL:3", 17),
        ("0xF0:OR:1+1", 0xF2),
        ("7:AND:3+4", 7),
        ("(1+2)*3", 9),
        ("-1:SHR:28", 15),
        (":NOT:0", 0xFFFF_FFFF),
        ("~0:AND:0xF", 15),
        ("10/3", 3),
        ("10:MOD:4", 2),
        ("10%4", 2),
        ("&1F", 31),
        ("2_1010", 10),
        ("8_17", 15),
        ("'A'+1", 66),
        ("\"A\"", 65),
        ("3=3", 1),
        ("3/=3", 0),
        ("1<2:LAND:2<1", 0),
        ("{TRUE}", 1),
        ("1<<4|1", 17),
    ] {
        assert_eq!(words(&format!("\tDCD {expression}")), [value], "{expression}");
    }
}

#[test]
fn conditions_loops_and_macros_are_settled_line_by_line() {
    let found = words(
        "\tMACRO\n$l\tstore $r, $v=7\n$l\tMOV $r,#$v\n\tMEND\nx\tstore R0\n\tstore R1, 9\n\
         \tGBLA i\n\tWHILE i < 3\n\tDCD i\ni\tSETA i+1\n\tWEND\n\
         \tIF i = 3\n\tDCD 33\n\tELSE\n\tnonsense\n\tENDIF\n\tIF :DEF:nothing\n\tDCD 1\n\tELIF i > 2\n\tDCD 44\n\tENDIF",
    );
    assert_eq!(found, [0xE3A0_0007, 0xE3A0_1009, 0, 1, 2, 33, 44]);
}

#[test]
fn macros_have_parameters_in_names_and_strings_and_can_be_left() {
    let found = words(
        "\tMACRO\n\tm $n, $t\nl$n\tDCD l$n\n$n.x\tDCB \"$t\"\n\tIF $n = 1\n\tMEXIT\n\tENDIF\n\tDCD 5\n\tMEND\n\tm 1, \"a,bc\"\n\tm 2, defg",
    );
    assert_eq!(found[..3], [0, 0x6362_2C61, 8]);
    assert_eq!(found.len(), 5);
}

#[test]
fn structures_and_names_of_registers() {
    assert_eq!(
        words("row\tRN 4\ncol\tRN R5\n\tMAP 8\na\tFIELD 4\nb\t# 2\nc\t# 0\n\tADD row,col,#b\n\tMOV row,#c-a"),
        [0xE285_400C, 0xE3A0_4006]
    );
}

#[test]
fn strings_hold_what_stands_in_them() {
    let bytes = |line: &str| -> Vec<u8> { words(line).into_iter().flat_map(u32::to_le_bytes).collect() };
    assert_eq!(bytes("\tDCB \"a;b\"\"\",'\"',';',0,0"), b"a;b\"\";\0\0");
    assert_eq!(bytes("\tDCB \"it's\ttab\""), b"it's\ttab");
    assert_eq!(bytes("\tDCB \"a\\n\\\"\",0"), b"a\n\"\0");
    let said = diagnostics("\tDCB \"a\\n\",0");
    assert_eq!((said[0].code, said[0].severity), ("string-escape", Severity::Note));
}

#[test]
fn the_bytes_of_the_file_stand_in_strings() {
    let source = b"\tAREA t, CODE, READONLY\n\tENTRY\n\tDCB \"\xE9\",0\n\tEND\n";
    let build = c4grade::machine::arm::build("test.s", source);
    let Some(c4grade::machine::Program::Arm(program)) = build.program else {
        panic!("{:?}", build.diagnostics);
    };
    assert_eq!(program.flash, [0xE9, 0]);
}

#[test]
fn what_has_no_effect_here_is_accepted() {
    let said = diagnostics(
        "\tPRESERVE8\n\tREQUIRE8\n\tARM\n\tCODE32\n\tEXPORT main\n\tGLOBAL main\n\tIMPORT other\n\tKEEP main\n\tTTL title\n\
         \tSUBT sub\n\tOPT 1\nmain\tPROC\n\tNOP\n\tENDP\n\tFUNCTION\n\tENDFUNC\n\tASSERT 1 = 1",
    );
    assert_eq!(said, []);
}
