//! Sequence diagrams of Mermaid, as they stand in Markdown: a message is an arrow where it arrives, a write an
//! arrow to a variable, a read one from it.

use crate::Wrong;
use crate::log::{Line, Log, Said};
use crate::names::{self, Names};
use crate::ndjson::shortened;
use crate::order::Order;
use model::View;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const HEAD: &str = "sequenceDiagram";

/// The longest first.
const ARROWS: [&str; 10] =
    ["<<-->>", "<<->>", "-->>", "->>", "-->", "->", "--x", "-x", "--)", "-)"];

/// What says nothing of what happens.
const LOOKS: [&str; 11] = [
    "",
    "title",
    "autonumber",
    "activate",
    "deactivate",
    "Note",
    "note",
    "rect",
    "box",
    "end",
    HEAD,
];

/// What makes several runs of one diagram.
const BLOCKS: [&str; 6] = ["loop", "alt", "opt", "par", "critical", "break"];

/// The diagram in a text, with the line before it: the text is one, or has one in Markdown.
pub fn find(text: &str) -> Option<Result<(usize, &str), Wrong>> {
    let is_fence = |line: &str| line.trim_start().starts_with("```mermaid");
    let is_diagram = |line: &str| line.trim() == HEAD;
    if text.lines().find(|line| !line.trim().is_empty()).is_some_and(is_diagram) {
        return Some(Ok((0, text)));
    }
    let lines: Vec<&str> = text.lines().collect();
    let starts = |nth: &usize| {
        is_fence(lines[*nth]) && lines.get(nth + 1).is_some_and(|line| is_diagram(line))
    };
    let mut fences = (0..lines.len()).filter(starts);
    let first = fences.next()?;
    if let Some(second) = fences.next() {
        let why = "A second sequence diagram. Give each a file of its own.".into();
        return Some(Err(Wrong { file: 0, line: second + 1, why }));
    }
    let from = text.split_inclusive('\n').take(first + 1).map(str::len).sum::<usize>();
    let body = &text[from..];
    let length =
        body.split_inclusive('\n').take_while(|line| !line.trim_start().starts_with("```"));
    let length = length.map(str::len).sum::<usize>();
    Some(Ok((first + 1, &body[..length])))
}

pub fn read((before, text): (usize, &str), names: &Names, view: &View) -> Result<Log, Wrong> {
    let mut reader = Reader { view, names, named: BTreeMap::new() };
    let mut lines = Vec::new();
    for (nth, line) in text.lines().enumerate() {
        let number = before + nth + 1;
        let wrong = |why: String| Wrong { file: 0, line: number, why };
        if let Some((process, event)) = reader.line(line.trim()).map_err(wrong)? {
            lines.push(Line {
                file: 0,
                number,
                text: shortened(line),
                is_start: false,
                process,
                lane: process,
                row: None,
                event: Some(event),
                state: Vec::new(),
                clock: BTreeMap::new(),
                known: None,
            });
        }
    }
    if lines.is_empty() {
        let why = "The diagram is empty: it has no arrow.".to_owned();
        return Err(Wrong { file: 0, line: before + 1, why });
    }
    let order = Order::of(&[lines.len()]);
    Ok(Log::of(lines, BTreeSet::new(), order))
}

/// A participant.
#[derive(Clone, Copy)]
enum Who {
    Process(u8),
    Variable,
}

struct Reader<'a> {
    view: &'a View,
    names: &'a Names,
    /// What participants are called in the diagram, by the name before `as`.
    named: BTreeMap<String, String>,
}

