//! Can it still fail from here? The reader is the adversary, and the checker gives hints.

use super::{Dispatch, asking::Asking, copy::Copy, effects::nothing_has_focus};
use crate::check::{Found, Limit, Pace, Request, Status};
use catalog::{Action, Moment, Scenario, grouped};
use session::{
    adversary::{Way, nothing},
    state::Message,
};
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct AheadProps {
    pub scenario: Scenario,
    pub moment: Rc<Moment>,
    pub tell: Dispatch,
}

/// The question, and what is known of its answer.
struct Preview<'a> {
    props: &'a AheadProps,
    asking: Asking,
    /// The moment that was searched from, and what was known to fail after it.
    last: UseStateHandle<(Scenario, Vec<String>)>,
    /// The moment at which a hint was asked for.
    hinted: UseStateHandle<Option<usize>>,
}

#[component]
pub fn StepPreview(props: &AheadProps) -> Html {
    let scenario = &props.scenario;
    let status = use_state_eq(Status::default);
    let checker = use_mut_ref(|| None);
    let last = use_state_eq(|| (scenario.clone(), Vec::new()));
    let hinted = use_state_eq(|| None);
    let asking = Asking {
        checker,
        status: status.setter(),
        scenario: scenario.clone(),
        from_here: Some(last.1.clone()),
    };
    let place = use_answer(matches!(*status, Status::Done { .. } | Status::Failed(_)));
    let preview = Preview { props, asking, last, hinted };
    let told = match &*status {
        Status::Running(pace, _) => preview.search(*pace),
        Status::Done { found, limit } => preview.answer(found, *limit),
        Status::Failed(why) => html! { <><p role="status">{why}</p>{preview.question()}</> },
        Status::Open => preview.question(),
    };
    html! { <div ref={place} class="ahead" tabindex="-1">{told}</div> }
}

/// What was pressed is gone: the keyboard goes where the answer is.
#[hook]
fn use_answer(is_told: bool) -> NodeRef {
    let place = use_node_ref();
    use_effect_with(is_told, {
        let place = place.clone();
        move |is_told| {
            if *is_told && nothing_has_focus() {
                let _ = place.cast::<HtmlElement>().map(|place| place.focus());
            }
        }
    });
    place
}

impl Preview<'_> {
    fn ask(&self, known: Vec<String>, limit: Limit) -> Callback<MouseEvent> {
        let asking = Asking { from_here: Some(known), ..self.asking.clone() };
        let (last, scenario) = (self.last.setter(), self.props.scenario.clone());
        Callback::from(move |_| {
            last.set((scenario.clone(), asking.from_here.clone().unwrap_or_default()));
            asking.check(limit);
        })
    }

    fn question(&self) -> Html {
        let onclick = self.ask(Vec::new(), Limit::Unasked);
        html! { <button key="ask" {onclick}>{"Can it fail from here?"}</button> }
    }

    fn search(&self, pace: Option<Pace>) -> Html {
        let asking = self.asking.clone();
        html! {
            <>
                <p key="pace" aria-hidden="true">
                    {pace.map_or("Looking.".into(), |pace| format!("{} states", grouped(pace.states)))}
                </p>
                <button key="stop" onclick={move |_| asking.ask(&Request::Stop)}>{"Stop"}</button>
            </>
        }
    }

    /// As long as the reader is where it is an answer for.
    fn answer(&self, found: &Found, limit: Limit) -> Html {
        let scenario = &self.props.scenario;
        let (asked, known) = &*self.last;
        let is_asked = asked.setting == scenario.setting;
        let way = Way::of(found, asked, known).filter(|_| is_asked);
        let left = way.as_ref().and_then(|way| Some((way, way.left(scenario)?)));
        let is_there = is_asked
            && asked.state == scenario.state
            && asked.run[..asked.at] == scenario.run[..scenario.at.min(scenario.run.len())];
        match left {
            Some((way, left)) => self.way(way, left, limit),
            None if is_there => self.no_way(found, limit),
            None => self.question(),
        }
    }

    /// The reader is on the way to a failure.
    fn way(&self, way: &Way, left: &[Action], limit: Limit) -> Html {
        let AheadProps { scenario, moment, tell } = self.props;
        let is_hinted = *self.hinted == Some(scenario.at);
        let hint = is_hinted.then(|| hint(moment, left)).flatten();
        let (at, hinted) = (scenario.at, self.hinted.setter());
        let show = tell.reform({
            let Way { run, loops_from, property, .. } = way.clone();
            move |_| Message::Show {
                run: run.clone(),
                loops_from,
                property: property.clone(),
                fails: true,
            }
        });
        let mut both = self.last.1.clone();
        both.push(way.property.clone());
        html! {
            <>
                <p key="told" role="status">{way.distance(scenario, left)}{hint}</p>
                if !left.is_empty() {
                    // a step of another beginning is none from here
                    if scenario.state.is_none() {
                        <button key="hint" onclick={move |_| hinted.set(Some(at))}>{"Hint"}</button>
                    }
                    <button key="show" onclick={show}>{"Show me"}</button>
                    <button key="else" onclick={self.ask(both, limit)}>{"What else?"}</button>
                }
            </>
        }
    }

    /// Nothing, or nothing else, was found to fail.
    fn no_way(&self, found: &Found, limit: Limit) -> Html {
        let known = &self.last.1;
        html! {
            <>
                <p key="told" role="status">{nothing(found, &self.last.0, !known.is_empty())}</p>
                if !known.is_empty() {
                    <button key="first" onclick={self.ask(Vec::new(), limit)}>{"The first again"}</button>
                }
                { match limit {
                    _ if !(found.is_cut || found.unfinished) => Html::default(),
                    Limit::Unasked => {
                        let further = self.ask(known.clone(), Limit::Asked);
                        html! { <button key="further" onclick={further}>{"Look further"}</button> }
                    }
                    Limit::Asked => {
                        html! { <Copy label="Copy its command" text={self.asking.command()} /> }
                    }
                } }
            </>
        }
    }
}

/// The next step on the way, in the words of its button.
fn hint(moment: &Moment, left: &[Action]) -> Option<String> {
    let next = left.first()?;
    let choice = moment.next.iter().find(|choice| choice.action == *next)?;
    let who = choice.who.as_ref().map_or_else(String::new, |who| format!("{who}, "));
    Some(format!(" Next: {who}{}.", choice.label))
}
