//! What each line of the text is for: beside it stands what breaks without it, and behind a press the run that
//! shows it.

use super::inquiries::{Asked, Known};
use super::text::{is_told_elsewhere, split};
use catalog::Scenario;
use session::lines::{LineFound, LineSign, LinesFound, OtherChange};
use std::collections::BTreeSet;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct LinesProps {
    /// The scenario without its run.
    pub setting: Scenario,
    pub asked: Asked<LinesFound>,
    /// A run was chosen.
    pub on_show: Callback<()>,
}

#[component]
pub fn LinesView(LinesProps { setting, asked, on_show }: &LinesProps) -> Html {
    let draw = use_force_update();
    let draw = use_callback((), move |(), ()| draw.force_update());
    use_effect_with((setting.clone(), asked.clone()), {
        let draw = draw.clone();
        move |(setting, asked)| {
            let asked = asked.clone();
            asked.visit(setting, &draw);
            draw.emit(());
            move || asked.leave()
        }
    });
    let does = |what: fn(&Asked<LinesFound>)| {
        let (asked, draw) = (asked.clone(), draw.clone());
        Callback::from(move |_: MouseEvent| {
            what(&asked);
            draw.emit(());
        })
    };
    let known = asked.known();
    let button = match &known {
        Known { pace: Some(_), .. } => {
            html! { <button onclick={does(Asked::stop)}>{"Stop"}</button> }
        }
        Known { found: Some(found), .. } if found.is_whole => Html::default(),
        _ => html! { <button class="primary" onclick={does(Asked::ask)}>{"Search again"}</button> },
    };
    let found = known.found.as_ref();
    html! {
        <div class="lines-for">
            <h2 class="unseen">{"What each line is for"}</h2>
            <p class="face-title" role="status">{title(&known)}</p>
            <div class="face-note"><p>{note(&known)}{published(setting, found)}</p>{button}</div>
            { for found.map(legend) }
            { listing(setting, found, on_show) }
        </div>
    }
}

fn title(known: &Known<LinesFound>) -> String {
    match known {
        Known { problem: Some(why), .. } => why.clone(),
        Known { found: Some(found), .. } => found.title(),
        Known { pace: Some(_), .. } => "Searching the text as it is.".into(),
        _ => "Nothing is known yet.".into(),
    }
}

fn note(known: &Known<LinesFound>) -> String {
    match known {
        Known { found: Some(found), pace: None, .. } => found.note(),
        Known { pace: Some(pace), .. } if pace.states > 0 => {
            format!("{} states of this search.", catalog::grouped(pace.states))
        }
        _ => String::new(),
    }
}

/// Where something fails already, the setting in which an author has published the text may say more.
fn published(setting: &Scenario, found: Option<&LinesFound>) -> Html {
    let fails = found.is_some_and(|found| found.is_whole && !found.failing.is_empty());
    if !fails || setting.turned().is_empty() {
        return Html::default();
    }
    let mut published = setting.clone();
    for (option, _) in setting.setting.iter() {
        published.setting.set(option.name, option.values[0].name);
    }
    html! { <>{" "}<a href={format!("#{published}")}>{"Ask with the published options"}</a></> }
}

fn legend(found: &LinesFound) -> Html {
    html! {
        <ul class="lines-legend">
            { for found.legend().into_iter().map(|(it, words)| html! {
                <li key={it.class()}>{sign(it)}{words}</li>
            }) }
        </ul>
    }
}

fn sign(sign: LineSign) -> Html {
    html! { <span class={classes!("sign", sign.class())} aria-hidden="true">{sign.letter()}</span> }
}

/// The whole text but for what says nothing here, each line with what is known of it.
fn listing(setting: &Scenario, found: Option<&LinesFound>, on_show: &Callback<()>) -> Html {
    let source = setting.source();
    let parts = setting.conditions();
    let runs: BTreeSet<usize> = parts.iter().filter(|part| *part.1).map(|part| *part.0).collect();
    let mut coloured = split(source, &runs).into_iter();
    let line = |(at, text): (usize, &str)| {
        let number = at + 1;
        let words = coloured.next().unwrap_or_default();
        if is_told_elsewhere(text) || parts.get(&number) == Some(&false) || is_claim(text) {
            return None;
        }
        let of = found.and_then(|found| found.lines.iter().find(|line| line.number == number));
        Some(html! { <li key={number}>{row(number, &words, of, on_show)}</li> })
    };
    html! { <ol class="lines-code">{ for source.lines().enumerate().filter_map(line) }</ol> }
}

/// What is claimed stands with the verdicts.
fn is_claim(text: &str) -> bool {
    text.starts_with("expect ") || catalog::listing::property_of(text).is_some()
}

fn row(number: usize, words: &[Html], of: Option<&LineFound>, on_show: &Callback<()>) -> Html {
    let code = html! {
        <>
            <span class="number" aria-hidden="true">{number}</span>
            <code>{for words.iter().cloned()}</code>
        </>
    };
    let Some(of) = of else {
        return html! { <div class="row">{sign(LineSign::Open)}{code}</div> };
    };
    html! {
        <details class={of.sign.class()}>
            <summary class="row">{sign(of.sign)}{code}<span class="says">{with_code(&of.sentence)}</span></summary>
            <div class="more">
                { for of.why.iter().map(|why| html! { <p>{why}</p> }) }
                { for of.advice.iter().map(|advice| html! { <p>{advice}</p> }) }
                <p class="buttons">
                    { for of.run.iter().map(|run| link(run, "Play this run", on_show)) }
                    { for of.without.iter().map(|text| link(text, "The text without it", on_show)) }
                </p>
                if !of.others.is_empty() {
                    <ul>{ for of.others.iter().map(|change| other(change, on_show)) }</ul>
                }
            </div>
        </details>
    }
}

fn link(link: &str, words: &'static str, on_show: &Callback<()>) -> Html {
    html! { <a class="button" href={format!("#{link}")} onclick={on_show.reform(|_| ())}>{words}</a> }
}

/// What stands between backticks is code.
fn with_code(sentence: &str) -> Html {
    let part = |(nth, part): (usize, &str)| match nth % 2 {
        0 => html! { {part} },
        _ => html! { <code>{part}</code> },
    };
    html! { { for sentence.split('`').enumerate().map(part) } }
}

fn other(change: &OtherChange, on_show: &Callback<()>) -> Html {
    let words = with_code(&change.sentence);
    html! {
        <li>
            {sign(change.sign)}
            if let Some(run) = &change.run {
                <a href={format!("#{run}")} onclick={on_show.reform(|_| ())}>{words}</a>
            } else {
                <span>{words}</span>
            }
        </li>
    }
}
