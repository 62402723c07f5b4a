//! A page that is taken down at the end of its test.

use js_sys::{Function, Promise};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web::{check::workers, components::App};
use web_sys::{Document, Element, HtmlElement, KeyboardEvent, KeyboardEventInit, Window};
use yew::{AppHandle, Renderer};

pub struct Page {
    root: Element,
    app: Option<AppHandle<App>>,
}

pub fn window() -> Window {
    web_sys::window().unwrap()
}

fn document() -> Document {
    window().document().unwrap()
}

/// Runs JavaScript, to put things in the way of the page.
pub fn js(script: &str) -> JsValue {
    Function::new_no_args(script).call0(&JsValue::NULL).unwrap()
}

/// Whether the gallery is to be seen, which is in the document before the page is.
pub fn is_gallery() -> bool {
    let root = document().document_element().unwrap();
    root.get_attribute("data-route").as_deref() == Some("gallery")
}

pub fn hash() -> String {
    window().location().hash().unwrap()
}

/// Workers are refused.
pub fn nobody_works() {
    workers(Function::new_no_args("throw new DOMException('no')"));
}

pub async fn sleep(ms: i32) {
    let timer = |resolve: Function, _| {
        window().set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, ms).unwrap();
    };
    JsFuture::from(Promise::new(&mut { timer })).await.unwrap();
}

/// Waits, however busy the machine is; `what` says for what.
pub async fn until(what: impl Fn() -> String, is_so: impl Fn() -> bool) {
    for _ in 0..3_000 {
        if is_so() {
            return;
        }
        sleep(10).await;
    }
    panic!("not so after half a minute: {}", what());
}

impl Page {
    /// Opens a link such as `#bakery`.
    pub async fn open(link: &str) -> Page {
        // not by the address itself, of which listeners hear later, however long that takes
        let history = window().history().unwrap();
        history.replace_state_with_url(&JsValue::NULL, "", Some("#")).unwrap();
        history.push_state_with_url(&JsValue::NULL, "", Some(link)).unwrap();
        let root = document().create_element("div").unwrap();
        document().body().unwrap().append_child(&root).unwrap();
        let app = Some(Renderer::<App>::with_root(root.clone()).render());
        let page = Page { root, app };
        page.until("something is drawn", || page.find(".lost, .lab.embed, .verdicts").is_some())
            .await;
        page
    }

    pub fn find(&self, css: &str) -> Option<HtmlElement> {
        self.root.query_selector(css).unwrap().map(JsCast::unchecked_into)
    }

    pub fn get(&self, css: &str) -> HtmlElement {
        self.find(css).unwrap_or_else(|| panic!("no {css}"))
    }

    pub fn count(&self, css: &str) -> u32 {
        self.root.query_selector_all(css).unwrap().length()
    }

    pub fn text(&self, css: &str) -> String {
        self.get(css).text_content().unwrap_or_default()
    }

    /// The button with these words on it, or with this label.
    pub fn button(&self, words: &str) -> HtmlElement {
        let all = self.root.query_selector_all("button").unwrap();
        let all = (0..all.length()).map(|it| all.get(it).unwrap().unchecked_into::<HtmlElement>());
        let named = |it: &HtmlElement| {
            it.get_attribute("aria-label").or(it.text_content()).is_some_and(|it| it == words)
        };
        all.into_iter().find(named).unwrap_or_else(|| panic!("no button {words:?}"))
    }

    pub async fn click(&self, words: &str) {
        self.button(words).click();
        sleep(0).await;
    }

    /// Presses a key on an element.
    pub async fn press(&self, css: &str, key: &str) {
        let init = KeyboardEventInit::new();
        init.set_key(key);
        init.set_bubbles(true);
        init.set_cancelable(true);
        let event = KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init).unwrap();
        self.get(css).dispatch_event(&event).unwrap();
        sleep(0).await;
    }

    pub async fn until(&self, what: &str, is_so: impl Fn() -> bool) {
        until(|| format!("{what}; {}", self.root.inner_html()), is_so).await;
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if let Some(app) = self.app.take() {
            app.destroy();
        }
        self.root.remove();
        nobody_works();
    }
}
