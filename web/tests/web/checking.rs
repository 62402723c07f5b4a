//! The checker's part of the page, with a worker that says what the test wants.

use super::page::{Page, js, nobody_works, sleep, until};
use catalog::{Limits, Scenario, entries};
use js_sys::Function;
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web::check::{Checker, Found, Line, Pace, Reply, Request, from_js, to_js, workers};

/// Workers that answer every request (not the module, which comes first) with these replies, also
/// those that were there before.
fn workers_say(replies: &[Reply]) {
    let replies: js_sys::Array = replies.iter().map(to_js).collect();
    js_sys::Reflect::set(&js_sys::global(), &"replies".into(), &replies).unwrap();
    workers(Function::new_no_args(
        "return {
            asked: 0,
            postMessage() {
                if (this.asked++ > 0) {
                    replies.forEach((data, nth) => setTimeout(() => this.onmessage({ data }), nth * 200));
                }
            },
            terminate() {},
        }",
    ));
}

fn found() -> Found {
    let mut search = Scenario::new(&entries()[0]).search(Limits::states(5_000));
    while search.advance(1_000) {}
    Found::of(&search.report(), 500)
}

async fn first() -> Page {
    Page::open(&format!("#{}", entries()[0].slug)).await
}

#[wasm_bindgen_test]
fn requests_arrive_as_they_were_posted() {
    let scenario: String = entries()[0].slug.into();
    let check = |from_here| {
        let scenario = scenario.clone();
        Request::Check { scenario, from_here, states_max: 1_000, bytes_max: usize::MAX }
    };
    for request in [check(false), check(true), Request::Stop, Request::GoOn] {
        assert_eq!(from_js(to_js(&request)), Some(request));
    }
    assert_eq!(from_js::<Request>("check".into()), None);
    assert_eq!(from_js::<Request>(JsValue::NULL), None);
}

#[wasm_bindgen_test]
fn replies_arrive_as_they_were_posted_for_every_algorithm() {
    for entry in entries() {
        let mut search = Scenario::new(entry).search(Limits::states(3_000));
        while search.advance(1_000) {}
        let found = Found::of(&search.report(), 7);
        let pace = Pace { states: 1, depth: 2, failures: 3, per_second: 4, at_runs: true };
        for reply in [Reply::Progress(pace, found.lines.clone()), Reply::Found(found)] {
            assert_eq!(from_js(to_js(&reply)), Some(reply));
        }
    }
    for reply in [Reply::Problem("a".into()), Reply::Died("b".into())] {
        assert_eq!(from_js(to_js(&reply)), Some(reply));
    }
}

#[wasm_bindgen_test]
async fn progress_and_then_verdicts_and_show_me() {
    let (states, per_second) = (12_345, 1_000_000);
    let progress = Pace { states, depth: 7, failures: 0, per_second, at_runs: false };
    let failing = found().lines.into_iter().find(|it| it.run.is_some()).unwrap();
    let progress = Reply::Progress(progress, vec![failing]);
    workers_say(&[progress, Reply::Found(found())]);
    let page = first().await;
    assert!(page.text(".verdicts").contains("not checked yet"));
    page.until("progress is told", || page.text(".checking").contains("depth 7")).await;
    assert_eq!(page.count(".verdicts li button"), 1, "what is known is told at once");
    page.until("the verdict is told", || page.text(".checking").contains("Bounded, not a proof"))
        .await;
    let runs = found().lines.iter().filter(|it| it.run.is_some()).count();
    assert!(runs > 0);
    assert_eq!(page.count(".verdicts li button") as usize, runs);
    page.click("Check further").await;
    page.until("it goes further", || page.text(".checking").contains("depth 7")).await;
    assert_eq!(page.count(".verdicts li button") as usize, runs, "what was proven stays so");
    page.until("the verdict is told", || page.text(".checking").contains("Bounded, not a proof"))
        .await;
    page.get(".verdicts li button").click();
    sleep(0).await;
    let steps = found().lines.iter().find_map(Line::run).unwrap().len();
    assert!(page.text(".where").contains(&format!("step {steps} of {steps}")));
    let start = "Play it from the start";
    page.until("the picture has arrived", || page.text(".said").contains(start)).await;
    page.click(start).await;
    assert!(page.text(".where").contains(&format!("step 0 of {steps}")));
}

#[wasm_bindgen_test]
async fn an_option_without_effect_is_told() {
    const SAME: &str = "Same number of states";
    let all = |states| Reply::Found(Found { states, exhausted: true, is_cut: false, ..found() });
    let page = {
        workers_say(&[all(10)]);
        first().await
    };
    let told = |words: &'static str| page.text(".checking").contains(words);
    page.until("all is known", || told("10 states, every one visited")).await;
    assert!(!told(SAME));
    js("document.querySelector('.knob input:not(:checked)').click()");
    page.until("it is as before", || told(SAME)).await;
    workers_say(&[all(11)]);
    js("document.querySelector('.knob input:not(:checked)').click()");
    page.until("it is another one", || told("11 states, every one visited")).await;
    assert!(!told(SAME));
}

#[wasm_bindgen_test]
async fn a_worker_that_dies_is_told_and_may_be_tried_again() {
    workers(Function::new_no_args(
        "return {
            postMessage() { setTimeout(() => this.onerror(new Event('error')), 20); },
            terminate() {},
        }",
    ));
    let page = first().await;
    page.until("its death is told", || page.text(".checking").contains("The checker has stopped"))
        .await;
    page.press(".lab", "1").await;
    assert!(page.text(".where").contains("step 1 of 1"));
    workers_say(&[Reply::Found(found())]);
    page.click("Try again").await;
    page.until("it has worked", || page.text(".checking").contains("states seen")).await;
}

/// A browser ends a worker without an event, for want of memory for one.
#[wasm_bindgen_test]
async fn a_worker_that_falls_silent_counts_as_dead() {
    let heard = Rc::new(RefCell::new(Vec::new()));
    let check = || {
        let (scenario, heard) = (entries()[0].slug.into(), Rc::clone(&heard));
        let hear = Rc::new(move |reply: Reply| heard.borrow_mut().push(reply));
        let checker = Checker::start(hear, 20).unwrap();
        let (states_max, bytes_max) = (1, 1);
        checker.ask(&Request::Check { scenario, from_here: false, states_max, bytes_max }).unwrap();
        checker
    };
    let count = || heard.borrow().len();
    workers_say(&[Reply::Found(found())]);
    let checker = check();
    until(|| "it has found something".into(), || count() == 1).await;
    // it owes nothing more
    sleep(200).await;
    drop(checker);
    assert!(matches!(heard.take()[..], [Reply::Found(_)]));
    workers_say(&[]);
    let checker = check();
    until(|| "its silence is told".into(), || count() > 0).await;
    sleep(200).await;
    drop(checker);
    assert!(matches!(heard.take()[..], [Reply::Died(_)]));
}

#[wasm_bindgen_test]
async fn a_worker_that_may_not_be_started_is_told() {
    nobody_works();
    let page = first().await;
    page.until("it is told", || page.text(".checking").contains("does not allow a checker")).await;
}
