//! The table of a sweep: a row for each setting, a column for each property that is not the same
//! everywhere. Where it is narrow each setting is a card.

use super::super::icon::icon;
use catalog::Scenario;
use session::check::{Line, Mark};
use session::variants::{Finding, Row, SettingVerdict, Sweep, SweepState, Variants};
use yew::prelude::*;

pub fn table(
    sweep: &Sweep,
    finding: Option<&Finding>,
    now: &Scenario,
    on_show: &Callback<()>,
    (is_all, on_all): (bool, &Callback<()>),
) -> Html {
    let Sweep { variants, at } = sweep;
    let table = variants.table(finding, None);
    let shown = Shown { variants, now, on_show, columns: &table.columns };
    let is_short = |row: &&Row| row.is_smallest || variants.rows[row.variant].changes.len() < 2;
    let few: Vec<&Row> = table.rows.iter().filter(|row| is_all || is_short(row)).collect();
    let is_searched = |row: &Row| matches!(at, SweepState::Row(at, _) if *at == row.variant);
    let same: Vec<String> =
        table.same.iter().map(|(name, short)| format!("{name}: {short}")).collect();
    html! {
        <>
            <table class="variants-table">
                <thead>
                    <tr>
                        <th scope="col">{"Changed"}</th>
                        { for table.columns.iter().map(|it| html! { <th scope="col">{it}</th> }) }
                    </tr>
                </thead>
                <tbody>{ for few.iter().map(|it| shown.row(it, is_searched(it))) }</tbody>
            </table>
            if few.len() < table.rows.len() {
                <button class="link" onclick={on_all.reform(|_| ())}>
                    {format!("Show all {} settings", catalog::grouped(table.rows.len()))}
                </button>
            }
            if !same.is_empty() {
                <p class="variants-note">{format!("The same in every setting: {}.", same.join("; "))}</p>
            }
        </>
    }
}

struct Shown<'a> {
    variants: &'a Variants,
    now: &'a Scenario,
    on_show: &'a Callback<()>,
    columns: &'a [String],
}

impl Shown<'_> {
    fn row(&self, row: &Row, is_searched: bool) -> Html {
        let variant = &self.variants.rows[row.variant];
        let class = classes!(
            row.is_smallest.then_some("smallest"),
            (row.judged == SettingVerdict::Fails).then_some("breaks"),
            (row.judged == SettingVerdict::Open && !is_searched).then_some("open")
        );
        let current = (variant.scenario == *self.now).then_some("true");
        html! {
            <tr key={row.variant} {class} aria-current={current}>
                <th scope="row">{self.changes(row)}</th>
                if let Some(why) = &row.problem {
                    <td colspan={self.columns.len().max(1).to_string()}>{why}</td>
                } else {
                    { for (0..self.columns.len()).map(|at| self.cell(row, at, is_searched)) }
                }
            </tr>
        }
    }

    /// What is changed, in words, as a link to the setting.
    fn changes(&self, row: &Row) -> Html {
        let variant = &self.variants.rows[row.variant];
        let words = |&at: &usize| {
            let change = self.variants.changes[at];
            html! { <span key={at}>{change.option.words}{" "}<b>{change.value.words}</b></span> }
        };
        html! {
            <>
                <a href={format!("#{}", variant.scenario)} onclick={self.on_show.reform(|_| ())}>
                    if variant.changes.is_empty() { <b>{"nothing"}</b> }
                    { for variant.changes.iter().map(words) }
                </a>
                if row.is_smallest { <small>{"smallest"}</small> }
            </>
        }
    }

    fn cell(&self, row: &Row, at: usize, is_searched: bool) -> Html {
        let Some((mark, short)) = &row.cells[at] else {
            let sign = if is_searched { "…" } else { "" };
            return html! { <td key={at} data-of={self.columns[at].clone()}>{sign}</td> };
        };
        let (shape, class) = mark.sign();
        let variant = &self.variants.rows[row.variant];
        let lines = variant.outcome.iter().flat_map(|summary| &summary.lines);
        let link = |line: &Line| line.link(&variant.scenario);
        let href = lines.clone().find(|line| line.property == self.columns[at]).and_then(link);
        let words = html! { <>{icon(shape)}<span>{said(*mark, short)}</span></> };
        html! {
            <td key={at} {class} data-of={self.columns[at].clone()}>
                if let Some(link) = href {
                    <a class="cell" href={format!("#{link}")} onclick={self.on_show.reform(|_| ())}>{words}</a>
                } else {
                    <span class="cell">{words}</span>
                }
            </td>
        }
    }
}

/// For eyes the sign says that it fails.
fn said(mark: Mark, short: &str) -> Html {
    match mark {
        Mark::Fails => html! { <><span class="unseen">{"fails: "}</span>{short}</> },
        _ => short.into(),
    }
}
