//! Below the lanes: the way back of a run that ends in a loop, and where other branches leave.

use crate::components::stage::geometry::{point, short};
use crate::components::stage::parts;
use catalog::Trace;
use session::state::Fork;
use session::timeline::plan::{FOOT, Plan};
use session::timeline::words;
use yew::prelude::*;

/// A letter of what stands below the lanes, about.
const LETTER: f64 = 7.0;
const STOPS: &str = "Play goes on to here, and stops";

/// What is said of the end of a loop, also that the player stops there.
fn words_of_loop(trace: &Trace, from: usize, stops: bool) -> String {
    let again = words::again(trace, from);
    if stops { format!("{STOPS}; then {again}") } else { again }
}

/// Where that ends.
pub fn end_of_loop(trace: &Trace, plan: &Plan, from: usize, stops: bool) -> f64 {
    let letters = words_of_loop(trace, from, stops).chars().count();
    plan.cursor(plan.steps) + 8.0 + LETTER * letters as f64
}

/// From the end of the run back to where its loop begins.
pub fn way_back(trace: &Trace, plan: &Plan, from: usize, stops: bool) -> Html {
    let [start, end] = [from, plan.steps].map(|it| plan.cursor(it));
    let (x, back, top) = (short(start), short(end), short(plan.head()));
    let below = plan.foot() + FOOT / 2.0;
    let way = format!("M{back} {top}V{}H{x}V{top}", short(below));
    let head = format!("M{x} {}l-4 8h8z", short(plan.foot() - 4.0));
    html! {
        <g class="loop" aria-hidden="true">
            <path class="loop-way" d={way} />
            <path class="loop-head" d={head} />
            { parts::words(point(end + 8.0, below), "loop-words", "start", &words_of_loop(trace, from, stops)) }
        </g>
    }
}

/// The steps that the player is about to run; `is_told` where other words say so.
pub fn goes_to(plan: &Plan, at: usize, to: usize, is_told: bool) -> Html {
    let [from, end] = [at, to].map(|it| plan.cursor(it));
    let y = plan.foot() + 3.0;
    let way = format!("M{} {}H{}v-6", short(from), short(y), short(end));
    html! {
        <g class="goes-to" aria-hidden="true">
            <path class="goes-way" d={way} />
            if !is_told { { parts::words(point(from, y + 11.0), "ruler-number", "start", STOPS) } }
        </g>
    }
}

/// Where branches leave the current run. Several that leave after the same step are one button,
/// which goes from one to the next.
pub fn forks(plan: &Plan, forks: &[Fork]) -> Html {
    let mut places: Vec<(usize, &Fork)> = Vec::new();
    for (nth, it) in forks.iter().enumerate().filter(|(_, it)| it.parent.is_none()) {
        let at = places.partition_point(|(_, is)| is.at < it.at);
        // the oldest stands for all
        if places.get(at).is_none_or(|(_, is)| is.at != it.at) {
            places.insert(at, (nth, it));
        }
    }
    let drawn = places.iter().enumerate().map(|(place, (nth, fork))| {
        let x = plan.cursor(fork.at);
        let next = places.get(place + 1);
        let has_room = next.is_none_or(|(_, it)| plan.cursor(it.at) - x > 44.0);
        let same = forks.iter().filter(|it| it.parent.is_none() && it.at == fork.at).count();
        html! {
            <g key={fork.at} class="fork" role="button" tabindex="0" data-fork={nth.to_string()}
                transform={point(x, plan.foot()).translate()} aria-label={words::fork(fork, same)}>
                <rect class="fork-target" x="-12" y="1" width="24" height="24" rx="6" />
                <path class="fork-way" d="M0 -6V7C0 13 3 15 9 15" />
                <circle class="fork-end" cx="9" cy="15" r="3.5" />
                if has_room {
                    { parts::words(point(16.0, 15.0), "ruler-number", "start", &format!("+{}", fork.steps)) }
                }
            </g>
        }
    });
    html! { <>{ for drawn }</> }
}
