//! Which fences a text needs: its variants, and what their searches say.

use crate::hitting::{Outcome, Set};
use crate::memory::{
    Added, BUFFER, MEMORY, Memory, PLACES, SEQUENTIAL, is_defined, is_of_other_kind, lacking,
};
use crate::passed::passed;
use crate::places::{Place, places};
use crate::written::{fences, written};
use catalog::claims::Claims;
use catalog::reason::Reason;
use catalog::{Coverage, Diagnostic, Report, Scenario, Verdict};
use listing::tree::Listing;
use std::collections::BTreeSet;

/// A text, a memory, and where fences can stand.
#[derive(Clone)]
pub struct Question {
    scenario: Scenario,
    pub memory: Memory,
    /// How many writes of a process can be pending, where that was asked for.
    buffer: Option<usize>,
    /// What the text lacks to have the memory as an option.
    added: Vec<Added>,
    pub places: Vec<Place>,
}

/// Why there is no such question.
#[derive(Debug)]
pub enum Refused {
    Sentence(String),
    /// The text with these options has errors.
    Errors {
        source: String,
        errors: Vec<Diagnostic>,
    },
}

/// A run that fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The run to its end; of what is never reached, only the setting.
    pub scenario: Scenario,
    pub property: &'static str,
    /// What the search says: "fails: shortest run 8 steps".
    pub sentence: String,
}

impl Counterexample {
    /// Why it fails, in a sentence.
    pub fn why(&self) -> Option<String> {
        let reasons = self.scenario.reasons();
        reasons.iter().find(|reason| reason.property == self.property).map(Reason::text)
    }
}

impl Question {
    /// Asks of a text in a setting. Where no memory is given, it is that of the setting.
    pub fn of(
        scenario: &Scenario,
        memory: Option<Memory>,
        buffer: Option<usize>,
    ) -> Result<Question, Refused> {
        let scenario = scenario.with_run(Vec::new());
        let source = scenario.source().to_owned();
        let document = scenario.document();
        let listing = document.listing();
        refuse_other_option(listing)?;
        let own = || Memory::named(chosen(&scenario, listing, MEMORY)?);
        let Some(memory) = memory.or_else(own) else {
            let sentence = "Say which memory the fences are for: `--memory tso` or `--memory pso`.";
            return Err(Refused::Sentence(sentence.into()));
        };
        let name = memory.to_string();
        let values = match has_option(listing, MEMORY) {
            true => vec![SEQUENTIAL, &name],
            false => vec![SEQUENTIAL, "tso", "pso"],
        };
        let size = buffer.map(|buffer| buffer.to_string());
        let mut wanted = vec![(MEMORY, values)];
        wanted.extend(size.as_deref().map(|size| (BUFFER, vec![size])));
        let mut added = Vec::new();
        for (name, values) in wanted {
            refuse_definition(listing, name, &values)?;
            added.extend(lacking(&source, listing, name, &values));
        }
        let places = places(&source, listing);
        let question = Question { scenario, memory, buffer, added, places };
        let all = (0..question.places.len()).collect();
        for setting in [question.sequential(), question.with(&Set::new()), question.with(&all)] {
            compiles(&setting)?;
        }
        Ok(question)
    }

    /// The lines that the text lacks, and that its searches have.
    pub fn added(&self) -> impl Iterator<Item = &str> {
        self.added.iter().map(|added| &*added.words)
    }

    /// Whether a variant has the text as it is.
    pub fn is_own(&self, variant: &Scenario) -> bool {
        variant.source() == self.scenario.source()
    }

    /// How many writes of a process can be pending; none where the text works it out.
    pub fn buffer(&self) -> Option<usize> {
        let document = self.scenario.document();
        let listing = document.listing();
        let of_setting = || chosen(&self.scenario, listing, BUFFER);
        match self.buffer {
            None if has_option(listing, BUFFER) => of_setting()?.parse().ok(),
            None => (!is_defined(listing, BUFFER)).then_some(PLACES),
            asked => asked,
        }
    }

