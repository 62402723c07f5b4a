//! The key moments, a strip below the header: a number and a few words for each. Nobody has to follow it;
//! which moments were reached stays on the reader's device.

use crate::storage;
use session::{path::KeyMoment, state::State};
use yew::prelude::*;

/// `reached` has a bit for each moment.
pub fn guide(state: &State, reached: u32) -> Html {
    let here = state.here().map(|(at, _)| at);
    let left = state.came_from.filter(|_| here.is_none());
    let count = state.path.len();
    let class = |stop: &KeyMoment| (reached & bit(stop) != 0).then_some("reached");
    let link = |at: usize, stop: &KeyMoment| {
        let current = (here == Some(at)).then_some("step");
        let about = if left == Some(at) { " (you left it: go back)" } else { "" };
        html! {
            <a href={stop.opening()} class={classes!(class(stop))} aria-current={current}
                title={format!("{}{about}", stop.title)}>
                <i>{stop.number}</i>
                <span>{&stop.title}</span>
            </a>
        }
    };
    let beside = |at: Option<usize>, sign: &'static str, label: &'static str| match at {
        Some(at) if at < count => html! {
            <a class="beside" href={state.path[at].opening()} aria-label={label}>{sign}</a>
        },
        _ => html! { <span class="beside" aria-hidden="true">{sign}</span> },
    };
    let shown = here.or(left);
    html! {
        <nav class="guide" aria-label="Key moments">
            <ol>
                { for state.path.iter().enumerate().map(|(at, stop)| html! {
                    <li key={stop.number}>{link(at, stop)}</li>
                }) }
            </ol>
            <div class="one">
                {beside(shown.and_then(|at| at.checked_sub(1)), "‹", "Previous moment")}
                <button popovertarget="moments">{now(state, here, count)}</button>
                {beside(Some(shown.map_or(0, |at| at + 1)), "›", "Next moment")}
            </div>
            <div id="moments" class="menu" popover="auto">
                { for state.path.iter().enumerate().map(|(at, stop)| link(at, stop)) }
            </div>
        </nav>
    }
}

/// Where one row shows one moment: which, and of how many.
fn now(state: &State, here: Option<usize>, count: usize) -> Html {
    match here {
        Some(at) => html! {
            <><i>{state.path[at].number}</i><b>{&state.path[at].title}</b><span>{of(state, at)}</span></>
        },
        None => html! { <><b>{"Your own run"}</b><span>{format!("{count} moments")}</span></> },
    }
}

/// "of 6"; a moment of the article alone is one more than the path has.
fn of(state: &State, at: usize) -> String {
    let KeyMoment { number, .. } = state.path[at];
    if number > at + 1 { "in the article".into() } else { format!("of {}", state.path.len()) }
}

/// A moment's own among those that were reached.
fn bit(stop: &KeyMoment) -> u32 {
    let at = u32::try_from(stop.number - 1).ok();
    at.and_then(|at| 1_u32.checked_shl(at)).unwrap_or(0)
}

/// Remembers the moments that were reached; a bit for each. The path of a link is forgotten with
/// its page.
#[hook]
pub fn use_reached(state: &State) -> u32 {
    let entry = state.scenario.entry();
    let is_own = state.scenario.moments.is_empty();
    let key = format!("seen:{}", entry.slug);
    let reached = use_state_eq(|| match is_own {
        true => storage::get(&key).and_then(|it| it.parse().ok()).unwrap_or(0),
        false => 0,
    });
    let event = state.here().filter(|(_, it)| it.event() <= state.at());
    let now = event.or(state.met()).map(|(_, stop)| bit(stop));
    use_effect_with((now, is_own), {
        let reached = reached.clone();
        move |&(now, is_own)| {
            if let Some(now) = now {
                let all = *reached | now;
                reached.set(all);
                if is_own {
                    storage::set(&key, &all.to_string());
                }
            }
        }
    });
    *reached
}
