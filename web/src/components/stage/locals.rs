//! The private variables of all processes, under a picture that has no room for them.

use super::parts::own;
use catalog::{Moment, ProcessView};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct LocalsProps {
    pub moment: Rc<Moment>,
}

#[component]
pub fn Locals(props: &LocalsProps) -> Html {
    let processes = &props.moment.view.processes;
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in processes.iter().flat_map(|it| &it.locals) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    if names.is_empty() {
        return Html::default();
    }
    html! {
        <table class="locals">
            <thead>
                <tr>
                    <th scope="col"><span class="unseen">{ "Private variable" }</span></th>
                    { for (0..processes.len()).map(|it| html! {
                        <th scope="col"><span class={classes!("pin", own(it))}>{ it }</span></th>
                    }) }
                </tr>
            </thead>
            <tbody>
                { for names.iter().map(|name| html! {
                    <tr>
                        <th scope="row">{ name }</th>
                        { for processes.iter().map(|it| html! { <td>{ value(it, name) }</td> }) }
                    </tr>
                }) }
            </tbody>
        </table>
    }
}

fn value(process: &ProcessView, name: &str) -> String {
    let found = process.locals.iter().find(|(it, _)| *it == name);
    found.map_or_else(String::new, |(_, value)| value.clone())
}
