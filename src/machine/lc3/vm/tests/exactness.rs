//! Where one ending ends and another begins; and that a used session is as good as a fresh one, on any program.

use std::sync::Arc;

use super::{keep_r7, printed, run, session, with};
use crate::machine::lc3::cpu::{Cpu, Exit};
use crate::machine::lc3::vm::Session;
use crate::machine::lc3::{Banner, Fill, Program, Settings, Traps, assembler};
use crate::machine::{Ending, Limits, Output};
use crate::splitmix::SplitMix64;

#[test]
fn a_look_for_a_key_before_an_endless_loop_is_no_waiting() {
    let run = run(".ORIG x3000\nLDI R0,S\nHERE BR HERE\nS .FILL xFE00\n.END", "");
    assert_eq!(run.stop.ending, Ending::Loop);
    let place = run.stop.place.expect("a place");
    assert_eq!(place.label.as_deref(), Some("HERE"));
}

#[test]
fn waiting_is_reported_where_the_program_waits() {
    // Looks once on its way, then waits in another place.
    let source = ".ORIG x3000\nLDI R0,S\nAND R1,R1,#0\nWAIT LDI R0,S\nBRzp WAIT\nHALT\nS .FILL xFE00\n.END";
    let run = run(source, "");
    assert_eq!(run.stop.ending, Ending::Waiting);
    assert_eq!(run.stop.place.expect("a place").label.as_deref(), Some("WAIT"));
}

#[test]
fn every_way_to_poll_waits() {
    let bodies = [
        "LD R1,S\nWAIT LDR R0,R1,#0\nBRzp WAIT\nLDR R0,R1,#2\n",
        "WAIT LDI R0,S\nBRzp WAIT\nLDI R0,D\n",
        // With the interrupt bit set, which reads back beside the ready bit.
        "LD R0,I\nSTI R0,S\nWAIT LDI R0,S\nBRzp WAIT\nLDI R0,D\n",
        // The status register straight, from a block close by.
        "LD R0,P\nJMP R0\nP .FILL xFDF0\nI2 .FILL 0\n.END\n.ORIG xFDF0\nWAIT LD R0,#15\nBRzp WAIT\nLD R0,#15\nLD R1,#1\nJMP R1\n.FILL BACK\n.END\n.ORIG x3100\nBACK ",
        // The data register alone, until it changes.
        "WAIT LDI R0,D\nBRz WAIT\n",
    ];
    for body in bodies {
        let source = format!(".ORIG x3000\n{body}OUT\nHALT\nS .FILL xFE00\nD .FILL xFE02\nI .FILL x4000\n.END");
        let waiting = run(&source, "");
        assert_eq!(waiting.stop.ending, Ending::Waiting, "{source}");
        assert_eq!(printed(&waiting), "", "{source}");
        let fed = run(&source, "k");
        assert_eq!(fed.stop.ending, Ending::Halted, "{source} {fed:?}");
        assert!(printed(&fed).starts_with('k'), "{source}");
    }
}

#[test]
fn reading_the_old_key_again_does_not_stand_for_longer_scripts() {
    let source = ".ORIG x3000\nLDI R0,D\nOUT\nLDI R0,D\nOUT\nHALT\nD .FILL xFE02\n.END";
    let mut session = session(
        source,
        Settings {
            banner: Banner::None,
            ..Settings::default()
        },
    );

    assert_eq!(printed(&session.play(b"a", Limits::default())), "aa");
    assert_eq!(printed(&session.play(b"ab", Limits::default())), "ab");
    assert_eq!(printed(&session.play(b"a", Limits::default())), "aa");
}

#[test]
fn a_vector_into_the_device_page_is_a_jump_there() {
    // The data register holds what looks like an instruction.
    let source = ".ORIG x3000\nLD R0,W\nSTI R0,D\nLD R0,D\nSTI R0,V\nTRAP x40\nHALT\nW .FILL x1021\nD .FILL xFE02\nV .FILL x40\n.END";
    for settings in [Settings::default(), keep_r7()] {
        let run = with(source, "", settings);
        assert_eq!(run.stop.ending, Ending::Crashed);
        assert_eq!(run.stop.reason, "jumped to xFE02, among the device registers");
    }
}

#[test]
fn caps_are_exact() {
    let source = ".ORIG x3000\nADD R0,R0,#1\nADD R0,R0,#1\nHALT\n.END";
    let at = |instructions| {
        let limits = Limits {
            instructions,
            ..Limits::default()
        };
        let run = session(source, Settings::default()).play(b"", limits);
        (run.stop.ending, run.instructions)
    };
    assert_eq!(at(2), (Ending::Limit, 2));

    assert_eq!(at(3), (Ending::Halted, 3));
    assert_eq!(at(4), (Ending::Halted, 3));
    let printing = ".ORIG x3000\nLEA R0,T\nPUTS\nGETC\nT .STRINGZ \"abcd\"\n.END";
    let under = |output| {
        let limits = Limits {
            output,
            ..Limits::default()
        };
        let run = session(printing, Settings::default()).play(b"", limits);
        (run.stop.ending, printed(&run))
    };

    assert_eq!(under(4), (Ending::Flooded, "abcd".to_owned()));
    assert_eq!(under(3), (Ending::Flooded, "abc".to_owned()));
    assert_eq!(under(5), (Ending::Waiting, "abcd".to_owned()));
}

