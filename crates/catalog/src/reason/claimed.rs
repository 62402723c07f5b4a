//! A claim that is false, in a sentence: down to the parts that decide it, with their values.

use super::places::{in_none, standing};
use super::record::Record;
use super::sets::{members, too_much};
use crate::engine::{Simulator, text};
use model::Log;
use program::Compiled;
use program::ir::Sign;
use program::reason::{Ground, Pair, Told, Value, said_of, why_begun, why_false};
use std::sync::Arc;

/// Why a property is false in the last state, if its claim can be taken apart, and for `P ⇒ always Q` the number
/// of steps behind which P was true.
pub struct Claimed {
    pub ground: Ground,
    /// What the text says of it.
    pub sentence: Option<String>,
    /// The parts of that.
    pub parts: Vec<Told>,
    pub begun: Option<(usize, Ground)>,
}

pub fn of(record: &Record, property: &str) -> Option<Claimed> {
    let (system, states) = explained(record, property)?;
    let pair = |at: usize| pair(&states, at);
    let ground = why_false(&system, pair(record.at()))?;
    let begun = (0..states.len()).find_map(|at| Some((at, why_begun(&system, pair(at))?)));
    let parts = said_of(&system, pair(record.at()));
    let sentence = parts.as_ref().map(|parts| sentence(record, parts));
    Some(Claimed { ground, sentence, parts: parts.unwrap_or_default(), begun })
}

/// The program that explains a property, and all states of the run.
fn explained(record: &Record, property: &str) -> Option<(Arc<Compiled>, Vec<Vec<u8>>)> {
    let scenario = record.scenario;
    let system = text::explaining(&scenario.entry().listing, &scenario.setting, property)?;
    let mut live = Simulator::new(system.clone());
    let mut states = vec![live.state()];
    for step in record.steps() {
        live.step(step.action, &mut Log::off());
        states.push(live.state());
    }
    Some((system, states))
}

fn pair(states: &[Vec<u8>], at: usize) -> Pair<'_> {
    Pair { before: &states[at.saturating_sub(1)], now: &states[at] }
}

/// Why that is so after so many steps from which something is to come.
pub fn begun(record: &Record, property: &str, at: usize) -> Option<Ground> {
    let (system, states) = explained(record, property)?;
    why_begun(&system, pair(&states, at))
}

/// Whether a property is false for the same reason in all states from one on.
pub fn stays_so(record: &Record, property: &str, from: usize) -> bool {
    let Some((system, states)) = explained(record, property) else { return false };
    let mut grounds = (from..states.len()).map(|at| why_false(&system, pair(&states, at)));
    let first = grounds.next();
    grounds.all(|ground| Some(&ground) == first.as_ref())
}

/// Words and values, without the full stop.
fn sentence(record: &Record, parts: &[Told]) -> String {
    let said: String = parts
        .iter()
        .map(|part| match part {
            Told::Words(words) => words.clone(),
            Told::Value(value) => spoken(record, value),
        })
        .collect();
    said.trim_end_matches('.').to_owned()
}

/// Processes by their names, members one after the other.
fn spoken(record: &Record, of: &Value) -> String {
    if let Some(all) = &of.members {
        return if all.is_empty() { "nobody".to_owned() } else { super::group(record, all) };
    }
    match members(of) {
        Some(all) if all.is_empty() => "nothing".to_owned(),
        Some(all) => super::list(&all),
        None => value(record, of),
    }
}

