//! A schedule by chance, the same for the same seed.

use super::{Beside, Side};
use catalog::Choice;

/// Some runs never end by themselves.
pub const RANDOM_MAX: usize = 400;

impl Beside {
    /// Another schedule, until nobody has anything left to do: each entry is a step that some side can take.
    pub fn randomly(&mut self, seed: u32) {
        let mut dice = Dice(seed);
        self.follow(&[]);
        while self.schedule.len() < RANDOM_MAX && !self.sides.iter().all(Side::is_done) {
            let possible = |side: &Side| -> Vec<_> {
                side.last().steps().map(|choice: &Choice| choice.action).collect()
            };
            let mut moving: Vec<_> = self.sides.iter().map(possible).collect();
            moving.retain(|actions| !actions.is_empty());
            if moving.is_empty() {
                break;
            }
            let actions = &moving[dice.toss(moving.len())];
            let entry = actions[dice.toss(actions.len())];
            self.push(entry);
        }
        self.settle();
    }
}

/// Whole numbers (Steele and others' mixing), which links with a seed rely on.
struct Dice(u32);

impl Dice {
    fn toss(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9);
        let mut mixed = (self.0 ^ (self.0 >> 16)).wrapping_mul(0x21f0_aaad);
        mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x735a_2d97);
        (mixed ^ (mixed >> 15)) as usize % below
    }
}
