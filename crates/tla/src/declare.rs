//! What a module declares: sets, symbols, operators, variables and their first values.

use crate::buffers::{PENDING, SEEN};
use crate::fold::{inner, plain};
use crate::layout::{Kind, Var};
use crate::writer::Writer;
use program::SYMBOLS;
use program::ir::Program;
use std::collections::HashSet;
use std::fmt::Write;
use ways::queries::value;

/// Symbols lie above all numbers, as in the language.
pub fn symbol(program: &Program, nth: usize) -> i64 {
    let highest = program.slots.iter().map(|slot| slot.high).max().unwrap_or(0);
    let first = if highest < 1_000 { 1_000 } else { 1_000_000_000 };
    first + nth as i64
}

impl Writer<'_> {
    /// Sets, symbols, variables and their first values.
    pub fn declare(&self, rest: &str, text: &mut String) -> Result<(), String> {
        let mut variables = String::new();
        variables.push_str("\nVARIABLES\n");
        let names = self.layout.vars.iter().map(|var| &var.name[..]);
        let names: Vec<&str> = names.chain(self.network().map(|_| "network")).collect();
        for (nth, name) in names.iter().enumerate() {
            let comma = if nth + 1 < names.len() { "," } else { "" };
            let about = self
                .layout
                .vars
                .get(nth)
                .map_or_else(|| self.network().map_or("", |texts| texts[0]), Self::about);
            let _ = writeln!(variables, "  {:<22} \\* {about}", format!("{name}{comma}"));
        }
        let _ = writeln!(variables, "vars == <<{}>>\n\nInit ==", names.join(", "));
        for var in &self.layout.vars {
            let _ = writeln!(variables, "  /\\ {} {}", var.name, self.initial(var)?);
        }
        if let Some([_, first]) = self.network() {
            let _ = writeln!(variables, "  /\\ network = {first}");
        }
        for &(_, assumption) in &self.program().assumptions {
            let holds =
                plain(&self.speech.condition(&value(self.speech.source, assumption, 0)?)?);
            let _ = writeln!(variables, "  /\\ {}", inner(&holds));
        }
        let all = [rest, &variables].into_iter().flat_map(|text| {
            text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'))
        });
        let words: HashSet<&str> = all.collect();
        let uses = |text: &str| words.contains(text);
        self.cells(text);
        for role in &self.layout.roles {
            if let Some(set) = &role.set {
                let _ = writeln!(text, "{set} == 0..{}", role.processes.len() - 1);
            }
        }
        if self.order().is_some() {
            let _ = writeln!(text, "Everyone == 0..{}", self.program().processes.len() - 1);
        }
        for (nth, name) in self.speech.symbols.iter().enumerate().filter(|it| uses(it.1)) {
            let _ = writeln!(text, "{name} == {}", symbol(self.program(), nth));
        }
        for (name, operator) in [
            ("Min", "Min(x, y) == IF x < y THEN x ELSE y"),
            ("Max", "Max(x, y) == IF x > y THEN x ELSE y"),
            (
                "Lowest",
                "Lowest(S) == IF S = {} THEN 0 ELSE CHOOSE x \\in S : \\A y \\in S : x <= y",
            ),
            (
                "Highest",
                "Highest(S) == IF S = {} THEN 0 ELSE CHOOSE x \\in S : \\A y \\in S : x >= y",
            ),
            (PENDING, crate::buffers::PENDING_OPERATOR),
            (SEEN, crate::buffers::SEEN_OPERATOR),
            ("Other", "Other(i, k) == IF k <= i THEN k - 1 ELSE k    \\* the k-th of the others"),
        ] {
            if uses(name) {
                let _ = writeln!(text, "{operator}");
            }
        }
        text.push_str(&variables);
        text.push('\n');
        Ok(())
    }

    /// What a variable is, in words.
    fn about(var: &Var) -> &'static str {
        if var.is_kept {
            return "what is kept or counted from step to step";
        }
        match (var.kind, var.dims.is_empty()) {
            (Kind::Point, true) => "where it stands",
            (Kind::Point, false) => "where each stands",
            (Kind::Bool, _) => "true or false",
            (Kind::Number, true) => "a number",
            (Kind::Number, false) => "numbers",
            (Kind::Set, true) => "a set",
            (Kind::Set, false) => "sets",
        }
    }

    /// `= value`, or `\in set` where the text leaves it open.
    fn initial(&self, var: &Var) -> Result<String, String> {
        let slots = self.layout.slots(var);
        let open = |slot: usize| self.program().any.iter().any(|value| value.slot == slot);
        let domains: Vec<String> = var.dims.iter().map(|dim| format!("0..{}", dim - 1)).collect();
        if slots.iter().any(|slot| open(slot.0)) {
            if !slots.iter().all(|slot| open(slot.0)) {
                return Err(format!(
                    "`{}` has some values that are open, and some that are not.",
                    var.name
                ));
            }
            let set = self.domain(slots[0].0, var.kind)?;
            return Ok(format!(
                "\\in {}",
                domains.iter().rev().fold(set, |set, it| format!("[{it} -> {set}]"))
            ));
        }
        if let Some((_, query)) = self.latches().iter().find(|latch| latch.0 == var.name) {
            let holds = plain(&self.speech.condition(&value(self.speech.source, *query, 0)?)?);
            return Ok(format!("= {holds}"));
        }
        let one = |slot: usize| -> Result<String, String> {
            let first = self.first_value(slot);
            if var.kind == Kind::Point {
                let process =
                    self.program().processes.iter().position(|process| process.point == slot);
                let process = process.ok_or("no such process")?;
                return Ok(format!("\"{}\"", self.points[process][first as usize]));
            }
            Ok(plain(&self.speech.constant(first, var.kind)?))
        };
        let values: Result<Vec<String>, String> = slots.iter().map(|slot| one(slot.0)).collect();
        Ok(format!("= {}", nested(&values?, &domains, &var.dims, 0)))
    }

    /// The values that a slot can have.
    fn domain(&self, slot: usize, kind: Kind) -> Result<String, String> {
        let slot = &self.program().slots[slot];
        let symbols: Vec<String> = slot
            .symbols
            .iter()
            .filter_map(|symbol| self.speech.symbols.get((symbol - SYMBOLS) as usize).cloned())
            .collect();
        Ok(match kind {
            Kind::Bool => "BOOLEAN".into(),
            Kind::Set => format!(
                "SUBSET (0..{})",
                62 - (slot.high.max(1) as u64).leading_zeros().saturating_sub(1)
            ),
            Kind::Point => return Err("A computed place of a process is not exported.".into()),
            Kind::Number => match (slot.low <= slot.high, symbols.is_empty()) {
                (true, true) => format!("{}..{}", slot.low, slot.high),
                (true, false) => {
                    format!("(({}..{}) \\cup {{{}}})", slot.low, slot.high, symbols.join(", "))
                }
                _ => format!("{{{}}}", symbols.join(", ")),
            },
        })
    }
}

/// A function of the values of an array.
fn nested(values: &[String], domains: &[String], dims: &[usize], depth: usize) -> String {
    const NAMES: [&str; 4] = ["i", "k", "x", "y"];
    let Some(count) = dims.first() else { return values[0].clone() };
    let name = NAMES[depth.min(3)];
    let each = values.len() / count;
    let parts: Vec<String> = values
        .chunks(each)
        .map(|chunk| nested(chunk, &domains[1..], &dims[1..], depth + 1))
        .collect();
    let value = match parts.iter().all(|part| *part == parts[0]) {
        true => parts[0].clone(),
        false => format!("<<{}>>[{name} + 1]", parts.join(", ")),
    };
    format!("[{name} \\in {} |-> {value}]", domains[0])
}
