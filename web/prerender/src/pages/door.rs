//! The door: a wrong lock of four lines that a newcomer breaks in four clicks and mends in one.
//! `static/door.js` draws the figure and runs it.

use maud::{Markup, html};

/// The program of each process. The script finds its lines by their places.
const LINES: [&str; 4] = ["await lock = open", "lock ← locked", "critical section", "lock ← open"];

pub fn door() -> Markup {
    html! {
        section.door aria-labelledby="door" {
            figure #door-figure {
                noscript { p { "The figure needs JavaScript. The catalogue below does not." } }
            }
            div {
                h1 #door { "Be the scheduler" }
                p.lead {
                    "Two processes, one lock, four lines. Each takes one step at a time, and you \
                     say whose. " b { "Can you get both inside?" }
                }
                ol #door-code .code {
                    @for (line, number) in LINES.iter().zip(1..) {
                        li {
                            span.pins {}
                            span.line {
                                span.number aria-hidden="true" { (number) }
                                span.words { (line) }
                            }
                        }
                    }
                }
                p.soft {
                    "Everything here works like this: click who goes next, change the rules, and \
                     have every other order tried, in this tab. Copy link, on each algorithm’s \
                     page, copies the run that you see."
                }
            }
        }
    }
}
