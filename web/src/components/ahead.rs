//! Can it still fail from here? The reader is the adversary, and the checker gives hints.

use super::{Dispatch, asking::Asking, copy::Copy, effects::nothing_has_focus};
use crate::check::{Found, Limit, Request, Status};
use catalog::{Action, Moment, Scenario, failing, grouped, steps};
use session::{ahead::Way, state::Message};
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct AheadProps {
    pub scenario: Scenario,
    pub moment: Rc<Moment>,
    pub tell: Dispatch,
}

#[component]
pub fn StepPreview(props: &AheadProps) -> Html {
    let AheadProps { scenario, moment, tell } = props;
    let status = use_state_eq(Status::default);
    let checker = use_mut_ref(|| None);
    // the moment that was searched from, and what was known to fail after it
    let last = use_state_eq(|| (scenario.clone(), Vec::new()));
    let (asked, known) = &*last;
    let hinted = use_state_eq(|| None);
    let asking = Asking {
        checker,
        status: status.setter(),
        scenario: scenario.clone(),
        from_here: Some(known.clone()),
    };
    // what was pressed is gone: the keyboard goes where the answer is
    let place = use_node_ref();
    use_effect_with(matches!(*status, Status::Done { .. } | Status::Failed(_)), {
        let place = place.clone();
        move |is_told| {
            if *is_told && nothing_has_focus() {
                let _ = place.cast::<HtmlElement>().map(|it| it.focus());
            }
        }
    });
    let ask = |known: Vec<String>, limit: Limit| {
        let asking = Asking { from_here: Some(known), ..asking.clone() };
        let (last, scenario) = (last.setter(), scenario.clone());
        Callback::from(move |_| {
            last.set((scenario.clone(), asking.from_here.clone().unwrap_or_default()));
            asking.check(limit);
        })
    };
    let question = html! {
        <button key="ask" onclick={ask(Vec::new(), Limit::Unasked)}>{"Can it fail from here?"}</button>
    };
    let is_there = asked.setting == scenario.setting
        && asked.run[..asked.at] == scenario.run[..scenario.at.min(scenario.run.len())];
    let told = match &*status {
        Status::Running(pace, _) => html! {
            <>
                <p key="pace" aria-hidden="true">
                    {pace.map_or("Looking.".into(), |it| format!("{} states", grouped(it.states)))}
                </p>
                <button key="stop" onclick={move |_| asking.ask(&Request::Stop)}>{"Stop"}</button>
            </>
        },
        Status::Done { found, limit } => {
            let way = Way::of(found, asked, known).filter(|_| asked.setting == scenario.setting);
            let left = way.as_ref().and_then(|it| Some((it, it.left(scenario)?)));
            match left {
                Some((way, left)) => {
                    let hint = (*hinted == Some(scenario.at)).then(|| hint(moment, left)).flatten();
                    let (at, hinted) = (scenario.at, hinted.setter());
                    let show = tell.reform({
                        let Way { run, loops_from, property, .. } = way.clone();
                        move |_| Message::Show {
                            run: run.clone(),
                            loops_from,
                            property: property.clone(),
                            fails: true,
                        }
                    });
                    let mut both = known.clone();
                    both.push(way.property.clone());
                    html! {
                        <>
                            <p key="told" role="status">{distance(way, left)}{hint}</p>
                            if !left.is_empty() {
                                <button key="hint" onclick={move |_| hinted.set(Some(at))}>{"Hint"}</button>
                                <button key="show" onclick={show}>{"Show me"}</button>
                                <button key="else" onclick={ask(both, *limit)}>{"What else?"}</button>
                            }
                        </>
                    }
                }
                None if is_there => html! {
                    <>
                        <p key="told" role="status">{nothing(found, !known.is_empty())}</p>
                        if !known.is_empty() {
                            <button key="first" onclick={ask(Vec::new(), *limit)}>{"The first again"}</button>
                        }
                        { match limit {
                            _ if !(found.is_cut || found.unfinished) => Html::default(),
                            Limit::Unasked => {
                                let further = ask(known.clone(), Limit::Asked);
                                html! { <button key="further" onclick={further}>{"Look further"}</button> }
                            }
                            Limit::Asked => {
                                html! { <Copy label="Copy its command" text={asking.command()} /> }
                            }
                        } }
                    </>
                },
                None => question,
            }
        }
        Status::Failed(why) => html! { <><p role="status">{why}</p>{question}</> },
        Status::Open => question,
    };
    html! { <div ref={place} class="ahead" tabindex="-1">{told}</div> }
}

fn distance(way: &Way, left: &[Action]) -> String {
    let failure = failing(&way.property);
    match left.len() {
        0 => format!("There it is: {failure}."),
        count if way.loops_from.is_some() => {
            format!("Yes, for ever: {failure} in a run of {}.", steps(count))
        }
        count => format!("Yes: {failure}, {} from here.", steps(count)),
    }
}

/// The next step on the way, in the words of its button.
fn hint(moment: &Moment, left: &[Action]) -> Option<String> {
    let next = left.first()?;
    let choice = moment.next.iter().find(|it| it.action == *next)?;
    let who = choice.who.as_ref().map_or_else(String::new, |it| format!("{it}, "));
    Some(format!(" Next: {who}{}.", choice.label))
}

fn nothing(found: &Found, more: bool) -> String {
    let (states, more) = (grouped(found.states), if more { " else" } else { "" });
    if found.exhausted && found.states == 1 {
        "No: nothing can follow.".into()
    } else if found.exhausted {
        format!("No: nothing{more} fails in any of the {states} states that can follow.")
    } else {
        format!("Not in the {states} states seen; not a proof: {}.", found.bounds)
    }
}
