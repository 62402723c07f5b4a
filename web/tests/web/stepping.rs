//! Steps by button and by key, and an address that always holds them.

use super::page::{Page, hash, is_gallery, js, sleep, window};
use catalog::{Scenario, entries};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;

async fn first() -> Page {
    Page::open(&format!("#{}", entries()[0].slug)).await
}

fn steps_in_the_address() -> usize {
    Scenario::parse(&hash()).unwrap().scenario.at
}

#[wasm_bindgen_test]
async fn the_way_to_the_gallery_and_back() {
    let page = first().await;
    assert!(!is_gallery());
    // it is a document of its own, and here as there the address says which of both is meant
    assert_eq!(page.get("a.brand").get_attribute("href").as_deref(), Some("./"));
    window().location().set_hash("").unwrap();
    page.until("the gallery is open", || is_gallery() && page.find(".lab").is_none()).await;
    window().location().set_hash(entries()[1].slug).unwrap();
    let is_open = || !is_gallery() && page.find("h1").is_some();
    page.until("the playground is open", is_open).await;
    assert_eq!(page.text("h1"), entries()[1].name);
}

#[wasm_bindgen_test]
async fn every_algorithm_opens_and_steps() {
    for entry in entries() {
        let page = Page::open(&format!("#{}", entry.slug)).await;
        assert_eq!(page.text("h1"), entry.name);
        page.click("Step forward").await;
        page.click("Step forward").await;
        // where initial values are open, they are chosen first, and are no steps
        let (at, said) = (page.text(".where"), page.text(".said"));
        let is_told = [
            ("step 2 of 2", "Step 2. "),
            ("initial value 2 of", "Initial value 2. "),
            ("step 1 of 1", "Step 1. "),
        ];
        let is_told =
            is_told.iter().any(|(now, begins)| at.contains(now) && said.starts_with(begins));
        assert!(is_told, "{}: {at}, {said}", entry.slug);
        page.until("the address follows", || steps_in_the_address() == 2).await;
    }
}

#[wasm_bindgen_test]
async fn sliders_have_names_of_their_own() {
    let page = first().await;
    page.click("Step forward").await;
    page.until("the diagram is drawn", || page.count("[role=slider]") == 1).await;
    let diagram = page.get("[role=slider]").get_attribute("aria-label").expect("a name");
    assert!(!diagram.is_empty());
    // the player's, where there is no diagram
    assert_eq!(page.count(&format!("input[type=range][aria-label='{diagram}']")), 0);
}

#[wasm_bindgen_test]
async fn keys_step_and_choose() {
    let page = first().await;
    for (key, step) in [("1", 1), ("2", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("Home", 0)] {
        page.press(".lab", key).await;
        assert!(page.text(".where").contains(&format!("step {step} of")), "{key}");
    }
    page.press(".lab", "End").await;
    assert!(page.text(".where").contains("step 3 of 3"));
    // a field keeps its keys
    page.press("input[type=number]", "ArrowLeft").await;
    page.press("select", "1").await;
    assert!(page.text(".where").contains("step 3 of 3"));
    page.press(".lab", "?").await;
    page.until("the keys are listed", || page.find("dialog[open]").is_some()).await;
}

#[wasm_bindgen_test]
async fn a_step_from_the_past_keeps_the_other_future() {
    let page = first().await;
    for key in ["1", "1", "1", "ArrowLeft", "ArrowLeft", "2"] {
        page.press(".lab", key).await;
    }
    assert_eq!(page.text("[popovertarget=branches]"), "1 branch");
    page.click("The run you left: process 0 takes step 2, 2 steps long").await;
    assert!(page.text(".where").contains("step 1 of 3"));
}

#[wasm_bindgen_test]
async fn back_undoes_an_option() {
    let page = first().await;
    page.press(".lab", "1").await;
    page.until("the address follows", || steps_in_the_address() == 1).await;
    let before = hash();
    page.get(".knob input[type=checkbox]").click();
    page.until("the address follows", || hash() != before).await;
    assert!(page.find(".knob.turned").is_some());
    window().history().unwrap().back().unwrap();
    page.until("the option is back", || page.find(".knob.turned").is_none()).await;
    assert_eq!(hash(), before);
}

#[wasm_bindgen_test]
async fn a_step_just_before_leaving_does_not_bring_the_address_back() {
    let page = first().await;
    for key in ["1", "2", "1", "2"] {
        page.press(".lab", key).await;
    }
    window().location().set_hash("").unwrap();
    page.until("the gallery is open", is_gallery).await;
    sleep(500).await;
    assert_eq!(hash(), "");
}

#[wasm_bindgen_test]
async fn playing_goes_on_until_it_is_stopped() {
    let page = first().await;
    let speed: web_sys::HtmlSelectElement = page.get("select[aria-label=Speed]").unchecked_into();
    speed.set_selected_index(5);
    speed.dispatch_event(&web_sys::Event::new("change").unwrap()).unwrap();
    // with nothing ahead it says first that it would play by chance
    page.press(".lab", " ").await;
    page.until("it offers chance", || page.text(".play") == "Random from here?").await;
    page.press(".lab", " ").await;
    page.until("it plays", || page.text(".play") == "Pause").await;
    page.until("it has moved", || !page.text(".where").contains("step 0")).await;
    page.press(".lab", " ").await;
    page.until("it stops", || page.text(".play") != "Pause").await;
    let stopped = page.text(".where");
    sleep(250).await;
    assert_eq!(page.text(".where"), stopped);
}

#[wasm_bindgen_test]
async fn an_embed_is_a_good_guest() {
    js("document.activeElement?.blur()");
    let page = Page::open(&format!("#{}?view=embed&theme=dark", entries()[0].slug)).await;
    sleep(50).await;
    assert!(page.find("header").is_none() && page.find(".verdicts").is_none());
    assert_eq!(js("return document.activeElement === document.body"), true);
    assert_eq!(page.get(".lab").get_attribute("data-theme").as_deref(), Some("dark"));
    let link = page.get("a.source");
    assert_eq!(link.get_attribute("target").as_deref(), Some("_blank"));
    assert!(!link.get_attribute("href").unwrap().contains("embed"));
}
