//! An algorithm's article: what it is, what was found, where it is from, and its key moments.
//! It stands under the playground, and is there without one.

use crate::words::family;
use catalog::{About, Dare, Entry, Paper, Scenario, entries};
use yew::prelude::*;

pub fn about(entry: &'static Entry) -> Html {
    let Entry { paper, dares, .. } = entry;
    let About { article, told, also } = entry.about();
    html! {
        <section id="about" class="about" aria-labelledby="about-name">
            <h2 id="about-name">{"About "}{entry.name}</h2>
            <div class="columns">
                <div class="text">
                    <p class="lead">{article.lead}</p>
                    { for article.idea.iter().map(|it| html! { <p>{*it}</p> }) }
                    <h3>{"What the checker found"}</h3>
                    <ul class="found">{ for article.found.iter().map(|it| html! { <li>{*it}</li> }) }</ul>
                    {zones(entry)}
                    <h3>{"Where it is from"}</h3>
                    <p class="paper">{cited(paper)}</p>
                    if !told.is_empty() {
                        <p class="paper">{"Told again by "}{told}{"."}</p>
                    }
                    { for also.iter().map(|(what, paper)| html! {
                        <p class="paper">{*what}{": "}{cited(paper)}</p>
                    }) }
                </div>
                <div class="ways">
                    if !dares.is_empty() { <h3>{"Key moments"}</h3> }
                    <ul class="dares">
                        { for dares.iter().map(|it| html! {
                            <li>
                                <a href={format!("#{}{}", entry.slug, it.link)}>{it.title}</a>
                                <p>{it.words}{" "}{try_it(entry, it)}</p>
                            </li>
                        }) }
                    </ul>
                    {others(entry)}
                </div>
            </div>
        </section>
    }
}

/// The words under processes, explained.
fn zones(entry: &Entry) -> Html {
    let zones = entry.zones(&Scenario::new(entry).setting);
    if zones.len() < 2 {
        return Html::default();
    }
    html! {
        <>
            <h3>{"Where a process can be"}</h3>
            <dl class="zones">
                { for zones.iter().map(|it| html! {
                    <div><dt>{it.name()}</dt><dd>{it.meaning()}</dd></div>
                }) }
            </dl>
        </>
    }
}

fn cited(paper: &Paper) -> Html {
    html! {
        <>
            {paper.authors}{", "}
            <a href={paper.url} target="_blank" rel="noopener"><cite>{paper.title}</cite></a>
            {format!(", {}.", paper.year)}
        </>
    }
}

/// Its setting, where nothing has been done yet.
fn try_it(entry: &Entry, dare: &Dare) -> Html {
    let parsed = Scenario::parse(&format!("{}{}", entry.slug, dare.link));
    let Ok(start) = parsed.map(|it| it.scenario.with_run(Vec::new())) else {
        return Html::default();
    };
    html! {
        <a href={format!("#{start}")} aria-label={format!("Try it yourself: {}", dare.title)}>
            {"Try it yourself"}
        </a>
    }
}

/// The rest of the family.
fn others(entry: &Entry) -> Html {
    let is_other = |it: &&Entry| it.family == entry.family && it.slug != entry.slug;
    let mut others = entries().iter().filter(is_other).peekable();
    if others.peek().is_none() {
        return Html::default();
    }
    html! {
        <nav aria-label="Others like it">
            <h3>{family(entry.family)}</h3>
            <ul>
                { for others.map(|it| html! {
                    <li><a href={format!("{}.html", it.slug)}>{it.name}</a></li>
                }) }
            </ul>
        </nav>
    }
}
