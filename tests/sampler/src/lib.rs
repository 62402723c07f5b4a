//! Random algorithms in the language, and random changes of texts, for tests.
//!
//! An algorithm is drawn part by part, and mostly right. Lines with errors are then left out, with what is
//! below them, so that what is left is a program. A test of the language counts what occurs in them. What none of them has
//! stands in texts of its own.

mod conditions;
mod declarations;
mod dice;
mod plan;
mod properties;
mod rules;
mod statements;
mod texts;
mod values;
mod writer;

pub use dice::{Dice, assert_same_tree};
pub use texts::TEXTS;

use listing::Diagnostic;
use std::collections::BTreeSet;

/// So often lines are left out; after that a seed has no algorithm.
const ROUNDS: usize = 40;

/// A text that compiles with its default options.
pub fn algorithm(seed: u64) -> Option<String> {
    let mut text = writer::draft(&mut Dice::new(seed));
    for _ in 0..ROUNDS {
        match listing::compile(&text, &[]) {
            Ok(_) => return Some(text),
            Err(errors) => text = without(&text, &errors),
        }
    }
    None
}

/// Without the lines that have errors, and what is indented below them.
fn without(text: &str, errors: &[Diagnostic]) -> String {
    let wrong: BTreeSet<usize> = errors.iter().map(|error| error.line as usize).collect();
    let (mut kept, mut left_out) = (String::new(), None);
    for (at, line) in text.lines().enumerate() {
        let indent = line.len() - line.trim_start().len();
        if left_out.is_some_and(|from| indent > from && !line.is_empty()) {
            continue;
        }
        left_out = (wrong.contains(&(at + 1)) && at > 0).then_some(indent);
        if left_out.is_none() {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}
