//! Actions: one for each line or rule of a role, with the process as parameter.

use crate::expressions::indexed;
use crate::fold::{fold, number, plain};
use crate::layout::{Kind, Role};
use crate::steps::{Key, Step, words};
use crate::tree::{Node, Way, and_then, conjunction, indented};
use crate::writer::Writer;
use program::ir::{Binary, Expr, Monitor, Order, Overtaking, Place, PointId, Trigger};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use ways::path::{Path, Sent};
use ways::places::counts_messages;
use ways::terms::{conjuncts, not};

/// One action of the module.
pub struct Action {
    pub name: String,
    pub trigger: Trigger,
    pub row: model::RowId,
    /// The names of its parameters.
    pub parameters: Vec<&'static str>,
    pub text: String,
    pub words: String,
    /// When the step would leave a domain, an array or a limit: there is no step then.
    pub beyond: Option<String>,
}

/// What the steps of one process have in the place of an action.
struct Body {
    text: String,
    beyond: Option<String>,
}

impl Writer<'_> {
    /// The actions of a role.
    pub fn actions(&self, role: &Role) -> Result<Vec<Action>, String> {
        let steps: Vec<&Step> =
            self.steps.iter().filter(|step| role.processes.contains(&step.process)).collect();
        let mut keys: Vec<&Key> = Vec::new();
        for step in &steps {
            if !keys.contains(&&step.key) {
                keys.push(&step.key);
            }
        }
        keys.into_iter().map(|key| self.action(role, key, &steps)).collect()
    }

    fn action(&self, role: &Role, key: &Key, steps: &[&Step]) -> Result<Action, String> {
        let steps: Vec<&Step> = steps.iter().copied().filter(|step| step.key == *key).collect();
        let first = steps[0].rule;
        let words = words(self.program(), first).trim().to_owned();
        let wanted = match key {
            Key::Point(point) => point.clone(),
            Key::Rule(_) if first.trigger == Trigger::Arrival => "write_arrives".to_owned(),
            Key::Rule(_) => {
                let head = words.split(['(', ':', ',']).next().unwrap_or_default();
                head.split_whitespace().take(2).collect::<Vec<_>>().join("_")
            }
        };
        let name = self.names.give(&[&wanted, &format!("{}_{wanted}", role.name)]);
        let mut parameters = Vec::new();
        parameters.extend(role.set.is_some().then_some("i"));
        parameters.extend(match (first.trigger, self.order()) {
            (Trigger::Message(_), Some(Order::Fifo)) => Some("j"),
            (Trigger::Message(_), Some(Order::Unordered)) => Some("m"),
            _ => None,
        });
        let bodies: Result<Vec<(usize, Body)>, String> = steps
            .iter()
            .map(|step| {
                let body =
                    self.body(step).map_err(|why| format!("{why} This is in the line `{words}`."));
                Ok((step.process - role.processes.start, body?))
            })
            .collect();
        let bodies = bodies?;
        let count = role.processes.len();
        let text = bodies.iter().map(|(i, it)| (*i, it.text.clone())).collect();
        let beyond: Vec<_> =
            bodies.iter().filter_map(|(i, it)| Some((*i, it.beyond.clone()?))).collect();
        let beyond = (!beyond.is_empty()).then(|| of_all(count, beyond));
        let text = of_all(count, text);
        Ok(Action { name, trigger: first.trigger, row: first.row, parameters, text, words, beyond })
    }

    /// What one process does in a line or rule, from wherever it stands.
    fn body(&self, step: &Step) -> Result<Body, String> {
        let mut groups: Vec<(Vec<PointId>, String)> = Vec::new();
        let mut beyond: Vec<(Vec<PointId>, String)> = Vec::new();
        let add = |groups: &mut Vec<(Vec<PointId>, String)>, from, text| match groups
            .iter_mut()
            .find(|group| group.1 == text)
        {
            Some(group) => group.0.push(from),
            None => groups.push((vec![from], text)),
        };
        for (from, ways) in &step.ways {
            let all: Result<Vec<Way>, String> =
                ways.paths.iter().map(|path| self.way(step, *from, path)).collect();
            let all = all?;
            if !all.is_empty() {
                let mut lines = Node::new(all).lines(&self.changing(), "ahead");
                lines.extend(self.has_latches().then(|| "Remember".to_owned()));
                add(&mut groups, *from, conjunction(&lines));
            }
            if !ways.beyond.is_empty() && !step.is_fault() {
                let all: Result<Vec<String>, String> = ways
                    .beyond
                    .iter()
                    .map(|guard| {
                        Ok(conjunction(
                            &self
                                .conditions(guard)?
                                .into_iter()
                                .map(|condition| condition.0)
                                .collect::<Vec<_>>(),
                        ))
                    })
                    .collect();
                let all: Vec<String> = all?.iter().map(|text| indented(text, "\\/ ")).collect();
                add(&mut beyond, *from, all.join("\n"));
            }
        }
        let text = self.at_points(step, groups);
        let beyond = (!beyond.is_empty()).then(|| self.at_points(step, beyond));
        Ok(Body { text, beyond })
    }

    /// What happens at some points or others.
    fn at_points(&self, step: &Step, groups: Vec<(Vec<PointId>, String)>) -> String {
        let cases: Vec<String> = groups
            .into_iter()
            .map(|(points, text)| {
                let Some(stands) = self.stands(step.process, &points) else { return text };
                and_then(&stands, &text)
            })
            .collect();
        let text = match &cases[..] {
            [] => "FALSE".to_owned(),
            [one] => one.clone(),
            all => all.iter().map(|text| indented(text, "\\/ ")).collect::<Vec<_>>().join("\n"),
        };
        self.with_message(step, text)
    }

    /// The condition that a process stands at some points; none if it can stand nowhere else.
    pub fn stands(&self, process: usize, points: &[PointId]) -> Option<String> {
        let reached = &self.reached[process];
        let names: BTreeSet<&str> =
            points.iter().map(|point| &self.points[process][*point][..]).collect();
        let at = self.at(process);
        let quoted = |all: &BTreeSet<&str>| {
            all.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(", ")
        };
        let others: BTreeSet<&str> = reached
            .iter()
            .filter(|it| !points.contains(it))
            .map(|it| &self.points[process][*it][..])
            .collect();
        match (names.len(), others.len()) {
            (_, 0) => None,
            (1, _) => Some(format!("{at} = {}", quoted(&names))),
            (_, 1) => Some(format!("{at} # {}", quoted(&others))),
            (many, few) if many > few => Some(format!("{at} \\notin {{{}}}", quoted(&others))),
            _ => Some(format!("{at} \\in {{{}}}", quoted(&names))),
        }
    }

    /// The message that a step takes, before what is done with it.
    fn with_message(&self, step: &Step, text: String) -> String {
        let Trigger::Message(kind) = step.rule.trigger else { return text };
        let (me, kind) = (number(step.process as i64), self.speech.message_kind(kind));
        let head = match self.order() {
            Some(Order::Unordered) => {
                return and_then(&format!("m.to = {me} /\\ m.kind = {kind}"), &text);
            }
            Some(Order::Mailbox) => format!("network[{me}]"),
            _ => format!("network[j][{me}]"),
        };
        let text = indented(&text, "IN  ");
        let bound = indented(&format!("LET m == Head({head})\n{text}"), "/\\ ");
        format!("/\\ Arrives({head}, {kind})\n{bound}")
    }

    /// Each part of a guard, with its negation. There has to be room for all messages together.
    fn conditions(&self, guard: &Expr) -> Result<Vec<(String, String)>, String> {
        let parts = conjuncts(guard);
        let is_room = |expr: &&&Expr| {
            matches!(expr, Expr::Binary(Binary::Less, count, _)
                if matches!(**count, Expr::Load(Place { slot, index: None }) if slot == self.speech.source.message.count))
        };
        let last_room = parts.iter().rposition(|part| is_room(&part));
        let mut all: Vec<(String, String)> = Vec::new();
        for (nth, part) in parts.iter().enumerate() {
            let both =
                (self.speech.condition(part)?, self.speech.condition(&not((*part).clone()))?);
            if (!is_room(&part) || Some(nth) == last_room) && !all.contains(&both) {
                all.push(both);
            }
        }
        Ok(all)
    }

    fn way(&self, step: &Step, from: PointId, path: &Path) -> Result<Way, String> {
        let guard = self.conditions(&path.guard)?;
        let mut effects = BTreeMap::new();
        let mut stores: BTreeMap<String, Vec<(Vec<String>, String)>> = BTreeMap::new();
        for (place, value) in &path.stores {
            let Some((var, _)) = self.layout.var(place.slot) else {
                return Err("A variable has no place in the state.".into());
            };
            if var.kind == Kind::Point {
                return Err("A step that moves another process is not exported.".into());
            }
            let value = self.speech.write(value, var.kind)?;
            let Some((name, at)) = self.speech.element(place)? else {
                return Err(
                    "A store to one of several variables, chosen by a value, is not exported."
                        .into(),
                );
            };
            stores.entry(name).or_default().push((at, value));
        }
        if path.to != from {
            let (var, at) =
                self.layout.var(self.program().processes[step.process].point).ok_or("no place")?;
            let at = at.iter().map(|it| number(*it as i64)).collect();
            let to = format!("\"{}\"", self.points[step.process][path.to]);
            stores.entry(var.name.clone()).or_default().push((at, to));
        }
        for (name, all) in stores {
            let effect = changed(&name, &all);
            effects.insert(name, effect);
        }
        if let Some(network) = self.network_after(step, path)? {
            effects.insert("network".into(), format!("network' = {network}"));
        }
        let it = &self.program().processes[step.process];
        let passes = |overtaking: &Overtaking| {
            step.process < overtaking.stages.len() && (it.has_lines() || path.to != from)
        };
        if self.program().monitors.iter().filter_map(Monitor::overtaking).any(passes) {
            let effect = format!("ahead' = Passed({})", number(step.process as i64));
            effects.insert("ahead".into(), effect);
        }
        Ok(Way { guard, effects })
    }

    /// The messages after a step; none if it leaves them alone.
    fn network_after(&self, step: &Step, path: &Path) -> Result<Option<String>, String> {
        let me = number(step.process as i64);
        if path.sends.is_empty() && !path.takes {
            return Ok(None);
        }
        if path.sends.iter().flat_map(Sent::values).any(counts_messages) {
            return Err("A step that sends and counts messages is not exported.".into());
        }
        let mut network = match (path.takes, self.order()) {
            (false, _) => "network".to_owned(),
            (true, Some(Order::Unordered)) => "(network (-) SetToBag({m}))".to_owned(),
            (true, Some(Order::Mailbox)) => format!("[network EXCEPT ![{me}] = Tail(@)]"),
            (true, _) => format!("[network EXCEPT ![j][{me}] = Tail(@)]"),
        };
        for sent in &path.sends {
            let from =
                sent.from.as_ref().map_or(Ok(me.clone()), |from| self.speech.number(from))?;
            let to = self.speech.number(&sent.to)?;
            let kind = self.speech.message_kind(sent.kind);
            let slots = self.speech.source.message.fields(sent.kind);
            let mut fields = format!("kind |-> {kind}, from |-> {from}, to |-> {to}");
            for (slot, value) in slots.zip(&sent.fields) {
                let kind = self.speech.fields.get(&slot).copied().unwrap_or(Kind::Number);
                let value = self.speech.write(value, kind)?;
                let name = self.speech.field(slot).unwrap_or_default();
                let _ = write!(fields, ", {name} |-> {}", crate::fold::inner(&value));
            }
            network = format!("Send({network}, [{fields}])");
        }
        Ok(Some(network))
    }
}

