//! Claims that are to carry themselves, with the numbers that were worked out by hand or by other programs.

mod mc_bakery;
mod measured;
mod number;
mod reached;
mod texts;

use inductive::{Counts, Question, Reached, Types, Within, candidates, groups};
use listing::compile;
use std::sync::Arc;

/// The question about the last claim of a text with another line or lines.
fn question(text: &str, claim: &str, chosen: &[(&str, &str)], within: Within) -> Question {
    let text = format!("{}\n\n{claim}\n", text.trim_end());
    let compiled = compile(&text, chosen).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    let of = compiled.program().inductive.last().expect("an inductive claim").property;
    let asked = Arc::new(compiled.with_claim(of));
    Question::new(asked.clone(), asked, within, 100_000_000).expect("few enough")
}

fn counts(text: &str, claim: &str, chosen: &[(&str, &str)], within: Within) -> Counts {
    question(text, claim, chosen, within).finish()
}

/// States to look at, those in the claim, and leads.
fn found(text: &str, claim: &str, chosen: &[(&str, &str)], within: Within) -> (u64, u64, u64) {
    let counts = counts(text, claim, chosen, within);
    (counts.space, counts.inside, counts.leads)
}

/// Adds the first candidate until there is no lead any more: how often, and the lines.
fn press(text: &str, claim: &str, chosen: &[(&str, &str)]) -> (Vec<String>, Counts) {
    let mut lines = Vec::new();
    loop {
        let claim =
            std::iter::once(claim.to_owned()).chain(lines.iter().map(|text| format!("  {text}")));
        let claim = claim.collect::<Vec<_>>().join("\n");
        let mut question = question(text, &claim, chosen, Within::Local);
        let counts = question.finish();
        if counts.leads == 0 || lines.len() == 12 {
            return (lines, counts);
        }
        let reached = Reached::new(&*question.system, &question.beginnings, 200_000).expect("few");
        let types = Types::new(&question.compiled, &question.beginnings);
        let group = &groups(&question, types.as_ref())[0];
        let leads: Vec<Vec<u8>> = question.leads().map(<[u8]>::to_vec).collect();
        let all = candidates(&question.compiled, &group.lead.state, &leads, &reached);
        match all.first() {
            Some(first) => lines.push(first.line.clone()),
            None => return (lines, counts),
        }
    }
}
