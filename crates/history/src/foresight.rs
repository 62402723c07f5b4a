//! Whether what is to come can still have its results.

use crate::object::ToCome;
use crate::objects::stored;
use serde_json::Value;

/// So many of those that end first are asked.
const ASKED_MAX: usize = 4;

/// What is in front of the first that is taken has to be taken before. What was put in last is asked for, too: there
/// the order first goes wrong.
pub fn queue(list: &[Value], to_come: &[ToCome], mending: &[ToCome]) -> bool {
    let front: Vec<&Value> = list.iter().collect();
    let takes = takes(to_come);
    let back = takes.iter().filter(|take| take.result == list.last());
    takes.iter().take(ASKED_MAX).chain(back).any(|take| is_blocked(take, &front, &takes, mending))
}

pub fn stack(list: &[Value], to_come: &[ToCome], mending: &[ToCome]) -> bool {
    let top: Vec<&Value> = list.iter().rev().collect();
    let takes = takes(to_come);
    let is_put_on_top = |take: &ToCome| {
        let puts = mending.iter().filter(|put| put.called < take.end);
        puts.filter_map(|put| put.call.args.first()).any(|value| Some(value) == take.result)
    };
    let mut asked = takes.iter().take(ASKED_MAX).filter(|take| !is_put_on_top(take));
    asked.any(|take| is_blocked(take, &top, &takes, mending))
}

/// Whose results are known.
fn takes<'a, 'b>(to_come: &'b [ToCome<'a>]) -> Vec<&'b ToCome<'a>> {
    to_come.iter().filter(|one| one.call.args.is_empty() && one.result.is_some()).collect()
}

/// Whether something is in the way that nobody takes before this one ends. Of those whose results are not known, each
/// may take what nobody else has to.
fn is_blocked(take: &ToCome, list: &[&Value], takes: &[&ToCome], mending: &[ToCome]) -> bool {
    let place = list.iter().position(|value| Some(*value) == take.result).unwrap_or(list.len());
    let early = |other: &ToCome| other.called < take.end;
    let is_other = |other: &&ToCome| early(other) && !std::ptr::eq(*other, take);
    let mut others: Vec<&ToCome> = takes.iter().copied().filter(is_other).collect();
    let mut free = mending.iter().filter(|one| one.call.args.is_empty() && early(one)).count();
    let mut left: Vec<&Value> = Vec::new();
    for value in &list[..place] {
        match others.iter().position(|other| other.result == Some(value)) {
            Some(at) => drop(others.remove(at)),
            None if free == 0 => return true,
            None => {
                free -= 1;
                left.push(value);
            }
        }
    }
    left.iter().any(|value| {
        let is_it = |other: &Value| other == *value;
        let puts = mending.iter().filter(|put| put.call.args.first().is_some_and(is_it)).count();
        let has = list.iter().filter(|other| is_it(other)).count() + puts;
        let needed = takes.iter().filter(|take| take.result.is_some_and(is_it)).count();
        has < needed + left.iter().filter(|other| is_it(other)).count()
    })
}

/// A string begins with what it began with, unless another one is put in its place.
pub fn store(value: &Value, to_come: &[ToCome], mending: &[ToCome]) -> bool {
    to_come.iter().filter(|read| read.call.name == "get").any(|read| {
        let (Some(key), Some(shown)) =
            (read.call.args[0].as_str(), read.result.and_then(Value::as_str))
        else {
            return false;
        };
        let fits = |put: &&ToCome| {
            put.call.args.last().and_then(Value::as_str).is_some_and(|text| shown.starts_with(text))
        };
        !shown.starts_with(stored(value, key))
            && !mending.iter().filter(fits).any(|put| put.called < read.end)
    })
}
