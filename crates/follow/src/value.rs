//! Values of a log beside values of a state, which are texts.

use serde_json::Value;
use std::borrow::Cow;

/// A text with the sign of numbers that keyboards have, and without spaces.
pub fn plain(text: &str) -> Cow<'_, str> {
    match text.contains(['−', ' ']) {
        true => text.replace('−', "-").replace(' ', "").into(),
        false => text.into(),
    }
}

/// Whether a log means that value. A list, a set and a record are lists in a log; the order of a set is free.
pub fn fits(logged: &Value, text: &str) -> bool {
    match logged {
        Value::Null => text == "–",
        Value::Bool(_) | Value::Number(_) => plain(text) == logged.to_string(),
        Value::String(logged) => plain(logged) == plain(text),
        Value::Array(all) => {
            let Some(mut members) = members(text) else { return false };
            if text.starts_with('{') {
                let mut takes = |one: &Value| {
                    let at = members.iter().position(|member| fits(one, member));
                    at.map(|at| members.swap_remove(at)).is_some()
                };
                return all.iter().all(&mut takes) && members.is_empty();
            }
            let pairs = || all.iter().zip(&members);
            all.len() == members.len() && pairs().all(|(one, member)| fits(one, member))
        }
        Value::Object(_) => false,
    }
}

/// What stands between brackets, at the commas that stand in no further brackets.
fn members(text: &str) -> Option<Vec<&str>> {
    let inner = [('[', ']'), ('{', '}'), ('(', ')')]
        .iter()
        .find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close))?;
    if inner.trim().is_empty() {
        return Some(Vec::new());
    }
    let (mut depth, mut from, mut all) = (0, 0, Vec::new());
    for (at, char) in inner.char_indices() {
        match char {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth -= 1,
            ',' if depth == 0 => {
                all.push(inner[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    all.push(inner[from..].trim());
    Some(all)
}
