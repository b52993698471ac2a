//! Programs that are certainly equal: the same instructions, of which some that have nothing to do with each other are in another
//! order.

use super::rewrite::{Item, read};

/// Whether two texts are the same program, but for the order of neighbours that do not depend on each other.
pub fn are_equal(one: &str, other: &str) -> bool {
    canonical(one) == canonical(other)
}

fn canonical(text: &str) -> Vec<(Vec<String>, Vec<String>)> {
    let mut items = read(text);
    for word in items.iter_mut().flat_map(|item| &mut item.words) {
        *word = in_one_form(word);
    }
    // A branch after a call may depend on what the subroutine did last.
    let returns_conditions = items
        .windows(2)
        .any(|pair| pair[0].words[0].starts_with("JSR") && pair[1].words[0].starts_with("BR"));

    let mut from = 0;
    for end in 0..items.len() {
        let next = items.get(end + 1);
        if leaves(&items[end]) || next.is_none_or(|next| !next.labels.is_empty()) {
            let keeps_last = returns_conditions || !items[end].words[0].starts_with("RET");
            in_order(&mut items[from..=end], keeps_last);
            from = end + 1;
        }
    }
    items.into_iter().map(|item| (item.labels, item.words)).collect()
}

/// A number without its `#`, in decimal, and the short name of what has two.
fn in_one_form(word: &str) -> String {
    let hexadecimal = word
        .strip_prefix('X')
        .and_then(|digits| i32::from_str_radix(digits, 16).ok());
    match (word, hexadecimal) {
        ("BRNZP", _) => "BR".to_owned(),
        (_, Some(number)) => number.to_string(),
        _ => word.trim_start_matches('#').to_owned(),
    }
}

/// The instructions of a block in an order that does not depend on how they are written. The label stays at its beginning.
fn in_order(block: &mut [Item], keeps_last: bool) {
    loop {
        let mut is_moved = false;
        for at in 0..block.len().saturating_sub(1) {
            let (first, second) = (&block[at], &block[at + 1]);
            let is_dead = |from: usize| {
                let mut later = block[from + 1..].iter();
                let next = later.find(|item| sets_conditions(item) || leaves(item));
                next.is_some_and(|next| sets_conditions(next) || !keeps_last)
            };
            let is_free = !(sets_conditions(first) && sets_conditions(second)) || is_dead(at + 1);
            if is_free && are_independent(first, second) && second.words < first.words {
                let words = block[at].words.clone();
                block[at].words = std::mem::replace(&mut block[at + 1].words, words);
                is_moved = true;
            }
        }
        if !is_moved {
            return;
        }
    }
}

fn leaves(item: &Item) -> bool {
    let word = &item.words[0];
    let others = [
        "JSR", "JSRR", "JMP", "RET", "RTI", "TRAP", "GETC", "OUT", "PUTS", "IN", "HALT", "PUTSP",
    ];
    word.starts_with("BR") || others.contains(&&word[..]) || item.is_data()
}

fn sets_conditions(item: &Item) -> bool {
    ["ADD", "AND", "NOT", "LD", "LDI", "LDR"].contains(&&item.words[0][..])
}

/// The registers and words that an instruction reads, and those that it writes.
fn uses(item: &Item) -> (Vec<&str>, Vec<&str>) {
    let words: Vec<&str> = item.words.iter().map(String::as_str).collect();
    match words[..] {
        ["ADD" | "AND", to, one, other] => (vec![one, other], vec![to]),
        ["NOT", to, from] => (vec![from], vec![to]),
        ["LD", to, label] => (vec![label, "memory"], vec![to]),
        ["LEA", to, _] => (Vec::new(), vec![to]),
        ["LDI", to, label] => (vec![label, "memory", "any"], vec![to]),
        ["LDR", to, base, _] => (vec![base, "memory", "any"], vec![to]),
        ["ST", from, label] => (vec![from], vec![label, "one"]),
        ["STI", from, label] => (vec![from, label], vec!["memory", "any"]),
        ["STR", from, base, _] => (vec![from, base], vec!["memory", "any"]),
        _ => (vec!["memory", "any"], vec!["memory", "any"]),
    }
}

fn are_independent(first: &Item, second: &Item) -> bool {
    if leaves(first) || leaves(second) {
        return false;
    }
    let ((reads, writes), (reads_too, writes_too)) = (uses(first), uses(second));
    let meet = |some: &[&str], others: &[&str]| {
        let is_store_of_one = |words: &[&str]| words.contains(&"one");
        let is_of_any = |words: &[&str]| words.contains(&"any");
        some.iter().any(|word| others.contains(word))
            || is_store_of_one(some) && is_of_any(others)
            || is_of_any(some) && is_store_of_one(others)
    };
    let has_both = writes.contains(&"one") && writes_too.contains(&"one");
    let are_other_words = has_both && writes[0] != writes_too[0];
    !meet(&writes, &reads_too) && !meet(&reads, &writes_too) && (are_other_words || !meet(&writes, &writes_too))
}

#[test]
fn only_what_is_independent_may_change_places() {
    let equal = [
        ("ST R1, A\nST R7, B\nJSR X\n", "ST R7, B\nST R1, A\nJSR X\n"),
        (
            "ADD R1, R1, #1\nADD R2, R2, #1\nAND R3, R3, #0\nBRz X\n",
            "ADD R2, R2, #1\nADD R1, R1, #1\nAND R3, R3, #0\nBRz X\n",
        ),
    ];
    let different = [
        (
            "ADD R1, R1, #1\nADD R2, R2, #1\nBRz X\n",
            "ADD R2, R2, #1\nADD R1, R1, #1\nBRz X\n",
        ),
        ("ST R1, A\nLD R2, A\nRET\n", "LD R2, A\nST R1, A\nRET\n"),
        ("ST R1, A\nLDR R2, R3, #0\nRET\n", "LDR R2, R3, #0\nST R1, A\nRET\n"),
        ("ST R7, A\nJSR X\n", "JSR X\nST R7, A\n"),
    ];
    for (one, other) in equal {
        assert!(are_equal(one, other), "{one}{other}");
    }
    for (one, other) in different {
        assert!(!are_equal(one, other), "{one}{other}");
    }
}
