//! One property, and what is known about it.

use super::{
    Tell,
    icon::{Icon, icon},
};
use crate::{
    check::{Line, Mark},
    state::Message,
};
use yew::prelude::*;

pub fn verdict(line: &Line, tell: &Tell) -> Html {
    let (shape, class) = match line.mark {
        Mark::Open => (Icon::Circle, "open"),
        Mark::Holds => (Icon::Tick, "good"),
        Mark::HoldsSoFar => (Icon::Tick, "so-far"),
        Mark::Fails => (Icon::Cross, "bad"),
        Mark::Found => (Icon::Question, "answer"),
        Mark::NotFound => (Icon::Dash, "answer"),
    };
    let show = line.run().map(|run| {
        let (loops_from, property) = (line.loops_from, line.property.clone());
        tell.reform(move |_| Message::Show {
            run: run.clone(),
            loops_from,
            property: property.clone(),
        })
    });
    html! {
        <li key={line.property.clone()} {class}>
            {icon(shape)}
            <div>
                <p><b class="property">{&line.property}</b>{". "}{&line.words}</p>
                <p class="outcome">
                    <span>{&line.sentence}</span>
                    if let Some(onclick) = show {
                        <button class="link" {onclick}
                            aria-label={format!("Show me: {}", line.property)}>
                            {"show me"}
                        </button>
                    }
                </p>
            </div>
        </li>
    }
}
