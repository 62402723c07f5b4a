//! "What happens next?", for readers who want to predict it.

use super::Tell;
use session::state::{Message, Quiz, State};
use yew::prelude::*;

pub fn quiz(state: &State, tell: &Tell) -> Html {
    if !state.scenario.asks {
        return Html::default();
    }
    let quiz = state.quiz.as_ref();
    let is_over = quiz.is_some_and(|it| !it.is_open());
    let has_more = state.ahead().is_some();
    html! {
        <div class="quiz" role="group" aria-label="What happens next?">
            <p role="status">{said(state)}</p>
            <div>
                { for quiz.iter().flat_map(|it| (0..it.answers.len()).map(|nth| answer(it, nth, tell))) }
                if quiz.is_none() && !has_more && state.at() > 0 {
                    <button key="start" onclick={tell.reform(|_| Message::Start)}>{"From the start"}</button>
                }
                if (is_over || quiz.is_none()) && has_more {
                    <button key="next" onclick={tell.reform(|_| Message::NextQuestion)}>
                        {"Next question"}
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

/// It stays where it is when it has been given, and so does the focus.
fn answer(quiz: &Quiz, nth: usize, tell: &Tell) -> Html {
    let is_over = !quiz.is_open();
    let mark = match (is_over && nth == quiz.right, quiz.said == Some(nth)) {
        (true, true) => Some("right, as you said"),
        (true, false) => Some("right"),
        (false, true) => Some("your answer"),
        (false, false) => None,
    };
    html! {
        <button key={nth} class={mark.map(|_| "is-marked")}
            aria-disabled={is_over.then_some("true")}
            aria-keyshortcuts={(!is_over).then(|| (nth + 1).to_string())}
            onclick={tell.reform(move |_| Message::Say(nth))}>
            <span>{&quiz.answers[nth]}</span>
            if !is_over {
                <kbd aria-hidden="true">{nth + 1}</kbd>
            }
            if let Some(mark) = mark {
                <small>{mark}</small>
            }
        </button>
    }
}

/// The question, or how the answer was.
fn said(state: &State) -> String {
    let Some(quiz) = &state.quiz else {
        return match state.ahead() {
            Some(_) if state.playing.is_some() => "No questions while it plays.",
            Some(next) if state.scenario.run[next].is_fault() => {
                "A fault comes next. Nobody can predict it."
            }
            Some(_) => "The next step has nothing to predict.",
            None if state.at() == 0 => "There is no run yet. Take some steps first.",
            None => "The run ends here. Go back to predict it.",
        }
        .into();
    };
    if quiz.is_open() {
        return quiz.question.clone();
    }
    let score = state.score;
    let told = if quiz.is_right() { "Right." } else { "Not so." };
    format!("{told} {} Score: {} of {}.", quiz.answers[quiz.right], score.right, score.of)
}
