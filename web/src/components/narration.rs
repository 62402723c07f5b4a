//! What just happened and why somebody waits; read aloud once per step.

use super::{
    Tell,
    icon::{Icon, icon},
    pieces::pieces,
};
use crate::{
    check::Line,
    state::{Message, State},
};
use yew::prelude::*;

/// `quiz` is what is asked about the next step.
pub fn narration(state: &State, claims: &[Line], quiz: Html, tell: &Tell) -> Html {
    let State { moment, showing, .. } = state;
    let broken = moment.broken.iter().map(|&name| {
        let claim = claims.iter().find(|it| it.property == name);
        let words = claim.map(|it| format!(" The claim: “{}”", it.words));
        html! {
            <p key={name} class="broken">
                {icon(Icon::Cross)}
                <strong>{"Broken here: "}{name}{"."}</strong>{words}
            </p>
        }
    });
    html! {
        <section class="narration" aria-label={state.landmark("What happens")}>
            if let Some(property) = showing {
                <p class="showing">
                    <span>{"A run that the checker found for "}<b>{"“"}{property}{"”"}</b></span>
                    <button onclick={tell.reform(|_| Message::Replay)}>
                        {icon(Icon::Play)}{"Play it from the start"}
                    </button>
                </p>
            }
            <div class="said" role="status" aria-live="polite" aria-atomic="true">
                <span class="unseen">{format!("Step {}. ", moment.at)}</span>
                {for broken}
                if moment.is_deadlock() {
                    <p class="broken">
                        {icon(Icon::Cross)}
                        <strong>{"Deadlock: "}</strong>
                        {"nobody can take a step, and not all are done."}
                    </p>
                }
                <p>{pieces(&moment.said)}</p>
                if !moment.waiting.is_empty() {
                    <p class="waiting">{pieces(&moment.waiting)}</p>
                }
            </div>
            {quiz}
        </section>
    }
}
