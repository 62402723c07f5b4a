//! Goes through a space, part by part; what is false already in the first parts is not gone into.

use crate::bits::or;
use crate::space::Space;
use program::Local;
use program::effects::effects;
use program::ir::{Inductive, Program, Query};

pub struct Walk {
    /// Of each part the state that comes next.
    at: Vec<usize>,
    /// What the first parts are together, for each number of them.
    prefixes: Vec<Vec<u8>>,
    /// What can be asked once so many parts are set.
    asked: Vec<Vec<Query>>,
    depth: usize,
    /// How many states of all parts were looked at.
    pub looked: u64,
}

/// What comes of a look.
pub enum Look<'a> {
    /// A state in which the claim is true.
    Inside(&'a [u8]),
    Outside,
    End,
}

impl Walk {
    pub fn new(program: &Program, space: &Space, claim: &Inductive) -> Walk {
        let mut asked = vec![Vec::new(); space.parts.len()];
        for (query, _) in &claim.conjuncts {
            let reads = effects(program, &[query.code]).reads;
            let is_last =
                |part: &crate::space::Part| part.slots.iter().any(|slot| reads.contains(slot));
            let last = space.parts.iter().rposition(is_last).unwrap_or(0);
            asked[last].push(*query);
        }
        Walk {
            at: vec![0; space.parts.len()],
            prefixes: vec![vec![0; program.width]; space.parts.len() + 1],
            asked,
            depth: 0,
            looked: 0,
        }
    }

    /// One state of one part more.
    pub fn next(&mut self, space: &Space, local: &mut Local<'_>) -> Look<'_> {
        let depth = self.depth;
        let Some(state) = space.parts[depth].states.get(self.at[depth]) else {
            self.at[depth] = 0;
            let Some(before) = depth.checked_sub(1) else { return Look::End };
            self.depth = before;
            return Look::Outside;
        };
        self.at[depth] += 1;
        self.prefixes[depth + 1] = or(&self.prefixes[depth], state);
        let is_whole = depth + 1 == space.parts.len();
        self.looked += u64::from(is_whole);
        let prefix = &self.prefixes[depth + 1];
        if !self.asked[depth].iter().all(|query| local.holds(*query, prefix)) {
            return Look::Outside;
        }
        if is_whole {
            return Look::Inside(prefix);
        }
        self.depth += 1;
        Look::Outside
    }
}
