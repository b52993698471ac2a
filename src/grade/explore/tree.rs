//! All games to a depth, layer by layer: in each layer one key more was typed.
//!
//! Where the machine can be paused at a key, each key is played once from each state of the program, however many games lead
//! there: two games that leave registers and memory the same, on the same board, go on in the same way. Elsewhere each game is
//! played from its start.

use std::collections::{HashMap, HashSet};

use super::trial::{Trial, Worker, course};
use super::{Depth, Explorer, Findings, Stage};
use crate::connect4::{Course, Game, Script};
use crate::grade::judge::compare::without_banners;
use crate::machine::{Paused, Service, Stretch, fingerprint};
use crate::result::Ending;

/// So many nodes are played before the states they lead to are compared, so that doubled ones do not fill the memory.
const BATCH: usize = 4096;

/// The bytes of an entry in a set of states or positions: its 16, with the room that a set keeps free.
const ENTRY_BYTES: usize = 40;
/// What the system adds to a piece of memory that is asked for.
const ALLOCATION_BYTES: usize = 16;

/// What was covered.
pub struct Covered {
    /// Moves to which every game was played.
    pub plies: usize,
    /// Whether the states did not fit into the memory that they may take.
    pub is_cut: bool,
    pub positions: usize,
    pub states: Option<usize>,
    pub games: u128,
    pub steps: usize,
}

/// The program after some keys.
struct Node<'a> {
    paused: Option<Paused>,
    course: Course<'a>,
    /// The keys, as positions among those that are typed.
    path: Vec<u8>,
    /// Moves among them.
    moves: usize,
    /// Games of moves alone that lead here.
    games: u128,
    /// Whether no further key that is no column is tried: after another one, or where the machine cannot be paused and a game
    /// had one already.
    is_refused: bool,
}

impl Node<'_> {
    /// The bytes that it takes in memory, beside its own fields.
    fn heap_bytes(&self) -> usize {
        let paused = self.paused.as_ref().map_or(0, Paused::heap_bytes);
        paused + self.path.capacity() + 2 * ALLOCATION_BYTES
    }
}

/// What one key does at a node.
struct Edge<'a> {
    key: usize,
    trial: Trial,
    /// Whether it was a move.
    is_move: bool,
    /// The position afterwards.
    position: u128,
    /// The program afterwards, where it reads on.
    next: Option<(Option<Paused>, Course<'a>)>,
}

/// Keys that are no column: the digits beside the columns, and a letter.
pub fn refused(game: &Game) -> Vec<Vec<u8>> {
    let above = u8::try_from(game.rules.columns + 1).ok().filter(|digit| *digit <= 9);
    let keys = [Some(b'0'), above.map(|digit| b'0' + digit), Some(b'x')];
    let quit = game.flow.quit.map(|quit| quit.key);
    let keys = keys.into_iter().flatten().filter(|key| Some(*key) != quit);
    keys.map(|key| vec![key]).collect()
}

/// Every key that is typed: columns, those to be refused, and the one that leaves the game.
pub fn typed(game: &Game) -> Vec<Vec<u8>> {
    let columns = (1..=game.rules.columns).map(|column| column.to_string().into_bytes());
    let quit = game.flow.quit.map(|quit| vec![quit.key]);
    columns.chain(refused(game)).chain(quit).collect()
}

/// Plays all games of at most `depth.plies` moves; of fewer, where their states take more than `depth.memory`.
pub fn explore(explorer: &Explorer, depth: Depth, findings: &mut Findings) -> Result<Covered, String> {
    let plies = depth.plies;
    let game = &explorer.plan.assignment.game;
    let walk = Walk {
        explorer,
        keys: typed(game),
        columns: game.rules.columns,
    };
    let start = walk.start(findings)?;

    let mut layers = Layers {
        plies,
        next: Vec::new(),
        bytes: 0,
        places: HashMap::new(),
        seen: HashSet::new(),
        positions: HashSet::new(),
        games: 0,
        steps: 0,
    };
    let can_pause = start.as_ref().is_some_and(|start| start.paused.is_some());
    let mut layer: Vec<Node> = start.into_iter().collect();
    for node in &layer {
        layers
            .seen
            .insert(identity(node.paused.as_ref(), &node.course, &node.path));
        layers.positions.insert(position(&node.course));
    }
    let mut keys_typed = 0;
    let mut cut = None;
    while !layer.is_empty() && cut.is_none() {
        let games = layers.games + layer.iter().map(|node| node.games).sum::<u128>();
        let is_full = walk.layer(&mut layers, &layer, depth, findings)?;
        cut = is_full.then_some((keys_typed, games));
        keys_typed += 1;
        layers.places.clear();
        layer = std::mem::take(&mut layers.next);
        layer.shrink_to_fit();
    }

    let (plies, games) = match cut {
        Some((keys_typed, games)) if keys_typed < plies => (keys_typed, games),
        _ => (plies, layers.games),
    };
    Ok(Covered {
        plies,
        is_cut: cut.is_some(),
        positions: layers.positions.len(),
        states: can_pause.then_some(layers.seen.len()),
        games,
        steps: layers.steps,
    })
}

