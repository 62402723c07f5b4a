//! Writes one function of a module.

use crate::body::{Body, Label, Local, at};
use crate::functions::Functions;
use crate::graph::Graph;
use crate::layout::Layout;
use program::ir::{BlockId, End, Expr, Instruction, PointId, Program, TempId};
use std::collections::{BTreeSet, HashMap};
use wasm_encoder::ValType;

/// The one global variable: what was found in the state in hand.
const FOUND: u32 = 0;

/// Where code goes when it ends.
#[derive(Clone, Copy)]
pub struct Exits {
    pub done: Label,
    /// The step is not possible, or there is no such outcome.
    pub blocked: Label,
    /// The step leads beyond the bound.
    pub beyond: Label,
    /// The step cannot be computed.
    pub error: Label,
    /// The interpreter has to say.
    pub ask: Label,
    /// Where to go instead of `done` where properties have nothing to remember.
    pub quiet: Option<Quiet>,
}

/// A step that began at that point may leave properties as they were.
#[derive(Clone, Copy)]
pub struct Quiet {
    pub label: Label,
    pub ran: PointId,
}

pub struct Emitter<'a> {
    pub program: &'a Program,
    pub layout: &'a Layout,
    pub functions: &'a mut Functions,
    pub body: Body,
    pub temps: HashMap<TempId, Local>,
    /// The state before the step.
    pub before: Local,
    /// The state after the step.
    pub after: Local,
    /// The one of them that variables are read from and written to.
    pub base: Local,
    /// In a query about a step, the state before it.
    pub previous: Local,
    pub exits: Exits,
    /// Who runs.
    pub process: usize,
    /// Where the message in hand lies in the network.
    pub message: Option<Local>,
    /// Which of the open outcomes.
    pub outcome: Option<Local>,
    /// Becomes one when an outcome is chosen.
    pub chosen: Option<Local>,
}

