//! Walks over the blocks of a program: what may follow what, whatever the values of variables are.

use crate::ir::{Binary, BlockId, End, Expr, Instruction, Place, PointId, Program, SlotId, TempId};
use crate::machine::{binary, unary};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// What it costs to come to a block.
const WALK: usize = 2;

/// The blocks of the steps that begin there.
pub fn reached(program: &Program, starts: &[BlockId]) -> BTreeSet<BlockId> {
    let (mut open, mut seen) = (starts.to_vec(), BTreeSet::new());
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            open.extend(program.blocks[id].end.targets());
        }
    }
    seen
}

/// What holds before each block, which follows from what holds before others, until nothing changes: from
/// the last block to the first, as most jumps lead forward. None once `before` gives up.
pub fn backward<T: Clone + Default + PartialEq>(
    blocks: usize,
    mut before: impl FnMut(BlockId, &[T]) -> Option<T>,
) -> Option<Vec<T>> {
    let mut all = vec![T::default(); blocks];
    let mut changes = true;
    while changes {
        changes = false;
        for id in (0..blocks).rev() {
            let here = before(id, &all)?;
            if here != all[id] {
                all[id] = here;
                changes = true;
            }
        }
    }
    Some(all)
}

/// Adds to what may hold before blocks what comes there from some of them: `behind` gives what holds behind a
/// block. None once it gives up.
pub fn forward<T: Clone + Ord>(
    program: &Program,
    before: &mut [BTreeSet<T>],
    mut open: Vec<BlockId>,
    mut behind: impl FnMut(BlockId, &BTreeSet<T>) -> Option<BTreeSet<T>>,
) -> Option<()> {
    while let Some(id) = open.pop() {
        let here = behind(id, &before[id])?;
        for next in program.blocks[id].end.targets() {
            let known = before[next].len();
            before[next].extend(here.iter().cloned());
            if before[next].len() > known {
                open.push(next);
            }
        }
    }
    Some(())
}

/// The loops that take no step and are entered at some block that `may_begin`: the blocks of each, in order, from
/// its head on. One that is met on several ways is found once.
pub fn loops(program: &Program, may_begin: impl Fn(BlockId) -> bool) -> Vec<Vec<BlockId>> {
    let targets = |block: BlockId| program.blocks[block].end.targets().rev().collect::<Vec<_>>();
    let (mut loops, mut seen) = (Vec::new(), HashSet::new());
    let mut on_path: HashMap<BlockId, usize> = HashMap::new();
    for first in (0..program.blocks.len()).filter(|&block| may_begin(block)) {
        let mut path = Vec::new();
        if seen.insert(first) {
            on_path.insert(first, 0);
            path.push((first, targets(first)));
        }
        // depth first, without recursion: a text may have thousands of blocks in a row
        while let Some((block, left)) = path.last_mut() {
            match left.pop() {
                Some(next) if seen.insert(next) => {
                    on_path.insert(next, path.len());
                    path.push((next, targets(next)));
                }
                Some(next) => {
                    let head = on_path.get(&next);
                    loops.extend(head.map(|&at| path[at..].iter().map(|step| step.0).collect()));
                }
                None => {
                    on_path.remove(block);
                    path.pop();
                }
            }
        }
    }
    loops
}

/// How many outcomes a step has at most: the product of its choices along any path. None once `take` gives no
/// more work.
pub fn outcomes(program: &Program, code: BlockId, take: &dyn Fn(usize) -> bool) -> Option<i64> {
    let mut known = HashMap::new();
    let mut open = vec![(code, false)];
    while let Some((id, is_left)) = open.pop() {
        let block = &program.blocks[id];
        let next = block.end.targets();
        if is_left {
            let most = next.filter_map(|to| known.get(&to).copied()).max().unwrap_or(1);
            let here = block.instructions.iter().map(|instruction| match instruction {
                Instruction::Choose(_, count) => *count,
                _ => 1,
            });
            known.insert(id, here.fold(most, i64::saturating_mul));
        } else if let Entry::Vacant(new) = known.entry(id) {
            if !take(WALK + block.size()) {
                return None;
            }
            new.insert(1);
            open.push((id, true));
            open.extend(next.map(|to| (to, false)));
        }
    }
    known.get(&code).copied()
}

/// Where a process may stand behind a step, as far as that follows from where it stands before. Fewer once `take`
/// gives no more work.
pub fn targets(
    program: &Program,
    process: usize,
    (code, from): (BlockId, PointId),
    take: &dyn Fn(usize) -> bool,
) -> BTreeSet<PointId> {
    let slot = program.processes[process].point;
    let (mut targets, mut seen) = (BTreeSet::new(), HashSet::new());
    let mut open = vec![(code, from)];
    while let Some((block, mut at)) = open.pop() {
        if !seen.insert((block, at)) {
            continue;
        }
        let block = &program.blocks[block];
        if !take(WALK + block.size()) {
            return targets;
        }
        for instruction in &block.instructions {
            if let Instruction::Store(Place { slot: to, index: None }, Expr::Const(point)) =
                instruction
                && *to == slot
            {
                at = *point as usize;
            }
        }
        match &block.end {
            End::Branch(condition, then, otherwise) => {
                let known = Known { slot, point: Some(at), temps: BTreeMap::new() };
                match known.value(condition) {
                    Some(0) => open.push((*otherwise, at)),
                    Some(_) => open.push((*then, at)),
                    None => open.extend([(*then, at), (*otherwise, at)]),
                }
            }
            End::Stop(to) | End::Retry(to) => drop(targets.insert(*to)),
            End::Done => drop(targets.insert(at)),
            End::Jump(next) => open.push((*next, at)),
            End::Blocked => {}
        }
    }
    targets
}

/// What is known where values are not: where a process stands, and some temporaries.
pub struct Known {
    /// The slot of the point of a process.
    pub slot: SlotId,
    pub point: Option<PointId>,
    pub temps: BTreeMap<TempId, i64>,
}

impl Known {
    /// The value of an expression, where it follows.
    pub fn value(&self, expr: &Expr) -> Option<i64> {
        match expr {
            Expr::Const(value) => Some(*value),
            Expr::Temp(temp) => self.temps.get(temp).copied(),
            Expr::Load(Place { slot, index: None }) if *slot == self.slot => {
                self.point.map(|point| point as i64)
            }
            Expr::Unary(operator, inner) => unary(*operator, self.value(inner)?).ok(),
            Expr::Binary(operator, left, right) => {
                match (operator, self.value(left), self.value(right)) {
                    (Binary::And, Some(0), _) | (Binary::And, _, Some(0)) => Some(0),
                    (operator, left, right) => binary(*operator, left?, right?).ok(),
                }
            }
            Expr::Select(condition, then, otherwise) => match self.value(condition) {
                Some(0) => self.value(otherwise),
                Some(_) => self.value(then),
                None => self.value(then).filter(|then| self.value(otherwise) == Some(*then)),
            },
            _ => None,
        }
    }

    /// Goes through an instruction.
    pub fn pass(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Set(temp, value) => match self.value(value) {
                Some(value) => drop(self.temps.insert(*temp, value)),
                None => drop(self.temps.remove(temp)),
            },
            Instruction::Choose(temp, _) => drop(self.temps.remove(temp)),
            _ => {}
        }
    }
}
