//! Taking every step that there is from one state.

use model::{Action, SleepSet, Log, Model, Slept, Stepped, Tried};

/// Where the states go that steps lead to.
pub trait Drafts<S> {
    /// A copy of `state`, to become the one that [`Self::add`] takes.
    fn draft(&mut self, state: &S) -> &mut S;
    /// Takes the draft, with what sleeps there.
    fn add(&mut self, asleep: SleepSet);
    /// Whether steps are kept: then none sleeps.
    fn keeps(&self) -> bool {
        false
    }
    /// Keeps the step to the draft, and whether it is under a promise.
    fn keep(&mut self, _action: Action, _is_owed: bool) {}
}

/// What came of it.
#[derive(Default)]
pub struct Came {
    /// How many steps there are.
    pub transitions: usize,
    /// Some lead beyond what the model follows.
    pub is_beyond: bool,
    /// There is none, faults aside: runs end here.
    pub is_end: bool,
    /// And yet somebody waits.
    pub is_deadlock: bool,
}

/// What sleeps is not tried.
#[inline]
pub fn expand<M: Model>(
    model: &M,
    before: &M::State,
    asleep: SleepSet,
    drafts: &mut impl Drafts<M::State>,
) -> Came {
    let came = Came::default();
    let tried = Tried::from(asleep);
    let mut attempts =
        Attempts { model, before, drafts, tried, came, goes_on: false, waits: false };
    let Slept { steps, waits: some_wait } =
        model.awake(before, asleep, &mut |action| attempts.attempt(action));
    let Attempts { mut came, goes_on, waits, .. } = attempts;
    came.transitions += steps;
    came.is_end = !goes_on && steps == 0;
    came.is_deadlock = (waits || some_wait) && came.is_end;
    came
}

struct Attempts<'a, M: Model, D> {
    model: &'a M,
    before: &'a M::State,
    drafts: &'a mut D,
    tried: Tried,
    came: Came,
    /// There is a step, faults aside.
    goes_on: bool,
    waits: bool,
}

impl<M: Model, D: Drafts<M::State>> Attempts<'_, M, D> {
    /// Not inline, as there are several places that offer something.
    #[inline(never)]
    fn attempt(&mut self, action: Action) {
        let keeps = self.drafts.keeps();
        let (after, mut log) = (self.drafts.draft(self.before), Log::off());
        let stepped = self.model.step(after, action, &mut log);
        let came = (stepped, log.touched());
        let asleep = match keeps {
            true => SleepSet::default(),
            false => self.model.lull(&mut self.tried, self.before, action, came, after),
        };
        if let Stepped::Ran(_) = stepped {
            self.goes_on |= !action.is_fault();
            self.came.transitions += 1;
            if keeps {
                let is_owed = self.model.fairness(self.before, action, after).is_some();
                self.drafts.keep(action, is_owed);
            }
            self.drafts.add(asleep);
        } else if stepped == Stepped::Beyond {
            self.goes_on |= !action.is_fault();
            self.came.is_beyond = true;
        } else {
            self.waits |= stepped == Stepped::Waits;
        }
    }
}
