//! What a search found, as plain data.

use model::{Action, ClaimKind, NO_DEADLOCK};
use serde::{Serialize, Serializer};

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    pub coverage: Coverage,
    /// Distinct states seen.
    pub states: usize,
    /// How many states of the program these are: as many, unless properties remember something of the run.
    /// None where that is not counted.
    #[serde(skip)]
    pub states_of_program: Option<usize>,
    /// Steps from one of them to another, or to itself.
    pub transitions: usize,
    /// How many steps away from the first the farthest state is.
    pub depth: usize,
    /// How many initial values each run begins by choosing, an action each: they are no steps.
    #[serde(skip_serializing_if = "is_zero")]
    pub choices: usize,
    /// A shortest run to a state in which a step leads beyond what the model follows.
    #[serde(serialize_with = "maybe_as_text", skip_serializing_if = "Option::is_none")]
    pub beyond: Option<Vec<Action>>,
    /// The lines of the text, counted from 1, that never run: where every state was seen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unreached: Vec<usize>,
    /// What the text declares and nothing depends on, a sentence for each: where every state was seen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unused: Vec<String>,
    /// One for each property, in their order, and one more for deadlocks.
    pub verdicts: Vec<Verdict>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Report {
    /// How many steps the first actions of a run are, so many of them.
    pub fn steps_of(&self, actions: usize) -> usize {
        actions.saturating_sub(self.choices)
    }

    /// Whether a run is the one that leads to a deadlock.
    pub fn is_deadlock(&self, run: &[Action]) -> bool {
        self.verdicts.iter().filter(|verdict| verdict.property == NO_DEADLOCK).any(
            |verdict| matches!(&verdict.outcome, Outcome::Fails { run: deadlock } if deadlock == run),
        )
    }
}

/// How sure the verdicts are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coverage {
    /// Every state of the algorithm was seen.
    Exhausted,
    /// The search ended, but there are states that it did not see.
    Bounded(Vec<Bound>),
    /// The search has not ended.
    Unfinished,
}

impl Coverage {
    /// Whether the search ended at a limit, which another one may not have.
    pub fn is_cut(&self) -> bool {
        let Coverage::Bounded(bounds) = self else { return false };
        bounds.iter().any(|bound| {
            matches!(bound, Bound::StatesMax(_) | Bound::Memory(_) | Bound::Interrupted)
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// The algorithm could go on where the model, to stay finite, does not follow.
    BeyondModel,
    /// Some step cannot be computed: what would follow it is not known.
    Error,
    /// That many states were as many as the search was allowed.
    StatesMax(usize),
    /// That many bytes were taken, and more were not allowed, or not to be had.
    Memory(usize),
    /// Of so many states only fingerprints were kept: some may have been taken for others.
    Fingerprints(usize),
    /// Somebody ended the search before it was over.
    Interrupted,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verdict {
    /// The name of the property.
    pub property: &'static str,
    pub words: &'static str,
    pub kind: ClaimKind,
    pub outcome: Outcome,
    /// What a reader of the outcome has to know besides: sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What was found, in the states seen. But for loops and what operations cost, every run is a
/// shortest one to such a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    Holds,
    Fails {
        #[serde(serialize_with = "as_text")]
        run: Vec<Action>,
    },
    Found {
        #[serde(serialize_with = "as_text")]
        run: Vec<Action>,
    },
    NotFound,
    Most {
        value: u32,
        #[serde(serialize_with = "as_text")]
        run: Vec<Action>,
    },
    Least {
        value: u32,
        #[serde(serialize_with = "as_text")]
        run: Vec<Action>,
    },
    /// It fails in a run that never ends: from its step `from` on, counted from zero, it goes round
    /// and round. This may be no shortest one.
    Loops {
        #[serde(serialize_with = "as_text")]
        run: Vec<Action>,
        from: usize,
    },
    /// It fails because a process whose operation is pending has to wait for others.
    Stuck {
        #[serde(serialize_with = "as_text")]
        run: Vec<Action>,
        process: u8,
    },
    /// It holds, and an operation takes so many steps at most; a run in which one does.
    Within {
        value: u32,
        #[serde(serialize_with = "as_text")]
        run: Vec<Action>,
    },
    /// What was asked for has no bound: it grows from the run's step `from` on, round and round. If
    /// that is its end, a process waits there, and looks again and again.
    Unbounded {
        #[serde(serialize_with = "as_text")]
        run: Vec<Action>,
        from: usize,
    },
    /// How runs can end, the nearest end first.
    Ends(Vec<End>),
    /// Nothing is checked: no initial state satisfies all of these assumptions.
    NoInitialState(Vec<&'static str>),
    /// Only a search that has seen every state could tell.
    NotAsked,
}

/// One way for runs to end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct End {
    pub value: String,
    /// In how many states they end so.
    pub states: usize,
    /// How many runs do; [`u64::MAX`] stands for that many or more. None if runs can go round, or
    /// if not every state was seen.
    pub runs: Option<u64>,
    #[serde(serialize_with = "as_text")]
    pub run: Vec<Action>,
}

impl Report {
    /// Whether nothing fails that was claimed.
    pub fn ok(&self) -> bool {
        self.verdicts.iter().all(|verdict| verdict.good_after(&self.coverage))
    }
}

impl Verdict {
    /// False if it fails; a question has no wrong answer.
    pub fn good(&self) -> bool {
        !matches!(
            self.outcome,
            Outcome::Fails { .. }
                | Outcome::Loops { .. }
                | Outcome::Stuck { .. }
                | Outcome::NoInitialState(_)
        )
    }

    /// The same, with what is known once every state was seen: what was to be reached, and never is, fails.
    pub fn good_after(&self, coverage: &Coverage) -> bool {
        let is_claimed = self.kind == ClaimKind::Sometimes && self.outcome == Outcome::NotFound;
        self.good() && !(is_claimed && *coverage == Coverage::Exhausted)
    }

    /// The run that proves it, where there is one.
    pub fn run(&self) -> Option<&[Action]> {
        match &self.outcome {
            Outcome::Fails { run }
            | Outcome::Found { run }
            | Outcome::Most { run, .. }
            | Outcome::Least { run, .. }
            | Outcome::Loops { run, .. }
            | Outcome::Stuck { run, .. }
            | Outcome::Within { run, .. }
            | Outcome::Unbounded { run, .. } => Some(run),
            Outcome::Holds
            | Outcome::NotFound
            | Outcome::NotAsked
            | Outcome::Ends(_)
            | Outcome::NoInitialState(_) => None,
        }
    }

    /// How runs can end, where that is the question.
    pub fn ends(&self) -> &[End] {
        match &self.outcome {
            Outcome::Ends(ends) => ends,
            _ => &[],
        }
    }

    /// Where that run begins to go round, if it does.
    pub fn loops_from(&self) -> Option<usize> {
        match &self.outcome {
            Outcome::Loops { run, from } | Outcome::Unbounded { run, from } => {
                Some(*from).filter(|&it| it < run.len())
            }
            _ => None,
        }
    }
}

/// As in a link.
fn as_text<S: Serializer>(run: &[Action], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(run.iter().map(Action::to_string))
}

#[expect(clippy::ref_option, reason = "serde hands it over so")]
fn maybe_as_text<S: Serializer>(
    run: &Option<Vec<Action>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    as_text(run.as_deref().unwrap_or_default(), serializer)
}
