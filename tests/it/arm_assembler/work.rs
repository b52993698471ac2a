//! Sources that ask for hours are refused after a number of steps, which is the same on every machine.

use std::fmt::Write as _;

use c4grade::machine::arm::assembler::assemble;

/// The one diagnostic of a source that makes too much work.
#[track_caller]
fn refused(source: &str) {
    let build = assemble("connect4.s", source.as_bytes());
    assert!(build.program.is_none());
    let codes: Vec<&str> = build.diagnostics.iter().map(|one| one.code).collect();
    assert_eq!(codes, ["too-much-work"]);
    let diagnostic = &build.diagnostics[0];
    assert!(
        diagnostic.message.contains("takes too much work"),
        "{}",
        diagnostic.message
    );
    assert!(diagnostic.span.is_some() && diagnostic.help.is_some());
}

// A 60 KB source took minutes, one of 244 KB a gigabyte: each `$a` put in the whole argument, and counted every quote before it.
#[test]
fn a_long_argument_put_in_ten_thousand_times() {
    for count in [10_000, 40_000] {
        let source = format!(
            "        AREA a, CODE, READONLY\n        MACRO\n        m $a\n        DCB \"{}\"\n        MEND\n        m {}\n        END\n",
            "$a".repeat(count),
            "x".repeat(count)
        );
        refused(&source);
    }
}

#[test]
fn a_string_variable_that_doubles_itself() {
    let mut source = "        AREA a, CODE, READONLY\n        GBLS s\ns       SETS \"ab\"\n".to_owned();
    for _ in 0..40 {
        source += "s       SETS \"$s$s\"\n";
    }
    refused(&(source + "        END\n"));
}

#[test]
fn a_long_variable_on_many_lines() {
    let mut source = format!(
        "        AREA a, CODE, READONLY\n        GBLS s\ns       SETS \"{}\"\n",
        "y".repeat(20_000)
    );
    for _ in 0..2_000 {
        source += "        DCB \"$s\"\n";
    }
    refused(&(source + "        END\n"));
}

#[test]
fn names_that_are_defined_by_each_other() {
    let mut source = "        AREA a, CODE, READONLY\n".to_owned();
    for name in 0..60 {
        let _ = writeln!(source, "n{name} EQU n{0} + n{0} + n{0}", name + 1);
    }
    source += "n60 EQU later\n";
    for _ in 0..20_000 {
        source += " DCD n0, n0, n0, n0, n0\n";
    }
    source += "        END\n";
    // Undefined at its end: every mention works it out again.
    let build = assemble("connect4.s", source.as_bytes());
    assert!(build.program.is_none());
}

#[test]
fn endless_loops_and_recursion_have_their_own_words() {
    for source in [
        "        AREA a, CODE, READONLY\n        WHILE 1 = 1\n        NOP\n        WEND\n        END\n",
        "        AREA a, CODE, READONLY\n        MACRO\n        m\n        m\n        m\n        MEND\n        m\n        END\n",
    ] {
        let build = assemble("connect4.s", source.as_bytes());
        assert!(build.program.is_none());
        let codes: Vec<&str> = build.diagnostics.iter().map(|one| one.code).collect();
        assert!(
            codes.contains(&"too-many-lines") || codes == ["too-much-work"],
            "{codes:?}"
        );
    }
}

#[test]
fn macros_of_the_gnu_assembler_are_limited_too() {
    let long = "y".repeat(200_000);
    for source in [
        // Calls itself: once, twice, and with an argument that doubles.
        ".text\n.macro m\n nop\n m\n nop\n.endm\n m\n".to_owned(),
        ".text\n.macro m\n m\n.endm\n m\n".to_owned(),
        ".text\n.macro m\n m\n m\n.endm\n m\n".to_owned(),
        ".text\n.macro m a\n m \\a\\a\n nop\n.endm\n m xy\n".to_owned(),
        // Many lines of few.
        ".text\n.rept 1000000000\n nop\n.endr\n".to_owned(),
        format!(".text\n{}.byte 1\n{}", ".rept 1000\n".repeat(9), ".endr\n".repeat(9)),
        format!(".text\n.irpc x, {long}\n.ascii \"{}\"\n.endr\n", "\\x".repeat(100_000)),
        format!(".text\n.irpc x, {long}\n{}\n.endr\n", "\\()".repeat(100_000)),
        (0..60).fold(".text\n.macro m0\n nop\n.endm\n".to_owned(), |text, at| {
            text + &format!(".macro m{}\n m{at}\n m{at}\n.endm\n", at + 1)
        }) + " m60\n",
    ] {
        let build = assemble("connect4.s", source.as_bytes());
        assert!(build.program.is_none());
        let found = build
            .diagnostics
            .iter()
            .find(|one| matches!(one.code, "too-many-lines" | "too-much-work"));
        let found = found.unwrap_or_else(|| panic!("{:.200}: {:?}", source, build.diagnostics));
        let help = found.help.as_deref().unwrap_or_default();
        assert!(found.span.is_some() && !help.contains("WHILE"), "{found:?}");
    }

    // No lines are made: nothing is too many.
    let build = assemble("connect4.s", b".text\nx: b x\n.rept 1000000000\n.endr\n");
    assert!(build.program.is_some());
}

#[test]
fn the_largest_plain_source_is_far_from_the_limit() {
    let mut source = "        AREA a, CODE, READONLY\n        ENTRY\n".to_owned();
    while source.len() < 1_000_000 {
        source += "        DCB \"a string as students write it\", 0 ; and a comment\n";
    }
    let build = assemble("connect4.s", (source + "        END\n").as_bytes());
    assert!(build.diagnostics.iter().all(|one| one.code != "too-much-work"));
}
