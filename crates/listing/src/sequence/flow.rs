//! Walks through the blocks of a program: which sections lead to which, how many outcomes a step
//! has, and loops without a step.

use crate::diagnostic::{Found, Kind};
use crate::instantiate::terms::{binary, select, unary};
use crate::sequence::Sequence;
use crate::token::Span;
use program::ir::{At, BlockId, Cause, End, Expr, Index, Instruction, Place, Rule, SlotId};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What it costs to come to a block.
const WALK: usize = 2;

impl Sequence<'_> {
    /// From which section a process can step to which, crashes aside.
    pub fn section_steps(&self, process: usize) -> Vec<(usize, usize)> {
        let mut known = self.section_steps.borrow_mut();
        known.entry(process).or_insert_with(|| self.walk_sections(process)).clone()
    }

    fn walk_sections(&self, process: usize) -> Vec<(usize, usize)> {
        let me = &self.program.processes[process];
        let mut steps = BTreeSet::new();
        let is_anywhere = |rule: &&Rule| {
            !matches!(rule.cause, Cause::Crash | Cause::Arrival) && !matches!(rule.at, At::Point(_))
        };
        let anywhere = || me.rules.iter().filter(is_anywhere).map(|it| it.code);
        for (at, point) in me.points.iter().enumerate() {
            for code in me.codes_at(at).chain(anywhere()) {
                for to in self.targets(code, me.point, at) {
                    steps.insert((point.section, me.points[to].section));
                }
            }
        }
        steps.into_iter().collect()
    }

    /// Adds the sections that a process comes to from some before it comes to others, by those steps and by a
    /// crash.
    pub fn go_on(&self, process: usize, steps: &[(usize, usize)], way: &mut [bool], to: &[String]) {
        let names = &self.sections[self.role_of(process)];
        let crashed = names.len() - 1;
        way[crashed] |= self.program.processes[process].has(Cause::Crash) && way.contains(&true);
        let is_over = |section: usize| (names.len() - 3..crashed).contains(&section);
        let leads_on = |way: &[bool], (a, b): (usize, usize)| {
            way[a] && !way[b] && !is_over(b) && !to.contains(&names[b])
        };
        while let Some(&(_, b)) = steps.iter().find(|step| leads_on(way, **step)) {
            way[b] = true;
        }
    }

    /// Where a process can stand after a step from a point.
    fn targets(&self, code: BlockId, slot: SlotId, from: usize) -> BTreeSet<usize> {
        let mut targets = BTreeSet::new();
        let mut seen = HashSet::new();
        let mut open = vec![(code, from)];
        while let Some((block, mut at)) = open.pop() {
            if !seen.insert((block, at)) {
                continue;
            }
            let block = &self.program.blocks[block];
            if !self.work.take(WALK + block.size()) {
                return targets;
            }
            for instruction in &block.instructions {
                if let Instruction::Store(Place { slot: it, index: None }, Expr::Const(to)) =
                    instruction
                    && *it == slot
                {
                    at = *to as usize;
                }
            }
            match &block.end {
                End::Jump(next) => open.push((*next, at)),
                End::Branch(condition, then, otherwise) => match standing(condition, slot, at) {
                    Expr::Const(0) => open.push((*otherwise, at)),
                    Expr::Const(_) => open.push((*then, at)),
                    _ => open.extend([(*then, at), (*otherwise, at)]),
                },
                End::Stop(to) | End::Retry(to) => {
                    targets.insert(*to);
                }
                End::Done => {
                    targets.insert(at);
                }
                End::Blocked => {}
            }
        }
        targets
    }

    /// How many outcomes a step has at most: the product of its choices along any path.
    pub fn outcomes_of(&self, code: BlockId) -> i64 {
        let mut known = HashMap::new();
        let mut open = vec![(code, false)];
        while let Some((id, is_left)) = open.pop() {
            let block = &self.program.blocks[id];
            let next = self.next(id).into_iter();
            if is_left {
                let most = next.filter_map(|it| known.get(&it).copied()).max().unwrap_or(1);
                let here = block.instructions.iter().map(|it| match it {
                    Instruction::Choose(_, count) => *count,
                    _ => 1,
                });
                known.insert(id, here.fold(most, i64::saturating_mul));
            } else if let Entry::Vacant(new) = known.entry(id) {
                if !self.work.take(WALK + block.size()) {
                    return 1;
                }
                new.insert(1);
                open.push((id, true));
                open.extend(next.map(|it| (it, false)));
            }
        }
        known[&code]
    }

    /// A loop that takes no step and chooses in each round: how many outcomes it has nobody knows.
    pub fn choosing_loop(&self, code: BlockId) -> Option<Span> {
        let from = |start: BlockId| {
            let mut reached = BTreeSet::new();
            let mut open = vec![start];
            while let Some(id) = open.pop() {
                open.extend(self.next(id).into_iter().filter(|it| reached.insert(*it)));
            }
            reached
        };
        let chooses = |id: &BlockId| {
            let mut instructions = self.program.blocks[*id].instructions.iter();
            instructions.any(|it| matches!(it, Instruction::Choose(..)))
        };
        let mut all = from(code);
        all.insert(code);
        let on_cycle = all.into_iter().filter(chooses).map(|it| (it, from(it)));
        let (block, reached) = on_cycle.into_iter().find(|(it, reached)| reached.contains(it))?;
        let mut heads = self.loops.iter().rev();
        let head = heads.find(|it| reached.contains(&it.head) && from(it.head).contains(&block));
        Some(head.map(|it| it.span).unwrap_or_default())
    }

    /// The blocks that may follow within a step.
    fn next(&self, id: BlockId) -> Vec<BlockId> {
        match self.program.blocks[id].end {
            End::Jump(next) => vec![next],
            End::Branch(_, then, otherwise) => vec![otherwise, then],
            _ => Vec::new(),
        }
    }

    /// Whether the process in hand can come here from its beginning without a step.
    pub fn is_before_first_step(&self) -> bool {
        let Some(&(_, entry, _)) = self.here.process.and_then(|process| self.begins.get(process))
        else {
            return false;
        };
        let (mut seen, mut open) = (HashSet::new(), vec![entry]);
        while let Some(block) = open.pop() {
            if block == self.current {
                return true;
            }
            if seen.insert(block) {
                open.extend(self.next(block));
            }
        }
        false
    }

    /// Notes an error for each loop that has no step.
    pub fn find_endless_loops(&mut self) {
        let count = self.program.blocks.len();
        // 0: not seen, 1: on the path, 2: done
        let mut state = vec![0u8; count];
        let mut on_cycle = BTreeSet::new();
        for start in 0..count {
            if state[start] != 0 || self.in_rule.contains(&start) {
                continue;
            }
            let mut path = vec![(start, 0)];
            state[start] = 1;
            while let Some((block, nth)) = path.last_mut() {
                let next = match self.program.blocks[*block].end {
                    End::Jump(next) if *nth == 0 => Some(next),
                    End::Branch(_, then, _) if *nth == 0 => Some(then),
                    End::Branch(_, _, otherwise) if *nth == 1 => Some(otherwise),
                    _ => None,
                };
                *nth += 1;
                match next {
                    None => {
                        state[*block] = 2;
                        path.pop();
                    }
                    Some(next) if state[next] == 0 => {
                        state[next] = 1;
                        path.push((next, 0));
                    }
                    Some(next) if state[next] == 1 => {
                        let from = path.iter().position(|it| it.0 == next).unwrap_or(0);
                        on_cycle.extend(path[from..].iter().map(|it| it.0));
                    }
                    Some(_) => {}
                }
            }
        }
        if on_cycle.is_empty() {
            return;
        }
        let found = self.loops.iter().rfind(|it| on_cycle.contains(&it.head));
        let (span, is_atomic, wait) =
            found.map(|it| (it.span, it.is_atomic, it.wait.clone())).unwrap_or_default();
        let (message, help) = match is_atomic {
            true => (
                "`atomic` makes one step, and this loop would have to take several.",
                "Write `atomic` inside of the loop, or run over a set: `for each k in 0..4: …`.",
            ),
            false if !wait.is_empty() => ("This loop can go round without a step.", &*wait),
            false => (
                "This loop can go round without a step.",
                "Put an access to a shared variable, an `await` or a `pause` into it.",
            ),
        };
        let _: crate::instantiate::Result<()> =
            self.fail(Found::new(Kind::LoopWithoutStep, span, message).help(help));
    }
}

/// An expression if the process stands at that point.
fn standing(expr: &Expr, slot: SlotId, at: usize) -> Expr {
    let again = |it: &Expr| standing(it, slot, at);
    match expr {
        Expr::Load(Place { slot: it, index: None }) if *it == slot => Expr::Const(at as i64),
        Expr::Load(Place { slot, index: Some(index) }) => Expr::Load(Place {
            slot: *slot,
            index: Some(Box::new(Index { value: again(&index.value), ..**index })),
        }),
        Expr::Unary(operator, inner) => unary(*operator, again(inner)),
        Expr::Binary(operator, left, right) => binary(*operator, again(left), again(right)),
        Expr::Select(condition, then, otherwise) => {
            select(again(condition), again(then), again(otherwise))
        }
        Expr::Below(inner, bound) => Expr::Below(again(inner).into(), *bound),
        other => other.clone(),
    }
}
