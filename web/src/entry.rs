//! Where JavaScript comes in.

use crate::{
    check,
    components::{App, AppProps, Document, TaskPage},
};
use js_sys::Function;
use session::prepared::Ready;
use wasm_bindgen::prelude::*;

/// Puts the page into `#app`, in place of what is there as soon as all of it has come. The document
/// is that of the algorithm `slug`, where `card` is the link that stands for the address without one;
/// both are empty in the gallery. `ready` is what is
/// known of it, as JSON, or empty. `dialogs` is given the name of a dialog, a link to open it for, and
/// a function to call if it cannot.
#[wasm_bindgen]
pub fn start_app(
    slug: String,
    card: String,
    ready: &str,
    dialogs: Function,
) -> Result<(), JsValue> {
    // what cannot be read is worked out
    if let Ok(ready) = serde_json::from_str::<Ready>(ready) {
        ready.keep();
    }
    let page = web_sys::window().and_then(|window| window.document());
    let root = page.as_ref().and_then(|page| page.get_element_by_id("app"));
    let (Some(page), Some(root)) = (page, root) else {
        return Err(JsValue::from_str("there is no element called app"));
    };
    let place = page.create_element("div")?;
    place.set_class_name("coming");
    root.append_child(&place)?;
    let on_there = {
        let place = place.clone();
        yew::Callback::from(move |()| {
            while let Some(it) = place.previous_element_sibling() {
                it.remove();
            }
            place.set_class_name("");
        })
    };
    let document = Some(Document { slug, card });
    let props = AppProps { document, dialogs: Some(dialogs), on_there };
    yew::Renderer::<App>::with_root_and_props(place, props).render();
    Ok(())
}

/// Puts the page of tasks into `#task`.
#[wasm_bindgen]
pub fn start_task() -> Result<(), JsValue> {
    let page = web_sys::window().and_then(|window| window.document());
    let root = page.and_then(|page| page.get_element_by_id("task"));
    let root = root.ok_or_else(|| JsValue::from_str("there is no element called task"))?;
    yew::Renderer::<TaskPage>::with_root(root).render();
    Ok(())
}

/// What `worker.js` calls.
#[wasm_bindgen]
pub fn worker_main() -> Result<(), JsValue> {
    catalog::search_by_generated_code();
    check::serve()
}
