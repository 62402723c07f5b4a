//! An order in which the operations of a run could have come one at a time: found at a press.

use catalog::{Placed, Trace, order_in_words};
use std::rc::Rc;
use yew::prelude::*;

/// What was found of a run up to its cursor.
#[derive(Clone)]
struct Found {
    trace: Rc<Trace>,
    at: usize,
    order: Option<Rc<[Placed]>>,
}

pub struct OrderOf {
    found: UseStateHandle<Option<Found>>,
    on_order: Callback<(), Option<Vec<Placed>>>,
}

#[hook]
pub fn use_order(on_order: &Callback<(), Option<Vec<Placed>>>) -> OrderOf {
    OrderOf { found: use_state(|| None), on_order: on_order.clone() }
}

impl OrderOf {
    fn of(&self, trace: &Rc<Trace>, at: usize) -> Option<&Found> {
        let found = (*self.found).as_ref();
        found.filter(|found| Rc::ptr_eq(&found.trace, trace) && found.at == at)
    }

    /// The order, where one was asked for and found.
    pub fn placed(&self, trace: &Rc<Trace>, at: usize) -> Rc<[Placed]> {
        self.of(trace, at).and_then(|found| found.order.clone()).unwrap_or_default()
    }

    /// A button, or what it found.
    pub fn view(&self, trace: &Rc<Trace>, at: usize) -> Html {
        if trace.order_claimed(at).is_none() {
            return Html::default();
        }
        let Some(found) = self.of(trace, at) else {
            let (found, on_order) = (self.found.clone(), self.on_order.clone());
            let trace = Rc::clone(trace);
            let onclick = move |_: MouseEvent| {
                let order = on_order.emit(()).map(Rc::from);
                found.set(Some(Found { trace: Rc::clone(&trace), at, order }));
            };
            return html! { <p class="order"><button class="link" {onclick}>{"One possible order"}</button></p> };
        };
        let said = match &found.order {
            Some(order) => order_in_words(trace, order),
            None => "No order was found within bounds.".into(),
        };
        html! { <p class="order" role="status">{said}</p> }
    }
}
