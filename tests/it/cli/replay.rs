//! The replay of a game is what the command of the same game prints.

use c4grade::result::{ReplayStep, StudentReport};

use crate::cli::C4grade;
use crate::cli::command::project;

/// Students whose games go wrong in different ways: a false win, full columns, a lost R7, and the wrong winner.
const STUDENTS: [&str; 4] = ["bella-conti", "emeka-eze", "tomas-novotny", "liam-oconnor"];

/// The replays of a report, with the commands that repeat their games.
fn replays(report: &StudentReport) -> Vec<(&[ReplayStep], &str)> {
    let shortest = report.faults.iter().filter_map(|fault| fault.shortest.as_ref());
    let shortest = shortest.map(|game| (&game.failure.replay[..], &game.command[..]));
    let cases = report
        .cases()
        .filter_map(|case| Some((&case.failure.as_ref()?.replay[..], &case.command[..])));
    shortest.chain(cases).filter(|(replay, _)| !replay.is_empty()).collect()
}

#[test]
fn replayed_steps_are_what_the_program_prints_when_it_is_run() {
    let mut desk = C4grade::new();
    for student in STUDENTS {
        let program = project(&format!("reference/lc3-starter/submissions/{student}/connect4.asm"));
        desk = desk.file(&format!("class/{student}/connect4.asm"), program);
    }
    desk.run("grade class --reports out").code(0);

    for student in STUDENTS {
        let report = desk.report(&format!("out/{student}.json"));
        let replays = replays(&report);
        assert!(!replays.is_empty(), "{student}");
        for (replay, command) in replays {
            let quoted: Vec<&str> = command.split('"').collect();
            let mut args: Vec<&str> = quoted[0].split_whitespace().skip(1).collect();
            let program = format!("class/{student}/connect4.asm");
            args[1] = &program;
            if let [_, moves, rest] = quoted[..] {
                args.push(moves);
                args.extend(rest.split_whitespace());
            }
            let outcome = desk.run_args(&args);

            let printed: String = replay.iter().map(|step| step.text.as_str()).collect();
            let (ours, theirs) = (printed.trim_end(), outcome.out());
            assert!(theirs.starts_with(ours), "{student}: {args:?}\n{ours}\n---\n{theirs}");
            let typed = report_moves(command);
            let steps: Vec<&str> = replay.iter().skip(1).map(|step| step.typed.as_str()).collect();
            assert!(typed.starts_with(&steps), "{command}: {steps:?}");
        }
    }
}

/// The moves of a command.
fn report_moves(command: &str) -> Vec<&str> {
    let rest = command.split("--moves ").nth(1).expect("moves");
    let moves = rest.strip_prefix('"').and_then(|rest| rest.split('"').next());
    moves
        .unwrap_or(rest)
        .split_whitespace()
        .take_while(|word| !word.starts_with("--"))
        .collect()
}
