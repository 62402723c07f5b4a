//! One line that says what just happened, and a soft one for what can be done now. A failure takes
//! their place. Read aloud once per step.

use super::{
    Dispatch,
    icon::{Icon, icon},
    pieces::pieces,
};
use catalog::capital;
use session::{
    failure::{Failure, Why},
    narration::{Narration, number},
    state::{Message, State},
};
use std::rc::Rc;
use yew::prelude::*;

/// How many steps the way out of a failure goes back.
const BACK: usize = 4;

/// `is_moving` while the picture is on its way: a failure is told when it has arrived.
/// `on_ring` takes the steps of a sentence of the reason.
pub fn narration(
    state: &State,
    is_moving: bool,
    tell: &Dispatch,
    on_ring: &Callback<Rc<[usize]>>,
) -> Html {
    let narration = match is_moving {
        true => Narration::on_the_way(state),
        false => Narration::of(state, true),
    };
    let failed = narration.failure.is_some();
    let (what, taken, _) = state.trace.count(state.moment.at);
    html! {
        <section class={classes!("narration", failed.then_some("is-broken"))}
            aria-label={state.landmark("What happens")}>
            <div class={classes!(narration.size())} tabindex={narration.is_longest().then_some("0")} role="status"
                aria-live={if failed { "assertive" } else { "polite" }} aria-atomic="true">
                <span class="unseen">{format!("{} {taken}. ", capital(what))}</span>
                <p class="line">
                    if let Some(Failure { what, why, .. }) = &narration.failure {
                        {icon(Icon::Cross)}<strong>{what}</strong>
                        { for why.iter().map(|it| clause(it, state, on_ring)) }
                    } else {
                        {pieces(&narration.said)}
                    }
                </p>
                <p class="soft">{soft(&narration, state, tell)}</p>
            </div>
        </section>
    }
}

/// The same in a document whose playground does not come, where nothing can be pressed.
pub fn unpressed(state: &State) -> Html {
    let narration = Narration::of(state, false);
    let line = match &narration.failure {
        Some(Failure { what, why, .. }) => html! {
            <>{icon(Icon::Cross)}<strong>{what}</strong>{ for why.iter().map(|it| format!(" {}", it.text)) }</>
        },
        None => pieces(&narration.said),
    };
    html! {
        <div class="narration unpressed"><div class={classes!(narration.size())}><p class="line">{line}</p></div></div>
    }
}

/// A sentence of the reason; a press rings the steps that it speaks of.
fn clause(why: &Why, state: &State, on_ring: &Callback<Rc<[usize]>>) -> Html {
    if why.steps.is_empty() {
        return html! { <>{" "}{&why.text}</> };
    }
    let steps = Rc::clone(&why.steps);
    let pressed = (state.ringed == why.steps).to_string();
    let press = on_ring.reform(move |()| Rc::clone(&steps));
    let onclick = press.reform(|_| ());
    // no button: a sentence goes on where its line ends
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if matches!(&*event.key(), "Enter" | " ") {
            event.prevent_default();
            press.emit(());
        }
    });
    html! {
        <>
            {" "}
            <span class="clause" role="button" tabindex="0" aria-pressed={pressed} {onkeydown} {onclick}>
                {&why.text}
            </span>
        </>
    }
}

fn soft(narration: &Narration, state: &State, tell: &Dispatch) -> Html {
    let words = pieces(&narration.soft);
    let replay = || {
        html! {
            <button class="link" onclick={tell.reform(|_| Message::Replay)}>
                {"Play it from the start"}
            </button>
        }
    };
    let Some(Failure { length, rule, .. }) = &narration.failure else {
        return html! {
            <>
                {words}
                if let Some((title, link)) = &narration.left {
                    <a href={link.clone()}>{format!("Back to “{title}”")}</a>
                }
                if narration.is_found { {replay()} }
            </>
        };
    };
    let back = BACK.min(state.at());
    html! {
        <>
            if !narration.soft.is_empty() { <b class="met">{words}</b> }
            <span class="length">{length}</span>
            if back > 0 {
                <button class="link" onclick={
                    let to = state.at() - back;
                    tell.reform(move |_| Message::Seek(to))
                }>
                    {format!("Back {} {}", number(back), if back == 1 { "step" } else { "steps" })}
                </button>
            }
            if let Some(rule) = rule {
                <button class="link put-back" title={rule.option()} onclick={
                    let (knob, value) = (rule.knob.name, rule.value.name);
                    tell.reform(move |_| Message::Turn { knob, value })
                }>
                    {rule.words()}
                </button>
            }
            if narration.is_found { {replay()} }
        </>
    }
}
