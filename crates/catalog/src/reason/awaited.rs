//! What was to come and does not come: in a run that goes round, and where a run ends.

use super::head::{Broken, Head, claim, head, impossible, names};
use super::{claimed, group, record::Record, witnesses};
use crate::Unmet;
use crate::words::within;
use model::Zone;

/// What is false is not told if it is longer; nor is that from which it was to come if both are.
const CLAIM_MAX: usize = 90;
const BOTH_MAX: usize = 140;

/// What a claim leads from, if it names that, and to.
#[derive(Clone, Copy)]
enum Promise<'a> {
    Leads(&'a str, &'a str),
    /// The same of each member: to what.
    Each(&'a str),
    Other,
}

fn promise<'a>(record: &Record<'a>, property: &str) -> Option<Promise<'a>> {
    let claim = claim(record, property).split(" with ").next()?.trim_end();
    let claim = claim.strip_prefix("eventually ")?;
    if claim.starts_with("always ") {
        return Some(Promise::Other);
    }
    if let Some((from, to)) = sides(claim) {
        return Some(Promise::Leads(from, to));
    }
    let each = claim.strip_prefix("all ").and_then(|text| text.split_once(':'));
    let each = each.and_then(|(_, said)| sides(bare(said)));
    Some(each.map_or(Promise::Other, |(_, to)| Promise::Each(to)))
}

/// Both sides of the arrow that stands in no brackets.
fn sides(claim: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    let arrow = claim.char_indices().find(|(_, letter)| {
        depth += i32::from(*letter == '(') - i32::from(*letter == ')');
        depth == 0 && *letter == '→'
    })?;
    let (from, to) = (&claim[..arrow.0], &claim[arrow.0 + '→'.len_utf8()..]);
    Some((bare(from), bare(to)))
}

/// Without the parentheses around all of it.
fn bare(claim: &str) -> &str {
    let claim = claim.trim();
    let inner = claim.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let mut depth = 0i32;
    let mut letters = inner.unwrap_or_default().chars();
    let is_around = letters.all(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth >= 0
    });
    inner.filter(|_| is_around).map_or(claim, bare)
}

/// "committed or aborted", "in the critical section": a side of a claim that names sections only, without those that
/// nobody has in this setting.
fn sections(record: &Record, side: &str) -> Option<String> {
    let zones = record.scenario.entry().zones(&record.scenario.setting);
    let known = side.split(" or ").map(bare).filter_map(|name| match name {
        "end" => Some("at the end".to_owned()),
        "decided" => Some(name.to_owned()),
        _ => zones.iter().find(|zone| zone.name() == name).map(|zone| standing(*zone)),
    });
    let known: Vec<String> = known.collect();
    (!known.is_empty()).then(|| known.join(" or "))
}

/// "in the critical section", "passing on"
fn standing(zone: Zone) -> String {
    match zone {
        Zone::Critical => "in the critical section".to_owned(),
        _ => zone.name().replace('_', " "),
    }
}

/// Where a process stands: a writer in `writer_waiting` is waiting.
fn stands(record: &Record, who: usize) -> String {
    let shown = &record.view().processes[who];
    let section = standing(shown.zone);
    let own = section.strip_prefix(shown.role).map(str::trim_start);
    own.filter(|own| !own.is_empty()).map_or(section.clone(), str::to_owned)
}

/// Nobody has to move, and what was to come has not come.
pub fn at_end(record: &Record, property: &str) -> Head {
    if let Some(head) = impossible(record, property) {
        return head;
    }
    let unmet = record.unmet(property);
    let claimed = claimed::of(record, property);
    let of_processes = unmet.and_then(|unmet| of_processes(record, unmet));
    // of a condition, they are those that make it false
    let who = match (&of_processes, unmet) {
        (Some(_), Some(unmet)) => unmet.who.clone(),
        _ => claimed.as_ref().map(witnesses::of).unwrap_or_default(),
    };
    let own = claimed.and_then(|claim| claim.sentence);
    let general = || of_processes.or_else(|| of_claim(record, unmet?));
    let text = own.or_else(general).unwrap_or_else(|| "what was to come has not come".to_owned());
    let can = if record.now().is_deadlock() { "nobody can move" } else { "nobody has to move" };
    let ahead = within(text.strip_prefix("now ").unwrap_or(&text));
    Head { who, ..head(format!("{text}: {can}"), ahead, Broken::End) }
}