/// What is so, within a sentence.
pub fn said(record: &Record, ground: &Ground) -> String {
    match ground {
        Ground::Each(all) => together(record, all),
        Ground::But(one, other) => {
            format!("{}, but {}", said(record, one), said(record, other))
        }
        Ground::Compared { left, sign, right, is_wrong, .. } => {
            compared(record, left, *sign, right, *is_wrong)
        }
        Ground::Stands { process, section, is_in } => {
            let name = record.name(*process);
            format!("{name} {}", standing(section, 1, *is_in))
        }
        Ground::Holds { words, is_true } => format!("{words} is {is_true}"),
        Ground::Everywhere { over, body, is_true } => {
            // `not x` that is true is x that is false
            match body.strip_prefix("not ").filter(|body| !body.contains(' ')) {
                Some(body) => format!("{body} is {} for every {over}", !is_true),
                None => format!("{body} is {is_true} for every {over}"),
            }
        }
        Ground::TooMany { who, section, most } => {
            let all = super::group(record, who);
            let may = if *most == 0 { "none".to_owned() } else { format!("at most {most}") };
            format!("{all} {}, and {may} may be", standing(section, who.len(), true))
        }
        Ground::Overtook { first, passed, sections: [from, to] } => {
            let [one, other] = [*first, *passed].map(|who| record.name(who));
            let [from, to] = [from, to].map(|section| section.replace('_', " "));
            format!("{one} came to {to} before {other}, which was first in {from}")
        }
    }
}

/// Facts about one thing are said once, and processes in one section together.
fn together(record: &Record, all: &[Ground]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut done: Vec<(&str, bool)> = Vec::new();
    for ground in all {
        if let Ground::Stands { process, section, is_in } = ground {
            if done.contains(&(section.as_str(), *is_in)) {
                continue;
            }
            if let Some((said, sections)) = in_none(record, all, *process).filter(|_| !is_in) {
                done.extend(sections.into_iter().map(|section| (section, false)));
                parts.push(said);
                continue;
            }
            done.push((section, *is_in));
            let who: Vec<usize> = all
                .iter()
                .filter_map(|other| match other {
                    Ground::Stands { process, section: there, is_in: inside }
                        if (there, inside) == (section, is_in) =>
                    {
                        Some(*process)
                    }
                    _ => None,
                })
                .collect();
            let is_nobody = !is_in && who.len() > 1 && who.len() == record.view().processes.len();
            parts.push(match is_nobody {
                true => format!("nobody {}", standing(section, 1, true)),
                false => {
                    format!(
                        "{} {}",
                        super::group(record, &who),
                        standing(section, who.len(), *is_in)
                    )
                }
            });
        } else if let Some((open, _)) = is_none_of(ground) {
            let others =
                all.iter().filter_map(is_none_of).filter(|(left, _)| left.words == open.words);
            let others: Vec<String> = others.map(|(_, right)| value(record, right)).collect();
            let is = is_what(open, &value(record, open));
            let said = format!("{is}, not {}", super::list(&others).replace(" and ", " or "));
            if !is_said_elsewhere(ground, all) && !parts.contains(&said) {
                parts.push(said);
            }
        } else if !is_said_elsewhere(ground, all) {
            for said in facts(record, ground) {
                if !parts.contains(&said) {
                    parts.push(said);
                }
            }
        }
    }
    match &parts[..] {
        [some @ .., last]
            if {
                let is_divided =
                    |part: &String| [" and ", ", "].iter().any(|word| part.contains(word));
                parts.len() > 1 && parts.iter().any(is_divided)
            } =>
        {
            format!("{}, and {last}", some.join(", "))
        }
        _ => super::list(&parts),
    }
}

/// Two values that differ are two facts, of which another part may say one, too.
fn facts(record: &Record, ground: &Ground) -> Vec<String> {
    match ground {
        Ground::Compared { left, sign: Sign::NotEqual, right, .. }
            if !left.is_known && !right.is_known && left.words != right.words =>
        {
            [left, right].map(|side| is_what(side, &value(record, side))).to_vec()
        }
        _ => vec![said(record, ground)],
    }
}

/// A value that was to be a certain one, and that; sets apart, of which it is told what is too much.
fn is_none_of(ground: &Ground) -> Option<(&Value, &Value)> {
    let Ground::Compared { left, right, sign: Sign::NotEqual, is_wrong: true, .. } = ground else {
        return None;
    };
    match (left.is_known, right.is_known) {
        _ if left.value.starts_with('{') => None,
        (false, true) => Some((left, right)),
        (true, false) => Some((right, left)),
        _ => None,
    }
}

/// Whether it says of a value only that it is not a certain one, and another part says what it is.
fn is_said_elsewhere(ground: &Ground, all: &[Ground]) -> bool {
    let Some((open, _)) = is_none_of(ground) else { return false };
    all.iter().any(|other| match other {
        Ground::Compared { left, right, .. } if !left.is_known && !right.is_known => {
            left.words == open.words || right.words == open.words
        }
        _ => false,
    })
}

