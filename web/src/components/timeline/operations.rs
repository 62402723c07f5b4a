//! Operations as intervals: a bar from the call to the return, and in an order that was asked for a dot where each
//! can have taken effect.

use super::draw::Diagram;
use crate::components::stage::geometry::{Rect, point};
use crate::components::stage::parts::{self, own};
use catalog::Operation;
use session::timeline::plan::{NAMED, Plan};
use yew::prelude::*;

/// Around its first and its last step.
const AROUND: f64 = 9.0;
/// A letter of a name, about.
const LETTER: f64 = 7.3;
const DOT: f64 = 6.5;

pub fn bar(diagram: &Diagram<'_>, nth: usize, operation: &Operation) -> Html {
    let Diagram { plan, trace, .. } = diagram;
    // what it returns is not known before it does
    let end = operation.to.filter(|to| *to < diagram.known);
    let words = if end.is_some() { operation.words() } else { operation.call() };
    let rect = interval(plan, operation, end);
    let is_bad = end.is_some_and(|step| trace.has_no_order(step));
    let state = match end {
        _ if is_bad => "is-bad",
        Some(_) => "",
        None => "is-pending",
    };
    let mut later = trace.operations[nth + 1..].iter();
    let next = later.find(|later| later.process == operation.process);
    let room = next.map_or(f64::INFINITY, |next| interval(plan, next, None).x - rect.x - 4.0);
    let words = fitting(&words, room).filter(|_| plan.names_operations());
    let at = point(rect.x + 1.0, rect.center().y - NAMED);
    html! {
        <g class={classes!("span", "is-operation", state, own(operation.process.into()))}>
            { parts::frame(rect, 6.0, "span-body") }
            { for words.map(|words| parts::words(at, "span-name", "start", &words)) }
            { for placed(diagram, nth, operation) }
        </g>
    }
}

fn interval(plan: &Plan, operation: &Operation, end: Option<usize>) -> Rect {
    let y = plan.lane(operation.process.into());
    let from = plan.step(operation.from) - AROUND;
    let to = end.map_or(plan.cursor(plan.steps), |step| plan.step(step) + AROUND);
    Rect { x: from, y: y - AROUND, w: (to - from).max(4.0), h: 2.0 * AROUND }
}

/// All of it, or only what it returned, or nothing.
fn fitting(words: &str, room: f64) -> Option<String> {
    let fits = |words: &&str| LETTER * words.chars().count() as f64 <= room;
    let result = words.split_once(" → ").map(|parts| parts.1);
    [Some(words), result].into_iter().flatten().find(fits).map(str::to_owned)
}

/// Its number in the order, where it can have taken effect. Several that can only be at one step stand side by side.
fn placed(diagram: &Diagram<'_>, nth: usize, operation: &Operation) -> Option<Html> {
    let at = diagram.order.iter().position(|placed| placed.operation == nth)?;
    let step = diagram.order[at].step;
    let plan = &diagram.plan;
    let same = diagram.order.iter().filter(|placed| placed.step == step).count();
    let before = diagram.order[..at].iter().filter(|placed| placed.step == step).count();
    let aside = plan.column * before as f64 / (same as f64 + 1.0);
    let y = plan.lane(operation.process.into()) + AROUND - 1.0;
    let place = point(plan.step(step) + aside, y);
    Some(html! {
        <g class="placed" transform={place.translate()}>
            <circle r={DOT.to_string()} />
            { parts::words(point(0.0, 0.5), "placed-number", "middle", &(at + 1).to_string()) }
        </g>
    })
}
