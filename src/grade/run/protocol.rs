//! The input protocol that a program uses, detected by a probe: two keys and Enter, and when the program answers.
//!
//! | a program that takes | answers after |
//! |---|---|
//! | one key | the first digit, and the second again |
//! | one key, by IN | the same, and IN prompted for it |
//! | a key and Enter | the first digit or the key after it, but not both: that key is swallowed |
//! | a line | the line feed |
//!
//! An answer is a board, a refusal or a prompt: more than the echo. What it says does not matter.

use super::{RunConfig, Runner};
use crate::assignment::InputProtocol;
use crate::connect4::Protocol;
use crate::machine::{Run, Service};
use crate::result::Ending;

/// What is typed for the probes, in the order in which they are tried: two moves; two keys that are refused, for programs
/// that do not survive a move.
const PROBES: [&[u8]; 2] = [b"12\n", b"99\n"];

/// Visible characters that are more than an echo and its line end.
const ANSWER: usize = 6;

/// The input protocol that a program uses, tried under the configurations that have the required protocol; `None` where it
/// cannot be detected.
pub fn detect(runner: &mut Runner, configs: &[RunConfig], required: Protocol) -> Option<InputProtocol> {
    let mut configs = configs.iter().filter(|config| config.protocol == required);
    configs.find_map(|config| {
        let mut probes = PROBES.into_iter();
        probes.find_map(|keys| of_probe(&*runner.run(config.tagged(), keys)?))
    })
}

/// The protocol that the run of a probe shows; `None` when the program did not get far enough.
fn of_probe(run: &Run) -> Option<InputProtocol> {
    let output = &run.output;
    let marks = &output.key_marks;
    let uses_in = output.banners.iter().any(|(_, service)| *service == Service::In);
    // What the program printed between reading key n and reading the next one.
    let answers = |key: usize| {
        let from = *marks.get(key)?;
        let is_last = key + 1 == marks.len();
        let to = marks.get(key + 1).copied().unwrap_or(output.bytes.len());
        let banners = output.banners.iter().map(|(range, _)| range);
        let is_banner = |at: usize| banners.clone().any(|range| range.contains(&at));
        let visible = (from..to).filter(|at| output.bytes[*at].is_ascii_graphic() && !is_banner(*at));
        let answered = visible.count() >= ANSWER;
        // What is printed on the way into a loop or a crash is no answer, and without one there might have been more to say.
        let is_known = match run.stop.ending {
            Ending::Waiting => true,
            Ending::Halted => answered,
            Ending::Limit | Ending::Loop | Ending::Crashed | Ending::Flooded => false,
        };

        (is_known || !is_last).then_some(answered)
    };

    match (answers(0)?, answers(1)) {
        (true, Some(true)) if uses_in => Some(InputProtocol::In),
        (true, Some(true)) => Some(InputProtocol::Key),
        (true, Some(false)) | (false, Some(true)) => Some(InputProtocol::Enter),
        (false, Some(false)) => answers(2)?.then_some(InputProtocol::Line),
        (_, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{self, Limits, Machine, lc3};

    /// The protocol detected for a program that repeats `body` for each move. In `body`, `ANSWER` is replaced by code that prints.
    fn detected(body: &str) -> Option<InputProtocol> {
        let answer = "LEA R0, TEXT\nPUTS\n";
        let body = body.replace("ANSWER\n", answer);
        let text = format!(".ORIG x3000\nLEA R0, TEXT\nPUTS\n{body}\nTEXT .STRINGZ \"- - - -\\nPlayer: \"\n.END\n");
        let machine = Machine::Lc3(lc3::Settings::default());
        let build = machine
            .build("probe.asm", text.as_bytes(), None)
            .expect("it is embedded");
        let program: machine::Program = build.program.expect("it assembles");

        of_probe(
            &machine
                .session(&program)
                .play(PROBES[0], Limits::default())
                .expect("it is embedded"),
        )
    }

    #[test]
    fn each_protocol_is_known() {
        assert_eq!(detected("L GETC\nOUT\nANSWER\nBR L\n"), Some(InputProtocol::Key));
        assert_eq!(detected("L IN\nANSWER\nBR L\n"), Some(InputProtocol::In));
        assert_eq!(
            detected("L GETC\nOUT\nGETC\nOUT\nANSWER\nBR L\n"),
            Some(InputProtocol::Enter)
        );
        assert_eq!(
            detected("L GETC\nOUT\nANSWER\nGETC\nBR L\n"),
            Some(InputProtocol::Enter)
        );
        let line = "L GETC\nOUT\nADD R1, R0, #-10\nBRnp L\nANSWER\nBR L\n";
        assert_eq!(detected(line), Some(InputProtocol::Line));
    }

    #[test]
    fn what_does_not_get_far_enough_is_not_detected() {
        assert_eq!(detected("HALT\n"), None);
        assert_eq!(detected("GETC\nL BR L\n"), None);
        assert_eq!(detected("GETC\nANSWER\nHALT\n"), None);
        assert_eq!(detected("L GETC\nOUT\nBR L\n"), None);
    }
}
