//! Temporaries that outlive a step become slots; two that are never needed at once share one.

use crate::flow::{backward, forward};
use crate::ir::{
    BlockId, End, EventTemplate, Expr, FIELDS_MAX, Instruction, Place, Program, Slot, SlotId,
    TempId,
};
use std::collections::{BTreeMap, BTreeSet};

type Temps = BTreeSet<TempId>;

/// What is known of code while it is made.
pub struct Code<'a> {
    /// What a temporary can have, where that is known.
    pub wanted: &'a BTreeMap<TempId, Slot>,
    /// The process that each block belongs to.
    pub owners: &'a [Option<usize>],
    /// Blocks of rules and crashes, which begin wherever the process stands: process, block.
    pub anywhere: &'a [(usize, BlockId)],
    /// Where rules move a process: block, and which of its instructions.
    pub moves: &'a [(BlockId, usize)],
}

/// Gives slots to the temporaries that are read in a later step than they are set, and notes these as half read. None
/// once `take` gives no more work.
pub fn place(program: &mut Program, code: &Code<'_>, take: &dyn Fn(usize) -> bool) -> Option<()> {
    let mut placing = Placing { program, code, take };
    let live = placing.live_in()?;
    let crossing = placing.crossing(&live);
    let all: Temps = crossing.iter().flatten().flatten().copied().collect();
    if all.is_empty() {
        return Some(());
    }
    let clashes = placing.clashes(&live, &all)?;
    let mut places = BTreeMap::new();
    let mut used = Vec::new();
    for points in &crossing {
        used.push(placing.shared(points, &clashes, &mut places)?);
    }
    placing.program.half_read.extend(places.values());
    placing.rename_temps(&places);
    for (process, (points, slots)) in crossing.iter().zip(&used).enumerate() {
        let place = |temps: &Temps| temps.iter().map(|temp| places[temp]).collect();
        let kept: Vec<BTreeSet<SlotId>> = points.iter().map(place).collect();
        placing.clear_dead(process, slots, &kept)?;
    }
    Some(())
}

struct Placing<'a> {
    program: &'a mut Program,
    code: &'a Code<'a>,
    take: &'a dyn Fn(usize) -> bool,
}

impl Placing<'_> {
    fn spend(&self, work: usize) -> Option<()> {
        (self.take)(work).then_some(())
    }

    /// For each point of each process the temporaries that are set before it and read behind it.
    fn crossing(&self, live: &[Temps]) -> Vec<Vec<Temps>> {
        let of_point = |process: &crate::ir::Process, point: usize| {
            let codes = process.codes_at(point).flat_map(|code| &live[code]);
            codes.copied().filter(|&temp| temp > FIELDS_MAX).collect()
        };
        let of_process = |process: &crate::ir::Process| {
            (0..process.points.len()).map(|point| of_point(process, point)).collect()
        };
        self.program.processes.iter().map(of_process).collect()
    }

    /// Finds places for the temporaries of a process, and gives the slots that these are.
    fn shared(
        &mut self,
        points: &[Temps],
        clashes: &BTreeSet<(TempId, TempId)>,
        places: &mut BTreeMap<TempId, SlotId>,
    ) -> Option<Vec<SlotId>> {
        let mine: Temps = points.iter().flatten().copied().collect();
        let mut slots: Vec<SlotId> = Vec::new();
        for temp in mine {
            let wanted = self.code.wanted.get(&temp).cloned().unwrap_or_else(wide);
            self.spend(slots.len() * places.len())?;
            let is_free = |slot: SlotId| {
                let clash = |other: TempId| clashes.contains(&(temp.min(other), temp.max(other)));
                places.iter().all(|(&other, &place)| place != slot || !clash(other))
            };
            let fits = |slot: &SlotId| self.program.slots[*slot] == wanted && is_free(*slot);
            let place = slots.iter().copied().find(fits).unwrap_or_else(|| {
                self.program.slots.push(wanted);
                slots.push(self.program.slots.len() - 1);
                self.program.slots.len() - 1
            });
            places.insert(temp, place);
        }
        Some(slots)
    }

    fn live_in(&self) -> Option<Vec<Temps>> {
        backward(self.program.blocks.len(), |id, live| {
            let mut here = self.live_behind(id, live);
            let block = &self.program.blocks[id];
            for instruction in block.instructions.iter().rev() {
                step_back(instruction, &mut here);
            }
            self.spend(block.size() + here.len())?;
            Some(here)
        })
    }

    /// What is still read behind a block, its own last condition included.
    fn live_behind(&self, id: BlockId, live: &[Temps]) -> Temps {
        let end = &self.program.blocks[id].end;
        let mut here: Temps = end.targets().flat_map(|next| &live[next]).copied().collect();
        match end {
            End::Branch(condition, ..) => reads(condition, &mut here),
            End::Stop(point) | End::Retry(point) => {
                if let Some(process) = self.code.owners[id] {
                    for code in self.program.processes[process].codes_at(*point) {
                        here.extend(live[code].iter().filter(|&&it| it > FIELDS_MAX));
                    }
                }
            }
            End::Jump(_) | End::Done | End::Blocked => {}
        }
        here
    }

    /// Pairs of temporaries that cannot share a slot, the lower one first.
    fn clashes(&self, live: &[Temps], all: &Temps) -> Option<BTreeSet<(TempId, TempId)>> {
        let mut clashes = BTreeSet::new();
        let mut note = |one: TempId, here: &Temps| {
            for &other in here.iter().filter(|&&it| it != one && all.contains(&it)) {
                clashes.insert((one.min(other), one.max(other)));
            }
        };
        for id in 0..self.program.blocks.len() {
            let mut here = self.live_behind(id, live);
            let mut visits = here.len() * here.len();
            for instruction in self.program.blocks[id].instructions.iter().rev() {
                if let Instruction::Set(temp, _) | Instruction::Choose(temp, _) = instruction
                    && all.contains(temp)
                {
                    note(*temp, &here);
                    visits += here.len();
                }
                step_back(instruction, &mut here);
            }
            self.spend(visits)?;
            for &temp in here.iter().filter(|it| all.contains(it)) {
                note(temp, &here);
            }
        }
        Some(clashes)
    }

    fn rename_temps(&mut self, places: &BTreeMap<TempId, SlotId>) {
        let place = |temp: &TempId| places.get(temp).map(|&slot| Place { slot, index: None });
        for block in &mut self.program.blocks {
            for instruction in &mut block.instructions {
                exprs_of(instruction, &mut |expr| rename(expr, places));
                if let Instruction::Set(temp, value) = instruction
                    && let Some(place) = place(temp)
                {
                    *instruction = Instruction::Store(place, value.clone());
                }
            }
            if let End::Branch(condition, ..) = &mut block.end {
                rename(condition, places);
            }
        }
    }

    /// Half-read values that nobody reads any more go back to the beginning, so that equal states
    /// have equal bytes.
    fn clear_dead(
        &mut self,
        process: usize,
        slots: &[SlotId],
        kept: &[BTreeSet<SlotId>],
    ) -> Option<()> {
        let count = self.program.blocks.len();
        let mut dirty = vec![BTreeSet::<SlotId>::new(); count];
        let mut open = Vec::new();
        for (point, kept) in kept.iter().enumerate() {
            for code in self.program.processes[process].codes_at(point) {
                dirty[code].extend(kept);
                open.push(code);
            }
        }
        for &(owner, code) in self.code.anywhere {
            if owner == process {
                dirty[code].extend(slots);
                open.push(code);
            }
        }
        let behind = |id: BlockId, before: &BTreeSet<SlotId>| {
            self.spend(1 + before.len())?;
            let mut behind = before.clone();
            behind.extend(written_in(self.program, id, slots));
            Some(behind)
        };
        forward(self.program, &mut dirty, open, behind)?;
        for (id, dirty) in dirty.iter().enumerate() {
            if self.code.owners[id] != Some(process) {
                continue;
            }
            let (End::Stop(point) | End::Retry(point)) = self.program.blocks[id].end else {
                continue;
            };
            let mut here = dirty.clone();
            here.extend(written_in(self.program, id, slots));
            for slot in here.difference(&kept[point]) {
                let zero = Expr::Const(self.program.slots[*slot].decode(0));
                let store = Instruction::Store(Place { slot: *slot, index: None }, zero);
                self.program.blocks[id].instructions.push(store);
            }
        }
        // a rule that moves the process leaves its half-read line
        for &(block, at) in self.code.moves.iter().rev() {
            if self.code.owners[block] != Some(process) {
                continue;
            }
            for &slot in slots {
                let zero = Expr::Const(self.program.slots[slot].decode(0));
                let store = Instruction::Store(Place { slot, index: None }, zero);
                self.program.blocks[block].instructions.insert(at, store);
            }
        }
        Some(())
    }
}

