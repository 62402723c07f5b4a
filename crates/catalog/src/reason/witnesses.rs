//! The processes that break a claim, and what it compares or counts: the data of a picture.

use super::Sum;
use super::claimed::Claimed;
use program::ir::Sign;
use program::reason::{Ground, Told, Value};

/// Longer values are not drawn between two processes.
const LETTERS_MAX: usize = 12;

/// The processes in its sentence, or in the parts that decide it.
pub fn of(claimed: &Claimed) -> Vec<usize> {
    let mut all: Vec<usize> = claimed.parts.iter().flat_map(named).collect();
    if all.is_empty() {
        collect(&claimed.ground, &mut all);
    }
    all.sort_unstable();
    all.dedup();
    all
}

fn named(part: &Told) -> Vec<usize> {
    match part {
        Told::Words(_) => Vec::new(),
        Told::Value(value) => processes(value),
    }
}

fn processes(value: &Value) -> Vec<usize> {
    value.members.iter().flatten().copied().chain(value.process).collect()
}

fn collect(ground: &Ground, all: &mut Vec<usize>) {
    match ground {
        Ground::Each(some) => some.iter().for_each(|ground| collect(ground, all)),
        Ground::But(one, other) => {
            collect(one, all);
            collect(other, all);
        }
        Ground::Compared { left, right, .. } => {
            all.extend([left, right].into_iter().flat_map(processes));
        }
        Ground::Stands { process, .. } => all.push(*process),
        Ground::TooMany { who, .. } => all.extend(who),
        Ground::Overtook { first, passed, .. } => all.extend([*first, *passed]),
        Ground::Holds { .. } | Ground::Everywhere { .. } => {}
    }
}

/// "2, at most 1", "attack ≠ retreat"; none where a picture could not show it.
pub fn measure(ground: &Ground) -> Option<String> {
    match ground {
        Ground::TooMany { who, section, most } => {
            let count = who.len();
            Some(match &**section {
                "critical" => format!("{count} inside, at most {most}"),
                section => format!("{}: {count}, at most {most}", section.replace('_', " ")),
            })
        }
        Ground::Compared { left, sign: Sign::Greater, right, is_wrong: true, .. }
            if left.is_size =>
        {
            Some(format!("{}, at most {}", left.value, right.value))
        }
        Ground::Compared { left, sign: Sign::NotEqual, right, is_wrong: true, .. } => {
            let is_short =
                [left, right].iter().all(|side| side.value.chars().count() <= LETTERS_MAX);
            is_short.then(|| format!("{} ≠ {}", left.value, right.value))
        }
        Ground::But(_, wrong) => measure(wrong),
        _ => None,
    }
}

/// The sum in a comparison, or in the part that is wrong.
pub fn sum(ground: &Ground) -> Option<Sum> {
    match ground {
        Ground::Compared { is_wrong: true, sum: Some(sum), .. } => {
            let sign = match sum.sign {
                Sign::NotEqual => "≠",
                Sign::Less => "<",
                Sign::LessEqual => "≤",
                Sign::Greater => ">",
                Sign::GreaterEqual => "≥",
                Sign::Equal | Sign::In | Sign::NotIn | Sign::Subset => return None,
            };
            let measure = format!("{} {sign} {}", sum.total, sum.other);
            Some(Sum { addends: sum.addends.clone(), measure })
        }
        Ground::But(_, wrong) => sum(wrong),
        Ground::Each(all) => all.iter().find_map(sum),
        _ => None,
    }
}
