//! How values and domains read in an error.

use crate::instantiate::domain::{Domain, Of};
use crate::instantiate::instance::Instance;

impl Instance<'_> {
    pub fn say(&self, value: i64) -> String {
        self.say_of(value, Of::Numbers)
    }

    /// A process of a role by its number among all.
    pub fn say_of(&self, value: i64, of: Of) -> String {
        program::Words::Plain(of.base()).say(&self.symbols, &mut std::iter::once(value))
    }

    pub fn say_domain(&self, domain: &Domain) -> String {
        let mut all: Vec<String> = domain.symbols.iter().map(|&it| self.say(it)).collect();
        if domain.has_numbers() {
            all.push(format!("{}..{}", self.say(domain.low), self.say(domain.high)));
        }
        all.join(" | ")
    }
}
