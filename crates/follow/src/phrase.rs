//! What a log says in words, as we do: `write flag[0] = true`, `send request(1) to 2`.

use crate::fact::{EVENTS, is_alone};
use crate::names::Names;
use serde_json::{Map, Value};

/// The same as fields of a line. The whole may be a name of a phrase, and else what is in it may have names.
pub fn phrase(text: &str, names: &Names) -> Option<Map<String, Value>> {
    match names.of_whole(text) {
        Some(text) => fields(text, &|name| name.to_owned()),
        None => fields(text, &|name| names.of(name).into_owned()),
    }
}

fn fields(text: &str, of: &dyn Fn(&str) -> String) -> Option<Map<String, Value>> {
    let (verb, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let verb = EVENTS.into_iter().find(|known| *known == verb)?;
    let (name, beside) = match verb {
        "read" | "write" => match rest.split_once(['=', '←']) {
            Some((name, value)) => (name, Some(("value", value))),
            None => (rest, None),
        },
        "send" | "receive" => {
            let word = if verb == "send" { "to" } else { "from" };
            match rest.rsplit_once(&format!(" {word} ")) {
                Some((name, other)) => (name, Some((word, other))),
                None => (rest, None),
            }
        }
        _ => (rest, None),
    };
    let said = |text: &str| Value::String(of(text.trim()));
    let named = match name.trim() {
        "" => Value::Bool(is_alone(verb).then_some(true)?),
        _ if is_alone(verb) => return None,
        name => said(name),
    };
    let beside = beside.map(|(field, text)| (field.to_owned(), said(text)));
    Some(std::iter::once((verb.to_owned(), named)).chain(beside).collect())
}