fn compared(record: &Record, left: &Value, sign: Sign, right: &Value, is_wrong: bool) -> String {
    // what is known says nothing by itself
    if left.is_known && !right.is_known {
        return match sign {
            Sign::In => format!("{} is in {}", value(record, left), right.words),
            Sign::NotIn => {
                format!(
                    "{} is not in {}, which is {}",
                    value(record, left),
                    right.words,
                    right.value
                )
            }
            _ => compared(record, right, sign.turned(), left, is_wrong),
        };
    }
    if left.words == right.words && left.is_before != right.is_before {
        let [before, after] = if left.is_before { [left, right] } else { [right, left] };
        let [from, to] = [before, after].map(|side| value(record, side));
        return match from == to {
            true => format!("{} stays {to}", left.words),
            false => format!("{} goes from {from} to {to}", left.words),
        };
    }
    let [of_left, of_right] = [left, right].map(|side| value(record, side));
    let is = is_what(left, &of_left);
    let (than, differs) = match (right.is_known, right.is_before) {
        (true, _) => (of_right.clone(), of_right.clone()),
        (_, true) => {
            let was = format!("{}, which was {of_right}", right.words);
            (was.clone(), was)
        }
        _ => {
            let is = format!("{}, which is {of_right}", right.words);
            (is.clone(), is)
        }
    };
    match sign {
        Sign::Equal if right.is_known => is,
        Sign::Equal => format!("{} and {} are both {of_left}", left.words, right.words),
        Sign::NotEqual if right.is_known && !is_wrong => is,
        Sign::NotEqual if right.is_known => format!("{is}, not {than}{}", too_much(left, right)),
        Sign::NotEqual => {
            format!("{is}, and {}{}", is_what(right, &of_right), too_much(left, right))
        }
        Sign::In => format!("{of_left} is in {}, which is {of_right}", right.words),
        Sign::NotIn => format!(
            "{is}, which is not in {}",
            if right.is_known { &right.value } else { &right.words }
        ),
        Sign::Subset if is_wrong => format!("{is}, more than {differs}{}", too_much(left, right)),
        Sign::Subset => format!("{is}, and no more than {differs}"),
        Sign::LessEqual | Sign::GreaterEqual if of_left == of_right && is_wrong => {
            match right.is_known {
                true => is,
                false if left.is_before != right.is_before => {
                    format!("{is}, and {}", is_what(right, &of_right))
                }
                false => format!("{} and {} are both {of_left}", left.words, right.words),
            }
        }
        Sign::Less => format!("{is}, less than {than}"),
        Sign::LessEqual if is_wrong => format!("{is}, less than {than}"),
        Sign::LessEqual => format!("{is}, at most {than}"),
        Sign::Greater => format!("{is}, more than {than}"),
        Sign::GreaterEqual if is_wrong => format!("{is}, more than {than}"),
        Sign::GreaterEqual => format!("{is}, at least {than}"),
    }
}

/// "x is 3", "x was 3 before", "votes has 2 members"
fn is_what(of: &Value, value: &str) -> String {
    let words = &of.words;
    match (of.is_size, of.is_before) {
        (true, _) => format!("{words} has {value} member{}", if value == "1" { "" } else { "s" }),
        (_, true) => format!("{words} was {value} before"),
        _ => format!("{words} is {value}"),
    }
}

/// A process by its name.
fn value(record: &Record, of: &Value) -> String {
    of.process.map_or_else(|| of.value.clone(), |process| record.name(process))
}

/// What stands before a sentence that begins with the name of a variable.
pub fn now(ground: &Ground) -> &'static str {
    match ground {
        Ground::Each(all) => all.first().map_or("", now),
        Ground::But(one, _) => now(one),
        Ground::Compared { .. } | Ground::Holds { .. } | Ground::Everywhere { .. } => "now ",
        Ground::Stands { .. } | Ground::TooMany { .. } | Ground::Overtook { .. } => "",
    }
}
