//! All algorithms, for those who have never been here.

use super::card::Card;
use crate::{
    theme::{FORGETFUL, THEMES, name},
    words::family,
};
use catalog::{Entry, Report};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct GalleryProps {
    /// Of each algorithm's card, in the order of the catalog.
    pub reports: Vec<Rc<Report>>,
}

/// It is rendered before anybody comes: what answers here are `static/start.js` and
/// `static/gallery.js`.
#[component]
pub fn Gallery(props: &GalleryProps) -> Html {
    html! {
        <div class="gallery">
            <header class="top">
                <span class="brand">{"interleave"}</span>
                <span class="grow"></span>
                <select id="colours" aria-label="Colours">
                    { for THEMES.map(|(theme, words)| html! {
                        <option value={name(theme)}>{words}</option>
                    }) }
                </select>
            </header>
            <p id="forgetful" class="notices" role="status" hidden={true}>{FORGETFUL}</p>
            <main>
                <h1>{"Be the scheduler"}</h1>
                <p class="lead">
                    {"Concurrent algorithms that run in this page, one step at a time. You decide \
                      who moves next; the page shows what happens, and can try every other order \
                      as well."}
                </p>
                <ol class="how">
                    <li><b>{"Step."}</b>{" Every step that is possible is a button."}</li>
                    <li><b>{"Break."}</b>{" Take a line away, lose a message, crash a process."}</li>
                    <li><b>{"Check."}</b>{" See every interleaving searched, and the shortest that fails."}</li>
                    <li><b>{"Send."}</b>{" The link is the run, to this very moment."}</li>
                </ol>
                <p class="beside">
                    <a href="compare.html">{"Side by side"}</a>
                    {": two or three under one schedule, and what an entry costs in each."}
                </p>
                <search id="search" hidden={true}>
                    <label for="wanted">{"Find"}</label>
                    <input id="wanted" type="search" autocomplete="off" spellcheck="false"
                        placeholder="bakery, Lamport, deadlock" />
                    <p id="found" role="status"></p>
                </search>
                <div class="families">
                { for families(&props.reports).into_iter().map(|cards| html! {
                    <section key={family(cards[0].0.family)}>
                        <h2>{family(cards[0].0.family)}</h2>
                        <div class="cards">
                            { for cards.into_iter().map(|(entry, report)| html! {
                                <Card key={entry.slug} {entry} {report} />
                            }) }
                        </div>
                    </section>
                }) }
                </div>
            </main>
            <footer>
                <p>
                    {"Every moment has a link: “Copy link” takes it along, “Embed” puts it into \
                      an article, where it can be stepped on. Nothing is sent anywhere: the \
                      algorithms and the checker run in this tab."}
                </p>
                <p>
                    {"The listing that you see is the program that runs. Verdicts and numbers come \
                      from the checker, each for the setting that it names."}
                </p>
            </footer>
        </div>
    }
}

/// Algorithms by family, in the order of the catalog.
fn families(reports: &[Rc<Report>]) -> Vec<Vec<(&'static Entry, Rc<Report>)>> {
    let mut families: Vec<Vec<(&'static Entry, Rc<Report>)>> = Vec::new();
    for (entry, report) in catalog::entries().iter().zip(reports) {
        let card = (entry, Rc::clone(report));
        match families.iter_mut().find(|it| it[0].0.family == entry.family) {
            Some(family) => family.push(card),
            None => families.push(vec![card]),
        }
    }
    families
}
