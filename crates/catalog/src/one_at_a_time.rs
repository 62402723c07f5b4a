//! Serial runs of an object, in words: what a claim about the order of its operations takes to be right.

use crate::Scenario;
use crate::engine::text;
use program::ir::{OrderMonitor, Program};
use program::{Alone, Several};
use serde::Serialize;

/// What the operations do when they come one at a time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OneAtATime {
    /// "push(1) · pop → 1 · pop → 0"
    pub runs: Vec<String>,
    /// What they mean for the claim: sentences.
    pub notes: Vec<String>,
}

impl Scenario {
    /// None without a claim about the order of operations.
    pub fn one_at_a_time(&self) -> Option<OneAtATime> {
        let program = text::compile_with(&self.entry().listing, &self.setting).ok()?;
        let (right, monitor) = program.right()?;
        let alone = Alone::of(&right, monitor);
        let words = Words { program: program.program(), monitor, of_processes: alone.of_processes };
        let runs = alone.runs.iter().map(|run| words.run(run)).collect();
        let like = "These are runs of the variant behind `like`.".to_owned();
        let like = monitor.like.is_some().then_some(like);
        let several = alone.several.iter().map(|several| words.several(several));
        Some(OneAtATime { runs, notes: like.into_iter().chain(several).collect() })
    }
}

struct Words<'a> {
    program: &'a Program,
    monitor: &'a OrderMonitor,
    of_processes: bool,
}

impl Words<'_> {
    fn run(&self, run: &[usize]) -> String {
        run.iter().map(|&event| self.operation(event)).collect::<Vec<_>>().join(" · ")
    }

    /// "pop → 0", "dequeue does not end"
    fn operation(&self, event: usize) -> String {
        let call = self.call(event);
        let by = match self.of_processes {
            true => format!(" of {}", self.process(event)),
            false => String::new(),
        };
        match self.result(event) {
            None => format!("{call}{by} does not end"),
            Some("") => call + &by,
            Some(result) => format!("{call} → {result}{by}"),
        }
    }

    /// "After push(1), pop can return 0 or 1 when it runs alone: …"
    fn several(&self, several: &Several) -> String {
        let Several { before, results } = several;
        let after = match &before[..] {
            [] => "At first".to_owned(),
            before => format!("After {}", self.run(before)),
        };
        let returned: Vec<&str> = results.iter().filter_map(|&event| self.result(event)).collect();
        let ends = match &returned[..] {
            [""] => "end".to_owned(),
            all => format!("return {}", all.join(" or ")),
        };
        let ends = match returned.len() < results.len() {
            true => format!("{ends} or not end"),
            false => ends,
        };
        let call = self.call(results[0]);
        format!("{after}, {call} can {ends} when it runs alone: that the claim holds says less.")
    }

    fn call(&self, event: usize) -> String {
        let happened = self.monitor.happened(event);
        let called = &self.monitor.operations[happened.operation];
        model::call(called.name, &called.arguments[happened.arguments])
    }

    /// None where it does not return.
    fn result(&self, event: usize) -> Option<&str> {
        let happened = self.monitor.happened(event);
        let called = &self.monitor.operations[happened.operation];
        Some(&called.results[happened.result?])
    }

    fn process(&self, event: usize) -> String {
        let process = self.monitor.operations[self.monitor.happened(event).operation].process;
        format!("{} {process}", self.program.processes[process].role)
    }
}
