//! A state as the variables of a module have it: for what reads the runs that TLC finds.

use crate::declare::symbol;
use crate::layout::Kind;
use crate::{Analysis, require};
use model::View;
use program::ir::Slot;
use program::{Compiled, SYMBOLS};
use serde_json::Value;
use ways::source::Source;

/// The messages.
const NETWORK: &str = "network";

/// Reads states of a program.
pub struct Reader {
    vars: Vec<Var>,
    /// The number of the first symbol.
    symbol: i64,
}

struct Var {
    name: String,
    kind: Kind,
    elements: Vec<Element>,
}

/// An element of a function, or all of what is none.
struct Element {
    at: Vec<usize>,
    slot: Slot,
    /// Names of values: the points of a process.
    points: Vec<String>,
}

impl Reader {
    /// Of the module that [`crate::tla`] makes of a program; or why there is none.
    pub fn new(compiled: &Compiled) -> Result<Reader, String> {
        require(compiled)?;
        let source = Source::new(compiled.program());
        let Analysis { layout, points, .. } = Analysis::of(compiled, &source)?;
        let processes = &source.program.processes;
        let element = |(slot, at): (usize, &[usize])| {
            let process = processes.iter().position(|process| process.point == slot);
            let points = process.map(|process| points[process].clone()).unwrap_or_default();
            Element { at: at.to_vec(), slot: source.program.slots[slot].clone(), points }
        };
        let var = |var: &crate::layout::Var| Var {
            name: var.name.clone(),
            kind: var.kind,
            elements: layout.slots(var).into_iter().map(element).collect(),
        };
        Ok(Reader {
            vars: layout.vars.iter().map(var).collect(),
            symbol: symbol(&source.program, 0),
        })
    }

    /// Whether the module has a variable of that name.
    pub fn has(&self, name: &str) -> bool {
        name == NETWORK || self.vars.iter().any(|var| var.name == name)
    }

    /// Whether a variable has that value in a state, as TLC writes it in JSON. The view is that of the state.
    pub fn fits<'v>(
        &self,
        name: &str,
        value: &Value,
        state: &[u8],
        view: &dyn Fn() -> &'v View,
    ) -> bool {
        if name == NETWORK {
            return in_transit(value, view());
        }
        let var = self.vars.iter().find(|var| var.name == name);
        var.is_some_and(|var| {
            var.elements.iter().all(|element| self.is(var.kind, element, value, state))
        })
    }

    fn is(&self, kind: Kind, element: &Element, value: &Value, state: &[u8]) -> bool {
        let at = element.at.iter().try_fold(value, |value, at| match value {
            Value::Array(all) => all.get(*at),
            value => value.get(at.to_string()),
        });
        let Some(value) = at else { return false };
        let number = element.slot.value(state);
        match kind {
            Kind::Bool => value.as_bool() == Some(number != 0),
            Kind::Point => {
                value.as_str() == element.points.get(number as usize).map(|name| &name[..])
            }
            Kind::Set => value.as_array().is_some_and(|all| {
                let members =
                    all.iter().map(|member| member.as_u64().filter(|member| *member < 63));
                members
                    .map(|member| member.map_or(i64::MIN, |member| 1 << member))
                    .fold(0, |set, member| set | member)
                    == number
            }),
            Kind::Number if number >= SYMBOLS => {
                value.as_i64() == Some(self.symbol + number - SYMBOLS)
            }
            Kind::Number => value.as_i64() == Some(number),
        }
    }
}

/// Whether as many messages of each kind, sender and receiver are on their way.
fn in_transit(network: &Value, view: &View) -> bool {
    let mut logged = Vec::new();
    collect(network, &mut logged);
    let messages = view.messages.iter();
    let mut shown: Vec<_> = messages
        .map(|message| (message.kind.to_owned(), message.from.into(), message.to.into()))
        .collect();
    logged.sort();
    shown.sort();
    logged == shown
}

/// The messages of sequences of sequences. A bag has each as the name of how often it is there.
fn collect(value: &Value, all: &mut Vec<(String, u64, u64)>) {
    match value {
        Value::Array(values) => values.iter().for_each(|inner| collect(inner, all)),
        Value::Object(fields) => {
            if let (Some(kind), Some(from), Some(to)) =
                (fields.get("kind").and_then(Value::as_str), fields.get("from"), fields.get("to"))
            {
                all.push((kind.to_owned(), from.as_u64().unwrap_or(0), to.as_u64().unwrap_or(0)));
                return;
            }
            for (name, value) in fields {
                match (message(name), value.as_u64()) {
                    (Some(message), Some(count)) => {
                        all.extend((0..count.min(64)).map(|_| message.clone()));
                    }
                    _ => collect(value, all),
                }
            }
        }
        _ => {}
    }
}

/// `[kind |-> "request", from |-> 0, to |-> 1]`
fn message(record: &str) -> Option<(String, u64, u64)> {
    let field = |name: &str| {
        let rest = record.split_once(&format!("{name} |-> "))?.1;
        Some(rest.split([',', ']']).next()?.trim().trim_matches('"').to_owned())
    };
    Some((field("kind")?, field("from")?.parse().ok()?, field("to")?.parse().ok()?))
}
