//! Placeholder.
use catalog::Trace;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct TimelineProps {
    pub trace: Rc<Trace>,
    pub at: usize,
    pub picked: Option<usize>,
    pub on_seek: Callback<usize>,
    pub on_pick: Callback<Option<usize>>,
}

#[component]
pub fn Timeline(props: &TimelineProps) -> Html {
    html! { <p>{format!("{} steps", props.trace.steps.len())}</p> }
}
