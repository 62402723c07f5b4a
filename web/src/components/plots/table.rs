//! The same in numbers, and as links to what was seen.

use catalog::{Plot, Point, Series};
use yew::prelude::*;

pub fn table(plot: &Plot) -> Html {
    let points = || plot.series.iter().flat_map(|it| &it.points);
    if points().next().is_none() {
        return Html::default();
    }
    let has_spread = plot.series.iter().flat_map(|it| &it.points).any(|it| it.spread.is_some());
    let columns = if has_spread { &["mean", "nine in ten", "worst"][..] } else { &[] };
    html! {
        <table class="plot-table">
            <caption>{&plot.y}</caption>
            <thead>
                <tr>
                    <th scope="col">{&plot.x}</th>
                    if columns.is_empty() {
                        <th scope="col">{&plot.y}</th>
                    }
                    { for columns.iter().map(|it| html! { <th scope="col">{*it}</th> }) }
                </tr>
            </thead>
            { for plot.series.iter().map(|it| body(it, has_spread)) }
        </table>
    }
}

fn body(it: &Series, has_spread: bool) -> Html {
    html! {
        <tbody key={it.name}>
            if !it.name.is_empty() {
                <tr><th class="plot-group" scope="rowgroup" colspan="4">{it.name}</th></tr>
            }
            { for it.points.iter().map(|it| row(it, has_spread)) }
        </tbody>
    }
}

fn row(it: &Point, has_spread: bool) -> Html {
    let link = |text: String| match &it.run {
        Some(run) => html! { <a href={format!("#{run}")}>{text}</a> },
        None => html! { {text} },
    };
    let cells = match (it.y, it.spread) {
        (Some(mean), Some(spread)) => vec![
            html! { {mean.to_string()} },
            html! { {format!("≤ {}", spread.ninety)} },
            link(spread.most.to_string()),
        ],
        (Some(y), None) => vec![link(y.to_string())],
        (None, _) => vec![html! { {"none"} }; if has_spread { 3 } else { 1 }],
    };
    html! {
        <tr key={it.x.clone()}>
            <th scope="row">{&it.x}</th>
            { for cells.into_iter().map(|it| html! { <td>{it}</td> }) }
        </tr>
    }
}
