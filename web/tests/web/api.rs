//! The JavaScript API, and widgets, as far as they need no site: without worker and style sheet.

use super::page::{hash, js, nobody_works, until};
use catalog::{Scenario, entries};
use js_sys::{Array, Function, JSON, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;
use web::{
    api::{Run, algorithms, document_of, process_of},
    widget::mount,
};
use web_sys::Element;

fn slug() -> &'static str {
    entries()[0].slug
}

fn field(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap()
}

fn message(error: impl Into<JsValue>) -> String {
    field(&error.into(), "message").as_string().unwrap()
}

fn opened(link: &str) -> Run {
    Run::new(&link.into(), JsValue::UNDEFINED).ok().unwrap()
}

#[wasm_bindgen_test]
fn every_algorithm_opens_tells_and_steps() {
    let all: Array = algorithms().ok().unwrap().unchecked_into();
    assert_eq!(all.length() as usize, entries().len());
    for algorithm in all.iter() {
        let mut run = Run::new(&field(&algorithm, "slug"), JsValue::UNDEFINED).ok().unwrap();
        let moment = run.moment().ok().unwrap();
        let next = Array::from(&field(&moment, "next"));
        let first = next
            .iter()
            .find(|it| field(it, "possible") == "now")
            .unwrap_or_else(|| panic!("{}", run.slug()));
        run.step(&field(&first, "action")).ok().unwrap();
        assert_eq!((run.at(), run.length()), (1, 1));
        let moment = run.moment().ok().unwrap();
        assert_eq!(field(&moment, "said_text"), run.said(0));
        assert_eq!(run.said(1), "");
        let steps = Array::from(&field(&run.trace().ok().unwrap(), "steps"));
        assert_eq!(field(&steps.get(0), "action"), field(&first, "action"));
        run.seek(0);
        assert_eq!((run.at(), run.length()), (0, 1));
        assert!(Scenario::parse(&run.link()).unwrap().notices.is_empty());
    }
}

#[wasm_bindgen_test]
fn objects_are_plain_and_survive_json() {
    let moment = opened(slug()).moment().ok().unwrap();
    let again = JSON::parse(&String::from(JSON::stringify(&moment).unwrap())).unwrap();
    assert_eq!(Object::keys(moment.unchecked_ref::<Object>()).length(), 10);
    assert_eq!(JSON::stringify(&moment).unwrap(), JSON::stringify(&again).unwrap());
    assert!(!JSON::stringify(&moment).unwrap().includes("undefined", 0));
}

#[wasm_bindgen_test]
fn what_cannot_be_done_is_a_sentence() {
    let unknown = Run::new(&"bakkery".into(), JsValue::UNDEFINED).err().unwrap();
    assert!(message(unknown).contains("Did you mean “bakery”?"));
    assert_eq!(
        message(Run::new(&5.into(), JsValue::UNDEFINED).err().unwrap()),
        "a link is a string"
    );
    let mut run = opened(&format!("{}?wings=2", slug()));
    assert!(run.notices()[0].contains("has no option “wings”"));
    assert!(message(run.step(&"jump".into()).err().unwrap()).contains("is not a step"));
    assert!(message(run.step(&"s9".into()).err().unwrap()).starts_with("Step 1 "));
    // what only JavaScript can pass
    for other in [5.into(), JsValue::UNDEFINED, JsValue::NULL, Object::new().into()] {
        let sentence = "a step is a string such as s0";
        assert_eq!(message(run.step(&other).err().unwrap()), sentence);
        assert_eq!(message(process_of(&other).err().unwrap()), sentence);
        assert_eq!(message(document_of(&other, false).err().unwrap()), "a link is a string");
        assert_eq!(run.with(&"processes".into(), &other), None);
    }
    assert_eq!(run.length(), 0);
}

#[wasm_bindgen_test]
async fn a_check_that_cannot_be_is_refused() {
    nobody_works();
    let check = opened(slug()).check(None);
    let refused = wasm_bindgen_futures::JsFuture::from(check).await.unwrap_err();
    assert!(message(refused).contains("does not allow a checker"));
    for states_max in ["'many'", "0", "-1"] {
        let options = js(&format!("return {{ statesMax: {states_max} }}"));
        let check = opened(slug()).check(Some(options.unchecked_into()));
        let refused = wasm_bindgen_futures::JsFuture::from(check).await.unwrap_err();
        assert_eq!(message(refused), "statesMax is a number of states, at least 1");
    }
}

