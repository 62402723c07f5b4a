//! Temporaries that outlive a step become slots; two that are never needed at once share one.

use crate::claims::Claims;
use crate::instantiate::Result;
use crate::instantiate::domain::slot;
use crate::token::Span;
use program::ir::{BlockId, End, Expr, FIELDS_MAX, Instruction, Place, Slot, SlotId, TempId, Told};
use std::collections::{BTreeMap, BTreeSet};

type Temps = BTreeSet<TempId>;

impl Claims<'_> {
    /// Gives slots to the temporaries that are read in a later step than they are set.
    pub fn place_temps(&mut self) -> Result<()> {
        let live = self.live_in()?;
        let mut crossing: BTreeMap<usize, Vec<(Temps, usize)>> = BTreeMap::new();
        let mut all = Temps::new();
        for (at, process) in self.program.processes.iter().enumerate() {
            for point in 0..process.points.len() {
                let mut here = Temps::new();
                process.codes_at(point).for_each(|code| here.extend(&live[code]));
                here.retain(|&temp| temp > FIELDS_MAX);
                all.extend(&here);
                crossing.entry(at).or_default().push((here, point));
            }
        }
        if all.is_empty() {
            return Ok(());
        }
        let clashes = self.clashes(&live, &all)?;
        let mut places: BTreeMap<TempId, SlotId> = BTreeMap::new();
        let mut used: BTreeMap<usize, Vec<SlotId>> = BTreeMap::new();
        for (&process, points) in &crossing {
            let mut mine = Temps::new();
            for it in points {
                mine.extend(&it.0);
            }
            for &temp in &mine {
                let wanted = self.temp_slots.get(&temp).cloned().unwrap_or_else(wide);
                let slots = used.entry(process).or_default();
                self.spend(slots.len() * places.len(), Span::default())?;
                let shared = slots.iter().copied().find(|&slot| {
                    self.program.slots[slot] == wanted
                        && places.iter().all(|(other, place)| {
                            *place != slot
                                || !clashes.contains(&(temp.min(*other), temp.max(*other)))
                        })
                });
                let place = shared.unwrap_or_else(|| {
                    self.program.slots.push(wanted);
                    slots.push(self.program.slots.len() - 1);
                    self.program.slots.len() - 1
                });
                places.insert(temp, place);
            }
        }
        self.half_read.extend(places.values());
        self.rename_temps(&places);
        for (&process, points) in &crossing {
            let slots = used.get(&process).cloned().unwrap_or_default();
            let kept: Vec<BTreeSet<SlotId>> = points
                .iter()
                .map(|(temps, _)| temps.iter().map(|temp| places[temp]).collect())
                .collect();
            self.clear_dead(process, &slots, &kept)?;
        }
        Ok(())
    }

    fn live_in(&mut self) -> Result<Vec<Temps>> {
        let mut live = vec![Temps::new(); self.program.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for id in (0..live.len()).rev() {
                let mut here = self.live_behind(id, &live);
                let block = &self.program.blocks[id];
                for instruction in block.instructions.iter().rev() {
                    step_back(instruction, &mut here);
                }
                let visits = block.size() + here.len();
                if here != live[id] {
                    live[id] = here;
                    changed = true;
                }
                self.spend(visits, Span::default())?;
            }
        }
        Ok(live)
    }

    /// What is still read behind a block, its own last condition included.
    fn live_behind(&self, id: BlockId, live: &[Temps]) -> Temps {
        let mut here = Temps::new();
        match &self.program.blocks[id].end {
            End::Jump(next) => here.extend(&live[*next]),
            End::Branch(condition, then, otherwise) => {
                here.extend(&live[*then]);
                here.extend(&live[*otherwise]);
                reads(condition, &mut here);
            }
            End::Stop(point) | End::Retry(point) => {
                if let Some(process) = self.owners[id] {
                    for code in self.program.processes[process].codes_at(*point) {
                        here.extend(live[code].iter().filter(|&&it| it > FIELDS_MAX));
                    }
                }
            }
            End::Done | End::Blocked => {}
        }
        here
    }

    /// Pairs of temporaries that cannot share a slot, the lower one first.
    fn clashes(&mut self, live: &[Temps], all: &Temps) -> Result<BTreeSet<(TempId, TempId)>> {
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
            self.spend(visits, Span::default())?;
            for &temp in here.iter().filter(|it| all.contains(it)) {
                note(temp, &here);
            }
        }
        Ok(clashes)
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
    pub fn clear_dead(
        &mut self,
        process: usize,
        slots: &[SlotId],
        kept: &[BTreeSet<SlotId>],
    ) -> Result<()> {
        let count = self.program.blocks.len();
        let mut dirty = vec![BTreeSet::<SlotId>::new(); count];
        let mut open = Vec::new();
        for (point, kept) in kept.iter().enumerate() {
            for code in self.program.processes[process].codes_at(point) {
                dirty[code].extend(kept);
                open.push(code);
            }
        }
        for &(owner, code) in &self.anywhere {
            if owner == process {
                dirty[code].extend(slots);
                open.push(code);
            }
        }
        self.flow_of_written(slots, &mut dirty, open)?;
        for (id, dirty) in dirty.iter().enumerate() {
            if self.owners[id] != Some(process) {
                continue;
            }
            let (End::Stop(point) | End::Retry(point)) = self.program.blocks[id].end else {
                continue;
            };
            let mut here = dirty.clone();
            here.extend(self.written_in(id, slots));
            for slot in here.difference(&kept[point]) {
                let zero = Expr::Const(self.program.slots[*slot].decode(0));
                let store = Instruction::Store(Place { slot: *slot, index: None }, zero);
                self.program.blocks[id].instructions.push(store);
            }
        }
        // a rule that moves the process leaves its half-read line
        for &(block, at) in self.moves.clone().iter().rev() {
            if self.owners[block] != Some(process) {
                continue;
            }
            for &slot in slots {
                let zero = Expr::Const(self.program.slots[slot].decode(0));
                let store = Instruction::Store(Place { slot, index: None }, zero);
                self.program.blocks[block].instructions.insert(at, store);
            }
        }
        Ok(())
    }

    /// What each block may find written, from where the process stands.
    fn flow_of_written(
        &mut self,
        slots: &[SlotId],
        dirty: &mut [BTreeSet<SlotId>],
        mut open: Vec<usize>,
    ) -> Result<()> {
        while let Some(id) = open.pop() {
            let mut here = dirty[id].clone();
            self.spend(1 + here.len(), Span::default())?;
            here.extend(self.written_in(id, slots));
            let next = match &self.program.blocks[id].end {
                End::Jump(next) => vec![*next],
                End::Branch(_, then, otherwise) => vec![*then, *otherwise],
                _ => Vec::new(),
            };
            for next in next {
                let before = dirty[next].len();
                dirty[next].extend(&here);
                if dirty[next].len() > before {
                    open.push(next);
                }
            }
        }
        Ok(())
    }

    /// The slots among these that a block stores to.
    fn written_in(&self, block: usize, slots: &[SlotId]) -> Vec<SlotId> {
        let stored = |instruction: &Instruction| match instruction {
            Instruction::Store(Place { slot, index: None }, _) => {
                Some(*slot).filter(|slot| slots.contains(slot))
            }
            _ => None,
        };
        self.program.blocks[block].instructions.iter().filter_map(stored).collect()
    }
}

