//! "What happens next?", for readers who want to predict it.

use super::Dispatch;
use catalog::capital;
use session::state::{LETTERS, Message, Quiz, State};
use yew::prelude::*;

pub fn quiz(state: &State, tell: &Dispatch) -> Html {
    if !state.scenario.asks {
        return Html::default();
    }
    let quiz = state.quiz.as_ref();
    let answers = quiz.map_or(0, |quiz| quiz.answers.len());
    html! {
        <div class="quiz" role="group" aria-label="What happens next?">
            <p role="status">{said(state)}</p>
            <div>
                { for quiz.iter().flat_map(|quiz| (0..answers).map(|nth| answer(quiz, nth, tell))) }
                if !state.is_asked() {
                    <button key="next" class="primary" onclick={tell.reform(|_| Message::NextQuestion)}>
                        {if quiz.is_some() { "Ask me the next one" } else { "Ask me" }}
                    </button>
                }
            </div>
        </div>
    }
}

/// Whether the reader wants it.
pub fn quiz_switch(state: &State, tell: &Dispatch) -> Html {
    let asks = state.scenario.asks;
    html! {
        <button class="quiz-switch"
            onclick={tell.reform(move |_| Message::Ask(!asks))}>
            {if asks { "Stop asking" } else { "Ask me what happens next" }}
        </button>
    }
}

/// It stays where it is when it has been given, and so does the focus.
fn answer(quiz: &Quiz, nth: usize, tell: &Dispatch) -> Html {
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
            aria-keyshortcuts={(!is_over).then_some(LETTERS[nth])}
            onclick={tell.reform(move |_| Message::Say(nth))}>
            <kbd aria-hidden="true">{LETTERS[nth]}</kbd>
            <span>{capital(&quiz.answers[nth])}</span>
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
            Some(next) if state.scenario.run.get(next).is_some_and(|action| action.is_fault()) => {
                "A fault comes next. Nobody can predict it."
            }
            Some(_) => "The next step has nothing to predict.",
            None => "This run has no next step yet.",
        }
        .into();
    };
    if quiz.is_open() {
        return quiz.question.clone();
    }
    let score = state.score;
    format!("{} Score: {} of {}.", quiz.told(), score.right, score.of)
}
