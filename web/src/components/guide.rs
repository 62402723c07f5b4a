//! The algorithm's first dares as a path: one moment after the other, each with a sentence. Nobody has to
//! follow it; which moments were seen stays on the reader's device.

use super::icon::{Icon, icon};
use crate::storage;
use catalog::{Dare, Entry, Scenario};
use yew::prelude::*;

/// The path has no more moments; the others stand below the playground with these.
const PATH_MAX: usize = 6;

#[derive(Properties, PartialEq)]
pub struct GuideProps {
    pub scenario: Scenario,
    /// Something has failed at the moment that is shown.
    pub fails: bool,
}

#[component]
pub fn Guide(props: &GuideProps) -> Html {
    let GuideProps { scenario, fails } = props;
    let entry = scenario.entry();
    let stops = use_memo(entry.slug, |_| stops(entry));
    let seen = use_state_eq(|| seen(entry));
    // where the page opens, which may be in the middle of the path
    let is_first = *seen == 0 && is_card(entry, scenario);
    let here = stops.iter().position(|(it, _)| is_at(it, scenario));
    let here = here.filter(|&at| at == 0 || !is_first);
    let is_new = *seen == 0 && scenario.setting == Scenario::new(entry).setting || is_first;
    use_effect_with(here, {
        let seen = seen.clone();
        move |here| {
            if let Some(here) = here {
                let all = *seen | 1 << here;
                seen.set(all);
                storage::set(&key(entry), &all.to_string());
            }
        }
    });
    let link = |at: usize| format!("#{}{}", entry.slug, entry.dares[at].link);
    let last = stops.len().min(PATH_MAX).saturating_sub(1);
    // from the start all of them can be tried; later, who knows
    let is_start = scenario.run.is_empty();
    let dared = || {
        let all = entry.dares.iter().zip(&*stops);
        all.filter(|(_, (it, fails))| (*fails || is_start) && it.setting == scenario.setting)
    };
    let titles = dared().map(|(dare, _)| dare.title).collect::<Vec<_>>().join(", or: ");
    html! {
        <nav class="guide" aria-label="Guided path">
            <ol>
                { for entry.dares.iter().take(PATH_MAX).enumerate().map(|(at, dare)| {
                    let is_seen = *seen & 1 << at != 0;
                    let about = if is_seen { " (seen)" } else { "" };
                    html! {
                        <li key={at}>
                            <a href={link(at)} class={is_seen.then_some("seen")}
                                aria-current={(here == Some(at)).then_some("step")}
                                aria-label={format!("{}: {}{about}", at + 1, dare.title)}>
                                {at + 1}
                            </a>
                        </li>
                    }
                }) }
            </ol>
            <p>
                { match here {
                    // not before it is there: it may be what the reader is to guess
                    Some(at) if stops[at].0.at != scenario.at => {
                        format!("“{}” is at step {}.", entry.dares[at].title, stops[at].0.at).into()
                    }
                    Some(at) => html! {
                        <><b>{entry.dares[at].title}{". "}</b>{entry.dares[at].words}</>
                    },
                    None if is_new => html! {
                        <><b>{"New here? "}</b>{"Follow the path: each number is a moment worth \
                            seeing. Or go your own way."}</>
                    },
                    None if !titles.is_empty() && !fails => html! {
                        <>
                            <b>{titles}{". "}</b>{"It can be done here."}
                            if dared().any(|(_, (_, fails))| *fails) {
                                {" “Show me” beside a verdict tells how, if need be after checking further."}
                            }
                        </>
                    },
                    None => "Your own way. Each number is a moment worth seeing.".into(),
                } }
            </p>
            { match here {
                None => html! { <a class="next" href={link(0)}>{"Start"}{icon(Icon::Forward)}</a> },
                Some(at) if at < last => html! {
                    <a class="next" href={link(at + 1)}>{"Next"}{icon(Icon::Forward)}</a>
                },
                Some(_) => html! { <a class="next" href={format!("#{}", entry.slug)}>{"Now you"}</a> },
            } }
        </nav>
    }
}

/// All dares, each with whether it ends in a failure: what a reader may try alone.
fn stops(entry: &'static Entry) -> Vec<(Scenario, bool)> {
    let stop = |dare: &Dare| {
        let it = Scenario::parse(&format!("{}{}", entry.slug, dare.link)).ok()?.scenario;
        let fails = it.loops_from.is_some() || it.moment().fails();
        Some((it, fails))
    };
    entry.dares.iter().filter_map(stop).collect()
}

/// Whether it is the moment at which the page opens.
fn is_card(entry: &Entry, scenario: &Scenario) -> bool {
    let card = Scenario::parse(&format!("{}{}", entry.slug, entry.card));
    card.is_ok_and(|it| it.scenario == *scenario)
}

/// The same run in the same setting, wherever its cursor is.
fn is_at(stop: &Scenario, scenario: &Scenario) -> bool {
    stop.setting == scenario.setting && stop.run == scenario.run
}

fn key(entry: &Entry) -> String {
    format!("seen:{}", entry.slug)
}

/// One bit for each moment.
fn seen(entry: &Entry) -> u32 {
    storage::get(&key(entry)).and_then(|it| it.parse().ok()).unwrap_or(0)
}
