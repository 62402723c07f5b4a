//! What comes of a litmus test that was pasted or dropped, by axioms, as plain data for its page. A module of its own:
//! nobody else waits for it.

mod drawing;

pub use drawing::{Arrow, Drawing, Placed, Xy};

use litmus::axioms::{Forbidden, Model, final_states, forbidden};
use litmus::{Observed, Test, read};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// The memories of the language, from the strongest to the weakest.
const MEMORIES: [&str; 3] = ["sequential", "tso", "pso"];

const TOO_MANY: &str =
    "There are too many executions to look at each. `interleave check` searches them.";

#[derive(Serialize, Debug)]
pub struct Answer {
    pub name: String,
    /// Quantifier and condition.
    pub claim: String,
    pub memories: Vec<Memory>,
    /// The test as a text of the language.
    pub text: String,
}

/// What comes of it with a memory.
#[derive(Serialize, Debug)]
pub struct Memory {
    pub memory: &'static str,
    /// Whether the claim is true; none if there are too many executions.
    pub ok: Option<bool>,
    pub sentence: String,
    /// Why no final state satisfies the condition.
    pub why: Option<String>,
    /// The cycle that this names, where it is one.
    pub cycle: Option<Drawing>,
    pub states: Vec<State>,
}

#[derive(Serialize, PartialEq, Debug)]
pub struct State {
    /// As herd prints it.
    pub values: String,
    pub satisfies: bool,
}

/// Where a test cannot be read, and what to write instead.
#[derive(Serialize, PartialEq, Debug)]
pub struct Problem {
    pub line: u32,
    pub problem: String,
}

/// The answer as JSON: an [`Answer`], or a [`Problem`].
#[wasm_bindgen]
pub fn answer(test: &str) -> String {
    let json = match &answered(test) {
        Ok(answer) => serde_json::to_string(answer),
        Err(problem) => serde_json::to_string(problem),
    };
    json.expect("plain data")
}

pub fn answered(test: &str) -> Result<Answer, Problem> {
    let test = read(test).map_err(|wrong| {
        let problem = format!("{} {}", wrong.message, wrong.help).trim_end().to_owned();
        Problem { line: wrong.line, problem }
    })?;
    Ok(Answer {
        memories: MEMORIES.map(|memory| in_memory(&test, memory)).into(),
        text: test.text(),
        name: test.name,
        claim: test.claim,
    })
}

fn in_memory(test: &Test, memory: &'static str) -> Memory {
    let model = Model::by_name(memory).expect("a memory of the language");
    let Some(all) = final_states(test, model) else {
        let (sentence, states) = (TOO_MANY.to_owned(), Vec::new());
        return Memory { memory, ok: None, sentence, why: None, cycle: None, states };
    };
    let state =
        |values: &Vec<u32>| State { values: test.shown(values), satisfies: test.satisfies(values) };
    let states: Vec<State> = all.iter().map(state).collect();
    let satisfying = states.iter().filter(|state| state.satisfies).count();
    let forbidden = if satisfying == 0 { forbidden(test, model) } else { None };
    let observed =
        Observed { quantifier: test.quantifier, satisfying, states: states.len(), is_whole: true };
    Memory {
        memory,
        ok: observed.ok(),
        sentence: observed.sentence(memory),
        why: forbidden.as_ref().map(Forbidden::sentence),
        cycle: forbidden.and_then(|forbidden| match forbidden {
            Forbidden::Cycle(cycle) => Some(Drawing::of(&cycle)),
            Forbidden::ByValues => None,
        }),
        states,
    }
}
