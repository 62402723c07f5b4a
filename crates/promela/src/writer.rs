//! What all parts of a model are written with, and its beginning: the head and the variables.

use crate::names::Names;
use model::System;
use program::Compiled;
use program::ir::{Claim, Expr, PointId, Program, SlotId};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use ways::queries::value;
use ways::source::Source;
use ways::terms::conjuncts;

/// The condition that faults still strike.
pub const STRIKES: &str = "!stopped";

pub struct Writer<'a> {
    source: &'a Source,
    /// The initial state.
    start: Vec<u8>,
    pub names: Names<'a>,
    /// How many values a step has to hold at once. They are zero between steps, so they add no
    /// states.
    pub held: Cell<usize>,
    /// Some step copies the message that it takes.
    pub copies: Cell<bool>,
    /// Properties that the model cannot have, by their numbers, and why.
    pub left_out: RefCell<BTreeMap<usize, String>>,
}

impl<'a> Writer<'a> {
    pub fn new(source: &'a Source, compiled: &Compiled) -> Writer<'a> {
        let names = Names::new(source);
        let mut start = vec![0; compiled.width()];
        compiled.init(&mut start);
        Writer {
            source,
            start,
            names,
            held: Cell::new(0),
            copies: Cell::new(false),
            left_out: RefCell::default(),
        }
    }

    pub fn source(&self) -> &'a Source {
        self.source
    }

    pub fn program(&self) -> &'a Program {
        &self.source.program
    }

    pub fn head(&self) -> String {
        let mut text = format!(
            "/* {}\n *\n * One d_step is one step of the algorithm. For the number of states and \
             transitions:\n *   spin -a -o2 -o3 FILE && gcc -DSAFETY -DNOREDUCE -DBFS -o pan pan.c \
             && ./pan\n * For a property, give spin its macro. An assertion fails where an `always` \
             or `never`\n * is false, or where a `reachable` is true.\n",
            comment(self.program().title)
        );
        let _ = writeln!(text, " *   -DDEADLOCK: no deadlock");
        for (at, property) in self.claims().iter().enumerate() {
            let name = comment(property.name);
            let why = self.left_out.borrow().get(&at).map(|text| comment(text));
            let _ = match (&property.claim, why) {
                (_, Some(why)) => writeln!(text, " *   not in this model: {name}. {why}"),
                (Claim::State(_) | Claim::End(_), _) => {
                    writeln!(text, " *   -DP{}: {name}", at + 1)
                }
                _ => writeln!(text, " *   not in this model: {name}"),
            };
        }
        text.push_str(" */\n\n");
        text
    }

    /// The names of numbers that the rest of the model uses.
    pub fn define(&self, rest: &str, text: &mut String) {
        let words = words_of(rest);
        for (name, number) in self.names.defined().filter(|it| words.contains(it.0)) {
            let _ = writeln!(text, "#define {name} {number}");
        }
        text.push('\n');
    }

    /// What a slot has in the initial state.
    pub fn first_value(&self, slot: SlotId) -> i64 {
        self.program().slots[slot].value(&self.start)
    }

    /// The variables that the steps use, with their values in the initial state.
    pub fn declare(&self, steps: &str, text: &mut String) -> Result<(), String> {
        let words = words_of(steps);
        for variable in
            self.names.variables.iter().filter(|variable| words.contains(&variable.name[..]))
        {
            let values: Vec<i64> =
                (0..variable.count).map(|it| self.first_value(variable.first + it)).collect();
            let (kind, name) = (self.names.type_of(variable), &variable.name);
            let text_of = |value: &i64| self.initial(variable.first, *value);
            if let [value] = &values[..] {
                let _ = writeln!(text, "{kind} {name} = {};", text_of(value)?);
            } else if values.iter().all(|value| *value == values[0]) {
                let value = text_of(&values[0])?;
                let _ = writeln!(text, "{kind} {name}[{}] = {value};", values.len());
            } else if values.iter().any(|value| *value < 0) {
                return Err(format!(
                    "`{name}` begins with different values, and one is negative: Promela has no such \
                     array."
                ));
            } else {
                let all: Result<Vec<String>, String> = values.iter().map(text_of).collect();
                let _ =
                    writeln!(text, "{kind} {name}[{}] = {{ {} }};", values.len(), all?.join(", "));
            }
        }
        for nth in 0..self.held.get() {
            let _ = writeln!(text, "int new_{nth}, to_{nth};");
        }
        text.push('\n');
        Ok(())
    }

    /// A value of a slot; of a process's point the name.
    fn initial(&self, slot: SlotId, value: i64) -> Result<String, String> {
        match self.program().processes.iter().position(|process| process.point == slot) {
            Some(process) => Ok(self.names.point(process, value as PointId).to_owned()),
            None => self.names.value(value),
        }
    }

    /// The condition that a process stands at one of some points; none for no point.
    pub fn stands_at(&self, process: usize, points: &[PointId]) -> Result<Option<String>, String> {
        let at = self.at(process)?;
        let all =
            points.iter().map(|&point| format!("{at} == {}", self.names.point(process, point)));
        Ok(any_of(&all.collect::<Vec<_>>()))
    }

    /// The variable that says where a process stands.
    pub fn at(&self, process: usize) -> Result<String, String> {
        let slot = self.program().processes[process].point;
        self.names.place(&program::ir::Place { slot, index: None })
    }

    /// The condition that every initial value is chosen; none if none is open.
    pub fn has_begun(&self) -> Result<Option<String>, String> {
        let Some(slot) = self.program().choices_made else { return Ok(None) };
        let begun = self.names.place(&program::ir::Place { slot, index: None })?;
        Ok(Some(format!("{begun} == {}", self.program().any.len())))
    }

    /// The condition that steps are followed: every initial value is chosen, and the state is within
    /// the limits; none if that is always so.
    pub fn goes_on(&self) -> Result<Option<String>, String> {
        let mut all: Vec<String> = self.has_begun()?.into_iter().collect();
        for &limit in &self.program().limits {
            let is_within = value(self.source(), limit, 0)?;
            all.push(format!("({})", self.names.condition(&is_within)?));
        }
        Ok((!all.is_empty()).then(|| all.join(" && ")))
    }

    /// The first line of a row, for a comment.
    pub fn words(&self, row: model::RowId) -> String {
        let row = &self.program().rows[usize::from(row)];
        comment(row.text.lines().next().unwrap_or_default())
    }

    /// Conditions of which each has to be true.
    pub fn all_of(&self, conditions: &[Option<String>], guard: &Expr) -> Result<String, String> {
        let mut all: Vec<String> = conditions.iter().flatten().cloned().collect();
        let mut seen: HashSet<String> = all.iter().cloned().collect();
        for part in conjuncts(guard) {
            let part = self.names.condition(part)?;
            if seen.insert(part.clone()) {
                all.push(part);
            }
        }
        Ok(if all.is_empty() { "true".into() } else { all.join(" && ") })
    }
}

/// A condition of which one part has to be true; none of no parts.
pub fn any_of(all: &[String]) -> Option<String> {
    match all {
        [] => None,
        [one] => Some(one.clone()),
        all => Some(format!("({})", all.join(" || "))),
    }
}

/// The names that a text has.
fn words_of(text: &str) -> HashSet<&str> {
    text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_')).collect()
}

/// Words for a comment of the model.
pub fn comment(words: &str) -> String {
    words.replace("*/", "* /").replace("/*", "/ *").replace('\n', " ")
}