/// A slot for a temporary of which nothing is known.
fn wide() -> Slot {
    Slot::new(Vec::new(), -(1 << 30), 1 << 30)
}

fn step_back(instruction: &Instruction, live: &mut Temps) {
    if let Instruction::Set(temp, _) | Instruction::Choose(temp, _) = instruction {
        live.remove(temp);
    }
    let mut copy = instruction.clone();
    exprs_of(&mut copy, &mut |expr| reads(expr, live));
}

/// Also those that are only told.
fn exprs_of(instruction: &mut Instruction, each: &mut dyn FnMut(&mut Expr)) {
    let Instruction::Event(told) = instruction else { return instruction.each_expr_mut(each) };
    let (cell, value, from) = match told {
        EventTemplate::Read { cell, value, from, .. } => (Some(cell), value, from.as_mut()),
        EventTemplate::Write { cell, value, .. } => (Some(cell), value, None),
        EventTemplate::Decide { value, .. }
        | EventTemplate::Choose { value, .. }
        | EventTemplate::Operation { value, .. } => (None, value, None),
        EventTemplate::Acknowledge { to } => return each(to),
        EventTemplate::Received
        | EventTemplate::Lost
        | EventTemplate::Doubled
        | EventTemplate::Crashed
        | EventTemplate::Note(_) => return,
    };
    from.into_iter().for_each(&mut *each);
    if let Some(cell) = cell {
        cell.rows.iter_mut().map(|row| &mut row.0).chain(&mut cell.index).for_each(&mut *each);
    }
    value.iter_mut().for_each(each);
}

fn reads(expr: &Expr, live: &mut Temps) {
    expr.each_inner(&mut |expr| {
        if let Expr::Temp(temp) = expr {
            live.insert(*temp);
        }
    });
}

fn rename(expr: &mut Expr, places: &BTreeMap<TempId, SlotId>) {
    expr.each_inner_mut(&mut |expr| {
        if let Expr::Temp(temp) = expr
            && let Some(&slot) = places.get(temp)
        {
            *expr = Expr::Load(Place { slot, index: None });
        }
    });
}

/// The slots among these that a block stores to.
fn written_in(program: &Program, block: BlockId, slots: &[SlotId]) -> Vec<SlotId> {
    let stored = |instruction: &Instruction| match instruction {
        Instruction::Store(Place { slot, index: None }, _) => {
            Some(*slot).filter(|slot| slots.contains(slot))
        }
        _ => None,
    };
    program.blocks[block].instructions.iter().filter_map(stored).collect()
}
