//! The steps of a process, and of messages that arrive: each is an option of a loop.

mod initial;

use crate::expressions::inner;
use crate::names::IN_NETWORK;
use crate::writer::{STRIKES, Writer, comment};
use model::RowId;
use program::ir::{Expr, Place, PointId, Rule, Trigger};
use std::collections::BTreeSet;
use std::fmt::Write;
use ways::path::{Path, Sent};
use ways::paths::paths;
use ways::places::{counts_messages, loads, may_be_one, parts_of_place};

/// An option of a loop.
pub struct Choice {
    words: String,
    /// The conditions before and behind that of where the process stands.
    when: [Option<String>; 2],
    points: Vec<PointId>,
    guard: String,
    /// Nothing: the step leads beyond the bounds.
    body: Option<String>,
    /// Where the process stands afterwards; nothing where it stays.
    to: Option<PointId>,
}

/// What a step is, beside its code.
#[derive(Clone, Default)]
struct Frame {
    when: [Option<String>; 2],
    /// Our search does not count it as a step, where it looks for the end.
    is_fault: bool,
}

impl Writer<'_> {
    /// A process, and what it does on messages.
    pub fn process(
        &self,
        number: usize,
        text: &mut String,
        arrivals: &mut String,
    ) -> Result<(), String> {
        let process = &self.program().processes[number];
        let (mut own, mut crashes) = (self.initial_values(number)?, Vec::new());
        for from in 0..process.points.len() {
            let frame = Frame { when: [self.goes_on()?, None], is_fault: false };
            self.steps_on(Trigger::Own, (number, from), &frame, &mut own)?;
            self.steps_on(Trigger::Timeout, (number, from), &frame, &mut own)?;
            self.steps_on(Trigger::Arrival, (number, from), &frame, &mut own)?;
            let frame = Frame { when: [self.goes_on()?, Some(STRIKES.into())], is_fault: true };
            self.steps_on(Trigger::Crash, (number, from), &frame, &mut crashes)?;
        }
        let mut arriving = self.receptions(number)?;
        let reached = self.reached(number, own.iter().chain(&arriving).chain(&crashes))?;
        for choices in [&mut own, &mut arriving, &mut crashes] {
            for choice in choices.iter_mut() {
                choice.points.retain(|point| reached.contains(point));
            }
            choices.retain(|choice| !choice.points.is_empty());
        }
        let name = match process.number {
            Some(it) => format!("{} {it}", process.role),
            None => process.role.to_owned(),
        };
        // the condition is there once and not with each step, since it is long
        let provided = match process.points.iter().any(|point| point.busy_waits.is_some())
            && self.can_be_stuck()?
        {
            true => {
                let options = self.options(number, &crashes, reached.len())?;
                if !crashes.is_empty() {
                    let head = format!("active proctype crash_{number}()");
                    add_process(&format!("crashes of {name}"), &head, &options, text);
                }
                " provided (!stuck)"
            }
            false => {
                own.append(&mut crashes);
                ""
            }
        };
        let options = self.options(number, &own, reached.len())?;
        let head = format!("active proctype process_{number}(){provided}");
        add_process(&name, &head, &options, text);
        arrivals.push_str(&self.options(number, &arriving, reached.len())?);
        Ok(())
    }

    /// The points to which the steps of a process lead, one after the other.
    fn reached<'c>(
        &self,
        number: usize,
        choices: impl Iterator<Item = &'c Choice> + Clone,
    ) -> Result<BTreeSet<PointId>, String> {
        let first = self.first_value(self.program().processes[number].point);
        let mut reached = BTreeSet::from_iter(self.first_points(number)?);
        reached.insert(first as PointId);
        loop {
            let before = reached.len();
            for choice in choices.clone() {
                if choice.points.iter().any(|point| reached.contains(point)) {
                    reached.extend(choice.to);
                }
            }
            if reached.len() == before {
                return Ok(reached);
            }
        }
    }

    /// The steps of a trigger from a point.
    fn steps_on(
        &self,
        trigger: Trigger,
        (number, from): (usize, PointId),
        frame: &Frame,
        choices: &mut Vec<Choice>,
    ) -> Result<(), String> {
        for rule in self.program().processes[number].rules_on(trigger, from) {
            self.add(number, from, rule, frame, choices)?;
        }
        Ok(())
    }

    /// What a process does on messages.
    fn receptions(&self, number: usize) -> Result<Vec<Choice>, String> {
        let process = &self.program().processes[number];
        let mut choices = Vec::new();
        for (kind, name) in self.names.kinds.iter().enumerate() {
            let is_it = format!("network[nth].kind == {name} && network[nth].to == {number}");
            let when = [Some(format!("{is_it} && may_arrive")), self.goes_on()?];
            let frame = Frame { when, is_fault: false };
            for from in 0..process.points.len() {
                let trigger = Trigger::Message(kind as u8);
                self.steps_on(trigger, (number, from), &frame, &mut choices)?;
            }
        }
        Ok(choices)
    }

    fn add(
        &self,
        number: usize,
        from: PointId,
        rule: Rule,
        frame: &Frame,
        choices: &mut Vec<Choice>,
    ) -> Result<(), String> {
        let (row, left) = (rule.row, self.source().work_left());
        let mut add = || {
            let ways = paths(self.source(), number, from, rule)?;
            for path in &ways.paths {
                let body = Some(self.body(number, from, path)?);
                let to = (path.to != from).then_some(path.to);
                self.add_choice(from, row, &path.guard, (body, to), frame, choices)?;
            }
            for guard in ways.beyond.iter().filter(|_| !frame.is_fault) {
                self.add_choice(from, row, guard, (None, None), frame, choices)?;
            }
            Ok(())
        };
        add().map_err(|why| self.source().in_line(why, &self.words(row), left))
    }

    /// Adds a step, or where another point has the same, the point to that one.
    fn add_choice(
        &self,
        from: PointId,
        row: RowId,
        guard: &Expr,
        (body, to): (Option<String>, Option<PointId>),
        frame: &Frame,
        choices: &mut Vec<Choice>,
    ) -> Result<(), String> {
        let guard = self.all_of(&[], guard)?;
        self.source().spend(choices.len());
        let (words, when) = (self.words(row), frame.when.clone());
        let same = choices.iter_mut().find(|choice| {
            choice.guard == guard
                && choice.body == body
                && choice.words == words
                && choice.when == when
                && !choice.points.contains(&from)
        });
        match same {
            Some(same) => same.points.push(from),
            None => choices.push(Choice { words, when, points: vec![from], guard, body, to }),
        }
        Ok(())
    }

    /// The options of a loop; those that lead beyond the bounds last. The process can stand at so
    /// many points.
    fn options(&self, number: usize, choices: &[Choice], points: usize) -> Result<String, String> {
        let (mut text, mut beyond) = (String::new(), String::new());
        for choice in choices {
            let [before, behind] = choice.when.clone();
            let is_anywhere = choice.points.len() == points;
            let at = if is_anywhere { None } else { self.stands_at(number, &choice.points)? };
            let guard = (choice.guard != "true").then(|| choice.guard.clone());
            let when = self.all_of(&[before, at, behind, guard], &Expr::Const(1))?;
            let (to, body) = match &choice.body {
                Some(body) => (&mut text, &body[..]),
                None => (&mut beyond, "skip"),
            };
            let _ = writeln!(to, "\t:: d_step {{ {when} -> {body} }}\t/* {} */", choice.words);
        }
        if !beyond.is_empty() {
            let _ = writeln!(text, "#ifdef FINAL\t/* beyond the bounds */\n{beyond}#endif");
        }
        Ok(text)
    }

    fn body(&self, number: usize, from: PointId, path: &Path) -> Result<String, String> {
        let mut step = String::new();
        self.effects(number, path, &mut step)?;
        if path.to != from {
            let _ = write!(step, " {} = {};", self.at(number)?, self.names.point(number, path.to));
        }
        let (who, from, to) = self.mover(number, from, path);
        self.remember(who, from, to, &mut step)?;
        if self.has_useless() {
            step.push_str(" take_out_useless();");
        }
        Ok(match step.trim().trim_end_matches(';') {
            "" => "skip".into(),
            step => step.into(),
        })
    }

    /// What a step changes but for where a process stands and what properties remember.
    pub fn effects(&self, number: usize, path: &Path, step: &mut String) -> Result<(), String> {
        let takes = path.takes;
        let sent = path.sends.iter().flat_map(Sent::values);
        let stored = path
            .stores
            .iter()
            .flat_map(|(place, value)| place.index.iter().map(|index| &index.value).chain([value]));
        let mut values = sent.chain(stored);
        if !path.sends.is_empty() && values.clone().any(counts_messages) {
            return Err("A step that sends and counts messages is not exported.".into());
        }
        let is_of_message =
            |expr: &Expr| loads(expr).iter().any(|load| load.slot >= self.source().message.sender);
        let copies = takes && !path.sends.is_empty() && values.any(is_of_message);
        if takes && !path.sends.is_empty() {
            step.push_str(if copies { " take(nth);" } else { " remove(nth);" });
        }
        self.names.message.set(if copies { "taken" } else { IN_NETWORK });
        let sent = self.sends(number, path, step);
        let stored = sent.and_then(|()| self.stores(path, step));
        self.names.message.set(IN_NETWORK);
        stored?;
        if path.doubles {
            self.send_again(step);
        }
        if takes && path.sends.is_empty() {
            step.push_str(" remove(nth);");
        }
        if copies {
            self.copies.set(true);
            step.push_str(" forget();");
        }
        Ok(())
    }

    fn sends(&self, number: usize, path: &Path, step: &mut String) -> Result<(), String> {
        let columns = self.source().message.columns().len();
        for sent in &path.sends {
            let mut values = vec![self.names.expr(&sent.to)?];
            for nth in 0..columns {
                let field = sent.fields.get(nth).map(|field| self.names.expr(field)).transpose()?;
                values.push(field.unwrap_or_else(|| "0".into()));
            }
            // an `inline` cannot take a value with `->`
            let (mut held, mut last) = (0, String::new());
            for value in values.iter_mut().filter(|value| value.contains("->")) {
                let _ = write!(step, " new_{held} = {value};");
                let _ = write!(last, " new_{held} = 0;");
                *value = format!("new_{held}");
                held += 1;
            }
            self.held.set(self.held.get().max(held));
            let kind = &self.names.kinds[usize::from(sent.kind)];
            let to = values.remove(0);
            let from = sent.from.as_ref().map(|from| self.names.expr(from)).transpose()?;
            let first = [from.unwrap_or_else(|| number.to_string()), to, kind.clone()];
            let all: Vec<String> = first.into_iter().chain(values).collect();
            let _ = write!(step, " send({});{last}", all.join(", "));
        }
        Ok(())
    }

    /// The stores of a step, all of values before the step.
    fn stores(&self, path: &Path, step: &mut String) -> Result<(), String> {
        let stores = &path.stores;
        let changes =
            |place: &Place, expr: &Expr| loads(expr).iter().any(|load| may_be_one(load, place));
        let size = |it: &(Place, Expr)| parts_of_place(&it.0) + it.1.size();
        self.source().spend(stores.len() * stores.iter().map(size).sum::<usize>());
        self.source().require_work()?;
        let in_order = stores.iter().enumerate().all(|(at, (place, value))| {
            stores[..at].iter().all(|(earlier, _)| {
                !changes(earlier, value)
                    && place.index.as_ref().is_none_or(|index| !changes(earlier, &index.value))
            })
        });
        if in_order {
            for (place, value) in stores {
                let (place, value) = (self.names.place(place)?, self.names.expr(value)?);
                let _ = write!(step, " {place} = {};", inner(&value));
            }
            return Ok(());
        }
        // all values first, because a store may change what another one reads
        let mut last = String::new();
        for (nth, (place, value)) in stores.iter().enumerate() {
            let value = self.names.expr(value)?;
            let _ = write!(step, " new_{nth} = {};", inner(&value));
            let place = match self.names.index(place)? {
                Some((name, index)) => {
                    let _ = write!(step, " to_{nth} = {index};");
                    format!("{name}[to_{nth}]")
                }
                None => self.names.place(place)?,
            };
            let _ = write!(last, " {place} = new_{nth}; new_{nth} = 0;");
            if place.contains("[to_") {
                let _ = write!(last, " to_{nth} = 0;");
            }
        }
        self.held.set(self.held.get().max(stores.len()));
        step.push_str(&last);
        Ok(())
    }
}

/// A process that takes one of the options again and again.
pub fn add_process(name: &str, head: &str, options: &str, text: &mut String) {
    let none = if options.is_empty() { "\t:: false\n" } else { "" };
    let name = comment(name);
    let _ = writeln!(text, "/* {name} */\n{head}\n{{\nend:\tdo\n{options}{none}\tod\n}}\n");
}
