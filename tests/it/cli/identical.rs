//! Programs that are the same: a fact for the staff, which students do not see.

use crate::cli::C4grade;
use crate::cli::command::project;

/// A program that does nothing useful with enough instructions.
fn program(count: &str, label: &str, steps: [&str; 2]) -> String {
    let [first, second] = steps;
    let lines = format!("        ADD {count}, {count}, #1\n        ADD R5, {count}, R5\n").repeat(30);
    format!(
        "; {label}\n.ORIG x3000\n        {first}\n        {second}\n{lines}{label}   ADD {count}, {count}, #-1\n        \
         BRp {label}\n        HALT\nTEN     .FILL #10\n.END\n"
    )
}

#[test]
fn the_same_programs_are_listed_with_their_sources() {
    let steps = |count: &str| [format!("AND {count}, {count}, #0"), "LD R5, TEN".to_owned()];
    let [first, second] = steps("R3");
    let known = program("R3", "LOOP", [&first, &second]);
    let [renamed, _] = steps("R4");
    let starter = project("reference/lc3-starter/starter.asm");
    let desk = C4grade::new()
        .file("class/ada/connect4.asm", &known)
        .file("class/bob/connect4.asm", known.replace("LOOP", "again"))
        .file("class/cleo/connect4.asm", program("R4", "back", [&second, &renamed]))
        .file("class/dora/connect4.asm", known.replace("#10", "#11"))
        .file("class/emil/connect4.asm", ".ORIG x3000\nHALT\n.END\n")
        .file("class/fay/connect4.asm", ".ORIG x3000\nHALT\n.END\n")
        .file("class/gus/connect4.asm", &starter)
        .file("class/hal/connect4.asm", &starter);
    let out = desk.run("grade class --reports r --verbose --jobs 1").out();
    let out = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        out.contains("These programs are the same after assembly: ada, bob "),
        "{out}"
    );
    let form = "These programs are the same but for labels, names of registers and the order of independent lines: ada, bob, cleo ";
    assert!(out.contains(form), "{out}");
    assert!(
        out.contains("These programs are the starter file as it was given: gus, hal "),
        "{out}"
    );

    let class: serde_json::Value = serde_json::from_str(&desk.read("r/class.json")).expect("JSON");
    let identical = class["identical"].as_array().expect("groups");
    let of: Vec<String> = identical
        .iter()
        .map(|group| format!("{} {}", group["sameness"], group["students"]))
        .collect();
    assert_eq!(
        of,
        [
            r#""assembled" ["ada","bob"]"#,
            r#""form" ["ada","bob","cleo"]"#,
            r#""assembled" ["gus","hal"]"#
        ]
    );

    let page = desk.read("r/identical.html");
    assert!(
        page.contains("again") && page.contains("back"),
        "the sources are on the page"
    );
    assert!(desk.read("r/index.html").contains("identical.html#same-1"));
    for student in ["ada", "bob", "cleo"] {
        for extension in ["html", "txt", "json"] {
            let report = desk.read(&format!("r/{student}.{extension}"));
            assert!(!report.contains("identical"), "{student}.{extension}");
        }
    }

    let before = ["class.json", "identical.html", "index.html"].map(|name| desk.read(&format!("r/{name}")));
    desk.run("grade class --reports r --resume --jobs 3");
    let after = ["class.json", "identical.html", "index.html"].map(|name| desk.read(&format!("r/{name}")));
    assert_eq!(before, after);
}
