//! Play, speed, step, scrub, and a schedule by chance.

use super::{
    Dispatch,
    branches::other_branches,
    icon::{Icon, icon},
    select::Select,
};
use catalog::{Counts, Speed, Step, plain, steps as steps_of};
use export::Mark;
use session::{
    state::{Message, Playing, State},
    words::count,
};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The page's; an embed has room for less.
pub fn transport(state: &State, tell: &Dispatch) -> Html {
    let is_page = state.is_page();
    let (at, len) = (state.at(), state.len());
    let (what, taken, all) = state.trace.count(at);
    let is_stuck = at == len && state.ahead().is_none() && !state.can_move();
    let button = |shape, label: &'static str, class: &'static str, message: Message, off: bool| {
        html! {
            <button class={classes!("square", class)} aria-label={label}
                aria-disabled={off.then_some("true")} onclick={tell.reform(move |_| message.clone())}>
                {icon(shape)}
            </button>
        }
    };
    html! {
        <div class="transport" role="group" aria-label="Transport">
            <div class="buttons">
                { button(Icon::Start, "To the start", "far", Message::Start, at == state.start()) }
                { button(Icon::Back, "Step back", "", Message::Back, at == 0) }
                { play(state, is_stuck, tell) }
                { button(Icon::Forward, "Step forward", "forward", Message::Forward, is_stuck) }
                { button(Icon::End, "To the end", "far", Message::End, at == state.end()) }
            </div>
            <div class="run-tools">
                { speed(state.speed, tell) }
                <p class="where">
                    <span><span class="word">{format!("{what} ")}</span>{taken}<span class="of">{format!(" of {all}")}</span></span>
                    if let Some((from, to)) = state.scenario.steps {
                        <span>{format!("{from} to {to} again and again")}</span>
                    }
                    if let Some(from) = state.scenario.loops_from {
                        <span class="loop">{format!("loop from {}", state.trace.name_of(from))}</span>
                    }
                    if state.rounds > 0 {
                        <span>{format!("round {}", state.rounds + 1)}</span>
                    }
                </p>
                if is_page {
                    { other_branches(&state.branches.forks(&state.scenario.run), &state.trace, tell) }
                    { run_menu(state, tell) }
                } else {
                    { scrub(state, tell) }
                }
            </div>
        </div>
    }
}

/// Plays what is ahead. At the event of a key moment it leads to the next one.
fn play(state: &State, off: bool, tell: &Dispatch) -> Html {
    let passed = state.here().filter(|(_, it)| it.event() == state.at());
    let is_over = state.playing.is_none() && state.rounds == 0 && !state.offers_random;
    if let Some((at, stop)) = passed.filter(|_| is_over && state.is_page()) {
        let (link, words) = match state.path.get(at + 1) {
            Some(next) => (next.opening(), format!("Next: {}", next.title)),
            None => (stop.start(), "Your turn".into()),
        };
        return html! {
            <a class="button primary play" href={link} title={words.clone()}><span>{words}</span></a>
        };
    }
    let (shape, label) = match (state.playing, state.offers_random) {
        (Some(_), _) => (Icon::Pause, "Pause"),
        (None, true) => (Icon::Play, "Random from here?"),
        (None, false) => (Icon::Play, "Play"),
    };
    let count = state.to_play().filter(|steps| *steps > 0 && label == "Play");
    html! {
        <button class="primary play" aria-disabled={off.then_some("true")}
            aria-keyshortcuts="Space" onclick={tell.reform(|_| Message::Play)}>
            {icon(shape)}<span>{label}if let Some(steps) = count { {" "}{steps_of(steps)} }</span>
        </button>
    }
}

/// What is seldom wanted: a schedule by chance, and what the run has spent.
fn run_menu(state: &State, tell: &Dispatch) -> Html {
    let spent = spent(&state.trace.counts(state.at()));
    html! {
        <>
            <button popovertarget="run-menu" aria-label="More about the run">{"···"}</button>
            <div id="run-menu" class="menu" popover="auto">
                { chance(state, tell) }
                if !spent.is_empty() { <p>{format!("So far: {}.", spent.join(", "))}</p> }
            </div>
        </>
    }
}

fn speed(now: Speed, tell: &Dispatch) -> Html {
    html! {
        <Select label="Speed" options={Speed::ALL.map(|speed| format!("{}×", speed.name).into()).to_vec()}
            chosen={Speed::ALL.iter().position(|it| *it == now).unwrap_or_default()}
            on_choose={tell.reform(|nth: usize| Message::Speed(Speed::ALL[nth]))} />
    }
}

/// The whole run at a glance, with marks where something breaks, crashes or is decided.
fn scrub(state: &State, tell: &Dispatch) -> Html {
    let (at, len, said) = (state.at(), state.len(), plain(&state.moment.said));
    let oninput = tell.reform(|event: InputEvent| {
        let value = event.target_unchecked_into::<HtmlInputElement>().value();
        Message::Seek(value.parse().unwrap_or_default())
    });
    let landmark = |class: &'static str, is_it: fn(&Step) -> bool| {
        let seen = if state.scenario.asks { at } else { len };
        let steps = state.trace.steps.iter().enumerate().take(seen).filter(|it| is_it(it.1));
        let marks: Vec<String> = steps.map(|(nth, _)| format!("M{} 0v1", nth + 1)).collect();
        let d = marks.concat();
        html! { <path {class} {d} /> }
    };
    html! {
        <div class="scrub" title="Marks: failures, crashes and decisions">
            <svg viewBox={format!("0 0 {} 1", len.max(1))} preserveAspectRatio="none" aria-hidden="true">
                <path class="done" d={format!("M0 .5H{at}")} />
                { landmark("decides", |it| Mark::of(it) == Mark::Decide) }
                { landmark("crashes", |it| Mark::of(it) == Mark::Crash) }
                { landmark("breaks", |it| !it.breaks.is_empty()) }
            </svg>
            <input type="range" min="0" max={len.to_string()}
                value={at.to_string()} aria-label="Step"
                aria-valuetext={format!("step {at} of {len}: {said}")}
                {oninput} />
        </div>
    }
}

fn chance(state: &State, tell: &Dispatch) -> Html {
    let seed = state.seed;
    let onchange = tell.reform(move |event: Event| {
        let value = event.target_unchecked_into::<HtmlInputElement>().value();
        Message::Seed(value.parse().unwrap_or(seed))
    });
    let on = state.playing == Some(Playing::Random);
    html! {
        <div class="chance" role="group" aria-label="Random schedule">
            <button aria-pressed={on.to_string()}
                aria-disabled={(!state.can_move()).then_some("true")}
                onclick={tell.reform(|_| Message::PlayAtRandom)}>
                {"Random schedule"}
            </button>
            <label>{"seed "}
                <input type="number" min="0" max={u32::MAX.to_string()}
                    value={seed.to_string()} {onchange} />
            </label>
        </div>
    }
}

/// What the run has taken up to here, without zeros.
fn spent(counts: &Counts) -> Vec<String> {
    let all = [
        (counts.messages, "message", "messages"),
        (counts.accesses, "access", "accesses"),
        (counts.entries, "entry", "entries"),
    ];
    all.into_iter().filter(|it| it.0 > 0).map(|(n, one, many)| count(n, one, many)).collect()
}
