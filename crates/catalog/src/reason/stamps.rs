//! Numbers that are to tell what came before what, and do not.

use super::head::{Broken, Head, claim, head};
use super::record::{Record, last_field};
use model::Event;

/// Two messages of one process that are on their way with the same number.
pub fn equal(record: &Record, property: &str) -> Option<Head> {
    let claim = claim(record, property);
    if !claim.contains("same time") && !property.contains("clock") {
        return None;
    }
    let step = record.steps().len().checked_sub(1)?;
    let who = record.who(step)?;
    let time = |text: &str| last_field(text).parse::<u32>().ok();
    let sent = |step: usize| {
        let mut events = record.steps()[step].events.iter();
        events.find_map(|event| match event {
            Event::Send { text, .. } => Some((text.clone(), time(text)?)),
            _ => None,
        })
    };
    let (text, now) = sent(step)?;
    let earlier = (0..step).rev().filter(|step| record.who(*step) == Some(who));
    let earlier = earlier.filter_map(|step| Some((step, sent(step)?)));
    let (at, (other, _)) = earlier.into_iter().find(|(_, (_, then))| *then == now)?;
    let name = record.name(who);
    let [first, second] = [at, step].map(|step| record.step(step));
    let text = format!("{name} sent {other} in {first} and {text} in {second}, with the same time");
    Some(head(text, format!("{name} gives two events the same time"), Broken::Value))
}

/// Two events whose stamps contradict what led to what.
pub fn contradiction(record: &Record) -> Option<Head> {
    let history = record.view().history.as_ref()?;
    let (events, how) = history.contradiction.as_ref()?;
    let [one, other] = events.map(|event| usize::from(history.events[event].process));
    let [first, second] = [one, other].map(|process| record.name(process));
    let text =
        format!("an event of {first} led to one of {second}, and their stamps deny it: {how}");
    let ahead = match how.split_once(" ≮ ") {
        Some((cause, stamp)) if cause == stamp && one == other => {
            format!("an event of {second} gets the stamp {stamp} of the one before it")
        }
        Some((cause, stamp)) if cause == stamp => {
            format!("an event of {second} gets the stamp {stamp} of one that led to it")
        }
        Some((cause, stamp)) => {
            format!("an event of {second} gets {stamp}, after {cause} led to it")
        }
        None => "the stamps of two events deny that neither led to the other".to_owned(),
    };
    Some(head(text, ahead, Broken::Value))
}