impl<'a> Emitter<'a> {
    /// Begins a function with that many parameters, the first of which is a state.
    pub fn new(
        program: &'a Program,
        layout: &'a Layout,
        functions: &'a mut Functions,
        params: u32,
    ) -> Emitter<'a> {
        let mut body = Body::new(params);
        // whoever needs the interpreter leaves the function by this
        let outermost = body.block();
        let exits = Exits {
            done: outermost,
            blocked: outermost,
            beyond: outermost,
            error: outermost,
            ask: outermost,
            quiet: None,
        };
        Emitter {
            program,
            layout,
            functions,
            body,
            temps: HashMap::new(),
            before: 0,
            after: 0,
            base: 0,
            previous: 0,
            exits,
            process: 0,
            message: None,
            outcome: None,
            chosen: None,
        }
    }

    /// Adds to what was found.
    pub fn found(&mut self, bits: u32) {
        self.body.sink().global_get(FOUND).i32_const(bits as i32).i32_or().global_set(FOUND);
    }

    /// Adds the bits on the stack to what was found.
    pub fn found_too(&mut self) {
        self.body.sink().global_get(FOUND).i32_or().global_set(FOUND);
    }

    pub fn get_found(&mut self) {
        self.body.sink().global_get(FOUND);
    }

    pub fn clear_found(&mut self) {
        self.body.sink().i32_const(0).global_set(FOUND);
    }

    /// Copies the state before the step to the state after.
    pub fn copy_state(&mut self) {
        self.body.copy((self.before, 0), (self.after, 0), self.layout.width);
    }

    /// Writes the code of a block and those that it leads to. It leaves by one of the exits.
    ///
    /// Unless `is_copied`, the state after the step is made when a value is first stored or the
    /// step ends.
    pub fn code(&mut self, entry: BlockId, exits: Exits, is_copied: bool) {
        let graph = Graph::new(self.program, entry, is_copied);
        let outer = std::mem::replace(&mut self.exits, exits);
        let mut labels = Vec::new();
        let mut back = None;
        if graph.loops {
            let next = self.body.local(ValType::I32);
            let left = self.body.local(ValType::I32);
            let limit = graph.jumps_back_max(self.program);
            self.body.sink().i32_const(limit).local_set(left);
            self.body.sink().i32_const(0).local_set(next);
            back = Some(Back { label: self.body.repeat(), next, left });
        }
        let count = graph.order.len();
        for _ in 0..count {
            labels.push(self.body.block());
        }
        // the innermost block ends where the first one begins
        labels.reverse();
        if let Some(back) = &back {
            self.body.sink().local_get(back.next);
            self.body.br_table(&labels);
        }
        for at in 0..count {
            self.body.end();
            let flow = Flow { graph: &graph, labels: &labels, back, at };
            self.block(&flow);
        }
        if graph.loops {
            self.body.end();
        }
        self.exits = outer;
    }

    /// The points to which a rule may move the process: where it stands at the end is noted then, as it
    /// may move on.
    fn moves_to(&self, graph: &Graph) -> BTreeSet<usize> {
        let process = &self.program.processes[self.process];
        let blocks = graph.order.iter().map(|id| &self.program.blocks[*id]);
        let mut points = BTreeSet::new();
        for instruction in blocks.flat_map(|block| &block.instructions) {
            let Instruction::Store(place, value) = instruction else { continue };
            match value {
                _ if place.slot != process.point => {}
                Expr::Const(point) => {
                    points.insert(*point as usize);
                }
                // to any
                _ => points.extend(0..process.points.len()),
            }
        }
        points
    }

    /// Notes in which section a rule has left the process.
    fn reach_end(&mut self, graph: &Graph) {
        for point in self.moves_to(graph) {
            self.point(self.after, self.process);
            self.body.sink().i32_const(point as i32).i32_eq();
            self.body.when(wasm_encoder::BlockType::Empty);
            self.reach_point(point);
            self.body.end();
        }
    }

    fn block(&mut self, flow: &Flow<'_>) {
        let program = self.program;
        let id = flow.graph.order[flow.at];
        let block = &program.blocks[id];
        for &part in self.layout.coverage.of_block(id) {
            self.reach(part);
        }
        let mut is_copied = flow.graph.stored[flow.at];
        self.base = if is_copied { self.after } else { self.before };
        for instruction in &block.instructions {
            if instruction.changes() && !is_copied {
                self.copy_state();
                is_copied = true;
                self.base = self.after;
            }
            match instruction {
                Instruction::Set(temp, value) => {
                    self.value(value);
                    let temp = self.temp(*temp);
                    self.body.sink().local_set(temp);
                }
                Instruction::Store(place, value) => self.store(place, value),
                Instruction::Choose(temp, count) => self.choose(*temp, *count),
                Instruction::Send { kind, from, to, fields } => {
                    self.send(*kind, from.as_ref(), to, fields);
                }
                Instruction::Take => self.take_message(),
                Instruction::Again => self.send_again(),
                Instruction::Observe(event) => self.observe(event),
                Instruction::Event(_) => {}
            }
        }
        match &block.end {
            End::Jump(to) => self.jump(flow, *to, is_copied),
            End::Branch(condition, then, otherwise) => {
                self.condition(condition);
                self.body.when(wasm_encoder::BlockType::Empty);
                self.jump(flow, *then, is_copied);
                self.body.end();
                self.jump(flow, *otherwise, is_copied);
            }
            End::Stop(point) => {
                self.no_outcome_left();
                self.copy_unless(is_copied);
                self.stand(*point);
                match self.exits.quiet.filter(|quiet| self.is_quiet(quiet.ran, *point)) {
                    Some(quiet) => self.body.br(quiet.label),
                    None => self.body.br(self.exits.done),
                }
            }
            End::Done => {
                self.no_outcome_left();
                self.copy_unless(is_copied);
                self.reach_end(flow.graph);
                self.body.br(self.exits.done);
            }
            End::Retry(point) => {
                self.no_outcome_left();
                self.point(self.base, self.process);
                self.body.sink().i32_const(*point as i32).i32_eq();
                self.body.br_if(self.exits.blocked);
                self.copy_unless(is_copied);
                self.stand(*point);
                self.body.br(self.exits.done);
            }
            End::Blocked => self.body.br(self.exits.blocked),
        }
    }

    fn jump(&mut self, flow: &Flow<'_>, to: BlockId, is_copied: bool) {
        let target = flow.graph.position[&to];
        if flow.graph.stored[target] && !is_copied {
            self.copy_state();
        }
        let Some(back) = flow.back.filter(|_| target <= flow.at) else {
            self.body.br(flow.labels[target]);
            return;
        };
        // a loop that takes too long is the interpreter's
        self.body.sink().local_get(back.left).i32_eqz();
        self.body.br_if(self.exits.ask);
        let mut sink = self.body.sink();
        sink.local_get(back.left).i32_const(1).i32_sub().local_set(back.left);
        sink.i32_const(target as i32).local_set(back.next);
        self.body.br(back.label);
    }

    fn copy_unless(&mut self, is_copied: bool) {
        if !is_copied && self.before != self.after {
            self.copy_state();
        }
    }

    /// Notes that a part of the program is reached.
    fn reach(&mut self, part: usize) {
        let address = self.layout.reached + part;
        self.body.sink().i32_const(0).i32_const(1).i32_store8(at(address));
    }

    /// Notes in which section the process stands at a point.
    fn reach_point(&mut self, point: usize) {
        self.reach(self.layout.coverage.of_point(self.program, self.process, point));
    }

    /// Moves the process to a point.
    fn stand(&mut self, point: usize) {
        self.reach_point(point);
        let slot = &self.program.slots[self.program.processes[self.process].point];
        self.put_const(self.after, slot, point as u64);
    }

    /// Takes one of so many outcomes.
    fn choose(&mut self, temp: TempId, count: i64) {
        let temp = self.temp(temp);
        if let Some(chosen) = self.chosen {
            self.body.sink().i32_const(1).local_set(chosen);
        }
        let Some(outcome) = self.outcome else {
            self.body.sink().i64_const(0).local_set(temp);
            return;
        };
        let mut sink = self.body.sink();
        sink.local_get(outcome).i64_const(count).i64_rem_u().local_set(temp);
        sink.local_get(outcome).i64_const(count).i64_div_u().local_set(outcome);
    }

    /// There is no such outcome unless all choices together use it up.
    fn no_outcome_left(&mut self) {
        if let Some(outcome) = self.outcome {
            self.body.sink().local_get(outcome).i64_const(0).i64_ne();
            self.body.br_if(self.exits.blocked);
        }
    }
}

/// How code jumps back.
#[derive(Clone, Copy)]
struct Back {
    label: Label,
    /// The block to go on with.
    next: Local,
    /// How many more times.
    left: Local,
}

/// The block in hand and those around it.
struct Flow<'a> {
    graph: &'a Graph,
    labels: &'a [Label],
    back: Option<Back>,
    at: usize,
}
