//! Dynamic slices: what the first wrong byte of a run was computed from. Of each instruction that runs it is noted which ones gave it the values
//! that it reads, and then the run is followed back, from value to value and from branch to branch. What an instruction reads
//! and writes is for its machine to say.

use std::collections::{BTreeMap, HashMap};

/// The condition codes among the registers: after all of them.
pub const CONDITIONS: u32 = 1 << 16;
/// How many registers there are at most, with the condition codes.
const REGISTERS: usize = 17;
/// How far away what gave a value is, and a branch: what that decided is less certain to matter.
const NEAR: u8 = 1;
const FAR: u8 = 3;
/// Inputs of a step for which there is room: few have more.
const INPUTS: usize = 4;
/// Subroutines that are followed into each other.
const DEEPEST: usize = 64;

/// What the first wrong byte of a run was computed from.
#[derive(Debug, Clone, Default)]
pub struct Slice {
    /// The instructions, the nearest first: what printed the byte, what gave it that, which branch led there, and so on.
    pub addresses: Vec<u32>,
    /// For each instruction that ran, which registers hold a part of it before or after the instruction: a bit for each.
    pub live: BTreeMap<u32, u32>,
    /// Whether the run stores anything in the system's memory.
    pub stores_in_system: bool,
}

/// What an instruction reads and sets.
#[derive(Debug, Clone, Copy, Default)]
pub struct Uses {
    /// The registers that it reads: a bit for each.
    pub reads: u32,
    /// Those that it sets.
    pub sets: u32,
    /// The cells of memory that it reads: the first, and how many.
    pub loads: Option<(u32, u32)>,
    /// Those that it writes.
    pub stores: Option<(u32, u32)>,
    /// Where it may lead.
    pub flow: Flow,
    /// Whether it prints something, where the machine says so: on the LC-3, by a trap.
    pub prints: bool,
}

/// Where an instruction may lead.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Flow {
    /// To the next one, or always to the same.
    #[default]
    On,
    /// To one of several.
    Decides,
    /// Into a subroutine.
    Calls,
    /// Back from one.
    Returns,
}

/// An instruction that ran.
#[derive(Debug, Clone, Copy)]
struct Step {
    at: u32,
    /// Its first input.
    inputs: u32,
    /// The registers that it sets.
    sets: u32,
}

/// A step that another one depends on.
#[derive(Debug, Clone, Copy)]
struct Input {
    step: u32,
    /// The register that holds the value meanwhile; none where that is memory.
    register: Option<u8>,
    far: u8,
}

/// The instructions that ran, and which of them gave the values that registers and memory hold, and led here.
#[derive(Debug)]
pub struct History {
    steps: Vec<Step>,
    inputs: Vec<Input>,
    registers: [Option<u32>; REGISTERS],
    memory: HashMap<u32, u32>,
    /// The last branch of each open subroutine, or its call.
    branches: Vec<Option<u32>>,
    /// The first branch after what was printed last, once there is one: it may have led past what else had to be printed.
    after_print: Option<u32>,
    has_printed: bool,
}

impl History {
    /// Nothing ran yet. There is room for so many instructions: of memory that grows, twice as much would be in use.
    pub fn with_room(instructions: u64) -> Self {
        let steps = usize::try_from(instructions).unwrap_or_default();
        Self {
            steps: Vec::with_capacity(steps),
            inputs: Vec::with_capacity(steps.saturating_mul(INPUTS)),
            registers: [None; REGISTERS],
            memory: HashMap::new(),
            branches: vec![None],
            after_print: None,
            has_printed: false,
        }
    }

    /// Notes an instruction that ran.
    pub fn note(&mut self, at: u32, uses: Uses) {
        let step = self.steps.len() as u32;
        self.steps.push(Step {
            at,
            inputs: self.inputs.len() as u32,
            sets: uses.sets,
        });

        let mut depends = |step: Option<u32>, register, far| {
            self.inputs.extend(step.map(|step| Input { step, register, far }));
        };
        for (number, from) in self.registers.iter().enumerate() {
            if uses.reads >> number & 1 != 0 {
                depends(*from, Some(number as u8), NEAR);
            }
        }
        for cell in cells(uses.loads) {
            depends(self.memory.get(&cell).copied(), None, NEAR);
        }
        depends(self.branches.last().copied().flatten(), None, FAR);
        if uses.prints {
            depends(self.after_print.take(), None, FAR);
            self.has_printed = true;
        }

        for (number, from) in self.registers.iter_mut().enumerate() {
            if uses.sets >> number & 1 != 0 {
                *from = Some(step);
            }
        }
        self.memory.extend(cells(uses.stores).map(|cell| (cell, step)));
        self.lead(uses.flow, step);
    }

    fn lead(&mut self, flow: Flow, step: u32) {
        match flow {
            Flow::Decides => {
                if self.has_printed {
                    self.after_print.get_or_insert(step);
                }
                if let Some(last) = self.branches.last_mut() {
                    *last = Some(step);
                }
            }
            Flow::Calls if self.branches.len() < DEEPEST => self.branches.push(Some(step)),
            Flow::Returns if self.branches.len() > 1 => {
                self.branches.pop();
            }
            _ => {}
        }
    }

    /// What the last step depends on, the nearest first; and which registers hold a part of it, by the instructions that run
    /// meanwhile.
    pub fn slice(&self) -> Slice {
        let distances = self.distances();
        let last = self.steps.len();
        let mut nearest: BTreeMap<u32, (u32, usize)> = BTreeMap::new();
        let mut live: BTreeMap<u32, u32> = BTreeMap::new();
        let mut held = 0;
        for (number, step) in self.steps.iter().enumerate().rev() {
            let about = live.entry(step.at).or_default();
            *about |= held;
            held &= !step.sets;
            if let Some(distance) = distances[number] {
                let registers = self.inputs_of(number).iter().filter_map(|input| input.register);
                held = registers.fold(held, |held, register| held | 1 << register);
                let own = (distance, last - number);
                let nearest = nearest.entry(step.at).or_insert(own);
                *nearest = own.min(*nearest);
            }
            *about |= held;
        }

        let mut addresses: Vec<(u32, usize, u32)> =
            nearest.into_iter().map(|(at, (far, ago))| (far, ago, at)).collect();
        addresses.sort_unstable();
        Slice {
            addresses: addresses.into_iter().map(|(.., at)| at).collect(),
            live,
            stores_in_system: false,
        }
    }

    /// How far each step is from the last, where that depends on it. All inputs of a step come before it.
    fn distances(&self) -> Vec<Option<u32>> {
        let mut distances: Vec<Option<u32>> = vec![None; self.steps.len()];
        if let Some(last) = distances.last_mut() {
            *last = Some(0);
        }
        for number in (0..self.steps.len()).rev() {
            let Some(own) = distances[number] else { continue };
            for input in self.inputs_of(number) {
                let known = &mut distances[input.step as usize];
                let far = own + u32::from(input.far);
                *known = Some(known.map_or(far, |known| known.min(far)));
            }
        }
        distances
    }

    fn inputs_of(&self, step: usize) -> &[Input] {
        let next = self.steps.get(step + 1);
        let end = next.map_or(self.inputs.len(), |next| next.inputs as usize);
        &self.inputs[self.steps[step].inputs as usize..end]
    }
}

fn cells(cells: Option<(u32, u32)>) -> impl Iterator<Item = u32> {
    let (first, count) = cells.unwrap_or_default();
    (0..count).map(move |number| first.wrapping_add(number))
}
