//! One property, and what is known about it.

use super::icon::{Icon, icon};
use crate::check::{Line, Mark};
use catalog::{FAIR, HOLDS_IF_FAIR};
use yew::prelude::*;

/// `show` leads to the run that proves it.
pub fn verdict(line: &Line, show: Option<Html>) -> Html {
    let (shape, class) = match line.mark {
        Mark::Open => (Icon::Circle, "open"),
        Mark::Holds => (Icon::Tick, "good"),
        Mark::HoldsSoFar => (Icon::Dots, "so-far"),
        Mark::Fails => (Icon::Cross, "bad"),
        Mark::Found => (Icon::Dot, "answer"),
        Mark::NotFound => (Icon::Dash, "answer"),
    };
    html! {
        <li key={line.property.clone()} {class}>
            {icon(shape)}
            <div>
                <p><b class="property">{&line.property}</b>{". "}{&line.words}</p>
                <p class="outcome">
                    <span>{&line.sentence}</span>
                    {show}
                </p>
                if line.sentence == HOLDS_IF_FAIR {
                    <p class="fair">{FAIR}</p>
                }
            </div>
        </li>
    }
}
