//! What there is to read about an algorithm.

use crate::engine::Entry;
use algorithms::texts::About;

impl Entry {
    /// The article. It is no field, so that a program that shows no articles has none in it.
    pub fn about(&self) -> About {
        algorithms::texts::about(self.slug).expect("every published listing has an article")
    }

    /// What searches of the listing find, as lines that can stand at its end.
    pub fn expectations(&self) -> &'static str {
        algorithms::texts::expectations(self.slug).expect("every published listing has some")
    }
}
