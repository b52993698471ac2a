//! The shortest game that shows a fault: delta debugging on the moves.
//!
//! Takes a script that fails and a test of shorter ones; gives the shortest script found that still passes the test.
//! What a shorter script must print is asked of the rules model each time, so any subset of the moves is a game of its
//! own. Knows nothing of machines: the test does.

use crate::connect4::Script;

/// Most scripts that are tried.
const TRIES: usize = 160;

/// The shortest script found for which `fails` holds, among those that leave out some of `script`'s attempts. `fails`
/// gives the number of attempts up to and with the one at fault, or `None` when the script does not fail for the same
/// reason; what comes after that attempt is cut. Gives `None` when nothing can be left out.
pub fn shrink(script: &Script, mut fails: impl FnMut(&Script) -> Option<usize>) -> Option<Script> {
    let mut tries = TRIES;
    let mut best = script.clone();
    let mut attempt = |best: &mut Script, candidate: Script, tries: &mut usize| {
        *tries = tries.saturating_sub(1);
        let Some(needed) = fails(&candidate) else { return false };
        *best = if needed < candidate.attempts.len() {
            let cut = keep(&candidate, |index| index < needed);
            // Without the tail the run ends elsewhere, so that must be tried too.
            if fails(&cut).is_some() { cut } else { candidate }
        } else {
            candidate
        };

        true
    };

    let whole = best.clone();
    if !attempt(&mut best, whole, &mut tries) {
        return None;
    }

    // Ever smaller pieces are left out, from the front; a piece of one attempt is the last resort.
    let mut piece = best.attempts.len() / 2;
    while piece > 0 && tries > 0 {
        let mut from = 0;
        let mut is_smaller = false;
        while from < best.attempts.len() && tries > 0 {
            let candidate = keep(&best, |index| !(from..from + piece).contains(&index));
            if attempt(&mut best, candidate, &mut tries) {
                is_smaller = true;
            } else {
                from += piece;
            }
        }

        piece = match piece {
            1 if is_smaller => 1,
            more => more / 2,
        }
        .min(best.attempts.len() / 2 + 1);
    }

    (best.attempts.len() < script.attempts.len()).then_some(best)
}

/// The script of some of the attempts.
fn keep(script: &Script, is_kept: impl Fn(usize) -> bool) -> Script {
    let attempts = script.attempts.iter().enumerate();
    let kept = attempts.filter(|(index, _)| is_kept(*index));
    Script::from_attempts(kept.map(|(_, attempt)| &attempt.typed[..]), script.protocol)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::Protocol;

    fn typed(script: &Script) -> String {
        script.keys.escape_ascii().to_string()
    }

    /// The shortest script that types these keys, in this order.
    fn shortest(keys: &str, needed: &str) -> Option<String> {
        let script = Script::from_moves(keys, Protocol::Key);
        let fails = |script: &Script| {
            let mut wanted = needed.bytes().peekable();
            for (index, key) in script.keys.iter().enumerate() {
                wanted.next_if_eq(key);
                if wanted.peek().is_none() {
                    return Some(index + 1);
                }
            }

            None
        };

        shrink(&script, fails).map(|script| typed(&script))
    }

    #[test]
    fn only_what_the_fault_needs_is_left() {
        assert_eq!(shortest("123456123456123456", "34").as_deref(), Some("34"));
        assert_eq!(shortest("111222333444555666", "16").as_deref(), Some("16"));
        assert_eq!(shortest("123456", "6").as_deref(), Some("6"));
        assert_eq!(shortest("1234512345123451234512345", "1111").as_deref(), Some("1111"));
    }

    #[test]
    fn what_comes_behind_the_fault_is_cut() {
        assert_eq!(shortest("1222222", "1").as_deref(), Some("1"));
    }

    #[test]
    fn what_cannot_be_shorter_is_left_alone() {
        assert_eq!(shortest("1234", "1234"), None);
        assert_eq!(shortest("1234", "9"), None);
    }

    #[test]
    fn enter_is_typed_after_each_move() {
        let script = Script::from_moves("1 2 3", Protocol::Enter);
        let shorter = shrink(&script, |script| {
            script.keys.contains(&b'3').then_some(script.attempts.len())
        });
        assert_eq!(shorter.map(|script| typed(&script)).as_deref(), Some("3\\n"));
    }
}
