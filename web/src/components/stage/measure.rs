//! How wide a part of the page is, and how large its letters.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// The letters, in pixels, of a browser that is as it came.
const USUAL: f64 = 16.0;

#[derive(Clone, Copy, PartialEq)]
pub struct Room {
    /// Inside the padding, in pixels.
    pub width: f64,
    pub height: f64,
    /// By how much the reader wants letters larger than usual.
    pub letters: f64,
}

impl Room {
    /// The width for which a picture is planned whose letters are drawn so much larger.
    pub fn units(self) -> f64 {
        self.width / self.letters
    }

    /// The same of its height.
    pub fn high(self) -> f64 {
        self.height / self.letters
    }
}

/// The room in an element, now and whenever its size changes; none before the first rendering.
#[hook]
pub fn use_width(node: &NodeRef) -> Option<Room> {
    let room = use_state_eq(|| None);
    let (node, set) = (node.clone(), room.setter());
    use_effect_with((), move |()| {
        let watched = node.cast::<Element>().and_then(|element| watch(element, set));
        move || {
            if let Some((observer, _closure)) = watched {
                observer.disconnect();
            }
        }
    });
    *room
}

type Watched = (ResizeObserver, Closure<dyn FnMut()>);

fn watch(element: Element, set: UseStateSetter<Option<Room>>) -> Option<Watched> {
    let measured = element.clone();
    let measure = move || {
        let width = f64::from(measured.client_width());
        let height = f64::from(measured.client_height());
        set.set(Some(Room { width, height, letters: letters().unwrap_or(1.0) }));
    };
    measure();
    let closure = Closure::<dyn FnMut()>::new(measure);
    let observer = ResizeObserver::new(closure.as_ref().unchecked_ref()).ok()?;
    observer.observe(&element);
    Some((observer, closure))
}

fn letters() -> Option<f64> {
    let window = web_sys::window()?;
    let style = window.get_computed_style(&window.document()?.document_element()?).ok()??;
    // Rust's own way to read a number would be a large part of the program
    let size = js_sys::parse_float(&style.get_property_value("font-size").ok()?);
    (size > 0.0).then_some(size / USUAL)
}
