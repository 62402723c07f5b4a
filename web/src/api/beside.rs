//! Runs side by side, for `static/compare.js`.

use super::{LINK, STEP, object, text};
use catalog::{Action, Scenario};
use session::comparison;
use wasm_bindgen::prelude::*;

/// Up to three runs that one schedule drives.
#[wasm_bindgen]
pub struct Beside {
    beside: comparison::Beside,
}

#[wasm_bindgen]
impl Beside {
    /// The settings of these links, at the start of a schedule of steps such as `s0`. Throws a sentence for
    /// a link that names no algorithm, and for what is no step.
    #[wasm_bindgen(constructor)]
    pub fn new(links: Vec<String>, schedule: Vec<String>) -> Result<Beside, JsError> {
        let open = |text: &String| Ok(Scenario::parse(text)?.scenario);
        let scenarios: Vec<Scenario> = links.iter().map(open).collect::<Result<_, JsError>>()?;
        Ok(Beside { beside: comparison::Beside::new(&scenarios, &entries(&schedule)?) })
    }

    /// How many entries of the schedule have been taken.
    #[wasm_bindgen(getter)]
    pub fn at(&self) -> usize {
        self.beside.at()
    }

    #[wasm_bindgen(getter)]
    pub fn schedule(&self) -> Vec<String> {
        self.beside.schedule().iter().map(Action::to_string).collect()
    }

    /// Moves to where `at` entries have been taken, or to the end.
    pub fn seek(&mut self, at: usize) {
        self.beside.seek(at);
    }

    /// Goes on from here with a step such as `s0`. What was ahead is dropped, unless it began so.
    pub fn take(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] entry: &JsValue,
    ) -> Result<(), JsError> {
        self.beside.take(entry_of(&text(entry, STEP)?)?);
        Ok(())
    }

    /// Another schedule: the run of a link, at its moment. How many steps of it are those of the schedule
    /// before. Throws a sentence if the link names no algorithm.
    pub fn follow(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] link: &JsValue,
    ) -> Result<usize, JsError> {
        let scenario = Scenario::parse(&text(link, LINK)?)?.scenario;
        let common = self.beside.common(&scenario.run);
        self.beside.follow(&scenario.run);
        self.beside.seek(scenario.at);
        Ok(common)
    }

    /// Another schedule, by chance, the same for the same seed; it is at its start.
    pub fn randomly(&mut self, seed: u32) {
        self.beside.randomly(seed);
    }

    /// All there is to see.
    pub fn page(&self) -> Result<JsValue, JsError> {
        object(&self.beside.page())
    }

    /// The schedule in time as SVG, in a frame that is so wide, in pixels.
    pub fn sheet(&self, width: f64) -> String {
        self.beside.sheet(width)
    }

    /// The first side with one option at another value: words and link of each.
    pub fn offers(&self) -> Result<JsValue, JsError> {
        object(&self.beside.offers())
    }
}

fn entries(schedule: &[String]) -> Result<Vec<Action>, JsError> {
    schedule.iter().map(|text| entry_of(text)).collect()
}

fn entry_of(text: &str) -> Result<Action, JsError> {
    text.parse().map_err(|why: String| JsError::new(&why))
}
