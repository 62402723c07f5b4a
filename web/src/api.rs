//! What other people's JavaScript may ask: open a link, look at the moment, step, check.
//! `static/interleave.d.ts` says what the objects look like.

mod beside;
mod check;

use catalog::{Action, Parsed, Scenario, TEXT_MAX, entries, plain, reason::Reason};
use check::CheckOptions;
use export::Document;
use js_sys::Promise;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use session::{
    plain_objects,
    state::{Message, NEW, State},
};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "import type { Algorithm, CheckOptions, Moment, Report, RunDocument, Shown, Trace } from \"./interleave.js\";";

/// A run of an algorithm, and a cursor in it.
#[wasm_bindgen]
pub struct Run {
    state: State,
}

#[wasm_bindgen]
impl Run {
    /// Opens a link, or the part of one after `#`. Throws a sentence if it names no algorithm;
    /// whatever else is wrong with it is in `notices`. `pairs` say how the moment is shown, and go
    /// before what the link says.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "string")] link: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "[name: string, value: string][]")]
        pairs: JsValue,
    ) -> Result<Run, JsError> {
        let link = text(link, LINK)?;
        let pairs: Option<Vec<(String, String)>> = serde_wasm_bindgen::from_value(pairs)
            .map_err(|_| JsError::new("pairs are a list of a name and a value each, as strings"))?;
        let parsed = Scenario::parse_with(&link, &pairs.unwrap_or_default())?;
        Ok(Run { state: State::open(&parsed) })
    }

    /// The link of this very moment, without the address of the page.
    #[wasm_bindgen(getter)]
    pub fn link(&self) -> String {
        self.state.scenario.to_string()
    }

    /// What was wrong with the link, a sentence each.
    #[wasm_bindgen(getter)]
    pub fn notices(&self) -> Vec<String> {
        self.state.notices.clone()
    }

    /// How many steps have been taken.
    #[wasm_bindgen(getter)]
    pub fn at(&self) -> usize {
        self.state.at()
    }

    /// How many steps the whole run has, those ahead included.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.state.len()
    }

    /// The algorithm, by its name in links.
    #[wasm_bindgen(getter)]
    pub fn slug(&self) -> String {
        self.state.scenario.slug.into()
    }

    /// The algorithm; with the options of the listing that runs, if a reader has changed it.
    #[wasm_bindgen(getter, unchecked_return_type = "Algorithm")]
    pub fn algorithm(&self) -> Result<JsValue, JsError> {
        object(self.state.scenario.entry())
    }

    /// The link of the start with these options.
    #[wasm_bindgen(getter)]
    pub fn setting(&self) -> String {
        self.state.scenario.start().to_string()
    }

    /// The link of the start with those of these options that count something, and the others at
    /// their defaults.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> String {
        self.state.scenario.start_of_size().to_string()
    }

    /// What is not as published, in words: the listing, and options that are not at their defaults.
    #[wasm_bindgen(getter)]
    pub fn turned(&self) -> Vec<String> {
        let text = self.state.scenario.text.as_ref().map(|_| "changed listing".to_owned());
        text.into_iter().chain(self.state.scenario.turned()).collect()
    }

    /// The link of the start with an option at another value; none if it has no such value, or has it
    /// already.
    pub fn with(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] option: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] value: &JsValue,
    ) -> Option<String> {
        let (option, value) = (&option.as_string()?, &value.as_string()?);
        let mut start = self.state.scenario.start();
        let is_new =
            start.setting.set(option, value) && start.setting != self.state.scenario.setting;
        is_new.then(|| start.to_string())
    }

    /// After how many steps the run begins to go round, if it does.
    #[wasm_bindgen(getter)]
    pub fn loops_from(&self) -> Option<usize> {
        self.state.scenario.loops_from
    }

    /// How the moment is shown.
    #[wasm_bindgen(getter, unchecked_return_type = "Shown")]
    pub fn shown(&self) -> Result<JsValue, JsError> {
        object(&plain_objects::Shown::of(&self.state.scenario))
    }

    /// All there is to know about the point at the cursor.
    #[wasm_bindgen(unchecked_return_type = "Moment")]
    pub fn moment(&self) -> Result<JsValue, JsError> {
        object(&plain_objects::Moment::of(&self.state.moment))
    }

    /// What breaks in the step that led here and why, a sentence for each property.
    pub fn reasons(&self) -> Vec<String> {
        self.state.scenario.reasons().iter().map(Reason::text).collect()
    }

    /// The whole run, past and future.
    #[wasm_bindgen(unchecked_return_type = "Trace")]
    pub fn trace(&self) -> Result<JsValue, JsError> {
        object(&*self.state.trace)
    }

    /// What happened in a step, counted from 0, in a sentence; empty if there is no such step.
    pub fn said(&self, step: usize) -> String {
        let trace = &self.state.trace;
        if step < trace.steps.len() { plain(&trace.said(step)) } else { String::new() }
    }

    /// Takes a step such as `s0`, as in `moment().next[0].action`. Where it is not the one that the
    /// run goes on with, what was ahead is dropped. Throws a sentence if it cannot be taken.
    pub fn step(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] action: &JsValue,
    ) -> Result<(), JsError> {
        let action = text(action, STEP)?.parse::<Action>().map_err(|why| JsError::new(&why))?;
        let next = self.state.apply(Message::Act(action));
        if let Some(refused) = &next.trace.refused {
            return Err(JsError::new(&refused.why));
        }
        self.state = next;
        Ok(())
    }

    /// Moves the cursor to where `at` steps have been taken, or to the end of the run.
    pub fn seek(&mut self, at: usize) {
        self.state = self.state.apply(Message::Seek(at));
    }

    /// Visits every interleaving in a worker; the run does not matter.
    #[wasm_bindgen(unchecked_return_type = "Promise<Report>")]
    pub fn check(&self, options: Option<CheckOptions>) -> Promise {
        check::check(&self.state.scenario, options)
    }
}

