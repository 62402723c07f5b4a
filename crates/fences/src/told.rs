//! What came of a question, as data.

use crate::asking::Asking;
use crate::hitting::{Set, Sufficient};
use crate::question::Counterexample;
use catalog::Verdict;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Told {
    /// The text with the memory as an option, and without more fences.
    pub link: String,
    pub memory: String,
    /// How many writes of a process can be pending; none where the text works it out.
    pub buffer: Option<usize>,
    /// Where a fence can stand.
    pub places: Vec<TrialPlace>,
    /// What fails with sequential memory, too.
    pub failing: Vec<Failing>,
    /// All minimal sets, the smallest first; an empty one if no fence is needed.
    pub sets: Vec<FenceSet>,
    /// What fails with a fence at each place, if anything does.
    pub hopeless: Option<FailingRun>,
    /// There are no more such sets.
    pub complete: bool,
    pub searches: usize,
    /// What comes of it, in a sentence.
    pub sentence: String,
    /// What the sets leave open.
    pub bound: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrialPlace {
    pub line: usize,
    /// The statement before it.
    pub behind: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failing {
    pub property: String,
    pub sentence: String,
    pub link: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FenceSet {
    /// False if a search ended at a bound.
    pub proven: bool,
    pub fences: Vec<Fence>,
    /// The text with these fences.
    pub link: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fence {
    pub line: usize,
    /// The statement before it.
    pub behind: String,
    /// What fails without this fence; none where the search ended at a bound before it found anything.
    pub without: Option<FailingRun>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FailingRun {
    pub property: String,
    /// What the search says: "fails: shortest run 8 steps".
    pub sentence: String,
    pub why: Option<String>,
    pub link: String,
}

impl FailingRun {
    fn of(run: &Counterexample) -> FailingRun {
        let (property, sentence) = (run.property.to_owned(), run.sentence.clone());
        FailingRun { property, sentence, why: run.why(), link: run.scenario.to_string() }
    }
}

impl Asking {
    /// What is known by now.
    pub fn told(&self) -> Told {
        let question = &self.question;
        let places = question.places.iter();
        let places =
            places.map(|place| TrialPlace { line: place.line, behind: place.words.clone() });
        Told {
            link: question.with(&Set::new()).to_string(),
            memory: question.memory.to_string(),
            buffer: question.buffer(),
            places: places.collect(),
            failing: self.failing().map(|verdict| self.failing_alone(verdict)).collect(),
            sets: self.sets.sets.iter().map(|set| self.fence_set(set)).collect(),
            hopeless: self.sets.hopeless.as_ref().map(FailingRun::of),
            complete: self.sets.is_complete,
            searches: self.sets.searches,
            sentence: self.sentence(),
            bound: self.bound().map(|bound| bound + "."),
        }
    }

    fn fence_set(&self, set: &Sufficient<Counterexample>) -> FenceSet {
        let fence = |(&at, run): (&usize, &Option<Counterexample>)| Fence {
            line: self.question.places[at].line,
            behind: self.question.places[at].words.clone(),
            without: run.as_ref().map(FailingRun::of),
        };
        FenceSet {
            proven: set.is_proven,
            fences: set.without.iter().map(fence).collect(),
            link: self.question.with(&set.places).to_string(),
        }
    }

    fn failing_alone(&self, verdict: &Verdict) -> Failing {
        let start = self.question.sequential();
        let run = verdict.run().map(|run| start.then(run, verdict.loops_from()));
        Failing {
            property: verdict.property.to_owned(),
            sentence: verdict.sentence(&self.sequential),
            link: run.map(|run| run.to_string()),
        }
    }
}