/// A slot for a temporary of which nothing is known.
fn wide() -> Slot {
    slot(Vec::new(), -(1 << 30), 1 << 30)
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
        Told::Read { cell, value, from, .. } => (Some(cell), value, from.as_mut()),
        Told::Write { cell, value, .. } => (Some(cell), value, None),
        Told::Decide { value, .. } | Told::Choose { value, .. } | Told::Operation { value, .. } => {
            (None, value, None)
        }
        Told::Acknowledge { to } => return each(to),
        Told::Received | Told::Lost | Told::Doubled | Told::Crashed | Told::Note(_) => return,
    };
    from.into_iter().for_each(&mut *each);
    if let Some(cell) = cell {
        cell.rows.iter_mut().map(|it| &mut it.0).chain(&mut cell.index).for_each(&mut *each);
    }
    value.iter_mut().for_each(each);
}

fn reads(expr: &Expr, live: &mut Temps) {
    expr.each_inner(&mut |it| {
        if let Expr::Temp(temp) = it {
            live.insert(*temp);
        }
    });
}

fn rename(expr: &mut Expr, places: &BTreeMap<TempId, SlotId>) {
    expr.each_inner_mut(&mut |it| {
        if let Expr::Temp(temp) = it
            && let Some(&slot) = places.get(temp)
        {
            *it = Expr::Load(Place { slot, index: None });
        }
    });
}
