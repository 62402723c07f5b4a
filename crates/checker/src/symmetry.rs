//! Symmetry reduction: a search in which states that differ by names only count as one.
//!
//! Where processes are symmetric, a state and the same state with their names exchanged have the same
//! future but for the names. So it is enough to visit one state of each such class (C. Norris Ip
//! and David L. Dill, [Better verification through symmetry][paper], Formal Methods in System
//! Design 9, 1996). A property is checked in every state of a class, so no claim has to be
//! indifferent to names, and every run is given as it really is. Of more than six symmetric processes six
//! exchange names: of n there are n! ways, each of which is tried.
//!
//! Starvation and path counts are not checked: the first follows one process through an execution,
//! for which classes are too coarse, and the second counts executions.
//!
//! [paper]: https://doi.org/10.1007/BF00625968

mod unfold;

use crate::invariants::is_of_states;
use model::{
    Action, Check, Claimed, Expansion, Fairness, Log, Pid, Renaming, RowId, Stepped, Symmetry,
    System, Unreached, Witness,
};
use std::sync::Arc;

/// So many exchange names at most: in 720 ways.
const EXCHANGED_MAX: usize = 6;

/// A system whose states stand for classes of another's.
pub struct Quotient {
    system: Arc<dyn System>,
    /// All permutations of names; the first changes nothing.
    permutations: Vec<Renaming>,
    /// The symmetric processes or replicas that exchange names, in order.
    symmetric: Vec<Pid>,
    /// The properties of single states.
    properties: Vec<Claimed>,
    /// Of each, which property of the system it is, and by how many permutations it is checked.
    asked: Vec<(usize, usize)>,
}

impl Quotient {
    /// None if no two are symmetric.
    ///
    /// # Panics
    /// If the initial state tells symmetric processes apart, which is a slip of the author.
    pub fn new(system: Arc<dyn System>) -> Option<Quotient> {
        let symmetry = system.symmetry()?;
        let members: Vec<Pid> =
            Renaming::members(symmetry.symmetric()).take(EXCHANGED_MAX).collect();
        let permutations = Renaming::all_of(members.iter().fold(0, |set, it| set | 1 << it));
        if permutations.len() == 1 {
            return None;
        }
        let all = system.properties().iter().enumerate();
        let of_states = || all.clone().filter(|(_, it)| is_of_states(it.kind));
        let count = |at| if symmetry.heeds_names(at) { permutations.len() } else { 1 };
        let quotient = Quotient {
            symmetric: members,
            properties: of_states().map(|(_, it)| *it).collect(),
            asked: of_states().map(|(at, _)| (at, count(at))).collect(),
            permutations,
            system: Arc::clone(&system),
        };
        let init = system.initial();
        let is_whole = quotient.class_size(&init) == 1;
        assert!(is_whole, "symmetric processes begin in the same state");
        Some(quotient)
    }

    pub fn initial(&self) -> Vec<u8> {
        self.system.initial()
    }

    fn symmetry(&self) -> &dyn Symmetry {
        self.system.symmetry().expect("a quotient is made of a symmetric system")
    }

    /// The states by the first permutations, one after the other: itself first. A state that is the
    /// same by several of them comes as often.
    fn class(&self, states: &[u8], permutations: usize) -> Vec<u8> {
        let width = self.system.width();
        let mut class = vec![0; states.len() * permutations];
        let mut places = class.chunks_exact_mut(width);
        for state in states.chunks_exact(width) {
            for (names, place) in self.permutations[..permutations].iter().zip(&mut places) {
                self.symmetry().rename(state, names, place);
            }
        }
        class
    }

    /// How many different states there are in a class.
    pub fn class_size(&self, state: &[u8]) -> usize {
        let class = self.class(state, self.permutations.len());
        let same = class.chunks_exact(state.len()).filter(|other| *other == state).count();
        self.permutations.len() / same
    }

    /// The state of its class that stands for all: of those whose keys are in order, the least.
    fn represent(&self, state: &mut [u8], scratch: &mut Scratch) {
        let Scratch { least, other } = scratch;
        let keys = self.symmetry().keys(state);
        let mut is_first = true;
        for names in &self.permutations {
            let keys = names.array(keys);
            if self.symmetric.windows(2).any(|window| keys[window[0]] > keys[window[1]]) {
                continue;
            }
            self.symmetry().rename(state, names, other);
            if std::mem::take(&mut is_first) || other < least {
                std::mem::swap(least, other);
            }
        }
        if !is_first {
            state.copy_from_slice(least);
        }
    }

    fn scratch(&self) -> Scratch {
        let width = self.system.width();
        Scratch { least: vec![0; width], other: vec![0; width] }
    }
}

/// Two states, to be written.
struct Scratch {
    least: Vec<u8>,
    other: Vec<u8>,
}

impl System for Quotient {
    fn width(&self) -> usize {
        self.system.width()
    }

    fn init(&self, state: &mut [u8]) {
        self.system.init(state);
    }

    fn choices_left(&self, state: &[u8]) -> usize {
        self.system.choices_left(state)
    }

    fn remembers(&self) -> bool {
        self.system.remembers()
    }

    fn assumptions(&self) -> Vec<&'static str> {
        self.system.assumptions()
    }

    fn processes(&self) -> usize {
        self.system.processes()
    }

    fn line(&self, state: &[u8], process: usize) -> Option<RowId> {
        self.system.line(state, process)
    }

    fn looks(&self, state: &[u8], process: usize) -> bool {
        self.system.looks(state, process)
    }

    fn fairness(&self, before: &[u8], action: Action, after: &[u8]) -> Option<Fairness> {
        self.system.fairness(before, action, after)
    }

    fn is_strongly_fair(&self) -> bool {
        self.system.is_strongly_fair()
    }

    fn forget(&self, state: &mut [u8]) {
        self.system.forget(state);
    }

    /// Its states are classes already.
    fn symmetry(&self) -> Option<&dyn Symmetry> {
        None
    }

    fn actions(&self, state: &[u8], offer: &mut dyn FnMut(Action)) {
        self.system.actions(state, offer);
    }

    fn step(&self, state: &mut [u8], action: Action, log: &mut Log<'_>) -> Stepped {
        let stepped = self.system.step(state, action, log);
        if let Stepped::Ran(_) = stepped {
            self.represent(state, &mut self.scratch());
        }
        stepped
    }

    fn expand(&self, states: &[u8], expansion: &mut Expansion) {
        // steps that lead to the same state may lead to others by other names
        self.system.expand(states, expansion);
        // so may properties hold
        expansion.forget_properties();
        let mut scratch = self.scratch();
        expansion.replace_states(self.width(), |state| self.represent(state, &mut scratch));
    }

    fn interpreted(&self) -> Option<String> {
        self.system.interpreted()
    }

    fn bytes(&self, threads: usize) -> usize {
        self.system.bytes(threads)
    }

    fn unreached(&self) -> Unreached {
        // properties have other numbers here
        Unreached { sections: Vec::new(), ..self.system.unreached() }
    }

    fn properties(&self) -> &[Claimed] {
        &self.properties
    }

    /// Checks each property in every state of each class.
    fn check_states(&self, states: &[u8], checks: &mut [Check]) {
        for check in checks {
            let (property, permutations) = self.asked[check.property];
            let found = match permutations {
                1 => self.system.check(property, states),
                _ => self.system.check(property, &self.class(states, permutations)),
            };
            check.witness = found.map(|found| Witness { at: found.at / permutations, ..found });
        }
    }
}
