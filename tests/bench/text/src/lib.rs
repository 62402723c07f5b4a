//! Searches of programs from texts: natively by `main.rs`, and as wasm under node.

use checker::{Limits, Search};
use codegen::{Executor, Generated};
use model::System;
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;

/// How many states the page's worker expands before it looks up.
const SLICE: usize = 4096;

const TEXTS: [(&str, &str); 2] = [
    ("bakery", include_str!("../../../../crates/algorithms/listings/bakery.ilv")),
    ("ricart-agrawala", include_str!("../../../../crates/algorithms/listings/ricart_agrawala.ilv")),
];

/// A search that is taken in slices, as the page's worker takes it.
#[wasm_bindgen]
pub struct TextSearch {
    system: Arc<dyn System>,
    search: Search,
}

#[wasm_bindgen]
impl TextSearch {
    /// `link` names a text and its options; `how` is `interpreted` or `generated`.
    ///
    /// # Panics
    /// If there is no such text or no such way.
    #[wasm_bindgen(constructor)]
    pub fn new(link: &str, how: &str) -> TextSearch {
        let (name, options) = link.split_once('?').unwrap_or((link, ""));
        let options: Vec<_> = options.split('&').filter_map(|it| it.split_once('=')).collect();
        let text = TEXTS.iter().find(|it| it.0 == name).expect("a text").1;
        let compiled = listing::compile(text, &options).expect("a text without errors");
        let system: Arc<dyn System> = match how {
            "interpreted" => Arc::new(compiled),
            "generated" => match Generated::new(compiled, &*executor()) {
                Ok(generated) => Arc::new(generated),
                Err((_, why)) => panic!("{why}"),
            },
            _ => panic!("neither interpreted nor generated: {how}"),
        };
        TextSearch { search: Search::new(system.clone(), limits()), system }
    }

    /// To the end.
    pub fn advance(&mut self) {
        while self.search.advance(SLICE) {}
    }

    /// Again from the start, with code that is warm.
    pub fn restart(&mut self) {
        self.search = Search::new(self.system.clone(), limits());
    }

    /// How many states and transitions there are, and whether nothing failed.
    pub fn found(&self) -> String {
        let report = self.search.report();
        assert!(report.ok(), "{:?}", report.verdicts);
        format!("{} {}", report.states, report.transitions)
    }
}

fn limits() -> Limits {
    Limits { safety_only: true, ..Limits::default() }
}

#[cfg(target_arch = "wasm32")]
fn executor() -> Box<dyn Executor> {
    Box::new(codegen::Tab)
}

#[cfg(all(not(target_arch = "wasm32"), feature = "generated"))]
fn executor() -> Box<dyn Executor> {
    Box::new(codegen::Native::default())
}

#[cfg(not(any(target_arch = "wasm32", feature = "generated")))]
fn executor() -> Box<dyn Executor> {
    panic!("this was built without the feature `generated`")
}
