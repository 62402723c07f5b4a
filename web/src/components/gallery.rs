//! All algorithms, for those who have never been here.

use super::{card::entry_card, door::door};
use crate::{
    theme::{FORGETFUL, THEMES, name},
    words::QUESTIONS,
};
use catalog::{Entry, TOUR, entries, entry};
use yew::prelude::*;

/// It is rendered before anybody comes: what answers here are `static/door.js`, `static/start.js` and
/// `static/gallery.js`.
#[component]
pub fn Gallery() -> Html {
    html! {
        <div class="gallery">
            <header class="top">
                <span class="brand">{"interleave"}</span>
                <span class="grow"></span>
                <search id="search" hidden={true}>
                    <p id="found" role="status"></p>
                    <label for="wanted">{"Find"}</label>
                    <input id="wanted" type="search" autocomplete="off" spellcheck="false"
                        placeholder="Lamport, deadlock" />
                </search>
                <a class="compare-link" href="new.html">{"Write your own"}</a>
                <a class="compare-link" href="compare.html">{"Side by side"}</a>
                <select id="colours" aria-label="Colours">
                    { for THEMES.map(|(theme, words)| html! {
                        <option value={name(theme)}>{words}</option>
                    }) }
                </select>
            </header>
            <p id="forgetful" class="notices" role="status" hidden={true}>{FORGETFUL}</p>
            <main>
                {door()}
                <ol class="stops">
                    <li>
                        <a href="#door-figure" id="stop-here">
                            <i>{"1"}</i>
                            <span><b>{"This lock"}</b>{"Four lines, and wrong. You saw it, or you will."}</span>
                        </a>
                    </li>
                    { for TOUR.iter().zip(2..).filter_map(|((slug, words), number)| {
                        let entry = entry(slug)?;
                        Some(html! {
                            <li key={*slug}>
                                <a href={format!("{slug}.html")}>
                                    <i>{number}</i>
                                    <span><b>{entry.name}</b>{*words}</span>
                                </a>
                            </li>
                        })
                    }) }
                    <li>
                        <a href="new.html">
                            <i>{TOUR.len() + 2}</i>
                            <span><b>{"Your own"}</b>{"Change a lock line by line, and see what breaks as you type."}</span>
                        </a>
                    </li>
                </ol>
                <div class="questions">
                    { for QUESTIONS.iter().map(|(question, about, families)| {
                        let is_in = |it: &&Entry| families.contains(&it.family);
                        let cards: Vec<_> = entries().iter().filter(is_in).collect();
                        html! {
                            <section key={*question}>
                                <h2>{*question}</h2>
                                <p>{format!("{about} · {}", cards.len())}</p>
                                {for cards.into_iter().map(entry_card)}
                            </section>
                        }
                    }) }
                </div>
            </main>
            <footer>
                <p>
                    <a href="compare.html">{"Side by side"}</a>
                    {": two or three algorithms under one schedule, and what an entry costs in each."}
                </p>
                <p>
                    {"Every moment has a link. Copy it, or embed the moment into an article, where \
                      readers can step through it. The algorithms and the checker run in this tab, \
                      and nothing is sent anywhere."}
                </p>
                <p>
                    {"The listing on a page is the program that runs. Verdicts and numbers come from \
                      the checker, each for the options that it names."}
                </p>
            </footer>
        </div>
    }
}
