//! One line that says what just happened, and a soft one for what can be done now. A failure takes
//! their place. Read aloud once per step.

use super::{
    Tell,
    icon::{Icon, icon},
    pieces::pieces,
};
use crate::{
    failure::{self, Failure},
    state::{Message, State},
};
use catalog::plain;
use yew::prelude::*;

/// How many steps the way out of a failure goes back.
const BACK: usize = 4;
/// Longer lines are set smaller, so that they keep their room.
const LONG: usize = 76;

/// `tell` is there where something can be pressed.
pub fn narration(state: &State, tell: Option<&Tell>) -> Html {
    let failure = failure::of(state);
    let (line, soft, length) = match &failure {
        Some(it) => broken(it, state, tell),
        None => usual(state, tell),
    };
    html! {
        <section class={classes!("narration", failure.is_some().then_some("is-broken"))}
            aria-label={state.landmark("What happens")}>
            <div class={classes!("said", (length > LONG).then_some("is-long"))} role="status"
                aria-live={if failure.is_some() { "assertive" } else { "polite" }} aria-atomic="true">
                <span class="unseen">{format!("Step {}. ", state.moment.at)}</span>
                <p class="line">{line}</p>
                <p class="soft">{soft}</p>
            </div>
        </section>
    }
}

fn usual(state: &State, tell: Option<&Tell>) -> (Html, Html, usize) {
    let said = &state.moment.said;
    (pieces(said), soft(state, tell), plain(said).chars().count())
}

/// What can be done now, or who waits.
fn soft(state: &State, tell: Option<&Tell>) -> Html {
    let State { moment, .. } = state;
    if let (Some(ahead), Some((_, stop))) = (state.to_event(), state.here())
        && !state.scenario.asks
    {
        let when = match ahead {
            1 => "In one step".into(),
            _ => format!("In {} steps", number(ahead)),
        };
        let what = match (stop.breaks.first(), stop.fails()) {
            (Some(it), _) if *it == "no deadlock" => "nobody can move".into(),
            (Some(it), _) => format!("“{it}” breaks"),
            (None, true) => "the run comes round, for ever".into(),
            (None, false) => format!("you see it: {}", lower(&stop.title)),
        };
        let own = if tell.is_some() { " Or click a process, and go your own way." } else { "" };
        return format!(
            "{when} {what}. Play runs {}.{own}",
            if ahead == 1 { "it" } else { "them" }
        )
        .into();
    }
    if !state.scenario.caption.is_empty() {
        return html! { {&*state.scenario.caption} };
    }
    if let Some(property) = &state.showing {
        return html! {
            <>
                {"A run that the checker found for “"}{property}{"”. "}{replay(tell)}
            </>
        };
    }
    if let Some((_, stop)) = state.here().filter(|(_, it)| it.event() == state.at()) {
        return html! { {if stop.words.is_empty() { &*stop.title } else { &*stop.words }} };
    }
    if !moment.waiting.is_empty() {
        return pieces(&moment.waiting);
    }
    if moment.steps().next().is_none() {
        return "Nobody can move: the run ends here.".into();
    }
    match (moment.at, tell) {
        (0, Some(_)) => "Click a process. It takes the step written beside it.".into(),
        _ => Html::default(),
    }
}

fn broken(failure: &Failure, state: &State, tell: Option<&Tell>) -> (Html, Html, usize) {
    let Failure { what, reason, length, rule } = failure;
    let back = BACK.min(state.at());
    let line = html! {
        <>{icon(Icon::Cross)}<strong>{what}</strong>{" "}{reason}</>
    };
    let met = state.met().map(|(_, stop)| format!("Challenge met: {}. ", lower(&stop.title)));
    let soft = html! {
        <>
            if let Some(met) = met { <b class="met">{met}</b> }
            <span class="length">{length}</span>
            if let Some(tell) = tell {
                if back > 0 {
                    <button class="link" onclick={
                        let to = state.at() - back;
                        tell.reform(move |_| Message::Seek(to))
                    }>
                        {format!("Back {} {}", number(back), if back == 1 { "step" } else { "steps" })}
                    </button>
                }
                if let Some((knob, value)) = rule {
                    <button class="link" title={format!("{}: {}", knob.words, value.words)} onclick={
                        let (knob, value) = (knob.name, value.name);
                        tell.reform(move |_| Message::Turn { knob, value })
                    }>
                        {"Put the rule back"}
                    </button>
                }
                if state.showing.is_some() { {replay(Some(tell))} }
            }
        </>
    };
    (line, soft, what.chars().count() + reason.chars().count())
}

fn replay(tell: Option<&Tell>) -> Html {
    html! {
        if let Some(tell) = tell {
            <button class="link" onclick={tell.reform(|_| Message::Replay)}>
                {"Play it from the start"}
            </button>
        }
    }
}

/// Small numbers are words.
fn number(it: usize) -> String {
    const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    WORDS.get(it).map_or_else(|| it.to_string(), |it| (*it).into())
}

/// Within a sentence.
fn lower(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |it| it.to_lowercase().chain(letters).collect())
}
