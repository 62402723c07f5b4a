//! Every link that is not as it should be has its sentence on the page.

use super::page::{Page, hash, is_gallery};
use catalog::{Scenario, entries};
use wasm_bindgen_test::wasm_bindgen_test;

fn slug() -> &'static str {
    entries()[0].slug
}

/// A link with some steps.
fn long() -> String {
    let mut scenario = Scenario::new(&entries()[0]);
    for step in 0..12 {
        let moves: Vec<_> = scenario.moment().steps().map(|it| it.action).collect();
        scenario.run.push(moves[catalog::pick(3, step, moves.len())]);
        scenario.at += 1;
    }
    scenario.to_string()
}

#[wasm_bindgen_test]
async fn an_unknown_algorithm_leads_to_the_gallery_and_the_link_is_kept() {
    let page = Page::open("#bakkery?processes=2").await;
    assert!(page.text(".lost").contains("There is no algorithm called “bakkery”"));
    assert!(page.text(".lost code").contains("#bakkery?processes=2"));
    page.until("the gallery is open", is_gallery).await;
}

#[wasm_bindgen_test]
async fn what_is_wrong_with_a_link_is_told_and_the_rest_is_shown() {
    let whole = long();
    let (start, _) = whole.rsplit_once('.').unwrap();
    let links = [
        (format!("{}?processes=99", slug()), "is not a choice"),
        (format!("{}?wings=2", slug()), "has no option “wings”"),
        (format!("{}?run=!!!!", slug()), "cannot be read"),
        (start.into(), "The end of the link is missing"),
        (whole.replace("v=1", "v=999"), "newer version"),
    ];
    for (link, sentence) in links {
        let page = Page::open(&format!("#{link}")).await;
        assert!(page.text(".notices").contains(sentence), "{link}: {}", page.text(".notices"));
        // nothing of it is lost before the reader takes a step
        assert_eq!(hash(), format!("#{link}"));
        page.click("Dismiss").await;
        page.click("To the start").await;
        page.press(".lab", "1").await;
        assert!(page.text(".where").contains("step 1 of"));
    }
}

#[wasm_bindgen_test]
async fn a_step_that_is_not_possible_ends_the_run_and_says_why() {
    let mut scenario = Scenario::new(&entries()[0]);
    scenario.run = vec![catalog::Action::step(0), catalog::Action::Crash(1)];
    scenario.at = 2;
    let page = Page::open(&format!("#{scenario}")).await;
    assert!(page.text(".notices").contains("Step 2 "), "{}", page.text(".notices"));
    assert!(page.text(".where").contains("step 1 of 1"));
}