#[test]
fn puts_prints_low_bytes_and_out_a_carriage_return_as_it_is() {
    let source = ".ORIG x3000\nLEA R0,T\nPUTS\nLD R0,C\nOUT\nHALT\nC .FILL x410D\nT .FILL x1241\n.FILL xFF42\n.FILL x0100\n.FILL 0\n.END";
    let settings = Settings {
        banner: Banner::None,
        ..Settings::default()
    };
    assert_eq!(with(source, "", settings).output.bytes, b"AB\0\r");
}

#[test]
fn own_trap_routines_return_as_the_linkage_has_it() {
    let source = |back: &str| {
        format!(
            ".ORIG x3000\nLD R0,P\nSTI R0,V\nAND R7,R7,#0\nTRAP x26\nLD R0,B\nOUT\nHALT\nMINE LD R0,A\nOUT\n{back}\n\
             P .FILL MINE\nV .FILL x26\nA .FILL x41\nB .FILL x42\n.END"
        )
    };
    let end = |back, traps| {
        let run = with(
            &source(back),
            "",
            Settings {
                traps,
                banner: Banner::None,
                ..Settings::default()
            },
        );
        (printed(&run), run.stop.ending, run.stop.reason)
    };

    // OUT inside the routine overwrites R7 in the 2nd edition: RET goes back into the routine, forever.
    assert_eq!(end("RET", Traps::OverwriteR7).1, Ending::Loop);
    assert_eq!(
        end("RTI", Traps::KeepR7),
        ("AB".to_owned(), Ending::Halted, String::new())
    );
    let (text, ending, reason) = end("RTI", Traps::OverwriteR7);
    assert_eq!(
        (text.as_str(), ending, reason.as_str()),
        ("A", Ending::Crashed, "RTI in user mode")
    );

    // RET under the 3rd edition goes where R7 points: nowhere.
    assert_eq!(end("RET", Traps::KeepR7).1, Ending::Crashed);
}

/// A random program as an object file's words: mostly instructions, some that poll, read keys, print, modify the code.
fn random_image(random: &mut SplitMix64) -> Vec<u8> {
    let common = [
        0xF020, 0xF020, 0xF021, 0xF022, 0xF023, 0xF025, 0x1021, 0x5020, 0x0402, 0x0BFC, 0xA018, 0xA218, 0xB018, 0x3203,
        0x0FF8, 0x127F, 0x6040, 0x7040, 0x4801, 0xC1C0, 0xE1F0, 0x2010,
    ];
    let mut bytes = vec![0x30, 0x00];

    for at in 0..40 {
        let word = match random.below(10) {
            _ if at == 30 => 0xFE00,
            _ if at == 31 => 0xFE02,
            _ if at == 32 => 0xFE06,
            0 => random.next_u64() as u16,
            _ => common[random.below(common.len())],
        };
        bytes.extend(u16::to_be_bytes(word));
    }

    bytes
}

#[test]
fn a_used_player_plays_as_a_fresh_one_on_any_program() {
    let mut random = SplitMix64::new(99);
    let mut endings = std::collections::BTreeSet::new();
    for round in 0..100 {
        let image = random_image(&mut random);
        let build = assembler::assemble("image.obj", &image);
        let Some(crate::machine::Program::Lc3(program)) = build.program else {
            continue;
        };
        let settings = Settings {
            traps: [Traps::OverwriteR7, Traps::KeepR7][round % 2],
            fill: if round % 3 == 0 {
                Fill::Random(round as u64)
            } else {
                Fill::Zero
            },
            ..Settings::default()
        };
        let mut used = Session::new(Arc::clone(&program), settings);
        for _ in 0..20 {
            let keys: Vec<u8> = (0..random.below(6))
                .map(|_| [b'1', b'2', 0, 0xFF][random.below(4)])
                .collect();
            let limits = [
                Limits {
                    instructions: 60_000,
                    output: 900,
                },
                Limits {
                    instructions: 60_000,
                    output: 900,
                },
                Limits {
                    instructions: 37,
                    output: 900,
                },
                Limits {
                    instructions: 50_000,
                    output: 7,
                },
            ][random.below(4)];
            let most_executed = [u64::MAX, u64::MAX, 25, 5_000][random.below(4)];
            let play = |session: &mut Session| {
                session.execute_at_most(most_executed);
                session.play(&keys, limits)
            };
            let fresh = play(&mut Session::new(Arc::clone(&program), settings));
            assert_eq!(
                play(&mut used),
                fresh,
                "round {round}, {keys:?}, {limits:?}, {most_executed}, {image:02X?}"
            );
            endings.insert(fresh.stop.ending);
        }
    }

    assert_eq!(endings.len(), 6, "every ending occurs: {endings:?}");
}