/// Who waits, or stands elsewhere than it was to come to.
fn of_processes(record: &Record, unmet: &Unmet) -> Option<String> {
    let goal = match promise(record, unmet.property) {
        None => {
            let name = record.name(unmet.who[0]);
            return Some(format!(
                "{name} can only wait for others, and its operation does not end"
            ));
        }
        Some(Promise::Leads(from, to)) => sections(record, from).and(sections(record, to))?,
        Some(_) => return None,
    };
    let (waiting, others): (Vec<usize>, Vec<usize>) =
        unmet.who.iter().partition(|who| record.waits(**who));
    let zone = |who: usize| record.view().processes[who].zone;
    let Some(&first) = others.first() else {
        let wait = if waiting.len() == 1 { "waits" } else { "wait" };
        return Some(format!("{} {wait} for ever", group(record, &waiting)));
    };
    let alike: Vec<usize> = others.into_iter().filter(|who| zone(*who) == zone(first)).collect();
    let are = if alike.len() == 1 { "is" } else { "are" };
    Some(format!("{} {are} {} and never {goal}", group(record, &alike), stands(record, first)))
}

/// What has become true, and what has not come of it.
fn of_claim(record: &Record, unmet: &Unmet) -> Option<String> {
    let (now, not_come) = false_in_short(record, unmet.property)?;
    let alone = format!("{now}{not_come}");
    let begun = claimed::begun(record, unmet.property, unmet.since);
    let Some(begun) = begun.map(|ground| claimed::said(record, &ground)) else {
        return Some(alone);
    };
    let since = match unmet.since.checked_sub(1) {
        Some(step) if step >= record.trace.choices => format!("after {}", record.step(step)),
        _ => "at the beginning".into(),
    };
    let both = format!("{since}, {begun}, and at the end {not_come}");
    Some(if both.chars().count() <= BOTH_MAX { both } else { alone })
}

/// What is not as it was to be, if that can be said in short; and what stands before it in the place of a capital.
fn false_in_short(record: &Record, property: &str) -> Option<(&'static str, String)> {
    let ground = claimed::of(record, property)?.ground;
    let said = claimed::said(record, &ground);
    // the name of a variable has no capital
    let now = if said.starts_with("the ") { "" } else { claimed::now(&ground) };
    (said.chars().count() <= CLAIM_MAX).then_some((now, said))
}

/// Of a property that a loop breaks, the processes that get nowhere in it; none if it is no matter of processes.
fn unserved<'a>(record: &Record<'a>, property: &str) -> Option<&'a [usize]> {
    let is_of_processes = match promise(record, property) {
        None => true,
        Some(Promise::Leads(from, to)) => {
            sections(record, from).and(sections(record, to)).is_some()
        }
        Some(_) => false,
    };
    let unserved = record.trace.unserved.iter().find(|unserved| unserved.property == property)?;
    is_of_processes.then_some(&*unserved.who)
}

/// A run that goes round: who waits, and for what.
pub fn in_a_loop(record: &Record, property: &str, from: usize) -> Head {
    let kind = Broken::Loop(from);
    let unserved = unserved(record, property);
    let mut who = super::loops::kept_waiting(record, from);
    who.retain(|who| unserved.is_none_or(|unserved| unserved.contains(who)));
    let own = claimed::of(record, property).and_then(|claim| claim.sentence);
    if let Some(own) = own {
        let ahead = format!("{}, and this can go on for ever", within(&own));
        return head(own, ahead, kind);
    }
    let Some(first) = who.first() else {
        if let Some(unserved) = unserved {
            let text = format!("{} can try for ever", group(record, unserved));
            return head(&text, text.clone(), kind);
        }
        let Some((now, is_so)) = false_in_short(record, property) else {
            let text = "what was to come never comes";
            return head(text, text, kind);
        };
        if claimed::stays_so(record, property, from) {
            let text = format!("{is_so}, and this can go on for ever");
            return head(format!("{now}{text}"), text, kind);
        }
        let text = format!("at the end of each round, {is_so}, and this can go on for ever");
        return head(&text, text.clone(), kind);
    };
    let (names, one) = (group(record, &who), who.len() == 1);
    let (are, wait) = if one { ("is", "waits") } else { ("are", "wait") };
    let text = match (record.now().section(*first), goal(record, property)) {
        (Zone::Waiting, None) => format!("{names} {wait} for ever"),
        (Zone::Waiting, Some(goal)) => format!("{names} {are} waiting and never {goal}"),
        (Zone::Named(_), Some(goal)) => {
            format!("{names} {are} {} and never {goal}", stands(record, *first))
        }
        _ => format!("{names} {} for ever", if one { "tries" } else { "try" }),
    };
    let ahead = format!("{names} can wait for ever");
    head(text, ahead, kind)
}

/// The sections that a claim of progress leads to: "eating", "in the critical section".
fn goal(record: &Record, property: &str) -> Option<String> {
    let (Promise::Leads(_, to) | Promise::Each(to)) = promise(record, property)? else {
        return None;
    };
    let zones = record.scenario.entry().zones(&record.scenario.setting);
    // of another formula, the first that it names
    sections(record, to)
        .or_else(|| sections(record, zones.iter().find(|zone| names(to, zone.name()))?.name()))
}
