//! Where properties break.

use super::plan::Plan;
use crate::components::stage::geometry::{point, short};
use crate::components::stage::parts;
use catalog::Trace;
use yew::prelude::*;

pub struct Flag {
    pub step: usize,
    /// Where its pole stands.
    pub x: f64,
    /// Where its words end.
    pub end: f64,
    /// None where those of the flag before it are in the way.
    words: Option<String>,
}

pub fn flags(plan: &Plan, trace: &Trace) -> Vec<Flag> {
    let mut free = 0.0;
    let broken = trace.steps.iter().enumerate().filter(|(_, it)| !it.breaks.is_empty());
    let flag = |(step, it): (usize, &catalog::Step)| {
        let (x, words) = (plan.step(step), it.breaks.join(", "));
        let has_words = x >= free;
        let end = x + if has_words { 24.0 + 7.0 * words.len() as f64 } else { 14.0 };
        free = end.max(free);
        Flag { step, x, end, words: has_words.then_some(words) }
    };
    broken.map(flag).collect()
}

impl Flag {
    pub fn draw(&self, bottom: f64) -> Html {
        let x = short(self.x);
        html! {
            <g class="flag">
                <path class="flag-pole" d={format!("M{x} 3V{}", short(bottom))} />
                <path class="flag-cloth" d={format!("M{x} 3h12l-4 5l4 5h-12z")} />
                if let Some(words) = &self.words {
                    { parts::words(point(self.x + 17.0, 9.0), "flag-words", "start", words) }
                }
            </g>
        }
    }
}