impl Run {
    pub(crate) fn moment_shown(&self) -> (&Scenario, Rc<catalog::Moment>) {
        (&self.state.scenario, Rc::clone(&self.state.moment))
    }

    pub(crate) fn opened(&self) -> Parsed {
        let State { scenario, notices, says_ask, .. } = &self.state;
        let (scenario, notices) = (scenario.clone(), notices.clone());
        Parsed { scenario, notices, says_ask: *says_ask, cannot_run: None }
    }
}

/// Every algorithm that this engine has, in the order of the gallery.
#[wasm_bindgen(unchecked_return_type = "Algorithm[]")]
pub fn algorithms() -> Result<JsValue, JsError> {
    object(entries())
}

/// The link of a listing that stands in a page: of a new algorithm, from its start. Throws a sentence
/// for its first error, if it has one.
#[wasm_bindgen]
pub fn link_of_listing(
    #[wasm_bindgen(unchecked_param_type = "string")] listing: &JsValue,
) -> Result<String, JsError> {
    let listing = text(listing, LISTING)?;
    let new = catalog::entry(NEW).expect("a place to begin");
    let scenario = Scenario::new(new).with_text(&listing);
    match scenario.text.as_ref().and_then(|text| text.errors().first()) {
        Some(error) => {
            Err(JsError::new(&format!("Line {}: {} {}", error.line, error.message, error.help)))
        }
        None => Ok(scenario.to_string()),
    }
}

/// The address at which the text of a link is to be read; none if there is none, or the link has its text itself.
#[wasm_bindgen]
pub fn address_in(link: &str) -> Option<String> {
    catalog::address_in(link)
}

/// Says what stands at an address, for links that name it. Throws a sentence if that is too long for a text.
#[wasm_bindgen]
pub fn keep_text(address: &str, text: &str) -> Result<(), JsError> {
    if text.len() > TEXT_MAX {
        return Err(JsError::new(&format!("It has more than {TEXT_MAX} bytes.")));
    }
    catalog::keep_text(address, text);
    Ok(())
}

/// The process whose own step, or whose delivery, a step such as `s0` is; none for a fault. Throws a
/// sentence if it is no step.
#[wasm_bindgen]
pub fn process_of(
    #[wasm_bindgen(unchecked_param_type = "string")] action: &JsValue,
) -> Result<Option<u8>, JsError> {
    Ok(match text(action, STEP)?.parse::<Action>().map_err(|why| JsError::new(&why))? {
        Action::Step { process, .. } => Some(process),
        Action::Deliver(mail) | Action::DeliverAs(mail, _) => Some(mail.to),
        _ => None,
    })
}

/// The run of a link, whole, as in `interleave export --format json`; the moments only if they are
/// wanted. Throws a sentence if it names no algorithm.
#[wasm_bindgen(unchecked_return_type = "RunDocument")]
pub fn document_of(
    #[wasm_bindgen(unchecked_param_type = "string")] link: &JsValue,
    moments: bool,
) -> Result<JsValue, JsError> {
    object(&Document::of(&Scenario::parse(&text(link, LINK)?)?.scenario, moments))
}

const LINK: &str = "a link is a string";
const LISTING: &str = "a listing is a string";
const STEP: &str = "a step is a string such as s0";

/// What a caller passed as a string: JavaScript may pass anything.
fn text(value: &JsValue, otherwise: &str) -> Result<String, JsError> {
    value.as_string().ok_or_else(|| JsError::new(otherwise))
}

/// As in JSON: what is missing is `null`.
pub(crate) fn object(data: &(impl Serialize + ?Sized)) -> Result<JsValue, JsError> {
    Ok(data.serialize(&Serializer::json_compatible())?)
}