/// What a variable becomes by stores that all read the state before the step.
fn changed(name: &str, stores: &[(Vec<String>, String)]) -> String {
    let inner = crate::fold::inner;
    if let Some((_, value)) = stores.last().filter(|store| store.0.is_empty()) {
        // what binds less than `=`, or as much, keeps its brackets
        const LOOSE: [&str; 7] = [" # ", " = ", " < ", " <= ", "/\\", "\\/", "\\in"];
        let bare = inner(value);
        let is_loose = !bare.starts_with("IF ") && LOOSE.iter().any(|sign| bare.contains(sign));
        return format!("{name}' = {}", if is_loose { value } else { bare });
    }
    if let Some((index, value)) = at_index(name, stores) {
        return format!("{name}' = [{name} EXCEPT ![{}] = {}]", inner(index), inner(value));
    }
    let all: Vec<String> =
        stores.iter().map(|(at, value)| format!("!{} = {}", indexed(at), inner(value))).collect();
    format!("{name}' = [{name} EXCEPT {}]", all.join(", "))
}

/// The index and the value, where every element says whether it is the one at that index.
fn at_index<'s>(name: &str, stores: &'s [(Vec<String>, String)]) -> Option<(&'s str, &'s str)> {
    let mut all = stores.iter().map(|(at, value)| {
        let [at] = &at[..] else { return None };
        let value = value.strip_prefix("(IF (")?.strip_suffix(&format!(" ELSE {name}[{at}])"))?;
        value.split_once(&format!(" = {at}) THEN "))
    });
    let first = all.next()??;
    (stores.len() > 1 && all.all(|it| it == Some(first))).then_some(first)
}

/// One text of all processes of a role, or a case for each.
pub fn of_all(count: usize, texts: Vec<(usize, String)>) -> String {
    if count == 1 {
        return texts.first().map_or_else(|| "FALSE".into(), |text| plain(&text.1));
    }
    let all: Vec<String> = texts.iter().map(|text| text.1.clone()).collect();
    if let Some(text) = (all.len() == count).then(|| fold(&all, "i")).flatten() {
        return text;
    }
    let case = |(i, text): &(usize, String)| {
        indented(&and_then(&format!("i = {i}"), &plain(text)), "\\/ ")
    };
    texts.iter().map(case).collect::<Vec<_>>().join("\n")
}
