//! Placeholder.
use catalog::{Action, Moment, Stage, Zone};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct StageProps {
    pub slug_stage: Stage,
    pub zones: &'static [Zone],
    pub moment: Rc<Moment>,
    pub on_act: Callback<Action>,
    pub held: Rc<Vec<Action>>,
    pub on_hold: Callback<Action>,
    pub still: bool,
}

#[component]
pub fn StageView(props: &StageProps) -> Html {
    let processes = props.moment.view.processes.iter().enumerate();
    html! { <ul>{for processes.map(|(i, it)| html! { <li>{format!("{i}: {}", it.zone.name())}</li> })}</ul> }
}
