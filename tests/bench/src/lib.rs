//! Our checker alone: natively by `main.rs`, and as wasm under node.

use catalog::{Coverage, Limits, Scenario, search_by_generated_code};
use wasm_bindgen::prelude::wasm_bindgen;

/// How many states the page's worker expands before it looks up.
const SLICE: usize = 4096;

/// A search that is taken in slices, as the page's worker takes it.
#[wasm_bindgen]
pub struct Search(catalog::Search);

#[wasm_bindgen]
impl Search {
    /// Everything up to a module that runs. `how` is `states`, to judge single states, which is safety
    /// and deadlock, or `runs`, to look at whole runs as well. Claims of the listing whose lines begin
    /// like `without` are left out, if that is not empty.
    ///
    /// # Panics
    /// If it is no link.
    #[wasm_bindgen(constructor)]
    pub fn new(link: &str, how: &str, without: &str) -> Search {
        search_by_generated_code();
        let limits = Limits { safety_only: how == "states", ..Limits::default() };
        Search(scenario(link, without).search(limits))
    }

    /// To the end.
    pub fn advance(&mut self) {
        while self.0.advance(SLICE) {}
    }

    /// How many states and transitions there are.
    ///
    /// # Panics
    /// If there may be more.
    pub fn found(&self) -> String {
        let report = self.0.report();
        assert_eq!(report.coverage, Coverage::Exhausted, "{:?}", report.verdicts);
        format!("{} {}", report.states, report.transitions)
    }
}

/// Texts that are published nowhere: locks with store buffers, and a stack with the monitor of its operations.
const TEXTS: [(&str, &str); 3] = [
    ("peterson-tso", include_str!("../texts/peterson-tso.ilv")),
    ("bakery-tso", include_str!("../texts/bakery-tso.ilv")),
    ("treiber-linearizable", include_str!("../texts/treiber-linearizable.ilv")),
];

/// What a link asks for, or the name of a text.
fn scenario(link: &str, without: &str) -> Scenario {
    let own = TEXTS.iter().find(|text| text.0 == link);
    let parsed = Scenario::parse(own.map_or(link, |_| "new")).expect("a link");
    assert!(parsed.notices.is_empty(), "{:?}", parsed.notices);
    let scenario = match own {
        Some((_, text)) => parsed.scenario.with_text(text),
        None => parsed.scenario,
    };
    if without.is_empty() {
        return scenario;
    }
    let source = scenario.source();
    let is_asked = |line: &&str| !line.starts_with(without) && !line.starts_with("expect");
    let lines: Vec<&str> = source.lines().filter(is_asked).collect();
    let other = scenario.with_text(&(lines.join("\n") + "\n"));
    assert!(other.source() != source, "no claim begins like that");
    other
}

/// How much memory there is, in bytes; it never shrinks.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen]
pub fn memory_bytes() -> usize {
    const PAGE: usize = 1 << 16;
    std::arch::wasm32::memory_size::<0>() * PAGE
}
