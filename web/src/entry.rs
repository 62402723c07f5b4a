//! Where JavaScript comes in.

use crate::{
    check,
    components::{
        App, AppProps, link_array, link_cells, link_net, link_plots, link_valence, link_zones,
    },
};
use js_sys::Function;
use wasm_bindgen::prelude::*;

/// Puts the page into `#app`, in place of what is there as soon as all of it has come. `card` is
/// the link that stands for the address without one; `dialogs` is given the name of a dialog, a
/// link to open it for, and a function to call if it cannot.
#[wasm_bindgen]
pub fn start_app(card: String, dialogs: Function) -> Result<(), JsValue> {
    let document = web_sys::window().and_then(|it| it.document());
    let root = document.as_ref().and_then(|it| it.get_element_by_id("app"));
    let (Some(document), Some(root)) = (document, root) else {
        return Err(JsValue::from_str("there is no element called app"));
    };
    let place = document.create_element("div")?;
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
    let props = AppProps { card, dialogs: Some(dialogs), on_there };
    yew::Renderer::<App>::with_root_and_props(place, props).render();
    Ok(())
}

/// What `worker.js` calls.
#[wasm_bindgen]
pub fn worker_main() -> Result<(), JsValue> {
    check::serve()
}

/// What each module in `src/bin` begins with: the algorithms that it has.
pub fn with(algorithms: fn(&mut catalog::Collect)) {
    catalog::install(algorithms);
}

/// For modules with algorithms that decide: the graph of what can still be decided.
pub fn with_valence() {
    link_valence();
}

/// For modules with algorithms of which something is measured over random runs.
pub fn with_plots() {
    link_plots();
}

/// For modules with algorithms whose picture is zones with processes in them.
pub fn with_zones() {
    link_zones();
}

/// For modules with algorithms whose picture is a row of cells.
pub fn with_array() {
    link_array();
}

/// For modules with algorithms whose picture is shared cells, each array in its shape.
pub fn with_cells() {
    link_cells();
}

/// For modules with algorithms whose picture is nodes and messages.
pub fn with_net() {
    link_net();
}

/// For programs that have every algorithm.
pub fn with_pictures() {
    with_zones();
    with_array();
    with_cells();
    with_net();
}
