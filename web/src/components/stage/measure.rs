//! How wide a part of the page is.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// The width of an element inside its padding, now and whenever it changes; none before the
/// first rendering.
#[hook]
pub fn use_width(node: &NodeRef) -> Option<f64> {
    let width = use_state_eq(|| None);
    let (node, set) = (node.clone(), width.setter());
    use_effect_with((), move |()| {
        let watched = node.cast::<Element>().and_then(|element| watch(element, set));
        move || {
            if let Some((observer, _closure)) = watched {
                observer.disconnect();
            }
        }
    });
    *width
}

type Watched = (ResizeObserver, Closure<dyn FnMut()>);

fn watch(element: Element, set: UseStateSetter<Option<f64>>) -> Option<Watched> {
    let measured = element.clone();
    let measure = move || set.set(Some(f64::from(measured.client_width())));
    measure();
    let closure = Closure::<dyn FnMut()>::new(measure);
    let observer = ResizeObserver::new(closure.as_ref().unchecked_ref()).ok()?;
    observer.observe(&element);
    Some((observer, closure))
}
