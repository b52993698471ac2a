//! Safe, unique file names made from students' names.
//!
//! A name that every file system takes as it is stays as it is. Any other is reduced to letters, digits and `-_.`, and
//! carries a short hash of the true name, so that it stays the same from one grading to the next and distinguishes two
//! students whose names reduce to the same letters.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// The longest slug, in bytes.
const LONGEST: usize = 60;

/// File names of the class.
const TAKEN: [&str; 5] = ["index", "scores", "class", "cases", "identical"];

/// Names of devices on Windows, with any extension.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// A file name for one student, safe on every operating system.
///
/// ```
/// use c4grade::submission::slug;
/// assert_eq!(slug("ada.lovelace"), "ada.lovelace");
/// assert!(slug("../../etc/passwd").starts_with("etc_passwd-"));
/// ```
pub fn slug(name: &str) -> String {
    let plain = reduced(name);
    if plain == name && !is_taken(&plain) && plain.len() <= LONGEST {
        plain
    } else {
        hashed(&plain, name)
    }
}

/// File names for a class: like [`slug`], and different from each other even where letter case does not count.
pub fn slugs(names: &[&str]) -> Vec<String> {
    let mut slugs: Vec<String> = names.iter().map(|name| slug(name)).collect();
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for slug in &slugs {
        *count.entry(slug.to_ascii_lowercase()).or_default() += 1;
    }

    let unique = |slug: &str| count.get(&slug.to_ascii_lowercase()) == Some(&1);
    let mut used: BTreeSet<String> = BTreeSet::new();
    used.extend(
        slugs
            .iter()
            .filter(|slug| unique(slug))
            .map(|slug| slug.to_ascii_lowercase()),
    );

    for (slug, name) in slugs.iter_mut().zip(names) {
        if unique(slug) {
            continue;
        }

        let base = hashed(&reduced(name), name);
        let mut free = base.clone();
        let mut index = 2;
        while !used.insert(free.to_ascii_lowercase()) {
            free = format!("{base}-{index}");
            index += 1;
        }

        *slug = free;
    }

    slugs
}

/// The name in letters, digits and `-_.`, one `_` for each stretch of anything else, with a first and last character
/// that every shell and file system accepts.
fn reduced(name: &str) -> String {
    let mut reduced = String::new();
    for character in name.chars() {
        if character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.') {
            reduced.push(character);
        } else if !reduced.ends_with('_') {
            reduced.push('_');
        }
    }

    let trimmed = reduced.trim_start_matches(['.', '-']).trim_end_matches('.');
    if trimmed == name {
        return reduced;
    }

    trimmed.trim_matches(['.', '-', '_']).to_owned()
}

fn is_taken(slug: &str) -> bool {
    let lower = slug.to_ascii_lowercase();
    let stem = lower.split('.').next().unwrap_or_default();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    slug.is_empty()
        || TAKEN.contains(&stem)
        || DEVICES.contains(&stem)
        || port.is_some_and(|digits| digits.len() == 1 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn hashed(reduced: &str, name: &str) -> String {
    let hash = format!("{:016x}", fnv_1a(name.as_bytes()));
    let hash = &hash[8..];
    let stem: String = reduced.chars().take(LONGEST - hash.len() - 1).collect();
    let stem = stem.trim_end_matches(['.', '-', '_']);
    // A device name followed by a dash needs a prefix.
    let stem = if stem.is_empty() || is_device_with_extension(stem) {
        format!("student_{}", stem.replace('.', "_"))
    } else {
        stem.to_owned()
    };

    format!("{}-{hash}", stem.trim_end_matches('_'))
}

/// `con.ada`: what follows the dot does not save it from being a device on Windows.
fn is_device_with_extension(stem: &str) -> bool {
    stem.contains('.') && is_taken(stem)
}

/// FNV-1a with 64 bits: short, well distributed, and stable.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::{fnv_1a, slug, slugs};

    #[test]
    fn safe_names_stay_as_they_are() {
        for name in ["ada", "Ada-B.C_d", "x9", "console", "com", "com10", &"a".repeat(60)] {
            assert_eq!(slug(name), name);
        }
    }

    #[test]
    fn unsafe_names_are_reduced_and_carry_a_hash() {
        for (name, start) in [
            ("../../x", "x-"),
            ("..", "student-"),
            ("", "student-"),
            ("CON", "CON-"),
            ("nul.txt", "student_nul_txt-"),
            ("com1", "com1-"),
            ("index", "index-"),
            ("Scores", "Scores-"),
            ("class", "class-"),
            ("-rf", "rf-"),
            (".hidden", "hidden-"),
            ("dot.", "dot-"),
            ("Ada Lovelace", "Ada_Lovelace-"),
            ("line\nfeed", "line_feed-"),
            ("a\u{202e}b", "a_b-"),
            ("\u{738b}\u{4f1f}", "student-"),
            ("C:\\x", "C_x-"),
        ] {
            let slug = slug(name);
            assert!(slug.starts_with(start), "{name:?} became {slug}");
            assert_eq!(slug.len(), start.len() + 8, "{name:?} became {slug}");
        }
    }

    #[test]
    fn long_names_are_cut_and_stay_different() {
        let one = slug(&format!("{}1", "a".repeat(299)));
        let two = slug(&format!("{}2", "a".repeat(299)));
        assert_eq!((one.len(), two.len()), (60, 60));
        assert_ne!(one, two);
    }

    #[test]
    fn names_that_differ_only_by_case_or_reduce_to_the_same_stay_different() {
        let names = ["Ada", "ada", "bob", "a b", "a/b", "bob"];
        let slugs = slugs(&names);
        let mut folded: Vec<String> = slugs.iter().map(|slug| slug.to_ascii_lowercase()).collect();
        folded.sort();
        folded.dedup();
        assert_eq!(folded.len(), names.len(), "{slugs:?}");
        assert!(
            slugs[0].starts_with("Ada-") && slugs[1].starts_with("ada-"),
            "{slugs:?}"
        );

        assert!(slugs[5].ends_with("-2"), "{slugs:?}");
    }

    // A student may be called like the slug of another.
    #[test]
    fn a_name_that_is_another_names_slug_keeps_its_own() {
        let first = slug("a b");
        let slugs = slugs(&["a b", first.as_str()]);
        assert_ne!(slugs[0], slugs[1]);
    }

    // The published test vectors of FNV-1a, 64 bits: slugs never change.
    #[test]
    fn the_hash_is_fnv_1a() {
        assert_eq!(fnv_1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