    /// The text as it is, with sequential memory.
    pub fn sequential(&self) -> Scenario {
        match has_option(self.scenario.document().listing(), MEMORY) {
            true => self.variant(&Set::new(), SEQUENTIAL),
            false => self.scenario.clone(),
        }
    }

    /// With fences at some places, and the memory in question.
    pub fn with(&self, chosen: &Set) -> Scenario {
        self.variant(chosen, &self.memory.to_string())
    }

    fn variant(&self, chosen: &Set, memory: &str) -> Scenario {
        let source = self.scenario.source();
        let mut insertions: Vec<_> =
            self.added.iter().map(|added| added.insertion.clone()).collect();
        insertions.extend(fences(&self.places, chosen));
        let text = if insertions.is_empty() { source } else { &written(source, insertions) };
        let mut variant = match text == source {
            true => self.scenario.clone(),
            false => self.scenario.with_text(text),
        };
        // what the text with its default options cannot be, the setting may be
        for (option, value) in self.scenario.setting.iter() {
            variant.setting.set(option.name, value.name);
        }
        let options = listing::options(variant.document().listing());
        let mut set = |name: &str, value: &str| {
            if let Some(option) = options.iter().find(|option| option.name == name) {
                variant.setting.set(&option.link, value);
            }
        };
        set(MEMORY, memory);
        if let Some(places) = self.buffer {
            set(BUFFER, &places.to_string());
        }
        variant
    }

    /// The text with fences at some places, and nothing else.
    pub fn written(&self, chosen: &Set) -> String {
        written(self.scenario.source(), fences(&self.places, chosen))
    }

    /// What comes of a search of `with(chosen)`.
    pub fn outcome(
        &self,
        chosen: &Set,
        report: &Report,
        claims: &Claims,
    ) -> Outcome<Counterexample> {
        let start = self.with(chosen);
        let Some(verdict) = claims.broken(report) else {
            let is_open = |verdict: &Verdict| matches!(verdict.outcome, catalog::Outcome::NotAsked);
            let is_proven =
                report.coverage == Coverage::Exhausted && !claims.asked(report).any(is_open);
            return Outcome::Holds { is_proven };
        };
        let run = verdict.run().unwrap_or_default();
        let scenario = start.then(run, verdict.loops_from());
        let passed = passed(&scenario.trace());
        let there = places(start.source(), start.document().listing());
        let needs = there.iter().enumerate().filter(|it| !it.1.runs_in.is_disjoint(&passed));
        let needs: BTreeSet<usize> = needs.map(|need| need.0).collect();
        let (property, sentence) = (verdict.property, verdict.sentence(report));
        Outcome::Fails { run: Counterexample { scenario, property, sentence }, needs }
    }
}

fn has_option(listing: &Listing, name: &str) -> bool {
    listing.options().any(|option| option.name.text == name)
}

/// What a setting has chosen of an option.
fn chosen(scenario: &Scenario, listing: &Listing, name: &str) -> Option<&'static str> {
    let options = listing::options(listing);
    let option = options.iter().find(|option| option.name == name)?;
    let mut setting = scenario.setting.iter();
    Some(setting.find(|(knob, _)| knob.name == option.link)?.1.name)
}

fn refuse_definition(listing: &Listing, name: &str, values: &[&str]) -> Result<(), Refused> {
    match is_defined(listing, name) {
        false => Ok(()),
        true => Err(Refused::Sentence(format!(
            "The text defines `{name}`. Make it an option, so that it can be chosen: `option {name}: {}`.",
            values.join(", ")
        ))),
    }
}

fn refuse_other_option(listing: &Listing) -> Result<(), Refused> {
    match is_of_other_kind(listing) {
        true => {
            let sentence = "The text has an option `memory` with other values. Give that another name, and ask again.";
            Err(Refused::Sentence(sentence.into()))
        }
        false => Ok(()),
    }
}

fn compiles(scenario: &Scenario) -> Result<(), Refused> {
    let wrong = |errors| Refused::Errors { source: scenario.source().to_owned(), errors };
    scenario.program().map(drop).map_err(wrong)
}
