//! What verdicts assume of memory, and how to ask with another one.

use crate::commands::Commands;
use catalog::Scenario;
use fences::{Memory, offered, with_memory};

/// None where no memory is assumed, or another one is chosen.
pub fn sentence(scenario: &Scenario, commands: &Commands) -> Option<String> {
    let others = offered(scenario)?;
    let assumed = "Memory is sequentially consistent.";
    let Some(first) = others.first() else { return Some(assumed.into()) };
    Some(format!("{assumed} With store buffers: {}.", way(scenario, *first, &others, commands)))
}

/// What to write, or what to run.
fn way(scenario: &Scenario, first: Memory, all: &[Memory], commands: &Commands) -> String {
    let other = with_memory(scenario, first).expect("it is offered");
    let is_own = other.source() == scenario.source();
    match (is_own, commands.file_name()) {
        (true, _) => {
            let options = all.iter().map(|memory| format!("`--option memory={memory}`"));
            options.collect::<Vec<_>>().join(" or ")
        }
        (false, Some(_)) => "write `option memory: sequential, tso, pso` into the text".into(),
        (false, None) => format!("`{}`", commands.check(&other.start())),
    }
}
