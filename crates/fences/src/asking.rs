//! All searches of a question, one after the other.

use crate::hitting::{Answer, Known, Set, minimal};
use crate::question::{Counterexample, Question};
use catalog::claims::Claims;
use catalog::{Coverage, Report, Scenario, Search, Verdict};

/// A question, what is searched next, and what is known.
pub struct Asking {
    pub question: Question,
    pub claims: Claims,
    /// The search with sequential memory.
    pub sequential: Report,
    pub sets: Answer<Counterexample>,
    known: Known<Counterexample>,
    next: Option<Set>,
}

impl Asking {
    /// Asks for all claims that hold with sequential memory, or for one of them.
    pub fn of(question: Question, sequential: Report, only: Option<&'static str>) -> Asking {
        let claims = Claims::of(&sequential, only);
        let none = Answer { sets: Vec::new(), hopeless: None, is_complete: true, searches: 0 };
        let known = Known::new();
        let mut asking = Asking { question, claims, sequential, sets: none, known, next: None };
        if asking.asks() {
            asking.look();
        }
        asking
    }

    /// Whether anything holds with sequential memory.
    fn asks(&self) -> bool {
        self.claims.asked(&self.sequential).next().is_some()
    }

    fn look(&mut self) {
        (self.sets, self.next) = minimal(self.question.places.len(), &self.known);
    }

    /// What is to be searched next; none if all is known.
    pub fn next_search(&self) -> Option<Scenario> {
        Some(self.question.with(self.next.as_ref()?))
    }

    /// Whether a search need not go on. It goes to the first failure: once there are states farther from the first,
    /// all that are as near are known.
    pub fn has_failed(&self, search: &Search) -> bool {
        let progress = search.progress();
        let is_behind = |report: &Report| {
            let run = self.claims.broken(report).and_then(Verdict::run);
            run.is_some_and(|run| run.len() + 1 < progress.depth)
        };
        progress.failures > 0 && !progress.is_at_runs && is_behind(&search.report())
    }

    /// Takes what that search has found.
    pub fn take(&mut self, report: &Report) {
        if let Some(set) = self.next.take() {
            let outcome = self.question.outcome(&set, report, &self.claims);
            self.known.insert(set, outcome);
            self.look();
        }
    }

    /// The verdicts on what fails with sequential memory already.
    pub fn failing(&self) -> impl Iterator<Item = &Verdict> {
        let failing = self.claims.failing();
        self.sequential.verdicts.iter().filter(|verdict| failing.contains(&verdict.property))
    }

    /// Whether it is known for certain which sets suffice.
    pub fn is_proven(&self) -> bool {
        self.sets.is_complete
            && self.sequential.coverage == Coverage::Exhausted
            && self.sets.sets.iter().all(|set| set.is_proven)
    }

    /// What comes of it.
    pub fn sentence(&self) -> String {
        let memory = self.question.memory;
        if !self.asks() {
            return "Nothing holds with sequential memory, so no fence can keep it.".into();
        }
        if self.sets.hopeless.is_some() {
            return format!(
                "No set of fences suffices with {memory}: something fails with a fence behind every write."
            );
        }
        let is_proven = self.sets.is_complete && self.sets.sets.iter().all(|set| set.is_proven);
        let fences = |count| match count {
            1 => "1 fence is needed".to_owned(),
            count => format!("{count} fences are needed"),
        };
        match (&self.sets.sets[..], is_proven) {
            ([], _) => "No set of fences is known yet.".into(),
            ([only], true) if only.places.is_empty() => format!(
                "No fence is needed: what holds with sequential memory holds with {memory}, too."
            ),
            ([only], false) if only.places.is_empty() => {
                format!("No fence is known to be needed with {memory}.")
            }
            ([only], true) => fences(only.places.len()) + ":",
            ([only], false) if self.sets.is_complete => {
                fences(only.places.len()) + ", and may not be enough:"
            }
            (all, true) => format!("{} minimal sets of fences suffice, each alone:", all.len()),
            (all, false) => format!("Sets of fences that may suffice, each alone: {}", all.len()),
        }
    }

    /// How many writes could be pending, and that more may need more; none where nothing was searched.
    pub fn bound(&self) -> Option<String> {
        let buffer = self.question.buffer().filter(|_| self.sets.searches > 0)?;
        let writes = if buffer == 1 { "write" } else { "writes" };
        Some(format!(
            "A process had at most {buffer} pending {writes}. With more, more fences may be needed"
        ))
    }
}
