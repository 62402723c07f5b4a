//! "What happens next?", asked before each step of the run, for readers who want to be asked.

use super::{Tell, pieces::pin};
use crate::state::{Message, Quiz, State};
use catalog::{Action, Choice};
use yew::prelude::*;

pub fn quiz(state: &State, tell: &Tell) -> Html {
    if !state.scenario.asks {
        return Html::default();
    }
    let quiz = state.quiz.as_ref();
    let is_over = quiz.is_some_and(|it| !it.is_open());
    html! {
        <div class="quiz" role="group" aria-label="What happens next?">
            <p role="status">{said(state)}</p>
            <div>
                { for quiz.iter().flat_map(|it| it.options.iter().enumerate().map(|(nth, choice)| {
                    option(it, choice, nth + 1, tell)
                })) }
                if quiz.is_none() && state.ahead().is_none() && state.at() > 0 {
                    <button key="start" onclick={tell.reform(|_| Message::Start)}>{"From the start"}</button>
                }
                if is_over && state.ahead().is_some() {
                    <button key="next" onclick={tell.reform(|_| Message::Forward)}>
                        {"Next question"}
                    </button>
                }
                if is_over && quiz.is_some_and(|it| !it.is_right()) {
                    <button key="mine" onclick={tell.reform(|_| Message::Insist)}>
                        {"Go my way instead"}
                    </button>
                }
            </div>
        </div>
    }
}

/// Whether the reader wants it.
pub fn quiz_switch(state: &State, tell: &Tell) -> Html {
    let asks = state.scenario.asks;
    html! {
        <button class="quiz-switch" aria-pressed={asks.to_string()}
            onclick={tell.reform(move |_| Message::Ask(!asks))}>
            {"Ask me what happens next"}
        </button>
    }
}

/// It stays where it is when it has been answered, and so does the focus.
fn option(quiz: &Quiz, choice: &Choice, digit: usize, tell: &Tell) -> Html {
    let action = choice.action;
    let is_over = !quiz.is_open();
    let mark = match (is_over && action == quiz.did, quiz.said == Some(action)) {
        (true, true) => Some("you and the run"),
        (true, false) => Some("the run"),
        (false, true) => Some("you"),
        (false, false) => None,
    };
    html! {
        <button key={action.to_string()} class={mark.map(|_| "is-marked")}
            aria-disabled={is_over.then_some("true")}
            aria-keyshortcuts={(!is_over).then(|| digit.to_string())}
            onclick={tell.reform(move |_| Message::Say(action))}>
            {for choice.process.map(pin)}
            <span>{&choice.label}</span>
            if !is_over {
                <kbd aria-hidden="true">{digit}</kbd>
            }
            if let Some(mark) = mark {
                <small>{mark}</small>
            }
        </button>
    }
}

/// The question, or what came of it.
fn said(state: &State) -> String {
    let Some(quiz) = &state.quiz else {
        return match state.ahead() {
            Some(_) if state.playing.is_some() => "While it plays nothing is asked.",
            Some(next) if state.scenario.run[next].is_fault() => {
                "What comes next is a fault, which nobody can foresee."
            }
            Some(_) => "Faults aside, only one thing can happen next.",
            None if state.at() == 0 => "There is no run yet to ask about: take some steps first.",
            None => "This is where the run is now. Go back to be asked what happened next.",
        }
        .into();
    };
    let words = |action: Option<Action>| {
        let it = quiz.options.iter().find(|it| Some(it.action) == action);
        it.map_or_else(String::new, words)
    };
    if quiz.is_open() {
        let (count, all) = (quiz.options.len(), quiz.all);
        let of = if count < all { format!(", of {all} that can") } else { String::new() };
        return format!(
            "What happens next in this run? One of these {count}{of}. A step forward shows it unasked."
        );
    }
    let (did, score) = (words(Some(quiz.did)), state.score);
    let told = match quiz.is_right() {
        true => format!("As you said: {did}."),
        false => format!("This run goes on with {did}. {} was possible, too.", words(quiz.said)),
    };
    format!("{told} Foreseen so far: {} of {}.", score.right, score.of)
}

/// "“read number[0]” by process 1"
fn words(choice: &Choice) -> String {
    let by = choice.who.as_ref().map_or_else(String::new, |it| format!(" by {it}"));
    format!("“{}”{by}", choice.label)
}
