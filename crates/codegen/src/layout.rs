//! Where things lie in the memory of a module.

use program::CoverageItems;
use program::ir::{Program, Stage};

/// Bits of what was found in a state, above the number of successors so far.
pub const BEYOND: u32 = 1 << 31;
pub const ENABLED: u32 = 1 << 30;
pub const WAITS: u32 = 1 << 29;
/// The interpreter has to expand this state.
pub const ASK: u32 = 1 << 28;
/// Within the module: a process reads again and again.
pub const SPINS: u32 = 1 << 27;
/// Within the module: a process that does not spin can take a step.
pub const MOVES: u32 = 1 << 26;
/// Of a state that is done: it may violate an `Always`, and it may satisfy a `Sometimes`.
pub const MAY_VIOLATE: u32 = SPINS;
pub const MAY_SATISFY: u32 = MOVES;
/// A step cannot be computed.
pub const ERROR: u32 = 1 << 25;
/// The number of successors so far.
pub const COUNT: u32 = (1 << 25) - 1;

/// The kinds of steps to successors: the lowest byte of each. Then a process or the position of a
/// message, and then a choice.
pub const STEP: u32 = 0;
pub const TIMEOUT: u32 = 1;
pub const DELIVER: u32 = 2;
pub const LOSE: u32 = 3;
pub const DUPLICATE: u32 = 4;
pub const CRASH: u32 = 5;
pub const ARRIVE: u32 = 6;

/// The most states that a module takes at once.
pub const STATES_MAX: usize = 256;
/// Room for the successors of a batch, besides those of one state.
const SUCCESSORS: usize = 96 << 10;
/// More memory than that no module needs.
const MEMORY_MAX: usize = 16 << 20;

/// Addresses in the memory of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Where it begins.
    pub start: usize,
    /// A message that is being made.
    pub message: usize,
    /// Two states: where processes that spin run on.
    pub scratch: usize,
    /// The best value so far of a measure, in 64 bits, and in the next 32 the state that has it.
    pub best: usize,
    /// For each part of the program a byte that is one once it was reached.
    pub reached: usize,
    pub coverage: CoverageItems,
    /// For each state what was found, in 32 bits; or a set of those who wait, one after the other.
    pub found: usize,
    /// The address of the states to expand or to look at, in 32 bits.
    pub input: usize,
    /// Room for them.
    pub states: usize,
    pub successors: usize,
    /// Successors end here or before.
    pub steps: usize,
    pub end: usize,
    /// What lies in the memory from the beginning.
    pub tables: Vec<u8>,
    /// Of each memory that is about sections and each process, where the stages of its points are.
    pub stages: Vec<Vec<usize>>,
    /// Where the monitor's table is, of numbers of 16 bits.
    pub monitor: usize,
    /// The most successors of one state.
    pub successors_max: usize,
    /// A batch is full when its successors reach up to here.
    pub full: usize,
    pub width: usize,
}

impl Layout {
    /// The layout of a memory that begins at an address; none if too much of it were needed.
    pub fn new(program: &Program, start: usize) -> Option<Layout> {
        let width = program.width;
        let mut tables = Vec::new();
        let mut all_stages = Vec::new();
        for monitor in &program.monitors {
            let mut of_processes = Vec::new();
            if let Some(overtaking) = monitor.overtaking() {
                for (process, sections) in program.processes.iter().zip(&overtaking.stages) {
                    of_processes.push(start + tables.len());
                    tables.extend(process.points.iter().map(|point| code(sections[point.section])));
                }
            }
            all_stages.push(of_processes);
        }
        tables.resize(tables.len().next_multiple_of(2), 0);
        let monitor = start + tables.len();
        let next = program.order_monitor.iter().flat_map(|monitor| &monitor.next);
        tables.extend(next.flat_map(|state| state.to_le_bytes()));
        let successors_max = successors_max(program);
        // states are copied in pieces of eight bytes
        let padded = |bytes: usize| bytes.next_multiple_of(8) + 8;
        let message = start + padded(tables.len());
        let scratch = message + padded(program::ENTRY_MAX);
        let best = scratch + 2 * padded(width);
        let coverage = CoverageItems::new(program);
        let reached = best + 16;
        let found = reached + padded(coverage.count);
        let input = found + padded(4 * STATES_MAX);
        let states = input + 8;
        let successors = states + padded(width * STATES_MAX);
        let of_one = successors_max.checked_mul(width)?;
        let room = SUCCESSORS.max(of_one);
        let full = successors + room;
        // the successors of one more state, and those of a process that runs on
        let steps = full + padded(2 * of_one);
        let end = steps + 4 * ((room + 2 * of_one) / width + 1);
        (end - start <= MEMORY_MAX).then_some(Layout {
            start,
            message,
            scratch,
            best,
            reached,
            coverage,
            found,
            input,
            states,
            successors,
            steps,
            end,
            tables,
            stages: all_stages,
            monitor,
            successors_max,
            full,
            width,
        })
    }
}

impl Layout {
    /// How many bytes it is.
    pub fn size(&self) -> usize {
        self.end - self.start
    }
}

/// How a stage lies in a table.
pub fn code(stage: Stage) -> u8 {
    match stage {
        Stage::Outside => 0,
        Stage::First => 1,
        Stage::Between => 2,
        Stage::Second => 3,
    }
}

/// One more for each process: one that runs on writes its step behind the others.
fn successors_max(program: &Program) -> usize {
    program.steps_max() + program.processes.len()
}
