//! A message across a cut: where each process writes a variable once, as in a snapshot, a message is sent before its
//! sender has done so, and comes when its receiver has.

use super::{Clause, Fact, record::Record};

/// A message that crosses the cut of a variable which the claim is about.
pub fn of(record: &Record, property: &str) -> Vec<Clause> {
    let Some(first) = record.view().processes.first() else { return Vec::new() };
    let names = first.locals.iter().map(|own| own.0);
    let claimed = names.filter(|name| is_claimed(record, property, name));
    claimed.filter_map(|name| crossing(record, name, &cut(record, name)?)).collect()
}

/// Whether a variable stands in a claim, or in a definition that it uses.
fn is_claimed(record: &Record, property: &str, name: &str) -> bool {
    let claim = super::head::claim(record, property);
    let source = &record.scenario.entry().listing;
    let definitions =
        source.lines().filter_map(|line| line.strip_prefix("define ")?.split_once(':'));
    let mut used = definitions.filter(|(defined, _)| super::head::names(claim, defined.trim()));
    super::head::names(claim, name) || used.any(|(_, body)| super::head::names(body, name))
}

/// The step in which each process writes it; none if one writes it twice, or never.
fn cut(record: &Record, name: &str) -> Option<Vec<usize>> {
    let step_of = |who: usize| {
        let differs =
            |step: &usize| record.own(who, name, *step) != record.own(who, name, step + 1);
        let mut all = (0..record.at()).filter(differs);
        let only = all.next()?;
        all.next().is_none().then_some(only)
    };
    (0..record.view().processes.len()).map(step_of).collect()
}

fn crossing(record: &Record, name: &'static str, cut: &[usize]) -> Option<Clause> {
    let message = record.sent().find(|sent| {
        let [from, to] = [cut.get(sent.who), cut.get(sent.to)];
        let (Some(from), Some(to)) = (from, to) else { return false };
        let arrives = record.arrival_of(sent.step, sent.to, &sent.text);
        sent.step < *from && arrives.is_none_or(|step| step > *to)
    })?;
    let [from, to] = [message.who, message.to].map(|who| (record.name(who), record.step(cut[who])));
    let did = did(name);
    let text = format!(
        "{} sent {} to {} in {}, before it {did} in {}, and {} {did} in {}, before it came",
        from.0,
        message.text,
        to.0,
        record.step(message.step),
        from.1,
        to.0,
        to.1
    );
    let became = |who: usize| {
        let value = record.own(who, name, cut[who] + 1)?.to_owned();
        Some(Fact::Became { step: cut[who], who, name, value })
    };
    let facts = [
        Fact::Sent {
            step: message.step,
            who: message.who,
            to: message.to,
            text: message.text.clone(),
        },
        became(message.who)?,
        became(message.to)?,
        Fact::OnItsWay {
            sent: message.step,
            to: message.to,
            text: message.text,
            at: cut[message.to] + 1,
        },
    ];
    Some(Clause::new(text, facts))
}

/// A name that is a participle is what was done: `recorded`.
fn did(name: &str) -> String {
    let is_verb = name.ends_with("ed") && !name.contains('_');
    if is_verb { name.to_owned() } else { format!("set {}", name.replace('_', " ")) }
}
