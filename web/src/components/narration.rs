//! What just happened and why somebody waits; read aloud once per step.

use super::{
    Tell,
    icon::{Drawing, Icon},
    pieces::Pieces,
};
use crate::{check::Line, state::Message};
use catalog::Moment;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct NarrationProps {
    pub moment: Rc<Moment>,
    /// All properties, for their words.
    pub claims: Rc<Vec<Line>>,
    /// The property whose run is on show.
    pub showing: Option<String>,
    pub tell: Tell,
}

#[component]
pub fn Narration(props: &NarrationProps) -> Html {
    let NarrationProps { moment, claims, showing, tell } = props;
    let broken = moment.broken.iter().map(|&name| {
        let words = claims.iter().find(|it| it.property == name).map(|it| &*it.words);
        html! {
            <p key={name} class="broken">
                <Drawing icon={Icon::Cross} />
                <strong>{"Broken here: "}{name}{"."}</strong>{" "}{words}
            </p>
        }
    });
    html! {
        <section class="narration" aria-label="What happens">
            if let Some(property) = showing {
                <p class="showing">
                    <span>{"A run that the checker found: "}<b>{property}</b></span>
                    <button onclick={tell.reform(|_| Message::Replay)}>
                        <Drawing icon={Icon::Play} />{"Play it from the start"}
                    </button>
                </p>
            }
            <div class="said" role="status" aria-live="polite" aria-atomic="true">
                <span class="unseen">{format!("Step {}. ", moment.at)}</span>
                {for broken}
                <p><Pieces pieces={moment.said.clone()} /></p>
                if !moment.waiting.is_empty() {
                    <p class="waiting"><Pieces pieces={moment.waiting.clone()} /></p>
                }
            </div>
        </section>
    }
}
