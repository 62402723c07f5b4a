//! What stands on and around the diagram: lane numbers, the cursor, and the zoom.

use crate::components::stage::geometry::{point, short};
use crate::components::stage::parts;
use session::timeline::plan::{Plan, ZOOMS};
use session::timeline::words;
use yew::prelude::*;

/// The names of the lanes, which do not scroll.
/// A process has its colour, and what stands in its disc; a replica of a store has a name and no colour.
pub fn lanes(plan: &Plan, letters: f64, tags: &[String]) -> Html {
    let clients = tags.len();
    let name = |lane: usize| match lane.checked_sub(clients) {
        Some(replica) => format!("r{replica}"),
        None => tags[lane].clone(),
    };
    html! {
        <svg class="spacetime-lanes" viewBox={format!("0 0 28 {}", short(plan.height()))}
            width={short(28.0 * letters)} height={short(plan.height() * letters)} aria-hidden="true">
            { for (0..plan.lanes).map(|it| html! {
                <g class={(it < clients).then(|| parts::own(it))}>
                    { parts::words(point(14.0, plan.lane(it)), "lane-number", "middle", &name(it)) }
                </g>
            }) }
        </svg>
    }
}

/// The knob by which time is moved.
pub fn cursor(plan: &Plan, at: usize, rounds: usize) -> Html {
    let place = point(plan.cursor(at), plan.ruler());
    let round = (rounds > 0).then(|| words::round(rounds));
    let told = round.as_ref().map_or_else(String::new, |round| format!(", {round}"));
    html! {
        <g class="cursor" transform={place.translate()} role="slider" tabindex="0"
            aria-label="Step in the diagram" aria-orientation="horizontal" aria-valuemin="0"
            aria-valuemax={plan.steps.to_string()} aria-valuenow={at.to_string()}
            aria-valuetext={format!("after step {at} of {}{}", plan.steps, told)}>
            <rect class="cursor-target" x="-14" y="-13" width="28" height="28" rx="7" />
            <path class="cursor-knob" d="M-7 -8h14v9l-7 7l-7 -7z" />
            if let Some(round) = round {
                { parts::words(point(12.0, 0.0), "ruler-number", "start", &round) }
            }
        </g>
    }
}

/// The line of now; what is right of it lies in the future, under a veil.
pub fn now(plan: &Plan, at: usize, (width, height): (f64, f64)) -> Html {
    let x = plan.cursor(at);
    let veil = short((width - x).max(0.0));
    html! {
        <>
            <rect class="veil" x={short(x)} y={short(plan.head())} width={veil}
                height={short(height - plan.head())} />
            <path class="cursor-line" d={format!("M{} {}V{}", short(x), short(plan.ruler()), short(height))} />
        </>
    }
}

pub fn zooms(zoom: usize, has_more: bool, chosen: &UseStateHandle<Option<usize>>) -> Html {
    let button = |label: &'static str, sign: &'static str, to: Option<usize>| {
        let onclick = to.map(|to| {
            let chosen = chosen.setter();
            Callback::from(move |_: MouseEvent| chosen.set(Some(to)))
        });
        // not disabled, which would take the focus away
        let off = to.is_none().then_some("true");
        html! {
            <button type="button" class="zoom" aria-label={label} aria-disabled={off} {onclick}>
                { sign }
            </button>
        }
    };
    html! {
        <div class="zooms" role="group" aria-label="Zoom">
            { button("Zoom out", "−", zoom.checked_sub(1).filter(|_| has_more)) }
            { button("Zoom in", "+", Some(zoom + 1).filter(|it| *it < ZOOMS.len())) }
        </div>
    }
}
