//! Below the lanes: the way back of a run that ends in a loop, and where other branches leave.

use super::plan::{FOOT, HEAD, Plan};
use super::words;
use crate::components::stage::geometry::{point, short};
use crate::components::stage::parts;
use crate::state::Fork;
use yew::prelude::*;

/// From the end of the run back to where its loop begins.
pub fn way_back(plan: &Plan, from: usize) -> Html {
    let [start, end] = [from, plan.steps].map(|it| plan.cursor(it));
    let (x, back, top) = (short(start), short(end), short(HEAD));
    let below = plan.foot() + FOOT / 2.0;
    let way = format!("M{back} {top}V{}H{x}V{top}", short(below));
    let head = format!("M{x} {}l-4 8h8z", short(plan.foot() - 4.0));
    html! {
        <g class="loop" aria-hidden="true">
            <path class="loop-way" d={way} />
            <path class="loop-head" d={head} />
            { parts::words(point(end + 8.0, below), "loop-words", "start", &words::again(from)) }
        </g>
    }
}

/// Where branches leave the current run. Several that leave after the same step are one button,
/// which goes from one to the next.
pub fn forks(plan: &Plan, forks: &[Fork], on_branch: &Callback<usize>) -> Html {
    let mut free = f64::MAX;
    let mut places: Vec<(usize, &Fork)> = Vec::new();
    for (nth, it) in forks.iter().enumerate().filter(|(_, it)| it.parent.is_none()) {
        let at = places.partition_point(|(_, is)| is.at < it.at);
        // the oldest stands for all
        if places.get(at).is_none_or(|(_, is)| is.at != it.at) {
            places.insert(at, (nth, it));
        }
    }
    // from the right, so that words have the room up to the next one
    let drawn = places.into_iter().rev().map(|(nth, fork)| {
        let x = plan.cursor(fork.at);
        let has_room = free - x > 44.0;
        free = x;
        let same = forks.iter().filter(|it| it.parent.is_none() && it.at == fork.at).count();
        let go = {
            let on_branch = on_branch.clone();
            move |event: Event| {
                event.prevent_default();
                event.stop_propagation();
                on_branch.emit(nth);
            }
        };
        let onclick = {
            let go = go.clone();
            Callback::from(move |event: MouseEvent| go(event.into()))
        };
        let onkeydown = Callback::from(move |event: KeyboardEvent| {
            if matches!(&*event.key(), "Enter" | " ") {
                go(event.into());
            }
        });
        html! {
            <g key={fork.at} class="fork" role="button" tabindex="0" {onclick} {onkeydown}
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
