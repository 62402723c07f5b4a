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

/// What is told at the end of the run, whose room is kept.
#[hook]
pub fn use_to_come(state: &State) -> Option<Rc<Narration>> {
    let here = state.here().map(|(at, _)| at);
    let run = (Rc::as_ptr(&state.trace), here, state.showing.is_some());
    // the run is kept, so that no other one comes to stand where this one stood
    let known =
        use_memo(run, |_| (Rc::clone(&state.trace), Narration::to_come(state).map(Rc::new)));
    known.1.clone()
}

/// `is_moving` while the picture is on its way: a failure is told when it has arrived.
/// `on_ring` takes the steps of a sentence of the reason.
pub fn narration(
    state: &State,
    is_moving: bool,
    to_come: Option<&Narration>,
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
                {told(&narration, state, Some((tell, on_ring)))}
            </div>
            if let Some(to_come) = to_come.filter(|_| !failed) {
                <div class={classes!(to_come.size(), "reserve")} aria-hidden="true">{told(to_come, state, None)}</div>
            }
        </section>
    }
}

/// What hears a press, if anything does.
type Ears<'a> = Option<(&'a Dispatch, &'a Callback<Rc<[usize]>>)>;

fn told(narration: &Narration, state: &State, ears: Ears) -> Html {
    html! {
        <>
            <p class="line">
                if let Some(Failure { what, why, .. }) = &narration.failure {
                    {icon(Icon::Cross)}<strong>{what}</strong>
                    { for why.iter().map(|part| clause(part, state, ears)) }
                } else {
                    {pieces(&narration.said)}
                }
            </p>
            <p class="soft">{soft(narration, state, ears)}</p>
        </>
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
fn clause(why: &Why, state: &State, ears: Ears) -> Html {
    let Some((_, on_ring)) = ears.filter(|_| !why.steps.is_empty()) else {
        return html! { <>{" "}{&why.text}</> };
    };
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

fn soft(narration: &Narration, state: &State, ears: Ears) -> Html {
    let words = pieces(&narration.soft);
    let button = |words: String, title: Option<String>, message: Message| match ears {
        Some((tell, _)) => html! {
            <button class="link" {title} onclick={tell.reform(move |_| message.clone())}>{words}</button>
        },
        None => html! { <span class="link">{words}</span> },
    };
    let replay = || button("Play it from the start".into(), None, Message::Replay);
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
    // room is kept for what the end of the run will say
    let back = if ears.is_some() { BACK.min(state.at()) } else { BACK };
    let steps = format!("Back {} {}", number(back), if back == 1 { "step" } else { "steps" });
    html! {
        <>
            if !narration.soft.is_empty() {
                <span class={if state.met().is_some() { "met" } else { "of-author" }}>{words}</span>{" "}
            }
            <span class="length">{length}</span>
            if back > 0 { {button(steps, None, Message::Seek(state.at().saturating_sub(back)))} }
            if let Some(rule) = rule {
                {button(rule.words(), Some(rule.option()),
                    Message::Turn { knob: rule.knob.name, value: rule.value.name })}
            }
            if narration.is_found { {replay()} }
        </>
    }
}