/// What is played.
struct Walk<'e, 'a> {
    explorer: &'e Explorer<'a>,
    keys: Vec<Vec<u8>>,
    columns: usize,
}

impl<'a> Walk<'_, 'a> {
    fn script(&self, path: &[u8]) -> Script {
        let moves = path.iter().map(|key| &self.keys[usize::from(*key)][..]);
        self.explorer.script(moves)
    }

    fn moves(&self, path: &[u8]) -> Vec<Vec<u8>> {
        path.iter().map(|key| self.keys[usize::from(*key)].clone()).collect()
    }

    /// Plays every key at each node of a layer, as long as there is memory for what they lead to. Gives whether there was none.
    fn layer(
        &self,
        layers: &mut Layers<'a>,
        layer: &[Node<'a>],
        depth: Depth,
        findings: &mut Findings,
    ) -> Result<bool, String> {
        let own_bytes = size_of_val(layer) + layer.iter().map(Node::heap_bytes).sum::<usize>();
        let bytes_of_edges = own_bytes / layer.len() * self.keys.len();
        let batch = (depth.memory / 8 / bytes_of_edges.max(1)).clamp(1, BATCH);

        layers.bytes = own_bytes;
        for (number, nodes) in layer.chunks(batch).enumerate() {
            if layers.memory() > depth.memory {
                return Ok(true);
            }
            let stage = Stage::Positions(nodes[0].moves);
            let done = |done: usize| (self.explorer.watch)(stage, number * batch + done, layer.len());
            let edges = self
                .explorer
                .in_parallel(nodes, done, |worker, node| self.edges(worker, node, depth.plies));
            layers.add(self, nodes, edges, findings)?;
        }
        Ok(false)
    }

    /// The program before its first key; `None` where it does not come so far.
    fn start(&self, findings: &mut Findings) -> Result<Option<Node<'a>>, String> {
        let mut worker = Worker::new(self.explorer);
        let game = &self.explorer.plan.assignment.game;
        let course = Course::begin(game, &mut |turn| turn.own);
        let edge = self.edge(&mut worker, None, &[], course);
        findings.add(&edge.trial, Vec::new);
        if let Trial::Broken(reason) = edge.trial {
            return Err(reason);
        }

        Ok(edge.next.map(|(paused, course)| Node {
            paused,
            course,
            path: Vec::new(),
            moves: 0,
            games: 1,
            is_refused: false,
        }))
    }

    /// What each key does at a node.
    fn edges(&self, worker: &mut Worker, node: &Node<'a>, plies: usize) -> Vec<Edge<'a>> {
        let mut edges = Vec::new();
        for (key, typed) in self.keys.iter().enumerate() {
            let is_column = key < self.columns;
            if !is_column && node.is_refused || is_column && node.moves >= plies {
                continue;
            }

            let mut course = node.course.clone();
            course.attempt(typed, &mut |turn| turn.own);
            let mut path = node.path.clone();
            path.push(u8::try_from(key).unwrap_or(u8::MAX));
            edges.push(self.edge(worker, node.paused.as_ref(), &path, course));
        }
        edges
    }

    /// What the last key of a path does, from where the program was paused before it. `course` is a correct program after it.
    fn edge(&self, worker: &mut Worker, from: Option<&Paused>, path: &[u8], mut course: Course<'a>) -> Edge<'a> {
        let step = course.steps.pop();
        let is_move = step.as_ref().is_some_and(|step| step.placed.is_some());
        let key = path.last().map_or(0, |key| usize::from(*key));
        let typed = self.script(path.last().map(std::slice::from_ref).unwrap_or_default());
        // Without a state to go on from, the game is played from its start.
        let can_go_on = from.is_some() || path.is_empty();
        let stretch = can_go_on
            .then(|| worker.stretch(self.explorer, from, &typed.keys))
            .flatten();
        let text = step.map(|step| step.text).unwrap_or_default();
        let is_exact = stretch
            .as_ref()
            .is_some_and(|stretch| is_as_required(stretch, &text, course.has_stopped));
        let trial = if is_exact {
            Trial::Right(None)
        } else {
            worker.play(self.explorer, &self.script(path))
        };

        if let Trial::Right(Some(replied)) | Trial::Format(Some(replied)) = &trial {
            course = self::course(self.explorer, &self.script(path), replied);
        }
        let is_right = matches!(trial, Trial::Right(_) | Trial::Format(_));
        let paused = stretch.and_then(|stretch| stretch.end.ok());
        let position = position(&course);
        let reads_on = is_right && !course.has_stopped;
        let next = reads_on.then_some((paused, course));
        Edge {
            key,
            trial,
            is_move,
            position,
            next,
        }
    }
}

/// Whether every byte of a step is as required, and the program reads on or has stopped as a correct one does.
fn is_as_required(stretch: &Stretch, text: &[u8], has_stopped: bool) -> bool {
    let ends_well = match &stretch.end {
        Ok(_) => !has_stopped,
        Err(stop) => has_stopped && stop.ending == Ending::Halted,
    };
    ends_well && without_banners(&stretch.output, &[Service::Halt]).bytes[..] == *text
}

/// The layer that is being made, and what all layers have in common.
struct Layers<'a> {
    plies: usize,
    next: Vec<Node<'a>>,
    /// The bytes of the nodes that are kept: those of the layer before it, and what those of this layer refer to.
    bytes: usize,
    /// Where each state is in it.
    places: HashMap<u128, usize>,
    seen: HashSet<u128>,
    positions: HashSet<u128>,
    games: u128,
    steps: usize,
}

