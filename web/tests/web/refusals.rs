//! What the page around, or the browser, does not allow.

use super::page::{Page, js, sleep};
use catalog::entries;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;

async fn first() -> Page {
    Page::open(&format!("#{}", entries()[0].slug)).await
}

#[wasm_bindgen_test]
async fn history_refused_is_told_once_and_the_page_goes_on() {
    let page = first().await;
    js("history.replaceState = history.pushState = () => { throw new DOMException('no') }");
    page.press(".lab", "1").await;
    page.until("it is told", || page.count(".notices p") > 0).await;
    page.press(".lab", "2").await;
    sleep(400).await;
    js("delete history.replaceState; delete history.pushState");
    assert!(page.text(".notices").contains("keeps the address as it is"));
    assert_eq!(page.count(".notices p"), 1);
    assert!(page.text(".where").contains("step 2 of 2"));
}

#[wasm_bindgen_test]
async fn storage_refused_is_told_when_something_was_to_be_kept() {
    js("Object.defineProperty(window, 'localStorage', {
            configurable: true, get() { throw new DOMException('no', 'SecurityError') } })");
    let page = first().await;
    assert_eq!(page.count(".notices p"), 0);
    let colours: web_sys::HtmlSelectElement =
        page.get("select[aria-label=Colours]").unchecked_into();
    colours.set_selected_index(2);
    colours.dispatch_event(&web_sys::Event::new("change").unwrap()).unwrap();
    page.until("it is told", || page.count(".notices p") > 0).await;
    js("delete window.localStorage");
    assert!(page.text(".notices").contains("cannot be saved here"));
    assert_eq!(page.get(".lab").get_attribute("data-theme").as_deref(), Some("dark"));
}

#[wasm_bindgen_test]
async fn a_refused_clipboard_leaves_the_link_to_be_copied_by_hand() {
    js("Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })");
    let page = first().await;
    page.get("header button.primary").click();
    page.until("the link stands there", || page.find(".refused input").is_some()).await;
    js("delete navigator.clipboard");
    let field: web_sys::HtmlInputElement = page.get(".refused input").unchecked_into();
    assert!(field.value().ends_with(&format!("#{}", entries()[0].slug)));
}
