//! The states that runs reach, to know what no run shows.

use model::{Expansion, System};
use std::collections::HashSet;

pub struct Reached {
    pub states: Vec<Vec<u8>>,
}

impl Reached {
    /// None if they are more than so many.
    pub fn new(system: &dyn System, beginnings: &[Vec<u8>], max: usize) -> Option<Reached> {
        let width = system.width();
        let mut seen: HashSet<Vec<u8>> = beginnings.iter().cloned().collect();
        let mut states: Vec<Vec<u8>> = beginnings.to_vec();
        let mut expansion = Expansion::new(false);
        let mut at = 0;
        while at < states.len() {
            let end = states.len().min(at + 256);
            expansion.clear(false);
            system.expand(&states[at..end].concat(), &mut expansion);
            at = end;
            for state in expansion.states().chunks_exact(width) {
                if !seen.contains(state) {
                    seen.insert(state.to_vec());
                    states.push(state.to_vec());
                }
            }
            if states.len() > max {
                return None;
            }
        }
        Some(Reached { states })
    }
}
