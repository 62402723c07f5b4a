//! What processes had been told, and when.

use super::{
    Clause, Fact, group,
    record::{Got, Record, last_field},
};
use crate::ArrowKind;
use model::{Event, Zone};

/// The rank of a message of which no more is known than that it came.
const HEARD: u8 = 3;

/// What each of some had from the others since it set out.
pub fn of_each_other(record: &Record, who: &[usize]) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for &to in who {
        let receipts = record.receipts(to);
        let of_rivals =
            receipts.iter().rev().filter(|got| got.from != to && who.contains(&got.from));
        let mut found: Vec<(u8, Clause)> =
            of_rivals.filter_map(|got| answer(record, to, got)).collect();
        // the kinds that explain most
        found.sort_by_key(|(rank, _)| *rank);
        clauses.extend(found.into_iter().next());
    }
    // what was only heard says little beside the others
    if clauses.iter().any(|(rank, _)| *rank < HEARD) {
        clauses.retain(|(rank, _)| *rank < HEARD);
    }
    clauses.sort_by_key(|(rank, clause)| (*rank, clause.steps().min()));
    clauses.into_iter().map(|(_, clause)| clause).collect()
}

/// What one receipt tells, and how much.
fn answer(record: &Record, to: usize, got: &Got) -> Option<(u8, Clause)> {
    let Got { step, from, text } = got;
    let sent = record.sender_of(*step, ArrowKind::Message)?;
    let (name, other) = (record.name(*from), record.name(to));
    let mut facts = vec![
        Fact::Sent { step: sent, who: *from, to, text: text.clone() },
        Fact::Received { step: *step, who: to, from: *from, text: text.clone() },
        Fact::Carried { sent, received: *step },
    ];
    if let Some(clause) = overtook(record, to, got, sent) {
        return Some((0, clause));
    }
    let asked = record.asked(*from);
    if let Some(asked) = asked.filter(|asked| sent < *asked) {
        facts.push(Fact::Asked { step: asked, who: *from });
        facts.push(Fact::Before { first: sent, second: asked });
        return Some((
            1,
            Clause::new(
                format!("{name} sent {text} to {other} before it sent its own request"),
                facts,
            ),
        ));
    }
    if asked.is_some_and(|asked| asked < sent)
        && record.moments[sent].section(*from) == Zone::Waiting
    {
        facts.push(Fact::Stands { who: *from, zone: Zone::Waiting, at: sent });
        return Some((
            2,
            Clause::new(format!("{name} sent {text} to {other} while it was waiting too"), facts),
        ));
    }
    Some((HEARD, Clause::new(format!("{other} received {text} from {name}"), facts)))
}

/// What a process received last.
pub fn last(record: &Record, who: usize) -> Option<Clause> {
    let Got { step, from, text } = record.receipts(who).pop()?;
    let said = format!(
        "{} received {text} from {} in {}",
        record.name(who),
        record.name(from),
        record.step(step)
    );
    Some(Clause::new(said, [Fact::Received { step, who, from, text }]))
}

/// A message that was sent first has not come, or comes later.
fn overtook(record: &Record, to: usize, got: &Got, sent: usize) -> Option<Clause> {
    let mut earlier = record
        .sent()
        .filter(|message| message.who == got.from && message.to == to && message.step < sent);
    let late = earlier.find(|message| {
        let arrival = record.arrival_of(message.step, to, &message.text);
        arrival.map_or(record.is_in_flight(message), |arrival| arrival > got.step)
    })?;
    let text = format!(
        "{} received {} from {} before {}, which was sent first",
        record.name(to),
        got.text,
        record.name(got.from),
        late.text
    );
    let facts = [
        Fact::Sent { step: late.step, who: got.from, to, text: late.text.clone() },
        Fact::Sent { step: sent, who: got.from, to, text: got.text.clone() },
        Fact::Before { first: late.step, second: sent },
        Fact::Received { step: got.step, who: to, from: got.from, text: got.text.clone() },
        Fact::OnItsWay { sent: late.step, to, text: late.text, at: got.step },
    ];
    Some(Clause::new(text, facts))
}

