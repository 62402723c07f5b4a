//! The blocks that an entry leads to, in an order in which most jumps lead forward.

use program::ir::{BlockId, Instruction, Program};
use std::collections::{HashMap, HashSet};

/// Loops of a step go over processes, members, or the values of a small domain.
const JUMPS_BACK_MAX: usize = 512;

pub struct Graph {
    /// Each block after those that jump to it, but for jumps back.
    pub order: Vec<BlockId>,
    pub position: HashMap<BlockId, usize>,
    /// A jump leads back: there is a loop.
    pub loops: bool,
    /// For each block in `order`: a value has been stored before, on some path.
    pub stored: Vec<bool>,
}

impl Graph {
    /// `stored`: the state after the step is there before it begins.
    pub fn new(program: &Program, entry: BlockId, stored: bool) -> Graph {
        let targets = |block: BlockId| program.blocks[block].end.targets().collect::<Vec<_>>();
        let mut order = Vec::new();
        let mut visited = HashSet::from([entry]);
        // depth first, without recursion: a text may have thousands of blocks in a row
        let mut stack = vec![(entry, targets(entry))];
        while let Some((block, left)) = stack.last_mut() {
            match left.pop() {
                Some(next) if visited.insert(next) => {
                    stack.push((next, targets(next)));
                }
                Some(_) => {}
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        let position: HashMap<_, _> =
            order.iter().enumerate().map(|(at, &block)| (block, at)).collect();
        let mut graph = Graph { stored: vec![stored; order.len()], order, position, loops: false };
        graph.mark_stored(program);
        graph
    }

    fn mark_stored(&mut self, program: &Program) {
        loop {
            let mut changes = false;
            for at in 0..self.order.len() {
                let block = self.order[at];
                let stores = self.stored[at]
                    || program.blocks[block].instructions.iter().any(Instruction::changes);
                for target in program.blocks[block].end.targets() {
                    let target = self.position[&target];
                    self.loops |= target <= at;
                    changes |= stores && !self.stored[target];
                    self.stored[target] |= stores;
                }
            }
            if !changes {
                return;
            }
        }
    }

    /// How often a step jumps back before the interpreter is asked, which soon sees that a loop has
    /// no end: never so often that it would be more work than the interpreter does for one step.
    pub fn jumps_back_max(&self, program: &Program) -> i32 {
        let round: usize = self.order.iter().map(|&it| program.blocks[it].size()).sum();
        (program.step_work / (round + 1)).clamp(1, JUMPS_BACK_MAX) as i32 - 1
    }
}
