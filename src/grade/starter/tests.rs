use std::sync::LazyLock;

use super::check;
use crate::assignment::{Assignment, bundled, find};
use crate::grade::model::Finding;
use crate::machine::lc3;

static ASSIGNMENT: LazyLock<Assignment> = LazyLock::new(|| find("lc3-starter").expect("it is bundled"));

fn reference() -> String {
    let bytes = bundled::reference("lc3-starter").expect("it is bundled");
    String::from_utf8(bytes.to_vec()).expect("it is plain text")
}

fn finding(bytes: impl AsRef<[u8]>) -> Option<Finding> {
    let build = lc3::build("connect4.asm", bytes.as_ref());
    check(&ASSIGNMENT, &build.program.expect("it assembles"))
}

#[test]
fn dump() {
    for sample in bundled::submissions("lc3-starter") {
        let build = lc3::build("connect4.asm", sample.bytes);
        if let Some(program) = &build.program {
            if let Some(finding) = check(&ASSIGNMENT, program) {
                eprintln!("{} {} {}", sample.student, finding.key, finding.message);
            }
        }
    }
    assert_eq!(finding(reference()), None);
}