/// The senders of the messages with which two processes decided, where they have none in common.
pub fn apart(record: &Record, who: &[usize]) -> Vec<Clause> {
    let [one, other] = who[..] else { return Vec::new() };
    let Some((first, second)) = heard(record, one).zip(heard(record, other)) else {
        return Vec::new();
    };
    let kind = |all: &[Got]| all[0].text.split('(').next().unwrap_or_default().to_owned();
    let meet = first.iter().any(|got| second.iter().any(|also| also.from == got.from));
    let role = |got: &Got| record.view().processes.get(got.from).map(|shown| shown.role);
    if meet || kind(&first) != kind(&second) || role(&first[0]) != role(&second[0]) {
        return Vec::new();
    }
    let part = |who: usize, verb: &str, all: &[Got]| {
        let from: Vec<usize> = all.iter().map(|got| got.from).collect();
        let (got, at) = (&all[0].text, record.step(all[all.len() - 1].step));
        format!("{}{verb} {got} from {} alone in {at}", record.name(who), group(record, &from))
    };
    let text = format!(
        "{}, and {}: these have nobody in common",
        part(one, " received", &first),
        part(other, "", &second)
    );
    let mut facts = Vec::new();
    for (who, all) in [(one, first), (other, second)] {
        let from = all.iter().map(|got| got.from).collect();
        facts.push(Fact::ReceivedFrom { who, text: all[0].text.clone(), from });
        facts.extend(all.into_iter().map(|got| received(who, got)));
    }
    vec![Clause::new(text, facts)]
}

fn received(who: usize, Got { step, from, text }: Got) -> Fact {
    Fact::Received { step, who, from, text }
}

/// All messages that are like the last one that a process received, one of each sender, if that one decided for it.
fn heard(record: &Record, who: usize) -> Option<Vec<Got>> {
    let all = record.receipts(who);
    let last = all.last()?.clone();
    let decides = |event: &Event| {
        matches!(event, Event::Decided { .. } | Event::Moved { to: Zone::Named(_), .. })
    };
    let mut like: Vec<Got> = all.into_iter().filter(|got| got.text == last.text).collect();
    like.sort_by_key(|got| got.from);
    like.dedup_by_key(|got| got.from);
    like.sort_by_key(|got| got.step);
    record.has(last.step, Some(who), decides).then_some(like)
}

/// Who had been told the other's value and sent its own all the same.
pub fn ignored(record: &Record, deciders: &[usize]) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for (nth, &who) in deciders.iter().enumerate() {
        let other = deciders[(nth + 1) % deciders.len()];
        let decided = |who: usize| record.view().processes.get(who)?.decided.clone();
        let (Some(own), Some(told)) = (decided(who), decided(other)) else { continue };
        clauses.extend(sent_all_the_same(record, who, &own, &told));
    }
    clauses
}

fn sent_all_the_same(record: &Record, who: usize, own: &str, told: &str) -> Option<Clause> {
    let last = |text: &str| last_field(text).to_owned();
    let sent = record.sent().rfind(|sent| sent.who == who && last(&sent.text) == own)?;
    let receipts: Vec<Got> = record.receipts(who);
    let told: Vec<&Got> = receipts
        .iter()
        .filter(|got| got.step <= sent.step && last(&got.text) == told && got.from != who)
        .collect();
    let mut from: Vec<usize> = told.iter().map(|got| got.from).collect();
    from.dedup();
    let value = last(&told.first()?.text);
    let text = format!(
        "{} had received {value} from {}, and sent {} all the same",
        record.name(who),
        group(record, &from),
        sent.text
    );
    let mut facts = vec![Fact::Sent { step: sent.step, who, to: sent.to, text: sent.text.clone() }];
    facts.extend(told.iter().map(|got| Fact::Received {
        step: got.step,
        who,
        from: got.from,
        text: got.text.clone(),
    }));
    Some(Clause::new(text, facts))
}
