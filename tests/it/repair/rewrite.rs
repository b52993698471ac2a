//! Programs rewritten as another hand would write them: the same game from other registers, labels, places, idioms and style.
//!
//! A program is read into words and written out again. What a seed chooses is the same on every machine.

use std::collections::{BTreeMap, BTreeSet};

use c4grade::machine::Target;
use c4grade::machine::edits::{labels, statements};

/// A statement with its labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub labels: Vec<String>,
    /// The mnemonic in capitals, and the operands.
    pub words: Vec<String>,
}

impl Item {
    fn new(words: &[&str]) -> Self {
        Self {
            labels: Vec::new(),
            words: words.iter().map(|word| (*word).to_owned()).collect(),
        }
    }

    fn is(&self, mnemonic: &str) -> bool {
        self.words[0] == mnemonic
    }

    /// Whether nothing runs on after it.
    fn ends(&self) -> bool {
        matches!(&self.words[0][..], "RET" | "HALT" | "BR" | "BRNZP" | "JMP")
    }

    pub fn is_data(&self) -> bool {
        self.words[0].starts_with('.')
    }

    /// Whether it is one word of data with a label.
    fn is_variable(&self) -> bool {
        !self.labels.is_empty() && (self.is(".FILL") || self.words == [".BLKW", "1"])
    }
}

/// Random numbers from a seed, for ever the same ones.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, most: usize) -> usize {
        (self.next() % most.max(1) as u64) as usize
    }

    fn one_in(&mut self, some: usize) -> bool {
        self.below(some) == 0
    }

    fn shuffle<T>(&mut self, some: &mut [T]) {
        for at in (1..some.len()).rev() {
            some.swap(at, self.below(at + 1));
        }
    }
}

/// What a program may not change.
pub struct Kept<'k> {
    /// Labels that must stay as they are, and whether those of subroutines must.
    pub labels: &'k [&'k str],
    pub entries: bool,
    /// The registers that may change places with each other in the whole program.
    pub registers: &'k [&'k str],
    /// The label of the first subroutine that may be somewhere else.
    pub from: &'k str,
}

/// A program in other words.
pub fn rewritten(source: &str, kept: &Kept, random: &mut Random) -> String {
    let mut items = read(source);
    let called = called(&items);
    with_other_registers(&mut items, kept, random);
    let mut blocks = blocks(items, &called);
    for block in &mut blocks {
        with_own_registers(block, random);
        with_other_order(block, random);
        *block = with_other_idioms(std::mem::take(block), random);
    }

    let first = blocks
        .iter()
        .position(|block| block[0].labels.iter().any(|label| label == kept.from));
    let movable = first.unwrap_or(blocks.len());
    // Only neighbours change places, so that what LD and LEA reach stays within reach.
    for at in movable..blocks.len().saturating_sub(1) {
        if random.one_in(3) {
            blocks.swap(at, at + 1);
        }
    }
    let mut items = blocks.concat();
    with_other_labels(&mut items, &called, kept, random);
    written(&items, random)
}

/// The statements of a text, without `.ORIG` and `.END`.
pub fn read(source: &str) -> Vec<Item> {
    let mut statements = statements(Target::Lc3, source).into_iter().peekable();
    let mut waiting = Vec::new();
    let mut items = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        waiting.extend(labels(Target::Lc3, line));
        let Some(statement) = statements.next_if(|statement| statement.line == number) else {
            continue;
        };
        let mnemonic = statement.mnemonic.text.to_ascii_uppercase();
        if [".ORIG", ".END"].contains(&&mnemonic[..]) {
            continue;
        }
        let operands = statement.operands.iter().map(|word| word.text.to_ascii_uppercase());
        let strings = statement.strings.iter().map(|word| word.text.clone());
        items.push(Item {
            labels: std::mem::take(&mut waiting),
            words: std::iter::once(mnemonic).chain(operands).chain(strings).collect(),
        });
    }
    items
}

fn called(items: &[Item]) -> BTreeSet<String> {
    let calls = items.iter().filter(|item| item.is("JSR"));
    calls.map(|item| item.words[1].clone()).collect()
}

/// The main program, and each subroutine with its data.
fn blocks(items: Vec<Item>, called: &BTreeSet<String>) -> Vec<Vec<Item>> {
    let mut blocks: Vec<Vec<Item>> = Vec::new();
    for item in items {
        let is_entry = item.labels.iter().any(|label| called.contains(label));
        let is_apart = blocks
            .last()
            .and_then(|block| block.last())
            .is_none_or(|last| last.ends() || last.is_data());
        match blocks.last_mut() {
            Some(block) if !(is_entry && is_apart) => block.push(item),
            _ => blocks.push(vec![item]),
        }
    }
    blocks
}