impl Reader<'_> {
    /// Who takes the step, and what happens in it; none where a line says nothing of that.
    fn line(&mut self, line: &str) -> Result<Option<(Option<u8>, Said)>, String> {
        let participant =
            ["participant ", "actor "].iter().find_map(|word| line.strip_prefix(word));
        if let Some(participant) = participant {
            let (id, name) = participant.split_once(" as ").unwrap_or((participant, participant));
            self.named.insert(id.trim().to_owned(), unescaped(name.trim()));
            return self.who(id.trim()).map(|_| None);
        }
        let first = line.split([' ', ':']).next().unwrap_or_default();
        if BLOCKS.contains(&first) {
            return Err(format!("A diagram with `{first}` has several runs. Write one of them."));
        }
        if line.starts_with("%%") || LOOKS.contains(&first) {
            return Ok(None);
        }
        self.arrow(line).ok_or("No arrow such as `A->>B: request`.")?
    }

    fn arrow(&self, line: &str) -> Option<Result<Option<(Option<u8>, Said)>, String>> {
        let (head, text) = line.split_once(':')?;
        let found = |arrow: &&'static str| head.find(*arrow).map(|at| (at, *arrow));
        // the first, and of these the longest
        let (at, arrow) = ARROWS
            .iter()
            .filter_map(found)
            .min_by_key(|(at, arrow)| (*at, usize::MAX - arrow.len()))?;
        let (from, to) =
            (head[..at].trim(), head[at + arrow.len()..].trim().trim_start_matches(['+', '-']));
        let text = unescaped(text.trim());
        // the number of a step, as `export` writes it
        let text = match text.split_once(". ") {
            Some((number, text)) if number.parse::<u32>().is_ok() => text,
            _ => &text,
        };
        Some(event((self.who(from), self.who(to)), arrow, &self.names.of(text), self.names))
    }

    fn who(&self, id: &str) -> Result<Who, String> {
        let name = self.names.of(self.named.get(id).map_or(id, String::as_str)).to_lowercase();
        if self.view.arrays.iter().any(|array| array.name.to_lowercase() == name) {
            return Ok(Who::Variable);
        }
        let is_process = |lane: &u8| usize::from(*lane) < self.view.processes.len();
        if let Some(lane) = names::process(&name, self.view).filter(is_process) {
            return Ok(Who::Process(lane));
        }
        let arrays = self.view.arrays.iter().map(|array| array.name);
        let all: Vec<&str> = arrays.collect();
        Err(format!(
            "There is no participant `{name}`. There are {}, {}.",
            names::processes(self.view),
            all.join(", ")
        ))
    }
}

/// What an arrow says.
fn event(
    (from, to): (Result<Who, String>, Result<Who, String>),
    arrow: &str,
    text: &str,
    names: &Names,
) -> Result<Option<(Option<u8>, Said)>, String> {
    let said = |verb, name: &str, value: Option<&str>, other| Said {
        verb,
        name: name.to_owned(),
        value: value.map(|value| Value::String(names.of(value).into_owned())),
        other,
    };
    let accessed = |verb| {
        let (name, value) =
            text.split_once(['←', '=']).map_or((text, None), |(name, value)| (name, Some(value)));
        said(verb, name.trim(), value.map(str::trim), None)
    };
    Ok(match (from?, to?) {
        (Who::Process(_), Who::Process(_)) if arrow.ends_with('x') => {
            let lost =
                [" is lost", " reaches nobody"].iter().find_map(|end| text.strip_suffix(end));
            Some((None, said("lose", lost.unwrap_or(text), None, None)))
        }
        (Who::Process(_), Who::Process(_)) if text.ends_with(" is on its way") => None,
        (Who::Process(from), Who::Process(to)) => {
            Some((Some(to), said("receive", text, None, Some(from))))
        }
        (Who::Process(from), Who::Variable) => Some((Some(from), accessed("write"))),
        (Who::Variable, Who::Process(to)) => Some((Some(to), accessed("read"))),
        (Who::Variable, Who::Variable) => {
            return Err("This arrow is between two variables.".into());
        }
    })
}

/// `#59;` as the sign that it stands for.
fn unescaped(text: &str) -> String {
    let mut parts = text.split('#');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.split_once(';');
        let sign = code.and_then(|(code, rest)| Some((char::from_u32(code.parse().ok()?)?, rest)));
        match sign {
            Some((sign, rest)) => plain.extend(std::iter::once(sign).chain(rest.chars())),
            None => plain.extend(std::iter::once('#').chain(part.chars())),
        }
    }
    plain
}
