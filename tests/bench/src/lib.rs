//! Our checker alone: natively by `main.rs`, and as wasm under node.

use catalog::{Limits, Scenario, search_by_generated_code};
use wasm_bindgen::prelude::wasm_bindgen;

/// How many states the page's worker expands before it looks up.
const SLICE: usize = 4096;

/// A search that is taken in slices, as the page's worker takes it.
#[wasm_bindgen]
pub struct Search(catalog::Search);

#[wasm_bindgen]
impl Search {
    /// `how` is `states`, to judge single states, which is safety and deadlock, or `runs`, to look
    /// at whole runs as well.
    ///
    /// # Panics
    /// If it is no link.
    #[wasm_bindgen(constructor)]
    pub fn new(link: &str, how: &str) -> Search {
        search_by_generated_code();
        let parsed = Scenario::parse(link).expect("a link");
        assert!(parsed.notices.is_empty(), "{:?}", parsed.notices);
        let limits = Limits { safety_only: how == "states", ..Limits::default() };
        Search(parsed.scenario.search(limits))
    }

    /// To the end.
    pub fn advance(&mut self) {
        while self.0.advance(SLICE) {}
    }

    /// How many states and transitions there are, and whether nothing failed.
    pub fn found(&self) -> String {
        let report = self.0.report();
        assert!(report.ok(), "{:?}", report.verdicts);
        format!("{} {}", report.states, report.transitions)
    }
}

/// How much memory there is, in bytes; it never shrinks.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen]
pub fn memory_bytes() -> usize {
    const PAGE: usize = 1 << 16;
    std::arch::wasm32::memory_size::<0>() * PAGE
}
