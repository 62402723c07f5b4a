//! What is to be written in place of a loop that only waits.

use crate::core::Waits;
use crate::sequence::Sequence;

impl Sequence<'_> {
    /// Which part of the condition costs no step, and how to wait.
    pub fn how_to_wait(&self, Waits { instead, parts }: Waits) -> String {
        let free = parts.iter().filter(|(_, code)| !self.touches(code));
        let free: Vec<_> =
            free.map(|(span, _)| format!("`{}`", span.of(self.source.text))).collect();
        let costs = if free.len() == 1 { "costs" } else { "cost" };
        let none = match parts.len() > 1 && !free.is_empty() {
            true => format!("{} {costs} no step. ", free.join(" and ")),
            false => String::new(),
        };
        format!("{none}To wait, write `await {instead}`.")
    }
}