impl<'a> Layers<'a> {
    /// The bytes that are kept, with half as much for what is not in use, as measured: sets and lists have it while they grow, and
    /// the system does not get back all that is freed.
    fn memory(&self) -> usize {
        let entries = self.seen.len() + self.positions.len() + self.places.len();
        (self.bytes + self.next.capacity() * size_of::<Node>() + entries * ENTRY_BYTES) / 2 * 3
    }

    /// Adds what the edges of some nodes lead to, each state once, in the order of the games that lead there.
    fn add(
        &mut self,
        walk: &Walk<'_, 'a>,
        nodes: &[Node<'a>],
        edges: Vec<Vec<Edge<'a>>>,
        findings: &mut Findings,
    ) -> Result<(), String> {
        for (node, edges) in nodes.iter().zip(edges) {
            for edge in edges {
                self.steps += 1;
                let mut path = node.path.clone();
                path.push(u8::try_from(edge.key).unwrap_or(u8::MAX));
                findings.add(&edge.trial, || walk.moves(&path));
                match edge.trial {
                    Trial::Broken(reason) => return Err(reason),
                    Trial::Wrong(..) => {}
                    Trial::Right(_) | Trial::Format(_) => {
                        self.positions.insert(edge.position);
                    }
                }

                let moves = node.moves + usize::from(edge.is_move);
                if edge.is_move && (moves == self.plies || edge.next.is_none()) {
                    self.games += node.games;
                }
                let Some((paused, course)) = edge.next else { continue };
                let can_pause = paused.is_some();
                let identity = identity(paused.as_ref(), &course, &path);
                let games = if edge.is_move { node.games } else { 0 };
                if let Some(place) = self.places.get(&identity) {
                    self.next[*place].games += games;
                } else if self.seen.insert(identity) {
                    self.places.insert(identity, self.next.len());
                    let node = Node {
                        paused,
                        // A copy is as small as it can be.
                        course: course.clone(),
                        path,
                        moves,
                        games,
                        is_refused: !edge.is_move || node.is_refused && !can_pause,
                    };
                    self.bytes += node.heap_bytes();
                    self.next.push(node);
                }
            }
        }
        Ok(())
    }
}

/// Equal for nodes from which everything goes on in the same way.
fn identity(paused: Option<&Paused>, course: &Course, path: &[u8]) -> u128 {
    let program = paused.map(Paused::fingerprint);
    let path = if program.is_none() { path } else { b"" };
    fingerprint(&(program, path, course.standing()))
}

/// Equal for equal boards with the same player to move.
fn position(course: &Course) -> u128 {
    let standing = course.standing();
    fingerprint(&(standing.board, standing.player))
}
