//! The page on which a history is pasted.

use crate::document::fill;
use anyhow::{Context, Result};
use export::poster::snippets::escaped;
use history::{by_name, names, shown};

const TEMPLATE: &str = include_str!("../../history.html");

/// What each object does, in the order of its names.
const OPERATIONS: [(&str, &str); 8] = [
    ("register", "`read` → value, `write(value)`"),
    ("cas-register", "the same, and `cas(old, new)` → whether it found the old value"),
    ("mutex", "`acquire`, `release`; it knows no owner"),
    ("queue", "`enqueue(value)`, `dequeue` → value, null if it is empty"),
    ("stack", "`push(value)`, `pop` → value, null if it is empty"),
    ("kv", "`get(key)` → string, `put(key, string)`, `append(key, string)`; a new key has \"\""),
    (
        "multi-register",
        "`txn(step, …)` → a result for each step `[\"read\", key]` or `[\"write\", key, value]`; a new key has null",
    ),
    ("list-append", "the same with `[\"append\", key, value]`; a new key has []"),
];

pub fn page() -> Result<String> {
    let objects = names().into_iter().map(option).collect::<Result<String>>()?;
    let operations = OPERATIONS
        .map(|(name, words)| format!("<dt><code>{name}</code></dt><dd>{}</dd>", coded(words)));
    fill(TEMPLATE, &[("objects", &objects), ("operations", &operations.concat())])
}

/// To choose from, with what it begins with.
fn option(name: &str) -> Result<String> {
    let object = by_name(name).context("an object without a name")?;
    let initial = escaped(&shown(&object.initial()));
    Ok(format!("<option data-initial=\"{initial}\">{name}</option>"))
}

/// Words with code in backquotes.
fn coded(words: &str) -> String {
    let parts = words.split('`').enumerate();
    let part = |(nth, part): (usize, &str)| match nth % 2 {
        0 => escaped(part),
        _ => format!("<code>{}</code>", escaped(part)),
    };
    parts.map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_object_can_be_chosen_and_says_what_it_does() {
        assert_eq!(OPERATIONS.map(|operation| operation.0).to_vec(), names());
        let page = page().unwrap();
        assert!(page.contains("<option data-initial=\"null\">register</option>"));
        assert!(page.contains("<dd><code>read</code> → value, <code>write(value)</code></dd>"));
        assert!(!page.contains("{{"));
    }
}