/// Other registers in the whole program.
fn with_other_registers(items: &mut [Item], kept: &Kept, random: &mut Random) {
    let mut others = kept.registers.to_vec();
    random.shuffle(&mut others);
    let others: BTreeMap<&str, &str> = kept.registers.iter().copied().zip(others).collect();
    rename(items, |word| others.get(word).map(|other| (*other).to_owned()));
}

fn rename(items: &mut [Item], other: impl Fn(&str) -> Option<String>) {
    for word in items.iter_mut().flat_map(|item| &mut item.words[1..]) {
        if let Some(other) = other(word) {
            *word = other;
        }
    }
}

/// The registers change places that a subroutine saves, and whose values it neither gets nor gives to another one.
fn with_own_registers(block: &mut [Item], random: &mut Random) {
    if block.iter().any(|item| item.is("JSR")) {
        return;
    }
    let saves = |mnemonic: &str| -> BTreeSet<String> {
        let those = block.iter().filter(|item| item.is(mnemonic));
        those.map(|item| item.words[1].clone()).collect()
    };
    let saved: Vec<String> = saves("ST").intersection(&saves("LD")).cloned().collect();
    let is_set_first = |register: &String| {
        let mut uses = block.iter().filter(|item| !item.is("ST") && !item.is_data());
        let first = uses.find(|item| item.words[1..].contains(register));
        first.is_some_and(|item| {
            let is_cleared = item.is("AND") && item.words[3] == "#0";
            let writes = ["LD", "LEA", "LDI", "LDR", "ADD", "NOT", "AND"].contains(&&item.words[0][..]);
            writes && item.words[1] == *register && (is_cleared || !item.words[2..].contains(register))
        })
    };
    let own: Vec<String> = saved
        .into_iter()
        .filter(|register| !["R0", "R7"].contains(&&register[..]) && is_set_first(register))
        .collect();
    let mut others = own.clone();
    random.shuffle(&mut others);
    let others: BTreeMap<String, String> = own.into_iter().zip(others).collect();
    rename(block, |word| others.get(word).cloned());
}

/// Registers saved and restored in another order, and variables.
fn with_other_order(block: &mut [Item], random: &mut Random) {
    let mut from = 0;
    while from < block.len() {
        let kind = |item: &Item| match &item.words[0][..] {
            "ST" => 1,
            _ if item.is_variable() => 2,
            _ => 0,
        };
        let own = kind(&block[from]);
        let is_like = |item: &&Item| kind(item) == own && (own == 2 || item.labels.is_empty());
        let length = 1 + block[from + 1..].iter().take_while(is_like).count();
        let run = &mut block[from..from + length];
        if own == 1 {
            let mut words: Vec<Vec<String>> = run.iter().map(|item| item.words.clone()).collect();
            random.shuffle(&mut words);
            run.iter_mut().zip(words).for_each(|(item, words)| item.words = words);
        } else if own == 2 {
            random.shuffle(run);
        }
        from += length;
    }
}

/// Equal instructions in place of some.
fn with_other_idioms(block: Vec<Item>, random: &mut Random) -> Vec<Item> {
    let mut others: Vec<Item> = Vec::new();
    let mut constants: Vec<Item> = Vec::new();
    let mut left = block.into_iter().peekable();
    while let Some(item) = left.next() {
        let next = left.peek().cloned();
        let labels = item.labels.clone();
        let mut new: Vec<Item> = match next.as_ref().and_then(|next| loaded(&item, next)) {
            Some(value) if random.one_in(3) => {
                left.next();
                let label = format!("K{}_{}", constants.len(), item.words[1]);
                let label = format!("{label}_{}", random.below(100_000));
                let load = Item::new(&["LD", &item.words[1], &label]);
                constants.push(Item {
                    labels: vec![label],
                    ..Item::new(&[".FILL", &value])
                });
                vec![load]
            }
            _ => equal(&item, random).unwrap_or_else(|| {
                vec![Item {
                    labels: Vec::new(),
                    ..item
                }]
            }),
        };
        new[0].labels = labels;
        others.extend(new);
    }

    // Constants follow the code.
    let end = others
        .iter()
        .rposition(|item| !item.is_data())
        .map_or(0, |last| last + 1);
    others.splice(end..end, constants);
    others
}

