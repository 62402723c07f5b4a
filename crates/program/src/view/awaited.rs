//! The messages for which a process waits where it stands.

use crate::ir::{
    At, Binary, BlockId, Cause, End, Expr, Instruction, Place, PointId, Process, Program, Standing,
    TempId,
};
use crate::machine::{binary, unary};
use crate::stage::senders;
use std::collections::{BTreeMap, BTreeSet};

/// The messages that take a process to another section.
pub struct Sent {
    pub words: String,
    /// Who sends it, if it is one process only.
    pub from: Option<u8>,
}

/// For each process, at each of its points, the kinds of messages that take it to another section from there.
pub fn awaited(program: &Program) -> Vec<Vec<Sent>> {
    let count = program.channels.as_ref().map_or(0, |it| it.kinds.len());
    let senders = senders(program);
    let at = |process: usize, point: PointId| {
        let me = &program.processes[process];
        let waits = me.standing(point) == Standing::Waits;
        let kinds = (0..count).filter(|&kind| waits && moves(program, me, kind, point));
        let kinds: Vec<u8> = kinds.map(|kind| kind as u8).collect();
        let all = kinds.iter().flat_map(|&it| &senders[usize::from(it)]);
        let all: BTreeSet<_> = all.filter(|it| **it != process).collect();
        let from = all.first().filter(|_| all.len() == 1).map(|it| **it as u8);
        Sent { words: awaiting(program, &kinds), from }
    };
    let of = |process: usize| {
        let points = 0..program.processes[process].points.len();
        points.map(|point| at(process, point)).collect()
    };
    (0..program.processes.len()).map(of).collect()
}

/// Whether a message of a kind can take a process from a point to another one.
fn moves(program: &Program, me: &Process, kind: usize, point: PointId) -> bool {
    let mut rules = me.all_on(Cause::Message(kind as u8)).filter(|it| it.at == At::Up);
    rules.any(|rule| {
        let mut walk = Walk { program, me, point, seen: BTreeSet::new() };
        walk.leaves(rule.code)
    })
}

/// What can run where nothing is known but the point at which a process stands.
struct Walk<'a> {
    program: &'a Program,
    me: &'a Process,
    point: PointId,
    seen: BTreeSet<BlockId>,
}

impl Walk<'_> {
    /// Whether a step that begins there can change the point.
    fn leaves(&mut self, start: BlockId) -> bool {
        if !self.seen.insert(start) {
            return false;
        }
        let block = &self.program.blocks[start];
        // what was known before it may be known otherwise on another way to it
        let mut temps = BTreeMap::new();
        for instruction in &block.instructions {
            match instruction {
                Instruction::Store(to, _) if to.slot == self.me.point => return true,
                Instruction::Set(temp, value) => match self.known(value, &temps) {
                    Some(value) => drop(temps.insert(*temp, value)),
                    None => drop(temps.remove(temp)),
                },
                _ => {}
            }
        }
        match &block.end {
            End::Jump(next) => self.leaves(*next),
            End::Branch(condition, then, otherwise) => match self.known(condition, &temps) {
                Some(0) => self.leaves(*otherwise),
                Some(_) => self.leaves(*then),
                None => self.leaves(*then) || self.leaves(*otherwise),
            },
            _ => false,
        }
    }

    fn known(&self, expr: &Expr, temps: &BTreeMap<TempId, i64>) -> Option<i64> {
        let known = |inner: &Expr| self.known(inner, temps);
        match expr {
            Expr::Const(value) => Some(*value),
            Expr::Temp(temp) => temps.get(temp).copied(),
            Expr::Load(Place { slot, index: None }) if *slot == self.me.point => {
                Some(self.point as i64)
            }
            Expr::Unary(operator, inner) => unary(*operator, known(inner)?).ok(),
            Expr::Binary(operator, left, right) => match (operator, known(left), known(right)) {
                (Binary::And, Some(0), _) | (Binary::And, _, Some(0)) => Some(0),
                (operator, left, right) => binary(*operator, left?, right?).ok(),
            },
            Expr::Select(condition, then, otherwise) => match known(condition)? {
                0 => known(otherwise),
                _ => known(then),
            },
            _ => None,
        }
    }
}

/// "awaiting promise or accepted"
pub fn awaiting(program: &Program, kinds: &[u8]) -> String {
    let all = program.channels.iter().flat_map(|it| &it.kinds);
    let names: Vec<&str> = all
        .enumerate()
        .filter(|(at, _)| kinds.contains(&(*at as u8)))
        .map(|it| it.1.name)
        .collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("awaiting {}", names.join(" or ")),
    }
}
