//! A doubt about a file is never a student's zero: such submissions need attention and have no score.

use crate::cli::C4grade;
use crate::cli::command::project;

/// Work in the forms in which it is really handed in.
fn class() -> C4grade {
    let good = project("reference/lc3-starter/connect4.asm");
    let docx = b"PK\x03\x04\x14\0\x06\0word/document.xml and so on";
    C4grade::new()
        .file("class/ada/connect4.asm", &good)
        .file("class/broken/connect4.asm", ".ORIG x3000\nADD R0\n.END\n")
        .file("class/empty/.DS_Store", "junk")
        .file("class/zip/connect4.zip", "PK\x03\x04 and so on")
        .file("class/tar/work.tar.gz", "\x1f\u{8b} and so on")
        .file("class/renamed/connect4.asm.txt", &good)
        .file("class/two/one.asm", &good)
        .file("class/two/two.asm", &good)
        .file("class/other/lab4.asm", &good)
        .file("class/wrong-other/lab3.asm", ".ORIG x3000\nHALT\n.END\n")
        .file("class/pdf/connect4.asm", "%PDF-1.7 and so on")
        .file("class/word/connect4.asm", docx)
        .file("class/doc/connect4.asm", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 old")
        .file("class/rtf/connect4.asm", "{\\rtf1\\ansi .ORIG x3000}")
        .file("class/png/connect4.asm", b"\x89PNG\r\n\x1a\n and so on")
        .file("class/lc3tools/connect4.asm", lc3tools_object())
        .file("class/blank/connect4.asm", " \r\n\n")
        .file("class/nothing/connect4.asm", "")
        .file("class/utf32/connect4.asm", b"\xFF\xFE\0\0;\0\0\0 \0\0\0")
        .file("class/pennsim/connect4.asm", b"\x30\x00\xF0\x25\x00\x01")
        .file("class/essay/essay.docx", docx)
        .file("class/<b>\u{202e}zip/<i>\u{202e}.zip", "PK\x03\x04")
}

/// What `LC3Tools` writes: its five bytes, its version, then a record for each word with its source line.
fn lc3tools_object() -> Vec<u8> {
    let mut bytes = vec![0x1C, 0x30, 0x15, 0xC0, 0x01, 0x01, 0x01];
    for (word, line) in [(0x3000u16, ".ORIG x3000"), (0xF025, "HALT"), (0x0041, ".FILL x41")] {
        bytes.extend(word.to_le_bytes());
        bytes.push(0);
        bytes.extend((line.len() as u32).to_le_bytes());
        bytes.extend(line.bytes());
    }
    bytes
}

#[test]
fn submissions_that_need_attention_have_no_score_and_come_first() {
    let desk = class();
    let outcome = desk.run("grade class").code(5);
    let report: serde_json::Value = serde_json::from_str(&desk.read("reports/lc3-starter/class.json")).expect("JSON");
    let rows = report["students"].as_array().expect("rows");
    let scored: Vec<&str> = rows
        .iter()
        .skip_while(|row| row["score"].is_null())
        .map(|row| row["student"].as_str().expect("a name"))
        .collect();
    assert_eq!(
        scored,
        ["ada", "broken", "empty", "other", "renamed"],
        "those with a score come last"
    );

    let unscored = rows.len() - scored.len();
    for row in &rows[..unscored] {
        assert_eq!(row["verdict"], "needs-attention", "{row}");
        for points in ["score", "exact_score", "game_score"] {
            assert!(row[points].is_null(), "{row}");
        }
    }
    let out = outcome.out();
    assert!(
        out.starts_with(&format!("Needs attention: {unscored} submissions have no score")),
        "{out}"
    );
    // 100, 0, 0, 100 and 100: the others are no zeros in it.
    assert!(out.contains("\nMean 60 of 100, median 100\n"), "{out}");
    let scores = desk.read("reports/lc3-starter/scores.csv");
    assert!(
        scores.contains("\npdf,pdf/connect4.asm,needs-attention,,,,100,"),
        "{scores}"
    );
    let student: serde_json::Value = serde_json::from_str(&desk.read("reports/lc3-starter/pdf.json")).expect("JSON");
    assert!(student["score"].is_null());
}

#[test]
fn each_says_in_one_sentence_what_was_seen_and_what_to_do() {
    let desk = class();
    desk.run("grade class").code(5);
    for (student, sentences) in [
        ("zip", &["connect4.zip is damaged", "ask the student"][..]),
        ("tar", &["work.tar.gz is damaged", "ask the student"]),
        ("two", &["one.asm, two.asm", "keep one of them"]),
        (
            "wrong-other",
            &["lab3.asm was graded", "if it is the program, rename it"],
        ),
        ("pdf", &["it is a PDF document", "hand in the `.asm` file"]),
        ("word", &["it is a Word document (.docx)"]),
        ("doc", &["it is an old Word document (.doc)"]),
        ("rtf", &["it is an RTF document"]),
        ("blank", &["the file contains only white space"]),
        ("nothing", &["the file is empty"]),
        ("utf32", &["it is a text in UTF-32"]),
        ("png", &["it is a PNG image"]),
        (
            "lc3tools",
            &["this is an object file of LC3Tools", "hand in the source"],
        ),
        ("pennsim", &["this is an object file", "hand in the source"]),
        ("essay", &["contains essay.docx", "ask the student for connect4.asm"]),
    ] {
        let report: serde_json::Value =
            serde_json::from_str(&desk.read(&format!("reports/lc3-starter/{student}.json"))).expect("JSON");
        let summary = report["summary"].as_str().expect("a summary");
        for sentence in sentences {
            assert!(summary.contains(sentence), "{student}: {summary}");
        }
        let told = report["diagnostics"].as_array().map_or(0, Vec::len);
        assert!(told <= 1, "{student}: {told} diagnostics");
        let text = desk.read(&format!("reports/lc3-starter/{student}.txt"));
        assert!(
            text.contains("none (your submission will be graded once this is resolved)"),
            "{text}"
        );
    }
    desk.run("run class/lc3tools/connect4.asm")
        .code(14)
        .says("object file of LC3Tools");
}

#[test]
fn a_native_source_in_utf_16_is_no_zero_and_one_in_markdown_is_explained() {
    let good = String::from_utf8(project("reference/native-scratch/connect4.c")).expect("text");
    let utf_16 = |text: &str| -> Vec<u8> {
        format!("\u{feff}{text}")
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect()
    };
    let class = C4grade::new()
        .file("class/ada/connect4.c", utf_16(&good))
        .file("class/bob/connect4.c", format!("```c\n{good}\n```\n"))
        .file("class/cy/connect4.c", format!("#include \"game.h\"\n{good}"))
        .file("class/cy/game.h", utf_16("int play(void);\n"))
        .file("few.yaml", "- name: first\n  moves: 1\n  ends: waiting\n  points: 10\n");
    let graded = class.run("grade class --assignment native-scratch --cases few.yaml --reports out");
    if graded.code == 6 && std::env::var_os("CI").is_none() {
        return;
    }
    let out = graded.code(5).out();
    let out = out.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = "is encoded in UTF-16, so it can be neither compiled nor run: save it as UTF-8, then grade again";
    for said in [
        &format!("ada: ada/connect4.c {said}"),
        &format!("cy: game.h {said}"),
        "bob build-failed 0 / 10",
    ] {
        assert!(out.contains(said), "{said} is not in {out}");
    }
    let bob: serde_json::Value = serde_json::from_str(&class.read("out/bob.json")).expect("JSON");
    let summary = bob["summary"].as_str().expect("a summary");
    let hint = "; the first line, ```c, is Markdown and not part of the program: remove it, and the last line too";
    assert!(summary.contains(hint), "{summary}");
}

/// Where another name would not help, nobody is asked to rename anything.
#[test]
fn what_no_other_name_makes_a_program_is_not_to_be_renamed() {
    let desk = C4grade::new()
        .file("class/ada/connect4.asm", project("reference/lc3-starter/connect4.asm"))
        .file("class/gz/connect4.asm.gz", "\x1f\u{8b} and so on")
        .file("class/pdf/connect4.pdf", "%PDF-1.7 and so on")
        .file("class/txt/connect4.txt", project("reference/lc3-starter/connect4.asm"))
        .file(
            "typed/Eve_12_assignsubmission_onlinetext/onlinetext.html",
            "<p>I could not do it.</p>",
        )
        .file("typed/Max_13_assignsubmission_file_connect4.txt", ".ORIG x3000");
    desk.run("roster class")
        .prints("it contains connect4.asm.gz: c4grade cannot unpack the archive, so unpack it into the folder")
        .prints("it contains connect4.pdf: a document or picture is not a program, so ask the student for connect4.asm")
        .prints("it contains connect4.txt: rename it to connect4.asm, if it is the program");
    let text = desk.run("grade typed --repair 0").code(5).out();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("typed text into a form and uploaded no file"), "{text}");
    assert!(
        text.contains("ask the student for the file") && !text.contains("rename it"),
        "{text}"
    );
    desk.run("roster typed")
        .prints("change the end of the file's name, connect4.txt, to connect4.asm, if it is the program");
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_of_the_same_student_is_named_and_nothing_is_said_to_be_graded() {
    let desk = C4grade::new()
        .file("class/ada/connect4.asm", project("reference/lc3-starter/connect4.asm"))
        .file("class/bob/game.asm", project("reference/lc3-starter/connect4.asm"))
        .file("class/eve/game.asm", project("reference/lc3-starter/connect4.asm"));
    std::os::unix::fs::symlink("game.asm", desk.path("class/bob/connect4.asm")).expect("a link");
    std::os::unix::fs::symlink("../ada/connect4.asm", desk.path("class/eve/connect4.asm")).expect("a link");
    let outcome = desk.run("roster class");
    let outcome = outcome
        .prints("connect4.asm is a symbolic link to game.asm, not a file: put game.asm in its place")
        .prints("connect4.asm is a symbolic link, not a file: ask the student for the program itself");
    assert!(!outcome.out().contains("was graded"), "{}", outcome.out());
    desk.run("roster class --choose bob=bob/game.asm")
        .prints("bob/game.asm was graded, as chosen");
}

#[test]
fn the_class_page_begins_with_them_and_names_stay_harmless() {
    let desk = class();
    desk.run("grade class").code(5);
    let page = desk.read("reports/lc3-starter/index.html");
    let attention = page.find("id=\"attention\"").expect("a section");
    assert!(attention < page.find("class=\"overview\"").expect("figures"));
    assert!(page.contains("&lt;i&gt;&lt;U+202E&gt;.zip") || page.contains("&lt;i&gt;\\u{202e}.zip"));
    assert!(!page.contains("<i>") && !page.contains('\u{202e}'));
    let json = desk.read("reports/lc3-starter/class.json");
    assert!(json.contains("\\u202e") && !json.contains('\u{202e}'));
}

#[test]
fn what_is_settled_is_compared_and_rescored() {
    let desk = class();
    desk.run("grade class --reports first").code(5);
    let text = desk.run("report rescore first --reports again").code(5).out();
    assert!(text.starts_with("Needs attention:"), "{text}");
    let scores = desk.read("again/scores.csv");
    assert_eq!(scores, desk.read("first/scores.csv"));
    for student in ["pdf", "zip", "wrong-other", "lc3tools"] {
        let file = format!("{student}.json");
        assert_eq!(desk.read(&format!("again/{file}")), desk.read(&format!("first/{file}")));
    }

    let desk = desk.file("class/pdf/connect4.asm", project("reference/lc3-starter/connect4.asm"));
    desk.run("grade class --reports second").code(5);
    desk.run("report compare first second")
        .code(0)
        .prints("pdf: needs-attention without a score -> pass 100 of 100");
    desk.run("report compare second first")
        .code(0)
        .prints("pdf: pass 100 of 100 -> needs-attention without a score");
}

#[test]
fn nobody_without_a_score_is_below_a_share() {
    let desk = C4grade::new()
        .file("class/ada/connect4.asm", project("reference/lc3-starter/connect4.asm"))
        .file("class/zip/connect4.zip", "PK\x03\x04");
    desk.run("grade class --fail-under 50").code(5);
}

#[test]
fn sources_in_other_encodings_are_sources() {
    let good = String::from_utf8(project("reference/lc3-starter/connect4.asm")).expect("UTF-8");
    let utf16 = |mark: [u8; 2], bytes: fn(u16) -> [u8; 2]| {
        let text = good.encode_utf16().flat_map(bytes);
        mark.into_iter().chain(text).collect::<Vec<u8>>()
    };
    let desk = C4grade::new()
        .file("class/le/connect4.asm", utf16([0xFF, 0xFE], u16::to_le_bytes))
        .file("class/be/connect4.asm", utf16([0xFE, 0xFF], u16::to_be_bytes))
        .file("class/mark/connect4.asm", format!("\u{feff}{good}"));
    desk.run("grade class").code(0).prints("Mean 100 of 100");
}

#[test]
fn an_object_file_of_arm_that_is_not_linked_needs_attention() {
    let mut object = vec![0x7F, b'E', b'L', b'F', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    // ET_REL, EM_ARM.
    object.extend([1, 0, 40, 0, 1, 0, 0, 0]);
    object.resize(52, 0);
    let desk = C4grade::new().file("class/ada/connect4.s", &object);
    desk.run("grade class --assignment arm-scan")
        .code(5)
        .prints("this is an object file (`.o`), which the linker has not");
}
