//! One property, and what is known about it.

use super::{icon::icon, pieces::marked};
use crate::check::{Line, Mark};
use catalog::{FAIR, HOLDS_IF_FAIR};
use yew::prelude::*;

/// `show` leads to the run that proves it; `before` is what was known with the options before; `reason` stands below.
pub fn verdict(
    line: &Line,
    show: Option<Html>,
    before: Option<Mark>,
    reason: Option<Html>,
) -> Html {
    let (shape, class) = line.mark.sign();
    let changed = match (before, line.mark) {
        (Some(Mark::Holds | Mark::HoldsSoFar), Mark::Fails) => Some("was true. "),
        (Some(Mark::Fails), Mark::Holds | Mark::HoldsSoFar) => Some("was false. "),
        (Some(Mark::NotFound), Mark::Found) => Some("was impossible. "),
        (Some(Mark::Found), Mark::NotFound) => Some("was possible. "),
        _ => None,
    };
    html! {
        <li key={line.property.clone()} class={classes!(class, changed.map(|_| "flip"))}>
            {icon(shape)}
            <div>
                if line.words.is_empty() {
                    <b class="property">{&line.property}</b>
                } else {
                    <details class="claim">
                        <summary><b class="property">{&line.property}</b></summary>
                        <p>{&line.words}</p>
                        if line.sentence == HOLDS_IF_FAIR {
                            <p>{marked(FAIR)}</p>
                        }
                    </details>
                }
                <p class="outcome">
                    <span>
                        if let Some(changed) = changed { <b>{changed}</b> }
                        {marked(&line.sentence)}
                    </span>
                    {show}
                </p>
                {reason}
            </div>
        </li>
    }
}
