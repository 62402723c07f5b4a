//! Divergences of a program from the text that are known: lines that a log may have and no run explains.

use crate::log::{Line, Said};
use crate::names::Names;
use crate::ndjson;
use crate::value::plain;
use crate::{Wrong, fact::root};
use model::View;
use serde_json::{Map, Value};

/// A line that is passed over where no run explains it.
pub struct Known {
    /// Where it stands in its file, counted from 1.
    pub number: usize,
    /// As it stands there, shortened.
    pub text: String,
    line: Line,
}

/// What a divergence says of lines is what a line of a log says of steps.
pub fn read(text: &str, names: &Names, view: &View) -> Result<Vec<Known>, Wrong> {
    let mut all = Vec::new();
    for (nth, text) in text.lines().enumerate().filter(|line| !line.1.trim().is_empty()) {
        let number = nth + 1;
        let wrong = |why: String| Wrong { file: 0, line: number, why };
        let fields: Map<String, Value> = serde_json::from_str(text)
            .map_err(|error| wrong(format!("This line is no object in JSON: {error}.")))?;
        if let Some(field) =
            ["start", "clock", "logs"].iter().find(|field| fields.contains_key(**field)).copied()
        {
            return Err(wrong(format!("A known divergence has no `{field}`.")));
        }
        let line = ndjson::line(fields, text, (0, number), names, view).map_err(wrong)?;
        if line.lane.is_none() && line.event.is_none() && line.state.is_empty() {
            let why = "This says nothing, and every line of a log would be it: {\"process\": 1, \"read\": \"flag\", \"value\": 3}.";
            return Err(wrong(why.into()));
        }
        all.push(Known { number, text: ndjson::shortened(text), line });
    }
    Ok(all)
}

impl Known {
    /// Whether the line says all that this one says.
    pub(crate) fn is(&self, logged: &Line) -> bool {
        let Line { lane, row, event, state, .. } = &self.line;
        (lane.is_none() || *lane == logged.lane)
            && (row.is_none() || *row == logged.row)
            && event
                .as_ref()
                .is_none_or(|said| logged.event.as_ref().is_some_and(|logged| has(logged, said)))
            && state.iter().all(|claim| logged.state.contains(claim))
    }
}

/// Whether it says the same and perhaps more: `flag[0]` is of `flag`.
fn has(logged: &Said, said: &Said) -> bool {
    let name = plain(&said.name);
    logged.verb == said.verb
        && (plain(&logged.name) == name || root(&logged.name) == name)
        && (said.value.is_none() || said.value == logged.value)
        && (said.other.is_none() || said.other == logged.other)
}
