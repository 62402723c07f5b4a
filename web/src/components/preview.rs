//! What an algorithm's page shows until its playground is there, and without script for good: the
//! card's moment, the program, and the verdicts on its setting.

use super::{
    card::{card, picture},
    chips::chips,
    header::name,
    listing::{heading, listing},
    narration::narration,
    stage::summary::summary,
    verdict::verdict,
};
use crate::{
    check::{Found, Line},
    state::State,
};
use catalog::{Entry, Report};
use yew::prelude::*;

pub fn preview(entry: &'static Entry, report: &Report) -> Html {
    let scenario = card(entry);
    let state = State::open(&scenario.clone().into());
    let found = Found::of(report, 0);
    let checked = scenario.with_run(Vec::new());
    let proof = |line: &Line| {
        let (link, label) = (line.link(&checked)?, format!("Show me: {}", line.property));
        Some(html! { <a href={format!("#{link}")} aria-label={label}>{"show me"}</a> })
    };
    html! {
        <div class="preview page">
            <header>
                <div class="top">
                    <a class="brand" href="./" aria-label="Interleave: all algorithms">
                        <span>{"interleave"}</span>
                    </a>
                    {name(entry)}
                </div>
            </header>
            <main>
                {narration(&state, None)}
                <section class="scene" aria-label="Picture">
                    <div class="picture" role="img" aria-label={summary(&state.moment)}>
                        {picture(entry, &scenario)}
                    </div>
                </section>
                <section class="program" aria-label="Program">
                    {heading(&state.moment)}
                    {listing(&scenario, &state.trace, &state.moment, None)}
                </section>
                <div class="ever"><section class="verdicts" aria-label="In every interleaving">
                    <h2>{"In every interleaving"}</h2>
                    <div class="checking">{chips(entry, report)}</div>
                    <ul>
                        { for found.lines.iter().map(|line| verdict(line, proof(line), None)) }
                    </ul>
                </section></div>
            </main>
        </div>
    }
}