/// How a machine stopped: its registers, memory, output, the instructions left, and which words ran.
type After = (Exit, Cpu, Vec<u16>, Output, u64, Vec<u16>);

/// What a machine comes to within so many instructions, run in slices of a length.
fn after(program: &Arc<Program>, settings: Settings, keys: &[u8], slice: u64) -> After {
    let mut session = Session::new(Arc::clone(program), settings);
    session.0.restart(keys);
    let machine = &mut session.0.emulator.machine;
    machine.fuel = 10_000;
    let exit = loop {
        let exit = machine.run::<false>(slice);
        if exit != Exit::Fuel || machine.fuel == 0 {
            break exit;
        }
    };

    let output = machine.console.output.clone();
    (
        exit,
        machine.cpu.clone(),
        machine.memory.words.to_vec(),
        output,
        machine.fuel,
        (0..=u16::MAX).filter(|at| machine.memory.has_run(*at)).collect(),
    )
}

/// The image of the reference program with a word changed.
fn mutant(words: &[u16], random: &mut SplitMix64) -> Vec<u8> {
    let mut words = words.to_vec();
    let at = random.below(words.len());
    words[at] = match random.below(2) {
        0 => random.next_u64() as u16,
        _ => words[at] ^ 1 << random.below(16),
    };
    [0x3000]
        .iter()
        .chain(&words)
        .flat_map(|word| word.to_be_bytes())
        .collect()
}

#[test]
fn many_instructions_at_once_do_what_they_do_one_by_one() {
    let reference = include_str!("../../../../../reference/lc3-starter/connect4.asm");
    let build = assembler::assemble("connect4.asm", reference.as_bytes());
    let Some(crate::machine::Program::Lc3(reference)) = build.program else {
        panic!("the reference program assembles");
    };
    let words: Vec<u16> = reference.blocks[0].words.iter().map(|word| word.bits).collect();
    let mut random = SplitMix64::new(15);
    let mut exits = std::collections::BTreeSet::new();

    for round in 0..400 {
        let image = match round % 4 {
            0 => random_image(&mut random),
            _ => mutant(&words, &mut random),
        };
        let Some(crate::machine::Program::Lc3(program)) = assembler::assemble("image.obj", &image).program else {
            continue;
        };
        let settings = if round % 8 < 4 { Settings::default() } else { keep_r7() };

        let keys = b"1212126543";
        let one_by_one = after(&program, settings, keys, 1);
        assert_eq!(after(&program, settings, keys, u64::MAX), one_by_one, "round {round}");
        assert_eq!(after(&program, settings, keys, 7), one_by_one, "round {round}");
        exits.insert(format!("{:?}", one_by_one.0).split('(').next().map(str::to_owned));
    }

    assert!(exits.len() >= 4, "{exits:?}");
}

/// A random program of instructions that are often met one after the other, which stores among them.
fn random_pairs(random: &mut SplitMix64) -> Vec<u8> {
    let mut bytes = vec![0x30, 0x00];
    for _ in 0..60 {
        let mut register = || random.below(3) as u16;
        let (a, b, c) = (register(), register(), register());
        let near = random.below(16) as u16 | [0, 0x1F0][random.below(2)];
        let small = random.below(4) as u16 | [0, 0x1C][random.below(2)];
        let word = match random.below(16) {
            0 | 1 => 0x1020 | a << 9 | b << 6 | small,
            2 => 0x1000 | a << 9 | b << 6 | c,
            3 => 0x5020 | a << 9 | b << 6 | small,
            4 => 0x903F | a << 9 | b << 6,
            5..=7 => 0x2000 | a << 9 | near,
            8 => 0x6000 | a << 9 | 3 << 6 | small,
            9 => 0x3000 | a << 9 | near,
            10 => 0xE000 | a << 9 | near,
            11 => 0x7000 | a << 9 | 3 << 6 | small,
            12 => 0xF021,
            13 => 0xE600 | near,
            14 => 0xC0C0,
            _ => (random.below(8) as u16) << 9 | near & 0x1F7,
        };
        bytes.extend(u16::to_be_bytes(word));
    }
    bytes
}

#[test]
fn instructions_that_are_executed_together_are_those_that_are_there() {
    let mut random = SplitMix64::new(16);
    let mut together = 0;
    for round in 0..600 {
        let image = random_pairs(&mut random);
        let Some(crate::machine::Program::Lc3(program)) = assembler::assemble("image.obj", &image).program else {
            continue;
        };
        let settings = if round % 2 == 0 { Settings::default() } else { keep_r7() };

        let one_by_one = after(&program, settings, b"", 1);
        for slice in [2, 3, 4, 5, 64, u64::MAX] {
            assert_eq!(
                after(&program, settings, b"", slice),
                one_by_one,
                "round {round}, {slice}"
            );
        }
        together += usize::from(one_by_one.4 < 9_000);
    }

    assert!(together > 100, "{together} ran for long");
}
