//! Intervals in lanes, and the points of an order: which columns each takes.

use history::{Failure, History, Interval, Object, intervals, processes, shown};
use serde::Serialize;
use std::collections::HashMap;

/// So many intervals are drawn at most.
const BARS_MAX: usize = 60;

/// A column for each line in which something begins or ends, and for each point.
#[derive(Serialize, PartialEq, Debug)]
pub struct Picture {
    /// The processes, from above.
    pub lanes: Vec<String>,
    pub columns: usize,
    pub bars: Vec<Bar>,
    pub points: Vec<Point>,
}

/// An operation from its call to its end.
#[derive(Serialize, PartialEq, Debug)]
pub struct Bar {
    pub lane: usize,
    pub from: usize,
    pub to: usize,
    pub label: String,
    pub lines: String,
    /// Whether it is one of those without an order.
    pub is_culprit: bool,
    /// Whether it never ended.
    pub is_open: bool,
}

/// Where an operation takes effect.
#[derive(Serialize, PartialEq, Debug)]
pub struct Point {
    pub lane: usize,
    pub column: usize,
    pub label: String,
}

/// A place in time: a line, and behind it the points before the next one.
type Place = (usize, usize);

/// The operations without an order, with what ran between them if that is not too much.
pub fn of_failure(history: &History, object: &dyn Object, failure: &Failure) -> Option<Picture> {
    let shown = |with_others| intervals(history, object, failure, with_others);
    let all = [true, false].into_iter().filter_map(shown).find(|all| all.len() <= BARS_MAX)?;
    Some(picture(&all, &[]))
}

/// A whole history, each operation with its point in the order. None where that is too much.
pub fn of_order(history: &History, object: &dyn Object, order: &[usize]) -> Option<Picture> {
    let all = history.operations.iter().filter(|operation| !operation.has_failed());
    let all: Vec<Interval> = all
        .map(|operation| Interval {
            operation,
            label: operation.label(object),
            begin: operation.called,
            end: operation.ended().unwrap_or(history.lines + 1),
            is_culprit: false,
        })
        .collect();
    if all.is_empty() || all.len() > BARS_MAX {
        return None;
    }
    // as early as the operations before it let it
    let mut now: Place = (0, 0);
    let points: Vec<(Place, usize)> = order
        .iter()
        .map(|&nth| {
            let called = history.operations[nth].called;
            now = if called > now.0 { (called, 1) } else { (now.0, now.1 + 1) };
            let interval = all.iter().position(|interval| interval.begin == called);
            (now, interval.expect("what takes effect has not failed"))
        })
        .collect();
    Some(picture(&all, &points))
}

fn picture(all: &[Interval], points: &[(Place, usize)]) -> Picture {
    let ends = all.iter().flat_map(|interval| [(interval.begin, 0), (interval.end, 0)]);
    let mut places: Vec<Place> = ends.chain(points.iter().map(|point| point.0)).collect();
    places.sort_unstable();
    places.dedup();
    let columns: HashMap<Place, usize> =
        places.iter().enumerate().map(|(column, place)| (*place, column)).collect();
    let lanes = processes(all);
    let lane = |interval: &Interval| {
        lanes.iter().position(|name| **name == interval.operation.process).unwrap_or_default()
    };
    let bar = |interval: &Interval| Bar {
        lane: lane(interval),
        from: columns[&(interval.begin, 0)],
        to: columns[&(interval.end, 0)],
        label: interval.label.clone(),
        lines: interval.operation.lines(),
        is_culprit: interval.is_culprit,
        is_open: interval.operation.ended().is_none(),
    };
    let point = |(place, nth): &(Place, usize)| Point {
        lane: lane(&all[*nth]),
        column: columns[place],
        label: all[*nth].label.clone(),
    };
    Picture {
        bars: all.iter().map(bar).collect(),
        points: points.iter().map(point).collect(),
        columns: places.len(),
        lanes: lanes.iter().map(|name| shown(name)).collect(),
    }
}