/// The number that two instructions load.
fn loaded(item: &Item, next: &Item) -> Option<String> {
    let register = item.words.get(1)?;
    let clears = item.is("AND") && item.words[3] == "#0";
    let adds = next.is("ADD") && next.words[1] == *register && next.words[2] == *register;
    let value = next.words.get(3).filter(|value| value.starts_with('#'))?;
    (clears && adds && next.labels.is_empty()).then(|| value.clone())
}

/// One or two instructions that do the same.
fn equal(item: &Item, random: &mut Random) -> Option<Vec<Item>> {
    let words: Vec<&str> = item.words.iter().map(String::as_str).collect();
    let likely = random.one_in(3);
    let rarely = random.one_in(6);
    match words[..] {
        ["RET"] if rarely => Some(vec![Item::new(&["JMP", "R7"])]),
        ["BRNZP", label] if likely => Some(vec![Item::new(&["BR", label])]),
        ["PUTS"] if rarely => Some(vec![Item::new(&["TRAP", "x22"])]),
        ["OUT"] if rarely => Some(vec![Item::new(&["TRAP", "x21"])]),
        ["HALT"] if rarely => Some(vec![Item::new(&["TRAP", "x25"])]),
        [".BLKW", "1"] if likely => Some(vec![Item::new(&[".FILL", "#0"])]),
        ["ADD", to, from, "#0"] if to != from && likely => Some(vec![Item::new(&["AND", to, from, from])]),
        ["LDI", to, pointer] if likely => {
            Some(vec![Item::new(&["LD", to, pointer]), Item::new(&["LDR", to, to, "#0"])])
        }
        ["ADD", to, from, number] if number.starts_with('#') && rarely => {
            let value: i32 = number[1..].parse().ok()?;
            let half = value / 2;
            let [first, second] = [half, value - half].map(|part| format!("#{part}"));
            (half != 0).then(|| {
                vec![
                    Item::new(&["ADD", to, from, &first]),
                    Item::new(&["ADD", to, to, &second]),
                ]
            })
        }
        _ => None,
    }
}

/// Other names, but for those that are kept.
fn with_other_labels(items: &mut [Item], called: &BTreeSet<String>, kept: &Kept, random: &mut Random) {
    let style = random.below(4);
    let mut others = BTreeMap::new();
    for label in items.iter().flat_map(|item| &item.labels) {
        let is_kept = kept.labels.contains(&&label[..]) || kept.entries && called.contains(label);
        let number = others.len() + 1;
        let other = match style {
            _ if is_kept => label.clone(),
            0 => label.clone(),
            1 => format!("L{number}"),
            2 => format!("my{}", label.replace('_', "").to_lowercase()),
            _ => format!("{}_{number}", label.to_lowercase()),
        };
        others.insert(label.clone(), other);
    }
    rename(items, |word| others.get(word).cloned());
    for label in items.iter_mut().flat_map(|item| &mut item.labels) {
        *label = others[label].clone();
    }
}

/// The text of a program, in one of several styles.
fn written(items: &[Item], random: &mut Random) -> String {
    let indent = ["    ", "        ", "\t", "  "][random.below(4)];
    let between = [", ", ",", " , ", ",  "][random.below(4)];
    let (is_low, is_alone, is_hexadecimal) = (random.one_in(3), random.one_in(2), random.one_in(3));
    let mut text = format!("{indent}.ORIG x3000\n");
    for item in items {
        if item.labels.len() > 1 || is_alone && !item.is_data() {
            item.labels.iter().for_each(|label| text += &format!("{label}\n"));
        } else {
            text += &item.labels.concat();
        }
        let operands: Vec<String> = item.words[1..]
            .iter()
            .map(
                |word| match word.strip_prefix('#').and_then(|digits| digits.parse::<u32>().ok()) {
                    Some(number) if is_hexadecimal => format!("x{number:X}"),
                    _ => word.clone(),
                },
            )
            .collect();
        let mnemonic = if is_low {
            item.words[0].to_lowercase()
        } else {
            item.words[0].clone()
        };
        let comment = ["", "", "", " ; here", "\t;; ---"][random.below(5)];
        text += format!("{indent}{mnemonic} {}", operands.join(between)).trim_end();
        text += comment;
        text += "\n";
        if item.ends() && random.one_in(2) {
            text += "\n; next\n";
        }
    }
    text + indent + ".END\n"
}
