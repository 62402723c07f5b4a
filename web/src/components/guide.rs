//! The guided path in the header: a number for each key moment. Nobody has to follow it; which
//! moments were reached stays on the reader's device.

use crate::storage;
use session::{path::Stop, state::State};
use yew::prelude::*;

/// `reached` has a bit for each moment.
pub fn guide(state: &State, reached: u32) -> Html {
    let here = state.here().map(|it| it.0);
    let came_from = state.came_from.filter(|_| here.is_none());
    let title = here.or(came_from).map(|at| &state.path[at].title);
    let stop = |(at, stop): (usize, &Stop)| {
        let is_reached = reached & 1 << at != 0;
        let is_left = came_from == Some(at);
        let about = match (is_left, is_reached) {
            (true, _) => " (you left it: go back)",
            (_, true) => " (reached)",
            _ => "",
        };
        let class = classes!(is_reached.then_some("reached"), is_left.then_some("left"));
        let current = (here == Some(at)).then_some("step");
        (stop.opening(), class, current, format!("{}: {}{about}", at + 1, stop.title))
    };
    let stops: Vec<_> = state.path.iter().enumerate().map(stop).collect();
    let count = match here.or(came_from) {
        Some(at) => format!("{} of {}", at + 1, stops.len()),
        None => format!("{} moments", stops.len()),
    };
    html! {
        <nav class="guide" aria-label="Guided path">
            <ol>
                { for stops.iter().enumerate().map(|(at, (link, class, current, label))| html! {
                    <li key={at}>
                        <a href={link.clone()} class={class.clone()} aria-current={*current}
                            aria-label={label.clone()} title={label.clone()}>{at + 1}</a>
                    </li>
                }) }
            </ol>
            <button class="count" popovertarget="moments">{count}</button>
            <div id="moments" class="menu" popover="auto">
                { for stops.iter().map(|(link, class, current, label)| html! {
                    <a href={link.clone()} class={class.clone()} aria-current={*current}>{label}</a>
                }) }
            </div>
            if let Some(title) = title {
                <p>{title}</p>
            } else {
                <p class="new">{"Each number is a key moment."}</p>
            }
        </nav>
    }
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
    let event = state.here().filter(|(_, it)| it.event() <= state.at()).map(|it| it.0);
    let now = event.or(state.met().map(|it| it.0));
    use_effect_with((now, is_own), {
        let reached = reached.clone();
        move |&(now, is_own)| {
            if let Some(now) = now {
                let all = *reached | 1 << now;
                reached.set(all);
                if is_own {
                    storage::set(&key, &all.to_string());
                }
            }
        }
    });
    *reached
}