#[wasm_bindgen_test]
async fn a_widget_tells_its_page_and_leaves_it_alone() {
    let document = web_sys::window().unwrap().document().unwrap();
    let (place, before) = (document.create_element("div").unwrap(), hash());
    document.body().unwrap().append_child(&place).unwrap();
    let told = Array::new();
    let on_change = Function::new_with_args("told", "return (...all) => told.push(all.join(' '))");
    let on_change = on_change.call1(&JsValue::NULL, &told).unwrap().unchecked_into();
    let start = opened(slug());
    let dark = opened(&format!("{}?theme=dark", slug()));
    let home = "https://example.org/lab/".to_owned();
    let mut widget = mount(&place, &dark, home, on_change).unwrap();
    let find = |css: &str| place.query_selector(css).unwrap();
    until(|| "it is drawn".into(), || find("a.source").is_some()).await;
    let lab = || find(".lab.embed").expect("a playground");
    let press = |label: &str| {
        let button = find(&format!("button[aria-label=\"{label}\"]")).unwrap();
        button.unchecked_into::<web_sys::HtmlElement>().click();
    };
    assert_eq!(lab().get_attribute("data-theme").as_deref(), Some("dark"));
    assert_eq!(told.length(), 0);
    let way_out = find("a.source").and_then(|it| it.get_attribute("href"));
    assert!(way_out.is_some_and(|it| it.starts_with("https://example.org/lab/")));
    press("Step forward");
    until(|| "its page is told".into(), || told.length() > 0).await;
    let said = told.get(0).as_string().unwrap();
    assert!(said.starts_with(&format!("{}?v=", slug())) && said.ends_with(" 1 1"), "{said}");
    // opened again, the first moment comes back; that is no news to the page
    widget.show(&start);
    let text = |element: Element| element.text_content().unwrap_or_default();
    until(|| text(lab()), || text(lab()).contains("step 0 of 0")).await;
    assert_eq!(lab().get_attribute("data-theme").as_deref(), Some("system"));
    assert_eq!(told.length(), 1);
    widget.destroy();
    until(|| "it is gone".into(), || place.first_element_child().is_none()).await;
    place.remove();
    assert_eq!(hash(), before);
}

#[wasm_bindgen_test]
fn pairs_say_how_a_moment_is_shown_and_go_before_the_link() {
    let pair = |name: &str, value: &str| Array::of2(&name.into(), &value.into());
    let pairs = Array::of2(&pair("theme", "dark"), &pair("speed", "fast"));
    let run = Run::new(&"bakery?theme=light".into(), pairs.into()).ok().unwrap();
    assert_eq!(run.link(), "bakery?theme=dark");
    assert!(run.notices()[0].contains("speed=fast"), "{:?}", run.notices());
    assert_eq!(field(&run.shown().ok().unwrap(), "theme"), "dark");
    let wrong = Run::new(&"bakery".into(), 5.into()).err().unwrap();
    assert!(message(wrong).starts_with("pairs are a list"));
}

#[wasm_bindgen_test]
fn a_setting_is_a_link_of_its_own() {
    let run = opened("bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw");
    assert_eq!(run.setting(), "bakery?processes=2&tie-break=none");
    assert_eq!(run.size(), "bakery?processes=2");
    assert_eq!(run.turned().len(), 2);
    let with = |option: &str, value: &str| run.with(&option.into(), &value.into());
    assert_eq!(with("processes", "4").as_deref(), Some("bakery?processes=4&tie-break=none"));
    assert_eq!(with("processes", "2"), None);
    assert_eq!(with("processes", "9"), None);
    assert_eq!(with("nothing", "2"), None);
    assert_eq!(process_of(&"s1".into()).ok().unwrap(), Some(1));
    assert_eq!(process_of(&"c0".into()).ok().unwrap(), None);
    assert!(process_of(&"nonsense".into()).is_err());
}
