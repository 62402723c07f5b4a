//! The reader is the scheduler: every step that is possible now is a button.

use super::{Dispatch, pieces::pin, quiz::quiz_switch};
use catalog::{Action, Choice, Enabledness};
use picture::Thing;
use session::{
    choices::{Offer, offers},
    state::{Message, State},
};
use yew::prelude::*;

/// More faults than this are folded away.
const FAULTS_MAX: usize = 4;

/// `quiz` is what is asked about the next step, `ahead` what is known of the steps after these.
/// `mark` is the thing of the picture that is pointed at, and where it is told.
pub fn scheduler(state: &State, tell: &Dispatch, quiz: Html, ahead: Html, mark: Mark<'_>) -> Html {
    let State { moment, held, .. } = state;
    let offers = offers(moment);
    let tags = picture::tags(&moment.view);
    let faults = html! {
        <div class="faults">{for offers.faults.iter().map(|choice| fault(choice, tell))}</div>
    };
    html! {
        <section class="scheduler" aria-label={state.landmark("Scheduler")}>
            <h2>{if state.scenario.asks { "What happens next?" } else { "Next steps" }}</h2>
            {quiz}
            // a question takes the place of the list
            if state.quiz.is_none() {
                <ul class="offers">
                    { for offers.steps.iter().map(|step| offer(step, &tags, held, tell, mark)) }
                </ul>
            }
            if let Some(end) = moment.end() {
                <p class="end">{end}</p>
            }
            if offers.faults.len() > FAULTS_MAX {
                <details>
                    <summary>{format!("Faults ({})", offers.faults.len())}</summary>
                    {faults}
                </details>
            } else if !offers.faults.is_empty() {
                <h3>{"Faults"}</h3>
                {faults}
            }
            {ahead}
            {quiz_switch(state, tell)}
        </section>
    }
}

type Mark<'a> = (Option<Thing>, &'a Callback<Option<Thing>>);

/// What a step is of, in the picture.
fn thing(choice: &Choice) -> Option<Thing> {
    let process = || choice.process.map(|process| Thing::Process(process.into()));
    choice.message.map(Thing::Message).or_else(process)
}

fn act(choice: &Choice, tell: &Dispatch) -> Callback<MouseEvent> {
    let (action, possible) = (choice.action, choice.possible == Enabledness::Now);
    let tell = tell.clone();
    Callback::from(move |_| {
        if possible {
            tell.emit(Message::Act(action));
        }
    })
}

fn offer(
    offer: &Offer,
    tags: &[String],
    held: &[Action],
    tell: &Dispatch,
    (marked, on_mark): Mark<'_>,
) -> Html {
    let Offer { choice, digit } = offer;
    let impossible = choice.possible != Enabledness::Now;
    let action = choice.action;
    let is_held = held.contains(&action);
    let thing = thing(choice);
    let is_marked = marked.is_some() && marked == thing;
    let over = |thing: Option<Thing>| {
        let on_mark = on_mark.clone();
        move || on_mark.emit(thing)
    };
    let (enter, leave) = (over(thing), over(None));
    let (focus, blur) = (enter.clone(), leave.clone());
    html! {
        <li key={action.to_string()}
            class={classes!(is_held.then_some("held"), is_marked.then_some("marked"))}
            onmouseenter={move |_| enter()} onmouseleave={move |_| leave()}
            onfocusin={move |_| focus()} onfocusout={move |_| blur()}>
            <button class="offer" aria-disabled={impossible.then_some("true")}
                aria-keyshortcuts={digit.map(|digit| digit.to_string())} onclick={act(choice, tell)}>
                if let Some(process) = choice.process {
                    {pin(process, tags)}
                }
                <span class="label">
                    {&choice.label}
                    if let Some(why) = &choice.why {
                        <small>{why}</small>
                    }
                </span>
                if let Some(digit) = digit {
                    <kbd aria-hidden="true">{digit}</kbd>
                }
            </button>
            if action.delivered().is_some() {
                <button class="hold" aria-pressed={is_held.to_string()}
                    aria-label={hold_back(choice)}
                    onclick={tell.reform(move |_| Message::Hold(action))}>
                    {if is_held { "held" } else { "hold" }}
                </button>
            }
        </li>
    }
}

/// As its neighbour is called, since two may receive the same.
fn hold_back(choice: &Choice) -> String {
    let to = choice.process.map(|process| format!("{process} ")).unwrap_or_default();
    format!("hold back: {to}{}", choice.label)
}

fn fault(choice: &Choice, tell: &Dispatch) -> Html {
    let impossible = choice.possible != Enabledness::Now;
    html! {
        <button key={choice.action.to_string()} aria-disabled={impossible.then_some("true")}
            onclick={act(choice, tell)}>
            {&choice.label}
            if let Some(why) = &choice.why {
                <small>{why}</small>
            }
        </button>
    }
}
