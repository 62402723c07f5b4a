//! The successors of a batch of states, and what was found in each of them.

use crate::{Action, Stepped};

/// A buffer that is filled by [`System::expand`](crate::System::expand) and used again and again.
pub struct Expansion {
    /// Whether each step is recorded.
    records_steps: bool,
    states: Vec<u8>,
    len: usize,
    steps: Vec<TakenStep>,
    expanded: Vec<Expanded>,
    /// The state in hand.
    current: Expanded,
    /// A step other than a fault is enabled there, even if it leads beyond the bound.
    is_enabled: bool,
    is_waiting: bool,
}

/// A step to a successor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TakenStep {
    pub action: Action,
    /// The step is under a weak-fairness constraint.
    pub is_fair: bool,
}

/// What was found in one state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Expanded {
    /// Where its successors end, counted from the first of the batch.
    pub end: usize,
    /// How many steps are enabled.
    pub transitions: usize,
    /// A step leads beyond the bound of the model, or cannot be computed.
    pub is_beyond: bool,
    /// A step cannot be computed.
    pub is_error: bool,
    /// No step is enabled, faults aside: executions end here.
    pub is_final: bool,
    /// And yet a process waits.
    pub is_deadlock: bool,
    /// It may violate an `Always`; where this is false, it surely violates none.
    pub may_violate: bool,
    /// The same of satisfying a `Sometimes`.
    pub may_satisfy: bool,
}

impl Expansion {
    pub fn new(records_steps: bool) -> Expansion {
        Expansion {
            records_steps,
            states: Vec::new(),
            len: 0,
            steps: Vec::new(),
            expanded: Vec::new(),
            current: Expanded::default(),
            is_enabled: false,
            is_waiting: false,
        }
    }

    /// Empties the buffer for the next batch.
    pub fn clear(&mut self, records_steps: bool) {
        self.records_steps = records_steps;
        self.states.clear();
        self.len = 0;
        self.steps.clear();
        self.expanded.clear();
    }

    /// Counts an attempt to step from the state in hand. True if there is a successor to
    /// [`add`](Self::add).
    #[inline]
    pub fn attempt(&mut self, action: Action, stepped: Stepped) -> bool {
        match stepped {
            Stepped::Ran(_) => {
                self.is_enabled |= !action.is_fault();
                self.current.transitions += 1;
                return true;
            }
            Stepped::BoundReached | Stepped::Error => {
                self.is_enabled |= !action.is_fault();
                self.current.is_beyond = true;
                self.current.is_error |= stepped == Stepped::Error;
            }
            Stepped::Waits => self.is_waiting = true,
            Stepped::Done | Stepped::Refused => {}
        }
        false
    }

    /// Adds a successor of the state in hand, `is_fair` is called where steps are recorded.
    #[inline]
    pub fn add(&mut self, after: &[u8], action: Action, is_fair: impl FnOnce() -> bool) {
        self.states.extend_from_slice(after);
        self.len += 1;
        if self.records_steps {
            self.steps.push(TakenStep { action, is_fair: is_fair() });
        }
    }

    /// Executions do not end in the state in hand, even if no step leads on.
    pub fn goes_on(&mut self) {
        self.is_enabled = true;
    }

    /// Every step of the state in hand has been attempted; the next one follows.
    #[inline]
    pub fn end_state(&mut self) {
        let mut expanded = std::mem::take(&mut self.current);
        expanded.end = self.len;
        expanded.is_final = !std::mem::take(&mut self.is_enabled);
        expanded.is_deadlock = std::mem::take(&mut self.is_waiting) && expanded.is_final;
        (expanded.may_violate, expanded.may_satisfy) = (true, true);
        self.expanded.push(expanded);
    }

    /// Adds what was found in several states that follow each other: their successors, the steps to
    /// them where steps are recorded, and one `Expanded` for each state, in which successors are
    /// counted from the first of these.
    pub fn append(
        &mut self,
        states: &[u8],
        steps: impl IntoIterator<Item = TakenStep>,
        expanded: impl IntoIterator<Item = Expanded>,
    ) {
        let start = self.len();
        self.states.extend_from_slice(states);
        if self.records_steps {
            self.steps.extend(steps);
        }
        let moved =
            expanded.into_iter().map(|expanded| Expanded { end: start + expanded.end, ..expanded });
        self.expanded.extend(moved);
        self.len = self.expanded.last().map_or(start, |expanded| expanded.end);
    }

    /// Nothing is known of properties in the states that were expanded.
    pub fn forget_properties(&mut self) {
        for it in &mut self.expanded {
            (it.may_violate, it.may_satisfy) = (true, true);
        }
    }

    /// Replaces each successor, of so many bytes, in place.
    pub fn replace_states(&mut self, width: usize, replace: impl FnMut(&mut [u8])) {
        self.states.chunks_exact_mut(width).for_each(replace);
    }

    /// Whether steps are recorded.
    #[inline]
    pub fn records_steps(&self) -> bool {
        self.records_steps
    }

    /// The number of successors.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The successors, one after the other.
    #[inline]
    pub fn states(&self) -> &[u8] {
        &self.states
    }

    /// The step to each successor; empty unless steps are recorded.
    #[inline]
    pub fn steps(&self) -> &[TakenStep] {
        &self.steps
    }

    /// One for each state that was expanded.
    #[inline]
    pub fn expanded(&self) -> &[Expanded] {
        &self.expanded
    }
}
