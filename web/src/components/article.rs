//! The idea, what was found, where it is from; and moments worth seeing.

use catalog::Entry;
use yew::prelude::*;

pub fn dares(entry: &Entry) -> Html {
    if entry.dares.is_empty() {
        return Html::default();
    }
    html! {
        <section class="dares" aria-label="Dares">
            <h2>{"Dare"}</h2>
            <ul>
                { for entry.dares.iter().map(|it| html! {
                    <li key={it.title}>
                        <a href={format!("#{}{}", entry.slug, it.link)}>{it.title}</a>
                        <p>{it.words}</p>
                    </li>
                }) }
            </ul>
        </section>
    }
}

pub fn about(entry: &Entry) -> Html {
    let Entry { article, paper, .. } = entry;
    html! {
        <details class="about">
            <summary>{"The idea, and its paper"}</summary>
            <p class="lead">{article.lead}</p>
            { for article.idea.iter().map(|it| html! { <p>{*it}</p> }) }
            if !article.found.is_empty() {
                <h3>{"What the checker found"}</h3>
                <ul>{ for article.found.iter().map(|it| html! { <li>{*it}</li> }) }</ul>
            }
            <p class="paper">
                {paper.authors}{", "}
                <a href={paper.url} target="_blank" rel="noopener"><cite>{paper.title}</cite></a>
                {format!(", {}.", paper.year)}
            </p>
        </details>
    }
}
