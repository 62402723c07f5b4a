//! An order in which the operations of a run could have come one at a time, or for each the longest that there is:
//! found at a press.

use catalog::{Placed, Scenario, Trace, order_in_words};
use std::rc::Rc;
use yew::prelude::*;

/// What was found of a run up to its cursor.
#[derive(Clone)]
struct Found {
    trace: Rc<Trace>,
    at: usize,
    orders: Orders,
}

/// What is known of the orders of a run up to a step.
#[derive(Clone)]
pub enum Orders {
    One(Rc<[Placed]>),
    /// A sentence for each order, where there is none of all.
    Longest(Vec<String>),
    /// Nothing was found within bounds.
    Unknown,
}

impl Orders {
    pub fn of(scenario: &Scenario) -> Orders {
        let one = scenario.order_of_operations().map(|order| Orders::One(order.into()));
        let longest = || scenario.longest_orders().map(|all| Orders::Longest(all.sentences()));
        one.or_else(longest).unwrap_or(Orders::Unknown)
    }
}

pub struct OrderOf {
    found: UseStateHandle<Option<Found>>,
    on_order: Callback<(), Orders>,
}

#[hook]
pub fn use_order(on_order: &Callback<(), Orders>) -> OrderOf {
    OrderOf { found: use_state(|| None), on_order: on_order.clone() }
}

impl OrderOf {
    fn of(&self, trace: &Rc<Trace>, at: usize) -> Option<&Found> {
        let found = (*self.found).as_ref();
        found.filter(|found| Rc::ptr_eq(&found.trace, trace) && found.at == at)
    }

    /// The order, where one was asked for and found.
    pub fn placed(&self, trace: &Rc<Trace>, at: usize) -> Rc<[Placed]> {
        match self.of(trace, at).map(|found| &found.orders) {
            Some(Orders::One(order)) => Rc::clone(order),
            _ => Rc::default(),
        }
    }

    /// A button, or what it found.
    pub fn view(&self, trace: &Rc<Trace>, at: usize) -> Html {
        let is_broken = at.checked_sub(1).is_some_and(|step| trace.has_no_order(step));
        if !is_broken && trace.order_claimed(at).is_none() {
            return Html::default();
        }
        let Some(found) = self.of(trace, at) else {
            let (found, on_order) = (self.found.clone(), self.on_order.clone());
            let trace = Rc::clone(trace);
            let onclick = move |_: MouseEvent| {
                let orders = on_order.emit(());
                found.set(Some(Found { trace: Rc::clone(&trace), at, orders }));
            };
            let words = if is_broken { "Longest orders" } else { "One possible order" };
            return html! { <p class="order"><button class="link" {onclick}>{words}</button></p> };
        };
        match &found.orders {
            Orders::One(order) => {
                html! { <p class="order" role="status">{order_in_words(trace, order)}</p> }
            }
            Orders::Longest(sentences) => html! {
                <ul class="order" role="status">
                    { for sentences.iter().map(|sentence| html! { <li>{sentence}</li> }) }
                </ul>
            },
            Orders::Unknown => {
                html! { <p class="order" role="status">{"No order was found within bounds."}</p> }
            }
        }
    }
}
