//! The door: a wrong lock of four lines that a newcomer breaks in four clicks and mends in one.
//! `static/door.js` draws the figure and runs it.

use yew::prelude::*;

/// The program of each process. The script finds its lines by their places.
const LINES: [&str; 4] = ["await lock = open", "lock ← locked", "critical section", "lock ← open"];

pub fn door() -> Html {
    html! {
        <section class="door" aria-labelledby="door">
            <div>
                <h1 id="door">{"Be the scheduler"}</h1>
                <p class="lead">
                    {"Two processes, one lock, four lines. Each takes one step at a time, and you \
                      say whose. "}<b>{"Can you get both inside?"}</b>
                </p>
                <ol id="door-code" class="code">
                    { for LINES.iter().zip(1..).map(|(line, number)| html! {
                        <li key={number}>
                            <span class="pins"></span>
                            <span class="line">
                                <span class="number" aria-hidden="true">{number}</span>
                                <span class="words">{*line}</span>
                            </span>
                        </li>
                    }) }
                </ol>
                <p class="soft">
                    {"Everything here works like this: click who goes next, change the rules, and \
                      have every other order tried, in this tab. The address is always the run that \
                      you see."}
                </p>
            </div>
            <figure id="door-figure">
                <noscript><p>{"The figure needs JavaScript. The catalogue below does not."}</p></noscript>
            </figure>
        </section>
    }
}
