//! The algorithm's first dares as a path: one moment after the other, each with a sentence. Nobody has to
//! follow it; which moments were seen stays on the reader's device.

use super::icon::{Icon, icon};
use crate::storage;
use catalog::{Entry, Scenario};
use yew::prelude::*;

/// The path has no more moments; the others stand below the playground with these.
const PATH_MAX: usize = 6;

#[derive(Properties, PartialEq)]
pub struct GuideProps {
    pub scenario: Scenario,
}

#[component]
pub fn Guide(props: &GuideProps) -> Html {
    let GuideProps { scenario } = props;
    let entry = scenario.entry();
    let stops = use_memo(entry.slug, |_| stops(entry));
    let here = stops.iter().position(|it| is_at(it, scenario));
    let seen = use_state_eq(|| seen(entry));
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
    let last = stops.len().saturating_sub(1);
    let is_new = *seen == 0;
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
                    Some(at) if stops[at].at != scenario.at => {
                        format!("“{}” is at step {}.", entry.dares[at].title, stops[at].at).into()
                    }
                    Some(at) => html! {
                        <><b>{entry.dares[at].title}{". "}</b>{entry.dares[at].words}</>
                    },
                    None if is_new => html! {
                        <><b>{"New here? "}</b>{"Follow the path: each number is a moment worth \
                            seeing. Or go your own way."}</>
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

fn stops(entry: &Entry) -> Vec<Scenario> {
    let parse = |link| Scenario::parse(&format!("{}{link}", entry.slug)).ok();
    let path = entry.dares.iter().take(PATH_MAX);
    path.filter_map(|it| Some(parse(it.link)?.scenario)).collect()
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
