//! The question, a slice at a time.

use crate::beginnings::beginnings;
use crate::space::Space;
use crate::walk::{Look, Walk};
use model::{Check, ClaimKind, Expansion, System};
use program::Compiled;
use program::ir::Inductive;
use std::sync::Arc;

/// Which states are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Within {
    /// Where each process can come to by itself.
    Local,
    /// Every value of every variable, and every point.
    Types,
}

/// The states are more than was allowed; how many, where that can be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany(pub Option<u128>);

/// What is known so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// States that there are to look at.
    pub space: u64,
    /// Those in which the claim is true.
    pub inside: u64,
    /// Steps from these.
    pub steps: u64,
    /// States from which a step leads out.
    pub leads: u64,
}

/// States that are expanded at once.
const BATCH: usize = 256;
/// So many leads are kept to be told.
const LEADS_MAX: usize = 20_000;

pub struct Question {
    pub compiled: Arc<Compiled>,
    /// The same program, perhaps as machine code.
    pub system: Arc<dyn System>,
    pub claim: Inductive,
    pub space: Space,
    pub beginnings: Vec<Vec<u8>>,
    walk: Walk,
    batch: Vec<u8>,
    counts: Counts,
    leads: Vec<Vec<u8>>,
    is_done: bool,
}

impl Question {
    /// About a program with one claim ([`Compiled::with_claim`]), within so many states.
    pub fn new(
        compiled: Arc<Compiled>,
        system: Arc<dyn System>,
        within: Within,
        states_max: usize,
    ) -> Result<Question, TooMany> {
        let claim = compiled.program().inductive[0].clone();
        let beginnings = beginnings(&*compiled, states_max).ok_or(TooMany(None))?;
        let space = match within {
            Within::Local => Space::local(&compiled, &beginnings, states_max),
            Within::Types => Space::by_type(&compiled, &beginnings, states_max),
        };
        let space = space.ok_or(TooMany(None))?;
        let size = space.size();
        let Some(count) = size.filter(|size| *size <= states_max as u128) else {
            return Err(TooMany(size));
        };
        let walk = Walk::new(compiled.program(), &space, &claim);
        let counts = Counts { space: count as u64, ..Counts::default() };
        let (batch, leads) = (Vec::new(), Vec::new());
        Ok(Question {
            compiled,
            system,
            claim,
            space,
            beginnings,
            walk,
            batch,
            counts,
            leads,
            is_done: false,
        })
    }

    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// How many states were looked at: what is false of a part of one is not gone into.
    pub fn looked(&self) -> u64 {
        self.walk.looked
    }

    /// States from which a step leads out of the claim; not all, if they are very many.
    pub fn leads(&self) -> impl Iterator<Item = &[u8]> {
        self.leads.iter().map(Vec::as_slice)
    }

    /// Looks on, at about so many states. False at the end.
    pub fn advance(&mut self, looks: usize) -> bool {
        if self.is_done {
            return false;
        }
        let compiled = Arc::clone(&self.compiled);
        let mut local = compiled.local();
        for _ in 0..looks {
            match self.walk.next(&self.space, &mut local) {
                Look::Inside(state) => {
                    self.batch.extend_from_slice(state);
                    if self.batch.len() >= BATCH * self.system.width() {
                        self.expand();
                    }
                }
                Look::Outside => {}
                Look::End => {
                    self.expand();
                    self.is_done = true;
                    return false;
                }
            }
        }
        true
    }

    pub fn finish(&mut self) -> Counts {
        while self.advance(usize::MAX) {}
        self.counts
    }

    /// Takes each step of each state in hand.
    fn expand(&mut self) {
        let width = self.system.width();
        let batch = std::mem::take(&mut self.batch);
        let mut expansion = Expansion::new(false);
        self.system.expand(&batch, &mut expansion);
        let broken = self.broken(expansion.states());
        let mut start = 0;
        for (state, expanded) in batch.chunks_exact(width).zip(expansion.expanded()) {
            self.counts.inside += 1;
            self.counts.steps += (expanded.end - start) as u64;
            let leads_out = broken[start..expanded.end].contains(&true);
            // what cannot be computed leads out of a domain
            if leads_out || expanded.is_error {
                self.counts.leads += 1;
                if self.leads.len() < LEADS_MAX {
                    self.leads.push(state.to_vec());
                }
            }
            start = expanded.end;
        }
        self.batch = batch;
        self.batch.clear();
    }

    /// In which of some states the claim is false.
    fn broken(&self, states: &[u8]) -> Vec<bool> {
        let width = self.system.width();
        let mut broken = vec![false; states.len() / width];
        let mut from = 0;
        loop {
            let mut check = [Check { property: 0, witness: None }];
            self.system.check_states(&states[from * width..], &mut check);
            let Some(witness) = check[0].witness else { return broken };
            debug_assert_eq!(self.system.properties()[0].kind, ClaimKind::Always);
            broken[from + witness.at] = true;
            from += witness.at + 1;
        }
    }
}
